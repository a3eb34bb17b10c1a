"""A referto as plain tables, one a sheet: a head, columns of values, defined names over them (docs/referto.md).

What people read is the PDF. `report` writes these tables; `verify` makes them again from the facts of a file, and compares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

from bangxl.books.plan import stored
from bangxl.books.port import Ref, Value
from bangxl.locale.catalog import N_
from bangxl.referto.book import FORMAT
from bangxl.referto.report import Report
from bangxl.tournament.audit import meetings as count_meetings
from bangxl.tournament.checks import departures_from
from bangxl.tournament.drawing import inspect, past
from bangxl.tournament.finals import characters, left_out, match_winner, mode, prizes, title_holder
from bangxl.tournament.journal import Seating, seating
from bangxl.tournament.knockout import winners
from bangxl.tournament.ledger import has_money, ledger, start_money
from bangxl.tournament.lots import RANKING, lot, ranking_lots, ranking_seed
from bangxl.tournament.model import Draw, Duel, EventType, Game, Role, stage_code
from bangxl.tournament.options import auction_in
from bangxl.tournament.progress import rounds_played
from bangxl.tournament.roster import by_time, departures, entrants
from bangxl.tournament.standings import Row, lot_stages, settled_games, standings
from bangxl.tournament.statistics import statistics
from bangxl.workbook import names
from bangxl.workbook.fields import FIELDS, InputKind, fields
from bangxl.workbook.messages import as_called, display_names, official_note, sentence
from bangxl.workbook.wall import alphabetical
from bangxl.workbook.words import HEADS, word

FIRST: Final = 2
"""The first row below the heads."""

PODIUM: Final = 4
HASH: Final = 16
"""So many digits of a lot are told: enough to see which is smaller."""

APART: Final = {**HEADS, "lot": N_("lot")}
"""What separated somebody from the one above, by the criterion's code."""

LEFT: Final = {"withdrawn": N_("withdrawn"), "ejected": N_("ejected")}


class Column(NamedTuple):
    """A column: its head, its values, and the defined names over some of them, by their indexes. ``money``: they are amounts."""

    head: str
    values: Sequence[Value]
    names: Mapping[str, range]
    money: bool = False


class Table(NamedTuple):
    """A sheet. ``local``: its names hold on this sheet only."""

    title: str
    columns: Sequence[Column]
    local: bool = False

    @property
    def cells(self) -> dict[tuple[int, int], Value]:
        """What stands in the cells that are not blank, by row and column."""
        found: dict[tuple[int, int], Value] = {}
        for number, column in enumerate(self.columns, 1):
            found |= {
                (row, number): value for row, value in enumerate((column.head, *column.values), 1) if value not in ("", None)
            }
        return found

    @property
    def refs(self) -> dict[str, Ref]:
        """The defined names as a book knows them: those that are local with the sheet's title."""
        prefix = f"{self.title}!" if self.local else ""
        return {
            prefix + name: Ref(self.title, number, FIRST + where.start, FIRST + where.stop - 1)
            for number, column in enumerate(self.columns, 1)
            for name, where in column.names.items()
        }


def tables(report: Report) -> list[Table]:
    """All of them; what a tournament has nothing for is left out. Two sheets that a language calls alike get numbers."""
    found: list[Table] = []
    for table in _all(report):
        if any(column.values for column in table.columns):
            taken = sum(other.title.split(" (")[0] == table.title for other in found)
            found.append(table._replace(title=f"{table.title} ({taken + 1})") if taken else table)
    return found


def _all(report: Report) -> Iterator[Table]:
    yield _cover(report)
    yield _podium(report)
    if not report.secret:
        yield _by_place(report)
        yield _lots(report)
    yield _final_ranking(report)
    yield _duels(report)
    yield _stage_draws(report)
    yield _stages(report)
    yield _players(report)
    yield _ejected(report)
    yield _events(report)
    yield _departures(report)
    yield _draws(report)
    yield _records(report)
    yield _meetings(report)
    yield _pairs(report)
    if not report.secret:
        yield _race(report)
        yield _totals(report)
        yield _by_number(report)
    yield from _statistics(report)
    yield from (_wall(report, number) for number in drawn_rounds(report))
    yield _auctions(report)
    yield _log(report)
    yield _codes(report)
    yield _data(report)


def _column(head: str, name: str, values: Iterable[Value | Fraction], *, money: bool = False) -> Column:
    """A column under one name."""
    cells = [_value(value) for value in values]
    return Column(head, cells, {name: range(len(cells))} if cells else {}, money)


