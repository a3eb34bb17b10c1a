"""Whole days of each regulation, played through the command line."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Final

from tools.same.folder import Folder
from tools.same.parts import Workbook

LANGUAGES: Final = ("it", "en", "de", "ru")
DAYS: Final = {
    "italy-2010": ("it", 13, ".xlsm"),
    "italy-2011": ("en", 11, ".xlsx"),
    "italy-2007": ("ru", 11, ".xlsx"),
    "germany": ("de", 20, ".xlsm"),
    "record": ("it", 6, ".xlsx"),
}
"""For each regulation, a whole day with everything that can happen: language, players, kind of workbook."""
OPTIONS: Final = {
    "italy-2010": (("duel=short", "draw=mixed", "balance=false"), ("keep_apart=P001+P002",)),
    "italy-2011": (("draw=mixed",),),
    "italy-2007": (("composition=6,5",), ("draw=mixed",)),
    "germany": (("draw=mixed",),),
    "record": (
        ("scoring=simplified",),
        ("scoring=complete", "auction=true"),
        ("cash_rewards=true", "experience=true"),
        ("auction=true", "cash_rewards=true", "games=3"),
    ),
}
ALIKE: Final = ("italy-2011",)
"""Regulations whose record sheets equal another one's: they need no typing errors."""
SEED: Final = "Mezzogiorno"
MOST_STEPS: Final = 16
"""The most rounds or games to seat in a day."""
_INPUTS: Final = (
    "Character", "Bid", "Role", "Status", "Outcome", "Winner", "Reconfirmed", "Lives", "Killed_Sheriff", "Outlaws_Killed",
    "Cards_Kept",
)  # fmt: skip


def fresh(folder: Folder, rulebook: str, *, large: bool) -> None:
    """New workbooks in every language, with every option; blank forms."""
    places = str(DAYS[rulebook][1])
    for number, language in enumerate(LANGUAGES):
        kind = ".xlsm" if number % 2 else ".xlsx"
        folder.run("new", f"{language}{kind}", "--rulebook", rulebook, "--language", language, "--players", places)
        folder.run(
            "blank-sheets", f"{language}-blank{'.xlsx' if number % 2 else '.pdf'}", "--rulebook", rulebook, "--language", language
        )
    for number, options in enumerate(OPTIONS[rulebook]):
        arguments = [part for option in options for part in ("--option", option)]
        folder.run("new", f"options-{number}.xlsx", "--rulebook", rulebook, "--players", places, *arguments)
        folder.run("check", f"options-{number}.xlsx")
    if large:
        folder.run("new", "large.xlsm", "--rulebook", rulebook)


def day(folder: Folder, rulebook: str, setting: tuple[str, int, str], *, incidents: bool) -> None:
    """A whole day: a simulated one, and the same again by hand, step by step."""
    language, players, kind = setting
    demo, file = f"demo{kind}", f"torneo{kind}"
    folder.run("demo", demo, "--rulebook", rulebook, "--players", str(players), "--rng-seed", SEED, "--language", language)
    folder.run("export", demo, "-o", "demo.json")
    folder.run("new", file, "--rulebook", rulebook, "--players", str(players), "--language", language)
    if incidents:
        for command in (["check", file], ["seat", file], ["standings", file], ["statement", file, "P001"], ["undo", file]):
            folder.run(*command)
    known = folder.book(demo)
    folder.type(file, _entries(known))
    folder.run("check", file)
    for number in range(1, MOST_STEPS):
        if folder.run("seat", file, "--rng-seed", f"{SEED} {number}").code:
            break
        if incidents:
            _between(folder, file, known, number, kind)
        folder.type(file, _results(known, folder.book(file), number))
        if incidents:
            folder.run("check", file)
            if number == 1 and rulebook not in ALIKE:
                faults(folder, file, known, kind)
    if incidents:
        _evening(folder, file, demo)
    folder.run("export", file)
    folder.run("report", file, "-o", "referto")
    folder.run("verify", f"referto/{Path(file).stem}-referto.xlsx", "--json")


