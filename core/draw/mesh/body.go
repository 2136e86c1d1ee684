package mesh

import "math"

// Shadow is a projection to three dimensions of the positive spectrahedron, more precisely of its face Z_pp = 1. This face is the
// convex hull of the neurons u, |u| = 1, as points k(u) of R^4 for two features, and of R^8 for three:
//
//	(u_1, u_2, u_1^2 - u_2^2, 2 u_1 u_2) = (cos t, sin t, cos 2t, sin 2t)   for u = (cos t, sin t),
//	(u_1, u_2, u_3,  2 u_2 u_3, 2 u_1 u_3, 2 u_1 u_2,  u_1^2 - u_2^2,  (2 u_3^2 - u_1^2 - u_2^2)/sqrt 3).
//
// The coordinates of degree two are the traceless part of u u', times sqrt 2, in an orthonormal basis. So a rotation of u turns
// them and keeps their length: 1 for two features, sqrt(4/3) for three. The shadow of the hull is the hull of the neurons'
// shadows.
type Shadow struct {
	Features int // 2 or 3
	// Rows are orthonormal; for two features only their first four entries count.
	Rows [3][8]float64
}

// coordinates returns the point of R^4 or R^8 of a matrix with the last entry 1. Index 3 is its last row, with two features too.
func (s *Shadow) coordinates(z func(i, j int) float64) [8]float64 {
	if s.Features == 2 {
		return [8]float64{z(0, 3), z(1, 3), z(0, 0) - z(1, 1), 2 * z(0, 1)}
	}
	return [8]float64{
		z(0, 3), z(1, 3), z(2, 3), 2 * z(1, 2), 2 * z(0, 2), 2 * z(0, 1), z(0, 0) - z(1, 1), (2*z(2, 2) - z(0, 0) - z(1, 1)) / math.Sqrt(3),
	}
}

// point returns the shadow of a point of R^4 or R^8.
func (s *Shadow) point(x [8]float64) (p Vec) {
	for i := range s.Rows {
		for k, f := range s.Rows[i][:4*(s.Features-1)] {
			p[i] += f * x[k]
		}
	}
	return p
}

// Neuron returns the shadow of the neuron u, |u| = 1.
func (s *Shadow) Neuron(u Vec) Vec {
	if s.Features == 2 { // the curves are drawn from many neurons
		return s.point([8]float64{u[0], u[1], (u[0] - u[1]) * (u[0] + u[1]), 2 * u[0] * u[1]})
	}
	x := [4]float64{u[0], u[1], u[2], 1}
	return s.point(s.coordinates(func(i, j int) float64 { return x[i] * x[j] }))
}

// Matrix returns the shadow of z/Z_pp for a symmetric z with Z_pp > 0; for any other z ok is false. Index 3 is the last row of z.
//
// It is linear except for the division. So sum_j w_j [u_j;1][u_j;1]' with w_j >= 0 maps to the convex combination of the points Neuron(u_j)
// with the weights w_j / sum w. A component of z along diag(1, ..., 1, -1), a violation of the balance, affects only the divisor.
func (s *Shadow) Matrix(z func(i, j int) float64) (p Vec, ok bool) {
	t := z(3, 3)
	if !(t > 0) {
		return p, false
	}
	return s.point(s.coordinates(z)).Scale(1 / t), true
}

// CurveTo returns the shadows of the neurons of two features at the angles 2 pi i/n, i = 0, ..., n-1, in dst, which is
// overwritten and grows if needed. Their hull falls short of the body by at most sqrt(17)/2 (pi/n)^2, as |k”| = sqrt(17): 0.00035
// for n = 240.
func (s *Shadow) CurveTo(dst []Vec, n int) []Vec {
	dst = dst[:0]
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		dst = append(dst, s.Neuron(Vec{cos, sin}))
	}
	return dst
}

// pointsTo returns the shadows of the neurons in dst, which is overwritten and grows if needed. If every direction has one of the neurons
// within the angle a, their hull falls short of the body by at most sqrt(17)/2 a^2. Often most neurons are inside, and few make up a whole
// side of the body: Body chooses better ones.
func (s *Shadow) pointsTo(dst []Vec, neurons []Vec) []Vec {
	dst = dst[:0]
	for _, u := range neurons {
		dst = append(dst, s.Neuron(u))
	}
	return dst
}

