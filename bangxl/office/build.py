"""Builds the LibreOffice extension, the same bytes every time: ``python -m bangxl.office.build FILE.oxt [WHEEL …]``.

With wheels (``make oxt``) it carries bangxl for LibreOffice's own Python; without any it calls the Python that
``bangxl setup --libreoffice`` has written down.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from bangxl import __version__
from bangxl.locale.catalog import LANGUAGES, N_, SOURCE_LANGUAGE, catalog
from bangxl.office import ANY, BUTTON
from bangxl.vba.ribbon import buttons, groups, menu

IDENTIFIER: Final = "org.bangxl.click"
_MESSAGES: Final = (
    N_("LibreOffice does not know where bangxl is. Run this once: bangxl setup --libreoffice"),
    N_("This LibreOffice has Python {python}, and BANG! needs 3.11. Install LibreOffice 25.8 or later."),
    N_("bangxl has stopped unexpectedly: {reason}"),
)
"""The own texts of `bangxl.office.click`."""
REFUSAL: Final = N_(
    "LibreOffice was started from a terminal in which another Python is active, and BANG! does not work with"
    " that Python. Nothing was changed. Save, close LibreOffice, and start it from the program menu, or type"
    " «deactivate» in the terminal first."
)
"""The own texts of `buttons.bas`."""

_CARRIED: Final = ("__init__.py", "agent.py", "click.py", "places.py")
_SHEETS_ONLY: Final = "com.sun.star.sheet.SpreadsheetDocument"
_XML_HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
_ADDONS: Final = (
    f'{_XML_HEAD}<oor:component-data xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"'
    ' oor:name="Addons" oor:package="org.openoffice.Office">{}</oor:component-data>\n'
)
_MODULE: Final = (
    f'{_XML_HEAD}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Buttons"'
    ' script:language="StarBasic">{}</script:module>\n'
)
_STATIC: Final = ("META-INF/manifest.xml", "CalcWindowState.xcu", "bangxl/script.xlb", "bangxl/dialog.xlb", "description.xml")
"""The files in the folder ``extension``; the toolbar is visible from the start, on its own row, with texts."""


def oxt(wheels: Iterable[Path] = ()) -> bytes:
    """The extension, as a file for LibreOffice's extension manager; with wheels it carries what is in them."""
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for name, text in sorted(_extension_files().items()):
            archive.writestr(ZipInfo(name), text)  # uncompressed: zlib versions compress differently
        for name, data in sorted(_carried(wheels)):
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)
    return out.getvalue()


def _carried(wheels: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """The files of wheels: those for any Python in one folder, the others by Python and system."""
    for wheel in wheels:
        python, abi, platform = wheel.stem.split("-")[-3:]
        folder = ANY if abi == "none" else f"{python}-{platform.rpartition('.')[2]}"
        with ZipFile(wheel) as packed:
            for info in packed.infolist():
                yield f"carried/{folder}/{info.filename}", packed.read(info)


def _extension_files() -> Mapping[str, str]:
    sources = files(__package__)
    carried = {f"pythonpath/bangxl/office/{name}": sources.joinpath(name).read_text(encoding="utf-8") for name in _CARRIED}
    static = {name: sources.joinpath("extension", name.rpartition("/")[2]).read_text(encoding="utf-8") for name in _STATIC}
    messages = {language: {text: catalog(language)(text) for text in _MESSAGES} for language in LANGUAGES}
    # the sentence of `buttons.bas` in all languages, and the buttons
    cases = "".join(f'\t\tCase "{language}": Refusal = "{catalog(language)(REFUSAL)}"\n' for language in LANGUAGES)
    sentence = f'\tRefusal = "{REFUSAL}"\n\tSelect Case language\n{cases}\tEnd Select\n'
    subs = "".join(f'\nSub press_{action}\n\tPress "{action}"\nEnd Sub\n' for action in buttons())
    basic = sources.joinpath("buttons.bas").read_text(encoding="utf-8")
    basic += f"\nFunction Refusal(language As String) As String\n{sentence}End Function\n{subs}"
    return (carried | static) | {
        "description.xml": static["description.xml"].format(version=__version__),
        "pythonpath/bangxl/__init__.py": "",
        "pythonpath/bangxl/office/texts.json": json.dumps(messages, ensure_ascii=False, indent=1, sort_keys=True),
        "component.py": "from bangxl.office.click import g_ImplementationHelper\n",
        "uno_probe.py": sources.joinpath("uno_probe.py").read_text(encoding="utf-8"),
        "bangxl/Buttons.xba": _MODULE.format(escape(basic)),
        "Addons.xcu": _ADDONS.format(_addons()),
    }


def _addons() -> str:
    """The menu and the toolbar, without the ribbon's menu buttons: a toolbar button opens no menu of an extension."""
    hidden, context = menu(), _property("Context", _SHEETS_ONLY)
    in_menu: list[str] = []
    in_bar: list[str] = []
    for group in groups():
        rows = [
            _property("URL", BUTTON.format(action=action)) + _texts("Title", label) + _property("Target", "_self")
            for action, (label, _tip) in group.items()
        ]
        separator = _property("URL", "private:separator")
        in_menu += [separator] * bool(in_menu)
        if group == hidden.buttons:
            in_menu.append(_texts("Title", hidden.label) + _node("Submenu", _numbered(rows)))
        else:
            in_menu += rows
            in_bar += [*[separator] * bool(in_bar), *(row + context for row in rows)]
    whole = _texts("Title", "BANG!") + context + _node("Submenu", _numbered(in_menu))
    bar = _node("OfficeToolBar", _node(f"{IDENTIFIER}.bar", _numbered(in_bar), new=True))
    return _node("AddonUI", _node("OfficeMenuBar", _node(f"{IDENTIFIER}.menu", whole, new=True)) + bar)


def _numbered(rows: Iterable[str]) -> str:
    return "".join(_node(f"m{number:02}", row, new=True) for number, row in enumerate(rows, 1))


def _node(name: str, content: str, *, new: bool = False) -> str:
    operation = ' oor:op="replace"' if new else ""
    return f"<node oor:name={quoteattr(name)}{operation}>{content}</node>"


def _property(name: str, value: str) -> str:
    return f'<prop oor:name="{name}" oor:type="xs:string"><value>{escape(value)}</value></prop>'


def _texts(name: str, label: str) -> str:
    """A text in all languages; English comes first, for other languages of LibreOffice."""
    codes = {"en-US" if language == SOURCE_LANGUAGE else language: language for language in LANGUAGES}
    values = (
        f'<value xml:lang="{code}">{escape(catalog(codes[code])(label))}</value>'
        for code in sorted(codes, key=lambda code: codes[code] != SOURCE_LANGUAGE)
    )
    return f'<prop oor:name="{name}" oor:type="xs:string">{"".join(values)}</prop>'


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(oxt(map(Path, sys.argv[2:])))
