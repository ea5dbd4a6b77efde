"""Values of SciPy that test/fairness compares the facts with: prints test/fixtures/facts.json.

    bench/peers/.venv/bin/python bench/peers/facts_peer.py > test/fixtures/facts.json

Where SciPy has no function (difference and ratio of two shares, power) the value is found another way than in the library: by maximising
a likelihood or by finding a root. Fisher's test is given twice, by SciPy and in whole numbers.
"""

import json
import math
from fractions import Fraction

import numpy
import scipy
from scipy import optimize, stats

Z_95 = stats.norm.ppf(0.975)
Z_80 = stats.norm.ppf(0.8)
draw = numpy.random.default_rng(4)


def fisher_in_whole_numbers(a, n, b, m):
    """The two-sided p-value: tables no likelier than this one, counted without rounding."""
    total = a + b
    ways = [math.comb(n, k) * math.comb(m, total - k) for k in range(max(0, total - m), min(n, total) + 1)]
    seen = math.comb(n, a) * math.comb(m, b)
    return float(Fraction(sum(w for w in ways if w <= seen), sum(ways)))


def fisher():
    tables = [(0, 10, 0, 10), (10, 10, 20, 20), (3, 10, 3, 10), (1, 11, 5, 11), (0, 12, 7, 9), (2, 10, 40, 50), (19, 20, 1, 20)]
    tables += [(5, 10, 700, 2000), (40, 100, 9000, 30000), (3, 15, 60000, 99985), (300, 1000, 2500, 9000), (0, 400, 90, 3600)]
    for _ in range(60):
        n, m = (int(v) for v in draw.integers(1, 120, 2))
        tables.append((int(draw.integers(0, n + 1)), n, int(draw.integers(0, m + 1)), m))
    return [
        {
            "table": table,
            "p": float(stats.fisher_exact([[a, n - a], [b, m - b]])[1]),
            "exact": fisher_in_whole_numbers(*table),
        }
        for table in tables
        for a, n, b, m in [table]
    ]


def z_test():
    out = []
    for a, n, b, m in [(40, 100, 30, 60), (55, 100, 50, 100), (300, 1000, 2500, 9000), (12, 40, 300, 600), (4000, 9000, 1, 999)]:
        p = stats.chi2_contingency([[a, n - a], [b, m - b]], correction=False).pvalue
        out.append({"table": [a, n, b, m], "p": float(p)})
    return out


def wilson(successes, n, z):
    ends = stats.binomtest(successes, n).proportion_ci(2 * stats.norm.cdf(z) - 1, method="wilson")
    return ends.low, ends.high


def newcombe(a, n, b, m, z):
    (l1, u1), (l2, u2) = wilson(a, n, z), wilson(b, m, z)
    p, q = a / n, b / m
    return [p - q - math.hypot(p - l1, u2 - q), p - q + math.hypot(u1 - p, q - l2)]


def likeliest(a, n, b, m, ratio):
    """The second share under which the counts are likeliest, when the first is `ratio` times it."""
    most = min(1, 1 / ratio)
    loss = lambda q: -float(stats.binom.logpmf(a, n, min(1, ratio * q)) + stats.binom.logpmf(b, m, q))
    slope = lambda q: (a + b) / q - ratio * (n - a) / (1 - ratio * q) - (m - b) / (1 - q)
    tiny = 1e-13
    if slope(most * (1 - tiny)) >= 0:
        return most
    q = optimize.brentq(slope, tiny, most * (1 - tiny), xtol=1e-16, rtol=1e-15)
    assert loss(q) <= min(loss(q * 0.999), loss(min(most, q * 1.001))) + 1e-9
    return q


def koopman(a, n, b, m, z):
    def surplus(ratio):
        q = likeliest(a, n, b, m, ratio)
        p = min(1, ratio * q)
        return (a / n - ratio * b / m) ** 2 - z * z * (p * (1 - p) / n + ratio * ratio * q * (1 - q) / m)

    value = a / n / (b / m)
    low = 0 if a == 0 else optimize.brentq(surplus, value * 1e-6, value * (1 - 1e-9), xtol=1e-15)
    high = optimize.brentq(surplus, max(value, 1e-6) * (1 + 1e-9), 1e4, xtol=1e-15)
    return [low, high]


def hybrid_ratio(a, n, b, m, z):
    """Ratios R at which the hybrid interval of p - R q begins or ends at 0."""
    (l1, u1), (l2, u2) = wilson(a, n, z), wilson(b, m, z)
    p, q = a / n, b / m
    below = lambda r: p - r * q - math.hypot(p - l1, r * (u2 - q))
    above = lambda r: p - r * q + math.hypot(u1 - p, r * (q - l2))
    low = 0 if a == 0 else optimize.brentq(below, 0, p / q, xtol=1e-15)
    return [low, optimize.brentq(above, p / q, 1e5, xtol=1e-14)]


def pairs():
    counts = [(30, 100, 50, 100), (3, 20, 12, 40), (0, 20, 7, 25), (20, 20, 25, 25), (19, 20, 30, 30), (1, 10, 1, 500), (450, 500, 480, 500), (0, 10, 1, 10)]
    return [
        {
            "table": table,
            "z": z,
            "difference": newcombe(*table, z),
            "score": koopman(*table, z),
            "hybrid": hybrid_ratio(*table, z),
        }
        for table in counts
        for z in (Z_95, 2.5)
    ]


def picked():
    return [
        {
            "groups": groups,
            "lowestWithHighest": float(stats.studentized_range.ppf(0.95, groups, numpy.inf) / math.sqrt(2)),
        }
        for groups in (2, 3, 5, 12, 40)
    ]


def chance(reference, m, rate, n):
    """Probability that the pooled two-sided test at 5 % finds the difference, by the normal approximation."""
    pooled = (n * rate + m * reference) / (n + m)
    equal = math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    unequal = math.sqrt(rate * (1 - rate) / n + reference * (1 - reference) / m)
    return stats.norm.sf((Z_95 * equal - (reference - rate)) / unequal)


def power():
    out = []
    for reference, m, n in [(0.5, 100, 100), (0.6, 300, 80), (0.05, 500, 500), (0.9, 40, 40), (0.3, 20, 12), (0.1, 20, 20)]:
        found = lambda ratio: chance(reference, m, ratio * reference, n) - 0.8
        ratio = float(optimize.brentq(found, 1e-12, 1 - 1e-9, xtol=1e-14)) if found(1e-12) > 0 else None
        needed = math.ceil(optimize.brentq(lambda size: chance(reference, size, 0.8 * reference, size) - 0.8, 1, 1e6))
        out.append({"rate": reference, "referenceN": m, "n": n, "ratio": ratio, "needed": needed})
    return out


def normal_tail():
    return [{"z": z, "p": float(stats.norm.sf(z))} for z in (-9.0, -1.5, 0.0, 0.3, 1.0, 1.96, 2.8, 2.83, 4.0, 8.0, 15.0, 37.0)]


sections = {
    "versions": [{"scipy": scipy.__version__, "numpy": numpy.__version__}],
    "normalTail": normal_tail(),
    "fisher": fisher(),
    "zTest": z_test(),
    "pairs": pairs(),
    "picked": picked(),
    "power": power(),
}
rows = lambda entries: ",\n".join(f"    {json.dumps(entry)}" for entry in entries)
print("{\n" + ",\n".join(f'  "{name}": [\n{rows(entries)}\n  ]' for name, entries in sections.items()) + "\n}")