def _cells(head: str, cells: Iterable[tuple[str, Value | Fraction]], *, money: bool = False) -> Column:
    """A column in which every cell has a name of its own; "" for none."""
    found = list(cells)
    return Column(
        head,
        [_value(value) for _name, value in found],
        {name: range(at, at + 1) for at, (name, _) in enumerate(found) if name},
        money,
    )


def _slices(head: str, parts: Iterable[tuple[str, Sequence[Value]]], *, money: bool = False) -> Column:
    """A column of several names below each other."""
    values: list[Value] = []
    known: dict[str, range] = {}
    for name, part in parts:
        if name and part:
            known[name] = range(len(values), len(values) + len(part))
        values += map(_value, part)
    return Column(head, values, known, money)


def _value(value: Value | Fraction) -> Value:
    """What a cell holds of it: numbers whole where they are, a text as it will be read again."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return stored(value)


def _people(report: Report, prefix: str, players: Sequence[Value]) -> tuple[Column, Column]:
    """Players' ids, and their names."""
    _ = report.text
    return _column(_("No."), f"{prefix}_Player", players), _column(_("Player"), f"{prefix}_Name", report.names_of(players))


def _listed(report: Report, title: str, rows: Iterable[tuple[str, str, Value | Fraction]]) -> Table:
    """Labels and values, each with its name."""
    _, found = report.text, list(rows)
    labels, values = [label for label, _name, _value in found], [(name, value) for _label, name, value in found]
    return Table(title, [Column(_("What"), labels, {}), _cells(_("Value"), values)])


def _cover(report: Report) -> Table:
    """The event, the figures, the accounts, the proof."""
    _, state, source = report.text, report.state, report.rulebook.source
    left = Counter(departure.status for departure in departures(state).values())
    warned = {event.player for event in report.tournament.events if event.type is EventType.WARNING}
    rows: list[tuple[str, str, Value]] = [
        *((label, f"Event_{key}", report.cell(f"Event_{key}")) for label, key in (
            (_("Tournament"), "Name"), (_("Date"), "Date"), (_("Venue"), "Place"), (_("Region"), "Region"),
            (_("Kind"), "Kind"), (_("Organiser"), "Organiser"),
        )),
        (_("Referees"), "Event_Referees", "; ".join(report.tournament.event.referees)),
        (_("Sent to"), "Event_Report_To", report.cell("Event_Report_To")),
        (_("Regulation"), "Report_Regulation", report.rulebook.title),
        (_("Edition"), "Report_Edition", ", ".join(filter(None, (source.title, source.edition, _.day(source.published))))),
        (_("Official validity"), "Official_Note", official_note(state, report.tournament.language)),
        (_("Players"), "Report_Players", len(entrants(state))),
        (_("Rounds"), "Report_Rounds", None if report.secret else rounds_played(state)),
        (_("Games"), "Report_Games", None if report.secret else len(settled_games(ledger(state)))),
        (_("Withdrawn"), "Report_Left", left["withdrawn"]),
        (_("Ejected"), "Report_Ejected", left["ejected"]),
        (_("Warned"), "Report_Warned", len(warned)),
        *_accounts(report),
        (_("Draws with a recorded seed"), "Proof_Draws", len(report.tournament.draws)),
        (_("Corrections of closed games"), "Proof_Corrections", sum(one.command == "reopen" for one in state.journal.entries)),
        (_("Digest of the facts"), "Report_Digest", report.digest),
        (_("Second half of the digest"), "Report_Second_Half", report.second_half),
        (_("Written"), "Report_Written_On", _.moment(report.written)),
        (_("Program"), "Report_Program", report.program),
    ]  # fmt: skip
    return _listed(report, _("Referto"), rows)


def _accounts(report: Report) -> Iterator[tuple[str, str, Value]]:
    """Funds at the start, less bids, plus winnings; where nobody owns money, the winnings alone."""
    _, state = report.text, report.state
    if report.secret:
        return
    before = start_money(state) * len(entrants(state))
    spent = sum(line.cost or 0 for line in ledger(state) if line.settled)
    paid = sum(line.payout or 0 for line in ledger(state) if line.settled)
    if not has_money(state):
        yield _("Winnings"), "Report_Paid", paid
        return
    yield _("Funds at the start"), "Report_Before", before
    yield _("less bids"), "Report_Spent", spent
    yield _("plus winnings"), "Report_Paid", paid
    yield _("Funds at the end"), "Report_After", before - spent + paid


