package main

import _ "embed"

// estimator is the Python module that pythonCommand writes.
//
//go:embed estimator.py
var estimator []byte

// pythonCommand writes the Python module.
type pythonCommand struct{}

// Run writes the module.
func (*pythonCommand) Run(s *streams) error {
	return s.write(estimator, "from conelab import NetworkClassifier, NetworkRegressor")
}
