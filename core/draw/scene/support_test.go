package scene

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/app/protocol"
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

// On the last stage the height of a neuron is the document's g: no direction is beyond the planes, and if there is a proof, the neurons and Z
// and Z' are on the planes.
func TestPlanesSupportTheBody(t *testing.T) {
	edited(t, func(t *testing.T, s *solved, r *rand.Rand) {
		s.do(t, `{"do":"seek","position":1e9}`)
		snap, v, builder := &s.snapshot, desk(), New()
		d := snap.Dimension
		v.Stage, v.Rotation[TileSpectrahedron], v.Layout.Scale = StageCost, r.NormFloat64(), 1
		builder.Build(snap, v)
		if d == 1 {
			checkLine(t, s)
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
		planes := builder.planes()
		place := func(g float64) float64 { return sup.height(g) }
		slack := 1e-4 * snap.Beta / sup.slope
		for _, u := range directions(r, d, 200) {
			z := builder.body.neuron(u)[2]
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
		at, ok := builder.body.locate(&m)
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

// checkLine checks for one feature that g as a function of W is beta at Z - Z' and nowhere above it on the square.
func checkLine(t *testing.T, s *solved) {
	t.Helper()
	g := &s.snapshot.Certificate
	at := func(plus, level float64) float64 { return g.X*plus + (g.XX+g.C)*level }
	weight, w12, w22 := 0.0, 0.0, 0.0
	for _, n := range s.own(s.snapshot.Output) {
		weight += math.Abs(n.Alpha)
		w12, w22 = w12+n.Alpha*n.U[0], w22+n.Alpha
	}
	for _, corner := range [][2]float64{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
		value := at(corner[0], corner[1])
		if want := corner[1] * s.g([]float64{corner[0] * corner[1]}); math.Abs(value-want) > 1e-6*(1+math.Abs(want)) || value > s.snapshot.Beta*(1+1e-6) {
			t.Errorf("g is %g at the corner %v, the dual says %g, beta is %g", value, corner, want, s.snapshot.Beta)
		}
	}
	if value := at(w12/weight, w22/weight); s.solution.Status == "optimal" && weight > 0 && math.Abs(value-s.snapshot.Beta) > 1e-3*s.snapshot.Beta {
		t.Errorf("g is %g at Z - Z', beta is %g", value, s.snapshot.Beta)
	}
}

// stageNotes returns the note at the lower edge of the spectrahedron.
func stageNotes(f *Frame, v *View) string {
	for _, line := range strings.Split(string(f.Labels), "\n") {
		parts := strings.Split(line, "\t")
		for _, word := range []string{"neuron"} {
			if len(parts) == 5 && parts[3] == classTick && strings.Contains(parts[4], word) && !strings.HasPrefix(parts[4], "one direction") {
				return parts[4]
			}
		}
	}
	return ""
}

// Chords end at neurons and are inside the body, and each stage says what it shows.
func TestStagesBuildTheBody(t *testing.T) {
	for d := 2; d <= 3; d++ {
		everyPreset(t, d, func(t *testing.T, s *solved, v *View) {
			v.Layout.Scale = 1 // room for notes
			builder := New()
			for _, c := range []struct {
				stage float64
				note  string
			}{{StageCurve, "a neuron, α = 1"}, {StageChords, "two neurons, Σα = 1"}, {StageHull, ""}} {
				v.Stage = c.stage
				if note := stageNotes(builder.Build(&s.snapshot, v), v); !strings.HasSuffix(note, c.note) || c.note == "" && note != "" {
					t.Errorf("on stage %g it says %q", c.stage, note)
				}
			}
			b := &builder.body
			for i := range chordSamples {
				a, c := b.chord(i), b.chord((i+5)%chordSamples)
				for _, share := range []float64{0, 0.3, 1} {
					if at := a.scale(1 - share).plus(c.scale(share)); !b.shape().Contains([3]float64(at), 2*bodyTolerance) {
						t.Fatalf("chord %d leaves the body at %v", i, at)
					}
				}
			}
		})
	}
}
