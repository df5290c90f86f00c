"""The rule language: text to checked programs.

`files.load` reads a file or a text. Its steps are `parse.parse`, `check.check` and, for printing,
`format.format_unit`.
"""
