"""`bangxl export` and `import`: the same text again through a workbook; whatever is no tournament is refused with its place."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bangxl.commands.check import check_with_lines
from bangxl.commands.demo import demo
from bangxl.commands.errors import Refusal
from bangxl.commands.standings import standings_data
from bangxl.commands.transfer import export, import_json
from bangxl.interchange.dump import dumps, tournament_json
from bangxl.rulebooks.loader import RulebookError, load, rulebook_ids
from bangxl.tournament.options import option_value
from bangxl.tournament.state import State
from bangxl.workbook.words import YesNo
from tests.commands.stages import Copy
from tests.helpers.call_counts import calls
from tests.helpers.keyboard import Sheet, facts, italian
from tests.helpers.raised import raised
from tests.helpers.referee import Habits
from tests.helpers.sample import sample, these
from tests.helpers.strategies import random_tournament
from tests.hosts.commandline import CommandLine

CASES: Final = Path(__file__).parents[1] / "data/cases"
CASE: Final = CASES / "italy-2010_n10_plain.json"
Json = Any


def again(path: Path, text: str) -> str:
    """Import a text, without asking whether it makes sense, and export the workbook."""
    source = path.with_suffix(".json")
    source.write_text(text, encoding="utf-8")
    import_json(source, path, allow_invalid=True)
    return export(path)


@pytest.mark.parametrize("stage", these(["fresh", "drawn1", "closed"], "drawn1", "closed"))
def test_every_stage_of_the_day_comes_back(at: Copy, stage: str) -> None:
    path = at(stage)
    text = export(path)
    assert again(path.with_name("other.xlsx"), text) == text


@pytest.mark.soak
@pytest.mark.parametrize(
    ("regulation", "seed"), sample(((regulation, number % 3) for number, regulation in enumerate(rulebook_ids())), 6)
)
def test_random_tournaments_come_back(tmp_path: Path, regulation: str, seed: int) -> None:
    """At every stage, half-typed record sheets, events of all kinds, protocols, draws by hand."""
    rng = Random(f"{regulation} {seed}")  # noqa: S311 -- a game
    stop, rulebook = (None, 1, 3)[seed], load(regulation)
    least = max(rulebook.minimum_players, min(10, rulebook.maximum_players))
    players = min(least + seed, rulebook.maximum_players)
    tournament = random_tournament(rng, rulebook, players, stop, half=seed > 1, habits=Habits(events=3))
    options = {key: option_value(State(tournament, rulebook), key) for key in rulebook.options}
    tournament = replace(tournament, options={key: value for key, value in options.items() if value})
    text = dumps(tournament_json(State(tournament, rulebook)))
    assert again(tmp_path / "torneo.xlsx", text) == text


def test_it_says_what_check_says_of_the_new_workbook(tmp_path: Path) -> None:
    *said, last = import_json(CASE, tmp_path / "en.xlsx", language="en")
    assert said == check_with_lines(tmp_path / "en.xlsx")[1]
    assert last.startswith(f"{tmp_path / 'en.xlsx'} is written.")


@pytest.mark.soak
def test_lives_before_the_end_is_typed_come_back(tmp_path: Path) -> None:
    """A 0 beside a blank end is no blank: who is alive might have been forgotten."""
    data = json.loads((CASES / "germany_n27_mixed.json").read_bytes())
    game = data["games"][0]
    for seat, end in zip(game["seats"], (None, False, True, None), strict=False):
        seat |= {"alive": end, "lives": 0}
    game["seats"][3]["lives"] = None
    del game["outcome"]
    data = {key: value for key, value in data.items() if key != "ko_stages"}
    data["games"] = [game]
    source = tmp_path / "source.json"
    source.write_text(json.dumps(data), encoding="utf-8")
    import_json(source, tmp_path / "first.xlsx", allow_invalid=True)
    text = export(tmp_path / "first.xlsx")
    assert [seat.get("lives", "-") for seat in json.loads(text)["games"][0]["seats"]][:3] == [0, 0, 0]
    assert again(tmp_path / "second.xlsx", text) == text


def test_in_another_language(tmp_path: Path) -> None:
    import_json(CASE, tmp_path / "it.xlsx", language="it")
    import_json(CASE, tmp_path / "en.xlsx", language="en")
    one, other = (json.loads(export(tmp_path / name)) for name in ("it.xlsx", "en.xlsx"))
    assert (one.pop("language"), other.pop("language")) == ("it", "en")
    assert one == other
    outcomes = [Sheet(tmp_path / name).column("Round1T1!Outcome")[0] for name in ("it.xlsx", "en.xlsx")]
    assert outcomes[0] == italian(facts(tmp_path / "en.xlsx").games[0].outcome or YesNo.NO)


def test_to_a_file_and_to_the_screen(at: Copy, bangxl: CommandLine, tmp_path: Path) -> None:
    path = at("played2")
    shown = bangxl("export", path)
    assert (shown.code, shown.err, json.loads(shown.out)["format"]) == (0, "", "bangxl/1")
    written = bangxl("export", path, "-o", tmp_path / "t.json")
    assert (written.code, written.out.count("\n"), "t.json" in written.out) == (0, 1, True)
    assert (tmp_path / "t.json").read_text(encoding="utf-8") == shown.out
    before = path.read_bytes()
    for target in (path, tmp_path / "t.csv", tmp_path / "t"):
        wrong = bangxl("export", path, "-o", target)
        assert (wrong.code, wrong.out, path.read_bytes()) == (2, "", before)
        assert "Give it a name that ends in .json" in wrong.err
    assert {one.name for one in tmp_path.iterdir()}.isdisjoint({"t.csv", "t"})
    nowhere = bangxl("export", path, "-o", tmp_path / "no" / "t.json")
    assert (nowhere.code, nowhere.err.count("\n")) == (1, 1)


def test_roll_call_before_the_first_draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is marked unless somebody is absent; then everybody is, so that no mark is missing."""
    monkeypatch.setattr("bangxl.commands.transfer.DEFAULT_PLACES", 12)
    people = [{"id": f"P{number}", "name": f"Player {number}"} for number in range(10)]
    data = {"format": "bangxl/1", "rulebook": "italy-2010", "language": "en", "players": people}
    again(tmp_path / "all.xlsx", json.dumps(data))
    assert Sheet(tmp_path / "all.xlsx").filled("Players_Present") == []
    people[3]["present"] = False  # type: ignore[assignment] # JSON
    again(tmp_path / "some.xlsx", json.dumps(data))
    assert Sheet(tmp_path / "some.xlsx").filled("Players_Present") == ["yes"] * 3 + ["no"] + ["yes"] * 6
    assert len(Sheet(tmp_path / "some.xlsx").cells("Players_Name")) == 12


