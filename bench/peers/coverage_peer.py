"""How often 95 % intervals of rates and their ratios hold the truth: the comparison behind the choices in docs/fairness.md.

    bench/peers/.venv/bin/python bench/peers/coverage_peer.py

1. Two groups: exact, by summing over every pair of counts, for five intervals of a ratio.
2. Several equal groups: drawn, for comparisons with the group that came out highest, plain and widened.
3. Sampling weights: drawn, for the rate by two simpler ways and by ours.
"""

import itertools
import math

import numpy
from scipy import optimize, stats

Z_95 = stats.norm.ppf(0.975)
SIZES = (20, 50, 100, 200, 500)
RATES = (0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95)
draw = numpy.random.default_rng(4)


def wilson(share, n, z=Z_95):
    centre = (share + z * z / 2 / n) / (1 + z * z / n)
    half = z * numpy.sqrt(share * (1 - share) / n + z * z / 4 / n / n) / (1 + z * z / n)
    return numpy.where(share <= 0, 0, centre - half), numpy.where(share >= 1, 1, centre + half)


def logarithm(a, n, b, m):
    """Katz et al. (1978), half a success added to each count."""
    value = numpy.log((a + 0.5) / (n + 0.5) / ((b + 0.5) / (m + 0.5)))
    error = numpy.sqrt(1 / (a + 0.5) - 1 / (n + 0.5) + 1 / (b + 0.5) - 1 / (m + 0.5))
    return numpy.exp(value - Z_95 * error), numpy.exp(value + Z_95 * error)


def inverse_sine(a, n, b, m):
    """Newcombe (2001); nothing is known where a count is 0."""
    half = 2 * numpy.arcsinh(Z_95 / 2 * numpy.sqrt(1 / a - 1 / n + 1 / b - 1 / m))
    value = numpy.log(a / n / (b / m))
    known = (a > 0) & (b > 0)
    return numpy.where(known, numpy.exp(value - half), 0), numpy.where(known, numpy.exp(value + half), numpy.inf)


def hybrid_of(p, l1, u1, q, l2, u2):
    root = lambda end, other: numpy.sqrt(numpy.maximum(0, (p * q) ** 2 - end * other * (2 * p - end) * (2 * q - other)))
    low = numpy.where(p > 0, l1 * (2 * p - l1) / (p * q + root(l1, u2)), 0)
    high = numpy.where(q > 0, (p * q + root(u1, l2)) / (l2 * (2 * q - l2)), numpy.inf)
    return low, high


def hybrid(a, n, b, m, z=Z_95):
    """Donner & Zou (2012) with Wilson's limits."""
    return hybrid_of(a / n, *wilson(a / n, n, z), b / m, *wilson(b / m, m, z))


def score_keeps(a, n, b, m, ratio, z=Z_95, small_sample=False):
    """Koopman (1984); with the factor of Miettinen & Nurminen (1985) for small samples."""
    linear = n * ratio + a + m + b * ratio
    q = 2 * (a + b) / (linear + numpy.sqrt(numpy.maximum(0, linear**2 - 4 * (n + m) * ratio * (a + b))))
    p = numpy.minimum(1, q * ratio)
    variance = p * (1 - p) / n + ratio**2 * q * (1 - q) / m
    if small_sample:
        variance *= (n + m) / (n + m - 1)
    distance = a / n - ratio * b / m
    return numpy.where(distance == 0, True, distance**2 <= z * z * variance)


def holds(ends, truth):
    return (ends[0] <= truth * (1 + 1e-12)) & (ends[1] >= truth * (1 - 1e-12))


def two_groups():
    kinds = {
        "logarithm": lambda a, n, b, m, truth: holds(logarithm(a, n, b, m), truth),
        "inverse sine": lambda a, n, b, m, truth: holds(inverse_sine(a, n, b, m), truth),
        "hybrid of Wilson": lambda a, n, b, m, truth: holds(hybrid(a, n, b, m), truth),
        "score": score_keeps,
        "score, small samples": lambda *given: score_keeps(*given, small_sample=True),
    }
    found = {name: [] for name in kinds}
    for n, m in itertools.product(SIZES, SIZES):
        if n * m > 50_000:
            continue
        a, b = numpy.meshgrid(numpy.arange(n + 1), numpy.arange(m + 1), indexing="ij")
        for p, q in itertools.product(RATES, RATES):
            if p > q:
                continue
            chance = stats.binom.pmf(a, n, p) * stats.binom.pmf(b, m, q) * (a + b > 0)
            for name, keeps in kinds.items():
                found[name].append((chance * keeps(a, n, b, m, p / q)).sum() / chance.sum())
    print("1. ratio of two groups: coverage over", len(found["score"]), "settings")
    for name, values in found.items():
        values = numpy.array(values)
        print(
            f"{name:22} mean {values.mean():.4f}  least {values.min():.4f}  most {values.max():.4f}"
            f"  below 92 %: {(values < 0.92).sum():3}  above 98 %: {(values > 0.98).sum():3}"
        )


