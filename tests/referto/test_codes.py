"""Whatever is written otherwise about the codes of rounds, games at fixed tables and finals is found, or said to be missing."""

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import pytest

from bangxl.interchange.dump import dumps, tournament_json
from bangxl.referto.verdict import Verdict
from bangxl.referto.verify import verify_book
from bangxl.tournament.journal import Journal, LogEntry, pairs, read_pairs
from bangxl.tournament.model import Posted
from bangxl.workbook.read import Contents
from tests.helpers.sample import these
from tests.referto.forger import near
from tests.referto.referti import EVENTFUL, eventful, opened, saved
from tools.redraw import verdicts

ABOUT_CODES = frozenset({"code", "salt", "pool", "events"})


@pytest.mark.parametrize(("rulebook", "players"), these(EVENTFUL, ("record", 4)))
@pytest.mark.parametrize("ways", [1, pytest.param(3, marks=pytest.mark.soak)])
def test_who_writes_the_whole_referto_anew_with_another_code(rulebook: str, players: int, ways: int) -> None:
    """Digest and log are right: each code, each salt, and each two labels exchanged are found all the same."""
    contents = eventful(rulebook, players)
    posted, rng = contents.tournament.posted, random.Random(18)  # noqa: S311
    assert len(posted) > 3
    for one in posted:
        another = rng.choice([other for other in posted if other != one])
        others = [
            one._replace(code=str(near(one.code))),
            one._replace(code=another.code),
            one._replace(salt=str(near(one.salt or "0" * 32))),
        ]
        for other in rng.sample(others, ways):
            assert "code_not_derived" in codes(verdict_of(rewritten(contents, {one: other}))), (one, other)
    later = [one for one in posted if not one.round]
    for one, other in pairwise(later):
        exchanged = {one: one._replace(logged=other.logged), other: other._replace(logged=one.logged)}
        assert not verdict_of(rewritten(contents, exchanged)).agrees, (one, other)


@pytest.mark.parametrize(("rulebook", "players"), these(EVENTFUL, ("record", 4)))
def test_who_leaves_codes_out_is_told(rulebook: str, players: int) -> None:
    """Nothing contradicts him, but an office reads what no photograph can prove."""
    contents = eventful(rulebook, players)
    found = verdict_of(contents)
    assert "no_codes" not in {one.finding.code for one in found.trusted}
    for one in contents.tournament.posted:
        found = verdict_of(rewritten(contents, {one: None}))
        told = {notice.finding.code: notice.finding.values for notice in found.trusted}
        assert not found.agrees or told["no_codes"]["rounds"] == one.logged, one


@pytest.mark.parametrize(("rulebook", "players"), these(EVENTFUL, ("record", 4), ("italy-2010", 10)))
def test_codes_of_earlier_programs_are_read(rulebook: str, players: int) -> None:
    """They had ten letters: here and in the tool without bangxl they still follow from all before, and are called weaker."""
    contents = eventful(rulebook, players)
    short = {one: one._replace(code=earlier(one.code)) for one in contents.tournament.posted}
    old = rewritten(contents, short)
    found = verdict_of(old)
    assert found.agrees
    assert all(one.proves for one in found.receipts)
    assert "codes_short" in {one.finding.code for one in found.trusted}
    assert "codes_short" not in {one.finding.code for one in verdict_of(contents).trusted}
    for written in (contents, old):
        told = {what: agrees for what, agrees in verdicts(json.loads(dumps(tournament_json(written)))) if what[:4] == "code"}
        assert len(told) == len(short)
        assert all(told.values())
    one = contents.tournament.posted[-1]
    wrong = rewritten(contents, short | {one: one._replace(code=str(near(earlier(one.code))))})
    assert "code_not_derived" in codes(verdict_of(wrong))


def earlier(code: str) -> str:
    letters = code.replace("-", "")
    return f"{letters[:5]}-{letters[5:10]}"


def verdict_of(contents: Contents) -> Verdict:
    return verify_book(opened(saved(contents)))


def codes(found: Verdict) -> set[str]:
    return {one.finding.code for one in found.differences}


def rewritten(contents: Contents, instead: Mapping[Posted, Posted | None]) -> Contents:
    """The tournament and its log with other codes; None: without one."""
    tournament = contents.tournament
    by_stage = {one.logged: other for one, other in instead.items()}
    draws = tuple(
        replace(draw, code=other.code if other else "", salt=other.salt if other else "") if stage in by_stage else draw
        for draw in tournament.draws
        for stage in [f"Round{draw.stage}"]
        for other in [by_stage.get(stage)]
    )
    changed = [by_stage.get(one.logged, one) for one in tournament.codes]
    entries = tuple(_logged(entry, by_stage) for entry in contents.journal.entries)
    journal = Journal(entries, contents.journal.seatings)
    return replace(
        contents, tournament=replace(tournament, draws=draws, codes=tuple(one for one in changed if one)), journal=journal
    )


def _logged(entry: LogEntry, by_stage: Mapping[str, Posted | None]) -> LogEntry:
    said = read_pairs(entry.result)
    if entry.stage not in by_stage or "code" not in said:
        return entry
    other = by_stage[entry.stage]
    if other is None:
        return replace(entry, result=pairs({key: text for key, text in said.items() if key not in ABOUT_CODES}))
    salt = {"salt": other.salt} if "salt" in said else {}
    return replace(entry, stage=other.logged, result=pairs({**said, "code": other.code, **salt}))
