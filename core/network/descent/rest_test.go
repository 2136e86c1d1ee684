package descent

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/data/presets"
	"conelab/core/network/certify"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// TestSecondDerivatives compares products with the Hessian with second differences of the cost, from its definition, along geodesics of the spheres,
// for every architecture and every loss with curvature. The Hessian must be symmetric and stay tangent.
func TestSecondDerivatives(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		for _, kind := range []loss.Loss{loss.Squared, loss.Huber, loss.Logistic, loss.Softmax} {
			for _, outputs := range []int{1, 3} {
				if kind == loss.Softmax && outputs == 1 {
					continue
				}
				p := random(rng, shapes[name], kind, 7, 12, outputs)
				run := NewRun(NewData(p, nil), Options{Width: 3, Seed: rng.Uint64()})
				checkCurvature(t, name+" "+kind.String(), p, run, rng)
			}
		}
	}
}

func checkCurvature(t *testing.T, label string, p *certify.Problem, run *Run, rng *rand.Rand) {
	t.Helper()
	q := newSurface(run)
	move, other := tangent(run, rng), tangent(run, rng)
	h, k := newWeights(run.data, run.weights.Width), newWeights(run.data, run.weights.Width)
	q.product(h, move)
	q.product(k, other)
	inner := func(a, b *weights) float64 { return dense.Dot(a.U, b.U) + dense.Dot(a.Alpha, b.Alpha) }
	size := math.Sqrt(inner(h, h) * inner(other, other))
	if d := inner(h, other) - inner(k, move); math.Abs(d) > 1e-12*size {
		t.Errorf("%s: not symmetric by %v of %v", label, d, size)
	}
	for j := range run.weights.Width {
		if d := dense.Dot(q.unit(run.weights.U, j), q.unit(h.U, j)); math.Abs(d) > 1e-12*size {
			t.Errorf("%s: %v of %v is not tangent", label, d, size)
		}
	}
	const step = 1e-4
	left, middle, right := costAlong(p, run, move, -step), plainCost(p, run), costAlong(p, run, move, step)
	want := (left - 2*middle + right) / (step * step)
	if got := inner(h, move); math.Abs(got-want) > 1e-4*(1+math.Abs(want)) && p.Loss != loss.Huber {
		t.Errorf("%s: curvature %v, differences %v", label, got, want)
	}
}

// tangent returns a random move of weights tangent to the spheres.
func tangent(run *Run, rng *rand.Rand) *weights {
	move := newWeights(run.data, run.weights.Width)
	for i := range move.U {
		move.U[i] = rng.NormFloat64()
	}
	for i := range move.Alpha {
		move.Alpha[i] = rng.NormFloat64()
	}
	for j := range run.weights.Width {
		u, du := run.weights.U[j*run.data.dim:(j+1)*run.data.dim], move.U[j*run.data.dim:(j+1)*run.data.dim]
		dense.Axpy(-dense.Dot(u, du), u, du)
	}
	return move
}

// costAlong returns the cost, from its definition, after the time s along a move.
func costAlong(p *certify.Problem, run *Run, move *weights, s float64) float64 {
	before := weights{run.weights.Width, slices.Clone(run.weights.U), slices.Clone(run.weights.Alpha)}
	defer func() { run.weights = before }()
	moved := weights{before.Width, slices.Clone(before.U), slices.Clone(before.Alpha)}
	dense.Axpy(s, move.Alpha, moved.Alpha)
	for j, dim := 0, run.data.dim; j < before.Width; j++ {
		du := move.U[j*dim : (j+1)*dim]
		speed := math.Sqrt(dense.Dot(du, du))
		sin, cos := math.Sincos(s * speed)
		for i := range dim {
			if moved.U[j*dim+i] *= cos; speed > 0 {
				moved.U[j*dim+i] += sin * du[i] / speed
			}
		}
	}
	run.weights = moved
	return plainCost(p, run)
}

// circle returns 40 points of a circle, symmetric in both axes, with labels x1^2 + x2^2 / 2, for the activation s^2. sum s^4 is the same in all
// directions, so one neuron has a lower cost the nearer it is to the first axis.
func circle() *certify.Problem {
	p := &certify.Problem{D: 2, Sigma: lift.Activation{A: 1}, Beta: 0.01}
	for i := range 40 {
		y, x := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / 40)
		p.X, p.Y = append(p.X, x, y), append(p.Y, x*x+y*y/2)
	}
	return p
}

// placed returns a run with the given weights.
func placed(p *certify.Problem, u, alpha []float64) *Run {
	run := NewRun(NewData(p, nil), Options{Width: len(alpha)})
	copy(run.weights.U, u)
	copy(run.weights.Alpha, alpha)
	return run
}

