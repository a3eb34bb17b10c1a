"""The referto: values only, everything under a name of docs/referto.md, and the same facts when it is read again."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Final

import openpyxl
import pytest
from openpyxl.utils import get_column_letter

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Formula
from bangxl.interchange.dump import fingerprint, standings_json, tournament_json
from bangxl.referto.book import FORMAT, Referto, seal
from bangxl.referto.pages.measure import CHARACTER, points
from bangxl.referto.report import report_of
from bangxl.rulebooks.loader import loads
from bangxl.tournament.journal import LogEntry
from bangxl.tournament.model import Event, EventType, Moment, Player, Role, Tournament
from bangxl.workbook.read import read
from tests.referto.pages.referti import SMALLEST, WRITTEN, book, contents, facts

CONTRACT: Final = Path(__file__).parents[3] / "docs" / "referto.md"
IDS: Final = tuple(SMALLEST)


@pytest.mark.parametrize("rulebook", IDS)
def test_it_holds_values_only_and_hides_nothing(rulebook: str) -> None:
    referto = book(facts(rulebook))
    assert set(referto.sheets.values()) == {True}
    assert not referto.has_macros
    formulas = [
        (sheet, cell)
        for sheet in referto.sheets
        for cell, value in referto.everything(sheet).items()
        if isinstance(value, Formula)
    ]
    assert formulas == []


@pytest.mark.parametrize("rulebook", IDS)
def test_read_again_it_says_the_same(rulebook: str) -> None:
    told = contents(rulebook)
    again = read(Referto(book(facts(rulebook))))
    assert again.findings == ()
    assert tournament_json(again) == tournament_json(told)
    assert standings_json(again) == standings_json(told)
    assert again.journal == told.journal
    assert fingerprint(again) == facts(rulebook).digest


def test_every_name_in_it_stands_in_the_contract_and_the_other_way_round() -> None:
    text = CONTRACT.read_text(encoding="utf-8")
    told = {_generic(name) for name in re.findall(r"`([^`]+)`", text) for name in name.split()}
    used = set[str]()
    for rulebook in IDS:
        for name in (*book(facts(rulebook)).names, *book(facts(rulebook, language="de")).names):
            used |= {_generic(name.partition("!")[2] or re.sub(r"^(Round|Stage)\d+T\d+_", "", name))}
    unknown = {name for name in used if name not in told and not any(name.endswith(f"_{part}") for part in told)}
    assert unknown == set()


def _generic(name: str) -> str:
    """A name without what depends on the tournament: ``Race_Round<r>`` for ``Race_Round3``."""
    name = re.sub(r"^(Option|Ranking|Standings)_[a-z]\w*$", r"\1_<criterion>", name)
    name = name.replace("Option_<criterion>", "Option_<key>")
    name = re.sub(r"^Race_Round\d+$", "Race_Round<r>", name)
    name = re.sub(r"^Finals_Stage\d+_", "Finals_Stage<s>_", name)
    name = re.sub(r"^Finals_(QF\d|SF\d|P3|F)_", "Finals_<match>_", name)
    return re.sub(r"^Meetings_\d+$", "Meetings_<n>", name)


@pytest.mark.parametrize("rulebook", IDS)
def test_another_program_that_knows_no_names_sees_numbers(rulebook: str) -> None:
    workbook = openpyxl.load_workbook(BytesIO(book(facts(rulebook)).dump()), data_only=True)
    scores = workbook.defined_names["Ranking_Score"].destinations
    sheet, area = next(iter(scores))
    values = [cell.value for row in workbook[sheet][area] for cell in row]
    assert len(values) == len(contents(rulebook).tournament.players)
    assert all(isinstance(value, int | float) for value in values)


def test_it_is_not_calculated_when_opened() -> None:
    workbook = openpyxl.load_workbook(BytesIO(book(facts("italy-2010")).dump()))
    assert workbook.calculation is None or not workbook.calculation.fullCalcOnLoad


def test_the_seals_fit_and_a_changed_heading_breaks_one() -> None:
    referto = book(facts("italy-2010"))
    sheets, seals = referto.read("Seal_Sheet"), referto.read("Seal_Value")
    cells = {str(sheet): dict(referto.everything(str(sheet))) for sheet in sheets}
    ref = referto.names["Seal_Value"]
    for row in range(ref.first, ref.last + 1):
        del cells[ref.sheet][row, ref.column]
    assert [seal(cells[str(sheet)]) for sheet in sheets] == list(seals)
    cover = dict(cells[str(sheets[0])])
    cover[1, 2] = "Another title"
    assert seal(cover) != seals[0]


def test_a_seal_does_not_mind_how_a_program_saves_a_number_or_a_blank() -> None:
    assert seal({(1, 1): 3, (2, 1): "a  b\nc"}) == seal({(1, 1): 3.0, (2, 1): "a b c"})
    assert seal({(1, 1): 3}) != seal({(1, 1): 4})


class TestSecrecy:
    """Italy 2010, 1.1: totals are secret until the elimination phase ends."""

    @staticmethod
    def unfinished() -> Tournament:
        told = contents("italy-2010").tournament
        return replace(told, finals=None, games=tuple(game for game in told.games if game.round < 3))

    def test_an_interim_referto_holds_no_result(self) -> None:
        told = report_of(replace(contents("italy-2010"), tournament=self.unfinished()), WRITTEN, interim=True)
        assert told.secret
        referto = Referto(book(told))
        again = read(referto).tournament
        assert {game.outcome for game in again.games} == {None}
        assert {seat.role for game in again.games for seat in game.seats} == {Role.SHERIFF, None}
        assert {seat.bid for game in again.games for seat in game.seats} == {None}
        assert not {name for name in referto.names if name.startswith(("Standings_", "Ranking_", "Race_", "Totals_", "Podium_"))}
        assert not any(referto.read("Round1T1!Payout"))
        assert not any(entry.digest for entry in read(referto).journal.entries)

    def test_nor_does_its_log_tell_what_stood_on_a_reopened_sheet(self) -> None:
        told = replace(contents("italy-2010"), tournament=self.unfinished())
        row = LogEntry("", "reopen", "Round1T1", source="changed", result='{"bid": 300}', reason="letto male")
        told = replace(told, journal=replace(told.journal, entries=(*told.journal.entries, row)))
        last = read(Referto(book(report_of(told, WRITTEN, interim=True)))).journal.entries[-1]
        assert (last.command, last.result, last.reason) == ("reopen", "", "letto male")

    def test_unless_asked(self) -> None:
        told = report_of(replace(contents("italy-2010"), tournament=self.unfinished()), WRITTEN, interim=True, results=True)
        referto = Referto(book(told))
        assert not told.secret
        assert all(isinstance(amount, int) for amount in referto.read("Round1T1!Payout"))
        assert "Ranking_Score" in referto.names

    @pytest.mark.parametrize("rulebook", IDS)
    def test_only_where_the_regulation_keeps_it_secret(self, rulebook: str) -> None:
        """2010, 2011, 1.1; 2007, "nel corso del torneo". Germany's players sign their points, the Record has no secrets."""
        told = contents(rulebook).tournament
        first = replace(told, finals=None, stages=(), games=tuple(game for game in told.games if game.round == 1))
        assert report_of(replace(contents(rulebook), tournament=first), WRITTEN, interim=True).secret is ("italy" in rulebook)

    def test_every_page_says_that_it_is_interim(self) -> None:
        told = report_of(replace(contents("italy-2010"), tournament=self.unfinished()), WRITTEN, interim=True)
        workbook = openpyxl.load_workbook(BytesIO(book(told).dump()))
        heads = {ws.title: ws.oddHeader.center.text for ws in workbook.worksheets if ws.oddHeader and ws.oddHeader.center}
        assert set(heads.values()) == {"INTERIM"}
        assert len(heads) == len(workbook.sheetnames)

    def test_a_finished_one_does_not(self) -> None:
        workbook = openpyxl.load_workbook(BytesIO(book(facts("italy-2010")).dump()))
        assert not any(ws.oddHeader.center.text for ws in workbook.worksheets if ws.oddHeader and ws.oddHeader.center)


