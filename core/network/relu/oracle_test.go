package relu

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

var inner = dense.Dot

// kinds of points, many of them degenerate.
var kinds = []string{"plain", "grid", "duplicates", "collinear", "ulp", "near", "large", "small", "noise"}

// sample returns points of one of the kinds, with labels 1 and -1.
func sample(kind string, n, d int, rng *rand.Rand) (x, y []float64) {
	x, y = make([]float64, n*d), make([]float64, n)
	for i := range x {
		x[i] = 2*rng.Float64() - 1
	}
	half := n / 2 * d // from there on points are made of those before
	for i := range x {
		switch {
		case kind == "grid":
			x[i] = math.Round(2*x[i]) / 2
		case kind == "duplicates" && i >= half && n > 1:
			x[i] = x[i-half]
		case kind == "collinear":
			x[i] = x[i-i%d] * float64(i%d+1) / 3
		case kind == "ulp" && i >= half && n > 1:
			x[i] = math.Nextafter(x[i-half], float64(rng.IntN(3)-1)*9)
		case kind == "near" && i >= half && n > 1:
			x[i] = x[i-half] + 1e-9*rng.NormFloat64()
		case kind == "large":
			x[i] *= 100
		case kind == "small":
			x[i] *= 0.01
		}
	}
	for i := range y {
		r := 0.0
		for _, v := range x[i*d : (i+1)*d] {
			r += v * v
		}
		y[i] = 1
		if r > 0.3*float64(d) != (rng.IntN(10) == 0) || kind == "noise" && rng.IntN(2) == 0 {
			y[i] = -1
		}
	}
	return x, y
}

// TestSweepFindsThePeak compares the sweep with brute force in twice the working precision, for dual vectors of all signs and sizes, for
// those without a linear part, where the kinks decide all, and with half of the entries zero. The sweep is nearer than a twentieth of what
// its bound allows for rounding.
func TestSweepFindsThePeak(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for d := 1; d <= 3; d++ {
		for _, kind := range kinds {
			for _, n := range []int{1, 2, 3, 4, 7, 12, 18} {
				for _, slope := range []float64{0, 0.1, -1} {
					x, _ := sample(kind, n, d, rng)
					v := make([]float64, n)
					for i := range v {
						v[i] = rng.NormFloat64() * math.Exp(3*rng.NormFloat64())
					}
					if n > 7 {
						removeLinear(v, x, d)
					}
					if n == 12 {
						clear(v[:6])
					}
					checkPeak(t, kind, &certify.Problem{X: x, Y: v, D: d, Sigma: lift.Piecewise{Slope: slope}})
				}
			}
		}
	}
}

// TestNearestEdgesSuffice asks for the faces beside all edges, and only for those beside the edge nearest to a maximum.
func TestNearestEdgesSuffice(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	for trial := range 400 {
		n, kind := 3+rng.IntN(60), kinds[trial%len(kinds)]
		x, v := sample(kind, n, 2, rng)
		for i := range v {
			v[i] = rng.NormFloat64() * math.Exp(rng.NormFloat64())
		}
		if n > 7 {
			removeLinear(v, x, 2)
		}
		p := certify.Problem{X: x, Y: v, D: 2, Sigma: lift.Piecewise{Slope: []float64{0, 0.1, -1}[trial%3]}}
		o, merged := oracleOf(&p, v)
		o.run(context.Background(), merged, 0)
		few := o.local()
		o.hasFlatCrossings = true
		o.run(context.Background(), merged, 0)
		for _, all := range o.local() {
			found := slices.ContainsFunc(few, func(m maximum) bool { return m.sign == all.sign && m.u.dot(&all.u) > 1-1e-12 })
			if !found && all.value > o.slack {
				t.Errorf("%s, %d samples: a maximum %g of %g is missing", kind, n, all.value, o.best.value)
			}
		}
	}
}

// oracleOf returns an oracle for the points of p, and a dual vector of the samples as one of the points.
func oracleOf(p *certify.Problem, v []float64) (o *oracle, merged []float64) {
	r := &arrangement{}
	r.load(p)
	merged = make([]float64, len(r.z))
	for i, k := range r.at {
		merged[k] += v[i]
	}
	return &oracle{arrangement: r, kappa: kappa(p)}, merged
}

