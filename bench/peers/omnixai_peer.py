"""Writes test/fixtures/libraries/omnixai: counterfactuals of OmniXAI 1.3.1 for made-up people, and what it holds.

Run as: python bench/peers/omnixai_peer.py test/fixtures/libraries/omnixai (omnixai 1.3.1, scikit-learn 1.1.3, pandas 2.3.3)

OmniXAI needs older versions than the other peers, so it has an environment of its own.
"""

import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from omnixai.data.tabular import Tabular
from omnixai.explainers.tabular import KNNCounterfactualExplainer, MACEExplainer
from omnixai.preprocessing.tabular import TabularTransform
from sklearn.ensemble import RandomForestClassifier

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
PEOPLE = 80
ASKED = 4

draw = np.random.default_rng(8)
people = pd.DataFrame(
    {
        "age": draw.integers(20, 70, PEOPLE),
        "housing": draw.choice(["owner", "tenant", "with family"], PEOPLE),
        "income": draw.integers(120, 900, PEOPLE) * 100,
        "debt_ratio": np.round(draw.uniform(0, 0.9, PEOPLE), 3),
    }
)
ids = [f"G{k + 1:03d}" for k in range(PEOPLE)]
good = (people.income / 1000 - 60 * people.debt_ratio + 5 * (people.housing == "owner") > 15).astype(int)
table = Tabular(people.assign(label=good), categorical_columns=["housing"], target_column="label")
transform = TabularTransform().fit(table)
encoded = transform.transform(table)
model = RandomForestClassifier(60, random_state=0).fit(encoded[:, :-1], encoded[:, -1])
answers = model.predict(encoded[:, :-1]).astype(int)
decided = people.assign(decision=np.where(answers == 1, "granted", "refused"))
decided.insert(0, "id", ids)
decided.to_csv(folder / "decisions.csv", index=False)

asked = np.flatnonzero(answers == 0)[:ASKED]
queries = Tabular(people.iloc[asked], categorical_columns=["housing"])


def predict(rows):
    return model.predict_proba(transform.transform(rows))


truth = {}
for name, explainer in [("knn", KNNCounterfactualExplainer), ("mace", MACEExplainer)]:
    explained = explainer(training_data=table, predict_function=predict).explain(queries)
    (folder / f"{name}.json").write_text(explained.to_json())
    truth[name] = []
    for k, one in zip(asked, explained.get_explanations(), strict=True):
        if one["counterfactual"] is None:
            continue
        frame = one["counterfactual"]
        saved = frame[~frame.index.duplicated(keep="last")]  # to_json keeps one row of each index
        for row in saved.to_dict("records"):
            truth[name].append({"id": ids[k], "outcome": int(row.pop("label")), "values": row})
(folder / "truth.json").write_text(json.dumps(truth, indent=1, default=lambda value: value.item()) + "\n")
