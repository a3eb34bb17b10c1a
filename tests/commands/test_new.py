"""`bangxl new`: places, lists of players, options, languages; and every way to ask for it wrongly."""

import csv
import re
from io import StringIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from bangxl.commands.csv_cells import guard, unguard
from bangxl.commands.entry_list import entry_list
from bangxl.commands.errors import USAGE
from bangxl.commands.workspace import open_workspace
from bangxl.tournament.model import EventInfo, Player
from tests.helpers.keyboard import Sheet, facts
from tests.helpers.validators import complaints
from tests.hosts.commandline import CommandLine
from tests.season.referti import file, played

LISTS = {
    "commas": "name,region,email\nAnna Rossi,Lazio,anna@example.org\nBruno D'Amico\n",
    "semicolons": "Name;Region\nAnna Rossi;Lazio\n;Lazio\nBruno D'Amico;\n",
    "mark at the beginning": "\ufeffname,region\nAnna Rossi,Lazio\nBruno D'Amico,\n",
    "columns in another order": "E-mail, REGION ,name\n?,Lazio,Anna Rossi\n,,\n,,Bruno D'Amico\n",
    "Windows line ends, quotes": '"name","region"\r\n"Anna Rossi","Lazio"\r\n"Bruno D\'Amico",""\r\n\r\n',
    "blanks": "name,region\n  Anna   Rossi ,Lazio \n Bruno D'Amico,\n",
    "more cells than heads": "name,region\nAnna Rossi,Lazio,,\nBruno D'Amico\n",
}


@pytest.fixture
def new(bangxl: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """`bangxl new torneo.xlsx --rulebook italy-2010` with more; small workbooks are quicker."""
    monkeypatch.setattr("bangxl.commands.new.DEFAULT_PLACES", 10)
    return lambda *more: bangxl("new", tmp_path / "torneo.xlsx", "--rulebook", "italy-2010", *more)


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS.keys())
def test_a_list_of_players(tmp_path: Path, text: str) -> None:
    (tmp_path / "list.csv").write_bytes(text.encode())
    people = [Player(p.id, p.name, p.region) for p in entry_list(tmp_path / "list.csv").players]
    assert people == [Player("P001", "Anna Rossi", "Lazio"), Player("P002", "Bruno D'Amico")]


def test_a_list_that_is_too_short_is_said(new: CommandLine, tmp_path: Path) -> None:
    """The workbook is made, for names may be added; when the first round was drawn, two were too few."""
    for count, said in ((2, True), (9, True), (10, False)):
        (tmp_path / "torneo.xlsx").unlink(missing_ok=True)
        (tmp_path / "list.csv").write_text("".join(f"{name}\n" for name in "ABCDEFGHIJ"[:count]), encoding="utf-8")
        made = new("--players", tmp_path / "list.csv", "--language", "en", "--all")
        assert made.code == 0, made.err
        assert ("needs 10 players at least: type the others below them." in " ".join(made.out.split())) is said


def test_a_name_that_is_in_the_list_twice_is_told_at_once(new: CommandLine, tmp_path: Path) -> None:
    """Only check and seat said so, when the list was far away."""
    (tmp_path / "players.csv").write_text("name\nAnna Rossi\nBruno Neri\nANNA ROSSI\nNeri Bruno\nCarla Verdi\n", encoding="utf-8")
    run = new("--players", str(tmp_path / "players.csv"), "--language", "en")
    assert run.code == 0
    assert "Several players are called ANNA ROSSI; this one has the id P003. Add something to tell them apart" in run.out
    assert "Neri Bruno is the same name as Bruno Neri, spelt in another way." in run.out
    assert run.out.count("Add something") + run.out.count("add something") == 2


