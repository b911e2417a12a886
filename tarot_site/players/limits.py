"""The counters that limit sign-in are forgotten once they count no more: some name the machine that asked."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from .models import RateCounter


def forget_counters(now: datetime) -> Counter[str]:
    """Delete those that are over at ``now``; how many."""
    return +Counter(counters=RateCounter.objects.filter(expires__lt=now).delete()[0])
