"""Checks conelab.py, which is in the current folder: by scikit-learn's own checks, or, with NumPy alone, by recomputing the objective from the
raw data. The only argument is sklearn or numpy."""

import csv
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, ".")
if sys.argv[1] == "numpy":
    sys.modules["sklearn"] = sys.modules["sklearn.base"] = None

import numpy as np

import conelab

rng = np.random.default_rng(5)
X = rng.normal(size=(80, 3)) * [1, 100, 0.01] + [0, 1000, -5]
z = (X - X.mean(axis=0)) / X.std(axis=0)


def close(got, want, name):
    if not abs(got - want) <= 1e-9 * abs(want):
        raise AssertionError(f"{name}: {got}, from the raw data {want}")


def certified(model):
    proof = model.certificate_
    if proof["status"] != "optimal" or not 0 <= proof["objective"] - proof["lower_bound"] <= 1.01e-6 * proof["objective"]:
        raise AssertionError(proof)
    return np.abs(model.weights_).sum()


Y = np.column_stack([z[:, 0] ** 2 + 1, z[:, 1] * z[:, 2]])
for y in (Y[:, 0], Y):
    model = conelab.NetworkRegressor(beta=0.3).fit(X, y)
    close(model.certificate_["objective"], np.sum((model.predict(X) - y) ** 2) + 0.3 * certified(model), "squared")
    if model.score(X, y) < 0.99:
        raise AssertionError(f"R^2 is {model.score(X, y)}")

if sys.argv[1] == "sklearn":
    from sklearn.model_selection import GridSearchCV
    from sklearn.utils.estimator_checks import check_estimator

    for estimator in (conelab.NetworkRegressor(), conelab.NetworkClassifier()):
        check_estimator(estimator)
    grid = GridSearchCV(conelab.NetworkRegressor(), {"beta": [0.1, 1e6]}, error_score="raise").fit(X, Y)
    if not np.isfinite(grid.cv_results_["mean_test_score"]).all() or grid.best_params_["beta"] != 0.1:
        raise AssertionError(grid.cv_results_)
    sys.exit()

kinds = np.array(["ash", "birch", "cedar"])[np.argmax(z, axis=1)]
for classes in (2, 3):
    names = np.where(kinds == "ash", "ash", "other") if classes == 2 else kinds
    model = conelab.NetworkClassifier(beta=0.2).fit(X, names)
    shares = model.predict_proba(X)
    likely = shares[np.arange(len(X)), np.searchsorted(model.classes_, names)]
    close(model.certificate_["objective"], -np.log(likely).sum() + 0.2 * certified(model), "softmax")
    if not np.array_equal(model.predict(X), model.classes_[shares.argmax(axis=1)]) or model.score(X, names) < 0.9:
        raise AssertionError(f"{classes} classes: accuracy {model.score(X, names)}")
    if list(model.classes_) != sorted(set(names)):
        raise AssertionError(model.classes_)
squared = conelab.NetworkClassifier(beta=0.2, loss="squared").fit(X, kinds)
coded = kinds[:, None] == squared.classes_
close(squared.certificate_["objective"], ((squared.decision_function(X) - coded) ** 2).sum() + 0.2 * certified(squared), "squared, classes")
hinge = conelab.NetworkClassifier(beta=0.2, loss="hinge").fit(X, kinds == "ash")
margins = np.where(kinds == "ash", 1, -1) * hinge.decision_function(X)
close(hinge.certificate_["objective"], np.maximum(0, 1 - margins).sum() + 0.2 * certified(hinge), "hinge")
if hasattr(hinge, "predict_proba"):
    raise AssertionError("hinge has probabilities")
for wrong in (X[:, :2], X[0]):
    try:
        hinge.predict(wrong)
    except ValueError:
        continue
    raise AssertionError(f"features of shape {wrong.shape} are accepted")

logistic = conelab.NetworkClassifier(beta=0.2, activation="relu").fit(X[:, :2], kinds)  # softmax is logistic, class by class
signs = np.where(kinds[:, None] == logistic.classes_, 1, -1)
margins, shares = signs * logistic.decision_function(X[:, :2]), logistic.predict_proba(X[:, :2])
close(logistic.certificate_["objective"], np.log1p(np.exp(-margins)).sum() + 0.2 * certified(logistic), "relu, classes")
alone = 1 / (1 + np.exp(-logistic.decision_function(X[:, :2])))
close(np.abs(shares - alone / alone.sum(axis=1, keepdims=True)).max() + 1, 1, "probabilities")
for model, y in ((conelab.NetworkRegressor(), Y[:, 0]), (conelab.NetworkClassifier(), kinds)):
    try:
        model.fit(X, y, sample_weight=np.ones(len(X)))
        raise AssertionError("weights of samples are accepted")
    except TypeError as e:
        if "sample_weight" not in str(e) or "expected X and y alone" not in str(e):
            raise

for wrong, options, name in ((X, {"beta": -1}, "beta is -1"), (X, {"layers": 50}, 'layers is "50"')):
    try:
        conelab.NetworkRegressor(**options).fit(wrong, Y)
        raise AssertionError(f"{options} is accepted")
    except ValueError as e:
        if not str(e).startswith(name) or "help" in str(e) or "--" in str(e):
            raise AssertionError(f"{options}: {e}") from None

