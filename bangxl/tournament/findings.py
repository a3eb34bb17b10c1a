"""What checks report: a code, where, and the sentence's values; of every code, how grave it is and its sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from bangxl.tournament.model import Game, Tournament


class Severity(StrEnum):
    """Error: impossible or contradictory. Warning: worth a look. Note: a fact that the report must mention."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Kind:
    """How grave, where it points in the words of the English workbook, and its sentence: what is wrong, and what to do."""

    severity: Severity
    place: str
    sentence: str


_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

KINDS: Final[Mapping[str, Kind]] = {
    # the workbook itself
    "name_missing": Kind(
        _E,
        "the sheet, if it is there",
        "The workbook lacks {name}: a sheet or a defined name was renamed or deleted. Give it its old name again, "
        "or go back to before the last command with {bangxl undo}.",
    ),
    "lines_moved": Kind(
        _E,
        "the first cell of the name",
        "{name} does not have the same lines as the columns beside it: cells were deleted, inserted or moved. "
        "Go back to before that with {bangxl undo}, or take a copy of the workbook.",
    ),
    "cell_named_twice": Kind(
        _E,
        "the cell",
        "This cell has two names, {name} and {other}: a cell was cut and pasted, or dragged, and took its name along. "
        "Take that back (Ctrl+Z, or {bangxl undo}), then copy it, or type it again.",
    ),
    "cell_merged": Kind(
        _E, "the cell", "This cell was merged with others, so nobody sees what is in it. Unmerge it, and type what is missing."
    ),
    "newer_version": Kind(_E, "Lists", "A newer bangxl made this workbook (layout {version}). Install the newest bangxl."),
    "unknown_word": Kind(_E, "the cell", "«{text}» is not possible here. Choose from the list: {known}."),
    "not_a_number": Kind(_E, "the cell", "«{text}» is not a whole number. Type digits only."),
    "formula_as_input": Kind(_E, "the cell", "A formula stands where something must be typed: {formula}. Type the value itself."),
    "formula_overwritten": Kind(
        _E,
        "the cell: record sheet, Standings",
        "A formula of the workbook was typed over here. Copy the cell above or below into it (the protection has no password).",
    ),
    "formulas_differ": Kind(
        _W,
        "the cell: record sheet, Standings",
        "The formula shows «{shown}», but it must be «{right}». Recalculate the workbook (Ctrl+Alt+F9; LibreOffice: "
        "Ctrl+Shift+F9) and save it. If it stays so, somebody has changed a formula, or bangxl has a defect: report it.",
    ),
    "code_differs": Kind(
        _W,
        "Lists",
        "The sheets show the code «{shown}», but the log says «{right}». Write {right} here: only that proves anything.",
    ),
    # entries and set-up
    "blank_name": Kind(_E, "Players, name", "Line {player} of the players has no name. Write it, or empty the line."),
    "name_of_another": Kind(
        _E,
        "Players, name",
        "{number} was drawn as {drawn}, and here stands {name}, who would get all that {drawn} has played. Write {drawn} back. "
        "If they are one person, write both: {name} ({drawn}).",
    ),
    "name_gone": Kind(_E, "Players, name", "{number} was drawn as {drawn}, and has no name now. Write {drawn} back."),
    "name_respelt": Kind(_N, "Players, name", "{number} was drawn as {drawn}, and is called {name} now."),
    "duplicate_name": Kind(
        _W,
        "Players, name",
        "More than one player is called {name}; this one has the number {player}. Add something to tell them apart.",
    ),
    "duplicate_id": Kind(
        _E,
        "Players, number",
        "More than one player has the number {player}. Empty all of these cells but one; the next command fills them.",
    ),
    "name_unseen": Kind(
        _W, "Players, name", "«{name}» holds signs that nobody sees ({signs}). Type it again, so that it is what everybody reads."
    ),
    "name_alike": Kind(
        _W,
        "Players, name",
        "{name} looks like {other}, but some letters are of another alphabet. "
        "Type it again, or add something to tell them apart.",
    ),
    "referto_blank": Kind(_N, "Tournament, the blank cell", "The referto will say nothing of {missing}. Write it here."),
    "long_name": Kind(
        _W, "Players, name", "This name has {length} characters; more than {most} don't fit on the sheets. Shorten it."
    ),
    "referee_plays": Kind(
        _E, "Players, name", "{name} is a referee of this tournament and cannot play in it. Correct the name, or mark him absent."
    ),
    "presence_missing": Kind(_W, "Players, present", "Is {name} present? Write yes or no; left blank counts as yes."),
    "absent_but_seated": Kind(
        _E,
        "Players, present",
        "{name} is marked absent, but was drawn. Before the first result: {bangxl redraw}. Later: write a withdrawal, or «yes».",
    ),
    "late_entry": Kind(
        _W,
        "Players, name",
        "{name} was not there for the first draw. Before the first result: {bangxl redraw} seats him. Later: mark him absent.",
    ),
    "unknown_option": Kind(_E, "Tournament, the option", "«{value}» is not possible here. Possible: {known}."),
    "apart_unreadable": Kind(
        _E,
        "Tournament, the option",
        "«{text}» does not say which two should be kept apart. Write both, by name or number, with + between them, "
        "and a comma before the next two: Anna Rossi+Bruno Verdi, P003+P007.",
    ),
    "option_changed": Kind(
        _E,
        "Tournament, the option",
        "This was «{before}» when the first round was drawn, and cannot be changed since. Write it back.",
    ),
    "composition_not_legal": Kind(
        _E, "Tournament, the option", "«{text}» is no way to seat {players} players. Possible: {legal}."
    ),
    "games_not_multiple": Kind(
        _W,
        "Tournament, the option",
        "The number of games ({games}) is no multiple of the number of players ({players}): not everybody would be Sheriff "
        "equally often. Change it.",
    ),
    "not_official": Kind(_W, "Tournament, name", "This result is not official: {reason}"),
    "date_unreadable": Kind(_W, "Tournament, date", "«{text}» is not a date. Type it like {day}."),
    # who sits where
    "unknown_player": Kind(
        _E,
        "record sheet or Events, player",
        "There is no player «{text}». Write a number like P001, or a name exactly as on the players' sheet.",
    ),
    "ambiguous_player": Kind(
        _E, "the cell with the name", "Several players are called {name}. Write the player's number (like P001) instead."
    ),
    "player_twice": Kind(
        _E, "record sheet, player", "{player} sits on two seats in round {round}. Put back who was drawn there."
    ),
    "player_missing": Kind(
        _E, "record sheet, his seat as drawn", "{player} has no seat in round {round}. Put back the seats as they were drawn."
    ),
    "gone_player_seated": Kind(
        _E,
        "record sheet, player",
        "{player} has left the tournament, but sits here. Correct the event, or {bangxl undo} and draw again.",
    ),
    "table_sizes": Kind(
        _E,
        "sheet of the round, first player",
        "Round {round}, {players} players: the tables are {sizes}, the regulation says {legal}.",
    ),
    "beyond_chart": Kind(
        _W,
        "sheet of the round, first player",
        "{players} players are more than the regulation's chart has; the tables ({sizes}) extend it (R10-2).",
    ),
    "seat_changed": Kind(
        _E,
        "record sheet, player",
        "{player} was not drawn for this seat (drawn for table/seat: {drawn}). Put back who was drawn: see the round's sheet.",
    ),
    "draw_not_reproduced": Kind(
        _W,
        "sheet of the round, seed",
        "The seed {seed} does not give this draw of round {round} again: players, events or seats were "
        "changed later. Check them.",
    ),
    "draw_by_hand": Kind(_N, "sheet of the round, seed", "Round {round} was drawn by hand: no seed is recorded."),
    "draw_changed": Kind(_N, "sheet of the round, seed", "In round {round} the referee has moved somebody after the draw."),
    "redrawn": Kind(_N, "Log, the line of the command", "{stage}: drawn once more, before the first result: {reason}"),
    "swapped": Kind(_N, "Log, the line of the command", "{stage}: {player} changed places: {reason}"),
    "draw_taken_back": Kind(_N, "Log, the line of the command", "A draw was taken back: {stage}, seed {seed}."),
    "draw_seed_given": Kind(_N, "sheet of the round, seed", "The seed of round {round} was given by hand: {seed}."),
    "seed_not_bound": Kind(
        _W,
        "sheet of the round, seed",
        "The seed of round {round} does not follow from the public value «{value}»: event or entry list were changed since, or "
        "it was made otherwise.",
    ),
    "seed_not_random": Kind(
        _W,
        "sheet of the round, seed",
        "The seed of round {round} is called random, but does not follow from the random value «{value}» beside it: "
        "somebody has written it, or a name or an option was changed since.",
    ),
    "pool_again": Kind(
        _N, "Log, the line of the command", "{stage} was closed again: its code is {code}, no more {before}. What was changed?"
    ),
    "pool_not_closed": Kind(
        _N,
        "where the public value stands",
        "{stage}: nothing says that all else was closed with a code before the value «{value}» was thrown. Nobody can prove it.",
    ),
    "sheriff_twice": Kind(_W, "record sheet, role", "{player} is Sheriff a second time."),
    "sheriff_avoidable": Kind(
        _W, "record sheet, role", "{player} need not be Sheriff again: others who are there were it less often."
    ),
    "not_apart": Kind(_N, "record sheet, player", "{player} and {other} should be kept apart, but sit at one table."),
    "wrong_sheriff": Kind(_E, "record sheet, role", "{player} is Sheriff, but it was {expected}'s turn. Correct the roles."),
    "passive_character": Kind(
        _N,
        "record sheet, player",
        "{player} has left. From this game on his character takes part passively, or a substitute plays for him (DE-9).",
    ),
    "round_skipped": Kind(_E, "sheet of the round, seed", "Round {round} has no tables, but later rounds have."),
    "game_skipped": Kind(
        _E, "record sheet that is missing, outcome", "Table {table} has no game {game}, but a later one. Put back who was seated."
    ),
    "too_many_games": Kind(
        _E,
        "record sheet, outcome",
        "Table {table} had played all its games before game {game}. {bangxl undo} it, or correct the events.",
    ),
    "table_stopped": Kind(
        _N,
        "last record sheet of the table, outcome",
        "Table {table} stopped before its last game for lack of players; games: {games}, players left: {count}.",
    ),
    # a record sheet
    "game_incomplete": Kind(
        _W, "record sheet, the first empty cell", "This record sheet is not complete; empty cells: {count}. Fill them in."
    ),
    "character_missing": Kind(
        _W, "record sheet, the first empty character", "The characters are not all written down; missing: {count}."
    ),
    "role_counts": Kind(
        _E, "record sheet, role", "{role}: {count} at this table, but {players} players have {legal}. Correct the roles."
    ),
    "sheriff_not_first": Kind(
        _E, "record sheet, role", "Seat 1 is the Sheriff's, and only seat 1. Correct the role of seat {seat}."
    ),
    "impossible_end": Kind(
        _E, "record sheet, outcome", "«{outcome}» cannot be: {reason} Correct the outcome, a role or who is alive."
    ),
    "final_duel_impossible": Kind(
        _E,
        "record sheet, at the end",
        "«Final duel» is only for a Renegade who lost to a Sheriff left alone. Otherwise write «eliminated».",
    ),
    "too_many_last": Kind(_E, "record sheet, at the end", "At most {last} are «among the last», the living too. Correct it."),
    "unknown_character": Kind(
        _E, "record sheet, character", "There is no character «{text}» in the base game. Choose one from the drop-down."
    ),
    "duplicate_character": Kind(_E, "record sheet, character", "{character} stands twice at this table. Correct one of the two."),
    "bid_step": Kind(_E, "record sheet, bid", "A bid of {bid} $ is not a multiple of {step} $. Correct it."),
    "bid_minimum": Kind(_E, "record sheet, bid", "A bid of {bid} $ is below the minimum of {minimum} $. Correct it."),
    "bid_above_bankroll": Kind(
        _E, "record sheet, bid", "{player} bid {bid} $, but owned {bankroll} $. Correct the bid, or an earlier round."
    ),
    "nobody_paid_last": Kind(
        _E,
        "record sheet, first bid",
        "Nobody paid {last} $, but the last player takes the character that is left for that. Correct the bids.",
    ),
    "reconfirmed_wrongly": Kind(
        _E,
        "record sheet, the mark, the character or the bid",
        "{player} cannot keep his character like this: {reason} Correct the mark, the character or the bid.",
    ),
    "auction_price": Kind(
        _E,
        "record sheet, bid",
        "The auction's protocol says {character} to {player} for {price} $; the record sheet says otherwise.",
    ),
    "auction_order": Kind(
        _E, "record sheet, player", "The auction of {character} was opened out of turn; it was {expected}'s turn."
    ),
    "auction_penniless": Kind(
        _E, "record sheet, player", "{player} has no money and passes: before he takes {character}, it is {expected}'s turn."
    ),
    "lives_do_not_fit": Kind(
        _E,
        "record sheet, lives",
        "Life points left: {lives}. That cannot be: whoever is eliminated has 0, whoever is alive 1 to {most}. Correct this, or "
        "who is alive.",
    ),
    "killed_sheriff_impossible": Kind(
        _E,
        "record sheet, the mark",
        "{player} cannot have eliminated his own Sheriff: only a living Deputy can, one a game, and then the Outlaws win. "
        "Correct the mark, or the end of the game.",
    ),
    "outlaws_killed_impossible": Kind(
        _E,
        "record sheet, the first number",
        "Outlaws eliminated by players: {count}, but only {fallen} fell. Correct the numbers.",
    ),
    "cards_kept_impossible": Kind(
        _E,
        "record sheet, the number",
        "{player} cannot have kept so many cards ({count}); the most is {most}: none in the first game or after an elimination, "
        "else as lives and dollars allow.",
    ),
    "mark_without_option": Kind(
        _W,
        "record sheet, the first of the column",
        "This counts for nothing: its variant is not played in this tournament. Empty the column.",
    ),
    "later_round_result": Kind(
        _E,
        "record sheet of the later round, outcome",
        "Round {round} has results, but round {open} is still open. Complete round {open} first.",
    ),
    "game_changed": Kind(
        _E,
        "record sheet, outcome",
        "Round {round}, table {table} was changed by hand after it was closed (log line {row}). "
        "Undo the change, or {bangxl reopen} it with a reason.",
    ),
    "correction": Kind(_N, "Log, the line of the command", "{game} was reopened to correct it: {reason}"),
    "ruling": Kind(
        _N,
        "record sheet, the first amount of the ruling",
        "The referee has decided the game of round {round}, table {table}, and what it pays: {reason}",
    ),
    "ruling_incomplete": Kind(
        _E,
        "record sheet, the first amount of the ruling that is missing",
        "The referee's ruling needs an amount for everybody at the table; missing: {count}. Give them with {bangxl rule}, or "
        "empty the amounts and the line of the event.",
    ),
    "ruling_without_reason": Kind(
        _E,
        "Events, reason, or record sheet, the first amount of the ruling",
        "The referee's ruling of round {round}, table {table} has no reason. Write an event «ruling» with round, table and "
        "reason, or empty the amounts.",
    ),
    "ruling_unknown_game": Kind(
        _E, "Events, table", "There is no game of round {round} at table {table} that could be decided. Correct round or table."
    ),
    # events
    "event_incomplete": Kind(
        _E, "Events, the missing cell", "This event is not complete: {missing} is missing. Fill it in, or empty the line."
    ),
    "event_unknown_game": Kind(
        _E,
        "Events, round, table or match",
        "{player} did not play there, or there is no such round or match. Correct round, table or match.",
    ),
    "event_other_duel": Kind(_W, "Events, match", "{match}: {player} does not play there. Correct player or match."),
    "event_after_leaving": Kind(_W, "Events, player", "{player} had already left. Correct or delete one of his events."),
    "event_without_reason": Kind(_W, "Events, reason", "The reason is missing: it is reported with {player}'s name. Write it."),
    "second_warning": Kind(_N, "Events, player", "{player}'s second warning: ejected automatically."),
    "closed_early": Kind(_W, "Lists", "The elimination phase was closed after {played} of {scheduled} rounds."),
    "tables_closed_early": Kind(
        _W, "Lists", "The elimination phase was closed after {played} of {scheduled} games of all tables."
    ),
    "closed_wrongly": Kind(
        _E,
        "Lists",
        "The elimination phase is said to end after round {played}, but {seated} rounds were played of {scheduled}. "
        "Correct the one or the other.",
    ),
    # finals
    "lots_by_hand": Kind(_N, "Players, lot", "Lots were drawn by hand."),
    "duel_pairing": Kind(
        _E,
        "Finals, first player",
        "{match}: by the standings it must be {expected}. Put back the players; if a correction changed the standings, "
        "{bangxl undo} the duels and seat them again.",
    ),
    "duel_winner_left": Kind(
        _E,
        "Finals, first score",
        "{match}: {player} won by this score, but left before or during the duel. Correct the score or the event.",
    ),
    "duel_score": Kind(_E, "Finals, first score", "{a}–{b} is no final score of such a duel. Possible: {legal}."),
    "duel_incomplete": Kind(_W, "Finals, the missing score", "{match}: one of the two scores is missing. Write it here."),
    "duel_both_left": Kind(
        _W,
        "Finals, first score",
        "{match}: both players have left, so nobody wins. The referee decides: write W beside one of them.",
    ),
    "stage_players": Kind(
        _E,
        "sheet of the stage, player",
        "{player} is not through to stage {stage}, or sits there twice. Put back who was drawn; if a correction changed "
        "who is through, {bangxl undo} the stage and draw it again.",
    ),
    "stage_player_missing": Kind(
        _E,
        "first sheet of the stage, first player",
        "{player} is through to stage {stage}, but has no seat there. Put back who was drawn; if a correction changed "
        "who is through, {bangxl undo} the stage and draw it again.",
    ),
    "stage_sizes": Kind(
        _W,
        "first sheet of the stage, first player",
        "Stage {stage}, {players} players: the tables are {sizes}, they should be {legal}.",
    ),
    "stage_not_reproduced": Kind(
        _W,
        "Finals, seed of the stage",
        "The seed {seed} does not give this draw of stage {stage} again: seats were changed later.",
    ),
    "stage_winner": Kind(
        _E, "sheet of the stage, winner", "{player} does not sit at this table. Choose the winner from the drop-down."
    ),
    "stage_incomplete": Kind(
        _W, "sheet of the stage, the first empty cell", "This record sheet is not complete; empty cells: {count}. Fill them in."
    ),
}


