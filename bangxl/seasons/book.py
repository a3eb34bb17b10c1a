"""The season's workbook: one plain table on each sheet, with a row for each tournament, result, place or pair.

Columns have English codes in every language; missing values stay empty. Numbers, dates and marks are real numbers.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from datetime import date
from functools import partial
from itertools import pairwise
from math import ceil
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.utils.datetime import to_excel
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.cell_changes import looks_like_formula, stored
from bangxl.books.files import time_now
from bangxl.books.port import Value
from bangxl.books.writer import lay_rows, new_workbook, packed, write_value
from bangxl.locale.catalog import N_, Catalog, sentences
from bangxl.referto.spreadsheet import HEAD_STYLE, LONG, MONEY_FORMAT, TEXT_ALIGNED, TOP_ALIGNED, WIDEST, raise_row, shape
from bangxl.seasons.championship import Offence
from bangxl.seasons.entry import SEASON_MARK, BadFile
from bangxl.seasons.people import Person, file_name
from bangxl.seasons.ranking import Ranking
from bangxl.seasons.season import OBJECTIONS, Season
from bangxl.seasons.summary import TableRow, passed_over_text, why_copy
from bangxl.sheets.styles import DATES
from bangxl.tournament.model import Role
from bangxl.workbook.words import option_word, word

Offences = Mapping[Person, Sequence[tuple[str, str]]]
SeasonTables = Mapping[str, Sequence[tuple[Any, ...]]]
"""The rows of each table, with the values in the order of its columns; None where something is missing."""

SEASON_TABLES: Final[Mapping[str, tuple[str, Sequence[str]]]] = {
    "Season": (N_("Season"), ["about", "label", "value"]),
    "Tournaments": (N_("Tournaments"), [
        "number", "event", "date", "venue", "region", "kind", "organiser", "regulation", "players", "winner", "finished",
        "verified", "difference", "trusted", "valid", "why", "written", "digest", "file",
    ]),
    "Results": (N_("Results"), [
        "number", "person", "name", "event", "date", "region", "kind", "regulation", "valid", "written_name", "player", "home",
        "eligible", "final_place", "elimination_rank", "score", "score_exact", "games", "prize", "points", "status", "note",
    ]),
    "National": (N_("National tables"), [
        "regulation", "rank", "person", "name", "home", "tournaments", "counted", "points", "best", "mean", "score", "note",
    ]),
    "Regional": (N_("Regional tables"), [
        "regulation", "region", "rank", "person", "name", "home", "tournaments", "counted", "points", "best", "mean", "score",
        "note",
    ]),
    "Qualified": (N_("Qualified"), ["number", "way", "won_in", "person", "name", "home", "email", "since", "note"]),
    "Reserves": (N_("Reserves"), ["order", "region", "players", "entries", "person", "name", "home", "email", "way"]),
    "Irregular": (N_("Irregular"), ["date", "event", "region", "person", "name", "why", "since", "note", "file"]),
    "Doubtful": (N_("Doubtful"), [
        "why", "name", "region", "file", "times", "email", "other_name", "other_region", "other_file", "other_times",
        "other_email", "line",
    ]),
    "Record": (N_("Record"), [
        "rank", "person", "name", "score", "games", "own_best", "valid", "why", "event", "date", "venue", "region", "players",
        "file",
    ]),
    "Statistics": (N_("Statistics"), ["regulation", "about", "what", "games", "wins", "alive", "price", "paid", "gain"]),
    "Skipped": (N_("Skipped"), ["file", "why"]),
}  # fmt: skip
"""By the first word of their defined names: the sheet's title, and the columns."""

SEASON_HEADS: Final[Mapping[str, str]] = sentences("bangxl.seasons")["heads"]
"""The headings of columns, by their codes."""

_STATES: Final[Mapping[str, str]] = {"active": "", "withdrawn": N_("withdrawn"), "ejected": N_("ejected"), "cut": N_("cut")}

SUMS: Final = frozenset({"score", "prize", "price", "paid", "gain"})
_PAGE: Final = 250
"""The most characters that are readable side by side on a page; a wider table continues beside."""
LANDSCAPE: Final = 130
"""The characters that stand side by side on a page in full size."""
_LONGEST: Final = 8000
"""The most characters of a text to show."""


