package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/data/presets"
	"conelab/core/format/document"
	"conelab/core/numeric/loss"
)

// generateCommand makes problem documents.
type generateCommand struct {
	network
	Preset  string  `arg:"" optional:"" help:"One of the drawings of the page: parabola, ring, xor, blobs, stripe, spiral; valley, bend, interval with one feature; shell, saddle, tube with three; the signals bump, edge and the images bars. Without it the problem is planted."`
	N       int     `default:"100" help:"Number of points (${default})."`
	D       int     `default:"20" group:"Planted" help:"Number of features (${default})."`
	Outputs int     `default:"1" group:"Planted" help:"Number of outputs (${default})."`
	Neurons int     `default:"5" group:"Planted" help:"Number of planted neurons (${default})."`
	Power   int     `default:"4" enum:"4,1" group:"Planted" help:"Features are this power, 4 or 1, of Gaussians (${default})."`
	Noise   float64 `default:"0" group:"Planted" help:"Deviation of the labels' Gaussian noise (${default})."`
	Classes bool    `group:"Planted" help:"Labels are classes: above and below the median, or the largest output. Implied by the losses that need them."`
	Seed    int     `default:"1" help:"Seed of the random numbers (${default})."`
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
	if err := within("seed", c.Seed, -math.MaxInt32, math.MaxInt32); err != nil {
		return err
	}
	p.Seed = c.Seed
	fill := c.planted
	if c.Preset != "" {
		if given := s.given["Planted"]; given != nil {
			return fmt.Errorf("%s is given with the drawing %s, expected it only with planted problems", given[0], c.Preset)
		}
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

// planted fills in the data of a planted problem.
func (c *generateCommand) planted(p *document.Problem) error {
	p.Beta = 0.1
	if err := c.apply(p); err != nil {
		return err
	}
	if err := cmp.Or(within("d", c.D, 1, maxNumbers), within("outputs", c.Outputs, 1, maxNumbers), within("neurons", c.Neurons, 0, maxNumbers),
		c.checkSize(float64(c.D)+float64(c.Outputs)*float64(c.Neurons+1))); err != nil {
		return err
	}
	if !(c.Noise >= 0) || math.IsInf(c.Noise, 1) {
		return fmt.Errorf("--noise is %g, expected a finite number from 0", c.Noise)
	}
	features := dataset.FourthPowers
	if c.Power == 1 {
		features = dataset.Gaussians
	}
	architecture, err := p.Architecture.Lift(c.D)
	if err != nil {
		return fmt.Errorf("with the given options, %w", err)
	}
	rng := rand.New(rand.NewPCG(uint64(c.Seed), 0))
	frame := dataset.Draw(rng, c.N, features, c.Noise, dataset.NewTeacher(rng, architecture, c.D, c.Outputs, c.Neurons, p.Activation.At))
	signs := p.Loss == loss.Hinge.String() || p.Loss == loss.Logistic.String()
	if c.Classes || signs || p.Loss == loss.Softmax.String() {
		frame.Classify()
	}
	if signs && c.Outputs > 1 {
		oneAgainstOthers(frame.Y)
	}
	p.Data = document.Data{X: frame.X, Y: frame.Y}
	p.Title = fmt.Sprintf("%d planted neurons", c.Neurons)
	return nil
}

// checkSize refuses a problem of more than maxNumbers numbers.
func (c *generateCommand) checkSize(perPoint float64) error {
	return within("n", c.N, 1, int(maxNumbers/perPoint))
}