// Body builds the mesh of a Shadow of three features, and keeps its memory for the next Build.
//
// Neurons spread evenly over the sphere mostly end up inside the shadow, and the few that remain on its boundary are too coarse for a
// picture: 40 of 1178 at Steiner(pi/4). So the body is sampled by its own normals. Its support function in the direction v is
//
//	max v'k(u) = max u'Q u + h'u over |u| = 1,   Q and h linear in v,
//
// and a maximiser is a boundary point where v is normal. The next directions v are the normals of those triangles found so far beyond which
// the body reaches by more than the tolerance.
type Body struct {
	Hull
	// Neurons[Index[i]] is the neuron at vertex i.
	Neurons []Vec

	normals []Vec // one for each neuron
	points  []Vec
}

const (
	// firstNeurons is the number of neurons to begin with.
	firstNeurons = 386
	// maxRounds limits the refinement; each may triple the vertices where the body is curved.
	maxRounds = 6
	// near is the cosine of the angle below which two neurons are expected to ascend to the same maximum.
	near = 0.9
	// maxSteps limits the steps of one maximisation; about five are usual.
	maxSteps = 50
)

// Build makes the body's mesh. It begins with neurons spread evenly. In the directions of its triangles' normals the body reaches beyond
// the mesh by no more than the tolerance, provided that maxRounds suffice and that the maxima found are global, as all were in our tests.
// In any case the mesh is the hull of neurons, hence inside the body. With N vertices (1154 for the ball and a tolerance of 0.004, a few
// hundred elsewhere) Build makes three or four hulls and finds 2N maxima for each.
//
// Smooth has normals of the body, for shading; at a corner of the body, one of the many there: see Mesh.Corner. Where the maximum found was
// a local one, the normal supports the body only up to about twice the tolerance.
func (b *Body) Build(s *Shadow, tolerance float64) {
	b.Neurons = b.Neurons[:0]
	for i := range firstNeurons {
		b.Neurons = append(b.Neurons, Spread(i, firstNeurons))
	}
	b.points = s.pointsTo(b.points, b.Neurons)
	b.Hull.Build(b.points)
	b.relax(s)
	for round := 0; ; round++ {
		b.points = s.pointsTo(b.points, b.Neurons)
		b.Hull.Build(b.points)
		if round == maxRounds || !b.refine(s, tolerance) {
			break
		}
	}
	for _, i := range b.Index {
		b.Smooth = append(b.Smooth, b.normals[i])
	}
}

// relax keeps only the neurons at vertices, and moves each to the boundary point whose normal is the area-weighted mean of the
// normals around.
func (b *Body) relax(s *Shadow) {
	b.normals = append(b.normals[:0], b.Vertices...)
	clear(b.normals)
	for i, t := range b.Triangles {
		area := b.area(t).Norm()
		for _, corner := range t {
			b.normals[corner] = b.normals[corner].Plus(b.Normals[i].Scale(area))
		}
	}
	b.points = b.points[:0]
	for i, normal := range b.normals {
		b.normals[i] = normal.unit()
		u, _ := s.form(b.normals[i]).maximize(b.Neurons[b.Index[i]], math.Inf(-1), maxSteps)
		b.points = append(b.points, u)
	}
	b.Neurons = append(b.Neurons[:0], b.points...)
}

// refine adds a neuron for each triangle beyond which the body reaches by more than the tolerance. It reports whether there were any.
func (b *Body) refine(s *Shadow, tolerance float64) bool {
	before := len(b.Neurons)
	for i, t := range b.Triangles {
		f, floor := s.form(b.Normals[i]), b.Normals[i].Dot(b.Vertices[t[0]])+tolerance
		if u, value := b.highest(&f, t, floor); value > floor {
			b.Neurons, b.normals = append(b.Neurons, u), append(b.normals, b.Normals[i])
		}
	}
	return len(b.Neurons) > before
}

