"""The page for the table of a duel: how it is played, by every mode that the regulation has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from typing import NamedTuple

from bangxl.locale.catalog import Catalog
from bangxl.paper.sheet import CAPTION, INK, NOTE, PALE, RULE, Face, Paper
from bangxl.sheets.duel import duel_rules
from bangxl.tournament.rulebook import Rulebook

_LABEL = 44.0
_LEADING = 0.43
"""Millimetres from line to line, for each point of letters."""


class _Block(NamedTuple):
    """A heading, or a rule under its label; pale while another mode is played."""

    label: str
    text: str
    heading: bool
    pale: bool


def duel_page(paper: Paper, rulebook: Rulebook, _: Catalog, below: tuple[str, str], today: str = "") -> None:
    """Draw it, all on one page: the letters are as large as it permits. ``today`` is the mode that is played, if one is."""
    paper.page()
    paper.heading(_("Duel"), below=below)
    blocks = list(_blocks(rulebook, _, today))
    room = paper.bottom - paper.y
    size = next(
        size for size in (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0) if size == 7 or _height(paper, blocks, size) <= room
    )
    for block in blocks:
        _draw(paper, block, size)


def _blocks(rulebook: Rulebook, _: Catalog, today: str) -> Iterator[_Block]:
    for mode in duel_rules(rulebook, _):
        pale = bool(today) and len(rulebook.duel_modes) > 1 and mode.mode != today
        yield _Block(mode.title, mode.article, heading=True, pale=pale)
        yield from (_Block(label, text, heading=False, pale=pale) for label, text in mode.rules)


def _height(paper: Paper, blocks: Sequence[_Block], size: float) -> float:
    return fsum(_tall(paper, block, size) for block in blocks)


def _tall(paper: Paper, block: _Block, size: float) -> float:
    if block.heading:
        return size + 2
    return len(paper.wrapped(block.text, Face(size), paper.width - _LABEL)) * size * _LEADING + 1.4


def _draw(paper: Paper, block: _Block, size: float) -> None:
    ink, tall = NOTE if block.pale else INK, _tall(paper, block, size)
    if block.heading:
        paper.text(paper.left, paper.y + 2, paper.width * 0.7, size - 1, block.label, Face(CAPTION.size, serif=True, ink=ink))
        paper.text(paper.left + paper.width * 0.7, paper.y + 2, paper.width * 0.3, size - 1, block.text, PALE, "right")
    else:
        face = Face(size, ink=ink)
        step = size * _LEADING
        paper.text(paper.left, paper.y + 0.5, _LABEL - 2, step, block.label, Face(size, bold=True, ink=ink))
        for number, line in enumerate(paper.wrapped(block.text, face, paper.width - _LABEL)):
            paper.text(paper.left + _LABEL, paper.y + 0.5 + number * step, paper.width - _LABEL, step, line, face)
    paper.y += tall
    paper.rule("hair", RULE)
