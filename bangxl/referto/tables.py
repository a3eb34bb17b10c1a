"""A report as plain tables, one on each sheet: headings, columns of values, defined names (docs/referto.md).

People read the PDF. `report` writes these tables; `verify` makes them again from the facts in a file, and compares.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from bangxl.books.cell_changes import stored
from bangxl.books.port import Ref, Value
from bangxl.referto import listings
from bangxl.referto.book import FORMAT
from bangxl.referto.listings import Content, Listing
from bangxl.referto.report import Report
from bangxl.tournament.audit import times_met
from bangxl.tournament.drawing import audit_rounds, meetings_square, past_tables, seats_by_round
from bangxl.tournament.finals import characters, duel_mode, match_winner, scores_told, title_holder, undrawn_characters
from bangxl.tournament.journal import seating
from bangxl.tournament.knockout import winners
from bangxl.tournament.league import evenings
from bangxl.tournament.ledger import has_money, ledger
from bangxl.tournament.lots import ranking_seed
from bangxl.tournament.model import Draw, EventType, Game, game_code, round_code, stage_code, stage_sheet
from bangxl.tournament.roster import departures, entrants
from bangxl.tournament.standings import lot_stages
from bangxl.tournament.statistics import statistics
from bangxl.workbook import names
from bangxl.workbook.fields import fields
from bangxl.workbook.surnames import alphabetical
from bangxl.workbook.words import word
from bangxl.workbook.write import logo_pieces

FIRST_ROW: Final = 2
"""The first row below the headings."""

_MONEY: Final = frozenset({"After", "Before", "Bid", "Paid", "Payout", "Price", "Prize", "Return", "Ruling", "Spent", "Start"})
_ONCE: Final = frozenset({"Outcome", "Winner", "Winner_Name"})
"""Columns of record sheets about a whole game."""
UNNAMED: Final = frozenset({"Round", "Stage", "Table"})
Heads = Mapping[str, str]
EMPTY: Final[Heads] = {}


class ReportColumn(NamedTuple):
    """A column: its heading, its values, and the defined names over some of them, by index. ``money``: the values are amounts."""

    head: str
    values: Sequence[Value]
    names: Mapping[str, range]
    money: bool = False


class ReportTable(NamedTuple):
    """A sheet. ``local``: its names are sheet-level."""

    title: str
    columns: Sequence[ReportColumn]
    local: bool = False

    @property
    def cells(self) -> dict[tuple[int, int], Value]:
        """The cells that are not blank, by row and column."""
        cells: dict[tuple[int, int], Value] = {}
        for number, column in enumerate(self.columns, 1):
            cells |= {(row, number): one for row, one in enumerate((column.head, *column.values), 1) if one not in ("", None)}
        return cells

    @property
    def refs(self) -> dict[str, Ref]:
        """The defined names, keyed as in a book: sheet-level ones with the sheet's title."""
        prefix = f"{self.title}!" if self.local else ""
        return {
            prefix + name: Ref(self.title, number, FIRST_ROW + where.start, FIRST_ROW + where.stop - 1)
            for number, column in enumerate(self.columns, 1)
            for name, where in column.names.items()
        }


@lru_cache(maxsize=1)
def report_tables(report: Report) -> Sequence[ReportTable]:
    """All tables with data. Sheets with the same title in a language get numbers."""
    sheets: list[ReportTable] = []
    for table in _all_tables(report):
        if any(column.values for column in table.columns):
            taken = sum(other.title.split(" (")[0] == table.title for other in sheets)
            sheets.append(table._replace(title=f"{table.title} ({taken + 1})") if taken else table)
    return sheets


