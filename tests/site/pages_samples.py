"""Hand-made pages of one table, to look at the templates without a game."""

from __future__ import annotations

from dataclasses import replace

from tarot_site.games.pages import (
    Choice,
    DealResult,
    DiscardPicker,
    HandfulLevel,
    Question,
    RankLine,
    ScoreLine,
    ScoreResult,
    SeatLine,
    ShownHand,
    StoryLine,
    TablePage,
    TrickPage,
    TrickSlot,
)

from .card_samples import card_choices, face, faces, hand

HAND = "SK SN S9 S4 HQ H10 H7 H6 H2 CJ C3 T21 T17 T14 T9 T8 T1 EX"
SEATS = (
    SeatLine(0, "Camille", "me", True, False, False, True, False, 1, "passe", (), -144),
    SeatLine(1, "Jo", "right", False, True, False, False, False, 0, "passe", ("donne",), -66),
    SeatLine(2, "Léa", "across", False, False, True, False, False, 2, "garde", ("prend",), 198),
    SeatLine(3, "Jean-Baptiste", "left", False, False, False, False, True, 0, "passe", ("robot",), 12),
)


def story(*texts: str, new: int = 2) -> tuple[StoryLine, ...]:
    """Sentences; the last ``new`` ones fell since the reader last acted, a star marks a strong one."""
    first_new = len(texts) - new
    return tuple(
        StoryLine(n, text.lstrip("*"), text.startswith("*"), 1, n >= first_new)
        for n, text in enumerate(texts)
    )


STORY = story(
    "Jo donne. Camille parle en premier.",
    "*Léa prend\u202f: garde.",
    "Chien\u202f: 8 et 3 de carreau, 5 de pique, valet de cœur, 6 et 2 d'atout.",
    "Léa a fait son écart.",
    "Jean-Baptiste entame du roi de cœur.",
    "Léa coupe du 5 d'atout.",
)
TRICK = TrickPage(
    4,
    (
        TrickSlot(3, "Jean-Baptiste", face("HK"), True, False, "entame"),
        TrickSlot(2, "Léa", face("T5"), False, True, "maître"),
        TrickSlot(0, "Camille", None, False, False, "vous"),
        TrickSlot(1, "Jo", None, False, False, "ensuite"),
    ),
    "Pli 4\u202f: Jean-Baptiste entame du roi de cœur, Léa coupe du 5 d'atout. Jo jouera après vous.",
)
LAST_TRICK = TrickPage(
    3,
    (
        TrickSlot(2, "Léa", face("CK"), True, False, "entame"),
        TrickSlot(0, "Camille", face("C10"), False, False, ""),
        TrickSlot(1, "Jo", face("T21"), False, True, "maître"),
        TrickSlot(3, "Jean-Baptiste", face("EX"), False, False, ""),
    ),
    "Pli 3\u202f: Léa entame du roi de trèfle, Jo coupe du 21 d'atout et remporte le pli.",
)
LEGAL = "HQ H10 H7 H6 H2 EX"


