"""Writes build/bangxl.html: Python, openpyxl, fpdf2, msgspec and bangxl in one page that needs no network. ``make page``.

Its parts come from the folder that make has filled: Pyodide from npm, wheels from PyPI, all of pinned versions, and
our own wheel. The same Python that runs the modules compiles them; parts are packed together (gzip) and written as base64.
The same sources give the same bytes.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from base64 import b64encode
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from bangxl.commands.forms import FORMS
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.page.texts import texts
from bangxl.rulebooks.loader import load, rulebook_ids

WEB: Final = Path(__file__).with_name("web")
SCRIPTS: Final = ("words.js", "store.js", "computing.js", "asking.js", "page.js")
LICENCES: Final = Path(__file__).with_name("licences")
EPOCH: Final = (2024, 1, 1, 0, 0, 0)

LEFT_OUT: Final = (".pyi", ".po", ".pyx", ".c", ".h", "/RECORD", "/WHEEL", "/INSTALLER", "/top_level.txt", "entry_points.txt")
"""Members of wheels that are not needed at run time."""
ELSEWHERE: Final = ("bangxl/selftest/", "bangxl/cli", "bangxl/ribbon", "bangxl/functions")
"""Parts of the program that need another host."""
UNUSED: Final = tuple(f"fontTools/{part}" for part in ("cu2qu", "diff", "merge", "mtiLib", "qu2cu", "t1Lib", "ufoLib", "voltLib"))
"""Parts of fontTools for making fonts; fpdf2 only subsets ours."""
IDLE: Final = re.compile(
    "(_pyio|_pyrepl|bdb|cProfile|cmd|doctest|fileinput|ftplib|imaplib|mailbox|modulefinder|multiprocessing|optparse|pdb|pickletools|"
    "poplib|profile|pstats|pyclbr|pydoc|smtplib|sqlite3|statistics|trace|wave|wsgiref|xmlrpc)[./]"
)
"""Parts of Python's own library that nothing imports here."""

CLASSIC: Final = 'if(r&&ae())throw new Error("Classic web workers are not supported");'
"""Chromium refuses module workers in a page opened from disk; a classic one works without this line."""
MODULE_END: Final = "export default _createPyodideModule;"
LOADER_END: Final = "export{dt as loadPyodide,U as version};"


def main() -> int:
    """Arguments: the folder with node_modules/pyodide and all wheels, and the page to write."""
    folder, target = map(Path, sys.argv[1:])
    pyodide = folder / "node_modules" / "pyodide"
    wheels = sorted(folder.glob("*.whl"))
    app, stdlib = folder / "app.zip", folder / "stdlib.zip"
    app.write_bytes(together(wheels))
    stdlib.write_bytes(together([pyodide / "python_stdlib.zip"]))
    compiled = [_compiled(pyodide, app), _compiled(pyodide, stdlib)]
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8")) | {"packages": {}}
    parts = {
        "worker": worker(pyodide).encode(),
        "wasm": (pyodide / "pyodide.asm.wasm").read_bytes(),
        "stdlib": compiled[1],
        "app": compiled[0],
        "lock": json.dumps(lock, sort_keys=True).encode(),
    }
    page = (WEB / "page.html").read_text("utf-8")
    for mark, text in {
        "/*STYLE*/": (WEB / "page.css").read_text("utf-8"),
        "<!--LICENCES-->": licences(wheels, pyodide),
        "<!--PARTS-->": "\n".join(map(_part, parts, parts.values())),
        "/*SCRIPT*/": "\n".join((WEB / name).read_text("utf-8") for name in SCRIPTS),
        "/*WORDS*/": json.dumps(words(), ensure_ascii=False),
    }.items():
        page = page.replace(mark, text)
    target.write_text(page, "utf-8")
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB")
    return 0


def words() -> dict[str, object]:
    """The page's texts by language, its forms, and the ids of the regulations for a new tournament."""
    return {
        "forms": FORMS,
        "texts": {language: texts(catalog(language)) for language in LANGUAGES},
        "rulebooks": {name: load(name).title for name in rulebook_ids()},
    }


def together(wheels: list[Path]) -> bytes:
    """One zip of all wheels, without unneeded members; members in order."""
    members: dict[str, bytes] = {}
    for wheel in wheels:
        with ZipFile(wheel) as packed:
            members |= {name: packed.read(name) for name in packed.namelist() if _is_needed(name)}
    out = BytesIO()
    with ZipFile(out, "w", ZIP_STORED) as archive:
        for name in sorted(members):
            archive.writestr(ZipInfo(name, EPOCH), members[name])
    return out.getvalue()


def _is_needed(name: str) -> bool:
    return not (name.endswith(("/", *LEFT_OUT)) or name.startswith(ELSEWHERE + UNUSED) or IDLE.match(name))


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
    return f"{{{module}}}\n{{{loader}}}\n{(WEB / 'worker.js').read_text('utf-8')}"


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
    return "\n".join(map(_folded, texts, texts.values()))


def _folded(head: str, text: str) -> str:
    return f"<details><summary>{escape(head)}</summary><pre>{escape(text)}</pre></details>"


def _compiled(pyodide: Path, source: Path) -> bytes:
    target = source.with_name(f"compiled-{source.name}")
    subprocess.run(["node", WEB / "compile.mjs", pyodide.resolve(), source, target], check=True)
    return target.read_bytes()


def _packed(data: bytes) -> str:
    return b64encode(gzip.compress(data, 9, mtime=0)).decode()


def _part(name: str, data: bytes) -> str:
    return f'<script type="application/octet-stream" id="part-{name}">{_packed(data)}</script>'


if __name__ == "__main__":
    sys.exit(main())
