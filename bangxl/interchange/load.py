"""Read facts from JSON. The regulation decides what a missing key of a record sheet means."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NoReturn

import msgspec
from msgspec import UNSET

from bangxl import limits
from bangxl.interchange import schema
from bangxl.interchange.schema import or_none
from bangxl.locale.catalog import N_
from bangxl.tournament import model
from bangxl.tournament.finals import BYE, duel_mode, is_decided, matches_of, pairing
from bangxl.tournament.journal import Journal, LogEntry, pairs
from bangxl.tournament.knockout import WITHOUT_ROLES
from bangxl.tournament.model import Event, EventType, Game, Moment, Player, Seat, Tournament
from bangxl.tournament.options import APART, OWN_TABLES, apart_text, auction_in
from bangxl.tournament.progress import round_count, rounds_played
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.tournament.state import State

_RULING: Final = '{"ruling": {"reason": …, "payouts": {…}}}'

_SENTENCES: Final = (
    (r"Expected `.+`, got `null`", N_("Do not write null. Leave the key out.")),
    (r"Expected `(?:array|object)` of length <= (?P<most>\d+)", N_("There are more than {most} entries. Delete some.")),
    (r"Expected `str` of length <= (?P<most>\d+)", N_("A text is longer than {most} characters. Shorten it.")),
    (r"Expected `(?P<wanted>.+)`, got `(?P<found>.+)`", N_("The type is «{found}», but must be «{wanted}».")),
    (r"Expected (?P<wanted>.+)", N_("The value must be {wanted}.")),
    (r"Object missing required field `(?P<missing>.+)`", N_("The key «{missing}» is missing. Add it.")),
    (r"Object contains unknown field `(?P<key>.+)`", N_("There is no key «{key}». Correct its spelling, or leave it out.")),
    (r"Invalid enum value (?P<found>.+)", N_("{found} is not possible here. Choose another word.")),
    (r"JSON is malformed: .*\(byte (?P<byte>\d+)\)", N_("This is not JSON: byte {byte} is wrong.")),
    (r"Input data was truncated", N_("This is not JSON: the file ends too early.")),
)
"""What msgspec says of a JSON, and how we say it; in backquotes it names types as JSON does."""


class MalformedError(ValueError):
    """The text is no tournament: ``path`` says where (``$.games[0].seats[1].bid``), a text of the catalogs with values why."""

    def __init__(self, text: str, path: str = "$", **values: object) -> None:
        super().__init__(f"{path}: {text.format(**values)}")
        self.text, self.values, self.path = text, values, path

    def sentence(self, _: Callable[[str], str]) -> str:
        """Why, in the language of a catalog."""
        return _(self.text).format(**self.values)


def refuse(path: str, text: str, **values: object) -> NoReturn:
    """Raise the fault."""
    raise MalformedError(text, path, **values)


def refuse_twice(path: str, keys: Sequence[object], text: str) -> None:
    """Refuse duplicates."""
    if len(set(keys)) < len(keys):
        refuse(path, text)


def loads(text: bytes, rulebook_of: Callable[[str], Rulebook]) -> Tournament:
    """The tournament in a JSON text; ``rulebook_of`` finds the regulation by its id.

    Raises MalformedError for what is no JSON, of another format, of a wrong type, or cannot be said in a workbook.
    """
    if text.startswith(b"PK"):
        raise MalformedError(N_("This is a workbook, and not the JSON that export writes of one."))
    try:
        raw = msgspec.json.decode(text.removeprefix(b"\xef\xbb\xbf"), type=schema.TournamentJson)
    except RecursionError:
        raise MalformedError(N_("This is not a tournament: too many brackets are inside each other.")) from None
    except UnicodeDecodeError:
        raise MalformedError(N_("This is not JSON: the text is not UTF-8.")) from None
    except msgspec.DecodeError as error:
        reason, _at, path = str(error).partition(" - at ")
        where = path.strip("`") or "$"
        for pattern, sentence in _SENTENCES:
            if match := re.fullmatch(pattern, reason):
                raise MalformedError(sentence, where, **match.groupdict()) from None
        raise MalformedError(N_("This is not JSON, or not a tournament ({reason})."), where, reason=reason) from None
    return _tournament(raw, rulebook_of(raw.rulebook))


class _Head(msgspec.Struct):
    """What tells a tournament from other JSON, and the regulation of a referee's own that it may carry."""

    format: str = ""
    rulebook: str = ""
    rulebook_text: str = ""


