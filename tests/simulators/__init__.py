"""Games written a second time from their printed rules alone, and played beside the engine."""
