"""The logic kernel: what rules mean, whoever evaluates, explains or searches on them.

A rule body is a list of conditions; each module answers one question about them.

- `binders`: which variables occur where, and what binds them.
- `lowering`: denials, overrides, aggregates and `forall` become plain rules with `not`, over the
  predicates of `rulings.language.predicates`; `lowered` holds the types, `inputs` the guards for
  `in` columns. The engine lowers whole programs; `unfolding` lowers what one question reaches.
- `graph`: what depends on what.
- `ordering`: in which order conditions are met, by a cost that the caller passes in.
- `matching`: terms against rows and terms; `calculation`: arithmetic and order; `totals`:
  aggregates.
- `solving`: every way to satisfy conditions over `Rows`; `bounds`: what surely or possibly holds
  as such rows.
- `domains`: the values of a sort; `completion`: what a table that says nothing leaves false,
  assumed or unknown.
"""
