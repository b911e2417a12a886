"""What happened, word for word: every fact, told to its own seat and to another, in both languages."""

from __future__ import annotations

import pytest

from tarot_engine import (
    BidPlaced,
    CardCalled,
    CardSet,
    Contract,
    ContractSettled,
    DealAnnulled,
    DealOpened,
    DealPassedOut,
    DiscardMade,
    DogShown,
    Event,
    GameOver,
    HandfulLevel,
    HandfulShown,
    Hidden,
    Misere,
    MisereDeclared,
    PartnerRevealed,
    SeatTaken,
    SlamAnnounced,
    TakerReady,
    TrickTaken,
    parse_card,
)
from tarot_site.games.present_story import since_last_act
from tarot_site.games.signals import TableFact
from tests.site.storyteller import NONE, OPENED, fr, last, plays, told

FACTS = [
    (
        DealOpened(3, 3, 3, (0, 0, 0, 0), (0, 0, 0, 0)),
        "Donne 3_: Jo donne, vous parlez en premier.",
        "Donne 3_: Jo donne, Camille parle en premier.",
        "Deal 3: Jo deals, you bid first.",
        "Deal 3: Jo deals, Camille bids first.",
    ),
    (BidPlaced(0, None), "Vous avez passé.", "Camille passe.", "You passed.", "Camille passes."),
    (
        BidPlaced(0, Contract.GARDE_SANS),
        "Vous avez dit garde sans.",
        "Camille dit garde sans.",
        "You bid garde sans.",
        "Camille bids garde sans.",
    ),
    (
        ContractSettled(0, Contract.GARDE),
        "Vous prenez_: garde.",
        "Camille prend_: garde.",
        "You take: garde.",
        "Camille takes: garde.",
    ),
    (
        DogShown(CardSet.parse("D8 D3 S5 HJ T6 T2")),
        "Le chien_: le 5 de pique, le valet de cœur, les 8 et 3 de carreau et les 6 et 2 d'atout.",
        "Le chien_: le 5 de pique, le valet de cœur, les 8 et 3 de carreau et les 6 et 2 d'atout.",
        "The dog: the 5 of spades, the jack of hearts, the 8 and 3 of diamonds and trumps 6 and 2.",
        "The dog: the 5 of spades, the jack of hearts, the 8 and 3 of diamonds and trumps 6 and 2.",
    ),
    (
        DiscardMade(0, Hidden(6), NONE),
        "Vous avez fait votre écart.",
        "Camille a fait son écart.",
        "You made your discard.",
        "Camille has discarded.",
    ),
    (
        DiscardMade(0, Hidden(6), CardSet.parse("T5")),
        "Vous avez fait votre écart_; atout montré à tous_: 5 d'atout.",
        "Camille a fait son écart_; atout montré à tous_: 5 d'atout.",
        "You made your discard; trump shown to all: trump 5.",
        "Camille has discarded; trump shown to all: trump 5.",
    ),
    (
        TakerReady(0),
        "Vous n'annoncez pas de chelem.",
        "Camille n'annonce pas de chelem.",
        "You announce no slam.",
        "Camille announces no slam.",
    ),
    (
        SlamAnnounced(0),
        "Vous annoncez le chelem et entamez.",
        "Camille annonce le chelem et entame.",
        "You announce a slam and lead.",
        "Camille announces a slam and leads.",
    ),
    (
        HandfulShown(0, HandfulLevel.SIMPLE, CardSet.parse("T20 T18 T21 EX")),
        "Vous avez montré une simple poignée_: 21, 20 et 18 d'atout, l'Excuse.",
        "Camille montre une simple poignée_: 21, 20 et 18 d'atout, l'Excuse.",
        "You showed a single handful: trumps 21, 20 and 18, the Excuse.",
        "Camille shows a single handful: trumps 21, 20 and 18, the Excuse.",
    ),
    (
        MisereDeclared(0, Misere.TRUMPS),
        "Vous avez annoncé une misère d'atout.",
        "Camille annonce une misère d'atout.",
        "You declared a misère of trumps.",
        "Camille declares a misère of trumps.",
    ),
    (
        TrickTaken(1, 0),
        "Vous remportez le pli.",
        "Camille remporte le pli.",
        "You win the trick.",
        "Camille wins the trick.",
    ),
    (
        DealPassedOut((), NONE, None),
        "Tout le monde passe_: on redonne.",
        "Tout le monde passe_: on redonne.",
        "All pass: new deal.",
        "All pass: new deal.",
    ),
    (
        DealAnnulled(0, (), NONE, None),
        "Vous aviez le Petit sec_: on redonne.",
        "Camille a le Petit sec_: on redonne.",
        "You had a lone Petit: new deal.",
        "Camille has a lone Petit: new deal.",
    ),
    (
        GameOver((504, -90, -168, -246), (1, 2, 3, 4)),
        "Vous gagnez la partie avec 504 points.",
        "Camille gagne la partie avec 504 points.",
        "You win the game with 504 points.",
        "Camille wins the game with 504 points.",
    ),
    (
        GameOver((90, 90, -10, -170), (1, 1, 3, 4)),
        "Vous gagnez la partie à égalité avec Léa_: 90 points.",
        "Camille et Léa gagnent la partie à égalité_: 90 points.",
        "You and Léa share first place with 90 points each.",
        "Camille and Léa share first place with 90 points each.",
    ),
    (
        PartnerRevealed(None),
        "La carte appelée est au chien.",
        "La carte appelée est au chien.",
        "The called card is in the dog.",
        "The called card is in the dog.",
    ),
    (
        TableFact("table_seat_held", {"seat": 0, "player": 7}),
        "Un robot joue à votre place jusqu'à votre prochaine réponse.",
        "Un robot joue à la place de Camille, en attendant son retour.",
        "A robot plays for you until your next answer.",
        "A robot plays in Camille's place for now.",
    ),
    (
        TableFact("table_resumed", {"seat": 0, "player": 7}),
        "Vous avez repris la partie.",
        "Camille reprend la partie.",
        "You resumed the game.",
        "Camille resumes the game.",
    ),
    (
        TableFact("table_operator_mail", {"seat": 2, "player": 7}),
        "Un opérateur a fait renvoyer un mail.",
        "Un opérateur a fait renvoyer un mail.",
        "An operator had an email sent again.",
        "An operator had an email sent again.",
    ),
    (
        TableFact("table_paused", {}),
        "La partie est mise en pause_: personne n'a répondu dans cette donne ni dans la précédente.",
        "La partie est mise en pause_: personne n'a répondu dans cette donne ni dans la précédente.",
        "The game is paused: nobody has answered in this deal or the one before.",
        "The game is paused: nobody has answered in this deal or the one before.",
    ),
]


