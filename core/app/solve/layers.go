package solve

import (
	"math"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/stack"
)

// layers is the newest network of several layers, with its pictures. The zero value has none.
type layers struct {
	state    *workspace.State // the state that the network belongs to
	found    *stack.Result
	views    []*Layer
	numbers  [][]int
	identity stack.Identity
	raster   raster
	all      stack.Pass // of all points, including those held out
}

// clear forgets the network.
func (l *layers) clear() { l.found, l.views = nil, nil }

// take makes the result of a state the newest one, to be shown in the plane of two features. current is set if it is the present state.
func (l *layers) take(state *workspace.State, found *stack.Result, current bool, features [2]int) {
	l.state, l.found, l.views, l.numbers = state, found, nil, nil
	if len(found.Layers) == 0 {
		return
	}
	l.numbers = l.identity.Number(found.Network)
	l.all.Run(found.Network, state.RowsWithBias(state.X))
	for k := range found.Layers {
		l.views = append(l.views, l.viewOf(k, current))
	}
	l.raster.begin(l, features)
}

// viewOf returns layer k.
func (l *layers) viewOf(k int, current bool) *Layer {
	layer := &l.found.Layers[k]
	x, y := slices.Clone(l.all.Input(l.found.Network, k)), slices.Clone(l.state.Y)
	width, row := layer.Problem.D, 0
	for i := range l.state.Samples() { // exactly the numbers that were trained on
		if !l.state.IsHeld(i) {
			copy(x[i*width:(i+1)*width], layer.Problem.X[row*width:])
			row++
		}
	}
	state := l.state.ForLayer(k, x, y, width, layer.Problem.Beta)
	v := &Layer{State: &state}
	v.accept(layer.Result, l.numbers[k], layer.Seconds, current)
	scorer := l.state.Scorer()
	v.Encoding, v.train = scorer.Classes, scorer.ScoreOf(layer.Result.Fit, scorer.Problem.Y)
	if l.state.Holdouts() > 0 {
		var outputs []float64 // at the points that are held out
		for i, v := range l.all.Outputs[k] {
			if l.state.IsHeld(i % l.state.Samples()) {
				outputs = append(outputs, v)
			}
		}
		v.test = scorer.ScoreOf(outputs, scorer.Test.Y)
	}
	return v
}

// first returns the result of the first layer, and the numbers of its neurons.
func (l *layers) first() (*certify.Result, []int) {
	if len(l.views) == 0 {
		return &certify.Result{Status: certify.Failed, Message: l.found.Message}, nil
	}
	return l.found.Layers[0].Result, l.numbers[0]
}

const (
	// coarse and fine are the numbers of cells along the shorter side of the data while they change, and afterwards.
	coarse, fine = 48, 200
	// chunk is the number of places that are evaluated between two readings of the clock.
	chunk = 256
	// mapSide is the side of a neuron's map in cells.
	mapSide = 20
	// spread is the number of standard deviations from its mean over the points at which the map of a neuron ends.
	spread = 2.5
)

// raster holds the outputs of a network of several layers, and of its neurons, at the places that the pictures show.
type raster struct {
	asked      intent.SetExtent // what the picture of the data shows
	features   [2]int           // of the plane in which more than three are shown
	frame      *workspace.Frame // of the picture of the data
	field      protocol.Field
	next       protocol.Field // the finer field, while it is being evaluated
	done       int            // number of its places that have been evaluated
	pending    bool           // the finer field is still to be evaluated
	maps       protocol.Layers
	placesPass stack.Pass // of places
	points     stack.Pass // of points
	x          []float64
}

// Extend sets the part of the plane that the picture of the data shows, over which several layers are evaluated.
func (t *Training) Extend(in *intent.SetExtent) {
	const widest = workspace.Widest
	extent := intent.SetExtent{Wide: math.Min(widest, math.Max(1, in.Wide)), High: math.Min(widest, math.Max(1, in.High))}
	if extent == t.layers.raster.asked {
		return
	}
	t.layers.raster.asked = extent
	if len(t.layers.views) > 0 {
		t.layers.raster.begin(&t.layers, t.layers.raster.features)
	}
}

// ShowPlane evaluates several layers of more than three features over the plane that the user has chosen, if it is another one.
func (t *Training) ShowPlane() {
	r, features := &t.layers.raster, t.work.View.Axes
	if t.Layered() && r.frame.Plane && features != r.features {
		r.begin(&t.layers, features)
	}
}

