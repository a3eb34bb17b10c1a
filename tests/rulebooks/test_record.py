"""daVinci's "Punteggio ufficiale da torneo" and its variants, typed a second time from the page."""

from typing import Final

import pytest

from bangxl.commands.demo import simulate_tournament
from bangxl.rulebooks.loader import load
from bangxl.tournament.model import Outcome, Role, Status
from bangxl.tournament.payouts import End, payout, payout_table
from bangxl.tournament.rulebook import Auction, Games, Official, ScoreRule, SheriffRule, Writer

RECORD: Final = load("record")
ALIVE, DEAD, DUEL = Status.ALIVE, Status.ELIMINATED, Status.FINAL_DUEL
LAW, OUTLAWS, RENEGADE = Outcome.LAW, Outcome.OUTLAWS, Outcome.RENEGADE
SHERIFF, DEPUTY, OUTLAW, RINNEGATO = Role.SHERIFF, Role.DEPUTY, Role.OUTLAW, Role.RENEGADE
N_OUTLAWS: Final = {4: 2, 5: 2, 6: 3, 7: 3}


def printed(code: str, case: tuple[Outcome, Role, Status], n: int, dead: int, living: int) -> int:
    """The three tables of the page, cell by cell. (*): only the living. ---- and everything else: nothing."""
    o = N_OUTLAWS[n]
    cells = {
        "official": {
            (LAW, SHERIFF, ALIVE): 3000,
            (LAW, DEPUTY, ALIVE): 1500 + 500,
            (LAW, DEPUTY, DEAD): 1500,
            (OUTLAWS, OUTLAW, ALIVE): 2500,
            (OUTLAWS, OUTLAW, DEAD): 2500,
            (OUTLAWS, RINNEGATO, ALIVE): 1000,
            (RENEGADE, RINNEGATO, ALIVE): 5000,
        },
        "simplified": {
            (LAW, SHERIFF, ALIVE): 1000 * n,
            (LAW, DEPUTY, ALIVE): 500 * n,
            (LAW, DEPUTY, DEAD): 500 * n,
            (OUTLAWS, OUTLAW, ALIVE): 1000 * n,
            (OUTLAWS, OUTLAW, DEAD): 1000 * n,
            (RENEGADE, RINNEGATO, ALIVE): 2000 * n,
        },
        "complete": {
            (LAW, SHERIFF, ALIVE): 1000 * o + 500 * dead,
            (LAW, DEPUTY, ALIVE): 500 * o + 500 * dead,
            (LAW, DEPUTY, DEAD): 500 * o,
            (OUTLAWS, DEPUTY, ALIVE): 500 * dead,
            (OUTLAWS, OUTLAW, ALIVE): 2000 * o // (living or 1),
            (OUTLAWS, RINNEGATO, ALIVE): 500 * dead,
            (RENEGADE, RINNEGATO, ALIVE): 2000 * n,
        },
    }
    return cells[code].get(case, 0)


@pytest.mark.parametrize("code", ["official", "simplified", "complete"])
def test_every_amount(code: str) -> None:
    """Every reachable case at 4, 5, 6 and 7 players; complete asks for the eliminated and the living Outlaws."""
    rows = {key: dollars for key, dollars in payout_table(RECORD).items() if key.startswith(f"{code}|")}
    assert {key.split("|")[1] for key in rows} == {"4", "5", "6", "7"}
    for key, dollars in rows.items():
        _, size, outcome, dead, living, role, status = key.split("|")
        assert dollars == printed(code, (Outcome(outcome), Role(role), Status(status)), int(size), int(dead), int(living)), key


def test_example_of_the_complete_scoring() -> None:
    """5 players, three eliminated: 1000·2 + 500·3 = 3500; 500·2 + 500·3 = 2500; Outlaws and Renegade nothing."""
    end = End(5, LAW, eliminated=3, living_outlaws=0)
    cases = [(SHERIFF, ALIVE), (DEPUTY, ALIVE), (OUTLAW, DEAD), (RINNEGATO, DEAD)]
    assert [payout(RECORD, RECORD.scorings["complete"], end, *case) for case in cases] == [3500, 2500, 0, 0]


