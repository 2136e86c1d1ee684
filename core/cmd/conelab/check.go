package main

import (
	"errors"
	"fmt"
	"math"

	"conelab/core/format/convert"
	"conelab/core/format/document"
)

// checkCommand checks a solution against its problem.
type checkCommand struct {
	Problem  string `arg:"" help:"Problem document; - is standard input."`
	Solution string `arg:"" help:"Solution document, or with --network a network; - is standard input."`
	Network  bool   `help:"The network comes without proof, as {\"neurons\": [{\"u\": [..], \"alpha\": ..}, ..]} or as a solution document of which nothing else counts: solve the problem, and measure the network against the certified bound."`
}

// Help returns the long help text of the command.
func (*checkCommand) Help() string {
	return `Recomputes everything that the solution claims from the problem's raw data: the cost of the network, what the dual vector proves, the gap, and the matrices. Prints the verdict, with cost, lower bound and gap, and each finding with what was measured and its limit.

Of a solution with several layers it checks each one, lowest first: the layers below, evaluated at the raw data, make its input. Each layer's certificate holds given those below it, and says nothing about all layers together.

Examples:

    conelab check problem.json solution.json

    conelab solve problem.json | conelab check problem.json -

    conelab check --network problem.json solution.json`
}

// Run checks the solution and writes the check document.
func (c *checkCommand) Run(s *streams) error {
	check, err := c.check(s)
	if err != nil {
		return err
	}
	return s.judged(check.JSON(), check.Badge(), check.Pass)
}

// check checks a solution, or compares a network that comes without a proof with the optimum.
func (c *checkCommand) check(s *streams) (*document.Check, error) {
	if !c.Network {
		problem, solution, err := parsePair(s, c.Problem, c.Solution, "a solution document", document.ParseSolution)
		if err != nil {
			return nil, err
		}
		return convert.Check(problem, solution), nil
	}
	problem, neurons, err := parsePair(s, c.Problem, c.Solution, "a network", document.ParseNetwork)
	if err != nil {
		return nil, err
	}
	if err := noStack(problem, "check --network"); err != nil {
		return nil, err
	}
	result, err := new(solver).certify(s, problem)
	if err != nil {
		return nil, err
	}
	return convert.CheckNetwork(problem, neurons, result), nil
}

// parsePair reads a problem document and another document, of its solution.
func parsePair[T any](
	s *streams, problemFile, file, expected string, parse func([]byte) (T, error),
) (problem *document.Problem, other T, err error) {
	if problemFile == "-" && file == "-" {
		return nil, other, errors.New("both documents are standard input, expected a file for one of them")
	}
	if problem, err = parseFile(s, problemFile, "a problem document", document.ParseProblem); err == nil {
		other, err = parseFile(s, file, expected, parse)
	}
	return problem, other, err
}

// parseFile reads and parses a document.
func parseFile[T any](s *streams, file, expected string, parse func([]byte) (T, error)) (parsed T, err error) {
	data, name, err := s.read(file, expected)
	if err != nil {
		return parsed, err
	}
	if parsed, err = parse(data); err != nil {
		return parsed, fmt.Errorf("%s: %w", name, err)
	}
	return parsed, nil
}

// decomposeCommand decomposes a matrix into neurons.
type decomposeCommand struct {
	File      string  `arg:"" optional:"" default:"-" help:"Matrix document, JSON array of rows, text table, brackets as in MATLAB, Julia and NumPy, or .npy file; - is standard input."`
	Tolerance float64 `default:"1e-9" help:"Tolerance of the conditions on the matrix, relative to its largest entry (${default})."`
}

// Help returns the long help text of the command.
func (*decomposeCommand) Help() string {
	return `Writes the symmetric matrix Z, positive semidefinite with the trace of its leading block equal to its last entry, as the sum of as many neurons as its rank, and prints them with every step. The kind of input is detected from its content.

Examples:

    conelab decompose matrix.npy

    echo "[[1, 0.5], [0.5, 1]]" | conelab decompose`
}

