"""Every draw is redone by a tool that knows only docs/draw.md: for every chart, both draws, and after withdrawals."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bangxl.interchange.dump import dumps, tournament_json
from bangxl.rulebooks.loader import stored_plan
from bangxl.tournament.commitment import commitment_digest, seed_of
from bangxl.tournament.compositions import Tables, legal_compositions, scheduled_rounds, table_sizes
from bangxl.tournament.drawing import DrawRequest, lot_apart, mix, tables_by_lot
from bangxl.tournament.model import Algorithm, Draw, EventInfo, Player, SeedSource, Tournament
from bangxl.tournament.roster import times_sheriff
from bangxl.tournament.rulebook import Rulebook, SeatingPlan
from bangxl.tournament.state import State
from tests.helpers.sample import sample, these
from tests.helpers.strategies import random_tournament
from tests.tournament.builders import ids, seated
from tests.tournament.rules import CUT, GERMANY, HOUSE, ITALY, ITALY_2007, ITALY_2011, RECORD
from tools.redraw import verdicts

TOOL: Final = Path(__file__).parents[1] / "tools" / "redraw.py"
PLAYERS: Final = range(10, 51)
LOT, MIXED = Algorithm.LOT, Algorithm.MIXED

Json = dict[str, Any]


@dataclass
class Night:
    """A tournament that is only drawn; ``gone`` says who leaves before which round. Seeds are those of a public value."""

    rulebook: Rulebook
    players: int
    algorithm: Algorithm
    balance: bool = True
    apart: tuple[tuple[str, str], ...] = ()
    gone: Mapping[int, Sequence[str]] = field(default_factory=dict)
    rounds: int = 0

    def played(self) -> Tournament:
        entered = tuple(Player(player, f"Żofia {player}, «1|2»") for player in ids(1, self.players))
        event = EventInfo("Città di Ålborg", "2026-11-20")
        tournament = Tournament(self.rulebook.id, event=event, options=self.options(), players=entered)
        last = self.rounds or scheduled_rounds(self.rulebook, self.players)
        for number in range(1, last + 1):
            tournament = self.one_more(tournament, number)
        return tournament

    def exported(self) -> Json:
        """As it is exported, through the text of the file."""
        data: Json = json.loads(dumps(tournament_json(State(self.played(), self.rulebook))))
        return data

    def options(self) -> Mapping[str, str]:
        """Those that change a draw."""
        apart = ", ".join(f"{one}+{other}" for one, other in self.apart)
        return {"draw": self.algorithm, "balance": str(self.balance).lower(), "keep_apart": apart}

    def one_more(self, tournament: Tournament, number: int) -> Tournament:
        left = {player for before, players in self.gone.items() if before <= number for player in players}
        here = [player.id for player in tournament.players if player.id not in left]
        public = f"dadi {number}, {number + 1}"
        seed = seed_of(commitment_digest(State(tournament, self.rulebook), f"Round{number}", here), public)
        tables = self.tables(tournament, here, seed, number)
        games = (seated(number, table, players) for table, players in enumerate(tables, 1))
        drawn = Draw(str(number), seed, SeedSource.PUBLIC, public, self.algorithm)
        return replace(tournament, games=(*tournament.games, *games), draws=(*tournament.draws, drawn))

    def tables(self, tournament: Tournament, here: Sequence[str], seed: str, number: int) -> Tables:
        sizes = table_sizes(self.rulebook, len(here), first_round=number == 1)
        past = [tuple(tuple(s.player for s in g.seats) for g in tournament.round(before)) for before in range(1, number)]
        apart = frozenset(frozenset(pair) for pair in self.apart)
        story = DrawRequest(here, sizes, past, times_sheriff(tournament, number), apart, self.balance)
        if self.algorithm is MIXED:
            return mix(story, seed, number, self.plan(), tournament.seed("1") or seed)
        return lot_apart(story, seed, number) if apart else tables_by_lot(here, sizes, story.been_sheriff, seed, number)

    def plan(self) -> SeatingPlan | None:
        """The plan for those who were there at the start."""
        rounds = scheduled_rounds(self.rulebook, self.players)
        return stored_plan(self.players, rounds, table_sizes(self.rulebook, self.players), balance=self.balance)


def differences(data: Json) -> list[str]:
    return [what for what, agrees in verdicts(data) if not agrees]


def leavers(players: int, many: int) -> list[str]:
    return Random(players).sample(ids(1, players), many)  # noqa: S311 -- a story


@pytest.mark.parametrize("rulebook", [ITALY, ITALY_2011], ids=lambda rulebook: rulebook.id)
@pytest.mark.parametrize("players", sample(PLAYERS, 6))
class TestEveryChart:
    def test_lot(self, rulebook: Rulebook, players: int) -> None:
        """Whole tournaments, and two people to keep apart."""
        for apart in ((), (("P001", "P002"), ("P003", "P010"))):
            found = list(verdicts(Night(rulebook, players, LOT, apart=apart).exported()))
            rounds = range(1, scheduled_rounds(rulebook, players) + 1)
            assert found == [(f"{what} {number}", True) for number in rounds for what in ("seed", "round")]

    def test_lot_after_withdrawals(self, rulebook: Rulebook, players: int) -> None:
        """Somebody leaves before round 2, two more before round 3, if those who are left have tables."""
        one, two, three = leavers(players, 3)
        gone = {number: who for number, who in {2: [one], 3: [two, three]}.items() if table_sizes(rulebook, players - number)}
        if 2 not in gone:
            gone = {}
        assert differences(Night(rulebook, players, LOT, gone=gone).exported()) == []

    @pytest.mark.parametrize("balance", sample([True, False], 2), ids=["balanced", "unbalanced"])
    def test_plan(self, rulebook: Rulebook, players: int, balance: bool) -> None:  # noqa: FBT001 -- a parameter of the test
        """The stored plan, to the last round."""
        night = Night(rulebook, players, MIXED, balance)
        assert night.plan() is not None
        assert differences(night.exported()) == []


@pytest.mark.parametrize("players", sample(PLAYERS, 24))
def test_mixed_after_a_withdrawal(players: int) -> None:
    """By the plan, then without it: those who are left are mixed by the optimiser. Charts of both regulations are the same."""
    last = 3 if players % 3 == 0 else 2
    many = next(many for many in (1, 2, 3, 5) if table_sizes(ITALY, players - many, first_round=False))
    night = Night(ITALY, players, MIXED, players % 2 == 0, gone={last: leavers(players, many)}, rounds=last)
    assert differences(night.exported()) == []


@pytest.mark.parametrize("players", these([10, 25, 36], 25, 36))
def test_mixed_and_kept_apart(players: int) -> None:
    """With a plan that is drawn until it keeps two apart, and where none does."""
    family = (("P001", "P002"), ("P001", "P003"), ("P002", "P003"))
    for apart in (family[:1], family):
        night = Night(ITALY, players, MIXED, apart=apart, rounds=2)
        assert differences(night.exported()) == []


@pytest.mark.parametrize("players", sample([51, 126], 2))
def test_mixed_beyond_the_chart(players: int) -> None:
    """There is no plan for so many."""
    assert differences(Night(ITALY, players, MIXED, rounds=3).exported()) == []


@pytest.mark.soak
def test_a_house_regulation_may_have_a_plan() -> None:
    """Its rounds are not in the file: any plan that fits will do, and the optimiser."""
    with_plan = Night(replace(ITALY, id="house"), 22, MIXED).exported()
    without = Night(replace(ITALY, id="house", rounds=()), 22, MIXED, rounds=2).exported()
    assert differences(with_plan) == []
    assert differences(without) == []


def fixed(rulebook: Rulebook, sizes: Sequence[int], algorithm: Algorithm) -> Json:
    """A tournament with fixed tables of these sizes, drawn and not played."""
    people, seed = ids(1, sum(sizes)), f"{rulebook.id} {sizes}"
    story = DrawRequest(people, tuple(sizes))
    tables = tables_by_lot(people, sizes, {}, seed, 1) if algorithm is LOT else mix(story, seed, 1, None, seed)
    games = tuple(seated(1, table, players) for table, players in enumerate(tables, 1))
    drawn = Draw("1", seed, SeedSource.GIVEN, algorithm=algorithm)
    options = {"composition": ",".join(map(str, sizes))} if "composition" in rulebook.options else {}
    entered = tuple(Player(player, f"Giocatore {player}") for player in people)
    start = dict(enumerate(tables, 1))
    tournament = Tournament(rulebook.id, players=entered, draws=(drawn,), start_tables=start, games=games, options=options)
    data: Json = json.loads(dumps(tournament_json(State(tournament, rulebook))))
    return data


@pytest.mark.parametrize("rulebook", [ITALY_2007, GERMANY, RECORD], ids=lambda rulebook: rulebook.id)
@pytest.mark.parametrize("algorithm", [LOT, MIXED])
def test_fixed_tables(rulebook: Rulebook, algorithm: Algorithm) -> None:
    """The first draw, by lot, at every composition of up to 40 players; the games that follow are not drawn."""
    counts = range(rulebook.minimum_players, min(rulebook.maximum_players, 40) + 1)
    for sizes in (sizes for players in counts for sizes in legal_compositions(rulebook, players)):
        data = fixed(rulebook, sizes, algorithm)
        assert list(verdicts(data)) == [("round 1", algorithm is LOT)]


@pytest.mark.parametrize(
    "rulebook",
    [pytest.param(ITALY, marks=pytest.mark.soak), ITALY_2007, GERMANY, RECORD, pytest.param(HOUSE, marks=pytest.mark.soak), CUT],
    ids=lambda rulebook: rulebook.id,
)
def test_as_a_referee_plays_it(rulebook: Rulebook) -> None:
    """Whole random tournaments through the program's own draw, with withdrawals, sit-outs and a knock-out."""
    for seed in range(5):
        tournament = random_tournament(Random(seed), rulebook)  # noqa: S311 -- a game
        data: Json = json.loads(dumps(tournament_json(State(tournament, rulebook))))
        assert differences(data) == []
        assert len(list(verdicts(data))) == len(data["draws"]) + len(data.get("ko_draws", []))


