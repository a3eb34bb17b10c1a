"""Computes a tournament again, in plain Python: ``python tools/reckon.py EXPORT.json [REFERTO.xlsx]``.

EXPORT.json is the output of ``bangxl export``. Everything from winnings to prizes follows from the printed regulations, whose
amounts are repeated here, and is compared with the file's money, the referto's pages and digest; redraw.py checks codes. Exits
with 0, or 1 if anything differs. Inputs: who won, was alive, bid what, left when. Not checked: draws, possible endings.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from runpy import run_path
from tomllib import loads
from typing import Any
from xml.etree import ElementTree as ET
from zipfile import ZipFile

Json = dict[str, Any]
Sides = tuple[str | None, str | None]  # winner and loser: "" if nobody can come, None while open

# Dollars as printed, by table size (in front). S D O R: Sheriff, Deputy, Outlaw, Renegade; + alive, - dead, ! the
# Renegade who lost the last duel against the Sheriff. Missing entries are 0. Record's three scorings have one word for all sizes:
# times n players, o Outlaws at the start, e eliminated; /l: shared by the living Outlaws.
PRINTED = {
    "italy-2010": """5 6 7: law S+ 3000 4500 4500, D+ 2200 3300 3300, D- 1400 2100 2100, R! 2000 2400 2800
        outlaws O+ 2000 3000 3000, O- 1400 2100 2100, R+ 500 600 700; renegade R+ 6500 7800 9100, S- 500 600 700""",
    "italy-2011": """5 6 7: law S+ 1000 1500 1200, D+ 900 1400 1100, D- 800 1300 1000, R! 600 900 1100
        outlaws O+ 2200 1600 1200, O- 1800 1200 800, R+ 500 600 700, D+ 100 500 300, D- 100 500 300
        renegade R+ 4000 5000 6000, S- 500 600 700""",
    "italy-2007": """4 5 6 7: law S+ 3000 3000 4500 4500, D+ 0 2000 3000 3000, D- 0 1400 2100 2100, R! 1600 2000 2400 2800
        outlaws O+ 2000 2000 3000 3000, O- 1400 1400 2100 2100, R+ 800 1000 1200 1400
        renegade R+ 5200 6500 7800 9100, S- 400 500 600 700""",
    "germany": """5 6: law S+ 2500 3000, D+ 1500 2000, D- 1500 2000, R! 1500 1500
        outlaws O+ 2000 1500, O- 2000 1500; renegade R+ 4000 4000""",
    "official": "4 5 6 7: law S+ 3000, D+ 2000, D- 1500; outlaws O+ 2500, O- 2500, R+ 1000; renegade R+ 5000",
    "simplified": "4 5 6 7: law S+ 1000n, D+ 500n, D- 500n; outlaws O+ 1000n, O- 1000n; renegade R+ 2000n",
    "complete": "4 5 6 7: law S+ 1000o+500e, D+ 500o+500e, D- 500o; outlaws O+ 2000o/l, D+ 500e, R+ 500e; renegade R+ 2000n",
}
ENDS = {"law": "S+ D+ D- R- R! O-", "outlaws": "S- D+ D- R+ R- O+ O-", "renegade": "S- D- O- R+"}
ROLES = {"sheriff": "S", "deputy": "D", "outlaw": "O", "renegade": "R"}
SIDES = {"law": ("sheriff", "deputy"), "outlaws": ("outlaw",), "renegade": ("renegade",)}
START = {"italy-2010": 5000, "italy-2011": 2000, "italy-2007": 5000, "germany": 0}
KILLED_SHERIFF = {"germany": -1000, "official": -5000}
CRITERIA = {
    "italy-2010": ["buchholz"], "italy-2011": ["buchholz"], "germany": ["table_place", "wins", "lives"], "record": ["games"],
    "italy-2007": ["wins_sheriff", "finished_alive", "wins_renegade", "wins_deputy", "wins_outlaw"],
    "record-international": ["wins_sheriff", "wins_renegade", "wins_deputy", "wins_outlaw", "games"],
}  # fmt: skip
PRIZES = {  # from this number of players on
    "italy-2010": {20: (10000, 5000, 2500, 2500), 13: (8000, 4000, 2000, 2000), 10: (6000, 3000, 1500, 1500)},
    "italy-2011": {25: (4000, 2000, 1000, 1000), 15: (3200, 1600, 800, 800), 10: (2400, 1200, 600, 600)},
}
KNOCKOUT, MONEY, LESS = {80: 21, 65: 18, 55: 15, 40: 12, 20: 10}, ("payout", "before", "after"), {"table_place"}
DUELS: dict[str, tuple[Any, Any]] = {"SF1": (1, 4), "SF2": (2, 3), "F": ("SF1", "SF2")}
QUARTERS = {"QF1": (1, 8), "QF2": (2, 7), "QF3": (3, 6), "QF4": (4, 5), "SF1": ("QF1", "QF4"), "SF2": ("QF2", "QF3")}
ORDER = ["QF1", "QF2", "QF3", "QF4", "SF1", "SF2", "P3", "F"]
PAGES = {f"{page}_{kind}" for page in ("Ranking", "Standings") for kind in ("Player", "Place", "Rank", "Score")}
MOMENTS = {"between_rounds": "after_round", "during_game": "round", "after_last_round_before_ranking": ""}


class Reckoning:
    """One tournament, computed again from the facts in its file."""

    def __init__(self, data: Json) -> None:
        # a regulation of somebody's own is known by its base, its cuts, badges and evenings
        self.data, own, options = data, loads(data.get("rulebook_text", "")), data.get("options", {})
        self.rule, self.without = str(own.get("base") or data["rulebook"]), own.get("without", [])
        if other := own.keys() & {"auction", "payouts", "prizes", "roles"}:
            raise ValueError(f"a regulation of somebody's own, with other {', '.join(sorted(other))}")
        self.badges = {badge["name"]: badge["points"] for badge in own.get("badge", [])}
        self.league: Json = own.get("league", {})
        self.matches = {match["code"]: (match["a"], match["b"]) for match in own.get("finals", {}).get("matches", [])}
        self.less_start = own.get("standings", {}).get("less_start", False)
        self.codes: list[str] = own.get("standings", {}).get("criteria", CRITERIA.get(self.rule, []))
        self.cuts: list[int] = [cut["after"] for cut in own.get("cut", [])]
        self.is_record, self.is_german, self.is_2007 = map(self.rule.startswith, ("record", "germany", "italy-2007"))
        self.scoring = options.get("scoring", "official") if self.is_record else self.rule
        self.has_auction = options.get("auction") is True if self.is_record else not self.is_german
        variants = {"cash_rewards": 1000, "experience": 500}
        self.reward, self.card = (on * (self.is_record and options.get(key) is True) for key, on in variants.items())
        self.start = START.get(self.rule, 1000 if self.has_auction else 0)
        self.games = sorted(data.get("games", []), key=lambda game: (game["round"], game["table"]))
        self.tables = [table for _, table in sorted(data.get("start_tables", {}).items(), key=lambda item: int(item[0]))]
        self.last_round = max((game["round"] for game in self.games), default=0)
        self.gone = self.departures()
        # Germany: as many as sat down, a table of 5 with passive characters; Italy 2007: as many as were drawn
        absent = {who for who, (_, event) in self.gone.items() if event.get("after_round", 1) == 0 and self.is_german}
        self.began = {player: max(5, len({*table} - absent)) for table in self.tables for player in table}
        self.out = {player for player, (_, event) in self.gone.items() if event.get("moment") in MOMENTS}
        self.entrants = self._taking_part()
        self.money: dict[str, int] = {player["id"]: self.start for player in data["players"]}
        self.settled, self.nets = list[Json](), dict[str, list[int]]()
        self.said, self.paid = dict[tuple[str, str], Any](), dict[tuple[str, str], Any]()
        self._reckon_money()
        self.played = Counter(seat["player"] for game in self.settled for seat in game["seats"])
        self.scores = {player: self._score(player, Fraction(owned)) for player, owned in self.money.items()}
        self.home = self._sent_home()
        self.rows = self._standings()
        self.place = {row["player"]: row["place"] for row in self.rows if row["place"]}
        self.best = self._qualifiers()
        self.ranking = self.final_ranking() if "finals" in data or data.get("ko_stages") else []
        amounts = {} if "prizes" in self.without else PRIZES.get(self.rule, {})
        prizes = next((row for least, row in amounts.items() if len(self.entrants) >= least), ())
        self.prizes = {row["player"]: amount for row, amount in zip(self.ranking, prizes, strict=False)}

    def departures(self) -> dict[str, tuple[str, Json]]:
        """For each player who has left: how, and with which event. A second warning ejects (Italy)."""
        warned, gone = Counter[str](), dict[str, tuple[str, Json]]()

        def time(event: Json) -> tuple[bool, bool, int, bool]:
            key: Any = MOMENTS.get(event.get("moment", ""))
            return key is None, not key, event.get(key, self.last_round) if key else 0, key == "after_round"

        for event in sorted(self.data.get("events", []), key=time):
            kind, player = event["type"], event["player"]
            warned[player] += kind == "warning"
            is_out = kind == "ejection" or (kind == "warning" and warned[player] == 2 and self.rule.startswith("italy"))
            if is_out or kind == "withdrawal":
                gone.setdefault(player, ("ejected" if is_out else "withdrawn", event))
        return gone

    def _last(self, event: Json) -> int:
        """The last round that is played by who leaves with this event."""
        key = MOMENTS.get(event["moment"])
        return int(event.get(key, self.last_round)) if key else self.last_round

    def _sent_home(self) -> dict[str, int]:
        """Who has no seat in the round after a cut, though they have not left and do not sit it out; and after which round."""
        home: dict[str, int] = {}
        for after in (after for after in self.cuts if after < self.last_round):
            here = {seat["player"] for game in self.games if game["round"] == after + 1 for seat in game["seats"]}
            here |= {e["player"] for e in self.data["events"] if e["type"] == "sit_out" and e["after_round"] == after}
            here |= {player for player, (_, event) in self.gone.items() if self._last(event) <= after}
            home |= {player: after for player in self.entrants if player not in here | home.keys()}
        return home

    def _taking_part(self) -> list[str]:
        began = {
            seat["player"] for game in self.games if game["round"] == 1 or self.league for seat in game["seats"]
        } | self.began.keys()
        if not began:
            return [p["id"] for p in self.data["players"] if p.get("present", True) and p.get("name", "").strip()]
        out = (e for e in self.data.get("events", []) if e["type"] == "sit_out" and e.get("after_round") == 0)
        began |= set() if self.league else {e["player"] for e in out}
        return [player["id"] for player in self.data["players"] if player["id"] in began]

    def _reckon_money(self) -> None:
        for number in range(1, self.last_round + 1):
            owned = dict(self.money)
            for game in (game for game in self.games if game["round"] == number):
                sums = {seat["player"]: (self.payout(game, seat), self._cost(game, seat)) for seat in game["seats"]}
                nets = {player: paid - cost for player, (paid, cost) in sums.items() if paid is not None and cost is not None}
                is_settled = len(nets) == len(game["seats"])
                self.settled += [game] if is_settled else []
                for player, seat in ((seat["player"], seat) for seat in game["seats"]):
                    before = owned.get(player, self.start)
                    self.money[player] = before + nets.get(player, 0) * is_settled
                    self.nets.setdefault(player, []).extend([nets[player]] if is_settled else [])
                    paid = (sums[player][0], *((before, self.money[player]) if is_settled else (None, None)))
                    at = f"round {number}, table {game['table']}, {player}"
                    self.paid |= {(kind, at): value for kind, value in zip(MONEY, paid, strict=True)}
                    entry = (seat.get("payout"), *seat.get("bankroll", []))
                    self.said |= {(kind, at): value for kind, value in zip(MONEY, entry, strict=False)}

    def payout(self, game: Json, seat: Json) -> int | None:
        """The printed payout for this role, end and table size; or the referee's decision."""
        if "ruling" in game:
            return game["ruling"]["payouts"].get(seat["player"])  # type: ignore[no-any-return]
        outcome, size, ended = game.get("outcome"), len(game["seats"]), how(game, seat)
        sizes, _, text = PRINTED[self.scoring].partition(":")
        ends, is_known = [how(game, other) for other in game["seats"]], ended in ENDS.get(str(outcome), "").split()
        if not is_known or str(size) not in sizes.split() or (size, ended[0]) == (4, "D") or (self.is_record and "" in ends):
            return None
        case = re.search(rf"\b{outcome}\b[^;\n]* {re.escape(ended)} ([^,;\n]+)", text)
        words = case[1].split() if case else ["0"]
        counts = {"": 1, "n": size, "o": 2 if size < 6 else 3, "e": sum(end[-1:] != "+" for end in ends)}
        terms = re.findall(r"(\d+)([noe]?)(/?)", words[sizes.split().index(str(size)) % len(words)])
        paid = sum(int(number) * counts[letter] // (ends.count("O+") if over else 1) for number, letter, over in terms)
        paid += (150 if self.is_german and ended[1] == "+" else 0) + self.reward * seat.get("outlaws_killed", 0)
        paid += sum(self.badges[name] * count for name, count in seat.get("badges", {}).items())
        return int(paid + KILLED_SHERIFF.get(self.scoring, 0) * seat.get("killed_sheriff", False))

    def _cost(self, game: Json, seat: Json) -> int | None:
        bid = seat.get("bid", 0 if "outcome" in game else None) if self.has_auction else 0
        return None if bid is None and "ruling" not in game else (bid or 0) + self.card * seat.get("cards_kept", 0)

    def _score(self, player: str, score: Fraction) -> Fraction:
        if self.league:  # the best games count, or the first
            nets = self.nets.get(player, [])
            nets = nets if self.league.get("which") == "first" else sorted(nets, reverse=True)
            return Fraction(self.start * (not self.less_start) + sum(nets[: self.league.get("counted") or None]))
        if self.is_2007:
            mixed = {5, 6} <= set(self.began.values()) and self.began.get(player) == 5
            return (score - self.start) / (self.played[player] or 1) * (Fraction(115, 100) if mixed else 1)
        if self.is_record:  # round half a dollar away from zero
            score = score / self.played[player] if self.played[player] else Fraction()
            return Fraction(int(abs(score) + Fraction(1, 2)) * (1 if score >= 0 else -1))
        return score + (1400 if self.is_german and self.began.get(player) == 5 else 0)

    def _points(self, code: str, game: Json, seat: Json) -> int | Fraction:
        if code == "buchholz":  # one term for each meeting
            return sum((self.scores[other["player"]] for other in game["seats"]), -self.scores[seat["player"]])
        if code.startswith("wins"):
            return seat.get("role") in SIDES.get(game.get("outcome", ""), ()) and code in ("wins", f"wins_{seat['role']}")
        return {"games": 1, "finished_alive": seat.get("alive") is True, "lives": seat.get("lives") or 0}.get(code, 0)

    def _criteria(self) -> dict[str, dict[str, Fraction]]:
        values = {code: dict.fromkeys(self.scores, Fraction()) for code in self.codes}
        for code, game, seat in ((code, one, seat) for code in values for one in self.settled for seat in one["seats"]):
            values[code][seat["player"]] += self._points(code, game, seat)
        values["table_place"] = {}
        for table in self.tables:  # equal ones share the average: 2.5
            here = [player for player in table if player in self.scores and player not in self.out]
            keys = [(self.scores[who], *(by.get(who, 0) * (1, -1)[code in LESS] for code, by in values.items())) for who in here]
            places = (sum(other > key for other in keys) + Fraction(keys.count(key) + 1, 2) for key in keys)
            values["table_place"] |= dict(zip(here, places, strict=True))
        for after in {*self.home.values()}:  # who went home keeps what they had
            games = [game for game in self.games if game["round"] <= after]
            events = [event for event in self.data["events"] if self._last(event) <= after]
            rest = {key: value for key, value in self.data.items() if key not in ("finals", "ko_stages")}
            then = Reckoning(rest | {"games": games, "events": events})
            stood = {row["player"]: row["criteria"] for row in then.rows if self.home.get(row["player"]) == after}
            for code, player in ((code, player) for code in self.codes for player in stood):
                values[code][player] = stood[player][code]
        return {code: values[code] for code in self.codes}

    def lots(self) -> list[str]:
        """All players in the order of the lots (docs/draw.md, 3): drawn by hand, or by the recorded seed."""
        data, by_hand = self.data, self.data.get("lot_order", [])
        rows = [*data.get("draws", []), *data.get("finals", {}).get("draws", []), *data.get("ko_draws", [])]
        seeds = {str(row.get("match") or row.get("round") or f"Stage{row['stage']}"): row.get("rng_seed") for row in rows}
        seed = next((seeds[at] for at in [*ORDER, "Stage1", *map(str, range(self.last_round, 0, -1))] if seeds.get(at)), None)
        others = [player["id"] for player in data["players"] if player["id"] not in by_hand]
        if seed is not None:
            others.sort(key=lambda who: (sha256(f"{seed}|lot|{who}".encode()).hexdigest(), who))
        return [*by_hand, *others]

    def _standings(self) -> list[Json]:
        values, lots = self._criteria(), self.lots()

        def key(player: str) -> list[Fraction]:
            signed = (by.get(player, Fraction()) * (1 if code in LESS else -1) for code, by in values.items())
            return [Fraction(-self.home.get(player, 99)), -self.scores[player], *signed]

        per_game = self.is_2007 or self.is_record
        least = self.league.get("minimum", per_game)
        others = [player for player in self.entrants if player in self.out or self.played[player] < least]
        ranked = sorted(set(self.entrants) - set(others), key=lambda player: (key(player), lots.index(player)))
        rows: list[Json] = [{"player": player, "place": place} for place, player in enumerate(ranked, 1)]
        rows += [{"player": player, "place": None} for player in sorted(others, key=lambda player: -self.scores[player])]
        keys = [key(player) for player in ranked]
        for row in rows:
            player, own = row["player"], key(row["player"])
            stays = ("cut" if player in self.home else "active",)
            row |= {"rank": keys.index(own) + 1 if row["place"] else None, "status": self.gone.get(player, stays)[0]}
            row |= {"score": self.scores[player], "games": self.played[player]}
            row |= {"criteria": {code: by.get(player) for code, by in values.items()}}
        return rows

    def _qualifiers(self) -> list[str]:
        ranked = [player for player in self.place if player not in self.home]
        if not self.is_german:
            return ranked[: 8 if "QF1" in self._bracket() else 4 if self._bracket() else 0]
        best = [next((player for player in ranked if player in table), "") for table in self.tables]
        wanted = next((number for least, number in KNOCKOUT.items() if len(self.entrants) >= least), 0)
        through = sorted(ranked, key=lambda player: player not in best)[: max(wanted, len(best))]
        return [player for player in ranked if player in through]

    def _bracket(self) -> dict[str, tuple[Any, Any]]:
        tables = len(self.tables) or sum(game["round"] == 1 for game in self.games)
        whole = DUELS | {"P3": ("-SF1", "-SF2")} | (QUARTERS if tables >= 5 else {}) if self.is_2007 else DUELS
        whole = self.matches or whole
        return {} if self.is_record or self.is_german else {code: whole[code] for code in ORDER if code in whole}

    def duels(self) -> dict[str, Sides]:
        """Winner and loser of every duel. A player who has left before or during it loses."""
        pairs, finals = dict[str, Sides](), self.data.get("finals", {})
        rows = {**dict.fromkeys(finals.get("seated", []), ""), **{row["match"]: row["winner"] for row in finals.get("duels", [])}}
        for code, sources in self._bracket().items():
            places = dict(enumerate(self.best, 1))
            sides = [places.get(s, "") if isinstance(s, int) else pairs[s.removeprefix("-")][s[0] == "-"] for s in sources]
            gone = [(side, self.gone[side][1]) for side in sides if side in self.gone]
            left = [side for side, e in gone if "duel" in e["moment"] and e["match"] in ORDER[: ORDER.index(code) + 1]]
            winner = next(side for side in sides if side not in left) if code in rows and len(left) == 1 else rows.get(code)
            if "" in sides:
                winner = max(s or "" for s in sides) if sides == ["", ""] or (code in rows and None not in sides) else None
            loser = "" if "" in sides else next((side for side in sides if side != winner), None)
            pairs[code] = (winner, loser) if winner in sides and (winner or "" in sides) else (None, "" if "" in sides else None)
        return pairs

    def by_stages(self) -> list[str] | None:
        """Germany: the later out, the better (before a stage is sooner than in it), then by place; None while it goes on."""
        events = [(who, event) for who, (_, event) in self.gone.items() if event.get("match", "").startswith("Stage")]
        left = {who: 2 * int(event["match"][5:]) + (event["moment"] == "during_duel") for who, event in events}
        reached = [self.best]
        for number, tables in enumerate(self.data.get("ko_stages", []), 2):
            won = {player for table in tables for player in winners(table) or ()}
            reached.append([player for player in self.best if player in won and left.get(player, 2 * number) >= 2 * number])
        stayed = [player for player in reached[-1] if left.get(player, 1000) > 2 * len(reached)]
        fallen = [sorted(players, key=lambda who: left.get(who) == 2 * stage) for stage, players in enumerate(reached, 1)]
        order = [*(stayed or [""]), *(player for players in reversed(fallen) for player in players)]
        is_open = any(winners(table) is None for tables in self.data.get("ko_stages", []) for table in tables)
        return None if is_open or len(stayed) > 1 else list(dict.fromkeys(order))

    def final_ranking(self) -> list[Json]:
        """All ranked players; empty before the last duel or stage. Without a champion the first place stays free."""
        duels, stages = self.duels(), self.by_stages() if self.is_german else []
        if stages is None or any(winner is None for winner, _ in duels.values()):
            return []
        others = [[duels[code][1] for code in duels if code[:2] == kind] for kind in ("SF", "QF")][("P3" in duels) :]
        rows: list[Json] = []
        for group in (*([player] for player in (*stages, *duels.get("F", ()), *duels.get("P3", ()))), *others):
            place = len(rows) + 1 + (stages[:1] == [""])
            here = sorted(filter(None, group), key=lambda player: self.place[player])
            rows += [{"place": place + (at if self.is_2007 else 0), "player": player} for at, player in enumerate(here)]
        distinct = self.is_2007 or self.rule == "record-international"
        by_lot = {row["rank"] for row in self.rows if row["player"] in self.best and not self.is_german}
        rest = [row for row in self.rows if row["rank"] and row["player"] not in self.best]
        first = [row["rank"] for row in rest]
        places = (at if distinct or rank in by_lot else first.index(rank) for at, rank in enumerate(first))
        return rows + [{"place": len(self.best) + 1 + at, "player": r["player"]} for at, r in zip(places, rest, strict=True)]

    def facts(self) -> dict[tuple[str, str], Any]:
        """All computed facts, by kind and person."""
        results = self.paid | {("lot", player): at for at, player in enumerate(self.lots(), 1)}
        for at, row in enumerate(self.rows, 1):
            own = {key: row[key] for key in ("rank", "place", "score", "games")} | row["criteria"]
            results |= {("order", str(at)): row["player"]} | {(key, row["player"]): value for key, value in own.items()}
        results |= {("final place", row["player"]): row["place"] for row in self.ranking}
        return results | {("prize", player): amount for player, amount in self.prizes.items()}


def how(game: Json, seat: Json) -> str:
    """Role and end of a seat, as in PRINTED; "" while one is unknown."""
    role, alive = seat.get("role"), seat.get("alive", False if "outcome" in game else None)
    duel = role == "renegade" and game.get("renegade_final_duel")
    return "" if role not in ROLES or alive is None else ROLES[role] + ("+" if alive else "!" if duel else "-")


def winners(table: Json) -> list[str] | None:
    """For a knock-out table the winning side; at a table of two or three the winner; None while open."""
    if len(table["seats"]) <= 3:
        return [table["winner"]] if table.get("winner") else None
    is_known = table.get("outcome") and all(how(table, seat) for seat in table["seats"])
    return [seat["player"] for seat in table["seats"] if seat["role"] in SIDES[table["outcome"]]] if is_known else None


def said_in_referto(sheet: Mapping[str, list[Any]]) -> Iterator[tuple[tuple[str, str], Any]]:
    """The referto's values by the names of docs/referto.md, including many that are not computed here."""
    kinds = {"Finals_Place": "final place", "Finals_Prize": "prize", "Lots_Position": "lot"}
    for name, column in sheet.items():
        if match := re.fullmatch(r"(Ranking|Standings|Finals|Lots|Round(\d+)T(\d+))_(\w+)", name):
            kind, at = kinds.get(name, match[4].lower()), f"round {match[2]}, table {match[3]}, " if match[2] else ""
            whose = zip(sheet.get(f"{match[1]}_Player", []), column, strict=False)
            yield from (((kind, at + player), value) for player, value in whose if player and (kind in MONEY) == bool(at))
    yield from ((("order", str(at)), who) for at, who in enumerate(filter(None, sheet.get("Ranking_Player", [])), 1))


def referto(path: Path) -> dict[str, list[Any]]:
    """The cells of every defined name of a workbook; finds its parts by their relations."""
    with ZipFile(path) as package:

        def related(name: str) -> list[tuple[str, str, str]]:
            folder, _, file = name.rpartition("/")
            rows = ET.fromstring(package.read(f"{folder}/_rels/{file}.rels".lstrip("/")))  # noqa: S314
            told = [(row.get("Id", ""), row.get("Type", "").rpartition("/")[2], row.get("Target", "")) for row in rows]
            return [(key, kind, to[1:] if to[0] == "/" else f"{folder}/{to}".lstrip("/")) for key, kind, to in told]

        def found(name: str, tag: str) -> list[ET.Element]:
            return ET.fromstring(package.read(name)).findall(f".//{{*}}{tag}")  # noqa: S314

        def cells(name: str) -> dict[str, Any]:
            read: dict[str, Any] = {}
            for cell in found(name, "c"):
                kind, value = cell.get("t"), cell.findtext("{*}v")
                inline = "".join(text.text or "" for text in cell.findall(".//{*}t"))
                said = float(value) if value and kind in (None, "n") else value
                read[cell.get("r", "")] = strings[int(value or 0)] if kind == "s" else inline or said
            return read

        home = next(to for _, kind, to in related("") if kind == "officeDocument")
        texts = [text for _, kind, to in related(home) if kind == "sharedStrings" for text in found(to, "si")]
        strings = ["".join(part.text or "" for part in text.findall(".//{*}t")) for text in texts]
        parts = {key: to for key, _, to in related(home)}
        tabs = ((tab.get("name"), next(v for k, v in tab.items() if k.endswith("}id"))) for tab in found(home, "sheet"))
        sheets = {name: cells(parts[key]) for name, key in tabs}
        named = {}
        for name in (name for name in found(home, "definedName") if name.get("localSheetId") is None):
            if at := re.fullmatch(r"(.+)!\$([A-Z]+)\$(\d+)(?::\$\2\$(\d+))?", name.text or ""):
                rows = range(int(at[3]), int(at[4] or at[3]) + 1)
                named[name.get("name", "")] = [sheets[at[1].strip("'").replace("''", "'")].get(f"{at[2]}{row}") for row in rows]
        return named


def digests(data: Json, sheet: Mapping[str, list[Any]]) -> dict[str, str]:
    """The halves as in docs/referto.md: over the facts and the log; over the first, and the data besides the facts."""

    def hashed(**document: object) -> str:
        return sha256(json.dumps(document, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:32]

    facts = json.loads(json.dumps({key: value for key, value in data.items() if key not in ("language", "rulebook_text")}))
    posts = {one["id"]: " ".join(one["email"].split()) for one in facts["players"] if one.get("email", "").strip()}
    for one in (*facts["players"], *(seat for game in facts["games"] for seat in game["seats"])):
        for key in ("email", "payout", "bankroll"):
            one.pop(key, None)
    logged = {name[4:].lower(): column for name, column in sheet.items() if name.startswith("Log_")}
    log = [{key: rows[at] or "" for key, rows in logged.items()} for at, command in enumerate(logged["command"]) if command]
    head = [" ".join(str(sheet[f"Report_{key}"][0] or "").split()) for key in ("Program", "Written", "Interim", "Secret")]
    document: Json = {"program": head[0], "written": head[1], "interim": bool(head[2]), "secret": bool(head[3])}
    document |= {"layout": int(sheet["Report_Format"][0]), "language": data["language"], "addresses": posts}
    own = "\n".join(line.rstrip() for line in data.get("rulebook_text", "").strip().splitlines())
    return {"digest": (first := hashed(rulebook=own, tournament=facts, log=log)), "second half": hashed(digest=first, **document)}


def differences(data: Json, sheet: Mapping[str, list[Any]] | None) -> Iterator[str]:
    """Values that differ in the file or the referto, or are missing there, a line each."""
    ours = (book := Reckoning(data)).facts()
    for where, theirs in (("the export", [*book.said.items()]), ("the referto", [*said_in_referto(sheet or {})])):
        kinds = {kind for kind, _ in ours} & {kind for (kind, _), _ in theirs}
        missing = [(key, None) for key in ours.keys() - {key for key, _ in theirs} if key[0] != "lot"]
        for key, said in (*theirs, *sorted(missing)):
            has, own = (round(float(v), 6) if isinstance(v, int | float | Fraction) else v or None for v in (said, ours.get(key)))
            if key[0] in kinds and has != own:
                yield f"{' '.join(key)}: {where} has {has}, reckoned {own}"
    for name in sorted(PAGES - sheet.keys()) if sheet and not sheet.get("Report_Interim", [None])[0] else ():
        yield f"{name}: the referto has no such column"
    codes = run_path(str(Path(__file__).with_name("redraw.py")))["codes"](data)
    yield from (f"code of {at}: the file has {said}, reckoned {ours}" for at, said, ours in codes if said != ours)
    for name, half in digests(data, sheet).items() if sheet else ():
        if (said := (sheet or {}).get(f"Report_{name.title().replace(' ', '_')}", [half])) != [half]:  # older: no second
            yield f"{name}: the referto has {said[0]}, reckoned {half}"


def _main(export: str, *referti: str) -> int:
    try:
        data = json.loads(Path(export).read_text("utf-8"))
        lines = list(differences(data, referto(Path(referti[0])) if referti else None))
    except Exception as error:  # noqa: BLE001 - a file may be wrong in every way
        lines = [f"not reckoned ({error!s:.80}): give T.json, made by «bangxl export torneo.xlsx -o T.json», then a report"]
    print("\n".join(lines) or "reckoned again: nothing differs")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