def _head(text: bytes) -> _Head | None:
    try:
        head = msgspec.json.decode(text.removeprefix(b"\xef\xbb\xbf"), type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return head if head.format == schema.JSON_FORMAT else None


def is_tournament(text: bytes) -> bool:
    """Whether a text claims to be a tournament in our format."""
    return _head(text) is not None


def own_rulebook(text: bytes) -> tuple[str, str]:
    """The id and the file of a tournament's own regulation; both "" if it has none."""
    head = _head(text)
    return (head.rulebook, head.rulebook_text) if head and head.rulebook_text else ("", "")


class _DrawsOnly(msgspec.Struct):
    """The draws alone."""

    draws: schema.Limited[schema.DrawJson] = ()


def draw_rows(text: bytes) -> Journal:
    """The rows of the log about whom a draw kept apart, and who had a table of their own, where both have changed since."""
    rows = []
    for draw in msgspec.json.decode(text.removeprefix(b"\xef\xbb\xbf"), type=_DrawsOnly).draws:
        if (apart := or_none(draw.keep_apart)) is not None:
            own = ",".join(f"{player}:{table}" for player, table in draw.own_tables.items())
            drawn = pairs({"tables": "", APART: apart, OWN_TABLES: own})
            rows.append(LogEntry("", "import", model.round_code(draw.round), result=drawn))
    return Journal(tuple(rows))


def _tournament(raw: schema.TournamentJson, rulebook: Rulebook) -> Tournament:
    """The facts of a JSON of the right shape; `refuse` says where they contradict each other or the regulation."""
    refuse_twice("$.games", [(game.round, game.table) for game in raw.games], N_("A table has two games in one round."))
    if len(raw.players) > rulebook.maximum_players:
        refuse("$.players", N_("There are more than {most} players. Delete some."), most=rulebook.maximum_players)
    refuse_twice("$.draws", [draw.round for draw in raw.draws], N_("A round has two draws."))
    refuse_twice("$.codes", [one.stage for one in raw.codes], N_("A round or match has two codes."))
    refuse_twice("$.lot_order", raw.lot_order, N_("A player is listed twice."))
    if strangers := set(raw.lot_order) - {player.id for player in raw.players}:
        refuse("$.lot_order", N_("There is no player {player}."), player=min(strangers))
    players = msgspec.convert(msgspec.to_builtins(raw.players), tuple[Player, ...])
    tournament = Tournament(
        rulebook=raw.rulebook,
        language=raw.language or rulebook.language,
        event=msgspec.convert(msgspec.to_builtins(raw.event), model.EventInfo),
        options=_options(raw.options, rulebook, players),
        players=players,
        draws=tuple(
            model.Draw(
                *(str(draw.round), draw.rng_seed, draw.source, draw.public_value, draw.algorithm, draw.version, draw.by_hand),
                code=draw.pool.code if draw.pool else "",
                salt=draw.pool.salt if draw.pool else "",
            )
            for draw in raw.draws
            if draw.rng_seed or rulebook.league is None
        ),
        lot_order=raw.lot_order,
        start_tables=_start_tables(raw, rulebook),
        events=_events(raw),
        closed_after_round=or_none(raw.closed_after_round),
        codes=tuple(model.PostedCode(one.stage, one.code, one.salt) for one in raw.codes),
        entry_fee=or_none(raw.entry_fee),
        compared={(game.round, game.table): game.compared for game in raw.games if game.compared} if raw.four_eyes else None,
        evenings={draw.round: draw.evening for draw in raw.draws if draw.evening} if rulebook.league else {},
        logo=raw.logo or None,
        fund=or_none(raw.prize_fund) if rulebook.fee_shares else None,
    )
    state = State(tournament, rulebook)
    games = [_game(f"$.games[{i}]", game, state) for i, game in enumerate(raw.games)]
    tournament = replace(tournament, games=tuple(sorted(games, key=lambda game: (game.round, game.table))))
    if raw.finals is UNSET and not raw.ko_stages:
        return tournament
    return _with_finals(State(tournament, rulebook), raw)


def _options(raw: schema.OptionsJson, rulebook: Rulebook, players: Sequence[Player]) -> Mapping[str, str]:
    """Options as the tournament keeps them: texts. Those that the regulation does not have are left out."""
    texts: dict[str, str] = {}
    for key, value in msgspec.to_builtins(raw).items():
        if isinstance(value, bool):
            texts[key] = "true" if value else "false"
        else:
            texts[key] = ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    if texts.get(APART):
        texts[APART] = apart_text(texts[APART], players)
    return {key: texts[key] for key in rulebook.options if key in texts}


def _start_tables(raw: schema.TournamentJson, rulebook: Rulebook) -> Mapping[int, tuple[str, ...]]:
    """The fixed tables as drawn; without them, everybody sits where they sat in the first game."""
    if not rulebook.fixed_tables:
        return {}
    tables = {}
    for key, players in raw.start_tables.items():
        number = limits.whole_number(key, limits.ORDINAL)
        if number is None or not 0 < len(players) <= rulebook.largest_table:
            text = N_("Write the number of the table and at most {most} players.")
            refuse(f"$.start_tables.{key}", text, most=rulebook.largest_table)
        tables[number] = players
    refuse_twice("$.start_tables", [player for table in tables.values() for player in table], N_("A player is listed twice."))
    for game in raw.games:
        if game.round == 1 and not raw.start_tables:
            seats = sorted(zip(_seat_numbers(game), (seat.player for seat in game.seats), strict=True))
            tables[game.table] = tuple(player for _number, player in seats)
    return dict(sorted(tables.items()))


def _events(raw: schema.TournamentJson) -> tuple[Event, ...]:
    """What the referee noted, and the reasons of their rulings, which the format writes beside the game; a blank one is none.

    Between rounds an absent number is 0: before the first.
    """
    for index, event in enumerate(raw.events):
        if event.type is EventType.RULING:
            refuse(f"$.events[{index}].type", N_("Write a ruling with its game: {example}."), example=_RULING)
    noted = msgspec.convert(msgspec.to_builtins(raw.events), list[Event])
    events = [replace(e, after_round=e.after_round or 0) if e.moment is Moment.BETWEEN_ROUNDS else e for e in noted]
    for game in sorted(raw.games, key=lambda game: (game.round, game.table)):
        if game.ruling and game.ruling.reason.strip():
            reason, place = game.ruling.reason, (game.round, game.table)
            events.append(Event(EventType.RULING, "", Moment.DURING_GAME, reason, round=place[0], table=place[1]))
    return tuple(events)


def _badges(path: str, raw: Mapping[str, int], rulebook: Rulebook) -> dict[str, Any]:
    known = {badge.name: mark for mark, badge in rulebook.badges.items()}
    if strangers := ", ".join(sorted(raw.keys() - known.keys())):
        text = N_("The regulation has no badge «{found}». Its badges: {known}.")
        refuse(path, text, found=strangers, known=", ".join(known) or "–")
    return {known[name]: count for name, count in raw.items()}


def _game(path: str, raw: schema.GameJson, state: State) -> Game:
    """One record sheet, its seats by number. Of a finished game, what is absent means 0; of an open one, not filled in."""
    rulebook, finished = state.rulebook, raw.outcome is not UNSET
    numbers = _numbered_chairs(path, raw, state)
    no_bid = 0 if finished and auction_in(state) is not None else None
    no_lives = 0 if finished and rulebook.lives else None
    seats = [
        Seat(
            number=number,
            player=seat.player,
            role=or_none(seat.role),
            status=_status(path, seat, finished=finished),
            character=rulebook.character(seat.character),
            bid=no_bid if seat.bid is UNSET else seat.bid,
            lives=no_lives if seat.lives is UNSET else seat.lives,
            **{mark: getattr(seat, mark) for mark in model.MARKS},
            **_badges(f"{path}.seats", seat.badges, rulebook),
        )
        for number, seat in zip(numbers, raw.seats, strict=True)
    ]
    if not finished and raw.ruling is UNSET and seats and all(seat.role is None for seat in seats):
        # Of an open game without any role, who is listed first is the Sheriff, where the regulation says who is.
        seated = rulebook.sheriff is SheriffRule.LEFT or seats[0].number == 1
        if seated and rulebook.sheriff is not SheriffRule.DRAWN:
            seats[0] = replace(seats[0], role=model.Role.SHERIFF)
    if raw.renegade_final_duel:
        seats = _with_final_duel(path, seats)
    if raw.ruling is not UNSET:
        players, payouts = {seat.player for seat in seats}, raw.ruling.payouts
        if missing := sorted(players - payouts.keys()):
            refuse(
                f"{path}.ruling.payouts",
                N_("Write an amount for every player at the table. Missing: {missing}."),
                missing=", ".join(missing),
            )
        if strangers := sorted(payouts.keys() - players):
            refuse(f"{path}.ruling.payouts", N_("These players are not at this table: {players}."), players=", ".join(strangers))
        seats = [replace(seat, ruling=payouts[seat.player]) for seat in seats]
    calls = tuple(model.Call(call.opener, call.character, call.winner, call.price) for call in raw.auction)
    return Game(raw.round, raw.table, tuple(sorted(seats, key=lambda seat: seat.number)), or_none(raw.outcome), calls)


def _seat_numbers(raw: schema.GameJson) -> list[int]:
    """The numbers of the seats; where they are not said, as they are listed."""
    return [index if seat.seat is UNSET else seat.seat for index, seat in enumerate(raw.seats, 1)]


def _numbered_chairs(path: str, raw: schema.GameJson, state: State) -> list[int]:
    """Numbered from 1 without a gap, but at fixed tables everybody keeps their chair, whoever has left."""
    numbers, largest = _seat_numbers(raw), state.rulebook.largest_table
    fixed = state.tournament.start_tables.get(raw.table, ())
    if fixed and any(seat.seat is UNSET for seat in raw.seats):
        numbers = [fixed.index(seat.player) + 1 if seat.player in fixed else 0 for seat in raw.seats]
    refuse_twice(f"{path}.seats", numbers, N_("Two players have the same seat."))
    gap = not state.rulebook.fixed_tables and sorted(numbers) != list(range(1, len(numbers) + 1))
    if not numbers or min(numbers) < 1 or max(numbers) > largest or gap:
        refuse(f"{path}.seats", N_("Number the seats from 1 to at most {most}."), most=largest)
    return numbers


def _status(path: str, seat: schema.SeatJson | schema.StageSeatJson, *, finished: bool) -> model.Status | None:
    """How a seat ended; in a ``finished`` game, what is absent means eliminated. Who is alive has lost no final duel."""
    if seat.among_last and seat.alive is True:
        refuse(f"{path}.seats", N_("A player who is alive cannot be eliminated among the last."))
    if seat.among_last:
        return model.Status.AMONG_LAST
    if seat.final_duel and seat.alive is not True:
        return model.Status.FINAL_DUEL
    alive = (False if finished else None) if seat.alive is UNSET else seat.alive
    return None if alive is None else model.Status.ALIVE if alive else model.Status.ELIMINATED


def _with_final_duel(path: str, seats: Sequence[Seat]) -> list[Seat]:
    """The seats, the Renegade having reached the final duel and lost it. That one must be there, and eliminated."""
    renegades = [seat for seat in seats if seat.role is model.Role.RENEGADE]
    if not renegades or any(seat.status is model.Status.ALIVE for seat in renegades):
        refuse(f"{path}.renegade_final_duel", N_("Write true only if the Renegade was eliminated."))
    return [replace(seat, status=model.Status.FINAL_DUEL) if seat in renegades else seat for seat in seats]


def _with_finals(state: State, raw: schema.TournamentJson) -> Tournament:
    """The tournament with its second phase: duels are seated as the standings say, then given their results."""
    finals, options = or_none(raw.finals) or schema.FinalsJson(), state.tournament.options
    if finals.mode and finals.mode not in state.rulebook.duel_modes:
        refuse("$.finals.mode", N_("This regulation has no duel «{mode}»."), mode=finals.mode)
    if finals.mode and options.get("duel", finals.mode) != finals.mode:
        refuse(
            "$.finals.mode",
            N_("This is {mode}, but $.options.duel is {other}. Write the same word in both."),
            mode=finals.mode,
            other=options["duel"],
        )
    if finals.mode and finals.mode != duel_mode(state):
        state = state.with_tournament(replace(state.tournament, options={**options, "duel": finals.mode}))
    played, closed_after = rounds_played(state), state.tournament.closed_after_round
    if closed_after is None and played < round_count(state):  # fewer rounds than scheduled imply an early end (R10-1)
        closed_after = state.tournament.rounds_seated if state.tournament.start_tables else played or None
    draws = [model.Draw(draw.match, draw.rng_seed, draw.source, draw.public_value) for draw in finals.draws]
    draws += [model.Draw(model.stage_code(draw.stage), draw.rng_seed, draw.source, draw.public_value) for draw in raw.ko_draws]
    tournament = replace(
        state.tournament,
        finals=model.Finals(),
        draws=(*state.tournament.draws, *draws),
        closed_after_round=closed_after,
        stages=_stages(raw, state.rulebook),
    )
    state = state.with_tournament(tournament)
    refuse_twice("$.finals.duels", [duel.match for duel in finals.duels], N_("A match has two results."))
    matches = matches_of(state)
    codes = [match.code for match in matches]
    named = {f"duels[{i}]": duel.match for i, duel in enumerate(finals.duels)}
    named |= {f"draws[{i}]": draw.match for i, draw in enumerate(finals.draws)}
    for key, code in named.items():
        if code not in codes:
            text = N_("There is no match «{code}». Choose from: {known}.")
            refuse(f"$.finals.{key}.match", text, code=code, known=", ".join(codes))
    results = {duel.match: (f"$.finals.duels[{i}]", duel) for i, duel in enumerate(finals.duels)}
    duels: list[model.Duel] = []
    for match in matches:
        pair = pairing(state, match)
        path, result = results.get(match.code, ("", schema.DuelJson(match.code)))
        first = isinstance(match.a, int)
        seated = match.code in results or first if finals.seated is UNSET else match.code in finals.seated
        if seated and (pair != (BYE, BYE) or result.winner) and (pair or result.winner or finals.seated):
            duels.append(_duel(path, result, pair))
            state = state.with_tournament(replace(tournament, finals=model.Finals(tuple(duels))))
    closed = is_decided(state) if finals.closed is UNSET else finals.closed
    return replace(state.tournament, finals=model.Finals(tuple(duels), closed))


def _stages(raw: schema.TournamentJson, rulebook: Rulebook) -> tuple[Game, ...]:
    games = [(f"$.ko_stages[{i}][{j}]", game) for i, stage in enumerate(raw.ko_stages) for j, game in enumerate(stage)]
    refuse_twice("$.ko_stages", [(game.stage, game.table) for _path, game in games], N_("A table has two games in one stage."))
    if games and rulebook.knockout is None:
        refuse("$.ko_stages", N_("The regulation {rulebook} has no knock-out."), rulebook=rulebook.id)
    return tuple(_stage(path, game, rulebook) for path, game in games)


def _stage(path: str, raw: schema.StageGameJson, rulebook: Rulebook) -> Game:
    if raw.ruling is not UNSET:
        refuse(f"{path}.ruling", N_("A knock-out game pays nothing. Write who won."))
    if not raw.seats or (rulebook.knockout and len(raw.seats) > rulebook.knockout.largest_table):
        refuse(f"{path}.seats", N_("A knock-out table cannot have this number of players."))
    refuse_twice(f"{path}.seats", [seat.player for seat in raw.seats], N_("A player is listed twice."))
    finished = raw.outcome not in {UNSET, "winner"} and len(raw.seats) > WITHOUT_ROLES
    seats = [
        Seat(number, seat.player, or_none(seat.role), _status(path, seat, finished=finished), rulebook.character(seat.character))
        for number, seat in enumerate(raw.seats, 1)
    ]
    if raw.renegade_final_duel:
        seats = _with_final_duel(path, seats)
    if raw.outcome == "winner":
        winner = or_none(raw.winner)
        if winner not in {seat.player for seat in seats}:
            refuse(f"{path}.winner", N_("The winner must sit at this table."))
        return Game(raw.stage, raw.table, tuple(seats), winner=winner or "")
    return Game(raw.stage, raw.table, tuple(seats), model.Outcome(raw.outcome) if raw.outcome is not UNSET else None)


def _duel(path: str, raw: schema.DuelJson, pair: tuple[str, str] | None) -> model.Duel:
    """A winner who is not in the pair that the standings give is kept beside the other: `check` finds the pairing wrong.

    So is a duel seated too early, without a pair.
    """
    winner = or_none(raw.winner)
    a, b = pair or (winner or "?", "?")
    if winner is None:
        return model.Duel(raw.match, a, b)
    won: model.DuelScore = model.WALKOVER
    lost: model.DuelScore = None
    if raw.score is not UNSET and not raw.walkover:
        won, lost = raw.score
        if won <= lost:
            refuse(f"{path}.score", N_("Write the winner's number first. It must be the larger one."))
    if winner not in (a, b):
        a = winner
    return model.Duel(raw.match, a, b, won, lost) if winner == a else model.Duel(raw.match, a, b, lost, won)
