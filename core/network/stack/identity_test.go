package stack

import (
	"math"
	"slices"
	"testing"

	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
)

// TestIdentity drags a point and checks that hardly any neuron changes its number where there are as many as before, that numbers
// are unique within a layer, and that they do not depend on the order of the neurons.
func TestIdentity(t *testing.T) {
	p := Problem{Problem: drawn(t, "moons", 100, 8), Options: Options{Layers: 3}}
	var job Job
	var identity, mixed Identity
	var before [][]int
	kept, all := 0, 0
	for range 30 {
		p.X = append([]float64(nil), p.X...)
		p.X[10] += 0.002
		r := job.Run(p)
		numbers := identity.Number(r.Network)
		shuffled := reversed(r.Network)
		for l, list := range mixed.Number(shuffled) {
			seen := map[int]bool{}
			for _, number := range list {
				seen[number] = true
			}
			if len(seen) != len(list) {
				t.Fatalf("layer %d: numbers %v are not unique", l+1, list)
			}
		}
		for l := range before {
			if len(before[l]) == len(numbers[l]) {
				for j, number := range numbers[l] {
					all++
					if before[l][j] == number {
						kept++
					}
				}
			}
		}
		before = numbers
	}
	if kept < all*19/20 {
		t.Errorf("%d of %d neurons kept their number", kept, all)
	}
}

// TestNumbersOfPlanted follows planted networks in which one neuron turns, one disappears and one appears, in any order of the
// list. The least free number is used.
func TestNumbersOfPlanted(t *testing.T) {
	at := func(degrees, alpha float64) neural.Neuron {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		return neural.Neuron{U: []float64{cos, sin}, Alpha: alpha}
	}
	of := func(a *lift.Polynomial, neurons ...neural.Neuron) *Network {
		return &Network{D: 2, Outputs: 1, Sigma: *a, Layers: []HiddenLayer{{Neurons: neurons}}}
	}
	relu, even := &lift.ReLU, &lift.Polynomial{A: 1}
	for name, c := range map[string]struct {
		before, now *Network
		want        []int
	}{
		"turned and swapped": {of(relu, at(0, 1), at(90, 1), at(200, -1)), of(relu, at(93, 2), at(4, 0.5), at(197, -1)), []int{2, 1, 3}},
		"one has gone":       {of(relu, at(0, 1), at(90, 1), at(200, -1)), of(relu, at(1, 1), at(199, -1)), []int{1, 3}},
		"one has come":       {of(relu, at(0, 1), at(90, 1)), of(relu, at(180, 1), at(1, 1), at(91, 1)), []int{3, 1, 2}},
		"another sign":       {of(relu, at(0, 1), at(90, 1)), of(relu, at(90, 1), at(0, -1)), []int{2, 1}},
		"u and -u are two":   {of(relu, at(0, 1), at(180, 1)), of(relu, at(181, 1), at(1, 1)), []int{2, 1}},
		"u and -u are one":   {of(even, at(0, 1), at(90, 1)), of(even, at(271, 1), at(179, 1)), []int{2, 1}},
		"another activation": {of(relu, at(0, 1), at(90, 1)), of(even, at(91, 1), at(1, 1)), []int{1, 2}},
		"hardly turned":      {of(relu, at(0, 1), at(1e-10, 1)), of(relu, at(1e-10, 1), at(0, 1)), []int{2, 1}},
	} {
		var d Identity
		for i, number := range d.Number(c.before)[0] {
			if number != i+1 {
				t.Errorf("%s: neuron %d begins with %d", name, i, number)
			}
		}
		if got := d.Number(c.now)[0]; !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// reversed returns the same network with the neurons of the first layer, and what reads them, in the reverse order.
func reversed(n *Network) *Network {
	m := *n
	m.Layers = append([]HiddenLayer(nil), n.Layers...)
	first := len(n.Layers[0].Neurons)
	m.Layers[0].Neurons = make([]neural.Neuron, first)
	for j, neuron := range n.Layers[0].Neurons {
		m.Layers[0].Neurons[first-1-j] = neuron
	}
	m.Layers[1].Neurons = append([]neural.Neuron(nil), n.Layers[1].Neurons...)
	for i := range m.Layers[1].Neurons {
		u := append([]float64(nil), m.Layers[1].Neurons[i].U...)
		for j := range first {
			u[j] = m.Layers[1].Neurons[i].U[first-1-j]
		}
		m.Layers[1].Neurons[i].U = u
	}
	return &m
}
