"""Decides many claims in worker processes, with a limit that holds whatever a worker is doing.

The steps of the budget end a search; they do not depend on the load of the machine. Should a worker use several times as much
processor time as they ought to take, it is killed: it is stuck, or a computation costs much more than it was counted for.

A worker takes one claim at a time as a line of JSON and answers with a line of JSON; terms never cross the boundary in
any other form. The parent waits with `select`, so a worker that is stuck in C code is killed and replaced. On
Linux a process with a single thread forks its workers (milliseconds); any other process, a notebook for example, starts
fresh interpreters, which rest after a batch until the next one comes. Where there is no POSIX the claims are decided in this
process, within their steps only.
"""

from __future__ import annotations

import dataclasses
import json
import math
import os
import selectors
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from ..kernel.statements import Claim
from ..search.outcome import Budget
from .answer import Answer, Bug, Crash, Failure, MemoryLimit, ProcessorLimit, failed
from .serving import hard_limit, load, serve

LEAST_CHECK = 0.05  # seconds between two looks at the processor time of a worker
SLOWEST = 20.0  # times the limit, on the clock: a machine that is slower, or a worker that waits for something, is not waited for
START_LIMIT = 60.0  # seconds a worker may take to start
LONGEST_WAIT = 3600.0  # seconds in one system call
REAP_LIMIT = 0.3  # seconds to wait for a killed worker; a large one takes time to give its memory back

OnDone = Callable[[int, Answer], None]


class InternalError(RuntimeError):
    """A bug in dpsym, never an answer: a worker could not be run, or does not keep to the protocol."""


def decide_all(
    claims: Sequence[Claim], budget: Budget, jobs: int | None = None, on_done: OnDone | None = None
) -> list[Answer]:
    """The answers to all claims, in their order. `on_done(index, answer)` is called as each one arrives.

    A claim that is not decided within the steps of the budget is open. So is one whose worker uses more processor time than
    `hard_limit(budget)`, runs out of memory, crashes or meets a bug in dpsym: `answer.failure` says which. Raises
    InternalError if workers cannot be run.
    """
    if not (math.isfinite(budget.seconds) and budget.seconds > 0):
        raise ValueError(f"found a time limit of {budget.seconds} s, expected a positive number of seconds")
    if jobs is not None and jobs < 1:
        raise ValueError(f"found {jobs} jobs, expected at least 1")
    on_done = on_done or (lambda index, answer: None)
    if not claims:
        return []
    load()
    if os.name != "posix":
        return _decide_here(claims, budget, on_done)
    return Pool(claims, budget, on_done).run(min(jobs or os.cpu_count() or 1, len(claims)))


def _decide_here(claims: Sequence[Claim], budget: Budget, on_done: OnDone) -> list[Answer]:
    from ..search import deciding as search

    answers = []
    for index, claim in enumerate(claims):
        try:
            answers.append(Answer.of(search.decide(claim, budget)))
        except Exception:
            from traceback import format_exc

            answers.append(failed(claim, budget, 0.0, Bug(format_exc())))
        on_done(index, answers[-1])
    return answers


# -- the parent's side -------------------------------------------------------------------------------------------------


class Worker:
    """A worker process as its parent sees it: the two pipes, the claim it works on and when its time is up."""

    def __init__(self, pid: int, to_worker: int, from_worker: int) -> None:
        self.pid = pid
        self.to_worker = to_worker
        self.from_worker = from_worker
        self.ready = False
        self.job: int | None = None
        self.since = time.monotonic()
        self.deadline = self.since + START_LIMIT  # when to look at it again
        self._limit = self._latest = math.inf  # seconds of processor time, and on the clock, at which it is killed
        self._received = bytearray()
        self._status: int | None = None

    def fileno(self) -> int:
        return self.from_worker

    def send(self, job: int, message: dict[str, Any], limit: float) -> bool:
        """Hands a claim over; False if the worker is gone."""
        line = json.dumps(message).encode() + b"\n"
        self.job, self.since = job, time.monotonic()
        self.deadline = self.since + limit
        self._limit, self._latest = self._used() + limit, self.since + SLOWEST * limit
        try:
            while line:
                line = line[os.write(self.to_worker, line) :]
        except BrokenPipeError:
            self.job = None
            return False
        return True

    def receive(self) -> list[dict[str, Any]] | None:
        """The messages that have arrived in full; None once the worker has closed its end."""
        chunk = os.read(self.from_worker, 1 << 16)
        if not chunk:
            return None
        self._received += chunk
        *lines, rest = self._received.split(b"\n")
        self._received = bytearray(rest)
        return [json.loads(line) for line in lines]

    def _used(self) -> float:
        """Seconds of processor time; where the system does not tell, those on the clock."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, IndexError):
            return time.monotonic()

    def overdue(self) -> bool:
        """Whether its processor time is used up; if not, when to look again: it cannot be used up before."""
        now, left = time.monotonic(), self._limit - self._used()
        self.deadline = min(now + max(left, LEAST_CHECK), self._latest)
        return left <= 0 or now >= self._latest

    def kill(self) -> None:
        """Ends the process at once, whatever it is doing; `reap` collects it."""
        if self._status is None:
            os.kill(self.pid, signal.SIGKILL)
        os.close(self.to_worker)
        os.close(self.from_worker)

    def reap(self, seconds: float) -> int | None:
        """The process's wait status, waiting for at most so long; None if it has not ended by then."""
        until = time.monotonic() + seconds
        while self._status is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:  # collected by someone else
                pid, status = self.pid, 0
            if pid:
                self._status = status
            elif time.monotonic() >= until:
                break
            else:
                time.sleep(0.002)
        return self._status


