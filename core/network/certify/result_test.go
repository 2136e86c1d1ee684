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

// TestBadge: a verdict says in one line what it is, with the first fault.
func TestBadge(t *testing.T) {
	near := 2e-12
	one := func(measured float64) Verdict {
		v := Verdict{Pass: true, Measured: true, Objective: 8.09, Lower: 8.08, Gap: 1e-3, Tolerance: DefaultTolerance}
		v.Add("gap", measured, 0.5)
		return v
	}
	for want, change := range map[string]func(v *Verdict){
		"CERTIFIED: cost 8.09, lower bound 8.08, gap 0.001": func(v *Verdict) {},
		"NOT CERTIFIED: cost, lower bound and gap not checked (gap: 2, where at most 0.5 is allowed)": func(v *Verdict) {
			*v = Verdict{Pass: true}
			v.Add("gap", 2, 0.5)
		},
		"CERTIFIED to 0.01: cost 8.09, lower bound 8.08, gap 0.001":  func(v *Verdict) { v.Tolerance = 0.01 },
		"CERTIFIED: cost 8.09, lower bound 8.08, absolute gap 2e-12": func(v *Verdict) { v.AbsoluteGap, v.Gap = &near, 1e-9 },
		"CERTIFIED to an absolute gap of 2e-12 (the cost is near zero: relative gap 0.001): cost 8.09, lower bound 8.08": func(v *Verdict) {
			v.AbsoluteGap = &near
		},
		"NOT CERTIFIED: cost 8.09, lower bound 8.08, absolute gap 2e-12 (gap: 2, where at most 0.5 is allowed)": func(v *Verdict) {
			v.AbsoluteGap = &near
			v.Add("gap", 2, 0.5)
		},
		"CERTIFIED, each layer given those below it: cost 8.09, lower bound 8.08, gap 0.001": func(v *Verdict) { v.Scope = "layers" },
		"NOT CERTIFIED: cost beyond double precision, lower bound 8.08, gap 0.001 (it is red)": func(v *Verdict) {
			v.Objective = Clamp(math.NaN())
			v.AddDifference("colour", "it is red")
			v.Add("u", math.Inf(1), 0)
		},
		"NOT CERTIFIED: cost 3, lower bound 8.08, gap 0.001 (layer 2: gap: 0.75, where at most 0.5 is allowed)": func(v *Verdict) {
			other := one(0.75)
			other.Objective = 3
			v.Append("layer 2: ", &other)
			v.Append("layer 3: ", &Verdict{}) // without numbers, which leaves those before
		},
	} {
		v := one(1e-3)
		change(&v)
		if v.Badge() != want {
			t.Errorf("got  %s\nwant %s", v.Badge(), want)
		}
	}
}
