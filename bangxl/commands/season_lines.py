"""What `bangxl season` says when it is done: what was counted, what was not and why, in the language of who asks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bangxl.commands.season_files import BadFile
from bangxl.interchange.dump import spoken_digest
from bangxl.locale.catalog import Catalog
from bangxl.season.entry import Entry
from bangxl.season.season import Season
from bangxl.season.validity import Flaw
from bangxl.season.wording import WORDS, berth, file_name, instead

_NAMED: Final = 5
"""So many files are named that are not valid for the same reason."""


def lines(output: Path, result: Season, bad: Sequence[BadFile], _: Catalog) -> tuple[str, ...]:
    """The result in one line; who is first; who goes to the final and who does not; then what to look at, the harmless first."""
    text = _("{path}: tournaments {tournaments}, persons {people}, doubtful pairs {doubts}.")
    counted = {"tournaments": len(result.entries), "people": result.players, "doubts": len(result.doubts)}
    if result.contest:
        text = _(
            "{path}: tournaments {tournaments} (valid for the championship {valid}), persons {people}, doubtful pairs {doubts}."
        )
        counted["valid"] = sum(one.is_valid for one in result.contest.tournaments)
    return (
        text.format(path=output, **counted),
        *(f"★ {line}" for line in _firsts(result, _)),
        *(f"→ {line}" for line in _final(result, _)),
        *(f"· {line}" for line in _harmless(result, _)),
        *(f"! {line}" for line in _doubted(result, _)),
        *bad_lines(bad, _),
    )


def is_clean(result: Season) -> bool:
    """Whether nothing was left out that somebody should look at."""
    return not (result.conflicts or result.absent or any(_serious(result, entry) for entry in result.entries))


def bad_lines(bad: Sequence[BadFile], _: Catalog) -> list[str]:
    """The files that could not be read, with the reason."""
    return [f"× {one.file}: {one.why(_.language)}" for one in bad]


def _serious(result: Season, entry: Entry) -> tuple[Flaw, ...]:
    """What is wrong with a file but that its tournament is not over."""
    return tuple(flaw for flaw in result.flaws[entry.file] if flaw not in {Flaw.INTERIM, Flaw.INCOMPLETE})


def _firsts(result: Season, _: Catalog) -> Iterator[str]:
    """Who is first in each national table, and with the highest score of Record; those of the regions stand in the workbook."""
    for ranking in result.rankings:
        names = ", ".join(line.person.name for line in ranking.national.lines if line.rank == 1)
        if names:
            yield f"{ranking.title} · {_('national')}: {names}"
    if best := dict.fromkeys(score.person.name for score in result.record if score.rank == 1):
        yield f"{_('Record')}: {', '.join(best)}"


def _final(result: Season, _: Catalog) -> Iterator[str]:
    """The places in the final, each with who has it and why, and who was passed over and why."""
    for place in result.contest.selection.places if result.contest else ():
        yield ": ".join(berth(place, _))


def _not_valid(result: Season, _: Catalog) -> Iterator[str]:
    """Which tournaments of the championship's regulation are not valid for it, reason by reason; what is worse is said below."""
    found: defaultdict[Flaw, list[str]] = defaultdict(list)
    for one in result.contest.tournaments if result.contest else ():
        for fault in one.faults if Flaw.REGULATION not in one.faults and one.is_believed else ():
            found[fault].append(file_name(one.entry.file))
    for fault, files in found.items():
        named = ", ".join(files[:_NAMED]) + ", …" * (len(files) > _NAMED)
        text = _("Not valid for the championship, {reason} ({count}): {files}")
        yield text.format(reason=_(WORDS[Flaw][fault]), count=len(files), files=named)


def _harmless(result: Season, _: Catalog) -> Iterator[str]:
    yield from _not_valid(result, _)
    for one in result.duplicates:
        yield _("{file} is not counted: {reason}").format(file=one.entry.file, reason=instead(one, _))
    for entry in result.entries:
        if entry.proof.interim:
            yield _("{file} is interim: it is listed, without results.").format(file=entry.file)


def _doubted(result: Season, _: Catalog) -> Iterator[str]:
    """Two referti of one tournament, what does not agree with its record sheets or the list, what the list has besides."""
    pair = _(
        "{file} ({digest}) and {other} ({other_digest}) are referti of one tournament and say different things: neither counts. "
        "Ask the referee which one is right, and leave the other one out, or name the right one in the list of --digests."
    )
    for one, other in result.conflicts:
        digests = {"digest": spoken_digest(one.proof.digest), "other_digest": spoken_digest(other.proof.digest)}
        yield pair.format(file=one.file, other=other.file, **digests)
    for entry in result.entries:
        for flaw in _serious(result, entry):
            if flaw is Flaw.UNVERIFIED:
                wrong = _("{file} does not agree with its record sheets: {reason}")
                yield wrong.format(file=entry.file, reason=entry.proof.difference(_.language))
            elif flaw is not Flaw.CONTRADICTED:
                text = _("{file} ({digest}) is not counted: {reason}")
                digest = spoken_digest(entry.proof.digest)
                yield text.format(file=entry.file, digest=digest, reason=_(WORDS[Flaw][flaw]))
    for line in result.absent:
        text = _("On the list of digests, and not among the files: {digest} {name}")
        yield text.format(digest=spoken_digest(line.digest), name=line.name).rstrip()
