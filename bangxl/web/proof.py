"""Why the page can be believed: the seeds of the draws, the digest of the facts, and what to do with them."""

from __future__ import annotations

from collections.abc import Iterator

from bangxl.interchange.dump import spoken_digest
from bangxl.tournament.model import Draw, SeedSource, stage_code
from bangxl.web.games import duel_title
from bangxl.web.markup import Html, element, join
from bangxl.web.view import NOTHING, Column, View, table
from bangxl.workbook.messages import sheet_title
from bangxl.workbook.words import word


def proof(view: View) -> Html:
    """The digest, how to verify, and every draw with its seed."""
    return join([*_digest(view), *_draws(view)])


def _digest(view: View) -> Iterator[Html]:
    """A digest that people can read aloud, and the command that asks for it."""
    _, digest = view.text, spoken_digest(view.report.digest)
    yield element("p", _("Digest of the facts"), ": ", element("b", digest, class_="code"))
    told = _("Everything on this page follows from the record sheets. They stand in the referee's report, {file}.")
    yield element("p", told.format(file=view.referto))
    yield element("p", _("Whoever has it can recompute all of it, and see that it is the one with this digest:"))
    against = element("span", f'--against "{digest}"', class_="whole")
    yield element("p", element("code", f"bangxl verify {view.referto} ", against))


def _draws(view: View) -> Iterator[Html]:
    _, draws, codes = view.text, view.report.tournament.draws, view.report.tournament.codes
    of = {match: one.code for one in codes for match in one.stage.split("+")}
    if not draws and not codes:
        yield element("p", _("Drawn by hand: no seed."))
        return
    columns = [Column(_("Draw"), "name"), Column(_("Code"), "code"), Column(_("Seed"), "code"), Column(_("Source"))]
    random = bool(draws) and all(draw.source is SeedSource.RANDOM for draw in draws)
    columns.append(Column(_("Random value") if random else _("Public value")))
    rows = (
        [
            _stage(view, draw),
            draw.code or of.get(draw.stage, NOTHING),
            draw.rng_seed,
            word(draw.source, _.language),
            draw.public_value or NOTHING,
        ]
        for draw in draws
    )
    yield element("h3", _("The draws"))
    yield element("p", _("From its seed anybody can make a draw again: who sat where, and how every lot fell."), class_="note")
    if view.report.tournament.posted:
        told = _("A round's code stood on its wall list: who has photographed it can ask the report for it, by --against too.")
        yield element("p", told, class_="note")
    yield table("", columns, rows)
    drawn = {draw.stage for draw in draws}
    if others := [one for one in codes if drawn.isdisjoint(one.stage.split("+"))]:
        yield table("", columns[:2], ([_called(view, one.stage), one.code] for one in others))


def _called(view: View, stage: str) -> str:
    """What was drawn by hand, or which games of fixed tables were begun."""
    language, rulebook = view.text.language, view.report.rulebook
    return ", ".join(sheet_title(sheet, language, rulebook) for sheet in stage.split("+"))


def _stage(view: View, draw: Draw) -> str:
    """What was drawn: a round, a duel, a stage of the knock-out."""
    _ = view.text
    if draw.stage.isdecimal():
        return view.round_title(int(draw.stage))
    stages = {stage_code(game.round): game.round for game in view.report.tournament.stages}
    return _("Stage {n}").format(n=stages[draw.stage]) if draw.stage in stages else duel_title(view, draw.stage)
