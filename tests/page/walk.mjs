// What people do at random, before the page is ready with what was before: node walk.mjs NODE-MODULES BROWSER PAGE FOLDER SEEDS STEPS
// FOLDER holds first.xlsx and second.xlsx, two tournaments named so, whose handles both say torneo.xlsx. An order for each of SEEDS
// (1,2,...), in two tabs; then the page must be ready and nothing mixed. Prints {wrong, trail}: what did not hold, and what was done.
import { readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, executablePath, file, folder, seeds, steps] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
const context = await browser.newContext({ locale: "en-GB" });
const wrong = [], trail = [], written = new Map();
const fail = (...what) => wrong.push(`${trail.at(-1)[0]}: ${what.join(" ")}`);
const started = Object.fromEntries(await Promise.all(["first", "second"].map(async (name) => [name, await readFile(`${folder}/${name}.xlsx`)])));
const disks = {};
const put = (name, bytes) => { disks[name] = { bytes, modified: (disks[name]?.modified ?? 1000) + 1000 }; };
const sum = (data) => createHash("sha256").update(Buffer.from(data, "base64")).digest("hex");

// What was written goes on from what was written last, or the person had been warned.
const wrote = (_, { action, name, given, made, tournament, goesOn, warned }) => {
  trail.at(-1).push(`wrote ${action} ${name} ${tournament} ${goesOn} ${warned}`);
  if (goesOn && written.has(tournament) && written.get(tournament) !== sum(given)) fail(action, "did not go on from the last state");
  if (goesOn === false && !warned) fail(action, "went on from an older copy unseen");
  written.set(tournament, sum(made));
};
await context.exposeBinding("wrote", wrote);
await context.exposeBinding("readDisk", (_, name) => ({ data: disks[name].bytes.toString("base64"), modified: disks[name].modified }));
await context.exposeBinding("writeDisk", (_, name, data) => put(name, Buffer.from(data, "base64")));
await context.addInitScript(() => {
  const packed = (bytes) => { let all = ""; for (const byte of bytes) all += String.fromCharCode(byte); return btoa(all); };
  const handle = (disk) => ({
    kind: "file", name: "torneo.xlsx", disk,
    getFile: async () => {
      const { data, modified } = await window.readDisk(disk);
      return new File([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], "torneo.xlsx", { lastModified: modified });
    },
    createWritable: async () => { let kept; return { write: async (bytes) => { kept = bytes; }, close: () => window.writeDisk(disk, packed(kept)) }; },
  });
  window.drop = (...names) => void document.dispatchEvent(Object.assign(new Event("drop", { cancelable: true }), {
    dataTransfer: { items: names.map((name) => ({ kind: "file", getAsFile: () => null, getAsFileSystemHandle: async () => handle(name) })) },
  }));
  window.label = async (bytes) => {
    const { lines } = await window.bangxl.run("standings", "torneo.xlsx", bytes, {});
    return lines.join("\t").match(/\t(first|second) \d/)?.[1] ?? lines.join("; ");
  };
  document.addEventListener("DOMContentLoaded", () => {
    const { run } = window.bangxl;
    window.bangxl.run = async (action, name, bytes, ...more) => {
      const warned = !document.querySelector("#first").hidden;
      const done = await run(action, name, bytes, ...more);
      const made = bytes && !done.isLate && done.files.find((one) => one.name === name);
      if (made) await window.wrote({ action, name, given: packed(bytes), made: packed(made.bytes), tournament: done.tournament, goesOn: done.goesOn, warned });
      return done;
    };
  });
});

const opened = async () => {
  const page = await context.newPage();
  page.on("pageerror", (error) => fail(error));
  page.on("dialog", (dialog) => dialog.accept().catch(() => {}));
  page.setDefaultTimeout(120000);
  await page.goto(pathToFileURL(file).href);
  return page;
};
const click = (page, selector) => page.evaluate((one) => document.querySelector(one)?.click(), selector);
const button = (action) => (page) => click(page, `#work:not([hidden]) button[data-action=${action}]`);
const DONE = {
  first: (page) => page.evaluate(() => window.drop("first")),
  second: (page) => page.evaluate(() => window.drop("second")),
  both: (page) => page.evaluate(() => window.drop("first", "second")),
  older: (_page, name) => put(name, started[name]),
  seat: button("seat"), undo: button("undo"), redo: button("redo"), check: button("check"), print: button("print"),
  seated: button("seat"), again: button("undo"), commit: (page) => click(page, "form[data-action=commit] button"),
  save: (page) => click(page, "#save button.first"),
  open: (page) => click(page, "#save .row:last-child button:not(.first)"),
  standings: (page) => click(page, "#standings"),
  forget: (page) => click(page, "#work:not([hidden]) #forget"),
  language: (page, _name, chance) => page.selectOption("#language", ["it", "en", "de", "ru"][Math.floor(chance() * 4)]).then(() => {}),
  refused: (page) => page.evaluate(() => { document.querySelector("#new-players").value = "5000"; document.querySelector("form[data-action=new] button").click(); }),
  reload: (page) => page.reload().then(() => {}),
  close: async (page) => { await page.close(); return opened(); },
};

// A small generator of numbers: the same seed, the same order.
const from = (seed) => () => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648; };

const right = async (page) => {
  await page.evaluate(() => window.bangxl.ready);
  await page.waitForTimeout(50);
  await page.waitForFunction(() => !document.querySelector("#state.busy") && !document.querySelector("button:disabled"));
  return page.evaluate(async () => {
    const found = [];
    const shown = document.querySelector("#name").textContent;
    if (file && (shown !== file.name || document.querySelector("#work").hidden)) found.push(`in view is ${shown}, open is ${file.name}`);
    if (file && await window.label(file.bytes) !== file.handle?.disk && file.handle) found.push("the open file has another tournament");
    for (const [id, one] of unsaved) {
      const whose = await window.label(one.bytes), { book } = await store.files(id) ?? {};
      if (one.file.handle && one.file.handle.disk !== whose) found.push(`${whose} is offered for ${one.file.handle.disk}`);
      if (book && await window.label(book) !== whose) found.push(`${whose} is kept as another tournament`);
    }
    const offered = [...document.querySelectorAll("#save .row")].length;
    if (offered !== unsaved.size) found.push(`${unsaved.size} unsaved, ${offered} offered`);
    for (const disk of ["first", "second"]) {
      const { data } = await window.readDisk(disk);
      if (await window.label(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))) !== disk) found.push(`the disk of ${disk} has another tournament`);
    }
    return found;
  });
};

const tabs = [await opened(), await opened()];
for (const seed of seeds.split(",").map(Number)) {
  const chance = from(seed * 7919);
  trail.push([`seed ${seed}`]);
  for (const name of ["first", "second"]) put(name, started[name]);
  const names = Object.keys(DONE);
  for (let count = 0; count < steps; count++) {
    const at = Math.floor(chance() * 2), step = count ? names[Math.floor(chance() * names.length)] : "both";
    trail.at(-1).push(`${at}: ${step}`);
    tabs[at] = await DONE[step](tabs[at], ["first", "second"][Math.floor(chance() * 2)], chance) ?? tabs[at];
    await tabs[at].waitForTimeout(Math.floor(chance() ** 3 * 1500));
  }
  for (const page of tabs) for (const one of await right(page)) fail(one);
}
await browser.close();
process.stdout.write(JSON.stringify({ wrong, trail: trail.filter(([seed]) => wrong.some((one) => one.startsWith(`${seed}:`))) }, null, 1), () => process.exit(0));
