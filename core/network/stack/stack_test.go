package stack

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/data/presets"
	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// unit is the activation s^2 + s + 1 of the pictures.
var unit = lift.Polynomial{A: 1, B: 1, C: 1}

// drawn returns a drawing as a problem, with the beta of the pictures.
func drawn(t testing.TB, name string, n int, seed uint64) certify.Problem {
	t.Helper()
	preset, ok := presets.Find(name)
	if !ok {
		t.Fatalf("no drawing %q", name)
	}
	x, y := preset.Make(n, seed)
	return certify.Problem{X: slices.Concat(x...), Y: y, D: preset.Dimension, Sigma: unit, Beta: 0.1}
}

// random returns a problem of any kind: points at random or from a planted network, every loss, one output or several, any options.
func random(rng *rand.Rand, layers int) Problem {
	n, d, outputs := 5+rng.IntN(40), 1+rng.IntN(4), 1
	p := Problem{Options: Options{
		Layers: layers, Skip: Skip(rng.IntN(3)),
	}}
	p.Loss = loss.Loss(rng.IntN(6))
	if p.Loss == loss.Softmax {
		outputs = 3
	} else if rng.IntN(3) == 0 {
		outputs = 2
	}
	p.Sigma = []lift.Polynomial{unit, lift.ReLU, {A: 1, B: 0.5, C: -0.25}, {A: 0.5, B: 0, C: 1}}[rng.IntN(4)]
	p.Beta = math.Pow(10, -2+3*rng.Float64())
	switch rng.IntN(5) {
	case 0:
		p.Architecture = lift.Architecture{Kind: lift.Quadratic}
	case 1:
		p.Architecture, d = convolution(rng)
	}
	p.D, p.Outputs = d, outputs
	p.X = slices.Concat(dataset.Ball(rng, n, d).X...)
	p.Y = labels(rng, &p, n)
	return p
}

// labels returns labels that suit the loss.
func labels(rng *rand.Rand, p *Problem, n int) []float64 {
	y := make([]float64, n*p.Outputs)
	for i := range n {
		class := rng.IntN(p.Outputs)
		for o := range p.Outputs {
			at := o*n + i
			switch p.Loss {
			case loss.Hinge, loss.Logistic:
				y[at] = float64(2*rng.IntN(2) - 1)
			case loss.Softmax:
				if o == class {
					y[at] = 1
				}
			default:
				y[at] = rng.NormFloat64()
			}
		}
	}
	return y
}

// TestEveryLayerIsCertified trains stacks of one to six layers on 200 random data sets: every layer passes the check from the raw
// data, or its status says otherwise.
func TestEveryLayerIsCertified(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 1))
	var job Job
	sets := 200
	layers, inaccurate := 0, 0
	for trial := range sets {
		p := random(rng, 1+trial%6)
		r := job.Run(p)
		if r.Network == nil {
			t.Fatalf("trial %d: %s", trial, r.Message)
		}
		claims := claims(r)
		for l := range claims { // which a check derives, and leaves the claim as it is
			claims[l].Matrices = nil
		}
		verdicts, verdict := checkLayers(p, claims), Check(p, claims)
		for l := range claims {
			if claims[l].Matrices != nil {
				t.Errorf("trial %d, layer %d: the check has changed the claim", trial, l+1)
			}
		}
		for l, v := range verdicts {
			layers++
			status := r.Layers[l].Result.Status
			if status != certify.Optimal {
				inaccurate++
				t.Errorf("trial %d, layer %d: %s, gap %.1e: %s", trial, l+1, status, v.Gap, r.Layers[l].Result.Message)
			}
			if (status == certify.Optimal) != v.Pass {
				t.Errorf("trial %d, layer %d: %s, and the raw data prove a gap of %g", trial, l+1, status, v.Gap)
			}
		}
		if len(verdicts) != len(r.Layers) || verdict.Pass != (r.Status == certify.Optimal) {
			t.Errorf("trial %d: %s, and the check says %v of %d of %d layers: %+v",
				trial, r.Status, verdict.Pass, len(verdicts), len(r.Layers), failed(verdict))
		}
	}
	t.Logf("%d layers, %d of them not certified to 1e-8", layers, inaccurate)
}

