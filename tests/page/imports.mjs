// Imports every module of bangxl with the page's own parts alone: node imports.mjs PYODIDE STDLIB BINARY APP; answers what fails.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, stdlib, binary, app] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ stdLibURL: stdlib });
python.unpackArchive(new Uint8Array(fs.readFileSync(binary)), "zip", { extractDir: "/binary" });
python.FS.writeFile("/app.zip", fs.readFileSync(app));
console.log(python.runPython(`
import ast, importlib, json, pkgutil, sys
sys.path[:0] = ["/app.zip", "/binary"]
import bangxl
names = [one.name for one in pkgutil.walk_packages(bangxl.__path__, "bangxl.")]
wrong = {}
for name in names:
    try:
        importlib.import_module(name)
    except ImportError as error:
        wrong[name] = str(error)
json.dumps([len(names), wrong])
`));
