package equivalent

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/data/dataset"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// mild returns m neurons of unit norm and positive weight, none much lighter than the others.
func mild(rng *rand.Rand, d, m int) []neural.Neuron {
	neurons := network(rng, d, m)
	for j := range neurons {
		neurons[j].Alpha = 1 + rng.Float64()
	}
	return neurons
}

// thirds returns three neurons whose [u;1] span a space of three dimensions, about a third of its circle of directions apart.
func thirds(rng *rand.Rand, d int) []neural.Neuron {
	c := newCircle(mild(rng, d, 3), 0)
	neurons := mild(rng, d, 3)
	for j := range neurons {
		neurons[j].U = c.at(2*math.Pi/3*float64(j) + 0.6*rng.Float64())
	}
	return neurons
}

// checkRotate verifies what Rotate promises about two networks of the same matrix.
func checkRotate(t interface{ Fatalf(string, ...any) }, before, after []neural.Neuron, rng *rand.Rand) {
	d := len(before[0].U)
	if len(after) != len(before) {
		t.Fatalf("%d neurons from %d", len(after), len(before))
	}
	same(t, "matrix", assemble(after, d), assemble(before, d), 1e-12)
	within(t, "cost", cost(after), cost(before), 1e-12*cost(before))
	for j, neuron := range after {
		within(t, "|u|", norm(neuron.U), 1, 1e-14)
		if !(neuron.Alpha*math.Copysign(1, before[j].Alpha) > 0) || neuron.Block != before[j].Block || neuron.Output != before[j].Output {
			t.Fatalf("neuron %d was %+v and is %+v", j, before[j], neuron)
		}
	}
	for range 10 {
		x := gaussian(rng, d)
		f, was, size := 0.0, 0.0, 0.0
		for j := range after {
			f += after[j].Alpha * sigma(dense.Dot(x, after[j].U))
			was += before[j].Alpha * sigma(dense.Dot(x, before[j].U))
			size += math.Abs(before[j].Alpha) * (1 + dense.Dot(x, x))
		}
		within(t, "f(x)", f, was, 1e-12*size)
	}
}

func sigma(s float64) float64 { return 0.09*s*s + 0.5*s + 0.47 }

// angleBetween is accurate for small angles.
func angleBetween(u, v []float64) float64 { return 2 * math.Asin(math.Min(1, distance(u, v)/2)) }

// TestAdmissibleIsNearest compares with the neurons of random networks that have the same matrix.
func TestAdmissibleIsNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 4))
	for range 100 {
		d := 3 + rng.IntN(4)
		z := assemble(network(rng, d, 3), d)
		rows := factor(z, d+1)
		u := unit(gaussian(rng, d))
		best := distance(nearestAdmissible(rows, u), u)
		for range 100 {
			if other := distance(nearestAdmissible(rows, gaussian(rng, d)), u); other < best*(1-1e-12) {
				t.Fatalf("an admissible direction at %g, nearer than %g", other, best)
			}
		}
	}
}

// TestTurn: any neuron, any direction, weights over six decades.
func TestTurn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, rng := draw(t, 2, 3, 5)
		before := network(rng, d, 3+rng.IntN(d-1))
		sign := float64(1 - 2*rng.IntN(2))
		for j := range before {
			before[j].Alpha, before[j].Block, before[j].Output = sign*before[j].Alpha, 3, 1
		}
		r, k, u := len(before), rng.IntN(len(before)), gaussian(rng, d)
		after, ok := Rotate(before, k, u)
		if !ok {
			t.Fatalf("%d neurons did not turn", r)
		}
		checkRotate(t, before, after, rng)
		rows := newSpan(vectors(before)).rows()
		nearest := nearestAdmissible(rows, unit(u))
		if off := distance(after[k].U, nearest); off > 1e-9 {
			t.Fatalf("neuron %d is off by %g", k, off)
		}
		if r == d+1 && distance(after[k].U, unit(u)) > 1e-15 {
			t.Fatal("every direction is possible, but this one is another")
		}
		// After the largest weight is subtracted, the matrix has a lower rank.
		rest := append(append([]neural.Neuron(nil), after[:k]...), after[k+1:]...)
		if rows := factor(assemble(rest, d), d+1); len(rows) >= r {
			t.Fatalf("the others still have rank %d of %d", len(rows), r)
		}
		// Rotate back: the direction is admissible, because a neuron had it.
		back, ok := Rotate(after, k, before[k].U)
		if !ok {
			t.Fatalf("did not turn back")
		}
		checkRotate(t, before, back, rng)
		within(t, "weight", back[k].Alpha, before[k].Alpha, 1e-6*math.Abs(before[k].Alpha))
	})
}

