"""The games on the results page: every table, duel and knock-out stage; before the end only the seats."""

from collections.abc import Iterator, Sequence

from bangxl.locale.catalog import one_line
from bangxl.tournament.compositions import has_one_table
from bangxl.tournament.finals import by_walkover, match_winner
from bangxl.tournament.knockout import winners
from bangxl.tournament.league import evenings
from bangxl.tournament.ledger import LedgerLine, has_money, ledger
from bangxl.tournament.model import Duel, DuelScore, Game, stage_code
from bangxl.tournament.options import auction_in
from bangxl.web.markup import Html, element, join
from bangxl.web.view import NO_VALUE, Head, View, folded, section, table
from bangxl.workbook.fields import fields
from bangxl.workbook.titles import round_title
from bangxl.workbook.words import duel_title, outcome_word


class RecordColumns:
    """How to show a record sheet of this tournament: its columns, and a line for each seat."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._has_bids = auction_in(view.state) is not None
        self._has_money = has_money(view.state)
        seats = [seat for game in view.report.tournament.games for seat in game.seats]
        marks = (field for field in fields(view.report.rulebook) if field.is_mark)
        self._marks = [field for field in marks if any(getattr(seat, field.attribute) for seat in seats)]
        """Fields that only some regulations have, if anybody has filled them in."""

    def columns(self) -> Iterator[Head]:
        """The columns of every seat."""
        _ = self.view.catalog
        yield from (Head(_("Character")), Head(_("Role")), Head(_("At the end")))
        yield from (Head(one_line(_(mark.report_head or mark.head)), "number") for mark in self._marks)
        amounts = {_("Before"): self._has_money, _("Bid"): self._has_bids, _("Winnings"): True, _("After"): self._has_money}
        yield from (Head(head, "number") for head, is_shown in amounts.items() if is_shown)

    def values(self, line: LedgerLine) -> Iterator[str]:
        """The values of these columns for one seat."""
        view, seat = self.view, line.seat
        yield from (seat.character or NO_VALUE, view.word(seat.role), view.word(seat.status))
        marks = (getattr(seat, mark.attribute) for mark in self._marks)
        yield from ("✓" if mark is True else NO_VALUE if mark is None or mark is False else str(mark) for mark in marks)
        amounts = ((line.before, self._has_money), (seat.bid, self._has_bids), (line.payout, True), (line.after, self._has_money))
        yield from (view.amount(amount) for amount, is_shown in amounts if is_shown)


def rounds_part(view: View) -> Html:
    """Every table of every round, the Sheriff first."""
    _, sheet, tournament = view.catalog, RecordColumns(view), view.report.tournament
    lines = {(line.game.round, line.game.table, line.seat.number): line for line in ledger(view.state)}
    columns, parts = [Head(_("Player"), "name"), *sheet.columns()], []
    for number in range(1, tournament.rounds_seated + 1):
        tables = []
        for game in tournament.round(number):
            seats = game.from_sheriff()
            rows = [[view.link(seat.player), *sheet.values(lines[number, game.table, seat.number])] for seat in seats]
            title = _("Table {n}").format(n=game.table)
            tables.append(table(f"{title}: {outcome_text(view, game)}", columns, rows))
        parts.append(folded(round_title(number, _, view.report.rulebook), _count(view, len(tables)), *tables))
    return join(_by_evening(view, parts))


def _by_evening(view: View, rounds: Sequence[Html], *, opened: bool = False) -> Iterator[Html]:
    """The rounds as they are, those of a league folded by evenings, the last ``opened``."""
    held = evenings(view.state)[:-1]
    if not held:
        yield from rounds
    for evening in dict.fromkeys(held):
        own = [one for one, when in zip(rounds, held, strict=True) if when == evening]
        yield folded(view.catalog("Evening {n}").format(n=evening), "", *own, opened=opened and evening == held[-1])


def _count(view: View, tables: int) -> str:
    _ = view.catalog
    return "" if has_one_table(view.report.rulebook) else _.plural("{count} table", "{count} tables", tables).format(count=tables)


def outcome_text(view: View, game: Game) -> str:
    """The winner of a game."""
    _, rulebook = view.catalog, view.report.rulebook
    if game.outcome is None:
        return _("decided by the referee") if game.is_ruled else NO_VALUE
    return outcome_word(game.outcome, (rulebook.knockout or rulebook).roles.get(game.size, {}), _.language)


def finals_part(view: View) -> Html:
    """The duels, or the tables of the knock-out; nothing if the regulation has no finals."""
    played = view.report.tournament.finals
    parts = [_duels(view, played.duels)] if played and played.duels else []
    return join([*parts, *(_stage(view, game) for game in sorted(view.report.tournament.stages, key=lambda game: game.round))])


def duel_score_text(view: View, duel: Duel) -> str:
    """How many characters each player has eliminated, the first player's number first."""
    _ = view.catalog
    if duel.player_a and duel.player_b and by_walkover(view.state, duel):
        return _("walkover")
    scores: tuple[DuelScore, DuelScore] = (duel.score_a, duel.score_b)
    return "\N{NO-BREAK SPACE}: ".join(NO_VALUE if score is None else str(score) for score in scores) if any(scores) else NO_VALUE


def _duels(view: View, duels: Sequence[Duel]) -> Html:
    _ = view.catalog
    columns = [Head(_("Duel"), "name"), Head(_("Players")), Head(_("Eliminated"), "number"), Head(_("Winner"))]
    rows = []
    for duel in duels:
        pair = join((view.named(player, duel.match) if player else _("bye") for player in (duel.player_a, duel.player_b)), " – ")
        won = match_winner(view.state, duel.match)
        rows.append([duel_title(duel.match, _), pair, duel_score_text(view, duel), view.link(won) if won else NO_VALUE])
    return table("", columns, rows)


def _stage(view: View, game: Game) -> Html:
    _, won = view.catalog, set(winners(game))
    roles = [Head(_("Role")), Head(_("At the end"))] if any(seat.role for seat in game.seats) else []
    columns = [Head(_("Player"), "name"), Head(_("Character")), *roles, Head(_("Won"))]
    rows = []
    for seat in game.seats:
        words = [view.word(seat.role), view.word(seat.status)] if roles else []
        name = view.named(seat.player, stage_code(game.round))
        rows.append([name, seat.character or NO_VALUE, *words, "✓" if seat.player in won else NO_VALUE])
    return table(stage_table_title(view, game) + (f": {outcome_text(view, game)}" if game.outcome else ""), columns, rows)


def stage_table_title(view: View, game: Game) -> str:
    """The name of a knock-out table."""
    _ = view.catalog
    return _("Stage {stage}, table {table}").format(stage=game.round, table=game.table)


def seats_part(view: View) -> Html:
    """Only the seats, as on the wall list. Fixed tables appear once."""
    _, tournament, parts = view.catalog, view.report.tournament, []
    columns = [Head(_("Seat"), "place"), Head(_("Player"), "name")]
    last = 1 if tournament.start_tables else tournament.rounds_seated
    for number in range(1, last + 1):
        tables = []
        for game in tournament.round(number):
            rows = ([str(seat.number), view.called(seat.player)] for seat in game.seats)
            tables.append(table(_("Table {n}").format(n=game.table), columns, rows))
        title = _("Tables") if tournament.start_tables else round_title(number, _, view.report.rulebook)
        parts.append(folded(title, _count(view, len(tables)), *tables, opened=number == last))
    if not parts:
        return element("p", _("No round is seated yet."))
    return section("rounds", _("Who sits where"), *_by_evening(view, parts, opened=True))