@pytest.mark.parametrize(("fact", "mine", "theirs", "my_english", "their_english"), FACTS)
def test_a_fact(fact: Event | TableFact, mine: str, theirs: str, my_english: str, their_english: str) -> None:
    assert last(fact, reader=0) == fr(mine)
    assert last(fact, reader=2) == fr(theirs)
    assert last(fact, reader=0, language="en") == my_english
    assert last(fact, reader=None, language="en") == their_english


def test_the_holder_of_the_called_card() -> None:
    settled = [OPENED, ContractSettled(2, Contract.GARDE), CardCalled(parse_card("HK"))]
    assert last(*settled, PartnerRevealed(1)) == "Léa joue avec l'attaque."
    assert last(*settled, PartnerRevealed(2)) == "Marc a la carte appelée et joue contre tous."
    assert (
        last(*settled, PartnerRevealed(2), reader=2) == "Vous aviez la carte appelée, vous jouez contre tous."
    )


def test_a_called_card() -> None:
    facts = [OPENED, ContractSettled(2, Contract.GARDE), CardCalled(parse_card("HK"))]
    assert last(*facts) == "Marc appelle le roi de cœur."
    assert last(*facts, reader=2) == "Vous avez appelé le roi de cœur."


def test_a_taker_who_announces_a_slam_is_not_said_to_announce_none() -> None:
    slam = [OPENED, SlamAnnounced(2), TakerReady(2)]
    assert [line.text for line in told(*slam)][1:] == ["Marc annonce le chelem et entame."]
    assert last(*slam, OPENED, TakerReady(2)) == "Marc n'annonce pas de chelem."


