"""Writes build/bangxl.html: Python, openpyxl, fpdf2, msgspec and bangxl in one page that needs no network. ``make page``.

Its parts come from the folder that make has filled: Pyodide from npm, wheels from PyPI, all of pinned versions, and
our own wheel. The same Python that runs the modules compiles them; parts are packed and written as base64. The same sources give
the same bytes.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from base64 import b64encode
from html import escape
from pathlib import Path
from typing import Final
from zipfile import ZipFile, ZipInfo

from bangxl.commands.forms import FORMS
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.page.texts import texts
from bangxl.rulebooks.loader import load, rulebook_ids

WEB: Final = Path(__file__).with_name("web")
SCRIPTS: Final = ("words.js", "store.js", "computing.js", "asking.js", "page.js")
LICENCES: Final = Path(__file__).with_name("licences")
PART: Final = '<script type="application/octet-stream" id="part-{}">{}</script>'

NEEDLESS: Final = re.compile(
    r".*(/|\.(c|h|po|pyi|pyx))$|.*\.dist-info/"
    # Parts of the program that need another host.
    "|bangxl/(selftest/|cli|ribbon|functions)"
    # Parts of fontTools for making fonts; fpdf2 only subsets ours.
    "|fontTools/(cu2qu|diff|fontBuilder|merge|mtiLib|qu2cu|t1Lib|tfmLib|ttx|ufoLib|voltLib)"
    # Parts of Python's own library that nothing imports here.
    "|(_pyio|_pyrepl|bdb|cProfile|cmd|doctest|fileinput|ftplib|imaplib|mailbox|modulefinder|multiprocessing|optparse|pdb|pickletools|"
    "poplib|profile|pstats|pyclbr|pydoc|smtplib|sqlite3|statistics|trace|unittest|wave|wsgiref|xmlrpc)[./]"
    r"|(asyncio/(proactor|windows)_|http/server|logging/(config|handlers))"
)
"""Members of wheels that nothing needs at run time."""

CLASSIC: Final = 'if(r&&ae())throw new Error("Classic web workers are not supported");'
"""Chromium refuses module workers in a page opened from disk; a classic one works without this line."""
MODULE_END: Final = "export default _createPyodideModule;"
LOADER_END: Final = "export{dt as loadPyodide,U as version};"


def main() -> int:
    """Arguments: the folder with node_modules/pyodide and all wheels, and the page to write."""
    folder, target = map(Path, sys.argv[1:])
    pyodide = folder / "node_modules" / "pyodide"
    wheels = sorted(folder.glob("*.whl"))
    pure = [wheel for wheel in wheels if "-none-any" in wheel.name]
    zips = {"stdlib": [pyodide / "python_stdlib.zip"], "binary": [one for one in wheels if one not in pure], "app": pure}
    packed = {"worker": worker(pyodide).encode(), "wasm": (pyodide / "pyodide.asm.wasm").read_bytes()}
    parts = {name: gzip.compress(data, 9, mtime=0) for name, data in packed.items()} | _compiled(pyodide, folder, zips)
    words = {"forms": FORMS, "texts": {language: texts(catalog(language)) for language in LANGUAGES}}
    words |= {"rulebooks": {name: load(name).title for name in rulebook_ids()}}
    page = (WEB / "page.html").read_text("utf-8")
    for mark, text in {
        "/*STYLE*/": (WEB / "page.css").read_text("utf-8"),
        "<!--LICENCES-->": licences(wheels, pyodide),
        "<!--PARTS-->": "\n".join(PART.format(name, b64encode(data).decode()) for name, data in parts.items()),
        "/*SCRIPT*/": "\n".join((WEB / name).read_text("utf-8") for name in SCRIPTS),
        "/*WORDS*/": json.dumps(words, ensure_ascii=False),
    }.items():
        page = page.replace(mark, text)
    target.write_text(page, "utf-8")
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB")
    return 0


def together(wheels: list[Path], target: Path) -> None:
    """Make one zip of all wheels, without unneeded members; members in order."""
    members: dict[str, bytes] = {}
    for wheel in wheels:
        with ZipFile(wheel) as packed:
            members |= {name: packed.read(name) for name in packed.namelist() if not NEEDLESS.match(name)}
    with ZipFile(target, "w") as archive:
        for name in sorted(members):
            archive.writestr(ZipInfo(name), members[name])


def worker(pyodide: Path) -> str:
    """Pyodide and our worker code as one classic script."""
    loader = (pyodide / "pyodide.mjs").read_text("utf-8").partition("//# sourceMappingURL")[0]
    module = (pyodide / "pyodide.asm.mjs").read_text("utf-8").rstrip()
    for text, part in ((loader, LOADER_END), (loader, CLASSIC), (module, MODULE_END)):
        if text.count(part) != 1:
            raise SystemExit(f"this Pyodide is another one: {part} is not in it once")
    loader = loader.replace(LOADER_END, ";globalThis.loadPyodide=dt;").replace(CLASSIC, "")
    module = module.replace(MODULE_END, "\nglobalThis.createPyodideModule=_createPyodideModule;\n")
    module = module.replace("import.meta.url", '"https://offline.invalid/pyodide.asm.mjs"')
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8")) | {"packages": {}}
    ours = (WEB / "worker.js").read_text("utf-8").replace("/*LOCK*/", json.dumps(lock, sort_keys=True))
    return f"{{{module}}}\n{{{loader}}}\n{ours}"


def licences(wheels: list[Path], pyodide: Path) -> str:
    """The parts with their versions and licences."""
    version = json.loads((pyodide / "package.json").read_text("utf-8"))["version"]
    files = {f"Pyodide {version}": "MPL-2.0.txt", "Python": "Python.txt"}
    texts = {name: (LICENCES / file).read_text("utf-8") for name, file in files.items()}
    for wheel in wheels:
        with ZipFile(wheel) as packed:
            terms = [name for name in packed.namelist() if ".dist-info/" in name and "LICEN" in name.upper()]
            if not terms:
                raise SystemExit(f"{wheel.name} does not say under which terms it comes")
            texts[" ".join(wheel.name.split("-")[:2])] = "\n\n".join(packed.read(name).decode() for name in terms)
    folded = "<details><summary>{}</summary><pre>{}</pre></details>"
    return "\n".join(folded.format(escape(head), escape(text)) for head, text in texts.items())


def _compiled(pyodide: Path, folder: Path, zips: dict[str, list[Path]]) -> dict[str, bytes]:
    for name, wheels in zips.items():
        together(wheels, folder / f"{name}.zip")
    subprocess.run(["node", WEB / "compile.mjs", pyodide.resolve(), *(folder / f"{name}.zip" for name in zips)], check=True)
    return {name: (folder / f"compiled-{name}.zip").read_bytes() for name in zips}


if __name__ == "__main__":
    sys.exit(main())
