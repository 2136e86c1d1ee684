package session

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/say"
	"conelab/core/data/presets"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// outputs returns what a network says of points, output by output, by its own forward pass.
func outputs(p *document.Problem, neurons []document.Neuron, x [][]float64) []float64 {
	q := *p
	q.Data.X = x
	q.Data.Y = make([][]float64, len(x))
	for i := range q.Data.Y {
		q.Data.Y[i] = make([]float64, len(p.Data.Y[0]))
	}
	c := convert.Problem(&q)
	fit := make([]float64, len(c.Y))
	neural.PredictTo(fit, convert.Neurons(neurons), c.Architecture.New(c.Sigma, c.X, len(x), c.D))
	return fit
}

// measured is a fit, recounted.
type measured struct {
	classes, signs bool
	right, total   int
	r2             float64
}

// measure counts anew what a network gets right, from the documents.
func measure(p *document.Problem, neurons []document.Neuron) (m measured) {
	n, c := len(p.Data.X), len(p.Data.Y[0])
	fit := outputs(p, neurons, p.Data.X)
	signs, largest := true, c > 1
	low := math.NaN()
	for _, row := range p.Data.Y {
		ones := 0
		for _, y := range row {
			signs = signs && (y == 1 || y == -1)
			if y == 1 {
				ones++
				continue
			}
			if low != low {
				low = y
			}
			largest = largest && y == low && (y == 0 || y == -1)
		}
		largest = largest && ones == 1
	}
	switch {
	case largest:
		m.total = n
		for i, row := range p.Data.Y {
			own, other := 0.0, math.Inf(-1)
			for o, y := range row {
				if v := fit[o*n+i]; y == 1 {
					own = v
				} else {
					other = max(other, v)
				}
			}
			if own > other {
				m.right++
			}
		}
	case signs:
		m.total = n * c
		for i, row := range p.Data.Y {
			for o, y := range row {
				if y*fit[o*n+i] > 0 {
					m.right++
				}
			}
		}
	default:
		m.total = n
		rest, all := 0.0, 0.0
		for o := range c {
			mean := 0.0
			for _, row := range p.Data.Y {
				mean += row[o] / float64(n)
			}
			for i, row := range p.Data.Y {
				rest += math.Pow(row[o]-fit[o*n+i], 2)
				all += math.Pow(row[o]-mean, 2)
			}
		}
		m.r2 = 1 - rest/all
	}
	m.classes, m.signs = largest || signs, signs && !largest
	return m
}

// words returns the sentence part that says a fit.
func (m measured) words() string {
	switch {
	case !m.classes:
		return fmt.Sprintf("explains %g %%", math.Floor(1000*m.r2)/10)
	case m.right == m.total && m.total == 1:
		return "gets the one point right"
	case m.right == m.total:
		return fmt.Sprintf("gets all %d right", m.total)
	case m.right == 0:
		return fmt.Sprintf("gets none of %d right", m.total)
	}
	return fmt.Sprintf("gets %d of %d right", m.right, m.total)
}

// checkClaims evaluates each sentence that is said of the fit, from the documents, and returns how many there were.
func (d driver) checkClaims(rng *rand.Rand) int {
	d.t.Helper()
	strip := d.Page().Strip
	p, s := d.Problem(), d.Solution()
	if p == nil || s == nil {
		if strip.Known || strip.Certified || strip.Fit != nil {
			d.t.Fatalf("without a solution the strip says %+v", strip)
		}
		return 0
	}
	report := convert.Check(p, s)
	if strip.Certified != (report.Pass && s.Status == string(certify.Optimal)) {
		d.t.Fatalf("certified %t, the check passes %t", strip.Certified, report.Pass)
	}
	fit := strip.Fit
	if !strip.Certified {
		if fit != nil && fit.Says+fit.Why+fit.Helps != "" {
			d.t.Fatalf("without a certificate it is said: %+v", *fit)
		}
		return 0
	}
	m := measure(p, s.Network.Neurons)
	if fit.Total != m.total || (fit.Right != nil) != m.classes || m.classes && *fit.Right != m.right ||
		!m.classes && fit.R2 != nil && math.Abs(*fit.R2-m.r2) > 1e-6 {
		d.t.Fatalf("the strip says %+v, counted were %+v", *fit, m)
	}
	claims := 0
	for _, text := range []string{fit.Says, fit.Why, fit.Helps} {
		for _, sentence := range strings.SplitAfter(text, ". ") {
			if sentence = strings.TrimSpace(sentence); sentence != "" {
				claims++
				d.checkClaim(rng, sentence, p, s, m)
			}
		}
	}
	return claims
}

