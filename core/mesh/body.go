package mesh

import "math"

// Body is the mesh of a shadow of the face for three features, and the memory to make it again.
//
// Of neurons spread evenly over the sphere most end up inside the shadow, and what is left is too coarse for a picture: of 1178 neurons 40
// at Steiner(pi/4). So the body is sampled by its own normals. In the direction v it reaches to
//
//	max v'k(u) = max u'Q u + h'u over |u| = 1,   Q and h linear in v,
//
// and the maximiser is a point of the boundary where v is normal. The normals of the triangles found so far are the next v, where the body
// reaches beyond the triangle by more than the tolerance.
type Body struct {
	Hull
	// Neurons has the neuron of each vertex i as Neurons[Index[i]].
	Neurons []Vec

	normals []Vec // with the neurons
	points  []Vec
}

const (
	// rounds limits the refinement; each may triple the vertices where the body is curved.
	rounds = 6
	// climbs limits the steps to a maximum; Newton's method takes about five.
	climbs = 20
)

// Build makes the body's mesh, beginning with the grid: in the normals of its triangles the body reaches beyond it by no more than the
// tolerance, if a few rounds suffice and the maxima found are global ones, as they are as a rule for grids of 6 and up. In any case it is
// the hull of neurons, hence inside the body. Smooth has the normals.
func (b *Body) Build(s Shadow3, g *Grid, tolerance float64) {
	b.Neurons = append(b.Neurons[:0], g.Directions...)
	b.points = s.PointsTo(b.points, b.Neurons)
	b.Hull.Build(b.points)
	b.settle(s)
	for range rounds {
		b.points = s.PointsTo(b.points, b.Neurons)
		b.Hull.Build(b.points)
		if !b.refine(s, tolerance) {
			break
		}
	}
	b.points = s.PointsTo(b.points, b.Neurons)
	b.Hull.Build(b.points)
	for _, i := range b.Index {
		b.Smooth = append(b.Smooth, b.normals[i])
	}
}

// settle keeps the neurons of vertices, and moves them to where the mean of the normals around, by area, is the body's normal.
func (b *Body) settle(s Shadow3) {
	b.normals = append(b.normals[:0], b.Vertices...)
	clear(b.normals)
	for i, t := range b.Triangles {
		area := b.area(t).norm()
		for _, corner := range t {
			b.normals[corner] = b.normals[corner].plus(b.Normals[i].times(area))
		}
	}
	b.points = b.points[:0]
	for i, normal := range b.normals {
		b.normals[i] = normal.unit()
		u, _ := s.form(b.normals[i]).climb(b.Neurons[b.Index[i]])
		b.points = append(b.points, u)
	}
	b.Neurons = append(b.Neurons[:0], b.points...)
}

// refine adds the neurons that reach beyond a triangle by more than the tolerance, and reports whether there are any.
func (b *Body) refine(s Shadow3, tolerance float64) bool {
	before := len(b.Neurons)
	for i, t := range b.Triangles {
		f := s.form(b.Normals[i])
		// A corner is on the boundary, and from there it goes uphill; their mean is mostly nearer.
		x, y, z := b.Neurons[b.Index[t[0]]], b.Neurons[b.Index[t[1]]], b.Neurons[b.Index[t[2]]]
		begin := x
		if mean := x.plus(y).plus(z).unit(); f.value(mean) > f.value(x) {
			begin = mean
		}
		if u, value := f.climb(begin); value > b.Normals[i].dot(b.Vertices[t[0]])+tolerance {
			b.Neurons, b.normals = append(b.Neurons, u), append(b.normals, b.Normals[i])
		}
	}
	return len(b.Neurons) > before
}

// form is the function u'Q u + h'u on the sphere.
type form struct {
	q [3]Vec
	h Vec
}

// form returns v'k(u) as a function of u.
func (s Shadow3) form(v Vec) form {
	var x [8]float64
	for i, row := range s.Frame {
		for k, f := range row {
			x[k] += v[i] * f
		}
	}
	last := x[7] / math.Sqrt(3)
	return form{[3]Vec{{x[6] - last, x[5], x[4]}, {x[5], -x[6] - last, x[3]}, {x[4], x[3], 2 * last}}, Vec{x[0], x[1], x[2]}}
}

func (f *form) turn(u Vec) Vec { return Vec{f.q[0].dot(u), f.q[1].dot(u), f.q[2].dot(u)} }

func (f *form) value(u Vec) float64 { return u.dot(f.turn(u).plus(f.h)) }

// climb goes uphill from u to a maximum, and returns it and the value there.
//
// With the gradient 2 Q u + h and its part l along u, the second derivative in the tangent plane is 2 Q - l: where that is negative definite
// and Newton's step goes up, it is taken. Otherwise the next u is along the gradient of f + s |u|^2, s >= |Q|, a convex function: it is
// above its tangent, so this goes up, too.
func (f form) climb(u Vec) (Vec, float64) {
	value := f.value(u)
	for range climbs {
		gradient := f.turn(u).times(2).plus(f.h)
		a := across(u)
		b := u.cross(a)
		x, y := gradient.dot(a), gradient.dot(b)
		if math.Abs(x)+math.Abs(y) <= 1e-13 {
			break
		}
		l, qa, qb := gradient.dot(u), f.turn(a).times(2), f.turn(b).times(2)
		aa, ab, bb := l-qa.dot(a), -qa.dot(b), l-qb.dot(b)
		if determinant := aa*bb - ab*ab; aa > 0 && determinant > 1e-12 {
			next := u.plus(a.times((bb*x - ab*y) / determinant)).plus(b.times((aa*y - ab*x) / determinant)).unit()
			if up := f.value(next); up > value {
				u, value = next, up
				continue
			}
		}
		s := math.Sqrt(f.q[0].dot(f.q[0]) + f.q[1].dot(f.q[1]) + f.q[2].dot(f.q[2]))
		u = gradient.plus(u.times(2 * s)).unit()
		up := f.value(u)
		if up <= value+1e-15 {
			break
		}
		value = up
	}
	return u, value
}

// across returns a unit vector across u.
func across(u Vec) Vec {
	least := 0
	for k, x := range u {
		if math.Abs(x) < math.Abs(u[least]) {
			least = k
		}
	}
	var axis Vec
	axis[least] = 1
	return u.cross(axis).unit()
}
