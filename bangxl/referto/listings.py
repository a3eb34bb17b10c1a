"""The tables that paper, the results page and the report workbook all show: columns of known kinds, and raw values.

Each medium draws a kind in its own way: on paper a place is an ordinal, the page links players, the workbook names them by id.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from operator import itemgetter
from typing import Final, Literal, NamedTuple, Self

from bangxl.books.port import Value
from bangxl.locale.catalog import N_, Catalog, dotted
from bangxl.referto.report import Report, money_by_part, money_in_all, money_totals, part_of_rounds
from bangxl.tournament.checks import deviations_in
from bangxl.tournament.finals import FinalPlace, prizes, shared_places, shares_rank
from bangxl.tournament.ledger import has_money, ledger
from bangxl.tournament.lots import RANKING, lot, ranking_lots, ranking_seed
from bangxl.tournament.model import EventType, Role, sheet_numbers, split_logged
from bangxl.tournament.options import auction_in
from bangxl.tournament.progress import rounds_played
from bangxl.tournament.roster import by_time, departures, entrants
from bangxl.tournament.rulebook import DOLLAR
from bangxl.tournament.standings import CUT, lot_stages, settled_games, standings
from bangxl.tournament.state import State
from bangxl.tournament.statistics import statistics
from bangxl.workbook.fields import FIELDS
from bangxl.workbook.notices import as_called, official_note, sentence
from bangxl.workbook.titles import display_names, round_title, sheet_title, stages_title
from bangxl.workbook.wall import evening_of
from bangxl.workbook.words import HEADS, score_head, word

FIRST_PLACES: Final = 4
"""The places of the final ranking that the head of a report shows."""
_APART: Final = {**HEADS, "lot": N_("lot"), CUT: N_("cut")}
"""What separated a player from the one above, by the criterion's code."""
LEFT: Final = {"withdrawn": N_("withdrawn"), "ejected": N_("ejected"), CUT: N_("cut")}

COLUMN_HEADS: Final[Mapping[str, str]] = {
    "After": N_("After"), "After_Round": N_("after\nround"), "Algorithm": N_("Algorithm"), "Alive": N_("Alive"),
    "Automatic": N_("Automatic"), "Before": N_("Before"), "Best": N_("Best known"), "By_Hand": N_("By hand"),
    "Character": N_("Character"), "Characters": N_("Characters"), "Characters_B": N_("Characters of B"),
    "Choice": N_("Chooses\nas"), "Code": N_("Code"), "Command": N_("Command"), "Count": N_("Pairs"), "Digest": N_("Fingerprint"),
    "Draw_Public": N_("Public value"), "Draw_Seed": N_("Seed"), "Draw_Source": N_("Source"), "Eligible": N_("Can\nqualify"),
    "Email": N_("E-mail"), "Evening": N_("Evening"),
    "Expected": N_("Expected at random"), "Games": N_("Games"), "Hash": N_("Lot"), "Id": N_("No."),
    "Left_After": N_("after\nround"), "Left_Out": N_("Left out"), "Lot": N_("Lot"), "Match": N_("Match"), "Moment": N_("When"),
    "Name": N_("Player"), "Name_A": N_("Player"), "Name_B": N_("Player"), "Opener": N_("No."), "Opener_Name": N_("Opens"),
    "Outcome": N_("Outcome"), "Paid": N_("Winnings"), "Payout": N_("Winnings"), "Place": N_("Place"), "Player": N_("No."),
    "Player_A": N_("No."), "Player_B": N_("No."), "Players": N_("Players"), "Position": N_("Position"), "Present": N_("Present"),
    "Price": N_("Price"), "Prize": N_("Prize"), "Public": N_("Public value"), "Rank": N_("Rank"), "Reason": N_("Reason"),
    "Region": N_("Region"), "Rematches": N_("Rematches"), "Result": N_("Result"), "Return": N_("Return"), "Role": N_("Role"),
    "Round": N_("Round"), "Salt": N_("Random part"), "Score": N_("Score"), "Score_A": N_("Score"), "Score_B": N_("Score"),
    "Seat": N_("Seat"), "Seed": N_("Seed"), "Separated": N_("Tie\nbroken by"), "Sheriff": N_("Sheriff\nin round"),
    "Source": N_("Source"), "Spent": N_("minus bids"), "Stage": N_("Stage"), "Start": N_("Start"), "Table": N_("Table"),
    "Tables": N_("Tables"), "Text": N_("What"), "Time": N_("Time"), "Times": N_("Meetings"), "Title": N_("No."),
    "Title_Name": N_("Player"), "Title_Words": N_("Title"), "Type": N_("Kind"), "Value": N_("Value"), "Version": N_("Version"),
    "Warnings": N_("Warnings"), "Winner": N_("No."), "Winner_Name": N_("Winner"), "Won": N_("Wins"),
    **HEADS,
    **{field.name: field.report_head or field.head for field in FIELDS},
}  # fmt: skip
"""The headings of columns by the ends of their names in a report workbook; a column without one uses its name."""

