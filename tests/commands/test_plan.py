"""`bangxl plan`: what a number of players needs, by the regulation, and when the day would end, by the organiser's estimate."""

import json
from pathlib import Path

import pytest

from bangxl.commands.demo import simulate_tournament
from bangxl.commands.plan import needs_of, plan, timetable
from bangxl.paper import letters
from bangxl.rulebooks.loader import load
from tests.helpers.render import page_count, page_texts
from tests.helpers.sample import these
from tests.hosts.commandline import CommandLine

FIELDS = [("italy-2010", 22), ("italy-2007", 21), ("italy-2011", 13), ("germany", 37), ("record", 5), ("record-international", 4)]


@pytest.mark.parametrize(("regulation", "players"), these(FIELDS, *FIELDS[:1], *FIELDS[3:4]))
def test_it_says_what_a_played_tournament_took(regulation: str, players: int) -> None:
    rulebook = load(regulation)
    found = needs_of(rulebook, players)
    assert found is not None
    tournament, _log = simulate_tournament(rulebook, players, "plan", "en")
    sizes = [len(table) for table in tournament.start_tables.values()] or [game.size for game in tournament.round(1)]
    assert list(found.tables) == sizes
    assert found.rounds == max(game.round for game in tournament.games)
    if not tournament.events:
        assert found.sheets >= len(tournament.games)


def test_after_a_cut_fewer_sheets_are_needed() -> None:
    rulebook = load(str(Path(__file__).parents[2] / "docs/regulations/examples/stages-and-badges.toml"))
    found = needs_of(rulebook, 30)
    tournament, _log = simulate_tournament(rulebook, 30, "plan", "en")
    assert found is not None
    assert found.sheets == len(tournament.games) < found.rounds * len(found.tables)


def test_a_league_is_planned_by_the_evening_and_days_have_an_end(bangxl: CommandLine, tmp_path: Path) -> None:
    """Eight evenings were one day, until two in the morning."""
    league = str(Path(__file__).parents[2] / "docs/regulations/examples/league.toml")
    told = bangxl("plan", "--rulebook", league, "--players", 20, "--language", "en").out
    assert "games and hours of one evening" in told
    assert "Unchanged from the base" in told
    assert "+1" not in told
    (tmp_path / "house.toml").write_text(
        'base = "italy-2010"\nid = "house"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
        'without = ["prizes"]\nrounds.by_players = [{ from = 10, games = [2, 2, 2, 2, 2, 2, 2, 2] }]\n', "utf-8",
    )  # fmt: skip
    told = bangxl("plan", "--rulebook", tmp_path / "house.toml", "--players", 20, "--language", "en").out
    assert "+1: the day after" in told


def test_no_tables_are_said_and_not_left_out(bangxl: CommandLine) -> None:
    run = bangxl("plan", "--rulebook", "italy-2010", "--players", "8..11", "--json", "--language", "en")
    days = json.loads(run.out)["days"]
    assert [(day["players"], day["tables"]) for day in days] == [(8, []), (9, []), (10, [5, 5]), (11, [6, 5])]
    assert bangxl("plan", "--rulebook", "italy-2010", "--players", "9", "--language", "en").out.count("no tables") == 2


def test_lunch_comes_before_the_game_that_would_be_half_over_by_then() -> None:
    assert [*timetable(4, 600, 50, 10, 780)] == [(600, 650), (660, 710), (720, 770), (830, 880)]
    assert [*timetable(2, 800, 50, 10, 780)] == [(860, 910), (920, 970)]
    assert [*timetable(2, 600, 50, 0, None)] == [(600, 650), (650, 700)]


def test_lunch_has_a_row_and_tables_one_notation_on_paper(tmp_path: Path) -> None:
    """From 12:50 to 13:50 nothing was said; 44 players were 6 + 6 + … and 45 were 9 × 5."""
    pdf = tmp_path / "plan.pdf"
    plan("germany", "20..55", lunch="13:00", language="en", target=pdf)
    tables, hours = page_texts(pdf)
    rows = [" ".join(line.split()) for line in hours.splitlines()]
    assert "Lunch 12:50–13:50 12:50–13:50" in rows
    assert [row.split()[1] for row in rows if row.startswith("Game")] == ["1", "2", "3", "4", "5", "6"]
    assert rows.index("Lunch 12:50–13:50 12:50–13:50") - 1 == next(n for n, row in enumerate(rows) if row.startswith("Game 3"))
    shown = tables.replace(" ", "")
    assert "1×6+3×5" in shown
    assert "5+5" not in shown


