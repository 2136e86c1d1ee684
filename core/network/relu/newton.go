package relu

import (
	"context"
	"math"
	"slices"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

// newton is the workspace of Newton's method for the neurons on their faces: w_j = Q_j t_j, with an orthonormal basis of the face as the
// columns of Q_j. In the coordinates t the Hessian is A' D A, plus beta/|w_j| (I - Q_j'u u'Q_j) with u = w_j/|w_j| for each neuron. D has
// the curvatures of the loss, and in row k of A the coordinates of neuron j have s_j a_jk z_k'Q_j.
type newton struct {
	count     int       // of coordinates in the model, and the length of a row of factor
	free      int       // how many coordinates no event has fixed yet
	rows      []float64 // of A', multiplied by the roots of the curvatures
	hessian   []float64
	factor    []float64 // the Cholesky factor of the Hessian with a ridge, lower triangular
	gradient  []float64 // of the model at the targets
	step      []float64
	roots     []float64 // of the curvatures
	rotations []rotation
	scale     float64 // the mean of the diagonal of A'A, times the largest curvature
}

// ridges are tried in turn as a multiple of scale on the Hessian's diagonal: the first makes it positive definite even if neurons are
// dependent, larger ones shorten a step that does not lower the cost.
var ridges = [...]float64{1e-13, 1e-9, 1e-6, 1e-4, 1e-2, 1, 100}

const (
	// resolution is the relative change of the cost that may be rounding. A step whose predicted decrease is below negligibleDecrease is
	// taken even if the cost rises by resolution.
	resolution, negligibleDecrease = 1e-13, 1e-11
	// shortest bounds the shares of a step that are tried from below.
	shortest = 0.1
)

// newtonStep takes a Newton step that lowers the cost, and returns by how much: zero if it finds none or ctx is canceled.
func (n *network) newtonStep(ctx context.Context) (decrease float64) {
	if len(n.neurons) == 0 || !n.buildModel(ctx) {
		return 0
	}
	cost := n.cost
	for _, ridge := range ridges {
		if !parallel.Yield(ctx) {
			return 0
		}
		predicted, ok := n.minimize(ctx, ridge)
		if !ok {
			continue
		}
		for share := 1.0; share >= shortest; share /= 2 {
			length := n.outputsAt(share, n.next)
			next := n.loss.value(n.next, n.loss.mu) + n.beta*length
			if next < cost || predicted < negligibleDecrease*n.scale && next <= cost+resolution*n.scale {
				n.accept(share)
				n.f, n.next, n.length = n.next, n.f, length
				n.updateCost()
				return math.Max(cost-n.cost, 0)
			}
		}
	}
	return 0
}

// buildModel computes the Hessian at the neurons. It reports false if ctx was canceled.
func (n *network) buildModel(ctx context.Context) bool {
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
	q.rotations = slices.Grow(q.rotations[:0], q.count)[:q.count]
	for k, c := range n.loss.curve {
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
	q.scale *= n.loss.maxCurvature() / float64(q.count)
	dense.LowerNT(q.hessian, q.rows, q.rows, q.count, m)
	for i := range n.neurons {
		n.addPenaltyHessian(&n.neurons[i])
	}
	return !parallel.Canceled(ctx)
}

// addPenaltyHessian adds the Hessian of beta |w_j|.
func (n *network) addPenaltyHessian(j *neuron) {
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

// resetTargets puts the targets at the neurons, with the gradient there.
func (n *network) resetTargets() {
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

// minimize moves the targets to the minimum of the model with a ridge. A neuron that reaches zero on the way stays there, and one that
// reaches a kink across which s g is concave (s v_k < 0) stays on the kink: the coordinates that this fixes leave the model, and the
// targets go on to the minimum over the others. Other kinks are crossed. It returns the decrease of the model, and reports false if ctx was
// canceled or the Hessian is not positive definite.
func (n *network) minimize(ctx context.Context, ridge float64) (decrease float64, ok bool) {
	q := &n.newton
	copy(q.factor, q.hessian)
	for c := range q.count {
		q.factor[c*q.count+c] += ridge * q.scale
	}
	n.resetTargets()
	if !dense.Cholesky(ctx, q.factor, q.count) {
		return 0, false
	}
	for q.free > 0 {
		q.solve()
		along := dense.Dot(q.step[:q.free], q.gradient[:q.free])
		for i := range n.neurons {
			n.neurons[i].target.setStep(q.step)
		}
		share, at, kink := n.firstEvent()
		for i := range n.neurons {
			t := &n.neurons[i].target
			t.w.add(share, &t.step)
		}
		dense.Scale(1-share, q.gradient[:q.free])
		decrease -= along * share * (1 - share/2)
		if at < 0 {
			break
		}
		n.fixCoordinates(at, kink)
	}
	return decrease, true
}

// solve computes the step to the minimum over the free coordinates.
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

// setStep sets the step of a neuron from that of its coordinates.
func (t *target) setStep(step []float64) {
	t.step = vector{}
	for c := range t.space.rank {
		t.step.add(step[t.first+c], &t.space.basis[c])
	}
}

// firstEvent returns the share of the step up to its first event, or 1; the index of the neuron, -1 without an event; and the point whose
// kink it reaches, -1 if the neuron reaches zero.
func (n *network) firstEvent() (share float64, at, kink int) {
	share, at, kink = 1, -1, -1
	for i := range n.neurons {
		j := &n.neurons[i]
		t := &j.target
		if rate := j.w.dot(&t.step); rate < 0 {
			if zero := math.Max(0, -j.w.dot(&t.w)/rate); zero < share {
				share, at, kink = zero, i, -1
			}
		}
		if t.space.rank < 2 {
			continue
		}
		for k, side := range t.sides {
			if j.sign*n.loss.v[k] >= 0 || side == 0 {
				continue
			}
			rate := float64(side) * n.z[k].dot(&t.step)
			if rate >= 0 {
				continue
			}
			if left := float64(side) * n.z[k].dot(&t.w); left < -share*rate {
				share, at, kink = math.Max(0, -left/rate), i, k
			}
		}
	}
	return share, at, kink
}

// fixCoordinates removes the coordinates that an event fixes from the model: all of a neuron at zero, one of a neuron on a kink.
func (n *network) fixCoordinates(at, kink int) {
	j := &n.neurons[at]
	t := &j.target
	if kink < 0 {
		t.w = vector{}
		for t.space.rank > 0 {
			t.space.rank--
			n.removeCoordinate(at)
		}
		return
	}
	rotations := t.space.exclude(&n.z[kink])
	for c := range t.space.rank {
		n.newton.rotate(t.first+c, rotations[c])
	}
	n.removeCoordinate(at)
	t.space.project(&t.w)
	for k := range t.sides {
		if k == kink || t.space.distance(&n.z[k]) <= sameKink*n.size[k] {
			t.sides[k] = 0
		}
	}
}

// rotate rotates the coordinates c and c + 1 of the model.
func (q *newton) rotate(c int, r rotation) {
	r.apply(&q.gradient[c], &q.gradient[c+1])
	first, second := q.factor[c*q.count:], q.factor[(c+1)*q.count:]
	for k := range c + 2 {
		if k <= c {
			r.apply(&first[k], &second[k])
			continue
		}
		// The entry this creates above the diagonal is eliminated by the rotation below.
		first[k], second[k] = -r.sin*second[k], r.cos*second[k]
	}
	r, _ = clearing(first[c], first[c+1])
	for i := c; i < q.free; i++ {
		r.apply(&q.factor[i*q.count+c], &q.factor[i*q.count+c+1])
	}
}

// removeCoordinate removes from the model the coordinate that a neuron's space has just lost, and its row from the factor.
func (n *network) removeCoordinate(at int) {
	q, t := &n.newton, &n.neurons[at].target
	out := t.first + t.space.rank
	copy(q.gradient[out:q.free], q.gradient[out+1:q.free])
	q.free--
	// The rows after it move up by one, so that each reaches one column beyond the diagonal. Rotations of neighbouring columns clear that.
	for i := out; i < q.free; i++ {
		row := q.factor[i*q.count:]
		copy(row[:i+2], q.factor[(i+1)*q.count:(i+1)*q.count+i+2])
		for c := out; c < i; c++ {
			q.rotations[c].apply(&row[c], &row[c+1])
		}
		q.rotations[i], _ = clearing(row[i], row[i+1])
		q.rotations[i].apply(&row[i], &row[i+1])
	}
	for i := at + 1; i < len(n.neurons); i++ {
		n.neurons[i].target.first--
	}
}

// accept takes the given share of the step, and changes the sides at the kinks that it crosses.
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
