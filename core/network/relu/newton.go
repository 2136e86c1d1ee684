package relu

import (
	"context"
	"math"
	"slices"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

// newton is the workspace of Newton's method for the neurons on their faces: w_j = Q_j t_j, with Q_j the basis of the face. In these
// coordinates the Hessian is H = A' diag(loss”) A + beta (I - u u') / |w|, with columns s_j a_jk z_k'Q_j of A.
type newton struct {
	count    int       // of the coordinates at the start, the distance of rows of factor
	free     int       // those left
	rows     []float64 // of A', weighted by the roots of the curvatures
	hessian  []float64
	factor   []float64 // Cholesky's, lower triangular
	gradient []float64 // of the model where the neurons are
	step     []float64
	roots    []float64 // of the curvatures
	turns    []rotation
	scale    float64 // the mean diagonal of a Hessian with the largest curvatures
	last     int     // the ridge with which the step before was taken
}

// ridges are added to the Hessian, relative to its scale: the first makes dependent neurons harmless, larger ones shorten a step that does
// not lower the cost.
var ridges = [...]float64{1e-13, 1e-9, 1e-6, 1e-4, 1e-2, 1, 100}

const (
	// resolution is the relative change of the cost below which rounding decides, and expected the predicted one below which a step is
	// taken although the cost rises by that.
	resolution, expected = 1e-13, 1e-11
	// shortest is the smallest share of a step that is tried.
	shortest = 0.1
)

// newtonStep makes a Newton step that lowers the cost, and returns by how much; zero if there is none.
func (n *network) newtonStep(ctx context.Context) (decrease float64) {
	if len(n.neurons) == 0 || !n.model(ctx) {
		return 0
	}
	cost := n.cost
	for at := max(0, n.newton.last-1); at < len(ridges); at++ {
		if !parallel.Yield(ctx) {
			return 0
		}
		predicted, ok := n.minimize(ctx, ridges[at])
		if !ok {
			continue
		}
		for share := 1.0; share >= shortest; share /= 2 {
			length := n.outputsAt(share, n.next)
			next := n.value(n.next, n.mu) + n.beta*length
			if next < cost || predicted < expected*n.scale && next <= cost+resolution*n.scale {
				n.newton.last = at
				n.accept(share)
				n.f, n.next, n.length = n.next, n.f, length
				n.assess()
				return math.Max(cost-n.cost, 0)
			}
		}
	}
	n.newton.last = 0
	return 0
}

// model finds the Hessian and the gradient at the neurons, in the order of their coordinates.
func (n *network) model(ctx context.Context) bool {
	q, m := &n.newton, len(n.z)
	q.count = 0
	for i := range n.neurons {
		j := &n.neurons[i]
		j.target.first = q.count
		q.count += j.space.rank
	}
	size := q.count * q.count
	q.rows, q.hessian, q.factor = dense.Resize(q.rows, q.count*m), dense.Resize(q.hessian, size), dense.Resize(q.factor, size)
	q.gradient, q.step, q.roots = dense.Resize(q.gradient, q.count), dense.Resize(q.step, q.count), dense.Resize(q.roots, m)
	q.turns = slices.Grow(q.turns[:0], q.count)[:q.count]
	for k, c := range n.curve {
		q.roots[k] = math.Sqrt(c)
	}
	q.scale = 0
	for i := range n.neurons {
		j := &n.neurons[i]
		for c := range j.space.rank {
			row, basis := q.rows[(j.target.first+c)*m:(j.target.first+c+1)*m], &j.space.basis[c]
			for k, side := range j.sides {
				t := j.sign * n.slope(side) * n.z[k].dot(basis)
				q.scale += t * t
				row[k] = t * q.roots[k]
			}
		}
	}
	q.scale *= n.largest() / float64(q.count)
	dense.LowerNT(q.hessian, q.rows, q.rows, q.count, m)
	for i := range n.neurons {
		n.penalize(&n.neurons[i])
	}
	return !parallel.Canceled(ctx)
}

// penalize adds what a neuron's length adds to the Hessian.
func (n *network) penalize(j *neuron) {
	q, u := &n.newton, j.w
	length := u.normalize()
	for c := range j.space.rank {
		row := q.hessian[(j.target.first+c)*q.count+j.target.first:]
		for d := 0; d <= c; d++ {
			row[d] -= n.beta / length * j.space.basis[c].dot(&u) * j.space.basis[d].dot(&u)
		}
		row[c] += n.beta / length
	}
}

// begin puts the target where the neurons are.
func (n *network) begin() {
	q := &n.newton
	q.free = 0
	for i := range n.neurons {
		j := &n.neurons[i]
		t := &j.target
		t.first = q.free
		q.free += j.space.rank
		t.w, t.space = j.w, j.space
		copy(t.sides, j.sides)
		u, g := j.w, n.gradient(j.sides)
		u.normalize()
		for c := range j.space.rank {
			q.gradient[t.first+c] = n.beta*j.space.basis[c].dot(&u) - j.sign*j.space.basis[c].dot(&g)
		}
	}
}

// minimize goes to the minimum of the model with a ridge. On the way a neuron whose length comes to zero is left out, and one that comes to
// a kink across which s g has a maximum (s v_k < 0) stays on it; these coordinates leave the model, whose minimum is then another. Other
// kinks are crossed. It returns by how much the model became smaller.
func (n *network) minimize(ctx context.Context, ridge float64) (predicted float64, ok bool) {
	q := &n.newton
	copy(q.factor, q.hessian)
	for c := range q.count {
		q.factor[c*q.count+c] += ridge * q.scale
	}
	n.begin()
	if !dense.Cholesky(ctx, q.factor, q.count) {
		return 0, false
	}
	for q.free > 0 {
		q.solve()
		along := dense.Dot(q.step[:q.free], q.gradient[:q.free])
		for i := range n.neurons {
			n.neurons[i].target.direct(q.step)
		}
		share, who, kink := n.event()
		for i := range n.neurons {
			t := &n.neurons[i].target
			t.w.add(share, &t.step)
		}
		dense.Scale(1-share, q.gradient[:q.free])
		predicted -= along * share * (1 - share/2)
		if who < 0 {
			break
		}
		n.fix(who, kink)
	}
	return predicted, true
}

// solve finds the step to the minimum of the model.
func (q *newton) solve() {
	for i := range q.free {
		row := q.factor[i*q.count : i*q.count+i+1]
		q.step[i] = (-q.gradient[i] - dense.Dot(row[:i], q.step[:i])) / row[i]
	}
	for i := q.free - 1; i >= 0; i-- {
		row := q.factor[i*q.count : i*q.count+i+1]
		q.step[i] /= row[i]
		dense.Axpy(-q.step[i], row[:i], q.step[:i])
	}
}

// direct finds the step of a neuron.
func (t *target) direct(step []float64) {
	t.step = vector{}
	for c := range t.space.rank {
		t.step.add(step[t.first+c], &t.space.basis[c])
	}
}

// event returns the share of the step up to the first event, at most 1, with the neuron, -1 if there is none, and the point on whose
// kink it comes, -1 if its length comes to zero.
func (n *network) event() (share float64, who, kink int) {
	share, who, kink = 1, -1, -1
	for i := range n.neurons {
		j := &n.neurons[i]
		t := &j.target
		if rate := j.w.dot(&t.step); rate < 0 {
			if at := math.Max(0, -j.w.dot(&t.w)/rate); at < share {
				share, who, kink = at, i, -1
			}
		}
		if t.space.rank < 2 {
			continue
		}
		for k, side := range t.sides {
			if j.sign*n.outputLoss.v[k] >= 0 || side == 0 {
				continue
			}
			rate := float64(side) * n.z[k].dot(&t.step)
			if rate >= 0 {
				continue
			}
			if left := float64(side) * n.z[k].dot(&t.w); left < -share*rate {
				share, who, kink = math.Max(0, -left/rate), i, k
			}
		}
	}
	return share, who, kink
}

// fix takes the coordinates that an event fixes out of the model.
func (n *network) fix(who, kink int) {
	j := &n.neurons[who]
	t := &j.target
	if kink < 0 {
		t.w = vector{}
		for t.space.rank > 0 {
			t.space.rank--
			n.drop(who)
		}
		return
	}
	turns := t.space.exclude(&n.z[kink])
	for c := range t.space.rank {
		n.newton.turn(t.first+c, turns[c])
	}
	n.drop(who)
	t.space.project(&t.w)
	for k := range t.sides {
		if k == kink || t.space.distance(&n.z[k]) <= sameKink*n.size[k] {
			t.sides[k] = 0
		}
	}
}

// turn turns the coordinates c and c + 1.
func (q *newton) turn(c int, r rotation) {
	r.apply(&q.gradient[c], &q.gradient[c+1])
	first, second := q.factor[c*q.count:], q.factor[(c+1)*q.count:]
	for k := range c + 2 {
		if k <= c {
			r.apply(&first[k], &second[k])
			continue
		}
		// What comes above the diagonal of row c is turned away below.
		first[k], second[k] = -r.sin*second[k], r.cos*second[k]
	}
	r, _ = clearing(first[c], first[c+1])
	for i := c; i < q.free; i++ {
		r.apply(&q.factor[i*q.count+c], &q.factor[i*q.count+c+1])
	}
}

// drop takes the last coordinate of a neuron, which its space has no more, out of the model: its row out of the factor.
func (n *network) drop(who int) {
	q, t := &n.newton, &n.neurons[who].target
	out := t.first + t.space.rank
	copy(q.gradient[out:q.free], q.gradient[out+1:q.free])
	q.free--
	// The rows after it reach one column beyond the diagonal. Rotations of neighbouring columns take that away, row by row.
	for i := out; i < q.free; i++ {
		row := q.factor[i*q.count:]
		copy(row[:i+2], q.factor[(i+1)*q.count:(i+1)*q.count+i+2])
		for c := out; c < i; c++ {
			q.turns[c].apply(&row[c], &row[c+1])
		}
		q.turns[i], _ = clearing(row[i], row[i+1])
		q.turns[i].apply(&row[i], &row[i+1])
	}
	for i := who + 1; i < len(n.neurons); i++ {
		n.neurons[i].target.first--
	}
}

// accept makes the target, or what is on a share of the way there, the network. Kinks that were crossed change their sides.
func (n *network) accept(share float64) {
	for i := range n.neurons {
		j := &n.neurons[i]
		w, sides := j.at(share)
		j.w = w
		copy(j.sides, sides)
		if share == 1 {
			j.space = j.target.space
		}
		j.space.project(&j.w)
		n.findSides(j)
	}
	n.removeShort(negligible)
}
