package relu

import (
	"context"
	"math"
	"slices"

	"conelab/core/numeric/parallel"
)

// The largest |g| on the sphere. On a face F with the points E on its kinks, g(u) = G'u with G the sum of a_k v_k z_k over the others, a_k
// = 1 where z_k'u > 0 and κ where it is negative. So on the closed face the maximum of s g, s = ±1, is |P G| at s P G / |P G|, with P the
// projection onto the space of the face, if that point is in the face, and on a smaller face otherwise. The oracle goes along every circle
// from crossing to crossing and evaluates vertices, edges (arcs of the circle) and the faces beside it (its neighbours, where the points
// that are zero on the circle have signs).
//
// # Rounding
//
// Let u = 2^-53 and S = Σ |v_k| |z_k|. Then max |g| <= peak (1 + 1e-13) + delta with delta = 8 (n + 10) u S:
//
//  1. G is a sum of n products with at most n updates by (1 - κ) v_k z_k. Number by number all partial sums are bounded by
//     Σ |v_k| |z_k|, so the additions are off by at most 2n u S, the products by u S, the updates (three roundings, |1 - κ| <= 2) by
//     6u S, and |P G| or G'u computed from it by a few u S more: (2n + 20) u S, to first order. Its two numbers in the frame of a circle
//     are summed in the same way; as the length, cosine and sine of a crossing are off by a few u each, another 10u S is added.
//  2. On a circle the computed order of crossings may be wrong. But wherever the computed sign of z_k'u differs from the true one,
//     |z_k'u| <= 10u |z_k|: a crossing is computed from (a'z_k, b'z_k), each off by 5u |z_k|, however uncertain its angle is. For all k
//     that moves g by at most |1 - κ| 10u S = 20u S. Points taken for zero on the whole circle (onKink) move it by
//     onKink |v_k| |z_k|, which is added. So a maximum on a circle lies in a computed arc, of which the largest value, inside or at
//     the ends, is evaluated.
//  3. A maximum u* inside a cell C is evaluated if some arc sees the signs of C, as one beside an edge of C does that is longer than
//     the errors of item 2. Suppose that there is none. Then every point of the boundary is within δ = 10u of another side, so each
//     side is implied by the others moved by δ, and by Farkas' lemma its normal is a combination of theirs, which in angle are
//     within O(sqrt(δ/ρ)) of it, ρ being the distance of u* to the boundary. The normals of at most n sides turn by 2π in all, so
//     ρ <= O(n^2 δ) < 1e-9. At the nearest point w of the boundary, which is on a circle, g(w) = g(u*) cos ρ: 1e-18 is lost.
//     For two features only the edge with w is asked, where s g, along its circle, has its maximum, if all circles cross at angles
//     of at least α = crowding. Then crossings are known to δ/α = 1e-11, and w is within footMargin of the arc that sees C. If there is
//     none, the edge is shorter than 2δ/α, and the side that crosses it there, at an angle of α at least, does not come nearer to
//     u* than w: ρ <= 4δ/α^2 = 4e-7, and 1e-13 is lost, the factor below.
//  4. A maximum refused because the computed G/|G| is outside of its face by an angle θ is beside a smaller face on which
//     g >= |G| cos θ, where θ is at most the relative error of G. One that is let in wrongly bounds g on the closed face all the same.
//
// In sum that is 2n + 70 <= 8 (n + 10). The same holds with great spheres for three features; there item 3 is not proved, but tested.
const roundings = 8 * 0x1p-53

// faceMargin is how far outside of a face, relative to |z|, its maximum may be.
const faceMargin = 1e-12

// footMargin is how far outside of an edge, in angle, the foot of the perpendicular from a maximum beside it may be.
const footMargin = 1e-9

// maximum is a place where |g| is large: sign g has a local maximum there along a circle, or in a face beside it, up to rounding.
type maximum struct {
	value, sign float64
	u           vector
}

// oracle finds the largest |g|, and where it may have local maxima.
type oracle struct {
	*arrangement
	kappa      float64
	v          []float64
	vz         []vector // v_k z_k
	sign       []int8   // of z_k'u on the current arc
	floor      float64  // smaller values are left out
	best       maximum
	maxima     []maximum // above the floor; with isLocal they are the local ones
	slack      float64   // roundings of all values
	neighbours []neighbour
	on         []int32 // the points that are zero on the circle
	fan        fan
	face       []int32
}