class TestRefused:
    def test_contradictory_data_unless_forced(self, bangxl: CommandLine, tmp_path: Path) -> None:
        data = json.loads(CASE.read_bytes())
        data["games"][0]["seats"][1]["bid"] = 150
        source, path = tmp_path / "t.json", tmp_path / "torneo.xlsx"
        source.write_text(json.dumps({**data, "language": "en"}), encoding="utf-8")
        run = bangxl("import", source, "-o", path)
        assert (run.code, run.out, path.exists()) == (1, "", False)
        assert run.err.startswith("Round1T1!Bid 2: ")
        forced = bangxl("import", source, "-o", path, "--allow-invalid")
        assert (forced.code, forced.err) == (0, "")
        assert bangxl("check", path).code == 1

    @pytest.mark.parametrize("ruling", [{"reason": " "}, {}])
    def test_a_ruling_without_a_reason_unless_forced(self, bangxl: CommandLine, tmp_path: Path, ruling: Json) -> None:
        """Somebody has emptied the event's line: `check` finds it, and the export can be read again."""
        data, source, path = json.loads(CASE.read_bytes()), tmp_path / "source.json", tmp_path / "torneo.xlsx"
        data["games"][0]["ruling"] = {**ruling, "payouts": {seat["player"]: 0 for seat in data["games"][0]["seats"]}}
        source.write_text(json.dumps({**data, "language": "en"}), encoding="utf-8")
        run = bangxl("import", source, "-o", path)
        assert (run.code, path.exists()) == (1, False)
        assert "has no reason" in run.err
        assert bangxl("import", source, "-o", path, "--allow-invalid").code == 0
        text = export(path)
        assert json.loads(text)["games"][0]["ruling"]["reason"] == ""
        assert again(tmp_path / "second.xlsx", text) == text

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (b"", ""),
            (b"PK\x03\x04", ""),
            (b"[1, 2]", "The type is «array», but must be «object»."),
            (b'{"format": "bangxl/2", "rulebook": "italy-2010"}', "$.format"),
            (b'{"format": "bangxl/1"}', "«rulebook»"),
            (b'{"format": "bangxl/1", "rulebook": "italy-1999"}', "italy-1999"),
            (b'{"format": "bangxl/1", "rulebook": "italy-2010", "language": "tlh"}', "tlh"),
            (b'{"format": "bangxl/1", "rulebook": "italy-2010", "players": ' + b"[" * 100_000, ""),
            (b'{"format": "bangxl/1", "rulebook": "italy-2010", "closed_after_round": ' + b"9" * 6000 + b"}", ""),
        ],
    )
    def test_what_is_no_tournament(self, bangxl: CommandLine, tmp_path: Path, text: bytes, said: str) -> None:
        source, path = tmp_path / "t.json", tmp_path / "torneo.xlsx"
        source.write_bytes(text)
        run = bangxl("import", source, "-o", path, "--allow-invalid")
        assert (run.code, run.out, run.err.count("\n"), path.exists()) == (2, "", 1, False)
        assert said in run.err

    def test_files_that_cannot_be(self, bangxl: CommandLine, tmp_path: Path) -> None:
        (tmp_path / "old.xlsx").write_bytes(b"old")
        for source, path, code in (
            (tmp_path / "none.json", tmp_path / "torneo.xlsx", 2),
            (tmp_path, tmp_path / "torneo.xlsx", 2),
            (CASE, tmp_path / "old.xlsx", 1),
            (CASE, tmp_path / "torneo.ods", 2),
        ):
            run = bangxl("import", source, "-o", path)
            assert (run.code, run.out, run.err.count("\n")) == (code, "", 1)
        assert [file.name for file in tmp_path.iterdir()] == ["old.xlsx"]
        assert (tmp_path / "old.xlsx").read_bytes() == b"old"

    @pytest.mark.parametrize(
        "more",
        [
            {"events": [{"type": "warning", "player": "P001", "moment": "between_rounds", "after_round": 1}] * 60},
            {"event": {"referees": ["x" * 1000] * 60}},
        ],
        ids=["events", "referees"],
    )
    def test_more_than_a_workbook_holds(self, tmp_path: Path, more: dict[str, Json]) -> None:
        data = {**json.loads(CASE.read_bytes()), "language": "en", **more}
        with pytest.raises(Refusal, match=r"the workbook has no room for this: .* Nothing was written\.") as refusal:
            again(tmp_path / "torneo.xlsx", json.dumps(data))
        assert refusal.value.exit_code == 2
        assert not (tmp_path / "torneo.xlsx").exists()

    def test_as_many_referees_as_there_are(self, tmp_path: Path) -> None:
        """The names of all but the first share a cell, which is longer than anything typed."""
        referees = [f"{number} {'x' * 50}" for number in range(40)]
        data = {**json.loads(CASE.read_bytes()), "event": {"referees": referees}}
        assert json.loads(again(tmp_path / "torneo.xlsx", json.dumps(data)))["event"]["referees"] == referees

    @pytest.mark.soak
    def test_a_round_with_more_seats_than_players(self, tmp_path: Path) -> None:
        """The workbook is made large enough for what is in it, sensible or not."""
        data = json.loads(CASE.read_bytes())
        seats = [{"player": f"X{number}"} for number in range(7)]
        data["games"] = [{"round": 1, "table": table, "seats": seats} for table in (1, 2, 3)]
        del data["finals"]
        assert json.loads(again(tmp_path / "torneo.xlsx", json.dumps(data)))["games"][2]["seats"][6]["player"] == "X6"


