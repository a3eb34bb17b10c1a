"""A referee with LibreOffice and a command line: opens the workbook, types, saves it over itself, runs bangxl, opens it again.

Whatever is saved is judged: no error values, no findings that stop a draw, formulas and Python agree in every cell, and nothing
of the workbook's outfit is lost.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.cli import main
from bangxl.commands.check import all_findings
from bangxl.commands.workspace import open_workspace
from bangxl.locale.catalog import catalog
from bangxl.tournament.findings import Severity
from bangxl.tournament.model import Game, Tournament
from tests.hosts.libreoffice.office import Document, Office, Typed
from tests.sheet import Spelling, record
from tests.workbook.test_two_accountants import differences

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
        """Save; nothing is wrong, and formulas and Python agree in every cell."""
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
        return catalog(self.language)(text).format(**values)

    def problem(self, text: str, **values: object) -> str:
        """A sentence without its sign, as the next step quotes it."""
        return self.says(text, **values)[2:]


def outfit(path: Path) -> Outfit:
    """What a spreadsheet program must keep of a workbook, by what it is and where."""
    book = load_workbook(path)
    found: dict[tuple[str, str], object] = {}
    for name, defined in book.defined_names.items():
        found["name", name] = _plain(defined.attr_text)
    for ws in book.worksheets:
        found |= {(kind, ws.title): value for kind, value in _sheet(ws).items()}
    return found


def _sheet(ws: Worksheet) -> Mapping[str, object]:
    cells = [cell for row in ws.iter_rows() for cell in row]
    return {
        "names": {name: _plain(defined.attr_text) for name, defined in ws.defined_names.items()},
        "visible": ws.sheet_state == "visible",
        "protection": (ws.protection.sheet, ws.protection.password),
        "unlocked": {cell.coordinate for cell in cells if not cell.protection.locked},
        "formulas": {cell.coordinate for cell in cells if cell.data_type == "f"},
        "validations": {
            (str(span), one.type, one.formula1, one.showErrorMessage)
            for one in ws.data_validations.dataValidation
            for span in one.sqref.ranges
        },
        "colours": {(str(span.sqref), len(span.rules)) for span in ws.conditional_formatting},
        "hidden rows": {number for number, row in ws.row_dimensions.items() if row.hidden},
        "print area": _plain(str(ws.print_area)),
    }


def _plain(address: str | None) -> str:
    return (address or "").replace("'", "").replace("$", "")


def changed(before: Outfit, after: Outfit) -> list[str]:
    """What is not as it was."""
    return [
        f"{what} of {where}: {value} became {after.get((what, where))}"
        for (what, where), value in before.items()
        if value != after.get((what, where))
    ]


def type_in(book: Document, values: Mapping[str, object], *, force: bool = False) -> None:
    """Type values by name and index, as `tests.sheet.record` gives them: ``{"Round1T1!Bid 2": 700}``."""
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
    """A name on a game's record sheet."""
    return f"Round{game.round}T{game.table}!{name}"