// claims returns what a result claims, as a solution document stores it.
func claims(r *Result) (all []LayerClaim) {
	for i := range r.Layers {
		layer := &r.Layers[i]
		claim := layer.Problem.Claim(layer.Result)
		claim.Matrices = nil
		all = append(all, LayerClaim{Beta: layer.Problem.Beta, Input: layer.Input, Claim: *claim})
	}
	return all
}

// failed returns the findings that did not pass.
func failed(v *certify.Verdict) (list []certify.Finding) {
	for _, f := range v.Findings {
		if !f.Pass {
			list = append(list, f)
		}
	}
	return list
}

// TestCheckFindsMillionths changes what the network reads by a millionth; the command's test of tampering changes everything by more.
func TestCheckFindsMillionths(t *testing.T) {
	p := Problem{Problem: drawn(t, "moons", 60, 3), Options: Options{Layers: 3}}
	r := new(Job).Run(p)
	for name, part := range map[string]func(in *Input) *[]float64{
		"mean": func(in *Input) *[]float64 { return &in.Mean }, "scale": func(in *Input) *[]float64 { return &in.Scale },
	} {
		c := claims(r)
		list := part(&c[2].Input)
		*list = slices.Clone(*list)
		(*list)[1] += 1e-6 * (1 + (*list)[1])
		if Check(p, c).Pass {
			t.Errorf("with another %s the check passes", name)
		}
	}
}

// TestDeterministic solves problems after others, which must not matter, and again with one layer more, which must not either.
func TestDeterministic(t *testing.T) {
	var job Job
	rng := rand.New(rand.NewPCG(15, 3))
	sets := 10
	for range sets {
		p := random(rng, 3)
		var fresh Job
		want := fresh.Run(p)
		job.Run(random(rng, 2))
		got := job.Run(p)
		p.Layers = 4
		deeper := job.Run(p)
		for l := range want.Layers {
			for _, other := range []*Result{got, deeper} {
				for i, v := range want.Layers[l].Result.Fit {
					if other.Layers[l].Result.Fit[i] != v {
						t.Fatalf("layer %d, point %d: %g, and %g", l+1, i, v, other.Layers[l].Result.Fit[i])
					}
				}
			}
		}
	}
}

// TestDragging moves a point by next to nothing, at random moments of a drag: the outputs of all four layers move by next to
// nothing. Where a neuron is born or two are equally heavy the function of a layer above jumps; random moments do not meet those.
func TestDragging(t *testing.T) {
	const nudge, mostMove = 1e-7, 2e-3
	rng := rand.New(rand.NewPCG(15, 4))
	var job Job
	for _, name := range []string{"spiral", "moons", "checkerboard", "rings", "xor"} {
		for range 4 {
			p := Problem{Problem: drawn(t, name, 100, rng.Uint64()), Options: Options{Layers: 4}}
			p.X[6], p.X[7] = 2*rng.Float64()-1, 2*rng.Float64()-1
			before := job.Run(p)
			p.X = append([]float64(nil), p.X...)
			p.X[6] += nudge
			after := job.Run(p)
			for l := range after.Layers {
				move := 0.0
				for i, v := range after.Layers[l].Result.Fit {
					d := v - before.Layers[l].Result.Fit[i]
					move += d * d / float64(p.Samples())
				}
				if !(math.Sqrt(move) < mostMove) {
					t.Errorf("%s: layer %d moved by %g", name, l+1, math.Sqrt(move))
				}
			}
		}
	}
}

// part returns the given points of a problem with one output.
func part(p *Problem, rows []int) (s certify.Set) {
	for _, i := range rows {
		s.X, s.Y = append(s.X, p.X[i*p.D:(i+1)*p.D]...), append(s.Y, p.Y[i])
	}
	return s
}

