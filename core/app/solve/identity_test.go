package solve

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/app/workspace"
	"conelab/core/network/neural"
)

// small is the angle up to which a neuron that moves must keep its number, if no other neuron is as near.
const small = 5 * math.Pi / 180

// nearest returns the index of the neuron nearest to n among those that could be the same, and its angle; -1 if there is none.
func nearest(n *neural.Neuron, among []neural.Neuron, even bool) (best int, angle float64) {
	best, angle = -1, math.Pi
	for i := range among {
		m := &among[i]
		if m.Output != n.Output || m.Block != n.Block || (m.Alpha > 0) != (n.Alpha > 0) {
			continue
		}
		dot := 0.0
		for k, v := range n.U {
			dot += v * m.U[k]
		}
		if even {
			dot = math.Abs(dot)
		}
		if a := math.Acos(math.Max(-1, math.Min(1, dot))); a < angle {
			best, angle = i, a
		}
	}
	return best, angle
}

// follow compares a solution with the one before. Neurons that are each other's nearest and hardly moved must have the same number; numbers are
// distinct and positive; tables are in their order. It returns the number of neurons that were followed.
func follow(t *testing.T, label string, before, now []neural.Neuron, numbersBefore, numbers []int, even bool) (followed int) {
	t.Helper()
	for i := range before {
		j, angle := nearest(&before[i], now, even)
		if j < 0 || angle > small {
			continue
		}
		if back, _ := nearest(&now[j], before, even); back != i {
			continue
		}
		if followed++; numbers[j] != numbersBefore[i] {
			t.Errorf("%s: neuron %d moved by %.2g and is called %d", label, numbersBefore[i], angle, numbers[j])
		}
	}
	if !slices.IsSorted(numbers) || len(slices.Compact(slices.Clone(numbers))) != len(numbers) || len(numbers) > 0 && numbers[0] < 1 {
		t.Errorf("%s: numbers %v", label, numbers)
	}
	return followed
}

// TestNeuronsKeepTheirNumbers drags points of the presets in small random steps, changes beta, and sometimes adds or removes a neuron. No neuron that
// hardly moves changes its number.
func TestNeuronsKeepTheirNumbers(t *testing.T) {
	for _, preset := range []string{"parabola", "ring", "xor", "stripe", "spiral", "valley", "shell", "largest"} {
		s, state := solved(t, preset, 0.1)
		rng := rand.New(rand.NewPCG(41, 42))
		even, followed := state.Activation().B == 0, 0
		at := slices.Clone(state.Point(3))
		for step := range 60 {
			before, numbers := make([][]neural.Neuron, state.Outputs()), make([][]int, state.Outputs())
			for o := range before {
				before[o], numbers[o] = s.Neurons(&state, o), s.Numbers(&state, o)
			}
			for k := range at {
				at[k] = math.Max(-1, math.Min(1, at[k]+0.1*rng.NormFloat64()))
			}
			var err error
			if state, err = state.WithRows(3, [][]float64{append(slices.Clone(at), state.RowOf(state.Y(), 3)...)}); err != nil {
				t.Fatal(err)
			}
			if step%10 == 9 {
				state = state.WithBeta(0.1 * math.Exp(rng.NormFloat64()))
			}
			resolve(s, &state)
			for o := range before {
				followed += follow(t, preset, before[o], s.Neurons(&state, o), numbers[o], s.Numbers(&state, o), even)
			}
		}
		if followed < 60 {
			t.Errorf("%s: only %d neurons were followed", preset, followed)
		}
	}
}

// resolve solves a changed state.
func resolve(s *Solution, state *workspace.State) {
	s.Outdate()
	for s.Busy(state) {
		s.Work(state, func() float64 { return 0 }, func() bool { return false })
	}
}
