"""What is offered is to be paid."""

from __future__ import annotations

from dunerules.classic.deals import DealOffered, Deals
from dunerules.rules import Write, reducer


@reducer(DealOffered)
def break_it(write: Write, event: DealOffered) -> None:
    write(Deals).unpaid += (event.number,)
