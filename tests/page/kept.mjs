// What might be lost or mixed: node kept.mjs NODE-MODULES BROWSER PAGE FOLDER
// FOLDER holds first.xlsx and second.xlsx, two tournaments before their first round, list.xlsx, and the reports of a season.
// Prints what was seen.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, executablePath, file, folder] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
const page = await browser.newPage({ locale: "en-GB" });
const seen = { errors: [] };
let agrees = true, asked = [];
page.on("pageerror", (error) => seen.errors.push(String(error)));
page.on("dialog", (dialog) => { asked.push(dialog.message()); return agrees ? dialog.accept() : dialog.dismiss(); });
page.setDefaultTimeout(60000);
await page.addInitScript(() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) { if (window.full) throw new DOMException("full", "QuotaExceededError"); return put.apply(this, given); };
});
const begin = async (go) => { await go(); await page.evaluate(() => window.bangxl.ready); await idle(); };
const idle = async () => { await page.waitForTimeout(150); await page.waitForFunction(() => !document.querySelector("#state").className && !document.querySelector("button:disabled")); };
const full = (is) => page.evaluate((it) => { window.full = it; }, is);
const click = async (selector) => { await page.evaluate((one) => document.querySelector(one).click(), selector); await idle(); };
const act = async (action) => { await click(`#buttons button[data-action=${action}]`); return visible("#lines p:first-child"); };
const visible = (selector) => page.$$eval(selector, (all) => all.filter((one) => one.offsetParent).map((one) => one.innerText.trim()).join("\n"));
const give = async (...files) => { await page.setInputFiles("#pick", files.map(([name, buffer]) => ({ name, mimeType: "", buffer: Buffer.from(buffer) }))); await idle(); };
const read = (name) => readFile(`${folder}/${name}`);
const rows = () => page.$$eval("#save .row", (all) => all.length);
const open = async () => Buffer.from(await page.evaluate(() => [...file.bytes]));
const kept = () => page.evaluate(async () => (await store.all()).map(({ id, name, story }) => [id, name, story.length]));
const players = () => page.inputValue("#new-players");
const create = async (names) => {
  await page.evaluate((them) => { document.querySelector("#new-players").value = them; }, names);
  await click("form[data-action=new] button");
};
const [first, second] = [await read("first.xlsx"), await read("second.xlsx")];
const people = [..."ABCDEFGHIJ"].map((sign) => `Anna ${sign}etti`).join("\n");
await begin(() => page.goto(pathToFileURL(file).href, { timeout: 120000 }));

// The disk is full for one step, of a tournament that is new here and of one that is not.
await give(["first.xlsx", first]);
seen.refused = [];
for (const action of ["seat", "undo", "seat", "undo"]) {
  await full(action === "seat");
  seen.refused.push((await act(action)).slice(0, 10), await rows());
}
seen.refused.push((await kept()).map(([id]) => typeof id));
await begin(() => page.reload());
seen.refused.push(await rows());

// What is not saved is forgotten, goes on from there, and goes on from an older copy.
await create(people);
const made = await open();
seen.others = await rows() - 1;
await click("#forget");
seen.forgotten = [await rows() - seen.others, await page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })))];
await act("seat");
seen.forgotten.push(await rows() - seen.others, await visible("#save .row:last-child strong"));
await give(["torneo (1).xlsx", made]);
await act("seat");
await act("seat");
const count = (await kept()).length;
seen.forked = [];
for (let again = 0; again < 2; again++) {
  await click("#forget");
  seen.forked.push(await visible("#lines"), count - (await kept()).length);
}

// A damaged file has the name of another tournament: first no, then yes; then a list in Excel has that name.
await give(["torneo.xlsx", made]);
await act("seat");
const drawn = await open(), before = await kept();
await give(["torneo.xlsx", second.subarray(0, second.length / 2)]);
seen.damaged = [await visible("#first")];
asked = [];
agrees = false;
seen.damaged.push(await act("undo"), asked.join(), await kept().then((now) => String(now) === String(before)));
agrees = true;
seen.damaged.push(await act("undo"), (await kept()).length - before.length);
await give(["torneo.xlsx", drawn]);
seen.damaged.push(await visible("#first"));
await give(["torneo.xlsx", await read("list.xlsx")]);
seen.listed = [await players(), await visible("#first")];

// Two lists, a picture, and a report that is damaged among others.
await give(["one.csv", "Nome\nDino Volpe\nElsa Neri\n"], ["two.csv", "Nome\nGino Volpe\nIda Neri\n"]);
seen.lists = [await players(), await visible("#beside")];
await give(["foto.jpg", [255, 216, 255, 1]]);
seen.picture = [await visible("#name"), await visible("#beside")];
const reports = [await read("one-referto.xlsx"), await read("two-referto.xlsx")];
await give(["one.xlsx", reports[0]], ["torn.xlsx", reports[1].subarray(0, 9000)], ["two.xlsx", reports[1]]);
seen.torn = [await page.$$eval("#beside details li", (all) => all.map((one) => one.textContent))];
await click("form[data-action=season] button");
seen.torn.push(await visible("#lines p"));

// A folder of two towns, and of one with its copies.
const drop = async (...tree) => {
  await page.evaluate((all) => {
    const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    const one = ([name, given]) => typeof given === "string" ? { kind: "file", name, getFile: async () => new File([bytes(given)], name) }
      : { kind: "directory", name, values: async function* () { yield* given.map(one); } };
    const items = all.map((each) => ({ kind: "file", getAsFile: () => null, getAsFileSystemHandle: async () => one(each) }));
    document.dispatchEvent(Object.assign(new Event("drop", { cancelable: true }), { dataTransfer: { items } }));
  }, tree);
  await idle();
};
const [one, two] = reports.map((each) => ["torneo-referto.xlsx", each.toString("base64")]);
await drop(["2026", [["Asti", [one]], ["Bari", [two]]]]);
await page.evaluate(() => {
  const { run } = window.bangxl;
  window.bangxl.run = async (_action, name, all) => { window.bangxl.run = run; return { ok: true, lines: numbered(all, name).map(([each]) => each), files: [] }; };
});
await click("form[data-action=season] button");
seen.towns = await visible("#lines p");
await drop(["Asti", [["torneo.xlsx.history", [["000001-seat.xlsx", first.toString("base64")]]], ["asti.xlsx", second.toString("base64")]]]);
seen.folder = [await visible("#name"), await visible("#beside")];
await browser.close();
process.stdout.write(JSON.stringify(seen, null, 1), () => process.exit(0));
