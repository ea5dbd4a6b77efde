"""Writes test/fixtures/libraries/glassalpha: reason codes of GlassAlpha 0.2.0 for made-up people.

Run as: python bench/peers/glassalpha_peer.py test/fixtures/libraries/glassalpha (glassalpha 0.2.0, numpy 2.4.6, pandas 3.1.1)

The contributions are a linear model's; GlassAlpha ranks them and leaves protected columns out. The keys are those that
its command writes (glassalpha reasons --format json).
"""

import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from glassalpha.explain.reason_codes import extract_reason_codes

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
NAMES = ["age", "gender", "income", "debt_ratio", "years_employed"]
WEIGHTS = np.array([0.01, 0.1, 0.05, -3.0, 0.04])
PEOPLE = 40

draw = np.random.default_rng(2)
people = pd.DataFrame(
    {
        "age": draw.integers(20, 70, PEOPLE),
        "gender": draw.integers(0, 2, PEOPLE),
        "income": draw.integers(12, 90, PEOPLE),
        "debt_ratio": np.round(draw.uniform(0, 0.9, PEOPLE), 2),
        "years_employed": draw.integers(0, 30, PEOPLE),
    }
)
points = people.to_numpy() * WEIGHTS
chances = 1 / (1 + np.exp(-(points.sum(axis=1) - 2)))
decided = people.assign(decision=np.where(chances >= 0.5, "granted", "refused"))
decided.insert(0, "id", range(PEOPLE))
decided.to_csv(folder / "decisions.csv", index=False)

found = []
for k in np.flatnonzero(chances < 0.5)[:5]:
    result = extract_reason_codes(
        shap_values=points[k] - points.mean(axis=0),
        feature_names=NAMES,
        feature_values=people.iloc[k],
        instance_id=int(k),
        prediction=float(chances[k]),
        threshold=0.5,
        top_n=3,
        seed=1,
    )
    codes = [
        {"rank": one.rank, "feature": one.feature, "contribution": one.contribution, "feature_value": one.feature_value}
        for one in result.reason_codes
    ]
    found.append(
        {
            "instance_id": result.instance_id,
            "prediction": result.prediction,
            "decision": result.decision,
            "reason_codes": codes,
            "excluded_features": result.excluded_features,
            "model_hash": result.model_hash,
            "seed": result.seed,
        }
    )
(folder / "one.json").write_text(json.dumps(found[0], indent=2, sort_keys=True))
(folder / "several.json").write_text(json.dumps(found))
