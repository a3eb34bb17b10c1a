"""The checks of a record sheet: hidden numbers of findings, and questions about the table with their signs.

A finding is a number of `texts.PROBLEMS`; the smallest is the worst.

The stamp shows when Python has recomputed the sheet, with which result, and whether it is still valid. Python writes two cells:
the text, and the key of its inputs. Formulas show whether there are complete inputs without a stamp, and show the
stamp under the table's questions.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bangxl.sheets.context import Context
from bangxl.sheets.formulas import first_of, relative, shifted
from bangxl.sheets.record import layout
from bangxl.sheets.record.layout import FIRST_SEAT, LIST, cell, column, layout_of, letter, seat_rows
from bangxl.sheets.record.texts import FIRST_HARMLESS, FIRST_MISSING, NONE, problem_number, record_text
from bangxl.sheets.styles import CENTRE, Sheet
from bangxl.tournament.model import Role, Status, game_code
from bangxl.tournament.rulebook import Auction, SheriffRule
from bangxl.workbook.fields import InputKind, fields
from bangxl.workbook.names import STAMP

ProblemCase = tuple[str, str]
"""A condition and the code of its problem; "" if all is well."""
SEATED: Final[Sequence[ProblemCase]] = (('@Player_Id="?"', "player_unknown"), ("COUNTIF(Player_Id,@Player_Id)>1", "player_twice"))
"""Possible problems with the player in a seat."""
CHARACTER: Final[Sequence[ProblemCase]] = (
    ('@Seat_Character="?"', "character_unknown"),
    ("COUNTIF(Seat_Character,@Seat_Character)>1", "character_twice"),
)
"""Possible problems with a typed character."""


class Question(NamedTuple):
    """A question about the table: the worst finding, the text, and a name that is 0 while the question does not apply."""

    worst: str
    text: str
    unless: str = ""


def last_cases(last: int, won: str, whole: str) -> list[ProblemCase]:
    """Check the number among the last: at most the living, the marked, and whoever fell last of all, marked or not.

    ``won`` is the cell with the code of the outcome, ``whole`` whether all seats are complete.
    """
    if not last:
        return []
    stood = "+".join(f'COUNTIF(Seat_Status,"{status}")' for status in Status if status != "eliminated")
    enemies = "+".join(f'COUNTIFS(Seat_Role,"{role}",Seat_Status,"among_last")' for role in (Role.OUTLAW, Role.RENEGADE))
    enemy = f'IF({enemies}+COUNTIF(Seat_Status,"final_duel")=0,1,0)'
    unmarked = f'IF({won}="law",{enemy},COUNTIFS(Seat_Role,"sheriff",Seat_Status,"eliminated"))'
    return [(f'AND(@Seat_Status="among_last",{won}<>"",{whole},{stood}+{unmarked}>{last})', "last_many")]


def impossible(form: layout.SheetLayout) -> list[ProblemCase]:
    """The impossible ends of a game (docs/dev/decisions.md)."""
    won, sheriff, deputy, outlaw, renegade = (form.cells[key] for key in ("Won", *Role))
    law, outlaws = f'{won}="law"', f'{won}="outlaws"'
    return [
        (f"AND({law},{sheriff}=0)", "law_sheriff"),
        (f"AND({law},{outlaw}+{renegade}>0)", "law_others"),
        (f"AND({outlaws},{sheriff}>0)", "outlaws_sheriff"),
        (f"AND({outlaws},{outlaw}=0,{renegade}*({renegade}+{deputy}-1)=0)", "outlaws_alive"),
        (f'AND({won}="renegade",OR({renegade}=0,COUNTIF(Seat_Status,"alive")<>1))', "renegade_alone"),
    ]


def too_many(form: layout.SheetLayout, cards: str) -> str:
    """Whether more have the row's role than this table size has cards of it, in the lists ``<cards>_Key`` and ``_Count``."""
    allowed = f'IFERROR(INDEX({cards}_Count,MATCH({form.cells["Size"]}&"|"&@Seat_Role,{cards}_Key,0)),0)'
    return f"COUNTIF(Seat_Role,@Seat_Role)>{allowed}"


