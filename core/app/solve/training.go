package solve

import (
	"context"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
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
	solves  int    // protocol.PageSolution.Solves
	trained uint32 // Workspace.Revision of the newest network's state: protocol.Revision.Solved

	single  map[*kind.Kind]kind.Trainer // train one layer
	stacked stack.Job                   // trains several

	// The following fields belong to the run.
	task     *parallel.Task   // nil while nothing is being trained
	state    *workspace.State // what is being trained
	revision uint32           // Workspace.Revision of that state
	forecast forecast
}

// NewTraining returns the training of the states of a workspace, with no network yet.
func NewTraining(work *workspace.Workspace) *Training {
	return &Training{work: work, present: Layer{State: work.Now().WithBiasColumn()}, single: map[*kind.Kind]kind.Trainer{}}
}

// LongestStep predicts the longest time in seconds for which training the present state, or measuring its network, or writing the
// matrices of its solution, cannot be interrupted.
func (t *Training) LongestStep() float64 {
	now := t.work.Now()
	architecture := now.Architecture
	shape := architecture.Shape(now.Inputs())
	order, matrices := float64(shape.Dimension+1), writtenMatrices*max(1, now.Outputs)*shape.Blocks
	return max(stepOf(shape, now.Samples()), writingSeconds*float64(matrices)*order*order)
}

// Invalidate tells the training that the present state has changed. During a gesture a long run is still finished, so that the pictures
// show a recent network, marked stale.
func (t *Training) Invalidate() {
	t.present.State, t.present.Current = t.work.Now().WithBiasColumn(), false
	for _, v := range t.layers.views {
		v.Current = false
	}
	if long := t.task != nil && (t.state.Layers() > 1 || t.state.Kind().CertifiesProgress); !(long && t.work.StepOpen()) {
		t.cancel()
	}
}

// cancel ends the run, if there is one.
func (t *Training) cancel() {
	if t.task != nil {
		t.task.Drop()
		t.task = nil
	}
}

// isStale reports whether the run belongs to an earlier state of the same gesture.
func (t *Training) isStale() bool { return t.state != t.work.Now() }

// StartFromScratch forgets the trainers of a single layer and the numbers of the neurons, because the data are new.
func (t *Training) StartFromScratch() {
	t.present.identity, t.layers.identity = stack.Identity{}, stack.Identity{}
	clear(t.single) // nothing is being trained
}

// Busy reports whether the present state is still to be trained.
func (t *Training) Busy() bool { return !t.present.Current }

// TrainedRevision returns Workspace.Revision of the state that the newest network belongs to.
func (t *Training) TrainedRevision() uint32 { return t.trained }

// Work continues training the present state until expired reports true (see parallel.Task). It reports whether there is another
// network: that of the present state, unless Busy says that this is still to be trained. A number of layers that is found automatically
// becomes that of the present state. The clock returns seconds from an arbitrary origin.
func (t *Training) Work(clock func() float64, expired func() bool) (found bool) {
	if t.work.Now().Empty() { // there is nothing to train
		t.cancel()
		t.layers.clear()
		t.present.accept(nil, nil, 0, true)
		t.trained = t.work.Revision
		return true
	}
	if t.task == nil {
		if err := t.start(); err != nil {
			t.acceptLayer(certify.Refused(err.Error()), 0)
			return true
		}
	}
	done := t.task.Work(clock, expired)
	if done {
		t.acceptRun()
	}
	return done
}

// start starts to train the present state, unless the workspace does not admit a single layer of it. It starts from the optimum before.
func (t *Training) start() error {
	now := t.work.Now()
	p := now.TrainingProblem()
	t.state, t.revision, t.forecast = now, t.work.Revision, forecastOf(&p)
	if now.Layers() > 1 {
		t.task = parallel.NewTask(func(ctx context.Context) {
			p := now.StackProblem()
			p.Context, p.Clock = ctx, t.task.Seconds
			t.stacked.Solve(p)
		})
		return nil
	}
	if t.work.Admit != nil {
		if err := t.work.Admit(now); err != nil {
			return err
		}
	}
	if t.single[now.Kind()] == nil {
		t.single[now.Kind()] = now.Kind().NewTrainer()
	}
	t.task = parallel.NewTask(func(ctx context.Context) {
		p.Context = ctx
		t.single[now.Kind()].Follow(p)
	})
	return nil
}

// acceptRun makes the network of the run the newest one.
func (t *Training) acceptRun() {
	seconds := t.task.Seconds()
	t.task = nil
	if t.state.Layers() > 1 {
		t.acceptStack(t.stacked.Result())
	} else {
		t.acceptLayer(t.single[t.state.Kind()].Result(), seconds)
	}
	if t.isStale() {
		t.present.State = t.work.Now().WithBiasColumn()
	}
}

// acceptLayer makes the network of a single layer the newest one. If the state has changed since, it is shown as the network of an
// earlier state.
func (t *Training) acceptLayer(found *certify.Result, seconds float64) {
	t.layers.clear()
	t.present.State = t.state.WithBiasColumn()
	t.present.accept(found, nil, seconds, !t.isStale())
	t.solves, t.trained = t.solves+1, t.revision
}

