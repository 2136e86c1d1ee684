package reproduce

import (
	"conelab/core/network/certify"
	"conelab/core/network/compare"
	"conelab/core/network/descent"
)

// race is a problem on which the convex program is compared with gradient descent.
type race struct {
	name string
	// data is the data set that it needs, or empty.
	data string
	// width is the paper's m*, or 0.
	width int
	run   func(l *Lab) (*Result, error)
}

// claim is a statement of the paper with its check.
type claim struct {
	paper string
	check func(s *summary) (ours string, v Verdict, why string)
}

// races sets up the experiment as races, with a panel for each measure.
func (e Experiment) races(list func(l *Lab) []race, measures []measure, claims ...claim) Experiment {
	e.Pieces = func(l *Lab) (pieces []Piece) {
		for _, c := range list(l) {
			if c.data == "" || l.Tables[c.data] != nil || l.Images[c.data] != nil {
				pieces = append(pieces, Piece{c.name, c.run})
			}
		}
		return pieces
	}
	e.report = func(l *Lab, done Results) *Report {
		var s summary
		for _, c := range list(l) {
			if r := done[c.name]; r != nil {
				s = append(s, newStanding(&c, r, l.row(c.data)))
			}
		}
		return s.report(measures, claims)
	}
	return e
}

// repetitions is the number of times a convex solve is repeated; its time is the median.
const repetitions = 5

// benchmark trains on p by the convex program and by its baselines. A baseline without a width has the program's m*. Its AtLeast is in
// multiples of the time of a convex solve.
func (l *Lab) benchmark(p *certify.Problem, test *certify.Set, baselines ...compare.Baseline) (*Result, error) {
	optimum, err := compare.Solve(&l.Stopwatch, p, repetitions, test)
	if err != nil {
		return nil, err
	}
	r := &Result{Optima: []compare.Optimum{*optimum}}
	for _, baseline := range baselines {
		if err := l.train(r, p, test, baseline); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// train adds a baseline, trained on p, which may have another beta than the optimum.
func (l *Lab) train(r *Result, p *certify.Problem, test *certify.Set, baseline compare.Baseline) error {
	optimum := &r.Optima[0]
	if baseline.Width == 0 {
		baseline.Width = max(1, optimum.Neurons)
	}
	baseline.Seed = 1
	if baseline.AtLeast *= optimum.Seconds; l.Quick {
		baseline.AtLeast = 0
	}
	floor := optimum
	if baseline.Activation != nil || baseline.Form != descent.Tractable || p.Beta != optimum.Beta {
		floor = nil // a different problem, whose optimum may be lower
	}
	outcome, err := compare.Train(&l.Stopwatch, p, baseline, floor, test)
	if err == nil {
		r.Baselines = append(r.Baselines, *outcome)
	}
	return err
}

// momentum and adam are the methods of the baselines.
func momentum(batch int) descent.Options {
	return descent.Options{Method: descent.Momentum, Batch: batch}
}

func adam(width int) descent.Options { return descent.Options{Method: descent.Adam, Width: width} }