def _podium(report: Report) -> Table:
    """The first four of the final ranking, with their place in the elimination phase."""
    _, first, won = report.text, report.ranking[:PODIUM], prizes(report.state)
    rows = {row.player: row for row in standings(report.state)}
    known = [rows.get(placed.player) for placed in first]
    columns = [
        _column(_("Place"), "Podium_Place", [placed.place for placed in first]),
        *_people(report, "Podium", [placed.player for placed in first]),
        _column(_("Phase"), "Podium_Rank", [row.place if row else None for row in known]),
        _column(_("Score"), "Podium_Score", [row.score if row else None for row in known]),
        _column(_("Prize"), "Podium_Prize", [won.get(placed.player) for placed in first], money=True),
    ]
    return Table(_("The first four"), columns)


def _by_place(report: Report) -> Table:
    """The standings, the best first, with what separated players."""
    _, rows = report.text, standings(report.state)
    columns = [
        _column(_("Place"), "Ranking_Place", [row.place for row in rows]),
        _column(_("Rank"), "Ranking_Rank", [row.rank for row in rows]),
        *_people(report, "Ranking", [row.player for row in rows]),
        *_scores(report, "Ranking", rows),
        _column(_("Separated from\nthe one above by"), "Ranking_Separated", [_(APART.get(row.separated_by, "")) for row in rows]),
        _column(_("Status"), "Ranking_Status", [_(LEFT.get(row.status, "")) for row in rows]),
    ]
    return Table(_("Standings"), columns)


def _by_number(report: Report) -> Table:
    """The same on the lines of the players' list."""
    _, known = report.text, {row.player: row for row in standings(report.state)}
    rows = [known.get(player) for player in report.ids]
    columns = [
        _column(_("Place"), "Standings_Place", [row.place if row else None for row in rows]),
        _column(_("Rank"), "Standings_Rank", [row.rank if row else None for row in rows]),
        *_people(report, "Standings", [row.player if row else None for row in rows]),
        *_scores(report, "Standings", rows),
    ]
    return Table(_("Standings"), columns)


def _scores(report: Report, prefix: str, rows: Sequence[Row | None]) -> Iterator[Column]:
    """Score, games and the criteria of the regulation."""
    _ = report.text
    yield _column(_("Score"), f"{prefix}_Score", [row.score if row else None for row in rows])
    yield _column(_("Games"), f"{prefix}_Games", [row.games if row else None for row in rows])
    for code in report.rulebook.criteria:
        if code != "games":
            name = names.criterion(code).replace("Standings", prefix)
            yield _column(_(HEADS[code]), name, [row.criteria[code] if row else None for row in rows])


def _lots(report: Report) -> Table:
    """Whom a lot separated from the one above or below, in the order of the standings."""
    _, rows, stages = report.text, standings(report.state), lot_stages(report.rulebook)
    below = [row.separated_by for row in rows[1:]] + [""]
    drawn = [row.player for row, after in zip(rows, below, strict=True) if "lot" in (row.separated_by, after)]
    if not drawn:
        return Table(_("Lots"), [])
    order, seed = ranking_lots(report.tournament, stages), ranking_seed(report.tournament, stages)
    by_hand = report.tournament.lot_order
    hashes = [None if seed is None or player in by_hand else lot(seed, RANKING, player)[:HASH] for player in drawn]
    columns = [
        _column(_("Position"), "Lots_Position", [order[player] for player in drawn]),
        *_people(report, "Lots", drawn),
        _column(_("Lot"), "Lots_Hash", hashes),
        _column(_("Seed of the lots"), "Lots_Seed", [seed]),
    ]
    return Table(_("Lots"), columns)


def _final_ranking(report: Report) -> Table:
    """Everybody who is ranked, the prizes, and the title where the regulation has one."""
    _, won, players = report.text, prizes(report.state), [placed.player for placed in report.ranking]
    columns = [
        _column(_("Place"), "Finals_Place", [placed.place for placed in report.ranking]),
        *_people(report, "Finals", players),
        _column(_("Prize"), "Finals_Prize", [won.get(player) for player in players], money=True),
    ]
    if players and "champion" in report.rulebook.articles:
        holder = title_holder(report.state)
        columns.append(_column(_("Title"), "Finals_Title_Words", [report.rulebook.champion]))
        columns.append(_column(_("No."), "Finals_Title", [holder or None]))
        columns.append(_column(_("Player"), "Finals_Title_Name", [report.names.get(holder)]))
    return Table(_("Final ranking"), columns)


