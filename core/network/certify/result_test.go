package certify

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

func TestMeasuresOfKnownNeurons(t *testing.T) {
	p := Problem{X: []float64{1, 2}, Y: []float64{3}, D: 2, Sigma: lift.Polynomial{A: 1}, Beta: 0.5}
	r := &Result{Fit: []float64{5}}
	for k := range 3 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 3)
		r.Neurons = append(r.Neurons, neural.Neuron{U: []float64{cos, sin}, Alpha: 2. / 3})
	}
	// One that is too long by a tenth.
	r.Neurons = append(r.Neurons, neural.Neuron{U: []float64{1.1, 0}, Alpha: -1})
	m := r.Measure(p)
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"loss", m.Loss, 4}, {"weight", m.Weight, 3}, {"lengths", m.Lengths, 0.1}, {"width", float64(m.Width), 6},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s: %g, want %g", c.what, c.got, c.want)
		}
	}
}

// TestNoResultIsWorseThanTheEmptyNetwork has features of any power of ten, beyond those with which doubles can find the optimum: the result
// costs what a forward pass says, no more than the network without neurons and no less than the bound, or has failed with a sentence.
func TestNoResultIsWorseThanTheEmptyNetwork(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64Range(-2, 2)
		lossFn := rapid.SampledFrom([]loss.Loss{loss.Squared, loss.Huber, loss.L1, loss.Hinge, loss.Logistic, loss.Softmax}).Draw(t, "loss")
		size := math.Pow10(rapid.SampledFrom([]int{rapid.IntRange(-160, 155).Draw(t, "power"), 50, 77, 100, -77, -150}).Draw(t, "size"))
		p := Problem{D: rapid.IntRange(1, 7).Draw(t, "d"), Sigma: lift.ReLU, Loss: lossFn, Outputs: 1,
			Beta: math.Pow10(rapid.IntRange(-4, 2).Draw(t, "beta"))}
		for range rapid.IntRange(2, 10).Draw(t, "n") {
			for range p.D {
				p.X = append(p.X, size*number.Draw(t, "x"))
			}
			p.Y = append(p.Y, math.Copysign(1, number.Draw(t, "y")))
		}
		if lossFn == loss.Softmax {
			n := len(p.Y)
			p.Outputs, p.Y = 2, append(p.Y, p.Y...)
			for i := range n {
				p.Y[i], p.Y[n+i] = math.Max(0, p.Y[i]), math.Max(0, -p.Y[i])
			}
		}
		r, empty := new(Job).Run(p), p.EmptyCost()
		cost := neural.Cost(make([]float64, len(p.Y)), r.Neurons, p.Operator(), p.Y, p.Beta, lossFn)
		if r.Status == Failed && r.Message != "" {
			return
		}
		if !(math.Abs(r.Objective-cost) <= 1e-9*empty) || !(cost <= empty*(1+1e-12)) || r.Lower > cost*(1+1e-9) ||
			(r.Status == Optimal) != (r.Message == "") {
			t.Errorf("%s, cost %g, by a forward pass %g, without neurons %g, bound %g: %s", r.Status, r.Objective, cost, empty, r.Lower, r.Message)
		}
	})
}

// TestStoppedWords: a gap of one, which the lower bound 0 has for any network, is no proof.
func TestStoppedWords(t *testing.T) {
	for lower, want := range map[float64]string{
		0:   "Stopped before the end; nothing is proved of the network yet.",
		-3:  "Stopped before the end; nothing is proved of the network yet.",
		1.5: "Stopped before the end; the proved relative gap is 0.25.",
	} {
		r := &Result{Objective: 2, Lower: lower, Gap: RelativeGap(2, lower), Status: Stopped}
		r.SetStatus(1e-8, 3, "")
		if r.Message != want {
			t.Errorf("lower bound %g: %s", lower, r.Message)
		}
	}
}
