"""`bangxl print` and `blank-sheets`: what the hour needs on paper, and nothing secret that nobody has named."""

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook

from bangxl.commands.blank import blank
from bangxl.commands.chat import text_to_copy
from bangxl.commands.demo import simulate_tournament
from bangxl.commands.errors import NOT_NOW, USAGE, Refusal
from bangxl.commands.new import create_workbook
from bangxl.commands.output import is_ours
from bangxl.commands.printing import print_pages
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.workspace import log_entry, open_workspace
from bangxl.paper import letters
from bangxl.rulebooks.loader import RulebookError, load
from bangxl.tournament.ledger import ledger
from bangxl.tournament.state import State
from tests.commands.stages import NAMES, Copy, listed, unchanged
from tests.helpers.keyboard import place, typed
from tests.helpers.raised import raised
from tests.helpers.render import page_texts, page_words
from tests.helpers.sample import sample
from tests.hosts.commandline import CommandLine

GROUPED = re.compile(r"(?<=\d)[.,'’\s](?=\d{3}(?!\d))")
"""What may stand between thousands."""
WALL, FIRST, SECOND = "ROUND {n} 10 players", "ROUND {n} · TABLE 1", "ROUND {n} · TABLE 2"


def numbers(text: str) -> set[int]:
    """Every number that somebody could read in a text."""
    return {int(found) for one in (text, GROUPED.sub("", text)) for found in re.findall(r"\d+", one)}


def secrets(path: Path) -> set[int]:
    """What everybody has owned before and after each game, and won; without what is no secret: bids."""
    workspace = open_workspace(path, reading_only=True)
    tournament, rulebook = workspace.tournament, workspace.contents.rulebook
    bids = {seat.bid for game in tournament.games for seat in game.seats}
    figures = {figure for line in ledger(State(tournament, rulebook)) for figure in (line.before, line.after, line.payout)}
    return {figure for figure in figures - bids if figure}


def heads(pdf: Path) -> list[str]:
    """The words of each page, with single blanks between them."""
    return [" ".join(page.split()) for page in page_texts(pdf)]


@pytest.mark.parametrize(
    ("stage", "name", "titles"),
    sample(
        [
            ("drawn1", "Round1", [WALL, FIRST, SECOND]),
            ("played1", "Round1", [FIRST, SECOND]),
            ("drawn2", "Round2", [WALL, FIRST, SECOND]),
            ("semifinals", "Finals", ["Standings", "Semifinal 1", "duel"]),
            ("semifinals_played", "Finals", ["Semifinal 1", "duel"]),
            ("closed", "Finals", ["Standings", "Final ranking"]),
        ],
        2,
    ),
)
def test_what_the_hour_needs(at: Copy, stage: str, name: str, titles: list[str]) -> None:
    path = at(stage)
    with unchanged(path):
        said = print_pages(path).lines
        pdf = path.with_name(f"torneo-{name}.pdf")
        assert str(pdf) in said[0]
        pages = heads(pdf)
        number = name.removeprefix("Round")
        assert len(pages) == len(titles)
        assert all(title.format(n=number).casefold() in page.casefold() for title, page in zip(titles, pages, strict=True)), pages
    assert is_ours(pdf.read_bytes())


@pytest.mark.parametrize(("stage", "what"), [("drawn2", ""), ("played2", ""), ("played2", "walls"), ("played2", "meetings")])
def test_nobodys_money(at: Copy, stage: str, what: str) -> None:
    """While it is secret (Italy 2010, 1.1): not one figure of it, though the workbook's hidden sheets are full of them."""
    path = at(stage)
    target = path.with_name("out.pdf")
    print_pages(path, what, None, target)
    known = secrets(path)
    assert known
    found = {figure for page in page_texts(target) for figure in numbers(page)}
    assert found & known == set()


def test_the_standings_only_when_they_are_named(at: Copy) -> None:
    path = at("played2")
    said = print_pages(path, "standings").lines
    assert said[0].endswith("torneo-Standings.pdf")
    assert said[1].startswith("Careful: these standings are secret")
    assert len(print_pages(at("semifinals"), "standings").lines) == 1
    assert "SECRET" not in heads(path.with_name("torneo-Standings.pdf"))[0]


