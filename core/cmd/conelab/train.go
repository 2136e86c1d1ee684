package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/data/presets"
	"conelab/core/format/document"
	"conelab/core/format/solve"
	"conelab/core/network/certify"
	"conelab/core/network/compare"
	"conelab/core/network/descent"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// trainCommand trains by gradient descent.
type trainCommand struct {
	input
	Form      string  `default:"tractable" words:"tractable|decay" group:"Descent" help:"@form"`
	Hidden    string  `default:"polynomial" words:"polynomial|relu|swish" group:"Descent" help:"@hidden"`
	Optimiser string  `aliases:"optimizer" default:"momentum" words:"descent|momentum|adam" group:"Descent" help:"@optimiser"`
	Width     int     `range:"from 0 to 10000" placeholder:"M" group:"Descent" help:"Number of hidden units (as many as the optimum has)."`
	Rate      float64 `range:"above 0" group:"Descent" help:"Learning rate, for the gradient of the whole cost (found by a search)."`
	Momentum  float64 `range:"above 0 and below 1" default:"0.9" group:"Descent" help:"Momentum of the optimiser momentum (${default})."`
	Batch     int     `range:"from 0" placeholder:"B" group:"Descent" help:"Points per batch (all)."`
	Epochs    int     `range:"from 1 to 100000000" default:"1000" group:"Descent" help:"Passes through the points (${default})."`
	Runs      int     `range:"from 1 to 10000" default:"5" group:"Descent" help:"Number of random starts (${default})."`
	Seed      uint64  `default:"1" group:"Descent" help:"Seed of the first start; the others follow it (${default})."`
}

var (
	forms      = map[string]descent.Form{"tractable": descent.Tractable, "decay": descent.Decay}
	optimisers = map[string]descent.Method{"descent": descent.Descent, "momentum": descent.Momentum, "adam": descent.Adam}
	hidden     = map[string]*descent.Activation{"relu": &descent.ReLU, "swish": &descent.Swish}
)

// Run trains and writes the document.
func (c *trainCommand) Run(s *streams) error {
	t, err := c.scaledTask(s, nil)
	switch {
	case err != nil:
		return err
	case t.sums != nil:
		return errors.New("the problem has sums in place of rows, expected rows for train")
	}
	if err := noStack(t.Problem, "train"); err != nil {
		return err
	}
	p := t.Problem.Program()
	if err := c.limit(&p); err != nil {
		return err
	}
	var result *document.Training
	begin := s.clock()
	s.drive("train", func() parallel.Progress { return parallel.Progress{} }, func(ctx context.Context) {
		result = c.train(&compare.Stopwatch{Clock: func() float64 { return since(s, begin) }, Context: ctx}, &p)
	})
	return s.writeResult(result.JSON(), trainingLine(result), result.Status == "done" && result.Optimum.Status == certify.Optimal)
}