Content = Value | Fraction
Kind = Literal["place", "player", "subject", "score", "criterion", "count", "dollars", "prize", "amount", "text", "sentence"]
_KINDS: Final[Mapping[str, Kind]] = {
    "Place": "place", "Rank": "place", "Name": "player", "Role": "subject", "Seat": "subject", "Character": "subject",
    "Score": "score", **dict.fromkeys(HEADS, "criterion"),
    **dict.fromkeys(("Games", "Seats", "Won", "Alive", "Round", "Evening", "Table", "Position"), "count"),
    **dict.fromkeys(("After", "Before", "Paid", "Price", "Return", "Spent"), "dollars"), "Prize": "prize",
    **dict.fromkeys(("Code", "Hash", "Separated", "Status"), "text"), "Text": "sentence", "Reason": "sentence",
}  # fmt: skip
"""What columns hold: a ``player``'s id, the ``subject`` of the row, ``dollars`` with their unit; the rest are amounts without."""


class Listing(NamedTuple):
    """A table for people and programs.

    ``heads`` are the headings of its columns by the ends of their names; every row has a value for each column.
    """

    title: str
    heads: Mapping[str, str]
    rows: Sequence[Sequence[Content]]

    def only(self, *names: str) -> Self:
        """The same table with only these columns, in this order."""
        places = [[*self.heads].index(name) for name in names]
        heads = {name: self.heads[name] for name in names}
        return self._replace(heads=heads, rows=[[row[n] for n in places] for row in self.rows])

    @property
    def columns(self) -> list[tuple[str, str, Kind]]:
        """The name, the heading and the kind of each column."""
        return [(name, head, _KINDS.get(name, "amount")) for name, head in self.heads.items()]

    def texts(self, formats: Mapping[Kind, Callable[..., str]], nothing: str = "") -> list[list[str]]:
        """The rows as a medium writes each kind, and ``nothing`` for no value."""
        ways = [formats.get(kind, str) for _name, _head, kind in self.columns]
        return [[nothing if value is None else way(value) for way, value in zip(ways, row, strict=True)] for row in self.rows]


def _headed(_: Catalog, *names: str, **heads: str) -> dict[str, str]:
    """The headings of columns; ``heads`` are those that differ from `COLUMN_HEADS`."""
    return {name: heads.get(name) or _(COLUMN_HEADS[name]) for name in names}


