"""What a mail server means by a refusal (RFC 5321 §4.2, RFC 3463): the address, the message, or ourselves.

An address is given up only where the server says that it does not exist. Whatever may be the operator's
affair (sign-in, relaying, lists of senders, quotas) or pass by itself (a full mailbox) is tried again: a mail
tried once too often harms nobody, a player suspended for somebody else's fault does.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final


class Meaning(Enum):
    """What follows from an answer."""

    RETRY = "later, or once the operator has mended it"
    FINAL = "this message is not wanted"
    NO_SUCH_ADDRESS = "this address does not exist"


_DETAIL: Final = re.compile(r"(?<!\d)(?<!\d\.)([45])\.(\d{1,3}\.\d{1,3})(?!\.?\d)")
"""The first enhanced status code of a text: class, then subject and detail. Four numbers are a host."""
_ABOUT_ADDRESS: Final = frozenset({"1.1", "1.2", "1.3", "1.6", "1.10", "2.1"})
"""No such mailbox, host or syntax; moved away; a host that takes no mail; a mailbox that was closed. 1.7 and
1.8 speak of the sender.
"""
_SAYS_NOTHING: Final = frozenset({"0.0", "1.0"})
_ABOUT_CONTENT: Final = "6."
_ADDRESS_CODES: Final = frozenset({550, 551, 553})
_NOBODY_THERE: Final = re.compile(
    r"\b(unknown|no such (user|mailbox|address|recipient|person|account)|(not|n't) exist|not found"
    r"|user not local|no (mailbox|user|account) (here|by that name)|unroute?able"
    r"|invalid (recipient|mailbox|user|address)"
    r"|(recipient|user|mailbox|address|account) (address )?(is |was |has been )?"
    r"(rejected|invalid|unknown|disabled|inactive|closed|unavailable|not (valid|found|known|accepted))"
    r"|not a (valid|known) (user|mailbox|recipient|address)|validrcptto)\b",
    re.IGNORECASE,
)
"""How servers without enhanced codes say that the mailbox is not there. Any other words may mean anything."""
_OTHER_CAUSES: Final = re.compile(
    r"\b(auth\w*|relay\w*|rcpthosts|block\w*|black\w*|rbls?|dns?bls?|spam\w*|polic\w*|denied|reputation"
    r"|limit\w*|quotas?|full|exceed\w*|storage|sender|spf|dkim|dmarc|banned|too many|try again|later|grey\w*"
    r"|tls|ssl|not (allowed|permitted)|prohibited)\b",
    re.IGNORECASE,
)


def meaning_of(code: int, text: str, *, of_recipient: bool) -> Meaning:
    """The meaning of a refusal, without the address in its text.

    ``of_recipient``: the server refused RCPT, else it refused the message itself. Every message has one
    recipient, so "no such mailbox" may come after either.
    """
    detail = _DETAIL.search(text)
    if code < 500 or (detail is not None and detail[1] == "4"):
        return Meaning.RETRY
    if detail is not None and detail[2].startswith(_ABOUT_CONTENT):
        return Meaning.FINAL
    says_so, has_other_cause = bool(_NOBODY_THERE.search(text)), bool(_OTHER_CAUSES.search(text))
    if detail is None or detail[2] in _SAYS_NOTHING:
        is_gone = of_recipient and code in _ADDRESS_CODES and says_so and not has_other_cause
    else:
        is_gone = detail[2] in _ABOUT_ADDRESS and (says_so or not has_other_cause)
    return Meaning.NO_SUCH_ADDRESS if is_gone else Meaning.RETRY
