"""A page of one's own: a table and a question in a form, the answer with its proof below.

Run `python browser_page.py` and open http://127.0.0.1:8080; another web framework calls
`answered` in its own view.
"""

from __future__ import annotations

from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

from rulings import OutOfTime, Rulebook, RulingsError

SECONDS = 5.0
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>
<body><h1>{title}</h1><form>
<p><label>The table, a sentence a line:<br>
<textarea name="table" rows="6" cols="60">{table}</textarea></label></p>
<p><label>Your question: <input name="ask" size="60" value="{asked}"></label>
<button>Ask</button></p>
</form>
{found}
</body></html>
"""


def answered(book: Rulebook, table: str, asked: str) -> str:
    """Return the page with what a table and a question come to."""
    found = ""
    if asked:
        try:
            answer = book.table(table.splitlines(), timeout=SECONDS).ask(asked, timeout=SECONDS)
            # A document of its own, with its style and script, which reach nothing around it.
            shown = escape(answer.render("html"))
            frame = 'title="The answer" width="100%" height="600" sandbox="allow-scripts"'
            found = f'<iframe {frame} srcdoc="{shown}"></iframe>'
        except OutOfTime:
            found = "<p>That took too long, so there is no answer.</p>"
        except RulingsError as problem:
            found = "".join(f"<p>{escape(str(one.message))}</p>" for one in problem.diagnostics)
            offers = [offer for one in problem.diagnostics for offer in one.suggestions]
            found += "".join(_link(table, offer) for offer in offers)
    told = {"table": table, "asked": asked, "title": book.title}
    return PAGE.format(found=found, **{name: escape(text) for name, text in told.items()})


def _link(table: str, offer: str) -> str:
    address = escape("?" + urlencode({"table": table, "ask": offer}))
    return f'<p>Do you mean <a href="{address}">{escape(offer)}</a></p>'


def serve(book: Rulebook, port: int = 8080) -> None:
    """Answer one's own browser until Ctrl-C."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            query = parse_qs(urlsplit(self.path).query)
            table, asked = (query.get(name, [""])[0] for name in ("table", "ask"))
            page = answered(book, table, asked).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

    ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()


if __name__ == "__main__":
    serve(Rulebook.load("unfair"))
