"""A Dask cluster for tests: its workers are threads of this process and start at once."""

import logging

from distributed import LocalCluster


def thread_cluster(workers=2, **options):
    """Use it in a `with` statement; commands find it at its `scheduler_address`. The options are those of its workers."""
    return LocalCluster(n_workers=workers, threads_per_worker=1, processes=False, protocol="tcp://", host="127.0.0.1",
                        dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL, **options)  # fmt: skip
