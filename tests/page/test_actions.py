"""What the page does with a file, in this Python: actions, options and exit codes as on the command line."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import rmtree
from typing import Any, Final

import pytest

from bangxl.books import files
from bangxl.books.history import history_folder
from bangxl.command_table import COMMANDS, Result
from bangxl.commands.entry_list import COLUMN_ROLES
from bangxl.commands.standings import standings_data
from bangxl.commands.transfer import export
from bangxl.commands.verify import verify
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.page import browser
from bangxl.page.actions import PageAnswer, log_texts, recognise, run
from bangxl.page.texts import page_name, page_texts
from bangxl.tournament.model import EventInfo
from tests.commands.stages import NAMES, Copy, unchanged
from tests.helpers.keyboard import entered, facts
from tests.helpers.sample import these
from tests.season.referti import file, played
from tools.page.build import CHOICES, SCRIPTS, WEB

ROOT: Final = Path(__file__).parents[2]
LIST: Final = "\n".join(NAMES)


def new(path: Path, **options: object) -> PageAnswer:
    return run("new", path, {"rulebook": "italy-2010", "language": "en", "players": LIST} | options)


@pytest.mark.soak
def test_a_list_opened_is_what_a_new_workbook_begins_with(path: Path) -> None:
    names = path.with_name("entries.csv")
    names.write_bytes("Příjmení;Jméno;Status\nDvořák;Jiří;ok\nČerný;Zdeněk;cancelled\n".encode("cp1250"))
    asked = run("list", names, {"known": True})
    assert (asked.code, asked.lines) == (2, ("These columns may say who plays: 3 «Status».",))
    assert isinstance(asked.chooser, dict)
    way = asked.chooser["ways"][0]["options"]
    assert way["only"] == ["3=ok"]
    said = run("list", names, way)
    assert (said.code, said.files, said.chooser) == (0, ("players.txt",), None)
    assert path.with_name("players.txt").read_text(encoding="utf-8") == "name\nJiří Dvořák\n"
    assert any("Zdeněk Černý" in line for line in said.lines)
    new(path)
    assert run("list", path, {}).code == 2


def test_a_regulation_dropped_is_no_list_of_players(path: Path) -> None:
    """The page offered its lines as names: «Check these lines … id='x'»."""
    rules = path.with_suffix(".toml")
    rules.write_bytes((ROOT / "tests/data/league.toml").read_bytes())
    said = run("list", rules, {})
    assert (said.code, said.chooser, said.lines) == (2, None, ("torneo.toml: there are no names in this list.",))


def test_a_list_pasted_is_who_plays(path: Path) -> None:
    made = new(path)
    assert (made.code, made.files) == (0, ("torneo.xlsx",))
    assert [one["name"] for one in json.loads(export(path))["players"]] == list(NAMES)


def test_a_day_is_planned_with_its_page(path: Path) -> None:
    hours = {"start": "9:30", "game": "1h", "break": "15m", "lunch": ""}
    done = run("plan", path.with_name("plan.pdf"), {"rulebook": "italy-2010", "language": "de", "players": "18..20", **hours})
    assert (done.code, done.files) == (0, ("plan.pdf",))
    assert [line.split("\t")[0] for line in done.lines[:4]] == ["Spieler", "18", "19", "20"]
    assert "09:30–10:30, 10:45–11:45" in done.lines[4]
    refused = run("plan", path.with_name("plan.pdf"), {"rulebook": "italy-2010", "language": "en", "players": "many"})
    assert (refused.code, refused.lines[0][:35]) == (2, "«many»: write a number of players s")


def test_a_tournament_to_practise_on(path: Path) -> None:
    """Two tables, one half typed; the page's own words say how to go on."""
    given = {"rulebook": "italy-2010", "language": "en", "players": 10, "until": "round2", "half_typed": True, "mistakes": 1}
    done = run("demo", path, given)
    assert (done.code, done.files) == (0, ("torneo.xlsx",))
    assert "«Check» finds 1 mistake." in done.lines[1]
    assert facts(path).rounds_seated == 2
    assert run("check", path, {}).code == 1


@pytest.mark.parametrize("players", these([12, [f"Player {sign}" for sign in "ABCDEFGHIJKL"]], 12))
def test_players_come_in_every_form(path: Path, players: object) -> None:
    assert new(path, players=players).code == 0


