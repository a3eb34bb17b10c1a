"""Referti before the end, and what has to be taken on trust."""

from dataclasses import replace
from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.verify import verdict_lines
from bangxl.referto.verdict import TRUSTED
from bangxl.referto.verify import verify_book
from bangxl.rulebooks.loader import load
from bangxl.tournament.findings import Severity
from bangxl.tournament.journal import LogEntry
from bangxl.tournament.model import Outcome, SeedSource, Tournament
from bangxl.workbook.notices import Notice
from tests.helpers.sample import sample
from tests.referto.referti import contents_of, eventful, opened, played, saved
from tests.tournament.builders import finished
from tests.tournament.rules import CUT
from tests.tournament.test_standings import alike, seated

HOUSE = Path(__file__).parents[1] / "data" / "house.toml"


class TestBeforeTheEnd:
    """Interim referti: with and without results."""

    def interim(self, steps: int, *, results: bool) -> ClosedBook:
        return opened(saved(contents_of(played("italy-2010", 13, 3, 1.0, "en", steps)), interim=True, results=results))

    @pytest.mark.parametrize("steps", sample(range(1, 12, 2), 3))
    @pytest.mark.parametrize("results", [True, False])
    def test_what_is_there_is_derived(self, steps: int, *, results: bool) -> None:
        verdict = verify_book(self.interim(steps, results=results))
        assert verdict.differences == ()
        assert verdict.interim
        assert verdict.trusted[0].finding.code in {"interim", "results_left_out"}


