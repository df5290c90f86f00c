"""From an understood question to an answer.

`book` and `loading` load a rulebook, `evaluation` keeps the models of its tables, `goal` and
`sentences` turn questions into bodies, `inquiry` and `verdict` decide them, `evidence` and
`wording` say why, `answer` is what comes out; `standalone` evaluates programs without a game.
"""