// best returns, in closed form, the weight with which one neuron of direction u costs least on the circle.
func best(p *certify.Problem, u []float64) float64 {
	vy, vv := 0.0, 0.0
	for i, y := range p.Y {
		s := u[0]*p.X[2*i] + u[1]*p.X[2*i+1]
		vy, vv = vy+s*s*y, vv+s*s*s*s
	}
	return (vy - p.Beta/2) / vv
}

// TestPlantedPlaces: on symmetric data one neuron is at rest along either axis. Along the axis of the larger labels this is a minimum. Along the
// other it is a saddle, from which a rotation lowers the cost. In between the run is moving. Two neurons on the saddle are at a saddle too.
func TestPlantedPlaces(t *testing.T) {
	p := circle()
	optimum := new(certify.Job).Run(*p)
	floor := optimum.Objective
	along := func(u ...float64) float64 { return best(p, u) }
	for _, c := range []struct {
		name  string
		u, a  []float64
		place Place
	}{
		{"minimum", []float64{1, 0}, []float64{along(1, 0)}, Minimum},
		{"saddle", []float64{0, 1}, []float64{along(0, 1)}, Saddle},
		{"split saddle", []float64{0, 1, 0, 1}, []float64{0.3 * along(0, 1), 0.7 * along(0, 1)}, Saddle},
		{"slope", []float64{0.6, 0.8}, []float64{along(0.6, 0.8)}, Moving},
		{"small weight", []float64{1, 0}, []float64{0.5 * along(1, 0)}, Moving},
		{"minimum beside a neuron that is held at zero", []float64{1, 0, 1, 0}, []float64{along(1, 0), 0}, Minimum},
		{"no weight that is worth one", []float64{1, 0}, []float64{0}, Moving},
	} {
		run := placed(p, c.u, c.a)
		rest := run.Rest()
		if got := rest.Place(floor); got != c.place {
			t.Errorf("%s: %d, want %d: %+v, optimum %v", c.name, got, c.place, rest, floor)
		}
		if c.place != Moving && !(rest.Gain < 1e-12*rest.Cost) {
			t.Errorf("%s: a gain of %v at rest", c.name, rest.Gain)
		}
	}
	// From the saddle, the cost along a rotation falls as the curvature predicts.
	saddle := placed(p, []float64{0, 1}, []float64{along(0, 1)})
	rest, turn := saddle.Rest(), newWeights(saddle.data, 1)
	turn.U[0] = 1
	const angle = 1e-3
	if fall := rest.Cost - costAlong(p, saddle, turn, angle); !(fall > 0) || fall > -rest.Curvature/2*angle*angle*(1+1e-3) {
		t.Errorf("a turn by %v wins %v, the curvature is %v", angle, fall, rest.Curvature)
	}
}

// TestKinks: a neuron that costs more than it gains is at rest at weight zero. A neuron that jumps around zero is recognised as being there: the cost
// saved by removing it is the gain.
func TestKinks(t *testing.T) {
	p := circle()
	p.Beta = 25 // between 20 and 35 a neuron pays along the first axis, but not along the second
	alpha := best(p, []float64{1, 0})
	still := placed(p, []float64{1, 0, 0, 1}, []float64{alpha, 0}).Rest()
	for _, small := range []float64{1e-6, -1e-6, 1e-3, -1e-3} {
		run := placed(p, []float64{1, 0, 0, 1}, []float64{alpha, small})
		rest := run.Rest()
		if excess := run.Cost() - still.Cost; math.Abs(rest.Gain-excess) > 0.01*excess || rest.Curvature < -1e-9*rest.Cost && still.Curvature == 0 {
			t.Errorf("weight %g: gain %g, without it the cost is %g less; curvature %g", small, rest.Gain, excess, rest.Curvature)
		}
	}
}

