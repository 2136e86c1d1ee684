// Package solve is the way in for programs in Go: Problem makes a problem document of rows of features and labels, and Table of a file,
// whose settings can be changed; Run trains a certified network for it, which predicts, checks and exports. The documents are those that
// the command line reads and writes. Behind it, package dataset chooses columns, package certify can be stepped and resumed, and package
// path chooses beta.
package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/format/export"
	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/network/stack"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Problem returns the problem of training on rows of features x, each with a row of labels in y, one for each output: a dense network
// with the paper's polynomial of degree two for ReLU, the squared loss, beta = 0.01 and a relative gap of 1e-8. Labels are any numbers for
// squared, huber and l1, -1 and 1 for hinge and logistic, and one 1 among zeros for softmax. The rows are kept.
func Problem(x, y [][]float64) *document.Problem {
	const beta = 0.01
	return &document.Problem{Format: document.ProblemFormat, Data: document.Data{X: x, Y: y}, Settings: document.Settings{
		Architecture: document.Architecture{Kind: document.KindDense}, Activation: document.PolynomialOf(lift.ReLU),
		Loss: document.LossSquared, Beta: beta,
	}}
}

// Table returns the problem of training on a file, which may be anything that table.Open reads, for a loss, "" for squared. The last column
// is the target, of classes for the losses hinge, logistic and softmax; words among the features are encoded as 0 and 1. The notes say what
// was decided.
func Table(file []byte, of string) (p *document.Problem, notes []table.Note, err error) {
	t, err := open(file, table.Format{})
	if err != nil {
		return nil, nil, err
	}
	p, f, err := OfTable(t, dataset.Options{OneHot: true, IfNeeded: true}, of)
	if err != nil {
		return nil, nil, fmt.Errorf("solve: %w", err)
	}
	return p, f.Notes, nil
}

// open reads the table in a file.
func open(file []byte, format table.Format) (t *table.Table, err error) {
	const most = 1 << 30 // bytes when unpacked
	if file, err = table.Unpack(file, most); err == nil {
		t, err = table.Open(file, format)
	}
	if err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	return t, nil
}

// OfTable returns the problem of training on a table, read as the options say, for a loss, "" for squared: classes are encoded as it takes
// them. Errors are fault.InputErrors.
func OfTable(t *table.Table, o dataset.Options, of string) (*document.Problem, *dataset.Frame, error) {
	lossFn, _ := loss.Parse(of) // Run refuses another name
	switch lossFn.Labels() {
	case loss.OneHot:
		o.Encoding = dataset.OneHot // one output for each class, even for two
	case loss.Signs:
		o.Encoding = dataset.Signs
	}
	f, err := dataset.Read(t, o)
	if err != nil {
		return nil, nil, err
	}
	p, columns := Problem(f.X, Labels(f, of)), f.Columns // a copy, since it outlives the rows
	p.Loss, p.Columns = cmp.Or(of, p.Loss), &columns
	n, outputs := len(p.Data.Y), len(p.Data.Y[0])
	var e *loss.LabelError
	if !errors.As(lossFn.CheckLabels(n, outputs, func(i, o int) float64 { return p.Data.Y[i][o] }), &e) {
		return p, f, nil
	}
	row, targets, what := f.Row(e.Sample), f.Table.Targets, e.What
	where, option := t.Place(row), "a measured target takes --loss squared, huber or l1"
	if len(targets) == 1 {
		where, option = t.Where(row, targets[0]-1), "--classes makes classes of its values, and "+option
		if e.Output < 0 {
			what = "is " + fault.Number(p.Data.Y[e.Sample][0]) + ", expected a class for the " + of + " loss"
		}
	} else if e.Output >= 0 {
		where = t.Where(row, targets[e.Output]-1)
	}
	return nil, nil, fault.WithOption(fault.New(where, what), option)
}

// Labels returns the labels of a frame for a loss: those of hinge and logistic are -1 and 1, also with an output for each class.
func Labels(f *dataset.Frame, of string) [][]float64 {
	lossFn, _ := loss.Parse(of)
	if f.Classes == nil || len(f.Y) == 0 || len(f.Y[0]) < 2 || lossFn.Labels() != loss.Signs {
		return f.Y
	}
	y := make([][]float64, len(f.Y))
	for i, row := range f.Y {
		for _, v := range row {
			y[i] = append(y[i], 2*v-1)
		}
	}
	return y
}

