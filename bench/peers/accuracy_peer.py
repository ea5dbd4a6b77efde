"""Trains targets with scikit-learn and PyTorch on encoded rows, one JSON request a line, one JSON answer a line.

Arrays arrive as files of little-endian doubles. An answer has the accuracy on the test rows and the seconds of training.
The settings are those of src/lab/targets/train-target.ts. The first answer names the versions.
"""

import copy
import json
import sys
import time

import numpy
import sklearn
import torch
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier


def array(spec):
    return numpy.fromfile(spec["file"], dtype="<f8").reshape(spec["shape"])


class Net:
    """20-10 ReLU units with dropout 0.1; Adam 1e-3, decay 1e-4, batches of 128; the epoch with the least loss on a tenth."""

    def __init__(self, seed):
        self.seed = seed

    def fit(self, x, y):
        torch.manual_seed(self.seed)
        x = torch.tensor(x, dtype=torch.float32)
        y = torch.tensor(y, dtype=torch.float32)
        order = torch.randperm(len(x))
        held = round(len(x) / 10)
        watched, trained = order[:held], order[held:]
        self.layers = torch.nn.Sequential(
            torch.nn.Linear(x.shape[1], 20), torch.nn.ReLU(), torch.nn.Dropout(0.1),
            torch.nn.Linear(20, 10), torch.nn.ReLU(), torch.nn.Dropout(0.1),
            torch.nn.Linear(10, 1),
        )
        loss = torch.nn.BCEWithLogitsLoss()
        optimiser = torch.optim.Adam(self.layers.parameters(), lr=1e-3, weight_decay=1e-4)
        best, kept, waited = float("inf"), None, 0
        for _ in range(100):
            self.layers.train()
            for batch in trained[torch.randperm(len(trained))].split(128):
                optimiser.zero_grad()
                loss(self.layers(x[batch])[:, 0], y[batch]).backward()
                optimiser.step()
            self.layers.eval()
            with torch.no_grad():
                value = loss(self.layers(x[watched])[:, 0], y[watched]).item()
            if value < best:
                best, kept, waited = value, copy.deepcopy(self.layers.state_dict()), 0
            else:
                waited += 1
            if waited >= 10:
                break
        self.layers.load_state_dict(kept)
        return self

    def score(self, x, y):
        self.layers.eval()
        with torch.no_grad():
            logits = self.layers(torch.tensor(x, dtype=torch.float32))[:, 0].numpy()
        return float(numpy.mean((logits >= 0) == (y == 1)))


FAMILIES = {
    "lr": lambda seed: LogisticRegression(C=1, solver="newton-cholesky", max_iter=1000),
    "mlp": Net,
    "dt": lambda seed: DecisionTreeClassifier(max_depth=6, min_samples_leaf=20, random_state=seed),
    "rf": lambda seed: RandomForestClassifier(100, min_samples_leaf=2, n_jobs=1, random_state=seed),
    "gb": lambda seed: GradientBoostingClassifier(n_estimators=100, max_depth=3, learning_rate=0.1, random_state=seed),
}


def answer(request):
    x, y = array(request["x"]), array(request["y"])
    test_x, test_y = array(request["testX"]), array(request["testY"])
    began = time.perf_counter()
    model = FAMILIES[request["family"]](request["seed"]).fit(x, y)
    seconds = time.perf_counter() - began
    return {"accuracy": float(model.score(test_x, test_y)), "seconds": seconds}


def main():
    torch.set_num_threads(1)
    versions = {
        "numpy": numpy.__version__,
        "python": sys.version.split()[0],
        "scikit-learn": sklearn.__version__,
        "torch": torch.__version__,
    }
    print(json.dumps(versions), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


main()
