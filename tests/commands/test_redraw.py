"""What a referee needs around a draw: bound seeds, `redraw`, `swap`, a player who leaves before the start, pairs kept apart."""

import json
from pathlib import Path

import pytest

from bangxl.commands.check import check, check_with_lines
from bangxl.commands.commit import commit
from bangxl.commands.corrections import redraw, reopen, swap
from bangxl.commands.errors import Refusal
from bangxl.commands.seat import seat
from bangxl.commands.undo import undo
from bangxl.commands.workspace import open_workspace
from bangxl.interchange.dump import dumps, tournament_json
from bangxl.rulebooks.loader import our_rulebook
from bangxl.tournament.commitment import commitment_digest, seed_of
from bangxl.tournament.model import Algorithm, Role, Seat, SeedSource, Tournament
from bangxl.tournament.state import State
from tests.commands.stages import Copy, listed, unchanged
from tests.helpers.keyboard import facts, played, typed
from tests.helpers.raised import raised
from tools.redraw import verdicts


def codes(path: Path) -> list[str]:
    return [one.finding.code for one in check(path)]


def rows(path: Path) -> list[tuple[str, str, str, str]]:
    return [(row.command, row.stage, row.source, row.reason) for row in open_workspace(path).log]


def shown(path: Path, name: str) -> object:
    return open_workspace(path).book.read(name)[0]


def bound_to(tournament: Tournament, value: str, stage: str) -> str:
    drawn = [seat.player for game in tournament.round(int(stage)) for seat in game.seats]
    return seed_of(commitment_digest(State(tournament, our_rulebook(tournament.rulebook)), stage, drawn), value)


class TestSeeds:
    def test_a_public_value_binds_the_seed(self, at: Copy) -> None:
        path = at("entered")
        commit(path)
        said = seat(path, public_value="dice 4 2 6")
        (draw,) = facts(path).draws
        assert (draw.source, draw.public_value) == (SeedSource.PUBLIC, "dice 4 2 6")
        assert draw.rng_seed == bound_to(facts(path), "dice 4 2 6", "1")
        assert said[1] == "The draw depends on the public value «dice 4 2 6»."
        assert draw.rng_seed not in "".join(said)
        assert [shown(path, f"Round1!Draw_{key}") for key in ("Public", "Algorithm", "By_Hand")] == ["dice 4 2 6", "lot 1", None]
        assert "draw_seed_given" not in codes(path)

    @pytest.mark.parametrize("value", ["—", "\u200b"])
    def test_a_value_of_which_nothing_would_count_is_refused(self, at: Copy, value: str) -> None:
        path = at("entered")
        commit(path)
        with unchanged(path), pytest.raises(Refusal, match="no letters or digits"):
            seat(path, public_value=value)

    def test_what_nobody_sees_or_hears_changes_no_table(self, at: Copy) -> None:
        """Cheats on a copy, after the dice: another spelling, an invisible sign, blanks, a line of somebody absent."""
        path = at("entered")
        commit(path)
        tables = set()
        for value, cells in (
            ("4 2 6", {}),
            ("(4, 2-6)", {}),
            ("4 2 6", {"Players_Name 1": "Bruno\u200b D'Amico"}),
            ("4 2 6", {"Event_Name": f"\u2060{facts(path).event.name} "}),
            ("4 2 6", {"Players_Name 10": "Ghost", "Players_Present 10": "no"}),
        ):
            copy = path.with_name("copy.xlsx")
            copy.write_bytes(path.read_bytes())
            typed(copy, cells)
            seat(copy, public_value=value)
            tables.add(tuple(tuple(place.player for place in game.seats) for game in facts(copy).round(1)))
            assert "seed_not_bound" not in codes(copy)
        assert len(tables) == 1

    def test_it_can_be_typed_on_the_tournament_sheet_and_is_used_up(self, at: Copy) -> None:
        path = at("entered")
        commit(path)
        typed(path, {"Public_Value": "called: 17"})
        seat(path)
        assert facts(path).draws[0].public_value == "called: 17"
        assert shown(path, "Public_Value") is None


