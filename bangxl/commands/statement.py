"""`bangxl statement`: one player's own total and how it came about, to hand over (Italy 2010, 1.1)."""

from collections.abc import Mapping, Sequence

from bangxl.commands.errors import Refusal
from bangxl.commands.workspace import Source, Workspace, open_workspace, require_intact
from bangxl.interchange.tables import ROWS
from bangxl.locale.catalog import dotted
from bangxl.tournament.finals import title_holder
from bangxl.tournament.knockout import paid_at_last_table
from bangxl.tournament.ledger import LedgerLine, has_money, ledger, money, start_money
from bangxl.tournament.model import Player
from bangxl.tournament.standings import sat_down
from bangxl.workbook import names
from bangxl.workbook.words import word


def statement(source: Source, player: str) -> tuple[str, ...]:
    """The lines of a statement for one player, by id, unique name or words of it. Games that are not complete do not count.

    It holds nobody else's name, money or points, and nobody's rank. Refusal if nobody, or more than one, is meant, and for a
    referto that leaves the money out.
    """
    return statement_of(*_asked(source, player))


def statement_json(source: Source, player: str) -> Mapping[str, object]:
    """The same for programs: ``total`` in dollars, or the winnings so far where there is no money; their lines of the ledger."""
    workspace, meant = _asked(source, player)
    rows = [row for row in ROWS["ledger"](workspace.state) if row["player"] == meant.id]
    total = sum(_totals(workspace, meant))
    return {"player": meant.id, "name": meant.name, "total": total, "games": rows}


def _asked(source: Source, player: str) -> tuple[Workspace, Player]:
    """The workbook, and the player whom a typed text means. Refusal, also for a report without money."""
    workspace = require_intact(open_workspace(source, reading_only=True))
    _, meant, book = workspace.text, workspace.player_meant(player), workspace.book
    if "Report_Secret" in book.names and book.read("Report_Secret")[0] is not None:
        raise Refusal(_("This interim report contains no money. Use the tournament's workbook instead."))
    return workspace, meant


def statement_of(workspace: Workspace, player: Player) -> tuple[str, ...]:
    """The lines of a player's statement, their name in the line before their account; at its end the last code."""
    event, name, _rows, totals, notes = slip_of(workspace, player)
    return (*filter(None, [event]), name, *_account(workspace, _games(workspace, player)), *totals, *notes)


def slip_of(workspace: Workspace, player: Player) -> tuple[str, str, Sequence[Sequence[str]], Sequence[str], Sequence[str]]:
    """The same in parts, to draw. Who keeps the slip can prove later that nothing before its code was changed."""
    _, tournament, own = workspace.text, workspace.tournament, _games(workspace, player)
    event = dotted(tournament.event.name, _.day(tournament.event.date))
    text = _("{game}: not complete, so it does not count yet.")
    notes = [text.format(game=_game(workspace, line)) for line in own if not line.settled]
    if tournament.posted:
        notes.append(_("Code: {code}").format(code=tournament.posted[-1].code))
        notes.append(_("Keep the code. With it you can prove later that nothing before it was changed."))
    name, notes = f"{player.name} ({player.id})", [*notes, *_finals(workspace, player)]
    return event, name, _rows(workspace, own), _total(workspace, player), notes


def _games(workspace: Workspace, player: Player) -> list[LedgerLine]:
    return [line for line in ledger(workspace.state) if line.seat.player == player.id]


