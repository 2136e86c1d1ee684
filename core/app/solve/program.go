package solve

import (
	"context"

	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/relu"
)

// program solves the convex program of a state of one layer, one value of its variables after the other, whatever its activation.
type program struct {
	problem certify.Problem
	// kinks is the problem if the activation is piecewise linear; of problem then only beta counts.
	kinks *relu.Problem
	job   certify.Job
	bent  relu.Job
}

// programOf returns the program of a state whose scorer is given.
func programOf(t *workspace.State, s *workspace.Scorer) program {
	p := program{problem: s.Problem}
	if p.problem.Trace = false; t.Kinked() {
		kinks := t.KinkedProblem()
		p.kinks = &kinks
	}
	return p
}

// start solves the problem from scratch, and follow another beta from the solution before.
func (p *program) start() {
	if p.kinks == nil {
		p.job.Start(p.problem)
		return
	}
	p.kinks.Beta, p.kinks.Context = p.problem.Beta, p.problem.Context
	p.bent.Start(*p.kinks)
}

func (p *program) follow(beta float64) {
	if p.problem.Beta = beta; p.kinks == nil {
		p.job.Restart(beta)
		return
	}
	p.kinks.Beta, p.kinks.Context = beta, p.problem.Context
	p.bent.Follow(*p.kinks)
}

// within lets the work end early.
func (p *program) within(ctx context.Context) { p.problem.Context = ctx }

func (p *program) done() bool {
	if p.kinks == nil {
		return p.job.Done()
	}
	return p.bent.Done()
}

func (p *program) step() {
	if p.kinks == nil {
		p.job.Step()
	} else {
		p.bent.Step()
	}
}

// result returns the network, which the next start overwrites.
func (p *program) result() (found *certify.Result, kinks *Kinks) {
	if p.kinks == nil {
		return p.job.Result(), nil
	}
	return asCertified(p.bent.Result()), &Kinks{Problem: *p.kinks}
}
