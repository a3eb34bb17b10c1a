"""The summary of a season in sentences: on the workbook's first sheet and in the terminal."""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from bangxl.books.port import Value
from bangxl.interchange.dump import spoken_digest
from bangxl.locale.catalog import SOURCE_LANGUAGE, Catalog, catalog, sentences
from bangxl.seasons.championship import Barred, Berth, SeasonChampionship, Way
from bangxl.seasons.choices import Choices
from bangxl.seasons.doubts import Doubt, Why
from bangxl.seasons.entry import BadFile, RefertoEntry
from bangxl.seasons.people import file_name
from bangxl.seasons.season import Season
from bangxl.seasons.sifting import Flaw

_FORMAT: Final = 1
"""The version of the workbook's layout; on the first sheet, where it marks the file as a season."""

LISTED: Final = 5
"""How many files to name that are invalid for the same reason."""

_SHOWN: Final = 20
"""How many doubtful pairs to name in the terminal."""

_SENTENCES: Final = sentences("bangxl.seasons")
SCORES: Final = _SENTENCES["scores"]
"""What tables count, by `Combining`, in a word or two and in a sentence."""
OFFENDERS: Final = _SENTENCES["offenders"]
"""What happens to results of players who were not allowed to play, by `Irregular`, likewise."""

TableRow = dict[str, Any]
"""A row of a table, by the codes of its columns; what is missing is left out or None."""
_Lines = Iterator[tuple[str, Value]]


def why_copy(original: RefertoEntry, _: Catalog) -> str:
    """Why a copy does not count."""
    return _("the same data as {file}").format(file=file_name(original.file))


def passed_over_text(place: Berth, _: Catalog) -> str:
    """The better-placed players who do not go to the final, and why; and whether a reserve is needed."""
    reasons = [f"{person.name}: {_(bar)}" for person, bar in place.over]
    if place.vacancy:
        reasons.append(_(place.vacancy))
    if place.person is None and place.way is not Way.WILD_CARD and all(bar is not Barred.TIED for _person, bar in place.over):
        reasons.append(_("a reserve is needed"))
    return "; ".join(reasons)


def berth(place: Berth, _: Catalog) -> tuple[str, str]:
    """A place in the final: where and how it was won, who has it, who was passed over and why."""
    way, note = _(place.way), passed_over_text(place, _)
    who = place.person.name if place.person else "–"
    text = f"{who} · {way}" if place.name else who
    return place.name or way, f"{text} ({note})" if note else text


def summary_rows(season: Season, unreadable: int, choices: Choices, lists: Sequence[Path | None], _: Catalog) -> list[TableRow]:
    """The first sheet. ``unreadable``: the number of files; ``lists``: of statuses, of decisions on names, of fingerprints."""
    championship = season.championship
    places = championship.places if championship else ()
    blocks = {
        _("What was counted"): _counts(season, unreadable, _, listed=choices.digests is not None),
        _("First in the tables"): _leaders(season, _),
        _("Who goes to the final, and who does not"): (berth(place, _) for place in places),
        _("Two answers are possible: you decide (R07-22)"): _alternatives(championship, _) if championship else (),
        _("Options"): _options(championship, choices, lists, _),
        _("Choices"): _choices(season, choices, _),
        "bangxl": iter([(_("Format"), _FORMAT)]),
    }
    return [{"about": about, "label": label, "value": value} for about, lines in blocks.items() for label, value in lines]


def _alternatives(championship: SeasonChampionship, _: Catalog) -> _Lines:
    """Both possibilities for a region's leader who later won an Open, and how to choose the second."""
    for one in championship.alternatives:
        text = _SENTENCES["summary"]["two_places"]
        then = ", ".join(person.name for person in one.then) or _("a reserve")
        day = _day(one.open.since, _) if one.open.since else ""
        yield one.person.name, _(text).format(region=one.region.name, open=one.open.name, then=then, date=day)


