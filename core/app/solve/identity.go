package solve

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/neural"
)

// mostTurn is the angle from which on a neuron does not count as the same neuron as one of the previous solution.
const mostTurn = math.Pi / 2

// identity numbers the neurons of a solution from 1, so that each keeps its number from one solution to the next.
type identity struct {
	kind    kind
	neurons []neural.Neuron // the numbered neurons, in the order of the result
	numbers []int
}

// kind holds the properties that two networks must share to be compared neuron by neuron.
type kind struct {
	architecture string // including its sizes
	features     int
	outputs      int
	visible      bool // each output is shown separately and numbered separately
	even         bool // sigma(s) = sigma(-s), so that u and -u are one neuron
}

func kindOf(t *workspace.State) kind {
	return kind{
		architecture: fmt.Sprint(t.Architecture()), features: t.Features(), outputs: t.Outputs(), visible: t.Visible(),
		even: t.Architecture().Kind == document.KindQuadratic || t.Activation().B == 0,
	}
}

// pair is a neuron of the previous solution, a neuron of the new one, and the angle between them.
type pair struct {
	before, now int
	angle       float64
}

// number numbers the neurons of a new solution. Two neurons of one sign, output and block count as the same neuron if they are close; pairs are
// matched by increasing angle. So a neuron that hardly moves keeps its number whatever the others do. A new neuron gets the least free number.
func (d *identity) number(k kind, neurons []neural.Neuron) {
	var pairs []pair
	if k == d.kind {
		pairs = d.pairs(neurons)
	}
	numbers, taken := make([]int, len(neurons)), make([]bool, len(d.neurons))
	used := map[[2]int]bool{} // keyed by the set of neurons shown together, and the number
	set := func(i int) int {
		if k.visible {
			return neurons[i].Output
		}
		return 0
	}
	for _, p := range pairs {
		if number := d.numbers[p.before]; numbers[p.now] == 0 && !taken[p.before] {
			numbers[p.now], taken[p.before], used[[2]int{set(p.now), number}] = number, true, true
		}
	}
	for i := range numbers {
		for number := 1; numbers[i] == 0; number++ {
			if place := [2]int{set(i), number}; !used[place] {
				numbers[i], used[place] = number, true
			}
		}
	}
	*d = identity{k, neurons, numbers}
}

// pairs returns the pairs that may be the same neuron, by increasing angle.
func (d *identity) pairs(neurons []neural.Neuron) (pairs []pair) {
	for i := range d.neurons {
		a := &d.neurons[i]
		for j := range neurons {
			b := &neurons[j]
			if a.Output != b.Output || a.Block != b.Block || (a.Alpha > 0) != (b.Alpha > 0) || len(a.U) != len(b.U) {
				continue
			}
			if angle := angleBetween(a.U, b.U, d.kind.even); angle < mostTurn {
				pairs = append(pairs, pair{i, j, angle})
			}
		}
	}
	slices.SortStableFunc(pairs, func(p, q pair) int { return cmp.Compare(p.angle, q.angle) })
	return pairs
}

// angleBetween returns the angle between two directions, or with even between the lines through them and the origin. It is as accurate for small
// angles as for large ones.
func angleBetween(u, v []float64, even bool) float64 {
	apart, sum := 0.0, 0.0
	for k := range u {
		apart, sum = math.Hypot(apart, u[k]-v[k]), math.Hypot(sum, u[k]+v[k])
	}
	if even && apart > sum {
		apart, sum = sum, apart
	}
	return 2 * math.Atan2(apart, sum)
}
