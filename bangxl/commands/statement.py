"""`bangxl statement`: one player's own total and how it came about, to hand over (Italy 2010, 1.1)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bangxl.commands.errors import Refusal
from bangxl.commands.workspace import Source, Workspace, open_workspace, require_intact
from bangxl.interchange.tables import ROWS
from bangxl.locale.catalog import dotted, one_line
from bangxl.referto.listings import LEFT, table_size_text
from bangxl.tournament.finals import title_holder
from bangxl.tournament.knockout import paid_at_last_table
from bangxl.tournament.ledger import has_money, ledger, money, start_money
from bangxl.tournament.model import Player
from bangxl.tournament.standings import given_once, standings
from bangxl.workbook import names
from bangxl.workbook.titles import record_title
from bangxl.workbook.words import games_that_count, score_head, word


def statement(source: Source, player: str) -> tuple[str, ...]:
    """The lines of a statement for one player, by id, unique name or words of it. Games that are not complete do not count.

    It holds nobody else's name, money or points, and nobody's rank. Refusal if nobody, or more than one, is meant, and for a
    referto that leaves the money out.
    """
    return statement_of(*_asked(source, player))


def statement_json(source: Source, player: str) -> Mapping[str, object]:
    """The same for programs: ``total`` in dollars, or the points so far where there is no money; their lines of the ledger."""
    workspace, meant = _asked(source, player)
    rows = [row for row in ROWS["ledger"](workspace.state) if row["player"] == meant.id]
    total = sum(_totals(workspace, meant))
    return {"player": meant.id, "name": meant.name, "total": total, "games": rows}


def _asked(source: Source, player: str) -> tuple[Workspace, Player]:
    """The workbook, and the player whom a typed text means. Refusal, also for a report without money."""
    workspace = require_intact(open_workspace(source, reading_only=True))
    _, meant, book = workspace.catalog, workspace.player_meant(player), workspace.book
    if "Report_Secret" in book.names and book.read("Report_Secret")[0] is not None:
        raise Refusal(_("This interim report contains no money. Use the tournament's workbook instead."))
    return workspace, meant


def statement_of(workspace: Workspace, player: Player) -> tuple[str, ...]:
    """The lines of a player's statement, their name in the line before their account; at its end the last code."""
    event, name, (heads, *rows), totals, notes = slip_parts(workspace, player)
    unit, account = workspace.contents.rulebook.unit, list[str]()
    for number, table, role, *amounts in rows:
        said = dotted(role, *(f"{head} {cell} {unit}" for head, cell in zip(heads[3:], amounts, strict=True) if cell))
        account.append(
            f"{record_title(number, table, workspace.catalog, workspace.contents.rulebook)}: {said}" if number else said
        )
    return (*filter(None, [event]), name, *account, *totals, *notes)


def slip_parts(workspace: Workspace, player: Player) -> tuple[str, str, Sequence[Sequence[str]], Sequence[str], Sequence[str]]:
    """The same in parts, to draw: event, name, the account with its headings, totals, what is said below.

    What there is not is empty. Who keeps the slip can prove later that nothing before its code was changed.
    """
    _, tournament, rulebook = workspace.catalog, workspace.tournament, workspace.contents.rulebook
    owned, notes = has_money(workspace.state), list[str]()
    one = names.extent(rulebook, rulebook.maximum_players).tables == 1
    first = _("Game") if one or rulebook.fixed_tables else _("Round")
    rows: list[Sequence[str]] = [(first, _("Table"), _("Role"), _("Paid"), _("Winnings"), _("Total"))]
    if owned:
        rows.append(("", "", _("Start"), "", "", _.number(start_money(workspace.state))))
    for line in ledger(workspace.state):
        place = str(line.game.round), "" if one else str(line.game.table)
        if line.seat.player == player.id and line.settled:
            role = _("Ruling") if line.game.is_ruled else word(line.seat.role, _.language) if line.seat.role else ""
            paid, won, after = (_.number(amount or 0) for amount in (line.cost, line.payout, line.after))
            gain = "+" * ((line.payout or 0) > 0) + won
            amounts = (f"−{paid}" if line.cost else paid, gain, after) if owned else ("", won, "")
            rows.append((*place, role, *amounts))
        elif line.seat.player == player.id:
            text = _("{game}: not complete, so it does not count yet.")
            notes.append(text.format(game=record_title(*place, _, rulebook)))
    if tournament.posted_codes:
        notes.append(_("Code: {code}").format(code=tournament.posted_codes[-1].code))
        notes.append(_("Keep the code. With it you can prove later that nothing before it was changed."))
    event = dotted(tournament.event.name, _.day(tournament.event.date))
    left = [_(LEFT.get(row.status, "")) for row in standings(workspace.state) if row.player == player.id]
    name = dotted(f"{player.name} ({player.id})", *left)
    return event, name, rows, _total(workspace, player), [*notes, *_finals(workspace, player)]


def _total(workspace: Workspace, player: Player) -> list[str]:
    """Their money, or else their points, with what the regulation gives once (Germany, Kopfgeld).

    Above it what ranks where that is another number: a mean, or a league's best or first games.
    """
    _, (total, extra) = workspace.catalog, _totals(workspace, player)
    rule, league, mean = workspace.contents.rulebook.score, workspace.contents.rulebook.league, list[str]()
    for row in standings(workspace.state):
        if row.player != player.id or not row.games:
            continue
        if league and 0 < league.counted < row.games:
            mean = [games_that_count(league, _), *([] if rule.per_game else [f"{_('Score')}: {_.amount(row.score)}"])]
        if rule.per_game:
            start = start_money(workspace.state) if rule.less_start else 0
            score, plain = _.amount(row.score, 0 if rule.rounded else 2), Fraction(total - start, row.games)
            sums = f"({_.number(total)} − {_.number(start)})" if start else _.number(total)
            factor = rule.factor.factor if rule.factor is not None and plain != row.score else 1
            sums += f" / {row.games}" + f" × {_.number(factor, 2)}" * (factor != 1)
            counted = abs(plain * factor - row.score) <= Fraction(rule.rounded, 2)  # a league counts only some games
            mean.append(f"{one_line(score_head(rule, _))}: {f'{sums} = ' * counted}{score}")
    if has_money(workspace.state):
        return [*mean, _("Your total now: {total}").format(total=_.amount(total))]
    once = [f"{table_size_text(workspace.state, _)}: {_.amount(extra)}"] if extra else []
    text = _("Your points so far: {total}") if workspace.tournament.finals is None else _("Your points: {total}")
    return [*once, *mean, text.format(total=_.amount(total + extra))]


def _totals(workspace: Workspace, player: Player) -> tuple[int, int]:
    """Their money or points, and what the regulation gives once for the size of their table where there is no money."""
    return money(workspace.state)[player.id], 0 if has_money(workspace.state) else given_once(workspace.state).get(player.id, 0)


def _finals(workspace: Workspace, player: Player) -> list[str]:
    """What the last table has paid them (G14), not in their total; their title, where not everybody may win it (G15)."""
    _, state = workspace.catalog, workspace.state
    paid = paid_at_last_table(state)
    role = next((seat.role for game in state.tournament.stages for seat in game.seats if seat.player == player.id), None)
    lines = []
    if player.id in paid and role is not None:
        text = _("{game}: {won} as {role}")
        lines.append(text.format(game=_("Last table"), won=_.amount(paid[player.id]), role=word(role, _.language)))
    if "champion" in state.rulebook.articles and title_holder(state) == player.id:
        lines.append(": ".join((_("Title"), state.rulebook.champion)))
    return lines
