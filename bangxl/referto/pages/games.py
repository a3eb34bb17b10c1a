"""A sheet a round with its record sheets below each other; the duels and the final ranking; a sheet a stage of the knock-out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages.layout import FIRST, Column, Page, cell
from bangxl.referto.pages.report import Report, sheet, who
from bangxl.sheets.styles import font, place
from bangxl.tournament.drawing import inspect
from bangxl.tournament.finals import characters, left_out, match_winner, mode, prizes, title_holder
from bangxl.tournament.journal import Seating, seating
from bangxl.tournament.knockout import winners
from bangxl.tournament.ledger import has_money, ledger
from bangxl.tournament.model import Draw, Duel, Game, SeedSource, stage_code
from bangxl.workbook import names
from bangxl.workbook.fields import FIELDS, Field, InputKind, fields
from bangxl.workbook.wall import alphabetical
from bangxl.workbook.words import TITLES, word

_ROUND: Final = (6, 7, 32, 17, 10, 14, 14)
_MARK: Final = 9
_MONEY: Final = 11
_AFTER_MONEY: Final = {"alignment": place("left", 1)}
_DUELS: Final = (16, 8, 32, 15, 8, 27)
_STAGE: Final = (6, 7, 32, 9, 18, 14, 14, 9)


def rounds(wb: Workbook, report: Report) -> list[Page]:
    """A sheet ``Round<r>`` for every round that was seated."""
    return [_round(wb, report, number) for number in range(1, report.tournament.rounds_seated + 1)]


def _round(wb: Workbook, report: Report, number: int) -> Page:
    _ = report.text
    owners = has_money(report.state)
    games = report.tournament.round(number)
    marks = len(_marks(report)) + max((len(_ruling(game)) for game in games), default=0)
    sizes = (*_ROUND, *[_MARK] * marks, *[_MONEY] * (3 if owners else 1))
    page = sheet(wb, report, names.round_sheet(number), _("Round {n}").format(n=number), sizes, local=True)
    if number == 1 or not report.rulebook.fixed_tables:
        _draw(page, report, number)
        page.space()
    page.local = False
    for game in games:
        with page.together():
            _record(page, report, game, owners=owners)
        page.space()
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
        (*left, _value_of(report, draw), "Draw_Public", draw.public_value if draw else None),
        (*middle, _("Algorithm"), "Draw_Algorithm", f"{draw.algorithm} {draw.version}" if draw else None),
        (*right, _("By hand"), "Draw_By_Hand", by_hand),
    )
    if draw is not None and draw.code:
        page.pairs((*left, _("Code"), names.CODE, draw.code), (*middle, _("Random part"), names.SALT, draw.salt))
    if not report.rulebook.fixed_tables:
        figures = inspect(report.state, number).figures
        page.pairs(
            (*left, _("Rematches"), "Draw_Rematches", figures.rematches),
            (*middle, _("A pure lot"), "Draw_Expected", round(figures.expected)),
            (*right, _("Best known"), "Draw_Best", figures.best.rematches if figures.best else None),
        )


def _value_of(report: Report, draw: Draw | None) -> str:
    """What the seed is bound to: something that the room supplied, or nobody."""
    _ = report.text
    return _("Random value") if draw is not None and draw.source is SeedSource.RANDOM else _("Public value")


def _seating(report: Report, number: int) -> Seating:
    """Everybody's table and seat; at fixed tables as they were drawn at the start."""
    recorded = report.state.journal.seatings.get(number)
    if recorded is not None:
        return recorded
    if not report.rulebook.fixed_tables:
        return seating(report.tournament.round(number))
    tables = sorted(report.tournament.start_tables.items())
    return tuple((table, seat, player) for table, players in tables for seat, player in enumerate(players, 1))


def _marks(report: Report) -> Sequence[Field]:
    """What only some regulations ask for beside every player."""
    return [field for field in fields(report.rulebook) if field.is_mark]


def _ruling(game: Game) -> Sequence[Field]:
    """What the referee gives, where he has decided the game or has begun to."""
    given = any(seat.ruling is not None for seat in game.seats)
    return [field for field in FIELDS if field.kind is InputKind.AMOUNT and given]


