"""What checks report: a code, where, and the values that the sentence needs. The edges translate (`bangxl.workbook.messages`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final


class Severity(StrEnum):
    """Error: impossible or contradictory. Warning: worth a look. Note: a fact that the report must mention."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class At:
    """Where: a defined name of the workbook (``Bid``, ``Players_Name``) and the index in it, from 0.

    ``round`` and ``table`` lead to a record sheet; a ``round`` alone to its wall sheet; ``stage`` and ``table`` to a knock-out
    sheet.
    """

    name: str
    index: int = 0
    round: int | None = None
    table: int | None = None
    stage: int | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a check has found."""

    code: str
    at: At
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def severity(self) -> Severity:
        """As listed in CODES."""
        return CODES[self.code]


_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

CODES: Final[Mapping[str, Severity]] = {
    # the workbook itself
    "name_missing": _E,
    "newer_version": _E,
    "unknown_word": _E,
    "not_a_number": _E,
    "formula_as_input": _E,
    "formula_overwritten": _E,
    "formulas_differ": _W,
    # entries and set-up
    "blank_name": _E,
    "duplicate_name": _W,
    "duplicate_id": _E,
    "long_name": _W,
    "referee_plays": _E,
    "presence_missing": _W,
    "absent_but_seated": _E,
    "late_entry": _W,
    "unknown_option": _E,
    "option_changed": _E,
    "composition_not_legal": _E,
    "games_not_multiple": _W,
    "not_official": _W,
    "date_unreadable": _W,
    # who sits where
    "unknown_player": _E,
    "ambiguous_player": _E,
    "player_twice": _E,
    "player_missing": _E,
    "gone_player_seated": _E,
    "table_sizes": _E,
    "beyond_chart": _W,
    "seat_changed": _E,
    "draw_not_reproduced": _W,
    "draw_by_hand": _N,
    "draw_changed": _N,
    "redrawn": _N,
    "swapped": _N,
    "draw_taken_back": _N,
    "draw_seed_given": _N,
    "seed_not_bound": _W,
    "sheriff_twice": _W,
    "sheriff_avoidable": _W,
    "not_apart": _N,
    "wrong_sheriff": _E,
    "passive_character": _N,
    "round_skipped": _E,
    "game_skipped": _E,
    "too_many_games": _E,
    "table_stopped": _N,
    # a record sheet
    "game_incomplete": _W,
    "character_missing": _W,
    "role_counts": _E,
    "sheriff_not_first": _E,
    "impossible_end": _E,
    "final_duel_impossible": _E,
    "unknown_character": _E,
    "duplicate_character": _E,
    "bid_step": _E,
    "bid_minimum": _E,
    "bid_above_bankroll": _E,
    "nobody_paid_last": _E,
    "reconfirmed_wrongly": _E,
    "auction_price": _E,
    "auction_order": _E,
    "lives_do_not_fit": _E,
    "killed_sheriff_impossible": _E,
    "outlaws_killed_impossible": _E,
    "cards_kept_impossible": _E,
    "mark_without_option": _W,
    "later_round_result": _E,
    "game_changed": _E,
    "correction": _N,
    # events
    "event_incomplete": _E,
    "event_unknown_game": _E,
    "event_after_leaving": _W,
    "event_without_reason": _W,
    "second_warning": _N,
    "closed_early": _W,
    "tables_closed_early": _W,
    "closed_wrongly": _E,
    # finals
    "lots_by_hand": _N,
    "duel_pairing": _E,
    "duel_winner_left": _E,
    "duel_score": _E,
    "duel_incomplete": _W,
    "duel_both_left": _W,
    "stage_players": _E,
    "stage_player_missing": _E,
    "stage_sizes": _W,
    "stage_not_reproduced": _W,
    "stage_winner": _E,
    "stage_incomplete": _W,
}