def season_tables(season: Season, summary: Iterable[TableRow], bad: Sequence[BadFile], _: Catalog) -> SeasonTables:
    """All tables by the first word of their names. ``summary`` is the first; ``bad`` are the files that are no referti."""
    events = [*_tournaments(season, _)]
    offences: dict[Person, list[tuple[str, str]]] = {}  # file and text, by person, in order of time
    for case in season.championship.incidents if season.championship else ():
        offences.setdefault(case.person, []).append((case.entry.file, _(case.offence)))
    rows = {
        "Season": summary,
        "Tournaments": events,
        "Results": _results(season, events, offences, _),
        "National": _rankings(season, [table for table in season.rankings if table.region is None], offences, _),
        "Regional": _rankings(season, [table for table in season.rankings if table.region is not None], offences, _),
        "Qualified": _qualified(season, _),
        "Reserves": _reserves(season, _),
        "Irregular": _irregular(season, _),
        "Doubtful": _doubtful(season, _),
        "Record": _record_rows(season, events, _),
        "Statistics": _statistics(season, _),
        "Skipped": _skipped(season, bad, _),
    }
    return {name: [tuple(map(row.get, columns)) for row in rows[name]] for name, (_tab, columns) in SEASON_TABLES.items()}


def _tournaments(season: Season, _: Catalog) -> Iterator[TableRow]:
    candidates = {one.entry.file: one for one in season.championship.tournaments} if season.championship else {}
    for number, entry in enumerate(season.files.entries, 1):
        candidate, flaws = candidates.get(entry.file), season.files.flaws[entry.file]
        winner = next((one.player for one in entry.outcome if one.final == 1 and not flaws), None)
        faults = [*(candidate.faults if candidate else flaws), *map(OBJECTIONS.__getitem__, entry.objections)]
        yield {
            "number": number,
            "event": entry.event.name,
            "date": entry.day,
            "venue": entry.event.place,
            "region": entry.event.region,
            "kind": option_word(entry.event.kind, _.language),
            "organiser": entry.event.organiser,
            "regulation": entry.title,
            "players": len(entry.results),
            "winner": season.people.of(entry.file, winner).name if winner else None,
            "finished": entry.is_complete,
            "verified": not entry.proof.differences,
            "difference": entry.proof.first.get(_.language),
            "trusted": entry.proof.trusted,
            "valid": candidate and candidate.is_valid,
            "why": ", ".join(map(_, dict.fromkeys(faults))),
            "written": entry.written,
            "digest": entry.proof.digest,
            "file": file_name(entry.file),
        }


def _results(season: Season, events: Sequence[TableRow], offences: Offences, _: Catalog) -> Iterator[TableRow]:
    for entry in season.files.counting:
        for number, _entry, person, player, points in season.results[entry.file]:
            yield {
                **events[number - 1],
                "person": person.number,
                "name": person.name,
                "written_name": player.name,
                "player": player.player,
                "home": player.region,
                "eligible": player.eligible,
                "final_place": player.final,
                "elimination_rank": player.rank,
                "score": float(player.score),
                "score_exact": str(player.score),
                "games": player.games,
                "prize": player.prize,
                "points": points,
                "status": _(_STATES[player.status]),
                "note": ", ".join(text for file, text in offences.get(person, ()) if file == entry.file),
            }


def _rankings(season: Season, rankings: Iterable[Ranking], offences: Offences, _: Catalog) -> Iterator[TableRow]:
    """A row for each player of each regulation and, where they exist, each region."""
    championship = season.championship
    own_tables = (championship.national, *championship.tables.values()) if championship else ()
    chances: dict[Person, list[str]] = {}
    for place in championship.places if championship else ():
        for person, text in ((place.person, place.way), *place.over):
            if person is not None:
                chances.setdefault(person, []).append(_(text))
    for ranking in rankings:
        files = {one.entry.file for one in ranking.tournaments}
        is_final = any(ranking is table for table in own_tables)
        for line in ranking.lines:
            notes = [text for file, text in offences.get(line.person, ()) if file in files]
            notes += [] if line.eligible else [_("neither citizen nor resident")]
            notes += chances.get(line.person, ()) if is_final else ()
            yield {
                **line._asdict(),
                **_person(line.person),
                "regulation": ranking.title,
                "region": ranking.name,
                "mean": None if line.mean is None else float(line.mean),
                "score": float(line.worth[1]) if line.worth else None,
                "note": ", ".join(dict.fromkeys(notes)),
            }


def _person(person: Person | None) -> TableRow:
    return {"person": person.number, "name": person.name, "home": person.region, "email": person.email} if person else {}


