#!/usr/bin/env python3
"""Prices of roses.

Used by the shop.
"""
import sys

LIMIT = 10
NAMES = {
    "a": 1,
}


# Comments right above belong to what follows.
@cached
def price(name):
    """One rose's price."""

    if name in NAMES:
        return NAMES[name]
    else:
        return LIMIT
class Shop:
    def sell(self):
        pass


if __name__ == "__main__":
    price(sys.argv[1])
