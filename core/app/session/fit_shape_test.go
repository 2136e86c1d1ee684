package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"conelab/core/format/document"
)

// checkShape checks on the network a statement about all networks of its kind.
func (d driver) checkShape(rng *rand.Rand, text string, p *document.Problem, n []document.Neuron) {
	d.t.Helper()
	features, c, sigma := len(p.Data.X[0]), len(p.Data.Y[0]), p.Activation
	if p.Architecture.Kind == document.KindQuadratic {
		sigma = document.Activation{A: 1}
	}
	has := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
	}
	// of returns the functions that the sentence is about: the outputs or, if the largest decides, their differences.
	of := func(x [][]float64) (values [][]float64) {
		fit := outputs(p, n, x)
		for o := range c {
			values = append(values, fit[o*len(x):(o+1)*len(x)])
		}
		if m := measure(p, n); !m.classes || m.signs {
			return values
		}
		var differences [][]float64
		for a := range values {
			for b := range a {
				g := make([]float64, len(x))
				for i := range g {
					g[i] = values[a][i] - values[b][i]
				}
				differences = append(differences, g)
			}
		}
		return differences
	}
	vector := func() []float64 {
		v := make([]float64, features)
		for k := range v {
			v[k] = 2 * rng.NormFloat64()
		}
		return v
	}
	scaled := func(x []float64, t float64, h []float64) []float64 {
		y := slices.Clone(x)
		for k := range y {
			y[k] += t * h[k]
		}
		return y
	}
	fail := func(format string, args ...any) {
		d.t.Helper()
		d.t.Fatalf("%q is not true: %s\n%s", text, fmt.Sprintf(format, args...), p.JSON())
	}
	known := false
	// along checks that a difference along lines vanishes: the first, second or third for constant, linear or quadratic functions.
	along := func(degree int) {
		known = true
		weights := [][]float64{{1, -1}, {1, -2, 1}, {1, -3, 3, -1}}[degree]
		for range 5 {
			x, h := vector(), vector()
			var line [][]float64
			for k := range weights {
				line = append(line, scaled(x, float64(k), h))
			}
			for _, g := range of(line) {
				sum, size := 0.0, 1e-300
				for k, w := range weights {
					sum, size = sum+w*g[k], size+math.Abs(w*g[k])
				}
				if math.Abs(sum) > 1e-8*size {
					fail("a difference of order %d is %g of %g", degree+1, sum, size)
				}
			}
		}
	}
	switch {
	case has("can only be 0."):
		known = true
		for _, g := range of([][]float64{vector(), vector()}) {
			if g[0] != 0 || g[1] != 0 {
				fail("f is %v", g)
			}
		}
	case has("constant.") && !has("linear"):
		along(0)
	case has("a line.", "a plane.", "hyperplane", "linear function", "straight line.", "one place at most") && !has("parabola"):
		along(1)
	case has("conic", "quadratic surface", "parabola", "quadratic function of", "quadratic functions of", "two places at most"):
		along(2)
	}
	origin := make([]float64, features)
	if has("f(−x) = f(x)") {
		known = true
		x := vector()
		for _, g := range of([][]float64{x, scaled(origin, -1, x)}) {
			if math.Abs(g[0]-g[1]) > 1e-9*(math.Abs(g[0])+math.Abs(g[1])) {
				fail("%v", g)
			}
		}
	}
	if has("f(0) = 0") {
		known = true
		for _, g := range of([][]float64{origin}) {
			if g[0] != 0 {
				fail("f(0) is %g", g[0])
			}
		}
	}
	for part, v := range map[string]float64{"because a = 0": sigma.A, "As a = 0": sigma.A, "As b = 0": sigma.B, "As c = 0": sigma.C} {
		if has(part) {
			if known = true; v != 0 {
				fail("it is %g", v)
			}
		}
	}
	if has("share no patch", "change its sign", "can cross", "With a and c") { // see the tests of package messages
		known = true
	}
	if !known {
		fail("no condition is known for it")
	}
}
