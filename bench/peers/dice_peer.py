"""Writes test/fixtures/libraries/dice-ml: what dice-ml saves for made-up people, and what it holds in memory.

Run as: python bench/peers/dice_peer.py test/fixtures/libraries/dice-ml (dice-ml 0.12, scikit-learn 1.9.1, pandas 3.1.1)

For each method there are the JSON of version 2.0, its frame as CSV with and without ids, and its printed form, where "-"
marks what stays; once also the JSON of version 1.0. truth.json has every counterfactual as dice-ml holds it.
"""

import json
import random
import sys
import types
from pathlib import Path

import dice_ml
import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
PEOPLE = 90
ASKED = 7  # refused people; and one who was accepted
NUMBERS = ["age", "years_employed", "income", "debt_ratio"]
MODEL = ["age", "housing", "rating", "years_employed", "income", "debt_ratio"]

draw = np.random.default_rng(11)
people = pd.DataFrame(
    {
        "id": [f"G{k + 1:03d}" for k in range(PEOPLE)],
        "sex": draw.choice(["man", "woman"], PEOPLE),
        "age": draw.integers(20, 70, PEOPLE),
        "housing": draw.choice(["owner", "tenant", "with family"], PEOPLE),
        "rating": draw.choice(["A", "B", "C"], PEOPLE),
        "years_employed": np.round(draw.uniform(0, 30, PEOPLE), 1),
        "income": draw.integers(120, 900, PEOPLE) * 100,
        "debt_ratio": np.round(draw.uniform(0, 0.9, PEOPLE), 3),
    }
)
worth = people.income / 1000 - 60 * people.debt_ratio + people.years_employed + 8 * (people.rating == "A")
good = (worth > 25).astype(int)

one_hot = ColumnTransformer([("words", OneHotEncoder(handle_unknown="ignore"), ["housing", "rating"])], remainder="passthrough")
model = make_pipeline(one_hot, RandomForestClassifier(60, random_state=0)).fit(people[MODEL], good)
answers = model.predict(people[MODEL])
decided = people.assign(decision=np.where(answers == 1, "granted", "refused"))
decided.to_csv(folder / "decisions.csv", index=False)
decided.drop(columns="sex").to_csv(folder / "decisions-model.csv", index=False)  # only what the model looks at

refused = people[answers == 0].head(ASKED)
asked = pd.concat([refused, people[answers == 1].head(1)])


def plain(value):
    """A value as a person would write it: the shortest text of its own precision."""
    return float(str(value)) if isinstance(value, np.floating) else value.item() if isinstance(value, np.generic) else value


def explain(method, outcome, queries):
    random.seed(5)
    np.random.seed(5)
    table = people[MODEL].assign(**{outcome: answers})
    data = dice_ml.Data(dataframe=table, continuous_features=NUMBERS, outcome_name=outcome)
    dice = dice_ml.Dice(data, dice_ml.Model(model=model, backend="sklearn"), method=method)
    seeded = {"random_seed": 5} if method == "random" else {}
    return dice.generate_counterfactuals(queries[MODEL], total_CFs=3, desired_class="opposite", **seeded)


def rows_of(explained, queries, outcome):
    """Every counterfactual in the order of the file, from the frames that dice-ml saves."""
    rows = []
    for person, example in zip(queries.id, explained.cf_examples_list, strict=True):
        frame = example.final_cfs_df if example.final_cfs_df_sparse is None else example.final_cfs_df_sparse
        for _, row in frame.iterrows():
            rows.append({"id": person, "outcome": plain(row[outcome]), "values": {name: plain(row[name]) for name in MODEL}})
    return rows


def frames(explained, queries):
    for person, example in zip(queries.id, explained.cf_examples_list, strict=True):
        frame = example.final_cfs_df if example.final_cfs_df_sparse is None else example.final_cfs_df_sparse
        yield person, example, frame


def printed(explained, queries):
    """The frames that dice-ml shows with show_only_changes=True, one below the other."""
    shown = []
    notebook = types.ModuleType("IPython.display")
    notebook.display = shown.append
    sys.modules["IPython"] = types.ModuleType("IPython")
    sys.modules["IPython.display"] = notebook
    for person, example, frame in frames(explained, queries):
        example.display_df(frame, show_only_changes=True)
        shown[-1] = shown[-1].assign(id=person)
    return pd.concat(shown)


truth = {}
for method, outcome in [("random", "decision"), ("genetic", "approved"), ("kdtree", "decision")]:
    explained = explain(method, outcome, asked)
    (folder / f"{method}.json").write_text(explained.to_json())
    whole = pd.concat([frame.assign(id=person) for person, _, frame in frames(explained, asked)])
    whole.to_csv(folder / f"{method}-ids.csv", index=False)
    whole.drop(columns="id").to_csv(folder / f"{method}.csv")
    printed(explained, asked).to_csv(folder / f"{method}-printed.csv", index=False)
    truth[method] = rows_of(explained, asked, outcome)
    if method == "kdtree":
        explained.metadata["version"] = "1.0"
        (folder / "kdtree-v1.json").write_text(explained.to_json())

(folder / "truth.json").write_text(json.dumps(truth, indent=1) + "\n")
