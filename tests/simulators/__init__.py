"""Small simulators of games, each written from the printed rules alone: what `rulings` plays is compared with them."""
