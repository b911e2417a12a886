"""What happened, word for word: every fact, told to its own seat and to another, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import translation

from tarot_engine import (
    BidPlaced,
    CardCalled,
    CardPlayed,
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
from tarot_site.games.models import ActorKind
from tarot_site.games.pages import StoryLine
from tarot_site.games.present_story import present_story
from tarot_site.games.queries import Logged
from tarot_site.games.signals import TableFact
from tarot_site.games.wording_names import Voice

NAMES = ("Camille", "Léa", "Marc", "Jo")
PEOPLE = frozenset({0, 1, 2, 3})
AT = datetime(2026, 12, 3, 19, 0, tzinfo=UTC)
OPENED = DealOpened(3, 3, 3, (0, 0, 0, 0), (0, 0, 0, 0))
NONE = CardSet()


def told(
    *facts: Event | TableFact,
    reader: int | None = 0,
    language: str = "fr",
    actor: ActorKind = ActorKind.PERSON,
    since: int = 0,
    people: frozenset[int] = PEOPLE,
) -> list[StoryLine]:
    """The lines of these facts; the last one is by ``actor``, the others by persons."""
    logged = [Logged(seq, fact, ActorKind.PERSON, AT) for seq, fact in enumerate(facts, 1)]
    logged[-1] = Logged(len(facts), facts[-1], actor, AT)
    with translation.override(language):
        return list(present_story(Voice(NAMES, reader), logged, since, 18, people))


def last(*facts: Event | TableFact, **more: Any) -> str:
    return told(*facts, **more)[-1].text


def fr(text: str) -> str:
    """The French of a test: underscores are narrow spaces."""
    return text.replace("_", "\u202f")


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
        "Le chien_: 5 de pique, valet de cœur, 8 et 3 de carreau, 6 et 2 d'atout.",
        "Le chien_: 5 de pique, valet de cœur, 8 et 3 de carreau, 6 et 2 d'atout.",
        "The dog: 5 of spades, jack of hearts, 8 and 3 of diamonds, trumps 6 and 2.",
        "The dog: 5 of spades, jack of hearts, 8 and 3 of diamonds, trumps 6 and 2.",
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
        "Vous laissez le jeu commencer.",
        "Camille laisse le jeu commencer.",
        "You let play begin.",
        "Camille lets play begin.",
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
        "You win the game, tied with Léa: 90 points.",
        "Camille and Léa win the game, tied: 90 points.",
    ),
    (
        PartnerRevealed(0),
        "Vous jouez avec l'attaque.",
        "Camille joue avec l'attaque.",
        "You play with the attack.",
        "Camille plays with the attack.",
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


def plays(*codes: str, leader: int = 1) -> list[Event]:
    return [CardPlayed((leader + i) % 4, parse_card(code)) for i, code in enumerate(codes)]


CARDS = [
    ("HK", "Pli 1_: Léa entame le roi de cœur.", "Trick 1: Léa leads the king of hearts."),
    ("EX", "Pli 1_: Léa entame l'Excuse.", "Trick 1: Léa leads the Excuse."),
    ("HK H7", "Marc fournit le 7 de cœur.", "Marc follows with the 7 of hearts."),
    ("HK T5", "Marc coupe du 5 d'atout.", "Marc ruffs with trump 5."),
    ("HK T1", "Marc coupe du Petit.", "Marc ruffs with the Petit."),
    ("HK T5 T9", "Jo surcoupe du 9 d'atout.", "Jo overtrumps with trump 9."),
    ("HK T9 T5", "Jo sous-coupe du 5 d'atout.", "Jo undertrumps with trump 5."),
    ("HK C2", "Marc se défausse du 2 de trèfle.", "Marc throws off the 2 of clubs."),
    ("HK CQ", "Marc se défausse de la dame de trèfle.", "Marc throws off the queen of clubs."),
    ("HK S1", "Marc se défausse de l'as de pique.", "Marc throws off the ace of spades."),
    ("HK EX", "Marc pose l'Excuse.", "Marc plays the Excuse."),
    ("T7 T9", "Marc monte du 9 d'atout.", "Marc goes higher with trump 9."),
    ("T9 T7", "Marc fournit le 7 d'atout.", "Marc follows with trump 7."),
    ("T9 H2", "Marc se défausse du 2 de cœur.", "Marc throws off the 2 of hearts."),
    ("EX C4", "Marc joue le 4 de trèfle, trèfle demandé.", "Marc plays the 4 of clubs, clubs to follow."),
    ("EX T4", "Marc joue le 4 d'atout, atout demandé.", "Marc plays trump 4, trumps to follow."),
    ("EX C4 CK", "Jo fournit le roi de trèfle.", "Jo follows with the king of clubs."),
    ("EX T4 T2", "Jo fournit le 2 d'atout.", "Jo follows with trump 2."),
]


@pytest.mark.parametrize(("codes", "french", "english"), CARDS)
def test_a_card_falls(codes: str, french: str, english: str) -> None:
    assert last(OPENED, *plays(*codes.split())) == fr(french)
    assert last(OPENED, *plays(*codes.split()), language="en") == english


MY_CARDS = [
    ("HK", "Pli 1_: vous avez entamé le roi de cœur.", "Trick 1: you led the king of hearts."),
    ("HK H7", "Vous avez fourni le 7 de cœur.", "You followed with the 7 of hearts."),
    ("HK T5", "Vous avez coupé du 5 d'atout.", "You ruffed with trump 5."),
    ("HK CQ", "Vous avez défaussé la dame de trèfle.", "You threw off the queen of clubs."),
    ("HK EX", "Vous avez posé l'Excuse.", "You played the Excuse."),
    ("T7 T9", "Vous avez joué le 9 d'atout.", "You played trump 9."),
]


@pytest.mark.parametrize(("codes", "french", "english"), MY_CARDS)
def test_my_own_card(codes: str, french: str, english: str) -> None:
    leader = 0 if len(codes.split()) == 1 else 3
    assert last(OPENED, *plays(*codes.split(), leader=leader)) == fr(french)
    assert last(OPENED, *plays(*codes.split(), leader=leader), language="en") == english


def test_the_last_trick_and_the_petit_in_it() -> None:
    assert last(OPENED, *plays("HK", "T1", "H2", "H3"), TrickTaken(18, 2)) == fr(
        "Marc remporte le dernier pli_: Petit au bout."
    )
    assert last(OPENED, *plays("HK", "T2", "H2", "H3"), TrickTaken(18, 2)) == "Marc remporte le dernier pli."
    assert last(OPENED, *plays("HK", "T1", "H2", "H3"), TrickTaken(17, 2)) == "Marc remporte le pli."


UNANSWERED = [
    (BidPlaced(3, None), "Jo n'a pas répondu_: le serveur a passé.", "Jo did not answer: the server passed."),
    (
        DiscardMade(3, Hidden(6), NONE),
        "Jo n'a pas répondu_: le serveur a fait l'écart.",
        "Jo did not answer: the server made the discard.",
    ),
    (
        TakerReady(3),
        "Jo n'a pas répondu_: le jeu commence sans chelem annoncé.",
        "Jo did not answer: play begins with no slam announced.",
    ),
]


@pytest.mark.parametrize(("fact", "french", "english"), UNANSWERED)
def test_a_deadline_answered(fact: Event, french: str, english: str) -> None:
    line = told(OPENED, fact, actor=ActorKind.DEADLINE)[-1]
    assert (line.text, line.is_strong) == (fr(french), True)
    assert last(OPENED, fact, actor=ActorKind.DEADLINE, language="en") == english


def test_a_card_that_the_deadline_played() -> None:
    facts = [OPENED, *plays("CK", "CQ", "C2")]
    line = told(*facts, actor=ActorKind.DEADLINE)[-1]
    assert (line.text, line.is_strong) == (fr("Jo n'a pas répondu_: le serveur a joué le 2 de trèfle."), True)
    assert last(*facts, actor=ActorKind.DEADLINE, reader=3) == fr(
        "Vous n'avez pas répondu_: le serveur a joué le 2 de trèfle."
    )
    assert last(*facts, actor=ActorKind.DEADLINE, language="en") == (
        "Jo did not answer: the server played the 2 of clubs."
    )


def test_a_discard_is_named_to_its_owner_alone() -> None:
    cards = CardSet.parse("S2 S3 C4 C5 D2 D3")
    mine = DiscardMade(3, cards, NONE)
    assert (
        last(OPENED, mine, reader=3)
        == "Vous avez écarté 3 et 2 de pique, 5 et 4 de trèfle, 3 et 2 de carreau."
    )
    assert last(OPENED, mine, reader=3, actor=ActorKind.DEADLINE) == fr(
        "Vous n'avez pas répondu_: le serveur a écarté 3 et 2 de pique, 5 et 4 de trèfle, 3 et 2 de carreau."
    )
    for actor in ActorKind:
        assert "pique" not in last(OPENED, mine, reader=0, actor=actor)


def test_a_robot_in_a_persons_place() -> None:
    facts = [OPENED, *plays("CK", "CQ", "C2")]
    assert last(*facts, actor=ActorKind.ROBOT) == "Un robot tient la place de Jo, il joue le 2 de trèfle."
    assert (
        last(*facts, actor=ActorKind.ROBOT, reader=3) == "Un robot tient votre place, il joue le 2 de trèfle."
    )
    assert (
        last(*facts, actor=ActorKind.ROBOT, language="en")
        == "A robot holds Jo's seat, it plays the 2 of clubs."
    )
    bid = BidPlaced(3, Contract.GARDE)
    assert last(OPENED, bid, actor=ActorKind.ROBOT) == "Un robot tient la place de Jo, il dit garde."


def test_a_robots_own_seat_is_told_like_any_other() -> None:
    facts = [OPENED, *plays("CK", "CQ", "C2")]
    assert last(*facts, actor=ActorKind.ROBOT, people=frozenset({0})) == "Jo fournit le 2 de trèfle."


def test_only_its_own_seat_learns_that_a_card_was_forced() -> None:
    facts = [OPENED, *plays("CK", "CQ", "C2")]
    assert last(*facts, actor=ActorKind.FORCED, reader=3) == fr(
        "Vous n'aviez que le 2 de trèfle à jouer_: c'est fait."
    )
    assert last(*facts, actor=ActorKind.FORCED, reader=0) == last(*facts, reader=0)


def test_a_called_card() -> None:
    facts = [OPENED, ContractSettled(2, Contract.GARDE), CardCalled(parse_card("HK"))]
    assert last(*facts) == "Marc appelle le roi de cœur."
    assert last(*facts, reader=2) == "Vous avez appelé le roi de cœur."


def test_tricks_are_numbered_and_news_is_marked() -> None:
    facts = [OPENED, *plays("HK", "H2", "H3", "H4"), TrickTaken(1, 1), *plays("CK")]
    lines = told(*facts, since=3)
    assert [line.trick for line in lines] == [None, 1, 1, 1, 1, 1, 2]
    assert [line.is_new for line in lines] == [False, False, False, True, True, True, True]
    assert lines[-1].text == fr("Pli 2_: Léa entame le roi de trèfle.")


def test_the_story_is_that_of_the_deal_and_of_what_is_new_before_it() -> None:
    before = [OPENED, BidPlaced(0, None), DealPassedOut((), NONE, None)]
    facts = [SeatTaken(0, ""), *before, OPENED, BidPlaced(0, None)]
    old = [line.text for line in told(*facts, since=6)]
    assert old == [fr("Donne 3_: Jo donne, vous parlez en premier."), "Vous avez passé."]
    new = [line.text for line in told(*facts, since=3)]
    assert new == [fr("Tout le monde passe_: on redonne."), *old]


def test_before_the_first_deal_people_sit_down() -> None:
    assert [line.text for line in told(SeatTaken(0, "mot"), SeatTaken(2, ""))] == [
        "Vous avez pris place.",
        "Marc a pris place.",
    ]


def test_facts_that_concern_nobody_are_not_told() -> None:
    assert told(TableFact("table_operator_mail", {"seat": 2, "player": 1})) == []
    assert told(TableFact("table_seat_invited", {"seat": 2})) == []
