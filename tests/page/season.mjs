// A season on the page: node season.mjs NODE-MODULES BROWSER PAGE FOLDER
// Drops every report of FOLDER; makes the season, stops the next one, and makes it again.
// Prints {seconds, counts, stopped, said, files, errors}.
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, executablePath, file, folder] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
const page = await browser.newPage({ locale: "en-GB" });
const seen = { errors: [], seconds: [] };
page.on("pageerror", (error) => seen.errors.push(String(error)));
page.setDefaultTimeout(1200000);
await page.goto(pathToFileURL(file).href);
await page.evaluate(() => window.bangxl.ready);
await page.evaluate(() => {
  window.counts = new Set();
  new MutationObserver(() => window.counts.add(document.querySelector("#state").textContent)).observe(document.querySelector("#state"), { childList: true });
});
const counts = () => page.evaluate(() => { const all = [...window.counts].filter((one) => one.includes("/")); window.counts.clear(); return all; });
const lines = () => page.$$eval("#lines p", (all) => all.map((one) => one.textContent));
const make = () => page.click("form[data-action=season] button");
const timed = async (work) => {
  const begun = performance.now();
  await work();
  await page.waitForTimeout(50);
  await page.waitForFunction(() => !document.querySelector("#state.busy") && !document.querySelector("button:disabled"));
  seen.seconds.push((performance.now() - begun) / 1000);
};
const reports = (await readdir(folder)).filter((name) => name.endsWith(".xlsx")).map((name) => `${folder}/${name}`);
await timed(() => page.setInputFiles("#pick", reports));
seen.counts = [await counts()];
await timed(make);
seen.counts.push(await counts());
await make();
await page.waitForFunction(() => / [1-9]\d* \/ /.test(document.querySelector("#state").textContent));
await page.click("#stop");
await timed(() => page.waitForFunction(() => document.querySelector("#lines").textContent));
seen.stopped = await lines();
await timed(make);
seen.said = await lines();
seen.files = await page.$$eval("#files a", (all) => all.map((one) => one.download));
await browser.close();
process.stdout.write(JSON.stringify(seen, null, 1), () => process.exit(0));