@pytest.mark.parametrize("command", [("new", "--players", "7"), ("new", "--option", "games=x"), ("demo", "--players", "8")])
def test_before_there_is_a_workbook_the_computers_language_is_spoken(
    bangxl: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    """Not the regulation's: whoever reads no Italian does not know yet what a workbook in it is."""
    monkeypatch.setenv("BANGXL_LANGUAGE", "")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    (tmp_path / "there.xlsx").touch()
    for path in (tmp_path / "torneo.xlsx", tmp_path / "there.xlsx"):
        name, *more = command
        refused = bangxl(name, path, "--rulebook", "italy-2010", *more)
        assert refused.code != 0
        assert re.search(r"Turnierordnung|Option|gibt es schon", refused.err)
        assert "non" not in refused.err


FORMULAS = (
    "=cmd|'/c calc'!A1", "+1+1", "-2+3", "@SUM(1,1)", "'=1+1", "''=1+1", '=HYPERLINK("http:","y")', "＝1+1", "'s Anna", "'",
    "_x0041_", "[red]Anna[/red]", "007",
)  # fmt: skip


def test_formulas_in_a_list_are_names_and_come_back(bangxl: CommandLine, new: CommandLine, path: Path, tmp_path: Path) -> None:
    """From the list of the standings, which no spreadsheet takes for formulas, into another workbook; and as texts on screen."""
    rows = [["name", "region"], *[[name, f"\t{name}"] for name in FORMULAS]]
    with (tmp_path / "list.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([rows[0], *[[guard(cell) for cell in row] for row in rows[1:]]])
    new("--players", tmp_path / "list.csv", "--all")
    assert [(player.name, player.region) for player in facts(path).players] == [(name, name) for name in FORMULAS]
    assert {cell.data_type for cell in Sheet(path).cells("Players_Name")[: len(FORMULAS)]} == {"s"}
    shown = bangxl("standings", path).out
    assert [name for name in FORMULAS if name not in shown] == []
    listed = bangxl("standings", path, "--csv").out
    assert [row for row in csv.reader(StringIO(listed)) for cell in row if cell.strip()[:1] in "=+-@＝" and cell] == []
    path.unlink()
    (tmp_path / "list.csv").write_text(listed, encoding="utf-8")
    new("--players", tmp_path / "list.csv", "--all")
    assert [player.name for player in facts(path).players] == list(FORMULAS)
    assert all(cell.quotePrefix for cell in Sheet(path).cells("Players_Name")[:4])


MARKED = (
    "=1", "'=1", "\t=1", "\r1", "\n", " @x", "'", "''", "Anna", "'Anna", "", "-", "'\t'=", "＋1", ";=1", ";'=1", "a; @x;;-1",
    ";a",
)  # fmt: skip


@pytest.mark.parametrize("text", MARKED)
def test_a_mark_is_taken_off_again(text: str) -> None:
    assert unguard(guard(text)) == text
    assert all(cell.strip()[:1] not in {"=", "-", "@", "＋"} for cell in guard(text).split(";"))
    assert text.strip()[:1] not in {"=", "-", "@", "＋"} or guard(text).startswith("'")


def test_places(new: CommandLine, tmp_path: Path) -> None:
    assert new("--players", "13").code == 0
    sheet = Sheet(tmp_path / "torneo.xlsx")
    assert len(sheet.cells("Players_Name")) == 13
    assert "Round4T2" in sheet.tabs()
    assert not any(tab in sheet.tabs() for tab in ("Round5", "Round1T3"))
    assert not {"Round1", "Round1T1"} & sheet.visible()


def test_a_regulation_in_capitals_is_suggested(bangxl: CommandLine, tmp_path: Path) -> None:
    assert "italy-2010" in bangxl("new", tmp_path / "torneo.xlsx", "--rulebook", "ITALY-2010").err.partition("mean ")[2]


def test_a_number_below_zero_is_no_list(new: CommandLine) -> None:
    assert "-3 players: this regulation" in new("--players", "-3", "--language", "en").err


@pytest.mark.parametrize(("language", "sheet"), [("it", "Torneo"), ("en", "Tournament")])
def test_languages_and_options(new: CommandLine, tmp_path: Path, language: str, sheet: str) -> None:
    options = ("--option", "duel=SHORT", "--option", "draw=lot")
    assert new("--players", "10", "--language", language, *options).code == 0
    tournament = facts(tmp_path / "torneo.xlsx")
    assert (tournament.language, tournament.options["duel"], tournament.options["draw"]) == (language, "short", "lot")
    assert next(iter(Sheet(tmp_path / "torneo.xlsx").tabs())) in {sheet, "Tournament"}


def test_the_log_begins(new: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    new("--players", "10")
    (entry,) = open_workspace(tmp_path / "torneo.xlsx").contents.journal.entries
    assert (entry.time, entry.command, entry.stage) == ("2026-09-21T14:13:20Z", "new", "italy-2010")


WRONG = {
    ("--players", "9"): "10 to 126",
    ("--players", "500"): "10 to 126",
    ("--players", "9" * 5000): "10 to 126",
    ("--players", "abc"): "abc: ",
    ("--players", "abc.csv"): "abc.csv: ",
    ("--language", "xx"): "it, en, de, ru",
    ("--option", "colour=red"): "duel, draw, balance, keep_apart",
    ("--option", "duel"): "long, short",
    ("--option", "duel=medium"): "long, short",
    ("--rulebook", "italy-1999"): "italy-2011, italy-2010, italy-2007",
}


@pytest.mark.parametrize(("options", "said"), WRONG.items(), ids=[" ".join(options)[:30] for options in WRONG])
def test_wrong_options(new: CommandLine, tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    run = new("--language", "en", *options)
    assert (run.code, run.out, said in run.err, run.err.count("\n")) == (2, "", True, 1)
    assert list(tmp_path.iterdir()) == []


NO_LISTS = (b"", b"\xff\xfen\0a\0m\0e\0", b'name\n"' + b"x" * 200_000)


@pytest.mark.parametrize("text", NO_LISTS)
def test_wrong_lists(new: CommandLine, tmp_path: Path, text: bytes) -> None:
    (tmp_path / "list.csv").write_bytes(text)
    run = new("--players", tmp_path / "list.csv")
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
    assert run.err.startswith(str(tmp_path / "list.csv"))
    assert not (tmp_path / "torneo.xlsx").exists()


def test_names_that_no_cell_holds(new: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("name\n" + "𝔄" * 20_000, encoding="utf-8")
    run = new("--players", tmp_path / "list.csv", "--all", "--language", "en")
    assert (run.code, run.err.count("\n")) == (2, 1)
    assert "a cell holds 32767 characters" in run.err
    assert not (tmp_path / "torneo.xlsx").exists()


@pytest.mark.parametrize(("name", "code"), [("torneo.ods", 2), ("torneo", 2), ("no/such/folder/torneo.xlsx", 1), ("old.xlsx", 1)])
def test_wrong_files(bangxl: CommandLine, tmp_path: Path, name: str, code: int) -> None:
    (tmp_path / "old.xlsx").write_bytes(b"old")
    run = bangxl("new", tmp_path / name, "--rulebook", "italy-2010", "--players", "10", "--language", "en")
    assert (run.code, run.out, run.err.count("\n")) == (code, "", 1)
    assert run.err.startswith(str(tmp_path / name))
    assert (tmp_path / "old.xlsx").read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["old.xlsx"]


def test_what_is_said_of_a_list_is_said_in_the_workbooks_language(new: CommandLine, path: Path, tmp_path: Path) -> None:
    """On whatever computer; and with the names in it nobody is told to write them."""
    (source := tmp_path / "list.csv").write_text("Surname;Name;Club\nRossi;Anna;X\nRossi;Anna;Y\n", encoding="utf-8")
    made = new("--language", "it", "--players", source)
    assert made.out.splitlines() == [
        f"{path} è pronto, con i nomi: segna chi è assente, poi usa «bangxl seat».",
        "Giocatori nell’elenco: 2 (Anna Rossi, Anna Rossi).",
        "Per questo regolamento servono almeno 10 giocatori: scrivi gli altri sotto questi.",
        (
            "Più giocatori si chiamano Anna Rossi; questo ha il numero P002. Aggiungi qualcosa per distinguerli; dopo i primi "
            "risultati con «bangxl rename»."
        ),
        "Colonne usate: Cognome = Surname, Nome di battesimo = Name.",
        "Colonne non usate: Club (X 1, Y 1).",
    ]


def test_places_for_those_who_come_without_an_entry(new: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("name\n" + "".join(f"Anna Rossi {letter}\n" for letter in "ABCDEFGHI"), encoding="utf-8")
    made = new("--players", tmp_path / "list.csv", "--columns", "name=1", "--language", "en")
    shown = "Anna Rossi A, Anna Rossi B, Anna Rossi C, …, Anna Rossi G, Anna Rossi H, Anna Rossi I"
    assert f"Players in the list: 9 ({shown})." in made.out.splitlines()
    assert len(Sheet(tmp_path / "torneo.xlsx").cells("Players_Name")) == 13


def test_names_of_earlier_reports_are_offered(new: CommandLine, tmp_path: Path) -> None:
    """A name that each tournament spelt in its own way was in doubt all season long."""
    (reports := tmp_path / "reports").mkdir()
    (reports / "notes.xlsx").write_bytes(b"no report")
    asti, cuneo = (
        EventInfo(name, day, "", "Piemonte", "regional") for name, day in (("Asti", "2026-05-01"), ("Cuneo", "2026-06-01"))
    )
    file(reports / "a.xlsx", played("italy-2007", 10, cuneo, "ROSSI Anna, =1+1", seed="a"))
    file(reports / "b.xlsx", played("italy-2007", 10, asti, "Anna Rossi", seed="a"))
    made = new("--known", reports, "--language", "en")
    assert "Names that the workbook offers while you type: 11." in made.out
    book = load_workbook(tmp_path / "torneo.xlsx")
    known = book["Known names"]
    rows = {str(name): region for name, region, _other in known.iter_rows(values_only=True)}
    assert {"ROSSI Anna", "=1+1"} <= rows.keys()
    assert "Anna Rossi" not in rows
    assert known.sheet_state == "hidden"
    offers = {str(one.sqref): one.formula1 for one in book["Players"].data_validations.dataValidation}
    assert offers["C7:C16"] == "'Known names'!$A$1:$A$11"
    assert "MATCH($C7," in offers["D7:D16"]
    assert complaints(tmp_path / "torneo.xlsx") == {tmp_path / "torneo.xlsx": []}


def test_no_name_is_offered_unasked(new: CommandLine, tmp_path: Path) -> None:
    assert new("--language", "en").code == 0
    book = load_workbook(tmp_path / "torneo.xlsx")
    assert "Known names" not in book.sheetnames
    assert "C7:C16" not in {str(one.sqref) for one in book["Players"].data_validations.dataValidation}
    assert new("--known", tmp_path).code == USAGE
