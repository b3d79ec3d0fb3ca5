r"""The commands and words of formulas: which function each one is, and what is refused with which advice."""

from __future__ import annotations

#: Commands and upright words that are functions of the kernel.
FUNCTIONS = {
    "exp": "exp", "log": "log", "ln": "log", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "min": "min", "max": "max",
    "erf": "erf", "erfc": "erfc", "arsinh": "asinh", "asinh": "asinh", "arcsinh": "asinh", "arcosh": "acosh",
    "acosh": "acosh", "arccosh": "acosh", "artanh": "atanh", "atanh": "atanh", "arctanh": "atanh", "loggamma": "loggamma",
}  # fmt: skip
#: Functions whose power may stand behind the name: \log^2 x.
POWERED = frozenset({"log", "sinh", "cosh", "tanh", "Phi", "erf", "erfc"})
RELATIONS = {
    "le": "<=", "leq": "<=", "leqslant": "<=", "ge": ">=", "geq": ">=", "geqslant": ">=", "lt": "<", "gt": ">",
    "ne": "!=", "neq": "!=", "coloneqq": "==", "triangleq": "==", "eqqcolon": "==",
}  # fmt: skip
#: Commands that cannot be part of an expression, with what to write instead.
REFUSED = {
    "pm": "\\pm says two things at once: write the two formulas",
    "mp": "\\mp says two things at once: write the two formulas",
    "approx": "\\approx is no claim: write \\le or = with an error term",
    "simeq": "\\simeq is no claim: write \\le or = with an error term",
    "sim": "\\sim has no value: state what is drawn from what in words",
    "propto": "\\propto is no claim: write = with the constant",
    "lesssim": "\\lesssim hides a constant: write it",
    "gtrsim": "\\gtrsim hides a constant: write it",
    "ll": "\\ll is no claim: write \\le with a constant",
    "gg": "\\gg is no claim: write \\ge with a constant",
    "equiv": "\\equiv may be = or a congruence: write =",
    "sup": "a supremum is not read: state the bound for every element instead",
    "inf": "an infimum is not read: state the bound for every element instead",
    "lim": "limits are not read: state the inequality for every element instead",
    "limsup": "limits are not read", "liminf": "limits are not read",
    "arg": "\\arg is not read", "argmax": "an argmax has no value here", "argmin": "an argmin has no value here",
    "dots": "dots are not read: write a sum or a product with its range",
    "ldots": "dots are not read: write a sum or a product with its range",
    "cdots": "dots are not read: write a sum or a product with its range",
    "lg": "\\lg may be base 2 or 10: write \\log_2 or \\log_{10}",
    "sin": "\\sin is not among the functions", "cos": "\\cos is not among the functions", "tan": "\\tan is not among the functions",
    "arctan": "\\arctan is not among the functions",
    "partial": "derivatives are not read: write them out", "nabla": "derivatives are not read: write them out",
    "choose": "write \\binom{n}{k}", "over": "write \\frac{a}{b}", "atop": "write \\frac{a}{b} or \\binom{n}{k}",
    "div": "write / or \\frac", "bmod": "write a - b\\lfloor a/b\\rfloor", "pmod": "congruences are not read",
    "cup": "sets have no value here", "cap": "sets have no value here", "setminus": "sets have no value here",
    "in": "a membership is a condition, not a part of an expression", "subset": "sets have no value here",
    "subseteq": "sets have no value here", "notin": "sets have no value here", "emptyset": "sets have no value here",
    "mid": "a bar with a condition stands only inside \\Pr[...] or \\mathbb{E}[...]",
    "circ": "\\circ is not read: apply the functions", "otimes": "\\otimes is not read", "oplus": "\\oplus is not read",
    "top": "\\top is not read", "perp": "\\perp is not read", "land": "write one formula each",
    "wedge": "write one formula each", "lor": "write one formula each", "vee": "write one formula each",
    "forall": "a quantifier stands in front of a condition, not in an expression",
    "exists": "existence claims are not read: state the bound for the element",
    "leftarrow": "arrows have no value", "rightarrow": "arrows have no value", "to": "arrows have no value",
    "gets": "arrows have no value", "xleftarrow": "arrows have no value", "mapsto": "arrows have no value",
    "underbrace": "write the remark in \\text{...} behind the formula",
    "overbrace": "write the remark in \\text{...} behind the formula",
    "cong": "\\cong is no claim", "asymp": "\\asymp hides constants: write them", "star": "write \\cdot for a product",
    "ast": "write \\cdot for a product", "#": "\\# is not read: name the count", "$": "a dollar sign inside a formula",
    "infty": "infinity stands only as a whole end of a range, sum, product or integral",
    "begin": "this environment is not read inside an expression",
}  # fmt: skip
#: Words of letters in a row: what was meant by them, and it was not a product.
SPELLED = {
    **{w: f"\\{w}" for w in ("exp", "log", "ln", "max", "min", "sinh", "cosh", "tanh", "sup", "inf", "sin", "cos", "det", "arg")},
    "sqrt": "\\sqrt{...}", "Pr": "\\Pr[...]", "Var": "\\operatorname{Var}[...]", "Lap": "\\mathrm{Lap}(...)",
    "erf": "\\operatorname{erf}",
    "erfc": "\\operatorname{erfc}", "poly": "\\mathrm{poly}", "negl": "\\mathrm{negl}", "eps": "\\varepsilon", "lim": "\\lim",
}  # fmt: skip
#: Heads that hide a constant: never a value.
ASYMPTOTIC = frozenset({"O", "o", "Theta", "Omega", "omega", "poly", "polylog", "negl"})
#: Words that start so name a draw: two of them are two numbers, whatever their text.
DRAWS = (
    "sample", "rand", "draw", "noise", "flip", "toss", "lap", "gauss", "geom", "bern", "unif", "gumbel", "poisson", "binomial",
    "exponential", "normal", "discretelap", "discretegauss", "rng",
)  # fmt: skip
#: Letters that usually are functions, mechanisms or algorithms: X(...) needs a declaration.
FUNCTION_LETTERS = frozenset("fghuvFGHMALTKRSUVXYZWEO")
FUNCTION_GREEK = frozenset({"phi", "psi", "chi", "kappa", "zeta", "omega", "Lambda", "Psi", "Theta", "Omega", "Sigma", "Pi", "Xi",
                            "Upsilon", "Phi", "Gamma"})  # fmt: skip
#: Letters that usually are the argument of a function: p(x - 1) may be a density.
ARGUMENTS = frozenset("xyzwtsouvXYZS")
EVENTS = frozenset("STEAB")
FONTS = ("mathcal", "mathbb", "mathbf", "mathfrak", "mathscr", "boldsymbol", "bm", "mathsf", "mathtt")
UPRIGHT = ("mathrm", "operatorname", "operatorname*", "mathit", "mathsf", "mathop", "textsf")
DIVERGENCES = {"TV": "TV", "SD": "TV", "tv": "TV", "KL": "D", "kl": "D"}
LAWS = {
    "Lap": "Laplace", "Laplace": "Laplace", "N": "Normal", "Normal": "Normal", "Bern": "Bernoulli", "Bernoulli": "Bernoulli",
    "Ber": "Bernoulli", "Unif": "Uniform", "Uniform": "Uniform", "Exp": "Exponential", "Gumbel": "Gumbel",
}  # fmt: skip