// TestCertifiedOptimumIsAtRest: at the certified optimum there is no gain, and no direction curves down. Near it, the gain equals the excess cost.
func TestCertifiedOptimumIsAtRest(t *testing.T) {
	rng, proved := rand.New(rand.NewPCG(33, 34)), 0
	for _, name := range []string{"parabola", "ring", "xor", "stripe", "shell", "valley"} {
		preset, _ := presets.Find(name)
		for _, kind := range []loss.Loss{loss.Squared, loss.Huber, loss.Logistic} {
			p := presetProblem(preset, 0.3)
			p.Loss = kind
			r := new(certify.Job).Run(*p)
			if len(r.Neurons) == 0 {
				continue
			}
			proved++
			var u, alpha []float64
			for _, n := range r.Neurons {
				u, alpha = append(u, n.U...), append(alpha, n.Alpha)
			}
			run := placed(p, u, alpha)
			rest := run.Rest()
			if rest.Gain > 1e-8*rest.Cost || rest.Curvature < -1e-4*rest.Cost || rest.Place(r.Objective) != Optimum {
				t.Errorf("%s, %s: %+v at the optimum", name, kind, rest)
			}
			dense.Axpy(1, scaled(tangent(run, rng), 1e-3).Alpha, run.weights.Alpha)
			if rest = run.Rest(); math.Abs(rest.Gain-(rest.Cost-r.Objective)) > 0.1*(rest.Cost-r.Objective) {
				t.Errorf("%s, %s: gain %g beside the optimum, %g is missing", name, kind, rest.Gain, rest.Cost-r.Objective)
			}
		}
	}
	if proved < 12 {
		t.Errorf("only %d optima have neurons", proved)
	}
}

func scaled(w *weights, s float64) *weights {
	dense.Scale(s, w.U)
	dense.Scale(s, w.Alpha)
	return w
}

// presetProblem returns the problem of a preset with its own activation.
func presetProblem(preset presets.Preset, beta float64) *certify.Problem {
	x, y := preset.Make(preset.Points(), 1)
	p := &certify.Problem{Y: y, D: len(x[0]), Sigma: lift.Activation{A: preset.A, B: preset.B, C: preset.C}, Beta: beta}
	for _, row := range x {
		p.X = append(p.X, row...)
	}
	return p
}

// TestRaceEndsInPlaces: in races like those of the page, no run that is reported to end at a minimum has a lower cost nearby.
func TestRaceEndsInPlaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 38))
	seen := map[Place]int{}
	for _, name := range []string{"stripe", "xor", "valley"} {
		preset, _ := presets.Find(name)
		p := presetProblem(preset, 1)
		r := new(certify.Job).Run(*p)
		race := NewRace(NewData(p, nil), Options{Method: Momentum, Width: len(r.Neurons), Rate: 0.003, Seed: 1}, 6, 1500)
		race.run()
		for k, run := range race.Runs() {
			rest := run.Rest()
			place := rest.Place(r.Objective)
			if seen[place]++; place != Minimum {
				continue
			}
			for range 100 {
				if cost := costAlong(p, run, scaled(tangent(run, rng), 1e-3), 1); cost < rest.Cost-2*share*(rest.Cost-r.Objective) {
					t.Errorf("%s, run %d: not a minimum: %v, near it %v", name, k, rest.Cost, cost)
				}
			}
		}
	}
	if seen[Minimum] == 0 || seen[Optimum] == 0 {
		t.Errorf("places %v", seen)
	}
}

// TestLanczos compares with a planted spectrum: the least eigenvalue, and g'H^-1 g.
func TestLanczos(t *testing.T) {
	rng := rand.New(rand.NewPCG(39, 40))
	for _, n := range []int{1, 2, 3, 7, 20, 60} {
		values := make([]float64, n)
		for i := range values {
			values[i] = 1 + 10*rng.Float64()
		}
		values[0] = -0.5
		basis := dense.NewEigen(n)
		q := make([]float64, n*n)
		for i := range n {
			for j := range i + 1 {
				q[i*n+j] = rng.NormFloat64()
				q[j*n+i] = q[i*n+j]
			}
		}
		basis.Decompose(q, make([]float64, n)) // rows are orthonormal
		product := func(dst, v []float64) {
			clear(dst)
			for i, h := range values {
				row := q[i*n : (i+1)*n]
				dense.Axpy(h*dense.Dot(row, v), row, dst)
			}
		}
		g, want := make([]float64, n), 0.0
		for i := range g {
			g[i] = rng.NormFloat64()
		}
		for i, h := range values {
			c := dense.Dot(q[i*n:(i+1)*n], g)
			want += c * c / h
		}
		k := lanczos(product, g)
		got := 0.0
		for i, h := range k.values {
			got += dense.Dot(g, g) * k.shares[i] / h
		}
		if math.Abs(k.least()+0.5) > 1e-9 || math.Abs(got-want) > 1e-8*(1+math.Abs(want)) {
			t.Errorf("order %d: least %v, g'H^-1 g %v, want %v", n, k.least(), got, want)
		}
	}
	if k := lanczos(func(dst, v []float64) {}, make([]float64, 3)); len(k.values) != 0 || !math.IsInf(k.least(), 1) {
		t.Error("a start of zero has values")
	}
}
