"""The season's page: the race of the best over the months, the tables, who is qualified and why, each tournament and player.

No mail address is on it, and who wishes it is shown by initials.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from itertools import pairwise
from typing import Any, Final

from bangxl.locale.catalog import MONTHS, Catalog, dotted
from bangxl.seasons.book import SEASON_HEADS, SEASON_TABLES, SeasonTables
from bangxl.seasons.choices import Combining
from bangxl.seasons.entry import PlayerResult
from bangxl.seasons.sifting import Flaw
from bangxl.seasons.summary import SCORES
from bangxl.tournament.model import Role
from bangxl.web import markup
from bangxl.web.markup import Html, document, element, join
from bangxl.web.view import Head, folded, section, table
from bangxl.workbook.surnames import by_surname
from bangxl.workbook.words import word

_KIND: Final = "season"
is_season_page: Final = partial(markup.is_page, _KIND)
"""Whether a file is a season's page."""
_Row = Mapping[str, Any]
_Amount = Callable[..., str] | None

BEST: Final = 5
"""So many take part in the race."""
_BEST_GAMES: Final = 3
_WIDE, _HIGH, _NAMES, _EDGE, _SCALE, _LINE, _NEAR = 900, 400, 210, 28, 60, 17, 26
"""The chart, the room at its right for names, its edge, that of its scale; a name's height and a phone's number's, in pixels."""
_MONTHS: Final = 12
"""So many months, at most, have their names below the chart."""
_COLOURS: Final = ("#7a3b12", "#1f6e9c", "#2f7d32", "#8e44ad", "#c2185b")


def season_page(
    tables: SeasonTables,
    careers: Mapping[int, Sequence[PlayerResult]],
    _: Catalog,
    title: str,
    called: Callable[[str], str] = str,
) -> str:
    """Make the page of a season's tables and careers, in the catalog's language; ``called``: how a name is shown."""
    rows: dict[str, list[_Row]] = {
        name: [dict(zip(SEASON_TABLES[name][1], row, strict=True)) for row in own] for name, own in tables.items()
    }
    results = rows["Results"]
    left = {row["person"]: row["status"] for row in results if not row["final_place"]}
    rows["National"] = [{**row, "why": "" if row["rank"] else left.get(row["person"])} for row in rows["National"]]
    ranked = {
        "National": ("rank", "name", "home", "tournaments", "points", "best"),
        "Qualified": ("number", "name", "home", "way", "won_in"),
    }
    going = {row["person"] for row in rows["Qualified"] if row["person"]}
    amount, units = None, {one.unit for own in careers.values() for one in own}
    if any(row["value"] == _(SCORES[Combining.SUM][0]) for row in rows["Season"]):
        amount = _.counting(*units).amount if len(units) == 1 else _.number  # of dollars and points together it names neither
    titles = {name: _(SEASON_TABLES[name][0]) for name in ranked}
    if len({row["regulation"] for row in rows["National"]}) == 1:
        titles["National"] = _("National table")
    parts = [
        ("race", _("The best over the months"), join(_races(rows["National"], results, called, _))),
        *((name, titles[name], _ranking(rows[name], codes, going, called, _, amount)) for name, codes in ranked.items()),
        ("regional", _("Regional tables"), join(_regions(rows["Regional"], called))),
        ("tournaments", _("Tournaments"), join(_tournaments(rows["Tournaments"], results, called, _))),
        ("players", _("Players"), join(_players(results, careers, called, _))),
    ]
    shown, whys = [part for part in parts if part[2]], dict.fromkeys(row["why"] for row in rows["Tournaments"])
    links = (element("li", element("a", name, href=f"#{anchor}")) for anchor, name, _content in shown)
    contents = element("nav", element("ul", *links), aria_label=_("Contents"))
    nothing = _("No tournament counts for the championship: {reasons}.").format(reasons=dotted(*whys)) if all(whys) else ""
    nothing += " " + _("The tables show the results all the same.") if nothing and rows["National"] else ""
    days = sorted(row["date"] for row in rows["Tournaments"] if row["date"])
    period = " – ".join(dict.fromkeys(_day(day, _) for day in (*days[:1], *days[-1:])))
    many, n = len(rows["Tournaments"]), len({row["number"] for row in results})
    what = _("Reports") if any(_(Flaw.CONTRADICTED) in why for why in whys) else _("Tournaments")
    about = dotted(period, f"{what}: {many}", _.plural("{n} counts", "{n} count", n).format(n=n) * (n < many))
    head = element("header", element("h1", title), element("p", about), element("p", nothing) if whys and nothing else "")
    main = element("main", contents, *(section(*part) for part in shown))
    return document(_KIND, _.language, title, "results season", head, main)


