"""The hard limit, crashes, Ctrl-C and the death of the parent, each in its own process with its own `decide`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dpsym.running.workers import decide_all
from dpsym.search.outcome import Budget

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

# Claims are x <= n; what the fake decide does depends on n.
PRELUDE = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # who starts the tests may have it ignored
import dpsym.search.deciding as search
from dpsym.search.outcome import Budget, Outcome, Sampled
from dpsym.kernel.statements import Claim, Domain, Range
from dpsym.kernel.verdicts import Open
from dpsym.kernel.terms import num, sym
from dpsym.running import workers
from dpsym.running.workers import InternalError, decide_all

def claim(n):
    return Claim(Domain((Range("x"),)), (), sym("x"), "<=", num(n), id=f"c{n}")

def answer(claim, reason):
    return Outcome(Open(claim, reason=reason), Sampled(3, 50, "0.1", (("x", num(1, 2)),), "agrees"), 0.01, ("balls",))

def decide(claim, budget):
    n = int(claim.rhs.value.p)
    if n == 1000: sum(range(10**12))                        # stuck in C, and deaf to signals there
    if n == 1001: signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 64)); sum(range(10**12))
    if n == 1002: os.kill(os.getpid(), signal.SIGSEGV)
    if n == 1003: bytearray(1 << 40)
    if n == 1004: raise ZeroDivisionError("a bug")
    if n == 1005: os._exit(7)
    if n == 1006: print("noise on stdout", flush=True)
    if n == 1007: time.sleep(1000)
    time.sleep(0.01 * (n % 5))
    return answer(claim, f"pid {os.getpid()}")

search.decide = decide
"""


