"""The options in force: the referee's choice or the regulation's default, and their consequences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from bangxl.tournament.model import Player
from bangxl.tournament.roster import fold_name, ids_by_text
from bangxl.tournament.rulebook import Auction, Rulebook, Scoring
from bangxl.tournament.seating import legal_compositions, read_composition
from bangxl.tournament.state import State

ON = "true"
"""The value of an option that is switched on."""

APART = "keep_apart"

UNFROZEN = frozenset({"games"})
"""Options that may still be changed after the first draw: how long an evening lasts is decided as it goes."""


LONGEST_NUMBER = 3
"""Digits of a number of games."""


def option_value(state: State, key: str) -> str:
    """The value in force of an option; "" where the regulation has no such option."""
    option = state.rulebook.options.get(key)
    return state.tournament.options.get(key, option.default) if option else ""


def is_possible(rulebook: Rulebook, key: str, value: str) -> bool:
    """Whether an option can have this value: one of its list, pairs of players, a legal composition, a number of games."""
    values = rulebook.options[key].values
    if values:
        return value in values
    if key == APART:
        return not value or read_apart(value) is not None
    if key == "composition":
        sizes = read_composition(value)
        return not value or (bool(sizes) and sizes in legal_compositions(rulebook, sum(sizes)))
    return not value or whole_number(value) > 0


def whole_number(text: str) -> int:
    """The number of games in a text; 0 if there is none, or too many."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else 0


def apart_text(text: str, players: Iterable[Player]) -> str:
    """The players to keep apart, by ids: ``P003+P007,P010+P011``; names and numbers are read too.

    Other texts stay unchanged.
    """
    ids = ids_by_text(players)

    def id_of(one: str) -> str:
        number = re.fullmatch(r"[Pp]?0*([0-9]{1,3})", one)
        return ids.get(fold_name(one)) or (ids.get(f"p{number[1]:0>3}") if number else None) or one

    return ",".join("+".join(id_of(one.strip()) for one in pair.split("+")) for pair in text.split(","))


def read_apart(text: str) -> frozenset[frozenset[str]] | None:
    """The pairs in the text of `apart_text`; None for any other text."""
    pairs = [pair.split("+") for pair in text.split(",")]
    fine = all(len(pair) == len({*pair} - {""}) == 2 for pair in pairs)
    return frozenset(map(frozenset, pairs)) if fine else None


def pairs_apart(state: State) -> frozenset[frozenset[str]]:
    """The pairs of players that should not share a table."""
    return read_apart(option_value(state, APART)) or frozenset()


def scoring_in(state: State) -> Scoring:
    """How games are paid; the first scoring where an unknown one is chosen."""
    first = next(iter(state.rulebook.scorings.values()))
    return state.rulebook.scorings.get(option_value(state, "scoring"), first)


def auction_in(state: State) -> Auction | None:
    """The auction in force; None without one."""
    auction = state.rulebook.auction
    if auction is not None and auction.optional and option_value(state, "auction") != ON:
        return None
    return auction


def variants_in(state: State) -> Mapping[str, bool]:
    """What is filled in about a seat only where a variant is played, and whether it is."""
    auction = auction_in(state)
    return {
        "bid": auction is not None,
        "reconfirmed": auction is not None and auction.reconfirm,
        "outlaws_killed": cash_reward_in(state) != 0,
        "cards_kept": card_price_in(state) != 0,
    }


def cash_reward_in(state: State) -> int:
    """Dollars for each Outlaw whom a player eliminates himself; 0 without the variant (Ricompense in contanti)."""
    return state.rulebook.cash_reward if option_value(state, "cash_rewards") == ON else 0


def card_price_in(state: State) -> int:
    """Dollars for each card kept from the game before; 0 without the variant (Esperienza)."""
    return state.rulebook.card_price if option_value(state, "experience") == ON else 0
