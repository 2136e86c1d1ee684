//go:build !js

package session

import (
	"fmt"
	"math"
	"math/rand/v2"

	"conelab/core/app/protocol"
)

// Claims of the lessons on matrices, on other optimal networks, on the race and on conics.

// minus returns entry (i, j) of Z', of order three.
func (m *moment) minus(i, j int) float64 { return m.Solution().Z[0].Minus[i][j] }

// place holds the positions of the entries of lifted vectors of two features.
var place = [3]int{0, 1, 3}

// arrows: the vectors of the film are eigenvectors of Z', and the sum of their squares is Z'.
func arrows(m *moment) error {
	vectors := m.snapshot().Film.Reels[0].Steps[0].Before
	for i := range 3 {
		for j := range 3 {
			sum := 0.0
			for _, p := range vectors {
				sum += p[place[i]] * p[place[j]]
			}
			if !alike(sum, m.minus(i, j), 1e-9) {
				return fmt.Errorf("the sum is %g at %d, %d", sum, i, j)
			}
		}
		for _, p := range vectors {
			image := 0.0
			for j := range 3 {
				image += m.minus(i, j) * p[place[j]]
			}
			if length := p.Norm(); math.Abs(image-length*length*p[place[i]]) > 1e-8*length*length*length {
				return fmt.Errorf("%v is no eigenvector", p)
			}
		}
	}
	return nil
}

func offCone(m *moment) error {
	for _, p := range m.snapshot().Film.Reels[0].Steps[0].Before {
		if math.Abs(p.Form()) < 1e-3*p.Norm()*p.Norm() {
			return fmt.Errorf("%v is on the cone", p)
		}
	}
	return nil
}

// turned: each pair has one vector inside and one outside the cone, y is on it, and the matrix of the pair does not change.
func turned(m *moment) error {
	for _, step := range m.snapshot().Film.Reels[0].Steps {
		if math.Abs(step.R.Form()) > 1e-9*step.R.Norm()*step.R.Norm() {
			return fmt.Errorf("%v is not on the cone", step.R)
		}
		if step.Partner < 0 {
			continue
		}
		p, q := step.Before[step.First], step.Before[step.Partner]
		if p.Form()*q.Form() >= 0 {
			return fmt.Errorf("the forms are %g and %g", p.Form(), q.Form())
		}
		sin, cos := math.Sincos(step.Angle)
		for i := range p {
			for j := range p {
				y := (cos*p[i] + sin*q[i]) * (cos*p[j] + sin*q[j])
				w := (cos*q[i] - sin*p[i]) * (cos*q[j] - sin*p[j])
				if !alike(y+w, p[i]*p[j]+q[i]*q[j], 1e-12) {
					return fmt.Errorf("the pair's matrix changes at %d, %d", i, j)
				}
			}
		}
	}
	return nil
}

func ranks(plus, minus float64) truth {
	return func(m *moment) error {
		return want(m.number("ranks.0") == plus && m.number("ranks.1") == minus, "the ranks are %v", m.at("ranks"))
	}
}

// anyRanks: the ranks on the page are those of the matrices of the document, by the Gram determinants of their neurons.
func anyRanks(m *moment) error {
	for k, sign := range [2]float64{1, -1} {
		var rows [][]float64
		for _, n := range m.network() {
			if n.Alpha*sign > 0 {
				s := math.Sqrt(math.Abs(n.Alpha))
				rows = append(rows, []float64{s * n.U[0], s * n.U[1], s})
			}
		}
		if rank := rankOf(rows); rank != int(m.number(fmt.Sprintf("ranks.%d", k))) {
			return fmt.Errorf("matrix %d has rank %d", k, rank)
		}
	}
	return nil
}

// rankOf returns the rank of rows of three numbers, by elimination.
func rankOf(rows [][]float64) (rank int) {
	for column := range 3 {
		best := -1
		for i := rank; i < len(rows); i++ {
			if best < 0 || math.Abs(rows[i][column]) > math.Abs(rows[best][column]) {
				best = i
			}
		}
		if best < 0 || math.Abs(rows[best][column]) < 1e-6 {
			continue
		}
		rows[rank], rows[best] = rows[best], rows[rank]
		for i := rank + 1; i < len(rows); i++ {
			factor := rows[i][column] / rows[rank][column]
			for j := range 3 {
				rows[i][j] -= factor * rows[rank][j]
			}
		}
		rank++
	}
	return rank
}