def test_the_hours_of_each_day_with_one_fewer_and_one_more(bangxl: CommandLine, tmp_path: Path) -> None:
    pdf = tmp_path / "plan.pdf"
    asked = ("--players", 22, "--start", "9:30", "--game", "1h", "--break", "0", "--language", "en", "-o", pdf)
    run = bangxl("plan", "--rulebook", "italy-2010", *asked)
    assert run.code == 0
    assert [line.split()[0] for line in run.out.splitlines()[1:4]] == ["21", "22", "23"]
    assert " ".join(run.out.splitlines()[2].split()[1:]) == "6 + 6 + 5 + 5 5 4 20 14:30 16:30"
    assert page_count(pdf) == 1
    (text,) = page_texts(pdf)
    assert "6 + 6 + 5 + 5" in text
    assert "Round 5" in text
    assert text.count("13:30–14:30") == 1  # hours stand in a table, no sentence


@pytest.mark.parametrize(
    ("regulation", "players", "finals"),
    [
        ("italy-2007", "26..27", ["Quarterfinals", "Semifinals", "Final"]),
        ("italy-2010", "22", ["Semifinals", "Final"]),
        ("germany", "22", ["Stage 1", "Stage 2", "Stage 3"]),
    ],
)
def test_each_of_the_finals_has_its_name(tmp_path: Path, regulation: str, players: str, finals: list[str]) -> None:
    """They were all called «Finals»; the last of every day stand on one line."""
    pdf = tmp_path / "plan.pdf"
    _table, _lines, days = plan(regulation, players, language="en", target=pdf)
    lines = [line.strip() for text in page_texts(pdf) for line in text.splitlines()]
    shown = [line for line in lines if line.startswith(("Quarter", "Semi", "Final", "Stage"))]
    assert [line.partition("  ")[0] for line in shown] == finals
    assert {line for line in shown[-1].split() if "–" in line} == {f"{_earlier(day['ends'])}–{day['ends']}" for day in days}


def _earlier(end: object) -> str:
    hours, minutes = divmod(int(str(end)[:2]) * 60 + int(str(end)[3:]) - 50, 60)
    return f"{hours:02}:{minutes:02}"


def test_a_plan_of_two_pages_has_title_and_number_on_both(tmp_path: Path) -> None:
    pdf = tmp_path / "plan.pdf"
    plan("italy-2007", "4..38", language="en", target=pdf)
    first, second = page_texts(pdf)
    assert "Plan" in second.splitlines()[0]
    assert "1/2" in first.replace(" ", "")
    assert "2/2" in second.replace(" ", "")


def test_letters_that_no_font_here_has_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "_of_this_computer", tuple)
    rules = 'base = "italy-2010"\nid = "house"\ntitle = "東京カップ"\nsource.title = "Rules"\n'
    (tmp_path / "house.toml").write_text(rules, encoding="utf-8")
    told = [plan(one, "20", language="en", target=tmp_path / f"{number}.pdf")[1][-1]
            for number, one in enumerate((str(tmp_path / "house.toml"), "italy-2010"))]  # fmt: skip
    assert ["東京カップ" in line for line in told] == [True, False]


def test_it_speaks_the_regulations_language_and_says_of_hours_for_whom() -> None:
    """It answered in English; it said «With 5 games» twice, of other finals; 126 players had a line of 21 sixes."""
    (_heads, rows), lines, _data = plan("germany", "43..47")
    assert [row[1] for row in rows][-3:] == ["9 × 5", "1 × 6 + 8 × 5", "2 × 6 + 7 × 5"]
    assert [line.partition(":")[0] for line in lines[:-1]] == ["43–44, 46–47 Spieler, 6 Partien", "45 Spieler, 5 Partien"]


def test_it_writes_over_what_is_not_its_own_only_when_told(bangxl: CommandLine, tmp_path: Path) -> None:
    """It said that --overwrite replaces the file, and then did not know it."""
    pdf = tmp_path / "plan.pdf"
    pdf.write_bytes(b"a scan")
    asked = ("plan", "--rulebook", "italy-2010", "--players", "22", "--language", "en", "-o", pdf)
    assert (bangxl(*asked).code, pdf.read_bytes()) == (1, b"a scan")
    assert bangxl(*asked, "--overwrite").code == 0
    assert page_count(pdf) == 1


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--players", "x"], "«x»: write a number of players such as 22, or 18..26"),
        (["--players", "30..20"], "«30..20»: write a number of players"),
        (["--players", "10..80"], "at most 40 of them"),
        (["--players", "5"], "5 players: this regulation is for 10 to 126."),
        (["--players", "22", "--start", "25:00"], "«25:00» is no time of day."),
        (["--players", "22", "--game", "0"], "«0» is no length of time here."),
        (["--players", "22", "--game", "soon"], "«soon» is no length of time here."),
        (["--players", "22", "-o", "plan.txt"], "the name must end in .pdf"),
    ],
)
def test_what_it_cannot_read(bangxl: CommandLine, words: list[str], text: str) -> None:
    run = bangxl("plan", "--rulebook", "italy-2010", "--language", "en", *words)
    assert (run.code, run.out) == (2, "")
    assert text in run.err