// begin evaluates the maps and the coarse field of a network, in the plane of two features; the finer field follows.
func (r *raster) begin(l *layers, features [2]int) {
	if r.asked == (intent.SetExtent{}) {
		r.asked = intent.SetExtent{Wide: 1, High: 1}
	}
	r.features, r.frame = features, l.state.Frame(features, r.frame)
	r.evaluateMaps(l)
	r.field, r.next, r.done = r.fieldOf(l, coarse), protocol.Field{}, 0
	r.fill(l, &r.field, 0, r.field.Places())
	r.pending = l.state.D != 3 // with three, only a small map is drawn
}

// CanRefine reports whether the output of several layers can still be evaluated on a finer grid, which is background work.
func (t *Training) CanRefine() bool { return t.layers.raster.pending && !t.Busy() && t.Layered() }

// Refine evaluates several layers on a finer grid until expired reports true.
func (t *Training) Refine(expired func() bool) {
	l, f := &t.layers, &t.layers.raster
	if f.next.Columns == 0 {
		f.next = f.fieldOf(l, fine)
	}
	for places := f.next.Places(); f.done < places; f.done += chunk {
		if expired() {
			return
		}
		f.fill(l, &f.next, f.done, min(f.done+chunk, places))
	}
	f.field, f.next, f.pending = f.next, protocol.Field{}, false
}

// fieldOf returns a field over the window of the data with the given number of cells along the shorter side, without its values.
func (r *raster) fieldOf(l *layers, cells int) (f protocol.Field) {
	t, w := l.state, r.frame.Window
	step := 2 * w.Half / float64(cells)
	f = protocol.Field{Serial: r.field.Serial + 1, Step: step, Outputs: t.Outputs}
	f.Columns = 2*int(math.Ceil(r.asked.Wide*float64(cells)/2)) + 1
	f.Left = w.Center[0] - step*float64(f.Columns-1)/2
	f.Rows = 1
	if t.D != 1 {
		f.Rows = 2*int(math.Ceil(r.asked.High*float64(cells)/2)) + 1
		f.Low = w.Center[1] - step*float64(f.Rows-1)/2
	}
	f.Make()
	return f
}

// run evaluates the network at some places of a field, counted row by row from below.
func (r *raster) run(l *layers, f *protocol.Field, from, to int) {
	r.x = r.x[:0]
	for i := from; i < to; i++ {
		at := protocol.Vec{f.Left + f.Step*float64(i%f.Columns), f.Low + f.Step*float64(i/f.Columns), r.frame.Window.Center[2]}
		r.x = r.frame.Append(r.x, at)
	}
	r.placesPass.Run(l.found.Network, r.x)
}

// FieldSerial returns protocol.Field.Serial of the output of several layers, as far as it has been evaluated.
func (t *Training) FieldSerial() uint32 { return t.layers.raster.field.Serial }

// fill sets the values of a field at some places, a few at once: the outputs of all layers at all places would take a hundred
// times the memory of the field.
func (r *raster) fill(l *layers, f *protocol.Field, from, end int) {
	for ; from < end; from += chunk {
		to := min(from+chunk, end)
		r.run(l, f, from, to)
		outputs := r.placesPass.Outputs[len(l.views)-1]
		for o := range f.Outputs {
			for i := from; i < to; i++ {
				f.Row(o, i/f.Columns)[i%f.Columns] = float32(outputs[o*(to-from)+i-from])
			}
		}
	}
}

// evaluateMaps evaluates the maps of all neurons over the window, in cells whose centres are the places of a field.
func (r *raster) evaluateMaps(l *layers) {
	n, w := l.found.Network, r.frame.Window
	cell := 2 * w.Half / mapSide
	grid := protocol.Field{Left: w.Center[0] - w.Half + cell/2, Low: w.Center[1] - w.Half + cell/2, Step: cell, Columns: mapSide,
		Rows: mapSide}
	if l.state.D == 1 {
		grid.Rows = 1
	}
	r.run(l, &grid, 0, grid.Places())
	r.maps = protocol.Layers{Side: grid.Columns, Rows: grid.Rows, Features: l.state.D}
	problem := &l.found.Layers[0].Problem
	r.points.Run(n, problem.X)
	inputs := min(l.state.D, maxInputs)
	if n.Convolved() { // one sample is drawn, and the user chooses which
		in := n.Architecture.Input
		r.maps.Sample, inputs = [2]int{in[1] * in[2], in[0]}, 0 // the channels of an image are side by side
	}
	for k := range inputs {
		r.maps.Inputs = append(r.maps.Inputs, mapOf(column(r.x, n.D, k), column(problem.X, n.D, k)))
	}
	for k := range l.views {
		r.maps.Columns = append(r.maps.Columns, r.columnOf(l, k))
	}
	if l.state.D == 3 {
		r.points.Run(n, l.state.RowsWithBias(l.state.X))
		for _, v := range r.points.Outputs[len(l.views)-1] {
			r.maps.Points = append(r.maps.Points, float32(v))
		}
	}
}

