"""The options in force: the referee's choice or the regulation's default, and their consequences."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Final

from bangxl import limits
from bangxl.tournament.compositions import legal_compositions, read_composition
from bangxl.tournament.identity import LONGEST_NAME, as_typed, fold_name, ids_by_text
from bangxl.tournament.journal import entries_in_force, read_pairs
from bangxl.tournament.model import Player, Tournament, round_named
from bangxl.tournament.rulebook import Auction, Rulebook, Scoring
from bangxl.tournament.state import State, derived

ON = "true"
"""The value of an option that is switched on."""

APART = "keep_apart"

OWN_TABLES = "own_tables"
"""What the log and the commitment call the tables on the players' sheet."""

EVENING = "evening"
"""In a league, the evening of the next draw, where the one before ends without all its games."""

UNFROZEN = frozenset({"games", EVENING})
"""Options that may still be changed after the first draw: how long an evening lasts is decided as it goes."""

CHANGEABLE: Final = UNFROZEN | {APART}
"""Options that may change after the first draw: each draw's row in the log says whom it kept apart."""

_WORD: Final = re.compile(r"[^\W_]+")
_NUMBER: Final = re.compile(r"[Pp]?0*([0-9]{1,3})")
_WITHIN_NAME: Final = re.compile(r"\s*[.'’-]?\s?|\s")
"""What may stand between two words of one name that nobody knows."""

_STRIPPED: Final = ' \t\n()[]{}<>«»“”„"#;.'
"""What may stand around all of it."""

_LONGEST_NUMBER = 3
"""Digits of a number of games."""


def option_value(state: State, key: str) -> str:
    """The value in force of an option; "" where the regulation has no such option."""
    option = state.rulebook.options.get(key)
    return state.tournament.options.get(key, option.default) if option else ""


def is_allowed(rulebook: Rulebook, key: str, value: str) -> bool:
    """Whether an option can have this value: one of its list, pairs of players, a legal composition, a number of games."""
    values = rulebook.options[key].values
    if values:
        return value in values
    if key == APART:
        return not value or parse_apart(value) is not None
    if key == "composition":
        sizes = read_composition(value)
        return not value or (bool(sizes) and sizes in legal_compositions(rulebook, sum(sizes)))
    return not value or games_in_text(value) > 0


def games_in_text(text: str) -> int:
    """The number of games in a text; 0 if there is none, or too many."""
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_NUMBER else 0


def apart_text(text: str, players: Iterable[Player]) -> str:
    """The players to keep apart, by ids: ``P003+P007,P010+P011+P012``; names and numbers are read too.

    Whatever stands between the first two, and is no letter, joins those who are apart; anything else begins others. A text that
    names nobody twice or alone is possible, others stay unchanged. Names that no player has stay as they are.
    """
    if len(text) > limits.TYPED_TEXT:
        return text
    text = unicodedata.normalize("NFKC", text).strip(_STRIPPED)
    people = _people_in(text, players)
    if not people or text[: people[0][1]].strip() or text[people[-1][2] :].strip():
        return text
    groups = [[people[0][0]]]
    between = [text[left[2] : right[1]] for left, right in pairwise(people)]
    signs = [one.strip() or ("\n" if "\n" in one else " ") for one in between]  # one of several blanks
    for sign, (one, _start, _end) in zip(signs, people[1:], strict=True):
        if sign == signs[0]:
            groups[-1].append(one)
        else:
            groups.append([one])
    written = ",".join("+".join(group) for group in groups)
    return text if parse_apart(written) is None and parse_apart(text) is None else written


