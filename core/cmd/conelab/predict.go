package main

import (
	_ "embed"
	"errors"
	"fmt"

	"conelab/core/format/document"
	"conelab/core/format/export"
	"conelab/core/network/certify"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
)

// predictCommand evaluates a network.
type predictCommand struct {
	Solution string `arg:"" help:"Solution document; - is standard input."`
	Data     string `arg:"" help:"@data"`
	columnOptions
}

// Run evaluates the network and writes the table.
func (c *predictCommand) Run(s *streams) error {
	if err := s.tellApart(&c.Solution, &c.Data); err != nil {
		return err
	}
	solution, network, err := readNetwork(s, c.Solution)
	if err != nil {
		return err
	}
	model := solution.Model
	if status := network.Status(); status != certify.Optimal {
		s.note(c.Solution, fmt.Sprintf("not certified as optimal: its status is %.40q", status), "")
	}
	if model.Loss == loss.Logistic.String() && model.Outputs > 1 {
		s.note(c.Solution, "probabilities are of each output by itself, of a class against the others, and need not add up to 1", "")
	}
	test, err := c.apply(s, c.Data, model, false)
	if err != nil {
		return err
	}
	p := model.Problem(test.X)
	if err := p.Evaluable(); err != nil {
		return inFile(test.name, err)
	}
	outputs := document.Predict(p, solution)
	for i, row := range outputs {
		if !dense.Finite(row...) {
			return test.tooLarge(i)
		}
	}
	if test.Y != nil {
		p.Data.Y = test.Y
		s.note(test.name, "score: "+document.Score(p, solution).Sentence(), "")
	}
	return s.write(model.Predictions(outputs, test.Kept, test.count))
}

// readNetwork reads a solution that says what its network is.
func readNetwork(s *streams, file string) (*document.Solution, *export.Network, error) {
	solution, err := parseFile(s, file, "a solution document", document.ParseSolution)
	if err != nil {
		return nil, nil, err
	}
	p, err := settingsOf(file, solution)
	if err != nil {
		return nil, nil, err
	}
	network, err := export.Of(p, solution)
	return solution, network, inFile(file, err)
}

// settingsOf returns the problem of a solution that says what its network is, with one point. The sizes that the file claims are checked
// before they are used.
func settingsOf(file string, solution *document.Solution) (*document.Problem, error) {
	if solution.Model == nil {
		return nil, fmt.Errorf("%s has no model description, expected a solution with its model", file)
	}
	p := solution.Model.Problem([][]float64{solution.Model.Anywhere()})
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("%s: model: %w", file, err)
	}
	return p, nil
}

// exportCommand writes a network in another format.
type exportCommand struct {
	Solution string `arg:"" default:"-" optional:"" help:"Solution document; - is standard input."`
	To       string `required:"" placeholder:"FORMAT" words:"{formats}" help:"@to"`
	Float32  bool   `name:"float32" help:"ONNX in single precision, for runtimes without double."`
}

// Run writes the network in the format asked for.
func (c *exportCommand) Run(s *streams) error {
	_, network, err := readNetwork(s, c.Solution)
	if err != nil {
		return err
	}
	if c.Float32 && c.To != "onnx" {
		return errors.New("--float32 is given with --to " + c.To + ", expected it with --to onnx")
	}
	written, err := export.Write(network, c.To)
	if c.Float32 {
		written, err = network.ONNX(true)
	}
	if err != nil {
		return inFile(c.Solution, err)
	}
	return s.write(written)
}

// estimator is the Python module that pythonCommand writes.
//
//go:embed estimator.py
var estimator []byte

// pythonCommand writes the Python module.
type pythonCommand struct{}

// Run writes the module.
func (*pythonCommand) Run(s *streams) error {
	return s.write(estimator)
}
