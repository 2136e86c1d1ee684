package session

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/app/protocol"
)

// TestNeuronsKeepTheirNumbersWhileDragging drags a point: pictures, table and film agree on the neurons' numbers, even when the order in which the
// decomposition finds them changes. New data start again with 1, 2, ..
func TestNeuronsKeepTheirNumbersWhileDragging(t *testing.T) {
	permuted := 0
	for _, preset := range []string{"parabola", "xor", "stripe"} {
		s, rng := drive(t), rand.New(rand.NewPCG(5, 6))
		s.do(`{"do":"preset","name":"%s"}`, preset)
		s.do(`{"do":"tool","name":"move"}`)
		first := s.now().Point(5)
		x, y := first[0], first[1]
		s.do(`{"do":"press","at":[%g,%g],"radius":0.01}`, x, y)
		for range 80 {
			x, y = math.Max(-1, math.Min(x+0.05*rng.NormFloat64(), 1)), math.Max(-1, math.Min(y+0.05*rng.NormFloat64(), 1))
			s.do(`{"do":"drag","at":[%g,%g],"radius":0.01}`, x, y)
			var snap protocol.Snapshot
			s.SnapshotTo(&snap)
			page := s.Page().Neurons
			for i, n := range page {
				if shown := snap.Neurons[i]; shown.Number != n.Number || shown.Alpha != n.Alpha || i > 0 && n.Number <= page[i-1].Number {
					t.Fatalf("%s: the table says %+v, the picture %+v", preset, n, shown)
				}
				if i < len(s.solution.Result().Neurons) && s.solution.Result().Neurons[i].Alpha != n.Alpha {
					permuted++
				}
			}
			for _, reel := range snap.Film.Reels {
				for _, step := range reel.Steps {
					if n := snap.Neurons[step.Neuron]; math.Abs(step.R[3]*step.R[3]*float64(reel.Sign)-n.Alpha) > 1e-9*math.Abs(n.Alpha) {
						t.Errorf("%s: neuron %d ends with another weight", preset, n.Number)
					}
				}
			}
		}
		s.do(`{"do":"release"}`)
		s.do(`{"do":"preset","name":"ring"}`)
		for i, n := range s.Page().Neurons {
			if n.Number != i+1 {
				t.Errorf("neuron %d of other data is called %d", i+1, n.Number)
			}
		}
	}
	if permuted == 0 {
		t.Error("the decomposition found the neurons in the order of their numbers every time")
	}
}

// TestFocusFollowsANeuron checks that the neuron in focus stays in focus while its position in the list changes, and that a link restores the focus.
func TestFocusFollowsANeuron(t *testing.T) {
	s, rng := drive(t), rand.New(rand.NewPCG(7, 8))
	s.do(`{"do":"preset","name":"stripe"}`)
	s.do(`{"do":"tool","name":"move"}`)
	first := s.now().Point(5)
	x, y := first[0], first[1]
	s.do(`{"do":"press","at":[%g,%g],"radius":0.01}`, x, y)
	followed, checked := 0, 0
	for range 60 {
		page := s.Page()
		at := rng.IntN(len(page.Neurons))
		s.do(`{"do":"focus","neuron":%d}`, at)
		x, y = math.Max(-1, math.Min(x+0.1*rng.NormFloat64(), 1)), math.Max(-1, math.Min(y+0.1*rng.NormFloat64(), 1))
		s.do(`{"do":"drag","at":[%g,%g],"radius":0.01}`, x, y)
		if now := s.Page(); now.Focus >= 0 {
			if followed++; now.Neurons[now.Focus].Number != page.Neurons[at].Number {
				t.Errorf("neuron %d was in focus, now it is %d", page.Neurons[at].Number, now.Neurons[now.Focus].Number)
			}
			other := drive(t)
			other.do(`{"do":"open","shared":%s}`, s.Share())
			if page := other.Page(); page.Focus >= 0 {
				if checked++; math.Abs(page.Neurons[page.Focus].Alpha-now.Neurons[now.Focus].Alpha) > 1e-6 {
					t.Errorf("the link lights up %+v, not %+v", page.Neurons[page.Focus], now.Neurons[now.Focus])
				}
			}
		}
	}
	if followed < 30 || checked < 30 {
		t.Errorf("followed %d times, %d links", followed, checked)
	}
}
