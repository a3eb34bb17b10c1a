// Makes of zips one, without what is needless, its modules compiled by the page's own Python, unchecked and without docstrings:
// node compile.mjs PYODIDE NEEDLESS {NAME: [ZIP ...]} FOLDER, where it writes compiled-NAME.zip
import { pathToFileURL } from "node:url";

const [pyodide, needless, zips, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide();
python.FS.mkdirTree("/disk");
python.FS.mount(python.FS.filesystems.NODEFS, { root: "/" }, "/disk");
python.runPython(`
import py_compile, re
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

for target, sources in zips.items():
    with ZipFile(f"/disk{folder}/compiled-{target}.zip", "w") as out:
        packed = [ZipFile(f"/disk{source}") for source in sources]
        for name, source in sorted((name, one) for one in packed for name in one.namelist() if not re.match(needless, name)):
            data = source.read(name)
            if name.endswith(".py"):
                Path("/one.py").write_bytes(data)
                mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
                py_compile.compile("/one.py", "/one.pyc", dfile=name, doraise=True, optimize=2, invalidation_mode=mode)
                data, name = Path("/one.pyc").read_bytes(), name + "c"
            out.writestr(ZipInfo(name), data, ZIP_DEFLATED, 9)
`, { globals: python.toPy({ needless, zips: JSON.parse(zips), folder }) });
