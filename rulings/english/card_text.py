"""What is printed on something: "My card says: Gain 2 coins. Draw a card."

In: the tokens of a line and its text. Out: the tokens, the printed words as one quoted token.
Guarantee: what follows "says:" to the end of the line, or to the question at its end, is a text
and not a sentence about the table; a text that stands in quotes is left as it is. A rulebook with a
type `text` reads texts part by part instead, also those in quotes.
"""

from __future__ import annotations

from rulings.english.words import Token

_TELLING = frozenset(("say", "read", "text", "state"))
_GIVING = frozenset(("with", "that", "which", "give", "gave", "grant", "let", "tell", "told"))


def with_card_text(tokens: tuple[Token, ...], text: str) -> tuple[Token, ...]:
    """Return the tokens with what stands behind "says:" as one of them."""
    for index, token in enumerate(tokens[:-1]):
        if ":" not in token.after or token.key not in _TELLING or token.quoted:
            continue
        begin, end = index + 1, _end(tokens, index + 1, text)
        if tokens[begin].quoted or end == begin:
            return tokens
        start, stop = text.index(":", token.end) + 1, tokens[end - 1].end
        said = text[start:stop].strip()
        printed = Token(said, said, start, stop, after=tokens[end - 1].after, quoted=True)
        return (*tokens[:begin], printed, *tokens[end:])
    return tokens


def _end(tokens: tuple[Token, ...], begin: int, text: str) -> int:
    """Return where the printed words end: at the last full stop of a line that asks."""
    if not text.rstrip().endswith("?"):
        return len(tokens)
    ends = [i + 1 for i in range(begin, len(tokens) - 1) if "." in tokens[i].after]
    return ends[-1] if ends else len(tokens)