def _between(folder: Folder, file: str, known: Workbook, number: int, kind: str) -> None:
    """Actions that a referee may take during a round; at the end everything is as before."""
    if number > 2:
        return
    if number == 1:
        folder.run("redraw", file, "--reason", "a chair was missing", "--rng-seed", "another")
        folder.run("undo", file)
        folder.run("swap", file, "P001", "P002", "--reason", "wrong chairs")
        folder.run("undo", file)
        folder.run("undo", file)
        folder.run("seat", file, "--rng-seed", f"{SEED} 1")
        _by_hand(folder, file, kind)
    if number == 1:
        _half_played(folder, file, known, kind)
    else:
        _reopened(folder, file)


def _half_played(folder: Folder, file: str, known: Workbook, kind: str) -> None:
    """Commands that work while some results are missing."""
    folder.run("seat", file)
    some = _results(known, folder.book(file), 1)
    folder.type(file, dict(list(some.items())[: len(some) // 3]), f"part{kind}")
    for command in (["seat", f"part{kind}"], ["check", f"part{kind}", "--json"], ["report", f"part{kind}"]):
        folder.run(*command)
    folder.run("report", f"part{kind}", "--interim", "-o", "interim")
    folder.run("report", f"part{kind}", "--interim", "--with-results", "--without-addresses", "-o", "results")
    folder.run("standings", f"part{kind}")
    folder.run("statement", file, "P003")


def _reopened(folder: Folder, file: str) -> None:
    """Reopen a game of the round before and close it again; with the refusals on the way."""
    for command in (["redraw", file, "--reason", ""], ["swap", file, "P001", "P001", "--reason", "x"]):
        folder.run(*command)
    folder.run("reopen", file, "--round", "1", "--table", "1", "--reason", "a role shown by mistake")
    folder.run("check", file)
    folder.run("seat", file, "--rng-seed", "none")
    folder.run("undo", file)


def _by_hand(folder: Folder, file: str, kind: str) -> None:
    """Repeat the first round as if cards had drawn it."""
    answer = folder.run("export", file)
    try:
        games = json.loads(answer.out)["games"]
    except (ValueError, KeyError):
        return
    lines = [f"{g['round']},{g['table']},{s['seat']},{s['player']}" for g in games for s in g["seats"]]
    for name, kept in (("cards.csv", lines), ("wrong.csv", [*lines[1:], "1,9,9,P999"])):
        (folder.path / name).write_text("\n".join(["round,table,seat,player", *kept]), encoding="utf-8")
    hand = f"hand{kind}"
    shutil.copyfile(folder.path / file, folder.path / hand)
    if folder.there(f"{file}.history"):
        shutil.copytree(folder.path / f"{file}.history", folder.path / f"{hand}.history", dirs_exist_ok=True)
    for command in (
        ["undo", hand],
        ["seat", hand, "--by-hand", "wrong.csv"],
        ["seat", hand, "--by-hand", "cards.csv"],
        ["check", hand],
    ):
        folder.run(*command)


def _evening(folder: Folder, file: str, demo: str) -> None:
    """The commands after the last result."""
    for arguments in (
        ["check", file, "--json"],
        ["standings", file, "--json"],
        ["standings", file, "--csv"],
        ["statement", file, "P002"],
    ):
        folder.run(*arguments)
    folder.run("seat", file)
    folder.run("reopen", file, "--round", "1", "--table", "1", "--reason", "too late")
    folder.run("check", file)
    folder.run("report", file)
    folder.run("undo", file)
    folder.run("report", demo, "-o", "open")
    folder.run("report", demo, "--without-addresses", "-o", "closed")
    referto = "open/demo-referto.xlsx"
    code = re.search(r"\b[0-9a-f]{12}\b", folder.run("verify", referto).out)
    folder.run("verify", referto, "--against", code[0] if code else "")
    folder.run("verify", referto, "--against", "000000000000")
    folder.run("verify", file)
    folder.run("check", referto)
    folder.run("import", "demo.json", "-o", "imported.xlsx", "--language", "en")
    folder.run("season", "open", "closed", "-o", "season.xlsx", "--language", "de")
    if folder.there(referto):
        forged(folder, referto)


def forged(folder: Folder, referto: str) -> None:
    """A referto with a later change."""
    names = [name for name, (_sheet, cells) in folder.book(referto).names.items() if cells]
    for index in range(6):
        name = names[index * (len(names) - 1) // 5]
        value = folder.book(referto).value(name)
        folder.type(referto, {(name, 0): value + 7 if isinstance(value, float) else f"{value or ''}?"}, "forged.xlsx")
        folder.run("verify", "forged.xlsx")


def faults(folder: Folder, file: str, known: Workbook, kind: str) -> None:
    """Possible typing errors: each group in its own copy."""
    sheet = "Round1T1!"
    role, status = (known.value(f"{sheet}{name}") for name in ("Role", "Status"))
    groups: list[dict[tuple[str, int], str | float | None]] = [
        {(f"{sheet}Character", 0): "Nobody", (f"{sheet}Character", 2): known.value(f"{sheet}Character", 1)},
        {(f"{sheet}Bid", 0): -100.0, (f"{sheet}Bid", 1): "abc", (f"{sheet}Bid", 2): 99999.0, (f"{sheet}Bid", 3): 150.5},
        {(f"{sheet}Role", 1): role, (f"{sheet}Role", 2): "xyz", (f"{sheet}Status", 3): "?"},
        {(f"{sheet}Status", index): status for index in range(7)},
        {(f"{sheet}Role", 0): known.value(f"{sheet}Role", 1), (f"{sheet}Role", 1): role, (f"{sheet}Outcome", 0): "??"},
        {(f"{sheet}Outcome", 0): known.value("Round1T2!Outcome") if "Round1T2!Outcome" in known.names else None},
        {(f"{sheet}Player", 0): "P999", (f"{sheet}Player", 1): known.value(f"{sheet}Player", 2)},
        {("Players_Name", 0): known.value("Players_Name", 1), ("Players_Name", 2): None, ("Players_Present", 3): "perhaps"},
        {("Events_Type", 5): "xx", ("Events_Player", 5): "P999", ("Events_Moment", 6): "x", ("Events_Round", 7): -1.0},
        {("Events_Type", 5): known.value("Events_Type"), ("Events_Player", 5): known.value("Events_Player")},
        {("Round1!Wall_Player", 0): "P999", ("Round1!Draw_Seed", 0): "forged"},
        {("Option_draw", 0): "maybe", ("Event_Date", 0): "one day", ("Event_Kind", 0): "x", ("Event_Report_To", 0): "nobody"},
        {
            (f"{sheet}Lives", 0): 99.0,
            (f"{sheet}Lives", 1): -1.0,
            (f"{sheet}Cards_Kept", 0): -1.0,
            (f"{sheet}Reconfirmed", 1): "x",
        },
        {(f"{sheet}Killed_Sheriff", 0): "x", (f"{sheet}Killed_Sheriff", 1): "x", (f"{sheet}Outlaws_Killed", 0): 9.0},
        {("Payout_Value", 0): 1.0, ("Payout_Key", 1): "x", ("Standings_Score", 0): 5.0, (f"{sheet}Payout", 0): 1.0},
        {("Log_Seed", 0): "forged", ("Log_Digest", 0): "000000000000", ("Log_Version", 0): "9.9"},
        {("Finals_SF1_Score_A", 0): 9.0, ("Finals_SF1_Score_B", 0): "x", ("Stage1T1!Role", 0): role, ("Published", 0): "yes"},
        {("Closed_After_Round", 0): 9.0, ("Closed", 0): "yes", ("Lots_By_Hand", 0): "yes", ("Players_Lot", 0): 1.0},
        {(f"{sheet}Seat", 0): 9.0, (f"{sheet}Seat", 1): "x", ("Players_Id", 0): "P002"},
        {("Auctions_Round", 0): 1.0, ("Auctions_Table", 0): 9.0, ("Auctions_Price", 0): -5.0, ("Auctions_Winner", 0): "P001"},
    ]
    for number, group in enumerate(groups):
        folder.type(file, group, f"fault{kind}")
        folder.run("check", f"fault{kind}", *(["--json"] if number % 4 == 0 else []))
        if number % 3 == 0:
            folder.run("seat", f"fault{kind}", "--rng-seed", "x")


def season(folder: Folder) -> None:
    """Regional and national tables of several referti, with every choice."""
    for number, (rulebook, players) in enumerate([("italy-2010", 11), ("italy-2010", 12), ("italy-2011", 13), ("germany", 20)]):
        folder.run("demo", f"t{number}.xlsx", "--rulebook", rulebook, "--players", str(players), "--rng-seed", f"season {number}")
        folder.run("report", f"t{number}.xlsx", "-o", "all" if number < 2 else "others")
    (folder.path / "status.csv").write_text("name,status\nChloé Conti,banned\nZoë Grünwald,qualified\n", encoding="utf-8")
    (folder.path / "same.csv").write_text("name,other,same\nChloé Conti,Cloe Conti,yes\n", encoding="utf-8")
    folder.run("season", "all", "-o", "s1.xlsx")
    folder.run("season", "all", "others", "-o", "s2.xlsx", "--language", "en")
    for number, regional in enumerate(("best", "mean", "last", "median")):
        flags = ["--regional", regional, "--irregular", "exclude", "--language", LANGUAGES[number], "--deadline", "2026-11-30"]
        folder.run("season", "all", "-o", f"r{number}.xlsx", *flags)
    for number, flags in enumerate(
        (["--status", "status.csv"], ["--same", "same.csv"], ["--deadline", "x"], ["--rulebook", "record"])
    ):
        folder.run("season", "all", "-o", f"g{number}.xlsx", *flags)


def _entries(known: Workbook) -> dict[tuple[str, int], str | float | None]:
    """The event and the players of the simulated tournament."""
    names = [name for name in known.names if re.fullmatch(r"Event_\w+|Players_(Name|Region|Email)", name)]
    values = {(name, index): known.value(name, index) for name in names for index in range(len(known.names[name][1]))}
    return {key: value for key, value in values.items() if value is not None}


def _results(known: Workbook, book: Workbook, number: int) -> dict[tuple[str, int], str | float | None]:
    """The simulated tournament's results of every table and duel with seats, and the events until then."""
    values: dict[tuple[str, int], str | float | None] = {}
    for name, (_sheet, cells) in known.names.items():
        sheet, _, own = name.rpartition("!")
        match = re.fullmatch(r"(Finals_\w+_)Score_[AB]", name)
        owner = f"{sheet}!Player" if own in _INPUTS else f"{match[1]}Player_A" if match else ""
        seated = owner in book.names and book.value(owner) is not None
        if seated and name in book.names:
            values |= {(name, index): known.value(name, index) for index in range(len(cells))}
    for row in range(len(known.names.get("Events_Type", ("", []))[1])):
        rounds = [known.value(f"Events_{column}", row) for column in ("After_Round", "Round")]
        if any(isinstance(when, float) and when <= number for when in rounds):
            columns = [
                name for name in known.names if re.fullmatch(r"Events_[A-Z]\w+", name) and known.value(name, row) is not None
            ]
            values |= {(name, row): known.value(name, row) for name in columns}
    return {key: value for key, value in values.items() if value is not None}