// local returns the local maxima found.
func (o *oracle) local() (found []maximum) {
	for i := range o.maxima {
		if o.isLocal(&o.maxima[i]) {
			found = append(found, o.maxima[i])
		}
	}
	return found
}

// removeLinear makes v orthogonal to the features and the constant, as far as rounding goes.
func removeLinear(v, x []float64, d int) {
	var done [][]float64
	for k := range d + 1 {
		column := make([]float64, len(v))
		for i := range column {
			column[i] = 1
			if k < d {
				column[i] = x[i*d+k]
			}
		}
		done = append(done, orthogonal(column, done))
	}
	remove(v, done)
	remove(v, done)
}

func checkPeak(t *testing.T, kind string, p *certify.Problem) {
	t.Helper()
	b := enumeration{}
	v := p.Y
	want := b.run(p, v)
	o, merged := oracleOf(p, v)
	size := 0.0
	for i := range v {
		size += math.Abs(v[i]) * math.Sqrt(1+inner(p.X[i*p.D:(i+1)*p.D], p.X[i*p.D:(i+1)*p.D]))
	}
	bound, _ := o.run(context.Background(), merged, 0)
	limit := rounding * float64(len(v)+60) * size // duplicates may cancel, in another order here than there
	if math.Abs(o.best.value-want) > limit/20 {
		t.Errorf("%d features, %s, %d samples, slope %g: the sweep finds %.17g, brute force %.17g: %g of delta apart", p.D, kind, len(v),
			kappa(p), o.best.value, want, (o.best.value-want)/limit)
	}
	if bound < want-limit/20 {
		t.Errorf("%s: bound %.17g, want at least %.17g", kind, bound, want)
	}
	if at := math.Abs(evaluate(p, v, o.best.u[:p.D+1])); math.Abs(at-o.best.value) > limit {
		t.Errorf("%s: g is %.17g where the sweep finds %.17g", kind, at, o.best.value)
	}
	for _, peak := range o.local() {
		if kind == "ulp" || kind == "near" || peak.value < 0.1*want {
			continue // the step is longer than the faces there, and small maxima may be beside a kink
		}
		checkLocal(t, p, v, &peak, limit)
	}
}

// checkLocal steps away from a local maximum of s g in random directions.
func checkLocal(t *testing.T, p *certify.Problem, v []float64, peak *maximum, limit float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	for range 10 {
		u := peak.u
		for k := range p.D + 1 {
			u[k] += 1e-7 * rng.NormFloat64()
		}
		u.normalize()
		if at := peak.sign * evaluate(p, v, u[:p.D+1]); at > peak.value*(1+1e-12)+limit {
			t.Errorf("%d features: beside a local maximum %.17g there is %.17g", p.D, peak.value, at)
			return
		}
	}
}

// TestBruteForceIsRight compares brute force with values that are known: v_i z_i'u alone, and two points that pull apart.
func TestBruteForceIsRight(t *testing.T) {
	one := certify.Problem{X: []float64{3, 4}, D: 2, Sigma: lift.Piecewise{}}
	if b := (enumeration{}); math.Abs(b.run(&one, []float64{-2})-2*math.Sqrt(26)) > 1e-14 {
		t.Errorf("one point: %g", b.best)
	}
	// At 1 and -1 with v = 1, -1 and σ = |t|: g = |u1 + u2| - |u2 - u1|, at most 2 min(|u1|, |u2|) = sqrt 2.
	two := certify.Problem{X: []float64{1, -1}, D: 1, Sigma: lift.Piecewise{Slope: -1}}
	if b := (enumeration{}); math.Abs(b.run(&two, []float64{1, -1})-math.Sqrt2) > 1e-14 {
		t.Errorf("two points: %g", b.best)
	}
}

// evaluate returns g(u) by its definition.
func evaluate(p *certify.Problem, v, u []float64) (sum float64) {
	for i, vi := range v {
		sum += vi * p.Sigma.At(ramp(u, p.X[i*p.D:(i+1)*p.D]))
	}
	return sum
}

// ramp returns [x; 1]'u.
func ramp(u, x []float64) float64 { return inner(x, u[:len(x)]) + u[len(x)] }
