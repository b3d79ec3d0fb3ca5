"""The search for counterexamples. Untrusted: every point goes before `dpsym.kernel.check.refute`, nothing else counts.

Simple numbers and the boundary first, then log-scaled and random points, exact zeros of the slack, conditions taken at
equality, stationary points, and local search on the relative slack; what fails is moved to simpler numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import inf

from flint import arb, ctx, fmpq

from ...kernel.arithmetic.balls import Unsupported
from ...kernel.arithmetic.bounds import Bounds
from ...kernel.arithmetic.defined import obligations
from ...kernel.arithmetic.derivative import NotDifferentiable, derivative
from ...kernel.reals.check import refute
from ...kernel.reals.points import conjunction, in_ranges, satisfied
from ...kernel.reals.quadrature import Program
from ...kernel.statements import Claim, Point
from ...kernel.substitution import substitute
from ...kernel.terms import ONE, ZERO, Term, TermError, func, sub
from ...kernel.verdicts import Refuted, Undefined
from ..exact_roots import constants, fold, kinks, recognised, roots
from ..outcome import Budget
from ..work import OutOfSteps, Work, operations
from .probing import Meter, NoneLeft, Probe, Problem, constraints, problems
from .sampling import Value, approximate, as_term, ball, beyond, points_on
from .shrinking import (
    Objective,
    bounded,
    certainly_fails,
    descend,
    has_no_meaning,
    nudged,
    refine,
    relative,
    simplify,
)

_SHARE = 10  # one evaluation of ten goes into the search for counterexamples
_POINTS = 1200  # sampled in several variables
_REDUCED_POINTS = 250  # sampled in each reduced problem
_TIES = 12  # points that are put before the kernel in vain, for each reason
_STARTS = 2  # of local search, for each objective
_DESCENT = 250  # evaluations of one local search
_MAX_REDUCED = 6
_PREC = 128  # bits to see on which side of an end a zero lies
_NEARLY_ZERO = 1e-9


def find_counterexample(claim: Claim, budget: Budget, work: Work | None = None) -> Refuted | Undefined | None:
    """A point where the claim certainly fails, else one where it has no meaning, else None."""
    found = Refuter(claim, budget, work or Work(budget.steps)).run()
    confirmed = None if found is None else refute(claim, found.point)
    return confirmed if isinstance(confirmed, (Refuted, Undefined)) else None


def find_witness(claim: Claim, budget: Budget) -> Point | None:
    """An exact point that certainly satisfies the domain and every `given`: a counterexample to `1 <= 0`."""
    absurd = Claim(claim.domain, claim.given, ONE, "<=", ZERO)
    found = Refuter(absurd, budget, Work(budget.steps), undefined=False).run()
    if not isinstance(found, Refuted):
        return None
    at = dict(found.point)
    certain = conjunction((in_ranges(claim.domain, at), *(satisfied(c, at) for c in constraints(claim))))
    return found.point if certain is True else None


class _Found(Exception):
    def __init__(self, verdict: Refuted) -> None:
        super().__init__("a counterexample")
        self.verdict = verdict


class Refuter:
    """One search. `run` gives the verdict."""

    def __init__(self, claim: Claim, budget: Budget, work: Work, undefined: bool = True) -> None:
        self.claim = claim
        self.meter = Meter(max(budget.evaluations // _SHARE, 1), work)
        self.undefined: Undefined | None = None
        self._wants_undefined = undefined
        self._patience = {"tie": _TIES, "undefined": _TIES, "unsure": _TIES, "sure": 2 * _TIES, "exact": 4 * _TIES}
        self._constants = constants(claim.statement)

    def run(self) -> Refuted | Undefined | None:
        try:
            self._search()
        except _Found as found:
            return found.verdict
        except (NoneLeft, OutOfSteps):
            pass
        return self.undefined

    # -- the order of things ----------------------------------------------------------------------------------

    def _search(self) -> None:
        base = list(problems(self.claim, self.meter))
        sampled = [self._sample(p, _POINTS) for p in base]
        for problem in base:
            self._exact_zeros(problem)
        reduced = list(islice(self._reduced(base), _MAX_REDUCED))
        sampled += [self._sample(p, _REDUCED_POINTS) for p in reduced]
        for problem, probes in zip((*base, *reduced), sampled, strict=True):
            self._local(problem, probes, _STARTS if problem in base else 1)
        if self._wants_undefined and self.undefined is None:
            for problem in base:
                self._undefined_points(problem)

    def _sample(self, problem: Problem, count: int) -> list[Probe]:
        return [self._try(problem, values) for values in points_on(problem.axes, count)]

    def _try(self, problem: Problem, values: tuple[Value, ...]) -> Probe:
        p = problem.probe(values)
        self._note(problem, p)
        return p

    def _note(self, problem: Problem, p: Probe) -> None:
        """Puts a point before the kernel if the claim fails there, or may."""
        if p.feasible is False:
            return
        if p.fails is True:
            self._confirm(problem, p, "sure" if p.feasible else "unsure")
        elif not p.finite:
            if self._wants_undefined and self.undefined is None:
                self._confirm(problem, p, "undefined")
        elif p.fails is None and problem.strict:
            self._confirm(problem, p, "tie")

    def _confirm(self, problem: Problem, p: Probe, reason: str) -> None:
        """Puts a point before the kernel, unless too many were for this reason, in vain."""
        if problem.claim is not self.claim:  # a point against an auxiliary goal says nothing of the claim
            return
        if self._patience[reason] <= 0:
            return
        self._patience[reason] -= 1
        verdict = problem.judge(p.values)
        if isinstance(verdict, Refuted):
            raise _Found(self._simplest(problem, p.values, verdict))
        if isinstance(verdict, Undefined) and self.undefined is None:
            self.undefined = verdict
            simpler = problem.judge(simplify(problem, p.values, has_no_meaning))
            if isinstance(simpler, Undefined):
                self.undefined = simpler

    def _simplest(self, problem: Problem, values: tuple[Value, ...], verdict: Refuted) -> Refuted:
        """The same verdict at simpler numbers, if the kernel agrees."""
        at = dict(verdict.point)
        attempts = []
        if problem.reduction.solved:  # first without the symbols that were solved for
            whole = next(problems(self.claim, self.meter), None)
            if whole is not None and len(whole.names) > len(problem.names):
                attempts.append((whole, tuple(at[n].value if at[n].op == "num" else at[n] for n in whole.names)))
        attempts.append((problem, values))
        for where, start in attempts:
            try:
                near = nudged(where, start)
                if not certainly_fails(where.probe(near)):
                    continue  # a tie, which no other number would be
                better = where.judge(simplify(where, near))
            except (NoneLeft, OutOfSteps):
                return verdict
            if isinstance(better, Refuted):
                return better
        return verdict

    # -- exact points -----------------------------------------------------------------------------------------

    def _exact_zeros(self, problem: Problem) -> None:
        """Zeros of the slack (for a strict claim) and places where it jumps or bends."""
        gaps = [*dict.fromkeys(kinks(problem.gap))][:8]
        if problem.strict:
            gaps.insert(0, problem.gap)
            if len(problem.names) == 1:
                gaps += self._slopes(problem)
        self._at_zeros(problem, gaps)

    def _slopes(self, problem: Problem) -> list[Term]:
        found = []
        for name in problem.names:
            try:
                found.append(derivative(problem.gap, name))
            except (NotDifferentiable, TermError):
                continue
        return found

    def _at_zeros(self, problem: Problem, gaps: Sequence[Term]) -> None:
        """Puts the points at which one of the terms is zero before the kernel."""
        for gap in gaps:
            for i, name in enumerate(problem.names):
                for root in roots(gap, name, self.claim.domain, self.meter.work):
                    self._along(problem, i, root)

    def _along(self, problem: Problem, i: int, root: Term) -> None:
        axis = problem.axes[i]
        rest = (*problem.axes[:i], *problem.axes[i + 1 :])
        names = (*problem.names[:i], *problem.names[i + 1 :])
        count, cost = 60 if root.free else 12, operations(root)
        try:
            program = Program([root], names, point=True)
        except (Unsupported, TermError):
            return
        for others in islice(points_on(rest, count), count):
            self.meter.tick(cost, _PREC)
            with ctx.workprec(_PREC):
                near = program.run([ball(v, _PREC) for v in others], _PREC)[0]
                low, high = (None if end is None else arb(end) for end in (axis.low, axis.high))
            if not near.is_finite() or (low is not None and near < low) or (high is not None and near > high):
                continue
            value = fold(substitute(root, {n: as_term(v) for n, v in zip(names, others, strict=True)}))
            x: Value = value.value if value.op == "num" else value
            if not (axis.contains(x) if isinstance(x, fmpq) else not axis.integer):
                continue
            p = problem.probe((*others[:i], x, *others[i:]))
            if p.feasible is not False and not (p.finite and p.fails is False):
                self._confirm(problem, p, "exact")

    # -- reduced problems -------------------------------------------------------------------------------------

    def _reduced(self, base: Sequence[Problem]) -> Iterator[Problem]:
        """The claim with conditions taken at equality, and at stationary points of a symbol."""
        weak = [sub(c.lhs, c.rhs) for c in constraints(self.claim) if c.op in ("<=", ">=") and c.free]
        choices = [weak] if len(weak) > 1 else []
        choices += [[g] for g in weak[:3]]
        taken = {frozenset(p.reduction.solved.items()) for p in base}
        for choice in choices:
            yield from self._new(problems(self.claim, self.meter, choice), taken)
        for problem in base:
            if len(problem.names) > 1:
                for slope in self._slopes(problem):
                    yield from self._new(problems(self.claim, self.meter, [slope]), taken)

    def _new(self, found: Iterator[Problem], taken: set[frozenset[tuple[str, Term]]]) -> Iterator[Problem]:
        for problem in found:
            key = frozenset(problem.reduction.solved.items())
            if key not in taken:
                taken.add(key)
                yield problem

    # -- local search -----------------------------------------------------------------------------------------

    def _local(self, problem: Problem, probes: Sequence[Probe], starts: int) -> None:
        """Downhill from the best samples."""
        if not problem.names or self.claim.relation == "==" or _mostly_ties(probes):
            return
        objectives: list[Objective] = [relative, bounded]
        for objective in objectives[: 1 if starts == 1 else 2]:
            for p in self._downhill(problem, probes, objective, starts):
                self._note(problem, p)
                if problem.strict and p.feasible is not False and abs(p.bounded) < _NEARLY_ZERO:
                    self._recognise(problem, p)

    def _downhill(
        self, problem: Problem, probes: Sequence[Probe], objective: Objective, starts: int
    ) -> Iterator[Probe]:
        if len(problem.names) == 1 and not problem.axes[0].integer:
            yield from self._valleys(problem, probes, objective)
            return
        for start in sorted(probes, key=objective)[:starts]:
            if objective(start) < inf:
                p = descend(problem, start.values, objective, _DESCENT)
                if problem.strict and objective is bounded and not p.violates and p.bounded < 0.01:
                    p = descend(problem, p.values, objective, 3 * _DESCENT)
                yield p

    def _valleys(self, problem: Problem, probes: Sequence[Probe], objective: Objective) -> list[Probe]:
        """The local minima among the samples of one variable, refined."""
        line = sorted((x, objective(p)) for p in probes if (x := approximate(p.values[0])) is not None)
        for x, _ in (line[:1] + line[-1:]) if len(line) > 1 else []:
            marched = [(y, objective(self._try(problem, (y,)))) for y in beyond(problem.axes[0], x)]
            line = sorted({*line, *marched})
        lows = []
        for k in range(1, len(line) - 1):
            (a, left), (x, here), (b, right) = line[k - 1], line[k], line[k + 1]
            if here <= left and here <= right and here < inf and problem.axes[0].contains(x) and a < x < b:
                lows.append((here, a, x, b))
        lows.sort(key=lambda low: low[0])
        return [refine(problem, a, x, b, objective) for _, a, x, b in lows[:4]]

    def _recognise(self, problem: Problem, p: Probe) -> None:
        """Closed forms of the coordinates of a point where the slack seems to vanish."""
        forms: list[list[Value]] = []
        for v in p.values:
            x = approximate(v)
            found = islice(recognised(x, known=self._constants), 4) if x is not None else ()
            forms.append([t.value if t.op == "num" else t for t in found] or [v])
        first = tuple(f[0] for f in forms)
        candidates = [first, *((*first[:i], v, *first[i + 1 :]) for i, f in enumerate(forms) for v in f[1:])]
        for candidate in candidates:
            if candidate != p.values:
                q = problem.probe(candidate)
                if q.feasible is not False and q.fails is not False:
                    self._confirm(problem, q, "exact")

    # -- points without meaning -------------------------------------------------------------------------------

    def _undefined_points(self, problem: Problem) -> None:
        """Looks for points where a part of the claim or of a hypothesis has no value."""
        known = Bounds(self.claim.domain)
        for i, t in enumerate((*self.claim.given, self.claim.statement)):
            for o in obligations(t):
                if o.bound or not o.condition.free or known.satisfies(o.condition):
                    continue
                condition = substitute(o.condition, problem.reduction.solved)
                self._at_zeros(problem, [sub(condition.lhs, condition.rhs)])
                if self.undefined is None:
                    self._towards(problem, o.condition, self.claim.given[:i])
                if self.undefined is not None:
                    return

    def _towards(self, problem: Problem, condition: Term, given: tuple[Term, ...]) -> None:
        """Local search for a point where the condition fails; there the claim has no meaning."""
        if condition.op == "!=":
            goal = Claim(self.claim.domain, given, func("abs", sub(condition.lhs, condition.rhs)), ">", ZERO)
        else:
            goal = Claim(self.claim.domain, given, condition.lhs, condition.op, condition.rhs)
        try:
            inner = Problem(goal, problem.reduction, self.meter)
        except (Unsupported, TermError):
            return
        probes = [inner.probe(v) for v in points_on(inner.axes, _REDUCED_POINTS)]
        for p in self._downhill(inner, [p for p in probes if p.finite], bounded, 1):
            if p.fails is not False or abs(p.bounded) < _NEARLY_ZERO:
                self._note(problem, problem.probe(p.values))
                self._recognise(problem, p)


def _mostly_ties(probes: Sequence[Probe]) -> bool:
    """Whether the two sides seem to be equal everywhere."""
    return sum(p.finite and p.fails is None for p in probes) > len(probes) // 2
