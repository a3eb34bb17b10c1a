"""`bangxl slip`: what one player may know, on a slip to hand over: his own total, and how it came about (Italy 2010, 1.1)."""

from __future__ import annotations

from collections.abc import Sequence

from bangxl.commands.errors import Refusal
from bangxl.commands.workspace import Source, Workspace, open_workspace, whole
from bangxl.tournament.finals import title_holder
from bangxl.tournament.knockout import paid_at_last_table
from bangxl.tournament.ledger import LedgerLine, has_money, ledger, money, start_money
from bangxl.tournament.model import Player
from bangxl.tournament.standings import start_sizes
from bangxl.workbook import names
from bangxl.workbook.words import word


def slip(source: Source, player: str) -> tuple[str, ...]:
    """The lines of a slip for one player, an id, a unique name or words of it. Games that are not complete do not count.

    It holds nobody else's name, money or points, and nobody's rank. Refusal where nobody, or more than one, is meant, and for a
    referto that leaves the money out.
    """
    workspace = whole(open_workspace(source, reading_only=True))
    _, found = workspace.text, workspace.player_meant(player)
    if _leaves_money_out(workspace):
        raise Refusal(_("This interim referto leaves the money out. Ask the tournament's workbook."))
    return slip_of(workspace, found)


def slip_of(workspace: Workspace, found: Player) -> tuple[str, ...]:
    """The lines of a player's slip, his name in the line before his account."""
    _, tournament = workspace.text, workspace.tournament
    lines = [line for line in ledger(workspace.state) if line.seat.player == found.id]
    event = " · ".join(part for part in (tournament.event.name, _.day(tournament.event.date)) if part)
    head = [event, f"{found.name} ({found.id})"] if event else [f"{found.name} ({found.id})"]
    account = (*_account(workspace, lines), *_total(workspace, found), *_open(workspace, lines), *_code(workspace))
    return (*head, *account, *_finals(workspace, found))


def _code(workspace: Workspace) -> list[str]:
    """The last code: who keeps the slip can prove later that nothing before it was changed."""
    _, codes = workspace.text, [one.code for one in workspace.tournament.posted]
    return [_("Code: {code}").format(code=codes[-1])] if codes else []


def _leaves_money_out(workspace: Workspace) -> bool:
    return "Report_Secret" in workspace.book.names and workspace.book.read("Report_Secret")[0] is not None


def _account(workspace: Workspace, lines: Sequence[LedgerLine]) -> list[str]:
    """A line for the start and for each game that counts."""
    _ = workspace.text
    if has_money(workspace.state):
        start = [_("At the start: {total}").format(total=_.amount(start_money(workspace.state)))]
        played = _("{game}: paid {paid}, won {won} as {role}, then {total}")
        ruled = _("{game}: paid {paid}, won {won} by the referee's ruling, then {total}")
    else:
        start, played, ruled = [], _("{game}: {won} as {role}"), _("{game}: {won} by the referee's ruling")
    texts = [(ruled if line.game.is_ruled else played, line) for line in lines if line.settled]
    return [*start, *(text.format(game=_game(workspace, line), **_sums(workspace, line)) for text, line in texts)]


def _sums(workspace: Workspace, line: LedgerLine) -> dict[str, str]:
    _ = workspace.text
    role = word(line.seat.role, _.language) if line.seat.role else ""
    amounts = {"paid": line.cost or 0, "won": line.payout or 0, "total": line.after or 0}
    return {"role": role} | {key: _.amount(amount) for key, amount in amounts.items()}


def _game(workspace: Workspace, line: LedgerLine) -> str:
    _, rulebook = workspace.text, workspace.contents.rulebook
    if names.extent(rulebook, rulebook.maximum_players).tables == 1:
        return _("Game {round}").format(round=line.game.round)
    return _("Round {round} · Table {table}").format(round=line.game.round, table=line.game.table)


def _total(workspace: Workspace, player: Player) -> list[str]:
    """His money, or where there is none his points so far, with what the regulation gives once (Germany, Kopfgeld)."""
    _, rulebook = workspace.text, workspace.contents.rulebook
    total = money(workspace.state)[player.id]
    if has_money(workspace.state):
        return [_("Your total now: {total}").format(total=_.amount(total))]
    size = start_sizes(workspace.state).get(player.id, 0)
    extra = (rulebook.score.once or {}).get(size, 0)
    text = _("For a table of {players}: {total}")
    once = [text.format(players=size, total=_.amount(extra))] if extra else []
    return [*once, _("Your points so far: {total}").format(total=_.amount(total + extra))]


def _open(workspace: Workspace, lines: Sequence[LedgerLine]) -> list[str]:
    """The games that do not count yet."""
    _ = workspace.text
    text = _("{game}: not complete, it does not count yet.")
    return [text.format(game=_game(workspace, line)) for line in lines if not line.settled]


def _finals(workspace: Workspace, player: Player) -> list[str]:
    """What the last table has paid him (G14), not in his total; his title, where not everybody may win it (G15)."""
    _, state = workspace.text, workspace.state
    paid = paid_at_last_table(state)
    role = next((seat.role for game in state.tournament.stages for seat in game.seats if seat.player == player.id), None)
    lines = []
    if player.id in paid and role is not None:
        text = _("{game}: {won} as {role}")
        lines.append(text.format(game=_("Last table"), won=_.amount(paid[player.id]), role=word(role, _.language)))
    if "champion" in state.rulebook.articles and title_holder(state) == player.id:
        lines.append(f"{_('Title')}: {state.rulebook.champion}")
    return lines