def _duels(report: Report) -> Table:
    """Every duel that was seated, a row each, with its draw."""
    _, finals = report.text, report.tournament.finals
    told = {duel.match: _duel(report, duel) for duel in (finals.duels if finals else ())}
    heads = {
        "Player_A": _("No."), "Name_A": _("Player"), "Score_A": _("Score"),
        "Player_B": _("No."), "Name_B": _("Player"), "Score_B": _("Score"),
        "Winner": _("No."), "Winner_Name": _("Winner"),
        "Draw_Seed": _("Seed"), "Draw_Source": _("Source"), "Draw_Public": _("Public value"),
        "Characters": _("Characters"), "Characters_B": _("Characters of B"), "Left_Out": _("Left out"),
    }  # fmt: skip
    columns = [Column(_("Match"), [*told], {})]
    for key, head in heads.items():
        columns.append(
            _cells(head, [(names.duel(match, key) if key in row else "", row.get(key)) for match, row in told.items()])
        )
    return Table(_("Finals"), columns)


def _duel(report: Report, duel: Duel) -> dict[str, Value]:
    """What the row of a duel says, by the ends of the names."""
    won, way = match_winner(report.state, duel.match), mode(report.state)
    found: dict[str, Value] = {
        "Player_A": duel.player_a, "Name_A": report.names.get(duel.player_a or ""), "Score_A": duel.score_a,
        "Player_B": duel.player_b, "Name_B": report.names.get(duel.player_b or ""), "Score_B": duel.score_b,
        "Winner": won, "Winner_Name": report.names.get(won or ""),
    }  # fmt: skip
    draw = _draw_of(report, duel.match)
    if draw is None:
        return found
    found |= {f"Draw_{key}": value for key, value in _seed(report, draw).items()}
    if way in report.rulebook.duel_modes and duel.player_a and duel.player_b:
        piles = characters(report.rulebook, way, duel.match, draw.rng_seed)
        found |= {key: ", ".join(pile) for key, pile in zip(("Characters", "Characters_B"), piles, strict=False)}
        found["Left_Out"] = ", ".join(left_out(report.rulebook, way, duel.match, draw.rng_seed))
    return found


def _draw_of(report: Report, stage: str) -> Draw | None:
    return next((draw for draw in report.tournament.draws if draw.stage == stage), None)


def _seed(report: Report, draw: Draw | None) -> dict[str, Value]:
    """A seed, where it came from, and what the room supplied for it."""
    if draw is None:
        return {"Seed": None, "Source": None, "Public": None}
    return {"Seed": draw.rng_seed, "Source": word(draw.source, report.text.language), "Public": draw.public_value}


def _stage_draws(report: Report) -> Table:
    """How each stage of the knock-out was drawn."""
    _, numbers = report.text, sorted({game.round for game in report.tournament.stages})
    heads = {"Seed": _("Seed"), "Source": _("Source"), "Public": _("Public value")}
    columns = [Column(_("Stage"), numbers, {})]
    seeds = {number: _seed(report, _draw_of(report, stage_code(number))) for number in numbers}
    for key, head in heads.items():
        columns.append(_cells(head, [(names.duel(stage_code(n), f"Draw_{key}"), seeds[n][key]) for n in numbers]))
    drawn = [names.duel(stage_code(number), "Characters") for number in numbers]
    columns.append(_cells(_("Characters"), [(name, report.cell(name)) for name in drawn]))
    return Table(_("Finals"), columns)


def _stages(report: Report) -> Table:
    """The tables of the knock-out, a row a seat."""
    _ = report.text
    games = [(game, names.stage_sheet(game.round, game.table), game.seats[-1].number) for game in report.tournament.stages]

    def part(head: str, key: str) -> Column:
        return _slices(head, [(f"{prefix}_{key}", report.column(f"{prefix}!{key}", rows)) for _game, prefix, rows in games])

    def first(head: str, key: str, value: Callable[[Game, str], Value]) -> Column:
        """A cell in the first row of every table, if there is something to say."""
        return Column(head, *_firsts([(f"{prefix}_{key}", value(game, prefix), rows) for game, prefix, rows in games]))

    players = part(_("No."), "Player")
    won = {(game.round, player) for game, _prefix, _rows in games for player in winners(game)}
    marks = [
        [report.yes if (game.round, player) in won else None for player in report.column(f"{prefix}!Player", rows)]
        for game, prefix, rows in games
    ]
    columns = [
        Column(_("Stage"), [game.round for game, _prefix, rows in games for _row in range(rows)], {}),
        Column(_("Table"), [game.table for game, _prefix, rows in games for _row in range(rows)], {}),
        _slices(_("Seat"), [(f"{prefix}_Seat", range(1, rows + 1)) for _game, prefix, rows in games]),
        players,
        _named(report, players),
        part(_("Chooses\nas"), "Choice"),
        part(_("Character"), "Character"),
        part(_("Role"), "Role"),
        part(_("At the end"), "Status"),
        _slices(_("Won"), [(f"{prefix}_Won", part) for (_game, prefix, _rows), part in zip(games, marks, strict=True)]),
        first(_("Outcome"), "Outcome", lambda _game, prefix: report.cell(f"{prefix}!Outcome")),
    ]
    if any(game.winner for game, _prefix, _rows in games):
        columns.append(first(_("Winner"), "Winner", lambda game, _prefix: game.winner))
        columns.append(first(_("Player"), "Winner_Name", lambda game, _prefix: report.names.get(game.winner or "")))
        for at in (-1, -2):  # tables at which nobody has won alone have no such names
            columns[at] = columns[at]._replace(names={n: r for n, r in columns[at].names.items() if columns[at].values[r.start]})
    return Table(_("Finals"), columns)


