"""The seed chain, the commitment and the deal drawn from it, against a second, naive writing."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from tarot_engine import CHAIN_LENGTH, FULL_PACK, PACK, CardSet, Hand, Ruleset, SeedChain, StackedDeal
from tarot_engine.dealing import deal_out
from tarot_engine.shuffle import below

LAST = bytes(range(32))
WORDS = ("lune", "", "été", "42")


def naive_stream(k: int, purpose: str, length: int, game_id: str = "game") -> list[int]:
    seed, words = naive_seed(k), WORDS
    block = b"pli/1|" + game_id.encode() + b"|" + str(k).encode() + b"|"
    for word in words:
        block += bytes([len(word.encode())]) + word.encode()
    block += b"|" + purpose.encode() + b"|"
    out: list[int] = []
    counter = 0
    while len(out) < length:
        digest = hmac.new(seed, block + str(counter).encode(), hashlib.sha256).digest()
        out += [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
        counter += 1
    return out


def naive_seed(k: int) -> bytes:
    seed = LAST
    for _ in range(256 - k):
        seed = hashlib.sha256(seed).digest()
    return seed


def naive_shuffle(items: list[str], stream: list[int]) -> list[str]:
    items, numbers = list(items), iter(stream)
    for i in range(len(items) - 1, 0, -1):
        bound = i + 1
        number = next(n for n in numbers if n < 2**32 // bound * bound)
        items[i], items[number % bound] = items[number % bound], items[i]
    return items


def test_the_commitment_is_the_hash_of_the_first_seed() -> None:
    chain = SeedChain("game", LAST)
    assert chain.commitment.digest == hashlib.sha256(naive_seed(1)).hexdigest()
    assert chain.commitment.game_id == "game"


def test_each_seed_hashes_to_the_one_before() -> None:
    chain = SeedChain("game", LAST)
    for k in range(2, 12):
        assert hashlib.sha256(bytes.fromhex(chain.seed(k))).hexdigest() == chain.seed(k - 1)
    assert chain.seed(CHAIN_LENGTH) == LAST.hex()


def test_the_chain_ends() -> None:
    with pytest.raises(ValueError, match="used up"):
        SeedChain("game", LAST).seed(257)


@pytest.mark.parametrize("k", [1, 2, 9])
def test_the_pack_is_the_one_described(k: int) -> None:
    codes = [card.code for card in PACK]
    expected = naive_shuffle(codes, naive_stream(k, "deck", 200))
    assert [card.code for card in SeedChain("game", LAST).pack(k, WORDS)] == expected


def test_cut_gaps_and_first_dealer_are_the_ones_described() -> None:
    chain, layout = SeedChain("game", LAST), Ruleset.fft(4).layout
    cut = naive_stream(3, "cut", 8)[0] % 71 + 4
    assert chain.cut(3, WORDS) == cut
    places = naive_shuffle([str(g) for g in range(1, 24)], naive_stream(3, "gaps", 40))
    assert list(chain.gaps(3, WORDS, layout)) == sorted(int(place) for place in places[:6])
    assert chain.first_dealer(WORDS) == naive_stream(1, "dealer", 8)[0] % 4


def test_known_answer() -> None:
    """A fixed vector: it must never change, or revealed seeds of old games would not check any more."""
    chain = SeedChain("vector", LAST)
    assert chain.commitment.digest == "8814420b5e0dfb13cdf4b48ef3daab3ed27ea1ee75d0b586d6e8cd0a5970de49"
    codes = " ".join(card.code for card in chain.pack(1, WORDS)[:12])
    assert codes == "DQ C8 D3 T12 CJ H5 HN D8 S10 DJ CK S2"
    assert chain.cut(1, WORDS) == 45
    assert chain.gaps(1, WORDS, Ruleset.fft(4).layout) == (2, 3, 5, 10, 13, 20)
    assert chain.first_dealer(WORDS) == 0


def test_words_and_game_change_the_deal() -> None:
    packs = {
        SeedChain(game, LAST).pack(1, words)
        for game in ("a", "b")
        for words in (WORDS, ("lune", "", "été", "43"), ("", "lune", "été", "42"), ("lun", "e", "été", "42"))
    }
    assert len(packs) == 8


def test_numbers_are_drawn_again_rather_than_biased() -> None:
    top = 2**32 // 3 * 3
    assert below(iter([top, 2**32 - 1, 5]), 3) == 2


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_dealing_by_packets_with_single_cards_to_the_dog(seats: int) -> None:
    layout = Ruleset.fft(seats).layout
    gaps = tuple(range(2, 2 + layout.dog))
    dealt = deal_out(PACK, 10, gaps, layout, seats, dealer=1)
    hands, dog = sets(dealt.hands), sets((dealt.dog,))[0]
    cut = PACK[10:] + PACK[:10]
    right = 2 % seats
    assert CardSet.from_cards(cut[: layout.packet]) <= hands[right]
    assert cut[2 * layout.packet] in dog
    assert cut[0] not in dog
    assert cut[-1] in hands[1], "the last packet is the dealer's"
    assert [len(hand) for hand in hands] == [layout.hand] * seats
    assert len(dog) == layout.dog
    assert sum(hand.mask for hand in hands) + dog.mask == FULL_PACK.mask
    assert dealt.piles == ()


def sets(hands: tuple[Hand, ...]) -> list[CardSet]:
    assert all(isinstance(hand, CardSet) for hand in hands)
    return [hand for hand in hands if isinstance(hand, CardSet)]


def test_dealing_for_two_covered_then_face_up_then_the_hand() -> None:
    """Each seat's packets of three: twelve covered cards, twelve on them, twelve in hand (rules §14)."""
    layout = Ruleset.fft(2).layout
    dealt = deal_out(PACK, 0, (1, 2, 3, 4, 5, 23), layout, 2, dealer=1)
    hands, piles = sets(dealt.hands), dealt.piles
    assert [len(hand) for hand in hands] == [12, 12]
    assert piles[0].covered == (*PACK[0:3], *PACK[8:11], *PACK[16:19], *PACK[23:26])
    assert piles[1].covered == (*PACK[4:7], *PACK[12:15], *PACK[20:23], *PACK[26:29])
    assert piles[0].face_up[:3] == PACK[29:32]
    assert hands[0] == CardSet.from_cards([*PACK[53:56], *PACK[59:62], *PACK[65:68], *PACK[71:74]])
    assert dealt.dog == CardSet.from_cards([PACK[3], PACK[7], PACK[11], PACK[15], PACK[19], PACK[74]])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("dealer", [0, 1])
