package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/network/stack"
)

// solveCommand trains a network.
type solveCommand struct {
	input
	stacking
	testOptions
	Problem string `placeholder:"FILE" help:"Also write the problem document that is solved, for conelab check."`
	Resume  string `placeholder:"FILE" help:"@resume"`
}

// Run trains the network and writes the solution document.
func (c *solveCommand) Run(s *streams) error {
	if err := s.reserveOutput(c.Problem); err != nil {
		return err
	}
	t, err := c.scaledTask(s, &c.stacking)
	switch {
	case err != nil:
		return err
	case t.sums != nil && (c.Test != "" || c.Problem != "" || c.Resume != ""):
		return errors.New("--test, --problem or --resume is given with a sums document, expected it with rows")
	}
	test, err := c.readTestPoints(s, &c.testOptions, t.Problem)
	if err != nil {
		return err
	}
	from, err := c.resumed(s, t.Problem)
	if err != nil {
		return err
	}
	return c.solveAndWrite(s, t, test, c.Problem, from)
}

// resumed reads the solution from which training goes on, if one is named.
func (c *solveCommand) resumed(s *streams, problem *document.Problem) (*certify.Start, error) {
	if c.Resume == "" {
		return nil, nil
	}
	if problem.Stack != nil {
		return nil, errors.New("--resume is given with several layers, expected it with one layer")
	}
	if problem.Activation.IsPiecewise() {
		return nil, fmt.Errorf("--resume is given with the activation %s, expected it with a polynomial: start anew without it",
			problem.Activation.Name)
	}
	solution, err := parseFile(s, c.Resume, "a solution document", document.ParseSolution)
	if err != nil {
		return nil, err
	}
	start, err := solution.Start(problem)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Resume, err)
	}
	return start, nil
}

// solveAndWrite solves a task and writes the solution document, and the problem if a file is named for it.
func (l *solver) solveAndWrite(s *streams, t *task, test *document.Problem, file string, from *certify.Start) error {
	if file != "" {
		if err := writeFile(file, append(t.JSON(), '\n')); err != nil {
			return err
		}
	}
	solution, line, err := l.solved(s, t, test, from)
	if err != nil {
		return err
	}
	optimal := solution.Status == certify.Optimal
	if advice := document.Advice(t.Problem, solution); optimal && advice != "" && t.Columns != nil && t.Columns.Table != nil {
		s.note("fit", advice, "")
	}
	return s.writeResult(solution.JSON(), line, optimal)
}

// solved solves a task with one layer or several, and scores the solution on the points of test, if there are any; line sums it up.
// Training of one layer begins with from, unless that is nil.
func (l *solver) solved(s *streams, t *task, test *document.Problem, from *certify.Start) (
	solution *document.Solution, line string, err error,
) {
	if t.Stack != nil {
		solution, line, err = l.solveStack(s, t.Problem)
	} else {
		var result *certify.Result
		begun := s.clock()
		result, err = l.certify(s, t, from)
		if err == nil {
			var first []string
			choice := t.sums == nil && !t.Activation.IsPiecewise() && l.Method != "corrective"
			if choice && len(result.Neurons) == 0 && result.Gap > 0.1 {
				first = append(first, "--method corrective")
			}
			solution, line = t.solution(result, since(s, begun), first...)
		}
	}
	if err == nil && test != nil {
		solution.Score = document.Score(test, solution)
		s.note("test", solution.Score.Sentence(), "")
	}
	return solution, line, err
}

// certify trains a network of one layer. It begins with from, unless that is nil.
func (l *solver) certify(s *streams, t *task, from *certify.Start) (*certify.Result, error) {
	training, err := t.training(s.interrupts())
	if err != nil {
		return nil, err
	}
	if t.sums == nil {
		t.Data = document.Data{} // each number once while memory is short
		defer func() { t.Data = document.DataOf(&training) }()
	}
	if err := l.limit(&training); err != nil {
		return nil, err
	}
	job := kind.Of(&training).NewTrainer()
	s.drive("solve", job.Progress, func(ctx context.Context) {
		training.Context = ctx
		if from != nil {
			job.(*certify.Job).Resume(training, *from) // resumed has refused others
		} else {
			job.Solve(training)
		}
	})
	return job.Result(), nil
}

