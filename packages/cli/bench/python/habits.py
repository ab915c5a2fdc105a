"""What a service may do one way or the other. Each is right by the description, which says nothing of it."""

from dataclasses import dataclass


@dataclass
class Habits:
    # Everything that takes time takes that many times less of it.
    pace: int = 1
    # Requests are carried out that may be refused for what a record or its surroundings are like.
    obliging: bool = False
    # The other choice, wherever there are two.
    contrary: bool = False


HABITS = Habits()


def either(usual, contrary):
    return contrary if HABITS.contrary else usual
