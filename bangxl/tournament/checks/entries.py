"""Checks of the entry list and the setup, and of names that changed after the draw."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from itertools import chain
from typing import Final

from bangxl.tournament.compositions import legal_compositions, sizes_text
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.identity import LONGEST_NAME, as_typed, canonical, in_any_order, invisible_signs, is_alike, is_total
from bangxl.tournament.journal import MOVED_WITH_NAMES, marks_logged, marks_of, names_logged, recorded_options, renamed
from bangxl.tournament.options import APART, CHANGEABLE, is_allowed, option_value, parse_apart
from bangxl.tournament.progress import starting_tables
from bangxl.tournament.roster import departures, entrants
from bangxl.tournament.state import State

DISPLACED: Final = frozenset({"name_of_another", "name_gone"})
"""Findings after which results are somebody else's."""
COMPOSITION = "composition"
_OPEN_KIND = "open"
"""The kind of a tournament for players of all regions."""
_SOME_DAY: Final = date(2026, 11, 21)
"""A day to show how one is written."""


def names_blank_or_equal(state: State) -> Iterator[Finding]:
    """Blank, equal and endless names, and sums pasted with a list."""
    count = Counter(as_typed(player.name) for player in state.tournament.players)
    drawn = names_logged(state.journal.entries)
    for index, player in enumerate(state.tournament.players):
        at = At("Players_Name", index)
        if not player.name.strip() and player.id not in drawn:  # whose it was, is said where names are compared with the draw
            yield Finding("blank_name", at, {"player": player.id})
        elif player.name.strip() and count[as_typed(player.name)] > 1:
            yield Finding("duplicate_name", at, {"name": player.name, "player": player.id})
        if len(player.name) > LONGEST_NAME:
            yield Finding("long_name", at, {"length": len(player.name), "most": LONGEST_NAME})
        if is_total(player.name) and player.present and not drawn:
            yield Finding("name_total", at, {"name": player.name})


def names_with_unseen_signs(state: State) -> Iterator[Finding]:
    """Invisible characters make two names of one, and another draw of the same list (docs/draw.md)."""
    for index, player in enumerate(state.tournament.players):
        if signs := invisible_signs(player.name):
            codes = ", ".join(dict.fromkeys(f"U+{ord(sign):04X}" for sign in signs))
            yield Finding("name_unseen", At("Players_Name", index), {"name": canonical(player.name), "signs": codes})


def names_alike(state: State) -> Iterator[Finding]:
    """Two names that are one, spelt in two ways, or with the surname first."""
    first: dict[str, str] = {}
    for index, player in enumerate(state.tournament.players):
        other = first.setdefault(in_any_order(player.name), player.name)
        if player.name.strip() and as_typed(other) != as_typed(player.name):
            yield Finding("name_alike", At("Players_Name", index), {"name": player.name, "other": other})


def ids_equal(state: State) -> Iterator[Finding]:
    """One id for two players."""
    count = Counter(player.id for player in state.tournament.players)
    for index, player in enumerate(state.tournament.players):
        if count[player.id] > 1:
            yield Finding("duplicate_id", At("Players_Id", index), {"player": player.id})


def referee_plays(state: State) -> Iterator[Finding]:
    """Italy 2010, 3: the referee cannot play in the tournament. Other regulations do not forbid it."""
    if state.rulebook.referee is None or state.rulebook.referee.plays:
        return
    officials = {in_any_order(name) for name in state.tournament.event.referees if name.strip()}
    for index, player in enumerate(state.tournament.players):
        if player.present and in_any_order(player.name) in officials:
            yield Finding("referee_plays", At("Players_Name", index), {"name": player.name})


def presence_against_seats(state: State) -> Iterator[Finding]:
    """Marked absent, but seated; present, but not drawn in round 1 (G8: no late entries)."""
    if not state.tournament.games or state.rulebook.league is not None:
        return
    playing = {*entrants(state), *(player for _table, _seat, player in state.journal.seatings.get(1, ()))}
    left_before = {player for player, left in departures(state).items() if left.last_round < 1}
    for index, player in enumerate(state.tournament.players):
        if player.id in playing and not player.present:
            yield Finding("absent_but_seated", At("Players_Present", index), {"name": player.name})
        if player.id not in playing | left_before and player.present and player.name.strip():
            yield Finding("late_entry", At("Players_Name", index), {"name": player.name})


def option_unknown_or_changed(state: State) -> Iterator[Finding]:
    """Options that the rulebook does not have, and options changed after the first draw."""
    for key, value in state.tournament.options.items():
        option = state.rulebook.options.get(key)
        if option is not None and key not in {COMPOSITION, APART} and not is_allowed(state.rulebook, key, value):
            players = max(1, len(entrants(state)))  # without a list, the first few numbers of games that an evening can have
            known = ", ".join(option.values or (*(str(players * times) for times in (1, 2, 3)), "…"))
            yield Finding("unknown_option", At(f"Option_{key}"), {"value": value, "known": known})
    for key, before in recorded_options(state.journal).items():
        option = state.rulebook.options.get(key)
        if option is not None and key not in CHANGEABLE and state.tournament.options.get(key, option.default) != before:
            yield Finding("option_changed", At(f"Option_{key}"), {"before": before or "–"})


def not_to_be_kept_apart(state: State) -> Iterator[Finding]:
    """An option that keeps no players apart, or names an unknown player; unknown before names are entered."""
    text, at, players = option_value(state, APART), At(f"Option_{APART}"), state.tournament.players
    pairs = parse_apart(text)
    if text and pairs is None:
        yield Finding("apart_unreadable", at, {"text": text})
    strangers = sorted({*chain(*(pairs or ()))} - {player.id for player in players})
    for one in strangers if players else ():
        shared = in_any_order(one) in {in_any_order(player.name) for player in players}
        yield Finding("ambiguous_player", at, {"name": one}) if shared else Finding("unknown_player", at, {"text": one})


