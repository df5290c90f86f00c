"""Small simulators of games, written from the printed rules alone; what is played is compared."""
