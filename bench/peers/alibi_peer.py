"""Writes test/fixtures/libraries/alibi: explanations of alibi 0.9.6 for made-up people, and what it holds in memory.

Run as: python bench/peers/alibi_peer.py test/fixtures/libraries/alibi (alibi 0.9.6, tensorflow-cpu 2.14.1, numpy 1.26.4)

alibi needs older versions than the other peers, so it has an environment of its own. Counterfactual saves no row that it
started from; the file with ids has the people's ids beside each explanation.
"""

import json
import os
import sys
from pathlib import Path

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow as tf

tf.compat.v1.disable_v2_behavior()
from alibi.explainers import Counterfactual

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
NAMES = ["age", "years_employed", "income", "debt_ratio"]
PEOPLE = 60
ASKED = 4

draw = np.random.default_rng(4)
people = np.column_stack(
    [
        draw.integers(20, 70, PEOPLE),
        np.round(draw.uniform(0, 30, PEOPLE), 1),
        np.round(draw.uniform(12, 90, PEOPLE), 1),
        np.round(draw.uniform(0, 0.9, PEOPLE), 3),
    ]
)
WEIGHTS = np.array([0.02, 0.1, 0.12, -6.0])


def probabilities(rows):
    chance = 1 / (1 + np.exp(-(rows @ WEIGHTS - 4)))
    return np.column_stack([1 - chance, chance])


good = probabilities(people)[:, 1] >= 0.5
lines = [",".join(["id", *NAMES, "decision"])]
for k, row in enumerate(people):
    cells = [f"G{k + 1:03d}", str(int(row[0])), *(repr(float(cell)) for cell in row[1:])]
    lines.append(",".join([*cells, "granted" if good[k] else "refused"]))
(folder / "decisions.csv").write_text("\n".join(lines) + "\n")

explainer = Counterfactual(
    probabilities,
    shape=(1, len(NAMES)),
    target_proba=0.6,
    tol=0.15,
    target_class="other",
    max_iter=300,
    lam_init=1e-1,
    max_lam_steps=6,
    learning_rate_init=0.2,
    feature_range=(people.min(axis=0, keepdims=True), people.max(axis=0, keepdims=True)),
)
texts, ids, truth = [], [], []
for k in np.flatnonzero(~good)[:ASKED]:
    explained = explainer.explain(people[[k]])
    texts.append(json.loads(explained.to_json()))
    texts[-1]["data"]["all"] = {}  # every step of the search
    ids.append(f"G{k + 1:03d}")
    found = explained.cf
    truth.append(None if found is None else {"id": ids[-1], "class": int(found["class"]), "values": [float(str(v)) for v in found["X"][0]]})

(folder / "one.json").write_text(json.dumps(texts[0]))
(folder / "several.json").write_text(json.dumps(texts))
(folder / "with-ids.json").write_text(json.dumps([{"id": one, **text} for one, text in zip(ids, texts, strict=True)]))
(folder / "truth.json").write_text(json.dumps(truth, indent=1) + "\n")
