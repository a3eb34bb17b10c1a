"""The finals: duels with scores and characters, or the stages of the knock-out with their tables; the final ranking."""

from __future__ import annotations

from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages import ranking
from bangxl.referto.pages.facts import Facts
from bangxl.referto.pages.layout import FIRST, Column, Page, cell, new_page
from bangxl.referto.pages.rounds import heading
from bangxl.sheets.finals.bracket import TITLES
from bangxl.sheets.styles import font
from bangxl.tournament.finals import characters, left_out, mode
from bangxl.tournament.knockout import winners
from bangxl.tournament.model import Duel, Game, stage_code
from bangxl.workbook import names
from bangxl.workbook.words import word

_WIDTHS: Final = (16, 8, 32, 15, 8, 27)
_STAGE: Final = (6, 7, 32, 9, 18, 14, 14, 9)
_SMALL: Final = {"font": font(10)}


def finals(wb: Workbook, facts: Facts, mark: str) -> Page:
    """The sheet of the duels and of the final ranking."""
    _ = facts.text
    page = new_page(wb, _("Finals"), _WIDTHS)
    page.title(_("Finals"), facts.tournament.event.name, mark)
    played = facts.tournament.finals
    for duel in played.duels if played else ():
        with page.together():
            _duel(page, facts, duel)
        page.space()
    if facts.ranking:
        ranking.final(page, facts)
    return page


def _duel(page: Page, facts: Facts, duel: Duel) -> None:
    """A duel: both players with the characters that they eliminated, the winner, what was drawn."""
    _ = facts.text

    def known(part: str) -> str:
        return names.duel(duel.match, part)

    page.caption(f"{duel.match} · {_(TITLES[duel.match])}" if duel.match in TITLES else duel.match)
    for side, player, score in (("A", duel.player_a, duel.score_a), ("B", duel.player_b, duel.score_b)):
        cell(page.ws, page.row, FIRST, side, "Print centre", font=font(11))
        page.value(page.row, FIRST + 1, known(f"Player_{side}"), player, font=font(10))
        page.value(page.row, FIRST + 2, known(f"Name_{side}"), facts.names.get(player), "Print name", font=font(11))
        page.value(page.row, FIRST + 3, known(f"Score_{side}"), score, "Print centre", font=font(12, bold=True))
        page.ws.row_dimensions[page.row].height = 20
        page.row += 1
    won = ranking.winner(facts, duel.match)
    cell(page.ws, page.row, FIRST, _("Winner"), "Print line", font=font(11))
    page.value(page.row, FIRST + 1, known("Winner"), won, font=font(10))
    page.value(page.row, FIRST + 2, known("Winner_Name"), facts.names.get(str(won)), "Print name", font=font(12, bold=True))
    page.ws.row_dimensions[page.row].height = 20
    page.row += 1
    _drawn(page, facts, duel)


def _drawn(page: Page, facts: Facts, duel: Duel) -> None:
    """The characters that the seed gives."""
    _, way = facts.text, mode(facts.tournament, facts.rulebook)
    draw = next((draw for draw in facts.tournament.draws if draw.stage == duel.match), None)
    if draw is None:
        return
    page.pair(_("Seed"), names.duel(duel.match, "Draw_Seed"), draw.rng_seed, at=4)
    page.pair(_("Source of the seed"), names.duel(duel.match, "Draw_Source"), word(draw.source, facts.text.language), at=4)
    page.pair(_("Public value"), names.duel(duel.match, "Draw_Public"), draw.public_value, at=4)
    if way not in facts.rulebook.duel_modes or not (duel.player_a and duel.player_b):
        return
    piles = characters(facts.rulebook, way, duel.match, draw.rng_seed)
    one_pool = len(piles) == 1
    texts = [(_("Characters") if one_pool else _("Characters of A"), "Characters", piles[0])]
    if not one_pool:
        texts.append((_("Characters of B"), "Characters_B", piles[1]))
    texts.append((_("Taken out"), "Left_Out", left_out(facts.rulebook, way, duel.match, draw.rng_seed)))
    for label, part, pile in texts:
        page.long(label, names.duel(duel.match, part), ", ".join(pile), at=4)


def stages(wb: Workbook, facts: Facts, mark: str) -> list[Page]:
    """A sheet a stage of the knock-out."""
    return [_stage(wb, facts, number, mark) for number in sorted({game.round for game in facts.tournament.stages})]


def _stage(wb: Workbook, facts: Facts, number: int, mark: str) -> Page:
    _, code = facts.text, stage_code(number)
    page = new_page(wb, code, _STAGE)
    page.title(_("Stage {n}").format(n=number), facts.tournament.event.name, mark)
    drawn = next((draw for draw in facts.tournament.draws if draw.stage == code), None)
    told: dict[str, tuple[str, Value]] = {
        "Draw_Seed": (_("Seed"), drawn.rng_seed if drawn else None),
        "Draw_Source": (_("Source of the seed"), word(drawn.source, facts.text.language) if drawn else None),
        "Draw_Public": (_("Public value"), drawn.public_value if drawn else None),
        "Characters": (_("Characters"), facts.cell(names.duel(code, "Characters"))),
    }
    for part, (label, value) in told.items():
        page.long(label, names.duel(code, part), str(value or ""), at=5)
    page.space()
    for game in facts.tournament.stage(number):
        with page.together():
            _table(page, facts, game)
        page.space()
    return page


def _table(page: Page, facts: Facts, game: Game) -> None:
    _, prefix, rows = facts.text, names.stage_sheet(game.round, game.table), game.seats[-1].number

    def of(key: str) -> list[Value]:
        return facts.column(f"{prefix}!{key}", rows)

    won = set(winners(game))
    heading(page, facts, game, prefix, at=6)
    page.table(
        [
            Column(_("Seat"), f"{prefix}_Seat", list(range(1, rows + 1)), "Print centre"),
            Column(_("No."), f"{prefix}_Player", of("Player"), change=_SMALL),
            Column(_("Player"), f"{prefix}_Name", facts.named(of("Player")), "Print name", _SMALL),
            Column(_("Chooses\nas"), f"{prefix}_Choice", of("Choice"), "Print centre"),
            Column(_("Character"), f"{prefix}_Character", of("Character")),
            Column(_("Role"), f"{prefix}_Role", of("Role")),
            Column(_("At the end"), f"{prefix}_Status", of("Status")),
            Column(_("Won"), f"{prefix}_Won", [facts.yes if player in won else None for player in of("Player")], "Print centre"),
        ]
    )
    if game.winner:
        cell(page.ws, page.row, FIRST, _("Winner"), "Print line", font=font(11))
        page.value(page.row, FIRST + 1, f"{prefix}_Winner", game.winner, font=font(10))
        page.value(page.row, FIRST + 2, f"{prefix}_Winner_Name", facts.names.get(game.winner), "Print name")
        page.row += 1