def cover(report: Report) -> dict[str, tuple[str, Value]]:
    """The event, the figures, the accounts and the proof: labels and values by name."""
    _, state, event, source = report.catalog, report.state, report.tournament.event, report.rulebook.source
    left = Counter(departure.status for departure in departures(state).values())
    warned = {one.player for one in report.tournament.events if one.type is EventType.WARNING}
    asked = {
        "Name": _("Tournament"), "Date": _("Date"), "Place": _("Venue"), "Region": _("Region"), "Kind": _("Kind"),
        "Organiser": _("Organiser"), "Report_To": _("Sent to"),
    }  # fmt: skip
    return {
        **{f"Event_{key}": (label, report.cell(f"Event_{key}")) for key, label in asked.items()},
        "Event_Referees": (_("Referees"), "; ".join(event.referees)),
        "Report_Regulation": (_("Regulation"), report.rulebook.title),
        "Report_Edition": (_("Edition"), ", ".join(filter(None, (source.title, source.edition, _.day(source.published))))),
        "Official_Note": (_("Official validity"), official_note(state, _.language)),
        "Report_Players": (_("Players"), len(entrants(state))),
        "Report_Rounds": (_("Rounds"), None if report.secret else rounds_played(state)),
        "Report_Games": (_("Games"), None if report.secret else len(settled_games(ledger(state)))),
        "Report_Left": (_("Withdrawn"), left["withdrawn"]),
        "Report_Ejected": (_("Ejected"), left["ejected"]),
        "Report_Warned": (_("Warned"), len(warned)),
        **({} if report.secret else accounts(report)),
        "Proof_Draws": (_("Draws with a recorded seed"), len(report.tournament.draws)),
        "Proof_Corrections": (_("Corrections of closed games"), sum(one.command == "reopen" for one in state.journal.entries)),
        "Report_Digest": (_("Fingerprint"), report.digest),
        "Report_Second_Half": (_("Version mark"), report.second_half),
        "Report_Written_On": (_("Written"), _.moment(report.written)),
        "Report_Program": (_("Program"), report.program),
    }


def accounts(report: Report) -> dict[str, tuple[str, int]]:
    """Funds at the start, minus bids, plus winnings; if nobody owns money, only the winnings."""
    _, (before, spent, paid, after) = report.catalog, money_in_all(report.state)
    if not has_money(report.state):
        return {"Report_Paid": (_("Winnings"), paid)}
    return {
        "Report_Before": (_("Money at the start"), before), "Report_Spent": (_("minus bids"), spent),
        "Report_Paid": (_("plus winnings"), paid), "Report_After": (_("Money at the end"), after),
    }  # fmt: skip


def full_standings(state: State, _: Catalog) -> Listing:
    """The standings, the best first, with every criterion and what separated players."""
    codes, shared = criteria(state), shares_rank(state)
    names = ("Place", "Rank", "Name", "Score", "Games", *codes, "Separated", "Status")
    rows: list[tuple[Content, ...]] = [
        (row.place, row.rank, row.player, row.score, row.games, *(row.criteria[code] for code in codes),
         "" if row.player in shared else _(_APART.get(row.separated_by, "")), _(LEFT.get(row.status, "")))
        for row in standings(state)
    ]  # fmt: skip
    heads = {"Status": _("Status"), "Score": score_head(state.rulebook.score, _)}
    return Listing(_("Standings"), _headed(_, *names, **heads), rows)


def public_standings(state: State, _: Catalog) -> Listing:
    """The standings as people read them, with `shared_places`."""
    listing = full_standings(state, _).only("Place", "Name", "Score", *criteria(state), "Games", "Separated")
    places = shared_places(state)
    rows = [(own := places.get(str(name)), name, *rest, why if own == place else "") for place, name, *rest, why in listing.rows]
    return listing._replace(rows=rows)


def criteria(state: State) -> list[str]:
    """The criteria with a column of their own."""
    return [code for code in state.rulebook.criteria if code != "games"]


