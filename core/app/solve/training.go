package solve

import (
	"context"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/network/stack"
	"conelab/core/numeric/parallel"
)

// Training trains the present state of a workspace, whether it has one layer or several, and holds the newest network, which
// stays until the next one is found.
type Training struct {
	work *workspace.Workspace
	// present is the present state with the newest solution of a single layer, or of the first of several. It is current once that state
	// is trained, or if there are no points.
	present Layer
	layers  layers // the newest network of several layers, if there is one
	solves  int
	solved  uint32 // revision of the state that the newest network belongs to

	limited bool             // problems beyond the limits of a page are refused
	single  kind.Trainer     // trains one layer; nil before the first run
	trains  *workspace.State // what it has trained last
	stacked stack.Job        // trains several

	// The following fields belong to the run.
	task     *parallel.Task   // nil while nothing is being trained
	state    *workspace.State // what is being trained
	revision uint32           // of that state
	refused  *certify.Result  // of a problem beyond the limits
	forecast forecast
}

// NewTraining returns the training of the states of a workspace, with no network yet.
func NewTraining(work *workspace.Workspace) *Training {
	return &Training{work: work, present: Layer{State: work.Now().WithBiasColumn()}}
}

// Limit makes problems that exceed what a page can solve fail with a message.
func (r *Training) Limit() { r.limited = true }

// LongestPause predicts the longest time in seconds for which training the present state, or measuring its network, cannot be interrupted.
func (r *Training) LongestPause() float64 {
	t := r.work.Now()
	architecture := t.Architecture()
	return stepOf(architecture.Shape(t.Inputs()), t.Samples())
}

// Invalidate tells the training that the present state has changed. During a gesture a long run is still finished, so that the pictures
// show a recent network, marked stale.
func (r *Training) Invalidate() {
	r.present.State, r.present.current = r.work.Now().WithBiasColumn(), false
	for _, v := range r.layers.views {
		v.current = false
	}
	if long := r.task != nil && (r.state.Layers() > 1 || r.state.Kind().CertifiesProgress); !(long && r.work.Open()) {
		r.cancel()
	}
}

// cancel ends the run, if there is one.
func (r *Training) cancel() {
	if r.task != nil {
		r.task.Drop()
		r.task = nil
	}
}

// isStale reports whether the run belongs to an earlier state of the same gesture.
func (r *Training) isStale() bool { return r.state != r.work.Now() }

// ResetNumbers makes the next network number its neurons from scratch, because the data are new.
func (r *Training) ResetNumbers() {
	r.present.identity, r.layers.identity = stack.Identity{}, stack.Identity{}
	r.single = nil // nothing is being trained
}

// Busy reports whether the present state is still to be trained.
func (r *Training) Busy() bool { return !r.present.current }

// Revision returns the revision of the state that the newest network belongs to.
func (r *Training) Revision() uint32 { return r.solved }

// Work continues training the present state until expired reports true (see parallel.Task). It reports whether there is another
// network: that of the present state, unless Busy says that this is still to be trained. The clock returns seconds from an arbitrary
// origin.
func (r *Training) Work(clock func() float64, expired func() bool) (found bool) {
	if r.work.Now().Empty() { // there is nothing to train
		r.cancel()
		r.layers.clear()
		r.present.accept(nil)
		r.solved = r.work.Revision()
		return true
	}
	if r.task == nil {
		r.start()
	}
	done := r.task.Work(clock, expired)
	if done {
		r.acceptRun()
	}
	return done
}

// start starts to train the present state. A single layer starts from the optimum before.
func (r *Training) start() {
	t := r.work.Now()
	p := t.TrainingProblem()
	r.state, r.revision, r.forecast, r.refused = t, r.work.Revision(), forecastOf(&p), nil
	if t.Layers() > 1 {
		r.task = parallel.NewTask(func(ctx context.Context) {
			p := t.StackProblem()
			p.Context, p.Clock = ctx, r.task.Seconds
			r.stacked.Solve(p)
		})
		return
	}
	if r.single == nil || r.trains.Kind() != t.Kind() {
		r.single = t.Kind().NewTrainer()
	}
	r.trains = t
	r.task = parallel.NewTask(func(ctx context.Context) {
		if err := r.forecast.admit(t); r.limited && err != nil {
			r.refused = certify.Refused(err.Error())
			return
		}
		p.Context = ctx
		r.single.Follow(p)
	})
}

// acceptRun makes the network of the run the newest one.
func (r *Training) acceptRun() {
	seconds := r.task.Seconds()
	r.task = nil
	switch {
	case r.state.Layers() > 1:
		r.acceptStack(r.stacked.Result())
	case r.refused != nil:
		r.acceptLayer(r.refused, seconds)
	default:
		r.acceptLayer(r.single.Result(), seconds)
	}
	if r.isStale() {
		r.present.State = r.work.Now().WithBiasColumn()
	}
}

// acceptLayer makes the network of a single layer the newest one. If the state has changed since, it is shown as the network of an
// earlier state.
func (r *Training) acceptLayer(found *certify.Result, seconds float64) {
	r.layers.clear()
	l := &r.present
	l.State = r.state.WithBiasColumn()
	l.accept(found)
	l.current = !r.isStale()
	l.numbers = l.identity.Number(l.network())[0]
	l.seconds = seconds
	r.count()
}