def findings(sheet: Sheet, round_number: int, table: int, ctx: Context) -> None:
    """Hidden: the worst finding on each part of a line, and on the line.

    If the referee decides, only the amounts and the reason of the ruling can be wrong or missing (G10).
    """
    form = layout_of(ctx.rulebook)
    parts = [key for key in form.hidden if key.startswith("On_") and key != "On_Line"]
    ruled, why = form.cells["Ruling_On"], form.cells["Ruling_Why"]
    nobody = [(f'OR(@Player="",{ruled}=1)', "")]
    ruling = [(f'AND({ruled}=1,{why}="")', "ruling_reason")]
    ruling.append((f"AND({ruled}=1,NOT(ISNUMBER({layout.RULED_AMOUNT})))", "ruling_missing"))
    ended = [('@Player=""', ""), *ruling, (f"{ruled}=1", "")]
    before = game_code(round_number - 1, table) if round_number > 1 else ""
    for row in seat_rows(ctx):
        if ctx.rulebook.sheriff is SheriffRule.LEFT:
            _write_turn(sheet, round_number, before, row, ctx)
        cases = {"On_Character": _character_cases, "On_Role": _role_cases, "On_Kills": _kill_cases, "On_End": _end_cases}
        for part in parts:
            if part == "On_Bid":
                own = [*_kept_cases(row, before, ctx), *_bid_cases(ctx)]  # what cannot be comes before a missing bid
            elif part == "On_Cards":
                own = _card_cases(row, before, ctx)
            else:
                own = list(cases[part](ctx))
            sheet[f"{form.letters[part]}{row}"] = "=" + _first_problem(*(ended if part == "On_End" else nobody), *own)
        sheet[f"{form.letters['gap_row']}{row}"] = f'=IF(AND(@On_Line>={FIRST_MISSING},@On_Line<{FIRST_HARMLESS}),ROW(),"")'
        first, last = form.letters[parts[0]], form.letters[parts[-1]]
        sheet[f"{form.letters['On_Line']}{row}"] = f"=MIN({first}{row}:{last}{row})"


def _write_turn(sheet: Sheet, round_number: int, before: str, row: int, ctx: Context) -> None:
    """Hidden: how often somebody was Sheriff before this game; and whose turn it is: the smallest number is next.

    Next is who sits on the left of the last one, among those who were Sheriff least often and have not left.
    """
    times, role, seat = letter(ctx, "Times"), letter(ctx, "Seat_Role"), row - FIRST_SEAT + 1
    been, last = "0", "0"
    if before:
        been = f'{before}!${times}{row}+IF({before}!${role}{row}="sheriff",1,0)'
        last = f'IFERROR(MATCH("sheriff",{before}!${role}${FIRST_SEAT}:${role}${seat_rows(ctx)[-1]},0),0)'
    gone = f"IFERROR(INDEX(Players_Until,MATCH(@Player_Id,Players_Id,0))<{round_number},FALSE)"
    sheet[f"{times}{row}"] = f"={been}"
    turn = f"${times}{row}*100+IF({last}>={seat},50,0)+{seat}"
    sheet[f"{letter(ctx, 'Turn')}{row}"] = f'=IF(@Player="","",IF({gone},"",{turn}))'


def _first_problem(*cases: ProblemCase) -> str:
    """The number of the first problem whose condition holds; "" if there is no problem."""
    numbers = ((condition, str(problem_number(problem)) if problem else str(NONE)) for condition, problem in cases)
    return first_of(*numbers, otherwise=str(NONE))


def _whole(name: str) -> str:
    """Whether a cell that is not blank holds anything but a whole number of 0 or more."""
    return f'IF({name}="",FALSE,IF(ISNUMBER({name}),OR({name}<0,{name}<>INT({name})),TRUE))'


def _character_cases(ctx: Context) -> list[ProblemCase]:
    auction = ctx.rulebook.auction
    missing = ('@Character=""', "" if auction is None else "character_missing")
    unplayed = [('AND(@Character="",Auction_Played=0)', "")] if auction is not None and auction.optional else []
    return [*SEATED, *unplayed, missing, *CHARACTER]