// Run decomposes the matrix and writes the decomposition document.
func (c *decomposeCommand) Run(s *streams) error {
	if err := share("tolerance", c.Tolerance); err != nil {
		return err
	}
	data, name, err := s.read(c.File, "a matrix document, a table or a .npy file")
	if err != nil {
		return err
	}
	matrix, err := document.ReadMatrix(data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	dec := convert.Decomposition(matrix, c.Tolerance)
	line := fmt.Sprintf("rank %d, residual %.1e, least eigenvalue %.3g, trace violation %.1e. %s",
		dec.Rank, dec.Residual, dec.MinEigenvalue, dec.TraceViolation, dec.Message)
	return s.judged(dec.JSON(), line, dec.Pass)
}

// equivalentsCommand rewrites a solution as equivalent networks.
type equivalentsCommand struct {
	Problem  string `arg:"" help:"Problem document; - is standard input."`
	Solution string `arg:"" help:"Solution document; - is standard input."`
	Neurons  *int   `placeholder:"M" help:"Number of neurons of the wider network (one more than the solution has)."`
	Seed     uint64 `default:"1" help:"Another seed gives another wider network (${default})."`
}

// Help returns the long help text of the command.
func (*equivalentsCommand) Help() string {
	return `Prints networks that compute the same function as the solution's, each with its cost by a forward pass and the cost that theory predicts.

For quadratic networks: the cubic form, which is optimal for cubic regularisation without |u| = 1, at the solution's cost; the weight-decay form, which costs as much as the solution with sum |alpha|^(2/3) in place of sum |alpha|; and a wider network. For others: a wider network.

Examples:

    conelab equivalents problem.json solution.json --neurons 12

    conelab solve problem.json | conelab equivalents problem.json -

    conelab solve --kind quadratic --problem quadratic.json problem.json > quadratic-solution.json

    conelab equivalents quadratic.json quadratic-solution.json`
}

// mostNeurons is the largest number of neurons of the wider network.
const mostNeurons = 10_000

var errHuge = errors.New("the cost of a network exceeds double precision, expected a solution with smaller weights")

// Run rewrites the solution and writes the document.
func (c *equivalentsCommand) Run(s *streams) error {
	d, solution, err := parsePair(s, c.Problem, c.Solution, "a solution document", document.ParseSolution)
	if err != nil {
		return err
	}
	if err := noStack(d, "equivalents"); err != nil {
		return err
	}
	r, err := convert.Rewrite(d, solution)
	if err != nil {
		return fmt.Errorf("the solution's %w", err)
	}
	if math.IsInf(r.Document.Objective, 0) || math.IsNaN(r.Document.Objective) {
		return errHuge
	}
	if err := c.add(r); err != nil {
		return err
	}
	text := r.Document.JSON()
	if text == nil {
		return errHuge
	}
	return s.judged(text, judgement(&r.Document), r.Document.Pass)
}

// add adds the wider network. A solution without neurons has none.
func (c *equivalentsCommand) add(r *convert.Rewriting) error {
	count := r.Neurons()
	switch {
	case count == 0 && c.Neurons != nil:
		return errors.New("the solution has no neurons, expected some for --neurons")
	case count == 0:
		return nil
	}
	m := count + 1
	set(&m, c.Neurons)
	if err := within("neurons", m, count, max(count+1, mostNeurons)); err != nil {
		return err
	}
	return r.Widen(m, c.Seed)
}

// judgement sums the document up in one line.
func judgement(e *document.Equivalents) string {
	worst := 0.0
	for _, n := range e.Networks {
		worst = math.Max(worst, math.Max(math.Abs(n.Difference), n.Outputs))
	}
	verdict := "PASS"
	if !e.Pass {
		verdict = "FAIL"
	}
	return fmt.Sprintf("%s: %d networks equivalent to one of cost %.9g, within %.1e", verdict, len(e.Networks), e.Objective, worst)
}
