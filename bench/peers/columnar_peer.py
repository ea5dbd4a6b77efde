"""Writes test/fixtures/columnar.json: one small table as pyarrow stores it, in base64.

Run as: python bench/peers/columnar_peer.py > test/fixtures/columnar.json (pyarrow 26.0.1)
"""

import base64
import datetime
import io
import json

import pyarrow as pa
import pyarrow.parquet as pq

plain = pa.table(
    {
        "name": pa.array(["Ana", 'Bo, "b"', None, "=1+1"]),
        "income": pa.array([1200.5, None, 3.0, float("nan")]),
        "n": pa.array([1, 2**53 - 1, -3, None], pa.int64()),
        "small": pa.array([1, 2, 3, 4], pa.int8()),
        "ok": pa.array([True, False, None, True]),
        "day": pa.array([datetime.date(2020, 1, 2), None, datetime.date(1999, 12, 31), datetime.date(1970, 1, 1)]),
        "level": pa.array(["a", "b", "a", None]).dictionary_encode(),
        "f32": pa.array([0.5, 0.25, None, 2], pa.float32()),
    }
)
nested = pa.table({"id": [1, 2], "tags": [["a"], ["b", "c"]]})


def text(write):
    buffer = io.BytesIO()
    write(buffer)
    return base64.b64encode(buffer.getvalue()).decode()


def arrow(table, opener, **options):
    def write(buffer):
        with opener(buffer, table.schema) as writer:
            writer.write_table(table, **options)

    return write


files = {f"parquet-{codec}": text(lambda b, c=codec: pq.write_table(plain, b, compression=c)) for codec in ["snappy", "zstd", "gzip"]}
files["arrow-file"] = text(arrow(plain, pa.ipc.new_file))
files["arrow-stream"] = text(arrow(plain, pa.ipc.new_stream, max_chunksize=2))
files["parquet-nested"] = text(lambda b: pq.write_table(nested, b))
files["arrow-nested"] = text(arrow(nested, pa.ipc.new_file))
print(json.dumps(files, indent=1))
