// What a person does too early, twice or wrongly: node orders.mjs NODE-MODULES BROWSER PAGE FOLDER
// FOLDER holds first.xlsx and second.xlsx, two tournaments before their first round. Prints what was seen; the disks lie in FOLDER then.
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, executablePath, file, folder] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
const page = await browser.newPage({ locale: "en-GB" });
const seen = { errors: [] };
page.on("pageerror", (error) => seen.errors.push(String(error)));
page.setDefaultTimeout(60000);
await page.goto(pathToFileURL(file).href, { timeout: 120000 });
await page.evaluate(() => window.bangxl.ready);

const isIdle = () => !document.querySelector("#state").className && !document.querySelector("button:disabled");
const idle = async () => { await page.waitForTimeout(100); await page.waitForFunction(isIdle); };
const click = async (selector) => { await page.click(selector); await idle(); };
const visible = (selector) => page.$$eval(selector, (all) => all.filter((one) => one.offsetParent).map((one) => one.innerText.trim()).join("\n"));
const create = async (name, players) => {
  await page.$eval("#making", (one) => { one.open = true; });
  await page.fill("#new-file", name);
  await page.fill("#new-players", players);
  await click("form[data-action=new] button");
};
const check = async () => { await click("#buttons button[data-action=check]"); return visible("#lines"); };
const give = async (name, data) => { await page.setInputFiles("#pick", { name, mimeType: "", buffer: Buffer.from(data) }); await idle(); };
const base64 = async (name) => (await readFile(`${folder}/${name}`)).toString("base64");

/** Files with handles, or one that cannot be read: stand-ins, which lie in the page. */
await page.evaluate((all) => {
  const unpacked = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  window.disks = Object.fromEntries(Object.entries(all).map(([name, data]) => [name, unpacked(data)]));
  const handle = (name) => ({
    kind: "file", name: "torneo.xlsx",
    getFile: async () => window.gone ? Promise.reject(new DOMException("gone", "NotFoundError")) : new File([window.disks[name]], "torneo.xlsx", { lastModified: 1000 }),
    createWritable: async () => { if (window.denied) throw new DOMException("denied", "NotAllowedError"); let kept; return { write: async (bytes) => { kept = bytes; }, close: async () => { window.disks[name] = kept; } }; },
  });
  const items = (...of) => document.dispatchEvent(Object.assign(new Event("drop", { cancelable: true }), { dataTransfer: { items: of } }));
  const shut = new File(["x"], "shut.xlsx");
  shut.arrayBuffer = () => Promise.reject(new DOMException("The requested file could not be read", "NotReadableError"));
  window.handle = handle;
  window.drop = (name) => items({ kind: "file", getAsFile: () => null, getAsFileSystemHandle: async () => handle(name) });
  window.dropUnreadable = () => items({ kind: "file", getAsFile: () => shut });
}, { first: await base64("first.xlsx"), second: await base64("second.xlsx") });

// Refused before anything is open, and beside an open workbook.
await create("torneo.xlsx", "5000");
const refused = async () => [await visible(".refused"), ...await page.evaluate(() => [document.activeElement.id, document.activeElement.value])];
seen.refused = await refused();
await create("tornei/torneo 28/11.xlsx", "10");
seen.slash = await refused();
await create("torneo: sabato.xlsx", "10");
seen.colon = await refused();
await page.evaluate(() => window.dropUnreadable());
await idle();
seen.unreadable = await visible("#beside");
await give("empty.csv", "");
seen.empty = [await visible("#beside"), await visible("#name")];

seen.unnamed = await page.evaluate(async () => {
  const asked = ["", "..", ".torneo.xlsx"].map((name) => window.bangxl.run("check", name, new Uint8Array(9)));
  return (await Promise.all(asked)).map(({ code, lines }) => [code, ...lines]);
});

// What a program may give by mistake; each call is answered, and so is the one after it.
const first = await base64("first.xlsx"), one = await base64("one-referto.xlsx");
seen.odd = await page.evaluate(async ([book, report]) => {
  const unpacked = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)), bytes = unpacked(book), circle = {};
  circle.round = circle;
  const run = async (...given) => (({ code, lines: [line] }) => [code, line])(await window.bangxl.run(...given));
  const names = ["x\0y.xlsx", `${"ж".repeat(120)}.xlsx`, "x".repeat(300)];
  return [
    ...await Promise.all(names.map((name) => run("check", name, bytes))),
    ...await Promise.all([[], "x", { count: 1n }, circle].map((options) => run("check", "first.xlsx", bytes, options))),
    await run({}, "first.xlsx", bytes), await run("season", "season.xlsx", unpacked(report)), await run("check", "first.xlsx", bytes, null),
  ];
}, [first, one]);

