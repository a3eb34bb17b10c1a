"""A tool that knows only the printed regulations comes to the same money, order and finals, and says what was changed."""

import ast
import io
import json
import random
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest
from openpyxl import load_workbook

from bangxl.interchange.dump import dumps, standings_json, tournament_json
from bangxl.interchange.load import loads
from bangxl.rulebooks.loader import load, parse_rulebook as loads_rules
from bangxl.tournament import criteria
from bangxl.tournament.model import Moment
from bangxl.tournament.state import State
from tests.helpers.referee import Habits
from tests.helpers.sample import these
from tests.helpers.strategies import player_counts, random_tournament
from tests.referto.referti import EVENTFUL, contents_of, eventful, saved
from tests.tournament.rules import CUT, LEAGUE
from tools import reckon
from tools.reckon import CRITERIA, Reckoning, differences, referto

TOOL: Final = Path(__file__).parents[1] / "tools" / "reckon.py"
CASES: Final = sorted(Path(__file__).parent.glob("data/cases/*.expected.json"))
SIX_EVENINGS: Final = load(str(Path(__file__).parents[1] / "docs" / "regulations" / "examples" / "league.toml"))
TEXT: Final = re.sub(r"by_players = .*", 'share = "3/4"', CUT.text).replace("cattle-drive", "cattle-share")
SHARED: Final = replace(loads_rules(TEXT, "share.toml"), text=TEXT)
OWN: Final = {one.id: one for one in (CUT, SHARED, LEAGUE, SIX_EVENINGS)}
RESTLESS: Final = range(2)
KEYS: Final = ("player", "rank", "place", "status", "games")

Json = dict[str, Any]


def exported(state: State) -> Json:
    """Through the text of the file."""
    data: Json = json.loads(dumps(tournament_json(state)))
    return data


def fraction(value: object) -> Fraction | None:
    return None if value is None else Fraction(str(value))


def rows(told: list[Json], score: str) -> list[Json]:
    """What both say of everybody, numbers exact."""
    return [
        {key: row[key] for key in KEYS}
        | {"score": fraction(row[score]), "criteria": {code: fraction(value) for code, value in row["criteria"].items()}}
        for row in told
    ]


def agrees(state: State) -> None:
    """Money, standings, who goes through, final ranking and prizes, against `standings --json`."""
    data, told = exported(state), json.loads(dumps(standings_json(state)))
    book = Reckoning(data)
    assert list(differences(data, None)) == []
    assert rows(book.rows, "score") == rows(told["rows"], "score_exact")
    assert told["qualifiers"] in ([], book.best)
    assert (book.ranking, book.prizes) == (told["final_ranking"], told["prizes"])


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.partition(".")[0])
def test_the_cases(path: Path) -> None:
    tournament = loads(path.with_name(path.name.replace(".expected", "")).read_bytes(), load)
    agrees(State(tournament, load(tournament.rulebook)))


def played(rulebook_id: str, seed: int) -> State:
    """A random tournament, most to its end."""
    rng, rulebook = random.Random(seed), OWN[rulebook_id] if rulebook_id in OWN else load(rulebook_id)  # noqa: S311 -- a game
    stop_after = rng.choice((None, None, None, 1, 2, 3, 4))
    habits = Habits(events=rng.choice((0, 1, 1, 5)), rulings=0.2 * (seed % 2))
    players, half = rng.choice(player_counts(rulebook)), rng.random() < 0.5
    return State(random_tournament(rng, rulebook, players, stop_after, half=half, habits=habits), rulebook)


@pytest.mark.parametrize("rulebook_id", these([*CRITERIA, *OWN], "italy-2007", "record", CUT.id, SHARED.id, LEAGUE.id))
def test_random_tournaments(rulebook_id: str) -> None:
    for seed in (*range(6), 54):
        agrees(played(rulebook_id, seed))


