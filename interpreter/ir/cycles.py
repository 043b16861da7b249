"""Cycles of graphs, without recursion, since graphs of blocks and of procedures may be deep.

A graph maps each node to its successors; a node that is not a key has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

Graph = Mapping[int, Iterable[int]]


def reachable(graph: Graph, starts: Iterable[int]) -> set[int]:
    """The nodes that can be reached from the given nodes, including those."""
    found: set[int] = set()
    waiting = list(starts)
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += graph.get(node, ())
    return found


def callees_first(graph: Graph) -> list[int]:
    """The nodes, each after all its successors; within a cycle, in any order."""
    found: list[int] = []
    seen: set[int] = set()
    for root in graph:
        if root in seen:
            continue
        seen.add(root)
        path: list[tuple[int, Iterator[int]]] = [(root, iter(graph[root]))]
        while path:
            node, ways = path[-1]
            target = next((one for one in ways if one in graph and one not in seen), None)
            if target is None:
                found.append(node)
                path.pop()
            else:
                seen.add(target)
                path.append((target, iter(graph[target])))
    return found


def components(graph: Graph) -> list[list[int]]:
    """The strongly connected components that contain a cycle, each ascending."""
    back: dict[int, list[int]] = {node: [] for node in graph}
    for node, targets in graph.items():
        for target in targets:
            back[target].append(node)
    seen: set[int] = set()
    found = []
    for root in reversed(callees_first(graph)):
        waiting, members = [root], []
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen.add(node)
                members.append(node)
                waiting += back[node]
        if len(members) > 1 or (members and root in graph[root]):
            found.append(sorted(members))
    return found


def entered_again(graph: Graph, component: Iterable[int]) -> list[int]:
    """Nodes of a component, ascending, such that every cycle in it passes through at least one of them."""
    inside = set(component)
    done: set[int] = set()
    found: set[int] = set()
    for root in sorted(inside):
        if root in done:
            continue
        path = [(root, iter(graph[root]))]
        above = {root}
        while path:
            node, ways = path[-1]
            target = next((one for one in ways if one in inside and one not in done), None)
            if target is None:
                done.add(node)
                above.discard(node)
                path.pop()
            elif target in above:
                found.add(target)
            else:
                above.add(target)
                path.append((target, iter(graph[target])))
    return sorted(found)
