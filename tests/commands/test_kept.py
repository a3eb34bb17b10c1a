"""A command touches only what it changes: what people have added in Excel is there afterwards, byte for byte."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.cell_changes import CellChanges, cell_changes
from bangxl.books.closed import ClosedBook
from bangxl.books.history import snapshots
from bangxl.books.port import Changes
from bangxl.commands.check import check
from bangxl.commands.corrections import redraw, reopen, rule, swap
from bangxl.commands.new import new
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export
from bangxl.commands.undo import undo
from bangxl.commands.workspace import open_workspace
from bangxl.interchange.dump import dumps, standings_json
from tests.additions import with_everything
from tests.additions.compare import members, results, rewritten, without_results
from tests.additions.package import Kept, Package, documents, unzipped, zipped
from tests.additions.touched import touched
from tests.commands.stages import NAMES, Copy, unchanged
from tests.helpers.keyboard import facts
from tests.helpers.sample import sample, these
from tests.helpers.validators import audit
from tests.hosts.libreoffice.office import Office

SHEETS: Final = ("Round1T1", "Players", "Tournament", "Rules")
"""A record sheet in play, two sheets with inputs, one that no command touches."""


def decided(path: Path) -> object:
    """The referee decides the first game, of which nothing is typed yet."""
    return rule(path, 1, 1, "nobody knows", [f"{seat.player}=100" for seat in facts(path).games[0].seats])


COMMANDS: Final[dict[str, tuple[str, Callable[[Path], object]]]] = {
    "seat": ("entered", lambda path: seat(path, rng_seed="x")),
    "seat round 2": ("played1", lambda path: seat(path, rng_seed="x")),
    "seat the finals": ("played3", lambda path: seat(path, rng_seed="x")),
    "redraw": ("drawn1", lambda path: redraw(path, "somebody came", rng_seed="y")),
    "swap": ("drawn1", lambda path: swap(path, "P001", "P002", "they asked")),
    "reopen": ("drawn2", lambda path: reopen(path, 1, 1, "typing error")),
    "rule": ("drawn1", decided),
}

Plans = list[tuple[bytes, CellChanges]]
"""What was asked of a book, with the file as it was."""


@contextmanager
def watched() -> Iterator[Plans]:
    """What commands ask of closed books meanwhile."""
    asked: Plans = []
    patch = pytest.MonkeyPatch()
    apply = ClosedBook.apply

    def watching(book: ClosedBook, changes: Changes) -> None:
        asked.append((book.file_bytes(), cell_changes(book.names, book.sheets, changes)))
        apply(book, changes)

    patch.setattr(ClosedBook, "apply", watching)
    try:
        yield asked
    finally:
        patch.undo()


def adorned(path: Path, *, macros: bool = False) -> Kept:
    """Put all additions into a workbook."""
    data, kept = with_everything(path.read_bytes(), SHEETS, macros=macros)
    path.write_bytes(data)
    return kept


def calculated(path: Path) -> None:
    """Let every formula show something, as after Excel has saved."""
    parts = unzipped(path.read_bytes())
    for name, part in parts.items():
        if name.startswith("xl/worksheets/"):
            parts[name] = re.sub(rb"(<f\b[^>]*/>|</f>)(?:<v></v>|<v ?/>)?(?=</c>)", rb"\1<v>0</v>", part)
    path.write_bytes(zipped(parts))


class TestEveryAddition:
    @pytest.mark.parametrize("command", these(COMMANDS, "seat", "seat the finals"))
    def test_outlives_a_command_that_rewrites_only_what_changes(self, at: Copy, command: str) -> None:
        stage, run = COMMANDS[command]
        path = at(stage)
        kept = adorned(path)
        calculated(path)
        with watched() as asked:
            run(path)
        [(before, todo)] = asked
        after = path.read_bytes()
        assert kept.lost(after) == []
        assert list(documents(unzipped(after)))
        assert touched(before, after, todo) == []
        assert list(members(before)) == list(members(after))
        assert {name for name, member in members(after).items() if member.method not in {0, 8}} == set()

    def test_outlives_undo(self, at: Copy) -> None:
        path = at("entered")
        kept = adorned(path)
        before = path.read_bytes()
        seat(path, rng_seed="x")
        undo(path)
        assert kept.lost(path.read_bytes()) == []
        assert facts(path).rounds_seated == 0
        assert snapshots(path) == []
        then, now = unzipped(before), unzipped(path.read_bytes())
        other = {
            name for name in rewritten(before, path.read_bytes()) if without_results(then[name]) != without_results(now[name])
        }
        assert len(other) <= len({"log", "texts", "styles", "properties", "workbook"})

    def test_outlives_undo_in_an_open_book_though_it_came_after_the_draw(self, at: Copy) -> None:
        path = at("drawn1")
        kept = adorned(path)
        undo(ClosedBook.open(path))
        assert kept.lost(path.read_bytes()) == []
        assert facts(path).rounds_seated == 0

    @pytest.mark.soak
    @pytest.mark.parametrize("macros", [False, True])
    def test_outlives_a_day(self, at: Copy, tmp_path: Path, *, macros: bool) -> None:
        """One command after the other on what the one before has written."""
        if macros:
            path, players = tmp_path / "torneo.xlsm", tmp_path / "players.csv"
            players.write_text("\n".join(["name", *NAMES]), encoding="utf-8")
            new(path, "italy-2010", language="en", players=str(players))
        else:
            path = at("entered")
        kept = adorned(path, macros=macros)
        calculated(path)
        before = {str(complaint) for complaint in audit(path)}
        seat(path, rng_seed="x")
        swap(path, "P001", "P002", "they asked")
        redraw(path, "somebody came", rng_seed="y")
        undo(path)
        undo(path)
        redraw(path, "once more", rng_seed="z")
        assert kept.lost(path.read_bytes()) == []
        assert {str(complaint) for complaint in audit(path)} <= before

    @pytest.mark.parametrize("calculate", sample([False, True], 2))
    def test_does_not_trouble_who_only_reads(self, at: Copy, tmp_path: Path, *, calculate: bool) -> None:
        path = at("played1")
        said = export(path), standings(path), [str(found) for found in check(path)]
        adorned(path)
        if calculate:
            calculated(path)
        with unchanged(path):
            again = export(path), standings(path), [str(found) for found in check(path)]
            assert again[:2] == said[:2]
            assert calculate or again == said
        assert not list(tmp_path.glob(".*"))


def standings(path: Path) -> str:
    return dumps(standings_json(open_workspace(path, reading_only=True).state))


class TestOnlyWhatChanges:
    def test_of_a_program_that_writes_xml_otherwise(self, at: Copy, office: Office) -> None:
        """A workbook that LibreOffice has saved: results, names and looks in its own order."""
        path = at("entered")
        with office.open(path) as book:
            book.save(path)
        assert sum(results(part) for name, part in unzipped(path.read_bytes()).items() if "worksheets/sheet" in name) > 500
        with watched() as asked:
            seat(path, rng_seed="x")
        [(before, todo)] = asked
        assert touched(before, path.read_bytes(), todo) == []

    def test_old_results_are_gone_everywhere(self, at: Copy) -> None:
        """No program that only shows what was saved may show the round before: people see new results, and no old one stays."""
        path = at("entered")
        adorned(path)
        calculated(path)
        before = unzipped(path.read_bytes())
        seat(path, rng_seed="x")
        after = unzipped(path.read_bytes())
        sheets = [name for name in before if name.startswith("xl/worksheets/") and name.endswith(".xml")]
        assert sum(results(before[name]) for name in sheets) > 500
        hidden = [sheet_of(path, tab) for tab, seen in ClosedBook.open(path).sheets.items() if not seen]
        assert sum(results(after[name]) for name in {*hidden, "xl/worksheets/own1.xml"}) == 0
        old, new = (
            set(re.findall(rb"<v>Next step: [^<]*", b"".join(parts[name] for name in sheets))) for parts in (before, after)
        )
        assert len(new) > 0
        assert not old & new
        assert without_results(before[sheet_of(path, "Rules")]) == without_results(after[sheet_of(path, "Rules")])
        assert ClosedBook.open(path).shown("Standings_Score") is None


def sheet_of(path: Path, tab: str) -> str:
    return Package(path.read_bytes()).sheet(tab)


class TestTextsAsExcelKeepsThem:
    """Players' names in every form that a cell's text may have: what is read is what is seen, and the cell stays."""

    FORMS: Final = {
        "of two looks": ("<si><r><t>Anna </t></r><r><rPr><b/></rPr><t xml:space='preserve'>Rossi</t></r></si>", "Anna Rossi"),
        "with a phonetic guide": (
            "<si><t>東京 花子</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh><phoneticPr fontId='1'/></si>",
            "東京 花子",
        ),
        "with Excel's codes": ("<si><t>Anna_x005F_x0041_ _x00E9_</t></si>", "Anna_x0041_ é"),
        "in CDATA": ("<si><t><![CDATA[Anna <&> Rossi]]></t></si>", "Anna <&> Rossi"),
        "with references": ("<si><t>&#65;nna &#x52;ossi &amp;lt;</t></si>", "Anna Rossi &lt;"),
        "with a comment inside": ("<si><t>Anna<!-- x --> Rossi</t></si>", "Anna Rossi"),
        "beyond the first plane": ("<si><t>Anna 🤠</t></si>", "Anna 🤠"),
    }

    @pytest.mark.parametrize("inline", [False, True])
    def test_names(self, at: Copy, *, inline: bool) -> None:
        path = at("entered")
        package = Package(path.read_bytes())
        part = package.sheet("Players")
        for row, (text, _name) in enumerate(self.FORMS.values(), 7):
            if inline:
                inside = text.replace("<si>", "<is>").replace("</si>", "</is>")
                package.cell(part, f"C{row}", f'<c r="C{row}" s="1" t="inlineStr">{inside}</c>'.encode())
            else:
                package.cell(part, f"C{row}", f'<c r="C{row}" s="1" t="s"><v>{package.text(text.encode())}</v></c>'.encode())
        path.write_bytes(package.data())
        names = [name for _text, name in self.FORMS.values()]
        assert [player.name for player in facts(path).players[: len(names)]] == names
        seat(path, rng_seed="x")
        assert [player.name for player in facts(path).players[: len(names)]] == names
        assert package.kept.lost(path.read_bytes()) == []


class TestInLibreOffice:
    def test_everything_opens(self, at: Copy, office: Office) -> None:
        path = at("entered")
        adorned(path)
        seat(path, rng_seed="x")
        with office.open(path) as book:
            assert {"My & sheet", "Cash box", "Round1T1"} <= book.sheets().keys()
            assert book.cell("My & sheet!B1") == 2 + len(NAMES)
