package scene

import (
	"math"
	"testing"

	"conelab/core/app/protocol"
)

// sum returns a + b.
func sum(a, b protocol.Lifted) protocol.Lifted {
	for i := range a {
		a[i] += b[i]
	}
	return a
}

func TestTurningKeepsTheSum(t *testing.T) {
	s := sample()
	step := &s.Film.Reels[0].Steps[0]
	for _, passed := range []float64{0, 0.2, 0.3, 0.5, 0.6, 0.75, 0.9, 1} {
		s.Film.Position = 1 + passed*0.999999
		_, pair, turns := filmArrows(nil, s)
		if !turns {
			t.Fatalf("nothing turns at %v", passed)
		}
		y, w := pair.y(pair.theta), pair.w(pair.theta)
		for i := range 4 {
			for j := range 4 {
				p, q := step.Before[0], step.Before[1]
				if got, want := y[i]*y[j]+w[i]*w[j], p[i]*p[j]+q[i]*q[j]; !near(got, want, 1e-12) {
					t.Fatalf("passed %v: entry (%d, %d) of yy' + ww' is %v, want %v", passed, i, j, got, want)
				}
			}
		}
	}
	s.Film.Position = 1.9
	_, pair, _ := filmArrows(nil, s)
	y := pair.y(pair.theta)
	if !near(y.Form(), 0, 1e-12) {
		t.Errorf("at the end y'Gy = %v", y.Form())
	}
	if sum(y, scaled(step.Y, -1)).Norm() > 1e-12 {
		t.Errorf("at the end y = %v, want %v", y, step.Y)
	}
}

// The sign of the pair is free: a film whose pair ends at -Y must show the same end.
func TestTurningEndsAtY(t *testing.T) {
	s := sample()
	step := &s.Film.Reels[0].Steps[0]
	for i, p := range step.Before {
		for k := range p {
			step.Before[i][k] = -p[k]
		}
	}
	s.Film.Position = 1.99
	_, pair, _ := filmArrows(nil, s)
	if y := pair.y(pair.theta); sum(y, scaled(step.Y, -1)).Norm() > 1e-12 {
		t.Errorf("y ends at %v, want %v", y, step.Y)
	}
}

func TestNeuronsLieOnTheCone(t *testing.T) {
	s := sample()
	for angle := -180.0; angle < 180; angle += 7 {
		s.Neurons = append(s.Neurons, neuron(angle, 1+angle))
	}
	s.Film.Reels = nil
	arrows, _, _ := filmArrows(nil, s)
	if len(arrows) != len(s.Neurons) {
		t.Fatalf("%d arrows for %d neurons", len(arrows), len(s.Neurons))
	}
	for _, a := range arrows {
		v, ok := visible(a.p, longest(s))
		if c := math.Hypot(v[0], v[1]); !ok || !near(c, math.Abs(v[3]), 1e-12) {
			t.Errorf("neuron %d is drawn at |c| = %v, t = %v", a.neuron, c, v[3])
		}
	}
}

func TestWhatIsFoundWhen(t *testing.T) {
	s := sample()
	for _, c := range []struct {
		position float64
		found    []int // neurons that stand as solid arrows
		dashed   int   // other arrows
	}{
		{0.5, nil, 2}, {1.1, nil, 2}, {1.5, nil, 2}, {1.99, []int{0}, 1}, {2.1, []int{0}, 1}, {2.95, []int{0, 1}, 0},
		{3.5, []int{0, 1}, 1}, {4.2, []int{0, 1}, 1}, {5, []int{0, 1, 2}, 0},
	} {
		s.Film.Position = c.position
		arrows, _, _ := filmArrows(nil, s)
		found := map[int]bool{}
		dashed := 0
		for _, a := range arrows {
			if a.neuron >= 0 {
				found[a.neuron] = true
			} else {
				dashed++
			}
		}
		if len(found) != len(c.found) || dashed != c.dashed {
			t.Errorf("at %v: found %v and %d others, want %v and %d", c.position, found, dashed, c.found, c.dashed)
		}
	}
}

// Nothing may jump while the film runs: between two frames an arrow's tip moves little.
func TestFilmIsContinuous(t *testing.T) {
	s := sample()
	size := longest(s)
	var before []arrow
	for position := 0.0; position <= 5; position += 0.002 {
		s.Film.Position = position
		now, _, _ := filmArrows(nil, s)
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