def _counts(season: Season, unreadable: int, _: Catalog, *, listed: bool) -> _Lines:
    files, championship = season.files, season.championship
    flaws = [flaw for own in files.flaws.values() for flaw in own]
    yield _("Files"), len(files.entries) + len(files.copies) + unreadable
    yield _("Tournaments"), files.tournaments
    yield _("Not finished, so without results"), sum(not entry.is_complete for entry in files.entries)
    yield _("Left out: same data as another report"), len(files.copies)
    yield _("Not counted: they contradict each other"), flaws.count(Flaw.CONTRADICTED)
    yield _("Not counted: dated in the future"), flaws.count(Flaw.FUTURE)
    if listed:
        yield _("Not counted: not on the list of fingerprints"), flaws.count(Flaw.UNLISTED)
        yield _("On that list, but not among the files"), len(files.absent)
    yield _("Left out: unreadable files and files that are not reports"), unreadable
    yield _("Reports that differ from their record sheets"), sum(entry.proof.differences > 0 for entry in files.entries)
    yield _("People"), season.players
    yield _("Doubtful pairs"), len(season.doubts)
    if championship is not None:
        yield _("Valid for the championship"), sum(one.is_valid for one in championship.tournaments)
        yield _("Places in the final"), championship.rule.finalists
        yield _("Places taken"), championship.finalists
        yield _("Places left"), championship.rule.finalists - championship.finalists


def _leaders(season: Season, _: Catalog, *, regional: bool = True) -> Iterator[tuple[str, str]]:
    """The first of each national table, of regions if there are any, and of the list of Record; equals stand side by side."""
    for table in season.rankings:
        names = [person.name for rank, person in table.ranked if rank == 1]
        if regional or (names and table.region is None):
            why = _(table.vacancy) if table.vacancy else "–"
            where = table.name or _("national")
            yield f"{table.title} · {where}", ", ".join(names) or why
    if best := dict.fromkeys(score.result.person.name for score in season.record_scores if score.rank == 1):
        yield _("Record"), ", ".join(best)


def _options(championship: SeasonChampionship | None, choices: Choices, lists: Sequence[Path | None], _: Catalog) -> _Lines:
    if championship is not None:
        yield _("Regulation"), championship.rulebook.source.title
        printed = _("{date} (as printed)").format(date=_day(championship.last_day, _))
        yield _("First day"), _day(championship.first_day, _)
        yield _("Last day"), _day(choices.last_day, _) if choices.last_day else printed
    yield _("What the tables count"), _(SCORES[choices.adding][0])
    yield _("Results of players who were not allowed to play"), _(OFFENDERS[choices.irregular][0])
    for label, path in zip((_("Status list"), _("Decisions on names"), _("List of fingerprints")), lists, strict=True):
        yield label, path.name if path else "–"


def _choices(season: Season, choices: Choices, _: Catalog) -> _Lines:
    yield _choice("names", _)
    yield _choice("reports", _)
    if season.championship is not None:
        yield from _championship(season.championship, choices, _)
    if season.rankings:
        yield _("Tables (R07-1, R07-20)"), _(SCORES[choices.adding][1])
        best = season.championship.rule.best if season.championship is not None and choices.best is None else choices.best
        if best:
            text = _.plural("Everybody's best result counts.", "Everybody's best {n} results count.", best)
            yield _("Results that count"), text.format(n=best)
        yield _choice("ties", _)
    if season.record_scores:
        yield _choice("record", _)


def _choice(about: str, _: Catalog, **values: object) -> tuple[str, str]:
    label, text = _SENTENCES["choices"][about]
    return _(label), _(text).format(**values)


def _championship(championship: SeasonChampionship, choices: Choices, _: Catalog) -> _Lines:
    rule, players = championship.rule, championship.rulebook.official.minimum_players
    first, last = (_day(day, _) for day in (championship.first_day, championship.last_day))
    yield _choice("valid", _, players=players, first=first, last=last)
    if rule.last_open is not None:
        first, last = (_day(day, _) for day in rule.last_open)
        yield _choice("last_open", _, first=first, last=last)
    yield _choice("region", _)
    yield _("Not allowed"), _(OFFENDERS[choices.irregular][1])
    yield _choice("places", _)
    yield _choice("reserves", _)
    # places that the regulation of 2007 does not have
    more = {"regional": rule.regional != 1, "national": rule.national, "wild_cards": rule.wild_cards}
    yield from (_choice(about, _, n=getattr(rule, about)) for about, is_there in more.items() if is_there)


def _day(day: date, _: Catalog) -> str:
    return _.day(day.isoformat())


