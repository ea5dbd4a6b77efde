"""Fits the bracket ensemble with scikit-learn and PyTorch, one JSON request a line, one JSON answer a line.

The same members, sets and folds as the package: logistic regression and gradient boosting without letters and with path
points, small nets with clamped letters, weights from three-fold errors on the observations. Times are wall clock of the
fit with its cross-validation; loading is not counted. The first answer names the versions.
"""

import json
import sys
import time

import numpy
import sklearn
import torch
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

HALF = float(numpy.log(2.0))


def array(spec):
    return numpy.fromfile(spec["file"], dtype="<f8").reshape(spec["shape"])


def labelled(rejected, accepted, letters, path):
    if path is None:
        rows = numpy.vstack([rejected, accepted])
        return rows, numpy.r_[numpy.zeros(len(rejected)), numpy.ones(len(accepted))]
    rows = numpy.vstack([rejected, accepted, letters, path])
    return rows, numpy.r_[numpy.zeros(len(rejected)), numpy.ones(len(accepted) + len(letters)), numpy.zeros(len(path))]


def net(rejected, accepted, letters, path, seed):
    torch.manual_seed(seed)
    model = torch.nn.Sequential(
        torch.nn.Linear(rejected.shape[1], 20),
        torch.nn.ReLU(),
        torch.nn.Linear(20, 10),
        torch.nn.ReLU(),
        torch.nn.Linear(10, 1),
    )
    observed = torch.tensor(numpy.vstack([rejected, accepted]), dtype=torch.float32)
    sign = torch.tensor(numpy.r_[-numpy.ones(len(rejected)), numpy.ones(len(accepted))], dtype=torch.float32)
    up = torch.tensor(letters, dtype=torch.float32)
    down = None if path is None else torch.tensor(path, dtype=torch.float32)
    soft = torch.nn.functional.softplus
    optimiser = torch.optim.Adam(model.parameters(), lr=0.02, weight_decay=1e-3)
    for _ in range(240):
        optimiser.zero_grad()
        loss = soft(-sign * model(observed)[:, 0]).mean() + torch.relu(soft(-model(up)[:, 0]) - HALF).mean()
        if down is not None:
            loss = loss + torch.relu(soft(model(down)[:, 0]) - HALF).mean()
        loss.backward()
        optimiser.step()
    return lambda x: torch.sigmoid(model(torch.tensor(x, dtype=torch.float32))[:, 0]).detach().numpy()


def members(rejected, accepted, letters, origins, numeric):
    def path(t):
        points = origins.copy()
        points[:, numeric] += t * (letters[:, numeric] - origins[:, numeric])
        return points

    fitted = []
    for t in (None, 0.5, 0.95):
        rows, labels = labelled(rejected, accepted, letters, None if t is None else path(t))
        linear = LogisticRegression(C=30, max_iter=1000).fit(rows, labels)
        boosted = GradientBoostingClassifier(
            n_estimators=40, max_depth=3, learning_rate=0.15, subsample=0.8, max_features=0.5, random_state=0
        ).fit(rows, labels)
        fitted += [lambda x, m=linear: m.predict_proba(x)[:, 1], lambda x, m=boosted: m.predict_proba(x)[:, 1]]
    for t in (None, 0.8, 0.95):
        nets = [net(rejected, accepted, letters, None if t is None else path(t), seed) for seed in (0, 1)]
        fitted.append(lambda x, pair=nets: sum(part(x) for part in pair) / 2)
    return fitted


def fit(request):
    torch.set_num_threads(request["threads"])
    rejected, accepted, letters = (array(request[name]) for name in ("rejected", "accepted", "letters"))
    numeric = numpy.array(request["numeric"], dtype=bool)
    began = time.perf_counter()
    random = numpy.random.default_rng(0)
    zero, one = random.permutation(len(rejected)) % 3, random.permutation(len(accepted)) % 3
    errors = None
    for fold in range(3):
        keep, keep_one = zero != fold, one != fold
        models = members(rejected[keep], accepted[keep_one], letters[keep], rejected[keep], numeric)
        held = numpy.vstack([rejected[~keep], accepted[~keep_one]])
        truth = numpy.r_[numpy.zeros((~keep).sum()), numpy.ones((~keep_one).sum())]
        wrong = numpy.array([((model(held) >= 0.5) != truth).sum() for model in models])
        errors = wrong if errors is None else errors + wrong
    members(rejected, accepted, letters, rejected, numeric)
    return {"seconds": time.perf_counter() - began, "fewest": int(errors.min())}


def main():
    versions = {"numpy": numpy.__version__, "scikit-learn": sklearn.__version__, "torch": torch.__version__}
    print(json.dumps(versions), flush=True)
    for line in sys.stdin:
        print(json.dumps(fit(json.loads(line))), flush=True)


main()
