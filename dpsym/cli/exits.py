"""Exit codes, and what turns an exception into one of them and a single message on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

OK, FAILED, BAD_INPUT, OPEN, INTERNAL, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 4, 130, 141


class BadInput(Exception):
    """What the user gave cannot be used; the message says why."""


class WorkerDied(Exception):
    """A process that this one has started for its work ended by itself."""


def prepare_streams() -> None:
    """Output that cannot be shown, or that nobody wants, is no reason to fail."""
    for fd in range(3):
        try:
            os.fstat(fd)
        except OSError:  # closed by the caller: a pipe to a worker must not take its number
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal that cannot show ε gets \u03b5


@contextmanager
def exit_codes() -> Iterator[None]:
    """Turns exceptions into one message on stderr and an exit code."""
    try:
        yield
        sys.stdout.flush()
    except BadInput as error:
        _fail(f"error: {error}", BAD_INPUT)
    except (MemoryError, WorkerDied):
        raise  # for whoever has set the limits
    except KeyboardInterrupt:
        _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains again when it exits
        raise SystemExit(BROKEN_PIPE) from None
    except Exception as error:
        from ..library.base import LibraryError
        from ..running.workers import InternalError

        if isinstance(error, LibraryError):  # a name that is not there, or a slip in a chapter
            _fail(f"error: {error}", BAD_INPUT)

        if not isinstance(error, InternalError):
            import traceback

            traceback.print_exc()
        _fail(f"internal error, please report it: {error}", INTERNAL)


def _fail(message: str, code: int) -> NoReturn:
    print(message, file=sys.stderr)
    raise SystemExit(code)
