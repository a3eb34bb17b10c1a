"""A referto agrees with itself, and each kind of difference is told with its cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from openpyxl.workbook.defined_name import DefinedName

from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from bangxl.interchange.dump import tournament_json
from bangxl.rulebooks.loader import load
from bangxl.tournament.findings import Severity
from bangxl.tournament.journal import Journal, LogEntry
from bangxl.tournament.model import Draw, Game, SeedSource, Tournament
from bangxl.workbook.locate import Located, cell_of
from bangxl.workbook.proof import verify as module
from bangxl.workbook.proof.facts import Columns, Facts
from bangxl.workbook.proof.messages import DIFFERENCES, TRUSTED
from bangxl.workbook.proof.verify import verify
from bangxl.workbook.referto import Referto, seal
from tests.workbook.proof.referti import EVENTFUL, contents_of, eventful, journal_of, opened, played, saved, walls_of

HOUSE = Path(__file__).parents[2] / "data" / "house.toml"
Forge = Callable[[ClosedBook], None]


@cache
def data() -> bytes:
    """The file of an English referto."""
    return saved(eventful("italy-2010", 10, "en"))


def fresh() -> ClosedBook:
    return opened(data())


def put(name: str, value: object, index: int = 0) -> Forge:
    """Somebody types a value into a cell."""

    def forge(book: ClosedBook) -> None:
        ref = Referto(book).names[name]
        cell: Any = book._workbook[ref.sheet].cell(ref.first + index, ref.column)
        cell.value = value

    return forge


def without(*names: str) -> Forge:
    """Somebody deletes defined names."""

    def forge(book: ClosedBook) -> None:
        for name in names:
            del book._workbook.defined_names[name]

    return forge


def shortened(name: str) -> Forge:
    def forge(book: ClosedBook) -> None:
        names = book._workbook.defined_names
        text = str(names[name].attr_text)
        names[name] = DefinedName(name, attr_text=f"{text[: text.rindex('$')]}${int(text[text.rindex('$') + 1 :]) - 1}")

    return forge


def a_million_rounds(book: ClosedBook) -> None:
    names = book._workbook.defined_names
    names["Round1000000T1_Player"] = DefinedName("Round1000000T1_Player", attr_text="Round1!$C$21:$C$25")


def hidden(book: ClosedBook) -> None:
    book._workbook["Round2"].sheet_state = "hidden"


def with_macros(book: ClosedBook) -> None:
    workbook: Any = book._workbook
    workbook.vba_archive = object()


def with_a_sheet(book: ClosedBook) -> None:
    book._workbook.create_sheet("More")


def with_a_chart(book: ClosedBook) -> None:
    workbook: Any = book._workbook
    workbook.create_chartsheet("Chart")


def with_a_column_without_end(book: ClosedBook) -> None:
    names = book._workbook.defined_names
    names["Ranking_Rank"] = DefinedName("Ranking_Rank", attr_text="Standings!$C$6:$C$1048576")


def without_a_sheet(book: ClosedBook) -> None:
    book._workbook.remove(book._workbook["Meetings"])


def with_a_formula(book: ClosedBook) -> None:
    book._workbook["Round1"]["F3"] = "=1+1"


def with_a_heading(book: ClosedBook) -> None:
    book._workbook["Round2"]["B1"] = "Round 3"


def with_a_number(book: ClosedBook) -> None:
    book._workbook["Standings"]["P30"] = 12


def with_a_name(book: ClosedBook) -> None:
    book._workbook["Standings"]["P31"] = str(book.read("Players_Name")[2])


def named_twice(book: ClosedBook) -> None:
    names = book._workbook.defined_names
    names["Report_Left"] = DefinedName("Report_Left", attr_text=names["Report_Players"].attr_text or "")


def moved_away(book: ClosedBook) -> None:
    """The name stands on a copy far away; where it was, something else is printed."""
    before = fresh()
    ref, column = before.names["Finals_Prize"], before.read("Finals_Prize")
    workbook: Any = book._workbook
    for row, value in enumerate(column, ref.first):
        workbook[ref.sheet].cell(row, 40).value = value
    workbook.defined_names["Finals_Prize"] = DefinedName(
        "Finals_Prize", attr_text=f"'{ref.sheet}'!$AN${ref.first}:$AN${ref.last}"
    )
    workbook[ref.sheet].cell(ref.first, ref.column).value = 1


def sealed_twice(book: ClosedBook) -> None:
    sheet = book.read("Seal_Sheet")[0]
    put("Seal_Sheet", sheet, 1)(book)


ONE: list[tuple[str, Forge, str]] = [
    ("differs", put("Ranking_Score", 1, 2), "Ranking_Score 2"),
    ("blank_instead", put("Ranking_Name", None, 1), "Ranking_Name 1"),
    ("filled_instead", put("Round1!Draw_Best", 3), "Round1!Draw_Best 0"),
    ("column_missing", without("Podium_Prize"), " "),
    ("columns_missing", without("Podium_Prize", "Podium_Place", "Podium_Rank", "Podium_Name"), " "),
    ("column_short", shortened("Ranking_Rank"), "Ranking_Rank 8"),
    ("name_absurd", a_million_rounds, "Round1 C21"),
    ("not_readable", put("Rulebook_Text", "base ="), "Rulebook_Text 0"),
    ("regulation_unknown", put("Rulebook_Id", "italy-1999"), "Rulebook_Id 0"),
    ("newer_report", put("Report_Format", 2), "Report_Format 0"),
    ("newer_report", put("Format_Version", 99), "Format_Version 0"),
    ("version_unreadable", put("Format_Version", "one"), "Format_Version 0"),
    ("language_unknown", put("Workbook_Language", "fr"), "Workbook_Language 0"),
    ("formula", with_a_formula, "Round1 F3"),
    ("hidden_sheet", hidden, "Round2 "),
    ("macros", with_macros, " "),
    ("sheet_added", with_a_sheet, "More "),
    ("sheet_added", with_a_chart, "Chart "),
    ("name_absurd", with_a_column_without_end, "Standings C6"),
    ("sheet_missing", without_a_sheet, "Seal_Sheet 9"),
    ("seal_broken", with_a_heading, "Round2 "),
    ("stray", with_a_number, "Standings P30"),
    ("stray", with_a_name, "Standings P31"),
    ("stray", moved_away, "Finals_Prize 0"),
    ("two_names", named_twice, "Report_Players 0"),
    ("seal_twice", sealed_twice, "Referto "),
    ("digest_differs", put("Report_Digest", "0" * 32), "Report_Digest 0"),
    ("not_complete", put("Closed", None), "Closed 0"),
    ("secret_shown", put("Report_Secret", "yes"), "Report_Secret 0"),
    ("draw_log_differs", put("Log_Seed", "another", 1), "Round1!Draw_Seed 0"),
    ("draw_not_reproduced", put("Round1!Draw_Seed", "another"), "Round1!Draw_Seed 0"),
    ("impossible_end", put("Round1T1!Outcome", "renegade"), "Round1T1!Outcome 0"),
    ("unknown_word", put("Round1T1!Role", "Cowboy", 1), "Round1T1!Role 1"),
    ("not_a_number", put("Round1T1!Bid", "much", 1), "Round1T1!Bid 1"),
    ("game_changed", put("Round1T1!Character", "Willy the Kid", 1), "Round1T1!Outcome 0"),
    ("event_incomplete", put("Events_Type", None), "Events_Type 0"),
]


@pytest.mark.parametrize(("code", "forge", "where"), ONE, ids=[f"{code}-{where}" for code, _forge, where in ONE])
def test_each_difference_is_told_where_it_is(code: str, forge: Forge, where: str) -> None:
    name, _, index = where.partition(" ")
    expected = cell_of(Referto(fresh()), name, int(index)) if index.isdecimal() else (name, index)
    book = fresh()
    forge(book)
    verdict = verify(book)
    told = [one for one in verdict.differences if one.finding.code == code]
    assert not verdict.agrees
    assert expected in [(one.sheet, one.cell) for one in told]
    assert all(one.finding.severity is Severity.ERROR and one.text for one in told)


def test_every_difference_is_tried() -> None:
    elsewhere = {"not_derived", "against_differs"}
    assert {code for code, _forge, _where in ONE} | elsewhere >= set(DIFFERENCES)


def test_a_change_far_away_is_told_alone() -> None:
    book = fresh()
    put("Finals_Prize", 10_001)(book)
    (one,) = verify(book).differences
    assert (one.finding.code, one.finding.values) == ("differs", {"printed": "10001", "right": "6000"})


@pytest.mark.parametrize(("rulebook", "players"), EVENTFUL)
@pytest.mark.parametrize("language", ["it", "en", "de", "ru"])
def test_a_referto_agrees_with_itself(rulebook: str, players: int, language: str) -> None:
    contents = eventful(rulebook, players, language)
    verdict = verify(opened(saved(contents)))
    assert verdict.differences == ()
    assert verdict.digest == verdict.printed_digest
    assert verdict.contents is not None
    assert tournament_json(verdict.contents.tournament, contents.rulebook) == tournament_json(
        contents.tournament, contents.rulebook
    )
    assert verdict.compared > 300
    assert not verdict.interim


def test_what_is_derived_otherwise_than_ever_thought_of_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(facts: Facts) -> Columns:
        raise KeyError(facts.tournament.rulebook)

    monkeypatch.setattr(module, "PARTS", (broken, *module.PARTS))
    (one,) = verify(fresh()).differences
    assert (one.finding.code, one.finding.values["part"]) == ("not_derived", "broken")


class TestForgersWhoSealAgain:
    """Digest, seals and sums are all right again; what is derived from the log and the seeds is not."""

    def codes(self, tournament: Tournament, journal: Journal) -> set[str]:
        contents = replace(contents_of(tournament), journal=journal)
        return {one.finding.code for one in verify(opened(saved(contents))).differences}

    def honest(self) -> tuple[Tournament, Journal]:
        contents = eventful("italy-2010", 10)
        return contents.tournament, contents.journal

    def test_the_honest_one(self) -> None:
        assert self.codes(*self.honest()) == set()

    def test_two_players_swap_roles_and_so_their_winnings(self) -> None:
        tournament, journal = self.honest()
        game = tournament.games[0]
        second, third = game.seats[1:3]
        seats = (game.seats[0], replace(second, role=third.role), replace(third, role=second.role), *game.seats[3:])
        assert second.role is not third.role
        assert "game_changed" in self.codes(with_game(tournament, replace(game, seats=seats)), journal)

    def test_two_players_swap_their_seats_everywhere(self) -> None:
        tournament, journal = self.honest()
        first, second = tournament.round(2)
        mine, other = first.seats[1], second.seats[1]
        games = (
            replace(first, seats=(first.seats[0], replace(mine, player=other.player), *first.seats[2:])),
            replace(second, seats=(second.seats[0], replace(other, player=mine.player), *second.seats[2:])),
        )
        changed = with_game(with_game(tournament, games[0]), games[1])
        journal = replace(journal_of(changed, load("italy-2010")), seatings=walls_of(changed, load("italy-2010")))
        assert "draw_not_reproduced" in self.codes(changed, journal)

    def test_another_seed_for_a_draw(self) -> None:
        tournament, journal = self.honest()
        draws = tuple(replace(draw, rng_seed="mine") if draw.stage == "SF1" else draw for draw in tournament.draws)
        assert "draw_log_differs" in self.codes(replace(tournament, draws=draws), journal)

    def test_a_seed_that_is_said_to_be_bound(self) -> None:
        tournament, _journal = self.honest()
        bound = Draw("1", tournament.draws[0].rng_seed, SeedSource.PUBLIC, "dice 4 2 6")
        changed = replace(tournament, draws=(bound, *tournament.draws[1:]))
        journal = journal_of(changed, load("italy-2010"))
        logged = (replace(row, source="public: dice 4 2 6") if row.stage == "Round1" else row for row in journal.entries)
        contents = replace(contents_of(changed), journal=replace(journal, entries=tuple(logged)))
        verdict = verify(opened(saved(contents)))
        assert verdict.agrees, "whoever corrects a name after the draw unbinds its seed too"
        assert "seed_not_bound" in {one.finding.code for one in verdict.trusted}

    def test_the_better_placed_is_made_the_winner_of_no_duel(self) -> None:
        tournament, journal = self.honest()
        assert tournament.finals is not None
        first, second, final = tournament.finals.duels
        swapped = replace(final, player_a=first.player_b if final.player_a == first.player_a else first.player_a)
        finals = replace(tournament.finals, duels=(first, second, swapped))
        assert "duel_pairing" in self.codes(replace(tournament, finals=finals), journal)

    def test_who_recomputes_only_what_is_printed_is_found_by_the_cells(self) -> None:
        book = fresh()
        ranking = [book.read("Ranking_Player"), book.read("Ranking_Name")]
        for name, column in zip(("Ranking_Player", "Ranking_Name"), ranking, strict=True):
            put(name, column[1], 0)(book)
            put(name, column[0], 1)(book)
        resealed(book)
        assert [one.finding.code for one in verify(book).differences] == ["differs"] * 4


def with_game(tournament: Tournament, game: Game) -> Tournament:
    key = (game.round, game.table)
    return replace(tournament, games=tuple(game if (one.round, one.table) == key else one for one in tournament.games))


def resealed(book: ClosedBook) -> None:
    """All seals made anew, as a forger would."""
    ref = book.names["Seal_Value"]
    for index, sheet in enumerate(book.read("Seal_Sheet")):
        grid = dict(book.everything(str(sheet)))
        if sheet == ref.sheet:
            grid = {
                place: value for place, value in grid.items() if place[1] != ref.column or not ref.first <= place[0] <= ref.last
            }
        put("Seal_Value", seal(grid), index)(book)


class TestBeforeTheEnd:
    """Interim referti: with and without results."""

    def interim(self, steps: int, *, results: bool) -> ClosedBook:
        return opened(saved(contents_of(played("italy-2010", 13, 3, 1.0, "en", steps)), interim=True, results=results))

    @pytest.mark.parametrize("steps", range(1, 12, 2))
    @pytest.mark.parametrize("results", [True, False])
    def test_what_is_there_is_derived(self, steps: int, *, results: bool) -> None:
        verdict = verify(self.interim(steps, results=results))
        assert verdict.differences == ()
        assert verdict.interim
        assert verdict.trusted[0].finding.code in {"interim", "results_left_out"}

    def test_a_result_in_a_secret_one_is_found(self) -> None:
        book = self.interim(4, results=False)
        assert "Round1T1!Payout" in Referto(book).names
        put("Round1T1!Payout", 100, 2)(book)
        (one,) = verify(book).differences
        assert one.finding.code == "filled_instead"


class TestTrust:
    """What the office has to know."""

    def trusted(self, tournament: Tournament, **keywords: bool) -> dict[str, Located]:
        verdict = verify(opened(saved(contents_of(tournament), **keywords)))
        assert verdict.agrees
        return {one.finding.code: one for one in verdict.trusted}

    def test_seeds(self) -> None:
        told = self.trusted(eventful("italy-2010", 10, "en").tournament)
        assert told["seeds_random"].finding.values == {"count": 5}
        assert told["draw_seed_given"].sheet == "Round3"

    def test_draws_by_hand(self) -> None:
        tournament = eventful("italy-2010", 10, "en").tournament
        told = self.trusted(replace(tournament, draws=tournament.draws[3:]))
        assert told["draw_by_hand"].finding.severity is Severity.NOTE

    def test_no_addresses(self) -> None:
        assert "no_addresses" in self.trusted(eventful("record", 4, "en").tournament, addresses=False)

    def test_the_referees_own_regulation(self) -> None:
        house = load(str(HOUSE))
        tournament = replace(played(str(HOUSE), 12, 1, 0.0, "en"), rulebook=house.id)
        verdict = verify(opened(saved(contents_of(tournament, house))))
        assert verdict.differences == ()
        assert verdict.trusted[0].finding.values == {"title": house.title}

    def test_a_round_sat_out(self) -> None:
        assert self.trusted(eventful("italy-2007", 10, "en").tournament)["sat_out"].finding.values == {"count": 1}

    def test_a_round_that_was_drawn_again(self) -> None:
        contents = eventful("italy-2010", 10, "en")
        draw = contents.tournament.draws[1]
        row = LogEntry("2026-11-21T11:00:00Z", "redraw", "Round2", draw.rng_seed, str(draw.source), reason="late")
        journal = replace(contents.journal, entries=(*contents.journal.entries, row))
        verdict = verify(opened(saved(replace(contents, journal=journal))))
        assert verdict.agrees
        assert "drawn_again" in {one.finding.code for one in verdict.trusted}

    def test_every_kind_has_its_place(self) -> None:
        assert set(TRUSTED) == {
            "own_regulation", "seeds_random", "drawn_again", "sat_out", "interim", "results_left_out", "no_addresses",
        }  # fmt: skip


@pytest.mark.parametrize(
    ("kept", "code"), [(("Players_Name", "Rulebook_Id"), "workbook_itself"), (("Players_Name",), "not_referto")]
)
def test_what_is_no_referto(kept: tuple[str, ...], code: str) -> None:
    book = fresh()
    without(*(name for name in book._workbook.defined_names if name not in kept))(book)
    with pytest.raises(BookError) as error:
        verify(book)
    assert error.value.code == code


def test_a_referto_without_its_players_is_told_to_be_one() -> None:
    book = fresh()
    without("Players_Name")(book)
    verdict = verify(book)
    assert verdict.contents is None
    assert [one.finding.code for one in verdict.differences] == ["columns_missing"]
