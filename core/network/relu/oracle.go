package relu

import (
	"context"
	"math"
	"slices"

	"conelab/core/numeric/parallel"
)

// The largest |g| on the sphere. Let E be the points on whose kinks a face lies. On the face g(u) = G'u, where G is the sum of a_k v_k z_k
// over the points outside E, a_k = 1 where z_k'u > 0 and κ where it is negative. So on the closed face the maximum of s g, s = ±1, is
// |P G| at s P G / |P G|, with P the projection onto the space of the face, if that point is in the face; otherwise it is on a smaller
// face. The oracle follows every circle from crossing to crossing and evaluates g at vertices, on edges (arcs of the circle), and in the
// faces beside them (neighbours, in which the points that are zero on the circle have signs). Where v_k = 0, g is linear across the kink,
// so such a point divides no face and its circle is not followed. With the hinge loss most samples are like that.
//
// # Rounding
//
// Let u = 2^-53 and S = Σ |v_k| |z_k|. Then max |g| <= peak (1 + 1e-13) + delta with delta = 2 (n + 60) u S, to first order:
//
//  1. On a circle everything is computed from the coordinates of the points in the circle's frame. The axes are the product of at most six
//     rotations, off by 7u each (3u in a length, u in a quotient, 3u in two products and their sum), and coordinates are sums of at most
//     four products, off by 8u |z_k| together. So in an orthonormal frame they are exact for points at most 50u |z_k| away from z_k. With
//     these points g differs by at most 50u S anywhere on the sphere; items 2 and 3 are about them.
//  2. G is a sum of n products with at most n updates by (1 - κ) v_k z_k. Number by number all partial sums are bounded by
//     Σ |v_k| |z_k|, so the additions are off by at most 2n u S, the products by 2u S, the updates (three roundings, |1 - κ| <= 2) by
//     6u S, and |P G| or G'u computed from it by a few u S more: (2n + 20) u S.
//  3. On a circle the computed order of crossings may be wrong. But a crossing is computed from two coordinates, and its cosine, sine and
//     key are off by 5u, thus its angle by 10u at most. So wherever the computed sign of z_k'u differs from the true one,
//     |z_k'u| <= 10u |z_k|. For all k that moves g by at most |1 - κ| 10u S = 20u S, and G'u at a crossing is another 20u S off at most.
//     Points taken to be zero on the whole circle (onKink) change g by onKink |v_k| |z_k|, which is added. So a maximum on a circle lies in
//     a computed arc, of which the largest value, inside or at the ends, is evaluated.
//  4. A maximum u* inside a cell C is evaluated if some arc has the signs of C beside it. By items 1 and 3 signs are in doubt only where
//     |z_k'u| <= δ |z_k|, δ = 60u, so an arc on an edge of C longer than that has them. Suppose that C has no such edge. Then every point
//     of the boundary is within δ of another side, so each side is implied by the others moved by δ, and by Farkas' lemma its normal is a
//     combination of theirs, all of which are within an angle of O(sqrt(δ/ρ)) of it, ρ being the distance of u* to the boundary. The
//     normals of at most n sides turn by 2π in all, so ρ <= O(n^2 δ) < 1e-8. At the nearest point w of the boundary, which is on a circle,
//     g(w) = g(u*) cos ρ: 1e-16 is lost.
//     For two features the cell is evaluated only from the edge with w, if all circles cross at angles of at least α = minCrossingAngle.
//     There w is the foot of the perpendicular from u*, where s g has its maximum along the circle. Crossings are known to δ/α = 3e-11, so
//     the slopes at the ends of the arc with the signs of C have the signs of an arc with a maximum up to 3e-11 S, and the rounding of G:
//     less than footMargin S. If there is no such arc, the edge is shorter than 2δ/α, and the side that crosses it there, at an angle of
//     at least α, does not come nearer to u* than w: ρ <= 4δ/α^2 = 3e-7, and 5e-14 is lost, less than the factor above.
//  5. A maximum rejected because the computed G/|G| is outside its face by an angle θ is beside a smaller face on which
//     g >= |G| cos θ, where θ is at most the relative error of G. One accepted wrongly still bounds g on the closed face.
//
// In sum that is 2n + 110 <= 2 (n + 60). The same holds with great spheres for three features; there item 4 is not proved, but tested.
const rounding = 2 * 0x1p-53

// faceMargin is how far outside a face, relative to |z|, its computed maximum may be.
const faceMargin = 1e-12

// footMargin bounds the computed slope of g along a circle, relative to S, where the true one may be zero.
const footMargin = 1e-9

// maximum is a direction where, up to rounding, sign g has a local maximum along a circle or in a face beside it.
type maximum struct {
	value, sign float64
	u           vector
}

// oracle finds the largest |g|, and its local maxima.
type oracle struct {
	*arrangement
	kappa      float64
	v          []float64
	floor      float64 // smaller values of |g| are not reported
	total      float64 // S
	slack      float64 // delta of the comment above
	best       maximum
	maxima     []maximum // above the floor; isLocal tells which are maxima on the sphere
	neighbours []neighbour
	kinks      []crossing // of the current circle, those where g has a kink
	on         []int32    // the points that are zero on the current circle
	fan        fan
	face       []int32
}