// run finds the largest |g|, or the floor if that is larger, and all places above the floor that may be local maxima, in m^(dim-1)
// operations. The bound is that of the comment above. It reports false once ctx is canceled.
func (o *oracle) run(ctx context.Context, v []float64, floor float64) (bound float64, ok bool) {
	m := len(o.z)
	o.v, o.floor, o.best, o.maxima = v, floor, maximum{}, o.maxima[:0]
	o.vz, o.sign = slices.Grow(o.vz[:0], m)[:m], slices.Grow(o.sign[:0], m)[:m]
	size, near := 0.0, 0.0
	for k := range v {
		o.vz[k] = o.z[k]
		o.vz[k].scale(v[k])
		size += math.Abs(v[k]) * o.size[k]
	}
	o.slack = roundings * float64(m+10) * size
	for c := range o.circles {
		if !parallel.Yield(ctx) {
			return 0, false
		}
		near = math.Max(near, o.visit(&o.circles[c]))
	}
	return math.Max(o.best.value, floor)*(1+1e-13) + o.slack + near, true
}

// neighbour is a face beside the arcs of a circle, in the direction d from it: there the points that are zero on the circle have signs, but
// for multiples of normal, if that is not zero.
type neighbour struct {
	d, normal vector
	sum       vector // of a_k v_k z_k for the points with a sign
}

// semicircle has what is known of the arcs of one half of a circle: the gradient and its coordinates in the frame.
type semicircle struct {
	g    vector
	a, b float64
	sign float64 // 1, and -1 for the antipodes
}

// visit goes along a circle from crossing to crossing, on both halves at once, and evaluates the vertices, the arcs between them and the
// faces beside these. It returns how much the points that are taken for zero on the circle may add to g.
func (o *oracle) visit(c *circle) (near float64) {
	both := o.start(c)
	o.on = o.on[:0]
	for i := range c.on {
		k := c.on[i].at
		o.sign[k], o.on = 0, append(o.on, k)
		if !slices.Contains(o.points(c), k) {
			near += onKink * math.Abs(o.v[k]) * o.size[k]
		}
	}
	o.findNeighbours()
	if len(c.ordered) == 0 {
		for h := range both {
			o.beside(&both[h], nil, nil)
		}
		return near
	}
	last := len(c.ordered) - 1
	for i := range c.ordered {
		e, end := &c.ordered[i], &c.ordered[0]
		if i < last {
			end = &c.ordered[i+1]
		}
		o.sign[e.at] = -e.before
		step := (1 - o.kappa) * o.v[e.at]
		for h := range both {
			p := &both[h]
			p.g.add(-(1-o.kappa)*float64(e.before)*p.sign, &o.vz[e.at])
			jump := step * p.sign * e.length
			p.a -= jump * e.sin
			p.b += jump * e.cos
			o.vertex(c, e, p, jump)
			o.arc(c, p, e, end, i == last)
		}
	}
	return near
}

// start returns both halves with their gradients before the first crossing.
func (o *oracle) start(c *circle) [2]semicircle {
	var positive, negative vector // sums over the points with these signs
	for i := range c.ordered {
		e := &c.ordered[i]
		if o.sign[e.at] = e.before; e.before > 0 {
			positive.add(1, &o.vz[e.at])
		} else {
			negative.add(1, &o.vz[e.at])
		}
	}
	both := [2]semicircle{{g: positive, sign: 1}, {g: negative, sign: -1}}
	both[0].g.add(o.kappa, &negative)
	both[1].g.add(o.kappa, &positive)
	for h := range both {
		p := &both[h]
		p.a, p.b = c.a.dot(&p.g), c.b.dot(&p.g)
	}
	return both
}

// vertex evaluates g where e crosses the circle, and whether it has a local maximum there along the circle, whose slope jumps. Where
// several points cross at one place, s g has a maximum there only if its slope changes its sign at one of them.
func (o *oracle) vertex(c *circle, e *crossing, p *semicircle, jump float64) {
	value := p.a*e.cos + p.b*e.sin
	size := math.Abs(value)
	if size <= o.floor {
		return
	}
	sign, after := math.Copysign(1, value), p.b*e.cos-p.a*e.sin
	local := sign*(after-jump) >= 0 && sign*after <= 0
	if !local && size <= o.best.value {
		return
	}
	u := vector{}
	u.add(p.sign*e.cos, &c.a)
	u.add(p.sign*e.sin, &c.b)
	o.report(maximum{size, sign * p.sign, u}, local)
}

