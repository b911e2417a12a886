"""Answers that nobody gave in person, as clauses: the server's at a deadline, a robot's, the only card."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarot_engine import Card, CardSet, Contract, Hand

from .wording_cards import card_the, cards_text, cards_the
from .wording_names import Voice
from .wording_rules import contract_name


def unanswered(voice: Voice, seat: int, done: str) -> str:
    """A deadline has fallen; ``done`` is what the server did, from ``server_bid`` and the like."""
    return voice.say(
        seat,
        _("vous n'avez pas répondu\u202f: %(done)s"),
        _("%(name)s n'a pas répondu\u202f: %(done)s"),
        done=done,
    )


def server_bid(contract: Contract | None) -> str:
    """What the server said for an absent seat."""
    if contract is None:
        return _("le serveur a passé")
    return _("le serveur a dit %(contract)s") % {"contract": contract_name(contract)}


def server_played(card: Card) -> str:
    """What the server played for an absent seat."""
    return _("le serveur a joué %(the)s") % {"the": card_the(card)}


def server_called(card: Card) -> str:
    """What the server called for an absent seat."""
    return _("le serveur a appelé %(the)s") % {"the": card_the(card)}


def server_discarded(cards: Hand, shown: CardSet, *, is_mine: bool) -> str:
    """The discard the server made; its cards are named to their owner, forced trumps to all."""
    if is_mine and isinstance(cards, CardSet):
        return _("le serveur a écarté %(cards)s") % {"cards": cards_the(cards)}
    if shown:
        return _("le serveur a fait l'écart, atout montré à tous\u202f: %(cards)s") % {
            "cards": cards_text(shown)
        }
    return _("le serveur a fait l'écart")


def server_ready() -> str:
    """The server let the play begin, without a slam."""
    return _("le jeu commence sans chelem annoncé")


def stand_in(voice: Voice, seat: int, done: str) -> str:
    """A robot holds a person's seat for a while; ``done`` is its act, from ``robot_bid`` and the like."""
    return voice.say(
        seat,
        _("un robot tient votre place, il %(done)s"),
        _("un robot tient la place %(of_name)s, il %(done)s"),
        done=done,
    )


def robot_bid(contract: Contract | None) -> str:
    """What the robot says, after "il"."""
    if contract is None:
        return pgettext("il", "passe")
    return pgettext("il", "dit %(contract)s") % {"contract": contract_name(contract)}


def robot_played(card: Card) -> str:
    """What the robot plays, after "il"."""
    return pgettext("il", "joue %(the)s") % {"the": card_the(card)}


def only_card(card: Card) -> str:
    """The reader's own turn, played by the server because no other answer existed."""
    return _("le serveur a joué pour vous %(the)s, seule carte jouable") % {"the": card_the(card)}


def robot_called(card: Card) -> str:
    """What the robot calls, after "il"."""
    return pgettext("il", "appelle %(the)s") % {"the": card_the(card)}


def robot_discarded(shown: CardSet) -> str:
    """The robot has discarded, after "il"; forced trumps are named to all."""
    if shown:
        return pgettext("il", "fait l'écart et montre %(cards)s") % {"cards": cards_the(shown)}
    return pgettext("il", "fait l'écart")


def robot_ready() -> str:
    """The robot lets the play begin without a slam, after "il"."""
    return pgettext("il", "n'annonce pas de chelem")