def test_mail_addresses_can_be_left_out_and_the_digest_stays() -> None:
    told = contents("italy-2010")
    people = tuple(replace(player, email=f"{player.id}@example.org") for player in told.tournament.players)
    told = replace(told, tournament=replace(told.tournament, players=people))
    with_them, without = report_of(told, WRITTEN), report_of(told, WRITTEN, addresses=False)
    assert with_them.digest == without.digest
    assert "P001@example.org" in book(with_them).read("Players_Email")
    assert not any(book(without).read("Players_Email"))


def test_a_name_that_looks_like_a_formula_stays_a_name() -> None:
    told = contents("italy-2010")
    first, *others = told.tournament.players
    people = (Player(first.id, "=1+1", first.region), *others)
    told = replace(told, tournament=replace(told.tournament, players=people))
    referto = book(report_of(told, WRITTEN))
    assert referto.read("Players_Name")[0] == "=1+1"
    assert not isinstance(referto.read("Players_Name")[0], Formula)


@pytest.mark.parametrize("language", ["it", "en", "de", "ru"])
def test_no_two_sheets_have_one_name(language: str) -> None:
    sheets = list(book(facts("germany", language=language)).sheets)
    assert len({sheet.casefold() for sheet in sheets}) == len(sheets)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("it", "21/11/2026, ore 18:00 (UTC)"), ("en", "21/11/2026, 18:00 (UTC)"),
        ("de", "21.11.2026, 18:00 Uhr (UTC)"), ("ru", "21.11.2026, 18:00 (UTC)"),
    ],
)  # fmt: skip
def test_the_cover_says_when_it_was_written_as_people_do(language: str, said: str) -> None:
    referto = book(facts("record", language=language))
    assert referto.read("Report_Written_On") == [said]
    assert referto.names["Report_Written_On"].sheet == next(iter(referto.sheets))
    assert referto.read("Report_Written") == [WRITTEN]
    assert referto.names["Report_Written"].sheet == list(referto.sheets)[-1]


