"""A referee's own rulebook: copied, changed, played; the workbook carries it, so the file may go."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest

from bangxl.commands.blank import blank
from bangxl.commands.demo import demo
from bangxl.commands.errors import Refusal
from bangxl.commands.new import new
from bangxl.commands.season import Request, season
from bangxl.commands.seat import seat
from bangxl.commands.standings import standings
from bangxl.commands.transfer import import_json
from tests.sheet import entered, played


def test_a_house_tournament_needs_its_file_only_once(tmp_path: Path) -> None:
    text = (resources.files("bangxl.rulebooks") / "italy-2010.toml").read_text(encoding="utf-8")
    rules, path = tmp_path / "house.toml", tmp_path / "house.xlsx"
    rules.write_text(text.replace("start = 5000", "start = 7000").replace('id = "italy-2010"', 'id = "house"'), encoding="utf-8")
    new(path, str(rules), players="10", language="en")
    rules.unlink()
    entered(path, [f"Player {number}" for number in range(10)])
    seat(path)
    rows = standings(path)["rows"]
    assert isinstance(rows, list)
    assert {row["score"] for row in rows} == {7000}
    played(path)
    assert "Round 2" in seat(path)[0]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "house.toml, line 4: there is no key «auction.strat»."),
        ("it", "house.toml, riga 4: la chiave «auction.strat» non esiste."),
        ("de", "house.toml, Zeile 4: Es gibt keinen Schlüssel «auction.strat»."),
        ("ru", "house.toml, строка 4: ключа «auction.strat» нет."),
    ],
)
def test_a_misspelt_key_is_named_with_its_line_in_the_language_asked_for(tmp_path: Path, language: str, said: str) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text('base = "italy-2010"\nid = "house"\n[auction]\nstrat = 7000\n', encoding="utf-8")
    with pytest.raises(Refusal) as refused:
        new(tmp_path / "house.xlsx", str(rules), language=language)
    assert (refused.value.lines[0].startswith(said), refused.value.exit_code) == (True, 2)


WRONG = {
    "a key missing": ('without = ["auction.step"]\n', {
        "en": "house.toml: auction: the key «step» is missing",
        "it": "house.toml: auction: manca la chiave «step»",
        "de": "house.toml: auction: der Schlüssel «step» fehlt",
        "ru": "house.toml: auction: нет ключа «step»",
    }),
    "a value of another kind": ('[auction]\nstep = "hundred"\n', {
        "en": 'house.toml, line 4: auction.step: here stands "hundred"; needed: a whole number',
        "it": 'house.toml, riga 4: auction.step: qui c’è "hundred"; serve: un numero intero',
        "de": 'house.toml, Zeile 4: auction.step: hier steht "hundred"; nötig: eine ganze Zahl',
        "ru": 'house.toml, строка 4: auction.step: здесь стоит "hundred"; нужно: целое число',
    }),
    "one of several kinds": ("[payouts.law]\nsheriff.alive = true\n", {
        "en": "here stands true; needed: a whole number / a text in quotation marks / a table",
        "it": "qui c’è true; serve: un numero intero / un testo fra virgolette / una tabella",
        "de": "hier steht true; nötig: eine ganze Zahl / ein Text in Anführungszeichen / eine Tabelle",
        "ru": "здесь стоит true; нужно: целое число / текст в кавычках / таблица",
    }),
    "a value that there is not": ('[tables]\nsheriff = "seat_9"\n', {
        "en": 'tables.sheriff: here stands "seat_9"; known are seat_1, left, drawn',
        "it": 'tables.sheriff: qui c’è "seat_9"; si conoscono seat_1, left, drawn',
        "de": 'tables.sheriff: hier steht "seat_9"; bekannt sind seat_1, left, drawn',
        "ru": 'tables.sheriff: здесь стоит "seat_9"; известны seat_1, left, drawn',
    }),
    "a gap in the chart": ('without = ["tables.chart.17"]\n', {
        "en": "house.toml: tables.chart.17: this row is missing",
        "it": "house.toml: tables.chart.17: questa riga manca",
        "de": "house.toml: tables.chart.17: diese Zeile fehlt",
        "ru": "house.toml: tables.chart.17: этой строки нет",
    }),
    "no TOML": ("[auction\n", {
        "en": "house.toml: line 3, column 9 cannot be read",
        "it": "house.toml: la riga 3, colonna 9, non si può leggere",
        "de": "house.toml: Zeile 3, Spalte 9 ist nicht lesbar",
        "ru": "house.toml: строка 3, столбец 9: прочитать нельзя",
    }),
}  # fmt: skip


@pytest.mark.parametrize(("text", "said"), WRONG.values(), ids=WRONG)
def test_every_fault_of_a_rulebook_is_told_in_the_language_asked_for(tmp_path: Path, text: str, said: dict[str, str]) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text('base = "italy-2010"\nid = "house"\n' + text, encoding="utf-8")
    for language, sentence in said.items():
        with pytest.raises(Refusal) as refused:
            new(tmp_path / "house.xlsx", str(rules), language=language)
        assert sentence in refused.value.lines[0]


@pytest.mark.parametrize("command", ["blank", "demo", "import", "season"])
def test_every_command_that_takes_a_rulebook_tells_its_faults_in_the_language_asked_for(tmp_path: Path, command: str) -> None:
    rules, made = tmp_path / "house.toml", tmp_path / "house.xlsx"
    rules.write_text('base = "italy-2010"\nid = "house"\n[auction]\nstep = "hundred"\n', encoding="utf-8")
    commands: dict[str, Callable[[], object]] = {
        "blank": lambda: blank(made, str(rules), "it"),
        "demo": lambda: demo(made, str(rules), None, None, "it"),
        "import": lambda: import_json(rules, made, rulebook=str(rules), language="it"),
        "season": lambda: season([tmp_path], made, Request(rulebook=str(rules), language="it")),
    }
    with pytest.raises(Refusal) as refused:
        commands[command]()
    assert refused.value.lines[0] == 'house.toml, riga 4: auction.step: qui c’è "hundred"; serve: un numero intero'