class Pool:
    """One batch of claims and the workers on it. `start` makes a worker, given those already running."""

    def __init__(
        self,
        claims: Sequence[Claim],
        budget: Budget,
        on_done: OnDone,
        start: Callable[[Sequence[Worker]], Worker] | None = None,
    ) -> None:
        self.claims = claims
        self.budget = budget
        self.on_done = on_done
        self._start = start or (fork_worker if _may_fork() else rested_worker)
        self._pending = deque(range(len(claims)))
        self._answers: dict[int, Answer] = {}
        self._workers: list[Worker] = []
        self._killed: list[Worker] = []
        self._selector = selectors.DefaultSelector()

    def run(self, jobs: int) -> list[Answer]:
        try:
            while len(self._answers) < len(self.claims):
                missing = len(self.claims) - len(self._answers)
                while len(self._workers) < min(jobs, missing):
                    self._add_worker()
                self._assign()
                self._wait()
                self._expire()
        finally:
            self._close()
        return [self._answers[index] for index in range(len(self.claims))]

    def _add_worker(self) -> None:
        with _interrupts_held():
            worker = self._start(self._workers)
            self._workers.append(worker)
            self._selector.register(worker, selectors.EVENT_READ)

    def _assign(self) -> None:
        from ..encoding.reals import claim_to_json

        for worker in self._workers:
            if worker.ready and worker.job is None and self._pending:
                job = self._pending.popleft()
                message = {"claim": claim_to_json(self.claims[job]), "budget": dataclasses.asdict(self.budget)}
                if not worker.send(job, message, hard_limit(self.budget)):
                    self._pending.appendleft(job)

    def _wait(self) -> None:
        """Waits for a message, the end of a worker, or the next deadline."""
        due = min((w.deadline for w in self._workers if w.job is not None or not w.ready), default=math.inf)
        seconds = min(max(0.0, due - time.monotonic()), LONGEST_WAIT)
        for key, _ in self._selector.select(seconds):
            worker: Worker = key.fileobj  # type: ignore[assignment]
            messages = worker.receive()
            if messages is None:
                self._ended(worker)
                continue
            for message in messages:
                self._accept(worker, message)

    def _accept(self, worker: Worker, message: dict[str, Any]) -> None:
        from .transport import failure_from_json, outcome_from_json

        if "ready" in message:
            worker.ready = True
            return
        job = worker.job
        if job is None:
            raise InternalError(f"a worker without a claim sent {message}")
        worker.job = None
        claim = self.claims[job]
        try:
            if "failure" in message:
                failure = failure_from_json(message)
                if isinstance(failure, MemoryLimit):
                    self._drop(worker)  # a fresh one takes over
                self._failed(worker, job, failure)
            else:
                self._done(job, Answer.of(outcome_from_json(message, claim)))
        except ValueError as error:
            raise InternalError(f"the answer about {_name(claim)} cannot be read: {error}") from error

    def _failed(self, worker: Worker, job: int, failure: Failure) -> None:
        self._done(job, failed(self.claims[job], self.budget, time.monotonic() - worker.since, failure))

    def _done(self, job: int, answer: Answer) -> None:
        self._answers[job] = answer
        self.on_done(job, answer)

    def _expire(self) -> None:
        """Kills the workers whose processor time is used up."""
        now = time.monotonic()
        for worker in [w for w in self._workers if w.deadline <= now]:
            if not worker.ready:
                raise InternalError(f"a worker process did not start within {START_LIMIT:g} s")
            if worker.job is not None and worker.overdue():
                self._drop(worker)
                self._failed(worker, worker.job, ProcessorLimit(hard_limit(self.budget)))

    def _ended(self, worker: Worker) -> None:
        """A worker has ended by itself: its claim, if it had one, is open."""
        status = worker.reap(REAP_LIMIT)
        self._drop(worker)
        how = _how_it_ended(status)
        if not worker.ready:
            raise InternalError(f"a worker process did not start: it ended with {how}")
        if worker.job is not None:
            self._failed(worker, worker.job, Crash(how))

    def _drop(self, worker: Worker) -> None:
        with _interrupts_held():
            self._selector.unregister(worker)
            self._workers.remove(worker)
            worker.kill()
            self._killed = [w for w in [*self._killed, worker] if w.reap(0) is None]

    def _close(self) -> None:
        with _interrupts_held():
            for worker in self._workers:
                if not (self._start is rested_worker and _rest(worker)):
                    worker.kill()
                    self._killed.append(worker)
            for worker in self._killed:
                worker.reap(REAP_LIMIT)
            self._workers, self._killed = [], []
            self._selector.close()


