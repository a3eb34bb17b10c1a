"""bangxl in somebody else's program: what `bangxl.read`, `season` and `simulate` give."""

import inspect
import io
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

import pandas as pd
import pytest
from openpyxl import Workbook

import bangxl
from bangxl import library, read, simulate
from bangxl.commands.demo import demo
from bangxl.commands.new import new
from bangxl.commands.report import report
from bangxl.commands.standings import standings_data
from bangxl.commands.transfer import export, table_csv
from bangxl.interchange.dump import dumps, standings_json, tournament_json
from bangxl.interchange.tables import COLUMN_TYPES
from bangxl.seasons.book import SEASON_TABLES as TABLES_OF_A_SEASON
from tests.helpers.keyboard import typed
from tests.helpers.raised import raised
from tests.hosts.commandline import CommandLine

SIZES = {"germany": 20, "record": 5, "record-international": 5}
SIDE = {"sheriff": "law", "deputy": "law", "outlaw": "outlaws", "renegade": "renegade"}
TABLES = ("players", "games", "seats", "ledger", "standings", "finals", "draws", "events")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished tournament of the German championship as a workbook, a referto and JSON."""
    path: Path = tmp_path_factory.mktemp("library")
    demo(path / "open.xlsx", "germany", 20, "library", "en")
    report(path / "open.xlsx")
    export(path / "open.xlsx", path / "open.json")
    return path


@pytest.mark.parametrize("table", TABLES)
def test_workbook_report_and_json_give_the_same_tables(folder: Path, table: str) -> None:
    one, *others = (getattr(bangxl.read(folder / name), table) for name in ("open.xlsx", "open-referto.xlsx", "open.json"))
    assert len(one) or table == "finals"  # a knock-out has no duels
    assert {name: str(kind) for name, kind in one.dtypes.items() if name in COLUMN_TYPES[table]} == COLUMN_TYPES[table]
    assert all(one.equals(other) for other in others)


def test_standings_are_those_of_the_command(folder: Path) -> None:
    rows = standings_data(folder / "open.xlsx")["rows"]
    assert isinstance(rows, list)
    table = bangxl.read(str(folder / "open.xlsx")).standings
    assert [*table["player"]] == [row["player"] for row in rows]
    assert [*table["score_exact"]] == [row["score_exact"] for row in rows]
    assert [*table["wins"]] == [float(row["criteria"]["wins"]) for row in rows]


@pytest.mark.parametrize("rulebook", ["italy-2007", "italy-2010", "italy-2011", "germany", "record", "record-international"])
def test_a_simulation(rulebook: str) -> None:
    one, same = (bangxl.simulate(rulebook, SIZES.get(rulebook, 10), "dice") for _ in range(2))
    assert standings_json(one.state) == standings_json(same.state)
    assert standings_json(one.state)["phase"] == "closed"
    assert not (one.check()["severity"] == "error").any()
    settled = one.ledger[one.ledger["settled"]]
    assert (settled["before"] - settled["cost"] + settled["payout"] == settled["after"]).all()
    assert len(one.seats) == one.games["players"].sum()


def test_who_has_won() -> None:
    """The first question about a tournament."""
    one = bangxl.simulate("italy-2010", 22, "dice")
    table = one.standings
    first = table[table["final_place"] == 1].iloc[0]
    assert first["player"] == one.finals[one.finals["match"] == "F"]["winner"].item()
    assert first["title"]
    assert table["title"].sum() == 1
    assert table["prize"].max() == first["prize"]
    assert {*one.finals["player_a"], *one.finals["player_b"]} == {*table[table["qualified"]]["player"]}
    seats = one.seats
    assert seats["won"].notna().all()
    assert (seats[seats["won"]]["outcome"] == seats[seats["won"]]["role"].map(SIDE)).all()
    before = bangxl.simulate("italy-2010", 22, "dice", finals=False).standings
    assert before[["final_place", "prize", "title"]].isna().all().all()


def test_a_number_beside_a_walkover_is_no_score() -> None:
    """The JSON and the report don't have it, so the table of the workbook may not either."""
    state = bangxl.simulate("italy-2010", 22, "dice").state
    played = state.tournament.finals
    assert played is not None
    last = replace(played.duels[-1], score_a=2, score_b="W")
    finals = replace(played, duels=(*played.duels[:-1], last))
    table = library.Tournament(state.with_tournament(replace(state.tournament, finals=finals))).finals
    assert [*table["walkover"]] == [False] * (len(table) - 1) + [True]
    row = table.iloc[-1]
    assert row["winner"] == last.player_b
    assert row[["score_a", "score_b"]].isna().all()


