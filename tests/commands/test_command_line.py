"""The command line as people expect it: help, completion, choices, JSON, standard input and output, one language."""

import io
import json
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

from bangxl import __version__, terminal
from bangxl.cli import EARLIER
from bangxl.command_table import COMMANDS
from bangxl.commands.check import SEVERITIES, explain_finding
from bangxl.locale.catalog import LANGUAGES, catalog, speaking
from bangxl.rulebooks.loader import rulebook_ids
from bangxl.terminal import PatientOutput, Spinner
from bangxl.tournament.findings import KINDS
from tests.commands.stages import Copy
from tests.helpers.keyboard import facts, typed
from tests.helpers.sample import sample
from tests.hosts.commandline import CommandLine

GROUPS: Final = ["Prepare", "Play", "Correct", "Report", "Season", "This computer"]


def test_help_lists_every_command_in_its_group(bangxl: CommandLine) -> None:
    shown = bangxl("--help").out
    assert bangxl("help").out == bangxl("-h").out == shown
    parts = dict(re.findall(r"^(\w[\w ]+):\n((?:  .*\n)+)", shown, re.MULTILINE))
    assert [head for head in parts if head != "Options"] == GROUPS
    for name, command in COMMANDS.items():
        assert re.search(rf"^  {name} ", parts[command.group], re.MULTILINE)
    assert not re.search(r"^  (blank|pool|slip) ", shown, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command(bangxl: CommandLine, name: str) -> None:
    shown = bangxl("help", name)
    assert shown == bangxl(name, "--help") == bangxl(name, "-h")
    assert (shown.code, "--json" in shown.out, "--language" in shown.out, "--force" in shown.out) == (0, True, True, False)
    assert not re.search(r"<(path|str|list)|x>=", shown.out), "types of Python"
    examples = shown.out.partition("\nExamples:\n")[2].splitlines()
    assert examples
    assert {line.split()[1] for line in examples} == {name}
    for line in examples:
        assert {word for word in shlex.split(line) if word.startswith("-")} <= {*re.findall(r"(?<!\S)--?[a-z-]+", shown.out)}


def test_the_help_that_a_refusal_names_is_there(bangxl: CommandLine) -> None:
    assert "bangxl help bangxl" in bangxl("--frob").err
    assert bangxl("help", "bangxl") == bangxl("--help")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["check", "none.xlsx"], 2), (["chekc"], 2), (["statement"], 2), (["new", "x.xlsx", "--rulebook", "no.toml"], 2),
     (["undo", "none.xlsx"], 2)],
)  # fmt: skip
def test_a_refusal_is_json_where_json_is_asked_for(bangxl: CommandLine, arguments: list[str], code: int) -> None:
    run = bangxl(*arguments, "--json")
    assert run.code == code
    assert " ".join(json.loads(run.out)["lines"]).split() == run.err.split()


def test_ctrl_c_says_whether_anything_was_changed(bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **_json: bool) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bangxl.cli._run", interrupted)
    monkeypatch.setattr("bangxl.books.files.WRITTEN", [])
    run = bangxl("rulebooks")
    assert (run.code, run.err) == (130, "Stopped. Nothing was changed.\n")