// AddBias adds a feature of ones to a problem. Its rows are not changed, but replaced.
func AddBias(p *document.Problem) {
	p.Data.X, p.Columns = cmp.Or(p.Columns, &document.Columns{}).WithBias(p.Data.X)
}

// Standardize scales the features of a problem to mean 0 and variance 1, and records the scaling. Its rows are not changed, but replaced.
// An error says what Run would refuse.
func Standardize(p *document.Problem) (err error) {
	if err := p.Validate(); err != nil {
		return fmt.Errorf("solve: %w", err)
	}
	p.Data.X, p.Columns, err = cmp.Or(p.Columns, &document.Columns{}).Standardize(p.Data.X)
	return err
}

// Network is a trained network with its certificate: its documents, whose method JSON writes them for conelab check, predict and export.
type Network struct {
	Problem *document.Problem
	// Solution holds the neurons, the cost of the network, the proven lower bound, the relative gap between these, and the dual
	// vector that proves it.
	*document.Solution
}

// Run trains a network until the context ends; then it has the best network so far and its certificate. A problem predicted to need more
// bytes than memory beside its data, unless that is 0, is refused with a *certify.MemoryError. Another error says what is wrong with the
// problem, where data.x[i][k] is feature k of point i. A gap above the tolerance is no error: see Certified.
func Run(ctx context.Context, p *document.Problem, memory float64) (*Network, error) {
	if p == nil {
		return nil, errors.New("solve: the problem is nil, expected one as Problem or Table makes it")
	}
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	training := p.Program()
	training.Memory, training.Context = memory, ctx
	if training.HasMatrices() {
		if err := training.CheckMemory(); err != nil {
			return nil, err
		}
	}
	if p.Stack != nil {
		var job stack.Job
		job.Solve(stack.Problem{Problem: training, Options: p.Stack.Options()})
		return &Network{p, document.StackSolutionOf(p, job.Result())}, nil
	}
	trainer := kind.Of(&training).NewTrainer()
	trainer.Solve(training)
	return &Network{p, document.SolutionOf(p, trainer.Result(), 0)}, nil
}

// Certified reports whether it is proved that no network with the same activation, however wide, costs less, up to the tolerance; of
// several layers, for each given those below it.
func (n *Network) Certified() bool { return n.Status == certify.Optimal }

// Check recomputes from the data all that is claimed of the network: a verdict whose method Badge says it in one line.
func (n *Network) Check() *certify.Verdict { return document.CheckSolution(n.Problem, n.Solution) }

// Class returns the class that a row of outputs predicts, of a network trained on a table with classes, or "".
func (n *Network) Class(outputs []float64) string {
	if n.Problem.Columns == nil || n.Problem.Columns.Classes == nil {
		return ""
	}
	return n.Problem.Columns.Classes[loss.Predicted(outputs)]
}

// Predict returns a row of outputs for each row of features as they were before AddBias and Standardize, which are applied to them. It
// returns an error if the rows do not fit the network, or if a number or an output is not finite.
func (n *Network) Predict(x [][]float64) ([][]float64, error) {
	if len(x) == 0 {
		return nil, nil
	}
	x, _, err := n.Model.Points(&document.Problem{Data: document.Data{X: x}})
	if err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	return n.outputs(x)
}

// PredictTable returns a row of outputs for each row of another file, whose columns are found by the names of those trained on. Words and
// missing values are read as in training.
func (n *Network) PredictTable(file []byte) ([][]float64, error) {
	t, err := open(file, n.Problem.Columns.Format())
	if err != nil {
		return nil, err
	}
	c := cmp.Or(n.Problem.Columns, &document.Columns{})
	f, err := c.Apply(t, dataset.Options{Missing: c.MissingOf()}, false, n.Model.Outputs, n.Model.Features)
	if err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	return n.outputs(f.X)
}

// Export writes the network in a form of package export, such as python or onnx.
func (n *Network) Export(format string) ([]byte, error) {
	network, err := export.Of(n.Problem, n.Solution)
	if err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	return export.Write(network, format)
}

// outputs evaluates the network at points as it reads them.
func (n *Network) outputs(x [][]float64) ([][]float64, error) {
	p := n.Model.Problem(x)
	if err := p.Evaluable(); err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	outputs := document.Predict(p, n.Solution)
	for i, row := range outputs {
		if !dense.Finite(row...) {
			return nil, fmt.Errorf("solve: the outputs of x[%d] are %.60s: the numbers there are too large", i, fmt.Sprint(row))
		}
	}
	return outputs, nil
}
