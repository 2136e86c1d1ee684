package solve

import (
	"context"
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/network/stack"
	"conelab/core/numeric/parallel"
)

// Layers is the newest network, and the work on the next. The zero value has none, and work to do.
type Layers struct {
	job     stack.Job
	task    *parallel.Task  // the run, or nil
	current bool            // found is of the present state
	late    bool            // the run is of a state before the present one
	of      workspace.State // that the run is of
	spent   []float64       // seconds of the layers of the run
	worked  float64         // seconds of the run before the present slice
	slice   func() float64  // seconds since the present slice began

	identity stack.Identity
	found    *stack.Result
	numbers  [][]int
	views    []*Layer
	raster   raster
	all      stack.Pass // of all points, those held out among them
}

// Layer is one layer as a problem of its own, with its solution.
type Layer struct {
	State    workspace.State
	Solution Solution
	// Train and Test say how well the network does that ends with the layer, on the points trained on and on those held out, if there are any.
	Train, Test *protocol.PageScore

	plane *workspace.Plane
}

// Plane returns the plane in which the layer's features are shown where there are more than can be drawn: that of two features, counted from 1, or
// for none that of the principal axes.
func (v *Layer) Plane(axes [2]int) *workspace.Plane {
	v.plane = v.State.Plane(axes, v.plane)
	return v.plane
}

// Clear forgets the network.
func (l *Layers) Clear() {
	l.drop()
	l.found, l.views, l.current = nil, nil, false
}

// drop ends the run, if there is one, and discards its unfinished work.
func (l *Layers) drop() {
	if l.task != nil {
		l.task.Drop()
		l.job.Discard()
	}
	l.task, l.late = nil, false
}

// Document returns the solution document of the present state, or nil while there is none.
func (l *Layers) Document(t *workspace.State) *document.Solution {
	if !l.current || l.found == nil || !l.Fits(t) {
		return nil
	}
	return convert.StackSolution(t.Problem(), l.found, l.Seconds())
}

// Outdate is called when the present state has changed; follows is whether within the same gesture.
func (l *Layers) Outdate(follows bool) {
	l.current = false
	if l.late = l.task != nil && follows; !l.late {
		l.drop()
	}
	for _, v := range l.views {
		v.Solution.Outdate()
	}
}

// Current reports whether what was found is of the present state.
func (l *Layers) Current() bool { return l.current }

// Running reports whether a run goes on, of the present state or of one before.
func (l *Layers) Running() bool { return l.task != nil }

// Busy reports whether there is something to train in the present state.
func (l *Layers) Busy(t *workspace.State) bool {
	return !l.current && t.Samples() > 0 && t.Layers() > 1
}

// Solving returns how far the present state is, or nil if it is finished.
func (l *Layers) Solving(t *workspace.State) *protocol.PageSolving {
	if !l.Busy(t) {
		return nil
	}
	f, spent, progress := ForecastOf(t), 0.0, 0.0 // of one layer; those above are about as large
	f.Seconds *= float64(t.Layers())
	if l.task != nil && !l.late {
		progress = l.job.Progress()
		for _, s := range l.spent {
			spent += s
		}
	}
	return solving(t, f, spent, progress)
}

// Stop ends the run of the present state with what is proved by then. It reports false where none has begun.
func (l *Layers) Stop() bool {
	if l.task == nil || l.late {
		return false
	}
	l.task.Drop()
	l.job.Stop()
	l.current, l.task = true, nil
	l.take(l.job.Result())
	l.job.Discard()
	return true
}

// Forget lets the neurons of the next network be numbered anew: it is of other data.
func (l *Layers) Forget() { l.identity = stack.Identity{} }

// Work goes on to train the present state until expired reports true (see parallel.Task), and reports whether there is a network that was not
// there before: that of the present state, if Current says so. The clock returns seconds since any moment.
func (l *Layers) Work(t *workspace.State, clock func() float64, expired func() bool) (found bool) {
	begin := clock()
	l.slice = func() float64 { return clock() - begin }
	if l.task == nil {
		l.start(t)
	}
	done := l.task.Work(expired)
	l.worked += l.slice()
	if !done {
		return false
	}
	l.current, l.task, l.late = !l.late, nil, false
	l.take(l.job.Result())
	return true
}