class TestRedraw:
    def test_before_the_first_result(self, at: Copy) -> None:
        path = at("drawn2")
        before = facts(path)
        first, *_more = redraw(path, "the list was wrong", rng_seed="again")
        after = facts(path)
        assert ["Round 2" in first, "(draw 2)" in first, "5+5" in first] == [True, True, True]
        assert after.round(1) == before.round(1)
        assert after.round(2) != before.round(2)
        assert after.seed("2") == "again"
        assert rows(path)[-1] == ("redraw", "Round2", "given", "the list was wrong")
        assert redraw(path, "once more")[0].find("(draw 3)") > 0
        undo(path)
        assert facts(path) == after

    def test_who_has_left_meanwhile_is_not_seated(self, at: Copy) -> None:
        path = typed(at("entered"), {"Players_Name 10": "Zoë Tardi"})
        seat(path, rng_seed="x")
        typed(
            path,
            {"Events_Type": "withdrawal", "Events_Player": "P001", "Events_Moment": "between rounds", "Events_After_Round": 0},
        )
        typed(path, {"Events_Reason": "called home"})
        assert "gone_player_seated" in codes(path)
        assert redraw(path, "P001 has left", rng_seed="y")[0].endswith("10 players, tables 5+5.")
        assert "P001" not in {seat.player for seat in seats(facts(path))}
        assert "gone_player_seated" not in codes(path)

    def test_a_public_draw_without_who_is_absent(self, at: Copy) -> None:
        """Redraw asked for a commit, commit said to redraw: a room that had thrown dice could not leave out who was not there."""
        path = typed(at("entered"), {"Players_Name 10": "Zoë Tardi"})
        commit(path)
        seat(path, public_value="4 2 6")
        typed(path, {"Players_Present 3": "no"})
        commit(path)
        assert redraw(path, "P004 is not here", public_value="1 1 5")[0].endswith("10 players, tables 5+5.")
        assert "P004" not in {seat.player for seat in seats(facts(path))}
        assert not {"absent_but_seated", "seed_not_bound", "pool_not_closed"} & set(codes(path))

    def test_what_cannot_be_read_stops_it_as_it_stops_a_draw(self, at: Copy) -> None:
        """A withdrawal that nobody understood drew the one who had gone to a table, without a word."""
        path = typed(at("drawn2"), {"Events_Type": "gone home", "Events_Player": "P001", "Events_Moment": "between rounds"})
        with unchanged(path), pytest.raises(Refusal, match="gone home"):
            redraw(path, "P001 has left")
        with unchanged(path), pytest.raises(Refusal, match="gone home"):
            commit(path)

    def test_two_with_one_id_are_told(self, at: Copy) -> None:
        """Redraw said that the tournament was closed, and to write the report."""
        path = typed(at("drawn2"), {"Players_Id 1": "P001"})
        with unchanged(path), pytest.raises(Refusal, match="Several players have the id P001"):
            redraw(path, "late")

    def test_other_tables_of_2007_for_one_more(self, tmp_path: Path) -> None:
        """A late thirteenth needs other tables: drawn with them, no later draw was possible, whatever stood in the cell."""
        people = [f"{name} {family}" for name in ("Anna", "Bruno", "Carla", "Dino") for family in ("Fox", "Cat", "Owl")]
        path = listed(tmp_path / "torneo.xlsx", "italy-2007", people, 14, options=["composition=6,6"])
        seat(path, rng_seed="x")
        typed(path, {"Players_Name 12": "Zoë Tardi"})
        with pytest.raises(Refusal, match="7\\+6"):
            redraw(path, "one more")
        typed(path, {"Option_composition": "7+6"})
        assert redraw(path, "one more", rng_seed="y")[0].endswith("13 players, tables 7+6.")
        assert not {"option_changed", "composition_not_legal"} & set(codes(path))
        typed(path, {"Option_composition": "6,6"})
        assert "option_changed" in codes(path)

    def test_it_says_which_game_it_closes(self, at: Copy) -> None:
        """Only the next seat closes it, said reopen: another draw did, without a word, before the correction was typed."""
        path = at("drawn2")
        reopen(path, 1, 2, "bids were swapped")
        assert "Round1T2 (round 1, table 2) is closed again." in redraw(path, "P004 was late")
        assert "closed again" not in "".join(redraw(path, "and so was P005"))

    def test_a_swap_taken_back_is_no_draw(self, at: Copy) -> None:
        path = at("drawn1")
        swap(path, "P001", "P002", "mistake")
        undo(path)
        assert redraw(path, "late", rng_seed="y")[0].startswith("Round 1 is drawn again (draw 2):")
        undo(path)
        assert redraw(path, "late", rng_seed="z")[0].startswith("Round 1 is drawn again (draw 3):")

    def test_it_is_what_check_advises_for_who_came_late_and_who_did_not(self, at: Copy) -> None:
        """A late player, and one who was drawn and is not there: before the first result both are settled by it."""
        path = typed(at("drawn1"), {"Players_Name 10": "Zoë Tardi", "Players_Present": "no"})
        told = {one.finding.code: one.text for one in check(path)}
        assert all("There is no result yet" in told[code] for code in ("late_entry", "absent_but_seated"))
        assert all("«bangxl redraw»" in told[code] for code in ("late_entry", "absent_but_seated"))
        drawn, code, to_print = redraw(path, "who is there", rng_seed="y")
        assert drawn.endswith("10 players, tables 5+5.")
        assert code == f"Code of the round: {facts(path).draws[-1].code}"
        assert to_print == "Print the sheet Round1 (round 1) and the round's record sheets."
        assert "P001" not in {seat.player for seat in seats(facts(path))}
        assert not {"late_entry", "absent_but_seated"} & set(codes(path))

    def test_after_a_result_check_says_what_is_left(self, at: Copy) -> None:
        path = typed(at("played1"), {"Players_Name 10": "Zoë Tardi", "Players_Present": "no"})
        told = {one.finding.code: one.text for one in check(path)}
        assert told["late_entry"].endswith("This player can no longer get a seat: mark them absent.")
        assert told["absent_but_seated"].endswith("Add a withdrawal, or type «yes».")

    def test_after_a_result_it_refuses(self, at: Copy) -> None:
        path = played(at("drawn1"), "fast")
        with pytest.raises(Refusal, match=r"Round1T1 \(round 1, table 1\); Round1T2 \(round 1, table 2\)"):
            redraw(path, "late")

    def test_it_needs_a_reason_and_a_round(self, at: Copy) -> None:
        reason = raised(Refusal, redraw, at("drawn1"), " ")
        assert (reason.exit_code, raised(Refusal, redraw, at("entered"), "why not").exit_code) == (2, 1)


