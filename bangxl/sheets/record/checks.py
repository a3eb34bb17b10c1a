"""What a record sheet finds out about itself: hidden numbers of findings, and questions about the table with their signs.

A finding is a number of `texts.PROBLEMS`, and the least is the worst.

The stamp says when Python has recomputed the sheet, with which result, and whether that still holds. Python writes two cells: the
text, and the key of the inputs that it looked at. Formulas say whether all inputs have arrived that no stamp is of, and show the
stamp under the table's questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

from openpyxl.utils import column_index_from_string, get_column_letter

from bangxl.sheets.cells import first_of, plain
from bangxl.sheets.context import Context
from bangxl.sheets.record.cells import (
    LIST,
    OUTCOME,
    RULING,
    RULING_BELOW,
    Layout,
    cell,
    column,
    cost,
    ends,
    has_money,
    layout_of,
    letter,
    rows,
    signs,
)
from bangxl.sheets.record.texts import MISSING, NAMELESS, NONE, label, number, with_step
from bangxl.sheets.styles import CENTRE, Sheet
from bangxl.tournament.model import Role, Status
from bangxl.tournament.rulebook import Auction, SheriffRule
from bangxl.workbook.fields import Field, InputKind, fields
from bangxl.workbook.names import STAMP, record_sheet

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


class Question(NamedTuple):
    """What is asked of the table: the worst finding, the text, and a name that is 0 while nothing is to be asked."""

    worst: str
    text: str
    unless: str = ""


def findings(sheet: Sheet, round_number: int, table: int, ctx: Context) -> None:
    """Hidden: the worst finding on each part of a line, and on the line."""
    parts = [key for key in layout_of(ctx.rulebook).hidden if key.startswith("On_") and key != "On_Line"]
    nobody = [(f'(Player="")+{cell(ctx, "Ruling_On")}', "")]
    # A ruling has an amount for everybody, and among the events a reason
    begun, why = cell(ctx, "Ruling_On"), cell(ctx, "Ruling_Why")
    ended = [
        ('Player=""', ""),
        *[(f'{begun}*({why}="")', "ruling_reason"), (f"{begun}*NOT(ISNUMBER({RULING}))", "ruling_missing")],
        *_unless_ruled(ctx),
    ]
    for row in rows(ctx):
        for part in parts:
            first = ended if part == "On_End" else nobody
            cases = [*first, *_cases(part, row, round_number, table, ctx)]
            sheet[f"{letter(ctx, part)}{row}"] = "=" + _numbered(*cases)
        sheet[f"{letter(ctx, 'gap_row')}{row}"] = f'=IF((On_Line>={MISSING})*(On_Line<{NAMELESS}),ROW(),"")'
        sheet[f"{letter(ctx, 'On_Line')}{row}"] = f"=MIN({letter(ctx, parts[0])}{row}:{letter(ctx, parts[-1])}{row})"


def _cases(part: str, row: int, round_number: int, table: int, ctx: Context) -> list[Case]:
    match part:
        case "On_Character":
            # characters matter where they are bought
            auction = ctx.rulebook.auction
            if auction is None:
                blank = [('Character=""', "")]
            else:
                blank = [('(Character="")*(Auction_Played=0)', "")] if auction.optional else []
                blank.append(('Character=""', "character_missing"))
            return [*SEATED, *blank, *CHARACTER]
        case "On_Bid":
            auction = ctx.rulebook.auction
            if auction is None:
                bid_cases = []
            else:
                bid_cases = [
                    *([("Auction_Played=0", "")] if auction.optional else []),
                    ('Bid=""', "bid_missing"),
                    ("NOT(ISNUMBER(Bid))", "bid_text"),
                    *_amount_cases(auction),
                ]
            return [*bid_cases, *_kept_cases(row, round_number, table, ctx)]
        case "On_Cards":
            return _card_cases(row, round_number, table, ctx)
        case "On_Role":
            # roles as the table's size demands; where seat 1 is the Sheriff's, nobody else is
            cases = [('Role=""', "role_missing"), ('Seat_Role="?"', "role_unknown")]
            often = (too_many(layout_of(ctx.rulebook), "Seats"), "role_often")
            if ctx.rulebook.sheriff is not SheriffRule.SEAT_1:
                role_cases = [*cases, ('(Seat_Role="sheriff")*(COUNTIF(Seat_Role,"sheriff")>1)', "sheriff_twice"), often]
            else:
                star = [
                    ('(Seat=1)*(Seat_Role<>"sheriff")', "sheriff_missing"),
                    ("Seat=1", ""),
                    ('Seat_Role="sheriff"', "sheriff_twice"),
                ]
                role_cases = [*cases, *star, often]
            return role_cases
        case "On_Kills":
            dead = f'COUNTIF(Seat_Role,"outlaw")-{cell(ctx, Role.OUTLAW)}'
            return [
                ("Amount_Outlaw_Killed=0", ""),
                (_whole("Outlaws_Killed"), "kills_text"),
                (f"(Outlaws_Killed>0)*({cell(ctx, 'Typed')}={cell(ctx, 'Size')})*(SUM(Outlaws_Killed)>{dead})", "kills_many"),
            ]
        case "On_End":
            return [*end_cases(ctx), *chain.from_iterable(_mark_cases(field, ctx) for field in fields(ctx.rulebook))]
    raise KeyError(part)


def _unless_ruled(ctx: Context) -> list[Case]:
    """Nothing is wrong or missing where the referee decides (G10)."""
    return [(cell(ctx, "Ruling_On"), "")]


def _numbered(*cases: Case) -> str:
    """The number of the first problem whose condition holds; "" is no problem."""
    told = ((condition, str(number(problem)) if problem else str(NONE)) for condition, problem in cases)
    return first_of(*told, otherwise=str(NONE))


def _whole(name: str) -> str:
    """Whether a cell that is not blank holds anything but a whole number from 0 on."""
    return f'IF({name}="",FALSE,IF(ISNUMBER({name}),({name}<0)+({name}<>INT({name}))>0,TRUE))'


SEATED: Final[Sequence[Case]] = (('Player_Id="?"', "player_unknown"), ("COUNTIF(Player_Id,Player_Id)>1", "player_twice"))
"""What can be wrong with who sits there."""


CHARACTER: Final[Sequence[Case]] = (
    ('Seat_Character="?"', "character_unknown"),
    ("COUNTIF(Seat_Character,Seat_Character)>1", "character_twice"),
)
"""What can be wrong with a character that is typed."""


def _amount_cases(auction: Auction) -> list[Case]:
    """What may be bid. Who owns less than the minimum pays it all the same and may owe it, or pays what he has (DV-5)."""
    least, step = auction.minimum, auction.step
    odd = "bid_step" if step > 1 else "bid_text"
    if auction.debt or not least:
        return [(f"Bid<{least}", "bid_low"), (f"MOD(Bid,{step})<>0", odd), (f"(Bid>Before)*(Bid>{least})", "bid_high")]
    return [
        (f"(Bid<0)+(Bid<{least})*((Before>={least})+(Bid<Before))>0", "bid_low"),
        (f"(Bid>={least})*(MOD(Bid,{step})<>0)", odd),
        ("(Bid>Before)*(Bid>0)", "bid_high"),
    ]


def _kept_cases(row: int, round_number: int, table: int, ctx: Context) -> list[Case]:
    """Who was alive at the end of the game before may keep his character, and no other, for what it has cost him (R07-10).

    What nobody has written down, as in a game that the referee decided, forbids nothing (G10).
    """
    auction = ctx.rulebook.auction
    if auction is None or not auction.reconfirm:
        return []
    kept = 'Seat_Kept="yes"'
    before = f"{record_sheet(round_number - 1, table)}!$"
    if round_number == 1:
        no_right = [(kept, "kept_first")]
    else:
        ended, had, paid = (f"{before}{letter(ctx, key)}{row}" for key in ("Seat_Status", "Seat_Character", "Bid"))
        fell = f'({ended}<>"")*({ended}<>"alive")'
        other = f'({had}<>"")*(Character<>"")*({had}<>Seat_Character)'
        price = f"({kept})*ISNUMBER({paid})*({paid}<>Bid)"
        no_right = [(f"({kept})*({fell}+{other}>0)", "kept_dead"), (price, "kept_price")]
    return [('Seat_Kept="?"', "kept_unknown"), *no_right]


def _card_cases(row: int, round_number: int, table: int, ctx: Context) -> list[Case]:
    """Cards kept lay before a player at the end of the game before, and are paid with money already earned (Esperienza).

    As many as life points in the game to come, where they replace cards in hand: the Sheriff has one more (DV-9).
    """
    left = f"Before-SUM({letter(ctx, 'Bid')}{row})*Auction_Played" if ctx.rulebook.auction is not None else "Before"
    most = max(ctx.rulebook.characters.values())
    ended = f"{record_sheet(round_number - 1, table)}!${letter(ctx, 'Seat_Status')}{row}"
    fell = "(" + "+".join(f'({ended}="{status}")' for status in ends(ctx.rulebook)[1:]) + ")"
    lives = f"IFERROR(INDEX(Character_Lives,MATCH(Seat_Character,Character_List,0)),{most})"
    return [
        ("Amount_Card=0", ""),
        ('Cards_Kept=""', ""),
        (_whole("Cards_Kept"), "cards_text"),
        ("Cards_Kept>0", "cards_first") if round_number == 1 else (f"(Cards_Kept>0)*{fell}", "cards_dead"),
        (f'Cards_Kept>{lives}+((Role="")+(Seat_Role="sheriff")>0)', "cards_many"),
        (f"(Cards_Kept>0)*(Cards_Kept*Amount_Card>{left})", "cards_price"),
    ]


def too_many(layout: Layout, cards: str) -> str:
    """Whether more have the row's role than a table of this size has cards of it, in the lists ``<cards>_Key`` and ``_Count``."""
    allowed = f'IFERROR(INDEX({cards}_Count,MATCH({layout.cells["Size"]}&"|"&Seat_Role,{cards}_Key,0)),0)'
    return f"COUNTIF(Seat_Role,Seat_Role)>{allowed}"


