// Compiles the modules in zips with the page's own Python, unchecked and without
// docstrings: node compile.mjs PYODIDE ZIP ... writes compiled-ZIP beside each
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...sources] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide();
for (const source of sources) {
  python.FS.writeFile("/in.zip", fs.readFileSync(source));
  python.runPython(`
import py_compile, zipfile
from pathlib import Path

with zipfile.ZipFile("/in.zip") as packed, zipfile.ZipFile("/out.zip", "w") as out:
    for name in sorted(packed.namelist()):
        data = packed.read(name)
        if name.endswith(".py"):
            Path("/one.py").write_bytes(data)
            mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
            py_compile.compile("/one.py", "/one.pyc", dfile=name, doraise=True, optimize=2, invalidation_mode=mode)
            data, name = Path("/one.pyc").read_bytes(), name + "c"
        out.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
`);
  fs.writeFileSync(path.join(path.dirname(source), `compiled-${path.basename(source)}`), python.FS.readFile("/out.zip"));
}
