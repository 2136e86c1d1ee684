package certify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// widths are the bounds of the paper's Table 1 for shapes, written out.
var widths = map[string]int{
	"dense scalar": 2 * 5, "dense vector": 2 * 4 * 3, "quadratic scalar": 5, "quadratic vector": 4 * 2, "convolutional signal": 2 * 4 * 6,
	"convolutional, stride, padding": 2 * 4 * 4, "image, two channels": 2 * 9 * 4, "average pooling": 2 * 4 * 3, "global pooling": 2 * 5,
	"convolution, vector": 2 * 3 * 2 * 2,
}

// TestMeasures recomputes all measures of every architecture in the plainest way.
func TestMeasures(t *testing.T) {
	var job Job
	for _, shape := range shapes {
		for _, kind := range []loss.Loss{loss.Squared, loss.L1} {
			t.Run(fmt.Sprint(shape.name, kind), func(t *testing.T) {
				p := labelled(rand.New(rand.NewPCG(4, 6)), 30, shape.d, shape.outputs, kind)
				p.Architecture, p.Beta = shape.arch, 0.1
				r := job.Run(p)
				m := r.Measure(p)
				cost, weight, unit := 0.0, 0.0, 0.0
				for i, f := range r.Fit {
					e := math.Abs(f - p.Y[i])
					if kind == loss.Squared {
						e *= e
					}
					cost += e
				}
				for _, n := range r.Neurons {
					weight += math.Abs(n.Alpha)
					sum := 0.0
					for _, v := range n.U {
						sum += v * v
					}
					unit = math.Max(unit, math.Abs(math.Sqrt(sum)-1))
				}
				if math.Abs(m.Loss-cost) > 1e-12*cost || math.Abs(m.Weight-weight) > 1e-12*weight || math.Abs(m.Loss+p.Beta*m.Weight-r.Objective) > 1e-12*r.Objective {
					t.Errorf("loss %g and weight %g, want %g and %g", m.Loss, m.Weight, cost, weight)
				}
				if math.Abs(m.Lengths-unit) > 1e-15 || m.Lengths > 1e-12 || m.Reassembly > 1e-9 || m.Trace[0] > 1e-9 || m.Trace[1] > 1e-9 {
					t.Errorf("%+v", m)
				}
				if m.Width != widths[shape.name] || len(r.Neurons) > m.Width {
					t.Errorf("%d neurons, at most %d, want %d", len(r.Neurons), m.Width, widths[shape.name])
				}
				for side, least := range m.Eigenvalue {
					if least < -1e-9 || least > smallest(&p, r.Neurons, float64(1-2*side))+1e-9 {
						t.Errorf("the least eigenvalue of side %d is %g", side, least)
					}
				}
			})
		}
	}
}

// smallest returns an upper bound of the least eigenvalue of all matrices of a sign: their least diagonal entry.
func smallest(p *Problem, neurons []neural.Neuron, sign float64) float64 {
	least := math.Inf(1)
	shape := p.Architecture.Shape(p.D)
	for o := range p.outputs() {
		for k := range shape.Blocks {
			for i, row := range assemble(p, neurons, sign, k, o) {
				least = math.Min(least, row[i])
			}
		}
	}
	return least
}

// A matrix of full rank has a least eigenvalue above zero, and one that is off by design is measured as such.
func TestMeasuresOfKnownNeurons(t *testing.T) {
	p := Problem{X: []float64{1, 2}, Y: []float64{3}, D: 2, Sigma: lift.Activation{A: 1}, Beta: 0.5}
	r := &Result{Fit: []float64{5}}
	// Three directions at 120 degrees with weights of 2/3: Z = diag(1, 1, 2).
	for k := range 3 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 3)
		r.Neurons = append(r.Neurons, neural.Neuron{U: []float64{cos, sin}, Alpha: 2. / 3})
	}
	// One that is too long by a tenth, with weight -1: Z' = [u;1][u;1]', whose trace condition misses by 0.21.
	r.Neurons = append(r.Neurons, neural.Neuron{U: []float64{1.1, 0}, Alpha: -1})
	m := r.Measure(p)
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"loss", m.Loss, 4}, {"weight", m.Weight, 3}, {"lengths", m.Lengths, 0.1}, {"eigenvalue of Z", m.Eigenvalue[0], 1},
		{"eigenvalue of Z'", m.Eigenvalue[1], 0}, {"trace of Z", m.Trace[0], 0}, {"trace of Z'", m.Trace[1], 0.21},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s: %g, want %g", c.what, c.got, c.want)
		}
	}
	if m.Reassembly < 0.01 || m.Width != 6 {
		t.Errorf("%+v", m)
	}
}
