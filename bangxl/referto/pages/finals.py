"""The finals: duels in their bracket or the stages of the knock-out, how they were drawn, and the final ranking."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages import bracket
from bangxl.referto.pages.draws import value_of
from bangxl.referto.pages.layout import FIRST, TITLE, Column, Page, cell, sizes, used
from bangxl.referto.pages.report import LINE, PORTRAIT, Report, sheet, who
from bangxl.sheets.styles import font
from bangxl.tournament.finals import characters, left_out, mode, prizes, title_holder
from bangxl.tournament.knockout import winners
from bangxl.tournament.model import Draw, Duel, Game, stage_code
from bangxl.workbook import names
from bangxl.workbook.words import word

_LEAST = 96
"""Characters that the sheet is wide, at least: a table of the draws needs them."""
_APART = 8
"""Characters of the columns right of the bracket."""


def finals(wb: Workbook, report: Report) -> Page:
    """All that was played for the title, and the final ranking."""
    _, played = report.text, report.tournament.finals
    duels, tables = played.duels if played else (), [_columns(report, game) for game in report.tournament.stages]
    wide = bracket.widths(report, duels) if duels else _widths(tables)
    rest = max(0.0, _LEAST - sum(wide))
    more = max(1, int(rest // _APART))
    title = _("Finals") if duels or tables else _("Final ranking")
    page = sheet(wb, report, title, title, [*wide, *[max(1.0, round(rest / more, 1))] * more])
    page.size = 10
    if duels:
        bracket.draw(page, report, duels)
        _draws(page, report, duels)
    for number in sorted({game.round for game in report.tournament.stages}):
        _stage(page, report, number)
    if report.ranking:
        _final_ranking(page, report)
    return page


def _draws(page: Page, report: Report, duels: Sequence[Duel]) -> None:
    """The seeds of the duels, and the characters that they give."""
    _, drawn = report.text, {draw.stage: draw for draw in report.tournament.draws}
    known = [(duel, drawn[duel.match]) for duel in duels if duel.match in drawn]
    if not known:
        return
    told = [_told(report, duel, draw) for duel, draw in known]
    heads = {
        "Draw_Seed": _("Seed"), "Draw_Source": _("Source"), "Draw_Public": value_of(report, *(draw for _duel, draw in known)),
        "Characters": _("Characters"), "Characters_B": _("Characters of B"),
    }  # fmt: skip
    if any("Characters_B" in one for one in told):
        heads["Characters"] = _("Characters of A")
    columns = {}
    for part, head in heads.items():
        cells = [names.duel(duel.match, part) if part in one else "" for (duel, _draw), one in zip(known, told, strict=True)]
        columns[part] = Column(head, "", [one.get(part) for one in told], cells=cells, long="Characters" in part)
    page.space()
    page.caption(_("The draws"))
    page.size = 9
    for about in (
        tuple(part for part in heads if part.startswith("Draw_")),
        tuple(part for part in heads if part.startswith("Char")),
    ):
        said, blank = used([columns[part] for part in about])
        first = page.row + 1
        if said:
            page.table(page.spanned([Column("", "", [duel.match for duel, _draw in known]), *said]), height=LINE)
            page.space(6)
        page.unused(blank, first, page.last + 2)
    page.size = 10
    for (duel, _draw), one in zip(known, told, strict=True):
        if "Left_Out" in one:
            page.aside.append(Column("", names.duel(duel.match, "Left_Out"), [one["Left_Out"]]))


def _told(report: Report, duel: Duel, draw: Draw) -> dict[str, Value]:
    """What the record of a duel's draw says, by the ends of the names."""
    way = mode(report.state)
    told: dict[str, Value] = {
        "Draw_Seed": draw.rng_seed, "Draw_Source": word(draw.source, report.text.language), "Draw_Public": draw.public_value
    }  # fmt: skip
    if way not in report.rulebook.duel_modes or not (duel.player_a and duel.player_b):
        return told
    piles = characters(report.rulebook, way, duel.match, draw.rng_seed)
    told |= {key: ", ".join(pile) for key, pile in zip(("Characters", "Characters_B"), piles, strict=False)}
    return told | {"Left_Out": ", ".join(left_out(report.rulebook, way, duel.match, draw.rng_seed))}


def _widths(tables: Sequence[Sequence[Column]]) -> list[float]:
    """Of the columns that the stages' tables need, in characters."""
    if not tables:
        return []
    columns = [one._replace(values=[value for table in tables for value in table[at].values]) for at, one in enumerate(tables[0])]
    return sizes(columns, 10, most=PORTRAIT, stretched=2, widest=150)