def _name(claim: Claim) -> str:
    return f"claim {claim.id or repr(claim.statement)}"


def _how_it_ended(status: int | None) -> str:
    if status is None:
        return "no exit status"
    code = os.waitstatus_to_exitcode(status)
    return f"signal {-code}" if code < 0 else f"exit code {code}"


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Holds Ctrl-C back, so that no worker is started and then forgotten."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- starting a worker -------------------------------------------------------------------------------------------------


def _may_fork() -> bool:
    """Forking is safe only while there is one thread, and other systems' libraries may forbid it even then."""
    try:
        return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


def fork_worker(others: Sequence[Worker]) -> Worker:
    """A worker that is a copy of this process. It closes its copies of the pipes to the other workers."""
    parent = os.getpid()
    (claims_in, claims_out), (answers_in, answers_out) = os.pipe(), os.pipe()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()  # or the worker has a copy of what is not yet written
    pid = os.fork()
    if pid == 0:
        _run_forked(parent, claims_in, answers_out, [claims_out, answers_in], others)
    os.close(claims_in)
    os.close(answers_out)
    return Worker(pid, claims_out, answers_in)


def _run_forked(parent: int, claims: int, answers: int, unused: list[int], others: Sequence[Worker]) -> NoReturn:
    code = 1
    try:
        for fd in unused + [fd for other in others for fd in (other.to_worker, other.from_worker)]:
            os.close(fd)
        os.dup2(2, 1)  # whatever a library prints must not mix with the parent's output
        serve(parent, claims, answers)
        code = 0
    finally:
        os._exit(code)


def spawn_worker(others: Sequence[Worker] = (), command: Sequence[str] = ()) -> Worker:
    """A worker in a fresh interpreter. Unlike multiprocessing it does not import the user's main module again."""
    (claims_in, claims_out), (answers_in, answers_out) = os.pipe(), os.pipe()
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    run = f"from dpsym.running.serving import serve; serve({os.getpid()}, {claims_in}, {answers_out})"
    process = subprocess.Popen(
        [*(command or (sys.executable, "-P", "-c")), run],
        stdin=subprocess.DEVNULL,
        stdout=2,
        pass_fds=(claims_in, answers_out),
        env={**os.environ, "PYTHONPATH": path},
    )
    process.returncode = 0  # Worker collects the process itself
    os.close(claims_in)
    os.close(answers_out)
    return Worker(process.pid, claims_out, answers_in)


#: Fresh interpreters between two batches, each with the process that started it: a fork of that process has no say over them.
_resting: list[tuple[int, Worker]] = []


def _rest(worker: Worker) -> bool:
    """Keeps a worker that has nothing to do for the next batch, unless there are enough of them."""
    if not worker.ready or worker.job is not None or len(_resting) >= (os.cpu_count() or 1):
        return False
    _resting.append((os.getpid(), worker))
    return True


def rested_worker(others: Sequence[Worker] = ()) -> Worker:
    """A worker that rests and is alive, or a fresh one."""
    while _resting:
        owner, worker = _resting.pop()
        if owner == os.getpid():
            if worker.reap(0) is None:
                return worker
            worker.kill()  # it is dead; its pipes are closed
    return spawn_worker(others)
