"""`bangxl tonight`: who plays this evening of a league."""

from collections.abc import Sequence
from dataclasses import replace

from bangxl.books.port import Changes
from bangxl.commands.asking import Agree, unasked
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.next_step import no_tables_line
from bangxl.commands.workspace import Source, Workspace, log_entry, open_workspace, save_changes, save_with_log
from bangxl.tournament.compositions import sizes_text, table_sizes
from bangxl.tournament.journal import pairs
from bangxl.tournament.league import evenings
from bangxl.tournament.model import game_code, round_code
from bangxl.tournament.options import EVENING
from bangxl.tournament.roster import available
from bangxl.tournament.state import State
from bangxl.workbook.titles import display_names


def tonight(
    source: Source, people: Sequence[str] = (), *, same: bool = False, none: bool = False, show: int = 0, agree: Agree = unasked
) -> tuple[str, ...]:
    """Mark who is there for the next draw: these people, those of the last one (``same``), or nobody, as the evening is over.

    The lines to show; without any of the three nothing is marked. ``show``: an evening whose sheets are to be seen until the next
    command. ``agree`` is told what will be marked. Refusal (usage) for people whom nobody knows, and for an evening that was not
    played.
    """
    workspace = open_workspace(source)
    _, state, tournament = workspace.catalog, workspace.state, workspace.tournament
    if state.rulebook.league is None:
        raise Refusal(_("{title} is no league: who plays is decided before the first draw.").format(title=state.rulebook.title))
    if show:
        return _shown(workspace, show)
    if tournament.finals is not None:
        raise Refusal(_("The elimination phase is already over."))
    if sum(map(bool, (people, same, none))) > 1:
        raise Refusal(_("Give names, {--same} or {--none}: only one of them."), exit_code=USAGE)
    here = {seat.player for game in tournament.round(tournament.rounds_seated) for seat in game.seats} if same else set()
    if same and not here:
        raise Refusal(_("No round has been drawn yet: give the names of those who are there."))
    here |= _meant(workspace, people)
    if here or none:
        *drawn, now = evenings(state)
        options = {**tournament.options, EVENING: str(now + 1)} if none and drawn and drawn[-1] == now else tournament.options
        marked = tuple(replace(player, present=player.id in here) for player in tournament.players)
        later = replace(tournament, players=marked, options=options)
        question = _("Mark them for the next draw? You can change single people on the players' sheet afterwards.")
        agree(_, [question, *_who(workspace, state.with_tournament(later))])
        state = save_with_log(workspace, later, log_entry("tonight", result=pairs({"players": str(len(here))})))
    return (*_who(workspace, state), *([_("Next: write this evening's report with {bangxl report --interim}.")] if none else []))


def _shown(workspace: Workspace, evening: int) -> tuple[str, ...]:
    """Show the sheets of an evening, and open its first. Refusal (usage) if it was not played."""
    _, played = workspace.catalog, evenings(workspace.state)[:-1]
    tabs = [
        tab
        for number, held in enumerate(played, 1)
        if held == evening
        for tab in (round_code(number), *(game_code(number, game.table) for game in workspace.tournament.round(number)))
    ]
    if not tabs:
        text = _("Evening {n} was not played. Choose from: {known}.")
        raise Refusal(text.format(n=evening, known=", ".join(map(str, dict.fromkeys(played))) or "–"), exit_code=USAGE)
    todo = Changes(shown=dict.fromkeys(tabs, True), active=tabs[0])
    save_changes(workspace.book, "tonight", todo, workspace.path, workspace.language)
    return (_("Evening {n}: its sheets are shown. The next command hides them again.").format(n=evening),)


def _meant(workspace: Workspace, people: Sequence[str]) -> set[str]:
    """The players with these names or ids. Refusal (usage) with every name that is nobody's."""
    _, found, wrong = workspace.catalog, set[str](), list[str]()
    for text in people:
        try:
            found.add(workspace.player_meant(text).id)
        except Refusal as refusal:
            wrong += refusal.lines
    if wrong:
        raise Refusal(*wrong, _("Nothing was written."), exit_code=USAGE)
    return found


def _who(workspace: Workspace, state: State) -> list[str]:
    """Who is drawn next, in which evening and at which tables; what would fit, where there are none for so many."""
    _, number, now = workspace.catalog, state.tournament.rounds_seated + 1, evenings(state)[-1]
    here, called = available(state, number), display_names(state.tournament.players)
    if state.rulebook.league and now > state.rulebook.league.evenings:
        return [_("That was the last evening: {bangxl seat} publishes the standings.")]
    if not here:
        return [_("Evening {evening}: nobody is marked yet.").format(evening=now)]
    sizes = table_sizes(state.rulebook, len(here), first_round=number == 1)
    text = _.plural(
        "Evening {evening}: {players} player, tables {sizes}.", "Evening {evening}: {players} players, tables {sizes}.", len(here)
    )
    line = text.format(evening=now, players=len(here), sizes=sizes_text(sizes))
    return [
        line,
        ", ".join(called.get(player, player) for player in here),
        *([] if sizes else [no_tables_line(state.rulebook, len(here), _)]),
    ]
