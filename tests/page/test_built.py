"""The page as the code here makes it, in Chromium: a round is seated as without it. `make soak` tries all that it can do."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import fields
from openpyxl import Workbook

from bangxl.books.closed import ClosedBook
from bangxl.command_table import COMMANDS
from bangxl.commands.season import Request, season
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export
from bangxl.page.actions import run
from bangxl.tournament.model import EventInfo
from tests.commands.stages import NAMES, PLACES, listed
from tests.commands.test_regulations import fill_in
from tests.helpers.missing import missing
from tests.helpers.salts import uncoded, unsalted
from tests.page.test_browser import driven, play_in
from tests.season.referti import file, played
from tests.web.browser import ABSENT, browser

ROOT: Final = Path(__file__).parents[2]
PARTS: Final = ROOT / "build/page"
ELSEWHERE: Final = {"reports", "output", "language", "overwrite", "json"}
"""Options of a season that the page has elsewhere: what was dropped, the name, the page's language."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (PARTS / ".installed").is_file():
        missing("No page was built: no npm, or no way to Pyodide and the wheels (make test tries to fetch them)")
    if not browser():
        missing(ABSENT)
    folder = tmp_path_factory.mktemp("page")
    for part in (PARTS / "node_modules", *PARTS.glob("*.whl")):
        if not part.name.startswith("bangxl-"):
            (folder / part.name).symlink_to(part)
    target = folder / "bangxl.html"
    for command in (["hatchling", "build", "--target", "wheel", "--directory", folder], ["tools.page.build", folder, target]):
        subprocess.run([sys.executable, "-m", *map(str, command)], cwd=ROOT, check=True, capture_output=True)
    return target


@pytest.mark.soak
def test_what_bangxl_imports_is_in_the_page(page: Path) -> None:
    """But for Excel, pandas and LibreOffice, which no browser has."""
    parts = (PARTS / "node_modules/pyodide", *(page.with_name(f"compiled-{name}.zip") for name in ("stdlib", "binary", "app")))
    command = ["node", Path(__file__).with_name("imports.mjs"), *parts]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=300, check=True)
    count, wrong = json.loads(done.stdout)
    assert count > 150
    assert {*wrong.values()} <= {f"No module named '{name}'" for name in ("xlwings", "pandas", "uno")}, wrong


def test_a_round_is_seated_as_here(page: Path, path: Path, tmp_path: Path) -> None:
    listed(path, "italy-2010", NAMES, PLACES)
    step: dict[str, object] = {"action": "seat", "name": path.name, "options": {"rng_seed": "x"}}
    before = shutil.copy(path, tmp_path / "before.xlsx")
    lines = run("seat", path, {"rng_seed": "x"}).lines
    (done,) = play_in(page, tmp_path, [step | {"from": str(before)}], "chromium")["steps"]
    assert (done["code"], uncoded(done["lines"])) == (0, uncoded(lines))
    assert unsalted(export(tmp_path / "played/0" / path.name)) == unsalted(export(path))


@pytest.mark.soak
def test_a_season_is_as_here(page: Path, tmp_path: Path) -> None:
    """Two reports, both called the same."""
    reports = [tmp_path / day / "torneo-referto.xlsx" for day in ("2007-05-01", "2007-06-01")]
    for path in reports:
        path.parent.mkdir()
        day = path.parent.name
        file(path, played("italy-2007", 10, EventInfo("Open", day, region="Piemonte", kind="regional"), seed=day))
    step: dict[str, object] = {"action": "season", "name": "season.xlsx", "reports": [*map(str, reports)]}
    (done,) = play_in(page, tmp_path, [step | {"options": {"language": "en"}}], "chromium")["steps"]
    assert (done["code"], done["files"]) == (0, ["season.xlsx"]), done["lines"]
    season(reports, tmp_path / "season.xlsx", Request(language="en"))
    here, there = (ClosedBook.open(folder / "season.xlsx") for folder in (tmp_path, tmp_path / "played/0"))
    columns = {*here.names} - {"Season_Value", "Tournaments_File", "Irregular_File", "Doubtful_File", "Doubtful_Other_File"}
    assert {name: there.read(name) for name in columns} == {name: here.read(name) for name in columns}
    assert [*there.read("Tournaments_File")] == ["torneo-referto.xlsx", "2-torneo-referto.xlsx"]