// maxInputs is the largest number of features with a map of their own.
const maxInputs = 6

// column returns entry k of each row of d numbers.
func column(x []float64, d, k int) (v []float64) {
	for i := k; i < len(x); i += d {
		v = append(v, x[i])
	}
	return v
}

// columnOf returns what is drawn of layer k.
func (r *raster) columnOf(l *layers, k int) (c protocol.LayerColumn) {
	layer := &l.found.Layers[k]
	score, _ := l.views[k].Scores()
	c.Certified, c.Gap = l.views[k].Certified(), protocol.Finite(layer.Result.Gap)
	c.Right, c.Total = -1, score.Points
	switch {
	case score.Accuracy != nil:
		c.Right = score.Right()
	case score.R2 != nil:
		c.R2 = *score.R2
	}
	filters := k == 0 && l.found.Network.Convolved()
	if filters {
		height, width, _ := l.found.Network.Architecture.Sides()
		c.Filter = [2]int{width * l.found.Network.Architecture.Input[2], height}
	} else {
		for _, s := range l.found.Network.Sources(k) {
			c.Sources = append(c.Sources, protocol.NeuronRef(s))
		}
	}
	places, points := r.placesPass.Points, r.points.Points
	for j := range layer.Result.Neurons {
		neuron := &layer.Result.Neurons[j]
		u := protocol.LayerNeuron{Number: l.numbers[k][j], Alpha: neuron.Alpha, Output: neuron.Output}
		if filters {
			u.Map = pictureOf(neuron.U, c.Filter, l.found.Network.Architecture.Input[2])
			c.Units = append(c.Units, u)
			continue
		}
		for _, v := range neuron.U {
			u.Weights = append(u.Weights, float32(v))
		}
		u.Map = mapOf(r.placesPass.Neurons[k][j*places:(j+1)*places], r.points.Neurons[k][j*points:(j+1)*points])
		c.Units = append(c.Units, u)
	}
	return c
}

// mapOf returns values as bytes, 128 for their mean at the points and 1 or 255 for some standard deviations away.
func mapOf(values, points []float64) []byte {
	mean, variance := 0.0, 0.0
	for _, v := range points {
		mean += v / float64(len(points))
	}
	for _, v := range points {
		variance += (v - mean) * (v - mean) / float64(len(points))
	}
	scale := spread * math.Sqrt(variance)
	if !(scale > 1e-12*math.Abs(mean)) {
		scale = math.Inf(1)
	}
	out := make([]byte, len(values))
	for i, v := range values {
		out[i] = toByte((v - mean) / scale)
	}
	return out
}

// toByte returns a value as a byte: 128 for 0 or NaN, 1 or 255 for -1 or 1 and beyond.
func toByte(v float64) byte {
	if v != v {
		v = 0
	}
	return byte(128 + math.Round(127*math.Max(-1, math.Min(1, v))))
}

// pictureOf returns a sample or a filter with the given columns and rows, in which the channels are side by side, as bytes: row by row
// from the top, with 128 for zero and 1 or 255 for the largest absolute entry.
func pictureOf(values []float64, sides [2]int, channels int) []byte {
	largest := 0.0
	for _, v := range values {
		largest = math.Max(largest, math.Abs(v))
	}
	out, width := make([]byte, len(values)), sides[0]/channels
	for i, v := range values {
		pixel, channel := i/channels, i%channels
		out[pixel/width*sides[0]+channel*width+pixel%width] = toByte(v / largest)
	}
	return out
}

// LayersPicture returns what is drawn of all layers. For a convolution it has the sample pointed at, or the first one. It shares its slices
// with the training until the next network.
func (t *Training) LayersPicture() protocol.Layers {
	l := &t.layers
	picture := l.raster.maps
	picture.Field, picture.Chosen, picture.Compares = l.raster.field, t.Chosen(), t.work.Compares()
	if picture.Sample != [2]int{} {
		picture.Pictured = max(0, min(t.work.Point, l.state.Samples()-1))
		sample := pictureOf(l.state.Point(picture.Pictured), picture.Sample, l.found.Network.Architecture.Input[2])
		picture.Inputs = [][]byte{sample}
	}
	return picture
}