def test_ctrl_c_while_python_imports_leaves_no_traceback() -> None:
    code = """
import runpy, sys
class Impatient:
    def find_spec(name, *_):
        if name == "bangxl.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Impatient)
runpy.run_module("bangxl", run_name="__main__")
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (130, "Stopped. Nothing was changed.\n")


@pytest.mark.parametrize(
    ("arguments", "near"),
    [
        (["help", "seet"], "seat"),
        (["stanings"], "standings"),
        (["check", "FILE", "--jsn"], "--json"),
        (["new", "FILE", "--rulebook", "italy2010"], "italy-2010"),
        (["new", "FILE", "--rulebook", "germany", "--language", "ita"], "it"),
        (["print", "FILE", "--what", "wall"], "walls"),
        (["season", "FILE", "-o", "s.xlsx", "--irregular", "exlude"], "exclude"),
        (["check", "--explain", "formulas_difer"], "formulas_differ"),
    ],
)
def test_a_misspelt_word_is_refused_with_the_right_one(bangxl: CommandLine, arguments: list[str], near: str) -> None:
    run = bangxl(*arguments)
    assert (run.code, run.out) == (2, "")
    assert re.search(rf"(Did you mean|Possible options).*(?<![\w-]){near}\b", run.err)


@pytest.mark.parametrize(("earlier", "now"), EARLIER.items())
def test_earlier_names_are_accepted_and_not_shown(bangxl: CommandLine, earlier: str, now: str) -> None:
    assert bangxl(earlier, "--help").out.replace(f" {earlier} ", f" {now} ") == bangxl(now, "--help").out
    assert not re.search(rf"^  {earlier} ", bangxl("--help").out, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_is_explained(language: str) -> None:
    with speaking(language):
        for code, kind in KINDS.items():
            data, (text, meaning) = explain_finding(code)
            assert data["code"] == code
            assert not re.search(r"[{}]", text)
            assert meaning == catalog(language)(SEVERITIES[kind.severity])


@pytest.mark.parametrize(
    ("stage", "arguments"),
    [
        ("fresh", ["new", "OTHER", "--rulebook", "germany"]),
        ("fresh", ["rulebooks"]),
        ("fresh", ["blank-sheets", "sheets.pdf"]),
        ("entered", ["commit", "FILE"]),
        ("entered", ["seat", "FILE", "--rng-seed", "x"]),
        ("drawn1", ["redraw", "FILE", "--reason", "x", "--rng-seed", "y"]),
        ("drawn1", ["statement", "FILE", "P003"]),
        ("drawn1", ["undo", "FILE"]),
        ("drawn1", ["print", "FILE"]),
        ("drawn1", ["report", "FILE", "--interim"]),
        ("drawn1", ["doctor"]),
    ],
)
def test_json_holds_the_lines_and_the_files(
    at: Copy, bangxl: CommandLine, stage: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = at(stage)
    monkeypatch.chdir(path.parent)
    words = [{"FILE": path.name, "OTHER": "other.xlsx"}.get(word, word) for word in arguments]
    data = json.loads(bangxl(*words, "--json").out)
    assert data["lines"]
    assert all(Path(file).is_file() for file in data["files"])
    assert bool(data["files"]) == (words[0] not in {"rulebooks", "statement", "doctor"})


def test_json_of_seat_says_who_sits_where_or_which_cells_are_missing(at: Copy, bangxl: CommandLine) -> None:
    path = at("entered")
    data = json.loads(bangxl("seat", path, "--rng-seed", "x", "--json").out)
    exported = json.loads(bangxl("export", path).out)
    places = [
        [(seat["seat"], seat["player"], seat.get("role")) for seat in game["seats"]]
        for game in (*data["games"], *exported["games"])
    ]
    assert places[: len(places) // 2] == places[len(places) // 2 :]
    names = {one["id"]: one["name"] for one in exported["players"]}
    assert all(seat["name"] == names[seat["player"]] for game in data["games"] for seat in game["seats"])
    assert (data["phase"], data["ko_stages"], data["duels"]) == ("elimination", [], [])
    refused = bangxl("seat", path, "--json")
    data = json.loads(refused.out)
    assert (refused.code, data["findings"]) == (1, [])
    assert {one["sheet"] for one in data["missing"]} == {f"Round1T{game['table']}" for game in exported["games"]}
    assert all(re.fullmatch(r"[A-Z]+\d+", one["cell"]) for one in data["missing"])
    assert data["lines"] == refused.err.splitlines()


def test_json_of_statement_commit_and_report(at: Copy, bangxl: CommandLine) -> None:
    path = at("played1")
    committed = json.loads(bangxl("commit", path, "--json").out)
    assert committed["stage"] == "Round2"
    assert committed["code"] in committed["lines"][0]
    told = json.loads(bangxl("statement", path, "P001", "--json").out)
    player = next(seat for game in facts(path).games for seat in game.seats if seat.player == "P001")
    (game,) = told["games"]
    assert (told["player"], game["seat"], game["after"]) == ("P001", player.number, told["total"])
    written = json.loads(bangxl("report", path, "--interim", "--json").out)
    assert {written[key] for key in ("workbook", "pdf", "page", "mail")} == {*written["files"]}
    verified = json.loads(bangxl("verify", written["workbook"], "--json", "--against", written["fingerprint"]).out)
    assert verified["exact"]


def test_json_of_undo_doctor_and_rulebooks(at: Copy, bangxl: CommandLine) -> None:
    path = at("drawn1")
    seed = json.loads(bangxl("export", path).out)["draws"][0]["rng_seed"]
    undone = json.loads(bangxl("undo", path, "--json").out)
    assert undone["undone"] == [{"command": "seat", "stage": "Round1", "rng_seed": seed}]
    assert Path(undone["kept"]).is_file()
    doctor = json.loads(bangxl("doctor", "--json").out)
    assert doctor["bangxl"] == __version__
    assert {one["status"] for one in doctor["checks"]} <= {"ready", "absent", "broken"}
    assert len(doctor["checks"]) == len(doctor["lines"])
    assert [one["id"] for one in json.loads(bangxl("rulebooks", "--json").out)["rulebooks"]] == [*rulebook_ids()]


def test_undo_refuses_what_nobody_can_be_asked(at: Copy, bangxl: CommandLine) -> None:
    path = at("played2")
    before, typed_in = path.read_bytes(), facts(path)
    run = bangxl("undo", path)
    typed_on = "You typed on 2 sheets since: Round2T1 (round 2, table 1), Round2T2 (round 2, table 2)."
    assert (run.code, run.out, run.err.splitlines()[1]) == (1, "", typed_on)
    assert "--yes" in run.err
    assert path.read_bytes() == before
    shown = bangxl("undo", path, "--to", "0")
    assert (shown.code, [line.partition(":")[0] for line in shown.out.splitlines()]) == (0, ["2", "1"])
    assert [*json.loads(bangxl("undo", path, "--to", "0", "--json").out)["states"]] == ["2", "1"]
    assert path.read_bytes() == before
    assert bangxl("undo", path, "--yes").code == 0
    assert bangxl("redo", path).code == 0
    assert facts(path) == typed_in


@pytest.mark.parametrize(("answer", "code"), [("yes", 0), ("s", 0), ("no", 1), ("", 1)])
def test_undo_asks_at_a_terminal(at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch, answer: str, code: int) -> None:
    path = at("played1")
    monkeypatch.setattr("sys.stdin", Terminal(f"{answer}\n"))
    monkeypatch.setattr(PatientOutput, "isatty", lambda _stream: True, raising=False)
    run = bangxl("undo", path)
    assert run.code == code
    assert "Go on? (yes or no)" in run.err
    assert (facts(path).games == ()) == (code == 0)


@pytest.mark.parametrize("answer", ["yes", "no", "--yes", "a script"])
@pytest.mark.parametrize("stage", ["entered", "played3"])
def test_seat_asks_at_a_terminal_about_what_nobody_can_take_back(
    at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch, stage: str, answer: str
) -> None:
    """Before secret standings become public, and before two of one name are drawn. A script is not asked."""
    path = at(stage)
    if stage == "entered":
        typed(path, {"Players_Name 1": "Anna Rossi"})
    before = path.read_bytes()
    if answer != "a script":
        monkeypatch.setattr("sys.stdin", Terminal(f"{answer}\n"))
        monkeypatch.setattr(PatientOutput, "isatty", lambda _stream: True, raising=False)
    run = bangxl("seat", path, *["--yes"] * (answer == "--yes"))
    told = "Several players are called Anna Rossi" if stage == "entered" else "These standings will become public:\n1. "
    assert (told in run.err, "Go on?" in run.err) == ((True, True) if answer in {"yes", "no"} else (False, False))
    assert (run.code, path.read_bytes() == before) == ((1, True) if answer == "no" else (0, False))


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_check_repair_gives_json(at: Copy, bangxl: CommandLine) -> None:
    run = bangxl("check", at("played1"), "--repair", "--json")
    data = json.loads(run.out)
    assert (run.code, len(data["lines"]), {one["severity"] for one in data["findings"]} <= {"note"}) == (0, 1, True)


def test_names_from_standard_input(bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names = [f"{given} Rossi" for given in ("Anna", "Bruno", "Carla", "Dino", "Elena", "Franco", "Gina", "Ivo", "Luca", "Mara")]
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO("\n".join(["name", *names]).encode())))
    assert bangxl("new", tmp_path / "a.xlsx", "--rulebook", "italy-2010", "--players", "-").code == 0
    assert [one["name"] for one in json.loads(bangxl("export", tmp_path / "a.xlsx").out)["players"]] == names


def test_json_through_standard_output_and_input(at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    path = at("drawn1")
    text = bangxl("export", path, "-o", "-").out
    assert text == bangxl("export", path).out
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    copy = path.with_name("copy.xlsx")
    assert bangxl("import", "-", "-o", copy).code == 0
    assert bangxl("export", copy).out == text


@pytest.mark.soak
def test_the_language_of_the_environment(bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    missing = tmp_path / "missing.xlsx"
    texts = [bangxl("check", missing).err]
    monkeypatch.setenv("BANGXL_LANGUAGE", "it")
    texts.append(bangxl("check", missing).err)
    assert [texts[0] == texts[1], "Prüfe" in texts[0] or "prüfen" in texts[0]] == [False, True]
    made = tmp_path / "a.xlsx"
    assert bangxl("new", made, "--rulebook", "germany").code == 0
    assert json.loads(bangxl("export", made).out)["language"] == "it"
    monkeypatch.setenv("BANGXL_LANGUAGE", "fr")
    for run in (bangxl("new", tmp_path / "b.xlsx", "--rulebook", "germany"), bangxl("rulebooks")):  # which ignored it
        assert (run.code, run.out, run.err.partition(":")[0]) == (2, "", "BANGXL_LANGUAGE")


def test_what_is_not_there_is_said_in_one_sentence(at: Copy, bangxl: CommandLine) -> None:
    path = at("drawn2")
    report = path.with_name("open-referto.xlsx")
    path = path.rename(path.with_name("open.xlsx"))
    missing = "this file does not exist. Check the name and the folder."
    one = [
        bangxl("report", path.with_name("opne.xlsx")),
        bangxl("verify", report),
        bangxl("verify", path.with_name("another-name.xlsx")),
    ]
    assert [run.err.partition(missing)[2].strip() for run in one] == [
        "Did you mean open.xlsx?", "Make it first from open.xlsx, with «bangxl report».", "",
    ]  # fmt: skip
    assert "OTHER_PLAYER is missing." in bangxl("swap", path, "P001", "--reason", "x").err
    run = bangxl("reopen", path, "--round", 9, "--table", 1, "--reason", "x")
    assert (run.code, run.err) == (1, "Round 9 is not drawn yet. Rounds drawn so far: 2.\n")
    for option in ("--csv", "--parquet"):
        run = bangxl("export", path, option, "-")
        assert (run.code, run.err) == (2, f"Each table is a file of its own: write a folder after {option}.\n")
    assert not Path("-").exists()


def test_explain_without_a_code_lists_all(bangxl: CommandLine, at: Copy) -> None:
    assert [line.partition(": ")[0] for line in bangxl("check", "--explain").out.splitlines()] == [*KINDS]
    assert [one["code"] for one in json.loads(bangxl("check", "--explain", "--json").out)["codes"]] == [*KINDS]
    assert bangxl("check", at("drawn1"), "--explain", "bid_step").out == bangxl("check", "--explain", "bid_step").out


@pytest.mark.parametrize("language", sample(["ru", "it", "de"], 3))
@pytest.mark.parametrize(
    ("stage", "arguments"),
    [
        ("drawn1", ["seat"]),
        ("played3", ["seat", "--preview"]),
        ("entered", ["seat", "--rng-seed", "x"]),
        ("final_played", ["seat"]),
        ("entered", ["commit"]),
        ("drawn1", ["check"]),
        ("closed", ["standings"]),
        ("played1", ["statement", "P003"]),
        ("drawn2", ["undo"]),
        ("drawn1", ["swap", "P003", "P003", "--reason", "x"]),
        ("played1", ["reopen", "--round", "1", "--table", "1", "--reason", "x"]),
        ("closed", ["report"]),
        ("played1", ["print", "--what", "slips"]),
        ("drawn1", ["show"]),
    ],
)
def test_answers_follow_the_language_asked_for_and_files_the_workbooks(
    at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch, stage: str, arguments: list[str], language: str
) -> None:
    """Every line is another than in the workbook's English; what is written is the same."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1794960000")
    said, written = list[set[str]](), list[dict[str, bytes]]()
    for wanted in ("", language):
        monkeypatch.setenv("BANGXL_LANGUAGE", wanted)
        monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
        path = at(stage)
        run = bangxl(arguments[0], path, *arguments[1:])
        said.append({line for line in (run.out + run.err).splitlines() if re.search(r"[^\W\d]{3}.* ", line.split("/")[0])})
        written.append({one.name: one.read_bytes() for one in path.parent.iterdir() if one.is_file()})
        shutil.rmtree(path.parent)
    alike = ("PDF: ", "Code: ", "Seed: ", "Çelik Öztürk (P003)")  # the same word, or a name
    assert {line for line in said[0] & said[1] if not line.startswith(alike)} == set()
    assert said[0]
    assert arguments[0] == "commit" or written[0] == written[1]


