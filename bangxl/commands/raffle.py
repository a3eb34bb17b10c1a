"""`bangxl raffle`: a door prize by lot, which anybody can draw again."""

from bangxl.commands.errors import Refusal
from bangxl.commands.workspace import Source, log_entry, open_workspace, save_with_log
from bangxl.tournament.drawing import door_order
from bangxl.tournament.journal import RAFFLE, pairs, read_pairs
from bangxl.tournament.model import round_code
from bangxl.tournament.roster import departures
from bangxl.workbook.titles import display_names


def raffle(source: Source, prize: str = "") -> tuple[str, ...]:
    """Draw one by the seed of the newest round, among those who sat in it, have not left and have won none; the lines to show.

    Refusal where no round has a seed, or nobody is left.
    """
    workspace = open_workspace(source)
    _, tournament, state = workspace.catalog, workspace.tournament, workspace.state
    number = max((draw.round for draw in tournament.draws), default=0)
    if not number:
        raise Refusal(_("A door prize is drawn by the seed of a round, and no round has one yet: {bangxl seat}."))
    won = [read_pairs(entry.result).get("player") for entry in workspace.log if entry.command == RAFFLE]
    winner = next((one for one in door_order(state, number) if one not in won and one not in departures(state)), None)
    if winner is None:
        raise Refusal(_("Everybody who plays has won a door prize already."))
    entry = log_entry(RAFFLE, stage=round_code(number), result=pairs({"player": winner}), reason=prize.strip())
    save_with_log(workspace, tournament, entry)
    name = display_names(tournament.players)[winner]
    return (_("The door prize goes to {name}.").format(name=name), _("Is the winner not there? Draw once more."))
