"""Findings as people read them: what is wrong, and what to do. Where it stands is said beside them (sheet and cell)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from bangxl.locale.catalog import N_, catalog
from bangxl.tournament.findings import KINDS, Finding
from bangxl.tournament.model import EventType, Moment, Outcome, Player, Role, Status
from bangxl.tournament.official import objections
from bangxl.tournament.roster import entrants
from bangxl.tournament.state import State
from bangxl.workbook.words import WORDS, fold, option_word, word

REASONS: Final[Mapping[str, str]] = {
    "law_sheriff_dead": N_("the Sheriff is not alive."),
    "law_enemy_alive": N_("an Outlaw or the Renegade is still alive."),
    "outlaws_sheriff_alive": N_("the Sheriff is alive."),
    "outlaws_nobody": N_("no Outlaw is alive, nor both the Renegade and a Deputy."),
    "renegade_not_alone": N_("the Renegade is not the only one alive."),
    "renegade_dead": N_("the Renegade is not alive."),
    "kept_first_game": N_("he did not play the game before."),
    "kept_not_alive": N_("he was not alive at the end of the game before."),
    "kept_other_character": N_("he had another character in the game before."),
    "kept_other_price": N_("he got it for another price."),
    "too_few_players": N_("there are too few players."),
    "too_few_games": N_("fewer games than players were played."),
    "unequal_sheriffs": N_("not everybody was Sheriff equally often."),
    "group_changed": N_("the group changed."),
    "other_scoring": N_("the games were not paid by the official table."),
    "variant": N_("a variant that changes the dollars was played."),
}
"""Why an end of a game is impossible, a character cannot be kept, or a result does not count."""

MISSING: Final[Mapping[str, str]] = {
    "type": N_("the type"),
    "player": N_("the player"),
    "moment": N_("the moment"),
    "after_round": N_("after which round"),
    "round": N_("the round"),
    "table": N_("the table"),
    "match": N_("the match"),
}
"""What an event lacks."""

NUMBERED: Final = frozenset({"blank_name", "duplicate_id", "duplicate_name"})
"""Findings that are about a player's number; the others call him by his name."""


def display_names(players: Iterable[Player]) -> Mapping[str, str]:
    """What to call everybody, by id: the name, with the number behind where several share it."""
    named = [player for player in players if player.name]
    count = Counter(fold(player.name) for player in named)
    return {p.id: p.name if count[fold(p.name)] == 1 else f"{p.name} ({p.id})" for p in named}


def sentence(finding: Finding, language: str, names: Mapping[str, str]) -> str:
    """A finding in a language. ``names`` is what the players are called (`display_names`)."""
    known = {} if finding.code in NUMBERED else names
    values = {key: value_text(key, value, language, known) for key, value in finding.values.items()}
    return catalog(language)(KINDS[finding.code].sentence).format(**values)


def value_text(key: str, value: object, language: str, names: Mapping[str, str]) -> str:
    """A value of a finding as people read it: words translated, players by name."""
    match key, value:
        case _, Role() | Outcome() | Status() | EventType() | Moment():
            return word(value, language)
        case "known", type():
            return ", ".join(word(code, language) for code in WORDS[value])
        case "before" | "known", str():
            return ", ".join(option_word(part, language) for part in value.split(", "))
        case "player" | "expected", str():
            return " – ".join(names.get(part) or part for part in value.split(" – "))
        case "reason" | "missing", str() if value in REASONS or value in MISSING:
            return catalog(language)(REASONS.get(value) or MISSING[value])
    return str(value)


def official_note(state: State, language: str, *, brief: bool = False) -> str:
    """Valid or not, and why, in a language (Italy 2007, Campionato nazionale; Punteggio ufficiale).

    ``brief`` gives no reason why a result is valid.
    """
    _, asked = catalog(language), state.rulebook.official
    if why := [_(REASONS[code]) for code in objections(state)]:
        return _("no: {reason}").format(reason=" ".join(why))
    if brief:
        return _("valid")
    if asked.minimum_players:
        text = _("valid: {players} players took part, at least {minimum} are needed")
        return text.format(players=len(entrants(state.tournament)), minimum=asked.minimum_players)
    if asked.equal_sheriffs:
        return _("valid: as many games as the regulation asks, everybody Sheriff equally often")
    return _("valid: the regulation sets no condition")