@pytest.mark.soak
def test_games_without_end(tmp_path: Path) -> None:
    """What no sheet has room for is refused before anybody looks for errors in it."""
    roles = ("sheriff", "deputy", "outlaw", "outlaw", "renegade", "deputy")
    seats = [{"player": f"P{number:03}", "role": role} for number, role in enumerate(roles, 1)]
    games = [{"round": number % 90 + 1, "table": number // 90 + 1, "seats": seats} for number in range(9000)]
    players = [{"id": seat["player"], "name": seat["player"]} for seat in seats]
    source = tmp_path / "t.json"
    text = {"format": "bangxl/1", "rulebook": "italy-2010", "players": players, "games": games}
    source.write_text(json.dumps(text), encoding="utf-8")

    def refused() -> None:
        assert raised(Refusal, import_json, source, tmp_path / "t.xlsx", allow_invalid=True).exit_code == 2

    assert calls(refused) < 3_000_000


HOUSE: Final = Path(__file__).parents[1] / "data" / "house.toml"


@pytest.fixture(scope="module")
def saloon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament by a regulation of somebody's own."""
    path = tmp_path_factory.mktemp("house") / "saloon.xlsx"
    demo(path, str(HOUSE), 12, "saloon")
    return path


@pytest.fixture(scope="module")
def house(saloon: Path) -> dict[str, Json]:
    """Its JSON."""
    found: dict[str, Json] = json.loads(export(saloon))
    return found


def test_a_house_tournament_carries_its_rules(saloon: Path, house: dict[str, Json], tmp_path: Path) -> None:
    """Export, import, export is the identity: the workbook has the regulation again, and the same standings and digest."""
    assert house["rulebook_text"] == HOUSE.read_text(encoding="utf-8")
    text = export(saloon)
    assert again(tmp_path / "again.xlsx", text) == text
    assert standings_data(tmp_path / "again.xlsx") == standings_data(saloon)


@pytest.mark.soak
def test_a_house_tournament_without_its_rules_gets_them_from_a_file(house: dict[str, Json], tmp_path: Path) -> None:
    """And never by another regulation than its own."""
    source, path = tmp_path / "old.json", tmp_path / "old.xlsx"
    source.write_text(json.dumps({key: value for key, value in house.items() if key != "rulebook_text"}), encoding="utf-8")
    with pytest.raises(RulebookError, match="saloon-cup"):
        import_json(source, path)
    with pytest.raises(Refusal, match=r"saloon-cup.*record"):
        import_json(source, path, rulebook_id="record")
    assert not path.exists()
    import_json(source, path, rulebook_id=str(HOUSE))
    assert json.loads(export(path)) == house


@pytest.mark.parametrize(
    ("changes", "error", "reason"),
    [
        ({"rulebook": "italy-2010"}, Refusal, "saloon-cup"),
        ({"rulebook_text": "id = 3"}, RulebookError, "id"),
        ({"rulebook_text": None}, Refusal, "rulebook_text"),
        ({"rulebook_text": "#" * 33_000}, RulebookError, "32000"),
    ],
    ids=["another id", "no regulation", "null", "too long"],
)
def test_rules_that_cannot_be(
    house: dict[str, Json], tmp_path: Path, changes: dict[str, Json], error: type[Exception], reason: str
) -> None:
    source, path = tmp_path / "wrong.json", tmp_path / "wrong.xlsx"
    source.write_text(json.dumps(house | changes), encoding="utf-8")
    with pytest.raises(error, match=reason):
        import_json(source, path)
    assert not path.exists()


def test_our_regulations_are_named_only(at: Copy) -> None:
    assert "rulebook_text" not in json.loads(export(at("closed")))