def _firsts(parts: Iterable[tuple[str, Value, int]]) -> tuple[list[Value], dict[str, range]]:
    """A value in the first of so many rows each, and the names of these cells."""
    values: list[Value] = []
    known: dict[str, range] = {}
    for name, value, rows in parts:
        known[name] = range(len(values), len(values) + 1)
        values += [_value(value), *[None] * (rows - 1)]
    return values, known


def _named(report: Report, players: Column) -> Column:
    """The names beside a column of ids, under the same defined names with ``_Name`` in place of ``_Player``."""
    known = {f"{name.removesuffix('_Player')}_Name": where for name, where in players.names.items()}
    return Column(report.text("Player"), report.names_of(players.values), known)


def _players(report: Report) -> Table:
    """The entry list, and what became of everybody."""
    _, count = report.text, len(report.ids)
    warned = Counter(event.player for event in report.tournament.events if event.type is EventType.WARNING)
    gone = [departures(report.state).get(player) for player in report.ids]
    been: dict[str, list[str]] = {}
    for game in sorted(report.tournament.games, key=lambda game: game.round):
        for seat in game.seats:
            if seat.role is Role.SHERIFF:
                been.setdefault(seat.player, []).append(str(game.round))
    by_hand = {player: position for position, player in enumerate(report.tournament.lot_order, 1)}
    lots = [by_hand.get(player) for player in report.ids] if by_hand else report.column("Players_Lot", count)
    columns = [
        _column(_("No."), "Players_Id", report.ids),
        _column(_("Player"), "Players_Name", report.column("Players_Name", count)),
        _column(_("Region"), "Players_Region", report.column("Players_Region", count)),
        _column(_("E-mail"), "Players_Email", report.column("Players_Email", count) if report.addresses else [None] * count),
        _column(_("Present"), "Players_Present", report.column("Players_Present", count)),
        _column(_("Can\nqualify"), "Players_Eligible", report.column("Players_Eligible", count)),
        _column(_("Lot"), "Players_Lot", lots),
        _column(_("Sheriff\nin round"), "Players_Sheriff", [", ".join(been.get(player, ())) for player in report.ids]),
        _column(_("Status"), "Players_Status", [_(LEFT[left.status]) if left else None for left in gone]),
        _column(_("after\nround"), "Players_Left_After", [left.last_round if left else None for left in gone]),
        _column(_("Warnings"), "Players_Warnings", [warned[player] or None for player in report.ids]),
    ]
    return Table(_("Players"), columns)


def _ejected(report: Report) -> Table:
    """Whom the regulation obliges the referee to report, in the order of time, with the reason."""
    _, gone = report.text, departures(report.state)
    order = dict.fromkeys(event.player for _index, event in by_time(report.tournament))
    out = [gone[player] for player in order if player in gone and gone[player].status == "ejected"]
    columns = [
        *_people(report, "Ejected", [departure.player for departure in out]),
        _column(_("Reason"), "Ejected_Reason", [departure.event.reason for departure in out]),
    ]
    return Table(_("Ejected"), columns)


def _events(report: Report) -> Table:
    """Warnings, ejections, withdrawals."""
    _, count = report.text, len(report.tournament.events)
    heads = {
        "Type": _("Kind"), "Moment": _("When"), "After_Round": _("after\nround"), "Round": _("Round"), "Table": _("Table"),
        "Match": _("Match"), "Automatic": _("Automatic"), "Reason": _("Reason"),
    }  # fmt: skip
    columns = [*_people(report, "Events", report.column("Events_Player", count))]
    columns += [_column(head, f"Events_{key}", report.column(f"Events_{key}", count)) for key, head in heads.items()]
    return Table(_("Events"), columns)


