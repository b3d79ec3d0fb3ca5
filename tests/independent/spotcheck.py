"""A second, independent look at certificates, written from docs/certificates.md alone: it samples, it does not prove.

It decodes the JSON, and at sampled points of each step's domain it evaluates both sides of a fact, or the term of a pattern,
with mpmath at two precisions of 40 digits and more. What is certainly false or undefined there is a problem. It also checks
that cited names exist earlier, that the last step is the claim, and that the witness lies in the domain.

    spot_check(json_text) -> Report
"""

import json
from fractions import Fraction

import mpmath

LOW, HIGH, EXTREME = 50, 90, 800  # decimal digits: two opinions, and one for terms that seem to be undefined
DIGITS = 40  # differences below 10**-40 of the sides are not looked at
HUGE = 10**7  # larger arguments of exp and larger exponents are not evaluated
SUM_TERMS = 2000
TRIES = 400  # points tried for the wanted number of points

ARITIES = {
    "exp": (1, 1), "log": (1, 1), "sqrt": (1, 1), "abs": (1, 1), "min": (1, 64), "max": (1, 64),
    "sinh": (1, 1), "cosh": (1, 1), "tanh": (1, 1), "asinh": (1, 1), "acosh": (1, 1), "atanh": (1, 1),
    "erf": (1, 1), "erfc": (1, 1), "Phi": (1, 1), "PhiInv": (1, 1), "LambertW": (1, 2), "gamma": (1, 1),
    "loggamma": (1, 1), "binomial": (2, 2), "floor": (1, 1), "ceil": (1, 1),
}  # fmt: skip
BINDERS = ("Sum", "Product", "Integral")
RELATIONS = ("<", "<=", "==", "!=", ">=", ">")
#: For each rule its fields that cite steps: `one` name, a `list` of names, `pairs` of a name and a term, or an `end`.
CITES = {
    "Given": {}, "Identity": {}, "Rounding": {}, "Sign": {}, "Polynomial": {}, "Sturm": {}, "Balls": {},
    "Follows": {"of": "one"}, "Chain": {"of": "list"}, "Combine": {"using": "pairs", "signs": "list"},
    "Induct": {"base": "one", "step": "one", "closed": "list"}, "Whole": {"of": "one"},
    "Termwise": {"of": "one", "nonnegative": "end"}, "Linear": {"of": "one"}, "Cut": {}, "Telescope": {}, "Binomial": {}, "Pascal": {},
    "Replace": {"equal": "one", "of": "one"},
    "Antiderivative": {}, "Join": {}, "Pointwise": {"of": "one"}, "Dominated": {"of": "one"},
    "Instance": {"of": "one", "inside": "list"}, "Cases": {"yes": "one", "no": "one"}, "Absurd": {"of": "one"},
    "Split": {"of": "list"},
    "OneSign": {"of": "one"}, "Scaled": {"of": "one", "signs": "list"}, "Ladder": {"of": "one", "left": "end", "right": "end"},
    "Close": {"of": "one"}, "Glue": {"of": "list"}, "FromPattern": {"of": "one"},
}  # fmt: skip


class Malformed(ValueError):
    """The JSON is no certificate."""


class Undefined(Exception):
    """The term has no value at the point, as far as one precision can see."""


class Unsure(Exception):
    """No trustworthy value."""


class Report:
    """The problems found, how many values were compared, and the names of steps without a sampled point."""

    def __init__(self):
        self.problems = []
        self.compared = 0
        self.unsampled = []

    def __repr__(self):
        return f"Report(problems={self.problems}, compared={self.compared}, unsampled={self.unsampled})"


# -- terms ----------------------------------------------------------------------------------------------------


def need(condition, message):
    if not condition:
        raise Malformed(message)


