"""Runs transport tasks with GeomLoss (PyTorch) and POT, one JSON request a line, one JSON answer a line.

Arrays arrive as files of little-endian doubles. Times are wall clock of the work alone; loading and conversion are not
counted. The first answer names the versions.
"""

import json
import sys
import time

import geomloss
import numpy
import ot
import torch


def array(spec):
    return numpy.fromfile(spec["file"], dtype="<f8").reshape(spec["shape"])


def tensor(spec):
    return torch.tensor(array(spec), dtype=torch.float32)


def fit(request):
    """The paper's Algorithm 1 with GeomLoss. `lean` leaves out the self terms of the fixed clouds, which move nothing."""
    torch.set_num_threads(request["threads"])
    rejected, accepted, letters = (tensor(request[name]) for name in ("rejected", "accepted", "letters"))
    blur, epochs, lean = request["blur"], request["epochs"], request["lean"]
    full = geomloss.SamplesLoss("sinkhorn", p=2, blur=blur)
    raw = geomloss.SamplesLoss("sinkhorn", p=2, blur=blur, debias=False)
    starts = [tensor(request[name]) for name in ("start0", "start1")]

    def divergence(points, cloud):
        # the gradient of raw(points, points.detach()) is the gradient of the points' own self term; its value differs
        return raw(points, cloud) - raw(points, points.detach()) if lean else full(points, cloud)

    began = time.perf_counter()
    to_rejected = full(letters, rejected).item()
    to_accepted = full(letters, accepted).item()
    share0 = to_accepted / (to_rejected + 2 * to_accepted)
    share1 = to_rejected / (to_accepted + 2 * to_rejected)
    points0, points1 = (start.clone().requires_grad_(True) for start in starts)
    optimiser = torch.optim.Adam([points0, points1], lr=request["learningRate"])
    loss = 0.0
    for _ in range(epochs):
        optimiser.zero_grad()
        value = (
            (1 - share0) * divergence(points0, rejected)
            + share0 * divergence(points0, letters)
            + (1 - share1) * divergence(points1, accepted)
            + share1 * divergence(points1, letters)
        )
        loss = value.item()
        value.backward()
        optimiser.step()
    return {"seconds": time.perf_counter() - began, "loss": None if lean else loss}


def emd(request):
    """Exact W2² with POT's network simplex; the cost matrix is part of the work, as it is for us."""
    x, y = array(request["x"]), array(request["y"])
    a, b = array(request["a"]), array(request["b"])
    began = time.perf_counter()
    cost = ot.dist(x, y)
    value = ot.emd2(a, b, cost, numItermax=10_000_000)
    return {"seconds": time.perf_counter() - began, "value": float(value)}


def predict(request):
    """Decisions of a linear rule on encoded rows with one numpy product."""
    rows, weights = array(request["rows"]), array(request["weights"])
    began = time.perf_counter()
    accepted = int(numpy.count_nonzero(rows @ weights + request["bias"] >= 0))
    return {"seconds": time.perf_counter() - began, "accepted": accepted}


def main():
    versions = {
        "geomloss": geomloss.__version__,
        "numpy": numpy.__version__,
        "pot": ot.__version__,
        "python": sys.version.split()[0],
        "torch": torch.__version__,
    }
    print(json.dumps(versions), flush=True)
    tasks = {"emd": emd, "fit": fit, "predict": predict}
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(tasks[request["task"]](request)), flush=True)


main()