// run sets best and maxima for v, in O(m^(dim-1)) operations. It returns an upper bound of |g| and the floor, which includes the rounding
// of the comment above, and reports false if ctx was canceled.
func (o *oracle) run(ctx context.Context, v []float64, floor float64) (bound float64, ok bool) {
	o.v, o.floor, o.best, o.maxima, o.total = v, floor, maximum{}, o.maxima[:0], 0
	for k := range v {
		o.total += math.Abs(v[k]) * o.size[k]
	}
	o.slack = rounding * float64(len(o.z)+60) * o.total
	near := 0.0
	for c := range o.circles {
		if !parallel.Yield(ctx) {
			return 0, false
		}
		if c := &o.circles[c]; o.hasKink(c) {
			near = math.Max(near, o.evaluateCircle(c))
		}
	}
	return math.Max(o.best.value, floor)*(1+1e-13) + o.slack + near, true
}

// hasKink reports whether g may have a kink on a circle.
func (o *oracle) hasKink(c *circle) bool {
	points := o.points(c)
	return len(points) == 0 || slices.ContainsFunc(points, func(k int32) bool { return o.v[k] != 0 })
}

// neighbour is a face beside the arcs of a circle, in the direction d from it. There the points that are zero on the circle have signs,
// except for multiples of normal if that is not zero. All vectors are in the frame of the circle.
type neighbour struct {
	d, normal vector
	sum       vector // of a_k v_k z_k for those of the circle's points that have signs
}

// semicircle is the current arc of one half of a circle.
type semicircle struct {
	g    vector  // the gradient, in the frame
	end  float64 // the slope of G'u at the next crossing
	sign float64 // 1, or -1 for the half with the antipodes
}

// evaluateCircle follows a circle from crossing to crossing, on both halves at once, and evaluates the vertices, the arcs between them and
// the faces beside these. It returns what findNeighbours returns.
func (o *oracle) evaluateCircle(c *circle) (near float64) {
	near = o.findNeighbours(c)
	o.kinks = o.kinks[:0]
	for i := range c.ordered {
		if e := &c.ordered[i]; o.v[e.at] != 0 {
			o.kinks = append(o.kinks, *e)
		}
	}
	if len(o.kinks) == 0 {
		o.evaluateFaces(c, &semicircle{sign: 1}, 0)
		return near
	}
	both := o.startBoth()
	for i := range o.kinks {
		e, next, turn := &o.kinks[i], &o.kinks[0], -1.0
		if i+1 < len(o.kinks) {
			next, turn = &o.kinks[i+1], 1
		}
		step := (1 - o.kappa) * float64(e.before) * o.v[e.at]
		for h := range both {
			p := &both[h]
			before := p.end
			p.g.add(-step*p.sign, &e.z)
			value, from := e.along(&p.g)
			_, p.end = next.along(&p.g)
			o.evaluateVertex(c, p, e, value, before, from)
			o.evaluateArc(c, p, i, from, turn*p.end)
		}
	}
	return near
}

// startBoth returns both halves with their gradients before the first crossing.
func (o *oracle) startBoth() [2]semicircle {
	var positive, negative vector // sums over the points with these signs
	for i := range o.kinks {
		if e := &o.kinks[i]; e.before > 0 {
			positive.add(o.v[e.at], &e.z)
		} else {
			negative.add(o.v[e.at], &e.z)
		}
	}
	both := [2]semicircle{{g: positive, sign: 1}, {g: negative, sign: -1}}
	both[0].g.add(o.kappa, &negative)
	both[1].g.add(o.kappa, &positive)
	for h := range both {
		_, both[h].end = o.kinks[0].along(&both[h].g)
	}
	return both
}

// evaluateVertex reports the value of G'u at the crossing e, given its slopes before and behind it. If several points cross at one place,
// s g has a maximum there along the circle only if the slope changes its sign at one of them.
func (o *oracle) evaluateVertex(c *circle, p *semicircle, e *crossing, value, before, behind float64) {
	size, sign := math.Abs(value), math.Copysign(1, value)
	if size <= o.floor {
		return
	}
	if local := sign*before >= 0 && sign*behind <= 0; local || size > o.best.value {
		o.report(c, &vector{p.sign * e.cos, p.sign * e.sin}, size, p.sign*sign, local)
	}
}

// evaluateArc evaluates the edge behind crossing number i, at whose ends G'u has the given slopes, and the faces beside it. If g rises or
// falls all along the edge, by more than rounding, there is no maximum on it, nor is it the edge nearest to a maximum in a face beside it:
// the foot of the perpendicular from there would be a maximum along the circle.
func (o *oracle) evaluateArc(c *circle, p *semicircle, i int, from, to float64) {
	margin := footMargin * o.total
	if !o.hasFlatCrossings && (from > margin && to > margin || from < -margin && to < -margin) {
		return
	}
	s, length := math.Copysign(1, from-to), math.Hypot(p.g[0], p.g[1])
	if length > o.floor && s*from >= -faceMargin*length && s*to <= faceMargin*length {
		o.report(c, &vector{p.sign * s * p.g[0] / length, p.sign * s * p.g[1] / length}, length, p.sign*s, true)
	}
	o.evaluateFaces(c, p, i)
}

