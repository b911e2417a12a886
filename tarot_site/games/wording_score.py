"""The count and the score in words and in arithmetic, line by line (rules §9-§11).

Amounts are whole points per defender, signed for the attack, until the lines that share them out.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarot_engine import Bonus, ExcuseFate, HandfulLevel, Misere, MisereScheme, Ruleset, ScoreSheet, Split5

from .pages import ScoreLine
from .wording_cards import capital, points_text
from .wording_names import Voice
from .wording_rules import contract_name, handful_name
from .wording_story import misere_name

BASE = 25


def signed(amount: int) -> str:
    """An amount with its sign: "+66", "−62", "0"."""
    return f"+{plain(amount)}" if amount > 0 else plain(amount)


def plain(amount: int) -> str:
    """An amount inside a calculation: "66", "−62"; thousands stand apart: "−2\u202f280", "−2,280"."""
    # Django's French separates with a wide space, which looks like two numbers in a column.
    digits = number_format(abs(amount), force_grouping=True).replace("\xa0", "\u202f")
    return digits if amount >= 0 else f"−{digits}"


def score_headline(voice: Voice, sheet: ScoreSheet) -> str:
    """Who won the deal and by how much, as a clause: "Léa réussit sa garde, de 6"."""
    margin, contract = abs(sheet.margin), contract_name(sheet.contract)
    if not sheet.made:
        return voice.say(
            sheet.taker,
            _("vous chutez votre %(contract)s, de %(n)s"),
            _("%(name)s chute sa %(contract)s, de %(n)s"),
            contract=contract,
            n=margin,
        )
    if not margin:
        return voice.say(
            sheet.taker,
            _("vous réussissez votre %(contract)s, tout juste"),
            _("%(name)s réussit sa %(contract)s, tout juste"),
            contract=contract,
        )
    return voice.say(
        sheet.taker,
        _("vous réussissez votre %(contract)s, de %(n)s"),
        _("%(name)s réussit sa %(contract)s, de %(n)s"),
        contract=contract,
        n=margin,
    )


def score_sentence(sheet: ScoreSheet) -> str:
    """The contract's own points: "49 points pour 41 (deux bouts) : 8 de mieux ; (25 + 8) × 2 = 66."."""
    return _(
        "%(points)s points pour %(target)s (%(oudlers)s)\u202f: %(margin)s\u202f; %(working)s = %(amount)s."
    ) % {
        "points": points_text(sheet.half_points),
        "target": sheet.target,
        "oudlers": oudlers_text(sheet.oudlers),
        "margin": _margin(sheet),
        "working": _base_working(sheet),
        "amount": plain(sheet.base_points),
    }


def oudlers_text(count: int) -> str:
    """How many oudlers: "aucun bout", "deux bouts"."""
    return (_("aucun bout"), _("un bout"), _("deux bouts"), _("trois bouts"))[count]


def _margin(sheet: ScoreSheet) -> str:
    """How far from the target; an odd half-point counts for the side that wins the deal (rules §10)."""
    text = _whole_margin(sheet)
    if sheet.half_points % 2 == 0:
        return text
    half = _("le demi-point à l'attaque") if sheet.made else _("le demi-point à la défense")
    return _("%(margin)s, %(half)s") % {"margin": text, "half": half}


def _whole_margin(sheet: ScoreSheet) -> str:
    margin = abs(sheet.margin)
    if not margin:
        return _("juste fait")
    if sheet.made:
        return _("%(n)s de mieux") % {"n": margin}
    return ngettext("il manque %(n)s point", "il manque %(n)s points", margin) % {"n": margin}


def _base_working(sheet: ScoreSheet) -> str:
    sign = "" if sheet.made else "−"
    base = f"({BASE} + {abs(sheet.margin)})" if sheet.margin else f"{BASE}"
    return f"{sign}{base} × {sheet.multiplier}"


def excuse_sentence(voice: Voice, sheet: ScoreSheet, player: int | None) -> str:
    """What became of the Excuse when that is not plain (rules §8.4); ``player`` is who played it."""
    if player is None:
        return _("L'Excuse était au chien.") if sheet.excuse is ExcuseFate.NOT_PLAYED else ""
    match sheet.excuse:
        case ExcuseFate.EXCHANGED:
            return voice.tell(
                player,
                _("vous gardez l'Excuse, en échange d'un demi-point"),
                _("%(name)s garde l'Excuse, en échange d'un demi-point"),
            )
        case ExcuseFate.LOST:
            return voice.tell(
                player,
                _("vous perdez l'Excuse, jouée au dernier pli"),
                _("%(name)s perd l'Excuse, jouée au dernier pli"),
            )
        case ExcuseFate.GIVEN:
            return _("L'Excuse, jouée au dernier pli, change de camp en échange d'un demi-point.")
        case ExcuseFate.WON_SLAM:
            return _("L'Excuse, entamée au dernier pli d'un chelem, remporte ce pli.")
        case _:
            return ""


def score_lines(voice: Voice, sheet: ScoreSheet, rules: Ruleset) -> tuple[ScoreLine, ...]:
    """The whole score as arithmetic: what, how, how much; then who pays whom."""
    parts = tuple(_parts(voice, sheet, rules))
    personal = () if sheet.misere is MisereScheme.CAMP else tuple(_miseres(voice, sheet))
    return (*parts, *_total(sheet, parts), *_shares(voice, sheet), *personal)