// acceptStack makes the network of several layers the newest one. If their number was chosen automatically, it becomes part of the
// state; if it is one, that layer is still to be trained by itself.
func (r *Training) acceptStack(found *stack.Result) {
	current := !r.isStale()
	r.layers.take(r.state, found, current)
	if current && r.state.Automatic() {
		layers := len(r.layers.views)
		r.work.SetLayerCount(layers)
		if layers < 2 {
			return
		}
		r.state = r.work.Now()
	}
	if current {
		r.present.State = r.state.WithBiasColumn()
		first, numbers := r.layers.first()
		r.present.put(first, numbers, 0, true)
	}
	r.count()
}

// count counts a network that has become the newest one.
func (r *Training) count() {
	r.solves++
	if r.isStale() {
		r.solved = r.revision
	} else {
		r.solved = r.work.Revision()
	}
}

// Stop ends the work on the present state with the best network so far and its proof. It returns false if no work is in progress.
func (r *Training) Stop() bool {
	if r.task == nil || r.isStale() {
		return false
	}
	r.task.Drop()
	r.acceptRun()
	return true
}

// Solving returns the progress of the training of the present state, or nil if it is finished.
func (r *Training) Solving() *protocol.PageSolving {
	if !r.Busy() {
		return nil
	}
	t, f, solving := r.work.Now(), r.forecast, &protocol.PageSolving{}
	if r.task == nil || r.isStale() { // nothing has started
		p := t.TrainingProblem()
		f = forecastOf(&p)
	} else {
		at := parallel.Progress{}
		if r.state.Layers() > 1 {
			at = r.stacked.Progress()
		} else {
			at = r.single.Progress()
		}
		solving.Spent, solving.Progress = r.task.Seconds(), protocol.Finite(at.Share)
		if r.state.Layers() == 1 && r.state.Kind().CertifiesProgress && at.Gap < 1 {
			solving.Gap = protocol.Finite(at.Gap)
		}
	}
	f.seconds *= float64(t.Layers()) // the forecast is of one layer; those above are about as large
	solving.Seconds, solving.Bytes = protocol.Finite(f.seconds), protocol.Finite(f.bytes)
	solving.Sentence = messages.Solving(t.TrainedOn(), t.Features(), f.seconds)
	return solving
}

// Layered reports whether the newest network has several layers and suits the data of the present state. While a state is being
// trained, it need not be that state's network.
func (r *Training) Layered() bool { return r.layers.suits(r.work.Now()) }

// Count returns the number of layers of the newest network.
func (r *Training) Count() int {
	if !r.Layered() {
		return 1
	}
	return len(r.layers.views)
}

// Chosen returns the index of the layer that the user has chosen to see.
func (r *Training) Chosen() int { return r.work.View.LayerOf(r.Count()) }

// Layer returns a layer of the newest network, counted from 0. A single layer is the present state with its newest solution.
func (r *Training) Layer(k int) *Layer {
	if !r.Layered() {
		return &r.present
	}
	return r.layers.views[k]
}

// Present returns the present state with the newest solution of a single layer, or of the first of several.
func (r *Training) Present() *Layer { return &r.present }

// Solved reports whether the present state has been trained and has a network.
func (r *Training) Solved() bool {
	return !r.Busy() && r.present.found != nil && r.Layered() == (r.work.Now().Layers() > 1)
}

// Certified reports whether the network of the present state is proved; with several layers, each given those below.
func (r *Training) Certified() bool {
	status := certify.Failed
	if r.Layered() {
		status = r.layers.found.Status
	} else if found := r.present.found; found != nil {
		status = found.Status
	}
	return !r.Busy() && status == certify.Optimal
}

// Document returns the solution document of the present state, or nil while there is none.
func (r *Training) Document() *document.Solution {
	switch {
	case !r.Solved():
		return nil
	case r.Layered():
		return convert.StackSolution(r.work.Now().Problem(), r.layers.found)
	}
	if s := r.work.Now().Summed(); s != nil {
		return s.Solution(r.present.found, r.present.seconds)
	}
	return convert.Solution(r.work.Now().Problem(), r.present.found, r.present.seconds)
}

// Predict returns the outputs of the newest network for all points of the present state, output by output.
func (r *Training) Predict() []float64 {
	t := r.work.Now()
	if r.Layered() {
		var pass stack.Pass
		pass.Run(r.layers.found.Network, t.RowsWithBias(t.X()))
		return pass.Outputs[len(pass.Outputs)-1]
	}
	p := r.present.Problem()
	neurons, _ := r.present.All()
	return kind.Of(&p).Predict(&p, neurons, t.X())
}

// Page describes the newest network for the page. With several layers it has the solution of the chosen one and the time of all.
func (r *Training) Page() protocol.PageSolution {
	p := r.Layer(r.Chosen()).page()
	p.Solving, p.Solves = r.Solving(), r.solves
	if r.Layered() {
		p.Seconds = 0
		found := r.layers.found
		for i := range found.Layers {
			p.Seconds += found.Layers[i].Seconds
		}
		if found.Status != certify.Optimal {
			p.Status, p.Message = string(found.Status), found.Message
		}
	}
	if p.Solving != nil {
		p.Status, p.Message = "solving", ""
	}
	return p
}