def test_the_knock_out_has_a_winner_too(folder: Path) -> None:
    one = bangxl.read(folder / "open.xlsx")
    last = one.games[one.games["stage"].notna()].iloc[-1]
    winner = one.standings[one.standings["final_place"] == 1]["player"].item()
    assert winner == last["winner"]
    assert one.seats[(one.seats["stage"] == last["stage"]) & one.seats["won"]]["player"].item() == winner


def test_columns_are_the_same_everywhere_and_missing_where_nothing_is_asked() -> None:
    for rulebook in ("italy-2007", "italy-2010", "record", "germany"):
        one = bangxl.simulate(rulebook, SIZES.get(rulebook, 10))
        for name, table in one.tables.items():
            assert {column: str(kind) for column, kind in table.dtypes.items() if column in COLUMN_TYPES[name]} == COLUMN_TYPES[
                name
            ]
            told = getattr(bangxl.Tournament, name).__doc__
            assert [column for column in COLUMN_TYPES[name] if f"``{column}``" not in told] == [], (
                f"say them in the docstring of bangxl.Tournament.{name} in bangxl/library.py"
            )
    plain = bangxl.simulate("italy-2010", 10).seats
    assert plain[["lives", "killed_sheriff", "outlaws_killed", "cards_kept", "reconfirmed"]].isna().all().all()


def test_draws_lead_to_their_games_and_the_knock_out_is_asked_for_no_mark() -> None:
    one = bangxl.simulate("germany", 20, "dice")
    by_stage = one.games.merge(one.draws, on=["round", "stage"], how="inner")
    assert {*by_stage["stage"].dropna()} == {*one.games["stage"].dropna()} != set()
    assert {*by_stage["round"].dropna()} == {1}  # fixed tables
    finals = bangxl.simulate("italy-2010", 12, "dice")
    assert {*finals.draws["match"].dropna()} <= {*finals.finals["match"]} != set()
    knock_out = one.seats[one.seats["stage"].notna()]
    assert knock_out[["lives", "killed_sheriff", "outlaws_killed", "cards_kept", "reconfirmed", "payout"]].isna().all(axis=None)


def test_a_changed_table_changes_nothing_else() -> None:
    one = bangxl.simulate("italy-2010", 10)
    seats = one.seats
    seats["role"] = "cowboy"
    assert "cowboy" not in {*one.seats["role"], *one.tables["seats"]["role"]}


def test_an_open_file_is_read_like_one_on_disk(folder: Path) -> None:
    for name in ("open.xlsx", "open-referto.xlsx", "open.json"):
        assert read(io.BytesIO((folder / name).read_bytes())).standings.equals(read(folder / name).standings)


def test_what_an_open_file_lacks_is_said_of_it(folder: Path, tmp_path: Path) -> None:
    """Not of a file that we made of it, and nobody can undo anything there; its findings have sheet and cell."""
    damaged = io.BytesIO((folder / "open.xlsx").read_bytes()[:-3000])
    empty = io.BytesIO()
    Workbook().save(empty)
    empty.seek(0)
    for content in (io.BytesIO(b"not a workbook"), io.BytesIO(), io.BytesIO(b"{}"), damaged, empty):
        refusal = raised(bangxl.Refusal, read, content)
        assert str(refusal).startswith("BytesIO")
        assert "undo" not in str(refusal)
    path = tmp_path / "new.xlsx"
    new(path, "italy-2010", language="en", players="12")
    typed(path, {"Players_Present": 7})
    with path.open("rb") as file:
        found = read(file).check()
    assert found.equals(read(path).check())
    assert found["sheet"].notna().all()


WRONG: Final[tuple[object, ...]] = (
    None, True, 3, 2.5, "", "\0", "\ud800", b"x", [], ["x"], {}, object(), Path("x\0"), io.StringIO("x"), float("nan"), 10**400,
)  # fmt: skip
"""Whatever somebody may give by mistake."""
RIGHT: Final[Mapping[str, Any]] = {"rulebook": "italy-2010", "file": "no such file.xlsx", "reports": "no such folder"}
CALLS: Final[Mapping[str, Callable[..., Any]]] = {
    "read": bangxl.read,
    "simulate": bangxl.simulate,
    "season": bangxl.season,
    "check": lambda language: bangxl.simulate("record", 5).check(language),
}


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        *((name, argument) for name in ("read", "simulate", "season") for argument in inspect.signature(CALLS[name]).parameters),
        ("check", "language"),
    ],
)
def test_nothing_but_a_refusal_for_any_wrong_value(name: str, argument: str) -> None:
    """Each argument of each public function: whatever is not taken is named, no value ends in another error."""
    right = {key: value for key, value in RIGHT.items() if key in inspect.signature(CALLS[name]).parameters}
    refused = 0
    for wrong in WRONG:
        given = right | {argument: wrong}
        reports = (given.pop("reports"),) if name == "season" else ()
        try:
            CALLS[name](*reports, **given)
        except bangxl.Refusal as refusal:
            refused += f"{argument} takes" in str(refusal)
    assert refused > len(WRONG) // 2


