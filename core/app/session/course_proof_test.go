//go:build !js

package session

import (
	"fmt"
	"math"
	"math/rand/v2"

	"conelab/core/format/document"
)

// The checks of what lesson 5 says about its second proof.

// square: the inequality behind the lower bound, for random numbers; with v = 2(y - f) it is an equation.
func square(*moment) error {
	r := rand.New(rand.NewPCG(7, 8))
	for range 100 {
		f, y, v := r.NormFloat64(), r.NormFloat64(), 3*r.NormFloat64()
		left, tight := (f-y)*(f-y), 2*(y-f)
		if left < v*(y-f)-v*v/4 || !alike(left, tight*(y-f)-tight*tight/4, 1e-12) {
			return fmt.Errorf("f %g, y %g, v %g", f, y, v)
		}
	}
	return nil
}

// level: each point has a line below its squared error that touches it at the network's f; adding v f makes it level, at v y - v^2/4, and these
// heights add up to the lower bound.
func level(m *moment) error {
	s, network := m.snapshot(), m.network()
	if len(s.Argument.Tangents) != len(s.Points) {
		return fmt.Errorf("there are %d lines of %d points", len(s.Argument.Tangents), len(s.Points))
	}
	v, sum := m.residual(network), 0.0
	for i := range s.Argument.Tangents {
		t := &s.Argument.Tangents[i]
		y, f := s.Points[t.Row].Label, m.f(network, m.Problem().Data.X[t.Row])
		if !alike(t.V, v[t.Row], 1e-5) || !alike(t.Height, t.V*y-t.V*t.V/4, 1e-9) || !alike(t.Height-t.V*f, (f-y)*(f-y), 1e-5) {
			return fmt.Errorf("point %d: f is %g, y %g, the line has the height %g and v %g", t.Row, f, y, t.Height, t.V)
		}
		sum += t.Height
	}
	return want(alike(sum, m.number("lowerBound"), 1e-9), "the heights add up to %g", sum)
}

// weighed: for random networks, the sum of v f is that of the weights times the gains, and at most beta times the sum of |weights|.
func weighed(m *moment) error {
	r, v := rand.New(rand.NewPCG(9, 10)), m.residual(m.network())
	shrink := math.Min(1, m.Problem().Beta/m.peak(v))
	for range 40 {
		var network []document.Neuron
		gained, weight := 0.0, 0.0
		for range 1 + r.IntN(9) {
			angle, alpha := 2*math.Pi*r.Float64(), r.NormFloat64()
			network = append(network, document.Neuron{U: []float64{math.Cos(angle), math.Sin(angle)}, Alpha: alpha})
			gained, weight = gained+alpha*shrink*m.g(v, angle), weight+math.Abs(alpha)
		}
		sum := 0.0
		for i, x := range m.Problem().Data.X {
			sum += shrink * v[i] * m.f(network, x)
		}
		if !alike(sum, gained, 1e-9) || sum > m.Problem().Beta*weight*(1+1e-9) {
			return fmt.Errorf("the sum of v f is %g, the gains are %g, the weights %g", sum, gained, weight)
		}
	}
	return nil
}

// equations: for the network itself the sum of v f is its penalty, and its squared errors are v (y - f) - v^2/4, so that its cost is the lower bound.
func equations(m *moment) error {
	network := m.network()
	v, beta := m.residual(network), m.Problem().Beta
	sum, weight, lower := 0.0, 0.0, 0.0
	for i, x := range m.Problem().Data.X {
		f, y := m.f(network, x), m.Problem().Data.Y[i][0]
		sum, lower = sum+v[i]*f, lower+v[i]*y-v[i]*v[i]/4
		if !alike((f-y)*(f-y), v[i]*(y-f)-v[i]*v[i]/4, 1e-9) {
			return fmt.Errorf("point %d: no equation", i)
		}
	}
	for _, neuron := range network {
		weight += math.Abs(neuron.Alpha)
	}
	if !alike(sum, beta*weight, 1e-5) || !alike(lower, m.cost(network), 1e-5) {
		return fmt.Errorf("the sum of v f is %g, the neurons cost %g; the bound is %g, the cost %g", sum, beta*weight, lower, m.cost(network))
	}
	return nil
}
