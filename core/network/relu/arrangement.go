package relu

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/numeric/dense"
)

// arrangement holds, for each great circle z_k'u = 0 of the m distinct points, where the other circles cross it, for vectors of length dim.
//
// For dim = 3 there is a circle for each point, for dim = 4 one for each pair (the intersection of two great spheres), and for dim = 2 the
// sphere itself is the only one. Crossings are stored for half of the circle only, since the others are their antipodes.
type arrangement struct {
	dim              int
	z                []vector
	size             []float64 // |z_k|
	at               []int     // the point of each sample
	circles          []circle
	entries          []crossing // m for each circle
	hasFlatCrossings bool       // some circles cross at a smaller angle than minCrossingAngle, or dim is not 3
}

// minCrossingAngle is the sine of the smallest angle for which the crossing of two circles is known to 3e-11.
const minCrossingAngle = 3e-4

// circle is cos φ axes[0] + sin φ axes[1]. Vectors in its frame have coordinates along all of its axes; those from the third on are normal
// to the plane of the circle.
type circle struct {
	axes [maxDim]vector
	pair [2]int32 // the points that define it; the first dim - 2 are used
	// ordered has the crossings in their order on the circle, on has the points that are zero on all of it.
	ordered, on []crossing
}

// crossing is where the kink of point number at crosses a circle: at (cos φ, sin φ) with 0 <= φ < π. before is the sign of z'u before it,
// 1 or -1, or 0 if z'u is zero on all of the circle, up to rounding. key increases with φ.
type crossing struct {
	z             vector // in the frame of the circle
	key, cos, sin float64
	at            int32
	before        int8
}

// along returns g'u at the crossing, and its derivative along the circle, for g in the frame of the circle.
func (e *crossing) along(g *vector) (value, slope float64) {
	return g[0]*e.cos + g[1]*e.sin, g[1]*e.cos - g[0]*e.sin
}

// load loads the samples of p. If there are as many points as before, sorting starts from the order of their crossings.
func (r *arrangement) load(p *certify.Problem) {
	n, m := p.Samples(), len(r.z)
	r.z = r.z[:0]
	r.at = slices.Grow(r.at[:0], n)[:n]
	for i := range n {
		z := vector{}
		for k, x := range p.X[i*p.D : (i+1)*p.D] {
			z[k] = x + 0 // not -0
		}
		z[p.D] = 1
		at := slices.Index(r.z, z)
		if at < 0 {
			at, r.z = len(r.z), append(r.z, z)
		}
		r.at[i] = at
	}
	if r.dim != p.D+1 || m != len(r.z) {
		r.list(len(r.z), p.D+1)
	}
	r.size = dense.Resize(r.size, len(r.z))
	for k := range r.z {
		r.size[k] = r.z[k].length()
	}
	r.hasFlatCrossings = r.dim != 3
	for c := range r.circles {
		r.cross(&r.circles[c])
	}
}

// samplesOn returns the samples on whose kinks a neuron lies.
func (r *arrangement) samplesOn(neuron *neuron) (on []int) {
	for i, at := range r.at {
		if neuron.sides[at] == 0 {
			on = append(on, i)
		}
	}
	return on
}

// list makes the circles of m points.
func (r *arrangement) list(m, dim int) {
	r.dim, r.circles = dim, r.circles[:0]
	switch dim {
	case 2:
		r.circles = append(r.circles, circle{})
	case 3:
		for i := range m {
			r.circles = append(r.circles, circle{pair: [2]int32{int32(i)}})
		}
	default:
		for i := range m {
			for j := range max(i, 2-m) { // of one point with itself
				r.circles = append(r.circles, circle{pair: [2]int32{int32(i), int32(j)}})
			}
		}
	}
	if total := m * len(r.circles); cap(r.entries) < total {
		r.entries = make([]crossing, total)
	}
	for c := range r.circles {
		r.circles[c].ordered = r.entries[c*m : (c+1)*m : (c+1)*m]
		for k := range m {
			r.circles[c].ordered[k].at = int32(k)
		}
	}
}

// points returns the points that define a circle.
func (r *arrangement) points(c *circle) []int32 { return c.pair[:r.dim-2] }

// cross computes a circle: its frame, its crossings and their order.
func (r *arrangement) cross(c *circle) {
	c.setFrame(r)
	entries, crossed := c.ordered[:len(r.z)], 0
	for i := range entries {
		e := &entries[i]
		r.locate(c, e)
		if e.before != 0 {
			least := minCrossingAngle * r.size[e.at]
			r.hasFlatCrossings = r.hasFlatCrossings || e.z[0]*e.z[0]+e.z[1]*e.z[1] < least*least
			entries[crossed], entries[i] = entries[i], entries[crossed]
			crossed++
		}
	}
	c.ordered, c.on = entries[:crossed], entries[crossed:]
	slices.SortFunc(c.ordered, func(x, y crossing) int { return cmp.Compare(x.key, y.key) })
}

// setFrame computes the axes of a circle from its points.
func (c *circle) setFrame(r *arrangement) {
	var space subspace
	space.reset(r.dim)
	for _, k := range r.points(c) {
		space.exclude(&r.z[k])
	}
	c.axes = space.basis
	// Without this rotation by one radian, points on a grid would cross at angle zero, where the stored half begins and ends.
	frame := rotation{math.Cos(1), math.Sin(1)}
	for k := range r.dim {
		frame.apply(&c.axes[1][k], &c.axes[0][k])
	}
}

// locate computes where a point's kink crosses a circle.
func (r *arrangement) locate(c *circle, e *crossing) {
	for k := range r.dim {
		e.z[k] = c.axes[k].dot(&r.z[e.at])
	}
	length := math.Hypot(e.z[0], e.z[1])
	e.before = 0
	if slices.Contains(r.points(c), e.at) || length <= onKink*r.size[e.at] {
		return
	}
	e.cos, e.sin, e.before = -e.z[1]/length, e.z[0]/length, 1
	if e.sin < 0 || e.sin == 0 && e.cos < 0 {
		e.cos, e.sin, e.before = -e.cos, -e.sin, -1
	}
	e.key = 1 - e.cos/(math.Abs(e.cos)+e.sin)
}