@dataclass(frozen=True, slots=True)
class At:
    """Where: a defined name of the workbook (``Bid``, ``Players_Name``) and the index in it, from 0.

    ``round`` and ``table`` lead to a record sheet, a ``round`` alone to its wall sheet, ``stage`` and ``table`` to a knock-out's.
    """

    name: str
    index: int = 0
    round: int | None = None
    table: int | None = None
    stage: int | None = None


def cell_of(game: Game, name: str, index: int = 0) -> At:
    """A cell of a record sheet."""
    return At(name, index, game.round, game.table)


def stage_cell(game: Game, name: str, index: int = 0) -> At:
    """A cell of a knock-out sheet."""
    return At(name, index, table=game.table, stage=game.round)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a check has found."""

    code: str
    at: At
    values: Mapping[str, object] = field(default_factory=dict)
    overruled: bool = False
    """The referee has decided this game: a note is left of it (G10)."""

    @property
    def severity(self) -> Severity:
        """As listed in KINDS."""
        return Severity.NOTE if self.overruled else KINDS[self.code].severity


OVERRULED: Final = frozenset(
    {
        "unknown_word", "not_a_number", "formula_as_input", "game_incomplete", "character_missing", "role_counts",
        "sheriff_not_first", "sheriff_twice", "wrong_sheriff", "impossible_end", "final_duel_impossible", "too_many_last",
        "unknown_character", "duplicate_character", "bid_step", "bid_minimum", "bid_above_bankroll", "nobody_paid_last",
        "reconfirmed_wrongly", "auction_price", "auction_order", "auction_penniless", "lives_do_not_fit",
        "killed_sheriff_impossible", "outlaws_killed_impossible", "cards_kept_impossible", "mark_without_option",
    }
)  # fmt: skip
"""What can be wrong with how a game was played or written down. Who sits there, and what was closed, no ruling settles."""


def overrule(tournament: Tournament, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings; what is wrong on a sheet that the referee has decided becomes a note."""
    ruled = {(game.round, game.table) for game in tournament.games if game.is_ruled}
    for finding in findings:
        here = (finding.at.round, finding.at.table) in ruled
        yield replace(finding, overruled=True) if here and finding.code in OVERRULED else finding
