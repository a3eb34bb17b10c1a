"""The sentences for findings: what is wrong, and what to do. Where it stands is said beside them (sheet and cell)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from bangxl.locale.catalog import N_, catalog
from bangxl.tournament.findings import Finding
from bangxl.tournament.model import EventType, Moment, Outcome, Player, Role, Status
from bangxl.workbook.words import WORDS, folded, option_word, word

FINDINGS: Final[Mapping[str, str]] = {
    "name_missing": N_(
        "The workbook lacks {name}: a sheet or a defined name was renamed or deleted. Give it its old name again, "
        "or go back to before the last command with «bangxl undo»."
    ),
    "newer_version": N_("A newer bangxl made this workbook (layout {version}). Install the newest bangxl."),
    "unknown_word": N_("«{text}» is not possible here. Choose from the list: {known}."),
    "not_a_number": N_("«{text}» is not a whole number. Type digits only."),
    "formula_as_input": N_("A formula stands where something must be typed: {formula}. Type the value itself."),
    "formula_overwritten": N_(
        "A formula of the workbook was typed over here. Copy the cell above or below into it (the protection has no password)."
    ),
    "formulas_differ": N_(
        "The formula shows «{shown}», but it must be «{right}». Recalculate the workbook (Ctrl+Alt+F9; LibreOffice: "
        "Ctrl+Shift+F9) and save it. If it stays so, somebody has changed a formula, or bangxl has a defect: report it."
    ),
    "blank_name": N_("Line {player} of the players has no name. Write it, or empty the line."),
    "duplicate_name": N_(
        "More than one player is called {name}; this one has the number {player}. Add something to tell them apart."
    ),
    "duplicate_id": N_(
        "More than one player has the number {player}. Empty all of these cells but one; the next command fills them."
    ),
    "long_name": N_("This name has {length} characters; more than {most} don't fit on the sheets. Shorten it."),
    "referee_plays": N_("{name} is a referee of this tournament and cannot play in it. Correct the name, or mark him absent."),
    "presence_missing": N_("Is {name} present? Write yes or no; left blank counts as yes."),
    "absent_but_seated": N_("{name} is marked absent, but was drawn. Write a withdrawal among the events, or mark him present."),
    "late_entry": N_(
        "{name} came after the first draw and takes no part. Before the first result: «bangxl undo», type the name again, draw."
    ),
    "unknown_option": N_("«{value}» is not possible here. Possible: {known}."),
    "option_changed": N_("This was «{before}» when the first round was drawn, and cannot be changed since. Write it back."),
    "composition_not_legal": N_("«{text}» is no way to seat {players} players. Possible: {legal}."),
    "games_not_multiple": N_(
        "{games} games are no multiple of {players} players: not everybody would be Sheriff equally often. Change the number."
    ),
    "not_official": N_("This result is not official: {reason}"),
    "date_unreadable": N_("«{text}» is not a date. Type it like 2026-11-21."),
    "unknown_player": N_("There is no player «{text}». Write a number like P001, or a name exactly as on the players' sheet."),
    "ambiguous_player": N_("Several players are called {name}. Write the player's number (like P001) instead."),
    "player_twice": N_("{player} sits on two seats in round {round}. Put back who was drawn there."),
    "player_missing": N_("{player} has no seat in round {round}. Put back the seats as they were drawn."),
    "gone_player_seated": N_(
        "{player} has left the tournament, but sits here. Correct the event, or «bangxl undo» and draw again."
    ),
    "table_sizes": N_("Round {round}, {players} players: the tables are {sizes}, the regulation says {legal}."),
    "beyond_chart": N_("{players} players are more than the regulation's chart has; the tables ({sizes}) extend it (R10-2)."),
    "seat_changed": N_(
        "{player} was not drawn for this seat (drawn for table/seat: {drawn}). Put back who was drawn: see the round's sheet."
    ),
    "draw_not_reproduced": N_(
        "The seed {seed} does not give this draw of round {round} again: players, events or seats were changed later. Check them."
    ),
    "draw_by_hand": N_("Round {round} was drawn by hand: no seed is recorded."),
    "draw_changed": N_("In round {round} the referee has moved somebody after the draw."),
    "redrawn": N_("{stage} was drawn once more, before its first result: {reason}"),
    "swapped": N_("{stage}: {player} changed places: {reason}"),
    "draw_taken_back": N_("A draw was taken back: {stage}, seed {seed}."),
    "draw_seed_given": N_("The seed of round {round} was given by hand: {seed}."),
    "seed_not_bound": N_(
        "The seed of round {round} does not follow from the public value «{value}»: event or entry list were changed since, or "
        "it was made otherwise."
    ),
    "sheriff_twice": N_("{player} is Sheriff a second time."),
    "sheriff_avoidable": N_("{player} need not be Sheriff again: others who are there were it less often."),
    "not_apart": N_("{player} and {other} should be kept apart, but sit at one table."),
    "wrong_sheriff": N_("{player} is Sheriff, but it was {expected}'s turn. Correct the roles."),
    "passive_character": N_(
        "{player} has left. From this game on his character takes part passively, or a substitute plays for him (DE-9)."
    ),
    "round_skipped": N_("Round {round} has no tables, but later rounds have."),
    "game_skipped": N_("Table {table} has no game {game}, but a later one. Put back who was seated."),
    "too_many_games": N_("Table {table} had played all its games before game {game}. «bangxl undo» it, or correct the events."),
    "table_stopped": N_("Table {table} stopped before its last game for lack of players; games: {games}, players left: {count}."),
    "game_incomplete": N_("This record sheet is not complete; empty cells: {count}. Fill them in."),
    "character_missing": N_("The characters are not all written down; missing: {count}."),
    "role_counts": N_("{role}: {count} at this table, but {players} players have {legal}. Correct the roles."),
    "sheriff_not_first": N_("Seat 1 is the Sheriff's, and only seat 1. Correct the role of seat {seat}."),
    "impossible_end": N_("«{outcome}» cannot be: {reason} Correct the outcome, a role or who is alive."),
    "final_duel_impossible": N_(
        "«Final duel» is only for a Renegade who lost to a Sheriff left alone. Otherwise write «eliminated»."
    ),
    "unknown_character": N_("There is no character «{text}» in the base game. Choose one from the drop-down."),
    "duplicate_character": N_("{character} stands twice at this table. Correct one of the two."),
    "bid_step": N_("A bid of {bid} $ is not a multiple of {step} $. Correct it."),
    "bid_minimum": N_("A bid of {bid} $ is below the minimum of {minimum} $. Correct it."),
    "bid_above_bankroll": N_("{player} bid {bid} $, but owned {bankroll} $. Correct the bid, or an earlier round."),
    "nobody_paid_last": N_(
        "Nobody paid {last} $, but the last player takes the character that is left for that. Correct the bids."
    ),
    "reconfirmed_wrongly": N_(
        "{player} cannot keep his character like this: {reason} Correct the mark, the character or the bid."
    ),
    "auction_price": N_("The auction's protocol says {character} to {player} for {price} $; the record sheet says otherwise."),
    "auction_order": N_("The auction of {character} was opened out of turn; it was {expected}'s turn."),
    "lives_do_not_fit": N_(
        "{lives} life points cannot be left: who is eliminated has 0, who is alive 1 to {most}. Correct this, or who is alive."
    ),
    "killed_sheriff_impossible": N_(
        "{player} cannot have eliminated his own Sheriff: only a living Deputy can, one a game, and then the Outlaws win. "
        "Correct the mark, or the end of the game."
    ),
    "outlaws_killed_impossible": N_("Outlaws eliminated by players: {count}, but only {fallen} fell. Correct the numbers."),
    "cards_kept_impossible": N_(
        "{player} cannot have kept {count} cards; the most is {most}: none in the first game, then as lives and dollars allow."
    ),
    "mark_without_option": N_("This counts for nothing: its variant is not played in this tournament. Empty the column."),
    "later_round_result": N_("Round {round} has results, but round {open} is still open. Complete round {open} first."),
    "game_changed": N_(
        "Round {round}, table {table} was changed by hand after it was closed (log line {row}). "
        "Undo the change, or «bangxl reopen» it with a reason."
    ),
    "correction": N_("{game} was reopened to correct it: {reason}"),
    "event_incomplete": N_("This event is not complete: {missing} is missing. Fill it in, or empty the line."),
    "event_unknown_game": N_("{player} did not play there, or there is no such round or match. Correct round, table or match."),
    "event_after_leaving": N_("{player} had already left. Correct or delete one of his events."),
    "event_without_reason": N_("The reason is missing: it is reported with {player}'s name. Write it."),
    "second_warning": N_("{player}'s second warning: ejected automatically."),
    "closed_early": N_("The elimination phase was closed after {played} of {scheduled} rounds."),
    "tables_closed_early": N_("The elimination phase was closed after {played} of {scheduled} games of all tables."),
    "closed_wrongly": N_(
        "The elimination phase is said to end after round {played}, but {seated} rounds were played of {scheduled}. "
        "Correct the one or the other."
    ),
    "lots_by_hand": N_("Lots were drawn by hand."),
    "duel_pairing": N_(
        "{match}: by the standings it must be {expected}. Put back the players; if a correction changed the standings, "
        "«bangxl undo» the duels and seat them again."
    ),
    "duel_winner_left": N_(
        "{match}: {player} won by this score, but left before or during the duel. Correct the score or the event."
    ),
    "duel_score": N_("{a}–{b} is no final score of such a duel. Possible: {legal}."),
    "duel_incomplete": N_("{match}: one of the two scores is missing. Write it here."),
    "duel_both_left": N_("{match}: both players have left, so nobody wins. The referee decides: write W beside one of them."),
    "stage_players": N_(
        "{player} is not through to stage {stage}, or sits there twice. Put back who was drawn; if a correction changed "
        "who is through, «bangxl undo» the stage and draw it again."
    ),
    "stage_player_missing": N_(
        "{player} is through to stage {stage}, but has no seat there. Put back who was drawn; if a correction changed "
        "who is through, «bangxl undo» the stage and draw it again."
    ),
    "stage_sizes": N_("Stage {stage}, {players} players: the tables are {sizes}, they should be {legal}."),
    "stage_not_reproduced": N_("The seed {seed} does not give this draw of stage {stage} again: seats were changed later."),
    "stage_winner": N_("{player} does not sit at this table. Choose the winner from the drop-down."),
    "stage_incomplete": N_("This record sheet is not complete; empty cells: {count}. Fill them in."),
}

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


def called(players: Iterable[Player]) -> Mapping[str, str]:
    """What to call everybody, by id: the name, with the number behind where several share it."""
    named = [player for player in players if player.name]
    count = Counter(folded(player.name) for player in named)
    return {p.id: p.name if count[folded(p.name)] == 1 else f"{p.name} ({p.id})" for p in named}


def sentence(finding: Finding, language: str, names: Mapping[str, str]) -> str:
    """A finding in a language. ``names`` is what the players are `called`."""
    known = {} if finding.code in NUMBERED else names
    values = {key: shown(key, value, language, known) for key, value in finding.values.items()}
    return catalog(language)(FINDINGS[finding.code]).format(**values)


def shown(key: str, value: object, language: str, names: Mapping[str, str]) -> str:
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