def _mark_cases(field: Field, ctx: Context) -> list[Case]:
    """Of a mark that belongs to the end of the game: without rules of its own, whether it can be read."""
    match field.problem:
        case "lives":
            # life points left: some if alive, none if not, and no more than the character's; the Sheriff has one more
            most = max(ctx.rulebook.characters.values())
            living = '(Seat_Status="alive")'
            return [
                (_whole("Lives"), "lives_text"),
                (f'{living}*(Lives="")', "lives_missing"),
                (f"{living}*(Lives=0)", "lives_alive"),
                ('(Seat_Status<>"alive")*(Lives>0)', "lives_dead"),
                (f'Lives>{most}+(Seat_Role="sheriff")', "lives_many"),
            ]
        case "killer":
            # A Deputy can have eliminated his Sheriff only if the Outlaws win and he, one of them, is alive
            won = cell(ctx, "Won")
            return [
                ('Seat_Killed="?"', "killer_unknown"),
                ('Seat_Killed<>"yes"', ""),
                ('(Seat_Role<>"")*((Seat_Role<>"deputy")+(Seat_Status<>"alive"))>0', "killer_role"),
                ('COUNTIF(Seat_Killed,"yes")>1', "killer_twice"),
                (f'({won}<>"")*({won}<>"outlaws")>0', "killer_outcome"),
            ]
        case "" if field.is_mark:
            unknown = f'{field.code}="?"' if field.kind is InputKind.MARK else _whole(field.name)
            return [(unknown, f"{field.attribute}_unknown")]
    return []