func ranksFall(m *moment) error {
	steps := m.snapshot().Film.Reels[0].Steps
	for k, step := range steps {
		if len(step.Before) != len(steps)-k {
			return fmt.Errorf("before step %d there are %d vectors", k, len(step.Before))
		}
	}
	return nil
}

// lastStands: two of three vectors are rotated with another one, and the last is already on the cone.
func lastStands(m *moment) error {
	steps := m.snapshot().Film.Reels[0].Steps
	turned := 0
	for _, step := range steps {
		if step.Partner >= 0 {
			turned++
		}
	}
	last := steps[len(steps)-1]
	p := last.Before[last.First]
	return want(len(steps) == 3 && turned == 2 && last.Partner < 0 && math.Abs(p.Form()) < 1e-6*p.Norm()*p.Norm(), "%d of %d are turned", turned, len(steps))
}

// startsAtZero: at the solver's first step Z and Z' are equal, so that f is zero.
func startsAtZero(m *moment) error {
	path := m.snapshot().Path
	return want(len(path) > 0 && path[0].Plus == path[0].Minus, "the path begins elsewhere")
}

// within: the curve of every iterate stays within the bounds.
func within(m *moment) error {
	for k, it := range m.snapshot().Path {
		for step := range 720 {
			sin, cos := math.Sincos(float64(step) * math.Pi / 360)
			if g := it.Certificate.At(protocol.Vec{cos, sin}); math.Abs(g) > m.Problem().Beta*(1+1e-6) {
				return fmt.Errorf("the curve of iterate %d reaches %g", k, g)
			}
		}
	}
	return nil
}

// iterates: the iterates have a cost above the optimum and a bound below it, until they meet.
func iterates(m *moment) error {
	all := m.snapshot().Path
	for k, it := range all {
		if it.Cost < m.number("lowerBound")*(1-1e-7) || it.Bound > m.number("objective")*(1+1e-7) {
			return fmt.Errorf("iterate %d has cost %g and bound %g", k, it.Cost, it.Bound)
		}
	}
	last := all[len(all)-1]
	return want(len(all)-1 == int(m.number("film.length")) && alike(last.Cost, last.Bound, 1e-5), "%d iterates end at %g and %g", len(all), last.Cost, last.Bound)
}

// turns: a neuron can be turned, which gives a different network of the same cost.
func turns(m *moment) error {
	d := m.again()
	if !d.Page().CanTurn {
		return fmt.Errorf("no neuron can be turned")
	}
	before := d.Page()
	d.tell(`{"do":"turn","neuron":0,"u":[0.6,0.8]}`)
	after := &moment{driver: d}
	after.look()
	if after.now["status"] != "optimal" || math.Abs(after.network()[0].U[0]-before.Neurons[0].U[0]) < 1e-3 {
		return fmt.Errorf("the neuron is at %v", after.network()[0].U)
	}
	for _, x := range m.Problem().Data.X {
		if a, b := m.f(after.network(), x), m.f(m.network(), x); math.Abs(a-b) > 1e-5*(1+math.Abs(a)) {
			return fmt.Errorf("f goes from %g to %g", b, a)
		}
	}
	return want(alike(after.cost(after.network()), before.Objective, 1e-8), "it costs %g", after.cost(after.network()))
}

// sameFunction: f is the same as at the start of the step, with other neurons.
func sameFunction(m *moment) error {
	var then struct{ f func(x []float64) float64 }
	neurons, _ := m.then["neurons"].([]any)
	then.f = func(x []float64) (sum float64) {
		for _, one := range neurons {
			n := one.(map[string]any)
			u := n["u"].([]any)
			sum += n["alpha"].(float64) * m.sigma(u[0].(float64)*x[0]+u[1].(float64)*x[1])
		}
		return sum
	}
	for _, x := range m.Problem().Data.X {
		if a, b := then.f(x), m.f(m.network(), x); math.Abs(a-b) > 1e-6*(1+math.Abs(a)) {
			return fmt.Errorf("f goes from %g to %g", a, b)
		}
	}
	return nil
}

