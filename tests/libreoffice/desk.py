"""A referee with LibreOffice and a command line: opens the workbook, types, saves it over itself, runs bangxl, opens it again.

Whatever is saved is judged: no error values, no findings that stop a draw, formulas and Python agree in every cell, and nothing
of the workbook's outfit is lost.
"""

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final
from unittest.mock import patch
from xml.etree import ElementTree as ET

import pytest

from bangxl.cli import main
from bangxl.commands.check import all_findings
from bangxl.commands.workspace import open_workspace
from bangxl.locale.catalog import catalog, naming
from bangxl.tournament.findings import Severity
from bangxl.tournament.model import Game, Tournament
from bangxl.vba.ribbon import button_name
from tests.additions.package import documents, parts_of
from tests.helpers.keyboard import Spelling, record
from tests.hosts.libreoffice.office import Document, Office, Typed
from tests.workbook.test_two_accountants import differences

MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
Outfit = Mapping[tuple[str, str], object]


class Desk:
    """One workbook's way between LibreOffice and bangxl."""

    def __init__(self, office: Office, path: Path, language: str) -> None:
        self.office, self.path, self.language = office, path, language
        self.tournament = Tournament("italy-2010")
        """As Python has read what was saved last."""

    def run(self, command: str, *arguments: object, code: int = 0) -> list[str]:
        """Run bangxl on the workbook; the lines that it says."""
        out, err = StringIO(), StringIO()
        words = ["bangxl", command, str(self.path), *map(str, arguments)]
        with patch.object(sys, "argv", words), redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as end:
            main()
        assert end.value.code == code, out.getvalue() + err.getvalue()
        assert "" in {out.getvalue(), err.getvalue()}
        return (out.getvalue() + err.getvalue()).splitlines()

    @contextmanager
    def opened(self) -> Iterator[Document]:
        """Sit down at the workbook; at the end it is saved over itself, and judged."""
        before = outfit(self.path)
        with self.office.open(self.path) as book:
            yield book
            self.judge(book)
        assert changed(before, outfit(self.path)) == []

    def judge(self, book: Document) -> None:
        book.save(self.path)
        assert book.errors() == []
        workspace = open_workspace(self.path, reading_only=True)
        self.tournament = workspace.tournament
        assert differences(self.tournament, workspace.contents.rulebook, book.column) == []
        found = all_findings(workspace)
        bad = [str(one) for one in found if one.finding.severity is Severity.ERROR or one.finding.code == "formulas_differ"]
        assert bad == []

    def says(self, text: str, **values: object) -> str:
        """A sentence in the workbook's language."""
        with naming(button_name):
            return catalog(self.language)(text).format(**values)

    def problem(self, text: str, **values: object) -> str:
        """A sentence without its sign, as the next step quotes it."""
        return self.says(text, **values)[2:]


def outfit(path: Path) -> Outfit:
    """What a spreadsheet program must keep of a workbook, by what it is and where. (openpyxl would take ten times as long.)"""
    roots = dict(documents(parts_of(path)))
    book, styles = roots["xl/workbook.xml"], roots["xl/styles.xml"]
    targets = {one.get("Id"): str(one.get("Target")) for one in roots["xl/_rels/workbook.xml.rels"]}
    tabs = list(book.iter(f"{MAIN}sheet"))
    names = [(one.get("localSheetId"), str(one.get("name")), _plain(one.text)) for one in book.iter(f"{MAIN}definedName")]
    unlocked = {number for number, look in enumerate(styles.findall(f"{MAIN}cellXfs/{MAIN}xf")) if _is_unlocked(look)}
    found: dict[tuple[str, str], object] = {("name", name): text for tab, name, text in names if tab is None}
    for number, tab in enumerate(tabs):
        target = targets[tab.get(RELATION)].removeprefix("/xl/")
        its = {name: text for where, name, text in names if where == str(number)}
        found |= {(kind, str(tab.get("name"))): value for kind, value in _sheet(roots[f"xl/{target}"], unlocked).items()}
        found["names", str(tab.get("name"))] = {name: text for name, text in its.items() if not name.startswith("_xlnm.")}
        found["print area", str(tab.get("name"))] = its.get("_xlnm.Print_Area", "")
        found["visible", str(tab.get("name"))] = tab.get("state", "visible") == "visible"
    return found


def _sheet(root: ET.Element, unlocked: Collection[int]) -> Mapping[str, object]:
    cells = list(root.iter(f"{MAIN}c"))
    colours: Counter[str] = Counter()
    for one in root.iter(f"{MAIN}conditionalFormatting"):
        colours[" ".join(sorted(one.get("sqref", "").split()))] += len(one.findall(f"{MAIN}cfRule"))
    protection = root.find(f"{MAIN}sheetProtection")
    return {
        "protection": None if protection is None else (_is_on(protection.get("sheet")), protection.get("password")),
        "unlocked": {cell.get("r") for cell in cells if int(cell.get("s", "0")) in unlocked},
        "formulas": {cell.get("r") for cell in cells if cell.find(f"{MAIN}f") is not None},
        "validations": {
            (span, one.get("type"), one.findtext(f"{MAIN}formula1"), _is_on(one.get("showErrorMessage")))
            for one in root.iter(f"{MAIN}dataValidation")
            for span in one.get("sqref", "").split()
        },
        "colours": set(colours.items()),
        "hidden rows": {row.get("r") for row in root.iter(f"{MAIN}row") if _is_on(row.get("hidden"))},
    }


def _is_unlocked(look: ET.Element) -> bool:
    protection = look.find(f"{MAIN}protection")
    return protection is not None and protection.get("locked") in {"0", "false"}


def _is_on(attribute: str | None) -> bool:
    return attribute in {"1", "true"}


def _plain(address: str | None) -> str:
    return (address or "").replace("'", "").replace("$", "")


def changed(before: Outfit, after: Outfit) -> list[str]:
    return [
        f"{what} of {where}: {value} became {after.get((what, where))}"
        for (what, where), value in before.items()
        if value != after.get((what, where))
    ]


def type_in(book: Document, values: Mapping[str, object], *, force: bool = False) -> None:
    """Type values by name and index, as `tests.helpers.keyboard.record` gives them: ``{"Round1T1!Bid 2": 700}``."""
    for key, value in values.items():
        name, _, index = key.partition(" ")
        assert value is None or isinstance(value, str | int | float)
        typed: Typed = value
        book.put(name, typed, int(index or 0), force=force)


def lines(game: Game, spelling: Spelling) -> tuple[dict[str, object], list[dict[str, object]]]:
    """A record sheet as a referee copies it: who has won, and a line a seat. The role of seat 1 is printed already."""
    values = record(game, spelling)
    outcome = {key: value for key, value in values.items() if key.endswith("!Outcome")}
    seats = [
        {key: value for key, value in values.items() if key.endswith(f" {row}") and not key.endswith("!Role 0")}
        for row in range(game.size)
    ]
    return outcome, seats


def on(game: Game, name: str) -> str:
    return f"Round{game.round}T{game.table}!{name}"
