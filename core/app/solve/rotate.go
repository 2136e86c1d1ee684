package solve

import (
	"math"
	"strconv"

	"conelab/core/app/messages"
	"conelab/core/network/certify"
	"conelab/core/network/equivalent"
	"conelab/core/network/neural"
)

// rotatedDigits is the number of digits of a rotated network in links and files. Rounding changes the cost only to second order.
const rotatedDigits = 12

// rotatedGap is the most that the rounding of a rotated network may add to the relative gap of a solution that is itself above its
// tolerance.
const rotatedGap = 1e-9

// CanRotate reports for Z and Z' of an output whether they have enough networks for a neuron to be rotated: rank 3 or more.
func (l *Layer) CanRotate(output int) (can [2]bool) {
	if !l.State.Drawable() {
		return can
	}
	for k, dec := range l.Decompositions(output) {
		can[k] = len(dec.Vectors) >= 3
	}
	return can
}

// Rotate replaces the solution by another optimal network, in which the neuron, counted among those of the output, has the
// direction u or the nearest possible one. Its cost comes from its own forward pass. It returns false if nothing changes.
func (l *Layer) Rotate(output, neuron int, u []float64) (turned bool, err error) {
	t, all := l.State, l.indices(output)
	if !l.Matches() || !l.Current || !t.Drawable() || neuron < 0 || neuron >= len(all) {
		return false, messages.NoNeuronToRotate(neuron)
	}
	if len(u) < t.D {
		return false, messages.Refuse("A direction to turn to needs {} numbers.", t.D)
	}
	var group []neural.Neuron
	var places []int
	chosen := -1
	for k, i := range all {
		n := l.Found.Neurons[i]
		if (n.Alpha > 0) != (l.Found.Neurons[all[neuron]].Alpha > 0) {
			continue
		}
		if k == neuron {
			chosen = len(group)
		}
		group, places = append(group, n), append(places, i)
	}
	others, ok := equivalent.Rotate(group, chosen, u[:t.D])
	if !ok {
		return false, nil // the neuron stays where it is
	}
	neurons := append([]neural.Neuron(nil), l.Found.Neurons...)
	for k, i := range places {
		neurons[i] = others[k]
	}
	l.rotate(neurons)
	return true, nil
}

// rotate makes another optimal network the newest result.
func (l *Layer) rotate(neurons []neural.Neuron) {
	original := l.original
	if original == nil {
		original = l.Found
	}
	next := l.Found.Replace(l.scorer.Problem, neurons)
	l.replace(next, original)
	l.identity.Replace(neurons)
}

// Rotated reports whether the user has rotated the network.
func (l *Layer) Rotated() bool { return l.original != nil }

// RestoreOriginal returns to the network as the decomposition found it.
func (l *Layer) RestoreOriginal() {
	if l.original != nil {
		l.replace(l.original, nil)
		l.identity.Replace(l.Found.Neurons)
	}
}

// RotatedRows returns the rotated network with a row (alpha, u) for each neuron, or nil if no neuron has been rotated.
func (l *Layer) RotatedRows() (rows [][]float64) {
	if l.original == nil {
		return nil
	}
	for _, n := range l.Found.Neurons {
		row := append([]float64{n.Alpha}, n.U...)
		for k, v := range row {
			row[k], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', rotatedDigits, 64), 64)
		}
		rows = append(rows, row)
	}
	return rows
}

// RotateTo replaces the solution by a rotated network that was stored, if our own bound certifies that it is optimal. Otherwise it
// returns false.
func (l *Layer) RotateTo(rows [][]float64) bool {
	t := l.State
	if !l.Matches() || !t.Drawable() || len(rows) != len(l.Found.Neurons) {
		return false
	}
	network := make([]neural.Neuron, len(rows))
	for i, row := range rows {
		if len(row) != t.D+1 || (row[0] > 0) != (l.Found.Neurons[i].Alpha > 0) {
			return false
		}
		network[i] = neural.Neuron{Alpha: row[0], U: row[1:], Output: l.Found.Neurons[i].Output}
	}
	measured := certify.Compare(l.scorer.Problem, network, l.Found, certify.NewPointEvaluator(&l.scorer.Problem))
	if !measured.Measured || !(measured.Gap <= math.Max(measured.Tolerance, l.Found.Gap+rotatedGap)) {
		return false
	}
	l.rotate(measured.Neurons)
	return true
}
