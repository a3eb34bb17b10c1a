"""Seeds and codes are bound to what was drawn and to their value; an independent tool says the same of each as `verify`."""

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bangxl.commands import demo
from bangxl.commands.commit import Commitment, DrawStep, commitment_of_step
from bangxl.interchange.dump import dumps, tournament_json
from bangxl.referto.verdict import Verdict
from bangxl.referto.verify import verify_book
from bangxl.tournament.advance import seat_round, seat_stage, with_round
from bangxl.tournament.commitment import seed_of
from bangxl.tournament.drawing import drawn_tables
from bangxl.tournament.journal import Journal, LogEntry, names_entry, pairs, read_pairs
from bangxl.tournament.model import Algorithm, Draw, Event, EventType, Moment, PostedCode, Seed, SeedSource, Tournament
from bangxl.tournament.progress import SeatRound, SeatStage
from bangxl.tournament.state import State
from bangxl.workbook.read import Contents
from tests.helpers.sample import sample, these
from tests.referto.forger import near
from tests.referto.referti import EVENTFUL, contents, contents_of, eventful, opened, saved, simulated, walls_of
from tools.redraw import verdicts

COUNTS = {"italy-2010": (10, 24), "italy-2011": (10, 24), "italy-2007": (10, 24), "germany": (20, 40), "record": (4, 7)}
VALUE = "dice 4 2 6"


def evening(number: int) -> Contents:
    """A simulated evening with a value for every draw."""
    rng = random.Random(number)  # noqa: S311 - a game, no secret
    rulebook = rng.choice([*COUNTS])
    source, players = rng.choice([SeedSource.PUBLIC, SeedSource.RANDOM]), rng.randint(*COUNTS[rulebook])
    return simulated(rulebook, players, f"evening {number}", source=source)


def cheated(contents: Contents, draw: Draw) -> Contents:
    """The room's value beside a seed that it does not give, on the sheet and in the log."""
    tournament = contents.tournament
    alike = [one for one in tournament.draws if one.rng_seed == draw.rng_seed]
    draws = tuple(replace(one, source=SeedSource.PUBLIC, public_value=VALUE) if one in alike else one for one in tournament.draws)
    said = (replace(row, source=f"public: {VALUE}") if row.seed == draw.rng_seed else row for row in contents.journal.entries)
    return replace(contents, tournament=replace(tournament, draws=draws), journal=replace(contents.journal, entries=tuple(said)))


def differences(contents: Contents) -> set[str]:
    return {str(one.finding.values.get("stage", one.finding.code)) for one in verify_book(opened(saved(contents))).differences}


def called(draw: Draw) -> str:
    return f"Round{draw.drawn}" if draw.drawn.isdecimal() else draw.drawn


def redone(contents: Contents) -> set[str]:
    """What the tool finds, as the log calls it."""
    found = (what.removeprefix("seed ") for what, agrees in verdicts(json.loads(dumps(tournament_json(contents)))) if not agrees)
    return {f"Round{what}" if what.isdecimal() else what for what in found}


@pytest.mark.parametrize("number", sample(range(1000), 500))
def test_a_seed_beside_the_rooms_value_is_found_by_both(number: int) -> None:
    honest = evening(number)
    assert differences(honest) == redone(honest) == set()
    draws = honest.tournament.draws
    draw = draws[number % len(draws)]
    found = differences(cheated(honest, draw))
    assert found == redone(cheated(honest, draw)) == {called(one) for one in draws if one.rng_seed == draw.rng_seed}


def test_both_read_a_warning_without_a_table_under_the_codes_of_its_own() -> None:
    """It could be deleted after later games had been drawn and their codes photographed."""
    tournament = contents("germany").tournament
    warned = Event(EventType.WARNING, tournament.start_tables[1][0], Moment.BETWEEN_ROUNDS, after_round=1)
    told = contents_of(replace(tournament, events=(*tournament.events, warned)))
    plain, noted = ({one.logged: one.code for one in each.tournament.posted_codes} for each in (contents_of(tournament), told))
    assert {logged for logged in plain if plain[logged] != noted[logged]} >= {
        one for one in plain if one[:6] in {"Round3", "Stage1"}
    }
    assert (differences(told), redone(told)) == (set(), set())


def test_both_read_who_has_left_before_a_stage_under_its_code() -> None:
    tournament = contents("germany").tournament
    first, second = ({seat.player for game in tournament.stages if game.round == one for seat in game.seats} for one in (1, 2))
    out = min(first - second)
    gone = Event(EventType.WITHDRAWAL, out, Moment.BEFORE_DUEL, match="Stage2")
    told = contents_of(replace(tournament, events=(*tournament.events, gone)))
    codes = [[one.code for one in each.tournament.codes if one.logged == "Stage2"] for each in (told, contents_of(tournament))]
    assert codes[0] != codes[1]
    assert (differences(told), redone(told)) == (set(), set())