def test_statements_before_the_first_result_where_nobody_has_money(tmp_path: Path) -> None:
    """There is nothing to show in any column: the click on «All statements (PDF)» ended in a division by zero."""
    seat(path := listed(tmp_path / "germany.xlsx", "germany", 20))
    assert print_pages(path, "slips").lines[0].startswith("20 statements to print")


def test_slips_for_all_who_played(at: Copy) -> None:
    """Nobody's slip is torn by the end of a page; the line to cut stands between two."""
    path = at("played2")
    assert print_pages(path, "slips").lines[0].startswith("10 statements to print")
    pages = page_texts(path.with_name("torneo-Slips.pdf"))
    assert sum(page.count("Your total now") for page in pages) == 10
    for page in pages:
        assert page.count("(P0") == page.count("Your total now") == page.count("Start ")


def test_a_round_of_earlier(at: Copy) -> None:
    path = at("drawn3")
    print_pages(path, "walls", 1)
    assert heads(path.with_name("torneo-Round1-walls.pdf"))[0].startswith("ROUND 1 10 players")
    print_pages(path, "", 1)
    assert [page.startswith("ROUND 1") for page in heads(path.with_name("torneo-Round1.pdf"))] == [True] * 3


def test_all_sheets_of_fixed_tables_at_once(tmp_path: Path) -> None:
    """Germany, Der Wertungszettel: one for each game to come, with the names, and without the list for the wall (it hangs)."""
    path = tmp_path / "turnier.xlsx"
    names = [f"Player {number:02}" for number in range(1, 21)]
    seat(listed(path, "germany", names), rng_seed="x")
    print_pages(path, "blank")
    pages = heads(tmp_path / "turnier-Blank.pdf")
    assert len(pages) == 20
    assert all(sum(name in page for page in pages) == 5 for name in names)
    print_pages(path)
    pages = heads(tmp_path / "turnier-Round1.pdf")
    assert pages[0].startswith("TABLES")
    assert len(pages) == 5


@pytest.mark.soak
def test_the_knock_out_from_its_first_stage(tmp_path: Path) -> None:
    """The published standings and the bracket hang beside the tables of the first stage; those of a later one come alone."""
    rulebook = load("germany")
    over, _log = simulate_tournament(rulebook, 20, "print", "en")
    assert over.finals is not None
    blank = tuple(
        replace(
            game, outcome=None, winner="", seats=tuple(replace(seat, role=None, status=None, character="") for seat in game.seats)
        )
        for game in over.stages
        if game.round == 1
    )
    path = tmp_path / "turnier.xlsx"
    first = replace(over, stages=blank, finals=replace(over.finals, closed=False))
    create_workbook(path, State(first, rulebook), 20, [log_entry("import")])
    print_pages(path)
    pages = heads(tmp_path / "turnier-Stage1.pdf")
    assert "Standings" in pages[0]
    assert "Stage 1" in pages[1]
    assert len(pages) == 2 + len(blank)


@pytest.mark.parametrize(
    ("stage", "words", "code", "text"),
    [
        ("entered", [], 1, "Nothing is seated yet, so there is nothing to print."),
        ("entered", ["--what", "slips"], 1, "Nothing is seated yet"),
        ("drawn2", ["--what", "duels"], 1, "No duels or knock-out tables are seated."),
        ("drawn2", ["--round", "3"], 1, "Round 3 is not seated yet."),
        ("drawn2", ["--what", "standings", "--round", "1"], 2, "Only walls and records belong to a round"),
        ("drawn2", ["--what", "money"], 2, "«money» is not possible here"),
        ("drawn2", ["-o", "out.xlsx"], 2, "the name must end in .pdf."),
    ],
)
def test_what_cannot_be_printed(at: Copy, bangxl: CommandLine, stage: str, words: list[str], code: int, text: str) -> None:
    path = at(stage)
    run = bangxl("print", path, *words)
    assert (run.code, text in run.err, run.out) == (code, True, "")
    assert not list(path.parent.glob("*.pdf"))