// TestTurnAroundTheCircle: for rank 3 the directions form a circle, in the plane and in space. In steps of one degree no neuron
// jumps or overtakes another, steps of a tenth of a degree lead to the same places, and after a full turn each neuron is back
// where it was.
func TestTurnAroundTheCircle(t *testing.T) {
	seeds := uint64(8)
	for _, d := range []int{2, 3, 5} {
		for seed := range seeds {
			t.Run(fmt.Sprintf("d=%d,seed=%d", d, seed), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(seed, 6))
				first := thirds(rng, d)
				circle := newCircle(first, 0)
				coarse, farthest := circle.drag(t, first, 0, 360)
				fine, _ := circle.drag(t, first, 0, 3600)
				checkRotate(t, first, coarse, rng)
				checkRotate(t, first, fine, rng)
				for j := range first {
					if off := angleBetween(coarse[j].U, first[j].U); off > 1e-9 {
						t.Errorf("neuron %d ends %g from where it began", j, off)
					}
					if off := angleBetween(coarse[j].U, fine[j].U); off > 1e-9 {
						t.Errorf("neuron %d ends %g from where smaller steps lead", j, off)
					}
				}
				t.Logf("farthest in a step: %.3f degrees", farthest*180/math.Pi)
			})
		}
	}
}

// circle is the circle of admissible directions of three neurons, starting at the k-th.
type circle struct{ center, x, y []float64 }

func newCircle(neurons []neural.Neuron, k int) circle {
	// Three points of the circle determine it: its center is the foot of the perpendicular from the origin to their plane.
	d := len(neurons[0].U)
	e := make([][]float64, 2)
	for i := range e {
		e[i] = append([]float64(nil), neurons[(k+i+1)%3].U...)
		dense.Axpy(-1, neurons[k].U, e[i])
		if i == 1 {
			dense.Axpy(-dense.Dot(e[0], e[1]), e[0], e[1])
		}
		e[i] = unit(e[i])
	}
	c := circle{append([]float64(nil), neurons[k].U...), nil, make([]float64, d)}
	for _, v := range e {
		dense.Axpy(-dense.Dot(v, neurons[k].U), v, c.center)
	}
	c.x = append([]float64(nil), neurons[k].U...)
	dense.Axpy(-1, c.center, c.x)
	a, b := dense.Dot(c.x, e[0]), dense.Dot(c.x, e[1])
	dense.Axpy(-b, e[0], c.y)
	dense.Axpy(a, e[1], c.y)
	return c
}

func (c circle) at(angle float64) []float64 {
	u := append([]float64(nil), c.center...)
	dense.Axpy(math.Cos(angle), c.x, u)
	dense.Axpy(math.Sin(angle), c.y, u)
	return u
}

// position returns the angle of a direction on the circle.
func (c circle) position(u []float64) float64 {
	return math.Atan2(dense.Dot(u, c.y), dense.Dot(u, c.x))
}

// drag takes neuron k around once, and returns the end and the longest distance that a neuron moved in a step. All neurons move
// forwards, and none overtakes another.
func (c circle) drag(t *testing.T, neurons []neural.Neuron, k, steps int) (end []neural.Neuron, farthest float64) {
	t.Helper()
	turns := make([]float64, len(neurons))
	for step := 1; step <= steps; step++ {
		next, ok := Rotate(neurons, k, c.at(2*math.Pi*float64(step)/float64(steps)))
		if !ok {
			t.Fatalf("step %d of %d: no turn", step, steps)
		}
		for j := range next {
			forward := math.Remainder(c.position(next[j].U)-c.position(neurons[j].U), 2*math.Pi)
			turns[j] += forward
			farthest = math.Max(farthest, math.Abs(forward))
			if !(forward > 0) {
				t.Fatalf("step %d of %d: neuron %d goes back by %g", step, steps, j, -forward)
			}
			if limit := 5 * 2 * math.Pi / float64(steps); forward > limit {
				t.Fatalf("step %d of %d: neuron %d jumps by %g", step, steps, j, forward)
			}
		}
		neurons = next
	}
	for j, turn := range turns {
		within(t, fmt.Sprintf("turn of neuron %d", j), turn, 2*math.Pi, 1e-9)
	}
	return neurons, farthest
}

// TestTurnOfVanishing: neurons that are light or nearly equal are turned as promised, or not at all.
func TestTurnOfVanishing(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	turned, refused, draws := 0, 0, 5
	for _, d := range []int{2, 3, 5} {
		for exponent := 0; exponent <= 320; exponent += 1 + exponent/8 {
			small := math.Pow(10, -float64(exponent))
			for range draws {
				light, near := mild(rng, d, d+1), mild(rng, d, d+1)
				light[1].Alpha = small
				dense.Axpy(1/small, near[0].U, near[1].U)
				near[1].U = unit(near[1].U)
				for _, before := range [][]neural.Neuron{light, near} {
					after, ok := Rotate(before, rng.IntN(d+1), gaussian(rng, d))
					if !ok {
						refused++
						if after != nil {
							t.Fatal("refused, with neurons")
						}
						continue
					}
					turned++
					checkRotate(t, before, after, rng)
				}
			}
		}
	}
	t.Logf("%d turned, %d refused", turned, refused)
}

func TestTurnRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	three := mild(rng, 2, 3)
	with := func(change func(n []neural.Neuron)) []neural.Neuron {
		changed := append([]neural.Neuron(nil), three...)
		change(changed)
		return changed
	}
	for name, row := range map[string]struct {
		neurons []neural.Neuron
		u       []float64
	}{
		"no direction":  {three, []float64{0, 0}},
		"not a number":  {three, []float64{math.NaN(), 1}},
		"infinite":      {three, []float64{math.Inf(1), 1}},
		"nothing":       {nil, []float64{1, 0}},
		"two":           {three[:2], []float64{1, 0}},
		"beyond rank":   {mild(rng, 2, 4), []float64{1, 0}},
		"equal":         {with(func(n []neural.Neuron) { n[1].U = n[0].U }), []float64{1, 0}},
		"of no weight":  {with(func(n []neural.Neuron) { n[1].Alpha = 0 }), []float64{1, 0}},
		"of both signs": {with(func(n []neural.Neuron) { n[1].Alpha *= -1 }), []float64{1, 0}},
		"two blocks":    {with(func(n []neural.Neuron) { n[1].Block = 1 }), []float64{1, 0}},
		"NaN weight":    {with(func(n []neural.Neuron) { n[1].Alpha = math.NaN() }), []float64{1, 0}},
		"NaN neuron":    {with(func(n []neural.Neuron) { n[1].U = []float64{math.NaN(), 0} }), []float64{1, 0}},
		"infinite one":  {with(func(n []neural.Neuron) { n[1].Alpha = math.Inf(1) }), []float64{1, 0}},
	} {
		if after, ok := Rotate(row.neurons, 0, row.u); ok || after != nil {
			t.Errorf("%s: %v", name, after)
		}
	}
}

// BenchmarkTurn takes a neuron around the circle in steps of one degree.
func BenchmarkTurn(b *testing.B) {
	for _, d := range []int{2, 3} {
		b.Run(fmt.Sprintf("d=%d", d), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(11, 11))
			neurons, step := mild(rng, d, d+1), 0
			b.ReportAllocs()
			for b.Loop() {
				step++
				u := make([]float64, d)
				u[0], u[1] = math.Cos(float64(step)*math.Pi/180), math.Sin(float64(step)*math.Pi/180)
				var ok bool
				neurons, ok = Rotate(neurons, 0, u)
				if !ok {
					b.Fatal("no turn")
				}
			}
		})
	}
}

// TestHeaviestKeepsTheMatrix checks that the matrix and the number of neurons stay, that the neurons have unit length, and that
// the first one is at least as heavy as each of a thousand admissible ones with their largest weights.
func TestHeaviestKeepsTheMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 7))
	for trial := range 300 {
		d := 1 + rng.IntN(9)
		r, powers := 1+rng.IntN(d+1), float64(trial%7)
		if d == 1 {
			r = 1
		}
		given := spread(rng, d, r, powers)
		found := Heaviest(given)
		z, again := assemble(given, d), assemble(found, d)
		if len(found) != r || distance(z, again) > 1e-13*norm(z) {
			t.Fatalf("trial %d: d = %d, rank %d: %d neurons, the matrix moved by %g", trial, d, r, len(found), distance(z, again)/norm(z))
		}
		for j, neuron := range found {
			if math.Abs(norm(neuron.U)-1) > 1e-14 || !(neuron.Alpha > 0) {
				t.Errorf("trial %d: neuron %d has length %g and weight %g", trial, j, norm(neuron.U), neuron.Alpha)
			}
		}
		heaviestOfAll(t, rng, given, found[0].Alpha)
	}
}

// heaviestOfAll compares the weight of the first neuron with those of other possible first neurons.
func heaviestOfAll(t *testing.T, rng *rand.Rand, neurons []neural.Neuron, most float64) {
	d := len(neurons[0].U)
	span := newSpan(vectors(neurons))
	if !span.independent() {
		return
	}
	rows := span.rows()
	for range 100 {
		u := nearestAdmissible(rows, dataset.Direction(rng, d))
		w := span.solve(u)
		if weight := 1 / (norm(w) * norm(w)); weight > most*(1+1e-7) {
			t.Fatalf("d = %d, rank %d: a neuron of weight %g, the first has %g", d, len(neurons), weight, most)
		}
	}
}

// TestHeaviestDependsOnTheMatrixAlone passes other networks of the same matrix, and the same network in another order. A
// direction that is nearly as heavy as others is determined less precisely than the matrix.
func TestHeaviestDependsOnTheMatrixAlone(t *testing.T) {
	const sameVector = 1e-5
	rng := rand.New(rand.NewPCG(32, 7))
	for trial := range 100 {
		d := 2 + rng.IntN(6)
		given := spread(rng, d, 3+rng.IntN(d-1), 2)
		want := vectors(Heaviest(given))
		turned, ok := Rotate(given, 0, dataset.Direction(rng, d))
		if !ok {
			t.Fatalf("trial %d: the network is not turned", trial)
		}
		slices.Reverse(given)
		for _, other := range [][]neural.Neuron{given, turned} {
			for j, y := range vectors(Heaviest(other)) {
				if distance(y, want[j]) > sameVector {
					t.Errorf("trial %d, d = %d, rank %d: neuron %d is %v, and from the network given %v", trial, d, len(want), j, y, want[j])
				}
			}
		}
	}
}
