package scene

import (
	"strings"
	"testing"

	"conelab/core/app/protocol"
)

// In the slice Z and Z' are shown only if they lie in it, and the neurons (+-1, +-1)/sqrt 2 are its vertices.
func TestSliceShowsWhatLiesInIt(t *testing.T) {
	s, v, scene := sample(), desk(), New()
	s.Neurons = []protocol.Neuron{neuron(45, 1), neuron(135, 2)}
	s.Animation = protocol.Animation{}
	v.Slice = true
	scene.Build(s, v)
	b := &builderOf[*spectrahedron](scene, protocol.PictureSpectrahedron).body
	if at, m := b.neuron(s.Neurons[0].U), matrixOf(s, 1); at.Minus(vec{1, 1, 1}.Scale(elliptopeScale)).Norm() > 1e-12 {
		t.Errorf("a vertex is at %v", at)
	} else if at, ok := b.locate(&m); !ok || !contains(b, at, 0.01) {
		t.Errorf("Z at %v in the slice: %v", at, ok)
	}
	s.Neurons[0] = neuron(30, 1)
	m := matrixOf(s, 1)
	if b.curved {
		t.Error("the curve of all neurons is not in the slice")
	} else if _, ok := b.locate(&m); ok {
		t.Error("a Z that is not in the slice is shown")
	}
	v.Slice = false
	scene.Build(s, v)
	if b.slice || !b.curved {
		t.Error("the shadow does not come back")
	}
}

// The axes name the coordinates that are rotated in, and only while they are.
func TestAxesNameWhatIsRotatedIn(t *testing.T) {
	for d := 2; d <= 3; d++ {
		for _, angle := range []float64{0, 0.6} {
			var b body
			b.update(shadowOf(d, angle))
			if names := b.axes(); strings.Contains(names[1], "and 2Z") != (angle != 0) {
				t.Errorf("%d features at %g: the axes are %v", d, angle, names)
			}
		}
	}
}

// contains reports whether p is within a tolerance of the half-spaces of a body.
func contains(b *body, p vec, tolerance float64) bool {
	for i, normal := range b.hull.Normals {
		if !(normal.Dot(p.Minus(b.points[b.hull.Triangles[i][0]])) <= tolerance) {
			return false
		}
	}
	return len(b.hull.Normals) > 0
}
