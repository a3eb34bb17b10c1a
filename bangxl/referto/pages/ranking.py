"""The standings: sorted, with what separated each player from the one above; by number; the lots; finals and prizes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages.facts import Facts, number
from bangxl.referto.pages.layout import Column, Page, new_page
from bangxl.sheets.standings.values import FORMATS, score_format
from bangxl.sheets.styles import font
from bangxl.tournament.finals import match_winner, prizes
from bangxl.tournament.lots import RANKING, lot, ranking_lots, ranking_seed
from bangxl.tournament.standings import Row, lot_stages
from bangxl.workbook.names import criterion
from bangxl.workbook.words import HEADS

_SMALL: Final = {"font": font(10)}
_HASH: Final = 16
"""So many digits of a lot are told: enough to see which is smaller."""


def standings(wb: Workbook, facts: Facts, mark: str) -> Page:
    """Sorted, and in the order of the entry list; the lots that separated somebody."""
    _ = facts.text
    codes = _codes(facts)
    page = new_page(wb, _("Standings"), (8, 8, 7, 32, 14, *[12] * len(codes), 8, 20, 13))
    page.title(_("Standings of the elimination phase"), facts.tournament.event.name, mark)
    _sorted(page, facts, codes)
    page.space()
    if any(row.separated_by == "lot" for row in facts.standings):
        _lots(page, facts)
        page.space()
    page.caption(_("The same in the order of the entry list"))
    _by_number(page, facts, codes)
    return page


def _codes(facts: Facts) -> list[str]:
    return [code for code in facts.rulebook.criteria if code != "games"]


def _values(facts: Facts, prefix: str, rows: Sequence[Row | None], codes: Sequence[str]) -> Iterable[Column]:
    """Score, criteria and games."""
    _ = facts.text
    money = {"number_format": score_format(facts.rulebook.score)}
    yield Column(_("Score"), f"{prefix}_Score", [number(row.score) if row else None for row in rows], "Print money", money)
    for code in codes:
        shown = {"number_format": FORMATS.get(code, "#,##0" if code != "buchholz" else "#,##0.##")}
        values = [number(row.criteria[code]) if row else None for row in rows]
        yield Column(_(HEADS[code]), criterion(code).replace("Standings", prefix), values, "Print money", shown)
    yield Column(_("Games"), f"{prefix}_Games", [row.games if row else None for row in rows], "Print centre")


def _sorted(page: Page, facts: Facts, codes: Sequence[str]) -> None:
    _, rows = facts.text, facts.standings
    players: list[Value] = [row.player for row in rows]
    status = {"withdrawn": _("withdrawn"), "ejected": _("ejected"), "active": None}
    apart = [_("lot") if row.separated_by == "lot" else _(HEADS[row.separated_by]) if row.separated_by else None for row in rows]
    page.table(
        [
            Column(_("Place"), "Ranking_Place", [row.place for row in rows], "Print centre"),
            Column(_("Rank"), "Ranking_Rank", [row.rank for row in rows], "Print centre"),
            Column(_("No."), "Ranking_Player", players, change=_SMALL),
            Column(_("Player"), "Ranking_Name", facts.named(players), "Print name", _SMALL),
            *_values(facts, "Ranking", rows, codes),
            Column(_("Separated from\nthe one above by"), "Ranking_Separated", apart, change=_SMALL),
            Column(_("Status"), "Ranking_Status", [status[row.status] for row in rows], change=_SMALL),
        ]
    )


def _by_number(page: Page, facts: Facts, codes: Sequence[str]) -> None:
    """Design.md §7: ``Standings_…``, a row for everybody on the entry list."""
    _, by_player = facts.text, {row.player: row for row in facts.standings}
    rows = [by_player.get(player) for player in facts.ids]
    players: list[Value] = [row.player if row else None for row in rows]
    page.table(
        [
            Column(_("Place"), "Standings_Place", [row.place if row else None for row in rows], "Print centre"),
            Column(_("Rank"), "Standings_Rank", [row.rank if row else None for row in rows], "Print centre"),
            Column(_("No."), "Standings_Player", players, change=_SMALL),
            Column(_("Player"), "Standings_Name", facts.named(players), "Print name", _SMALL),
            *_values(facts, "Standings", rows, codes),
        ]
    )


def _lots(page: Page, facts: Facts) -> None:
    """Who was separated by lot from the one above or below, with the lots: the smaller one wins."""
    _, stages = facts.text, lot_stages(facts.rulebook)
    order = ranking_lots(facts.tournament, stages)
    seed = ranking_seed(facts.tournament, stages)
    rows = facts.standings
    below = [following.separated_by for following in rows[1:]] + [""]
    drawn = [row.player for row, after in zip(rows, below, strict=True) if "lot" in (row.separated_by, after)]
    by_hand = set(facts.tournament.lot_order)
    page.caption(_("The lots"))
    page.pair(_("Seed of the lots"), "Lots_Seed", seed, at=5)
    players: list[Value] = [*drawn]
    hashes: list[Value] = [
        None if seed is None or player in by_hand else lot(seed, RANKING, player)[:_HASH] for player in drawn
    ]  # fmt: skip
    page.table(
        [
            Column(_("Position"), "Lots_Position", [order[player] for player in drawn], "Print centre"),
            Column("", "", [None] * len(drawn)),
            Column(_("No."), "Lots_Player", players, change=_SMALL),
            Column(_("Player"), "Lots_Name", facts.named(players), "Print name", _SMALL),
            Column(_("Lot"), "Lots_Hash", hashes),
        ]
    )


def final(page: Page, facts: Facts) -> None:
    """The final ranking with the prizes."""
    _ = facts.text
    won = prizes(facts.tournament, facts.rulebook)
    players: list[Value] = [placed.player for placed in facts.ranking]
    page.caption(_("Final ranking"))
    page.table(
        [
            Column(_("Place"), "Finals_Place", [placed.place for placed in facts.ranking], "Print centre"),
            Column(_("No."), "Finals_Player", players, change=_SMALL),
            Column(_("Player"), "Finals_Name", facts.named(players), "Print name", _SMALL),
            Column(_("Prize"), "Finals_Prize", [won.get(placed.player) for placed in facts.ranking], "Print money"),
        ]
    )


def winner(facts: Facts, match: str) -> Value:
    """Who has won a duel, by id."""
    return match_winner(facts.tournament, facts.rulebook, match) or None