def table_questions(ctx: Context) -> list[Question]:
    """The questions about the table as a whole."""
    rulebook = ctx.rulebook
    auction, played = rulebook.auction, "Auction_Played" if rulebook.auction and rulebook.auction.optional else ""
    if ctx.rulebook.sheriff is SheriffRule.SEAT_1:
        roles = _least("On_Role", ctx)
    else:
        size = cell(ctx, "Size")
        none = f'({size}>0)*(SUMPRODUCT(--(Seat_Role<>""))={size})*(COUNTIF(Seat_Role,"sheriff")=0)'
        roles = _least("On_Role", ctx, _numbered(*_unless_ruled(ctx), (none, "no_sheriff")))
    found = [
        Question(roles, f'=INDEX(Size_Roles,MAX(1,{cell(ctx, "Size")}))&""'),
        Question(_least("On_Character", ctx), label(ctx, "check_characters")),
    ]
    if auction is not None:
        # whether one of those who had to bid has got the last character. Who keeps his own has not bid
        kept = ',Seat_Kept,"<>yes"' if auction.reconfirm else ""
        cases = [*_unless_ruled(ctx), (f"COUNT(Bid)<{cell(ctx, 'Size')}", "bid_missing")]
        if auction.reconfirm:
            cases.append((f'COUNTIF(Seat_Kept,"yes")={cell(ctx, "Size")}', ""))
        cases.append((f'COUNTIFS(Bid,"<={auction.last}"{kept})=0', "nobody_last"))
        found += [
            Question(_least("On_Bid", ctx), label(ctx, with_step(ctx, "check_bids")), played),
            Question(_numbered(*([(f"{played}=0", "")] if played else []), *cases), label(ctx, "check_last"), played),
        ]
    if rulebook.card_price:
        found.append(Question(_least("On_Cards", ctx), label(ctx, "check_cards"), "Amount_Card"))
    if rulebook.cash_reward:
        found.append(Question(_least("On_Kills", ctx), label(ctx, "check_kills"), "Amount_Outlaw_Killed"))
    # whether the game can have ended like this (docs/dev/decisions.md); asked once every role and state is there
    won = cell(ctx, "Won")
    found.append(
        Question(
            _least(
                "On_End",
                ctx,
                _numbered(
                    *_unless_ruled(ctx),
                    (f'{OUTCOME}=""', "outcome_missing"),
                    (f'{won}="?"', "outcome_unknown"),
                    (f"{cell(ctx, 'Typed')}<{cell(ctx, 'Size')}", "outcome_missing"),
                    *impossible(layout_of(ctx.rulebook)),
                ),
            ),
            label(ctx, "check_lives" if rulebook.lives else "check_outcome"),
        )
    )
    if has_money(rulebook):
        total, spent = rows(ctx).stop, f"SUM({column(ctx, cost(ctx.rulebook))})"
        before, payout, after = (f"{letter(ctx, key)}{total}" for key in ("Before", "Payout", "After"))
        missing = (f"({cell(ctx, 'Settled')}=0)*({cell(ctx, 'Ruling_On')}=0)", "outcome_missing")
        found.append(
            Question(
                _numbered(missing, (f"{cell(ctx, 'Settled')}=0", ""), (f"{before}-{spent}+{payout}<>{after}", "sums")),
                label(ctx, "check_sums"),
            )
        )
    return found