def _record(page: Page, report: Report, game: Game, *, owners: bool) -> None:
    _, rows = report.text, game.seats[-1].number
    prefix = names.record_sheet(game.round, game.table)

    def of(key: str) -> list[Value]:
        return report.column(f"{prefix}!{key}", rows)

    _heading(page, report, game, prefix, at=7)
    columns = [
        Column(_("Seat"), f"{prefix}_Seat", list(range(1, rows + 1)), "Print centre"),
        *who(report, prefix, of("Player")),
        Column(_("Character"), f"{prefix}_Character", of("Character")),
        Column(_("Bid"), f"{prefix}_Bid", of("Bid"), "Print money"),
        Column(_("Role"), f"{prefix}_Role", of("Role"), change=_AFTER_MONEY),
        Column(_("At the end"), f"{prefix}_Status", of("Status")),
        *(
            Column(_(mark.report_head or mark.head), f"{prefix}_{mark.name}", of(mark.name), "Print centre")
            for mark in (*_marks(report), *_ruling(game))
        ),
        *_money(report, game, rows, owners=owners),
    ]
    page.table(columns, height=17)


def _heading(page: Page, report: Report, game: Game, prefix: str, *, at: int) -> None:
    """The number of a table, and from column ``at`` on who won."""
    _ = report.text
    text = _.plural("Table {table} · {players} player", "Table {table} · {players} players", game.size)
    page.caption(text.format(table=game.table, players=game.size))
    cell(page.ws, page.row - 1, at, _("Outcome"), "Print line", font=font(11))
    page.value(page.row - 1, at + 1, f"{prefix}_Outcome", report.cell(f"{prefix}!Outcome"), "Print strong")


def _money(report: Report, game: Game, rows: int, *, owners: bool) -> list[Column]:
    """The payouts; where players own dollars, what they had before and after too. Nothing while results are secret."""
    _ = report.text
    lines = {line.seat.number: line for line in ledger(report.state) if line.game is game and not report.secret}
    seats = [lines.get(number) for number in range(1, rows + 1)]
    prefix = names.record_sheet(game.round, game.table)
    payout = Column(_("Payout"), f"{prefix}_Payout", [line.payout if line else None for line in seats], "Print money")
    if not owners:
        return [payout]
    before = Column(_("Before"), f"{prefix}_Before", [line.before if line else None for line in seats], "Print money")
    after = Column(_("After"), f"{prefix}_After", [line.after if line else None for line in seats], "Print money")
    return [before, payout, after]


def finals(wb: Workbook, report: Report) -> Page:
    """The sheet of the duels and of the final ranking."""
    _ = report.text
    page = sheet(wb, report, _("Finals"), _("Finals"), _DUELS)
    played = report.tournament.finals
    for duel in played.duels if played else ():
        with page.together():
            _duel(page, report, duel)
        page.space()
    if report.ranking:
        _final_ranking(page, report)
    return page


def _duel(page: Page, report: Report, duel: Duel) -> None:
    """A duel: both players with the characters that they eliminated, the winner, what was drawn."""
    _ = report.text

    def known(part: str) -> str:
        return names.duel(duel.match, part)

    page.caption(f"{duel.match} · {_(TITLES[duel.match])}" if duel.match in TITLES else duel.match)
    for side, player, score in (("A", duel.player_a, duel.score_a), ("B", duel.player_b, duel.score_b)):
        cell(page.ws, page.row, FIRST, side, "Print centre", font=font(11))
        page.value(page.row, FIRST + 1, known(f"Player_{side}"), player, font=font(10))
        page.value(page.row, FIRST + 2, known(f"Name_{side}"), report.names.get(player), "Print name", font=font(11))
        page.value(page.row, FIRST + 3, known(f"Score_{side}"), score, "Print centre", font=font(12, bold=True))
        page.ws.row_dimensions[page.row].height = 20
        page.row += 1
    won = match_winner(report.state, duel.match) or None
    cell(page.ws, page.row, FIRST, _("Winner"), "Print line", font=font(11))
    page.value(page.row, FIRST + 1, known("Winner"), won, font=font(10))
    page.value(page.row, FIRST + 2, known("Winner_Name"), report.names.get(str(won)), "Print name", font=font(12, bold=True))
    page.ws.row_dimensions[page.row].height = 20
    page.row += 1
    _duel_draw(page, report, duel)