def _stage(page: Page, report: Report, number: int) -> None:
    """A stage of the knock-out: how it was drawn, and its tables."""
    _, code = report.text, stage_code(number)
    drawn = next((draw for draw in report.tournament.draws if draw.stage == code), None)
    told: dict[str, tuple[str, Value]] = {
        "Draw_Seed": (_("Seed"), drawn.rng_seed if drawn else None),
        "Draw_Source": (_("Source"), word(drawn.source, report.text.language) if drawn else None),
        "Draw_Public": (value_of(report, drawn), drawn.public_value if drawn else None),
        "Characters": (_("Characters"), report.cell(names.duel(code, "Characters"))),
    }
    page.space()
    with page.together():
        page.caption(_("Stage {n}").format(n=number))
        said = {part: (label, names.duel(code, part), value) for part, (label, value) in told.items() if value}
        for label, known_as, value in said.values():
            page.long(label, known_as, str(value), at=5)
        first, *others = report.tournament.stage(number)
        _table(page, report, first)
    blank = [Column("", names.duel(code, part), [None]) for part, (_label, value) in told.items() if not value]
    page.unused(blank, page.row, page.last + 2)
    for game in others:
        page.space(8)
        with page.together():
            _table(page, report, game)


def _columns(report: Report, game: Game) -> list[Column]:
    _, prefix, rows = report.text, names.stage_sheet(game.round, game.table), game.seats[-1].number

    def of(key: str) -> list[Value]:
        return report.column(f"{prefix}!{key}", rows)

    won = set(winners(game))
    return [
        Column(_("Seat"), f"{prefix}_Seat", list(range(1, rows + 1)), "Print centre"),
        *who(report, prefix, of("Player"), report.called),
        Column(_("Chooses\nas"), f"{prefix}_Choice", of("Choice"), "Print centre"),
        Column(_("Character"), f"{prefix}_Character", of("Character")),
        Column(_("Role"), f"{prefix}_Role", of("Role")),
        Column(_("At the end"), f"{prefix}_Status", of("Status")),
        Column(_("Won"), f"{prefix}_Won", [report.yes if player in won else None for player in of("Player")], "Print centre"),
    ]


def _table(page: Page, report: Report, game: Game) -> None:
    """A table of a stage: its number, who won, a line a seat."""
    _, prefix = report.text, names.stage_sheet(game.round, game.table)
    text = _.plural("Table {table} · {players} player", "Table {table} · {players} players", game.size)
    title = text.format(table=game.table, players=game.size)
    cell(page.ws, page.row, FIRST, title, "Print caption", font=font(11, bold=True, serif=True))
    outcome = report.cell(f"{prefix}!Outcome")
    if outcome:
        cell(page.ws, page.row, FIRST + 4, _("Outcome"), "Print line", font=font(10))
    page.value(page.row, FIRST + (3 if game.winner else 5), f"{prefix}_Outcome", outcome, "Print line", font=font(10, bold=True))
    if game.winner:
        cell(page.ws, page.row, FIRST + 4, _("Winner"), "Print line", font=font(10))
        page.value(page.row, FIRST + 5, f"{prefix}_Winner", game.winner, "Print line", font=font(10))
        page.value(
            page.row, FIRST + 6, f"{prefix}_Winner_Name", report.called.get(game.winner), "Print line", font=font(10, bold=True)
        )
    page.ws.row_dimensions[page.row].height = 18
    page.row += 1
    page.table(_columns(report, game), height=report.line)


def _final_ranking(page: Page, report: Report) -> None:
    """Everybody who is ranked, with the prizes; its heads stand on every page."""
    _, won = report.text, prizes(report.state)
    players: list[Value] = [placed.player for placed in report.ranking]
    if page.row > TITLE + 1:
        page.space()
        page.caption(_("Final ranking"))
    if "champion" in report.rulebook.articles:
        holder = title_holder(report.state)
        page.pair(_("Title"), "Finals_Title_Words", report.rulebook.champion, at=5)
        page.pair(_("Player"), "Finals_Title", holder or None, at=5)
        page.pair("", "Finals_Title_Name", report.names.get(holder), at=5)
        page.captioned = page.row
    columns = [
        Column(_("Place"), "Finals_Place", [placed.place for placed in report.ranking], "Print centre"),
        *(column._replace(long=column.long and not report.is_close) for column in reversed(who(report, "Finals", players))),
        Column(_("Prize"), "Finals_Prize", [won.get(placed.player) for placed in report.ranking], "Print money"),
    ]
    said, blank = used(columns)
    first = page.row + 1
    page.table(page.spanned(said), height=report.line, repeat=True)
    page.unused(blank, first, page.last + 2)
