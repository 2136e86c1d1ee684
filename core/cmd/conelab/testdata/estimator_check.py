"""Checks conelab.py, which is in the current folder: by scikit-learn's own checks, and, with NumPy alone, by recomputing the objective from the
raw data. The only argument is sklearn or numpy."""

import sys

sys.dont_write_bytecode = True
sys.path.insert(0, ".")
if sys.argv[1] == "numpy":
    sys.modules["sklearn"] = sys.modules["sklearn.base"] = None

import numpy as np

import conelab

if sys.argv[1] == "sklearn":
    from sklearn.utils.estimator_checks import check_estimator

    for estimator in (conelab.NetworkRegressor(), conelab.NetworkClassifier(), conelab.NetworkClassifier(loss="hinge")):
        check_estimator(estimator)

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
