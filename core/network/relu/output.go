package relu

import (
	"context"
	"math"

	"conelab/core/network/certify"
	"conelab/core/numeric/dense"
)

// output is the training problem of one output, with the network that approaches its optimum.
type output struct {
	net       network
	tolerance float64
	lower     float64   // the best bound proved, by the dual vector proof
	proof     []float64 // scaled to |g| <= beta
	peak      float64   // |g| / beta of that vector before scaling
	objective float64   // the cost of the network
	gap       float64
	calls     int // of the oracle
	idle      int // calls in a row without progress
	pruning   pruning
}

// start makes the problem that of the labels y, without a bound. The network stays.
func (p *output) start(problem *certify.Problem, r *arrangement, y []float64) {
	p.net.start(problem, r, y)
	p.tolerance, p.proof = problem.Tolerance, dense.Resize(p.proof, len(y))
	p.lower, p.peak = math.Inf(-1), math.Inf(1)
	p.objective, p.gap = math.Inf(1), math.Inf(1)
	p.calls, p.idle = 0, 0
}

const (
	// progressRatio is the ratio of costs, or of gaps, up to which a call of the oracle counts as progress.
	progressRatio = 0.99
	// maxIdle bounds the calls of the oracle in a row without progress, maxCalls all calls.
	maxIdle, maxCalls = 20, 300
	// A phase of a loss with a kink ends when |g| exceeds beta, relatively, by at most phaseTolerance times the gap. Once the gap is below
	// roundingGap, rounding alone may keep |g| above that.
	phaseTolerance, roundingGap = 0.1, 1e-5
)

// solve trains the network. It reports false if ctx was canceled before the end.
func (p *output) solve(ctx context.Context) bool {
	n := &p.net
	n.evaluate()
	for pruned := false; ; {
		cost := n.cost
		if !n.converge(ctx, p.gap) || !p.certify(ctx) {
			return false
		}
		if n.cost < progressRatio*cost {
			p.idle = 0
		}
		switch {
		case p.gap <= p.tolerance && !pruned && p.pruning.prune(n):
			p.measureGap()
			if p.gap <= p.tolerance {
				return true
			}
			pruned = true // converge once more without the pruned neurons
		case p.gap <= p.tolerance || p.calls >= maxCalls || p.idle > maxIdle:
			return true
		case n.loss.mu > 0 && n.oracle.best.value <= n.beta*(1+phaseTolerance*math.Min(1, p.gap)):
			n.loss.advance(muRatio)
			n.evaluate()
		case n.loss.mu > 0 && p.gap < roundingGap && p.idle%3 == 2:
			n.loss.advance(1 / muRatio)
			n.evaluate()
		default:
			n.add()
		}
	}
}

// certify calls the oracle for the dual vector of the network, keeps the bound if it is better, and measures the gap. It reports false if
// ctx was canceled.
func (p *output) certify(ctx context.Context) bool {
	n := &p.net
	bound, ok := n.oracle.run(ctx, n.loss.v, n.beta*(1-1e-10))
	if !ok {
		return false
	}
	p.calls++
	if lower, c := n.loss.bound(bound, n.beta); lower > p.lower {
		p.lower, p.peak = lower, bound/n.beta
		for i, v := range n.loss.dual {
			p.proof[i] = c * v
		}
	}
	before := p.gap
	p.measureGap()
	p.idle++
	if p.gap < progressRatio*before {
		p.idle = 0
	}
	return true
}

// measureGap computes the cost of the network and its gap to the best bound.
func (p *output) measureGap() {
	p.net.evaluate()
	p.objective = p.net.scale
	p.gap = certify.RelativeGap(p.objective, p.lower)
}