def season_lines(output: Path, season: Season, bad: Sequence[BadFile], _: Catalog) -> tuple[str, ...]:
    """The lines for the terminal: the result, with ✓ if all is well; the leaders; what is left out, the harmless first."""
    many = len(season.doubts)
    values = {"path": output, "tournaments": season.files.tournaments, "people": season.players, "doubts": many}
    values["valid"] = sum(one.is_valid for one in (season.championship.tournaments if season.championship else ()))
    text = _SENTENCES["summary"]["written_championship" if season.championship else "written"]
    places = season.championship.places if season.championship else ()
    leaders = [f"{table}: {names}" for table, names in _leaders(season, _, regional=False)]
    return (
        f"{'✓' if not bad and is_clean(season) else '!'} {_(text).format(**values)}",
        *(f"★ {line}" for line in leaders),
        *(f"→ {': '.join(berth(place, _))}" for place in places),
        *(f"? {': '.join(map(str, line))}" for line in (_alternatives(season.championship, _) if season.championship else ())),
        *(f"? {_doubt(doubt, _)}" for doubt in season.doubts[:_SHOWN]),
        *([_("? All {n} doubtful pairs: sheet «{sheet}».").format(n=many, sheet=_("Doubtful"))] if many > _SHOWN else ()),
        *(f"· {line}" for line in _not_counted_lines(season, _)),
        *(f"× {line}" for line in _conflict_lines(season, _)),
        *bad_lines(bad, _),
    )


def _doubt(doubt: Doubt, _: Catalog) -> str:
    """A doubtful pair with both names, regions and files; and the line that settles it."""
    pair = (
        (one.name, ", ".join(filter(None, (one.region, file_name(one.file))))) for one in (doubt.one, doubt.other) if one.name
    )
    one_or_two = _("If they are one person, the line for {--same} is: {line}")
    if doubt.why is Why.SAME_DAY:
        one_or_two = _("If they are two people, the line for {--same} is: {line}")
    elif doubt.why is Why.BOTH:
        one_or_two = _("If the first is the one of the other reports, the line for {--same} is: {line}")
    settled = one_or_two.format(line=doubt.line) if doubt.line else ""
    return f"{_(doubt.why)}: {' – '.join(f'{name} ({where})' if where else name for name, where in pair)}. {settled}".rstrip()


def bad_lines(bad: Sequence[BadFile], _: Catalog) -> list[str]:
    """The unreadable files, with the reason."""
    return [f"× {one.file}: {one.reasons[_.language]}" for one in bad]


def _not_counted_lines(season: Season, _: Catalog) -> Iterator[str]:
    """Tournaments not valid for the championship, grouped by reason; copies; interim referti."""
    files: dict[Flaw, list[str]] = {}
    for one in season.championship.tournaments if season.championship else ():
        for fault in one.faults if Flaw.REGULATION not in one.faults and one.is_believed else ():
            files.setdefault(fault, []).append(file_name(one.entry.file))
    for fault, names in files.items():
        text = _("Not valid for the championship, {reason} ({count}): {files}")
        listed = ", ".join(names[:LISTED]) + ", …" * (len(names) > LISTED)
        yield text.format(reason=_(fault), count=len(names), files=listed)
    for copy, original in season.files.copies:
        yield _("{file} is not counted: {reason}").format(file=copy.file, reason=why_copy(original, _))
    for entry in season.files.entries:
        if entry.proof.interim:
            yield _("{file} is an interim report. It is listed without results.").format(file=entry.file)


def is_clean(season: Season) -> bool:
    """Whether there are no omissions to look at; contradicting reports are conflicts."""
    return next(_conflict_lines(season, catalog(SOURCE_LANGUAGE)), None) is None


def _conflict_lines(season: Season, _: Catalog) -> Iterator[str]:
    """Conflicting referti of one tournament; files that contradict their record sheets or the list; list lines without a file."""
    dispute = _SENTENCES["summary"]["dispute"]
    for reports in season.files.disputes:
        files = ", ".join(f"{one.file} ({spoken_digest(one.proof.digest)})" for one in reports)
        yield _(dispute).format(files=files)
    for entry in season.files.entries:
        for flaw in season.files.flaws[entry.file]:
            if flaw is Flaw.UNVERIFIED:
                text = _("{file} does not agree with its record sheets: {reason}")
                yield text.format(file=entry.file, reason=entry.proof.first.get(_.language, ""))
            elif flaw in {Flaw.FUTURE, Flaw.UNLISTED}:
                text = _("{file} ({digest}) is not counted: {reason}")
                yield text.format(file=entry.file, digest=spoken_digest(entry.proof.digest), reason=_(flaw))
    for digits, name in season.files.absent.items():
        text = _("On the list of fingerprints, but not among the files: {digest} {name}")
        yield text.format(digest=spoken_digest(digits.digits), name=name).rstrip()
