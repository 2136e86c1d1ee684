package main

import (
	"errors"
	"fmt"
	"math"

	"conelab/core/format/convert"
	"conelab/core/format/document"
)

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