// acceptStack makes the network of several layers the newest one: of the present state, which gets their number if that was to be chosen
// automatically, or of an earlier state of the gesture. A single layer is still to be trained by itself.
func (t *Training) acceptStack(found *stack.Result) {
	current := !t.isStale()
	t.layers.take(t.state, found, current, t.work.View.Axes)
	if current && t.state.Automatic() {
		t.work.SetLayerCount(max(1, len(t.layers.views)))
		t.state, t.revision = t.work.Now(), t.work.Revision
	}
	if current {
		t.present.State = t.state.WithBiasColumn()
		if t.state.Layers() == 1 {
			return
		}
		first, numbers := t.layers.first()
		t.present.accept(first, numbers, 0, true)
	}
	t.solves, t.trained = t.solves+1, t.revision
}

// Stop ends the work on the present state with the best network so far and its proof. It returns false if no work is in progress.
func (t *Training) Stop() bool {
	if t.task == nil || t.isStale() {
		return false
	}
	t.task.Drop()
	t.acceptRun()
	return true
}

// Solving returns the progress of the training of the present state, or nil if it is finished.
func (t *Training) Solving() *protocol.PageSolving {
	if !t.Busy() {
		return nil
	}
	now, f, solving := t.work.Now(), t.forecast, &protocol.PageSolving{}
	if t.task == nil || t.isStale() { // nothing has started
		p := now.TrainingProblem()
		f = forecastOf(&p)
	} else {
		at := parallel.Progress{}
		if t.state.Layers() > 1 {
			at = t.stacked.Progress()
		} else {
			at = t.single[now.Kind()].Progress()
		}
		solving.Spent, solving.Progress = t.task.Seconds(), protocol.Finite(at.Share)
		if t.state.Layers() == 1 && t.state.Kind().CertifiesProgress && at.Gap < 1 {
			solving.Gap = protocol.Finite(at.Gap)
		}
	}
	f.seconds *= float64(now.Layers()) // the forecast is of one layer; those above are about as large
	solving.Seconds, solving.Bytes = protocol.Finite(f.seconds), protocol.Finite(f.bytes)
	solving.Sentence = solvingSentence(now.TrainedOn(), now.D, f.seconds)
	return solving
}

// Layered reports whether the newest network has several layers, and the first reads data as the present state has them. While a state is
// being trained, it need not be that state's network.
func (t *Training) Layered() bool {
	now := t.work.Now()
	if now.Layers() == 1 || len(t.layers.views) == 0 {
		return false
	}
	n := t.layers.found.Network
	return n.D == now.Inputs() && n.Outputs == now.Outputs && n.Architecture == now.Architecture
}

// Count returns the number of layers of the newest network.
func (t *Training) Count() int {
	if !t.Layered() {
		return 1
	}
	return len(t.layers.views)
}

// Chosen returns the index of the layer that the user has chosen to see.
func (t *Training) Chosen() int {
	count, chosen := t.Count(), t.work.View.Layer
	if chosen == 0 { // the last
		chosen = count
	}
	return min(chosen, count) - 1
}

// ChosenLayer returns the present state with its solution, or the chosen layer of several.
func (t *Training) ChosenLayer() *Layer { return t.Layer(t.Chosen()) }

// Layer returns a layer of the newest network, counted from 0. A single layer is the present state with its newest solution.
func (t *Training) Layer(k int) *Layer {
	if !t.Layered() {
		return &t.present
	}
	return t.layers.views[k]
}

// Present returns the present state with the newest solution of a single layer, or of the first of several.
func (t *Training) Present() *Layer { return &t.present }

// Solved reports whether the present state has been trained and has a network.
func (t *Training) Solved() bool {
	return !t.Busy() && t.present.Found != nil && t.Layered() == (t.work.Now().Layers() > 1)
}

// Certified reports whether the network of the present state is proved; with several layers, each given those below.
func (t *Training) Certified() bool {
	if t.Layered() {
		return !t.Busy() && t.layers.found.Status == certify.Optimal
	}
	return !t.Busy() && t.present.Certified()
}

// Document returns the solution document of the present state, or nil while there is none.
func (t *Training) Document() *document.Solution {
	switch {
	case !t.Solved():
		return nil
	case t.Layered():
		return document.StackSolutionOf(t.work.Now().Problem(), t.layers.found)
	}
	if s := t.work.Now().Summed(); s != nil {
		return s.Solution(t.present.Found, t.present.Seconds)
	}
	return document.SolutionOf(t.work.Now().Problem(), t.present.Found, t.present.Seconds)
}

// Predict returns the outputs of the newest network for all points of the present state, output by output.
func (t *Training) Predict() []float64 {
	now := t.work.Now()
	if t.Layered() {
		var pass stack.Pass
		pass.Run(t.layers.found.Network, now.RowsWithBias(now.X))
		return pass.Outputs[len(pass.Outputs)-1]
	}
	p := t.present.Problem()
	neurons, _ := t.present.Neurons(intent.None)
	return kind.Of(&p).Predict(&p, neurons, now.RowsWithBias(now.X))
}

// Page describes the newest network for the page. With several layers it has the solution of the chosen one and the time of all.
func (t *Training) Page() protocol.PageSolution {
	p := t.Layer(t.Chosen()).page()
	p.Solving, p.Solves = t.Solving(), t.solves
	if t.Layered() {
		p.Seconds = 0
		found := t.layers.found
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