// checkClaim evaluates one sentence.
func (d driver) checkClaim(rng *rand.Rand, text string, p *document.Problem, s *document.Solution, m measured) {
	d.t.Helper()
	fail := func(why string, args ...any) {
		d.t.Helper()
		d.t.Fatalf("%q is not true: %s\n%s", text, fmt.Sprintf(why, args...), p.JSON())
	}
	has := func(part string) bool { return strings.Contains(text, part) }
	n := s.Network.Neurons
	switch {
	case has("costs less"):
		if has("With no neuron") != (len(n) == 0) {
			fail("there are %d neurons", len(n))
		}
		switch {
		case has("farther from"):
			if !(m.r2 < 0) {
				fail("R2 is %g", m.r2)
			}
		case has("as far from"):
			if m.r2 != 0 {
				fail("R2 is %g", m.r2)
			}
		case has("the same"):
			if m.r2-m.r2 == 0 {
				fail("R2 is %g", m.r2)
			}
		case !has(m.words()) && math.Abs(1000*m.r2-math.Round(1000*m.r2)) > 1e-6:
			fail("it %s", m.words())
		}
		if has("trained on") != (d.now().Holdouts() > 0 && (has(" right") || has("explains"))) {
			fail("%d points are held out", d.now().Holdouts())
		}
	case strings.HasPrefix(text, "A smaller β"), strings.HasPrefix(text, "Another"):
		d.checkHelp(text, p, m)
	case text == say.MoreFeatures:
		d.checkMore(rng, p, s)
	case strings.HasPrefix(text, "The noise"):
		clean, err := d.now().WithNoise(0)
		changed := 0
		for i := range d.now().Samples() {
			if !d.now().IsHeld(i) && !slices.Equal(clean.RowOf(clean.Y(), i), d.now().RowOf(d.now().Y(), i)) {
				changed++
			}
		}
		if err != nil || changed == 0 || m.classes && !has(say.Plural(changed, "point")) {
			fail("noise has changed %d points", changed)
		}
	case strings.HasPrefix(text, "Points in one place"):
		d.checkPlaces(text, p, m)
	default:
		d.checkShape(rng, text, p, n)
	}
}

// solved returns the certified optimum of a problem.
func solved(t testing.TB, p *document.Problem) *certify.Result {
	t.Helper()
	var job certify.Job
	q := convert.Problem(p)
	for job.Start(q); !job.Done(); {
		job.Step()
	}
	r := job.Result()
	if !convert.Check(p, convert.Solution(p, r, 0)).Pass {
		t.Fatalf("the solution of %s fails its check", p.JSON())
	}
	return r
}

// numberAfter returns the number that follows a part of a text.
func numberAfter(t testing.TB, text, part string) float64 {
	t.Helper()
	_, rest, ok := strings.Cut(text, part)
	rest, _, _ = strings.Cut(strings.ReplaceAll(rest, "−", "-"), " ")
	v, err := strconv.ParseFloat(strings.TrimRight(rest, ".,"), 64)
	if !ok || err != nil {
		t.Fatalf("%q has no number after %q", text, part)
	}
	return v
}

// checkHelp solves the problem that a sentence speaks of.
func (d driver) checkHelp(text string, p *document.Problem, m measured) {
	d.t.Helper()
	q := *p
	switch {
	case strings.Contains(text, "β"):
		if q.Beta = numberAfter(d.t, text, "β = "); q.Beta >= p.Beta {
			d.t.Fatalf("%q: beta is %g", text, p.Beta)
		}
	case strings.Contains(text, "loss"):
		for _, name := range []string{"squared", "huber", "l1", "hinge", "logistic", "softmax"} {
			if strings.Contains(text, " "+name+" ") {
				q.Loss = name
			}
		}
		q.Data.Y = nil
		for _, row := range p.Data.Y { // classes are written with -1
			row = slices.Clone(row)
			for o, y := range row {
				if y != 1 {
					row[o] = -1
				}
			}
			q.Data.Y = append(q.Data.Y, row)
		}
	default:
		for _, c := range []float64{-0.25, -0.12} {
			if strings.Contains(text, say.Activation([3]float64{1, 0.5, c})+" ") {
				q.Activation = document.Activation{A: 1, B: 0.5, C: c}
			}
		}
	}
	if q.Loss == p.Loss && q.Beta == p.Beta && q.Activation == p.Activation {
		d.t.Fatalf("%q: nothing changes", text)
	}
	solution := convert.Solution(&q, solved(d.t, &q), 0)
	reached := measure(&q, solution.Network.Neurons)
	if !strings.Contains(text, reached.words()) || reached.right <= m.right && m.classes || !m.classes && reached.r2 <= m.r2 {
		d.t.Fatalf("%q: it %s, the optimum shown %s", text, reached.words(), m.words())
	}
}

