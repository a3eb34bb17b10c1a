// Plays steps in the page in a real browser: node play.mjs NODE-MODULES BROWSER-KIND BROWSER PAGE STEPS FOLDER
// STEPS is a JSON list of {action, name, options, from, reports}: `from` is a file to give to it, else what the steps before
// made of it; `reports` are files of a season.
// Prints {"times", "errors", "requests", "steps": [{code, lines, files, seconds, memory}]}; what was written lies in FOLDER, by step.
import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, kind, executablePath, file, script, folder] = process.argv.slice(2);
const load = createRequire(`${modules}/`);
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const browser = kind === "firefox"
  ? await load("puppeteer-core").launch({ browser: kind, executablePath, protocolTimeout: 600000 })
  : await load("playwright-core")[kind].launch({ executablePath, args });
const page = await browser.newPage();
const requests = [], errors = [], url = pathToFileURL(file).href;
const within = (asked) => asked === url || asked.startsWith("blob:") || asked.startsWith("data:");
page.on("request", (request) => within(request.url()) || requests.push(request.url().slice(0, 200)));
page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
page.on("pageerror", (error) => errors.push(String(error)));
page.setDefaultTimeout(120000);
const begun = Date.now();
await page.goto(url, { timeout: 120000 });
const times = await page.evaluate(async () => window.bangxl.ready);
times.wall = Date.now() - begun;

const inside = async ({ action, name, options, data }) => {
  const unpacked = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const bytes = Array.isArray(data) ? data.map(([one, text]) => ({ name: one, bytes: unpacked(text) })) : data && unpacked(data);
  const done = await window.bangxl.run(action, name, bytes, options);
  const packed = (some) => { let text = ""; for (let at = 0; at < some.length; at += 32768) text += String.fromCharCode(...some.subarray(at, at + 32768)); return btoa(text); };
  return { ...done, files: done.files.map((one) => [one.name, packed(one.bytes)]) };
};

/** MB of the largest process of the browser. */
const memory = () => {
  const all = execFileSync("ps", ["-eo", "pid=,ppid=,rss="], { encoding: "utf8" }).trim().split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const own = new Set([process.pid]);
  for (let depth = 0; depth < 6; depth++) for (const [pid, parent] of all) if (own.has(parent)) own.add(pid);
  return Math.max(...all.filter(([pid]) => own.has(pid) && pid !== process.pid).map(([, , size]) => size / 1024));
};

const now = {}, steps = [];
for (const [index, step] of JSON.parse(await readFile(script, "utf8")).entries()) {
  if (step.from) now[step.name] = (await readFile(step.from)).toString("base64");
  if (step.reports) now[step.name] = await Promise.all(step.reports.map(async (one) => [one, (await readFile(one)).toString("base64")]));
  const done = await page.evaluate(inside, { ...step, options: step.options ?? {}, data: now[step.name] ?? null });
  await mkdir(`${folder}/${index}`, { recursive: true });
  for (const [name, data] of done.files) {
    now[name] = data;
    await writeFile(`${folder}/${index}/${name}`, Buffer.from(data, "base64"));
  }
  steps.push({ ...done, files: done.files.map(([name]) => name), memory: memory() });
}
await browser.close();
process.stdout.write(JSON.stringify({ times, errors, requests, steps }, null, 1), () => process.exit(0));
