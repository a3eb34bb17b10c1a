// Uses the page as a person does, with the keyboard: node use.mjs NODE-MODULES BROWSER PAGE FOLDER PYTHON
// FOLDER holds names.txt and typed.xlsx, a workbook whose first round is filled in; pictures go there. PYTHON fills in what is open.
// The browser's dialog for files is a stand-in, whose file lies in the page. Prints what was seen, by what was done.
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, executablePath, file, folder, python] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const axe = await readFile(`${modules}/axe-core/axe.min.js`, "utf8");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
const seen = { errors: [], sights: [] };
await page.addInitScript(() => { delete window.showSaveFilePicker; });
page.on("pageerror", (error) => seen.errors.push(String(error)));
page.setDefaultTimeout(120000);
await page.goto(pathToFileURL(file).href, { timeout: 120000 });
await page.evaluate(() => window.bangxl.ready);

const idle = () => page.waitForFunction(() => !document.querySelector("#state.busy"));
const said = () => page.$$eval("#first p, #about-file li, #lines p", (all) => all.map((one) => one.textContent));
const asks = () => page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
const give = async (name, from) => {
  await page.setInputFiles("#pick", { name, mimeType: "", buffer: await readFile(`${folder}/${from}`) });
  await page.waitForFunction((name) => document.querySelector("#name").textContent === name, name);
  await idle();
};
const saved = async (selector, name) => {
  const [download] = await Promise.all([page.waitForEvent("download"), press(selector)]);
  await download.saveAs(`${folder}/${name}`);
};
const base64 = async (name) => (await readFile(`${folder}/${name}`)).toString("base64");