func fixed(m *moment) error {
	return want(m.at("canTurn") == false, "a neuron can be turned")
}

// planes: a plane through the apex intersects the cone in at most two lines.
func planes(m *moment) error {
	r := rand.New(rand.NewPCG(9, 10))
	for range 50 {
		var p, q protocol.Lifted
		for _, k := range place {
			p[k], q[k] = r.NormFloat64(), r.NormFloat64()
		}
		changes, before := 0, 0.0
		for k := range 721 {
			sin, cos := math.Sincos(float64(k) * math.Pi / 720)
			var v protocol.Lifted
			for _, i := range place {
				v[i] = cos*p[i] + sin*q[i]
			}
			if form := v.Form(); k > 0 && form*before < 0 {
				changes++
			}
			before = v.Form()
		}
		if changes > 2 {
			return fmt.Errorf("a plane meets the cone in %d lines", changes)
		}
	}
	return nil
}

func reached(m *moment) error {
	race := m.Page().Race
	count := 0
	for _, end := range race.Ends {
		if end >= 0 && end <= 0.01 {
			count++
		}
	}
	return want(count == race.Reached && len(race.Ends) == race.Runs, "%d of %d", count, len(race.Ends))
}

// noneBelow: no run ends below the optimum; -1 stands for a run that diverged.
func noneBelow(m *moment) error {
	for k, end := range m.Page().Race.Ends {
		if end != -1 && end < -1e-9 {
			return fmt.Errorf("run %d ends at %g", k, end)
		}
	}
	return nil
}

func corner(m *moment) error {
	for i, x := range m.Problem().Data.X {
		if x[0]*x[1]*m.Problem().Data.Y[i][0] <= 0 {
			return fmt.Errorf("point %d is in another corner", i)
		}
	}
	return nil
}

// inseparable: the segment between two points of one class crosses that between two points of the other, so no line separates them.
func inseparable(m *moment) error {
	find := func(x, y float64) []float64 {
		for _, p := range m.Problem().Data.X {
			if p[0]*x > 0 && p[1]*y > 0 {
				return p
			}
		}
		return nil
	}
	side := func(a, b, p []float64) float64 { return (b[0]-a[0])*(p[1]-a[1]) - (b[1]-a[1])*(p[0]-a[0]) }
	a, b, c, d := find(1, 1), find(-1, -1), find(1, -1), find(-1, 1)
	return want(side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0, "the segments do not cross")
}

func allRight(m *moment) error {
	return want(m.number("strip.fit.right") == m.number("strip.fit.total"), "%g are right", m.number("strip.fit.right"))
}

func fewRight(m *moment) error {
	return want(m.number("strip.fit.right") < 60, "%g are right", m.number("strip.fit.right"))
}

func eighty(m *moment) error {
	return want(m.number("samples") == 80, "%g points", m.number("samples"))
}

// diagonals: f is convex along one diagonal and concave along the other.
func diagonals(m *moment) error {
	bend := func(x, y float64) float64 {
		return m.f(m.network(), []float64{x, y}) + m.f(m.network(), []float64{-x, -y}) - 2*m.f(m.network(), []float64{0, 0})
	}
	return want(bend(1, 1) > 0 && bend(1, -1) < 0, "f bends by %g and %g", bend(1, 1), bend(1, -1))
}

// around: one class is closer to the centre than the other.
func around(m *moment) error {
	far, close := 0.0, math.Inf(1)
	for i, x := range m.Problem().Data.X {
		r := math.Hypot(x[0], x[1])
		if m.Problem().Data.Y[i][0] > 0 {
			far = math.Max(far, r)
		} else {
			close = math.Min(close, r)
		}
	}
	return want(far < close, "one reaches %g, the other begins at %g", far, close)
}
