"""Checks the models nI/network.onnx, evaluates them at points.json by the definitions of their operators, and prints the values."""

import json

import numpy as np
import onnx
from onnx import numpy_helper

OPERATORS = {
    "Abs": lambda a, x: np.abs(x),
    "Add": lambda a, x, y: x + y,
    "ArgMax": lambda a, x: np.argmax(x, a["axis"]),
    "Cast": lambda a, x: x.astype({onnx.TensorProto.INT64: np.int64}[a["to"]]),
    "Concat": lambda a, *x: np.concatenate(x, a["axis"]),
    "Div": lambda a, x, y: x / y,
    "Gather": lambda a, x, at: np.take(x, at, a.get("axis", 0)),
    "Greater": lambda a, x, y: x > y,
    "Identity": lambda a, x: x,
    "MatMul": lambda a, x, y: x @ y,
    "Max": lambda a, x, y: np.maximum(x, y),
    "Min": lambda a, x, y: np.minimum(x, y),
    "Mul": lambda a, x, y: x * y,
    "Pad": lambda a, x, by: np.pad(x, list(zip(by[: x.ndim], by[x.ndim :]))),
    "ReduceSum": lambda a, x, axes: x.sum(tuple(axes), keepdims=bool(a["keepdims"])),
    "Relu": lambda a, x: np.maximum(x, 0),
    "Reshape": lambda a, x, sides: x.reshape(sides),
    "Sigmoid": lambda a, x: 1 / (1 + np.exp(-x)),
    "Softmax": lambda a, x: np.exp(x) / np.exp(x).sum(a["axis"], keepdims=True),
    "Sub": lambda a, x, y: x - y,
}


def evaluate(model, points):
    """Returns the outputs by name."""
    graph = model.graph
    values = {c.name: numpy_helper.to_array(c) for c in graph.initializer}
    kind = {onnx.TensorProto.FLOAT: np.float32, onnx.TensorProto.DOUBLE: np.float64}[graph.input[0].type.tensor_type.elem_type]
    values[graph.input[0].name] = np.array(points, kind)
    for node in graph.node:
        attributes = {a.name: a.i for a in node.attribute}
        values[node.output[0]] = OPERATORS[node.op_type](attributes, *(values[name] for name in node.input))
    texts = lambda v: [w.decode() if isinstance(w, bytes) else w for w in v.tolist()]
    return {out.name: texts(values[out.name]) for out in graph.output}


printed = []
for i, points in enumerate(json.load(open("points.json"))):
    model = onnx.load("n%d/network.onnx" % i)
    onnx.checker.check_model(model, full_check=True)
    values = evaluate(model, points) if points else {}
    printed.append(values | {"metadata": {pair.key: pair.value for pair in model.metadata_props}})
print(json.dumps(printed))
