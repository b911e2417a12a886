"""The table in words: whose turn, who takes, what stops the game, who sits where."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from tarot_engine import Commitment, Contract, HandfulShown, Ruleset, SeatView, StageName

from .models import PLAYABLE, GameStatus
from .wording_cards import card_the, join_words
from .wording_dealing import dealing_turn
from .wording_names import Voice
from .wording_rules import contract_name, handful_name
from .wording_score import plain

GOES_ON: Final = (GameStatus.WAITING, *PLAYABLE)
STATUS_TEXTS: Final = {
    GameStatus.WAITING: gettext_lazy("La partie commencera quand tout le monde aura pris place."),
    GameStatus.RUNNING: "",
    GameStatus.PAUSED: gettext_lazy(
        "La partie est en pause\u202f: personne n'a répondu dans cette donne ni dans la précédente. "
        "Elle reprendra dès que l'un de vous le demandera."
    ),
    GameStatus.OVER: gettext_lazy("La partie est terminée."),
    GameStatus.CANCELLED: gettext_lazy("La partie est annulée."),
    GameStatus.ARCHIVED: gettext_lazy("La partie est archivée\u202f: ses donnes finies restent lisibles."),
    GameStatus.FROZEN: gettext_lazy(
        "La partie est arrêtée par une erreur de notre part. Nous la cherchons\u202f; rien n'est perdu."
    ),
}


def status_text(status: str) -> str:
    """Why nothing can be played now, "" while the game runs."""
    return str(STATUS_TEXTS[GameStatus(status)])


def heading(number: int, rules: Ruleset, contract: Contract | None, *, is_last: bool = False) -> str:
    """Which deal, and its contract once known: "Donne 3 sur 8, garde"; "Donne 3" where no number is fixed.

    ``is_last`` is worth a word there only: "Donne 3, la dernière".
    """
    if not number:
        return _("Avant la première donne")
    if rules.deals:
        text = _("Donne %(number)s sur %(deals)s")
    else:
        text = _("Donne %(number)s, la dernière") if is_last else _("Donne %(number)s")
    text %= {"number": number, "deals": rules.deals}
    return f"{text}, {contract_name(contract)}" if contract else text


def is_announced_last(view: SeatView) -> bool:
    """Whether this deal ends the game, void or not, because somebody said so (rules §13)."""
    return view.is_last_deal and not view.rules.deals


def end_line(view: SeatView, status: str) -> str:
    """That the game ends with this deal because somebody said so, "" in any other case."""
    if not is_announced_last(view) or status not in PLAYABLE:
        return ""
    return _("Cette donne est la dernière\u202f: la partie s'arrête à sa fin.")


def turn_line(voice: Voice, view: SeatView) -> str:
    """Who must answer, in one short sentence, without any card; "" when nobody must."""
    seat = view.to_act
    if seat is None:
        return ""
    match view.stage:
        case StageName.DEALING:
            return dealing_turn(voice, seat, view)
        case StageName.BIDDING:
            return voice.tell(seat, _("à vous de parler"), _("à %(name)s de parler"))
        case StageName.CALLING:
            return voice.tell(seat, _("à vous d'appeler"), _("à %(name)s d'appeler"))
        case StageName.PREPARING if view.contract and view.contract.takes_dog:
            return voice.tell(seat, _("à vous d'écarter"), _("%(name)s fait son écart"))
        case StageName.PREPARING:
            return voice.tell(
                seat,
                _("à vous de commencer\u202f: annoncez-vous le chelem\u202f?"),
                _("%(name)s réfléchit au chelem"),
            )
        case _:
            return voice.tell(seat, _("à vous de jouer"), _("au tour %(of_name)s"))


def robot_thinks(voice: Voice, seat: int, *, is_held: bool) -> str:
    """A robot plays now, for itself or in the place of a person."""
    if not is_held:
        return _("Le robot réfléchit quelques secondes.")
    return voice.tell(
        seat,
        _("un robot réfléchit quelques secondes à votre place"),
        _("un robot réfléchit quelques secondes à la place %(of_name)s"),
    )


def contract_line(voice: Voice, view: SeatView) -> str:
    """Who takes, and whether the slam is announced; no card. "" before."""
    if view.taker is None or view.contract is None:
        return ""
    line = voice.say(
        view.taker,
        _("vous prenez\u202f: %(contract)s"),
        _("%(name)s prend\u202f: %(contract)s"),
        contract=contract_name(view.contract),
    )
    return voice.sentence(_("%(line)s, chelem annoncé") % {"line": line} if view.slam_announced else line)


def seat_badges(view: SeatView, seat: int, *, is_robot: bool, is_held: bool) -> tuple[str, ...]:
    """The marks of one seat as words, which follow its name, or "Vous" at the reader's own."""
    is_me = seat == view.seat
    held = _("un robot tient votre place") if is_me else _("un robot joue à sa place")
    badges = [
        (seat == view.dealer, _("donnez") if is_me else _("donne")),
        (seat == view.taker, _("prenez") if is_me else _("prend")),
        (seat == view.taker and view.called is not None, _called(view, is_me=is_me)),
        (seat == view.taker and view.slam_announced, _("chelem annoncé")),
        (view.partner_revealed and seat == view.partner != view.taker, _("avec l'attaque")),
        *((shown.seat == seat, _showed(shown, is_me=is_me)) for shown in view.handfuls),
        (is_robot, pgettext("place", "robot")),
        (is_held and not is_robot, held),
    ]
    return tuple(text for applies, text in badges if applies)


def _called(view: SeatView, *, is_me: bool) -> str:
    if view.called is None:
        return ""
    text = _("avez appelé %(the)s") if is_me else _("appelle %(the)s")
    return text % {"the": card_the(view.called)}