def _all_tables(report: Report) -> Iterator[ReportTable]:
    _, state = report.catalog, report.state
    yield _listed(report, _("Report"), listings.cover(report))
    four = listings.ranking(state, _, report.ranking[: listings.FIRST_PLACES])
    yield _table_of_listing(report, _("The first four"), "Podium", four, Score=_("Score"))
    if not report.secret:
        yield _standings(report, by_place=True)
        yield _lots(report)
    yield _final_ranking(report)
    yield _duels(report)
    yield _stage_draws(report)
    yield _stages(report)
    yield _players(report)
    yield _table_of_listing(report, _("Ejected"), "Ejected", listings.ejected(state, _))
    yield _events(report)
    yield _table_of_listing(report, report.catalog("Departures"), "Departures", listings.deviations(state, _))
    last = report.tournament.rounds_seated  # fixed tables are drawn once
    draws = {number: _draw(report, number) for number in range(1, (min(1, last) if report.rulebook.fixed_tables else last) + 1)}
    codes = {one.round: one.code for one in report.tournament.posted_codes}
    rows = [{"Round": number, **draw, "Code": codes.get(number)} for number, draw in draws.items()]
    yield _table(report, report.catalog("The draws"), "Draws", rows)
    yield _records(report)
    yield _meetings(report)
    yield _pair_counts(report)
    if not report.secret:
        yield _table_of_listing(report, report.catalog("The race"), "Race", listings.race(state, _))
        yield _table_of_listing(report, _("Accounts"), "Totals", listings.totals(state, _))
        yield _standings(report, by_place=False)
    yield from _statistics(report)
    yield from (_wall(report, number, draw) for number, draw in draws.items())
    yield _auctions(report)
    log = [{key.capitalize(): value for key, value in asdict(entry).items()} for entry in report.state.journal.entries]
    yield _table(report, report.catalog("Log"), "Log", log)
    # codes that are on no round's sheet: of games at fixed tables, of the finals
    apart = [{"Stage": one.logged, "Code": one.code, "Salt": one.salt} for one in report.tournament.codes if not one.round]
    yield _table(report, report.catalog("Codes"), "Codes", apart)
    yield _table(report, _("Logo"), "Event", [{"Logo": piece} for piece in logo_pieces(report.tournament.logo)])
    yield _data(report)


_Lines = Sequence[Mapping[str, Content]]
"""The lines of a table by the ends of their names; all lines have the same keys."""


def _table(report: Report, title: str, prefix: str, rows: _Lines, heads: Heads = EMPTY) -> ReportTable:
    """A table whose columns have names with one ``prefix``. ``heads`` override `COLUMNS`."""
    keys = rows[0] if rows else ()
    parts = {key: [(f"{prefix}_{key}", [row[key] for row in rows])] for key in keys}
    return ReportTable(title, [_column(report, key, parts[key], heads) for key in keys])


def _column(
    report: Report, key: str, parts: Iterable[tuple[str, Iterable[Content]]], heads: Mapping[str, str] = EMPTY
) -> ReportColumn:
    """A column of parts below each other, each with its name; "" for no name."""
    values: list[Value] = []
    known: dict[str, range] = {}
    for name, part in parts:
        first = len(values)
        values += map(_value, part)
        if name and len(values) > first:
            known[name] = range(first, len(values))
    return ReportColumn(heads.get(key) or report.catalog(listings.COLUMN_HEADS.get(key, key)), values, known, key in _MONEY)


def _value(value: Content) -> Value:
    """The value of a cell: integers where possible, and texts as a reader will return them."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return stored(value)


def _tables_of_games(report: Report, title: str, games: Mapping[str, _Lines]) -> ReportTable:
    """Record sheets below each other, a line for each seat, by prefix. The first line has names for facts of a whole game."""
    keys = dict.fromkeys(key for rows in games.values() for row in rows for key in row)
    badges = {mark.title(): badge.name for mark, badge in report.rulebook.badges.items()}
    columns = []
    for key in keys:
        parts: list[tuple[str, list[Content]]] = []
        for prefix, rows in games.items():
            name = f"{prefix}_{key}" if key in rows[0] and key not in UNNAMED else ""
            values = [row.get(key) for row in rows]
            parts += [(name, values[:1]), ("", values[1:])] if key in _ONCE else [(name, values)]
        columns.append(_column(report, key, parts, badges))
    return ReportTable(title, columns)


def _table_with_cell_names(report: Report, title: str, rows: Mapping[str, Mapping[str, Value]], first: str) -> ReportTable:
    """A line for each duel or stage, with a name for every cell that is not blank."""
    keys = dict.fromkeys(key for row in rows.values() for key in row)
    parts = {key: [(names.duel(code, key) if key in row else "", [row.get(key)]) for code, row in rows.items()] for key in keys}
    return ReportTable(title, [ReportColumn(first, [*rows], {}), *(_column(report, key, parts[key]) for key in keys)])


def _listed(report: Report, title: str, rows: Mapping[str, tuple[str, Value]]) -> ReportTable:
    labels = ReportColumn(report.catalog("What"), [label for label, _value in rows.values()], {})
    return ReportTable(title, [labels, _column(report, "Value", [(name, [value]) for name, (_label, value) in rows.items()])])


def _person(report: Report, player: str | None, key: str = "Player", name: str = "Name") -> dict[str, Value]:
    return {key: player, name: report.names.get(player or "", "")}


def _table_of_listing(report: Report, title: str, prefix: str, listing: Listing, **heads: str) -> ReportTable:
    """A table that people see, too; ``heads`` are those that differ in the workbook."""
    rows: list[dict[str, Content]] = []
    for values in listing.rows:
        row = dict(zip(listing.heads, values, strict=True))
        rows.append({})
        for key, value in row.items():
            rows[-1] |= _person(report, str(value or "") or None) if key == "Name" else {key: value}
    return _table(report, title, prefix, rows, {**listing.heads, **heads})


def _standings(report: Report, *, by_place: bool) -> ReportTable:
    """The standings, the best first, with what separated players; or in the order of the players' list."""
    shown, prefix = listings.full_standings(report.state, report.catalog), "Ranking"
    if not by_place:
        codes, prefix = listings.criteria(report.state), "Standings"
        known = {row[2]: row for row in shown.rows}
        nothing = [None] * len(shown.heads)
        rows = [known.get(player, nothing) for player in report.ids] if known else []
        shown = shown._replace(rows=rows).only("Place", "Rank", "Name", "Score", "Games", *codes)
    return _table_of_listing(report, shown.title, prefix, shown, Score=report.catalog("Score"))