def decode_terms(rows):
    """Each row as a node (kind, value, arguments); equal nodes are the same object."""
    need(isinstance(rows, list), "terms is no list")
    table: list = []
    known: dict = {}
    for row in rows:
        need(isinstance(row, list) and row and isinstance(row[0], str), f"row {row!r}")
        kind, value, rest = row[0], None, row[1:]
        if kind in ("num", "sym", "const", *BINDERS):
            need(rest and isinstance(rest[0], str), f"row {row!r}")
            value, rest = (Fraction(rest[0]) if kind == "num" else rest[0]), rest[1:]
        need(
            all(isinstance(i, int) and 0 <= i < len(table) for i in rest), f"row {row!r} does not refer to earlier rows"
        )
        need(right_count(kind, len(rest)), f"row {row!r} has the wrong number of arguments")
        args = tuple(table[i] for i in rest)
        table.append(known.setdefault((kind, value, tuple(map(id, args))), (kind, value, args)))
    return table


def right_count(kind, count):
    if kind in ARITIES:
        return ARITIES[kind][0] <= count <= ARITIES[kind][1]
    if kind in ("+", "*", "Piecewise"):
        return count >= 2
    wanted = (
        {"num": 0, "sym": 0, "const": 0, "true": 0, "**": 2} | dict.fromkeys(RELATIONS, 2) | dict.fromkeys(BINDERS, 3)
    )
    return wanted.get(kind) == count


# -- values ---------------------------------------------------------------------------------------------------


def value(t, env, digits):
    """The value of a term with `digits` digits of working precision; `env` maps symbols to fractions or closed terms."""
    memo: dict = {}
    with mpmath.workdps(digits):
        return compute(t, env, memo)


def compute(t, env, memo):
    if id(t) not in memo:
        memo[id(t)] = node_value(t, env, memo)
    return memo[id(t)]


def node_value(t, env, memo):
    kind, given, args = t
    if kind == "num":
        return mpmath.mpf(given.numerator) / given.denominator
    if kind == "sym":
        if given not in env:
            raise Undefined(f"the symbol {given}")
        found = env[given]
        return compute(found, {}, {}) if isinstance(found, tuple) else mpmath.mpf(found.numerator) / found.denominator
    if kind == "const":
        if given == "oo":
            raise Undefined("oo")
        return +mpmath.pi
    if kind == "Piecewise":
        return piecewise(args, env, memo)
    if kind in BINDERS:
        return folded(t, env)
    values = [compute(a, env, memo) for a in args]
    if kind == "+":
        return mpmath.fsum(values)
    if kind == "*":
        return mpmath.fprod(values)
    if kind == "**":
        return power(*values)
    return function(kind, *values)


def piecewise(args, env, memo):
    for f, (op, _, (a, b)) in zip(args[0::2], args[1::2]):
        if compare(op, compute(a, env, memo) - compute(b, env, memo)):
            return compute(f, env, memo)
    if len(args) % 2 == 0:
        raise Undefined("Piecewise")
    return compute(args[-1], env, memo)


def compare(op, difference):
    """A comparison with 0 that admits when it is too close to call."""
    if difference != 0 and abs(difference) < tiny():
        raise Unsure("a comparison")
    return agrees(op, difference)


def agrees(op, x):
    return {"<": x < 0, "<=": x <= 0, "==": x == 0, "!=": x != 0, ">=": x >= 0, ">": x > 0}[op]