def _departures(report: Report) -> Table:
    """Departures from the regulation, corrections, remarks on the draws: in words."""
    _, found = report.text, departures_from(report.state)
    called, language = display_names(report.tournament.players), report.tournament.language
    texts = [sentence(as_called(one, language, report.rulebook), language, called, report.rulebook.unit) for one in found]
    columns = [
        _column(_("Round"), "Departures_Round", [finding.at.round for finding in found]),
        _column(_("Table"), "Departures_Table", [finding.at.table for finding in found]),
        _column(_("What"), "Departures_Text", texts),
        _column(_("Code"), "Departures_Code", [finding.code for finding in found]),
    ]
    return Table(_("Departures"), columns)


def drawn_rounds(report: Report) -> range:
    """The rounds that had a draw of their own; at fixed tables the first."""
    last = report.tournament.rounds_seated
    return range(1, (min(1, last) if report.rulebook.fixed_tables else last) + 1)


def _draws(report: Report) -> Table:
    """The draws of all rounds: seeds, where they came from, and how good they were."""
    _, numbers = report.text, drawn_rounds(report)
    rows = [_draw(report, number) for number in numbers]
    heads = {**_draw_heads(report), "Code": _("Code")}
    codes = {one.round: one.code for one in report.tournament.posted}
    rows = [{**row, "Code": codes.get(number)} for row, number in zip(rows, numbers, strict=True)]
    columns = [_column(_("Round"), "Draws_Round", numbers)]
    columns += [_column(head, f"Draws_{key}", [row[key] for row in rows]) for key, head in heads.items()]
    return Table(_("The draws"), columns)


def _draw_heads(report: Report) -> dict[str, str]:
    _ = report.text
    heads = {
        "Seed": _("Seed"), "Source": _("Source"), "Public": _("Public value"), "Algorithm": _("Algorithm"),
        "By_Hand": _("By hand"),
    }  # fmt: skip
    if report.rulebook.fixed_tables:
        return heads
    return {**heads, "Rematches": _("Rematches"), "Expected": _("A pure lot"), "Best": _("Best known")}


def _draw(report: Report, number: int) -> dict[str, Value]:
    """What a round's draw was made from; where tables are drawn anew also how many meet again, and what a lot gives."""
    draw = _draw_of(report, str(number))
    found = {
        **_seed(report, draw),
        "Algorithm": f"{draw.algorithm} {draw.version}" if draw else None,
        "By_Hand": report.yes if draw and draw.by_hand else None,
    }
    if not report.rulebook.fixed_tables:
        figures = inspect(report.state, number).figures
        best = figures.best.rematches if figures.best else None
        found |= {"Rematches": figures.rematches, "Expected": round(figures.expected), "Best": best}
    return found


def _wall(report: Report, number: int) -> Table:
    """Who sat where in a round, by name, and beside it what the draw was made from."""
    _, seats = report.text, _seating(report, number)
    by_name = sorted(seats, key=lambda line: (alphabetical(report.names.get(line[2], line[2])), line[2]))
    row = _draw(report, number)
    columns = [
        *_people(report, "Wall", [player for _table, _seat, player in by_name]),
        _column(_("Table"), "Wall_Table", [table for table, _seat, _player in by_name]),
        _column(_("Seat"), "Wall_Seat", [seat for _table, seat, _player in by_name]),
        *(_column(head, f"Draw_{key}", [row[key]]) for key, head in _draw_heads(report).items()),
        _column(_("Players"), "Draw_Players", [len(seats)]),
        _column(_("Tables"), "Draw_Tables", [len({table for table, _seat, _player in seats})]),
    ]
    for one in report.tournament.posted:
        if one.round == number:
            columns += [_column(_("Code"), names.CODE, [one.code]), _column(_("Random part"), names.SALT, [one.salt])]
    return Table(names.round_sheet(number), columns, local=True)


def _seating(report: Report, number: int) -> Seating:
    """Everybody's table and seat; at fixed tables as they were drawn at the start."""
    if not report.rulebook.fixed_tables:
        return seating(report.tournament.round(number))
    starts = sorted(report.tournament.start_tables.items())
    return tuple((table, seat, player) for table, players in starts for seat, player in enumerate(players, 1))


