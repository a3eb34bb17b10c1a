"""Chapters of a referto about what is not money: who did what, how everything was drawn, what departs from the regulation."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bangxl.locale.catalog import Catalog
from bangxl.paper.sheet import PALE, Column, Paper
from bangxl.tournament.checks import departures_from
from bangxl.tournament.drawing import inspect
from bangxl.tournament.model import Draw, Event, EventType, Role, SeedSource
from bangxl.tournament.roster import Departure, by_time, departures
from bangxl.tournament.state import State
from bangxl.workbook.messages import as_called, display_names, sentence, sheet_title
from bangxl.workbook.words import word

_SIZE: Final = 9


def draw_events(paper: Paper, state: State, _: Catalog) -> None:
    """Warnings, ejections, withdrawals, sit-outs and rulings, as they happened."""
    paper.caption(_("Warnings, ejections, withdrawals"))
    names, events = display_names(state.tournament.players), [event for _index, event in by_time(state.tournament)]
    if not events:
        paper.paragraph(_("None."))
        return
    columns = [Column(_("Player")), Column(_("Kind")), Column(_("When")), Column(_("Reason"), wrap=True, share=1)]
    rows = [
        (names.get(event.player, event.player), word(event.type, _.language), _when(state, _, event), event.reason)
        for event in events
    ]
    paper.table(columns, rows, size=_SIZE)


def _when(state: State, _: Catalog, event: Event) -> str:
    """The moment, and the round, the table or the duel that it needs."""
    language, rulebook = _.language, state.rulebook
    parts = [word(event.moment, language)]
    if event.after_round is not None:
        parts.append(_("after round {n}").format(n=event.after_round))
    if event.round is not None:
        parts.append(sheet_title(f"Round{event.round}" + (f"T{event.table}" if event.table else ""), language, rulebook))
    elif event.table is not None:
        parts.append(_("Table {n}").format(n=event.table))
    if event.match:
        parts.append(sheet_title(event.match, language, rulebook))
    return " · ".join(parts)


def draw_draws(paper: Paper, state: State, _: Catalog) -> None:
    """Every draw with its code and its whole seed, from which anybody can make it again; and how well tables were mixed."""
    draws, posted = state.tournament.draws, state.tournament.posted
    paper.caption(_("The draws"))
    if draws:
        paper.paragraph(_("From its seed anybody can make a draw again: who sat where, and how every lot fell."), PALE)
    else:
        paper.paragraph(_("Drawn by hand: no seed."))
    valued, random = any(draw.public_value for draw in draws), all(draw.source is SeedSource.RANDOM for draw in draws)
    columns = [
        Column(_("Draw"), wrap=True),
        Column(_("Code")),
        Column(_("Seed"), share=1),
        Column(_("Source")),
        *([Column(_("Random value") if random else _("Public value"))] if valued else []),
    ]
    codes = {stage: one.code for one in posted for stage in one.stage.split("+")}
    rows = [
        (
            sheet_title(_log_stage(draw), _.language, state.rulebook),
            codes.get(_log_stage(draw), ""),
            draw.rng_seed,
            word(draw.source, _.language) + (" · " + _("By hand") if draw.by_hand else ""),
            *([draw.public_value] if valued else []),
        )
        for draw in draws
    ]
    draw_stages = {_log_stage(draw) for draw in draws}
    for one in posted:  # of what was drawn by hand, and of the games of fixed tables
        stages = one.stage.split("+")
        if draw_stages.isdisjoint(stages):
            title = ", ".join(sheet_title(stage, _.language, state.rulebook) for stage in stages)
            rows.append((title, one.code, *[""] * (len(columns) - 2)))
    if rows:
        paper.table(columns, rows, size=8)
    if not state.rulebook.fixed_tables and state.tournament.games:
        _draw_figures(paper, state, _)


def _draw_figures(paper: Paper, state: State, _: Catalog) -> None:
    """How many met again, beside what a pure lot expects and the best that is known."""
    figures = inspect(state, state.tournament.rounds_seated).figures
    labels = [(_("Rematches"), str(figures.rematches)), (_("A pure lot"), str(round(figures.expected)))]
    labels += [(_("Best known"), str(figures.best.rematches))] if figures.best else []
    paper.y += 1
    paper.paragraph(" · ".join(f"{label}: {count}" for label, count in labels), PALE)


def _log_stage(draw: Draw) -> str:
    """A draw as the log and the codes name it."""
    return f"Round{draw.stage}" if draw.stage.isdecimal() else draw.stage


def draw_departures(paper: Paper, state: State, _: Catalog) -> None:
    """Departures from the regulation, corrections, remarks on the draws: a sentence each."""
    paper.caption(_("Departures from the regulation, corrections, remarks on the draws"))
    findings = departures_from(state)
    if not findings:
        paper.paragraph(_("None."))
        return
    names, language, rulebook = display_names(state.tournament.players), _.language, state.rulebook
    columns = [Column(_("Round"), "centre"), Column(_("Table"), "centre"), Column(_("What"), wrap=True, share=1)]
    rows = [
        (
            "" if finding.at.round is None else str(finding.at.round),
            "" if finding.at.table is None else str(finding.at.table),
            sentence(as_called(finding, language, rulebook), language, names, rulebook.unit),
        )
        for finding in findings
    ]
    paper.table(columns, rows, size=_SIZE)


def draw_players(paper: Paper, state: State, _: Catalog) -> None:
    """Everybody on the entry list; nobody's mail address."""
    paper.caption(_("Players"))
    leavers, warned = departures(state), Counter(e.player for e in state.tournament.events if e.type is EventType.WARNING)
    sheriff = _rounds_as_sheriff(state)
    columns = [
        Column(_("No.")),
        Column(_("Player"), share=1),
        Column(_("Region")),
        Column(_("Present"), "centre"),
        Column(_("Can\nqualify"), "centre"),
        Column(_("Sheriff\nin round")),
        Column(_("Warnings"), "centre"),
        Column(_("Status")),
    ]
    rows = [
        (
            player.id,
            player.name,
            player.region,
            "✓" if player.present else "–",
            "✓" if player.eligible else "–",
            ", ".join(map(str, sheriff.get(player.id, ()))),
            str(warned[player.id] or ""),
            _departure_text(_, leavers.get(player.id)),
        )
        for player in state.tournament.players
    ]
    indexes = [at for at in range(len(columns)) if at < 2 or {row[at] for row in rows} - {"", "✓"}]
    paper.table([columns[at] for at in indexes], [[row[at] for at in indexes] for row in rows], size=_SIZE, height=4.6)


def _departure_text(_: Catalog, departure: Departure | None) -> str:
    """Whether somebody has left, and after which round."""
    if departure is None:
        return ""
    status = _("ejected") if departure.status == "ejected" else _("withdrawn")
    return status + " · " + _("after round {n}").format(n=departure.last_round)


def _rounds_as_sheriff(state: State) -> dict[str, list[int]]:
    """The rounds in which each was Sheriff."""
    rounds: dict[str, list[int]] = {}
    for game in sorted(state.tournament.games, key=lambda game: game.round):
        for seat in game.seats:
            if seat.role is Role.SHERIFF:
                rounds.setdefault(seat.player, []).append(game.round)
    return rounds
