"""Writes the two small ONNX models that test/targets/onnx.test.ts asks: python onnx_peer.py FOLDER (needs onnx 1.23.2)."""

import sys

import onnx
from onnx import TensorProto, helper


def scalar(name, value):
    return helper.make_tensor(name, TensorProto.FLOAT, [1], [value])


def column(name, kind):
    return helper.make_tensor_value_info(name, kind, ["N", 1])


def save(graph, opsets, path):
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def by_column(path):
    """sigmoid(income / 20000 + years / 10 + points(housing) - 3), a label from one half on; one input per column."""
    nodes = [
        helper.make_node(
            "LabelEncoder",
            ["housing"],
            ["points"],
            domain="ai.onnx.ml",
            keys_strings=["owner", "rent", "family"],
            values_floats=[1.0, 0.0, -0.5],
            default_float=-2.0,
        ),
        helper.make_node("Cast", ["years"], ["years_float"], to=TensorProto.FLOAT),
        helper.make_node("Div", ["income", "scale"], ["a"]),
        helper.make_node("Div", ["years_float", "ten"], ["b"]),
        helper.make_node("Add", ["a", "b"], ["ab"]),
        helper.make_node("Add", ["ab", "points"], ["abc"]),
        helper.make_node("Sub", ["abc", "cut"], ["logit"]),
        helper.make_node("Sigmoid", ["logit"], ["probability"]),
        helper.make_node("GreaterOrEqual", ["probability", "half"], ["yes"]),
        helper.make_node("Cast", ["yes"], ["label"], to=TensorProto.INT64),
    ]
    graph = helper.make_graph(
        nodes,
        "by-column",
        [column("income", TensorProto.FLOAT), column("years", TensorProto.INT64), column("housing", TensorProto.STRING)],
        [column("label", TensorProto.INT64), column("probability", TensorProto.FLOAT)],
        [scalar("scale", 20000.0), scalar("ten", 10.0), scalar("cut", 3.0), scalar("half", 0.5)],
    )
    save(graph, [helper.make_opsetid("", 17), helper.make_opsetid("ai.onnx.ml", 2)], path)


def matrix(path):
    """softmax(0, income / 10000 + years / 5 - 5); one matrix of two numbers per person."""
    nodes = [
        helper.make_node("Gemm", ["x", "w", "b"], ["logit"]),
        helper.make_node("Softmax", ["logit"], ["probabilities"], axis=1),
    ]
    graph = helper.make_graph(
        nodes,
        "matrix",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["N", 2])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["N", 2])],
        [
            helper.make_tensor("w", TensorProto.FLOAT, [2, 2], [0.0, 0.0001, 0.0, 0.2]),
            helper.make_tensor("b", TensorProto.FLOAT, [2], [0.0, -5.0]),
        ],
    )
    save(graph, [helper.make_opsetid("", 17)], path)


if __name__ == "__main__":
    by_column(f"{sys.argv[1]}/by-column.onnx")
    matrix(f"{sys.argv[1]}/matrix.onnx")