def test_seating_names_buttons_and_no_folders(path: Path) -> None:
    made = new(path)
    assert "«Seat next round»" in "".join(made.lines)
    seated = run("seat", path, {"rng_seed": "x"})
    assert (seated.code, seated.files) == (0, ("torneo.xlsx",))
    again = run("seat", path, {})
    assert (again.code, again.files) == (1, ())
    assert not [line for line in (*made.lines, *seated.lines, *again.lines) if str(path.parent) in line or "«bangxl" in line]


def test_the_page_ticks_who_is_there_in_a_league(path: Path) -> None:
    new(path, rulebook=str(ROOT / "tests" / "data" / "league.toml"))
    here = run("look", path, {}).chooser
    assert here == {"here": [(f"P{number:03}", name, True) for number, name in enumerate(NAMES, 1)]}
    marked = run("tonight", path, {"people": ["P001", "P002", "P003", "P004", "P005"]})
    assert (marked.code, marked.lines[0]) == (0, "Evening 1: 5 players, tables 5.")
    nobody = run("tonight", path, {"people": []})  # said who had been ticked before, and these were drawn
    assert (nobody.code, nobody.files, nobody.lines[0][:18]) == (2, (), "Nobody is ticked, ")
    assert run("tonight", path, {"same": True}).lines == ("No round has been drawn yet: give the names of those who are there.",)
    assert run("tonight", path, {"show": 1}).lines == ("Evening 1 was not played. Choose from: –.",)
    seen = run("look", path, {}).chooser
    assert isinstance(seen, dict)
    assert [player for player, _name, marked in seen["here"] if marked] == ["P001", "P002", "P003", "P004", "P005"]
    new(path.with_name("day.xlsx"))
    assert run("look", path.with_name("day.xlsx"), {}).chooser is None


def test_a_public_draw_takes_two_clicks(path: Path) -> None:
    new(path)
    refused = run("seat", path, {"public_value": "4 2 6"})
    assert refused.code == 1
    assert "«Commit the draw and show its code»" in " ".join(refused.lines)
    closed = run("commit", path, {})
    assert (closed.code, closed.files) == (0, ("torneo.xlsx",))
    assert re.search(r"Code: [0-9A-Z]{4}(-[0-9A-Z]{4}){3}$", closed.lines[0])
    assert run("seat", path, {"public_value": "4 2 6"}).code == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("words", "key", "beside"),
    [
        ("bangxl seat", "seat", ""),
        ("bangxl seat --close --reason TEXT", "close", "reason"),
        ("bangxl check --rebuild NEW.xlsx", "repair", "rebuild"),
        ("bangxl commit", "commit", ""),
    ],
)
def test_a_command_is_called_like_its_button(language: str, words: str, key: str, beside: str) -> None:
    _ = catalog(language)
    shown = page_texts(_)
    opening, closing = "„“" if language == "de" else "«»"
    named = [f"{opening}{shown[one]}{closing}" for one in (key, beside) if one]
    assert page_name(words, _) == named[0] + "".join(f" ({field})" for field in named[1:])


@pytest.mark.parametrize(
    ("option", "key"),
    [("--what walls", "what_walls"), ("--round N", "of_round"), ("--public-value TEXT", "public_value"), ("--same", "same")],
)
def test_an_option_is_called_like_its_field(option: str, key: str) -> None:
    _ = catalog("en")
    assert page_name(option, _) == f"«{page_texts(_)[key]}»"


@pytest.mark.parametrize(("head", "columns"), [("", 4), ("Runde\tTisch\tSitz\tSpieler\n", 3)])
def test_a_round_drawn_with_cards_is_pasted_from_a_spreadsheet(path: Path, head: str, columns: int) -> None:
    new(path)
    rows = [["1", f"{1 + number // 5}", f"{1 + number % 5}", name] for number, name in enumerate(NAMES)]
    told = [head.removesuffix("\n").split("\t")[-columns:]] if head else []
    done = run("seat", path, {"by_hand": "\n".join("\t".join(row[-columns:]) for row in (*told, *rows))})
    assert (done.code, done.files) == (0, ("torneo.xlsx",)), done.lines
    assert [seat["player"] for game in json.loads(export(path))["games"] for seat in game["seats"]] == [
        f"P{number:03}" for number in range(1, 11)
    ]