// checkMore adds a feature: the least cost must not grow.
func (d driver) checkMore(rng *rand.Rand, p *document.Problem, s *document.Solution) {
	d.t.Helper()
	q := *p
	q.Data.X = nil
	for _, row := range p.Data.X {
		q.Data.X = append(q.Data.X, append(slices.Clone(row), rng.NormFloat64()))
	}
	if more := solved(d.t, &q); more.Lower > s.Objective {
		d.t.Fatalf("with one more feature the least cost is %g, it was %g", more.Lower, s.Objective)
	}
}

// checkPlaces recounts what points in one place allow.
func (d driver) checkPlaces(text string, p *document.Problem, m measured) {
	d.t.Helper()
	most, rest, all := 0, 0.0, 0.0
	n, c := len(p.Data.X), len(p.Data.Y[0])
	mean := func(of []int, o int) (sum float64) {
		for _, i := range of {
			sum += p.Data.Y[i][o] / float64(len(of))
		}
		return sum
	}
	everyone := make([]int, n)
	for i := range everyone {
		everyone[i] = i
	}
	for i, x := range p.Data.X {
		var group []int
		for j := range p.Data.X {
			if slices.Equal(x, p.Data.X[j]) {
				group = append(group, j)
			}
		}
		for o := range c {
			rest += math.Pow(p.Data.Y[i][o]-mean(group, o), 2)
			all += math.Pow(p.Data.Y[i][o]-mean(everyone, o), 2)
		}
		if group[0] != i { // count each place once
			continue
		}
		best := 0
		for _, j := range group {
			same := 0
			for _, k := range group {
				if slices.Equal(p.Data.Y[j], p.Data.Y[k]) {
					same++
				}
			}
			best = max(best, same)
		}
		most += best
	}
	want := fmt.Sprintf("more than %d of %d right", most, n)
	if m.classes && !strings.Contains(text, want) {
		d.t.Fatalf("%q, want %s", text, want)
	}
	if said := 0.0; !m.classes {
		if said = numberAfter(d.t, text, "more than ") / 100; said < 1-rest/all-1e-9 || said > 1-rest/all+2e-3 || m.r2 > said {
			d.t.Fatalf("%q, but %g could be explained, and %g is", text, 1-rest/all, m.r2)
		}
	}
}

// checkShape evaluates on the network what is said of all networks of its kind.
func (d driver) checkShape(rng *rand.Rand, text string, p *document.Problem, n []document.Neuron) {
	d.t.Helper()
	features, c, sigma := len(p.Data.X[0]), len(p.Data.Y[0]), p.Activation
	if p.Architecture.Kind == document.KindQuadratic {
		sigma = document.Activation{A: 1}
	}
	has := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
	}
	// of returns the functions that the sentence is about: the outputs, or where the largest counts their differences.
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
	// along checks that a difference along lines is zero: of the first, second and third for constant, linear and quadratic functions.
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
	case has("conic", "quadric", "parabola", "quadratic function of", "quadratic functions of", "two places at most"):
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

// leaves reports whether of each function there is a direction in which its sign does not change on the way from the origin.
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

// changes counts the changes of the sign.
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

// checkCrossings counts how often the sign changes, and tries all thresholds for what is said of the points.
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

// checkPatches multiplies no two numbers that share no patch: their mixed difference is zero.
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