// highest returns the highest point found from triangle t, if it is above the floor. It ascends from the mean of the triangle's
// neurons, and from each of them if they are far apart.
func (b *Body) highest(f *form, t [3]int32, floor float64) (u Vec, value float64) {
	x, y, z := b.Neurons[b.Index[t[0]]], b.Neurons[b.Index[t[1]]], b.Neurons[b.Index[t[2]]]
	if min(x.Dot(y), y.Dot(z), z.Dot(x)) > near {
		return f.maximize(x.Plus(y).Plus(z).unit(), floor, maxSteps)
	}
	u, value = f.maximize(x, floor, maxSteps)
	for _, begin := range [2]Vec{y, z} {
		if w, up := f.maximize(begin, floor, maxSteps); up > value {
			u, value = w, up
		}
	}
	return u, value
}

// form is the function u'Q u + h'u on the sphere.
type form struct {
	q [3]Vec
	h Vec
}

// form returns v'k(u) as a function of u.
func (s *Shadow) form(v Vec) form {
	var x [8]float64
	for i, row := range s.Rows {
		for k, f := range row {
			x[k] += v[i] * f
		}
	}
	last := x[7] / math.Sqrt(3)
	return form{[3]Vec{{x[6] - last, x[5], x[4]}, {x[5], -x[6] - last, x[3]}, {x[4], x[3], 2 * last}}, Vec{x[0], x[1], x[2]}}
}

func (f *form) apply(u Vec) Vec { return Vec{f.q[0].Dot(u), f.q[1].Dot(u), f.q[2].Dot(u)} }

func (f *form) value(u Vec) float64 { return u.Dot(f.apply(u).Plus(f.h)) }

// maximize ascends from u to a local maximum of f on the sphere, and returns it and its value. It stops early where Newton's
// model predicts a gain of less than half of what is missing to the floor: a value below the floor is not used anyway.
//
// Write 2 Q u + h for the gradient and l for its component along u. Minus the second derivative in the tangent plane is A = l - 2
// Q. Where A is positive definite, the step is Newton's. Elsewhere A is shifted so that its least eigenvalue changes sign but
// keeps about its size, and the step leads away from the saddle. If that step does not increase f, the next u is along the
// gradient of f + s |u|^2 with s >= |Q|, which always increases f, since a convex function lies above its tangents. The number of
// steps is limited: near a saddle that is nearly a ridge thousands may be needed.
func (f form) maximize(u Vec, floor float64, steps int) (Vec, float64) {
	value := f.value(u)
	for range steps {
		gradient := f.apply(u).Scale(2).Plus(f.h)
		a := perpendicular(u)
		b := u.cross(a)
		x, y := gradient.Dot(a), gradient.Dot(b)
		if math.Abs(x)+math.Abs(y) <= 1e-13 {
			break
		}
		l, qa, qb := gradient.Dot(u), f.apply(a).Scale(2), f.apply(b).Scale(2)
		aa, ab, bb := l-qa.Dot(a), -qa.Dot(b), l-qb.Dot(b)
		if least := (aa+bb)/2 - math.Hypot((aa-bb)/2, ab); least < 1e-6 {
			aa, bb = aa+0.1-2*least, bb+0.1-2*least
		} else if gain := (bb*x*x - 2*ab*x*y + aa*y*y) / (2 * (aa*bb - ab*ab)); value+2*gain <= floor {
			break
		}
		determinant := aa*bb - ab*ab
		next := u.Plus(a.Scale((bb*x - ab*y) / determinant)).Plus(b.Scale((aa*y - ab*x) / determinant)).unit()
		up := f.value(next)
		if !(up > value) {
			s := math.Sqrt(f.q[0].Dot(f.q[0]) + f.q[1].Dot(f.q[1]) + f.q[2].Dot(f.q[2]))
			next = gradient.Plus(u.Scale(2 * s)).unit()
			up = f.value(next)
		}
		if up <= value {
			break
		}
		u, value = next, up
	}
	return u, value
}

// perpendicular returns a unit vector perpendicular to u.
func perpendicular(u Vec) Vec {
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