def _bid_cases(ctx: Context) -> list[ProblemCase]:
    """Check bids. A player with less than the minimum still pays it and may owe the rest, or pays everything (DV-5)."""
    auction = ctx.rulebook.auction
    if auction is None:
        return []
    least, step = auction.minimum, auction.step
    odd = "bid_step" if step > 1 else "bid_text"
    no_number = 'IF(@Bid="",FALSE,IF(ISNUMBER(@Bid),@Bid<>INT(@Bid),TRUE))'
    unplayed = [(no_number, "bid_text"), ("Auction_Played=0", "")] if auction.optional else []
    cases = [*unplayed, ('@Bid=""', "bid_missing"), ("NOT(ISNUMBER(@Bid))", "bid_text")]
    if auction.drops_zeros:
        cases.append(("AND(@Bid>0,@Bid<10,@Bid<>@Before)", "bid_digit"))
    unless = f",@Bid<>{auction.last}" if auction.last < least else ""  # the last player pays less than anybody may bid
    if auction.debt or not least:
        cases += [
            (f"AND(@Bid<{least}{unless})" if unless else f"@Bid<{least}", "bid_low"),
            (f"MOD(@Bid,{step})<>0", odd),
            (f"AND(@Bid>@Before,@Bid>{least})", "bid_high"),
        ]
        return cases
    return [
        *cases,
        (f"OR(@Bid<0,AND(@Bid<{least},OR(@Before>={least},@Bid<@Before){unless}))", "bid_low"),
        (f"AND(@Bid>={least},MOD(@Bid,{step})<>0)", odd),
        ("AND(@Bid>@Before,@Bid>0)", "bid_high"),
    ]


def _kept_cases(row: int, before: str, ctx: Context) -> list[ProblemCase]:
    """A player alive at the end of the game before may keep the same character, at its previous cost (R07-10).

    Missing records, as for a game that the referee decided, forbid nothing (G10). ``before`` is the sheet of the previous
    game, "" in round 1.
    """
    auction, kept = ctx.rulebook.auction, '@Seat_Kept="yes"'
    if auction is None or not auction.reconfirm:
        return []
    if auction.optional:
        kept = f"AND({kept},Auction_Played=1)"
    if not before:
        return [('@Seat_Kept="?"', "kept_unknown"), (kept, "kept_first")]
    ended, had, paid = (f"{before}!${letter(ctx, key)}{row}" for key in ("Seat_Status", "Seat_Character", "Bid"))
    fell = f'AND({ended}<>"",{ended}<>"alive")'
    other = f'AND({had}<>"",@Character<>"",{had}<>@Seat_Character)'
    price = f"AND({kept},ISNUMBER({paid}),ISNUMBER(@Bid),{paid}<>@Bid)"
    return [('@Seat_Kept="?"', "kept_unknown"), (f"AND({kept},OR({fell},{other}))", "kept_dead"), (price, "kept_price")]


def _card_cases(row: int, before: str, ctx: Context) -> list[ProblemCase]:
    """Cards kept lay in front of the player at the end of the game before, and are paid with earned money (Esperienza).

    At most as many as the life points in the next game, if they replace cards in hand: the Sheriff has one more (DV-9).
    """
    owned = f"@Before-SUM({letter(ctx, 'Bid')}{row})*Auction_Played" if ctx.rulebook.auction is not None else "@Before"
    no_right = ("@Cards_Kept>0", "cards_first")
    if before:
        ended = f"{before}!${letter(ctx, 'Seat_Status')}{row}"
        fell = ",".join(f'{ended}="{status}"' for status in layout.end_words(ctx.rulebook)[1:])
        no_right = (f"AND(@Cards_Kept>0,OR({fell}))", "cards_dead")
    return [
        (_whole("@Cards_Kept"), "cards_text"),
        ("Amount_Card=0", ""),
        ('@Cards_Kept=""', ""),
        no_right,
        (f"@Cards_Kept>{_most_lives(ctx)}", "cards_many"),
        (f"AND(@Cards_Kept>0,@Cards_Kept*Amount_Card>{owned})", "cards_price"),
    ]