def _ranking(
    rows: Sequence[_Row], codes: Sequence[str], going: set[int], called: Callable[[str], str], _: Catalog, amount: _Amount
) -> Html:
    """A table, or one for each regulation; a star behind who goes to the final. Sums say which ``amount`` separates equals."""
    looks = {"name": "name", "rank": "place", "number": "place", "points": "number main", "tournaments": "number"}
    apart = [(one["regulation"], one["points"], one["rank"]) for one in rows if amount and one.get("points") is not None]
    tied = {one[:2] for one, other in pairwise(apart) if one[:2] == other[:2] and one[2] != other[2]}
    codes = (*codes, *["why"] * (bool(tied) or any(row.get("why") for row in rows)))
    heads = {code: _(SEASON_HEADS[code]) for code in codes} | {"rank": _("Place"), "home": _("Region"), "why": _("Remarks")}
    columns = [Head(heads[code], looks.get(code, "number" * (code == "best"))) for code in codes]
    groups: defaultdict[str, list[list[str]]] = defaultdict(list)
    for row in rows:
        cells = {code: "–" * (code in {"rank", "best"}) if row.get(code) is None else str(row[code]) for code in codes}
        cells["name"] = join([_person(row, called), " ★" * (row["person"] in going)])
        if amount and (row.get("regulation"), row.get("points")) in tied:
            cells["why"] = _("at equal points: {amount}").format(amount=amount(row["score"], 2 * (row["score"] % 1 > 0)))
        groups[row.get("regulation", "")].append([cells[code] for code in codes])
    return join(table(caption if len(groups) > 1 else "", columns, own) for caption, own in groups.items())


def _regions(rows: Sequence[_Row], called: Callable[[str], str]) -> Iterator[Html]:
    """Each region's table, in a line a person: a large season has thousands."""
    groups: defaultdict[tuple[str, str], list[Html]] = defaultdict(list)
    for row in rows:
        place = f"{row['rank']}. " if row["rank"] else "– "
        groups[row["region"], row["regulation"]].append(element("li", place, _person(row, called), f" · {row['points']}"))
    for (region, regulation), lines in sorted(groups.items()):
        yield folded(region, regulation, element("ul", *lines))


def _person(row: _Row, called: Callable[[str], str]) -> Html:
    return element("a", called(row["name"]), href=f"#p{row['person']}") if row["person"] else Html("–")


def _races(national: Sequence[_Row], results: Sequence[_Row], called: Callable[[str], str], _: Catalog) -> Iterator[Html]:
    """A chart for each regulation whose days are known: the points of the best so far."""
    best: defaultdict[str, list[_Row]] = defaultdict(list)
    for row in national:
        if row["rank"] and len(best[row["regulation"]]) < BEST:
            best[row["regulation"]].append(row)
    for regulation, leaders in best.items():
        won: defaultdict[int, list[tuple[date, int]]] = defaultdict(list)
        for row in results:
            if row["regulation"] == regulation and row["points"] and row["date"]:
                won[row["person"]].append((row["date"], row["points"]))
        if len(days := {day for row in leaders for day, _points in won[row["person"]]}) > 1:  # one day is no race
            yield element("h3", regulation) if len(best) > 1 else Html()
            yield _race([(called(row["name"]), sorted(won[row["person"]])) for row in leaders], min(days), max(days), _)