def run(body: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", PRELUDE + body], capture_output=True, text=True, timeout=timeout)


def lines(body: str) -> list[str]:
    done = run(body)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_answers_come_in_the_order_of_the_claims_from_persistent_workers() -> None:
    out = lines("""
seen = []
claims = [claim(n) for n in range(23)]
answers = decide_all(claims, Budget(seconds=5), jobs=3, on_done=lambda i, a: seen.append((i, a)))
print([a.claim.id for a in answers] == [c.id for c in claims], all(a.claim == c for a, c in zip(answers, claims)))
print(sorted(i for i, _ in seen) == list(range(23)), all(answers[i] is a for i, a in seen))
print(len({a.result.reason for a in answers}), answers[4].sampled.at[0][1] is num(1, 2), answers[4].tried)
""")
    assert out == ["True True", "True True", "3 True ('balls',)"]


@pytest.mark.parametrize("n", [1000, 1001])
def test_a_stuck_worker_is_killed_once_its_processor_time_is_used_up_and_replaced(n: int) -> None:
    out = lines(f"""
answers = decide_all([claim({n}), claim(1), claim(2)], Budget(seconds=0.1), jobs=1)
used = os.times().children_user + os.times().children_system
print(answers[0].verdict, answers[0].result.reason, answers[0].failure, answers[0].sampled.opinion)
print(0.7 <= used < 1.6, answers[0].seconds >= 0.7, answers[1].sampled.opinion, answers[2].claim.id)
""")
    reason = "time limit of 0.8 s of processor time reached"
    assert out == [f"open {reason} ProcessorLimit(seconds=0.8) inconclusive", "True True agrees c2"]


def test_a_worker_that_waits_for_something_is_not_waited_for() -> None:
    out = lines("""
workers.SLOWEST = 2
answers = decide_all([claim(1007), claim(1)], Budget(seconds=0.1), jobs=1)
print(type(answers[0].failure).__name__, 1.5 <= answers[0].seconds < 10, answers[1].sampled.opinion)
""")
    assert out == ["ProcessorLimit True agrees"]


def test_stuck_workers_do_not_hold_up_the_others() -> None:
    out = lines("""
order = []
claims = [claim(n) for n in (1000, 1, 1000, 2, 3, 4)]
decide_all(claims, Budget(seconds=0.3), jobs=3, on_done=lambda i, a: order.append(i))
print(order[:4], sorted(order))
""")
    assert out == ["[1, 3, 4, 5] [0, 1, 2, 3, 4, 5]"]


@pytest.mark.parametrize(
    ("n", "reason"),
    [
        (1002, "worker crashed: signal 11"),
        (1003, "memory limit of 2 GiB reached"),
        (1005, "worker crashed: exit code 7"),
    ],
)
def test_a_crash_leaves_the_claim_open_and_the_rest_decided(n: int, reason: str) -> None:
    out = lines(f"""
answers = decide_all([claim({n}), claim(1), claim({n}), claim(2)], Budget(seconds=5), jobs=1)
print([a.result.reason.split(" pid")[0].split("pid ")[0] for a in answers])
""")
    assert out == [str([reason, "", reason, ""])]


def test_an_exception_in_decide_leaves_the_claim_open_with_its_traceback_and_the_rest_decided() -> None:
    out = lines("""
answers = decide_all([claim(1004), claim(1)], Budget(seconds=5), jobs=1)
print(answers[0].result.reason, "Traceback" in answers[0].failure.traceback, type(answers[0].failure).__name__)
print(answers[1].result.reason.split()[0])
""")
    assert out == ["internal error, please report it: ZeroDivisionError: a bug True Bug", "pid"]


def test_what_a_worker_prints_does_not_reach_stdout() -> None:
    done = run("decide_all([claim(1006)], Budget(seconds=5)); print('only this')")
    assert done.stdout == "only this\n"
    assert "noise" in done.stderr


def test_workers_in_fresh_interpreters_when_there_are_threads() -> None:
    """A fresh interpreter has the real `decide`; here its answers are replaced by what the worker is told to run."""
    out = lines(
        f"PRELUDE = {PRELUDE!r}"
        """
import threading
stop = threading.Event()
thread = threading.Thread(target=stop.wait); thread.start()
print(workers._may_fork())
patched = (sys.executable, "-P", "-c", "import sys; exec(sys.argv[1] + sys.argv[2])", PRELUDE)
start = lambda others: workers.spawn_worker(others, patched)
answers = workers.Pool([claim(n) for n in (1, 1000, 2)], Budget(seconds=0.2), lambda i, a: None, start).run(2)
print([a.result.reason.split()[0] for a in answers])
stop.set()
"""
    )
    assert out == ["False", "['pid', 'time', 'pid']"]


def test_fresh_interpreters_rest_between_batches_and_end_with_their_parent() -> None:
    """The next batch takes one that rests and is alive; a fork of the parent leaves them alone."""
    out = lines(
        """
import threading
stop = threading.Event()
thread = threading.Thread(target=stop.wait); thread.start()
os.cpu_count = lambda: 2
resting = lambda: [w.pid for _, w in workers._resting]
decide = lambda: [a.verdict for a in decide_all([claim(1), claim(2)], Budget(seconds=5), jobs=1)]
print(decide(), len(resting()))
(first,) = resting()
print(decide(), resting() == [first])
os.kill(first, signal.SIGKILL)
os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
print(decide(), first in resting(), len(resting()))
child = os.fork()
if child == 0:
    os._exit(workers.rested_worker().pid in resting())
print(os.waitpid(child, 0)[1], len(resting()))
spare = [workers.spawn_worker() for _ in range(2)]
for worker in spare:
    worker.ready = True
print([workers._rest(worker) for worker in spare])
print(*resting(), spare[1].pid)
spare[1].kill()
stop.set()
"""
    )
    refuted = "['refuted', 'refuted']"
    assert out[:5] == [f"{refuted} 1", f"{refuted} True", f"{refuted} False 1", "0 1", "[True, False]"]
    assert until(lambda: not any(alive(int(pid)) for pid in out[5].split()))


def test_a_worker_that_does_not_start_is_an_internal_error() -> None:
    out = lines("""
start = lambda others: workers.spawn_worker(others, (sys.executable, "-c", "raise SystemExit(3)"))
try:
    workers.Pool([claim(1)], Budget(seconds=1), lambda i, a: None, start).run(1)
except InternalError as error:
    print(error)
""")
    assert out == ["a worker process did not start: it ended with exit code 3"]


def children(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().rpartition(")")
        except OSError:
            continue
        if int(rest.split()[1]) == pid:
            found.append(int(name.split()[0]))
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(condition: Callable[[], bool], seconds: float = 60.0) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_worker_is_left_behind(sent: signal.Signals) -> None:
    body = """
try:
    decide_all([claim(1000 + n % 2) for n in range(3)], Budget(seconds=60), jobs=3)
except KeyboardInterrupt:
    sys.exit(130)
"""
    process = subprocess.Popen([sys.executable, "-c", PRELUDE + body], stderr=subprocess.DEVNULL)
    try:
        assert until(lambda: len(children(process.pid)) == 3)
        workers = children(process.pid)
        time.sleep(0.2)
        for worker in workers:
            os.kill(worker, signal.SIGINT)  # as a terminal does: to the whole group
        process.send_signal(sent)
        assert process.wait(timeout=60) == (130 if sent == signal.SIGINT else -sent)
        assert until(lambda: not any(map(alive, workers)))
    finally:
        process.kill()
        process.wait()


def test_the_memory_and_the_pipes_of_workers_are_given_back() -> None:
    out = lines("""
before = len(os.listdir("/proc/self/fd"))
for _ in range(3):
    decide_all([claim(n) for n in (1, 2, 1002, 3)], Budget(seconds=5), jobs=2)
print(len(os.listdir("/proc/self/fd")) - before)
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    print("no child")
""")
    assert out == ["0", "no child"]


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_a_time_limit_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(ValueError, match="positive"):
        decide_all([], Budget(seconds=seconds))


def test_no_claims_and_no_jobs() -> None:
    assert decide_all([], Budget()) == []
    with pytest.raises(ValueError, match="at least 1"):
        decide_all([], Budget(), jobs=0)
