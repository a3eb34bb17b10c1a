"""What people call a sheet, a round, a duel, a draw, a player, and the winners."""

from collections import Counter
from collections.abc import Iterable, Mapping

from bangxl.locale.catalog import Catalog, catalog
from bangxl.tournament.compositions import has_one_table
from bangxl.tournament.finals import champions
from bangxl.tournament.model import Player, game_code, sheet_numbers, split_logged
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from bangxl.workbook.words import TITLES, duel_title, fold


def sheet_title(sheet: str, language: str, rulebook: Rulebook) -> str:
    """A sheet, a duel or a stage as people call it: «Round 3, table 2» for Round3T2, «Final» for F; any other by its name."""
    _, stage, numbers = catalog(language), sheet_numbers(sheet, "Stage"), sheet_numbers(sheet)
    if stage:
        text = _("Stage {stage}, table {table}") if stage[1] else _("Stage {n}")
        return text.format(n=stage[0], stage=stage[0], table=stage[1])
    if numbers is None:
        duels = {*TITLES, *(one.code for bracket in rulebook.brackets for one in bracket.matches)}
        return duel_title(sheet, _) if sheet in duels else sheet
    number, table = numbers
    if not table:
        return _("Tables") if rulebook.fixed_tables else _("Round {round}").format(round=number)
    if has_one_table(rulebook):
        return _("Game {round}").format(round=number)
    text = _("Game {round}, table {table}") if rulebook.fixed_tables else _("Round {round}, table {table}")
    return text.format(round=number, table=table)


def joined_titles(codes: str, language: str, rulebook: Rulebook) -> str:
    """Several of them, joined by + in code form: «Semifinal 1, Semifinal 2» for SF1+SF2."""
    return ", ".join(sheet_title(one, language, rulebook) for one in split_logged(codes))


def round_title(number: int | str, _: Catalog, rulebook: Rulebook) -> str:
    """A round, or at fixed tables a game, as people call it."""
    return (_("Game {n}") if rulebook.fixed_tables else _("Round {n}")).format(n=number)


def record_title(number: object, table: object, _: Catalog, rulebook: Rulebook) -> str:
    """The title of a game's record sheet, «Round 3 · Table 2», or «Game 3» where there is no ``table``; both may be gaps."""
    if not table:
        return _("Game {round}").format(round=number)
    text = _("Game {round} · Table {table}") if rulebook.fixed_tables else _("Round {round} · Table {table}")
    return text.format(round=number, table=table)


def tab_title(sheet: str, language: str, rulebook: Rulebook) -> str:
    """A sheet by its tab and as people call it: «Round3T2 (round 3, table 2)»; any other by its name."""
    title = in_a_sentence(sheet_title(sheet, language, rulebook), language)
    return f"{sheet} ({title})" if sheet_numbers(sheet) or sheet_numbers(sheet, "Stage") else sheet


def in_a_sentence(title: str, language: str) -> str:
    """A title as it stands inside a sentence: «round 3, table 2», but «Runde 3, Tisch 2»."""
    return title if language == "de" else title[:1].lower() + title[1:]


def stages_title(stages: str, language: str, rulebook: Rulebook) -> str:
    """Stages of the log for people: «Round 3», «Semifinal 1, Semifinal 2», «Round 2, tables 1, 2, 3»."""
    _, games, others = catalog(language), dict[int, list[int]](), list[str]()
    for stage in split_logged(stages):
        if (game := sheet_numbers(stage)) and game[1]:
            games.setdefault(game[0], []).append(game[1])
        else:
            others.append(sheet_title(stage, language, rulebook))
    text = _("Game {round}, tables {tables}") if rulebook.fixed_tables else _("Round {round}, tables {tables}")
    parts = [", ".join(others)] if others else []
    for number, tables in games.items():
        one = sheet_title(game_code(number, tables[0]), language, rulebook)
        parts.append(one if len(tables) == 1 else text.format(round=number, tables=", ".join(map(str, sorted(tables)))))
    return "; ".join(parts)


def display_names(players: Iterable[Player]) -> Mapping[str, str]:
    """What to call everybody, by id: the name, with the number behind where several share it."""
    named = [player for player in players if player.name]
    count = Counter(fold(player.name) for player in named)
    return {p.id: p.name if count[fold(p.name)] == 1 else f"{p.name} ({p.id})" for p in named}


def champions_named(state: State, _: Catalog) -> tuple[str, str]:
    """What the winners are called, in the singular or the plural, and their names in one line; "" before the end."""
    called, best = display_names(state.tournament.players), champions(state)
    title = state.rulebook.champion or (_("Tournament winners") if best[1:] else _("Tournament winner"))
    *others, last = (called.get(player, player) for player in best or ("",))
    return title, _("{names} and {last}").format(names=", ".join(others), last=last) if others else last