// TestValidation recomputes the scores of each beta and depth by training each stack by itself, and the choice from the rows.
func TestValidation(t *testing.T) {
	p := Problem{Problem: drawn(t, "checkerboard", 90, 6), Options: Options{Layers: 3}}
	folds, err := dataset.RandomFolds(90, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	betas := []float64{1, 0.1}
	divided := func(k int) Problem {
		q := p
		train, test := part(&p, folds[k].Train), part(&p, folds[k].Test)
		q.X, q.Y, q.HeldOut = train.X, train.Y, &test
		return q
	}
	d := path.Validate(3, func(k int) *path.CrossValidation { return new(Depths).Run(betas, divided(k)) })
	if len(d.Rows) != 6 || d.Folds != 3 || !d.ByAccuracy() {
		t.Fatalf("%+v", d)
	}
	var job Job
	for _, row := range d.Rows {
		var accuracies []float64
		neurons := 0.0
		for k := range 3 {
			q := divided(k)
			q.Beta, q.Layers = row.Beta, row.Layers
			r := job.Run(q)
			accuracies = append(accuracies, *r.Layers[row.Layers-1].HeldOut.Accuracy)
			for _, layer := range r.Layers {
				neurons += float64(len(layer.Result.Neurons)) / 3
			}
		}
		mean := (accuracies[0] + accuracies[1] + accuracies[2]) / 3
		square := 0.0
		for _, a := range accuracies {
			square += (a - mean) * (a - mean)
		}
		if math.Abs(mean-*row.Test.Accuracy) > 1e-12 || math.Abs(math.Sqrt(square/6)-*row.StandardError.Accuracy) > 1e-12 ||
			math.Abs(neurons-row.Neurons) > 1e-9 {
			t.Errorf("beta %g, %d layers: %+v, expected an accuracy of %g, %g neurons", row.Beta, row.Layers, row, mean, neurons)
		}
		best, a := d.Rows[d.Best], *row.Test.Accuracy
		if most := *best.Test.Accuracy; a > most || a == most && row.Layers < best.Layers {
			t.Errorf("%+v is better than the best, %+v", row, best)
		}
	}
	simplest, best := d.Rows[d.Simplest], d.Rows[d.Best]
	if simplest.Layers > best.Layers || *simplest.Test.Accuracy < *best.Test.Accuracy-*best.StandardError.Accuracy {
		t.Errorf("%+v is not the simplest near %+v", simplest, best)
	}
	d = path.Validate(3, func(k int) *path.CrossValidation {
		q := divided(k)
		q.Context = parallel.NewCountdown(1)
		return new(Depths).Run(betas, q)
	})
	if d.Status != "stopped" {
		t.Errorf("%+v", d)
	}
}

// BenchmarkDrag times what a frame of a drag takes: one of 200 points has moved, and every layer is solved, certified and evaluated again.
func BenchmarkDrag(b *testing.B) {
	for _, name := range []string{"spiral", "moons", "checkerboard"} {
		for _, layers := range []int{1, 2, 4} {
			b.Run(fmt.Sprintf("%s, %d layers", name, layers), func(b *testing.B) {
				p := Problem{Problem: drawn(b, name, 200, 1), Options: Options{Layers: layers}}
				x := p.X
				var job Job
				angle := 0.0
				for b.Loop() {
					angle += 0.05
					p.X = append([]float64(nil), x...)
					p.X[0] += 0.3 * math.Cos(angle)
					p.X[1] += 0.3 * math.Sin(angle)
					if r := job.Run(p); r.Status != certify.Optimal {
						b.Fatal(r.Status, r.Message)
					}
				}
			})
		}
	}
}

// BenchmarkRaster times the true function of four layers, and all their neurons, at 10,000 points.
func BenchmarkRaster(b *testing.B) {
	var job Job
	r := job.Run(Problem{Problem: drawn(b, "spiral", 200, 1), Options: Options{Layers: 4}})
	const side = 100
	var x []float64
	for i := range side * side {
		x = append(x, float64(i%side)/side*2-1, float64(i/side)/side*2-1)
	}
	var pass Pass
	for b.Loop() {
		pass.Run(r.Network, x)
	}
}
