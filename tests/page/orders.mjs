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
const visible = (selector) => page.$$eval(selector, (all) => all.filter((one) => one.offsetParent).map((one) => one.innerText.trim()).join("\n"));
const create = async (name, players) => {
  await page.$eval("#making", (one) => { one.open = true; });
  await page.fill("#new-file", name);
  await page.fill("#new-players", players);
  await page.click("form[data-action=new] button");
  await idle();
};
const base64 = async (name) => (await readFile(`${folder}/${name}`)).toString("base64");

/** Files with handles, or one that cannot be read: stand-ins, which lie in the page. */
await page.evaluate((all) => {
  const unpacked = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  window.disks = Object.fromEntries(Object.entries(all).map(([name, data]) => [name, unpacked(data)]));
  const handle = (name) => ({
    kind: "file", name: "torneo.xlsx",
    getFile: async () => new File([window.disks[name]], "torneo.xlsx", { lastModified: 1000 }),
    createWritable: async () => { let kept; return { write: async (bytes) => { kept = bytes; }, close: async () => { window.disks[name] = kept; } }; },
  });
  const items = (...of) => document.dispatchEvent(Object.assign(new Event("drop", { cancelable: true }), { dataTransfer: { items: of } }));
  const shut = new File(["x"], "shut.xlsx");
  shut.arrayBuffer = () => Promise.reject(new DOMException("The requested file could not be read", "NotReadableError"));
  window.drop = (name) => items({ kind: "file", getAsFile: () => null, getAsFileSystemHandle: async () => handle(name) });
  window.dropUnreadable = () => items({ kind: "file", getAsFile: () => shut });
}, { first: await base64("first.xlsx"), second: await base64("second.xlsx") });

// Refused before anything is open, and beside an open workbook.
await create("torneo.xlsx", "5000");
seen.refused = await visible("#listed");
await create("tornei/torneo 28/11.xlsx", "10");
seen.slash = await visible("#listed");
await page.evaluate(() => window.dropUnreadable());
await idle();
seen.unreadable = await visible("#beside");
await page.setInputFiles("#pick", { name: "empty.csv", mimeType: "", buffer: Buffer.from("") });
await idle();
seen.empty = [await visible("#beside"), await visible("#name")];

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
await page.click("#save button.first");
await idle();
seen.saved = await visible("#save");
for (const name of ["first", "second"]) {
  await writeFile(`${folder}/${name}-disk.xlsx`, Buffer.from(await page.evaluate((one) => Array.from(window.disks[one]), name)));
}
await create("altro.xlsx", "5000");
seen.stays = [await visible("#listed"), await visible("#name")];
await page.click("#buttons button[data-action=check]");
await idle();
seen.checked = await visible("#lines");

// A list that is not certain is shown and asked: one look, one click; by night and by day, on a phone, too.
const list = async (name, text) => {
  await page.setInputFiles("#pick", { name, mimeType: "", buffer: Buffer.from(text) });
  await idle();
};
const players = () => page.inputValue("#new-players");
const table = "Nome;Regione;Stato\nAnna Rossi;Lazio;confermato\nBruno D'Amico;Lazio;annullato\nCarla Neri;Umbria;confermato\nDino Volpe;Lazio;pagato\n";
const axe = await readFile(`${modules}/axe-core/axe.min.js`, "utf8");
await list("stati.csv", table);
seen.asked = [await visible("#listed"), await visible("#name")];
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
await page.click("#listed button.first");
await idle();
seen.ready = await players();
await list("stati.csv", table);
await page.uncheck("#listed input[value=annullato]");
await page.uncheck("#listed input[value=pagato]");
await page.click("#listed button");
await idle();
seen.ticked = await players();
await list("colonne.csv", "1;Anna;Rossi;x\n2;Bruno;Verdi;y\n3;Carla;Neri;z\n");
for (const [at, role] of ["", "surname", "given", "region"].entries()) await page.selectOption(`#listed th:nth-child(${at + 2}) select`, role);
await page.click("#listed button");
await idle();
seen.roles = await page.$$eval("#listed select", (all) => all.map((one) => one.value));
await page.click("#listed button.first");
await idle();
seen.chosen = await players();
await list("lettere.csv", Buffer.from("Nome\nNiccol\xf2 Rossi\nZo\xeb Wei\xdf\n", "latin1"));
await page.click("#listed button:has-text('Niccolò')");
await idle();
seen.letters = await players();
await page.selectOption("#language", "de");
await idle();
seen.german = [await players(), await page.inputValue("#new-file"), await page.inputValue("#new-rulebook"), await visible("#lines")];
await page.close();

// Two tabs with one tournament, and a browser that stores nothing.
const context = await browser.newContext({ locale: "en-GB" });
const tab = async (before = () => {}) => {
  const one = await context.newPage();
  await one.addInitScript(before);
  await one.goto(pathToFileURL(file).href, { timeout: 120000 });
  await one.evaluate(() => window.bangxl.ready);
  const idle = async () => { await one.waitForTimeout(100); await one.waitForFunction(isIdle); };
  return {
    give: async (name) => { await one.setInputFiles("#pick", `${folder}/${name}`); await idle(); },
    click: async (action) => { await one.click(`#buttons button[data-action=${action}]`); await idle(); },
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
await browser.close();
process.stdout.write(JSON.stringify(seen, null, 1), () => process.exit(0));
