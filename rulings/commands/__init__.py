"""One module for each subcommand of `rulings`: `configure` its parser, `run` it."""
