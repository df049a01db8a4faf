"""Choices without a reason of their own: the same for the same words, on every machine."""

import hashlib


def draw(*words):
    """A big number that depends on the words alone."""
    text = "/".join(str(word) for word in words)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