def _qualified(season: Season, _: Catalog) -> Iterator[TableRow]:
    """A row for each place in the final; without a name if a reserve is needed."""
    championship = season.championship
    doubtful = {place for one in championship.alternatives for place in (one.region, one.open)} if championship else set()
    for number, place in enumerate(championship.places if championship else (), 1):
        row = {"number": number, "way": _(place.way), "won_in": place.name, "since": place.since}
        notes = [passed_over_text(place, _), _("two answers are possible: see the first sheet") if place in doubtful else ""]
        yield {**row, **_person(place.person), "note": "; ".join(filter(None, notes))}


def _reserves(season: Season, _: Catalog) -> Iterator[TableRow]:
    """A row for each reserve, in the regulation's order of preference."""
    for one in season.championship.reserves if season.championship else ():
        new = _("winner of the new tournament «{event}»; first in line for a place of their region")
        way = new.format(event=one.tournament.entry.event.name) if one.tournament else _("second of the region")
        row = {"order": one.order, "region": one.region, "players": one.players, "entries": one.entries}
        yield {**row, **_person(one.person), "way": way}


def _irregular(season: Season, _: Catalog) -> Iterator[TableRow]:
    names = {region: table.name for region, table in season.championship.tables.items()} if season.championship else {}
    for case in season.championship.incidents if season.championship else ():
        elsewhere = _("plays in {region}").format(region=names.get(case.detail, case.detail))
        yield {
            "date": case.entry.day,
            "event": case.entry.event.name,
            "region": case.entry.event.region,
            **_person(case.person),
            "why": _(case.offence),
            "since": case.since if case.since and case.since.year > 1 else None,
            "note": elsewhere if case.offence is Offence.SECOND_REGION else case.detail,
            "file": file_name(case.entry.file),
        }


def _doubtful(season: Season, _: Catalog) -> Iterator[TableRow]:
    for doubt in season.doubts:
        row: TableRow = {"why": _(doubt.why), "line": doubt.line}
        for prefix, side in (("", doubt.one), *[("other_", doubt.other)] * bool(doubt.other.name)):
            row |= {f"{prefix}{code}": getattr(side, code) for code in ("name", "region", "times", "email")}
            row[f"{prefix}file"] = file_name(side.file)
        yield row


def _record_rows(season: Season, events: Sequence[TableRow], _: Catalog) -> Iterator[TableRow]:
    for score in season.record_scores:
        result = score.result
        yield {
            **events[result.number - 1],
            **_person(result.person),
            "rank": score.rank,
            "score": float(result.player.score),
            "games": result.player.games,
            "own_best": score.own_best,
            "valid": not score.why,
            "why": ", ".join(dict.fromkeys(map(_, score.why))),
        }


def _statistics(season: Season, _: Catalog) -> Iterator[TableRow]:
    """The statistics of the games, totalled for each regulation: a row for each role, character, and seat from the Sheriff."""
    about = [_("Roles"), _("Characters"), _("Seats, counted from the Sheriff")]
    sums: defaultdict[tuple[Any, ...], Counter[str]] = defaultdict(Counter)
    for entry in season.files.counting:
        regulation, counted = (entry.title, entry.regulation, entry.house), entry.statistics
        for role in counted.roles:
            key = (*regulation, 0, [*Role].index(role.role), word(role.role, _.language))
            sums[key].update(games=role.seats, wins=role.won, alive=role.alive, paid=role.paid)
        for one in counted.characters:
            sums[*regulation, 1, 0, one.name].update(games=one.played, alive=one.alive, price=one.price, paid=one.paid)
        for seat in counted.seats:
            sums[*regulation, 2, seat.seat, seat.seat].update(games=seat.games, wins=seat.won, alive=seat.alive, paid=seat.paid)
    bought = {key[:4] for key, counts in sums.items() if counts["price"]}
    # the most played characters come first
    for key in sorted(sums, key=lambda key: (*key[:4], -sums[key]["games"] if key[3] == 1 else key[4], key[5])):
        counts, is_bought = sums[key], key[:4] in bought
        yield {
            **counts,
            "regulation": key[0],
            "about": about[key[3]],
            "what": key[5],
            "price": counts["price"] if is_bought else None,
            "gain": counts["paid"] - counts["price"] if is_bought else None,
        }


def _skipped(season: Season, bad: Sequence[BadFile], _: Catalog) -> Iterator[TableRow]:
    yield from ({"file": file_name(one.file), "why": one.reasons[_.language]} for one in bad)
    yield from ({"file": file_name(copy.file), "why": why_copy(original, _)} for copy, original in season.files.copies)
    text = _("{file} is a report of the same tournament and says something else")
    for reports in season.files.disputes:
        for one in reports:
            others = ", ".join(file_name(other.file) for other in reports if other is not one)
            yield {"file": file_name(one.file), "why": text.format(file=others)}


