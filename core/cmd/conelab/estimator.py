"""Two-layer networks with polynomial activation, trained to their certified global optimum, as estimators for scikit-learn.

    from conelab import NetworkClassifier, NetworkRegressor

    model = NetworkRegressor(beta=0.1).fit(X, y)
    model.predict(X)
    model.certificate_    # {'status': 'optimal', 'objective': ..., 'lower_bound': ..., 'gap': ...}
    model.network_        # the solution document, for `conelab predict`, `export` and `check`

To check that document, write it to a file by json.dump; then `conelab check --tolerance 1e-6 table.csv network.json`, where the table has
the features as columns in the order of X, or by the names of a DataFrame, and the target after them, or `check --y y.npy X.npy network.json`.

fit runs the program conelab, which is found in the environment variable CONELAB or on the path. NumPy is needed; scikit-learn is
used where it is installed.
"""

import json
import os
import re
import subprocess
import tempfile
import warnings

import numpy as np

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted

    try:
        from sklearn.utils.validation import validate_data
    except ImportError:  # before version 1.6
        def validate_data(estimator, X, y="no_validation", **options):
            return estimator._validate_data(X, y, **options)
except ImportError:  # NumPy alone
    class BaseEstimator:
        def get_params(self, deep=True):
            return {name: getattr(self, name) for name in self.__init__.__code__.co_varnames[1:]}

        def set_params(self, **params):
            for name, value in params.items():
                setattr(self, name, value)
            return self

    class ClassifierMixin:
        def score(self, X, y):
            """The share of samples with the right class."""
            return float(np.mean(self.predict(X) == np.asarray(y)))

    class RegressorMixin:
        def score(self, X, y):
            """The coefficient of determination R^2."""
            y = np.asarray(y, float)
            return float(1 - np.sum((y - self.predict(X)) ** 2) / np.sum((y - y.mean(axis=0)) ** 2))

    ConvergenceWarning = RuntimeWarning

    def check_classification_targets(y):
        pass

    def check_is_fitted(estimator):
        if not hasattr(estimator, "network_"):
            raise AttributeError(f"this {type(estimator).__name__} is not fitted yet, expected fit before")

    def validate_data(estimator, X, y=None, reset=True, dtype=float, multi_output=False, y_numeric=False):
        names, X = getattr(X, "columns", None), np.asarray(X, dtype)
        if X.ndim != 2 or 0 in X.shape or not np.isfinite(X).all():
            raise ValueError(f"the features have shape {X.shape}, expected a row of finite numbers for each sample")
        if reset:
            estimator.n_features_in_, estimator.feature_names_in_ = X.shape[1], names
        if X.shape[1] != estimator.n_features_in_:
            raise ValueError(f"the samples have {X.shape[1]} features, expected {estimator.n_features_in_}")
        if y is None:
            return X
        y = np.asarray(y, float if y_numeric else None)
        if len(y) != len(X) or (y_numeric and not np.isfinite(y).all()):
            raise ValueError(f"there are {len(X)} samples and targets of shape {y.shape}, expected a finite target for each sample")
        return X, y


def _named(value):
    """A class as the program writes it: numbers in as few digits as tell them apart."""
    if isinstance(value, (bool, str)) or not isinstance(value, (int, float)):
        return str(value)
    text = repr(float(value))
    return text.removesuffix(".0") if value == 0 or 1e-4 <= abs(value) < 1e6 else np.format_float_scientific(value, trim="-", exp_digits=2)


def _refuse(options):
    for name in options:
        raise TypeError(f"fit is given {name}, which the training problem does not have: each sample counts once, expected X and y alone")