// A day is planned before anything is open.
await page.click("#day > summary");
const planned = async (players) => { await page.fill("#plan-range", players); await click("form[data-action=plan] button"); };
await planned("many");
seen.unplanned = await refused();
await planned("18..20");
seen.planned = await page.$$eval("#planned tr", (all) => all.map((one) => one.innerText.split("\t")[0]));
seen.planned.push(await visible("#planned a"));
await page.screenshot({ path: `${folder}/planned.png`, fullPage: true });
await page.click("#day > summary");

// Two tournaments of one name, dropped one after the other; the click comes as soon as there is a button.
await page.evaluate(() => {
  const seat = () => document.querySelector("#buttons button[data-action=seat]");
  window.drop("first");
  setTimeout(() => window.drop("second"), 30);
  const again = setInterval(() => {
    if (document.querySelector("#work").hidden || seat().disabled) return;
    clearInterval(again);
    seat().click();
  }, 5);
});
await page.waitForFunction(() => document.querySelector("#lines").textContent && !document.querySelector("button:disabled"));
await idle();
seen.seated = await visible("#lines");
seen.unsaved = await visible("#save");
seen.inView = await page.$eval("#answer-title", (one) => [one === document.activeElement, one.getBoundingClientRect().bottom < innerHeight, document.querySelectorAll("#about-file > li").length, document.querySelector("#files").getBoundingClientRect().bottom <= innerHeight]);
await click("#save button.first");
seen.saved = await visible("#save");
for (const name of ["first", "second"]) {
  await writeFile(`${folder}/${name}-disk.xlsx`, Buffer.from(await page.evaluate((one) => Array.from(window.disks[one]), name)));
}
await create("altro.xlsx", "5000");
seen.stays = [await visible(".refused"), await visible("#name")];
seen.checked = await check();

// A list that is not certain is shown and asked: one look, one click; by night and by day, on a phone, too.
const players = () => page.inputValue("#new-players");
const table = "Nome;Regione;Stato\nAnna Rossi;Lazio;confermato\nBruno D'Amico;Lazio;annullato\nCarla Neri;Umbria;confermato\nDino Volpe;Lazio;pagato\n";
const axe = await readFile(`${modules}/axe-core/axe.min.js`, "utf8");
await give("stati.csv", table);
seen.asked = [await visible("#listed"), await visible("#name")];
await click("form[data-action=new] button");
seen.waits = [await visible(".refused"), await visible("#name")];
seen.sights = [];
for (const [width, colorScheme] of [[360, "light"], [1280, "dark"]]) {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  await page.waitForTimeout(200);
  await page.evaluate(axe);
  const found = await page.evaluate(async () => (await axe.run()).violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 120)}`));
  seen.sights.push([await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), found]);
  await page.screenshot({ path: `${folder}/asked-${width}.png`, fullPage: true });
}
seen.waits.push(await visible(".refused"));
await click("#listed button.first");
seen.ready = await players();
await give("stati.csv", table);
await page.uncheck("#listed input[value=annullato]");
await page.uncheck("#listed input[value=pagato]");
await click("#listed button");
seen.ticked = await players();
await give("colonne.csv", "1;Anna;Rossi;x\n2;Bruno;Verdi;y\n3;Carla;Neri;z\n");
for (const [at, role] of ["", "surname", "given", "region"].entries()) await page.selectOption(`#listed th:nth-child(${at + 2}) select`, role);
seen.roles = await page.$$eval("#listed select", (all) => all.map((one) => one.value));
await click("#listed button.first");
seen.chosen = await players();
await give("doppi.csv", "Nome\nLuca De Luca\nMarta Neri\n" + [..."ABCDEFGHIJKLMNOPQRST"].map((sign) => `Anna ${sign}etti\n`).join(""));
seen.twice = [await visible("#listed table")];
await click("#listed button.first");
await click("form[data-action=new] button");
seen.twice.push(await visible("#lines"));
await give("lettere.csv", Buffer.from("Nome\nNiccol\xf2 Rossi\nZo\xeb Wei\xdf\n", "latin1"));
await click("#listed button:has-text('Niccolò')");
seen.letters = await players();
await page.selectOption("#language", "de");
await idle();
seen.german = [await players(), await page.inputValue("#new-file"), await page.inputValue("#new-rulebook"), await visible("#lines")];

