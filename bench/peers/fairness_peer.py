"""Group measures by fairlearn and SciPy, one JSON request a line, one JSON answer a line. The first answer names the versions.

A request has, per person, a group, a decision, an outcome and a score, and weights or null. With the argument "fixture" it makes cases of
its own and prints test/fixtures/model-fairness.json:

    bench/peers/.venv/bin/python bench/peers/fairness_peer.py fixture > test/fixtures/model-fairness.json
"""

import json
import sys

import fairlearn
import numpy
import scipy
from fairlearn.metrics import (
    MetricFrame,
    demographic_parity_difference,
    demographic_parity_ratio,
    equalized_odds_difference,
    false_positive_rate_difference,
    selection_rate,
    true_positive_rate_difference,
)
from scipy.stats import wasserstein_distance


def distances(groups, scores, weights):
    """W1 of every pair of groups as "a:b" and of each group against the others as "a:rest"."""
    out = {}
    names = sorted(set(groups.tolist()))
    for a in names:
        own = groups == a
        sides = {str(b): groups == b for b in names if b > a}
        for name, other in {**sides, "rest": ~own}.items():
            own_weights, other_weights = (None, None) if weights is None else (weights[own], weights[other])
            out[f"{a}:{name}"] = float(wasserstein_distance(scores[own], scores[other], own_weights, other_weights))
    return out


def answer(request):
    groups, decisions, outcomes = (numpy.array(request[key]) for key in ("groups", "decisions", "outcomes"))
    scores = numpy.array(request["scores"], dtype=float)
    weights = None if request["weights"] is None else numpy.array(request["weights"], dtype=float)
    given = {"sensitive_features": groups, "sample_weight": weights}
    rates = MetricFrame(
        metrics=selection_rate,
        y_true=outcomes,
        y_pred=decisions,
        sensitive_features=groups,
        sample_params={} if weights is None else {"sample_weight": weights},
    ).by_group
    out = {
        "parityDifference": float(demographic_parity_difference(outcomes, decisions, **given)),
        "parityRatio": float(demographic_parity_ratio(outcomes, decisions, **given)),
        "oddsDifference": float(equalized_odds_difference(outcomes, decisions, **given)),
        "truePositiveDifference": float(true_positive_rate_difference(outcomes, decisions, **given)),
        "falsePositiveDifference": float(false_positive_rate_difference(outcomes, decisions, **given)),
    }
    out.update({f"rate {group}": float(rate) for group, rate in rates.items()})
    out.update({f"W1 {key}": value for key, value in distances(groups, scores, weights).items()})
    for y in (0, 1):
        kept = outcomes == y
        within = distances(groups[kept], scores[kept], None if weights is None else weights[kept])
        out.update({f"W1 y={y} {key}": value for key, value in within.items()})
    return out


def made_up(draw, sizes, weighted, discrete):
    groups = numpy.repeat(numpy.arange(len(sizes)), sizes)
    shift = draw.normal(size=len(sizes))[groups]
    scores = numpy.round(1 / (1 + numpy.exp(-(shift + draw.normal(size=len(groups))))), 1 if discrete else 6)
    return {
        "groups": groups.tolist(),
        "decisions": (scores >= 0.5).astype(int).tolist(),
        "outcomes": (draw.random(len(groups)) < 0.25 + 0.5 * scores).astype(int).tolist(),
        "scores": scores.tolist(),
        "weights": numpy.round(draw.gamma(2, size=len(groups)), 4).tolist() if weighted else None,
    }


def fixture():
    draw = numpy.random.default_rng(4)
    cases = []
    for sizes in ([60, 60], [45, 90], [50, 60, 70], [40, 41, 42, 43, 44]):
        for weighted in (False, True):
            request = made_up(draw, sizes, weighted, discrete=len(sizes) == 3)
            cases.append({**request, "values": answer(request)})
    print(json.dumps({"versions": VERSIONS, "cases": cases}))


VERSIONS = {
    "fairlearn": fairlearn.__version__,
    "numpy": numpy.__version__,
    "python": sys.version.split()[0],
    "scipy": scipy.__version__,
}


def main():
    if sys.argv[1:] == ["fixture"]:
        return fixture()
    print(json.dumps(VERSIONS), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


main()
