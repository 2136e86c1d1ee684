package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/compare"
	"conelab/core/network/descent"
)

// mostNeurons is the largest number of neurons that may be asked for.
const mostNeurons = 10_000

// trainCommand trains by gradient descent.
type trainCommand struct {
	input
	Form      string  `default:"tractable" enum:"tractable,decay" group:"Descent" help:"tractable: the problem of the convex program; decay: beta/2 times the squares of all weights (${default})."`
	Hidden    string  `default:"polynomial" enum:"polynomial,relu,swish" group:"Descent" help:"Activation of the network to train: the problem's polynomial, relu or swish (${default})."`
	Optimiser string  `aliases:"optimizer" default:"momentum" enum:"descent,momentum,adam" group:"Descent" help:"descent, momentum or adam (${default})."`
	Width     int     `placeholder:"M" group:"Descent" help:"Number of hidden units (as many as the optimum has)."`
	Rate      float64 `group:"Descent" help:"Learning rate, for the gradient of the whole cost (found by a search)."`
	Momentum  float64 `default:"0.9" group:"Descent" help:"Momentum of the optimiser momentum (${default})."`
	Batch     int     `placeholder:"B" group:"Descent" help:"Points per batch (all)."`
	Epochs    int     `default:"1000" group:"Descent" help:"Passes through the points (${default})."`
	Runs      int     `default:"5" group:"Descent" help:"Number of random starts (${default})."`
	Seed      uint64  `default:"1" group:"Descent" help:"Seed of the first start; the others follow it (${default})."`
}

// Help returns the long help text of the command.
func (*trainCommand) Help() string {
	return `Trains the problem of "conelab solve" by gradient descent, and prints the runs, the best network, and the certified optimum: its cost, its time, and the share of the runs that came within 1 % of it. Times are those of training alone; the search for the learning rate is given separately. After Ctrl-C the finished runs are printed.

Examples:

    conelab train --width 10 problem.json

    conelab train --optimiser adam --runs 2 --epochs 200 problem.json > training.json

    conelab train --form decay --hidden relu --rate 0.001 --batch 10 --epochs 100 --classes --only 0,1 --labels labels.idx.gz images.idx.gz

    conelab generate --n 20 --d 3 --power 1 | conelab train --rate 0.0001`
}

var (
	forms      = map[string]descent.Form{"tractable": descent.Tractable, "decay": descent.Decay}
	optimisers = map[string]descent.Method{"descent": descent.Descent, "momentum": descent.Momentum, "adam": descent.Adam}
	hidden     = map[string]*descent.Activation{"relu": &descent.ReLU, "swish": &descent.Swish}
)

const (
	mostEpochs = 100_000_000
	mostRuns   = 10_000
)

// Run trains and writes the document.
func (c *trainCommand) Run(s *streams) error {
	if err := c.check(); err != nil {
		return err
	}
	problem, err := c.scaled(s, nil)
	if err != nil {
		return err
	}
	if err := noStack(problem, "train"); err != nil {
		return err
	}
	p := convert.Problem(problem)
	if err := c.limit(&p); err != nil {
		return err
	}
	b := s.progress("train")
	result := c.train(s.stopwatch(), &p)
	b.end()
	text := result.JSON()
	if text == nil {
		return errors.New("the costs of the runs exceed double precision, expected data or weights of moderate size")
	}
	return s.judged(text, trainingLine(result), result.Status == "done" && result.Optimum.Status == string(certify.Optimal))
}

// check refuses options that are out of range.
func (c *trainCommand) check() error {
	if !(c.Rate >= 0) || math.IsInf(c.Rate, 1) {
		return fmt.Errorf("--rate is %g, expected a finite number above 0", c.Rate)
	}
	return cmp.Or(within("width", c.Width, 0, mostNeurons), within("batch", c.Batch, 0, math.MaxInt32), within("epochs", c.Epochs, 1, mostEpochs),
		within("runs", c.Runs, 1, mostRuns), share("momentum", c.Momentum))
}

// train solves the problem and runs gradient descent, as far as it gets before it is stopped.
func (c *trainCommand) train(w *compare.Stopwatch, p *certify.Problem) *document.Training {
	t := &document.Training{
		Status: "done", Form: c.Form, Activation: c.Hidden, Optimiser: c.Optimiser, Width: c.Width, Batch: c.Batch, Epochs: c.Epochs,
		Floor: c.Form == "tractable" && c.Hidden == "polynomial",
	}
	optimum, err := compare.Solve(w, p, 1, nil)
	if err != nil {
		t.Status, t.Message, t.Optimum.Status = string(certify.Stopped), "Stopped before the optimum was known.", string(certify.Stopped)
		return t
	}
	if t.Width == 0 {
		t.Width = max(1, optimum.Neurons)
	}
	floor := optimum
	if !t.Floor {
		floor = nil
	}
	rival := compare.Rival{Activation: hidden[c.Hidden], Epochs: c.Epochs, Runs: c.Runs, Options: descent.Options{
		Form: forms[c.Form], Method: optimisers[c.Optimiser], Width: t.Width, Rate: c.Rate, Momentum: c.Momentum, Batch: c.Batch, Seed: c.Seed,
	}}
	outcome, err := compare.Train(w, p, rival, floor, nil)
	if err != nil {
		t.Status, t.Message = string(certify.Stopped), fmt.Sprintf("Stopped after %d of %d runs.", len(outcome.Runs), c.Runs)
	}
	convert.Training(t, optimum, outcome)
	return t
}

// trainingLine sums the training up in one line.
func trainingLine(t *document.Training) string {
	least := math.Inf(1)
	for _, run := range t.Runs {
		least = math.Min(least, run.Least)
	}
	line := fmt.Sprintf("%s: %d runs of %d epochs, rate %.3g, least cost %.9g; the optimum is %.9g, certified gap %.1e, in %.3g s",
		t.Status, len(t.Runs), t.Epochs, t.Rate, least, t.Optimum.Objective, t.Optimum.Gap, t.Optimum.Seconds)
	if t.Reached != nil {
		line += fmt.Sprintf("; %.0f %% of the runs within 1 %% of it", 100**t.Reached)
	}
	return line
}
