"""What was played: every table of every round, the duels, the stages of the knock-out; before the end who sits where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from bangxl.tournament.finals import match_winner
from bangxl.tournament.knockout import winners
from bangxl.tournament.ledger import LedgerLine, has_money, ledger
from bangxl.tournament.model import WALKOVER, Duel, Game, Score, Seat
from bangxl.tournament.options import auction_in
from bangxl.web.markup import Html, element, join
from bangxl.web.view import NOTHING, Column, View, folded, heading, section, table
from bangxl.workbook.fields import Field, InputKind, fields
from bangxl.workbook.words import TITLES


@dataclass(frozen=True)
class Sheet:
    """How a record sheet of this tournament is shown: its columns, and a line for each seat."""

    view: View

    @cached_property
    def _has_bids(self) -> bool:
        return auction_in(self.view.state) is not None

    @cached_property
    def _owners(self) -> bool:
        return has_money(self.view.state)

    @cached_property
    def _marks(self) -> Sequence[Field]:
        """What only some regulations ask for, as far as anybody has written it."""
        seats = [seat for game in self.view.report.tournament.games for seat in game.seats]
        asked = (field for field in fields(self.view.report.rulebook) if field.is_mark)
        return [field for field in asked if any(getattr(seat, field.attribute) for seat in seats)]

    def columns(self) -> Iterator[Column]:
        """What is shown of every seat, whoever sits there."""
        _ = self.view.text
        yield from (Column(_("Character")), Column(_("Role")), Column(_("At the end")))
        yield from (Column(heading(_(mark.report_head or mark.head)), "number") for mark in self._marks)
        if self._owners:
            yield Column(_("Before"), "number")
        if self._has_bids:
            yield Column(_("Bid"), "number")
        yield Column(_("Payout"), "number")
        if self._owners:
            yield Column(_("After"), "number")

    def values(self, line: LedgerLine) -> Iterator[str]:
        """The same of one seat."""
        view, seat = self.view, line.seat
        yield from (seat.character or NOTHING, view.word(seat.role), view.word(seat.status))
        yield from (self._mark(mark, seat) for mark in self._marks)
        if self._owners:
            yield view.amount(line.before)
        if self._has_bids:
            yield view.amount(seat.bid)
        yield view.amount(line.payout)
        if self._owners:
            yield view.amount(line.after)

    def _mark(self, mark: Field, seat: Seat) -> str:
        value = getattr(seat, mark.attribute)
        if mark.kind is InputKind.MARK:
            return "✓" if value else NOTHING
        return NOTHING if value is None else str(value)


def rounds(view: View) -> Html:
    """Every table of every round."""
    sheet = Sheet(view)
    lines: dict[tuple[int, int], list[LedgerLine]] = {}
    for line in ledger(view.state):
        lines.setdefault((line.game.round, line.game.table), []).append(line)
    parts = []
    for number in range(1, view.report.tournament.rounds_seated + 1):
        tables = [_record(sheet, game, lines[game.round, game.table]) for game in view.report.tournament.round(number)]
        parts.append(folded(view.round_title(number), _many(view, len(tables)), *tables))
    return join(parts)


def _many(view: View, tables: int) -> str:
    _ = view.text
    return "" if view.is_one_table else _.plural("{count} table", "{count} tables", tables).format(count=tables)


def _record(sheet: Sheet, game: Game, lines: Sequence[LedgerLine]) -> Html:
    """A record sheet, the Sheriff first."""
    view, by_seat = sheet.view, {line.seat.number: line for line in lines}
    _ = view.text
    columns = [Column(_("Player"), "name"), *sheet.columns()]
    rows = ([view.link(seat.player), *sheet.values(by_seat[seat.number])] for seat in game.from_sheriff())
    return table(f"{_('Table {n}').format(n=game.table)}: {outcome(view, game)}", columns, rows)


def outcome(view: View, game: Game) -> str:
    """Who has won a game."""
    _ = view.text
    if game.outcome is None:
        return _("decided by the referee") if game.is_ruled else NOTHING
    return view.word(game.outcome)


def finals(view: View) -> Html:
    """The duels, or the tables of the knock-out; nothing where the regulation has no finals."""
    played = view.report.tournament.finals
    duels = played.duels if played else ()
    stages = sorted({game.round for game in view.report.tournament.stages})
    parts = [_duels(view, duels)] if duels else []
    parts += [_stage(view, game) for number in stages for game in view.report.tournament.stage(number)]
    return join(parts)


def duel_title(view: View, match: str) -> str:
    """What a duel is called."""
    return view.text(TITLES[match]) if match in TITLES else match


def duel_score(view: View, duel: Duel) -> str:
    """The characters that each has eliminated, the first player's first."""
    _ = view.text
    scores: tuple[Score, Score] = (duel.score_a, duel.score_b)
    if WALKOVER in scores:
        return _("walkover")
    return "\N{NO-BREAK SPACE}: ".join(NOTHING if score is None else str(score) for score in scores) if any(scores) else NOTHING


def _duels(view: View, duels: Sequence[Duel]) -> Html:
    _ = view.text
    columns = [Column(_("Duel"), "name"), Column(_("Players")), Column(_("Score"), "number"), Column(_("Winner"))]
    rows = (
        [
            duel_title(view, duel.match),
            join((view.link(player) if player else _("bye") for player in (duel.player_a, duel.player_b)), " – "),
            duel_score(view, duel),
            view.link(won) if (won := match_winner(view.state, duel.match)) else NOTHING,
        ]
        for duel in duels
    )
    return table("", columns, rows)


def _stage(view: View, game: Game) -> Html:
    """A table of the knock-out: who has won plays on."""
    _, won = view.text, set(winners(game))
    roles = [Column(_("Role")), Column(_("At the end"))] if any(seat.role for seat in game.seats) else []
    columns = [Column(_("Player"), "name"), Column(_("Character")), *roles, Column(_("Won"))]
    rows = (
        [
            view.link(seat.player),
            seat.character or NOTHING,
            *([view.word(seat.role), view.word(seat.status)] if roles else []),
            "✓" if seat.player in won else NOTHING,
        ]
        for seat in game.seats
    )
    return table(stage_title(view, game) + (f": {outcome(view, game)}" if game.outcome else ""), columns, rows)


def stage_title(view: View, game: Game) -> str:
    """What a table of the knock-out is called."""
    _ = view.text
    return _("Stage {stage}, table {table}").format(stage=game.round, table=game.table)


def seats(view: View) -> Html:
    """Who sits where, and nothing else: as it hangs on the wall. Fixed tables once."""
    _, tournament, parts = view.text, view.report.tournament, []
    last = 1 if tournament.start_tables else tournament.rounds_seated
    for number in range(1, last + 1):
        tables = [_seats(view, game) for game in tournament.round(number)]
        title = _("Tables") if tournament.start_tables else view.round_title(number)
        parts.append(folded(title, _many(view, len(tables)), *tables, opened=number == last))
    return section("rounds", _("Who sits where"), *parts) if parts else element("p", _("No round is seated yet."))


def _seats(view: View, game: Game) -> Html:
    _ = view.text
    columns = [Column(_("Seat"), "place"), Column(_("Player"), "name")]
    rows = ([str(seat.number), view.called(seat.player)] for seat in game.seats)
    return table(_("Table {n}").format(n=game.table), columns, rows)
