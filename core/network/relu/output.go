package relu

import (
	"context"
	"math"

	"conelab/core/network/certify"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

// output is the problem of one output on its way to the optimum.
type output struct {
	network
	tolerance float64
	// lower is the best bound proved, by the vector proof, scaled; peak that of the vector before, relative to beta.
	lower, peak float64
	proof       []float64
	objective   float64 // of the network by a forward pass
	gap         float64
	calls       int // of the oracle
	idle        int // calls without progress
	pruning     pruning
}

// start forgets what was proved.
func (p *output) start(problem *certify.Problem, r *arrangement, y []float64) {
	p.arrangement, p.kappa, p.beta, p.tolerance = r, kappa(problem), problem.Beta, problem.Tolerance
	p.reset(problem.Loss, y, r.at, len(r.z))
	p.f, p.next, p.proof = dense.Resize(p.f, len(r.z)), dense.Resize(p.next, len(r.z)), dense.Resize(p.proof, len(y))
	p.lower, p.objective, p.gap, p.peak = math.Inf(-1), math.Inf(1), math.Inf(1), math.Inf(1)
	p.calls, p.idle, p.newton.last = 0, 0, 0
}

// empty takes all neurons out.
func (p *output) empty() {
	p.neurons = p.neurons[:0]
	p.restart()
}

// follow takes the neurons to the arrangement as it is now: those on kinks stay there if keep says that the points are the same ones.
func (p *output) follow(keep bool) {
	if p.mu > 0 {
		p.mu = followMu
	}
	all := p.neurons
	p.neurons = p.neurons[:0]
	for i := range all {
		j := p.push(all[i].sign, all[i].w)
		if !keep {
			p.findFace(j)
			continue
		}
		p.findSpace(j)
		for _, k := range p.face { // kinks that were one may be so no more
			if j.space.distance(&p.z[k]) > sameKink*p.size[k] {
				j.sides[k] = 1
			}
		}
		p.findSides(j)
	}
	p.removeShort(0)
}

const (
	// progress is the share to which a call must bring the cost, or the gap, to count as progress.
	progress = 0.99
	// maxIdle is how many calls of the oracle in a row may prove no more than those before, maxCalls how many there are at most.
	maxIdle, maxCalls = 20, 300
	// converged is the share of the gap up to which |g| may exceed beta, relatively, for the next phase of a loss with a kink. Once the gap
	// is below roundingGap, rounding alone may keep |g| above that.
	converged, roundingGap = 0.1, 1e-5
)

// solve takes the network to the optimum, and reports whether it came to the end: not once ctx is canceled.
func (p *output) solve(ctx context.Context) bool {
	p.evaluate()
	for pruned := false; ; {
		cost := p.cost
		if !p.converge(ctx) || !p.certify(ctx) {
			return false
		}
		if p.cost < progress*cost {
			p.idle = 0
		}
		switch {
		case p.gap <= p.tolerance && !pruned && p.prune():
			p.evaluate()
			p.measureGap()
			if p.gap <= p.tolerance {
				return true
			}
			pruned = true // once more to the optimum
		case p.gap <= p.tolerance || p.calls >= maxCalls || p.idle > maxIdle:
			return true
		case p.mu > 0 && p.best.value <= p.beta*(1+converged*math.Min(1, p.gap)):
			p.advance(muStep)
			p.evaluate()
		case p.mu > 0 && p.gap < roundingGap && p.idle%3 == 2:
			p.advance(1 / muStep)
			p.evaluate()
		default:
			p.add()
		}
	}
}

// certify bounds the gap of the network as it is.
func (p *output) certify(ctx context.Context) bool {
	bound, ok := p.run(ctx, p.outputLoss.v, p.beta*(1-1e-10))
	if !ok {
		return false
	}
	p.calls++
	if lower, c := p.bound(bound, p.beta); lower > p.lower {
		p.lower, p.peak = lower, bound/p.beta
		for i, v := range p.dual {
			p.proof[i] = c * v
		}
	}
	before := p.gap
	p.measureGap()
	p.idle++
	if p.gap < progress*before {
		p.idle = 0
	}
	return true
}

// measureGap compares the cost of the network, by a forward pass, with the best bound.
func (p *output) measureGap() {
	clear(p.next)
	penalty := 0.0
	for i := range p.neurons {
		j := &p.neurons[i]
		u := j.w
		alpha := u.normalize()
		p.addOutputs(p.next, j.sign*alpha, &u, nil)
		penalty += alpha
	}
	p.objective = p.value(p.next, 0) + p.beta*penalty
	p.gap = certify.RelativeGap(p.objective, p.lower)
}

// maxSteps is how many Newton steps there are between two calls of the oracle at most, fine the share of the cost, times the square of the
// gap, below which a decrease is none.
const maxSteps, fine = 100, 1e-3

// converge takes Newton steps, merges neurons and releases them from kinks until nothing changes any more.
func (p *output) converge(ctx context.Context) bool {
	if len(p.neurons) == 0 {
		return true
	}
	gap := math.Min(1, p.gap)
	if p.mu > 0 {
		gap = math.Min(0.01, p.gap)
	}
	steepest, released := false, false
	for range maxSteps {
		if !parallel.Yield(ctx) {
			return false
		}
		p.merge()
		small := p.newtonStep(ctx) <= math.Max(fine*gap*gap, resolution)*p.scale
		switch {
		case !small:
			steepest = false
		case steepest:
			return !parallel.Canceled(ctx)
		case released:
			steepest = true
		}
		released = p.release(steepest)
		if !released && small {
			return !parallel.Canceled(ctx)
		}
	}
	return true
}