// solveStack solves a problem with several layers; lines sum the solution up.
func (l *solver) solveStack(s *streams, problem *document.Problem) (solution *document.Solution, lines string, err error) {
	training := problem.StackProgram()
	training.Context = s.interrupts()
	if err := l.limit(&training.Problem); err != nil {
		return nil, "", err
	}
	var job stack.Job
	began := s.clock()
	training.Clock = func() float64 { return since(s, began) }
	s.drive("solve", job.Progress, func(ctx context.Context) {
		training.Context = ctx
		job.Solve(training)
	})
	solution = document.StackSolutionOf(problem, job.Result())
	lines = summary(problem, solution, "")
	for k, layer := range solution.Layers {
		gap := "gap"
		if layer.Status == certify.Optimal {
			gap = "certified gap"
		}
		lines += fmt.Sprintf("\n  layer %d: objective %.9g, %s %.1e given the layers below, %s, %.3g s",
			k+1, layer.Objective, gap, layer.Gap, fault.Count(len(layer.Network.Neurons), "neuron"), layer.Seconds)
		if k > 0 && layer.LowerBound > solution.Layers[k-1].Objective {
			s.note("layers", fmt.Sprintf("layer %d costs %.6g, more than layer %d with %.6g", k+1, layer.Objective, k,
				solution.Layers[k-1].Objective), fmt.Sprintf("--layers %d costs less", k))
		}
	}
	return solution, lines, nil
}

// summary sums a solution up in one line, with what would help if there is anything. A gap is called certified only if it is as small as
// was asked for, and is given as it is where the cost is near zero.
func summary(problem *document.Problem, s *document.Solution, help string) string {
	gap, message := fmt.Sprintf(", gap %.1e", s.Gap), s.Message
	switch {
	case document.NearZero(problem, s):
		gap = ", " + certify.AbsoluteWords(s.Objective-s.LowerBound, s.Gap)
	case s.Status == certify.Inaccurate && s.Layers == nil:
		gap = fmt.Sprintf(", gap %.3g, above the %.3g asked for", s.Gap, cmp.Or(problem.Tolerance, certify.DefaultTolerance))
		message = help
	case s.Status == certify.Stopped && s.Gap < 1: // the message has it
		gap = ""
	}
	if s.Status == certify.Optimal {
		gap = ", certified" + strings.TrimPrefix(gap, ",")
	}
	if s.Scope != "" {
		gap += ", each layer given those below it"
	}
	line := fmt.Sprintf("%s: objective %.9g%s, %s, %s, %.3g s", s.Status, s.Objective, gap, fault.Count(len(s.Network.Neurons), "neuron"),
		fault.Count(s.Iterations, "iteration"), s.Seconds)
	return strings.TrimSuffix(line+". "+message, ". ")
}

// advice says what may help a task that ended at the given gap, too large: what the list has first, and never what was done already.
func (t *task) advice(help certify.Help, gap float64, list ...string) string {
	switch scaled := t.Columns != nil && t.Columns.Scaling != nil && !t.Columns.OfPixels(); {
	case scaled:
	case t.sums != nil:
		list = append(list, "--standardise of conelab sums")
	case help.Scaling:
		list = append(list, "--standardise")
	}
	if help.Share > 0 || t.sums != nil {
		list = append(list, "a larger --beta")
	}
	if help.Memory {
		list = append(list, "more --memory")
	}
	text := strings.Join(list, " or ")
	if text != "" {
		text += " may help"
	}
	if unit := math.Pow(10, math.Floor(math.Log10(gap))); gap > 0 && gap < 0.1 {
		text = strings.TrimPrefix(fmt.Sprintf("%s; --tolerance %.0e accepts what is reached", text, math.Ceil(gap/unit)*unit), "; ")
	}
	return strings.ToUpper(text[:min(1, len(text))]) + text[min(1, len(text)):]
}

// solver says how exactly, by which method and in how much memory problems are solved.
type solver struct {
	Tolerance *float64 `range:"above 0 and below 1" group:"Solver" help:"Relative gap to certify (1e-8)."`
	Method    string   `placeholder:"NAME" default:"auto" words:"auto|interior-point|corrective" group:"Solver" help:"@method"`
	Memory    string   `placeholder:"SIZE" group:"Solver" help:"@memory"`
}