def swaps(data: Json, number: int) -> Iterator[Json]:
    """The same tournament with two players of one round in each other's place, at one table or at two, Sheriffs or not."""
    for one, other in ((0, 1), (1, 2), (1, -1)):
        for table, against in ((0, 0), (0, 1)):
            changed: Json = json.loads(json.dumps(data))
            games = [game for game in changed["games"] if game["round"] == number]
            a, b = games[table]["seats"][one], games[against]["seats"][other]
            a["player"], b["player"] = b["player"], a["player"]
            yield changed


class TestChanged:
    @pytest.mark.parametrize("algorithm", [LOT, MIXED])
    @pytest.mark.parametrize("number", [1, 2, 5])
    def test_a_seat(self, algorithm: Algorithm, number: int) -> None:
        """Whoever changes places, Sheriffs among them, at one table or at two."""
        data = Night(ITALY, 25, algorithm, rounds=number).exported()
        for changed in swaps(data, number):
            assert differences(changed) == [f"round {number}"]

    @pytest.mark.parametrize("algorithm", [LOT, MIXED])
    def test_a_player_in_two_places(self, algorithm: Algorithm) -> None:
        data = Night(ITALY, 25, algorithm, rounds=2).exported()
        data["games"][-1]["seats"][-1]["player"] = data["games"][-2]["seats"][0]["player"]
        assert differences(data) == ["seed 2", "round 2"]

    @pytest.mark.parametrize("algorithm", [LOT, MIXED])
    def test_a_seed(self, algorithm: Algorithm) -> None:
        """It does not give these tables, and it does not come from the public value."""
        data = Night(ITALY, 25, algorithm).exported()
        data["draws"][-1]["rng_seed"] = "0" * 64
        assert differences(data) == ["seed 5", "round 5"]

    def test_the_seed_of_round_1_draws_the_whole_plan(self) -> None:
        data = Night(ITALY, 25, MIXED).exported()
        data["draws"][0] |= {"source": "given", "rng_seed": "another"}
        assert differences(data) == [f"round {number}" for number in range(1, 6)]

    def test_a_public_value(self) -> None:
        """The recorded seed still draws these tables: the seed itself is not what the room's value gives."""
        data = Night(ITALY, 22, LOT).exported()
        data["draws"][1]["public_value"] += " 1"
        assert differences(data) == ["seed 2"]

    def test_the_seed_of_two_duels_drawn_together(self) -> None:
        """It is bound to both, and to everybody of the first draw."""
        tournament = Night(ITALY, 10, LOT).played()
        state, everybody = State(tournament, ITALY), [player.id for player in tournament.players]
        seed = seed_of(commitment_digest(state, "SF1+SF2", everybody), "6")
        draws = [{"match": match, "rng_seed": seed, "source": "public", "public_value": "6"} for match in ("SF1", "SF2")]
        data: Json = json.loads(dumps(tournament_json(state))) | {"finals": {"draws": draws}}
        assert differences(data) == []
        draws[0]["public_value"] = draws[1]["public_value"] = "5"
        assert differences(data | {"finals": {"draws": draws}}) == ["seed SF1", "seed SF2"]

    @pytest.mark.parametrize("where", ["name", "date"])
    def test_the_event(self, where: str) -> None:
        data = Night(ITALY, 12, LOT).exported()
        data["event"][where] = "2027-01-01"
        assert differences(data) == ["seed 1", "seed 2", "seed 3"]

    def test_an_entry(self) -> None:
        data = Night(ITALY, 12, LOT).exported()
        data["players"].append({"id": "P099", "name": "Anna Rossi", "present": False})
        assert differences(data) == [], "who is not drawn does not count"
        data["players"][0]["name"] = "Anna Rossi"
        assert differences(data) == ["seed 1", "seed 2", "seed 3"]

    def test_an_algorithm(self) -> None:
        data = Night(ITALY, 25, MIXED).exported()
        data["draws"][2]["algorithm"] = "lot"
        assert differences(data) == ["round 3"]

    def test_balance(self) -> None:
        assert differences(Night(ITALY, 26, MIXED).exported() | {"options": {"draw": "mixed", "balance": False}}) != []

    def test_who_was_sheriff(self) -> None:
        """Other Sheriffs in round 1: round 2, which spares who has been one, would have been drawn otherwise."""
        data = Night(ITALY, 11, LOT, rounds=2).exported()  # by its seeds each sat at another table before
        drawn_first = {game["seats"][0]["player"] for game in data["games"] if game["round"] == 2}
        for game in data["games"]:
            if game["round"] == 1:
                sheriff = next(seat for seat in game["seats"] if seat["player"] in drawn_first)
                game["seats"][0]["role"], sheriff["role"] = sheriff.get("role"), "sheriff"
        assert "round 2" in differences(data)