// start begins to train a state.
func (l *Layers) start(t *workspace.State) {
	l.of, l.spent, l.worked, l.late = *t, l.spent[:0], 0, false
	p := l.of.Stacked()
	p.Trace = false // the path of one layer would not be that of all
	l.task = parallel.NewTask(func(ctx context.Context) {
		p.Context = ctx
		l.timed(0, func() { l.job.Start(p) })
		for !l.job.Done() && parallel.Yield(ctx) {
			l.timed(l.job.Layers(), l.job.Step)
		}
	})
}

// timed adds the time that work takes, without the pauses of the task, to that of a layer.
func (l *Layers) timed(at int, work func()) {
	begin := l.worked + l.slice()
	work()
	for len(l.spent) <= at {
		l.spent = append(l.spent, 0)
	}
	l.spent[at] += l.worked + l.slice() - begin
}

// take makes a result the newest.
func (l *Layers) take(r *stack.Result) {
	l.found, l.views, l.numbers = r, nil, nil
	if len(r.Layers) == 0 {
		return
	}
	l.numbers = l.identity.Number(r.Network, false)
	l.all.Run(r.Network, l.of.X())
	for k := range r.Layers {
		l.views = append(l.views, l.viewOf(k, &l.all))
	}
	l.raster.begin(l)
}

// viewOf returns layer k; the pass has what the network computes at all points, those held out among them.
func (l *Layers) viewOf(k int, all *stack.Pass) *Layer {
	layer := &l.found.Layers[k]
	x, y := slices.Clone(all.Input(l.found.Network, k)), slices.Clone(l.of.Y())
	width, row := layer.Problem.D, 0
	for i := range l.of.Samples() { // the very numbers that were trained on
		if !l.of.IsHeld(i) {
			copy(x[i*width:(i+1)*width], layer.Problem.X[row*width:])
			row++
		}
	}
	if l.found.Network.Residual && k > 0 {
		for i := range y {
			y[i] -= all.Outputs[k-1][i]
		}
	}
	v := &Layer{State: l.of.Of(k, x, y, width, layer.Problem.Beta)}
	v.Solution.Put(&v.State, layer.Result, l.numbers[k], l.seconds(k), l.current)
	scorer := l.of.Scorer()
	v.Train = scorer.ScoreOf(layer.Fit, scorer.Problem.Y)
	if l.of.Holdouts() > 0 {
		v.Test = scorer.ScoreOf(l.held(all.Outputs[k]), scorer.Test.Y)
	}
	return v
}

// held returns the entries of the points that are held out of values that are ordered output by output.
func (l *Layers) held(values []float64) (part []float64) {
	n := l.of.Samples()
	for i, v := range values {
		if l.of.IsHeld(i % n) {
			part = append(part, v)
		}
	}
	return part
}

func (l *Layers) seconds(k int) float64 {
	if k < len(l.spent) {
		return l.spent[k]
	}
	return 0 // it was known already
}

// Seconds returns how long each layer took to find.
func (l *Layers) Seconds() (all []float64) {
	for k := range l.views {
		all = append(all, l.seconds(k))
	}
	return all
}

// Result returns the newest result, or nil.
func (l *Layers) Result() *stack.Result { return l.found }

// First returns the result of the first layer, and the numbers of its neurons.
func (l *Layers) First() (*certify.Result, []int) {
	if len(l.views) == 0 {
		return &certify.Result{Status: certify.Failed, Message: l.found.Message}, nil
	}
	return l.found.Layers[0].Result, l.numbers[0]
}

// Fits reports whether the newest network is one of several layers for data of the shape of a state.
func (l *Layers) Fits(t *workspace.State) bool {
	return t.Layers() > 1 && len(l.views) > 0 && l.found.Network.D == t.Features() && l.found.Network.Outputs == t.Outputs() && l.reads(t)
}

// reads reports whether the first layer reads the data as that of a state does.
func (l *Layers) reads(t *workspace.State) bool {
	architecture := t.Architecture()
	lifted, err := architecture.Lift(t.Features())
	return err == nil && l.found.Network.Architecture == lifted && t.Pictured()
}

// Count returns how many layers there are.
func (l *Layers) Count() int { return len(l.views) }

// View returns a layer, counted from 0.
func (l *Layers) View(k int) *Layer { return l.views[k] }

// Certified reports whether all layers are proved, each given those below.
func (l *Layers) Certified() bool { return l.current && l.found.Status == certify.Optimal }

// Classes returns how the labels name classes.
func (l *Layers) Classes() path.Classes { return l.of.Scorer().Classes }
