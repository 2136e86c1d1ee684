package stack

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// Identity numbers the neurons of each layer from 1, so that each keeps its number from one result to the next: while a point is
// dragged the picture of a neuron stays where it is. The zero value is ready for Number.
type Identity struct {
	network *Network
	numbers [][]int
}

// mostTurn is the angle from which a neuron counts as a new one.
const mostTurn = math.Pi / 2

// Number returns the number of each neuron of each layer of the network, and remembers both. From the lowest layer up it pairs neurons of
// one sign, output and block with those before, the nearest directions first. Directions are compared feature by feature, where features
// that are neurons correspond by their numbers. A new neuron takes the least free number of its layer.
func (d *Identity) Number(n *Network) [][]int {
	before := d.network
	if before != nil && (before.Architecture != n.Architecture || before.D != n.D || before.Outputs != n.Outputs ||
		before.even() != n.even()) {
		before = nil
	}
	numbers := make([][]int, len(n.Layers))
	for l := range n.Layers {
		var old []int
		var pairs []pair
		if before != nil && l < len(before.Layers) {
			old = d.numbers[l]
			pairs = matches(before, n, l, featuresOf(n, l, numbers), featuresOf(before, l, d.numbers))
		}
		numbers[l] = assign(pairs, old, len(n.Layers[l].Neurons))
	}
	d.Remember(n, numbers)
	return numbers
}

// Remember sets the network, with its numbers, with which the next one is compared.
func (d *Identity) Remember(n *Network, numbers [][]int) { d.network, d.numbers = n, numbers }

// Replace sets other neurons, in the same order, for the remembered network, which has one layer.
func (d *Identity) Replace(neurons []neural.Neuron) {
	if d.network != nil {
		other := *d.network
		other.Layers = []HiddenLayer{{Neurons: neurons}}
		d.network = &other
	}
}

// even reports whether u and -u are one neuron.
func (n *Network) even() bool { return n.Sigma.B == 0 || n.Architecture.Kind == lift.Quadratic }

// featuresOf returns where the features of layer l come from, with the numbers of neurons as their indices.
func featuresOf(n *Network, l int, numbers [][]int) []Source {
	list := n.Sources(l)
	for k, s := range list {
		if s.Layer >= 0 {
			list[k].Index = numbers[s.Layer][s.Index]
		}
	}
	return list
}

// pair is a neuron before and one now, and the angle between them.
type pair struct {
	before, now int
	angle       float64
}

// matches returns the pairs of neurons of layer l that may be the same, the nearest first.
func matches(before, now *Network, l int, named, namedBefore []Source) (pairs []pair) {
	index := map[Source]int{}
	for k, f := range namedBefore {
		index[f] = k
	}
	for i, a := range before.Layers[l].Neurons {
		for j, b := range now.Layers[l].Neurons {
			if a.Output != b.Output || a.Block != b.Block || (a.Alpha > 0) != (b.Alpha > 0) {
				continue
			}
			if angle := angleBetween(&a, &b, named, index, now.even()); angle < mostTurn {
				pairs = append(pairs, pair{i, j, angle})
			}
		}
	}
	slices.SortStableFunc(pairs, func(p, q pair) int { return cmp.Compare(p.angle, q.angle) })
	return pairs
}

// angleBetween returns the angle between two directions, or with even between the lines through them. A feature that only one of them has
// is zero in the other. The filters of a convolution, which are shorter than the sample, are compared entry by entry. Small angles are as
// accurate as large ones.
func angleBetween(a, b *neural.Neuron, named []Source, index map[Source]int, even bool) float64 {
	var apart, sum, matched float64
	count := 0
	for k, v := range b.U {
		at, ok := k, k < len(a.U)
		if len(b.U) == len(named) && len(a.U) == len(index) {
			at, ok = index[named[k]]
		}
		w := 0.0
		if ok {
			w = a.U[at]
			matched += w * w
			count++
		}
		apart += (v - w) * (v - w)
		sum += (v + w) * (v + w)
	}
	if count < len(a.U) {
		rest := math.Max(0, dense.Dot(a.U, a.U)-matched)
		apart, sum = apart+rest, sum+rest
	}
	if even && apart > sum {
		apart, sum = sum, apart
	}
	return 2 * math.Atan2(math.Sqrt(apart), math.Sqrt(sum))
}

// assign returns numbers for count neurons: those of the old neurons they are paired with, and otherwise free ones.
func assign(pairs []pair, old []int, count int) []int {
	numbers, taken, used := make([]int, count), map[int]bool{}, map[int]bool{}
	for _, p := range pairs {
		if numbers[p.now] == 0 && !taken[p.before] {
			numbers[p.now], taken[p.before], used[old[p.before]] = old[p.before], true, true
		}
	}
	free := 1
	for j := range numbers {
		for ; numbers[j] == 0; free++ {
			if !used[free] {
				numbers[j] = free
			}
		}
	}
	return numbers
}
