"""Text to surface tree.

In: a `Source`. Out: a `SourceUnit` and the syntax errors. Guarantee: never raises; after an
error reading goes on with the next statement, so that all errors of a text are found in one run.

    unit        = { statement } ;
    statement   = include | type | predicate | clock | override | exclusion | effect | rule
                | section ;
    section     = "@@[" clause { "," clause } "]" ;
    include     = ".include" string "." ;
    type        = annotations ".type" name [ "<" name ]
                  [ "=" "{" constant { "," constant } "}" ] "." ;
    predicate   = annotations ( ".decl" signature [ "breach" ] | ".state" signature modifiers
                  | ".happening" signature [ "chance" ] )
                  [ sentences [ "opposite" sentences ] ] "." ;
    sentences   = string { "|" string } ;
    clock       = annotations ".clock" name "begins" "with" atom { "," atom } "." ;
    signature   = name [ "(" [ column { "," column } ] ")" ] ;
    column      = [ "in" ] ( name | variable ) ":" name ;
    modifiers   = [ modifier { "," modifier } ] ;
    modifier    = "one" | "closed" | "open" | "default" | "fitting" | "concluded" ;
    override    = name "overrides" name "." ;
    exclusion   = atom "excludes" atom { "," atom } "." ;
    effect      = annotations atom ( ( "begins" | "ends" | "sets" | "causes" ) atom
                  [ ":-" body ] | "needs" body ) "." ;
    rule        = annotations head [ ":-" body ] "."
                | annotations "otherwise" head ":-" body "." ;
    head        = [ "neg" | "not" ] atom ;
    body        = condition { "," condition } ;
    condition   = literal | comparison | for_all | choice | extreme ;
    literal     = [ "not" ] [ "neg" ] ( atom | past | "may" atom ) ;
    past        = ( "happened" | "was" ) atom [ "since" name ] [ "at" ( variable | integer ) ] ;
    atom        = name [ "(" [ expression { "," expression } ] ")" ] ;
    for_all     = "forall" "{" variable { "," variable } ":" body "}" goal ;
    goal        = literal | comparison | choice ;
    choice      = "(" body { "or" body } ")" ;
    extreme     = ( "highest" | "lowest" ) "{" variable { "," variable }
                  "by" expression { "," expression } ":" body "}"
                | "only" "{" variable { "," variable } ":" body "}"
                | "rest" "{" variable ":" body "except" expression { "," expression } "}" ;
    comparison  = expression ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) expression ;
    expression  = product { ( "+" | "-" ) product } ;
    product     = factor { ( "*" | "//" | "%" ) factor } ;
    factor      = "-" factor | primary ;
    primary     = constant | variable | function | collection | "(" expression ")" ;
    function    = ( "min" | "max" ) "(" expression "," expression { "," expression } ")"
                | "abs" "(" expression ")" ;
    collection  = ( "count" | "sum" | "min" | "max" )
                  "{" expression { "," expression } ":" body "}" ;
    annotations = { "@[" clause { "," clause } "]" | "@id" "(" name ")"
                  | "@level" "(" name { "," name } ")" } ;
    constant    = name | [ "-" ] integer | string ;
    name        = "a".."z" { letter | digit | "_" } ;
    variable    = "A".."Z" { letter | digit | "_" } | "_" letter { letter | digit | "_" } | "_" ;
    integer     = digit { digit } ;
    string      = '"' { character | escape } '"' ;
    escape      = "\\n" | "\\t" | "\\r" | "\\"" | "\\\\" | "\\u{" hex { hex } "}" ;
    clause      = { letter | digit | "_" | "-" | "." | "/" } ;

`%` begins a comment, `%%%` a doc comment for the statement on the next line. The words `not`,
`neg`, `forall`, `min`, `max` and `abs` are no names.
"""

from __future__ import annotations

