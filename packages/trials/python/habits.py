"""What a service may do one way or the other. Each is right by the description, which says nothing of it."""

from dataclasses import dataclass


@dataclass
class Habits:
    # Everything that takes time takes that many times less of it.
    pace: int = 1
    # Requests are carried out that may be refused: to cancel a restore that is done, to delete a snapshot that is being
    # taken, to add a bucket a second time, to migrate from a source without a project, to use a region of another name.
    obliging: bool = False
    # The other choice, wherever there are two.
    contrary: bool = False


HABITS = Habits()


def either(usual, contrary):
    return contrary if HABITS.contrary else usual
