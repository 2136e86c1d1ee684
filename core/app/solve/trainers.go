package solve

import (
	"context"

	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/network/stack"
	"conelab/core/network/sums"
	"conelab/core/numeric/parallel"
)

// trainer trains states. It keeps what makes the next run shorter.
type trainer interface {
	// start returns the work for a state, which ends early when its context is canceled. seconds returns how long it has worked.
	start(of *workspace.State, seconds func() float64) (work func(ctx context.Context))
	// outlasts reports whether a run should go on although its state has changed, because a run may take longer than a frame.
	outlasts() bool
	// progress returns the share of the work that is done.
	progress() float64
	// stop ends the work with the best network so far and its proof.
	stop()
	// network returns the network that the work has ended with.
	network() outcome
	// discard frees the memory of unfinished work.
	discard()
}

// outcome is the network of a run: of one layer or of several, with the seconds that each of these took.
type outcome struct {
	one   *certify.Result
	many  *stack.Result
	spent []float64
}

// one trains a single layer, starting from the optimum before.
type one struct {
	// refuse is set if problems beyond the limits are not begun.
	refuse bool
	of     *workspace.State
	job    kind.Trainer // nil after unfinished work
	begun  bool
}

// trainerOf returns a trainer for a state of one layer.
func trainerOf(t *workspace.State) kind.Trainer {
	if p := t.SumsProblem(); p != nil {
		return &sums.Job{Problem: *p}
	}
	return t.Kind().NewTrainer()
}

// start returns the work. If that would exceed the limits, the network is a failed one that says so.
func (o *one) start(of *workspace.State, _ func() float64) func(ctx context.Context) {
	if o.job == nil || o.of.Kind() != of.Kind() || (o.of.Sums() == nil) != (of.Sums() == nil) {
		o.job = trainerOf(of)
	} else if j, is := o.job.(*sums.Job); is {
		j.Problem = *of.SumsProblem()
	}
	o.of, o.begun = of, false
	return func(ctx context.Context) {
		if o.refuse {
			if err := Admit(of); err != nil {
				o.job.Refuse(err.Error())
				return
			}
		}
		p := of.TrainingProblem()
		p.Context = ctx
		o.job.Follow(p)
		for o.begun = true; !o.job.Done() && parallel.Yield(ctx); {
			o.job.Step()
		}
		o.job.Result() // whose proof by sums is part of the work
	}
}

func (o *one) outlasts() bool { return o.of.Kind().Anytime }

// gap returns the relative gap certified so far, 0 while none is or if it is not known at every step.
func (o *one) gap() float64 {
	if o.begun && o.of.Kind().Anytime {
		if gap, _ := o.job.Sketch(); gap < 1 {
			return gap
		}
	}
	return 0
}

func (o *one) progress() float64 {
	if !o.begun {
		return 0
	}
	return o.job.Progress()
}

func (o *one) stop() {
	if !o.begun { // a job that is canceled during its start can be stopped too
		o.job = trainerOf(o.of)
		p, cancel := o.of.TrainingProblem(), context.CancelFunc(nil)
		p.Context, cancel = context.WithCancel(context.Background())
		cancel()
		o.job.Start(p)
	}
	o.job.Stop()
}

func (o *one) network() outcome { return outcome{one: o.job.Result()} }

func (o *one) discard() { o.job = nil }

// many trains several layers, one on the other.
type many struct {
	job   stack.Job
	spent []float64 // seconds of each layer
}

func (m *many) start(of *workspace.State, seconds func() float64) func(ctx context.Context) {
	p := of.StackProblem()
	m.spent = m.spent[:0]
	return func(ctx context.Context) {
		p.Context = ctx
		m.timed(seconds, 0, func() { m.job.Start(p) })
		for !m.job.Done() && parallel.Yield(ctx) {
			m.timed(seconds, m.job.Layers(), m.job.Step)
		}
	}
}

// timed adds the time that work takes to that of a layer.
func (m *many) timed(seconds func() float64, layer int, work func()) {
	begin := seconds()
	work()
	for len(m.spent) <= layer {
		m.spent = append(m.spent, 0)
	}
	m.spent[layer] += seconds() - begin
}

func (m *many) outlasts() bool { return true }

func (m *many) progress() float64 { return m.job.Progress() }

func (m *many) stop() { m.job.Stop() }

func (m *many) network() outcome { return outcome{many: m.job.Result(), spent: m.spent} }

func (m *many) discard() { m.job.Discard() }