def questions(sheet: Sheet, ctx: Context) -> str:
    """The questions, each with its sign, or a dash where nothing is asked; hidden the worst finding on each. Gives their area."""
    first, worst = letter(ctx, signs(ctx.rulebook)), letter(ctx, "Player_Id")
    text, last = get_column_letter(column_index_from_string(first) + 1), letter(ctx, "Line_Check")
    sheet.put(f"{first}16", label(ctx, "checks"), "Caption")
    sheet.put(f"{first}17:{last}17", None, "Head")
    found, ruling = table_questions(ctx), cell(ctx, "Ruling_On")
    for row, question in enumerate(found, LIST):
        sheet[f"{worst}{row}"] = "=" + question.worst
        sign = f"INDEX(Problem_Sign,{worst}{row}+{cell(ctx, 'Stage')})"
        idle = f"OR({question.unless}=0,{ruling}=1)" if question.unless else f"{ruling}=1"
        sheet.put(f"{first}{row}", f'=IF({idle},"–",{sign})', "State")
        sheet.put(f"{text}{row}", question.text, "Paper")
    # the same rules for the sheet's own state, for the stamp under the last question, and for the lines
    sheet.states(f"{plain(cell(ctx, 'Check'))} {first}{LIST}:{first}{LIST + len(found)}", quiet=column(ctx, "Line_Check"))
    return f"{text}{LIST}:{last}{row}"


