"""`--cluster`: the machines of a Dask cluster do the work of a command."""

from __future__ import annotations

import argparse
import contextlib
import logging
from collections.abc import Iterator
from concurrent.futures import Executor

from ...interpreter.extras import needed
from .console import BAD_USAGE, Console, RefusedError

CONNECT = 10
"""The number of seconds for which a command tries to reach a cluster."""


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """--cluster."""
    parser.add_argument(
        "--cluster",
        metavar="local|ADDRESS",
        help="let a Dask cluster do the work: a new one on this machine (with --processes workers), or the one whose "
        "scheduler is at this address, such as tcp://192.168.0.9:8786 (needs the extra dask)",
    )


@contextlib.contextmanager
def working(args: argparse.Namespace, console: Console) -> Iterator[tuple[Executor | None, int]]:
    """The executor of the cluster and the number of its workers; no executor, and --processes, without --cluster.

    Raises `MissingExtraError` without the library, and `RefusedError` if the cluster cannot be reached.
    """
    if args.cluster is None:
        yield None, args.processes
        return
    distributed = needed("distributed", "dask")
    with contextlib.ExitStack() as stack:
        try:
            if args.cluster == "local":
                cluster = distributed.LocalCluster(
                    n_workers=args.processes,
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
                client = distributed.Client(stack.enter_context(cluster))
            else:
                client = distributed.Client(args.cluster, timeout=CONNECT)
            stack.enter_context(client)
            workers = sum(client.nthreads().values())
            if not workers:
                raise OSError("it has no workers")
        except (OSError, ValueError, TypeError, RuntimeError) as error:  # also what a bad address raises
            why = str(error) or type(error).__name__
            console.remark(f"rulewright: the cluster {args.cluster} cannot be used: {why}")
            raise RefusedError(BAD_USAGE) from None
        yield client.get_executor(), workers
