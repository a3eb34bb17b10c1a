"""The draws: how each round came about, all on one table, and a sheet a round with who was drawn where."""

from __future__ import annotations

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages.layout import Column, Page
from bangxl.referto.pages.report import Report, sheet, who
from bangxl.referto.report import Report as Facts
from bangxl.tournament.drawing import inspect
from bangxl.tournament.journal import Seating, seating
from bangxl.tournament.model import Draw, SeedSource
from bangxl.workbook import names
from bangxl.workbook.wall import alphabetical
from bangxl.workbook.words import word

_WALL = (6, 7, 32, 17, 10, 14, 14)


def drawn(report: Report) -> range:
    """The rounds that had a draw of their own; at fixed tables the first."""
    last = report.tournament.rounds_seated
    return range(1, (min(1, last) if report.rulebook.fixed_tables else last) + 1)


def overview(report: Report) -> list[Column]:
    """Every round's seed, where it came from, and how good the draw was."""
    _, numbers = report.text, drawn(report)
    known = {draw.stage: draw for draw in report.tournament.draws}
    draws = [known.get(str(number)) for number in numbers]
    codes = {one.round: one.code for one in report.tournament.posted}
    columns = [
        Column(_("Round"), "Draws_Round", [*numbers], "Print centre"),
        Column(_("Seed"), "Draws_Seed", [draw.rng_seed if draw else None for draw in draws], long=True),
        Column(_("Source"), "Draws_Source", [word(draw.source, _.language) if draw else None for draw in draws]),
        Column(value_of(report, *draws), "Draws_Public", [draw.public_value if draw else None for draw in draws], long=True),
        Column(_("Algorithm"), "Draws_Algorithm", [f"{draw.algorithm} {draw.version}" if draw else None for draw in draws]),
        Column(_("Code"), "Draws_Code", [codes.get(number) for number in numbers]),
        Column(_("By hand"), "Draws_By_Hand", [report.yes if draw and draw.by_hand else None for draw in draws], "Print centre"),
    ]
    if report.rulebook.fixed_tables:
        return columns
    figures = [inspect(report.state, number).figures for number in numbers]
    best: list[Value] = [one.best.rematches if one.best else None for one in figures]
    return [
        *columns,
        Column(_("Rematches"), "Draws_Rematches", [one.rematches for one in figures], "Print centre"),
        Column(_("A pure lot"), "Draws_Expected", [round(one.expected) for one in figures], "Print centre"),
        Column(_("Best known"), "Draws_Best", best, "Print centre"),
    ]


def walls(wb: Workbook, report: Report) -> list[Page]:
    """A sheet ``Round<r>`` for every draw: who sat where, by name."""
    return [_wall(wb, report, number) for number in drawn(report)]


def _wall(wb: Workbook, report: Report, number: int) -> Page:
    title = report.text("Round {n}").format(n=number)
    page = sheet(wb, report, names.round_sheet(number), title, _WALL, local=True)
    _draw(page, report, number)
    return page


def _draw(page: Page, report: Report, number: int) -> None:
    """The seed and the seating: by name, as it hung on the wall."""
    _, tournament = report.text, report.tournament
    drawn = _seating(report, number)
    recorded = next((draw for draw in tournament.draws if draw.stage == str(number)), None)
    page.caption(_("The draw"))
    _origin(page, report, number, recorded, drawn)
    page.space()
    by_name = sorted(drawn, key=lambda line: (alphabetical(report.names.get(line[2], line[2])), line[2]))
    whom: list[Value] = [player for _table, _seat, player in by_name]
    page.table(
        [
            *who(report, "Wall", whom),
            Column(_("Table"), "Wall_Table", [table for table, _seat, _player in by_name], "Print centre"),
            Column(_("Seat"), "Wall_Seat", [seat for _table, seat, _player in by_name], "Print centre"),
        ],
        left=3,
        height=15,
    )


def _origin(page: Page, report: Report, number: int, draw: Draw | None, drawn: Seating) -> None:
    """What the draw was made from, nothing where it was made by hand; and how good it is."""
    _ = report.text
    by_hand = report.yes if draw is not None and draw.by_hand else None
    left, middle, right = (2, 4), (5, 6), (7, 8)
    if draw is None:
        page.note(_("Drawn by hand: no seed."))
    page.pairs((*left, _("Seed"), "Draw_Seed", draw.rng_seed if draw else None))
    page.pairs(
        (*left, _("Source"), "Draw_Source", word(draw.source, report.text.language) if draw else None),
        (*middle, _("Players"), "Draw_Players", len(drawn)),
        (*right, _("Tables"), "Draw_Tables", len({table for table, _seat, _player in drawn})),
    )
    page.pairs(
        (*left, value_of(report, draw), "Draw_Public", draw.public_value if draw else None),
        (*middle, _("Algorithm"), "Draw_Algorithm", f"{draw.algorithm} {draw.version}" if draw else None),
        (*right, _("By hand"), "Draw_By_Hand", by_hand),
    )
    for one in (one for one in report.tournament.posted if one.round == number):
        page.pairs((*left, _("Code"), names.CODE, one.code), (*middle, _("Random part"), names.SALT, one.salt))
    if not report.rulebook.fixed_tables:
        figures = inspect(report.state, number).figures
        page.pairs(
            (*left, _("Rematches"), "Draw_Rematches", figures.rematches),
            (*middle, _("A pure lot"), "Draw_Expected", round(figures.expected)),
            (*right, _("Best known"), "Draw_Best", figures.best.rematches if figures.best else None),
        )


def value_of(report: Facts, *draws: Draw | None) -> str:
    """What seeds are bound to: something that the room supplied, or nobody."""
    _ = report.text
    known = [draw for draw in draws if draw is not None]
    random = bool(known) and all(draw.source is SeedSource.RANDOM for draw in known)
    return _("Random value") if random else _("Public value")


def _seating(report: Report, number: int) -> Seating:
    """Everybody's table and seat; at fixed tables as they were drawn at the start."""
    recorded = report.state.journal.seatings.get(number)
    if recorded is not None:
        return recorded
    if not report.rulebook.fixed_tables:
        return seating(report.tournament.round(number))
    tables = sorted(report.tournament.start_tables.items())
    return tuple((table, seat, player) for table, players in tables for seat, player in enumerate(players, 1))