def lots(state: State, _: Catalog) -> Listing:
    """Players separated by lot from the one above or below, in the order of the standings; a player put in order has no lot."""
    tournament, rows, stages = state.tournament, standings(state), lot_stages(state.rulebook)
    apart = ["" if row.player in shares_rank(state) else row.separated_by for row in rows]
    below = [*apart[1:], ""][: len(rows)]  # there are no ranks before the first game
    tied = [row.player for row, *around in zip(rows, apart, below, strict=True) if "lot" in around]
    order, seed = ranking_lots(tournament, stages), ranking_seed(tournament, stages)
    # the first digits are enough to see which lot is smaller
    drawn = {player: lot(seed, RANKING, player)[:16] for player in tied if seed and player not in tournament.lot_order}
    return Listing(_("The lots"), _headed(_, "Position", "Name", "Hash"), [(order[one], one, drawn.get(one)) for one in tied])


def ranking(state: State, _: Catalog, places: Sequence[FinalPlace]) -> Listing:
    """These places of the final ranking with their prizes, and the places before the finals."""
    known, won = {row.player: row for row in standings(state)}, prizes(state)
    rows: list[tuple[Content, ...]] = []
    for placed in places:
        row = known.get(placed.player)
        before = (row.place, row.score) if row else (None, None)
        rows.append((placed.place, placed.player, *before, won.get(placed.player)))
    heads = {"Rank": _("Standings"), "Score": score_head(state.rulebook.score, _)}
    return Listing(_("Final ranking"), _headed(_, "Place", "Name", "Rank", "Score", "Prize", **heads), rows)


def prize_text(state: State, _: Catalog, amount: int) -> str:
    """A prize in dollars, or in the money of the fees, whichever that is."""
    return _.number(amount) if state.rulebook.fee_shares else _.amount(amount)


def exit_words(state: State, _: Catalog) -> dict[str, str]:
    """Who has left, in the order of the standings, and how: the word that stands on every page beside the name."""
    return {row.player: _(LEFT[row.status]) for row in standings(state) if row.status in {"withdrawn", "ejected"}}


def draws(state: State, _: Catalog) -> list[tuple[str, ...]]:
    """In the order of play what was drawn or has a code: its code, seed, the seed's source and public value; a dash for none."""
    posted, rows = state.tournament.posted_codes, list[tuple[float, tuple[str, ...]]]()
    codes = {stage: one.code for one in posted for stage in split_logged(one.logged)}
    for draw in state.tournament.draws:
        evening = evening_of(state, draw.round, _) if draw.round else ""
        title, source = evening + sheet_title(draw.logged, _.language, state.rulebook), word(draw.source, _.language)
        source = dotted(source, _("By hand") if draw.by_hand else "")
        rows.append((draw.round or inf, (title, codes.get(draw.logged, "–"), draw.rng_seed, source, draw.public_value)))
    drawn = {draw.logged for draw in state.tournament.draws}
    for one in posted:  # of fixed tables, or drawn by hand
        if drawn.isdisjoint(split_logged(one.logged)):
            title = stages_title(one.logged, _.language, state.rulebook)
            rows.append(((sheet_numbers(split_logged(one.logged)[0]) or (inf, 0))[0], (title, one.code, "–", "–", "")))
    return [row for _number, row in sorted(rows, key=itemgetter(0))]


def departed(state: State, _: Catalog) -> dict[str, str]:
    """Who has left, how, and after which round or in which duel."""
    after = _("after game {n}") if state.rulebook.fixed_tables else _("after round {n}")
    gone = departures(state).items()
    when = {one: left.event.match and sheet_title(left.event.match, _.language, state.rulebook) for one, left in gone}
    return {one: dotted(_(LEFT[left.status]), when[one] or after.format(n=left.last_round)) for one, left in gone}


def ejected(state: State, _: Catalog) -> Listing:
    """Players whom the referee must report as ejected, in order of time, with the reason."""
    gone, order = departures(state), dict.fromkeys(event.player for _index, event in by_time(state.tournament))
    rows = [(player, gone[player].event.reason) for player in order if player in gone and gone[player].status == "ejected"]
    return Listing(_("Ejected"), _headed(_, "Name", "Reason"), rows)