@pytest.mark.parametrize("wrong", [{"regional": "median"}, {"irregular": "no"}, {"best": -5}, {"language": "fr"}, {"since": "x"}])
def test_a_wrong_option_of_a_season_is_refused(folder: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(bangxl.Refusal):
        bangxl.season(folder, **wrong)


def test_a_day_may_be_a_date_a_moment_or_a_text(folder: Path) -> None:
    """As the frames give days: none is «not a date»; this regulation has no championship, and so no first day."""
    for day in ("2026-01-01", date(2026, 1, 1), datetime(2026, 1, 1), pd.Timestamp("2026-01-01")):  # noqa: DTZ001 -- as in frames
        with pytest.raises(bangxl.Refusal, match="germany has no championship"):
            bangxl.season(folder, since=day)
    with pytest.raises(bangxl.Refusal, match="first day is after the last"):
        bangxl.season(folder, since="2027-01-01", deadline="2026-01-01")


@pytest.mark.parametrize("language", ["de", "it"])
def test_findings_are_in_the_language_asked_for(folder: Path, language: str) -> None:
    for one in (bangxl.simulate("italy-2010", 12), read(folder / "open.xlsx")):
        other, own = one.check(language)["text"], one.check("en")["text"]
        assert len(own)
        assert not other.equals(own)


def test_findings_have_sheet_and_cell_or_column_and_line(tmp_path: Path) -> None:
    new(tmp_path / "empty.xlsx", "italy-2010", language="en", players="12")
    found = bangxl.read(tmp_path / "empty.xlsx").check()
    assert [*found.columns] == [*library.FINDINGS]
    state = bangxl.simulate("italy-2010", 12).state
    players = state.tournament.players
    twice = (replace(players[0], name=players[1].name), *players[1:])
    found = library.Tournament(state.with_tournament(replace(state.tournament, players=twice))).check()
    assert {("duplicate_name", "Players_Name 1"), ("duplicate_name", "Players_Name 2")} <= {
        *zip(found["code"], found["cell"], strict=True)
    }


def test_a_tournament_is_shown_in_a_line(folder: Path) -> None:
    assert "open.json" in repr(read(folder / "open.json"))
    assert len(repr(read(folder / "open.json"))) < 200 + len(str(folder))


def test_a_season_counts_what_its_command_counts(folder: Path) -> None:
    tables = bangxl.season(folder)
    assert [*tables["Tournaments"]["file"]] == ["open-referto.xlsx"]
    assert tables["Tournaments"]["verified"].all()
    assert "open.xlsx" in [*tables["Skipped"]["file"]]


def test_the_columns_of_a_season_are_explained_and_always_of_the_same_dtype(folder: Path) -> None:
    told = bangxl.season.__doc__ or ""
    columns = {column for _tab, own in TABLES_OF_A_SEASON.values() for column in own}
    assert [name for name in (*TABLES_OF_A_SEASON, *columns) if f"``{name}``" not in told] == []
    full, bare = bangxl.season(folder), library.season_frames(dict.fromkeys(TABLES_OF_A_SEASON, ()))
    assert [*full] == [*bare] == [*TABLES_OF_A_SEASON]
    for name, table in full.items():
        assert table.dtypes.equals(bare[name].dtypes), name
        assert "object" not in {*map(str, table.dtypes)}
        assert not (table == "").any(axis=None)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("", ": this is a folder. Give the name of a file in it."),
        (".", ": this is a folder. Give the name of a file in it."),
        ("no folder/x.xlsx", "no folder». Check the name."),
        ("no folder/x.json", "no folder». Check the name."),
        ("x.xlsx", "x.xlsx: this file does not exist. Check the name and the folder."),
        (io.BytesIO(b"PKjunk"), "BytesIO: this is a text or CSV file, without sheets and formulas. Use the .xlsx file."),
        (
            io.BytesIO(b"PK\3\4junk"),
            "BytesIO: this is neither a workbook nor a report of bangxl, or it is damaged. Read another copy.",
        ),
    ],
)
def test_what_cannot_be_read_is_said_plainly(
    file: Any,  # noqa: ANN401 -- a name, or an open file
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A folder was «Is a directory», and of a folder that is missing the file was looked for."""
    monkeypatch.setenv("BANGXL_LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)
    assert said in str(raised(bangxl.Refusal, read, file))


def test_export_writes_each_table(folder: Path, bangxl: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "bangxl.library", None)  # the installer has no pandas
        run = bangxl("export", folder / "open-referto.xlsx", "--csv", tmp_path / "new" / "tables")
    assert run.code == 0
    assert {path.stem for path in (tmp_path / "new/tables").iterdir()} == {*TABLES}
    for name, table in read(folder / "open.xlsx").tables.items():
        written = pd.read_csv(tmp_path / f"new/tables/{name}.csv", dtype=dict(table.dtypes))
        pd.testing.assert_frame_equal(written, table)
    again = bangxl("export", folder / "open.xlsx", "--csv", tmp_path / "new" / "tables")
    assert again.code == 1
    assert "players.csv already exists. Choose another folder, or overwrite it with --overwrite." in " ".join(again.err.split())
    assert bangxl("export", folder / "open.xlsx", "--csv", tmp_path / "new" / "tables", "--overwrite").code == 0


def test_export_without_pyarrow_says_what_to_install(
    folder: Path, bangxl: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    run = bangxl("export", folder / "open.xlsx", "--parquet", tmp_path / "tables")
    assert (run.code, "pip install .[parquet]" in run.err, (tmp_path / "tables").exists()) == (1, True, False)


@pytest.mark.parametrize("words", [("--csv", "a", "--parquet", "a"), ("--anonymous", "-o", "a"), ("--csv", "a", "-o", "b")])
def test_export_writes_one_thing_at_a_time(folder: Path, bangxl: CommandLine, words: tuple[str, ...]) -> None:
    run = bangxl("export", folder / "open.xlsx", *words)
    assert (run.code, "do not go together" in run.err) == (2, True)


def test_a_name_in_csv_is_no_formula() -> None:
    state = simulate("italy-2010", 12).state
    players = (replace(state.tournament.players[0], name="=1+1"), *state.tournament.players[1:])
    assert b"P001,'=1+1," in table_csv("players", state.with_tournament(replace(state.tournament, players=players)))


def test_anonymous_seats_say_nothing_about_people(folder: Path, bangxl: CommandLine, tmp_path: Path) -> None:
    """No word of what was typed about people or the event, also where a name was typed as a character; the rest is there."""
    state = read(folder / "open.xlsx").state
    tournament, (first, *others) = state.tournament, state.tournament.games
    spoilt = replace(first, seats=(replace(first.seats[0], character="Anna Rossi"), *first.seats[1:]))
    state = state.with_tournament(replace(tournament, games=(spoilt, *others)))
    (tmp_path / "open.json").write_text(dumps(tournament_json(state)), encoding="utf-8")
    run = bangxl("export", tmp_path / "open.json", "--anonymous")
    assert run.code == 0
    event = tournament.event
    people = [part for one in tournament.players for part in (one.id, one.name, one.region, one.email)]
    typed = [*people, event.name, event.place, event.region, event.organiser, event.report_to, *event.referees, "Anna Rossi"]
    assert [one for one in typed if one and one in run.out] == []
    table, seats = pd.read_csv(io.StringIO(run.out)), library.Tournament(state).seats
    assert table["payout"].astype("Int64").equals(seats["payout"])
    same = pd.crosstab(table["player"], seats["player"])
    assert ((same > 0).sum() == 1).all()
    assert ((same > 0).sum(axis=1) == 1).all()


def test_importing_bangxl_costs_and_changes_nothing() -> None:
    """But for the word to openpyxl that it must write without lxml."""
    code = (
        "import os, signal, sys, warnings; os.environ['OPENPYXL_LXML'] = 'False';"
        " state = lambda: (dict(os.environ), [*sys.path], [*warnings.filters], os.getcwd(),"
        " sys.stdout, sys.excepthook, signal.getsignal(signal.SIGINT)); before, modules = state(), {*sys.modules}; import bangxl;"
        "print(state() == before, *{name.partition('.')[0] for name in {*sys.modules} - modules} - {*sys.stdlib_module_names})"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True", "bangxl"]
