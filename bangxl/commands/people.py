"""`bangxl names` and `bangxl rename`: a result belongs to a person, whatever has happened to the lines of the list."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bangxl.books.port import Cell, Changes, Value
from bangxl.commands.errors import USAGE, Reason, Refusal, reason_for
from bangxl.commands.workspace import Source, Workspace, log_entry, open_workspace, require_cells, save_with_log
from bangxl.tournament.checks.entries import DISPLACED, lines_since_the_draw, names_since_the_draw
from bangxl.tournament.identity import LONGEST_NAME, canonical, fold_name, in_any_order
from bangxl.tournament.journal import MOVED_WITH_NAMES, marks_logged, marks_of, names_logged, rename_entry
from bangxl.tournament.model import Player
from bangxl.workbook.notice_lines import cells_text
from bangxl.workbook.notices import cell_of, moved_to_row


def put_back(source: Source) -> tuple[str, ...]:
    """Put the drawn names back where they were, with the cells that moved with them; the lines to show.

    Players who were not drawn keep a line too. A stranger typed over a name goes, and is named. Refusal if no line is wrong.
    """
    workspace = require_cells(open_workspace(source))
    _, players, rows = workspace.catalog, workspace.tournament.players, workspace.contents.rows
    after, lost = _with_names(workspace, players)
    after = _with_lines(workspace, players, after)
    changed = [(index, one) for index, one in enumerate(after) if one != players[index]]
    missing = _lost_players(workspace)
    if not changed and not missing:
        if respelt := [str(workspace.locate(moved_to_row(one, rows))) for one in names_since_the_draw(workspace.state)]:
            text = _("All names are on their lines, but not all as they were drawn. Type any that is wrong again:")
            raise Refusal(text, *respelt)
        raise Refusal(_("All names are on their lines: there is nothing to put back. If a name is wrong, use {bangxl rename}."))
    gone = [rows.player(index) for index, one in changed if not one.name]
    columns = ("Id", "Name", *MOVED_WITH_NAMES.values())  # emptied on a line that nobody has left
    cells: dict[Cell, Value] = {(f"Players_{column}", row): None for row in gone for column in columns}
    for row, (number, name) in missing.items():
        cells |= {("Players_Id", row): number, ("Players_Name", row): name}
    tournament = replace(workspace.tournament, players=after)
    result = " ".join([*(one.id for _index, one in changed), *(number for number, _name in missing.values())])
    save_with_log(workspace, tournament, log_entry("names", result=result), Changes(cells))
    lines = [_("The players' lines are as they were drawn") + "."]
    renamed = ((players[index].name, one) for index, one in changed if one.name != players[index].name)
    lines += [f"{one.id}: {before or '–'} → {one.name or '–'}" for before, one in renamed]
    lines += [f"{number}: – → {name}" for number, name in missing.values()]
    if stayed := _cells_left_behind(workspace, after):
        text = _("bangxl left {cells} alone: they were typed after the draw. Check that they are on the right lines.")
        lines.append(text.format(cells=stayed))
    if lost:
        lines.append(_("These names were typed over others, and are off the list: {names}.").format(names=", ".join(lost)))
    return tuple(lines)


def _lost_players(workspace: Workspace) -> Mapping[int, tuple[str, str]]:
    """Drawn players whose ids are gone: the line of each, where their name still stands or a free one."""
    here, rows = {one.id for one in workspace.tournament.players}, workspace.contents.rows
    drawn, found = names_logged(workspace.log), dict[int, tuple[str, str]]()
    others = {
        in_any_order(one.name): row
        for row, one in zip(rows.players, workspace.tournament.players, strict=True)
        if one.id not in drawn
    }
    for number, called in sorted(drawn.items()):
        if number not in here:
            row = others.get(in_any_order(called[-1]), rows.free(number))
            if row < rows.places:
                found[row] = (number, called[-1])
                rows = replace(rows, players=tuple(sorted({*rows.players, row})))
    return found


def _cells_left_behind(workspace: Workspace, after: Sequence[Player]) -> str:
    """The cells beside the names put back that are not as at the draw, so that nobody knows whose they are."""
    logged, rows, book = marks_logged(workspace.log), workspace.contents.rows, workspace.book
    pairs = enumerate(zip(workspace.tournament.players, after, strict=True))
    moved = [(index, one) for index, (before, one) in pairs if one.name != before.name and one.id in logged]
    cells = [
        cell_of(book, f"Players_{column}", rows.player(index))[1]
        for at, column in enumerate(MOVED_WITH_NAMES.values())
        for index, one in moved
        if marks_of(one)[at] != logged[one.id][at]
    ]
    return cells_text(cells) if cells else ""


def _with_names(workspace: Workspace, players: Sequence[Player]) -> tuple[tuple[Player, ...], list[str]]:
    """The players with the drawn names in place, and the names that no line is left for."""
    drawn = names_logged(workspace.log)
    here = {one.id for one in players}
    found = (one for one in names_since_the_draw(workspace.state) if one.code in DISPLACED)
    wrong = {one.at.index for one in found if one.values["number"] in here}
    right = {index: drawn[players[index].id][-1] for index in wrong}
    placed = {in_any_order(name) for name in right.values()}
    others = [index for index, one in enumerate(players) if one.id not in drawn and in_any_order(one.name) in placed]
    stay = placed | {in_any_order(one.name) for index, one in enumerate(players) if one.id in drawn and index not in right}
    spare = [players[index].name for index in sorted((*right, *others)) if in_any_order(players[index].name) not in stay]
    spare = [name for name in spare if name.strip()]
    holders = {in_any_order(name): index for index, name in right.items()}
    pushed = dict[int, str]()
    for index in others:  # their name is where the name on their line should be, or where that one's is
        name, lines = players[index].name, {*holders.values()}
        while (line := holders.get(in_any_order(name))) in lines:
            lines.remove(line)
            name = players[line].name
        if name in spare:
            pushed[index] = name
            spare.remove(name)
    right |= {index: pushed[index] if index in pushed else spare.pop(0) if spare else "" for index in others}
    return tuple(replace(one, name=right.get(index, one.name)) for index, one in enumerate(players)), spare


def _with_lines(workspace: Workspace, before: Sequence[Player], after: Sequence[Player]) -> tuple[Player, ...]:
    """The players with what stood beside their names when they were drawn, where it stands on other lines now.

    Nothing is lost: cells only change places, and only in a column in which most of them find their line.
    """
    logged = marks_logged(workspace.log)
    stood = {in_any_order(one.name): index for index, one in enumerate(before)}
    came = {index: stood.get(in_any_order(one.name), index) for index, one in enumerate(after)}
    moved = {index for index, one in enumerate(after) if one.name != before[index].name}
    if not moved and not any(lines_since_the_draw(workspace.state)):
        return tuple(after)
    people = [*after]
    for at, key in enumerate(MOVED_WITH_NAMES):
        wanted = {index: logged[one.id][at] for index, one in enumerate(after) if one.id in logged}
        now = {index: marks_of(one)[at] for index, one in enumerate(before)}
        values = {index: getattr(one, key) for index, one in enumerate(before)}
        undrawn = moved - wanted.keys()
        lines = [index for index in now if index in undrawn or wanted.get(index, now[index]) != now[index]]
        for index, line in _source_lines(lines, wanted, now, came, values).items():
            people[index] = replace(people[index], **{key: values[line]})
    if people != [*after]:  # whole lines have moved: what each has paid has gone along
        people = [replace(one, paid=before[came[at]].paid, fee=before[came[at]].fee) for at, one in enumerate(people)]
    return tuple(people)


def _source_lines(
    lines: Sequence[int], wanted: Mapping[int, str], now: Mapping[int, str], came: Mapping[int, int], values: Mapping[int, object]
) -> Mapping[int, int]:
    """From which line each of these takes its cell; nothing where that is not clear."""
    free, taken = [*lines], dict[int, int]()
    for index in lines:
        fits = [line for line in free if now[line] == wanted.get(index)]
        if came[index] in fits:
            fits = [came[index]]
        if len({values[line] for line in fits}) > 1:
            return {}
        if fits:
            taken[index] = fits[0]
            free.remove(fits[0])
    if 2 * len(taken) <= sum(index in wanted for index in lines):
        return {}
    for index in lines:
        if index not in taken:
            line = next((line for line in (came[index], index) if line in free), free[0])
            taken[index] = line
            free.remove(line)
    return taken


def rename(source: Source, player: str, name: str, reason: Reason) -> tuple[str, ...]:
    """Correct the name of a drawn player, with a reason in the log and the report; the lines to show.

    ``player``: the id, or the name with which the player was drawn, whatever stands on the line now. Refusal for somebody else's
    name, and for a player who was not drawn.
    """
    workspace = open_workspace(source)
    _, drawn, tournament = workspace.catalog, names_logged(workspace.log), workspace.tournament
    people = tuple(replace(one, name=drawn.get(one.id, [one.name])[-1]) for one in tournament.players)
    contents = replace(workspace.contents, tournament=replace(tournament, players=people))
    meant, new = replace(workspace, contents=contents).player_meant(player), canonical(name)
    if meant.id not in drawn:
        text = _("{name} was not drawn. Type the right name in the cell on the players' sheet.")
        raise Refusal(text.format(name=meant.name))
    if not fold_name(new):
        raise Refusal(_("The name is blank. Nothing was written."), exit_code=USAGE)
    if len(new) > LONGEST_NAME:
        text = _("This name has {length} characters; more than {most} do not fit on the sheets. Nothing was written.")
        raise Refusal(text.format(length=len(new), most=LONGEST_NAME), exit_code=USAGE)
    if other := next((one for one in people if one.id != meant.id and in_any_order(one.name) == in_any_order(new)), None):
        text = _("{number} is already {name}. Add something to tell them apart, or put the drawn names back with {bangxl names}.")
        raise Refusal(text.format(name=other.name, number=other.id), exit_code=USAGE)
    about = _("{number}: {drawn} will be called {name}, and keeps all results.")
    about = about.format(number=meant.id, drawn=meant.name, name=new)
    why = reason_for(reason, about, _("A corrected name needs a reason: {--reason TEXT}."))
    after = tuple(replace(one, name=new) if one.id == meant.id else one for one in tournament.players)
    entry = log_entry("rename", stage=meant.id, result=rename_entry(meant.id, meant.name, new), reason=why)
    lines = [workspace.contents.rows.event(at) for at, event in enumerate(tournament.events) if event.player == meant.id]
    cells = {("Events_Player", line): meant.id for line in lines}
    save_with_log(workspace, replace(tournament, players=after), entry, Changes(cells))
    done = _("{number}: {drawn} is now called {name}. The report shows it with the reason.")
    return (done.format(number=meant.id, drawn=meant.name, name=new),)