def _lots(report: Report) -> ReportTable:
    """Players separated by lot from the one above or below, and the seed of their lots."""
    _ = report.catalog
    table = _table_of_listing(report, _("Lots"), "Lots", listings.lots(report.state, _))
    seed = ranking_seed(report.tournament, lot_stages(report.rulebook))
    more = [_column(report, "Seed", [("Lots_Seed", [seed])])] if table.columns else []
    return table._replace(columns=[*table.columns, *more])


def _final_ranking(report: Report) -> ReportTable:
    """All ranked players, the prizes, and the regulation's title, if there is one."""
    holder = title_holder(report.state) if report.ranking else ""
    shown = listings.ranking(report.state, report.catalog, report.ranking).only("Place", "Name", "Prize")
    table = _table_of_listing(report, shown.title, "Finals", shown)
    if not shown.rows or "champion" not in report.rulebook.articles:
        return table
    title = {"Title_Words": report.rulebook.champion, "Title": holder or None, "Title_Name": report.names.get(holder)}
    return table._replace(columns=[*table.columns, *(_column(report, key, [(f"Finals_{key}", [title[key]])]) for key in title)])


def _duels(report: Report) -> ReportTable:
    way, rulebook, finals = duel_mode(report.state), report.rulebook, report.tournament.finals
    rows: dict[str, dict[str, Value]] = {}
    for duel in finals.duels if finals else ():
        draw = report.tournament.draw_of(duel.match)
        score_a, score_b = scores_told(report.state, duel)
        row = rows[duel.match] = {
            **_person(report, duel.player_a, "Player_A", "Name_A"), "Score_A": score_a,
            **_person(report, duel.player_b, "Player_B", "Name_B"), "Score_B": score_b,
            **_person(report, match_winner(report.state, duel.match), "Winner", "Winner_Name"),
        }  # fmt: skip
        if draw is not None:
            row |= {f"Draw_{key}": value for key, value in _seed(report, draw).items()}
        if draw is not None and way in rulebook.duel_modes and duel.player_a and duel.player_b:
            piles = characters(rulebook, way, duel.match, draw.rng_seed)
            row |= {key: ", ".join(pile) for key, pile in zip(("Characters", "Characters_B"), piles, strict=False)}
            row["Left_Out"] = ", ".join(undrawn_characters(rulebook, way, duel.match, draw.rng_seed))
    return _table_with_cell_names(report, report.catalog("Finals"), rows, report.catalog("Match"))


def _seed(report: Report, draw: Draw | None) -> dict[str, Value]:
    if draw is None:
        return dict.fromkeys(("Seed", "Source", "Public"))
    return {"Seed": draw.rng_seed, "Source": word(draw.source, report.catalog.language), "Public": draw.public_value}


def _stage_draws(report: Report) -> ReportTable:
    rows: dict[str, dict[str, Value]] = {}
    for code in dict.fromkeys(stage_code(game.round) for game in report.tournament.stages):
        rows[code] = {f"Draw_{key}": value for key, value in _seed(report, report.tournament.draw_of(code)).items()}
        rows[code]["Characters"] = report.cell(names.duel(code, "Characters"))
    return _table_with_cell_names(report, report.catalog("Finals"), rows, report.catalog("Stage"))