def test_tricks_are_numbered_and_news_is_marked() -> None:
    facts = [OPENED, *plays("HK", "H2", "H3", "H4"), TrickTaken(1, 1), *plays("CK")]
    lines = told(*facts, since=3)
    assert [line.trick for line in lines] == [None, 1, 1, 1, 1, 1, 2]
    assert [line.is_new for line in lines] == [False, False, False, True, False, True, True]
    assert [line.text for line in lines[2:5]] == [
        fr("Pli 1_: Marc fournit le 2 de cœur."),
        "Jo fournit le 3 de cœur.",
        "Vous avez fourni le 4 de cœur.",
    ]
    assert lines[-1].text == fr("Pli 2_: Léa entame le roi de trèfle.")


def test_the_readers_own_acts_are_no_news() -> None:
    discard = DiscardMade(0, CardSet.parse("S2 S3 C4 C5 D2 D3"), NONE)
    lines = told(OPENED, SlamAnnounced(0), discard, *plays("HK", leader=0), *plays("H2"), since=2)
    assert [line.is_new for line in lines] == [False, False, False, False, True]


def test_the_story_is_that_of_the_deal_and_of_what_is_new_before_it() -> None:
    before = [OPENED, BidPlaced(0, None), DealPassedOut((), NONE, None)]
    facts = [SeatTaken(0, ""), *before, OPENED, BidPlaced(0, None)]
    old = [line.text for line in told(*facts, since=6)]
    assert old == [fr("Donne 3_: Jo donne, vous parlez en premier."), "Vous avez passé."]
    new = [line.text for line in told(*facts, since=3)]
    assert new == ["Vous avez passé.", fr("Tout le monde passe_: on redonne."), *old]


def test_before_the_first_deal_people_sit_down() -> None:
    assert [line.text for line in told(SeatTaken(0, "mot"), SeatTaken(2, ""))] == [
        "Vous avez pris place.",
        "Marc a pris place.",
    ]


def test_facts_that_concern_nobody_are_not_told() -> None:
    assert told(TableFact("table_seat_invited", {"seat": 2})) == []


def test_deals_that_nobody_took_are_told_in_one_line() -> None:
    void = [OPENED, *(BidPlaced(seat, None) for seat in range(4)), DealPassedOut((), NONE, None)]
    assert [line.text for line in told(*void * 7, OPENED)] == [
        fr("Donne 3_: tout le monde a passé sept fois."),
        fr("Donne 3_: Jo donne, vous parlez en premier."),
    ]
    assert told(*void * 2, language="en")[0].text == "Deal 3: all passed twice."
    lonely = [OPENED, DealAnnulled(0, (), NONE, None)]
    texts = [line.text for line in told(*void, *lonely, *void)]
    assert texts.count(fr("Tout le monde passe_: on redonne.")) == 2, "the lone Petit stands between"
    paused = told(*void, TableFact("table_paused", {}), *void)
    assert [line.text for line in paused][1:] == [fr("Donne 3_: tout le monde a passé deux fois.")]


def test_what_is_new_begins_with_the_own_last_act() -> None:
    facts = [OPENED, *plays("HK", "H2", "H3", "H4"), TrickTaken(1, 1), *plays("CK")]
    lines = since_last_act(told(*facts, since=5))
    assert [(line.text, line.is_new) for line in lines] == [
        (fr("Pli 1_: vous avez fourni le 4 de cœur."), False),
        ("Léa remporte le pli.", True),
        (fr("Pli 2_: Léa entame le roi de trèfle."), True),
    ]
    assert since_last_act(told(*facts, since=7)) == ()
    assert [line.is_new for line in since_last_act(told(OPENED))] == [True]
