package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"conelab/core/format/document"
	"conelab/core/paper/hardness"
)

// hardnessCommand runs the reduction from subset sum to training.
type hardnessCommand struct {
	Set     []string `arg:"" help:"The integers, separated by spaces or commas; negative ones after --."`
	Target  int64    `required:"" help:"The sum that a subset should have."`
	Beta    float64  `default:"1e-6" help:"Weight of the regularisation term in the problem document of --problem (${default})."`
	Problem string   `placeholder:"FILE" help:"Also write the convex program's problem document."`
}

// Help returns the long help text of the command.
func (*hardnessCommand) Help() string {
	return `Training a network with quadratic activation and weight decay is NP-hard (the paper's section 6): the question whether some of the integers add up to the target becomes a training problem. Prints its data X and y, whether the subset exists, the neuron that witnesses it, the subset read off that neuron, and the value of the convex relaxation, which cannot tell.

Examples:

    conelab hardness 3 5 8 13 --target 16

    conelab hardness --target 17 --problem relaxation.json 3,5,8,13

    conelab hardness --target -1 -- 4 -5 7`
}

// Run builds the training problem, decides it, and writes the document.
func (c *hardnessCommand) Run(s *streams) error {
	var set []int64
	for number := range strings.SplitSeq(strings.Join(c.Set, ","), ",") {
		a, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return fmt.Errorf("%.40q is in the set, expected an integer", number)
		}
		set = append(set, a)
	}
	in, err := hardness.New(set, c.Target)
	if err != nil {
		return err
	}
	if !(c.Beta > 0) || math.IsInf(c.Beta, 1) {
		return fmt.Errorf("--beta is %g, expected a finite number above 0", c.Beta)
	}
	r := hardness.Run(in, c.Beta)
	if c.Problem != "" {
		if err := writeFile(c.Problem, append(relaxation(&r).JSON(), '\n')); err != nil {
			return err
		}
	}
	d := describe(&r)
	line := fmt.Sprintf("no subset sums to %d", in.Target)
	if r.Yes {
		line = fmt.Sprintf("the subset %v sums to %d", d.Elements, in.Target)
	}
	return s.write(d.JSON(), fmt.Sprintf("%s; relaxation %.6g", line, r.Relaxation.Lower))
}

// relaxation returns the convex program for the data of the reduction.
func relaxation(r *hardness.Report) *document.Problem {
	p := usual()
	p.Title = "Subset sum, relaxed"
	p.Architecture.Kind, p.Beta, p.Data.X = document.KindQuadratic, r.Training.Beta, r.Training.X
	p.Activation = document.Activation{A: 1}
	for _, y := range r.Training.Y {
		p.Data.Y = append(p.Data.Y, []float64{y})
	}
	return p
}

// describe returns the document of a report.
func describe(r *hardness.Report) *document.Hardness {
	in := &r.Instance
	d := &document.Hardness{
		Set: in.Set, Target: in.Target, X: r.Training.X, Y: r.Training.Y, Exists: r.Yes, Subset: r.Subset, Witness: r.Witness, Exact: r.Exact,
		Relaxation: document.Relaxation{
			Value: r.Relaxation.Lower, Attained: r.Relaxation.Attained, Least: r.Relaxation.Least, Most: r.Relaxation.Most,
		},
	}
	if r.Yes {
		d.Residual = &r.Residual
	}
	if !math.IsInf(r.TwoThirds, 0) {
		d.TwoThirds = &r.TwoThirds
	}
	for _, i := range r.Subset {
		d.Elements = append(d.Elements, in.Set[i])
	}
	return d
}