// train solves the problem and runs gradient descent, as far as it gets before it is stopped.
func (c *trainCommand) train(w *compare.Stopwatch, p *certify.Problem) *document.Training {
	t := &document.Training{
		Status: "done", Form: c.Form, Activation: c.Hidden, Optimiser: c.Optimiser, Width: c.Width, Batch: c.Batch, Epochs: c.Epochs,
		// A piecewise activation is homogeneous: half the squares of the weights are at least their products.
		Floor: c.Hidden == "polynomial" && (c.Form == "tractable" || !p.HasMatrices()),
	}
	optimum, err := compare.Solve(w, p, 1, nil)
	if err != nil {
		t.Status, t.Message, t.Optimum.Status = "stopped", "Stopped before the optimum was known.", certify.Stopped
		return t
	}
	if t.Width == 0 {
		t.Width = max(1, optimum.Neurons)
	}
	floor := optimum
	if !t.Floor {
		floor = nil
	}
	rival := compare.Baseline{Activation: hidden[c.Hidden], Epochs: c.Epochs, Runs: c.Runs, Options: descent.Options{
		Form: forms[c.Form], Method: optimisers[c.Optimiser], Width: t.Width, Rate: c.Rate, Momentum: c.Momentum, Batch: c.Batch, Seed: c.Seed,
	}}
	outcome, err := compare.Train(w, p, rival, floor, nil)
	if err != nil {
		t.Status, t.Message = "stopped", fmt.Sprintf("Stopped after %d of %d runs.", len(outcome.Runs), c.Runs)
	}
	t.Fill(optimum, outcome)
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

// generateCommand makes problem documents.
type generateCommand struct {
	network
	Preset  string  `arg:"" optional:"" help:"One of the drawings of the page: ${drawings}. Without it the problem is planted."`
	N       int     `range:"from 1 to 1e8" default:"100" help:"Number of points (${default})."`
	D       int     `range:"from 1 to 1e8" default:"20" group:"Planted" help:"Number of features (${default})."`
	Outputs int     `range:"from 1 to 1e8" default:"1" group:"Planted" help:"Number of outputs (${default})."`
	Neurons int     `range:"from 0 to 1e8" default:"5" group:"Planted" help:"Number of planted neurons (${default})."`
	Power   int     `default:"4" words:"4|1" group:"Planted" help:"Features are this power, 4 or 1, of Gaussians (${default})."`
	Noise   float64 `range:"from 0" default:"0" group:"Planted" help:"Deviation of the labels' Gaussian noise (${default})."`
	Classes bool    `group:"Planted" help:"@generate_classes"`
	Seed    int     `range:"from -2147483647 to 2147483647" default:"1" help:"Seed of the random numbers (${default})."`
}

// maxNumbers limits the size of a problem, in case of a typing error.
const maxNumbers = 1e8

// Run writes the problem document.
func (c *generateCommand) Run(s *streams) error {
	p := solve.Problem(nil, nil)
	p.Seed = c.Seed
	fill := c.planted
	if c.Preset != "" {
		if used := s.options["Planted"]; used != nil {
			return fmt.Errorf("%s is given with the drawing %s, expected it only with planted problems", used[0], c.Preset)
		}
		fill = c.drawn
	}
	if err := fill(p); err != nil {
		return err
	}
	if err := ofOptions(p.Validate()); err != nil {
		return err
	}
	return s.write(append(p.JSON(), '\n'))
}

// drawn fills in the data of a preset drawing.
func (c *generateCommand) drawn(p *document.Problem) error {
	preset, ok := presets.Find(c.Preset)
	if !ok {
		return fmt.Errorf("the drawing is %.40q%s", c.Preset, expectedOf(c.Preset, strings.Split(presets.Names(), ", ")))
	}
	x, labels := preset.Make(c.N, uint64(c.Seed))
	p.Title, p.Data.X = preset.Title, x
	for _, y := range labels {
		p.Data.Y = append(p.Data.Y, []float64{y})
	}
	p.Activation = document.Activation{A: preset.A, B: preset.B, C: preset.C}
	if samples := preset.Samples; samples != nil {
		p.Architecture = document.Architecture{
			Kind: document.KindConvolutional, Input: samples.Input, Filter: samples.Filter, Pool: document.GlobalPool,
		}
	}
	return c.apply(p)
}

// planted fills in the data of a planted problem.
func (c *generateCommand) planted(p *document.Problem) error {
	p.Beta = 0.1
	if err := c.apply(p); err != nil {
		return err
	}
	if most := int(maxNumbers / (float64(c.D) + float64(c.Outputs)*float64(c.Neurons+1))); c.N > most {
		return fmt.Errorf("--n is %d, expected 1 to %d", c.N, most)
	}
	features := dataset.FourthPowers
	if c.Power == 1 {
		features = dataset.Gaussians
	}
	architecture, err := p.Architecture.Lift(c.D)
	if err != nil {
		return ofOptions(err)
	}
	rng := rand.New(rand.NewPCG(uint64(c.Seed), 0))
	teacher := dataset.NewTeacher(rng, architecture, c.D, c.Outputs, c.Neurons, p.Activation.Function().At)
	frame := dataset.Draw(rng, c.N, features, c.Noise, teacher)
	if c.Classes || lossOf(p.Loss).Labels() != loss.Numbers {
		frame.Classify()
	}
	p.Data = document.Data{X: frame.X, Y: solve.Labels(frame, p.Loss)}
	p.Title = fmt.Sprintf("%d planted neurons", c.Neurons)
	return nil
}
