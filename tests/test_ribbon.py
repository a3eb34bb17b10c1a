import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import xlwings

import bangxl.ribbon
from bangxl import actions
from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.history import history_folder, snapshots
from bangxl.books.live import LiveBook
from bangxl.commands.output import is_ours
from bangxl.commands.transfer import export
from bangxl.referto.book import FORMAT
from bangxl.ribbon import click
from tests.books.test_live import editing, no_structure, reading
from tests.books.workbooks import saved
from tests.commands.stages import Copy, unchanged
from tests.helpers.keyboard import facts, record, results
from tests.helpers.render import page_count
from tests.helpers.salts import unsalted
from tests.helpers.sample import these
from tests.helpers.whole_day import fresh, play, play_closed
from tests.hosts.excel.clicks import cost
from tests.hosts.excel.program import SETTINGS, Excel, by_libreoffice, type_into
from tests.hosts.libreoffice.office import Office


@pytest.mark.soak
def test_one_tournament_played_by_clicks(excel: Excel, tmp_path: Path) -> None:
    path = fresh(tmp_path / "l'oro di Kraków.xlsx")
    book = excel.open(path)
    book.set_mock_caller()
    play(path, lambda values: type_into(book, values), lambda: click("seat"))
    assert [mode for _, _, mode in excel.alerts] == ["info"] * 7, "six times what was done, and once whether to publish"
    assert excel.alerts[3][1].startswith("These standings will become public:\n1. ")
    assert len(snapshots(path)) == 6
    play_closed(tmp_path / "closed.xlsx")
    played = export(tmp_path / "closed.xlsx")
    assert facts(path).finals == facts(tmp_path / "closed.xlsx").finals
    assert '"closed": true' in played
    assert export(path) == export(LiveBook(book))
    assert unsalted(export(path)) == unsalted(played)


@pytest.fixture
def opened_at(excel: Excel, at: Copy, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], xlwings.Book]:
    """The day's workbook at a stage, open, with its buttons."""

    def opened_at(stage: str) -> xlwings.Book:
        book = excel.open(at(stage))
        book.set_mock_caller()
        monkeypatch.setattr(sys, "argv", ["-c", "--wb=torneo.xlsx", "--from_xl=1", f"--hwnd={excel.hwnd}"])
        return book

    return opened_at


OpenedAt = Callable[[str], xlwings.Book]


def said(excel: Excel) -> tuple[str, str]:
    [(title, text, mode)] = excel.alerts
    assert title == "BANG!"
    return text, mode


def values(book: xlwings.Book) -> Mapping[str, object]:
    live = LiveBook(book)
    return {name: list(live.read(name)) for name in live.names} | {"sheets": dict(live.sheets)}


def test_a_round_is_seated(excel: Excel, opened_at: OpenedAt) -> None:
    book = opened_at("entered")
    type_into(book, {"Rng_Seed": "one"})
    click("seat")
    text, mode = said(excel)
    assert text.startswith("Round 1 is drawn: 10 players, tables 5+5.\nCode of the round: ")
    assert mode == "info"
    assert book.sheets.active.name == "Round1"
    path = Path(book.fullname)
    assert len(facts(path).round(1)) == 2
    assert [file.name for file in snapshots(path)] == ["000001-seat.xlsx"]
    assert excel.calls["save"] == 1


def test_a_game_is_opened_again_where_the_cursor_is(excel: Excel, opened_at: OpenedAt) -> None:
    book = opened_at("drawn2")
    front = excel.books[0].workbook
    front["Round1T2"].sheet_state = "visible"
    front.active = front["Round1T2"]
    excel.answers = ["typing error"]
    click("reopen")
    [(question, default)] = excel.questions
    assert question.startswith("Round1T2 (round 1, table 2) will be reopened")
    assert default == ""
    assert said(excel) == ("You can correct Round1T2 (round 1, table 2) now. The next «Seat next round» closes it again.", "info")
    assert "reopen" in LiveBook(book).read("Log_Command")