# An empty network is optimal for a large beta, and predicts zero.
for model, y in ((conelab.NetworkRegressor(beta=1e6), Y), (conelab.NetworkClassifier(beta=1e6), kinds)):
    if certified(model.fit(X, y)) != 0 or model._outputs(X).any() or model.certificate_["gap"] > 1e-6:
        raise AssertionError(model.certificate_)
# Activations are those of the program, of which the default is its default.
for activation, sigma in {
    None: lambda s: 0.09 * s**2 + 0.5 * s + 0.47, "relu": lambda s: np.maximum(0, s), "absolute": np.abs,
    "leaky": lambda s: np.where(s > 0, s, 0.1 * s), "leaky:0.2": lambda s: np.where(s > 0, s, 0.2 * s),
}.items():
    model = conelab.NetworkRegressor(beta=0.3, activation=activation).fit(X[:, :2], Y)
    outputs = sigma(np.column_stack([z[:, :2], np.ones(len(z))]) @ model.directions_.T) @ model.weights_
    close(np.abs(model.predict(X[:, :2]) - outputs).max() + 1, 1, activation)
    close(model.certificate_["objective"], np.sum((outputs - Y) ** 2) + 0.3 * certified(model), activation)
for wrong, options in ((X[:, [0, 1, 2, 0]], {}), (X[:, :2], {"loss": "huber"}), (X[:, :2], {"fit_intercept": False})):
    try:
        conelab.NetworkRegressor(activation="relu", **options).fit(wrong, Y[:, 0])
    except ValueError as e:
        if "expected" in str(e):
            continue
    raise AssertionError(f"relu with {options} is accepted for {wrong.shape[1]} features")


def ran(*command):
    return subprocess.run([os.environ["CONELAB"], "--quiet", *command], capture_output=True, text=True, check=True).stdout


# The network's document is whole: on raw rows the program and the exported code predict what the estimator does.
raw = np.column_stack([X[:, :2], np.full(len(X), 7.0)])
new = rng.normal(size=(9, 3)) * [1, 100, 1] + [0, 1000, 7]
for model, y in (
    (conelab.NetworkRegressor(), Y), (conelab.NetworkRegressor(activation="relu"), Y[:, 0]),
    (conelab.NetworkRegressor(standardise=False, fit_intercept=False, beta=1e-3), z[:, 0]),
    (conelab.NetworkClassifier(), kinds), (conelab.NetworkClassifier(loss="squared"), kinds), (conelab.NetworkClassifier(), kinds == "ash"),
    (conelab.NetworkRegressor(layers=3), Y), (conelab.NetworkClassifier(layers=2), kinds), (conelab.NetworkClassifier(activation="relu"), kinds),
    (conelab.NetworkClassifier(loss="hinge"), np.where(kinds == "ash", 2500000, -1)), (conelab.NetworkClassifier(activation="leaky"), kinds == "ash"),
):
    rows = raw[:40] if model.activation else raw
    model.fit(rows, y[:len(rows)])
    np.save("rows.npy", new)
    with open("network.json", "w") as file:
        json.dump(model.network_, file)
    table = list(csv.reader(ran("predict", "network.json", "rows.npy").splitlines()))[1:]
    module = {}
    exec(ran("export", "--to", "python", "network.json"), module)
    outputs = model._outputs(new)
    width = outputs.shape[1]
    for k, row in enumerate(table):
        row = row[1:]  # after its number
        start = int(hasattr(model, "classes_"))  # after the class
        by_program, by_code = np.array(row[start:start + width], float), np.array(module["f"](module["features"](list(new[k]))))
        for got in (by_program, by_code):
            if not np.all(np.abs(got - outputs[k]) <= 1e-9 * np.maximum(1, np.abs(outputs[k]))):
                raise AssertionError(f"{model}: {got}, the estimator predicts {outputs[k]}")
        if start:
            expected = str(conelab._named(model.predict(new[k:k + 1]).tolist()[0]))
            if module["predict"](list(new[k])) != expected or row[0] != expected:
                raise AssertionError(f"{model}: {row}, the estimator predicts {expected}")

# It is checked against tables: of a DataFrame's names, in any order, and otherwise by position.
table = np.column_stack([X, Y[:, 0]])
np.savetxt("table.csv", table[:, [3, 2, 0, 1]], fmt="%r", delimiter=",", header="wanted,c,a,b", comments="")
np.savetxt("plain.csv", table, fmt="%r", delimiter=",", header="a,b,c,wanted", comments="")
cases = [(X, "plain.csv", "plain.csv")]
try:
    import pandas

    cases.append((pandas.DataFrame(X, columns=["a", "b", "c"]), "table.csv", "plain.csv"))
except ImportError:
    print("no DataFrame is checked, expected pandas")
for rows, points, judge in cases:
    model = conelab.NetworkRegressor(beta=0.3).fit(rows, Y[:, 0])
    with open("network.json", "w") as file:
        json.dump(model.network_, file)
    ran("check", "--tolerance", "1e-6", judge, "network.json")
    outputs = [row[1] for row in csv.reader(ran("predict", "network.json", points).splitlines())][1:]
    close(np.abs(np.array(outputs, float) - model.predict(rows)).max() + 1, 1, points)