@pytest.mark.parametrize(("language", "missing", "unknown"), [
    ("en", "FILE is missing.", "Not understood: b"),
    ("it", "Manca FILE.", "Non capito: b"),
    ("de", "FILE fehlt.", "Nicht verstanden: b"),
    ("ru", "Не указано: FILE.", "Непонятно: b"),
])  # fmt: skip
def test_wrong_usage_is_said_in_the_language_asked_for(
    bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch, language: str, missing: str, unknown: str
) -> None:
    monkeypatch.setenv("BANGXL_LANGUAGE", language)
    runs = [
        bangxl("seat"), bangxl("seat", "a", "b"), bangxl("seat", "a", "--clse"), bangxl("seet"), bangxl("seat", "a", "--reason"),
        bangxl("seat", "a", "--close=1"), bangxl("reopen", "a", "--round", "x", "--table", "1", "--reason", "x"),
        bangxl("season", "a", "-o", "b", "--best", "-1"), bangxl("reopen", "a", "--round", "1", "--table", "1"),
    ]  # fmt: skip
    assert [(run.code, run.out) for run in runs] == [(2, "")] * len(runs)
    assert (runs[0].err.splitlines()[0], runs[1].err.splitlines()[0]) == (missing, unknown)
    assert ["--close" in runs[2].err, "seat" in runs[3].err, "--reason" in runs[4].err, "--round" in runs[6].err] == [True] * 4
    english = ("Usage", "Error", "Missing", "requires", "argument", "No such", "Input", "should")
    assert [run.err for run in runs if any(word in run.err for word in english)] == []


