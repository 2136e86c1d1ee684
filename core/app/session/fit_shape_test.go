package session

import (
	"fmt"
	"maps"
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
	if has("share no patch") {
		d.checkPatches(text, p, n)
	}
	if has("change its sign", "can cross") {
		d.checkCrossings(text, p, of)
		known = true
	}
	if has("With these a and c", "With a and c") {
		known = true
		at := [][]float64{origin}
		for k := range features {
			for _, s := range []float64{1, -1} {
				x := slices.Clone(origin)
				x[k] = s
				at = append(at, x)
			}
		}
		for _, g := range of(at) {
			trace, size := 0.0, 1e-12
			for k := range g[1:] {
				trace, size = trace+(g[1+k]-g[0])/2, size+math.Abs(g[1+k])
			}
			ratio := sigma.C / sigma.A
			if math.Abs(g[0]-ratio*trace) > 1e-7*(1+math.Abs(ratio))*size {
				fail("f(0) is %g, the trace %g", g[0], trace)
			}
			switch {
			case has("radius"):
				if r := numberAfter(d.t, text, "radius "); math.Abs(r*r+ratio*float64(features)) > 1e-2*r*r {
					fail("f(0) + r² tr/d = 0 has r² = %g", -ratio*float64(features))
				}
			case has("c/a = "):
				if r := numberAfter(d.t, text, "c/a = "); math.Abs(r-ratio) > 1e-2*math.Abs(ratio) {
					fail("c/a is %g", ratio)
				}
			case !d.leaves(rng, of, features):
				fail("f = 0 is met in all directions from the origin")
			}
		}
	}
	if !known {
		fail("no condition is known for it")
	}
}

// leaves reports whether each function has a direction from the origin along which its sign does not change.
func (d driver) leaves(rng *rand.Rand, of func([][]float64) [][]float64, features int) bool {
	found := map[int]bool{}
	count := 0
	for range 200 {
		h := make([]float64, features)
		for k := range h {
			h[k] = rng.NormFloat64()
		}
		var ray [][]float64
		for t := 1e-3; t < 1e4; t *= 1.2 {
			x := slices.Clone(h)
			for k := range x {
				x[k] *= t
			}
			ray = append(ray, x)
		}
		values := of(ray)
		count = len(values)
		for o, g := range values {
			found[o] = found[o] || changes(g) == 0
		}
	}
	return len(found) == count && !slices.ContainsFunc(slices.Collect(maps.Values(found)), func(ok bool) bool { return !ok })
}

// changes counts the sign changes.
func changes(g []float64) (count int) {
	last := 0.0
	for _, v := range g {
		if v*last < 0 {
			count++
		}
		if v != 0 {
			last = math.Copysign(1, v)
		}
	}
	return count
}

// checkCrossings counts the sign changes, and tries all thresholds to verify a statement about the points.
func (d driver) checkCrossings(text string, p *document.Problem, of func([][]float64) [][]float64) {
	d.t.Helper()
	most := -1
	for part, k := range map[string]int{"cannot change": 0, "one place": 1, "once": 1, "two places": 2, "twice": 2} {
		if strings.Contains(text, part) {
			most = k
		}
	}
	var line [][]float64
	for x := -8.0; x <= 8; x += 1.0 / 256 {
		line = append(line, []float64{x})
	}
	for _, g := range of(line) {
		if changes(g) > most {
			d.t.Fatalf("%q, but it changes %d times", text, changes(g))
		}
	}
	if !strings.Contains(text, "more than") {
		return
	}
	xs := []float64{math.Inf(-1)}
	for _, row := range p.Data.X {
		xs = append(xs, row[0])
	}
	if slices.Sort(xs); most < 2 {
		xs = append(xs, math.Inf(1))
	}
	best := 0
	try := func(from, to float64) { // negative in (from, to], or with the signs reversed
		right := 0
		for i, row := range p.Data.X {
			if (row[0] > from && row[0] <= to) == (p.Data.Y[i][0] < 0) {
				right++
			}
		}
		best = max(best, right, len(p.Data.X)-right)
	}
	for _, from := range xs {
		switch most {
		case 0:
			try(math.Inf(-1), math.Inf(1))
		case 1:
			try(from, math.Inf(1))
		default:
			for _, to := range xs {
				try(from, to)
			}
		}
	}
	if want := fmt.Sprintf("more than %d of %d right", best, len(p.Data.X)); !strings.Contains(text, want) {
		d.t.Fatalf("%q, want %s", text, want)
	}
}

// checkPatches checks that the mixed difference in two numbers that share no patch vanishes, since the network never multiplies them.
func (d driver) checkPatches(text string, p *document.Problem, n []document.Neuron) {
	d.t.Helper()
	a := p.Architecture
	height, width := 1, a.Input[0]
	if len(a.Input) > 1 {
		height, width = a.Input[0], a.Input[1]
	}
	stride := max(1, a.Stride)
	share := func(i, j, size int) bool {
		for start := -a.Padding; start+a.Filter <= size+a.Padding; start += stride {
			if min(i, j) >= start && max(i, j) < start+a.Filter {
				return true
			}
		}
		return false
	}
	for i := range height * width {
		for j := range i {
			if share(i%width, j%width, width) && (height == 1 || share(i/width, j/width, height)) {
				continue
			}
			at := make([][]float64, 4)
			for k := range at {
				at[k] = slices.Clone(p.Data.X[0])
				at[k][i] += float64(k & 1)
				at[k][j] += float64(k >> 1)
			}
			if g := outputs(p, n, at)[:4]; math.Abs(g[0]-g[1]-g[2]+g[3]) > 1e-9*(1+math.Abs(g[3])) {
				d.t.Fatalf("%q, but numbers %d and %d are multiplied: %v", text, i, j, g)
			}
		}
	}
}
