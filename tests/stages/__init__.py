"""Minutes of checking that follow the tests in `.ci/run`: name this folder to run them."""
