"""Reports as pages that stand by themselves.

In: a title and what stands below it, as HTML. Out: a page. Guarantee: it needs no script and no
network; the title is escaped.
"""

from __future__ import annotations

from html import escape

from rulings.doors.incoming import shipped_text


def report_page(kind: str, title: str, body: str) -> str:
    """Return the page of a report of some kind, by which its style knows it."""
    shown, style = escape(title), shipped_text("rulings.quality", "report_page.css")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{shown}</title>\n<style>\n{style}</style>\n</head>\n"
        f'<body class="{kind}">\n<h1>{shown}</h1>\n{body}</body>\n</html>\n'
    )
