"""Tables in asynchronous programs: calls in threads, or in processes of their own.

In: calls of the public API. Out: coroutines. Guarantee: none holds up the event loop, and
cancelling a task calls off what it waits for, wherever that is computed.
"""

from rulings.aio.aside import Aside, WorkerLost
from rulings.aio.threads import run
from rulings.aio.worker_pool import Workers

__all__ = ["Aside", "WorkerLost", "Workers", "run"]
