// Draws the PDF of a workbook's report in the page's own Python: node report.mjs PYODIDE APP WORKBOOK WRITTEN OUT
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, app, workbook, written, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(fs.readFileSync(app)), "zip", { extractDir: "/app" });
python.FS.writeFile("/torneo.xlsx", new Uint8Array(fs.readFileSync(workbook)));
python.globals.set("written", written);
python.runPython(`
import sys
sys.path.insert(0, "/app")
from pathlib import Path
from bangxl.books.closed import ClosedBook
from bangxl.paper.report import report_pdf
from bangxl.referto.report import report_of
from bangxl.workbook.read import read
Path("/report.pdf").write_bytes(report_pdf(report_of(read(ClosedBook.open(Path("/torneo.xlsx"))), written)))
`);
fs.writeFileSync(out, python.FS.readFile("/report.pdf"));
