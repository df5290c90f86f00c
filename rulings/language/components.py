"""What nodes reach, and the strongly connected components of it.

In: nodes, and what each depends on. Out: the nodes that they reach, a way to one, or the components
of these, each after those it depends on. Guarantee: every reached node is there once, or stands in
one component; the order follows from that of the nodes alone. Algorithm: R. Tarjan, "Depth-first
search and linear graph algorithms", SIAM J. Comput. 1(2), 1972, made iterative.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def reached(roots: Iterable[Node], below: Callable[[Node], Iterable[Node]]) -> Iterator[Node]:
    """Yield `roots` and all that they reach."""
    known = dict.fromkeys(roots)
    waiting = list(known)
    while waiting:
        node = waiting.pop()
        yield node
        for other in below(node):
            if other not in known:
                known[other] = None
                waiting.append(other)


def way(start: Node, goal: Node, below: Callable[[Node], Iterable[Node]]) -> list[Node]:
    """Return the nodes of a shortest way to a node that is reached, which is left out itself."""
    before: dict[Node, Node] = {}
    waiting = deque([start])
    while goal not in before:
        node = waiting.popleft()
        for other in below(node):
            if other not in before:
                before[other] = node
                waiting.append(other)
    found = [before[goal]]
    while found[-1] != start:
        found.append(before[found[-1]])
    return found[::-1]


def circles(roots: Iterable[Node], below: Callable[[Node], Iterable[Node]]) -> Iterator[list[Node]]:
    """Yield a circle of each component that has one."""
    for component in components(roots, below):
        first = component[-1]
        if len(component) > 1 or first in below(first):
            yield way(first, first, below)


def components(
    roots: Iterable[Node], below: Callable[[Node], Iterable[Node]]
) -> Iterator[list[Node]]:
    """Yield the strongly connected components that `roots` reach, lowest first."""
    order: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack: list[Node] = []
    closed: set[Node] = set()
    for root in roots:
        if root in order:
            continue
        work: list[tuple[Node, Iterator[Node]]] = []
        entering: Node | None = root
        while work or entering is not None:
            if entering is not None:
                order[entering] = low[entering] = len(order)
                stack.append(entering)
                work.append((entering, iter(below(entering))))
                entering = None
            node, targets = work[-1]
            for target in targets:
                if target not in order:
                    entering = target
                    break
                if target not in closed:
                    low[node] = min(low[node], order[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    component = [stack.pop()]
                    while component[-1] != node:
                        component.append(stack.pop())
                    closed.update(component)
                    yield component