def _most_lives(ctx: Context) -> str:
    """The most life points of a seat: its character's, one more for the Sheriff; what is not known yet may be the best."""
    best = max(ctx.rulebook.characters.values())
    own = f"IFERROR(INDEX(Character_Lives,MATCH(@Seat_Character,Character_List,0)),{best})"
    return f'{own}+IF(OR(@Role="",@Seat_Role="sheriff"),1,0)'


def _role_cases(ctx: Context) -> list[ProblemCase]:
    """Check that roles fit the table size; if seat 1 is the Sheriff's, nobody else is Sheriff."""
    sheriff = [('AND(@Seat_Role="sheriff",COUNTIF(Seat_Role,"sheriff")>1)', "sheriff_twice")]
    if ctx.rulebook.sheriff is SheriffRule.SEAT_1:
        sheriff = [('AND(@Seat=1,@Seat_Role<>"sheriff")', "sheriff_missing"), ("@Seat=1", "")]
        sheriff.append(('@Seat_Role="sheriff"', "sheriff_twice"))
    if ctx.rulebook.sheriff is SheriffRule.LEFT:  # of two, the one whose turn it is not
        twice, turn = 'COUNTIF(Seat_Role,"sheriff")>1', "COUNT(Turn)>0,@Turn<>MIN(Turn)"
        sheriff = [(f'AND(@Seat_Role="sheriff",{twice},OR(COUNT(Turn)=0,AND({turn})))', "sheriff_twice")]
        sheriff.append((f'AND(@Seat_Role="sheriff",{turn})', "sheriff_turn"))
    often = (too_many(layout_of(ctx.rulebook), "Seats"), "role_often")
    return [('@Role=""', "role_missing"), ('@Seat_Role="?"', "role_unknown"), *sheriff, often]


def _kill_cases(ctx: Context) -> list[ProblemCase]:
    dead = f'COUNTIF(Seat_Role,"outlaw")-{cell(ctx, Role.OUTLAW)}'
    return [
        (_whole("@Outlaws_Killed"), "kills_text"),
        ("Amount_Outlaw_Killed=0", ""),
        (f"AND(@Outlaws_Killed>0,{cell(ctx, 'Typed')}={cell(ctx, 'Size')},SUM(Outlaws_Killed)>{dead})", "kills_many"),
    ]


def _end_cases(ctx: Context) -> Iterator[ProblemCase]:
    duel, won = '@Seat_Status="final_duel"', cell(ctx, "Won")
    for field in fields(ctx.rulebook):  # what cannot be comes before what is missing
        if field.problem == "lives":
            yield _whole("@Lives"), "lives_text"
            yield f"@Lives>{_most_lives(ctx)}", "lives_many"
        elif field.problem == "killer":
            # a living Deputy who eliminated the Sheriff, only if the Outlaws win
            marked, other = '@Seat_Killed="yes"', 'AND(@Seat_Role<>"",@Seat_Role<>"deputy")'
            yield '@Seat_Killed="?"', "killer_unknown"
            yield f'AND({marked},OR({other},AND(@Seat_Status<>"",@Seat_Status<>"alive")))', "killer_role"
            yield f'AND({marked},COUNTIF(Seat_Killed,"yes")>1)', "killer_twice"
            yield f'AND({marked},{won}<>"",{won}<>"outlaws")', "killer_outcome"
        elif not field.problem and field.is_mark:
            is_word = field.kind is InputKind.MARK
            yield f'@{field.code}="?"' if is_word else _whole(f"@{field.name}"), f"{field.attribute}_unknown"
    yield '@Status=""', "status_missing"
    yield '@Seat_Status="?"', "status_unknown"
    yield f'AND({duel},@Seat_Role<>"",@Seat_Role<>"renegade")', "duel_role"
    yield f"AND({duel},{cell(ctx, Role.DEPUTY)}>0)", "duel_deputy"
    yield from last_cases(ctx.rulebook.among_last, won, f"{cell(ctx, 'Typed')}={cell(ctx, 'Size')}")
    yield '@Payout="?"', "unpaid"
    for field in fields(ctx.rulebook):
        if field.problem == "lives":  # some if alive, none if not
            yield 'AND(@Seat_Status="alive",@Lives="")', "lives_missing"
            yield 'AND(@Seat_Status="alive",@Lives=0)', "lives_alive"
            yield 'AND(@Seat_Status<>"alive",@Lives>0)', "lives_dead"