def _records(report: Report) -> Table:
    """The record sheets, a row a seat: what was written on them, and the money that follows."""
    _, secret = report.text, report.secret
    games = [
        (game, names.record_sheet(game.round, game.table), game.seats[-1].number)
        for game in sorted(report.tournament.games, key=lambda game: (game.round, game.table))
    ]
    lines = {(line.game.round, line.game.table, line.seat.number): line for line in ([] if secret else ledger(report.state))}

    def part(head: str, key: str, *, money: bool = False, ruled: bool = False) -> Column:
        """A column of the sheets. ``ruled``: it has a name only where the referee has decided the game, or begun to."""
        parts = []
        for game, prefix, rows in games:
            name = "" if ruled and all(seat.ruling is None for seat in game.seats) else f"{prefix}_{key}"
            parts.append((name, report.column(f"{prefix}!{key}", rows)))
        return _slices(head, parts, money=money)

    def paid(head: str, key: str) -> Column:
        parts = []
        for game, prefix, rows in games:
            known = [lines.get((game.round, game.table, number)) for number in range(1, rows + 1)]
            parts.append((f"{prefix}_{key}", [getattr(line, key.lower()) if line else None for line in known]))
        return _slices(head, parts, money=True)

    players = part(_("No."), "Player")
    asked = [field for field in fields(report.rulebook) if field.is_mark]
    columns = [
        Column(_("Round"), [game.round for game, _prefix, rows in games for _row in range(rows)], {}),
        Column(_("Table"), [game.table for game, _prefix, rows in games for _row in range(rows)], {}),
        _slices(_("Seat"), [(f"{prefix}_Seat", range(1, rows + 1)) for _game, prefix, rows in games]),
        players,
        _named(report, players),
        part(_("Character"), "Character"),
        part(_("Bid"), "Bid", money=True),
        part(_("Role"), "Role"),
        part(_("At the end"), "Status"),
        *(part(_(mark.report_head or mark.head), mark.name) for mark in asked),
        *(part(_(one.head), one.name, money=True, ruled=True) for one in FIELDS if one.kind is InputKind.AMOUNT),
        *([paid(_("Before"), "Before")] if has_money(report.state) else []),
        paid(_("Payout"), "Payout"),
        *([paid(_("After"), "After")] if has_money(report.state) else []),
        Column(
            _("Outcome"), *_firsts([(f"{prefix}_Outcome", report.cell(f"{prefix}!Outcome"), rows) for _g, prefix, rows in games])
        ),
    ]
    return Table(_("Record sheets"), columns)


def _meetings(report: Report) -> Table:
    """Who has met whom how often: a column for everybody, a blank for never."""
    _, ids = report.text, report.ids
    met = count_meetings(past(report.tournament, report.tournament.rounds_seated + 1))
    columns = [*_people(report, "Meetings", ids)]
    for number, player in enumerate(ids, 1):
        times = [met[min(player, other), max(player, other)] or None for other in ids]
        columns.append(_column(player, names.meetings(number), times))
    return Table(_("Meetings"), columns)


def _pairs(report: Report) -> Table:
    """How many pairs have met how often."""
    _ = report.text
    often = Counter(count_meetings(past(report.tournament, report.tournament.rounds_seated + 1)).values())
    most = max(often, default=0)
    often[0] = comb(len(entrants(report.state)), 2) - often.total()
    times = range(most + 1)
    columns = [_column(_("Meetings"), "Pairs_Times", times), _column(_("Pairs"), "Pairs_Count", [often[n] for n in times])]
    return Table(_("Pairs"), columns)


def _race(report: Report) -> Table:
    """Everybody's money at the start and after every round, in the order of the standings."""
    _, start, last = report.text, start_money(report.state), report.tournament.rounds_seated
    won: Counter[tuple[str, int]] = Counter()
    for line in ledger(report.state):
        won[line.seat.player, line.game.round] += line.net
    owned = {row.player: start for row in standings(report.state)}
    columns = [*_people(report, "Race", [*owned]), _column(_("Start"), "Race_Start", owned.values(), money=True)]
    for number in range(1, last + 1):
        owned = {player: money + won[player, number] for player, money in owned.items()}
        columns.append(_column(_("Round {n}").format(n=number), f"Race_Round{number}", owned.values(), money=True))
    return Table(_("The race"), columns)


def _totals(report: Report) -> Table:
    """Funds before each round, less what was spent, plus winnings."""
    _, funds = report.text, start_money(report.state) * len(entrants(report.state))
    rows: list[tuple[int, int, int, int, int]] = []
    for number in range(1, report.tournament.rounds_seated + 1):
        lines = [line for line in ledger(report.state) if line.settled and line.game.round == number]
        spent, paid = sum(line.cost or 0 for line in lines), sum(line.payout or 0 for line in lines)
        rows.append((number, funds, spent, paid, funds - spent + paid))
        funds = rows[-1][-1]
    heads = {
        "Round": _("Round"), "Before": _("Funds before"), "Spent": _("less bids"), "Paid": _("plus winnings"),
        "After": _("Funds after"),
    }  # fmt: skip
    columns = [
        _column(head, f"Totals_{key}", [row[at] for row in rows], money=at > 0) for at, (key, head) in enumerate(heads.items())
    ]
    return Table(_("Accounts"), columns)


