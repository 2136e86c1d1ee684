package main

import _ "embed"

// estimator is the Python module that pythonCommand writes.
//
//go:embed estimator.py
var estimator []byte

// pythonCommand writes the Python module.
type pythonCommand struct{}

// Help returns the long help text of the command.
func (*pythonCommand) Help() string {
	return `Writes a Python module with a NetworkRegressor and a NetworkClassifier for scikit-learn. They train by running this program, which must be on the path or named by the environment variable CONELAB, and need NumPy only.

Examples:

    conelab python > conelab.py`
}

// Run writes the module.
func (*pythonCommand) Run(s *streams) error {
	return s.write(estimator, "from conelab import NetworkClassifier, NetworkRegressor")
}
