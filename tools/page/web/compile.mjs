// Compiles the modules in a zip with the page's own Python, unchecked and without
// docstrings: node compile.mjs PYODIDE IN OUT
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, source, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide();
python.FS.writeFile("/in.zip", fs.readFileSync(source));
python.runPython(`
import py_compile, zipfile
from pathlib import Path

with zipfile.ZipFile("/in.zip") as packed, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_STORED) as out:
    for name in sorted(packed.namelist()):
        data = packed.read(name)
        if name.endswith("/"):
            continue
        if name.endswith(".py"):
            Path("/one.py").write_bytes(data)
            mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
            py_compile.compile("/one.py", "/one.pyc", dfile=name, doraise=True, optimize=2, invalidation_mode=mode)
            data, name = Path("/one.pyc").read_bytes(), name + "c"
        out.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), data)
`);
fs.writeFileSync(target, python.FS.readFile("/out.zip"));