// sets are problems that no preset is: more features, outputs that are numbers, points in one place, one point.
var sets = []func(rng *rand.Rand) string{
	func(rng *rand.Rand) string {
		return planted(rng, 60, 5, func(x []float64) string { return sign(x[0]*x[1]*x[2] > 0) })
	},
	func(rng *rand.Rand) string {
		return planted(rng, 50, 4, func(x []float64) string {
			row := []string{"0", "0", "0"}
			row[rng.IntN(3)] = "1"
			return strings.Join(row, ",")
		})
	},
	func(rng *rand.Rand) string {
		return planted(rng, 40, 2, func(x []float64) string {
			return fmt.Sprintf("%g,%g", math.Sin(5*x[0]), x[1]*x[1]*x[1]+0.2*rng.NormFloat64())
		})
	},
	func(rng *rand.Rand) string {
		return planted(rng, 30, 2, func([]float64) string { return sign(rng.IntN(2) == 0) + "," + sign(rng.IntN(2) == 0) })
	},
	func(rng *rand.Rand) string {
		return planted(rng, 40, 2, func(x []float64) string { x[0], x[1] = 0.5, math.Round(x[1]); return sign(rng.IntN(2) == 0) })
	},
	func(rng *rand.Rand) string {
		return planted(rng, 30, 1, func(x []float64) string { x[0] = math.Round(x[0]); return fmt.Sprint(rng.NormFloat64()) })
	},
	func(rng *rand.Rand) string {
		return planted(rng, 60, 1, func(x []float64) string { return sign(math.Sin(9*x[0]) > 0) })
	},
	func(rng *rand.Rand) string { return planted(rng, 1, 2, func([]float64) string { return "1" }) },
	func(rng *rand.Rand) string { return planted(rng, 12, 2, func([]float64) string { return "2.5" }) },
}

func sign(positive bool) string {
	if positive {
		return "1"
	}
	return "-1"
}

// planted returns the intent that sets a problem with random points, labelled by a function that may move them.
func planted(rng *rand.Rand, n, d int, label func(x []float64) string) string {
	var xs, ys []string
	for range n {
		x, words := make([]float64, d), make([]string, d)
		for k := range x {
			x[k] = 2*rng.Float64() - 1
		}
		y := label(x)
		for k, v := range x {
			words[k] = fmt.Sprint(v)
		}
		xs, ys = append(xs, "["+strings.Join(words, ",")+"]"), append(ys, "["+y+"]")
	}
	return `{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[` + strings.Join(xs, ",") + `],"y":[` + strings.Join(ys, ",") +
		`]},"architecture":{"kind":"dense"},"activation":{"a":1,"b":0.5,"c":-0.25},"loss":"squared","beta":0.05}}`
}

// TestClaimsAreTrue evaluates everything that is said of the fit: of all presets and other sets, with every loss and several activations,
// architectures and values of beta, and after random edits.
func TestClaimsAreTrue(t *testing.T) {
	d, rng := drive(t), rand.New(rand.NewPCG(13, 1))
	claims := 0
	try := func(format string, args ...any) {
		if d.Apply(fmt.Appendf(nil, format, args...)) == nil { // not all suits all data
			d.solve()
			claims += d.checkClaims(rng)
		}
	}
	vary := func() {
		for _, name := range d.Page().Losses {
			try(`{"do":"loss","name":%q}`, name)
		}
		try(`{"do":"loss","name":"squared"}`)
		for _, sigma := range []string{`"a":0.1,"b":0.5,"c":0.24`, `"a":0,"b":1,"c":0.3`, `"a":0,"b":1,"c":0`, `"a":1,"b":0,"c":0`, `"a":1,"b":0,"c":-0.3`,
			`"a":-1,"b":0.4,"c":0`, `"a":0,"b":0,"c":1`, `"a":0,"b":0,"c":0`, `"a":1,"b":0.5,"c":-0.25`} {
			try(`{"do":"activation",%s}`, sigma)
		}
		for _, beta := range []float64{1e-5, 4, 100, 0.05} {
			try(`{"do":"beta","value":%g}`, beta)
		}
		try(`{"do":"architecture","kind":"quadratic"}`)
		try(`{"do":"undo"}`)
		try(`{"do":"noise","value":30}`)
		try(`{"do":"hold","value":25}`)
	}
	for _, preset := range presets.All {
		try(`{"do":"preset","name":%q}`, preset.Name)
		vary()
		for range 4 {
			randomGesture(rng, d.Session)
			d.solve()
			claims += d.checkClaims(rng)
		}
	}
	for _, set := range sets {
		try("%s", set(rng))
		vary()
	}
	try(`{"do":"clear"}`)
	if claims < 1000 {
		t.Errorf("only %d sentences were said", claims)
	}
}