def test_a_digest_in_the_log_to_which_the_value_fits_is_not_what_the_code_proves() -> None:
    honest = evening(next(number for number in range(99) if evening(number).tournament.draws[-1].drawn == "F"))
    draw, made_up = honest.tournament.draws[-1], "5" * 64
    seed = seed_of(made_up, draw.public_value)
    draws = (*honest.tournament.draws[:-1], replace(draw, rng_seed=seed))
    (row,) = (row for row in honest.journal.entries if row.seed == draw.rng_seed)
    forged = replace(row, seed=seed, result=pairs(read_pairs(row.result) | {"pool": made_up}))
    log = tuple(forged if one is row else one for one in honest.journal.entries)
    contents = replace(honest, tournament=replace(honest.tournament, draws=draws), journal=replace(honest.journal, entries=log))
    assert differences(contents) == {"F"}


@pytest.mark.parametrize("stage", sample(["SF1", "Stage1"], 2))
def test_a_seed_that_is_not_there_is_told(stage: str) -> None:
    """Without one nobody can redo the characters, the seats or the lots: a referee may have chosen them."""
    evenings = map(evening, range(99))
    honest = next(one for one in evenings if stage in {draw.drawn for draw in one.tournament.draws})
    seed = next(draw.rng_seed for draw in honest.tournament.draws if draw.drawn == stage)
    draws = tuple(draw for draw in honest.tournament.draws if draw.rng_seed != seed)
    without = replace(honest, tournament=replace(honest.tournament, draws=draws))
    assert differences(without) == {draw.drawn for draw in honest.tournament.draws if draw.rng_seed == seed}
    log = (replace(row, seed="", source="") if row.seed == seed else row for row in honest.journal.entries)
    verdict = verify_book(opened(saved(replace(without, journal=replace(honest.journal, entries=tuple(log))))))
    (told,) = (one for one in verdict.trusted if one.finding.code == "finals_by_hand")
    assert told.text.startswith("Duels or knock-out stages without a seed")
    assert "finals_by_hand" not in {one.finding.code for one in verify_book(opened(saved(honest))).trusted}