PLAY = Question(
    kind="play",
    decision=6,
    duty="Il faut fournir à cœur, ou poser l'Excuse.",
    choices=card_choices(LEGAL),
    picker=None,
    slam_label="",
    handfuls=(),
    miseres=(),
    gaps=None,
    default_text="Sans réponse, le serveur jouera le 2 de cœur.",
)
RESULT = DealResult(
    number=2,
    headline="Léa réussit sa garde, de 6.",
    count="47 points pour 41, deux bouts.",
    lines=(
        ScoreLine("25 de base et 6 d'écart", "25 + 6", "31"),
        ScoreLine("Garde", "x 2", "62"),
        ScoreLine("Petit au bout", "10 x 2", "+20"),
        ScoreLine("Simple poignée", "20", "+20"),
        ScoreLine("Chaque défenseur", "", "-102"),
        ScoreLine("Léa", "3 x 102", "+306"),
    ),
    results=(
        ScoreResult(0, "Camille", -102, -246),
        ScoreResult(1, "Jo", -102, -168),
        ScoreResult(2, "Léa", 306, 504),
        ScoreResult(3, "Jean-Baptiste", -102, -90),
    ),
    hands=(
        ShownHand("Léa", (("Cœur", "R D 10"), ("Atout", "21 14 3")), faces("HK HQ H10 T21 T14 T3")),
        ShownHand("Chien", (("Carreau", "8 3"),), faces("D8 D3")),
    ),
    seed="5f" * 32,
)
TABLE = TablePage(
    public_id="sample",
    table_name="Les copains du jeudi",
    heading="Donne 3 sur 8, garde",
    end_line="",
    status="running",
    status_text="",
    reader=0,
    reader_name="Camille",
    turn_line="À vous de jouer.",
    deadline="avant samedi 5 décembre, 20\u202fh\u202f00 (heure de Paris)",
    due_at=None,
    contract_line="Léa prend\u202f: garde.",
    seats=SEATS,
    trick=TRICK,
    last_trick=LAST_TRICK,
    dog=faces("D8 D3 S5 HJ T6 T2"),
    discard=(),
    hand=hand(HAND, legal=LEGAL, refusal="Vous avez du cœur."),
    hand_count=18,
    piles=(),
    hand_facts="3 bouts, 6 atouts, 1 roi",
    story=STORY,
    question=PLAY,
    ended_deal=RESULT,
    deals=(),
    ranking=(),
    rules=("Fédération. Les règles de la Fédération française de tarot.",),
    fairness="Donne fixée avant la première carte. Empreinte\u202f: " + "5f" * 32,
    waiting_for=(),
)
BID = replace(
    TABLE,
    heading="Donne 3 sur 8",
    turn_line="À vous de parler.",
    contract_line="",
    seats=tuple(
        replace(seat, is_taker=False, tricks=0, bid=bid, badges=("donne",) if seat.is_me else ())
        for seat, bid in zip(SEATS, ("", "petite", "passe", "passe"), strict=True)
    ),
    trick=None,
    last_trick=None,
    dog=(),
    hand=hand(HAND),
    story=story(
        "Camille donne. Jo parle en premier.", "Jo dit petite.", "Léa passe.", "Jean-Baptiste passe.", new=3
    ),
    question=Question(
        "bid",
        5,
        "Jo a dit petite\u202f: montez ou passez.",
        (
            Choice(0, "Passer", "Passer", "", None),
            Choice(1, "Garde", "Dire\u202f: garde", "x 2", None),
            Choice(2, "Garde sans", "Dire\u202f: garde sans", "x 4", None),
            Choice(3, "Garde contre", "Dire\u202f: garde contre", "x 6", None),
        ),
        None,
        "",
        (),
        (),
        None,
        "Sans réponse, le serveur passera pour vous.",
    ),
)
DOG = "S2 D8 T19 T7 T5 T2"
DISCARD = replace(
    TABLE,
    turn_line="Faites votre écart\u202f: 6 cartes.",
    contract_line="Vous prenez\u202f: garde.",
    trick=None,
    last_trick=None,
    dog=faces(DOG),
    hand=hand(
        "SK SN S9 S4 S2 HQ H10 H7 H6 H2 CJ C3 D8 T21 T19 T17 T14 T9 T8 T7 T5 T2 T1 EX", dog=DOG, discard=True
    ),
    hand_count=24,
    question=Question(
        "prepare",
        6,
        "Posez six cartes à l'écart.",
        (),
        DiscardPicker(
            6,
            "Faites votre écart\u202f: 6 cartes.",
            ("Un roi ne s'écarte pas.", "Un bout ne s'écarte pas.", "Un atout ne s'écarte pas ici."),
            0,
            faces(DOG),
        ),
        "Annoncer le chelem (+400 réussi, -200 sinon)",
        (),
        (),
        None,
        "Sans réponse, le serveur écartera les cartes les plus faibles.",
    ),
)
HANDFUL = replace(
    TABLE,
    hand=hand(
        "SK S9 HQ H7 H6 D2 T21 T20 T18 T17 T15 T14 T12 T9 T8 T5 T1 EX",
        legal="HQ H7 H6 EX",
        refusal="Vous avez du cœur.",
    ),
    question=replace(
        PLAY,
        choices=card_choices("HQ H7 H6 EX"),
        handfuls=(
            HandfulLevel(
                "Simple poignée",
                10,
                "Montrez 10 de vos 11 atouts. L'Excuse montrée veut dire que vous n'en cachez aucun.",
                faces("T21 T20 T18 T17 T15 T14 T12 T9 T8 T5 T1 EX"),
                False,
            ),
        ),
    ),
)
WAITING = replace(
    TABLE, turn_line="Au tour de Jo.", question=None, hand=hand(HAND.replace(" H7", "")), hand_count=17
)
OVER = replace(
    TABLE,
    heading="Partie terminée, 3 donnes",
    status="over",
    status_text="La partie est terminée.",
    turn_line="",
    deadline="",
    trick=None,
    last_trick=None,
    dog=(),
    hand=(),
    hand_count=0,
    hand_facts="",
    question=None,
    deals=(RESULT,),
    ranking=(
        RankLine(1, "Léa", 504),
        RankLine(2, "Jean-Baptiste", -90),
        RankLine(3, "Jo", -168),
        RankLine(4, "Camille", -246),
    ),
)
WAITING_FOR_SEATS = replace(
    OVER,
    heading="La table se remplit",
    status="waiting",
    status_text="La première donne commence dès que chacun a pris sa place.",
    ended_deal=None,
    deals=(),
    ranking=(),
    story=(),
    contract_line="",
    waiting_for=("place 3", "place 4"),
)
SAMPLES = {
    "play": TABLE,
    "bid": BID,
    "discard": DISCARD,
    "handful": HANDFUL,
    "waiting": WAITING,
    "lead": replace(
        TABLE,
        trick=None,
        hand=hand(HAND, legal=HAND),
        question=replace(
            PLAY, duty="Vous entamez\u202f: jouez la carte que vous voulez.", choices=card_choices(HAND)
        ),
    ),
    "over": OVER,
    "seats": WAITING_FOR_SEATS,
}
