"""A chat bot for a table: each channel has its conversation, each author a name.

Run `python chat_bot.py` and type lines such as `Ana: I have 12 coins.`; a bot of a chat service
calls `ChatBot.reply` with what it receives and sends back what it returns.
"""

from __future__ import annotations

import sys

from rulings import Cancelled, Conversation, OutOfTime, Rulebook, RulingsError, TurnKind

SECONDS = 5.0


class ChatBot:
    """Answers in many channels; what one channel says changes no other."""

    def __init__(self, game: str = "unfair") -> None:
        self.book = Rulebook.load(game)
        self.talks: dict[str, Conversation] = {}

    def reply(self, channel: str, author: str, message: str) -> str:
        """Return what to send to a channel, empty for nothing."""
        talk = self.talks.get(channel) or Conversation(self.book.table())
        try:
            turn = talk.say(message, speaker=author, timeout=SECONDS, max_rows=500_000)
        except (OutOfTime, Cancelled):
            return "That took too long, so there is no answer."
        except RulingsError as problem:  # more rows than allowed
            return problem.diagnostics[0].message
        self.talks[channel] = turn.conversation
        if turn.kind is TurnKind.ANSWERED and turn.answer is not None:
            return turn.answer.render("markdown", brief=True)
        return turn.render()


def main() -> None:
    """Talk over standard input and output."""
    bot = ChatBot()
    for line in sys.stdin:
        author, colon, message = line.partition(":")
        print(bot.reply("here", author.strip() if colon else "", message if colon else line))


if __name__ == "__main__":
    main()