def deviations(state: State, _: Catalog) -> Listing:
    """Departures from the regulation, corrections and remarks on the draws: a sentence each."""
    names, language, rulebook = display_names(state.tournament.players), _.language, state.rulebook
    rows = [
        (one.at.round, one.at.table, one.code, sentence(as_called(one, language, rulebook), language, names, rulebook.unit))
        for one in deviations_in(state)
    ]
    title = _("Deviations from the regulation, corrections, remarks on the draws")
    return Listing(title, _headed(_, "Round", "Table", "Code", "Text"), rows)


def race(state: State, _: Catalog) -> Listing:
    """Each player's money at the start and after every round, of a league every evening, in the order of the standings."""
    league = state.rulebook.league
    called = {n: _("Evening {n}").format(n=n) if league else round_title(n, _, state.rulebook) for n in part_of_rounds(state)}
    rows: list[tuple[Content, ...]] = [(player, *amounts) for player, amounts in money_by_part(state).items()]
    title = _("The race for dollars, round by round") if state.rulebook.unit == DOLLAR else _("The race, round by round")
    title = _("The race, game by game") if state.rulebook.fixed_tables else title
    title = _("The race, evening by evening") if league else title
    heads = {f"{'Evening' if league else 'Round'}{n}": head for n, head in called.items()}
    return Listing(title, _headed(_, "Name", "Start") | heads, rows)


def totals(state: State, _: Catalog) -> Listing:
    """The sums that must balance: the money before each round or evening, spending and winnings in it, and the money after it."""
    heads = {"Before": _("Money before"), "Paid": _("plus winnings"), "After": _("Money after")}
    names = ("Evening" if state.rulebook.league else "Round", "Before", "Spent", "Paid", "After")
    return Listing(_("The totals that must balance"), _headed(_, *names, **heads), money_totals(state))


def table_size_text(state: State, _: Catalog) -> str:
    """What a fixed table gives once for its size, in words."""
    return _("For a table of {players}").format(players=" · ".join(map(str, state.rulebook.score.once or {})))


def statistics_lists(state: State, _: Catalog) -> Iterator[Listing]:
    """The statistics by role, by seat and, if games have characters, by character."""
    counts, bids = statistics(state), auction_in(state) is not None
    heads = {"Seats": _("Games"), "Paid": _("Winnings, in all"), "Price": _("Price, in all")}
    roles = [(word(one.role, _.language), one.seats, one.won, one.alive, one.paid) for one in counts.roles]
    yield Listing(_("Roles"), _headed(_, "Role", "Seats", "Won", "Alive", "Paid", **heads), roles)
    chairs = [(one.seat, one.games, one.won, one.alive, one.paid) for one in counts.seats]
    yield Listing(_("Seats, counted from the Sheriff"), _headed(_, "Seat", "Games", "Won", "Alive", "Paid", **heads), chairs)
    if counts.characters:
        names = ("Character", "Games", "Alive", "Price", "Paid", "Return")
        played = [(one.name, one.played, one.alive, one.price, one.paid, one.gain) for one in counts.characters]
        characters = Listing(_("Characters"), _headed(_, *names, **heads), played)
        yield characters if bids else characters.only("Character", "Games", "Alive", "Paid")


def about_statistics(state: State, _: Catalog) -> list[str]:
    """What the statistics count."""
    text = _("Counts over the elimination phase. They show what happened, not who plays well.")
    if not state.rulebook.has_finals:
        text = _("Counts over all games. They show what happened, not who plays well.")
    return [text, *([_("Games decided by the referee are not counted.")] if statistics(state).ruled else [])]


def rounds_as_sheriff(state: State) -> dict[str, str]:
    """The rounds in which each player was the Sheriff."""
    rounds: dict[str, list[str]] = {}
    for game in sorted(state.tournament.games, key=lambda game: game.round):
        for seat in game.seats:
            if seat.role is Role.SHERIFF:
                rounds.setdefault(seat.player, []).append(str(game.round))
    return {player: ", ".join(played) for player, played in rounds.items()}