def test_what_is_wrong_with_a_pasted_list_is_said_of_the_field(path: Path) -> None:
    """The person has pasted lines, and knows no file of that name."""
    new(path)
    done = run("seat", path, {"by_hand": "Tables\nAnna Rossi"})
    assert (done.code, done.files) == (2, ())
    assert done.lines[0].startswith("«Who sits where")
    path.unlink()
    assert not [line for line in new(path, players="name,region\nAnna\x00").lines if ".csv" in line]


def test_a_users_mistake_is_a_sentence_with_code_2(path: Path) -> None:
    mistakes: list[tuple[str, dict[str, object]]] = [
        ("new", {}), ("new", {"rulebook": "poker"}), ("fly", {}), ("seat", {"rngseed": "x"}), ("seat", {"close": "perhaps"}),
        ("reopen", {"round": 1, "table": "one", "reason": "x"}), ("swap", {"one": "Anna"}),
    ]  # fmt: skip
    for action, options in mistakes:
        if action != "new" and not path.exists():
            new(path)
        done = run(action, path, options)
        assert (done.code, done.files) == (2, ())
        assert done.lines
        assert not [line for line in done.lines if "Traceback" in line]


def test_a_defect_of_ours_is_told_with_code_3(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "undo", COMMANDS["undo"]._replace(run=lambda _asked, _console: Result(code=1 // 0)))
    done = run("undo", path, {})
    assert done.code == 3
    assert "ZeroDivisionError" in done.lines[-1]


def test_a_whole_report_verifies_and_is_compared_with_a_code(path: Path) -> None:
    new(path)
    run("seat", path, {"rng_seed": "x"})
    done = run("report", path, {"interim": True})
    assert done.code == 0
    (referto,) = [name for name in done.files if name.endswith(".xlsx")]
    assert verify(path.with_name(referto)).agrees
    assert run("verify", path.with_name(referto), {}).code == 0
    assert run("verify", path.with_name(referto), {"against": "0" * 16}).code == 1
    assert json.loads(run("verify", path.with_name(referto), {"json": True}).lines[0])
    looked = run("look", path.with_name(referto), {})  # of hundreds, each was opened whole
    assert (looked.button, looked.lines) == ("verify", ("This is a report. Click «Verify a report» to recompute it.",))
    ours = run("verify", path.with_name(referto), {"pdf": "ours.pdf"})
    assert (ours.code, ours.files, ours.lines[-1]) == (0, ("ours.pdf",), "PDF: ours.pdf")


@pytest.mark.soak
def test_the_print_view_is_a_file_beside_the_workbook(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1794960000")
    new(path)
    assert run("print", path, {}).code == 1
    run("seat", path, {"rng_seed": "x"})
    done = run("print", path, {})
    assert (done.code, done.files) == (0, ("torneo-Round1.pdf",))
    assert run("print", path, {}).files == ("torneo-Round1.pdf",)  # the same bytes once more: written all the same
    assert run("print", path, {"what": "records", "round": "1"}).files == ("torneo-Round1-records.pdf",)
    assert run("print", path, {"what": "secrets"}).code == 2


@pytest.mark.soak
def test_what_is_said_names_the_pages_own_buttons(path: Path) -> None:
    """No line speaks of a command line, in any language: a person with the page has none."""
    for language in ("it", "ru"):
        path.unlink(missing_ok=True)
        new(path, language=language, players="30")
        lines = [*run("report", path, {}).lines, *run("print", path, {"what": "meetings", "round": 1}).lines]
        new_list = [f"Player {number}" for number in range(1, 11)]
        entered(path, new_list)
        run("seat", path, {"rng_seed": "x"})
        lines += run("redraw", path, {"reason": ""}).lines
        lines += run("redraw", path, {"reason": "x", "public_value": "4"}).lines
        assert lines
        assert not [line for line in lines if "--" in line or any(f"bangxl {name}" in line for name in COMMANDS)], lines


def test_two_seats_are_swapped_by_the_names_of_the_command_line(path: Path) -> None:
    """Programs got «an option is unknown» for PLAYER and OTHER_PLAYER, which `bangxl swap` has; `one` and `other` stay."""
    new(path)
    run("seat", path, {"rng_seed": "x"})
    seats = facts(path).games[0].seats
    for first, second in (("player", "other_player"), ("one", "other")):
        done = run("swap", path, {first: seats[0].player, second: seats[1].player, "reason": "father and son"})
        assert (done.code, done.files) == (0, (path.name,)), done.lines
    assert facts(path).games[0].seats == seats


def test_options_are_typed_as_on_the_command_line(path: Path) -> None:
    """Programs were told «Expected `str`, got `int`» of a seed, and «Expected `Path`, got `str`» of every file and folder."""
    new(path, option="duel=short")
    assert run("seat", path, {"rng_seed": 5, "language": "de"}).lines[0].startswith("Runde 1")
    assert facts(path).options["duel"] == "short"
    for action, options, written in (
        ("print", {"output": "sheets.pdf"}, "sheets.pdf"),
        ("print", {"what": "walls", "output": "elsewhere/walls.pdf"}, "walls.pdf"),
        ("export", {"output": "facts.json"}, "facts.json"),
        ("export", {"csv": "tables"}, "tables/players.csv"),
        ("report", {"interim": True, "output": "sent"}, "sent/torneo-referto-interim.xlsx"),
    ):
        if written.startswith("sent/"):
            path.with_name("sent").mkdir()
        done = run(action, path, options)
        assert (done.code, written in done.files) == (0, True), done
    assert path.with_name("tables").is_dir()


def test_a_text_to_copy_is_shown(path: Path) -> None:
    """«Leave this out, which only pages have: --overwrite», said the page, and nobody had given that."""
    new(path)
    run("seat", path, {"rng_seed": "x"})
    for options in ({"what": "walls", "text": True}, {"what": "next"}):
        done = run("print", path, options)
        assert (done.code, done.files) == (0, ()), done.lines
        assert done.lines


def test_every_command_has_json_for_programs(path: Path) -> None:
    """A program that asked for JSON got the lines for people, of `seat` and the statement of a player."""
    new(path)
    seated = json.loads(run("seat", path, {"rng_seed": "x", "json": True}).lines[0])
    assert (seated["files"], seated["lines"][0][:16], len(seated["games"])) == ([path.name], "Round 1 is drawn", 2)
    missing = run("seat", path, {"json": True})
    assert (missing.code, "missing" in "".join(json.loads(missing.lines[0]))) == (1, True)
    assert json.loads(run("statement", path, {"player": "P001", "json": "true"}).lines[0])["lines"]
    assert json.loads(run("undo", path, {"json": True}).lines[0])["undone"]
    assert json.loads(run("undo", path, {"json": True}).lines[0])["lines"]


@pytest.mark.parametrize("name", ["", "..", ".torneo.xlsx"])
def test_what_is_no_name_of_a_file_is_a_sentence(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    assert run("check", folder / name, {}).code == 2


def test_the_handbook_needs_no_workbook(path: Path) -> None:
    done = run("help", path, {})
    assert (done.code, len(done.files)) == (0, 1)
    assert done.files[0].endswith(".html")


def test_a_long_answer_opens_the_workbook_as_often_as_a_short_one(at: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    """The standings of 126 players took 66 times as long as in a terminal: the workbook was read again for each line."""
    path, opened = at("played1"), list[Path]()

    def read(one: Path, *most: int, really: Callable[..., bytes] = files.read_file) -> bytes:
        opened.append(one)
        return really(one, *most)

    monkeypatch.setattr(files, "read_file", read)
    standings_data(path)
    alone = len(opened)
    assert len(run("standings", path, {}).lines) > len(NAMES)
    assert len(opened) == 2 * alone


def test_json_is_one_line_for_programs(path: Path) -> None:
    new(path)
    for action, key in (("check", "findings"), ("standings", "rows")):
        assert key in json.loads(run(action, path, {"json": True}).lines[0])
    assert run("export", path, {}).files == ("torneo.json",)


class TestLook:
    """An older copy, or one that went on elsewhere, is said before anything is done."""

    @pytest.fixture
    def states(self, path: Path) -> dict[str, bytes]:
        new(path)
        found = {"new": path.read_bytes()}
        run("seat", path, {"rng_seed": "x"})
        found["seated"] = path.read_bytes()
        run("redraw", path, {"reason": "late"})
        return found | {"redrawn": path.read_bytes()}

    @pytest.mark.parametrize(
        ("known", "given", "told"),
        [("seated", "seated", ""), ("redrawn", "seated", "This copy is older"), ("seated", "redrawn", "was changed elsewhere")],
    )
    def test_states_of_one_tournament(self, path: Path, states: Mapping[str, bytes], known: str, given: str, told: str) -> None:
        self.check(path, states[known], states[given], told)

    def test_a_second_draw_from_the_same_state(self, path: Path, states: Mapping[str, bytes]) -> None:
        path.write_bytes(states["new"])
        run("seat", path, {"rng_seed": "other"})
        self.check(
            path, states["redrawn"], path.read_bytes(), "not the file that this page wrote last («The new draw of Round 1»"
        )

    @staticmethod
    def check(path: Path, known: bytes, given: bytes, told: str) -> None:
        path.write_bytes(given)
        aside = path.with_name(".known") / path.name
        aside.parent.mkdir()
        aside.write_bytes(known)
        done = run("look", path, {"known": True})
        assert done.code == bool(told)
        assert told in "\n".join(done.lines)
        assert run("look", path, {}).code == 0


class TestRecognised:
    """A browser calls what it downloads as it likes: a tournament is known by its log."""

    @pytest.fixture(scope="class")
    @staticmethod
    def states(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
        """Of a tournament the states one after the other, and another tournament, each in a file of its own name."""
        folder = tmp_path_factory.mktemp("states")
        found = {name: folder / f"{name}.xlsx" for name in ("new", "seated", "redrawn", "other", "again")}
        new(found["new"])
        for name, before, action in (
            ("seated", "new", "seat"), ("redrawn", "seated", "redraw"), ("again", "new", "seat"),
        ):  # fmt: skip
            found[name].write_bytes(found[before].read_bytes())
            assert run(action, found[name], {"reason": "late"}).code == 0
        new(found["other"], rulebook="italy-2011")
        return found

    @pytest.mark.parametrize(
        ("given", "kept", "number", "goes_on"),
        [
            ("seated", ["other", "seated"], 1, True),
            ("redrawn", ["other", "seated"], 1, True),
            ("seated", ["redrawn", "other"], 0, False),
            ("new", ["redrawn", "other"], 0, False),
            ("again", ["redrawn", "other"], 0, False),
            ("again", ["redrawn", "again"], 1, True),
            ("redrawn", ["other"], -1, True),
            ("redrawn", [], -1, True),
        ],
    )
    def test_by_its_story(self, states: Mapping[str, Path], given: str, kept: list[str], number: int, goes_on: bool) -> None:  # noqa: FBT001
        known = [("torneo.xlsx", log_texts(states[name])) for name in kept]
        assert recognise(states[given], known) == (number, goes_on)

    def test_of_two_alike_the_one_with_its_name_or_the_last(self, states: Mapping[str, Path]) -> None:
        own = log_texts(states["seated"])
        assert recognise(states["seated"], [("seated.xlsx", own), ("x.xlsx", own)])[0] == 0
        assert recognise(states["seated"], [("y.xlsx", own), ("x.xlsx", own)])[0] == 1

    def test_a_damaged_file_by_its_name(self, path: Path, states: Mapping[str, Path]) -> None:
        own = log_texts(states["seated"])
        path.write_bytes(b"PK")
        assert log_texts(path) == []
        assert recognise(path, [("torneo.xlsx", own), ("x.xlsx", own)]) == (0, None)
        assert recognise(path, [("x.xlsx", own)])[0] == -1
        path.with_name(".known").mkdir()
        path.with_name(".known").joinpath(path.name).write_bytes(states["seated"].read_bytes())
        _why, question = run("look", path, {"known": True}).lines
        assert f"Under its name the page keeps: {', '.join(NAMES[:3])} …" in question

    def test_a_referto_is_no_state_of_its_tournament(self, path: Path, states: Mapping[str, Path]) -> None:
        path.write_bytes(states["seated"].read_bytes())
        done = run("report", path, {"interim": True})
        (referto,) = [name for name in done.files if name.endswith(".xlsx") and name != path.name]
        assert log_texts(path) != log_texts(path.with_name(referto)) == []
        assert recognise(path.with_name(referto), [(referto, log_texts(path))])[0] == -1


@pytest.mark.soak
def test_a_download_with_a_number_in_its_name_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the page kept of ``t.xlsx`` is the history of ``t (1).xlsx`` too."""
    monkeypatch.setenv("LANG", "en")
    folder = tmp_path / "files"
    browser.clear(folder)
    _answer(folder, "new", json.dumps({"rulebook": "italy-2010", "players": LIST}))
    seated = _answer(folder, "seat", "{}")
    kept, book = [(folder / one).read_bytes() for one in seated["kept"]], (folder / "t.xlsx").read_bytes()
    browser.clear(folder)
    (folder / "t (1).xlsx").write_bytes(book)
    known = json.dumps({"tournaments": [["t.xlsx", seated["story"]]]})
    assert json.loads(browser.answer("recognise", "t (1).xlsx", known, "en", folder))["chooser"] == [0, True]
    (folder / ".kept").mkdir()
    (folder / ".kept/000001-seat.xlsx").write_bytes(*kept)
    done = json.loads(browser.answer("undo", "t (1).xlsx", "{}", "en", folder))
    assert (done["code"], done["files"]) == (0, ["t (1).xlsx"]), done["lines"]
    assert json.loads(export(folder / "t (1).xlsx"))["games"] == []


def test_the_page_asks_before_something_typed_goes(at: Copy) -> None:
    path = at("played1")
    before, games = path.read_bytes(), facts(path).games
    asked = run("undo", path, {})
    typed_on = "You typed on 2 sheets since: Round1T1 (round 1, table 1), Round1T2 (round 1, table 2)."
    assert (asked.code, asked.files, asked.asks[1]) == (1, (), typed_on)
    assert path.read_bytes() == before
    done = run("undo", path, {"yes": True})
    assert (done.code, done.asks, facts(path).games) == (0, (), ())
    assert run("redo", path, {}).code == 0
    assert facts(path).games == games
    assert run("undo", path, {"to": 0}).lines[0].startswith("1: ")
    assert run("check", path, {"repair": True}).files == (path.name,)


@pytest.mark.parametrize(("language", "said"), [("en", "«The draw of Round 1"), ("de", "„Runde 1 ausgelost")])
def test_a_copy_that_is_elsewhere_is_a_file_to_open(path: Path, language: str, said: str) -> None:
    """«The copy from before seat Round1»: use «Undo» («All earlier copies (.zip)»), which downloads, and an empty zip."""
    new(path, language=language)
    run("seat", path, {"rng_seed": "x"})
    rmtree(history_folder(path))
    done = run("undo", path, {})
    assert (done.code, said in done.lines[0]) == (1, True), done.lines
    assert ("-seat.xlsx" in done.lines[1], ".zip" in done.lines[1]) == (True, False), done.lines
    empty = run("history", path, {})
    assert (empty.code, empty.files, empty.lines[0][:13]) == (1, (), "torneo.xlsx: ")


def test_of_a_damaged_workbook_a_new_one_is_made_beside_it(at: Copy) -> None:
    path = at("played3")
    before = path.read_bytes()
    made = run("check", path, {"rebuild": "torneo-new.xlsx"})
    assert (made.code, made.files, path.read_bytes()) == (0, ("torneo-new.xlsx",), before)
    assert facts(path.with_name("torneo-new.xlsx")) == facts(path)


def test_the_button_that_stands_out_is_the_next_step(at: Copy) -> None:
    """After the final it was still «Seat», while the line beside asked for the report."""
    assert [run("look", at(stage), {}).button for stage in ("final_played", "closed")] == ["seat", "report"]


def test_the_page_asks_before_standings_become_public(at: Copy) -> None:
    path = at("played3")
    with unchanged(path):
        asked = run("seat", path, {})
        assert (asked.code, asked.files, asked.asks[0]) == (1, (), "These standings will become public:")
    assert run("look", path, {}).lines[-1] == "Next step: «Seat next round» publishes the standings."
    done = run("seat", path, {"yes": True})
    assert (done.code, done.asks, facts(path).finals is not None) == (0, (), True)


def test_the_seats_without_names_are_shown(at: Copy) -> None:
    done = run("export", at("drawn1"), {"anonymous": True})
    assert (done.code, done.files) == (0, ())
    assert len(done.lines) == 11


@pytest.mark.soak
def test_a_season_is_of_all_reports_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time it writes the same bytes: a page that lists only what differs then offers nothing to save."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1794960000")
    for seed in ("Asti", "Cuneo"):
        file(tmp_path / f"{seed}.xlsx", played("italy-2007", 10, EventInfo(seed, "2007-05-01", region="Piemonte"), seed=seed))
    (tmp_path / "torn.xlsx").write_bytes(b"no workbook")
    target = tmp_path / "season.xlsx"
    for _again in range(2):
        done = run("season", target, {"language": "en", "regional": "best", "digests": "0123 4567 89ab cdef Roma"})
        assert (done.code, done.files) == (1, ("season.xlsx",))
        assert done.lines[0].startswith("! season.xlsx is written. Tournaments: 2 ")
        assert done.lines[-2] == "× On the list of fingerprints, but not among the files: 0123 4567 89ab cdef Roma"
        assert done.lines[-1].startswith("× torn.xlsx: ")


@pytest.mark.parametrize("sign", [",", ";", "\t"])
@pytest.mark.parametrize("headed", [True, False])
def test_a_list_pasted_for_a_season_is_read_with_heads_or_without(tmp_path: Path, sign: str, headed: bool) -> None:  # noqa: FBT001
    """What came from a spreadsheet was told to name its columns, which it did, in a file that nobody has."""
    people = "Anna Rossi, Bruno Neri, Carla Verdi"
    file(tmp_path / "a.xlsx", played("italy-2007", 10, EventInfo("Asti", "2007-05-01"), people, seed="x"))

    def done(name: str, heads: list[str], *rows: list[str]) -> PageAnswer:
        text = "\n".join(sign.join(row) for row in ([heads] * headed + [*rows]))
        return run("season", tmp_path / "season.xlsx", {"language": "en", name: text})

    assert done("status", ["Name", "Status"], ["Anna Rossi", "banned"]).code == 0
    assert done("same", ["name", "as"], ["Anna Rossi", "Anna Rosi"]).files == ("season.xlsx",)
    wrong = done("status", ["name", "status"], ["Anna Rossi", "banned"], ["Bruno Neri", "winner"])
    field = f"«{page_texts(catalog('en'))['status']}», line {2 + headed}: «winner» is not a status."
    assert (wrong.code, wrong.lines[0].startswith(field)) == (2, True), wrong.lines


@pytest.mark.soak
def test_the_script_gets_what_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "en")  # and back afterwards: the page sets its own
    folder = tmp_path / "files"
    browser.clear(folder)
    options = json.dumps({"rulebook": "italy-2010", "players": LIST, "language": "de"})
    assert _answer(folder, "new", options)["files"] == ["t.xlsx"]
    assert _answer(folder, "seat", "{}")["kept"] == ["t.xlsx.history/000001-seat.xlsx"]
    assert _answer(folder, "history", "{}")["files"] == ["t.xlsx.history.zip"]
    browser.clear(folder)
    assert list(folder.iterdir()) == []


def _answer(folder: Path, action: str, options: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(browser.answer(action, "t.xlsx", options, "de", folder))
    assert found["code"] == 0, found
    return found


def test_no_two_parts_of_the_script_have_one_name() -> None:
    """Its files are one script: the page did not start."""
    script = "\n".join((WEB / name).read_text(encoding="utf-8") for name in SCRIPTS)
    declared = re.findall(r"^(?:async )?(?:const|let|function|class) (\w+)", script, re.MULTILINE)
    assert sorted(declared) == sorted({*declared})


def test_the_script_knows_only_words_that_there_are() -> None:
    script = "\n".join((WEB / name).read_text(encoding="utf-8") for name in SCRIPTS)
    page = (WEB / "page.html").read_text(encoding="utf-8")
    used = {*re.findall(r'\b(?:text\(|t: )"(\w+)"', script), *re.findall(r'data-t="(\w+)"', page)}
    forms = script[script.index("const STEPS") : script.index("const phone")]
    used |= {*re.findall(r'"(\w+)"', forms)}
    used |= {f"role_{role}" for role in ("", *COLUMN_ROLES)}
    assert {*re.findall(r'"(\w*)"', re.findall(r"const ROLES = \[(.*)\]", script)[0])} == {"", *COLUMN_ROLES}
    used |= {f"{key}_{one}" for key, all_ in CHOICES.items() for one in all_ if not one or key != "rulebook"}
    used |= {
        f"of_{code}"
        for code in re.findall(r'"(\w+)"', re.findall(r"function ranked.*?\n}", script, re.DOTALL)[0].replace('"of_', '"'))
    }
    for language in LANGUAGES:
        assert used <= {*page_texts(catalog(language))}