def test_by_hand_is_not_redone() -> None:
    """Nor is a round without a seed; the rounds after it are, with what was played."""
    changed = next(swaps(Night(ITALY, 25, MIXED).exported(), 5))
    changed["draws"][-1]["by_hand"] = True
    found = list(verdicts(changed))
    assert all(agrees for _, agrees in found)
    assert [what for what, _ in found if what.startswith("round")] == [f"round {number}" for number in range(1, 5)]
    del changed["draws"][-1]
    assert differences(changed) == []


class TestTheTool:
    def run(self, path: Path) -> subprocess.CompletedProcess[str]:
        """As anybody would, without this package."""
        command = [sys.executable, "-I", str(TOOL), str(path)]
        return subprocess.run(command, check=False, capture_output=True, text=True, encoding="utf-8")

    def test_agrees(self, tmp_path: Path) -> None:
        path = tmp_path / "T.json"
        path.write_text(json.dumps(Night(ITALY, 10, MIXED).exported()), "utf-8")
        found = self.run(path)
        told = [f"{what} {number} ok" for number in (1, 2, 3) for what in ("seed", "round")]
        assert (found.returncode, found.stdout.splitlines(), found.stderr) == (0, told, "")

    def test_differs(self, tmp_path: Path) -> None:
        path = tmp_path / "T.json"
        path.write_text(json.dumps(next(swaps(Night(ITALY, 10, LOT).exported(), 3))), "utf-8")
        found = self.run(path)
        assert (found.returncode, found.stdout.splitlines()[-1]) == (1, "round 3 different")

    def test_names_the_rounds_that_nobody_can_draw_again(self, tmp_path: Path) -> None:
        """Who leaves a seed out, or says that the tables were changed by hand, does not pass in silence."""
        path, data = tmp_path / "T.json", Night(ITALY, 10, LOT).exported()
        data["draws"] = [row | {"by_hand": row["round"] == 3} for row in data["draws"] if row["round"] != 2]
        path.write_text(json.dumps(data), "utf-8")
        found = self.run(path)
        told = [f"round {number} has no seed to draw it again" for number in (2, 3)]
        assert (found.returncode, found.stdout.splitlines()[-2:], found.stderr) == (0, told, "")

    @pytest.mark.parametrize("weird", ["", "[]", "{}", "[" * 100_000, '{"draws": 1, "games": null}'], ids=lambda text: text[:9])
    def test_whatever_the_file_is_it_ends_without_a_traceback(self, tmp_path: Path, weird: str) -> None:
        path = tmp_path / "torneo.json"
        path.write_text(weird, encoding="utf-8")
        found = self.run(path)
        assert (found.returncode, found.stdout[:26], found.stderr) == (1, "this cannot be drawn again", "")

    def test_a_workbook_in_the_place_of_the_export_is_told_what_to_make(self, tmp_path: Path) -> None:
        """It printed the first bytes."""
        path = tmp_path / "torneo-referto.xlsx"
        path.write_bytes(b"PK\x03\x04\x14\x00\x00\x00\x08\x00\xc7MH\x95")
        found = self.run(path)
        told = "this cannot be drawn again: give T.json, made by «bangxl export torneo.xlsx -o T.json»\n"
        assert (found.returncode, found.stdout, found.stderr) == (1, told, "")