def test_penalita_extra() -> None:
    """ "Se un Vice elimina uno Sceriffo, ha una penalità di $5.000": in the official scoring only, where the text has it."""
    assert {code: scoring.killed_sheriff for code, scoring in RECORD.scorings.items()} == {
        "official": -5000, "simplified": 0, "complete": 0,
    }  # fmt: skip
    assert RECORD.asks("killed_sheriff")


def test_games_and_sheriffs() -> None:
    """A multiple of the players, everybody Sheriff equally often, else it does not count for the Record."""
    assert (RECORD.games, RECORD.sheriff, RECORD.fixed_tables) == (Games.MULTIPLE, SheriffRule.LEFT, True)
    assert (RECORD.official, RECORD.smallest_table) == (Official(equal_sheriffs=True), 4)
    assert RECORD.chart == {4: ((4,),), 5: ((5,),), 6: ((6,),), 7: ((7,),)}
    assert (RECORD.minimum_players, RECORD.maximum_players) == (4, 7)


def test_roles() -> None:
    """ "5 giocatori (cioè con 2 Fuorilegge)"; the rest is the base game's (G1). Not 8 players."""
    counts = {size: tuple(roles.values()) for size, roles in RECORD.roles.items()}
    assert counts == {4: (1, 0, 2, 1), 5: (1, 1, 2, 1), 6: (1, 1, 3, 1), 7: (1, 2, 3, 1)}


def test_score() -> None:
    """Rewards by games, to the nearest dollar; equal: more games are greater (DV-2). The 1000 of Ingaggio stay in (DV-6)."""
    assert RECORD.score == ScoreRule(per_game=True, rounded=True)
    assert (RECORD.criteria, RECORD.lots_decide) == (("games",), False)


def test_ingaggio() -> None:
    """1000 to start; the Sheriff's right opens; at least 100, raises of 100 or more (150, 250, 350 are legal), never below zero;
    the last pays 100; reconfirm; "segnate la cifra pagata".
    """
    assert RECORD.auction == Auction(
        start=1000, minimum=100, step=1, least_raise=100, last=100, writer=Writer.PLAYERS,
        debt=False, reconfirm=True, to_right=True, optional=True,
    )  # fmt: skip


def test_variants() -> None:
    """Esperienza 500 a card, Ricompense in contanti 1000 an Outlaw, Legge Spietata printed; no High Noon, no finals."""
    assert (RECORD.card_price, RECORD.cash_reward, RECORD.record_sheet) == (500, 1000, frozenset({"ruthless_law"}))
    assert (RECORD.high_noon, RECORD.brackets, RECORD.knockout, RECORD.prizes, RECORD.duel_modes) == ({}, (), None, {}, {})
    assert {key: option.values for key, option in RECORD.options.items()} == {
        "draw": ("lot",),
        "scoring": ("official", "simplified", "complete"),
        "auction": ("false", "true"),
        "cash_rewards": ("false", "true"),
        "experience": ("false", "true"),
        "games": (),
    }
    assert (RECORD.options["auction"].default, RECORD.options["games"].default) == ("false", "")


def test_source() -> None:
    assert (RECORD.language, RECORD.source.published) == ("it", "")
    assert all(article.strip() for article in RECORD.articles.values())
    assert {"cash_rewards", "experience", "scoring.official.bonuses", "scoring.complete.payouts.law"} <= set(RECORD.articles)


def test_a_demonstration_plays_by_the_options_and_the_fee_that_are_chosen() -> None:
    """«multiple» of a house file could not be seen played."""
    tournament, _log = simulate_tournament(
        load("record"), 5, "options", "en", options={"games": "10", "cash_rewards": "true"}, fee=7
    )
    assert len(tournament.games) == 10
    assert (tournament.entry_fee, {player.paid for player in tournament.players}) == (7, {True})
    assert any(seat.outlaws_killed for game in tournament.games for seat in game.seats)