def _least(key: str, ctx: Context, *more: str) -> str:
    """The worst finding of all lines on a part of them, or of the table itself."""
    return f"MIN({','.join([column(ctx, key), *more])})"


_LONGEST_STAMP: Final = 255
"""Characters of a stamp that are shown under the questions; the status line shows all of them."""


def stamp(sheet: Sheet, ctx: Context) -> None:
    """Add the stamp's line, and hidden what it is made of."""
    text, of, key = (cell(ctx, part) for part in STAMP[:3])
    first, row = signs(ctx.rulebook), LIST + len(table_questions(ctx))
    sign, words = stamp_sign(ctx), f"{get_column_letter(column_index_from_string(letter(ctx, first)) + 1)}{row}"
    sheet.put(sign, f'=IF({text}="","",IF({of}={key},LEFT({text},1),"!"))', "Note", alignment=CENTRE)
    changed = f'SUBSTITUTE(Stamp_Changed,"{{time}}",MID({text},3,5))'
    sheet.put(words, f'=IF({sign}="!",{changed},MID({text},3,{_LONGEST_STAMP}))', "Note")
    sheet[key] = f"={_stamp_key(sheet, ctx)}"
    # 1 when all is there that the sheet cannot be complete without, right or wrong, and no stamp is of it
    size, auction = cell(ctx, "Size"), ctx.rulebook.auction
    typed = [OUTCOME, "Role", "Status", *(["Character", "Bid"] if auction is not None and not auction.optional else [])]
    there = [f"COUNTA({','.join(typed)})={len(typed) - 1}*{size}+1"]
    if auction is not None and auction.optional:
        there.append('SUMPRODUCT((Player<>"")*((Character="")+(Bid="")))*Auction_Played=0')
    if ctx.rulebook.lives:
        there.append(f'SUMPRODUCT((Seat_Status="{Status.ALIVE}")*(Lives=""))=0')
    whole = "*".join(f"({condition})" for condition in there)
    complete = f"{cell(ctx, 'Ruled')}+{whole}"
    stamp_due = f"IF(AND(Stamp_On=1,{size}>0,{complete},{cell(ctx, 'Stamp_Of')}<>{cell(ctx, 'Stamp_Key')}),1,0)"
    sheet[cell(ctx, "Stamp_Due")] = f"={stamp_due}"
    for part in STAMP:
        sheet.name(part, cell(ctx, part))


def stamp_sign(ctx: Context) -> str:
    """The cell of the stamp's sign, under those of the questions."""
    return f"{letter(ctx, signs(ctx.rulebook))}{LIST + len(table_questions(ctx))}"


def _stamp_key(sheet: Sheet, ctx: Context) -> str:
    """Everything that is typed on the sheet, and who sits there; hidden beside the seats that of each line."""
    columns, lines = [letter(ctx, key) for key in ("Player", *layout_of(ctx.rulebook).asked)], letter(ctx, "inputs")
    for row in rows(ctx):
        typed = [*(f"{column}{row}" for column in columns), f"{letter(ctx, 'Ruling')}{row + RULING_BELOW}"]
        sheet[f"{lines}{row}"] = "=" + "&".join(f'"|"&{ref}' for ref in typed)
    return "&".join([OUTCOME, *(f"{lines}{row}" for row in rows(ctx))])
