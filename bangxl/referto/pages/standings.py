"""The standings, sorted and by number, with the lots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages.layout import FIRST, Column, Page
from bangxl.referto.pages.report import LINE, Report, cell_number, listing, sheet, who
from bangxl.sheets.ranking import FORMATS, score_format
from bangxl.sheets.styles import edges
from bangxl.tournament.finals import qualifiers
from bangxl.tournament.lots import RANKING, lot, ranking_lots, ranking_seed
from bangxl.tournament.standings import Row, lot_stages, standings
from bangxl.workbook.names import criterion
from bangxl.workbook.words import HEADS

_HASH: Final = 16
"""So many digits of a lot are told: enough to see which is smaller."""
_WITH_LOTS: Final = 40
"""With so many rows in the standings, the lots stand on the same sheet."""
_LOTS: Final = (9, 6, 32, 14, 14)


def ranking(wb: Workbook, report: Report) -> Iterator[Page]:
    """Sorted, with what separated players and a rule under those who qualified; and the lots that separated somebody."""
    _, rows = report.text, standings(report.state)
    drawn = any(row.separated_by == "lot" for row in rows)
    below = _("Position") if drawn and len(rows) <= _WITH_LOTS else ""
    page = listing(wb, report, _("Standings"), _title(report), _by_place(report), below=below)
    _rule(page, report, rows)
    page.aside.append(Column("", "Ranking_Rank", [row.rank for row in rows]))
    if not drawn:
        yield page
        return
    if len(rows) > _WITH_LOTS:
        yield page
        page = sheet(wb, report, _("Lots"), _("The lots"), _LOTS)
        _lots(page, report, alone=True)
    else:
        page.space()
        with page.together():
            page.caption(_("The lots"))
            _lots(page, report, alone=False)
    yield page


def by_number(wb: Workbook, report: Report) -> Page:
    """The standings in the order of the entry list, for programs."""
    _ = report.text
    return listing(wb, report, _("Standings"), _title(report), _by_number(report), stretched=3)


def _title(report: Report) -> str:
    _ = report.text
    return _("Standings of the elimination phase") if report.rulebook.has_finals else _("Standings")


def _rule(page: Page, report: Report, rows: Sequence[Row]) -> None:
    """A line below the last who qualified, once somebody has."""
    tournament, first = report.tournament, page.row - len(rows)
    through = {*qualifiers(report.state)} if tournament.finals is not None else set()
    last = max((index for index, row in enumerate(rows) if row.player in through), default=None)
    if last is None:
        return
    for column in range(FIRST, page.last + 1):
        page.ws.cell(first + last, column).border = edges(bottom="medium")


def _codes(report: Report) -> list[str]:
    return [code for code in report.rulebook.criteria if code != "games"]


def _values(report: Report, prefix: str, rows: Sequence[Row | None]) -> Iterable[Column]:
    """Score, criteria and games."""
    _ = report.text
    money = {"number_format": score_format(report.rulebook.score)}
    yield Column(_("Score"), f"{prefix}_Score", [cell_number(row.score) if row else None for row in rows], "Print money", money)
    for code in _codes(report):
        shown = {"number_format": FORMATS.get(code, "#,##0" if code != "buchholz" else "#,##0.##")}
        values = [cell_number(row.criteria[code]) if row else None for row in rows]
        yield Column(_(HEADS[code]), criterion(code).replace("Standings", prefix), values, "Print money", shown)
    yield Column(_("Games"), f"{prefix}_Games", [row.games if row else None for row in rows], "Print centre")


def _by_place(report: Report) -> list[Column]:
    _, rows = report.text, standings(report.state)
    players: list[Value] = [row.player for row in rows]
    status = {"withdrawn": _("withdrawn"), "ejected": _("ejected"), "active": None}
    apart = [_("lot") if row.separated_by == "lot" else _(HEADS[row.separated_by]) if row.separated_by else None for row in rows]
    return [
        Column(_("Place"), "Ranking_Place", [row.place for row in rows], "Print centre"),
        *who(report, "Ranking", players),
        *_values(report, "Ranking", rows),
        Column(_("Separated from\nthe one above by"), "Ranking_Separated", apart),
        Column(_("Status"), "Ranking_Status", [status[row.status] for row in rows]),
    ]


def _by_number(report: Report) -> list[Column]:
    """``Standings_…`` (docs/referto.md): a row for everybody on the entry list."""
    _, by_player = report.text, {row.player: row for row in standings(report.state)}
    rows = [by_player.get(player) for player in report.ids]
    players: list[Value] = [row.player if row else None for row in rows]
    return [
        Column(_("Place"), "Standings_Place", [row.place if row else None for row in rows], "Print centre"),
        Column(_("Rank"), "Standings_Rank", [row.rank if row else None for row in rows], "Print centre"),
        *who(report, "Standings", players),
        *_values(report, "Standings", rows),
    ]


def _lots(page: Page, report: Report, *, alone: bool) -> None:
    """Who was separated by lot from the one above or below, with the lots: the smaller one wins."""
    _, stages = report.text, lot_stages(report.rulebook)
    order = ranking_lots(report.tournament, stages)
    seed = ranking_seed(report.tournament, stages)
    rows = standings(report.state)
    below = [following.separated_by for following in rows[1:]] + [""]
    drawn = [row.player for row, after in zip(rows, below, strict=True) if "lot" in (row.separated_by, after)]
    by_hand = set(report.tournament.lot_order)
    page.pair(_("Seed of the lots"), "Lots_Seed", seed, at=5)
    players: list[Value] = [*drawn]
    hashes: list[Value] = [
        None if seed is None or player in by_hand else lot(seed, RANKING, player)[:_HASH] for player in drawn
    ]  # fmt: skip
    page.size = 10
    page.table(
        [
            Column(_("Position"), "Lots_Position", [order[player] for player in drawn], "Print centre"),
            *who(report, "Lots", players),
            Column(_("Lot"), "Lots_Hash", hashes, over=2),
        ],
        height=LINE,
        repeat=alone,
    )