def _race(people: Sequence[tuple[str, Sequence[tuple[date, int]]]], first: date, last: date, _: Catalog) -> Html:
    """A line each that steps up at every tournament, its name at the end; on a phone a number, and the names below."""
    most, begin = max(sum(points for _day, points in own) for _name, own in people), first.replace(day=1)
    right, low, high = _WIDE - _NAMES - _EDGE, _HIGH - _EDGE - _LINE, _HIGH - 2 * _EDGE - _LINE
    wide, beside = right - _SCALE - _EDGE, right + _EDGE

    def across(day: date) -> int:
        return round(_SCALE + wide * ((day - begin).days + 1) / ((last - begin).days + 1))

    def up(points: int) -> int:
        return round(low - high * points / most)

    parts = []
    scale = next(part * size for size in (1, 10, 100, 1000, 10_000) for part in (1, 2, 5) if most < 6 * part * size)
    for points in range(0, most + 1, scale):
        parts.append(element("line", x1=_SCALE, y1=up(points), x2=right, y2=up(points), class_="axis"))
        parts.append(element("text", _.number(points), x=_SCALE - 6, y=up(points) + 5, text_anchor="end"))
    months = sorted({(begin + timedelta(day)).replace(day=1) for day in range((last - begin).days + 1)})
    for month in months[:: -(-len(months) // _MONTHS)]:
        parts.append(element("text", _(MONTHS[month.month - 1])[:3], x=across(month), y=low + 28))
        parts.append(element("line", x1=across(month), y1=low, x2=across(month), y2=low + 6, class_="axis"))
    ends = []
    for place, ((name, own), colour) in enumerate(zip(people, _COLOURS, strict=False), 1):
        total, steps = 0, [f"{_SCALE},{low}"]
        for day, points in own:
            steps.append(f"{across(day)},{up(total)}")
            total += points
            steps.append(f"{across(day)},{up(total)}")
        parts.append(element("polyline", points=" ".join([*steps, f"{right},{up(total)}"]), class_="race", stroke=colour))
        parts.append(element("circle", cx=right, cy=up(total), r=4, fill=colour))
        ends.append((up(total), f"{place}. {name} · {total}", colour))
    free, near = -_LINE, -_NEAR
    for below, (y, text, colour) in zip(reversed(range(len(ends))), sorted(ends), strict=True):
        free, near = (min(max(y, above + gap), low - below * gap) for above, gap in ((free, _LINE), (near, _NEAR)))
        parts.append(element("line", x1=right, y1=y, x2=beside + 2, y2=near, stroke=colour, stroke_width=2, class_="near"))
        parts.append(element("text", text.split(".")[0], x=beside + 6, y=near + 8, class_="near", style=f"fill:{colour}"))
        parts.append(element("line", x1=right, y1=y, x2=beside - 4, y2=free, stroke=colour, stroke_width=1, class_="end"))
        parts.append(element("text", text, x=beside, y=free + 5, class_="end"))
    label = _("Points so far: {names}").format(names=", ".join(text for _y, text, _colour in sorted(ends)))
    box = {"viewBox": f"0 0 {_WIDE} {_HIGH}", "preserveAspectRatio": "xMinYMid slice"}  # narrow: without the names at the right
    chart = element("svg", *parts, **box, role="img", aria_label=label)
    listed = [element("li", element("span", "● ", style=f"color:{colour}"), text) for _y, text, colour in sorted(ends)]
    return element("div", chart, element("ul", *listed, class_="ends", aria_hidden="true"))


def _tournaments(rows: Sequence[_Row], results: Sequence[_Row], called: Callable[[str], str], _: Catalog) -> Iterator[Html]:
    """Each tournament, the newest first, with its places; where it does not count, why not."""
    places: defaultdict[int, list[_Row]] = defaultdict(list)
    for row in results:
        places[row["number"]].append(row)
    for row in reversed(rows):
        ranked = sorted((one for one in places[row["number"]] if one["final_place"]), key=lambda one: one["final_place"])
        lines = (element("li", f"{one['final_place']}. ", _person(one, called)) for one in ranked)
        first = ", ".join(called(one["name"]) for one in ranked if one["final_place"] == 1)
        said = [_("won by {name}").format(name=first) if first else ""]
        fails = _("does not count: {reason}"), _("does not count for the championship: {reason}")
        said += [fails[first > "" and row["valid"] is False].format(reason=row["why"])] * bool(row["why"])
        said += [row["file"]] * (_(Flaw.CONTRADICTED) in row["why"])  # otherwise its lines are equal
        about = dotted(_day(row["date"], _), row["venue"], row["region"], _people(row["players"], _), *said)
        yield folded(row["event"] or _day(row["date"], _), about, element("ul", *lines), anchor=f"t{row['number']}")


def _players(
    results: Sequence[_Row], careers: Mapping[int, Sequence[PlayerResult]], called: Callable[[str], str], _: Catalog
) -> Iterator[Html]:
    """Each player by surname: places by date, wins by role and table size, best games."""
    own: defaultdict[int, list[_Row]] = defaultdict(list)
    for row in results:
        own[row["person"]].append(row)
    order = by_surname(rows[0]["name"] for rows in own.values())
    for person, rows in sorted(own.items(), key=lambda one: order(one[1][0]["name"])):
        lines = []
        for row in rows:
            event = element("a", row["event"] or "–", href=f"#t{row['number']}")
            facts = [_("Place {place}").format(place=row["final_place"]) if row["final_place"] else row["status"] or "–"]
            facts += [f"{_(SEASON_HEADS['points'])}: {row['points']}"] if row["points"] is not None else []
            lines.append(element("li", f"{_day(row['date'], _)} ", event, *(f" · {fact}" for fact in facts)))
        lines += [element("li", line, class_="note") for line in _career_lines(careers.get(person, ()), _)]
        home = next((row["home"] for row in reversed(rows) if row["home"]), "")  # tells namesakes apart
        about = dotted(home, f"{_(SEASON_HEADS['tournaments'])}: {len(rows)}")
        yield folded(called(rows[0]["name"]), about, element("ul", *lines), anchor=f"p{person}")


def _career_lines(own: Sequence[PlayerResult], _: Catalog) -> Iterator[str]:
    """How often a player has won, in each role and at tables of each size; and the winnings of the best games."""
    played, won = Counter[str](), Counter[str]()
    for result in own:
        for key, (seats, wins) in result.played.items():
            played[key] += seats
            won[key] += wins
    roles: dict[str, str] = {role: word(role, _.language) for role in Role if played[role]}
    sizes = {size: _people(int(size), _) for size in sorted(played.keys() - {*Role})}
    for text, keys in ((_("Games won by role – {list}"), roles), (_("Games won by size of table – {list}"), sizes)):
        if keys:
            shares = (_("{what}: {won} of {played}").format(what=keys[key], won=won[key], played=played[key]) for key in keys)
            yield text.format(list=dotted(*shares))
    if best := sorted(((one.best, one.unit) for one in own if one.best is not None), reverse=True)[:_BEST_GAMES]:
        yield _("Best games: {list}").format(list=dotted(*(_.counting(unit).amount(won) for won, unit in best)))


def _people(players: int, _: Catalog) -> str:
    return _.plural("{players} player", "{players} players", players).format(players=players).replace(" ", "\N{NO-BREAK SPACE}")


def _day(day: date | None, _: Catalog) -> str:
    english = f"{day.day} {MONTHS[day.month - 1][:3]} {day.year}" if day and _.language == "en" else ""
    return english or (_.day(day.isoformat()) if day else "")