class TestTrust:
    """What the office has to know."""

    def trusted(self, tournament: Tournament, **keywords: bool) -> dict[str, Notice]:
        verdict = verify_book(opened(saved(contents_of(tournament), **keywords)))
        assert verdict.agrees
        return {one.finding.code: one for one in verdict.trusted}

    def test_seeds(self) -> None:
        told = self.trusted(eventful("italy-2010", 10, "en").tournament)
        assert told["seeds_random"].finding.values == {"count": 5}
        assert told["draw_seed_given"].sheet == "Round3"

    def test_a_value_of_several_spellings(self) -> None:
        """Whoever has a program of his own may try them all: the office reads that there are some."""
        tournament = eventful("italy-2010", 10, "en").tournament
        draw = replace(tournament.draws[0], source=SeedSource.PUBLIC, public_value="di\u0441e 4 2 6")
        verdict = verify_book(opened(saved(contents_of(replace(tournament, draws=(draw, *tournament.draws[1:]))))))
        told = {one.finding.code: one for one in verdict.trusted}
        assert told["values_look_alike"].finding.values == {"stages": "1"}

    def test_seeds_of_duels_given_by_hand(self) -> None:
        tournament = eventful("italy-2010", 10, "en").tournament
        draws = (replace(draw, source=SeedSource.GIVEN) if draw.drawn in {"SF1", "F"} else draw for draw in tournament.draws)
        found = self.trusted(replace(tournament, draws=tuple(draws)))["finals_seeds_given"]
        assert found.text.endswith(": Semifinal 1, Final.")
        assert found.sheet == "Finals"

    def test_an_interim_mark_on_a_complete_tournament(self) -> None:
        tournament = eventful("italy-2010", 10, "en").tournament
        assert "interim_of_complete" in self.trusted(tournament, interim=True, results=True)

    def test_draws_by_hand(self) -> None:
        tournament = eventful("italy-2010", 10, "en").tournament
        told = self.trusted(replace(tournament, draws=tournament.draws[3:]))
        assert told["draw_by_hand"].finding.severity is Severity.NOTE

    def test_no_addresses(self) -> None:
        assert "no_addresses" in self.trusted(eventful("record", 4, "en").tournament, addresses=False)

    def test_the_referees_own_regulation(self) -> None:
        house = load(str(HOUSE))
        tournament = replace(played(str(HOUSE), 12, 1, 0.0, "en"), rulebook=house.id)
        verdict = verify_book(opened(saved(contents_of(tournament, house))))
        assert verdict.differences == ()
        assert verdict.trusted[0].finding.values == {"title": house.title}

    @pytest.mark.parametrize("title", sample(["Italia 2010", "ITALIA  2010", "It\u0430lia 2010", "ltalia 2O1O"], 2))
    def test_a_regulation_under_an_official_title(self, tmp_path: Path, title: str) -> None:
        """Nobody reads it as the official one: it stands in the first lines. An official id is refused anyway."""
        source = '[source]\ntitle = "Mine"\nedition = "1"\npublished = "2026-09-01"\n'
        text = f'base = "italy-2010"\ntitle = "{title}"\nid = "mine"\n{source}'
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
        house = load(str(tmp_path / "mine.toml"))
        tournament = replace(played(str(tmp_path / "mine.toml"), 12, 1, 0.0, "en"), rulebook=house.id)
        verdict = verify_book(opened(saved(contents_of(tournament, house))))
        assert verdict.trusted[0].finding.code == "own_under_official_name"
        assert verdict_lines(tmp_path / "referto.xlsx", verdict)[1].startswith("! NOT the official regulation")
        told = verdict_lines(tmp_path / "referto.xlsx", replace(verdict, differences=verdict.trusted[1:3]))
        assert told[1].startswith("! NOT the official regulation")

    def test_times_that_run_backwards(self) -> None:
        """The log's order and times are all that places a code before the dice."""
        contents = eventful("italy-2010", 10, "en")
        first, second, *others = contents.journal.entries
        entries = (first, replace(second, time="2001-09-09T01:46:40Z"), *others)
        journal = replace(contents.journal, entries=entries)
        verdict = verify_book(opened(saved(replace(contents, journal=journal))))
        (told,) = [one for one in verdict.trusted if one.finding.code == "times_backwards"]
        assert (told.finding.values, told.sheet) == ({"count": 1}, "Log")
        assert "times_backwards" not in {one.finding.code for one in verify_book(opened(saved(contents))).trusted}

    def test_a_round_sat_out(self) -> None:
        assert self.trusted(eventful("italy-2007", 10, "en").tournament)["sat_out"].finding.values == {"count": 1}

    def test_a_round_that_was_drawn_again(self) -> None:
        contents = eventful("italy-2010", 10, "en")
        draw = contents.tournament.draws[1]
        row = LogEntry("2026-11-21T11:00:00Z", "redraw", "Round2", draw.rng_seed, str(draw.source), reason="late")
        journal = replace(contents.journal, entries=(*contents.journal.entries, row))
        verdict = verify_book(opened(saved(replace(contents, journal=journal))))
        assert verdict.agrees
        assert "drawn_again" in {one.finding.code for one in verdict.trusted}

    def test_every_kind_has_its_place(self) -> None:
        assert set(TRUSTED) == {
            "own_regulation", "seeds_random", "finals_seeds_given", "drawn_again", "sat_out", "interim", "interim_of_complete",
            "results_left_out", "no_addresses", "taken_back", "imported", "no_codes",
            "values_look_alike", "code_of_other_events",
            "code_before_correction", "code_of_other_names", "code_hidden", "code_of_import", "codes_short", "against_few",
            "own_under_official_name", "times_backwards", "finals_by_hand",
        }  # fmt: skip


def test_who_passes_a_cut_follows_from_the_results() -> None:
    """The last of twenty played on in place of the first, and the report agreed; a logged correction may explain it."""
    drawn = seated(alike(Outcome.LAW, Outcome.OUTLAWS), "a")
    people = tuple(seat.player for seat in drawn.games[0].seats)
    other = contents_of(replace(drawn, games=(finished(1, 1, people, Outcome.RENEGADE), *drawn.games[1:])), CUT)
    reopened = LogEntry("2026-11-21T11:00:00Z", "reopen", "Round1T1", reason="typed wrongly")
    explained = replace(other, journal=replace(other.journal, entries=(*other.journal.entries[:2], reopened)))
    found, cases = {}, {"as drawn": contents_of(drawn, CUT), "other": other, "explained": explained, "secret": other}
    for name, told in cases.items():
        verdict = verify_book(opened(saved(told, interim=True, results=name != "secret")))
        each = (verdict.differences, verdict.trusted)
        found[name] = ["cut_differs" in {one.finding.code for one in said} for said in each]
    assert found == {"as drawn": [False, False], "other": [True, True], "explained": [False, True], "secret": [False, False]}