def _people_in(text: str, players: Iterable[Player]) -> list[tuple[str, int, int]]:
    """The people in a text: each one's id, or the name that nobody has; where it begins, and where it ends."""
    ids = {_without_outer_signs(unicodedata.normalize("NFKC", name)): player for name, player in ids_by_text(players).items()}
    longest = max((len(_WORD.findall(name)) for name in ids if len(name) <= LONGEST_NAME), default=1)
    words = [match.span() for match in _WORD.finditer(text)]

    def known(at: int) -> tuple[str, int] | None:
        """Who is named from a word on, by as many words as possible; and how many."""
        for count in range(min(longest, len(words) - at), 0, -1):
            start, end = words[at][0], words[at + count - 1][1]
            spelt = text[start:end]
            if player := ids.get(_without_outer_signs(as_typed(spelt))) or ids.get(fold_name(spelt)):
                return player, count
        number = _NUMBER.fullmatch(text[slice(*words[at])])
        return (ids.get(f"p{number[1]:0>3}") or text[slice(*words[at])], 1) if number else None

    people, at = [], 0
    while at < len(words):
        one, count = known(at) or ("", 1)
        while not one and at + count < len(words) and known(at + count) is None:
            if not _WITHIN_NAME.fullmatch(text[words[at + count - 1][1] : words[at + count][0]]):
                break
            count += 1
        start, end = words[at][0], words[at + count - 1][1]
        end += text.startswith(".", end)
        people.append((one or text[start:end], start, end))
        at += count
    return people


def _without_outer_signs(name: str) -> str:
    """A name without signs before its first word and after its last."""
    words = [match.span() for match in _WORD.finditer(name)]
    return name[words[0][0] : words[-1][1]] if words else ""


def parse_apart(text: str) -> frozenset[frozenset[str]] | None:
    """The pairs in the text of `apart_text`; None for any other text."""
    groups = [group.split("+") for group in text.split(",")]
    if len(text) > limits.TYPED_TEXT or not all(2 <= len(group) == len({*group} - {""}) <= limits.PLAYERS for group in groups):
        return None
    return frozenset(frozenset(pair) for group in groups for pair in combinations(group, 2))


def pairs_apart(state: State) -> frozenset[frozenset[str]]:
    """The pairs of players that should not share a table: those of the option, and who have different tables of their own."""
    placed = [player for player in state.tournament.players if player.table]
    own = {frozenset({one.id, other.id}) for one, other in combinations(placed, 2) if one.table != other.table}
    return (parse_apart(option_value(state, APART)) or frozenset()) | own


def as_drawn(state: State, number: int) -> State:
    """The state with those kept apart, and at tables of their own, who were when a round was drawn.

    As they are now, where it is not drawn yet.
    """
    now = (option_value(state, APART), own_tables(state.tournament))
    logged = drawn_with(state)
    then = logged.get(number, logged.get(0, now)) if 0 < number <= state.tournament.rounds_seated else now
    if then == now:
        return state
    apart, places = then[0], read_own_tables(then[1])
    players = tuple(replace(player, table=places.get(player.id, 0)) for player in state.tournament.players)
    options = {**state.tournament.options, APART: apart}
    return state.with_tournament(replace(state.tournament, options=options, players=players))


@derived
def drawn_with(state: State) -> Mapping[int, tuple[str, str]]:
    """Whom each round's draw kept apart, and who had a table of their own, by the log; 0: those of other rounds imported."""
    rows = ((entry.stage, read_pairs(entry.result)) for entry in entries_in_force(state.journal.entries))
    return {
        round_named(stage): (values.get(APART, ""), values.get(OWN_TABLES, ""))
        for stage, values in rows
        if "tables" in values and (round_named(stage) or not stage)
    }


def own_tables(tournament: Tournament) -> str:
    """Who has a table of their own, as log and commitment say it: ``P003:4,P010:1``."""
    by_id = sorted(tournament.players, key=lambda player: player.id)
    return ",".join(f"{player.id}:{player.table}" for player in by_id if player.table)


def read_own_tables(text: str) -> Mapping[str, int]:
    """The tables in the text of `own_tables`, by player."""
    pairs = (one.rpartition(":") for one in text.split(","))
    return {player: table for player, _colon, digits in pairs if (table := limits.whole_number(digits, limits.ORDINAL))}


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
    """Dollars for each Outlaw whom a player eliminates; 0 without the variant (Ricompense in contanti)."""
    return state.rulebook.cash_reward if option_value(state, "cash_rewards") == ON else 0


def card_price_in(state: State) -> int:
    """Dollars for each card kept from the game before; 0 without the variant (Esperienza)."""
    return state.rulebook.card_price if option_value(state, "experience") == ON else 0