def _duel_draw(page: Page, report: Report, duel: Duel) -> None:
    """The characters that the seed gives."""
    _, way = report.text, mode(report.state)
    draw = next((draw for draw in report.tournament.draws if draw.stage == duel.match), None)
    if draw is None:
        return
    page.pair(_("Seed"), names.duel(duel.match, "Draw_Seed"), draw.rng_seed, at=4)
    page.pair(_("Source of the seed"), names.duel(duel.match, "Draw_Source"), word(draw.source, report.text.language), at=4)
    page.pair(_("Public value"), names.duel(duel.match, "Draw_Public"), draw.public_value, at=4)
    if way not in report.rulebook.duel_modes or not (duel.player_a and duel.player_b):
        return
    piles = characters(report.rulebook, way, duel.match, draw.rng_seed)
    one_pool = len(piles) == 1
    texts = [(_("Characters") if one_pool else _("Characters of A"), "Characters", piles[0])]
    if not one_pool:
        texts.append((_("Characters of B"), "Characters_B", piles[1]))
    texts.append((_("Taken out"), "Left_Out", left_out(report.rulebook, way, duel.match, draw.rng_seed)))
    for label, part, pile in texts:
        page.long(label, names.duel(duel.match, part), ", ".join(pile), at=4)


def stages(wb: Workbook, report: Report) -> list[Page]:
    """A sheet a stage of the knock-out."""
    return [_stage(wb, report, number) for number in sorted({game.round for game in report.tournament.stages})]


def _stage(wb: Workbook, report: Report, number: int) -> Page:
    _, code = report.text, stage_code(number)
    page = sheet(wb, report, code, _("Stage {n}").format(n=number), _STAGE)
    drawn = next((draw for draw in report.tournament.draws if draw.stage == code), None)
    told: dict[str, tuple[str, Value]] = {
        "Draw_Seed": (_("Seed"), drawn.rng_seed if drawn else None),
        "Draw_Source": (_("Source of the seed"), word(drawn.source, report.text.language) if drawn else None),
        "Draw_Public": (_("Public value"), drawn.public_value if drawn else None),
        "Characters": (_("Characters"), report.cell(names.duel(code, "Characters"))),
    }
    for part, (label, value) in told.items():
        page.long(label, names.duel(code, part), str(value or ""), at=5)
    page.space()
    for game in report.tournament.stage(number):
        with page.together():
            _stage_table(page, report, game)
        page.space()
    return page


def _stage_table(page: Page, report: Report, game: Game) -> None:
    _, prefix, rows = report.text, names.stage_sheet(game.round, game.table), game.seats[-1].number

    def of(key: str) -> list[Value]:
        return report.column(f"{prefix}!{key}", rows)

    won = set(winners(game))
    _heading(page, report, game, prefix, at=6)
    page.table(
        [
            Column(_("Seat"), f"{prefix}_Seat", list(range(1, rows + 1)), "Print centre"),
            *who(report, prefix, of("Player")),
            Column(_("Chooses\nas"), f"{prefix}_Choice", of("Choice"), "Print centre"),
            Column(_("Character"), f"{prefix}_Character", of("Character")),
            Column(_("Role"), f"{prefix}_Role", of("Role")),
            Column(_("At the end"), f"{prefix}_Status", of("Status")),
            Column(_("Won"), f"{prefix}_Won", [report.yes if player in won else None for player in of("Player")], "Print centre"),
        ]
    )
    if game.winner:
        cell(page.ws, page.row, FIRST, _("Winner"), "Print line", font=font(11))
        page.value(page.row, FIRST + 1, f"{prefix}_Winner", game.winner, font=font(10))
        page.value(page.row, FIRST + 2, f"{prefix}_Winner_Name", report.names.get(game.winner), "Print name")
        page.row += 1


def _final_ranking(page: Page, report: Report) -> None:
    """The final ranking with the prizes."""
    _ = report.text
    won = prizes(report.state)
    players: list[Value] = [placed.player for placed in report.ranking]
    page.caption(_("Final ranking"))
    if "champion" in report.rulebook.articles:
        holder = title_holder(report.state)
        page.pair(_("Title"), "Finals_Title_Words", report.rulebook.champion, at=5)
        page.pair(_("Player"), "Finals_Title", holder or None, at=5)
        page.pair("", "Finals_Title_Name", report.names.get(holder), at=5)
    page.table(
        [
            Column(_("Place"), "Finals_Place", [placed.place for placed in report.ranking], "Print centre"),
            *who(report, "Finals", players),
            Column(_("Prize"), "Finals_Prize", [won.get(placed.player) for placed in report.ranking], "Print money"),
        ]
    )
