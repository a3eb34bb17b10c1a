"""How players must behave, and what becomes of who leaves: what regulations say, by its codes (Italy 2010, 1.3, 2 to 5)."""

from __future__ import annotations

from enum import StrEnum


class Leaver(StrEnum):
    """What becomes of the character of a player who leaves during a game."""

    STAYS = "stays"
    """It stays in the game passively: the text says no more."""
    DISCARDS = "discards"
    """His hand is discarded, the character has no ability and cannot use what lies before it (Italy 2010, 1.3)."""
    PRISON = "prison"
    """As if he were always in prison: his cards stay and work (Italy 2007)."""


class Misconduct(StrEnum):
    """What regulations list as cheating or misconduct: reasons for a warning or an ejection."""

    ROLE_CARD = "role_card"
    HAND = "hand"
    INFORMATION = "information"
    ADVICE = "advice"
    AGREEMENT = "agreement"
    CHEATING = "cheating"
    SLOW = "slow"
    LYING = "lying"
    CONTESTING = "contesting"
    SWEARING = "swearing"
    OFFENCE = "offence"
    THREAT = "threat"


class Conduct(StrEnum):
    """What regulations say about how a tournament is played and judged."""

    BASE_GAME = "base_game"
    SPORTING = "sporting"
    CALL_REFEREE = "call_referee"
    SLOW_PLAY = "slow_play"
    GOOD_FAITH = "good_faith"
    ONE_REFEREE = "one_referee"
    DECISIONS_FINAL = "decisions_final"
    ROLE_SHOWN_GOES_ON = "role_shown_goes_on"
    ROLE_SHOWN_REPLAY = "role_shown_replay"
    COPY_AT_HAND = "copy_at_hand"