// A new workbook gets its file where the browser has a dialog for it, and is followed there until it is taken away.
await page.evaluate(() => {
  window.disks.third = new Uint8Array();
  window.showSaveFilePicker = async ({ suggestedName }) => { window.suggested = suggestedName; await window.choosing; return { ...window.handle("third"), name: "sabato.xlsx" }; };
});
await create("torneo (1).xlsx", [..."ABCDEFGHIJKLMNOPQRST"].map((sign) => `Anna ${sign}etti`).join("\n"));
await page.evaluate(() => { window.denied = true; });
await click("#save .row:last-child a.first");
seen.unwritten = [await visible("#save .row:last-child strong"), await check()];
await page.evaluate(() => { window.denied = false; window.choosing = new Promise((chosen) => { window.chosen = chosen; }); });
await page.click("#save .row:last-child a.first");
await click("#buttons button[data-action=seat]");
await page.evaluate(() => window.chosen());
await idle();
await click("#save .row:last-child button.first");
seen.whileChosen = await visible("#save .row:last-child strong");
seen.picked = [await page.evaluate(() => [window.suggested, window.disks.third.length > 1000]), await visible("#name"), await visible("#about-file")].flat();
await page.evaluate(() => { window.gone = true; });
await page.waitForFunction(() => document.querySelector("#followed").textContent);
seen.moved = [await visible("#followed"), await visible("#about-file")];
await page.evaluate(() => { window.gone = false; });

// What a report is called, the one button that it has, and a phone's few.
const report = await page.evaluate(async (data) => {
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  const { files, lines } = await window.bangxl.run("report", "first (2).xlsx", bytes, { interim: true });
  if (!files.length) throw new Error(lines);
  return files.map(({ name, bytes: all }) => [name, Array.from(all)]);
}, await base64("played.xlsx"));
seen.reports = report.map(([name]) => name);
await give("referto.xlsx", report.find(([name]) => name.endsWith("interim.xlsx"))[1]);
seen.ofReport = await visible("#buttons button");
await give("first.xlsx", await readFile(`${folder}/first.xlsx`));
await page.setViewportSize({ width: 390, height: 800 });
await page.waitForTimeout(100);
seen.phone = [await visible("#buttons button"), await visible("#phone")];
await page.screenshot({ path: `${folder}/phone.png`, fullPage: true });
await page.setViewportSize({ width: 1280, height: 800 });

// Of 45 steps, one of them taken back twice, the last thirty stay.
seen.pruned = await page.evaluate(() => {
  const reply = { lines: [], kept: Array.from({ length: 45 }, (_, at) => [`${String(at + 1).padStart(6, "0")}-seat.xlsx`]) };
  reply.kept.push(["000001-seat.undone-1.xlsx"], ["000040-seat.undone-1.xlsx"]);
  const kept = pruned(reply, "t.xlsx").map(([name]) => name).sort();
  return [kept.length, kept[0], reply.lines.length, pruned({ ...reply, kept: reply.kept.slice(5, 45) }, "t.xlsx").length];
});

// Somebody is asked, and says no.
seen.declined = await page.evaluate(async () => {
  const { run } = window.bangxl;
  window.bangxl.run = async () => ({ ok: false, lines: ["To go on anyway: «yes»."], files: [], asks: ["Undo?"] });
  const { lines } = await perform(file, "undo");
  window.bangxl.run = run;
  return lines;
});

// Work that takes too long is stopped, and the page is ready again.
await page.evaluate(() => { document.querySelector("#buttons button[data-action=seat]").click(); setTimeout(() => document.querySelector("#stop").click(), 5); });
await page.waitForFunction(() => document.querySelector("#lines").textContent && !document.querySelector("button:disabled"));
seen.stopped = await visible("#lines");
await click("#buttons button[data-action=seat]");
seen.afterwards = await visible("#lines");
await page.evaluate(() => { window.drop("second"); setTimeout(() => document.querySelector("#stop").click(), 30); });
await idle();
seen.unopened = [await visible("#beside"), await visible("#name"), await visible("#first")];

// Of an answer nothing stays when the next is there.
await page.evaluate(async () => {
  window.answered = new WeakRef((await window.bangxl.run("help", "handbook", null)).files[0].bytes);
  await window.bangxl.run("help", "handbook", null);
});
await (await page.context().newCDPSession(page)).send("HeapProfiler.collectGarbage");
seen.stayed = await page.evaluate(() => window.answered.deref()?.length ?? 0);