def build(tables: SeasonTables, title: str, _: Catalog) -> bytes:
    """Make the file; a table without rows has no sheet."""
    wb = new_workbook(title, time_now())
    for name, rows in tables.items():
        if rows:
            _sheet(wb, name, rows, _)
    wb.worksheets[0].sheet_view.tabSelected = True
    return packed(wb)


def _sheet(wb: Workbook, name: str, rows: Sequence[tuple[Any, ...]], _: Catalog) -> None:
    ws = wb.create_sheet(_(SEASON_TABLES[name][0]))
    last, columns, formats, names = len(rows) + 1, [], [], dict[str, str]()
    for number, (code, column) in enumerate(zip(SEASON_TABLES[name][1], zip(*rows, strict=True), strict=True), 1):
        values = [_value(value) for value in column]
        letter, head = get_column_letter(number), ws.cell(1, number)
        write_value(head, _(SEASON_HEADS[code]))
        head.font, head.fill, head.alignment = HEAD_STYLE
        longest = max(len(_(SEASON_HEADS[code])), *(len(str(value)) for value in values if value is not None), 0)
        ws.column_dimensions[letter].width = min(max(longest, len("31.12.2026") * (code in {"date", "since"})), WIDEST) * 1.1 + 2
        names[f"{name}_{code.title()}"] = f"${letter}$2:${letter}${last}"
        for row, value in enumerate(values, 2):
            if isinstance(value, str) and len(value) > WIDEST:
                raise_row(ws, row, value)
        columns.append(values)
        formats.append(_format(code, values, _.language))
    if name == "Season":
        names[SEASON_MARK] = f"$C${last}"
    for key, cells in names.items():
        wb.defined_names[key] = DefinedName(key, attr_text=f"{quote_sheetname(ws.title)}!{cells}")
    ws.auto_filter.ref = f"A1:{get_column_letter(len(columns))}{last}"
    shape(ws)
    wide = sum(column.width for column in ws.column_dimensions.values())
    ws.page_setup.fitToWidth, ws.page_setup.pageOrder = ceil(wide / _PAGE), "overThenDown"
    if name == "Regional":  # a page for each region, as wide as the page: Excel ignores page breaks if it fits pages itself
        ws.sheet_properties.pageSetUpPr = None
        ws.page_setup.fitToWidth = ws.page_setup.fitToHeight = None
        ws.page_setup.scale = min(100, int(100 * LANDSCAPE / wide))
        for row, (one, following) in enumerate(pairwise(rows), 2):
            if one[:2] != following[:2]:  # regulation and region
                ws.row_breaks.append(Break(row))
    lay_rows(ws, 2, partial(_rows, ws, columns, formats))


def _value(value: Value) -> Value:
    """Convert a value for a cell: dates and marks become numbers, equal in every program and language."""
    if isinstance(value, str):
        return stored(value[:_LONGEST])
    if isinstance(value, date):
        return int(to_excel(value))  # type: ignore[no-untyped-call] # missing in the stub
    return stored(int(value) if isinstance(value, bool) else value)


def _format(code: str, values: Sequence[Value], language: str) -> str:
    if code in {"date", "since"}:
        return DATES[language]
    if code in {"finished", "verified", "valid", "eligible", "own_best"}:
        return '"✓";;"–"'
    if code in SUMS:
        return MONEY_FORMAT + ".00" * any(isinstance(value, float) and value % 1 for value in values)
    return "0.00" if code == "mean" else "General"


def _rows(ws: Worksheet, columns: Sequence[Sequence[Value]], formats: Sequence[str]) -> Iterator[list[Cell]]:
    """Make the rows only when they are written: the cells of large tables would fill the memory."""
    styles = []
    for number in formats:
        model: Any = Cell(ws, 2, 1)
        model.number_format, looks = number, []
        for model.alignment in (TOP_ALIGNED, TEXT_ALIGNED, LONG):
            looks.append(copy(model._style))  # noqa: SLF001 - setting a format cell by cell takes minutes
        styles.append(looks)
    for row, values in enumerate(zip(*columns, strict=True), 2):
        cells = []
        for column, (value, (plain, short, long)) in enumerate(zip(values, styles, strict=True), 1):
            cell: Any = Cell(ws, row, column)
            is_text = isinstance(value, str)
            style = plain if not is_text else long if len(value) > WIDEST else short
            cell._style = copy(style) if is_text and looks_like_formula(value) else style  # noqa: SLF001 - a column's cells share it
            if value is not None:
                write_value(cell, value)
            cells.append(cell)
        yield cells
