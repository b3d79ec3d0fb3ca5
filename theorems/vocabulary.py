"""The letters that chapters share.

Levels and numbers mean the same in every chapter. P and Q are laws, p and q their densities, in_E is one on the event E: here of an
outcome x; a chapter whose outcomes have another name binds its own.
"""

from dpsym.objects.language import Event, Kernel, Law, Point, Symbol, exp, num

# -- levels -------------------------------------------------------------------------------------------------------

eps, delta, alpha = Symbol("eps"), Symbol("delta"), Symbol("alpha")
e_eps = exp(eps)  # e^ε

# -- laws of one outcome x, an event of it, and a kernel that processes it to y --------------------------------------

x, y = Point("x"), Point("y")
P, Q, R = Law("P", x), Law("Q", x), Law("R", x)
p, q, r = P.density, Q.density, R.density
E = Event("E", x)
in_E = E.density  # 1 on the event: P(E) is Int(in_E * p, x)
K = Kernel("k", x, y)
k = K.density

# -- numbers ------------------------------------------------------------------------------------------------------

half, third, tenth = num(1, 2), num(1, 3), num(1, 10)