@pytest.mark.soak
def test_undo_in_the_open_workbook(excel: Excel, opened_at: OpenedAt) -> None:
    book = opened_at("played1")
    before = values(book)
    click("seat")
    assert values(book)["sheets"] != before["sheets"]
    click("undo")
    assert [text.splitlines()[0] for _, text, _ in excel.alerts][1] == "Taken back: the draw of Round 2."
    after = values(book)
    assert {name for name, value in after.items() if value != before[name] and not name.startswith("Log_")} == set()
    assert LiveBook(book).read("Log_Command")[:3] == ["new", "seat", "undo"]
    assert export(Path(book.fullname)) == export(LiveBook(book))
    type_into(book, {"Event_Place": "Torino"})
    excel.answers = [None]
    click("redo")
    assert excel.alerts[-1][1].startswith("You typed on 1 sheet since: Tournament.")
    assert LiveBook(book).read("Event_Place") == ["Torino"]
    type_into(book, {"Event_Place": None})
    click("redo")
    assert excel.alerts[-1][1] == "Done again: the draw of Round 2."
    assert facts(Path(book.fullname)).rounds_seated == 2


@pytest.mark.soak
def test_check_stamps_and_goes_to_the_first_finding(excel: Excel, opened_at: OpenedAt, office: Office, tmp_path: Path) -> None:
    excel.calculate = by_libreoffice(office, tmp_path)
    book = opened_at("drawn1")
    path = Path(book.fullname)
    type_into(book, record(results(path)[0]))
    click("check")
    assert said(excel)[1] == "info"
    assert "formula" not in said(excel)[0]
    assert str((LiveBook(book).shown("Round1T1!Stamp") or [""])[0]).startswith("✓ ")
    type_into(book, {"Round1T1!Bid 2": "molto"})
    click("check")
    assert excel.alerts[1][1].startswith("× Round1T1 (round 1, table 1) ")
    assert excel.alerts[1][2] == "critical"
    front = excel.books[0].workbook.active
    assert front is not None
    cell = excel.alerts[1][1].split(":")[0].split()[-1]
    assert (front.title, front.sheet_view.selection[0].activeCell) == ("Round1T1", cell)


@pytest.mark.soak
def test_a_filled_record_sheet_is_stamped_silently(excel: Excel, opened_at: OpenedAt, office: Office, tmp_path: Path) -> None:
    excel.calculate = by_libreoffice(office, tmp_path)
    book = opened_at("drawn1")
    path = Path(book.fullname)
    with unchanged(path):
        type_into(book, record(results(path)[1]))
        click("record_filled")
        assert excel.alerts == []
        live = LiveBook(book)
        assert str((live.shown("Round1T2!Stamp") or [""])[0]).startswith("✓ ")
        assert live.shown("Round1T1!Stamp") == [None]
        assert excel.books[0].workbook["Round1T2"].protection.sheet


@pytest.mark.soak
def test_the_wall_and_the_record_sheets_of_a_new_round_are_printed(excel: Excel, opened_at: OpenedAt) -> None:
    book = opened_at("drawn2")
    click("print")
    pdf = Path(book.fullname).with_name("torneo-Round2.pdf")
    assert str(pdf) in said(excel)[0]
    assert is_ours(pdf.read_bytes())
    assert page_count(pdf) == 3  # the wall and two tables


@pytest.mark.soak
@pytest.mark.parametrize("action", these(["help", "report"], "report"))
def test_buttons_that_only_tell(excel: Excel, opened_at: OpenedAt, action: str) -> None:
    book = opened_at("drawn1")
    before = values(book)
    click(action)
    assert said(excel)[0]
    assert values(book) == before
    assert excel.calls["write"] == excel.calls["save"] == 0


def test_the_referto_is_written_and_its_mail_opened(excel: Excel, opened_at: OpenedAt, monkeypatch: pytest.MonkeyPatch) -> None:
    drafts: list[Path] = []

    def opened(path: Path) -> bool:
        drafts.append(path)
        return True

    monkeypatch.setattr("bangxl.commands.report.open_file", opened)
    book = opened_at("closed")
    before = values(book)
    click("report")
    referto = Path(book.fullname).with_name("torneo-referto.xlsx")
    assert ClosedBook.open(referto).read("Report_Format") == [FORMAT]
    assert referto.with_suffix(".pdf").read_bytes().startswith(b"%PDF")
    assert drafts == [referto.with_suffix(".eml")]
    assert all(str(referto.with_suffix(suffix)) in said(excel)[0] for suffix in (".xlsx", ".pdf", ".eml"))
    assert [Path(one.full_name).name for one in excel.books] == ["torneo.xlsx"]
    assert values(book) == before
    assert excel.calls["write"] == excel.calls["save"] == 0


def in_a_cloud(excel: Excel) -> None:
    excel.books[0].full_name = "https://example.org/1/torneo.xlsx"


def unsaved(excel: Excel) -> None:
    excel.books[0].full_name = "Book1"


def sheetless(excel: Excel) -> None:
    del excel.books[0].workbook["Round2T1"]