from rulings.language.catalogue import diagnose
from rulings.language.conditions import atom, body
from rulings.language.cursor import Cursor, Misread
from rulings.language.declarations import (
    EFFECTS,
    citation,
    directive,
    effect,
    exclusion,
    override,
    read_annotations,
)
from rulings.language.diagnostics import Diagnostic
from rulings.language.fact_lines import FactTable
from rulings.language.lexer import MAX_PROBLEMS, tokenize
from rulings.language.source import Source, Span
from rulings.language.syntax import (
    NO_ANNOTATIONS,
    Annotations,
    CitationStatement,
    ClockStatement,
    Comment,
    EffectStatement,
    ExclusionStatement,
    IncludeStatement,
    OverrideStatement,
    RuleStatement,
    SourceUnit,
    Statement,
    SurfaceCondition,
)
from rulings.records import replace


def parse(source: Source) -> tuple[SourceUnit, list[Diagnostic]]:
    """Parse a whole text."""
    facts = FactTable(source)
    statements: list[Statement] = []
    comments: list[Comment] = []
    problems: list[Diagnostic] = []
    text = source.text
    # A byte order mark is no part of the text, but offsets count it.
    position = 1 if text.startswith("\ufeff") else 0
    before: Statement | None = None
    section: Annotations | None = None
    while position < len(text):
        begin = position
        position = facts.read(position)
        if position != begin:
            before = None
        tokens = tokenize(source, position)
        problems += tokens.problems
        position = tokens.next
        if tokens.kinds:
            doc, free = _doc_comment(text, tokens.comments, tokens.starts[0])
            comments += free
            if tokens.broken:
                continue
            cursor = Cursor.over(source, tokens)
            try:
                statement = _statement(cursor, doc, facts, problems)
                if isinstance(statement, CitationStatement):
                    section = Annotations(statement.clauses, of_section=True)
                elif section is not None:
                    statement = _cited(statement, section)
                if doc and getattr(statement, "doc", "") != doc:
                    # What stands before a fact or a citation is a comment like others.
                    comments += _all_but(free, tokens.comments)
                before = _placed(statement, before) if statement is not None else None
            except Misread as misread:
                problems.append(misread.diagnostic)
                position = misread.resume or position
            else:
                statements += () if before is None else (before,)
                position = cursor.resume or position
        else:
            comments += [Comment(comment, start) for start, comment in tokens.comments]
        if len(problems) > MAX_PROBLEMS:
            del problems[MAX_PROBLEMS:]
            problems.append(
                diagnose("RUL005", Span(source, position, position), limit=MAX_PROBLEMS)
            )
            break
    return SourceUnit(source, tuple(statements), facts.finish(), tuple(comments)), problems


def parse_query(source: Source) -> tuple[tuple[SurfaceCondition, ...], list[Diagnostic]]:
    """Parse the conditions of a question; a leading `?-` and the full stop may be left out."""
    text = source.text
    blank = len(text) - len(text.lstrip())
    tokens = tokenize(source, blank + 2 if text[blank:].startswith("?-") else blank)
    problems = tokens.problems
    either = next((one.span for one in problems if one.span and one.span.text == ";"), None)
    if either is not None:
        return (), [diagnose("RUL129", either)]
    if tokens.broken:
        return (), problems
    if not tokens.kinds:
        tokens.starts = []
    cursor = Cursor.over(source, tokens)
    try:
        found = body(cursor)
        if not cursor.take("stop") and cursor.kind:
            if cursor.text == "or":
                raise cursor.problem("RUL129", cursor.here())
            raise cursor.misread("`.`", "after the question")
        if cursor.kind or text[tokens.next :].strip():
            place = cursor.start if cursor.kind else tokens.next
            raise cursor.problem(
                "RUL101",
                Span(source, place, min(place + 20, len(text))),
                found=text[place : place + 20].strip(),
                expected="nothing",
                where="after the question",
            )
    except Misread as misread:
        return (), [*problems, *cursor.problems, misread.diagnostic]
    return found, [*problems, *cursor.problems]