// TestEveryClaimIsSaid asks for each sentence in the state that it is made for.
func TestEveryClaimIsSaid(t *testing.T) {
	d := drive(t)
	for _, c := range []struct {
		intents []string
		want    []string
	}{
		{[]string{`{"do":"preset","name":"spiral"}`, `{"do":"beta","value":0.1}`}, []string{"No single layer with this activation costs less, however wide, and this one gets 50 of 80 right.", "f = 0 can only be a conic, such as an ellipse or a hyperbola.", say.MoreFeatures}},
		{[]string{`{"do":"beta","value":100}`}, []string{"With no neuron f is 0 everywhere", "gets none of 80 right", "A smaller β helps"}},
		{[]string{`{"do":"preset","name":"xor"}`, `{"do":"beta","value":0.1}`}, []string{"gets all 80 right."}},
		{[]string{`{"do":"activation","a":0,"b":1,"c":0.5}`}, []string{"f = 0 can only be a line.", "Another activation helps"}},
		{[]string{`{"do":"preset","name":"ring"}`, `{"do":"fit","name":"relu","low":-5,"high":5}`}, []string{"cannot close around the origin"}},
		{[]string{`{"do":"preset","name":"bend"}`}, []string{"explains 81.7 % of the labels", "f can only be a parabola"}},
		{[]string{`{"do":"preset","name":"parabola"}`}, []string{"Another loss helps: the optimum of the hinge loss gets all 80 right."}},
		{[]string{`{"do":"architecture","kind":"quadratic"}`}, []string{"No quadratic network, however wide, costs less; this one "}},
		{[]string{`{"do":"preset","name":"bars"}`}, []string{"No network with this activation and these patches, however wide, costs less; this one "}},
		{[]string{`{"do":"preset","name":"blobs"}`, `{"do":"noise","value":20}`}, []string{"The noise has changed the class of"}},
	} {
		for _, in := range c.intents {
			d.do("%s", in)
		}
		fit := d.Page().Strip.Fit
		for _, want := range c.want {
			if !strings.Contains(fit.Says+" "+fit.Why+" "+fit.Helps, want) {
				t.Errorf("%v: %+v does not say %q", c.intents, *fit, want)
			}
		}
	}
}

// cost is what a network costs, by a forward pass and the definition of the loss.
func cost(t testing.TB, p *document.Problem, neurons []document.Neuron) (sum float64) {
	t.Helper()
	fit, n := outputs(p, neurons, p.Data.X), len(p.Data.X)
	for i, row := range p.Data.Y {
		if p.Loss == "softmax" {
			total, own := 0.0, 0.0
			for o, y := range row {
				total, own = total+math.Exp(fit[o*n+i]), own+y*fit[o*n+i]
			}
			sum += math.Log(total) - own
			continue
		}
		for o, y := range row {
			f := fit[o*n+i]
			r := math.Abs(f - y)
			switch p.Loss {
			case "squared":
				sum += r * r
			case "l1":
				sum += r
			case "huber":
				if r > 1 {
					sum += 2*r - 1
				} else {
					sum += r * r
				}
			case "hinge":
				sum += max(0, 1-y*f)
			case "logistic":
				sum += math.Log1p(math.Exp(-y * f))
			default:
				t.Fatalf("no loss %s", p.Loss)
			}
		}
	}
	for _, neuron := range neurons {
		sum += p.Beta * math.Abs(neuron.Alpha)
	}
	return sum
}