class _Network(BaseEstimator):
    """What both estimators share: f(x) = sum_j alpha_j sigma(x'u_j), |u_j| = 1, x standardised, with a feature of ones if fit_intercept."""

    def _piecewise(self):
        """Whether the activation is piecewise linear, so that each neuron has a bias."""
        activation = self.activation or ""
        return activation in ("relu", "absolute") or activation.split(":")[0] == "leaky"

    def _train(self, X, y, loss, *options):
        """Trains on the samples X, one a row, and their targets y."""
        program, activation, piecewise = os.environ.get("CONELAB", "conelab"), self.activation, self._piecewise()
        if piecewise and not self.fit_intercept:
            raise ValueError(f"fit_intercept is False with the activation {activation}, whose neurons have a bias each, expected True")
        options += ("--activation", activation) * (activation is not None) + ("--layers", str(self.layers)) * (self.layers != 1)
        options += ("--standardise",) * bool(self.standardise) + ("--bias",) * bool(self.fit_intercept and not piecewise)
        with tempfile.TemporaryDirectory() as folder:
            features, targets = os.path.join(folder, "x.npy"), os.path.join(folder, "y.npy")
            np.save(features, X)
            np.save(targets, y)
            command = [program, "solve", "--quiet", "--features", f"1-{X.shape[1]}", "--y", targets, "--beta", repr(float(self.beta)), "--loss", loss,
                       "--tolerance", repr(float(self.tolerance)), *options, features]
            try:
                done = subprocess.run(command, capture_output=True, text=True, check=False)
            except FileNotFoundError:
                raise FileNotFoundError(f"the program {program} is not there, expected conelab on the path or its place in CONELAB") from None
        if not done.stdout:
            sentence = re.sub("^conelab: | \\(see conelab help solve\\)$", "", done.stderr.strip())
            raise ValueError(re.sub("--(?=[a-z])", "", sentence.replace("--bias", "fit_intercept")))
        self.network_ = solution = json.loads(done.stdout)
        names, columns = getattr(self, "feature_names_in_", None), solution["model"]["columns"]
        if names is not None:  # of a DataFrame: tables are read by them
            columns["features"] = [str(name).strip() for name in names] + columns["features"][len(names):]
            columns["table"]["header"] = True
        self.certificate_ = {name: solution[name] for name in ("status", "objective", "lower_bound", "gap")}
        self.n_iter_ = max(1, solution["iterations"])
        self.directions_, self.weights_ = self._matrices(solution.get("layers", [solution])[-1])
        if solution["status"] != "optimal":
            warnings.warn(f"the network is not certified to {self.tolerance:g}: {solution.get('message', solution['status'])}",
                          ConvergenceWarning, stacklevel=3)
        return self

    def _matrices(self, layer):
        """The directions of a layer's neurons, one a row, and their weights for each output."""
        neurons = layer["network"]["neurons"]
        weights = np.zeros((len(neurons), self.network_["model"]["outputs"]))
        for row, neuron in zip(weights, neurons):
            row[neuron["output"]] = neuron["alpha"]
        width = len(layer["input"]["mean"]) if "input" in layer else self.network_["model"]["features"] + self._piecewise()
        return np.array([neuron["u"] for neuron in neurons]).reshape(len(neurons), width), weights

    def _outputs(self, X):
        """The outputs of the network, one column each."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        ones, model = np.ones(len(X)), self.network_["model"]
        columns, activation = model["columns"], model["activation"]
        if columns.get("bias"):
            X = np.column_stack([X, ones])
        if "scaling" in columns:
            mean, deviation = (np.array(columns["scaling"][name]) for name in ("mean", "deviation"))
            X = (X - mean) / np.where(deviation > 0, deviation, np.inf)  # 0 where the feature was constant
        if "name" in activation:
            s = np.column_stack([X, ones]) @ self.directions_.T
            slope = -1 if activation["name"] == "absolute" else activation.get("slope", 0)
            return np.where(s > 0, s, slope * s) @ self.weights_
        below, (a, b, c) = X, (activation[name] for name in "abc")
        for layer in self.network_.get("layers", [self.network_]):
            if "input" in layer:
                low, high, mean, scale = (np.array(layer["input"][name]) for name in ("low", "high", "mean", "scale"))
                below = (np.clip(np.column_stack([below, X]), low, high) - mean) / scale
            directions, weights = self._matrices(layer)
            s = below @ directions.T
            below = (a * s + b) * s + c
        return below @ weights


class NetworkRegressor(RegressorMixin, _Network):
    """A regression by a network at its certified optimum.

    The defaults are those of an estimator, and not those of `conelab solve`, which are a tolerance of 1e-8, no intercept, no scaling.

    Parameters
    ----------
    beta : float
        The weight of the sum of |alpha|, beside the sum (not the mean) of the losses.
    loss : str
        squared (the full square), huber or l1.
    activation : str or None
        As for `conelab solve`: None is the paper's polynomial; relu, leaky, leaky:SLOPE or absolute that function itself, for one to
        three features and the losses squared, logistic and hinge; or a function such as gelu, tanh or relu:-5,5 to fit a polynomial to.
    fit_intercept : bool
        Whether there is a feature of ones beside the others, part of |u| = 1. Without it every neuron is the same function of x'u. The
        neurons of relu, leaky and absolute have a bias always.
    standardise : bool
        Whether each feature is scaled to mean 0 and variance 1 on the samples trained on, as predict then does by itself.
    layers : int
        How many layers, one trained after the other; each is certified given those below it.
    tolerance : float
        The relative gap to certify: the cost is at most that share above the least cost of any network of this kind, however wide. The
        default, a millionth, is far below what a score can show; 1e-8 takes a few more iterations. Where it is not reached, fit warns
        with a ConvergenceWarning.

    Attributes
    ----------
    certificate_ : dict
        status (optimal, inaccurate, stopped or failed), objective (the network's cost on the samples), lower_bound (no network costs less)
        and gap, (objective - lower_bound) / objective.
    network_ : dict
        The solution document, with the dual vector that proves the bound: see `conelab help solve`.
    directions_, weights_ : arrays
        u of each neuron, in the scaled features, and its alpha for each output; of several layers those of the last.
    n_iter_ : int
        The iterations that training took.
    """

    def __init__(self, beta=0.1, loss="squared", activation=None, fit_intercept=True, standardise=True, tolerance=1e-6, layers=1):
        self.beta = beta
        self.loss = loss
        self.activation = activation
        self.fit_intercept = fit_intercept
        self.standardise = standardise
        self.tolerance = tolerance
        self.layers = layers

    def fit(self, X, y, **options):
        """Trains the network on samples and targets, of which there may be several a sample."""
        _refuse(options)
        X, y = validate_data(self, X, y, dtype=float, multi_output=True, y_numeric=True)
        self._several = y.ndim > 1
        return self._train(X, np.asarray(y, float).reshape(len(X), -1), self.loss)

    def predict(self, X):
        """The outputs of the network."""
        outputs = self._outputs(X)
        return outputs if self._several else outputs[:, 0]

    def _more_tags(self):  # for scikit-learn before version 1.6
        return {"multioutput": True}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags


class NetworkClassifier(ClassifierMixin, _Network):
    """A classification by a network at its certified optimum, with one output for two classes and one for each of more.

    loss is softmax (for two classes the same as logistic), logistic, hinge or squared, and the program codes the classes for it as `conelab
    solve --classes` does. The activations relu, leaky and absolute have no softmax: for more than two classes it is then logistic, of each
    class against the others, and the probabilities are those divided by their sum. The other parameters and the attributes are those of NetworkRegressor; classes_ has the classes, in the order of the
    outputs, or those of negative and positive outputs.
    """

    def __init__(self, beta=0.1, loss="softmax", activation=None, fit_intercept=True, standardise=True, tolerance=1e-6, layers=1):
        self.beta = beta
        self.loss = loss
        self.activation = activation
        self.fit_intercept = fit_intercept
        self.standardise = standardise
        self.tolerance = tolerance
        self.layers = layers

    def fit(self, X, y, **options):
        """Trains the network on samples and their classes."""
        _refuse(options)
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        self.classes_, index = np.unique(y, return_inverse=True)
        count = len(self.classes_)
        if count < 2:
            raise ValueError(f"y has one class only, {self.classes_[0]}, expected two or more")
        separately = self.loss == "softmax" and (count == 2 or self._piecewise())
        self._train(X, index.astype(float)[:, None], "logistic" if separately else self.loss, "--classes")
        columns = self.network_["model"]["columns"]  # which have the classes' indices, in place of their names
        columns["classes"] = [_named(name) for name in self.classes_.tolist()]
        if count > 2:
            columns["targets"] = columns["classes"]
        return self

    def decision_function(self, X):
        """The outputs of the network: for two classes a number that is positive for the second, for more one number a class."""
        outputs = self._outputs(X)
        return outputs[:, 0] if outputs.shape[1] == 1 else outputs

    def predict(self, X):
        """The class of each sample."""
        outputs = self._outputs(X)
        return self.classes_[(outputs[:, 0] > 0).astype(int) if outputs.shape[1] == 1 else outputs.argmax(axis=1)]

    @property
    def predict_proba(self):
        """A method that returns the probabilities of the classes of samples; only with the losses softmax and logistic."""
        if self.loss not in ("softmax", "logistic"):
            raise AttributeError(f"the loss {self.loss} has no probabilities, expected softmax or logistic")
        return self._probabilities

    def _probabilities(self, X):
        outputs = self._outputs(X)
        if outputs.shape[1] == 1:
            outputs = np.column_stack([np.zeros(len(outputs)), outputs])
        elif self.network_["model"]["loss"] == "logistic":
            outputs = -np.logaddexp(0, -outputs)
        outputs = np.exp(outputs - outputs.max(axis=1, keepdims=True))
        return outputs / outputs.sum(axis=1, keepdims=True)