def _statistics(report: Report) -> Iterator[Table]:
    """What the games tell, once the standings are published."""
    if report.tournament.finals is None or not (found := statistics(report.state)).games:
        return
    _, language = report.text, report.tournament.language

    def table(title: str, of: str, lines: Sequence[object], *columns: tuple[str, str, str]) -> Table:
        """Heads, ends of names and attributes."""
        rows = [[getattr(line, attribute) for line in lines] for _head, _key, attribute in columns]
        words = [[word(value, language) if isinstance(value, Role) else value for value in row] for row in rows]
        return Table(title, [_column(head, f"Told_{of}_{key}", row) for (head, key, _a), row in zip(columns, words, strict=True)])

    yield table(
        _("Roles"), "Roles", found.roles,
        (_("Role"), "Role", "role"), (_("Games"), "Seats", "seats"), (_("Wins"), "Won", "won"), (_("Alive"), "Alive", "alive"),
        (_("Winnings, in all"), "Paid", "paid"),
    )  # fmt: skip
    auction = [(_("Price, in all"), "Price", "price"), (_("Return"), "Return", "gain")] if auction_in(report.state) else []
    yield table(
        _("Characters"), "Characters", found.characters,
        (_("Character"), "Character", "name"), (_("Games"), "Games", "played"), (_("Alive"), "Alive", "alive"),
        (_("Winnings, in all"), "Paid", "paid"), *auction,
    )  # fmt: skip
    yield table(
        _("Seats"), "Seats", found.seats,
        (_("Seat"), "Seat", "seat"), (_("Games"), "Games", "games"), (_("Wins"), "Won", "won"), (_("Alive"), "Alive", "alive"),
        (_("Winnings, in all"), "Paid", "paid"),
    )  # fmt: skip


def _auctions(report: Report) -> Table:
    """The protocol, where one was kept."""
    _, count = report.text, sum(len(game.auction) for game in report.tournament.games)
    of = {key: report.column(f"Auctions_{key}", count) for key in names.AUCTIONS}
    columns = [
        _column(_("Round"), "Auctions_Round", of["Round"]),
        _column(_("Table"), "Auctions_Table", of["Table"]),
        _column(_("No."), "Auctions_Opener", of["Opener"]),
        _column(_("Opens"), "Auctions_Opener_Name", report.names_of(of["Opener"])),
        _column(_("Character"), "Auctions_Character", of["Character"]),
        _column(_("No."), "Auctions_Winner", of["Winner"]),
        _column(_("Wins it"), "Auctions_Winner_Name", report.names_of(of["Winner"])),
        _column(_("Price"), "Auctions_Price", of["Price"], money=True),
    ]
    return Table(_("Auctions"), columns)


def _log(report: Report) -> Table:
    """What the program wrote down, as it is."""
    _, rows = report.text, [asdict(entry) for entry in report.state.journal.entries]
    heads = {
        "time": _("Time"), "command": _("Command"), "stage": _("Stage"), "seed": _("Seed"), "source": _("Source"),
        "result": _("Result"), "digest": _("Digest"), "reason": _("Reason"), "version": _("Version"),
    }  # fmt: skip
    return Table(_("Log"), [_column(head, names.log(key), [row[key] for row in rows]) for key, head in heads.items()])


def _codes(report: Report) -> Table:
    """The codes that no round's sheet has: of games at fixed tables, of the finals."""
    _, codes = report.text, [one for one in report.tournament.codes if not one.round]
    columns = [
        _column(_("Stage"), "Codes_Stage", [one.stage for one in codes]),
        _column(_("Code"), "Codes_Code", [one.code for one in codes]),
        _column(_("Random part"), "Codes_Salt", [one.salt for one in codes]),
    ]
    return Table(_("Codes"), columns)


def _data(report: Report) -> Table:
    """What only programs read."""
    rows: dict[str, Value] = {
        names.REFERTO_MARK: FORMAT,
        "Report_Written": report.written,
        "Format_Version": names.FORMAT_VERSION,
        "Workbook_Language": report.tournament.language,
        "Rulebook_Id": report.rulebook.id,
        "Rulebook_Text": report.rulebook.text,
        **{f"Option_{key}": report.cell(f"Option_{key}") for key in report.rulebook.options},
        **{key: report.cell(key) for key in ("Lots_By_Hand", "Published", "Closed", "Closed_After_Round")},
        "Report_Interim": report.yes if report.interim else None,
        "Report_Secret": report.yes if report.secret else None,
    }
    return _listed(report, report.text("Data"), [(name, name, value) for name, value in rows.items()])