def _stages(report: Report) -> ReportTable:
    games: dict[str, list[dict[str, Content]]] = {}
    for game in report.tournament.stages:
        prefix, won = stage_sheet(game.round, game.table), winners(game)
        lines = _seats(
            report, game, prefix, {"Stage": game.round, "Table": game.table}, ("Choice", "Character", "Role", "Status")
        )
        for line in lines:
            line["Won"] = report.yes if line["Player"] in won else None
        lines[0] |= {"Outcome": report.cell(f"{prefix}!Outcome")}
        lines[0] |= _person(report, game.winner, "Winner", "Winner_Name") if game.winner else {}
        games[prefix] = lines
    return _tables_of_games(report, report.catalog("Finals"), games)


def _records(report: Report) -> ReportTable:
    money = ("Before", "Payout", "After") if has_money(report.state) else ("Payout",)
    paid = {(one.game.round, one.game.table, one.seat.number): one for one in ([] if report.secret else ledger(report.state))}
    asked = [field.name for field in fields(report.rulebook) if field.is_mark]
    games: dict[str, list[dict[str, Content]]] = {}
    for game in sorted(report.tournament.games, key=lambda game: (game.round, game.table)):
        prefix = game_code(game.round, game.table)
        ruling = [names.RULING] if any(seat.ruling is not None for seat in game.seats) else []
        keys = ("Character", "Bid", "Role", "Status", *asked, *ruling)
        lines = _seats(report, game, prefix, {"Round": game.round, "Table": game.table}, keys)
        for number, line in enumerate(lines, 1):
            known = paid.get((game.round, game.table, number))
            line |= {key: getattr(known, key.lower()) if known else None for key in money}
        lines[0] |= {"Outcome": report.cell(f"{prefix}!Outcome")}
        games[prefix] = lines
    return _tables_of_games(report, report.catalog("Record sheets"), games)


def _seats(report: Report, game: Game, prefix: str, where: Mapping[str, int], keys: Sequence[str]) -> list[dict[str, Content]]:
    """A line for every chair of a table up to the last occupied one, as in a workbook."""
    last = game.seats[-1].number
    cells = {key: report.column(f"{prefix}!{key}", last) for key in ("Player", *keys)}
    return [
        {
            **where, "Seat": at + 1, **_person(report, str(cells["Player"][at] or "") or None),
            **{key: cells[key][at] for key in keys},
        }
        for at in range(last)
    ]  # fmt: skip


def _players(report: Report) -> ReportTable:
    _, count, gone = report.catalog, len(report.ids), departures(report.state)
    warned = Counter(event.player for event in report.tournament.events if event.type is EventType.WARNING)
    been = listings.rounds_as_sheriff(report.state)
    by_hand = {player: position for position, player in enumerate(report.tournament.lot_order, 1)}
    kept = {key: report.column(f"Players_{key}", count) for key in names.PLAYERS[1:]}
    rows = [
        {
            "Id": player,
            **{key: column[at] for key, column in kept.items()},
            "Email": kept["Email"][at] if report.addresses else None,
            "Lot": by_hand.get(player) if by_hand else kept["Lot"][at],
            "Sheriff": been.get(player, ""),
            "Status": _(listings.LEFT[gone[player].status]) if player in gone else None,
            "Left_After": gone[player].last_round if player in gone else None,
            "Warnings": warned[player] or None,
        }
        for at, player in enumerate(report.ids)
    ]
    return _table(report, _("Players"), "Players", rows, {"Status": _("Status"), "Table": _("Own\ntable")})


def _events(report: Report) -> ReportTable:
    count = len(report.tournament.events)
    kept = {key: report.column(f"Events_{key}", count) for key in names.EVENTS}
    rows = [
        {**_person(report, str(kept["Player"][at] or "") or None), **{key: kept[key][at] for key in kept if key != "Player"}}
        for at in range(count)
    ]
    return _table(report, report.catalog("Events"), "Events", rows)


def _draw(report: Report, number: int) -> dict[str, Value]:
    """The inputs of a round's draw; if tables change, also how many players meet again, and what a pure lot gives."""
    draw = report.tournament.draw_of(str(number))
    algorithm = f"{draw.algorithm} {draw.version}" if draw else None
    facts = {**_seed(report, draw), "Algorithm": algorithm, "By_Hand": report.yes if draw and draw.by_hand else None}
    if report.rulebook.fixed_tables:
        return facts
    if report.rulebook.league is not None:
        facts = {"Evening": evenings(report.state)[number - 1], **facts}
    quality = audit_rounds(report.state, number).quality
    return {**facts, "Rematches": quality.rematches, "Expected": round(quality.expected), "Best": quality.best}