def tiny():
    return mpmath.mpf(10) ** (-mpmath.mp.dps // 2)


def folded(t, env):
    kind, name, (body, lower, upper) = t
    if kind == "Integral" or any("oo" in repr(end) for end in (lower, upper)):
        raise Unsure("an integral or a series")
    low, high = (compute(end, env, {}) for end in (lower, upper))
    first, last = int(mpmath.ceil(low)), int(mpmath.floor(high))
    if last - first > SUM_TERMS:
        raise Unsure("a long sum")
    values = [compute(body, {**env, name: Fraction(i)}, {}) for i in range(first, last + 1)]
    return mpmath.fsum(values) if kind == "Sum" else mpmath.fprod(values)


def demand(condition, distance, what):
    """Raises if `condition` is false; close to the edge there is no answer."""
    if distance != 0 and abs(distance) < tiny():
        raise Unsure(what)
    if not condition:
        raise Undefined(what)


def power(a, b):
    if abs(b) > HUGE:
        raise Unsure("a large exponent")
    if b == mpmath.nint(b):  # a whole power of any base; 0**0 is 1
        if b < 0:
            demand(a != 0, a, "a quotient")
        return a ** int(b)
    demand(a > 0 or (a == 0 and b > 0), a, "a power")
    return a**b if a else mpmath.mpf(0)


def function(kind, a, *more):
    if kind in ("exp", "sinh", "cosh", "tanh", "erf", "erfc", "Phi", "gamma") and abs(a) > HUGE:
        raise Unsure("a large argument")
    if kind in ("log", "gamma", "loggamma"):
        demand(a > 0, a, kind)
    if kind == "sqrt":
        demand(a >= 0, a, kind)
    if kind == "acosh":
        demand(a >= 1, a - 1, kind)
    if kind == "atanh":
        demand(abs(a) < 1, 1 - abs(a), kind)
    if kind == "PhiInv":
        demand(0 < a < 1, min(a, 1 - a), kind)
        return mpmath.sqrt(2) * mpmath.erfinv(2 * a - 1)
    if kind == "Phi":
        return mpmath.erfc(-a / mpmath.sqrt(2)) / 2
    if kind in ("floor", "ceil"):
        nearest = mpmath.nint(a)
        if a != nearest and abs(a - nearest) < tiny():
            raise Unsure(kind)
    if kind == "LambertW":
        branch = int(more[0]) if more else 0
        demand(a >= -1 / mpmath.e and (branch == 0 or a < 0), a + 1 / mpmath.e, kind)
        return mpmath.re(mpmath.lambertw(a, branch))
    if kind == "binomial":
        demand(a > -1, a + 1, kind)
        return mpmath.gamma(a + 1) * mpmath.rgamma(more[0] + 1) * mpmath.rgamma(a - more[0] + 1)
    if kind == "abs":
        return abs(a)
    if kind in ("min", "max"):
        return (min if kind == "min" else max)(a, *more)
    return getattr(mpmath, kind)(a)


def sign_of_difference(a, b, env):
    """The certain sign of a - b at a point, 0 if two precisions give exactly 0, None if unknown; raises Undefined."""
    try:
        try:
            (a1, b1), (a2, b2) = ((value(a, env, digits), value(b, env, digits)) for digits in (LOW, HIGH))
        except Undefined:  # perhaps by rounding: asked again with many more digits
            value(a, env, EXTREME), value(b, env, EXTREME)
            return None
    except Unsure:
        return None
    with mpmath.workdps(HIGH):
        gap = a2 - b2
        doubt = 8 * abs(gap - (a1 - b1)) + mpmath.mpf(10) ** -DIGITS * (abs(a2) + abs(b2))
        if gap == 0 and a1 == b1:
            return 0 if value(a, env, EXTREME) == value(b, env, EXTREME) else None
        return (1 if gap > 0 else -1) if abs(gap) > doubt else None


ZERO = ("num", Fraction(0), ())


def fails(relation, env):
    """Why the relation certainly does not hold at the point, or None."""
    op, _, (a, b) = relation
    try:
        sign = sign_of_difference(a, b, env)
    except Undefined as part:
        return f"{part} is undefined"
    if sign is None or agrees(op, sign):
        return None
    return f"the two sides of {op} are equal" if sign == 0 else f"lhs - rhs has the sign {sign}, not {op} 0"


def holds(relation, env):
    op, _, (a, b) = relation
    try:
        sign = sign_of_difference(a, b, env)
    except Undefined:
        return False
    return sign is not None and agrees(op, sign)


# -- domains --------------------------------------------------------------------------------------------------


class Domain:
    def __init__(self, data, table):
        self.ranges = [Range(r, table) for r in data["ranges"]]
        self.conditions = [table[i] for i in data["conditions"]]
        need(all(c[0] in RELATIONS for c in self.conditions), "a condition that is no relation")
        need(len({r.name for r in self.ranges}) == len(self.ranges), "two ranges of one symbol")

    def contains(self, env):
        return all(r.contains(env[r.name]) for r in self.ranges) and all(holds(c, env) for c in self.conditions)

    def points(self, count, skip=()):
        """Up to `count` points that certainly lie in the domain; symbols in `skip` get no value."""
        ranges = [r for r in self.ranges if r.name not in skip]
        found = []
        for k in range(1, TRIES):
            env = {r.name: r.sample(k, fraction(k * root(prime))) for r, prime in zip(ranges, PRIMES)}
            if all(r.contains(env[r.name]) for r in ranges) and all(holds(c, env) for c in self.conditions):
                found.append(env)
                if len(found) >= count or not ranges:
                    break
        return found


PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


def root(prime):
    return Fraction(int(prime**0.5 * 10**9), 10**9)


def fraction(q):
    return q - q.numerator // q.denominator


class Range:
    def __init__(self, data, table):
        self.name, self.integer = data["name"], data["integer"]
        self.lower, self.upper = (None if data[k] is None else table[data[k]] for k in ("lower", "upper"))
        self.lower_open, self.upper_open = data["lower_open"], data["upper_open"]

    def contains(self, v):
        """Whether a value certainly lies in the range."""
        at = v if isinstance(v, tuple) else ("num", v, ())
        if self.integer and not (at[0] == "num" and at[1].denominator == 1):
            return False
        low = self.lower is None or (at == self.lower and not self.lower_open)
        high = self.upper is None or (at == self.upper and not self.upper_open)
        low = low or holds((">" if self.lower_open else ">=", None, (at, self.lower)), {})
        return low and (high or holds(("<" if self.upper_open else "<=", None, (at, self.upper)), {}))

    def sample(self, k, u):
        """The k-th value tried, from u in [0, 1): ends, close to the ends, and in between."""
        if k % 9 == 4 and self.lower is not None and not self.lower_open:
            return self.lower if self.lower[0] != "num" else self.lower[1]
        if k % 9 == 7 and self.upper is not None and not self.upper_open:
            return self.upper if self.upper[0] != "num" else self.upper[1]
        return self.rounded(self.between(k, u))

    def between(self, k, u):
        low, high = self.ends()
        step = Fraction(10) ** int(7 * u - 5) * (1 + 9 * fraction(7 * u))  # 1e-5 to 100, even on a logarithmic scale
        if low is not None and high is not None:
            near = (high - low) * min(step / 100, 1)
            return (low + (high - low) * u, low + near, high - near)[k % 3]
        if low is not None:
            return low + step
        return high - step if high is not None else (step if k % 2 else -step)

    def ends(self):
        found = []
        for end in (self.lower, self.upper):
            if end is None or end[0] == "num":
                found.append(None if end is None else end[1])
            else:
                found.append(Fraction(int(value(end, {}, LOW) * 10**30), 10**30))
        return found

    def rounded(self, q):
        if self.integer:
            return Fraction(q.numerator // q.denominator)
        return Fraction(int(q * 10**18), 10**18)


# -- the checks -----------------------------------------------------------------------------------------------


def spot_check(certificate, points=24, lines=6):
    """The report on a certificate, given as JSON text or as the object it stands for."""
    top = json.loads(certificate) if isinstance(certificate, str) else certificate
    need(isinstance(top, dict) and (top.get("format"), top.get("version")) == ("dpsym-certificate", 2), "format")
    table, report = decode_terms(top["terms"]), Report()
    names: set = set()
    for step in top["proof"]:
        check_names(step, names, report)
        statement = step["statement"]
        domain = Domain(statement["domain"], table)
        if "fact" in statement:
            check_fact(step["name"], domain, table[statement["fact"]], points, report)
        else:
            check_pattern(step["name"], domain, statement, table, lines, points, report)
        names.add(step["name"])
    check_claim(top, table, points, report)
    return report


def check_names(step, names, report):
    name, rule = step["name"], step["by"]
    if not name or name == "limit" or name in names:
        report.problems.append(f"{name!r}: the name is empty, reserved or taken")
    need(rule["rule"] in CITES, f"unknown rule {rule['rule']!r}")
    cited = list(step["defined"])
    for field, kind in CITES[rule["rule"]].items():
        content = rule[field]
        if kind == "one":
            cited.append(content)
        elif kind == "list":
            cited += content
        elif kind == "pairs":
            cited += [n for n, _ in content]
        elif content not in (None, "limit"):
            cited.append(content)
    report.problems += [f"{name}: cites {c!r}, which is no earlier step" for c in cited if c not in names]


def check_fact(name, domain, relation, points, report):
    need(relation[0] in RELATIONS, f"{name}: a fact that is no relation")
    sampled = domain.points(points)
    if not sampled:
        report.unsampled.append(name)
    for env in sampled:
        report.compared += 1
        wrong = fails(relation, env)
        if wrong:
            report.problems.append(f"{name}: at {shown(env)}: {wrong}")
            return


def check_pattern(name, domain, statement, table, lines, points, report):
    symbol, t, signs = statement["symbol"], table[statement["term"]], statement["signs"]
    along = next(r for r in domain.ranges if r.name == symbol)
    need(signs and all(s in (1, -1) for s in signs), f"{name}: signs {signs}")
    others = domain.points(lines, skip=(symbol,))
    if not others:
        report.unsampled.append(name)
    for env in others:
        values = {along.sample(k, fraction(k * root(2))) for k in range(1, 3 * points)}
        rising = sorted((v for v in values if along.contains(v)), key=lambda v: approximate(v))
        wrong = wrong_signs(t, symbol, env, rising, signs, statement["strict"], along)
        report.compared += len(rising)
        if wrong:
            report.problems.append(f"{name}: for {shown(env)}: {wrong}")
            return


def approximate(v):
    return value(v, {}, LOW) if isinstance(v, tuple) else mpmath.mpf(v.numerator) / v.denominator


def wrong_signs(t, symbol, env, rising, signs, strict, along):
    """Why the signs of t at rising values of the symbol do not fit the pattern, or None."""
    seen: list = []
    zeros = 0
    for v in rising:
        try:
            sign = sign_of_difference(t, ZERO, {**env, symbol: v})
        except Undefined as part:
            return f"{part} is undefined at {symbol} = {v}"
        inside = v not in (as_value(along.lower), as_value(along.upper))
        zeros += sign == 0 and inside
        if sign and (not seen or seen[-1] != sign):
            seen.append(sign)
    allowed = iter(signs)
    if not all(s in allowed for s in seen):  # each sign must be found after the one before it
        return f"the signs along {symbol} are {seen}, not within {signs}"
    return f"{zeros} zeros inside, too many for strict signs {signs}" if strict and zeros >= len(signs) else None


def as_value(end):
    return end if end is None or end[0] != "num" else end[1]


def check_claim(top, table, points, report):
    """The last step is the claim, and the witness is a point of its domain."""
    claim = top["claim"]
    last = top["proof"][-1]["statement"]
    wanted = (claim["relation"], None, (table[claim["lhs"]], table[claim["rhs"]]))
    if "fact" not in last or table[last["fact"]] != wanted:
        report.problems.append("the last step is not the claim")
        return
    data = {"ranges": claim["domain"]["ranges"], "conditions": claim["domain"]["conditions"] + claim["given"]}
    domain, proved = Domain(data, table), Domain(last["domain"], table)
    for env in domain.points(points):
        if {r.name for r in proved.ranges} - set(env) or not proved.contains(env):
            report.problems.append(f"the last step does not speak of the point {shown(env)} of the claim")
            break
    witness = {n: table[i] for n, i in top["witness"]}
    if set(witness) != {r.name for r in domain.ranges} or not domain.contains(witness):
        report.problems.append("the witness is not seen to lie in the domain of the claim")


def shown(env):
    return ", ".join(
        f"{n} = {v if not isinstance(v, tuple) else mpmath.nstr(approximate(v), 8)}" for n, v in env.items()
    )
