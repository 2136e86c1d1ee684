package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/draw/mesh"
)

// directions returns random unit vectors of d features.
func directions(r *rand.Rand, d, n int) (all []protocol.Vec) {
	for range n {
		var u protocol.Vec
		size := 0.0
		for k := range d {
			u[k] = r.NormFloat64()
			size += u[k] * u[k]
		}
		for k := range d {
			u[k] /= math.Sqrt(size)
		}
		all = append(all, u)
	}
	return all
}

// On the last stage the height of a neuron is the document's g: no direction is beyond the planes, and if there is a proof, the
// neurons and Z and Z' are on the planes.
func TestPlanesSupportTheBody(t *testing.T) {
	edited(t, func(t *testing.T, s *solved, r *rand.Rand) {
		s.do(t, `{"do":"seek","position":1e9}`)
		snap, v, builder := &s.snapshot, desk(), New()
		d := snap.Dimension
		v.BuildUp, v.Rotation[protocol.PictureSpectrahedron], v.Layout.Scale = BuildCost, r.NormFloat64(), 1
		builder.Rebuild(snap, v, TileSet{protocol.PictureSpectrahedron: true})
		if d == 1 {
			return
		}
		sup, ok := supportOf(&snap.Certificate, d, snap.Beta)
		if !ok {
			for _, u := range directions(r, d, 30) {
				if g := s.g(u[:d]); math.Abs(math.Abs(g)-snap.Beta) > 1e-3*snap.Beta && len(snap.Neurons) > 0 {
					t.Errorf("g(%v) = %g is said to be the same everywhere", u, g)
				}
			}
			return
		}
		planes := builder.spectrahedron.planes
		place := func(g float64) float64 { return sup.height(g) }
		slack := 1e-4 * snap.Beta / sup.slope
		for _, u := range directions(r, d, 200) {
			z := builder.spectrahedron.body.neuron(u)[2]
			if want := place(s.g(u[:d])); math.Abs(z-want) > slack {
				t.Fatalf("neuron %v is %g high, g says %g", u, z, want)
			}
			if z > planes[0].height+slack || z < planes[1].height-slack {
				t.Fatalf("neuron %v at %g is beyond a plane: %v", u, z, planes)
			}
		}
		checkContact(t, s, builder, planes, slack)
	})
}

// checkContact compares the planes with the heights of Z and Z'.
func checkContact(t *testing.T, s *solved, builder *Scene, planes []costPlane, slack float64) {
	t.Helper()
	snap := &s.snapshot
	for k, sign := range []float64{1, -1} {
		m := matrixOf(snap, sign)
		at, ok := builder.spectrahedron.body.locate(&m)
		if ok != planes[k].touched {
			t.Errorf("there are neurons of sign %g: %v, said: %v", sign, ok, planes[k].touched)
		}
		if s.solution.Status != "optimal" || !ok {
			continue
		}
		if math.Abs(at[2]-planes[k].height) > 20*slack {
			t.Errorf("the matrix of sign %g is %g high, its plane %g", sign, at[2], planes[k].height)
		}
	}
}

// In the slice Z and Z' are shown only if they lie in it, and the neurons (+-1, +-1)/sqrt 2 are its vertices.
func TestSliceShowsWhatLiesInIt(t *testing.T) {
	s, v, builder := sample(), desk(), New()
	s.Neurons = []protocol.Neuron{neuron(45, 1), neuron(135, 2)}
	s.Animation = protocol.Animation{}
	v.Slice = 1
	builder.Build(s, v)
	b := &builder.spectrahedron.body
	if at, m := b.neuron(s.Neurons[0].U), matrixOf(s, 1); at.Minus(vec{1, 1, 1}.Scale(elliptopeScale)).Norm() > 1e-12 {
		t.Errorf("a vertex is at %v", at)
	} else if at, ok := b.locate(&m); !ok || !contains(b.shape(), at, 0.01) {
		t.Errorf("Z at %v in the slice: %v", at, ok)
	}
	s.Neurons[0] = neuron(30, 1)
	m := matrixOf(s, 1)
	if len(b.points) > 0 {
		t.Error("the curve of all neurons is not in the slice")
	} else if _, ok := b.locate(&m); ok {
		t.Error("a Z that is not in the slice is shown")
	}
	v.Slice = 0
	builder.Build(s, v)
	if b.slice || len(b.points) == 0 {
		t.Error("the shadow does not come back")
	}
}

// contains reports whether p is within a tolerance of the half-spaces of a convex mesh.
func contains(m *mesh.Mesh, p vec, tolerance float64) bool {
	for i, normal := range m.Normals {
		if !(normal.Dot(p.Minus(m.Vertices[m.Triangles[i][0]])) <= tolerance) {
			return false
		}
	}
	return len(m.Normals) > 0
}
