// The print view in a real browser: node paper.mjs NODE-MODULES BROWSER-KIND BROWSER PAGE WORKBOOK FOLDER
// Prints what the view shows, how often its buttons called the browser's own printing, and errors; the leaves as printed lie in FOLDER.
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, kind, executablePath, file, workbook, folder] = process.argv.slice(2);
const puppeteer = createRequire(`${modules}/`)("puppeteer-core");
const args = kind === "firefox" ? [] : ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
const browser = await puppeteer.launch({ browser: kind === "firefox" ? kind : "chrome", executablePath, args, protocolTimeout: 600000 });
const page = await browser.newPage();
const errors = [];
page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
page.on("pageerror", (error) => errors.push(String(error)));
await page.goto(pathToFileURL(file).href, { timeout: 120000 });
await page.evaluate(async () => { await window.bangxl.ready; window.printed = 0; });

await (await page.$("#pick")).uploadFile(workbook);
await page.waitForSelector("#buttons button[data-action=print]:not([disabled])", { visible: true, timeout: 60000 });
await page.waitForFunction(() => document.activeElement.id === "name");
await page.click("#buttons button[data-action=print]");
await page.waitForFunction(() => document.querySelector("#sheets").contentDocument?.querySelector(".leaf"), { timeout: 60000 });
const leaves = await page.$eval("#sheets", (frame) => [...frame.contentDocument.querySelectorAll(".leaf h1")].map((one) => one.textContent));
const seen = await page.$eval("#sheets", (frame) => [frame.offsetWidth, frame.offsetHeight, frame.contentDocument.body.scrollHeight]);
await page.$eval("#sheets", (frame) => { frame.contentWindow.print = () => { window.printed += 1; }; });
await page.click("#paper-print");
await page.keyboard.down("Control");
await page.keyboard.press("p");
await page.keyboard.up("Control");
const printed = await page.evaluate(() => window.printed);
const markup = await page.$eval("#sheets", (frame) => frame.srcdoc);
await page.screenshot({ path: `${folder}/view.png` });
await page.click("#paper-close");
const closed = await page.$eval("#paper", (one) => one.hidden);

await writeFile(`${folder}/leaves.html`, markup);
const sheet = await browser.newPage();
await sheet.goto(pathToFileURL(`${folder}/leaves.html`).href);
await sheet.pdf({ path: `${folder}/leaves.pdf`, preferCSSPageSize: true, printBackground: false });
await browser.close();
process.stdout.write(JSON.stringify({ leaves, seen, printed, closed, errors }), () => process.exit(0));