def test_the_same_facts_give_the_same_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1794960000")
    assert book(facts("italy-2007")).dump() == book(facts("italy-2007")).dump()


def test_a_saved_referto_opens_as_a_closed_book(tmp_path: Path) -> None:
    path = tmp_path / "torneo-referto.xlsx"
    path.write_bytes(book(facts("record")).dump())
    assert ClosedBook.open(path).read("Report_Format") == [FORMAT]


def test_a_house_regulation_travels_with_it_and_counts_in_the_digest() -> None:
    told = contents("italy-2010")
    text = 'base = "italy-2010"\nid = "saloon"\ntitle = "Saloon Cup"\n'
    rulebook = replace(loads(text, "saloon.toml"), text=text)
    told = replace(told, rulebook=rulebook, tournament=replace(told.tournament, rulebook="saloon"))
    house = report_of(told, WRITTEN)
    again = read(Referto(book(house)))
    assert again.rulebook.text == text
    assert fingerprint(again) == house.digest
    other = replace(told, rulebook=replace(rulebook, text=text + "# another\n"))
    assert report_of(other, WRITTEN).digest != house.digest


def test_lots_drawn_by_hand_stand_in_it_as_they_were_drawn() -> None:
    told = contents("italy-2010")
    told = replace(told, tournament=replace(told.tournament, lot_order=("P004", "P001")))
    referto = book(report_of(told, WRITTEN))
    assert [position for position in referto.read("Players_Lot") if position] == [2, 1]
    assert read(Referto(referto)).tournament.lot_order == ("P004", "P001")


def test_a_column_of_prizes_has_a_head_only_where_there_are_some() -> None:
    for rulebook, there in (("italy-2010", True), ("italy-2007", False), ("record", False)):
        cover = openpyxl.load_workbook(BytesIO(book(facts(rulebook)).dump())).worksheets[0]
        assert any(cell.value == "Prize" for row in cover for cell in row) == there, rulebook


def test_a_long_reason_gets_the_lines_that_it_needs() -> None:
    told = contents("italy-2010")
    ejected = Event(EventType.EJECTION, told.tournament.players[0].id, Moment.BETWEEN_ROUNDS, "he shouted " * 30, after_round=3)
    told = replace(told, tournament=replace(told.tournament, events=(*told.tournament.events, ejected)))
    referto = book(report_of(told, WRITTEN))
    workbook = openpyxl.load_workbook(BytesIO(referto.dump()))
    for name in ("Ejected_Reason", "Events_Reason"):
        ref = referto.names[name]
        assert (workbook[ref.sheet].row_dimensions[ref.last].height or 0) > 80
        assert workbook[ref.sheet].cell(ref.last, ref.column).alignment.wrap_text


def test_the_seed_of_a_stage_is_told_whole() -> None:
    """Who draws it once more needs every sign; it was cut off by what stood beside it."""
    referto = book(facts("germany"))
    sheet = openpyxl.load_workbook(BytesIO(referto.dump()))[referto.names["Finals_Stage1_Draw_Seed"].sheet]
    ref = referto.names["Finals_Stage1_Draw_Seed"]
    area = next(area for area in sheet.merged_cells.ranges if (area.min_row, area.min_col) == (ref.first, ref.column))
    wide = sum(sheet.column_dimensions[get_column_letter(one)].width for one in range(area.min_col, area.max_col + 1))
    assert points("0123456789abcdef" * 4, 10) < wide * CHARACTER


def test_rounds_and_games_are_called_as_people_do() -> None:
    """Not «Round1T3»: that is a sheet's name, for programs."""
    told = contents("italy-2010")
    entry = LogEntry("2026-11-21T12:00:00Z", "redraw", "Round1", reason="somebody came late")
    referto = book(report_of(replace(told, journal=replace(told.journal, entries=(*told.journal.entries, entry))), WRITTEN))
    assert "Round 1: drawn once more, before the first result: somebody came late" in referto.read("Departures_Text")


def test_what_no_regulation_asks_for_is_not_summed_up() -> None:
    """Bids where nothing is auctioned: the zeros are for programs, not on the page."""
    for rulebook, there in (("italy-2010", True), ("germany", False)):
        workbook = openpyxl.load_workbook(BytesIO(book(facts(rulebook)).dump()))
        assert any(cell.value == "less bids" for sheet in workbook for row in sheet for cell in row) == there, rulebook
