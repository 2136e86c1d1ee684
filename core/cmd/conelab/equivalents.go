package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"conelab/core/format/convert"
	"conelab/core/format/document"
)

// equivalentsCommand rewrites a solution as equivalent networks.
type equivalentsCommand struct {
	Problem  string `arg:"" help:"Problem document; - is standard input."`
	Solution string `arg:"" help:"Solution document; - is standard input."`
	Neurons  *int   `placeholder:"M" help:"Number of neurons of the wider network (one more than the solution has)."`
	First    string `placeholder:"DIRECTION" help:"Direction of the first neuron: numbers separated by commas. Not for quadratic networks."`
	Seed     uint64 `default:"1" help:"Another seed gives another wider network (${default})."`
}

// Help returns the long help text of the command.
func (*equivalentsCommand) Help() string {
	return `Prints networks that compute the same function as the solution's, each with its cost by a forward pass and the cost that theory predicts.

For quadratic networks: the cubic form, which is optimal for cubic regularisation without |u| = 1, at the solution's cost; the weight-decay form, which costs as much as the solution with sum |alpha|^(2/3) in place of sum |alpha|; and a wider network. For others: a wider network, and one whose first neuron has the given direction, or the nearest one that an optimal network with these matrices can have.

Examples:

    conelab equivalents problem.json solution.json --neurons 12

    conelab equivalents problem.json solution.json --first 0.6,0.8

    conelab solve problem.json | conelab equivalents --first 0,1 problem.json -

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

// add adds the wider network and, if that is asked for, the one with a chosen first neuron. A solution without neurons has neither.
func (c *equivalentsCommand) add(r *convert.Rewriting) error {
	count := r.Neurons()
	switch {
	case count == 0 && (c.Neurons != nil || c.First != ""):
		return errors.New("the solution has no neurons, expected some for --neurons and --first")
	case count == 0:
		return nil
	case c.First != "" && r.Quadratic():
		return errors.New("--first is given with a quadratic network, expected it only with others")
	}
	m := count + 1
	set(&m, c.Neurons)
	if err := within("neurons", m, count, max(count+1, mostNeurons)); err != nil {
		return err
	}
	if err := r.Widen(m, c.Seed); err != nil || c.First == "" {
		return err
	}
	u, err := parseDirection(c.First, r.Dimension())
	if err != nil {
		return err
	}
	return r.Choose(u)
}

// parseDirection parses d numbers and returns the unit vector.
func parseDirection(text string, d int) ([]float64, error) {
	var u []float64
	length := 0.0
	for number := range strings.SplitSeq(text, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil {
			v = math.NaN()
		}
		u, length = append(u, v), math.Hypot(length, v)
	}
	if len(u) != d || !(length > 0) || math.IsInf(length, 0) {
		return nil, fmt.Errorf("--first is %.60q, expected %d numbers joined by commas that are not all zero", text, d)
	}
	for k := range u {
		u[k] /= length
	}
	return u, nil
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