def test_a_criterion_of_which_less_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made up: the fewest wins. It decides the place at a table, too."""
    monkeypatch.setitem(criteria.CRITERIA, "wins", replace(criteria.CRITERIA["wins"], less=True))
    monkeypatch.setattr(reckon, "LESS", {*reckon.LESS, "wins"})
    for seed in range(6):
        agrees(played("germany", seed))


def restless(rulebook_id: str, seed: int) -> State:
    """A whole tournament in which many leave: before their first game, between games, before and during duels and stages."""
    rng, rulebook = random.Random(seed), load(rulebook_id)  # noqa: S311 -- a game
    players = rng.choice([count for count in player_counts(rulebook) if count % 5 or rulebook_id != "germany"])
    return State(random_tournament(rng, rulebook, players, None, habits=Habits(events=5)), rulebook)


def test_de_12_and_de_13_no_shows_and_leavers_of_the_knockout() -> None:
    seen = set()
    for seed in RESTLESS:
        state = restless("germany", seed)
        agrees(state)
        absent = any(event.after_round == 0 for event in state.tournament.events)
        seen |= {"absent"} if absent else set()
        seen |= {event.moment for event in state.tournament.events if event.match.startswith("Stage")}
    assert seen == {"absent", Moment.BEFORE_DUEL, Moment.DURING_DUEL}


@pytest.mark.soak
@pytest.mark.parametrize("rulebook_id", [*CRITERIA, *OWN])
def test_five_hundred_random_tournaments(rulebook_id: str) -> None:
    for seed in range(1000, 1500):
        agrees(played(rulebook_id, seed))


def files(folder: Path, rulebook_id: str) -> tuple[Path, Path]:
    """The export and the referto of an eventful tournament."""
    contents = eventful(rulebook_id, next(players for rulebook, players in EVENTFUL if rulebook == rulebook_id))
    export, book = folder / "torneo.json", folder / "torneo-referto.xlsx"
    export.write_text(dumps(tournament_json(State(contents.tournament, contents.rulebook))), encoding="utf-8")
    book.write_bytes(saved(contents))
    return export, book


@pytest.mark.parametrize("rulebook_id", these([rulebook for rulebook, _players in EVENTFUL], "record"))
def test_a_referto_agrees_and_what_is_changed_is_found(tmp_path: Path, rulebook_id: str) -> None:
    export, book = files(tmp_path, rulebook_id)
    data, sheet = json.loads(export.read_text("utf-8")), referto(book)
    assert list(differences(data, sheet)) == []
    names = [
        "Ranking_Score", "Standings_Place", "Finals_Place", "Report_Digest", "Log_Digest", "Ranking_Player", "Round1T1_Payout",
    ]  # fmt: skip
    for name in (*names, *(f"Standings_{code}".title() for code in CRITERIA[rulebook_id])):
        own = next(known for known in sheet if known.casefold() == name.casefold())
        at = next(at for at, value in enumerate(sheet[own]) if value is not None)
        value = sheet[own][at]
        changed = value + 1 if isinstance(value, float) else f"{value}0"
        forged = {**sheet, own: [*sheet[own][:at], changed, *sheet[own][at + 1 :]]}
        assert list(differences(data, forged)), own


def test_of_a_regulation_of_ones_own_the_text_counts_and_other_money_is_refused(tmp_path: Path) -> None:
    state = played(SIX_EVENINGS.id, 1)
    (tmp_path / "league.xlsx").write_bytes(saved(contents_of(state.tournament, SIX_EVENINGS), interim=True))
    sheet, data = referto(tmp_path / "league.xlsx"), exported(contents_of(state.tournament, SIX_EVENINGS))
    assert list(differences(data, sheet)) == []
    with pytest.raises(ValueError, match="with other auction"):
        Reckoning({**data, "rulebook_text": data["rulebook_text"] + "\n[auction]\nstart = 100\n"})


def test_a_page_of_which_a_name_was_taken_away_is_no_page_that_agrees(tmp_path: Path) -> None:
    """Else who takes the name away could print what he likes there."""
    export, book = files(tmp_path, "italy-2010")
    data, sheet = json.loads(export.read_text("utf-8")), referto(book)
    for name in ("Ranking_Score", "Ranking_Player", "Standings_Place"):
        torn = {known: column for known, column in sheet.items() if known != name}
        assert list(differences(data, torn)) == [f"{name}: the referto has no such column"]


@pytest.mark.parametrize("rulebook_id", these([rulebook for rulebook, _players in EVENTFUL], "italy-2011"))
def test_changed_facts_are_found(tmp_path: Path, rulebook_id: str) -> None:
    export, book = files(tmp_path, rulebook_id)
    sheet = referto(book)
    for key, value in (("payout", 12345), ("alive", None), ("role", "renegade"), ("bankroll", [1, 2])):
        data = json.loads(export.read_text("utf-8"))
        game = next(game for game in data["games"] if "outcome" in game and "ruling" not in game)
        seat = next(seat for seat in game["seats"] if key in seat or key == "bankroll")
        seat[key] = not seat["alive"] if key == "alive" else value
        if rulebook_id != "germany" or key != "bankroll":
            assert list(differences(data, sheet)), key


def test_from_the_command_line_it_ends_with_0_or_1_and_never_with_a_traceback(tmp_path: Path) -> None:
    export, book = files(tmp_path, "italy-2010")

    def ran(*arguments: Path) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-I", str(TOOL), *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False
        )
        assert done.stderr == ""
        return done.returncode, done.stdout

    assert ran(export, book) == ran(export) == (0, "reckoned again: nothing differs\n")
    workbook = load_workbook(io.BytesIO(book.read_bytes()))
    ((title, place),) = workbook.defined_names["Report_Digest"].destinations
    workbook[title][place].value = "0" * 32
    workbook.save(book)
    code, text = ran(export, book)
    assert (code, text.startswith(f"digest: the referto has {'0' * 32}, reckoned "), text.count("\n")) == (1, True, 1)
    export.write_text(export.read_text("utf-8").replace('"payout": 0', '"payout": 100', 1), encoding="utf-8")
    assert (ran(export)[0], ran(export)[1].count("\n")) == (1, 1)
    assert len(ran(book)[1]) < 400  # not the whole file, where the referto comes first
    for weird in ("[" * 100_000, "", "[]", "{}", '{"rulebook": "house"}', '{"rulebook": "italy-2010", "players": 1}'):
        export.write_text(weird, encoding="utf-8")
        assert ran(export)[0] == 1
    assert ran(tmp_path / "none.json")[0] == 1
    code, told = ran(book)  # in the place of the export; its bytes were printed
    assert (code, "PK" in told) == (1, False)
    assert told.endswith("): give T.json, made by «bangxl export torneo.xlsx -o T.json», then a report\n")
    assert ran(book, book) == (code, told)


@pytest.mark.parametrize(("tool", "longest"), [("reckon.py", 449), ("redraw.py", 330)])
def test_each_tool_is_short_and_needs_the_standard_library_only(tool: str, longest: int) -> None:
    text = TOOL.with_name(tool).read_text("utf-8")
    assert len(text.splitlines()) <= longest
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module or "" for node in imports if isinstance(node, ast.ImportFrom)}
    assert {module.partition(".")[0] for module in modules} <= set(sys.stdlib_module_names)