def seats(tournament: Tournament) -> list[Seat]:
    return [seat for game in tournament.round(tournament.rounds_seated) for seat in game.seats]


class TestSwap:
    def test_in_an_earlier_round_both_games_are_opened_first(self, at: Copy) -> None:
        """What follows in later rounds stays; the last round is the newest when nothing is said."""
        path = at("drawn3")
        first, second = facts(path).round(1)[:2]
        one, other = first.seats[2].player, second.seats[2].player
        for place in ((1, 1), (1, 2)):
            with pytest.raises(Refusal):
                swap(path, one, other, "found late", 1)
            reopen(path, *place, "wrong seats")
        before = facts(path)
        assert all("Round 1" in line for line in swap(path, one, other, "found late", 1))
        assert [game.seats[2].player for game in facts(path).round(1)[:2]] == [other, one]
        assert facts(path).round(3) == before.round(3)
        assert all("Round 3" in line for line in swap(path, one, other, "now these"))
        with pytest.raises(Refusal):
            swap(path, one, other, "not drawn", 4)

    def test_everything_moves_with_the_person(self, at: Copy) -> None:
        path = at("drawn1")
        one, other = (game.seats[2] for game in facts(path).round(1))
        typed(path, {"Round1T1!Character 2": "Jourdonnais", "Round1T1!Bid 2": 300, "Round1T2!Character 2": "Suzy Lafayette"})
        assert swap(path, one.player, other.player, "sat in each other's chairs")[0].startswith("Round 1, ")
        here, there = (game.seats[2] for game in facts(path).round(1))
        assert (here.player, here.character, here.bid) == (other.player, "Suzy Lafayette", None)
        assert (there.player, there.character, there.bid) == (one.player, "Jourdonnais", 300)
        assert facts(path).draws[0].by_hand
        assert "draw_changed" in codes(path)
        assert not {"seat_changed", "draw_not_reproduced"} & set(codes(path))
        assert rows(path)[-1] == ("swap", "Round1", "", "sat in each other's chairs")

    def test_who_sits_in_the_first_chair_is_sheriff(self, at: Copy) -> None:
        path = at("drawn1")
        first, second = facts(path).round(1)
        swap(path, first.seats[0].player, second.seats[1].player, "mistake")
        first, second = facts(path).round(1)
        assert (first.seats[0].role, second.seats[1].role) == (Role.SHERIFF, None)

    def test_names_do_as_well_as_ids(self, at: Copy) -> None:
        path = at("drawn1")
        swap(path, " anna ROSSI ", "P002", "mistake")
        swap(path, "Rossi", "bruno", "mistake")
        with pytest.raises(Refusal, match="«Nobody»"):
            swap(path, "Nobody", "P002", "mistake")
        with pytest.raises(Refusal, match="two different players"):
            swap(path, "P002", "p002", "mistake")
        with pytest.raises(Refusal, match="needs a reason"):
            swap(path, "P001", "P002", "")