def test_only_over_its_own_files(at: Copy, bangxl: CommandLine) -> None:
    """A print that somebody has signed or scanned is his."""
    path = at("drawn1")
    assert bangxl("print", path).code == bangxl("print", path).code == 0
    pdf = path.with_name("torneo-Round1.pdf")
    signed = pdf.read_bytes() + b"signature"
    pdf.write_bytes(signed)
    run = bangxl("print", path)
    assert (run.code, pdf.read_bytes()) == (1, signed)
    assert "bangxl did not write it" in run.err
    assert bangxl("print", path, "--overwrite").code == 0
    assert pdf.read_bytes() != signed


@pytest.mark.soak
def test_no_program_is_started(at: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*words: object, **_options: object) -> None:
        raise AssertionError(words)

    monkeypatch.setattr(subprocess, "Popen", refuse)
    path = at("closed")
    for what in ("", "standings", "duels", "slips", "meetings", "diplomas", "checkin", "blank"):
        target = path.with_name(f"print-{what}.pdf")
        print_pages(path, what, None, target)
        assert target.read_bytes().startswith(b"%PDF")


def test_after_the_last_duel_its_rules_are_not_printed(at: Copy) -> None:
    pages = []
    for path in map(at, ("final", "closed")):
        print_pages(path, "duels", None, path.with_name("duels.pdf"))
        pages.append(len(page_texts(path.with_name("duels.pdf"))))
    assert pages == [2, 1]


NO_FONT = "No font on this computer has all letters of these names: {}. Install one, such as Noto Sans CJK."


