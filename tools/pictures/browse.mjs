// Pictures of pages in headless Chromium: node browse.mjs NODE-MODULES BROWSER SHOTS
// SHOTS is a JSON list of {url, target, width, height, language, file, press}: with a file the page is bangxl.html, which
// gets it, and of which each button in `press` is pressed.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, executablePath, shots] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/`)("playwright-core");
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--font-render-hinting=none"];
const browser = await chromium.launch({ executablePath, args });
for (const { path, target, width, height, language, file, press } of JSON.parse(await readFile(shots, "utf8"))) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: "light", locale: language });
  page.setDefaultTimeout(120000);
  await page.goto(pathToFileURL(path).href);
  if (file) {
    await page.evaluate(() => window.bangxl.ready);
    await page.selectOption("#language", language);
    await page.setInputFiles("#pick", file);
    await page.waitForSelector("#work:not([hidden])");
    for (const name of press) {
      await page.getByRole("button", { name, exact: true }).first().click();
      await page.waitForFunction(() => !document.querySelector("#answer").hidden && !document.querySelector("#buttons button").disabled);
    }
    await page.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
  }
  await page.screenshot({ path: target });
  await page.close();
}
await browser.close();
