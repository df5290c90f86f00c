"""A rulebook as a static page that answers by itself: the engine runs in the browser."""