// TestNumbersBelongToTheData sends random intents and works in slices: an answer that is not stale has the cost of its own neurons on the data
// that it shows, and one that is says nothing is certified.
func TestNumbersBelongToTheData(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 1))
		s := New(func() float64 { return 0 })
		for range rapid.IntRange(1, 25).Draw(r, "intents") {
			text := ""
			switch rng.IntN(7) {
			case 0:
				text = []string{`{"do":"undo"}`, `{"do":"redo"}`, `{"do":"clear"}`, `{"do":"path"}`}[rng.IntN(4)]
			case 1:
				text = fmt.Sprintf(`{"do":"loss","name":%q}`, []string{"squared", "huber", "l1", "hinge", "logistic", "softmax"}[rng.IntN(6)])
			case 2:
				text = []string{`{"do":"check","text":"[2 1; 1 2]"}`, `{"do":"check","show":true}`, `{"do":"check","show":false}`}[rng.IntN(3)]
			case 3:
				text = fmt.Sprintf(`{"do":"turn","neuron":%d,"u":[%g,%g,%g]}`, rng.IntN(3), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())
			default:
				randomGesture(rng, s)
			}
			if text != "" {
				_ = s.Apply([]byte(text))
			}
			steps := rng.IntN(60)
			s.Work(func() bool { steps--; return steps < 0 })
			p, problem := s.Page(), s.Problem()
			strip := &p.Strip
			if strip.Stale != p.Stale || strip.Stale && (strip.Certified || s.Solution() != nil) || s.check.Exhibit() != nil && strip.Certified {
				r.Fatalf("after %s: stale %t, the strip is %+v", text, p.Stale, strip)
			}
			if strip.Stale || !strip.Known {
				if strip.Fit != nil && strip.Fit.Says+strip.Fit.Why+strip.Fit.Helps != "" {
					r.Fatalf("after %s it is said of old numbers: %+v", text, *strip.Fit)
				}
				continue
			}
			if problem == nil {
				r.Fatalf("after %s there are numbers without data: %+v", text, strip)
			}
			solution := s.Solution()
			want := cost(t, problem, solution.Network.Neurons)
			if math.Abs(strip.Cost-want) > 1e-9*(1+want) || strip.Cost != p.Objective || strip.Bound != p.LowerBound || strip.Gap != p.Gap ||
				strip.Neurons != len(solution.Network.Neurons) || strip.Bound > strip.Cost*(1+1e-9) {
				r.Fatalf("after %s the network costs %g on the data, the strip says %+v", text, want, strip)
			}
			if m := measure(problem, solution.Network.Neurons); m.classes && (*strip.Fit.Right != m.right || strip.Fit.Total != m.total) {
				r.Fatalf("after %s %d of %d are right, the strip says %d of %d", text, m.right, m.total, *strip.Fit.Right, strip.Fit.Total)
			}
		}
	})
}

// TestPresetsSayWhatTheyBring chooses all presets after each other: what differs but the points is named, and nothing else; undo brings it back.
func TestPresetsSayWhatTheyBring(t *testing.T) {
	d := drive(t)
	for _, first := range presets.All {
		for _, change := range []string{`{"do":"loss","name":"softmax"}`, `{"do":"noise","value":10}`, `{"do":"fit","name":"relu","low":-5,"high":5}`, `{"do":"hold","value":20}`} {
			second := presets.All[(len(first.Name)*7+len(change))%len(presets.All)]
			for _, in := range []string{`{"do":"preset","name":"` + first.Name + `"}`, change} {
				_ = d.Apply([]byte(in))
			}
			before, keep := d.Page(), string(d.Share())
			if err := d.Apply([]byte(`{"do":"preset","name":"` + second.Name + `"}`)); err != nil {
				t.Fatal(err)
			}
			p := d.Page()
			for _, c := range []struct {
				differs bool
				word    string
			}{
				{p.Activation != before.Activation, "σ(u) = " + say.Activation(p.Activation)}, {p.Loss != before.Loss, "the " + p.Loss + " loss"},
				{p.Architecture != before.Architecture, p.Architecture[:5]}, {before.Split.Noise != p.Split.Noise, "without noise"},
				{before.Split.Held > 0, "no points held out"}, {p.Brings != "", second.Title + " brings "},
			} {
				if strings.Contains(p.Brings, c.word) != c.differs {
					t.Errorf("%s after %s and %s: %q, want %q: %t", second.Name, first.Name, change, p.Brings, c.word, c.differs)
				}
			}
			_ = d.Apply([]byte(`{"do":"focus","neuron":-1}`))
			if d.Page().Brings != p.Brings {
				t.Error("a look takes the sentence away")
			}
			if _ = d.Apply([]byte(`{"do":"undo"}`)); d.Page().Brings != "" || string(d.Share()) != keep || d.Page().Activation != before.Activation {
				t.Errorf("undo leaves %q", d.Page().Brings)
			}
		}
	}
	d.do(`{"do":"preset","name":"ring"}`)
	if d.do(`{"do":"preset","name":"interval"}`); d.Page().Brings != "" {
		t.Errorf("a preset with the same activation says %q", d.Page().Brings)
	}
	d.do(`{"do":"preset","name":"tube"}`)
	if got := d.Page().Brings; got != "Tube brings σ(u) = u² + 0.5u − 0.12." {
		t.Error(got)
	}
}