def table_questions(ctx: Context) -> list[Question]:
    """The questions about the whole table, each with the worst finding of all lines, or of the table itself."""
    rulebook, auction, at = ctx.rulebook, ctx.rulebook.auction, layout_of(ctx.rulebook).cells
    size, won, ruled, settled = at["Size"], at["Won"], (f"{at['Ruling_On']}=1", ""), at["Settled"]
    played = "Auction_Played" if auction and auction.optional else ""
    roles = column(ctx, "On_Role")
    if rulebook.sheriff is not SheriffRule.SEAT_1:
        none = f'AND({size}>0,SUMPRODUCT(--(Seat_Role<>""))={size},COUNTIF(Seat_Role,"sheriff")=0)'
        roles += f",{_first_problem(ruled, (none, 'no_sheriff'))}"
    questions = [
        Question(f"MIN({roles})", f'=INDEX(Size_Roles,MAX(1,{size}))&""'),
        Question(f"MIN({column(ctx, 'On_Character')})", record_text(ctx, "check_characters")),
    ]
    if auction is not None:
        bids = record_text(ctx, "check_bids" if auction.step > 1 else "check_bids_free")
        questions.append(Question(f"MIN({column(ctx, 'On_Bid')})", bids, played))
        questions.append(Question(_last_character(auction, size, ruled, played), record_text(ctx, "check_last"), played))
    if rulebook.card_price:
        questions.append(Question(f"MIN({column(ctx, 'On_Cards')})", record_text(ctx, "check_cards"), "Amount_Card"))
    if rulebook.cash_reward:
        questions.append(Question(f"MIN({column(ctx, 'On_Kills')})", record_text(ctx, "check_kills"), "Amount_Outlaw_Killed"))
    # whether the game could end like this (docs/dev/decisions.md); asked once every role and state is known
    outcome = _first_problem(
        ruled,
        (f'{cell(ctx, "Outcome")}=""', "outcome_missing"),
        (f'{won}="?"', "outcome_unknown"),
        (f"{at['Typed']}<{size}", "outcome_missing"),
        *impossible(layout_of(rulebook)),
    )
    end = record_text(ctx, "check_lives" if rulebook.lives else "check_outcome")
    questions.append(Question(f"MIN({column(ctx, 'On_End')},{outcome})", end))
    if layout.shows_money(rulebook):
        spent = f"SUM({column(ctx, layout.cost_column(rulebook))})"
        before, payout, after = (f"{letter(ctx, key)}{seat_rows(ctx).stop}" for key in ("Before", "Payout", "After"))
        missing = (f"AND({settled}=0,NOT({ruled[0]}))", "outcome_missing")
        sums = _first_problem(missing, (f"{settled}=0", ""), (f"{before}-{spent}+{payout}<>{after}", "sums"))
        questions.append(Question(sums, record_text(ctx, "check_sums")))
    return questions


def _last_character(auction: Auction, size: str, ruled: ProblemCase, played: str) -> str:
    """Whether a bidder has the last character. Players who keep their own do not bid."""
    cases = [(f"{played}=0", "")] if played else []
    cases += [ruled, (f"COUNT(Bid)<{size}", "bid_missing")]
    kept = ""
    if auction.reconfirm:
        cases.append((f'COUNTIF(Seat_Kept,"yes")={size}', ""))
        kept = ',Seat_Kept,"<>yes"'
    return _first_problem(*cases, (f'COUNTIFS(Bid,"<={auction.last}"{kept})=0', "nobody_last"))