// findNeighbours lists the faces beside a circle by the signs of the points that are zero on it. If their fan has one dimension there are
// two; if it has two, they are the rays and the sectors between them, in which the sums of two rays lie. It returns how much the points
// that are taken to be zero on the circle may add to g.
func (o *oracle) findNeighbours(c *circle) (near float64) {
	o.neighbours, o.on = o.neighbours[:0], o.on[:0]
	for i := range c.on {
		k := c.on[i].at
		o.on = append(o.on, k)
		if !slices.Contains(o.points(c), k) {
			near += onKink * math.Abs(o.v[k]) * o.size[k]
		}
	}
	if len(o.on) == 0 {
		return 0
	}
	o.fan.reset(o.arrangement, o.on)
	for r := range o.fan.rays {
		o.addNeighbour(c, &o.fan.rays[r])
		for q := range r * (o.fan.flat - 1) {
			d := o.fan.rays[r]
			d.add(1, &o.fan.rays[q])
			if d.normalize() > sameKink {
				o.addNeighbour(c, &d)
			}
		}
	}
	return near
}

// addNeighbour lists the face in the direction d from the circle.
func (o *oracle) addNeighbour(c *circle, d *vector) {
	var l neighbour
	for k := range o.dim {
		l.d[k] = c.axes[k].dot(d)
	}
	for i := range c.on {
		e := &c.on[i]
		switch t := l.d.dot(&e.z); {
		case t > sameKink*o.size[e.at]:
			l.sum.add(o.v[e.at], &e.z)
		case t < -sameKink*o.size[e.at]:
			l.sum.add(o.kappa*o.v[e.at], &e.z)
		case l.normal == vector{}:
			l.normal = e.z
			l.normal.normalize()
		}
	}
	o.neighbours = append(o.neighbours, l)
}

// evaluateFaces evaluates the faces beside the arc behind crossing number i.
func (o *oracle) evaluateFaces(c *circle, p *semicircle, i int) {
	for n := range o.neighbours {
		l := &o.neighbours[n]
		g := p.g
		g.add(1, &l.sum)
		g.add(-l.normal.dot(&g), &l.normal)
		length, s := g.length(), math.Copysign(1, l.d.dot(&g))
		if length > o.floor && o.inside(c, l, &g, s, -faceMargin*length, i, p.sign) {
			g.scale(s / length)
			o.report(c, &g, length, s, true)
		}
	}
}

// inside reports whether the direction s g is in the face l beside the arc behind crossing number i on a half of a circle: for a negative
// margin also outside by that much, times |z|. It begins with the ends of the arc, where most directions fail.
func (o *oracle) inside(c *circle, l *neighbour, g *vector, s, margin float64, i int, half float64) bool {
	for n := range o.kinks {
		side, at := half, i+n
		if at >= len(o.kinks) {
			at -= len(o.kinks)
		}
		if at <= i {
			side = -half
		}
		if e := &o.kinks[at]; side*float64(e.before)*s*e.z.dot(g) < margin*o.size[e.at] {
			return false
		}
	}
	for n := range c.on {
		e := &c.on[n]
		t := l.d.dot(&e.z)
		if math.Abs(t) > sameKink*o.size[e.at] && math.Copysign(1, s*t)*e.z.dot(g) < margin*o.size[e.at] {
			return false
		}
	}
	return true
}

// report records a value of |g| at a direction given in the frame of a circle.
func (o *oracle) report(c *circle, at *vector, value, sign float64, local bool) {
	p := maximum{value: value, sign: sign}
	for k := range o.dim {
		p.u.add(at[k], &c.axes[k])
	}
	if value > o.best.value {
		o.best = p
	}
	if local {
		o.maxima = append(o.maxima, p)
	}
}

// isLocal reports whether s g has a local maximum at p: it increases along no ray from p's face.
func (o *oracle) isLocal(p *maximum) bool {
	g := o.around(&p.u)
	if len(o.face) == 0 {
		return true
	}
	o.fan.reset(o.arrangement, o.face)
	slope, _ := o.fan.ascent(o.v, o.kappa, &g, p.sign)
	return slope <= faceMargin*p.value+o.slack
}

// around sets face to the points on whose kinks u lies, and returns the gradient of the others.
func (o *oracle) around(u *vector) (g vector) {
	o.face = o.face[:0]
	for k := range o.z {
		switch t := o.z[k].dot(u); {
		case math.Abs(t) <= onKink*o.size[k]:
			o.face = append(o.face, int32(k))
		case t > 0:
			g.add(o.v[k], &o.z[k])
		default:
			g.add(o.kappa*o.v[k], &o.z[k])
		}
	}
	return g
}
