package solve

import (
	"context"

	"conelab/core/network/certify"
	"conelab/core/network/stack"
	"conelab/core/numeric/parallel"
)

// one trains a single layer, starting from the optimum before.
type one struct {
	job   *certify.Job // nil after unfinished work
	begun bool
}

// start returns the work. If that would exceed the limits, the network is a failed one that says so.
func (o *one) start(r *Training) func(ctx context.Context) {
	if o.job == nil {
		o.job = &certify.Job{}
	}
	p := r.of.TrainingProblem()
	r.forecast, o.begun = forecast(&p), false
	return func(ctx context.Context) {
		if err := r.Admit(r.of); err != nil {
			o.job.Refuse(err.Error())
			return
		}
		p.Context = ctx
		o.job.Follow(p)
		for o.begun = true; !o.job.Done() && parallel.Yield(ctx); {
			o.job.Step()
		}
	}
}

func (o *one) outlasts() bool { return false }

func (o *one) progress() float64 {
	if !o.begun {
		return 0
	}
	return o.job.Progress()
}

func (o *one) stop(r *Training) {
	if !o.begun { // a job that is canceled during its start can be stopped too
		o.job = &certify.Job{}
		p, cancel := r.of.TrainingProblem(), context.CancelFunc(nil)
		p.Context, cancel = context.WithCancel(context.Background())
		cancel()
		o.job.Start(p)
	}
	o.job.Stop()
}

func (o *one) take(r *Training) bool {
	r.layers.clear()
	l := &r.present
	l.State = r.of
	l.accept(o.job.Result())
	l.numbers = l.identity.Number(l.network(), r.of.Visible())[0]
	l.seconds = r.worked
	return true
}

func (o *one) discard() { o.job = nil }

// many trains several layers, one on the other.
type many struct {
	job   stack.Job
	spent []float64 // seconds of each layer
}

func (m *many) start(r *Training) func(ctx context.Context) {
	p := r.of.StackProblem()
	p.Trace = false // the path of one layer would not be that of all
	r.forecast, m.spent = ForecastOf(r.of), m.spent[:0]
	return func(ctx context.Context) {
		p.Context = ctx
		m.timed(r, 0, func() { m.job.Start(p) })
		for !m.job.Done() && parallel.Yield(ctx) {
			m.timed(r, m.job.Layers(), m.job.Step)
		}
	}
}

// timed adds the time that work takes, without the pauses of the task, to that of a layer.
func (m *many) timed(r *Training, at int, work func()) {
	begin := r.worked + r.slice()
	work()
	for len(m.spent) <= at {
		m.spent = append(m.spent, 0)
	}
	m.spent[at] += r.worked + r.slice() - begin
}

func (m *many) outlasts() bool { return true }

func (m *many) progress() float64 { return m.job.Progress() }

func (m *many) stop(*Training) { m.job.Stop() }

// take makes the network the newest one. If the number of layers was chosen automatically, it becomes part of the state; if it is
// one, that layer is still to be trained by itself.
func (m *many) take(r *Training) bool {
	r.layers.take(r.of, m.job.Result(), m.spent, !r.late)
	if r.late {
		return true
	}
	if r.of.Automatic() {
		count := len(r.layers.views)
		if r.work.Count(count); count < 2 {
			return false
		}
		r.revision = r.work.Revision()
	}
	found, numbers := r.layers.first()
	r.Present().put(found, numbers, 0, true)
	return true
}

func (m *many) discard() { m.job.Discard() }