def with_highest(groups):
    step = 0.01
    m = numpy.arange(-9, 9, step)
    missed = lambda z: groups * step * numpy.sum(
        stats.norm.pdf(m) * stats.norm.cdf(m - z * math.sqrt(2)) * stats.norm.cdf(m) ** (groups - 2)
    )
    return optimize.brentq(lambda z: missed(z) - 0.05, 1, 6)


def several_groups(n=100, files=10_000):
    print(f"2. groups of {n} with a rate of 1/2 each: coverage of comparisons with the highest")
    for groups in (2, 3, 5, 12):
        a = draw.binomial(n, 0.5, (files, groups))
        a.sort(axis=1)
        highest = a[:, -1]
        covered = lambda column, z: score_keeps(a[:, column], n, highest, n, 1.0, z)
        any_group = lambda z: numpy.mean([covered(column, z) for column in range(groups - 1)])
        widened, extremes = with_highest(groups), stats.studentized_range.ppf(0.95, groups, numpy.inf) / math.sqrt(2)
        print(
            f"{groups:3} groups  any group: plain {any_group(Z_95):.3f}, at {widened:.3f} {any_group(widened):.3f}"
            f"   lowest: plain {covered(0, Z_95).mean():.3f}, at {extremes:.3f} {covered(0, extremes).mean():.3f}"
        )


def weighted(w, y, usual0, usual1):
    """Rate and ends by the way of src/measure/groups/weighted-rates.ts, and the ends by effective size and by linearisation."""
    n = w.shape[1]
    n1 = y.sum(1)
    n0 = n - n1
    sum1, sum0 = (w * y).sum(1), (w * (1 - y)).sum(1)
    mean1, mean0 = numpy.where(n1 > 0, sum1 / n1, usual1), numpy.where(n0 > 0, sum0 / n0, usual0)
    variance = ((w / numpy.where(y == 1, mean1[:, None], mean0[:, None]) - 1) ** 2).sum(1)
    low, high = wilson(n1 / n, n / (1 + variance / numpy.maximum(1, n - (n1 > 0) - (n0 > 0))))
    padded = (sum1 + usual1) / (n1 + 1) / ((sum0 + usual0) / (n0 + 1))
    measured = numpy.where((n1 > 0) & (n0 > 0), mean1 / mean0, padded)
    rate = lambda share, r: share * r / (share * r + 1 - share)
    value = sum1 / w.sum(1)
    kish = w.sum(1) ** 2 / (w * w).sum(1)
    linear = (w * w * (y - value[:, None]) ** 2).sum(1) / w.sum(1) ** 2
    size = numpy.where((n1 > 0) & (n0 > 0), value * (1 - value) / linear, kish)
    return {
        "effective size": wilson(value, kish),
        "linearisation": wilson(value, size),
        "ours": (
            numpy.minimum(rate(low, measured), rate(low, padded)),
            numpy.maximum(rate(high, measured), rate(high, padded)),
        ),
    }


def drawn(kind, n, p, files):
    chance = draw.random((files, n))
    if kind == "unrelated to anything":
        w = numpy.exp(draw.normal(0, 0.7, (files, n)))
        return w, (chance < p) * 1.0
    if kind == "by the decision":  # one in five accepted outside, half of each decision in the file
        y = (chance < 2.5 * p / (2.5 * p + 0.625 * (1 - p))) * 1.0
        return numpy.where(y == 1, 0.4, 1.6), y
    first = draw.random((files, n)) < 0.5  # by a stratum with other rates: a fifth of all people, half of the file
    apart = 0.8 * min(p, 1 - p)
    return numpy.where(first, 0.4, 1.6), (chance < numpy.where(first, p + 0.8 * apart, p - 0.2 * apart)) * 1.0


def weights(files=3000):
    print("3. weighted rates, n = 20, 50, 200, 500 and rates 0.05 to 0.95: least and greatest coverage")
    for kind in ("unrelated to anything", "by the decision", "by a stratum"):
        found = {}
        for n, p in itertools.product((20, 50, 200, 500), (0.05, 0.1, 0.2, 0.5, 0.8, 0.9, 0.95)):
            w, y = drawn(kind, n, p, files)
            for name, ends in weighted(w, y, w[y == 0].mean(), w[y == 1].mean()).items():
                found.setdefault(name, []).append(holds(ends, p).mean())
        print(f"{kind:22}", "  ".join(f"{name}: {min(v):.3f} to {max(v):.3f}" for name, v in found.items()))


with numpy.errstate(divide="ignore", invalid="ignore"):
    two_groups()
    several_groups()
    weights()