def _wall(report: Report, number: int, draw: Mapping[str, Value]) -> ReportTable:
    """The seats of a round by name, at fixed tables as drawn at the start; beside them the inputs of the ``draw``."""
    seats = seating(report.tournament.round(number))
    if report.rulebook.fixed_tables:
        starts = sorted(report.tournament.start_tables.items())
        seats = tuple((table, seat, player) for table, players in starts for seat, player in enumerate(players, 1))
    by_name = sorted(seats, key=lambda line: (alphabetical(report.names.get(line[2], line[2])), line[2]))
    rows = [{**_person(report, player), "Table": table, "Seat": seat} for table, seat, player in by_name]
    wall = _table(report, round_code(number), "Wall", rows)
    draw = {**draw, "Players": len(seats), "Tables": len({table for table, _seat, _player in seats})}
    columns = [*wall.columns, *(_column(report, key, [(f"Draw_{key}", [value])]) for key, value in draw.items())]
    for one in report.tournament.posted_codes:
        if one.round == number:
            columns += [_column(report, "Code", [(names.CODE, [one.code])]), _column(report, "Salt", [(names.SALT, [one.salt])])]
    return ReportTable(wall.title, columns, local=True)


def _meetings(report: Report) -> ReportTable:
    """Everybody's seats; and how often players have met and sat side by side: a column for each player, blank for never."""
    seats, counts = seats_by_round(report.state), meetings_square(report.state)
    people = [_person(report, player) | {"Seats": seats.get(player)} for player in report.ids]
    table = _table(report, report.catalog("Meetings"), "Meetings", people, {"Seats": report.catalog("Seats by round")})
    square = []
    for number, player in enumerate(report.ids, 1):
        times = [counts.get((other, player)) for other in report.ids]
        square.append(_column(report, player, [(names.meetings(number), times)]))
    return table._replace(columns=[*table.columns, *square])


def _pair_counts(report: Report) -> ReportTable:
    often = Counter(times_met(past_tables(report.tournament, report.tournament.rounds_seated + 1)).values())
    most = max(often, default=0)
    often[0] = comb(len(entrants(report.state)), 2) - often.total()
    return _table(report, report.catalog("Pairs"), "Pairs", [{"Times": n, "Count": often[n]} for n in range(most + 1)])


def _statistics(report: Report) -> Iterator[ReportTable]:
    """The statistics of the games, once the standings are published: by role, by seat, by character."""
    if report.tournament.finals is None or not statistics(report.state).games:
        return
    _ = report.catalog
    titles = {"Roles": _("Roles"), "Seats": _("Seats"), "Characters": _("Characters")}
    for (prefix, title), listing in zip(titles.items(), listings.statistics_lists(report.state, _), strict=False):
        yield _table_of_listing(report, title, f"Told_{prefix}", listing, Price=_("Price"))


def _auctions(report: Report) -> ReportTable:
    count = sum(len(game.auction) for game in report.tournament.games)
    kept = {key: report.column(f"Auctions_{key}", count) for key in names.AUCTIONS}
    rows = []
    for at in range(count):
        row = {key: column[at] for key, column in kept.items()}
        rows.append(row | {f"{key}_Name": report.names.get(str(row[key]), "") for key in ("Opener", "Winner")})
    return _table(report, report.catalog("Auctions"), "Auctions", rows)


def _data(report: Report) -> ReportTable:
    rows: dict[str, Value] = {
        names.REFERTO_MARK: FORMAT, "Report_Written": report.written,
        "Format_Version": names.FORMAT_VERSION, "Workbook_Language": report.tournament.language,
        "Rulebook_Id": report.rulebook.id, "Rulebook_Text": report.rulebook.text,
        **{f"Option_{key}": report.cell(f"Option_{key}") for key in report.rulebook.options},
        **{key: report.cell(key) for key in ("Lots_By_Hand", "Published", "Closed", "Closed_After_Round")},
        **({names.FUND: report.tournament.fund} if report.rulebook.fee_shares else {}),
        "Report_Interim": report.yes if report.interim else None,
        "Report_Secret": report.yes if report.secret else None,
    }  # fmt: skip
    return _listed(report, report.catalog("Data"), {name: (name, value) for name, value in rows.items()})