/** Go on with the Tab key until this has the focus, then press a key. */
async function press(selector, key = "Enter") {
  for (let count = 0; !await page.$eval(selector, (one) => one === document.activeElement); count++) {
    if (count > 120) throw new Error(`no way to ${selector} with the keyboard`);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press(key);
  await idle();
}

/** At three widths, by day and by night: what is wider than the screen, and what axe-core finds. */
async function look(name) {
  for (const [width, colorScheme] of [[360, "light"], [768, "dark"], [1280, "light"], [1280, "dark"]]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(200);
    await page.evaluate(axe);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    const found = await page.evaluate(async () => (await axe.run()).violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 120)}`));
    seen.sights.push({ name, width, colorScheme, wide, found });
    await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

await press("#guide button");
const [handbook] = await Promise.all([page.context().waitForEvent("page"), press("#guide a")]);
await handbook.waitForLoadState();
seen.handbook = await handbook.evaluate(() => [document.querySelectorAll("h2").length, [...document.images].every((one) => one.naturalWidth > 0)]);
await handbook.close();
await press("#making > summary");
await page.focus("#new-players");
await page.keyboard.insertText(await readFile(`${folder}/names.txt`, "utf8"));
await press("form[data-action=new] button");
await page.waitForSelector("#save a.first");
seen.made = await said();
seen.asks = [await asks()];
await saved("#save a.first", "made.xlsx");
seen.asks.push(await asks());
await look("made");
const names = (await readFile(`${folder}/names.txt`, "utf8")).split("\n");
await press("#others > summary");
await press("details:has(> form[data-action=by_hand]) > summary");
await page.focus("#by_hand-by_lines");
await page.keyboard.insertText(names.map((name, at) => [1 + Math.floor(at / 5), 1 + at % 5, name].join("\t")).join("\n"));
await press("form[data-action=by_hand] button");
seen.byHand = await said();
await press("#buttons button[data-action=undo]");
await press("#others > summary");
await press("#buttons .first");
seen.seated = await said();
await press("#buttons button[data-action=print]");
await page.waitForSelector("#files a[target]");
seen.printed = await page.$$eval("#files a", (all) => all.map((one) => one.download || one.target));
await look("print");
await press("#standings");
seen.standings = await page.$$eval("#lines tbody tr", (rows) => rows.length);
await look("standings");
await page.click("#others > summary");
await page.$$eval("#forms details", (all) => all.forEach((one) => { one.open = true; }));
await look("more");
await page.$$eval("#forms details", (all) => all.forEach((one) => { one.open = false; }));
await page.click("#others > summary");

// What was drawn is saved long after: nothing is lost before that, and its copies are known whatever the browser calls them.
seen.stays = await page.$$eval("#save a", (all) => all.map((one) => [one.download, one.offsetParent !== null]));
const stayed = new Promise((resolve) => { page.once("dialog", async (dialog) => { await dialog.dismiss(); resolve(dialog.type()); }); });
page.reload().catch(() => {});
seen.reloading = await stayed;
await saved("#save a.first", "seated.xlsx");
seen.asks.push(await asks());
await give("torneo (2).xlsx", "made.xlsx");
seen.olderRenamed = await page.$eval("#first", (one) => !one.hidden) && await said();
await give("torneo (1).xlsx", "seated.xlsx");
seen.renamed = await page.$eval("#first", (one) => !one.hidden);
await press("#buttons button[data-action=undo]");
seen.undone = await said();
await saved("#save a.first", "undone.xlsx");
const drop = async (names, beside = names.length - 1) => {
  await page.evaluate((all) => {
    const dropped = new DataTransfer();
    for (const [name, data] of all) dropped.items.add(new File([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], name));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, cancelable: true }));
  }, await Promise.all(names.map(async (name) => [name, await base64(name)])));
  await page.waitForFunction((many) => document.querySelectorAll("#beside li").length === many, beside);
  await idle();
  return page.evaluate(() => [document.querySelector("#name").textContent, ...[...document.querySelectorAll("#beside li")].map((one) => one.textContent)]);
};
const marked = () => page.$$eval("#buttons .first", (all) => all.map((one) => one.dataset.action));
seen.several = await drop(["names.txt", "referto.xlsx", "typed.xlsx", "undone.xlsx"]);
seen.listed = await page.$eval("#new-players", (one) => one.value.trim().split("\n").length);
seen.marked = [await marked()];
seen.report = await drop(["referto.xlsx", "names.txt"]);
seen.marked.push(await marked());

// Several reports are a season.
await writeFile(`${folder}/again-referto.xlsx`, await readFile(`${folder}/referto.xlsx`));
seen.ofSeason = await drop(["referto.xlsx", "again-referto.xlsx"], 2);
await press("#beside button");
seen.season = [await page.$$eval("#lines p", (all) => all.map((one) => one.textContent)), await page.$$eval("#files a", (all) => all.map((one) => one.download))];

// What is not saved is offered after a reload, until it is saved.
await drop(["typed.xlsx"]);
await press("#buttons .first");
page.once("dialog", (dialog) => dialog.accept());
await page.reload();
await page.evaluate(() => window.bangxl.ready);
await page.waitForSelector("#save a.first");
await page.click("#save button");
await page.waitForFunction(() => document.activeElement.id === "name");
seen.offered = await said();
seen.offeredAsks = await asks();
await saved("#save a.first", "offered.xlsx");
await page.reload();
await page.evaluate(() => window.bangxl.ready.then(() => new Promise((resolve) => { setTimeout(resolve, 500); })));
seen.offeredAgain = await page.$$eval("#save a", (all) => all.length);

// A file that the browser lets the page write back.
await page.evaluate((data) => {
  const unpacked = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  window.disk = { data: unpacked(data), written: 0, put: (text) => { window.disk.data = unpacked(text); } };
  const handle = {
    getFile: async () => new File([window.disk.data], "torneo.xlsx"),
    createWritable: async () => {
      let kept = null;
      return { write: async (bytes) => { kept = bytes; }, close: async () => { window.disk.data = kept; window.disk.written += 1; } };
    },
  };
  window.showOpenFilePicker = async () => [handle];
}, await base64("typed.xlsx"));
const back = () => page.click("#save button.first");
const told = () => page.$$eval("#save strong", (all) => all.at(-1).textContent);
const state = () => page.evaluate(() => window.disk.written);
const followed = async (name) => {
  await page.$eval("#followed", (one) => one.replaceChildren());
  await page.evaluate((data) => window.disk.put(data), await base64(name));
  await page.waitForFunction(() => document.querySelector("#followed").textContent);
  return page.$$eval("#followed p", (all) => all.map((one) => one.textContent));
};
await page.click("#pick");
await idle();
await page.waitForFunction(() => document.activeElement.id === "name");
await press("#buttons button[data-action=room]");
const [room] = await Promise.all([page.waitForEvent("popup"), page.click("#files a[target]")]);
await room.waitForLoadState();
seen.room = [await room.title()];
await press("#buttons .first");
await room.waitForFunction(() => document.body.textContent.includes("Round 2"));
await back();
await page.waitForFunction(() => window.disk.written === 1);
seen.drawn = [...await said(), await told()];
await writeFile(`${folder}/disk.xlsx`, Buffer.from(await page.evaluate(() => Array.from(window.disk.data))));
execFileSync(python, ["-m", "tests.page.fill", `${folder}/disk.xlsx`, "meanwhile"]);
seen.followed = [await followed("disk.xlsx"), await state()];
await press("#buttons button[data-action=check]");
seen.reread = await said();
await press("#buttons .first");
await page.evaluate((data) => window.disk.put(data), await base64("typed.xlsx"));
await back();
await idle();
seen.refused = [await state(), await told()];
seen.third = await said();
await press("#buttons .first");
seen.older = await page.$eval("#first", (one) => !one.hidden) && await said();
await saved("#first a", "kept.xlsx");
await browser.close();
process.stdout.write(JSON.stringify(seen, null, 1), () => process.exit(0));