def failing(excel: Excel) -> None:
    excel.fails = lambda call: call == "write Round2T2" and excel.calls["write Round2T2"] == 2


@pytest.mark.parametrize("state", these([editing, reading, no_structure, in_a_cloud, unsaved, sheetless, failing], editing))
def test_a_sentence_and_nothing_changed(excel: Excel, opened_at: OpenedAt, state: Callable[[Excel], None]) -> None:
    book = opened_at("played1")
    state(excel)
    busy, excel.busy = excel.busy, False
    before, excel.busy = values(book), busy
    click("seat")
    excel.busy = False
    text, mode = said(excel)
    assert text.endswith((".", "?", ")"))
    assert mode == "critical"
    assert values(book) == before
    assert excel.state == SETTINGS


@pytest.mark.parametrize("system", these(["excel", "mac_excel"], "excel"))
def test_in_a_cloud_every_button_that_needs_a_folder_names_the_way_out_and_it_works(
    system: str, at: Copy, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Excel names a workbook of OneDrive or SharePoint by its address, even where the folder is on this computer too."""
    program: Excel = request.getfixturevalue(system)
    monkeypatch.chdir(tmp_path)
    program.open(at("played1"))
    address = program.books[0].full_name = "https://example.org/personal/anna/Tornei%20di%20Rho/torneo.xlsx"
    here = {*tmp_path.rglob("*")}
    for action in ("print", "seat", "room", "earlier", "slip"):
        assert cost(program, "torneo.xlsx", action).said == (
            f"{address} is in a cloud folder. Save a copy in a folder of this computer alone, for example Downloads; open the"
            " copy and click again."
        )
    assert "«Seat next round»" in cost(program, "torneo.xlsx", "help").said
    assert "cloud" not in cost(program, "torneo.xlsx", "record_filled").said  # a stamp needs no folder
    assert (program.questions, {*tmp_path.rglob("*")}) == ([], here)
    copy = tmp_path / "Downloads" / "torneo.xlsx"
    copy.parent.mkdir()
    copy.write_bytes(program.books[0].data())
    program.books.clear()
    program.open(copy)
    assert cost(program, "torneo.xlsx", "seat").said.startswith("Round 2 is drawn")
    assert facts(copy).rounds_seated == 2


@pytest.mark.soak
def test_a_lock_of_ours_held_by_another_command(excel: Excel, opened_at: OpenedAt) -> None:
    book = opened_at("played1")
    history = history_folder(Path(book.fullname))
    with files.lock_out(Path(book.fullname), history / ".lock"):
        before = values(book)
        click("seat")
    assert said(excel)[1] == "critical"
    assert values(book) == before


@pytest.mark.soak
def test_an_unknown_button(excel: Excel, opened_at: OpenedAt) -> None:
    opened_at("drawn1")
    click("dance")
    assert said(excel) == (
        "This version of bangxl does not know the button «dance»: another version made the workbook's macros.",
        "critical",
    )


def test_a_defect_is_told_and_raised(excel: Excel, opened_at: OpenedAt, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_action: str, _book: object) -> None:
        message = "no such thing"
        raise LookupError(message)

    monkeypatch.setattr(actions, "run_button", broken)
    opened_at("drawn1")
    with pytest.raises(LookupError):
        click("seat")
    assert "LookupError('no such thing')" in said(excel)[0]


def test_a_workbook_that_is_none_of_ours(excel: Excel, tmp_path: Path) -> None:
    excel.open(saved(tmp_path / "x.xlsx")).set_mock_caller()
    click("seat")
    assert said(excel)[1] == "critical"


def test_import_is_light() -> None:
    code = "import sys; before = set(sys.modules); import bangxl.ribbon; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert {name for name in loaded if name.startswith("bangxl")} == {"bangxl", "bangxl.ribbon"}
    heavy = {"xlwings", "pandas", "numpy", "click", "openpyxl", "msgspec", "gettext", "importlib", "zipfile", "json"}
    assert {name.partition(".")[0] for name in loaded} & heavy == set()


def test_a_click_needs_no_command_line_and_no_frames(tmp_path: Path) -> None:
    """What a click imports beside xlwings: neither pandas nor click, nor openpyxl, which only closed files need."""
    blocked = "".join(f"sys.modules[{name!r}] = None; " for name in ("pandas", "click", "openpyxl"))
    code = f"import sys; {blocked}import bangxl.books.live, bangxl.actions"
    subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=tmp_path, env={"PYTHONPATH": str(Path(bangxl.ribbon.__file__).parents[1])}
    )
