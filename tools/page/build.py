"""Writes build/bangxl.html: Python, openpyxl, fpdf2, msgspec and bangxl in one page that needs no network. ``make page``.

Its parts come from the folder that make has filled: Pyodide from npm, wheels from PyPI, all of pinned versions, and
our own wheel. The same Python that runs the modules compiles them; parts are packed and written as base64. The same sources give
the same bytes.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from base64 import b64encode
from html import escape
from pathlib import Path
from typing import Final

from bangxl.commands.forms import FORMS
from bangxl.commands.printing import WHATS
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.page.texts import page_texts
from bangxl.rulebooks.loader import load, rulebook_ids
from bangxl.seasons.summary import OFFENDERS, SCORES
from tools.installer.wheels import licence

WEB: Final = Path(__file__).with_name("web")
SCRIPTS: Final = ("words.js", "store.js", "computing.js", "asking.js", "page.js")
LICENCES: Final = Path(__file__).with_name("licences")
PART: Final = '<script type="application/octet-stream" id="part-{}">{}</script>'

NEEDLESS: Final = (
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

CLASSIC: Final = {
    'if(r&&ge())throw new Error("Classic web workers are not supported");': "",
    "export default _createPyodideModule;": "globalThis.createPyodideModule=_createPyodideModule;",
    "import.meta.url": '"https://offline.invalid/pyodide.asm.mjs"',
}
"""Chromium refuses module workers in a page opened from disk: what a classic one has instead of Pyodide's parts for these."""

CHOICES: Final = {
    "rulebook": ["", *rulebook_ids()], "what": [*WHATS], "regional": [*SCORES], "irregular": [*OFFENDERS],
    "whom": ["", "same", "none"], "until": ["round2", "round1", "finals"],
}  # fmt: skip
"""What the fields of the forms offer."""


def main() -> int:
    """Arguments: the folder with node_modules/pyodide and all wheels, and the page to write."""
    folder, target = map(Path, sys.argv[1:])
    pyodide, dexie = (folder / "node_modules" / name for name in ("pyodide", "dexie"))
    wheels = sorted(folder.glob("*.whl"))
    pure = [wheel for wheel in wheels if "-none-any" in wheel.name]
    zips = {"stdlib": [pyodide / "python_stdlib.zip"], "binary": [one for one in wheels if one not in pure], "app": pure}
    named = json.dumps(zips, default=lambda path: str(path.resolve()))
    subprocess.run(["node", WEB / "compile.mjs", pyodide.resolve(), NEEDLESS, named, folder.resolve()], check=True)
    packed = {"worker": worker(pyodide).encode(), "wasm": (pyodide / "pyodide.asm.wasm").read_bytes()}
    parts = {name: gzip.compress(data, 9, mtime=0) for name, data in packed.items()}
    parts |= {name: (folder / f"compiled-{name}.zip").read_bytes() for name in zips}
    titles = {f"rulebook_{name}": load(name).title for name in rulebook_ids()}
    spoken = {language: {**titles, **page_texts(catalog(language))} for language in LANGUAGES}
    words = {"forms": FORMS, "choices": CHOICES, "texts": spoken}
    page = (WEB / "page.html").read_text("utf-8")
    for mark, text in {
        "/*STYLE*/": (WEB / "page.css").read_text("utf-8"),
        "<!--LICENCES-->": licences(wheels, pyodide, dexie),
        "<!--PARTS-->": "\n".join(PART.format(name, b64encode(data).decode()) for name, data in parts.items()),
        "/*DEXIE*/": (dexie / "dist/dexie.min.js").read_text("utf-8"),
        "/*SCRIPT*/": "\n".join((WEB / name).read_text("utf-8") for name in SCRIPTS),
        "/*WORDS*/": json.dumps(words, ensure_ascii=False),
    }.items():
        page = page.replace(mark, text)
    target.write_text(page, "utf-8")
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB")
    return 0


def worker(pyodide: Path) -> str:
    """Pyodide and our worker code as one classic script."""
    module, loader = ((pyodide / name).read_text("utf-8") for name in ("pyodide.asm.mjs", "pyodide.js"))
    script = f"{{{module}}}\n{{{loader.partition('//# sourceMappingURL')[0]}}}\n{(WEB / 'worker.js').read_text('utf-8')}"
    for part, instead in CLASSIC.items():
        if part not in script:
            raise SystemExit(f"this Pyodide is another one: {part} is not in it")
        script = script.replace(part, instead)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8")) | {"packages": {}}
    return script.replace("/*LOCK*/", json.dumps(lock, sort_keys=True))


def licences(wheels: list[Path], pyodide: Path, dexie: Path) -> str:
    """The parts with their versions and licences."""
    texts = {"Python": (LICENCES / "Python.txt").read_text("utf-8")}
    for part, files in {pyodide: [LICENCES / "MPL-2.0.txt"], dexie: [dexie / "LICENSE", dexie / "NOTICE"]}.items():
        about = json.loads((part / "package.json").read_text("utf-8"))
        texts[f"{about['name'].title()} {about['version']}"] = "\n\n".join(file.read_text("utf-8") for file in files)
    texts |= {" ".join(wheel.name.split("-")[:2]): licence(wheel)[1] for wheel in wheels}
    folded = "<details><summary>{}</summary><pre>{}</pre></details>"
    return "\n".join(folded.format(escape(head), escape(text)) for head, text in texts.items())


if __name__ == "__main__":
    sys.exit(main())