// Who is ticked as there stays so while the same file is looked at again.
seen.here = await page.evaluate(async () => {
  const seen = { ok: true, lines: [], chooser: { here: [["P001", "Anna", true]] } };
  const looked = (one) => look(one, seen).then(() => $("#here-P001"));
  (await looked(file)).checked = false;
  return [(await looked(file)).checked, (await looked({ ...file })).checked];
});
await page.click("#practice > summary");
await page.fill("#demo-count", "20");
await page.check("#demo-half_typed");
await page.screenshot({ path: `${folder}/practice.png`, fullPage: true });
await click("form[data-action=demo] button");
seen.practice = [await visible("#name"), await visible("#lines")];
await page.close();

// Reports make a season: folded, and its doubts with both names and a choice.
const season = await browser.newPage({ locale: "en-GB" });
await season.goto(pathToFileURL(file).href, { timeout: 120000 });
await season.evaluate(() => window.bangxl.ready);
const settled = async () => { await season.waitForTimeout(100); await season.waitForFunction(isIdle, null, { timeout: 120000 }); };
const made = async () => { await season.click("form[data-action=season] button"); await settled(); };
await season.setInputFiles("#pick", ["one", "two"].map((name) => `${folder}/${name}-referto.xlsx`));
await settled();
seen.folded = [await season.$eval("#beside details", (one) => one.open), await season.$$eval("#beside details li", (all) => all.length)];
await made();
seen.ranked = await season.$$eval("#lines table", (all) => all.map((one) => [one.caption.textContent, one.rows[1].innerText]));
seen.fields = await season.$$eval("form[data-action=season] :is(input, select, textarea)", (all) => all.map((one) => one.name));
seen.doubts = await season.$$eval("#lines p:has(button)", (all) => all.map((one) => one.innerText));
await season.screenshot({ path: `${folder}/season.png`, fullPage: true });
while (await season.$("#lines p button")) await season.click("#lines p button:last-of-type");
seen.decided = await season.inputValue("#season-same");
await made();
seen.settled = [await season.$$eval("#lines p:has(button)", (all) => all.length), await season.$eval("#lines p", (one) => one.innerText)];
await season.close();

// Two tabs with one tournament, and a browser that stores nothing.
const context = await browser.newContext({ locale: "en-GB" });
const tab = async (before = () => {}, of = context) => {
  const one = await of.newPage();
  await one.addInitScript(before);
  await one.goto(pathToFileURL(file).href, { timeout: 120000 });
  await one.evaluate(() => window.bangxl.ready);
  const idle = async () => { await one.waitForTimeout(100); await one.waitForFunction(isIdle); };
  return {
    give: async (name) => { await one.setInputFiles("#pick", `${folder}/${name}`); await idle(); },
    click: async (action) => { await one.click(`#buttons button[data-action=${action}]`); await idle(); },
    unsaved: () => one.getAttribute("#save a", "download"),
    said: async () => [await one.title(), ...await one.$$eval("#first p, #lines p", (all) => all.filter((it) => it.offsetParent).map((it) => it.innerText))],
  };
};
const [here, there] = [await tab(), await tab()];
for (const one of [here, there]) await one.give("first.xlsx");
await here.click("seat");
await here.click("undo");
await here.click("seat");
await there.click("seat");
seen.there = await there.said();
for (const one of [here, there]) await one.give("second.xlsx");
await Promise.all([here, there].map((one) => one.click("seat")));
seen.together = [await here.said(), await there.said()].map(([, first]) => first);
const denied = await tab(() => { indexedDB.open = () => { throw new DOMException("denied", "SecurityError"); }; });
await denied.give("second.xlsx");
await denied.click("seat");
seen.denied = [await denied.said()];
await denied.click("undo");
seen.denied.push(await denied.said());
const earlier = await tab(() => {
  const request = indexedDB.open("bangxl", 2);
  request.onupgradeneeded = ({ target: { result: base } }) => {
    base.createObjectStore("tournaments", { keyPath: "id", autoIncrement: true }).put({ name: "earlier.xlsx", story: ["x"], unsaved: true });
    base.createObjectStore("files").put({ book: new Uint8Array(9), kept: [] }, 1);
  };
  request.onsuccess = () => request.result.close();
}, await browser.newContext({ locale: "en-GB" }));
seen.earlier = await earlier.unsaved();
await browser.close();
process.stdout.write(JSON.stringify(seen, null, 1), () => process.exit(0));
