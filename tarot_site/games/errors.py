"""What the site refuses, besides what the rules refuse (design §6). No text of an error names a card."""

from __future__ import annotations


class SiteError(Exception):
    """Root of every error of the site."""


class StaleTurn(SiteError):
    """The decision is answered already, otherwise; or the table asks nothing now. The caller shows the table
    (409).
    """

    def __init__(self, game_id: int, seat: int, decision: int) -> None:
        super().__init__(f"game {game_id}, seat {seat}: decision {decision} is not open")
        self.game_id = game_id
        self.seat = seat
        self.decision = decision


class LinkMalformed(SiteError):
    """A token that we did not make, or made for another purpose (404)."""


class LinkRevoked(SiteError):
    """A token of ours that no longer opens anything (410)."""


class VaultError(SiteError):
    """Sealed bytes that no key of the ring opens in this place: moved, damaged, or the key is gone."""


class SeatUnavailable(SiteError):
    """The seat was taken, given away or closed in the meantime."""


class AlreadySeated(SiteError):
    """The same person or address would hold two seats of one table."""


class TooManyInvitations(SiteError):
    """More invitations in a day than one person may send."""

    def __init__(self, limit: int, sent: int) -> None:
        super().__init__(f"{sent} invitations sent of {limit} a day")
        self.limit = limit
        self.sent = sent


class InvitationDeclined(SiteError):
    """This address has declined this table, and is not written to again about it."""


class WrongStatus(SiteError):
    """The game is not in a state in which this can be done (over, cancelled, not paused ...)."""

    def __init__(self, status: str) -> None:
        super().__init__(f"the game is {status}")
        self.status = status


class EndIsFixed(SiteError):
    """The game has a number of deals: nobody announces its last one."""


class DealHasPassed(SiteError):
    """The deal that somebody wanted to be the last has ended in the meantime."""