@pytest.fixture(scope="module")
def ordered(page: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a person sees who is too early or wrong."""
    folder = tmp_path_factory.mktemp("ordered")
    for name, rulebook in (("first", "italy-2010"), ("second", "italy-2011")):  # the logs of two made in one second are alike
        listed(folder / f"{name}.xlsx", rulebook, [f"{name} {number}" for number in range(1, 11)])
    seat(Path(shutil.copy(folder / "first.xlsx", folder / "played.xlsx")), rng_seed="x")
    people = {
        "one": ("2007-05-01", "Anna Rossi, Bruno Neri, Carla Verdi"),
        "two": ("2007-06-01", "Anna Rosi, Bruno Neri, Karla Verdi"),
    }
    for name, (day, others) in people.items():
        event = EventInfo(f"Open {name}", day, region="Piemonte", kind="regional")
        file(folder / f"{name}-referto.xlsx", played("italy-2007", 10, event, others, seed=day))
    seen = driven("orders.mjs", page, folder) | {"folder": folder}
    assert seen["errors"] == []
    return seen


def test_of_two_drops_each_keeps_its_own_tournament(ordered: dict[str, Any]) -> None:
    """A click between them drew the first, and saved it into the second's file on disk."""
    first, second, before = (ordered["folder"] / name for name in ("first-disk.xlsx", "second-disk.xlsx", "first.xlsx"))
    assert first.read_bytes() == before.read_bytes()
    drawn = json.loads(export(second))
    assert (drawn["players"][0]["name"], {game["round"] for game in drawn["games"]}) == ("second 1", {1})
    assert "Round 1 is drawn: 10 players" in ordered["seated"]


def test_an_answer_is_in_view_whatever_stands_above_it(ordered: dict[str, Any]) -> None:
    """With 126 players the tables still to be filled in pushed the buttons and the answer off the screen."""
    has_focus, is_in_view, lines, is_whole = ordered["inView"]
    assert (has_focus, is_in_view, lines <= 5, is_whole) == (True, True, True, True)


def test_what_was_answered_about_a_list_is_not_asked_again(ordered: dict[str, Any]) -> None:
    """«Luca De Luca» was asked about when the list was dropped, and once more when the workbook was made."""
    shown, made = ordered["twice"]
    assert "Luca De Luca" in shown
    assert "Players in the list: 22" in made


def test_a_list_that_is_still_asked_about_makes_no_empty_workbook(ordered: dict[str, Any]) -> None:
    """The button under the form made a workbook without anybody, and the question was gone; so was this on a turned phone."""
    why = "Answer first what is asked about the list above. Without the list: write names or a number here."
    assert ordered["waits"] == [why, "torneo.xlsx", why]


def test_what_is_refused_stays_in_the_form_with_its_reason_and_the_focus(ordered: dict[str, Any]) -> None:
    why, name = ordered["stays"]
    assert ordered["refused"] == [why, "new-players", "5000"]
    assert why.startswith("5000 players: ")
    assert (name, ordered["checked"]) == ("torneo.xlsx", "✓ Everything is in order.")
    for key, typed in (("slash", "tornei/torneo 28/11.xlsx"), ("colon", "torneo: sabato.xlsx")):
        assert ordered[key] == [f"«{typed}» is not a file name. Nothing was done.", "new-file", typed]


def test_a_day_is_planned_and_a_tournament_made_to_practise_on(ordered: dict[str, Any]) -> None:
    assert ordered["unplanned"][0].startswith("«many»: write a number of players")
    assert ordered["unplanned"][1:] == ["plan-range", "many"]
    assert ordered["planned"][:4] == ["Players", "18", "19", "20"]
    assert "plan.pdf" in ordered["planned"][4]
    name, said = ordered["practice"]
    assert name.startswith("torneo.xlsx")
    assert "Weiter: Fülle die offenen Wertungszettel aus" in said


def test_a_new_workbook_gets_its_file_and_is_followed_until_it_is_gone(ordered: dict[str, Any]) -> None:
    suggested, written, name, about = ordered["picked"]
    assert (suggested, written, name, "folgt sabato.xlsx" in about) == ("torneo (1).xlsx", True, "sabato.xlsx", True)
    said, about = ordered["moved"]
    assert (said[:31], "folgt" in about) == ("sabato.xlsx ist nicht mehr da: ", False)


def test_a_report_has_its_name_and_its_button_and_a_phone_few(ordered: dict[str, Any]) -> None:
    assert "first-referto-interim.xlsx" in ordered["reports"]
    assert ordered["ofReport"] == "Bericht nachrechnen"
    assert (ordered["phone"][0].count("\n"), "Telefon" in ordered["phone"][1]) == (2, True)


def test_of_very_many_copies_the_last_thirty_stay_and_it_is_said(ordered: dict[str, Any]) -> None:
    assert ordered["pruned"] == [31, "000016-seat.xlsx", 1, 40]


def test_who_says_no_is_told_no_option_of_the_terminal(ordered: dict[str, Any]) -> None:
    """«To go on anyway: «yes»» stood on the page, which has no such field."""
    assert ordered["declined"] == ["Angehalten. Nichts wurde geändert."]


def test_work_is_stopped_and_goes_on_afterwards(ordered: dict[str, Any]) -> None:
    assert ordered["stopped"] == "Angehalten. Nichts wurde geändert."
    assert ordered["afterwards"].startswith("Round 1 is drawn")
    assert ordered["unopened"] == ["Angehalten. Nichts wurde geändert.", "first.xlsx", ""]


def test_a_place_that_refuses_a_file_stops_no_action(ordered: dict[str, Any]) -> None:
    why = "Der Browser konnte torneo (1).xlsx nicht schreiben. Speichere die Datei als Download."
    assert ordered["unwritten"] == [why, "✓ Alles in Ordnung."]


def test_what_was_done_while_a_place_was_chosen_is_written_there(ordered: dict[str, Any]) -> None:
    assert ordered["whileChosen"] == "Geschrieben: sabato.xlsx"


def test_an_answer_is_forgotten_and_a_tick_is_not(ordered: dict[str, Any]) -> None:
    """The page kept every file of every answer until it was closed, and lost who was ticked when the workbook was saved."""
    assert (ordered["stayed"], ordered["here"]) == (0, [False, True])


def test_the_doubts_of_a_season_are_decided_on_the_page(ordered: dict[str, Any]) -> None:
    assert (ordered["folded"], len(ordered["doubts"])) == ([False, 1], 2)
    assert all(all(word in one for word in ("one-referto.xlsx", "two-referto.xlsx", "Two people")) for one in ordered["doubts"])
    assert ordered["decided"].splitlines()[:2] == ["Anna Rosi,Anna Rosi,", "Anna Rossi,Anna Rossi,"]
    assert ordered["settled"][0] == 0
    assert "doubtful pairs: 0" in ordered["settled"][1]


def test_a_season_is_asked_in_full_and_shown(ordered: dict[str, Any]) -> None:
    """It could only be saved, and looked at in another program; a regional table only added points up."""
    (national, first), *_others = ordered["ranked"]
    assert (national.startswith("National tables: "), first.split("\t")[0]) == (True, "1")
    assert {*ordered["fields"]} == {field.name for field in fields(COMMANDS["season"].options)} - ELSEWHERE


def test_a_file_that_is_no_list_or_cannot_be_read_says_so(ordered: dict[str, Any]) -> None:
    assert ordered["empty"] == ["empty.csv: there are no names in this list.", ""]
    assert ordered["unreadable"].startswith("The browser cannot read shut.xlsx.")


def test_a_program_is_told_what_is_no_name_of_a_file(ordered: dict[str, Any]) -> None:
    """`run("check", "", bytes)` answered «[object Object]» with the code of a defect."""
    names = ("", "..", ".torneo.xlsx")
    assert ordered["unnamed"] == [[2, f"«{name}» is not a file name. Nothing was done."] for name in names]


def test_a_programs_mistake_is_a_sentence_and_the_next_call_is_right(ordered: dict[str, Any]) -> None:
    """An odd name made every later call fail, one report in place of a list hung the page, and the rest was told as a defect."""
    *names, none, text, count, circle, action, (season, written), (code, _line) = ordered["odd"]
    assert [(code, line.endswith("is not a file name. Nothing was done.")) for code, line in names] == [(2, True)] * 3
    assert [none[0], text[0], count[0], circle[0], action[0]] == [0, 2, 2, 2, 2]
    assert "BigInt" in count[1]
    assert (season, "season.xlsx is written. Tournaments: 1" in written, code) == (0, True, 0)


def test_a_list_that_is_not_certain_is_asked_with_one_look_and_one_click(ordered: dict[str, Any]) -> None:
    shown, name = ordered["asked"]
    assert (name, all(word in shown for word in ("Bruno D'Amico", "annullato (1)", "Dino Volpe"))) == ("torneo.xlsx", True)
    assert ordered["sights"] == [[0, []]] * 2
    assert ordered["ready"] == "name,region\nAnna Rossi,Lazio\nCarla Neri,Umbria\nDino Volpe,Lazio\n"
    assert ordered["ticked"] == "name,region\nAnna Rossi,Lazio\nCarla Neri,Umbria\n"
    assert ordered["roles"] == ["", "surname", "given", "region"]
    assert ordered["chosen"].startswith("name,region\n")
    assert ordered["chosen"].endswith("Verdi Bruno,y\nNeri Carla,z\n")
    assert ordered["letters"] == "name\nNiccolò Rossi\nZoë Weiß\n"


def test_a_second_tab_does_not_draw_the_round_once_more_unseen(ordered: dict[str, Any]) -> None:
    """Each tab drew round 2, with codes of its own, and nobody was told."""
    title, older, *_ = ordered["there"]
    assert (title, older.startswith("This copy is older.")) == ("first.xlsx – BANG!", True)
    drawn, late = sorted(ordered["together"])
    assert (drawn[:16], late[:19]) == ("Round 1 is drawn", "This copy is older.")


def test_another_language_takes_nothing_that_was_typed(ordered: dict[str, Any]) -> None:
    """The names of the list just dropped were gone, and an answer stayed in the language before."""
    assert ordered["german"] == [ordered["letters"], "altro.xlsx", "germany", ""]


@pytest.fixture(scope="module")
def kept(page: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the page has kept apart, and what it still offers."""
    folder = tmp_path_factory.mktemp("kept")
    for name, rulebook in (("first", "italy-2010"), ("second", "italy-2011")):
        listed(folder / f"{name}.xlsx", rulebook, [f"{name} {number}" for number in range(1, 11)])
    for name, day in (("one", "2007-05-01"), ("two", "2007-06-01")):
        event = EventInfo(f"Open {name}", day, region="Piemonte", kind="regional")
        file(folder / f"{name}-referto.xlsx", played("italy-2007", 10, event, seed=day))
    people = Workbook()
    for row in ("Name", "Carla Neri", "Dora Volpe"):
        people["Sheet"].append([row])
    people.save(folder / "list.xlsx")
    seen = driven("kept.mjs", page, folder)
    assert seen["errors"] == []
    return seen


def test_after_one_refused_write_the_page_goes_on(kept: dict[str, Any]) -> None:
    """Each later action was done and thrown away without a word, and the next session mixed tournaments by their ids."""
    drawn, back = ["Round 1 is", 1], ["Taken back", 1]
    assert kept["refused"] == [*drawn, *back, *drawn, *back, ["number"], 1]


def test_what_is_forgotten_is_offered_until_it_is_saved(kept: dict[str, Any]) -> None:
    """The draw, perhaps on the walls already, was in no file and nobody was asked."""
    assert kept["forgotten"] == [1, True, 1, "Not saved yet:"]


def test_forgetting_says_what_is_still_kept(kept: dict[str, Any]) -> None:
    """All names stayed on a computer that others use, and the page said that it kept nothing."""
    still, one, nothing, both = kept["forked"]
    assert (still[:63], one) == ("This page still keeps what began like torneo (1).xlsx: torneo.x", 1)
    assert (nothing[:53], both) == ("This page keeps nothing of torneo (1).xlsx any more: ", 2)


def test_a_damaged_file_gets_another_tournaments_copies_only_if_that_is_wanted(kept: dict[str, Any]) -> None:
    """«Undo» gave another tournament of the same name, unasked, and its own newest file was called an earlier copy."""
    told, refused, asked, is_as_before, back, more, doubt = kept["damaged"]
    question = "Under its name the page keeps: Anna Aetti, Anna Betti, Anna Cetti … Is it this one?"
    assert (question in told, refused, question in asked, is_as_before) == (True, "Stopped. Nothing was changed.", True, True)
    assert (back[:34], more, doubt) == ("The workbook is back to the newest", 1, "")
    assert kept["listed"] == ["name\nCarla Neri\nDora Volpe\n", ""]


def test_a_second_list_and_a_picture_take_the_place_of_nothing(kept: dict[str, Any]) -> None:
    """The second list wiped the first, and both were said to be taken; a picture got all buttons."""
    names, told = kept["lists"]
    assert (names, told.splitlines()[1]) == (
        "name\nDino Volpe\nElsa Neri\n", "two.csv is not taken: one list of players at a time.",
    )  # fmt: skip
    assert (kept["picture"][0], kept["picture"][1][:9]) == ("torneo.xlsx", "foto.jpg:")


def test_a_damaged_report_is_in_the_answer_of_its_season(kept: dict[str, Any]) -> None:
    """The tables lacked a tournament, under a ✓."""
    beside, said = kept["torn"]
    assert beside[0].startswith("× torn.xlsx: ")
    assert (said[:27], "× torn.xlsx: " in said) == ("! season.xlsx is written. T", True)


def test_reports_of_one_name_are_called_like_their_folders_and_copies_are_no_files(kept: dict[str, Any]) -> None:
    """«2-2-torneo-referto.xlsx» told no town; a copy came into view, and was to be overwritten."""
    assert kept["towns"].splitlines() == ["Asti-torneo-referto.xlsx", "Bari-torneo-referto.xlsx"]
    assert kept["folder"] == ["asti.xlsx", ""]


def walk(page: Path, folder: Path, seeds: range) -> None:
    """The first tournament goes on with its second round, the second with its first."""
    for name, rulebook in (("first", "italy-2010"), ("second", "italy-2011")):  # the logs of two made in one second are alike
        listed(folder / f"{name}.xlsx", rulebook, [f"{name} {number}" for number in range(1, 11)])
    seat(folder / "first.xlsx", rng_seed="x")
    fill_in(folder / "first.xlsx", "x")
    found = driven("walk.mjs", page, folder, ",".join(map(str, seeds)), 7)
    assert found["wrong"] == [], found["trail"]


@pytest.mark.soak
def test_whatever_the_order_each_tournament_stays_itself(page: Path, tmp_path: Path) -> None:
    walk(page, tmp_path, range(2))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(2, 502, 50))
def test_five_hundred_orders_end_right(page: Path, tmp_path: Path, first: int) -> None:
    walk(page, tmp_path, range(first, first + 50))


def test_a_browser_that_stores_nothing_says_so_and_can_undo(ordered: dict[str, Any]) -> None:
    seated, undone = ordered["denied"]
    assert (seated[1][:16], undone[1][:10]) == ("Round 1 is drawn", "Taken back")
    assert seated[-1] == undone[-1]
    assert seated[-1].startswith("This browser stores nothing")


def test_what_an_earlier_page_kept_in_the_browser_is_still_offered(ordered: dict[str, Any]) -> None:
    assert ordered["earlier"] == "earlier.xlsx"


def test_what_is_saved_is_no_longer_only_in_this_browser(ordered: dict[str, Any]) -> None:
    assert ordered["unsaved"].startswith("Not saved yet:")
    assert ordered["saved"].startswith("Written: torneo.xlsx")
    assert "Not saved yet" not in ordered["saved"]