def _showed(shown: HandfulShown, *, is_me: bool) -> str:
    text = _("avez montré une %(handful)s") if is_me else _("a montré une %(handful)s")
    return text % {"handful": handful_name(shown.level)}


def unreached(status: str, lost: Collection[int], reader: int | None) -> str:
    """That our mails do not come through to the reader, one of the seats ``lost``, while the game goes on."""
    if reader not in lost or status not in GOES_ON:
        return ""
    return _(
        "Nos mails ne vous parviennent pas\u202f: votre boîte les refuse. Vous pouvez toujours jouer ici."
    )


def unreachable(voice: Voice, status: str, lost: Collection[int]) -> str:
    """The same of everybody else among the seats ``lost``: who, never at which address."""
    names = [voice.names[seat] for seat in lost if seat != voice.reader]
    if not names or status not in GOES_ON:
        return ""
    text = ngettext(
        "Nos mails ne parviennent pas à %(names)s\u202f: un mot de votre part l'aiderait.",
        "Nos mails ne parviennent pas à ces personnes\u202f: %(names)s. Un mot de votre part les aiderait.",
        len(names),
    )
    return text % {"names": join_words(names)}


def seat_name(name: str) -> str:
    """The name at this table, or words for a person who has not come yet."""
    return name or _("une personne invitée")


def waiting_names(names: Iterable[str]) -> tuple[str, ...]:
    """Who is awaited: names, then how many invited people have none yet."""
    everybody = list(names)
    known = [name for name in everybody if name]
    unknown = len(everybody) - len(known)
    if unknown:
        text = ngettext("%(n)s personne invitée", "%(n)s personnes invitées", unknown)
        known.append(text % {"n": unknown})
    return tuple(known)


def fairness(commitment: Commitment, words: Iterable[str | None]) -> str:
    """What is fixed before the first card, and no more (the seed chain's commitment)."""
    typed = sum(1 for word in words if word)
    people = ngettext("%(n)s personne y a ajouté un mot.", "%(n)s personnes y ont ajouté un mot.", typed) % {
        "n": typed
    }
    fixed = _(
        "Le tirage des donnes est fixé avant la première carte par cette empreinte "
        "et les mots des joueurs\u202f: SHA-256 %(digest)s."
    ) % {"digest": commitment.digest}
    return f"{fixed} {people}" if typed else _("%(fixed)s Personne n'y a ajouté de mot.") % {"fixed": fixed}


def chain_renewed(commitment: Commitment) -> str:
    """What fixes the deals from now on, as a clause."""
    return _("nouvelle empreinte du tirage\u202f: SHA-256 %(digest)s") % {"digest": commitment.digest}


def table_fact(voice: Voice, kind: str, data: Mapping[str, Any]) -> str:
    """A fact of the table as a clause, "" for one that nobody needs to read."""
    if kind in FACTS:
        return str(FACTS[kind])
    seat = data.get("seat")
    if not isinstance(seat, int) or kind not in SEAT_FACTS:
        return ""
    you, they = SEAT_FACTS[kind]
    return voice.say(seat, str(you), str(they))


FACTS: Final = {
    "table_paused": gettext_lazy(
        "la partie est mise en pause\u202f: personne n'a répondu dans cette donne ni dans la précédente"
    ),
    "table_cancelled": gettext_lazy("la partie est annulée"),
    "table_archived": gettext_lazy("la partie est archivée"),
    "table_frozen": gettext_lazy("la partie est arrêtée par une erreur de notre part"),
    "table_operator_mail": gettext_lazy("un opérateur a fait renvoyer un mail"),
    "table_operator_looked": gettext_lazy("un opérateur a consulté le journal, où les jeux restent cachés"),
    "table_operator_last": gettext_lazy("un opérateur arrête la partie après cette donne"),
}
SEAT_FACTS: Final = {
    "table_resumed": (gettext_lazy("vous avez repris la partie"), gettext_lazy("%(name)s reprend la partie")),
    "table_seat_held": (
        gettext_lazy("un robot joue à votre place jusqu'à votre prochaine réponse"),
        gettext_lazy("un robot joue à la place %(of_name)s, en attendant son retour"),
    ),
    "table_seat_returned": (
        gettext_lazy("vous avez repris votre place"),
        gettext_lazy("%(name)s reprend sa place"),
    ),
    "table_seat_declined": (
        gettext_lazy("vous avez laissé votre place"),
        gettext_lazy("%(name)s ne jouera pas cette partie"),
    ),
    "table_last_deal": (
        gettext_lazy("vous l'avez annoncé\u202f: cette donne sera la dernière"),
        gettext_lazy("%(name)s l'annonce\u202f: cette donne sera la dernière"),
    ),
}


def seated(voice: Voice, seat: int) -> str:
    """Somebody has sat down."""
    return voice.say(seat, _("vous avez pris place"), _("%(name)s a pris place"))


def game_over(voice: Voice, totals: tuple[int, ...], ranks: tuple[int, ...]) -> str:
    """Who wins the game, alone or together, as a clause (rules §13)."""
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    points = totals[winners[0]]
    total = ngettext("%(n)s point", "%(n)s points", abs(points)) % {"n": plain(points)}
    if len(winners) == 1:
        return voice.say(
            winners[0],
            _("vous gagnez la partie avec %(total)s"),
            _("%(name)s gagne la partie avec %(total)s"),
            total=total,
        )
    names = join_words(voice.names[seat] for seat in winners if seat != voice.reader)
    if voice.reader in winners:
        text = _("vous gagnez la partie à égalité avec %(names)s\u202f: %(total)s")
    else:
        text = _("%(names)s gagnent la partie à égalité\u202f: %(total)s")
    return text % {"names": names, "total": total}