class TestMixed:
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        return listed(tmp_path / "torneo.xlsx", "italy-2010", 16, options=["draw=mixed", "keep_apart=P001+P002"])

    @pytest.mark.soak
    def test_a_whole_elimination_phase(self, path: Path) -> None:
        for number in range(1, 5):
            seat(path, rng_seed=f"round {number}")
            played(path, f"round {number}")
        assert {draw.algorithm for draw in facts(path).draws} == {Algorithm.MIXED}
        assert not {"draw_not_reproduced", "not_apart", "sheriff_twice"} & set(codes(path))
        assert "; about 50 in a random draw." in check_with_lines(path)[1][-1]
        assert open_workspace(path).book.read("Meetings_1")[1] is None
        beside = [value for value in open_workspace(path).book.read("Meetings_1") if isinstance(value, int)]
        assert sum(beside) == 8, "two in each round"

    @pytest.mark.soak
    def test_a_table_of_ones_own(self, path: Path, tmp_path: Path) -> None:
        """Only table numbers change; the log knows who had one in which round, the commitment and the tool outside too."""
        free = tmp_path / "free.xlsx"
        free.write_bytes(path.read_bytes())
        typed(free, {"Option_keep_apart": "P001+P002,P003+P009"})  # as different tables do
        typed(path, {"Players_Table 2": 3, "Players_Table 8": 1})
        for number in range(1, 4):
            for book in (path, free):
                seat(book, rng_seed=f"round {number}")
                played(book, f"round {number}")
            now, usual = (
                {frozenset(one.player for one in game.seats) for game in facts(one).round(number)} for one in (path, free)
            )
            at = {one.player: game.table for game in facts(path).round(number) for one in game.seats}
            assert (now, at["P003"], at["P009"]) == (usual, 3, 1)
        state = open_workspace(path).state
        assert all(agrees for _what, agrees in verdicts(json.loads(dumps(tournament_json(state)))))
        typed(path, {"Players_Table 2": None, "Players_Table 8": 2})
        commit(path)
        typed(path, {"Players_Table 8": 3})
        with pytest.raises(Refusal, match="commit"):
            seat(path, public_value="4 2 6")
        commit(path)
        seat(path, public_value="4 2 6")
        assert next(game.table for game in facts(path).round(4) for one in game.seats if one.player == "P009") == 3
        assert not {"draw_not_reproduced", "seed_not_bound"} & set(codes(path))

    def test_tables_that_cannot_be_had(self, path: Path) -> None:
        """The same table for two who are drawn to different ones, and one that is not there: all concerned are named."""
        together = {one.player: game.table for game in drawn_free(path).round(1) for one in game.seats}
        away = next(player for player in together if together[player] != together["P003"])
        before = path.read_bytes()
        for cells in ({"P003": 1, away: 1}, {"P003": 4}):
            typed(path, {f"Players_Table {int(player[1:]) - 1}": table for player, table in cells.items()})
            with pytest.raises(Refusal, match="players' sheet") as refusal:
                seat(path, rng_seed="round 1")
            concerned = ", ".join(one.name for one in facts(path).players if one.id in cells)
            assert str(refusal.value).startswith(f"{concerned}: ")
            assert not facts(path).games
            path.write_bytes(before)


def drawn_free(path: Path) -> Tournament:
    """What the seed draws, on a copy."""
    copy = path.with_name("copy.xlsx")
    copy.write_bytes(path.read_bytes())
    seat(copy, rng_seed="round 1")
    return facts(copy)
