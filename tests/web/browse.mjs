// Pages in a real browser: node browse.mjs NODE-MODULES BROWSER FILE...
// Prints {"FILE": [{"width", "dark", "requests", "errors", "wide", "findings", "bare"}...]}: one entry a width, with everything opened that can be.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, executablePath, ...files] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const axe = await readFile(`${modules}/axe-core/axe.min.js`, "utf8");
const VIEWS = [[360, false], [768, true], [1280, false]];
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath, args });

/** What is wider than the screen, and so moves it sideways; headings that only programs read aside. */
const wide = () => [...document.querySelectorAll("body *")]
  .filter((one) => one.getClientRects().length && one.getBoundingClientRect().right > innerWidth + 1 && !one.closest("thead"))
  .map((one) => `${one.tagName} ${one.textContent.slice(0, 60)}`)
  .concat(document.documentElement.scrollWidth > innerWidth ? [`the page: ${document.documentElement.scrollWidth}`] : []);

/** Headings that would be printed with nothing below them. */
const bare = () => [...document.querySelectorAll("section")]
  .filter((one) => one.querySelector("h2")?.getClientRects().length)
  .filter((one) => ![...one.children].some((child) => child.tagName !== "H2" && child.getClientRects().length))
  .map((one) => one.querySelector("h2").textContent);

async function look(file, width, dark) {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: dark ? "dark" : "light" });
  const requests = [], errors = [], url = pathToFileURL(file).href;
  page.on("request", (request) => request.url() === url || requests.push(request.url()));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(url);
  await page.emulateMedia({ media: "print" });
  const alone = await page.evaluate(bare);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
  const sideways = await page.evaluate(wide);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
  const findings = violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0].html.slice(0, 200)}`);
  await page.close();
  return { width, dark, requests, errors, wide: sideways, findings, bare: alone };
}

const found = {};
for (const file of files) {
  found[file] = await Promise.all(VIEWS.map(([width, dark]) => look(file, width, dark)));
}
await browser.close();
process.stdout.write(JSON.stringify(found, null, 1), () => process.exit(0));