def _parts(voice: Voice, sheet: ScoreSheet, rules: Ruleset) -> Iterator[ScoreLine]:
    yield ScoreLine(_base_label(sheet), _base_working(sheet), signed(sheet.base_points))
    if sheet.petit_au_bout:
        yield _petit_line(sheet)
    for bonus in sheet.handfuls:
        yield _handful_line(voice, bonus, made=sheet.made)
    yield from _slam_lines(sheet, rules)
    if sheet.misere is MisereScheme.CAMP:
        for bonus in sheet.miseres:
            yield ScoreLine(_misere_label(voice, bonus), "", signed(bonus.points))


def _base_label(sheet: ScoreSheet) -> str:
    margin, contract = abs(sheet.margin), capital(contract_name(sheet.contract))
    if not sheet.made:
        return _("%(contract)s, chutée de %(n)s") % {"contract": contract, "n": margin}
    if not margin:
        return _("%(contract)s, juste faite") % {"contract": contract}
    return _("%(contract)s, réussie de %(n)s") % {"contract": contract, "n": margin}


def _petit_line(sheet: ScoreSheet) -> ScoreLine:
    attack = sheet.petit_au_bout > 0
    label = _("Petit au bout de l'attaque") if attack else _("Petit au bout de la défense")
    return ScoreLine(label, f"{'' if attack else '−'}10 × {sheet.multiplier}", signed(sheet.petit_points))


def _handful_line(voice: Voice, bonus: Bonus, *, made: bool) -> ScoreLine:
    assert isinstance(bonus.kind, HandfulLevel)
    label = voice.say(
        bonus.seat,
        _("votre %(handful)s"),
        _("%(handful)s %(of_name)s"),
        handful=handful_name(bonus.kind),
    )
    text = _("%(label)s, pour l'attaque") if made else _("%(label)s, pour la défense")
    return ScoreLine(text % {"label": capital(label)}, "", signed(bonus.points))


def _slam_lines(sheet: ScoreSheet, rules: Ruleset) -> Iterator[ScoreLine]:
    if sheet.slam_won_by_attack and sheet.slam_announced:
        yield ScoreLine(_("Chelem annoncé et réussi"), "", signed(rules.slam_announced_made))
    elif sheet.slam_won_by_attack:
        yield ScoreLine(_("Chelem réussi, non annoncé"), "", signed(rules.slam_made))
    elif sheet.slam_announced:
        yield ScoreLine(_("Chelem annoncé et manqué"), "", signed(-rules.slam_missed))
    if sheet.slam_won_by_defence:
        yield ScoreLine(_("Chelem de la défense"), "", signed(-rules.defence_slam))


def _total(sheet: ScoreSheet, parts: tuple[ScoreLine, ...]) -> Iterator[ScoreLine]:
    if len(parts) > 1:
        working = " ".join(_term(part.amount, is_first=i == 0) for i, part in enumerate(parts))
        yield ScoreLine(_("Total par défenseur"), working, signed(sheet.per_defender))


def _term(amount: str, *, is_first: bool) -> str:
    if is_first:
        return amount.removeprefix("+")
    return f"{amount[0]} {amount[1:]}"


def _shares(voice: Voice, sheet: ScoreSheet) -> Iterator[ScoreLine]:
    amount, is_alone = sheet.per_defender, sheet.partner is None
    defenders = sheet.seats - (1 if is_alone else 2)
    yield ScoreLine(_("Chaque défenseur") if defenders > 1 else _("Le défenseur"), "", signed(-amount))
    if sheet.partner is not None and sheet.split5 is Split5.HALF:
        yield from _halves(voice, sheet, sheet.partner)
        return
    times = defenders if is_alone else 2
    if sheet.partner is not None:
        yield ScoreLine(_named(voice, sheet.partner), "", signed(amount))
    working = f"{plain(amount)} × {times}" if times > 1 else ""
    yield ScoreLine(_taker_label(voice, sheet), working, signed(amount * times))


def _halves(voice: Voice, sheet: ScoreSheet, partner: int) -> Iterator[ScoreLine]:
    """Taker and partner share what the three defenders pay; an odd point is the taker's (rules §4)."""
    whole = sheet.per_defender * 3
    own = (abs(whole) + 1) // 2 * (1 if whole >= 0 else -1)
    both = f"{plain(sheet.per_defender)} × 3"
    yield ScoreLine(_("À partager par moitié"), both, signed(whole))
    odd = f"{plain(whole)} − {own}" if own >= 0 else f"{plain(whole)} + {-own}"
    yield ScoreLine(_named(voice, partner), odd, signed(whole - own))
    yield ScoreLine(_named(voice, sheet.taker), "", signed(own))


def _taker_label(voice: Voice, sheet: ScoreSheet) -> str:
    name = _named(voice, sheet.taker)
    is_alone = sheet.seats == 5 and sheet.partner is None
    return _("%(name)s, contre quatre") % {"name": name} if is_alone else name


def _miseres(voice: Voice, sheet: ScoreSheet) -> Iterator[ScoreLine]:
    for bonus in sheet.miseres:
        others = sheet.seats - 1
        amount = signed(bonus.points * others)
        yield ScoreLine(_misere_label(voice, bonus), f"{bonus.points} × {others}", amount)
        yield ScoreLine(_("Chacun des autres"), "", signed(-bonus.points))


def _misere_label(voice: Voice, bonus: Bonus) -> str:
    assert isinstance(bonus.kind, Misere)
    label = voice.say(
        bonus.seat, _("votre %(misere)s"), _("%(misere)s %(of_name)s"), misere=misere_name(bonus.kind)
    )
    return capital(label)


def _named(voice: Voice, seat: int) -> str:
    return capital(voice.name(seat)) if seat == voice.reader else voice.names[seat]
