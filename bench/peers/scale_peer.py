"""Group facts with pandas and fairlearn, and a rebuild with scikit-learn, of the table of bench/scale.

One JSON request a line, one JSON answer a line. The first answer names the versions. Each process answers one request:
its processor seconds and its largest memory are those of the whole process.
"""

import json
import platform
import resource
import sys
from itertools import combinations

import fairlearn
import pandas
import sklearn


def count(_, decision):
    return len(decision)


def approved(_, decision):
    return int(decision.sum())


def facts(request):
    """Counts and selection rates of each sensitive column and each pair, with ratio and difference between groups."""
    from fairlearn.metrics import MetricFrame, selection_rate

    people = pandas.read_csv(request["file"])
    edges = [float("-inf"), *request["cuts"], float("inf")]
    people["age"] = pandas.cut(people["age"], edges, right=False, labels=request["names"]).astype(str)
    decision = (people["decision"] == "yes").astype(int)
    sensitive = request["sensitive"]
    out = {}
    for columns in [[name] for name in sensitive] + [list(pair) for pair in combinations(sensitive, 2)]:
        metrics = {"n": count, "yes": approved, "rate": selection_rate}
        frame = MetricFrame(metrics=metrics, y_true=decision, y_pred=decision, sensitive_features=people[columns])
        attribute = " × ".join(columns)
        for group, row in frame.by_group.dropna().iterrows():
            name = group if isinstance(group, str) else " × ".join(group)
            out[f"n {attribute}: {name}"] = int(row["n"])
            out[f"yes {attribute}: {name}"] = int(row["yes"])
        out[f"ratio {attribute}"] = float(frame.ratio()["rate"])
        out[f"difference {attribute}"] = float(frame.difference()["rate"])
    return out


def rebuild(request):
    """Share of decisions that gradient boosting gives people left out of its fits, in five folds."""
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.model_selection import StratifiedKFold, cross_val_score
    from threadpoolctl import threadpool_limits

    people = pandas.read_csv(request["file"]).drop(columns="id")
    decision = (people.pop("decision") == "yes").astype(int)
    for name in people.select_dtypes(exclude="number").columns:
        people[name] = people[name].astype("category")
    model = HistGradientBoostingClassifier(random_state=0)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    with threadpool_limits(request["threads"], user_api="openmp"):
        return {"right": float(cross_val_score(model, people, decision, cv=folds).mean())}


TASKS = {"facts": facts, "rebuild": rebuild}
VERSIONS = {
    "fairlearn": fairlearn.__version__,
    "pandas": pandas.__version__,
    "python": platform.python_version(),
    "scikit-learn": sklearn.__version__,
}

print(json.dumps(VERSIONS), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    answer = TASKS[request["task"]](request)
    used = resource.getrusage(resource.RUSAGE_SELF)
    answer["cpuSeconds"] = used.ru_utime + used.ru_stime
    answer["kilobytes"] = used.ru_maxrss  # Linux counts kilobytes
    print(json.dumps(answer), flush=True)
