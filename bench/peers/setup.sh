#!/usr/bin/env bash
# Makes the virtual environment that the Python peers run in: bench/peers/.venv. Versions are pinned; an unpinned torch
# would bring several gigabytes of GPU libraries.
set -eu
cd "$(dirname "$0")"
python3 -m venv .venv
.venv/bin/pip install --quiet torch==2.13.0 geomloss==0.2.6 pot==0.9.7.post1 scikit-learn==1.9.1 fairlearn==0.15.0 scipy==1.17.1 pandas==3.1.1 dice-ml==0.12 numpy
.venv/bin/python -c "import torch, geomloss, ot, sklearn, fairlearn, scipy, numpy; print('torch', torch.__version__, 'pot', ot.__version__, 'fairlearn', fairlearn.__version__, 'scipy', scipy.__version__, 'numpy', numpy.__version__)"
