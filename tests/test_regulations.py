"""docs/regulations: a page for every regulation, every rule with a place that exists, every table of the rulebook named.

A line stands under the article that prints its keys, or says under which; what a sheet says is quoted.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from bangxl.rulebooks.loader import load, merge_base, rulebook_ids
from bangxl.sheets.context import TABS
from bangxl.tournament.rulebook import Conduct
from tests.helpers.sample import these
from tests.paper.printed import blank_words, stage_words
from tests.workbook.test_regulation_texts import text, workbook

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = ROOT / "docs/regulations"
SHEETS: Final = {*TABS.values(), "Round", "Record sheet"}
REASON: Final = "not for a program: "
TABS_OF: Final = {"Round": ("Round1",), "Record sheet": ("Round1T1", "Stage1T1")}
DECISION: Final = re.compile(r"[A-Z]+\d*(-\d+)?|im Text nicht vorgesehen")
"""In place of an article: a table that is printed nowhere."""


@cache
def rows(rulebook: str) -> tuple[tuple[str, str, str], ...]:
    """Article, rule and place of each line; a page with other titles for the base's articles has the base's lines, too."""
    article, lines = "", list[tuple[str, str, str]]()
    page = (PAGES / f"{rulebook}.md").read_text(encoding="utf-8")
    titles = dict(line.strip("|").split("|") for line in page.splitlines() if line.startswith("|"))
    for kind, line in re.findall(r"^(## |- )(.*)$", page, re.MULTILINE):
        if kind == "## ":
            article = line
        else:
            rule, arrow, place = line.partition(" → ")
            assert arrow, line
            lines.append((article, rule, place))
    if titles:
        under = re.compile(r"(?<=\(under )[^)]+")
        base = rows(tomllib.loads((ROOT / f"bangxl/rulebooks/{rulebook}.toml").read_text(encoding="utf-8"))["base"])
        lines += [
            (titles[title], rule, under.sub(lambda match: titles.get(match[0], match[0]), place)) for title, rule, place in base
        ]
    return tuple(lines)


def raw(rulebook: str) -> Mapping[str, Any]:
    path = ROOT / f"bangxl/rulebooks/{rulebook}.toml"
    return merge_base(tomllib.loads(path.read_text(encoding="utf-8")), lambda base: dict(raw(base)))


def has(data: Any, key: str) -> bool:  # noqa: ANN401 -- whatever TOML holds
    for part in key.split("."):
        if not isinstance(data, Mapping) or part not in data:
            return False
        data = data[part]
    return True


def missing(rulebook: str, place: str) -> list[str]:
    """What a row names and is not there; a row that names nothing and gives no reason is missing as a whole."""
    if REASON in place:
        return [] if len(place.partition(REASON)[2]) > 8 else [place]
    named, sheets = re.findall(r"`([^`]+)`", place), re.findall(r"\*([^*]+)\*", place)
    there = {name: (ROOT / name).is_file() if "/" in name else has(raw(rulebook), name) for name in named}
    lacking = [name for name, found in there.items() if not found] + [sheet for sheet in sheets if sheet not in SHEETS]
    return lacking if named or sheets else [place]


def test_every_regulation_has_its_table() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == {"README", *rulebook_ids()}


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_rule_has_a_place(rulebook: str) -> None:
    assert [(rule, gaps) for _article, rule, place in rows(rulebook) if (gaps := missing(rulebook, place))] == []
    said = [(article, rule) for article, rule, _place in rows(rulebook)]
    assert [row for row in said if said.count(row) > 1 or not all(row)] == []


@pytest.mark.parametrize("rulebook", sorted({*rulebook_ids()} - {"record-international"}))
def test_every_table_of_the_rulebook_is_named(rulebook: str) -> None:
    """A key that a regulation has and its page does not name would be a rule without a sentence."""
    places = " ".join(place for _article, _rule, place in rows(rulebook))
    named = {name for name in re.findall(r"`([^`]+)`", places) if "/" not in name}
    tables = {key.split(".")[0] for key, article in load(rulebook).articles.items() if not DECISION.fullmatch(article)}
    assert tables - {name.split(".")[0] for name in named} == set()


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_article_cited_has_a_row(rulebook: str) -> None:
    cited = {article for article in load(rulebook).articles.values() if not DECISION.fullmatch(article)}
    printed = " ".join(article for article, _rule, _place in rows(rulebook))
    base = raw(rulebook).get("base") or ("record" if rulebook == "record-international" else "")
    more = " ".join(article for article, _rule, _place in rows(base)) if base else ""
    assert [article for article in cited if article not in printed + more] == []


def articles(rulebook: str, key: str) -> set[str]:
    """Where the regulation prints a key: the article of its table, or of those below it."""
    found = load(rulebook)
    if key.startswith("conduct.rules."):
        return {found.conduct[Conduct(key.rpartition(".")[2])]}
    above = [".".join(key.split(".")[:n]) for n in range(key.count(".") + 1, 0, -1)]
    own = next((found.articles[table] for table in above if table in found.articles), None)
    return {own} if own else {text for table, text in found.articles.items() if table.startswith(f"{key}.")}


def keys(place: str) -> dict[str, str]:
    """The keys that a row names, each with the other article under which the row says that it is cited."""
    return {key: under for key, under in re.findall(r"`([a-z_.0-9]+)`(?: \(under ([^)]+)\))?", place) if key != "source"}


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_key_is_cited_by_the_article_of_its_row(rulebook: str) -> None:
    """One key of a row is printed where the row is; else the row says where each is."""
    wrong = []
    for article, rule, place in rows(rulebook):
        cited = {key: articles(rulebook, key) for key in keys(place)} if REASON not in place else {}
        if cited and not any(article in found for found in cited.values()):
            wrong += [(rule, key, found) for key, found in cited.items() if found != {keys(place)[key]}]
    assert wrong == []


@cache
def shown(rulebook: str, sheet: str) -> str:
    """What a sheet of the English workbook says, with the lists that its formulas and drop-downs take words from."""
    book = workbook(rulebook)
    tabs = [tab for tab in TABS_OF.get(sheet, (sheet,)) if tab in book.sheetnames]
    variants = [((key, "true"),) for key, option in load(rulebook).options.items() if "true" in option.values]
    paper = [blank_words(rulebook, *options) for options in ((), *variants)] if sheet == "Record sheet" else []
    paper += [stage_words(rulebook)] if sheet == "Record sheet" else []
    said = "\n".join([*(text(rulebook, tab) for tab in tabs), *paper])
    offered = {one.formula1 for tab in tabs for one in book[tab].data_validations.dataValidation}
    lists = (column for column in book["Lists"].iter_cols(values_only=True) if isinstance(column[0], str))
    used = (column for column in lists if column[0] in offered or re.search(rf"\b{column[0]}\b", said))
    return " ".join([said, *(str(value) for column in used for value in column if value is not None)])


@pytest.mark.parametrize("rulebook", these(rulebook_ids(), "record"))
def test_every_sheet_named_is_quoted_and_says_so(rulebook: str) -> None:
    """What *Duel* says has an article of its own, see below."""
    places = [place for _article, _rule, place in rows(rulebook) if REASON not in place]
    named = [sheet for place in places for sheet in re.findall(r"\*([^*]+)\*", place) if sheet != "Duel"]
    quoted = [found for place in places for found in re.findall(r'\*([^*]+)\* "([^"]+)"', place)]
    assert named == [sheet for sheet, _sentence in quoted]
    missing = [(sheet, one) for sheet, one in quoted if " ".join(one.split()) not in " ".join(shown(rulebook, sheet).split())]
    assert missing == []


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_duel_sheet_cites_the_article_of_its_rows(rulebook: str) -> None:
    rules = [(article, place) for article, _rule, place in rows(rulebook) if "*Duel*" in place]
    under = [(re.findall(r"\*Duel\* \(under ([^)]+)\)", place) or [article])[0] for article, place in rules]
    shown = text(rulebook, "Duel") if rules else ""
    assert {one for one in under if one not in shown} == set()
