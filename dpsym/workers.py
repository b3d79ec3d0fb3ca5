"""Decides many claims in worker processes, with a time limit that holds whatever a worker is doing.

A worker takes one claim at a time as a line of JSON and answers with a line of JSON; terms never cross the boundary in
any other form. The parent waits with `select`, so a worker that is stuck in C code is killed on time and replaced. On
Linux a process with a single thread forks its workers (milliseconds); any other process, a notebook for example, starts
fresh interpreters. Where there is no POSIX the claims are decided in this process, with the cooperative limit only.
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

from .answer import BUG, Answer, Budget, Sampled
from .kernel.statements import Claim, Open
from .serving import answer_from_json, load, serve

GRACE = 0.5  # seconds after the limit at which a worker that has not answered is killed
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

    Every answer is there within one second of `budget.seconds`; a claim that runs out of time or memory, or whose
    worker crashes, is open and says so; likewise one that meets a bug in dpsym (see `failed`). Raises InternalError if
    workers cannot be run.
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
    from . import search

    answers = []
    for index, claim in enumerate(claims):
        try:
            answers.append(search.decide(claim, budget))
        except Exception:
            from traceback import format_exc

            answers.append(failed(claim, budget, 0.0, format_exc()))
        on_done(index, answers[-1])
    return answers


def unanswered(claim: Claim, budget: Budget, seconds: float, reason: str) -> Answer:
    """The open answer for a claim whose worker did not deliver one."""
    return Answer(Open(claim, reason=reason), Sampled(0, budget.digits, "", (), "inconclusive"), seconds)


def failed(claim: Claim, budget: Budget, seconds: float, traceback: str) -> Answer:
    """The open answer for a claim whose decision raised an exception: a bug, but none that makes a verdict wrong."""
    last = traceback.strip().splitlines()[-1]
    result = Open(claim, found=traceback, reason=f"{BUG}: {last}")
    return Answer(result, Sampled(0, budget.digits, "", (), "inconclusive"), seconds)


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
        self.deadline = self.since + START_LIMIT
        self._received = bytearray()
        self._status: int | None = None

    def fileno(self) -> int:
        return self.from_worker

    def send(self, job: int, message: dict[str, Any], limit: float) -> bool:
        """Hands a claim over; False if the worker is gone."""
        line = json.dumps(message).encode() + b"\n"
        self.job, self.since = job, time.monotonic()
        self.deadline = self.since + limit
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
        self._start = start or (fork_worker if _may_fork() else spawn_worker)
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
        from .kernel.codec import claim_to_json

        for worker in self._workers:
            if worker.ready and worker.job is None and self._pending:
                job = self._pending.popleft()
                message = {"claim": claim_to_json(self.claims[job]), "budget": dataclasses.asdict(self.budget)}
                if not worker.send(job, message, self.budget.seconds + GRACE):
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
        if "ready" in message:
            worker.ready = True
            return
        job = worker.job
        if job is None:
            raise InternalError(f"a worker without a claim sent {message}")
        worker.job = None
        if "error" in message:
            self._done(job, failed(self.claims[job], self.budget, time.monotonic() - worker.since, message["error"]))
        elif "open" in message:
            self._drop(worker)  # out of memory: a fresh one takes over
            self._done(job, unanswered(self.claims[job], self.budget, time.monotonic() - worker.since, message["open"]))
        else:
            try:
                answer = answer_from_json(message["answer"], self.claims[job])
            except ValueError as error:
                raise InternalError(f"the answer about {_name(self.claims[job])} cannot be read: {error}") from error
            self._done(job, answer)

    def _done(self, job: int, answer: Answer) -> None:
        self._answers[job] = answer
        self.on_done(job, answer)

    def _expire(self) -> None:
        """Kills the workers whose time is up."""
        now = time.monotonic()
        for worker in [w for w in self._workers if w.deadline <= now]:
            if not worker.ready:
                raise InternalError(f"a worker process did not start within {START_LIMIT:g} s")
            if worker.job is not None:
                self._drop(worker)
                reason = f"time limit of {self.budget.seconds:g} s reached"
                self._done(worker.job, unanswered(self.claims[worker.job], self.budget, now - worker.since, reason))

    def _ended(self, worker: Worker) -> None:
        """A worker has ended by itself: its claim, if it had one, is open."""
        status = worker.reap(REAP_LIMIT)
        self._drop(worker)
        how = _how_it_ended(status)
        if not worker.ready:
            raise InternalError(f"a worker process did not start: it ended with {how}")
        if worker.job is not None:
            seconds = time.monotonic() - worker.since
            answer = unanswered(self.claims[worker.job], self.budget, seconds, f"worker crashed: {how}")
            self._done(worker.job, answer)

    def _drop(self, worker: Worker) -> None:
        with _interrupts_held():
            self._selector.unregister(worker)
            self._workers.remove(worker)
            worker.kill()
            self._killed = [w for w in [*self._killed, worker] if w.reap(0) is None]

    def _close(self) -> None:
        with _interrupts_held():
            for worker in self._workers:
                worker.kill()
            for worker in [*self._workers, *self._killed]:
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
    root = str(Path(__file__).resolve().parent.parent)
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    run = f"from dpsym.serving import serve; serve({os.getpid()}, {claims_in}, {answers_out})"
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