def composition_not_legal(state: State) -> Iterator[Finding]:
    """Italy 2007, Allegato 1: the tables that the referee has chosen are legal, for those who play (R07-18)."""
    text, players = option_value(state, COMPOSITION), len(entrants(state))
    if not text or (is_allowed(state.rulebook, COMPOSITION, text) and (not players or starting_tables(state, players))):
        return
    legal = ", ".join(map(sizes_text, legal_compositions(state.rulebook, players))) or "–"
    yield Finding("composition_not_legal", At(f"Option_{COMPOSITION}"), {"text": text, "players": players, "legal": legal})


def games_not_multiple(state: State) -> Iterator[Finding]:
    """Record: everybody is Sheriff equally often only if the games are a multiple of the players."""
    text, players = option_value(state, "games"), len(entrants(state))
    if text and players and is_allowed(state.rulebook, "games", text) and int(text) % players:
        yield Finding("games_not_multiple", At("Option_games"), {"games": text, "players": players})


def date_unreadable(state: State) -> Iterator[Finding]:
    """An impossible date, or a date typed as text: how to write it for every spreadsheet."""
    text = state.tournament.event.date
    if text and _day(text) is None:
        parts = re.fullmatch(r"(\d{1,2})[./](\d{1,2})[./](\d{4})", text)
        meant = _day(f"{parts[3]}-{parts[2]:0>2}-{parts[1]:0>2}") if parts else None
        yield Finding("date_unreadable", At("Event_Date"), {"text": text, "day": (meant or _SOME_DAY).isoformat()})


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def referto_blank(state: State) -> Iterator[Finding]:
    """A blank entry that every report needs, once the elimination phase is over.

    A referee only where the regulation has one (Italy 2007, Modalità operative: "almeno 1 per torneo"); region and kind only in a
    championship, where an Open has no region (Italy 2007, Campionato nazionale).
    """
    if state.tournament.finals is None:
        return
    event, rulebook = state.tournament.event, state.rulebook
    needed = {"name": event.name, "date": event.date, "place": event.place}
    if rulebook.referee is not None:
        needed["referees"] = "".join(event.referees)
    if rulebook.championship is not None:
        needed |= {"kind": event.kind} | ({} if event.kind == _OPEN_KIND else {"region": event.region})
    for key, text in needed.items():
        if not text.strip():
            yield Finding("referto_blank", At(f"Event_{key.title()}"), {"missing": f"event_{key}"})


def names_since_the_draw(state: State) -> Iterator[Finding]:
    """A drawn player without a name, or with another's or a stranger's, is an error; a spelling corrected is a note."""
    drawn = {player: called[0] for player, called in names_logged(state.journal.entries).items()}
    everybody = {(fold, fold(name)) for name in drawn.values() for fold in (as_typed, in_any_order)}
    for index, player in enumerate(state.tournament.players):
        before, name = canonical(drawn.get(player.id, "")), canonical(player.name)
        if name == before or not before:
            continue
        values = {"number": player.id, "name": name, "drawn": before}
        of_another = any((fold, fold(name)) in everybody and fold(name) != fold(before) for fold in (as_typed, in_any_order))
        respelt = is_alike(before, name) and not of_another
        code = "name_respelt" if respelt else "name_of_another" if name else "name_gone"
        yield Finding(code, At("Players_Name", index), values)
    players, games = state.tournament.players, (*state.tournament.games, *state.tournament.stages)
    seated = {seat.player for game in games for seat in game.seats}
    lines = {in_any_order(one.name): index for index, one in enumerate(players) if one.id not in drawn}
    for number in sorted((drawn.keys() & seated) - {one.id for one in players}):  # their line is empty, or has another number
        line = lines.get(in_any_order(drawn[number]))
        at = At("Players_Name", len(players)) if line is None else At("Players_Id", line)
        yield Finding("name_gone", at, {"number": number, "name": "", "drawn": drawn[number]})


def lines_since_the_draw(state: State) -> Iterator[Finding]:
    """Regions, addresses or titles that stand on other lines than at the draw, while the names do not."""
    marks = marks_logged(state.journal.entries)
    if any(one.code in DISPLACED for one in names_since_the_draw(state)):
        return
    lines = [(index, marks[one.id], marks_of(one)) for index, one in enumerate(state.tournament.players) if one.id in marks]
    for at, column in enumerate(MOVED_WITH_NAMES.values()):
        moved = [(index, before[at], now[at]) for index, before, now in lines if before[at] != now[at]]
        if moved and Counter(before for _index, before, _now in moved) == Counter(now for _index, _before, now in moved):
            yield from (Finding("line_moved", At(f"Players_{column}", index)) for index, _before, _now in moved)


def names_corrected(state: State) -> Iterator[Finding]:
    """A name that the referee has corrected with a reason."""
    for row, entry in enumerate(state.journal.entries):
        if entry.command == "rename":
            number, before, name = renamed(entry)
            values = {"number": number, "drawn": before, "name": name, "reason": entry.reason}
            yield Finding("renamed", At("Log_Command", row), values)


CHECKS: Final[tuple[Callable[[State], Iterator[Finding]], ...]] = (
    names_blank_or_equal, names_with_unseen_signs, names_alike, ids_equal, referee_plays, presence_against_seats,
    option_unknown_or_changed, not_to_be_kept_apart, composition_not_legal, games_not_multiple, date_unreadable, referto_blank,
    names_since_the_draw, lines_since_the_draw, names_corrected,
)  # fmt: skip
