package scene

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/data/presets"
)

// sum returns a + b.
func sum(a, b protocol.Lifted) protocol.Lifted {
	for i := range a {
		a[i] += b[i]
	}
	return a
}

// Nothing may jump during the animation: between two frames an arrow's tip moves little.
func TestAnimationIsContinuous(t *testing.T) {
	s := sample()
	size := longest(s)
	var before []arrow
	for position := 0.0; position <= 5; position += 0.002 {
		s.Animation.Position = position
		now, _, _ := animationArrows(nil, s)
		for _, a := range now {
			closest := math.Inf(1)
			for _, b := range before {
				difference := sum(a.p, scaled(b.p, -1)).Norm()
				if b.mirror > 0.4 && a.mirror > 0.4 { // the two ends look the same
					difference = min(difference, sum(a.p, b.p).Norm())
				}
				closest = min(closest, difference/size)
			}
			if closest > 0.03 && a.p.Norm() > 0.03*size && before != nil {
				t.Fatalf("at %v an arrow appears at %v", position, a.p)
			}
		}
		before = now
	}
}

// TestNamesAreOfTheirArrows: in the picture of the decomposition, at every size, a neuron's label is nearer to its own arrow's tip than to
// any other neuron's; where there is room each neuron has a label.
func TestNamesAreOfTheirArrows(t *testing.T) {
	for _, preset := range presets.All {
		s, scene := solve(t, preset.Name), New()
		if s.snapshot.Dimension == 0 {
			continue
		}
		s.snapshot.Animation.Position = s.snapshot.Animation.Length()
		for _, size := range []float64{240, 480, 900} {
			named := 0
			for _, w := range wordsOf(scene.Build(&s.snapshot, alone(protocol.PictureLorentz, size, size))) {
				k, ok := neuronNamed(w.text)
				if !ok {
					continue
				}
				named++
				var own, other float64 = 0, math.Inf(1)
				for _, target := range scene.tiles[protocol.PictureLorentz].targets {
					d := math.Hypot(target.X-w.x, target.Y-w.y)
					if target.index == k {
						own = d
					} else {
						other = min(other, d)
					}
				}
				if own > other+1.2 { // tips within a pixel of each other count as one, and positions are written with one decimal
					t.Errorf("%s at %g: the name of neuron %d is %.1f px from its tip, %.1f px from another", preset.Name, size, k, own, other)
				}
			}
			if want := len(s.snapshot.Neurons); preset.Name == "parabola" && size > 400 && named != want {
				t.Errorf("at %g %d of %d neurons have names", size, named, want)
			}
		}
	}
}

// neuronNamed returns the neuron named by a label such as u₁₂.
func neuronNamed(label string) (index int, ok bool) {
	digits, ok := strings.CutPrefix(label, "u")
	for _, r := range digits {
		if r < '₀' || r > '₉' {
			return 0, false
		}
		index = 10*index + int(r-'₀')
	}
	return index - 1, ok && digits != ""
}

// The ellipse does not change while the pair turns: the matrix of the two stays the same, and the turn ends on the cone, at the neuron.
func TestEllipseStays(t *testing.T) {
	edited(t, func(t *testing.T, s *solved, r *rand.Rand) {
		position := 0.0
		for _, sequence := range s.snapshot.Animation.Sequences {
			position++
			for i := range sequence.Steps {
				checkEllipse(t, &s.snapshot, &sequence.Steps[i], position, r)
				position++
			}
		}
	})
}

func checkEllipse(t *testing.T, snap *protocol.Snapshot, step *protocol.Step, position float64, r *rand.Rand) {
	t.Helper()
	if step.Partner < 0 {
		return
	}
	p, q := step.Before[step.First], step.Before[step.Partner]
	size := inner(p, p) + inner(q, q)
	for _, passed := range []float64{0.1, 0.3 + 0.4*r.Float64(), 0.8, 0.99} {
		snap.Animation.Position = position + passed
		_, pair, turns := animationArrows(nil, snap)
		if !turns {
			t.Fatalf("nothing turns at %g", snap.Animation.Position)
		}
		a, b := pair.r(pair.theta), pair.s(pair.theta)
		for i := range 4 {
			for j := range 4 {
				if now, was := a[i]*a[j]+b[i]*b[j], p[i]*p[j]+q[i]*q[j]; math.Abs(now-was) > 1e-12*size {
					t.Fatalf("after %g of the step entry (%d, %d) of the pair's matrix is %g, was %g", passed, i, j, now, was)
				}
			}
		}
		// Where the turn is due to rounding, the cone and the ellipse are tangent, and the position is accurate to only half the digits.
		end := pair.r(pair.angle)
		if miss := sum(end, scaled(step.R, -1)).Norm(); miss > 1e-6*math.Sqrt(size) && math.Abs(step.Before[step.First].Form()) > 1e-6*size {
			t.Errorf("the turn ends %g beside the neuron, of size %g", miss, math.Sqrt(size))
		}
		if form := end.Form(); math.Abs(form) > 1e-9*size {
			t.Errorf("at the end of the turn p'Gp is %g, |p|^2 %g", form, inner(end, end))
		}
	}
}