def test_names_that_no_font_here_can_print_are_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wall list with signs in place of names must not hang before anybody notices."""
    monkeypatch.setattr(letters, "_of_this_computer", tuple)
    listed(path, "italy-2010", ["김철수", "王小明", "שלום כהן", *(f"Player {number}" for number in range(4, 11))])
    typed(path, {"Event_Name": "東京カップ", "Event_Place": "Köln", "Event_Organiser": "สมชาย", "Event_Referees": "Ugo; 김 민수"})
    seat(path, rng_seed="x")
    cup, who, referees = place(path, "Event_Name", "Event_Organiser", "Event_Referees")
    told = NO_FONT.format(f"東京カップ ({cup}), สมชาย ({who}), Ugo; 김 민수 ({referees}), 김철수, 王小明")
    assert print_pages(path).lines[-1] == told
    assert told in report(path, interim=True).lines


def test_a_regulation_that_no_font_here_can_print_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "_of_this_computer", tuple)
    rules = 'base = "italy-2010"\nid = "house"\ntitle = "東京カップ"\nsource.title = "規則"\nauction.article = "競売"\n'
    (tmp_path / "house.toml").write_text(rules, encoding="utf-8")
    for kit in (True, False):
        lines = blank(tmp_path / f"{kit}.pdf", str(tmp_path / "house.toml"), "en", kit=kit)
        assert lines[1:] == (NO_FONT.format("東京カップ, 規則, 競売"),)
        assert blank(tmp_path / f"ours-{kit}.pdf", "italy-2010", "en", kit=kit)[1:] == ()


def test_who_sits_where_as_text_for_the_chat(at: Copy, bangxl: CommandLine) -> None:
    path = at("drawn2")
    run = bangxl("print", path, "--what", "walls", "--text")
    round_two = open_workspace(path).tournament.round(2)
    named = {player.id: player.name for player in open_workspace(path).tournament.players}
    lines = run.out.splitlines()
    assert (run.code, lines[2]) == (0, "ROUND 2")
    for game, line in zip(round_two, lines[3:], strict=False):
        assert line == f"Table {game.table}: ★ " + ", ".join(named[seat.player] for seat in game.seats)
    assert lines[-1].startswith("Code: ")
    assert not list(path.parent.glob("*.pdf"))


@pytest.mark.parametrize(
    ("stage", "what", "number", "text"),
    [
        ("drawn2", "standings", None, "The standings are secret until the elimination phase ends"),
        ("entered", "walls", None, "Round 1 is not seated yet."),
        ("drawn2", "walls", 3, "Round 3 is not seated yet."),
        ("drawn2", "slips", None, "As text there are --what walls"),
        ("drawn2", "", 1, "As text there are --what walls"),
    ],
)
def test_a_chat_has_more_readers_than_a_referee(at: Copy, stage: str, what: str, number: int | None, text: str) -> None:
    assert text in str(raised(Refusal, text_to_copy, at(stage), what, number))


def test_a_name_typed_over_a_seat_is_shown_as_it_is(at: Copy) -> None:
    """The wall list for the chat ended with «KeyError»."""
    assert any("★ Zoe, " in line for line in text_to_copy(typed(at("drawn2"), {"Round2T1!Player": "Zoe"}), "walls"))


def test_a_text_has_no_paper_and_no_file(at: Copy, bangxl: CommandLine) -> None:
    """They were ignored, and who waited for the file found none."""
    path = at("closed")
    for words in (["-o", "out.pdf"], ["--everyone"], ["--letter"], ["--overwrite"]):
        run = bangxl("print", path, "--what", "standings", "--text", *words)
        assert (run.code, run.out) == (2, "")
        assert f"Leave this out, which only pages have: {words[0]}" in run.err
    assert "only pages have: -o, --letter" in bangxl("print", path, "--what", "next", "--letter", "-o", "out.pdf").err
    assert not list(path.parent.glob("*.pdf"))


def test_the_podium_and_the_next_step_as_text(at: Copy, bangxl: CommandLine) -> None:
    ended = bangxl("print", at("closed"), "--what", "standings", "--text").out.splitlines()
    assert ended[2] == "Final ranking"
    assert ended[3].startswith("1. ")
    assert bangxl("print", at("drawn1"), "--what", "next").out.splitlines()[2] == "Some games are not complete. Fill in:"


def test_a_list_to_check_in(at: Copy) -> None:
    """By surname, before anything is drawn, with room for who comes without an entry."""
    path = at("entered")
    print_pages(path, "checkin", None, target := path.with_name("c.pdf"))
    (page,) = page_texts(target)
    words = " ".join(page.split())
    assert words.index("Hansi Müller") < words.index("Anna Rossi") < words.index("Dörte Weiß")
    assert words.count("☐") >= 2 * (len(NAMES) + 4)
    assert max(word.bottom for word in page_words(target)[0] if word.text == "☐") > 700  # of 842 points
    assert f"of {len(NAMES)}" in words
    with pytest.raises(Refusal, match="nobody to check in"):
        print_pages(at("fresh"), "checkin", None, target)


def refused(path: Path, *, language: str = "en") -> int:
    return raised(Refusal, blank, path, "italy-2010", language).exit_code


def test_a_workbook(tmp_path: Path) -> None:
    """Its record sheet alone is seen, and is printed without money."""
    path = tmp_path / "schede.xlsx"
    assert str(path) in blank(path, "italy-2010", "en")[0]
    book = load_workbook(path)
    assert [ws.title for ws in book if ws.sheet_state == "visible"] == ["Round1T1"]
    assert book.active is book["Round1T1"]
    assert list(tmp_path.iterdir()) == [path]


def test_pages_in_the_regulations_language(tmp_path: Path) -> None:
    path = tmp_path / "zettel.pdf"
    blank(path, "germany")
    assert {tuple(page.split()[:4]) for page in page_texts(path)} == {("PARTIE", "____", "·", "TISCH")}
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["sheets.xlsx", "sheets.pdf"])
def test_what_is_there_stays(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"mine")
    assert refused(path) == NOT_NOW
    assert path.read_bytes() == b"mine"


@pytest.mark.parametrize("name", ["sheets", "sheets.xlsm", "sheets.pdf.txt"])
def test_other_names(tmp_path: Path, name: str) -> None:
    assert refused(tmp_path / name) == USAGE


@pytest.mark.parametrize("name", ["sheets.xlsx", "sheets.pdf"])
def test_a_folder_that_is_not_there(tmp_path: Path, name: str) -> None:
    assert refused(tmp_path / "nowhere" / name) == NOT_NOW


def test_unknown_words(tmp_path: Path) -> None:
    with pytest.raises(RulebookError):
        blank(tmp_path / "sheets.xlsx", "italy-1999")
    assert refused(tmp_path / "sheets.xlsx", language="fr") == USAGE
