"""How a game ends, as a record sheet asks it (docs/dev/decisions.md): the states of each seat, and the ends that no game has."""

from __future__ import annotations

from bangxl.sheets.context import Context
from bangxl.sheets.record.cells import Layout, cell
from bangxl.tournament.model import Role, Status

Case = tuple[str, str]
"""A condition, and the code of its problem; "" where all is well."""


def end_cases(ctx: Context) -> list[Case]:
    """What can be wrong with a seat's state, or is missing."""
    duel = '(Seat_Status="final_duel")'
    return [
        ('Status=""', "status_missing"),
        ('Seat_Status="?"', "status_unknown"),
        (f'{duel}*(Seat_Role<>"")*(Seat_Role<>"renegade")', "duel_role"),
        (f"{duel}*{cell(ctx, Role.DEPUTY)}", "duel_deputy"),
        *last_cases(ctx.rulebook.among_last, cell(ctx, "Won"), f"{cell(ctx, 'Typed')}={cell(ctx, 'Size')}"),
        ('Payout="?"', "unpaid"),
    ]


def last_cases(last: int, won: str, whole: str) -> list[Case]:
    """No more can be among the last than there were: the living, who is marked, and who fell last of all, marked or not.

    ``won`` is the cell with the code of the outcome, ``whole`` whether all seats are filled in.
    """
    if not last:
        return []
    stood = "+".join(f'COUNTIF(Seat_Status,"{status}")' for status in Status if status != "eliminated")
    enemies = "+".join(f'COUNTIFS(Seat_Role,"{role}",Seat_Status,"among_last")' for role in (Role.OUTLAW, Role.RENEGADE))
    enemy = f'({enemies}+COUNTIF(Seat_Status,"final_duel")=0)*1'
    unmarked = f'IF({won}="law",{enemy},COUNTIFS(Seat_Role,"sheriff",Seat_Status,"eliminated"))'
    known = f'({won}<>"")*({whole})'
    return [(f'(Seat_Status="among_last")*{known}*({stood}+{unmarked}>{last})', "last_many")]


def impossible(layout: Layout) -> list[Case]:
    """How no game ends (docs/dev/decisions.md)."""
    won, sheriff, deputy, outlaw, renegade = (layout.cells[key] for key in ("Won", *Role))
    law, outlaws = f'({won}="law")', f'({won}="outlaws")'
    return [
        (f"{law}*({sheriff}=0)", "law_sheriff"),
        (f"{law}*({outlaw}+{renegade}>0)", "law_others"),
        (f"{outlaws}*({sheriff}>0)", "outlaws_sheriff"),
        (f"{outlaws}*({outlaw}=0)*({renegade}*({renegade}+{deputy}-1)=0)", "outlaws_alive"),
        (f'({won}="renegade")*(({renegade}=0)+(COUNTIF(Seat_Status,"alive")<>1))', "renegade_alone"),
    ]