def _statement(
    cursor: Cursor, doc: str, facts: FactTable, problems: list[Diagnostic]
) -> Statement | None:
    """Read one statement; a plain fact goes into `facts`."""
    try:
        noted = (
            read_annotations(cursor) if cursor.kind in ("clauses", "annotation") else NO_ANNOTATIONS
        )
        if cursor.kind == "section":
            statement: Statement = citation(cursor)
        elif cursor.kind == "directive":
            statement = directive(cursor, noted, doc)
        elif cursor.kind == "name" and cursor.texts[cursor.index + 1] == "overrides":
            statement = override(cursor)
        else:
            statement = _rule(cursor, noted, doc)
        if noted is not NO_ANNOTATIONS and isinstance(
            statement, (IncludeStatement, OverrideStatement, ExclusionStatement)
        ):
            raise cursor.problem("RUL118", statement.span)
    finally:
        problems += cursor.problems
    if isinstance(statement, RuleStatement):
        head, span = statement.head, statement.span
        if statement == RuleStatement(head, ()) and facts.add(head, span):
            return None
    return statement


def _cited(statement: Statement | None, section: Annotations) -> Statement | None:
    """Return a rule that cites nothing with the clauses of the section in which it stands."""
    if isinstance(statement, ClockStatement | EffectStatement) or (
        isinstance(statement, RuleStatement) and (statement.body or statement.against)
    ):
        noted = statement.annotations
        if not noted.clauses:
            noted = replace(noted, clauses=section.clauses, of_section=True)
            return replace(statement, annotations=noted)
    return statement


def _placed(statement: Statement, before: Statement | None) -> Statement:
    """Put a rule that says `otherwise` behind the rule before it, for the same predicate."""
    if not isinstance(statement, RuleStatement) or not statement.otherwise:
        return statement
    head = statement.head
    if (
        not isinstance(before, RuleStatement)
        or before.head.predicate != head.predicate
        or not before.body
    ):
        found = diagnose("RUL130", statement.span, name=head.predicate)
        raise Misread(found)
    if statement.against or before.against or not head.arguments:
        raise Misread(diagnose("RUL131", statement.span, name=head.predicate))
    return replace(statement, chain=before.chain if before.otherwise else before.span.start)


def _rule(
    cursor: Cursor, noted: Annotations, doc: str
) -> RuleStatement | ExclusionStatement | EffectStatement:
    """[ "otherwise" ] head [ ":-" body ], or what excludes another or is said of a happening"""
    otherwise = cursor.text == "otherwise" and cursor.kinds[cursor.index + 1] == "name"
    cursor.index += otherwise
    word = cursor.text if cursor.kind == "name" else ""
    word_denies = word in ("not", "neg")
    cursor.index += word_denies
    head = atom(cursor)
    plain = not word_denies and not otherwise
    if plain and cursor.kind == "name" and cursor.text == "excludes":
        return exclusion(cursor, head)
    if plain and cursor.text in EFFECTS and not cursor.begins_line():
        return effect(cursor, head, noted, doc)
    conditions = body(cursor) if cursor.take(":-") else ()
    if word == "not" and conditions:
        raise cursor.problem("RUL119", head.span)
    against, denial = word == "neg", word == "not"
    if otherwise and not conditions:
        raise cursor.misread("`:-`", "after the head of an `otherwise` rule")
    span = cursor.finish()
    return RuleStatement(
        head, conditions, against, denial, doc, noted, cursor.anonymous, span, otherwise=otherwise
    )


def _all_but(some: list[Comment], comments: list[tuple[int, str]]) -> list[Comment]:
    known = {one.start for one in some}
    return [Comment(text, start) for start, text in comments if start not in known]


def _doc_comment(
    text: str, comments: list[tuple[int, str]], start: int
) -> tuple[str, list[Comment]]:
    """Split the comments of a statement into its doc comment and the others.

    The doc comment is the block of `%%%` lines that ends on the line before the statement.
    """
    lines: list[str] = []
    first = len(comments)
    while first and comments[first - 1][0] > start:
        first -= 1
    last = first
    below = start
    while first:
        place, comment = comments[first - 1]
        gap = text[place + len(comment) : below]
        if not comment.startswith("%%%") or gap.count("\n") != 1:
            break
        if text[text.rfind("\n", 0, place) + 1 : place].strip(" \t\ufeff"):
            break
        lines.append(comment[3:].strip())
        below = place
        first -= 1
    free = [*comments[:first], *comments[last:]]
    return "\n".join(reversed(lines)), [Comment(comment, place) for place, comment in free]