@pytest.mark.parametrize(("shell", "sign"), [("bash", "complete -o"), ("zsh", "#compdef bangxl"), ("fish", "function _bangxl")])
def test_completion(bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch, shell: str, sign: str) -> None:
    monkeypatch.setenv("_BANGXL_COMPLETE", f"{shell}_source")
    assert sign in bangxl().out


@pytest.mark.parametrize(
    ("line", "wanted"),
    [("bangxl sea", {"seat", "season"}), ("bangxl new a.xlsx --rulebook ital", {"italy-2007", "italy-2010", "italy-2011"})],
)
def test_completion_offers_commands_and_choices(
    bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch, line: str, wanted: set[str]
) -> None:
    monkeypatch.setenv("_BANGXL_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    assert {line.removeprefix("plain,") for line in bangxl().out.split()} == wanted


@pytest.mark.parametrize("people", [True, False])
def test_a_sign_turns_for_people_only(people: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001 - a case
    monkeypatch.setattr(terminal, "PATIENCE", 0.0)
    monkeypatch.setattr(terminal, "TURN", 60.0)
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: people, raising=False)
    monkeypatch.setattr("sys.stderr", PatientOutput(stream, steers=False))
    with Spinner().turning():
        while people and not stream.getvalue():
            time.sleep(0.01)
    assert stream.getvalue() == ("\r|\r \r" if people else "")
