package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/data/presets"
	"conelab/core/format/document"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// generateCommand makes problem documents.
type generateCommand struct {
	network
	Preset  string   `arg:"" optional:"" help:"One of the drawings of the page: parabola, ring, xor, blobs, stripe, spiral; valley, bend, interval with one feature; shell, saddle, tube with three; the signals bump, edge and the images bars. Without it the problem is planted."`
	N       int      `default:"100" help:"Number of points (${default})."`
	D       *int     `group:"Planted" help:"Number of features (20)."`
	Outputs *int     `group:"Planted" help:"Number of outputs (1)."`
	Neurons *int     `group:"Planted" help:"Number of planted neurons (5)."`
	Power   *int     `group:"Planted" help:"Features are this power, 4 or 1, of Gaussians (4)."`
	Noise   *float64 `group:"Planted" help:"Deviation of the labels' Gaussian noise (0)."`
	Classes bool     `group:"Planted" help:"Labels are classes: above and below the median, or the largest output. Implied by the losses that need them."`
	Seed    int      `default:"1" help:"Seed of the random numbers (${default})."`
}

// Help returns the long help text of the command.
func (*generateCommand) Help() string {
	return `Prints a problem document: a drawing, or a planted problem of the paper's section 9, whose labels are the outputs of a random network of the given kind on powers of Gaussians.

Examples:

    conelab generate ring --n 80 > problem.json

    conelab generate --n 50 --d 10 --neurons 5 | conelab solve

    conelab generate --n 50 --d 9 --kind convolutional --input 3,3 --filter 2 --power 1 --noise 0.1 --seed 7

    conelab generate --d 4 --outputs 3 --power 1 --loss softmax | conelab path --count 5 --ratio 0.1 --split 0.7`
}

// maxNumbers limits the size of a problem, in case of a typing error.
const maxNumbers = 1e8

// Run writes the problem document.
func (c *generateCommand) Run(s *streams) error {
	p := usual()
	if c.Seed > math.MaxInt32 || c.Seed < -math.MaxInt32 {
		return fmt.Errorf("--seed is %d, expected at most %d", c.Seed, math.MaxInt32)
	}
	p.Seed = c.Seed
	fill := c.planted
	if c.Preset != "" {
		fill = c.drawn
	}
	if err := fill(p); err != nil {
		return err
	}
	if err := validate(p); err != nil {
		return err
	}
	line := fmt.Sprintf("%s: %d points, %d features, %d outputs", p.Title, len(p.Data.X), len(p.Data.X[0]), len(p.Data.Y[0]))
	return s.write(append(p.JSON(), '\n'), line)
}

// drawn fills in the data of a preset drawing.
func (c *generateCommand) drawn(p *document.Problem) error {
	preset, ok := presets.Find(c.Preset)
	if !ok {
		var names []string
		for _, known := range presets.All {
			names = append(names, known.Name)
		}
		return fmt.Errorf("the drawing is %.40q, expected one of %s", c.Preset, strings.Join(names, ", "))
	}
	if c.D != nil || c.Outputs != nil || c.Neurons != nil || c.Power != nil || c.Noise != nil || c.Classes {
		return fmt.Errorf("an option of planted problems is given with the drawing %s, expected only --n and --seed, and those of the network", preset.Name)
	}
	if err := c.checkSize(2); err != nil {
		return err
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

// plan holds the sizes of a planted problem.
type plan struct {
	d, outputs, neurons int
	features            dataset.Features
	noise               float64
}

// plan returns the sizes of the planted problem, with defaults for those that are not given.
func (c *generateCommand) plan() (*plan, error) {
	q, power := plan{d: 20, outputs: 1, neurons: 5}, 4
	set(&q.d, c.D)
	set(&q.outputs, c.Outputs)
	set(&q.neurons, c.Neurons)
	set(&q.noise, c.Noise)
	set(&power, c.Power)
	if q.d < 1 || q.outputs < 1 || q.neurons < 0 {
		return nil, fmt.Errorf("--d, --outputs and --neurons are %d, %d and %d, expected at least 1, 1 and 0", q.d, q.outputs, q.neurons)
	}
	if err := c.checkSize(float64(q.d) + float64(q.outputs)*float64(q.neurons+1)); err != nil {
		return nil, err
	}
	var ok bool
	if q.features, ok = map[int]dataset.Features{4: dataset.FourthPowers, 1: dataset.Gaussians}[power]; !ok {
		return nil, fmt.Errorf("--power is %d, expected 4 or 1", power)
	}
	if !(q.noise >= 0) || math.IsInf(q.noise, 1) {
		return nil, fmt.Errorf("--noise is %g, expected a finite number from 0", q.noise)
	}
	return &q, nil
}

// planted fills in the data of a planted problem.
func (c *generateCommand) planted(p *document.Problem) error {
	p.Beta = 0.1
	if err := c.apply(p); err != nil {
		return err
	}
	q, err := c.plan()
	if err != nil {
		return err
	}
	architecture, err := p.Architecture.Lift(q.d)
	if err != nil {
		return fmt.Errorf("with the given options, %w", err)
	}
	rng := rand.New(rand.NewPCG(uint64(c.Seed), 0))
	teacher, err := dataset.NewTeacher(rng, architecture, q.d, q.outputs, q.neurons, lift.Activation(p.Activation).At)
	if err != nil {
		return err
	}
	frame := dataset.Draw(rng, c.N, q.features, q.noise, teacher)
	signs := p.Loss == loss.Hinge.String() || p.Loss == loss.Logistic.String()
	if c.Classes || signs || p.Loss == loss.Softmax.String() {
		frame.Classify()
	}
	if signs && q.outputs > 1 {
		oneAgainstOthers(frame.Y)
	}
	p.Data = document.Data{X: frame.X, Y: frame.Y}
	p.Title = fmt.Sprintf("%d planted neurons", q.neurons)
	return nil
}

// checkSize refuses a problem of more than maxNumbers numbers.
func (c *generateCommand) checkSize(perPoint float64) error {
	if c.N < 1 || float64(c.N)*perPoint > maxNumbers {
		return fmt.Errorf("--n is %d, expected 1 to %d for this many features and neurons", c.N, int(maxNumbers/perPoint))
	}
	return nil
}
