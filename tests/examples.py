"""On how many examples a property is tried: the number of the profile, or a share of it."""

from __future__ import annotations

from hypothesis import settings


def share_of_examples(parts: int) -> settings:
    """Settings for a property whose examples take `parts` times as long as others."""
    return settings(max_examples=max(1, settings().max_examples // parts))