// arc evaluates the edge from e to end, and the faces beside it. Behind the last crossing the end is the antipode of the first. A maximum
// in a face is nearest to the edge on which s g, along the circle, has its maximum at the foot of the perpendicular.
func (o *oracle) arc(c *circle, p *semicircle, e, end *crossing, wraps bool) {
	turn := 1.0
	if wraps {
		turn = -1
	}
	from, to, s := e.cos*p.b-e.sin*p.a, turn*(p.a*end.sin-p.b*end.cos), 1.0
	if from < 0 || from == 0 && e.cos*p.a+e.sin*p.b < 0 {
		s = -1
	}
	inside, size := math.Min(s*from, s*to), math.Abs(p.a)+math.Abs(p.b)
	if inside >= -faceMargin*size && p.a*p.a+p.b*p.b > o.floor*o.floor {
		length, u := math.Sqrt(p.a*p.a+p.b*p.b), vector{}
		u.add(p.sign*s*p.a/length, &c.a)
		u.add(p.sign*s*p.b/length, &c.b)
		o.report(maximum{length, s * p.sign, u}, true)
	}
	if o.crowded || inside >= -footMargin*size {
		o.beside(p, e, end)
	}
}

// findNeighbours lists the faces beside a circle by the signs of the points that are zero on it. With one normal direction there are two,
// with two the rays that the points make, and the sectors between them, in which sums of two rays are.
func (o *oracle) findNeighbours() {
	o.neighbours = o.neighbours[:0]
	if len(o.on) == 0 {
		return
	}
	o.fan.reset(o.arrangement, o.on)
	for r := range o.fan.rays {
		o.addNeighbour(&o.fan.rays[r])
		for q := range r * (o.fan.flat - 1) {
			d := o.fan.rays[r]
			d.add(1, &o.fan.rays[q])
			if d.normalise() > sameKink {
				o.addNeighbour(&d)
			}
		}
	}
}

// addNeighbour adds the face in the direction d from the circle.
func (o *oracle) addNeighbour(d *vector) {
	l := neighbour{d: *d}
	for _, k := range o.on {
		switch t := d.dot(&o.z[k]); {
		case t > sameKink*o.size[k]:
			l.sum.add(1, &o.vz[k])
		case t < -sameKink*o.size[k]:
			l.sum.add(o.kappa, &o.vz[k])
		case l.normal == vector{}:
			l.normal = o.z[k]
			l.normal.normalise()
		}
	}
	o.neighbours = append(o.neighbours, l)
}

// beside evaluates the faces beside an arc whose gradient is that of p; e and end are its ends.
func (o *oracle) beside(p *semicircle, e, end *crossing) {
	for i := range o.neighbours {
		l := &o.neighbours[i]
		g := p.g
		g.add(1, &l.sum)
		g.add(-l.normal.dot(&g), &l.normal)
		if g.dot(&g) <= o.floor*o.floor {
			continue
		}
		s, outside := math.Copysign(1, l.d.dot(&g)), -faceMargin*(math.Abs(g[0])+math.Abs(g[1])+math.Abs(g[2])+math.Abs(g[3]))
		if e != nil && !(o.inside(e.at, s*p.sign, outside, &g) && o.inside(end.at, s*p.sign, outside, &g)) {
			continue
		}
		inside := true
		for _, k := range o.on {
			if t := l.d.dot(&o.z[k]); math.Abs(t) > sameKink*o.size[k] {
				inside = inside && math.Copysign(1, t)*s*o.z[k].dot(&g) >= outside*o.size[k]
			}
		}
		for k := 0; inside && k < len(o.z); k++ {
			inside = o.inside(int32(k), s*p.sign, outside, &g)
		}
		if inside {
			length, u := g.length(), vector{}
			u.add(s/length, &g)
			o.report(maximum{length, s, u}, true)
		}
	}
}

// inside reports whether s g is on the side of point k where the half of the arc with s = 1 is.
func (o *oracle) inside(k int32, s, outside float64, g *vector) bool {
	return float64(o.sign[k])*s*o.z[k].dot(g) >= outside*o.size[k]
}

// report takes a value of |g| with its place.
func (o *oracle) report(p maximum, local bool) {
	if p.value > o.best.value {
		o.best = p
	}
	if local {
		o.maxima = append(o.maxima, p)
	}
}

// isLocal reports whether s g has a local maximum at p: no ray from its face leads up.
func (o *oracle) isLocal(p *maximum) bool {
	g := o.around(&p.u)
	if len(o.face) == 0 {
		return true
	}
	o.fan.reset(o.arrangement, o.face)
	slope, _ := o.fan.ascent(o.v, o.kappa, &g, p.sign)
	return slope <= faceMargin*p.value+o.slack
}

// around finds the points on whose kinks u lies, into face, and returns the gradient of the others.
func (o *oracle) around(u *vector) (g vector) {
	o.face = o.face[:0]
	for k := range o.z {
		switch t := o.z[k].dot(u); {
		case math.Abs(t) <= onKink*o.size[k]:
			o.face = append(o.face, int32(k))
		case t > 0:
			g.add(1, &o.vz[k])
		default:
			g.add(o.kappa, &o.vz[k])
		}
	}
	return g
}