def test_a_stacked_deal_gives_what_was_asked(seats: int, dealer: int) -> None:
    layout = Ruleset.fft(seats).layout
    pack, gaps = SeedChain("x", LAST).pack(1, WORDS), tuple(range(3, 3 + layout.dog))
    dealt = deal_out(pack, 30, gaps, layout, seats, 1)
    for places in (None, (seats,) * 3 + (2 * seats,) * (layout.dog - 3)):
        secret = StackedDeal(sets(dealt.hands), sets((dealt.dog,))[0], dealer, layout, dealt.piles, places)
        gaps = secret.gaps(1, (), layout)
        assert deal_out(secret.pack(1, ()), secret.cut(1, ()), gaps, layout, seats, dealer) == dealt


def test_every_card_comes_at_every_place() -> None:
    first = Counter(SeedChain(f"g{i}", LAST).pack(1, ())[0] for i in range(2000))
    assert len(first) == 78
    chi2 = sum((count - 2000 / 78) ** 2 / (2000 / 78) for count in first.values())
    assert chi2 < 130, "77 degrees of freedom: above 130 once in 10,000"


def test_the_last_seed_is_not_shown() -> None:
    assert LAST.hex() not in repr(SeedChain("game", LAST))
    assert "\\x01" not in repr(SeedChain("game", LAST))