def _rows(workspace: Workspace, lines: Sequence[LedgerLine]) -> list[Sequence[str]]:
    """The headings of the account, a line for the start, and one for each game that counts; what there is not is empty."""
    _, rulebook, owned, one = workspace.text, workspace.contents.rulebook, has_money(workspace.state), _at_one_table(workspace)
    first = _("Game") if one or rulebook.fixed_tables else _("Round")
    rows: list[Sequence[str]] = [(first, _("Table"), _("Role"), _("Paid"), _("Winnings"), _("Total"))]
    if owned:
        rows.append(("", "", _("Start"), "", "", _.number(start_money(workspace.state))))
    for line in lines:
        if line.settled:
            role = _("Ruling") if line.game.is_ruled else word(line.seat.role, _.language) if line.seat.role else ""
            paid, won, after = (_.number(amount or 0) for amount in (line.cost, line.payout, line.after))
            money = (f"−{paid}" if line.cost else paid, f"+{won}" if line.payout else won, after) if owned else ("", won, "")
            rows.append((str(line.game.round), "" if one else str(line.game.table), role, *money))
    return rows


def _account(workspace: Workspace, lines: Sequence[LedgerLine]) -> list[str]:
    """A line for the start and for each game that counts."""
    _ = workspace.text
    if has_money(workspace.state):
        account = [_("At the start: {total}").format(total=_.amount(start_money(workspace.state)))]
        played = _("{game}: paid {paid}, won {won} as {role}, then {total}")
        ruled = _("{game}: paid {paid}, won {won} by the referee's ruling, then {total}")
    else:
        account, played, ruled = [], _("{game}: {won} as {role}"), _("{game}: {won} by the referee's ruling")
    for line in lines:
        if line.settled:
            text = ruled if line.game.is_ruled else played
            amounts = {"paid": line.cost or 0, "won": line.payout or 0, "total": line.after or 0}
            values = {key: _.amount(amount) for key, amount in amounts.items()}
            role = word(line.seat.role, _.language) if line.seat.role else ""
            account.append(text.format(game=_game(workspace, line), role=role, **values))
    return account


def _game(workspace: Workspace, line: LedgerLine) -> str:
    _, rulebook = workspace.text, workspace.contents.rulebook
    if _at_one_table(workspace):
        return _("Game {round}").format(round=line.game.round)
    text = _("Game {round} · Table {table}") if rulebook.fixed_tables else _("Round {round} · Table {table}")
    return text.format(round=line.game.round, table=line.game.table)


def _at_one_table(workspace: Workspace) -> bool:
    rulebook = workspace.contents.rulebook
    return names.extent(rulebook, rulebook.maximum_players).tables == 1


def _total(workspace: Workspace, player: Player) -> list[str]:
    """Their money, or if there is none their points so far, with what the regulation gives once (Germany, Kopfgeld)."""
    _, size, (total, extra) = workspace.text, sat_down(workspace.state).get(player.id, 0), _totals(workspace, player)
    if has_money(workspace.state):
        return [_("Your total now: {total}").format(total=_.amount(total))]
    text = _("For a table of {players}: {total}")
    once = [text.format(players=size, total=_.amount(extra))] if extra else []
    return [*once, _("Your winnings so far: {total}").format(total=_.amount(total + extra))]


def _totals(workspace: Workspace, player: Player) -> tuple[int, int]:
    """Their money or points, and what the regulation gives once for the size of their table where there is no money."""
    once = {} if has_money(workspace.state) else workspace.contents.rulebook.score.once or {}
    return money(workspace.state)[player.id], once.get(sat_down(workspace.state).get(player.id, 0), 0)


def _finals(workspace: Workspace, player: Player) -> list[str]:
    """What the last table has paid them (G14), not in their total; their title, where not everybody may win it (G15)."""
    _, state = workspace.text, workspace.state
    paid = paid_at_last_table(state)
    role = next((seat.role for game in state.tournament.stages for seat in game.seats if seat.player == player.id), None)
    lines = []
    if player.id in paid and role is not None:
        text = _("{game}: {won} as {role}")
        lines.append(text.format(game=_("Last table"), won=_.amount(paid[player.id]), role=word(role, _.language)))
    if "champion" in state.rulebook.articles and title_holder(state) == player.id:
        label = _("Title")
        lines.append(f"{label}: {state.rulebook.champion}")
    return lines