def questions(sheet: Sheet, ctx: Context) -> None:
    """Write the questions, with a sign or a dash, and each one's worst finding in a hidden cell."""
    signs, worst, last = (letter(ctx, key) for key in (layout.signs_column(ctx.rulebook), "Player_Id", "Line_Check"))
    text = shifted(signs, 1)
    sheet.put(f"{text}16", record_text(ctx, "checks"), "Caption")
    sheet.put(f"{signs}17:{last}17", None, "Head")
    asked, ruled = table_questions(ctx), cell(ctx, "Ruling_On")
    for row, question in enumerate(asked, LIST):
        sheet[f"{worst}{row}"] = "=" + question.worst
        sign = f"INDEX(Problem_Sign,{worst}{row}+{cell(ctx, 'Stage')})"
        idle = f"OR({question.unless}=0,{ruled}=1)" if question.unless else f"{ruled}=1"
        sheet.put(f"{signs}{row}", f'=IF({idle},"–",{sign})', "State")
        sheet.put(f"{text}{row}:{last}{row}", question.text, "Text")
    # the same rules for the sheet's own state, the stamp under the last question, and the lines
    answers = f"{signs}{LIST}:{signs}{LIST + len(asked)}"
    sheet.colour_by_sign(f"{relative(cell(ctx, 'Check'))} {answers}", quiet=column(ctx, "Line_Check"))


def stamp_sign(ctx: Context) -> str:
    """The cell of the stamp's sign, under the questions' signs."""
    return f"{letter(ctx, layout.signs_column(ctx.rulebook))}{LIST + len(table_questions(ctx))}"


def write_stamp(sheet: Sheet, ctx: Context) -> None:
    """Add the line of the stamp, and hidden its components: all inputs and the players."""
    rulebook, form, size, auction = ctx.rulebook, layout_of(ctx.rulebook), cell(ctx, "Size"), ctx.rulebook.auction
    text, of, key = (form.cells[part] for part in STAMP[:3])
    sign = stamp_sign(ctx)
    words = f"{shifted(letter(ctx, layout.signs_column(rulebook)), 1)}{sheet[sign].row}"
    sheet.put(sign, f'=IF({text}="","",IF({of}={key},LEFT({text},1),"!"))', "Note", alignment=CENTRE)
    changed = f'SUBSTITUTE(Stamp_Changed,"{{time}}",MID({text},3,5))'
    sheet.put(words, f'=IF({sign}="!",{changed},MID({text},3,255))', "Note")
    lines = [f"{form.letters['inputs']}{row}" for row in seat_rows(ctx)]
    for row, line in zip(seat_rows(ctx), lines, strict=True):
        typed = [*(f"{form.letters[column]}{row}" for column in ("Player", *form.asked))]
        typed.append(f"{form.letters['Ruling']}{row + layout.RULING_BELOW}")
        sheet[line] = "=" + "&".join(f'"|"&{ref}' for ref in typed)
    sheet[key] = "=" + "&".join([cell(ctx, "Outcome"), *lines])
    # due once everything that the sheet needs to be complete is there, right or wrong, and no stamp covers it
    needed, more = [cell(ctx, "Outcome"), "Role", "Status"], []
    if auction is not None and auction.optional:
        more.append('SUMPRODUCT((Player<>"")*((Character="")+(Bid="")))*Auction_Played=0')
    elif auction is not None:
        needed += ["Character", "Bid"]
    if rulebook.lives:
        more.append(f'SUMPRODUCT((Seat_Status="{Status.ALIVE}")*(Lives=""))=0')
    there = [f"COUNTA({','.join(needed)})={len(needed) - 1}*{size}+1", *more]
    complete = f"OR({cell(ctx, 'Ruled')}=1,AND({','.join(there)}))"
    sheet[cell(ctx, "Stamp_Due")] = f"=IF(AND(Stamp_On=1,{size}>0,{complete},{of}<>{key}),1,0)"
    for part in STAMP:
        sheet.name(part, form.cells[part])
