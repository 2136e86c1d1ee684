"""Solves one training problem with cvxopt: JSON on standard input, JSON on standard output. See peer_test.go.

It solves the dual of the paper's eq. (max_problem_lmi) for the squared loss,

    maximise  v'y - |v|^2 / 4   subject to   beta E -+ A_k*v + rho_k G  psd   for every block k and both signs,

which cvxopt's coneqp takes as it is, with far fewer unknowns than the matrices have entries; the matrices are its multipliers. Where
there are more samples than entries, the samples are first replaced by the rows of R from Phi = Q R (the paper's constrained least
squares form, appendix A). Outputs are solved one by one, for this loss couples none. Building the matrices, slow in Python, is not
timed; the factorisation and coneqp are, by the processor time that they take: other work on the machine does not count.
"""
import json
import sys
import time
from math import sqrt

import cvxopt
from cvxopt import blas, lapack, matrix, solvers, spmatrix


def svec(x, problem):
    """The lower triangle of A(x), column by column, with the entries off the diagonal times sqrt 2."""
    a, b, c, balanced = (problem[name] for name in ("a", "b", "c", "balanced"))
    packed = []
    for i, v in enumerate(x):
        packed.append(a * v * v)
        packed.extend(sqrt(2) * a * v * w for w in x[i + 1:])
        if balanced:
            packed.append(b * v / sqrt(2))
    return packed + [c] if balanced else packed


def full(packed, p):
    """The matrix of order p with that svec, as one list."""
    a, at = [0.0] * (p * p), 0
    for i in range(p):
        a[i * p + i] = packed[at]
        for j in range(i + 1, p):
            a[i * p + j] = a[j * p + i] = packed[at + j - i] / sqrt(2)
        at += p - i
    return a


def reduce(phi, y):
    """Replaces the rows of phi and y by R and Q'y, and returns them with |y - Q Q'y|^2 and the seconds it took."""
    rows, width = phi.size
    if rows <= width:
        return phi, y, 0.0, 0.0
    start = time.process_time()
    phi, y, tau = +phi, +y, matrix(0.0, (width, 1))
    lapack.geqrf(phi, tau)
    lapack.ormqr(phi, tau, y, trans="T")
    rest = blas.nrm2(y, offset=width) ** 2
    seconds = time.process_time() - start
    for j in range(width):
        phi[j + 1:width, j] = 0.0
    return phi[:width, :], y[:width], rest, seconds


def constraints(phi, problem, p):
    """G and h of G (v, rho) + s = h, s in the cone: every block's two matrices, one entry after the other."""
    n, blocks, balanced, size = phi.size[0], len(problem["blocks"]), problem["balanced"], p * p
    q, corner = p * (p + 1) // 2, p - 1 if balanced else 0
    g = matrix(0.0, (2 * blocks * size, n + (2 * blocks if balanced else 0)))
    h = matrix(0.0, (2 * blocks * size, 1))
    for k in range(blocks):
        plus, minus = 2 * k * size, (2 * k + 1) * size
        for i in range(n):
            a = matrix(full(phi[i, k * q:(k + 1) * q], p))
            g[plus:plus + size, i], g[minus:minus + size, i] = a, -a
        for j in range(p):
            for sign, at in enumerate((plus + j * (p + 1), minus + j * (p + 1))):
                if balanced:
                    g[at, n + 2 * k + sign] = 1.0 if j == corner else -1.0
                if j >= corner:
                    h[at] = problem["beta"]
    return g, h


def solve(problem):
    blocks = problem["blocks"]
    p = len(blocks[0][0]) + problem["balanced"]
    samples = matrix([[entry for block in blocks for entry in svec(block[i], problem)] for i in range(len(blocks[0]))]).T
    answer = {"seconds": 0.0, "upper": 0.0, "lower": 0.0, "optimal": True}
    for y in problem["y"]:
        phi, target, rest, seconds = reduce(samples, matrix(y))
        n = phi.size[0]
        g, h = constraints(phi, problem, p)
        order = g.size[1]
        quadratic = spmatrix([0.5] * n, range(n), range(n), (order, order))
        linear = matrix([-target, matrix(0.0, (order - n, 1))])
        start = time.process_time()
        solution = solvers.coneqp(quadratic, linear, g, h, {"l": 0, "q": [], "s": [p] * (2 * len(blocks))})
        answer["seconds"] += seconds + time.process_time() - start
        answer["upper"] += rest - solution["dual objective"]
        answer["lower"] += rest - solution["primal objective"]
        answer["optimal"] &= solution["status"] == "optimal"
    return answer


def library():
    """The BLAS that cvxopt uses, where the system tells."""
    try:
        with open("/proc/self/maps") as maps:
            files = {line.split()[-1] for line in maps if "/lib" in line and "blas" in line and "cvxopt" not in line}
        return " ".join(sorted(files)) or "an unknown BLAS"
    except OSError:
        return "an unknown BLAS"


problem = json.load(sys.stdin)
# Only the relative gap counts: an absolute one of 1e-7 would be too easy where the optimum is small.
solvers.options.update(show_progress=False, maxiters=100, reltol=problem["tolerance"], abstol=1e-300)
# Times are noisy: the best of a few runs, as long as they are short.
answer = solve(problem)
for _ in range(4):
    if answer["seconds"] > 1:
        break
    answer = min(answer, solve(problem), key=lambda a: a["seconds"])
answer["peer"] = "cvxopt %s with %s" % (cvxopt.__version__, library())
json.dump(answer, sys.stdout)
