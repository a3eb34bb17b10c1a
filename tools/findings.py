"""Writes docs/findings.md, the list of everything that `bangxl check` can find: ``python -m tools.findings``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bangxl.tournament.findings import CODES
from bangxl.workbook.messages import FINDINGS

PAGE: Final = Path(__file__).parents[1] / "docs/findings.md"

HEAD: Final = """\
# What `bangxl check` finds

An **error** is impossible or contradictory: `seat` refuses until it is corrected. A **warning** is worth a look. A **note** is
a fact that belongs into the report. In the texts, words in braces stand for what was found. With `--json` every finding comes
with its code, severity, sheet, cell and text. The cell is blank where the workbook lacks the name by which it is known.

This page is made by `python -m tools.findings`.

| code | severity | text | where |
|---|---|---|---|
"""

PLACES: Final[Mapping[str, str]] = {
    "name_missing": "the sheet, if it is there",
    "newer_version": "Lists",
    "unknown_word": "the cell",
    "not_a_number": "the cell",
    "formula_as_input": "the cell",
    "formula_overwritten": "the cell: record sheet, Standings",
    "formulas_differ": "the cell: record sheet, Standings",
    "blank_name": "Players, name",
    "duplicate_name": "Players, name",
    "duplicate_id": "Players, number",
    "long_name": "Players, name",
    "referee_plays": "Players, name",
    "presence_missing": "Players, present",
    "absent_but_seated": "Players, present",
    "late_entry": "Players, name",
    "unknown_option": "Tournament, the option",
    "option_changed": "Tournament, the option",
    "composition_not_legal": "Tournament, the option",
    "games_not_multiple": "Tournament, the option",
    "not_official": "Tournament, name",
    "date_unreadable": "Tournament, date",
    "unknown_player": "record sheet or Events, player",
    "ambiguous_player": "the cell with the name",
    "player_twice": "record sheet, player",
    "player_missing": "sheet of the round, first player",
    "gone_player_seated": "record sheet, player",
    "table_sizes": "sheet of the round, first player",
    "beyond_chart": "sheet of the round, first player",
    "seat_changed": "record sheet, player",
    "draw_not_reproduced": "sheet of the round, seed",
    "draw_by_hand": "sheet of the round, seed",
    "draw_changed": "sheet of the round, seed",
    "redrawn": "Log, the line of the command",
    "swapped": "Log, the line of the command",
    "draw_taken_back": "Log, the line of the command",
    "draw_seed_given": "sheet of the round, seed",
    "seed_not_bound": "sheet of the round, seed",
    "sheriff_twice": "record sheet, role",
    "sheriff_avoidable": "record sheet, role",
    "not_apart": "record sheet, player",
    "wrong_sheriff": "record sheet, role",
    "passive_character": "record sheet, player",
    "round_skipped": "sheet of the round, seed",
    "game_skipped": "record sheet that is missing, outcome",
    "too_many_games": "record sheet, outcome",
    "table_stopped": "last record sheet of the table, outcome",
    "game_incomplete": "record sheet, the first empty cell",
    "character_missing": "record sheet, the first empty character",
    "role_counts": "record sheet, role",
    "sheriff_not_first": "record sheet, role",
    "impossible_end": "record sheet, outcome",
    "final_duel_impossible": "record sheet, at the end",
    "unknown_character": "record sheet, character",
    "duplicate_character": "record sheet, character",
    "bid_step": "record sheet, bid",
    "bid_minimum": "record sheet, bid",
    "bid_above_bankroll": "record sheet, bid",
    "nobody_paid_last": "record sheet, first bid",
    "reconfirmed_wrongly": "record sheet, the mark, the character or the bid",
    "auction_price": "record sheet, bid",
    "auction_order": "record sheet, player",
    "lives_do_not_fit": "record sheet, lives",
    "killed_sheriff_impossible": "record sheet, the mark",
    "outlaws_killed_impossible": "record sheet, the first number",
    "cards_kept_impossible": "record sheet, the number",
    "mark_without_option": "record sheet, the first of the column",
    "later_round_result": "record sheet of the later round, outcome",
    "game_changed": "record sheet, outcome",
    "correction": "Log, the line of the command",
    "event_incomplete": "Events, the missing cell",
    "event_unknown_game": "Events, round, table or match",
    "event_after_leaving": "Events, player",
    "event_without_reason": "Events, reason",
    "second_warning": "Events, player",
    "closed_early": "Lists",
    "tables_closed_early": "Lists",
    "closed_wrongly": "Lists",
    "lots_by_hand": "Players, lot",
    "duel_pairing": "Finals, first player",
    "duel_winner_left": "Finals, first score",
    "duel_score": "Finals, first score",
    "duel_incomplete": "Finals, the missing score",
    "duel_both_left": "Finals, first score",
    "stage_players": "sheet of the stage, player",
    "stage_player_missing": "first sheet of the stage, first player",
    "stage_sizes": "first sheet of the stage, first player",
    "stage_not_reproduced": "Finals, seed of the stage",
    "stage_winner": "sheet of the stage, winner",
    "stage_incomplete": "sheet of the stage, the first empty cell",
}
"""Where each finding points, in the words of the English workbook."""


def text() -> str:
    """What the page must say."""
    rows = (f"| `{code}` | {severity} | {FINDINGS[code]} | {PLACES[code]} |\n" for code, severity in CODES.items())
    return HEAD + "".join(rows)


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