class TestAfterTheDice:
    """With the code posted and the value called, the commitment alone says how a round or a stage is drawn."""

    def simulated(self, rulebook_id: str, players: int, seed: str = "x") -> Contents:
        return simulated.__wrapped__(rulebook_id, players, seed, source=SeedSource.PUBLIC)  # what draws is patched

    def rounds(self, contents: Contents) -> tuple[set[str], set[str]]:
        """What `verify_book` and the tool find: of one posted value, never another code or seed."""
        found = {one.finding.code for one in verify_book(opened(saved(contents))).differences}
        return found, redone(contents)

    @pytest.mark.parametrize(("rulebook_id", "number"), [("italy-2010", 1), ("italy-2010", 5), ("italy-2007", 1)])
    def test_the_algorithm(self, monkeypatch: pytest.MonkeyPatch, rulebook_id: str, number: int) -> None:
        def mixed(state: State, step: SeatRound, seed: Seed) -> Tournament:
            if step.number != number:
                return seat_round(state, step, seed)
            drawn = Draw(str(number), *seed, Algorithm.MIXED, 2)
            draws = replace(state.tournament, draws=(*state.tournament.draws, drawn))
            return with_round(state.with_tournament(draws), number, drawn_tables(state, drawn, step.players, step.sizes))

        honest = self.simulated(rulebook_id, 22)
        monkeypatch.setattr(demo, "seat_round", mixed)
        forged = self.simulated(rulebook_id, 22)
        assert honest.tournament.posted_codes[number - 1].code == forged.tournament.posted_codes[number - 1].code
        assert self.rounds(honest) == (set(), set())
        assert self.rounds(forged) == ({"draw_not_reproduced"}, {f"round {number}"})

    def test_an_algorithm_that_did_not_draw_it(self) -> None:
        honest = self.simulated("italy-2010", 13)
        draws = (replace(honest.tournament.draws[0], algorithm=Algorithm.MIXED, version=2), *honest.tournament.draws[1:])
        forged = replace(honest, tournament=replace(honest.tournament, draws=draws))
        assert self.rounds(forged) == ({"draw_not_reproduced"}, {"round 1"})

    @pytest.mark.parametrize(
        ("rulebook_id", "players", "sizes"),
        [("italy-2007", 21, (7, 7, 7)), ("italy-2007", 21, (5, 6, 5, 5)), ("germany", 22, (5, 6, 6, 5))],
    )
    def test_the_sizes_of_fixed_tables(
        self, monkeypatch: pytest.MonkeyPatch, rulebook_id: str, players: int, sizes: tuple[int, ...]
    ) -> None:
        """Legal ones, but not those that the option asks for, and in this order."""

        def resized(state: State, step: SeatRound, seed: Seed) -> Tournament:
            return seat_round(state, replace(step, sizes=sizes), seed)

        honest = self.simulated(rulebook_id, players)
        monkeypatch.setattr(demo, "seat_round", resized)
        forged = self.simulated(rulebook_id, players)
        assert honest.tournament.posted_codes[0].code == forged.tournament.posted_codes[0].code
        assert self.rounds(honest) == (set(), set())
        assert self.rounds(forged) == ({"draw_not_reproduced"}, {"round 1"})

    @pytest.mark.parametrize("own", [0, 2])
    def test_the_sizes_are_the_options(self, own: int) -> None:
        """Where the referee chose others, and somebody has a table of his own, nothing differs."""

        def entries(*how: Any) -> Tournament:  # noqa: ANN401 - what a demonstration gives
            tournament = made(*how)
            first, *others = tournament.players
            return replace(tournament, options={"composition": "7,7,7"}, players=(replace(first, table=own), *others))

        made = demo._entries
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(demo, "_entries", entries)
            contents = self.simulated("italy-2007", 21)
        assert [len(table) for table in contents.tournament.start_tables.values()] == [7, 7, 7]
        assert self.rounds(contents) == (set(), set())

    def test_the_order_of_the_tables_of_a_stage(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def turned(state: State, step: SeatStage, seed: Seed) -> Tournament:
            return seat_stage(state, replace(step, sizes=step.sizes[::-1]), seed)

        honest = self.simulated("germany", 80, "a")
        monkeypatch.setattr(demo, "seat_stage", turned)
        forged = self.simulated("germany", 80, "a")
        assert [[game.size for game in one.tournament.stage(2)] for one in (honest, forged)] == [[5, 4], [4, 5]]
        assert self.rounds(honest) == (set(), set())
        assert self.rounds(forged) == ({"stage_not_reproduced"}, {"Stage2"})

    @pytest.mark.parametrize("source", [SeedSource.GIVEN, SeedSource.RANDOM])
    def test_a_seed_without_the_value(self, source: SeedSource) -> None:
        """A code was announced: whoever then draws with a seed of his own, or with cards, has thrown the value away."""
        contents = simulated("italy-2010", 10, "x", source=source)
        log = contents.journal.entries
        assert self.rounds(contents)[0] == set()
        said = read_pairs(log[1].result)
        code = replace(log[1], command="commit", seed="", source="", result=pairs({"code": said["code"], "pool": said["pool"]}))
        found = verify_book(opened(saved(replace(contents, journal=replace(contents.journal, entries=(log[0], code, *log[1:]))))))
        assert [(one.finding.code, one.cell) for one in found.differences] == [("value_not_used", "E4")]
        assert said["code"] in found.differences[0].text

    @pytest.mark.parametrize("undone", ["", "redraw", "commit"])
    def test_a_seed_after_the_value_has_drawn(self, undone: str) -> None:
        """A round drawn by a value was drawn again without one, until the referee liked it; or after that was undone once."""
        contents = simulated("italy-2010", 10, "x", source=SeedSource.RANDOM)
        log = contents.journal.entries
        thrown = replace(log[1], source=f"{SeedSource.PUBLIC}: 4 2 6")
        again = replace(log[1], command="redraw")
        back = [replace(again, command="undo", result=undone, source=thrown.source)] if undone else []
        journal = replace(contents.journal, entries=(log[0], thrown, *back, again, *log[2:]))
        found = verify_book(opened(saved(replace(contents, journal=journal))))
        assert [(one.finding.code, one.cell) for one in found.differences] == [("value_not_used", f"E{4 + len(back)}")]

    @pytest.mark.parametrize("first", [False, True])
    def test_an_import_explains_no_draw_that_the_log_has(self, first: bool) -> None:  # noqa: FBT001 - a parameter of the test
        """Only what was drawn before it: then the log has no row of it, and begins with the import."""
        honest = self.simulated("italy-2010", 10)
        log, draw = honest.journal.entries, honest.tournament.draws[2]
        imported = replace(log[0], command="import", stage="", seed="", source="", result="", digest="")
        tried = replace(draw, rng_seed="5" * 64, salt="0" * 32)
        draws = (*honest.tournament.draws[:2], tried, *honest.tournament.draws[3:])
        entries = tuple(replace(row, seed=tried.rng_seed) if row.seed == draw.rng_seed else row for row in log)
        forged = replace(honest, tournament=replace(honest.tournament, draws=draws))
        entries = (imported, *entries) if first else (*entries, imported)
        found, _redone = self.rounds(replace(forged, journal=replace(honest.journal, entries=entries)))
        assert {"seed_not_bound", "code_not_derived"} <= found

    def test_the_names(self) -> None:
        """A permutation is no correction: the digest in the log follows neither from the names there nor from those here."""
        honest = self.simulated("italy-2010", 10)
        players = honest.tournament.players
        others = (*players[3:], *players[:3])
        turned = tuple(replace(one, name=other.name, region=other.region) for one, other in zip(players, others, strict=True))
        forged, log = replace(honest.tournament, players=turned), list[LogEntry]()
        for row in honest.journal.entries:
            said = {key: text for key, text in read_pairs(row.result).items() if key not in {"names", "entered", "beside"}}
            log.append(replace(row, result=pairs(said | names_entry(forged, log))))
        journal = replace(honest.journal, entries=tuple(log))
        found, _redone = self.rounds(replace(honest, tournament=forged, journal=journal))
        assert found == {"code_not_derived"}
        found, _redone = self.rounds(replace(honest, tournament=forged))
        assert found == {"name_of_another"}

    def test_who_is_kept_apart(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def together(step: DrawStep, state: State, salt: str) -> Commitment:
            options = {key: text for key, text in state.tournament.options.items() if key != "keep_apart"}
            return commitment_of_step(step, state.with_tournament(replace(state.tournament, options=options)), salt)

        def entries(*how: Any) -> Tournament:  # noqa: ANN401 - what a demonstration gives
            tournament = made(*how)
            return replace(tournament, options={**tournament.options, "keep_apart": "P001+P002,P001+P003,P001+P004"})

        made = demo._entries
        honest = self.simulated("italy-2010", 22)
        monkeypatch.setattr(demo, "_entries", entries)
        assert self.rounds(self.simulated("italy-2010", 22)) == (set(), set())
        monkeypatch.setattr(demo, "commitment_of_step", together)
        forged = self.simulated("italy-2010", 22)
        assert honest.tournament.posted_codes[0].code == forged.tournament.posted_codes[0].code
        assert honest.tournament.round(1) != forged.tournament.round(1)
        found, tool = self.rounds(forged)
        assert "code_not_derived" in found
        assert "code 1" in tool


def moved(honest: Contents, *, logged: bool) -> Contents:
    """An evening in whose last round two players have changed places; ``logged``: by `bangxl swap`, which says so in the log."""
    tournament, number = honest.tournament, honest.tournament.rounds_seated
    one, other = (game.seats[-1] for game in tournament.round(number)[:2])
    players = {one.player: other.player, other.player: one.player}
    games = tuple(
        replace(game, seats=tuple(replace(seat, player=players.get(seat.player, seat.player)) for seat in game.seats))
        if game.round == number
        else game
        for game in tournament.games
    )
    draws = tuple(replace(draw, by_hand=True) if draw.drawn == str(number) else draw for draw in tournament.draws)
    log, tables = honest.journal.entries, [game.table for game in tournament.round(number)[:2]]
    drawn = max(row for row, entry in enumerate(log) if entry.stage == f"Round{number}" and entry.command == "seat")
    result = f"{one.player}={tables[0]}/{one.number} {other.player}={tables[1]}/{other.number}"
    swap = (replace(log[drawn], command="swap", result=result, seed="", source=""),) if logged else ()
    changed = replace(tournament, games=games, draws=draws)
    journal = Journal((*log[: drawn + 1], *swap, *log[drawn + 1 :]), walls_of(changed, honest.rulebook))
    return replace(honest, tournament=changed, journal=journal)


def test_seats_by_hand_are_those_of_the_seed_after_the_swaps_in_the_log() -> None:
    """«By hand» on a round excused any seats of a public draw."""
    honest = next(one for number in range(99) if not (one := evening(number)).rulebook.fixed_tables)
    assert "draw_not_reproduced" not in differences(moved(honest, logged=True))
    assert "draw_not_reproduced" in differences(moved(honest, logged=False))


ABOUT_CODES = frozenset({"code", "salt", "pool", "events"})


@pytest.mark.parametrize(("rulebook", "players"), these(EVENTFUL, ("record", 4)))
@pytest.mark.parametrize("ways", [1, pytest.param(3, marks=pytest.mark.soak)])
def test_who_writes_the_whole_referto_anew_with_another_code(rulebook: str, players: int, ways: int) -> None:
    """Digest and log are right: each code, each salt, and each two labels exchanged are found all the same."""
    contents = eventful(rulebook, players)
    posted, rng = contents.tournament.posted_codes, random.Random(18)  # noqa: S311
    assert len(posted) > 3
    for one in posted:
        another = rng.choice([other for other in posted if other != one])
        others = [
            one._replace(code=str(near(one.code))),
            one._replace(code=another.code),
            one._replace(salt=str(near(one.salt or "0" * 32))),
        ]
        for other in rng.sample(others, ways):
            assert "code_not_derived" in codes(verdict_of(rewritten(contents, {one: other}))), (one, other)
    later = [one for one in posted if not one.round]
    for one, other in pairwise(later):
        exchanged = {one: one._replace(logged=other.logged), other: other._replace(logged=one.logged)}
        assert not verdict_of(rewritten(contents, exchanged)).agrees, (one, other)


@pytest.mark.parametrize(("rulebook", "players"), these(EVENTFUL, ("record", 4)))
def test_who_leaves_codes_out_is_told(rulebook: str, players: int) -> None:
    """Nothing contradicts him, but an office reads what no photograph can prove."""
    contents = eventful(rulebook, players)
    found = verdict_of(contents)
    assert "no_codes" not in {one.finding.code for one in found.trusted}
    for one in contents.tournament.posted_codes:
        found = verdict_of(rewritten(contents, {one: None}))
        told = {notice.finding.code: notice.finding.values for notice in found.trusted}
        assert not found.agrees or told["no_codes"]["rounds"] == one.logged, one


@pytest.mark.parametrize(("rulebook", "players"), these(EVENTFUL, ("record", 4), ("italy-2010", 10)))
def test_codes_of_earlier_programs_are_read(rulebook: str, players: int) -> None:
    """They had ten letters: here and in the tool without bangxl they still follow from all before, and are called weaker."""
    contents = eventful(rulebook, players)
    short = {one: one._replace(code=earlier(one.code)) for one in contents.tournament.posted_codes}
    old = rewritten(contents, short)
    found = verdict_of(old)
    assert found.agrees
    assert all(one.proves for one in found.receipts)
    assert "codes_short" in {one.finding.code for one in found.trusted}
    assert "codes_short" not in {one.finding.code for one in verdict_of(contents).trusted}
    for written in (contents, old):
        told = {what: agrees for what, agrees in verdicts(json.loads(dumps(tournament_json(written)))) if what[:4] == "code"}
        assert len(told) == len(short)
        assert all(told.values())
    one = contents.tournament.posted_codes[-1]
    wrong = rewritten(contents, short | {one: one._replace(code=str(near(earlier(one.code))))})
    assert "code_not_derived" in codes(verdict_of(wrong))


def earlier(code: str) -> str:
    letters = code.replace("-", "")
    return f"{letters[:5]}-{letters[5:10]}"


def verdict_of(contents: Contents) -> Verdict:
    return verify_book(opened(saved(contents)))


def codes(found: Verdict) -> set[str]:
    return {one.finding.code for one in found.differences}


def rewritten(contents: Contents, instead: Mapping[PostedCode, PostedCode | None]) -> Contents:
    """The tournament and its log with other codes; None: without one."""
    tournament = contents.tournament
    by_stage = {one.logged: other for one, other in instead.items()}
    draws = tuple(
        replace(draw, code=other.code if other else "", salt=other.salt if other else "") if stage in by_stage else draw
        for draw in tournament.draws
        for stage in [f"Round{draw.drawn}"]
        for other in [by_stage.get(stage)]
    )
    changed = [by_stage.get(one.logged, one) for one in tournament.codes]
    entries = tuple(_logged(entry, by_stage) for entry in contents.journal.entries)
    journal = Journal(entries, contents.journal.seatings)
    return replace(
        contents, tournament=replace(tournament, draws=draws, codes=tuple(one for one in changed if one)), journal=journal
    )


def _logged(entry: LogEntry, by_stage: Mapping[str, PostedCode | None]) -> LogEntry:
    said = read_pairs(entry.result)
    if entry.stage not in by_stage or "code" not in said:
        return entry
    other = by_stage[entry.stage]
    if other is None:
        return replace(entry, result=pairs({key: text for key, text in said.items() if key not in ABOUT_CODES}))
    salt = {"salt": other.salt} if "salt" in said else {}
    return replace(entry, stage=other.logged, result=pairs({**said, "code": other.code, **salt}))
