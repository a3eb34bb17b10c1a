"""The findings of the checks: code, place and values; and for each code its severity and sentence."""

import re
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
    """The severity of a finding, its place in the English workbook, and its sentence: what is wrong, and what to do.

    Tags: ``ruled``: about a game, and settled by a ruling, which does not settle wrong players or changes of closed games ·
    ``follows``: from an earlier game where that was corrected later, although both are right now · ``seats``: somebody has
    written over the seats, which are always locked · ``locked``: the cell is always locked too, or in a state that only an
    unprotected sheet allows · ``calm``: asks for nothing more · ``numbered``: about a player's number; others call them by name.
    """

    severity: Severity
    place: str
    sentence: str
    tags: frozenset[str]


_TABLE: Final = """
# the workbook itself
name_missing error: the sheet, if it is there
  {name} is missing in the workbook: a sheet or a defined name was renamed or deleted. Restore the old name, go back with
  {bangxl undo}, or run {bangxl check --repair}.
lines_moved error: the first cell of the name
  The cells of {name} no longer line up with the columns beside them: cells were deleted, inserted or moved. Go back with
  {bangxl undo}, or use a copy of the workbook.
cell_named_twice error: the cell
  This cell has two names, {name} and {other}: a cell was cut and pasted, or dragged, and took its name along. Undo that (Ctrl+Z
  or {bangxl undo}), then copy the cell or type it again.
rows_moved error: the sheet
  Cells are not where bangxl has put them, or have lost their names, first at {near}: something was inserted, deleted or moved
  here. Take that back, or run {bangxl check --repair}.
sheet_copied warning calm: the copy
  {copy} is a copy. Nothing typed there counts. Remove it with {bangxl check --repair}.
sheet_replaced error: the sheet
  Nothing that bangxl has made is on this sheet any more: it was emptied, or another program has replaced it. Go back with
  {bangxl undo}; or {bangxl check --rebuild NEW.xlsx} makes a new workbook from what can be proved.
cell_merged error locked: the cell
  This cell is merged with others, so its content is hidden. Unmerge the cells, and type what is missing.
newer_version error: Lists
  A newer bangxl made this workbook (format {version}). Install the newest bangxl.
unknown_word error ruled: the cell
  «{text}» is not possible here. Choose from the list: {known}.
not_a_number error ruled: the cell
  «{text}» is not a whole number. Type only digits.
number_as_text warning ruled: the cell
  «{text}» is a text here, which formulas do not count. Type the digits again; the next command writes the number, too.
formula_as_input error ruled: the cell
  There is a formula where you should type a value: {formula}. Type the value itself.
formula_overwritten error: the cell
  A formula was overwritten here. {bangxl check --repair} writes it back.
formulas_differ warning: the cell: record sheet, Standings
  The formula shows «{shown}», but should show «{right}». Recalculate the workbook (Ctrl+Alt+F9; LibreOffice: Ctrl+Shift+F9) and
  save it. If nothing changes, {bangxl check --repair} writes the formula back.
code_differs warning locked: Lists
  The sheets show the code «{shown}», but the log says «{right}». Type {right} here: only this code is proof.
too_long error ruled: the cell
  This text has {length} characters, and counts as blank. Shorten it to at most {most}.
# entries and set-up
blank_name error numbered: Players, name
  Line {player} of the players' sheet has no name. Type it, or clear the line.
name_of_another error: Players, name
  {number} was drawn as {drawn}, but is now {name}, who would get all results of {drawn}. Put the drawn names back with {bangxl
  names}. If {number} is {name}: {bangxl rename}.
name_gone error: Players, name
  {number} was drawn as {drawn}, but has no name now. Put it back: {bangxl names}.
line_moved warning: Players, region, e-mail, title, present
  This was on another player's line when the first round was drawn. Put it back with {bangxl names}.
renamed note: Log, the line of the command
  {number}: the referee corrected {drawn} to {name}: {reason}
name_respelt note: Players, name
  {number} was drawn as {drawn}, and is now called {name}.
duplicate_name warning numbered: Players, name
  Several players are called {name}; this one has the id {player}. Add something to tell them apart; after the first results
  with {bangxl rename}.
duplicate_id error locked numbered: Players, number
  Several players have the id {player}. Clear all of these cells but one; the next command fills them.
name_unseen warning: Players, name
  «{name}» contains invisible characters ({signs}). Type it again; after the first results with {bangxl rename}.
name_total warning: Players, name
  «{name}» looks like a sum, not like a player. Clear the cell, or mark it absent.
name_alike warning: Players, name
  {name} is the same name as {other}, spelt in another way. If they are two people, add something to tell them apart (after the
  first results with {bangxl rename}); if not, mark one absent.
referto_blank note: Tournament, the blank cell
  The report will not contain {missing}. Type it here.
long_name warning: Players, name
  This name has {length} characters; more than {most} do not fit on the sheets. Shorten it; after the first results with {bangxl
  rename}.
referee_plays error: Players, name
  {name} is a referee of this tournament and cannot play in it. Correct the name (after the first results with {bangxl rename}),
  or mark the player absent.
logo_unreadable warning: the cell
  What the workbook holds as the organiser's logo is no picture, so none is shown. You can go on without it.
fee_unclear warning: the cell
  «{text}» is not a whole amount. Type only digits: 10.
presence_missing warning: Players, present
  Is {name} present? Type yes or no; blank counts as yes.
absent_but_seated error: Players, present
  {name} is marked absent, but was drawn.
late_entry warning: Players, name
  {name} was not there for the first draw.
unknown_option error: Tournament, the option
  «{value}» is not possible here. Choose from: {known}.
apart_unreadable error: Tournament, the option
  «{text}» does not say which two players to keep apart. Type both names or ids with + between them, and a comma before the next
  pair: Anna Rossi+Bruno Verdi, P003+P007.
option_changed error: Tournament, the option
  This was «{before}» when the first round was drawn, and cannot change now. Type the old value.
composition_not_legal error: Tournament, the option
  «{text}» is not a way to seat {players} players. Choose from: {legal}.
games_not_multiple warning: Tournament, the option
  The number of games ({games}) is not a multiple of the number of players ({players}), so not everybody would be Sheriff
  equally often. You can change it until the first draw.
not_official warning: Tournament, name
  This result is not official: {reason}
date_unreadable warning: Tournament, date
  «{text}» is not a date. Type it like {day}.
# who sits where
unknown_player error seats: record sheet or Events, player
  There is no player «{text}». Type an id like P001, or a name exactly as on the players' sheet.
ambiguous_player error: the cell with the name
  Several players are called {name}. Type the player's id (like P001) instead.
player_twice error seats: record sheet, player
  {player} has two seats in round {round}. Put the players back in their seats.
player_missing error seats: record sheet, his seat as drawn
  {player} has no seat in round {round}. Put the players back in their seats.
event_gone error: Events, the first free line
  {player} was left out of the draw of round {round} because of an event that was deleted later ({events}). Type the event again
  here. For a player who has come back, type a sit-out after round {before}.
gone_player_seated error: record sheet, player
  {player} has left the tournament, but sits here. Correct the event, or draw again after {bangxl undo}.
no_show warning: Events, player
  {player} was drawn to table {table}, but left before its first game. Until the first result you can use {bangxl redraw}. To
  play on, clear the name from the record sheet: games and winnings are then those of {count} players.
table_sizes error: sheet of the round, first player
  Round {round}, {players} players: the tables are {sizes}, but the regulation asks for {legal}. Correct the events, or take the
  draw back with {bangxl undo}.
beyond_chart warning: sheet of the round, first player
  The regulation's chart ends below {players} players; these tables ({sizes}) extend it.
seat_changed error seats: record sheet, player
  {player} was drawn for another seat (table/seat: {drawn}). Put the players back in their seats: see the round's sheet.
draw_not_reproduced warning: sheet of the round, seed
  The recorded seed gives another draw of round {round}: the seed, players, events or seats were changed after it. Undo that, or
  explain it: the report shows it.
evening_wrong error locked: sheet of the round, evening
  Round {round} cannot be of evening {evening}: evenings follow each other, each with so many games at most. Type the right one.
seed_gone error: sheet of the round, seed
  The seed of round {round} is missing here, but the log has it. {bangxl check --repair} writes it back.
cut_differs warning: sheet of the round, first player
  By the standings after round {before} as they are now, {player} should play on, but was not drawn in round {round}. Until its
  first result you can draw it again: {bangxl redraw}.
draw_by_hand note: sheet of the round, seed
  Round {round} was drawn by hand, so there is no seed.
draw_changed note: sheet of the round, seed
  In round {round} the referee moved somebody after the draw.
redrawn note: Log, the line of the command
  {stage}: drawn again before the first result: {reason}
swapped note: Log, the line of the command
  {stage}: {player} changed places: {reason}
draw_taken_back note: Log, the line of the command
  A draw was undone: {stage}. The log has its seed.
door_prize note: Log, the line of the command
  {stage}: a door prize by lot for {player} ({reason}).
door_prize_unproven note: Log, the line of the command
  {stage}: a door prize for {player} ({reason}). The round was drawn again, and among those who sit there now the lot falls on
  somebody else.
door_prize_differs error: Log, the line of the command
  {stage}: the log gives a door prize to {player}, the lot to {expected}. Go back with {bangxl undo}.
draw_seed_given note: sheet of the round, seed
  The seed of round {round} was given by hand. The log has it.
seed_not_bound warning: sheet of the round, or the finals sheet, seed
  The seed of {stage} does not follow from the value «{value}» next to it and from what was drawn: somebody has typed or chosen
  one of them.
pool_again note: Log, the line of the command
  {stage} was committed twice: the code {before} came first, then {code}. What changed in between?
pool_not_closed note: where the public value stands
  {stage}: there is no proof that the draw was committed before the value «{value}» was thrown.
sheriff_twice warning ruled calm: record sheet, role
  {player} is Sheriff a second time.
sheriff_avoidable warning calm: record sheet, role
  {player} did not have to be Sheriff again: other players were Sheriff less often.
not_apart note: record sheet, player
  {player} and {other} should be kept apart, but sit at one table.
wrong_sheriff error ruled: record sheet, role
  {player} is Sheriff, but it was {expected}'s turn. Correct the roles.
passive_character note: record sheet, player
  {player} has left. From this game on the character takes part passively, or a substitute plays for it.
round_skipped error: sheet of the round, seed
  Round {round} has no tables, but later rounds have. Go back with {bangxl undo}.
game_skipped error: record sheet that is missing, outcome
  Table {table} has no game {game}, but a later one. Go back with {bangxl undo}.
too_many_games error: record sheet, outcome
  Table {table} had already played all its games before game {game}. Use {bangxl undo}, or correct the events.
table_stopped note: last record sheet of the table, outcome
  Table {table} stopped before its last game because too few players were left; games: {games}, players left: {count}.
# a record sheet
game_incomplete warning ruled: record sheet, the first empty cell
  This record sheet is not complete; blank cells: {count}. Fill them in.
character_missing warning ruled: record sheet, the first empty character
  Some characters are missing on the sheet: {count}.
role_counts error ruled: record sheet, role
  {role}: {count} at this table, but {players} players have {legal}. Correct the roles.
sheriff_not_first error ruled: record sheet, role
  Only seat 1 is the Sheriff. Correct the role of seat {seat}.
impossible_end error ruled: record sheet, outcome
  «{outcome}» is not possible: {reason} Correct the outcome, a role or who is alive.
final_duel_impossible error ruled: record sheet, at the end
  «Final duel» is only for a Renegade who lost to a Sheriff left alone. Otherwise type «eliminated».
too_many_last error ruled: record sheet, at the end
  At most {last_players} can be «among the last», including those alive. Correct it.
unknown_character error ruled: record sheet, character
  The base game has no character «{text}». Choose one from the list.
duplicate_character error ruled: record sheet, character
  {character} is at this table twice. Correct one of them.
bid_step error ruled follows: record sheet, bid
  A bid of {bid} $ is not a multiple of {step} $. Correct it.
bid_digit error ruled follows: record sheet, bid
  {bid}: did you mean {meant}? Bids are multiples of {step} $.
bid_minimum error ruled follows: record sheet, bid
  A bid of {bid} $ is below the minimum of {minimum} $. Correct it.
bid_above_bankroll error ruled follows: record sheet, bid
  {player} bid {bid} $, but had {bankroll} $. Correct the bid, or an earlier round.
nobody_paid_last error ruled follows: record sheet, first bid
  Nobody paid {last} $, the price of the last character. Correct the bids.
reconfirmed_wrongly error ruled follows: record sheet, the mark, the character or the bid
  {player} cannot keep this character: {reason} Correct the mark, the character or the bid.
auction_price error ruled: record sheet, bid
  In the auction record {player} gets {character} for {price} $. The record sheet says something else. Correct one of them.
auction_order error ruled follows: record sheet, player
  The auction of {character} was opened by the wrong player. It was {expected}'s turn. Correct the auction record.
auction_penniless error ruled follows: record sheet, player
  {player} has no money and passes. It is {expected}'s turn before {player} takes {character}. Correct the auction record.
auction_last error ruled follows: record sheet, bid
  In the auction record {player} is left with {character} for {price} $, but the last character costs {last} $. Correct the
  auction record.
auction_raise error ruled: record sheet, bid
  In the auction record {player} gets {character} for {price} $, but did not open this auction, so had to raise to {least} $ or
  more. Correct the auction record.
lives_do_not_fit error ruled: record sheet, lives
  Life points left: {lives}. That is impossible: an eliminated player has 0, a living player 1 to {most}. Correct this, or who
  is alive.
killed_sheriff_impossible error ruled: record sheet, the mark
  {player} cannot have eliminated their own Sheriff: only one living Deputy can, and then the Outlaws win. Correct the mark, or
  the outcome.
outlaws_killed_impossible error ruled: record sheet, the first number
  Players are credited with {count} Outlaws, but only {fallen} are marked «eliminated». Correct one of the two.
cards_kept_impossible error ruled follows: record sheet, the number
  {player} cannot have kept {count} cards. The most is {most}: 0 in the first game or after an elimination, otherwise as many as
  lives and dollars allow.
badge_too_often error ruled: record sheet, the first number
  {badge}: {count} at this table. Correct the numbers: in each game a table gives 0 to {most}.
mark_without_option warning ruled: record sheet, the first of the column
  This does not count: its variant is not played in this tournament. Clear the column.
later_round_result error: record sheet of the later round, outcome
  Round {round} has results, but round {open} is still open. Complete round {open} first.
game_changed error: record sheet, outcome
  Round {round}, table {table} was changed by hand after it was closed (log line {row}). Undo the change, or use {bangxl reopen}
  with a reason.
correction note: Log, the line of the command
  {game} was reopened to correct it: {reason}
ruling note: record sheet, the first amount of the ruling
  The referee decided the game of round {round}, table {table}, and its winnings: {reason}
ruling_incomplete error: record sheet, the first amount of the ruling that is missing
  The referee's ruling needs an amount for each player at the table. Missing: {count}. Use {bangxl rule}, or clear the amounts
  and the event's line.
ruling_without_reason error: Events, reason, or record sheet, the first amount of the ruling
  The referee's ruling of round {round}, table {table} has no reason. Add an event «ruling» with round, table and reason, or
  clear the amounts.
ruling_unknown_game error: Events, table
  Round {round}, table {table} has no open game. Correct the round or the table.
# events
event_incomplete error: Events, the missing cell
  This event is not complete: {missing} is missing. Fill it in, or clear the line.
event_unknown_game error: Events, round, table or match
  {player} did not play there, or there is no such round or match. Correct the round, the table or the match.
event_other_duel warning: Events, match
  {match}: {player} does not play there. Correct the player or the match.
event_after_leaving warning: Events, player
  {player} had already left. Correct or delete one of these events.
event_without_reason warning: Events, reason
  The reason is missing. The report gives it with {player}'s name. Type it.
second_warning note: Events, player
  {player}'s second warning: ejected automatically.
closed_early warning: Lists
  The elimination phase was closed after {played} of {scheduled} rounds.
tables_closed_early warning: Lists
  The elimination phase was closed after {played} of {scheduled} games of all tables.
closed_wrongly error: Lists
  The elimination phase should have ended after round {played}, but {seated} of {scheduled} rounds were played. Take its end
  back with {bangxl undo}.
# finals
lots_by_hand note: Players, lot
  Lots were drawn by hand.
duel_pairing error: Finals, first player
  {match}: by the standings, {expected} play here. Put the players back. If a correction changed the standings, take the duels
  back with {bangxl undo} and seat them again.
duel_winner_left error: Finals, first score
  {match}: {player} won by this score, but left before or during the duel. Correct the score or the event.
duel_score error: Finals, first score
  {a}–{b} is not a possible final score of this duel. Choose from: {legal}.
duel_incomplete warning: Finals, the missing score
  {match}: one of the two scores is missing. Type it here.
duel_both_left warning: Finals, first score
  {match}: both players have left, so nobody wins. Decide who goes on: type W next to one of them.
stage_players error: sheet of the stage, player
  {player} does not go on to stage {stage}, or sits there twice. Put the players back. If a correction changed who goes on, take
  the stage back with {bangxl undo} and draw it again.
stage_player_missing error: first sheet of the stage, first player
  {player} goes on to stage {stage}, but has no seat there. Put the players back. If a correction changed who goes on, take the
  stage back with {bangxl undo} and draw it again.
stage_sizes warning calm: first sheet of the stage, first player
  Stage {stage}, {players} players: the tables are {sizes}, but should be {legal}.
stage_not_reproduced warning: Finals, seed of the stage
  The recorded seed gives another draw of stage {stage}: the seed or the seats were changed after it. Undo that, or explain it:
  the report shows it.
stage_winner error: sheet of the stage, winner
  {player} does not sit at this table. Choose the winner from the list.
stage_incomplete warning: sheet of the stage, the first empty cell
  This record sheet is not complete; blank cells: {count}. Fill them in.
"""
"""Of each kind a line with code, severity and tags, and its place after the colon; then the sentence."""

KINDS: Final[Mapping[str, Kind]] = {
    code: Kind(Severity(severity), place, sentence.strip().replace("\n  ", " "), frozenset(tags.split()))
    for code, severity, tags, place, sentence in re.findall(r"^(\w+) (\w+)([\w ]*): (.*)\n((?:  .*\n)+)", _TABLE, re.MULTILINE)
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


def overrule(tournament: Tournament, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings, with notes in place of errors on a sheet that the referee decided."""
    ruled = {(game.round, game.table) for game in tournament.games if game.is_ruled}
    for finding in findings:
        here = (finding.at.round, finding.at.table) in ruled
        yield replace(finding, overruled=True) if here and "ruled" in KINDS[finding.code].tags else finding
