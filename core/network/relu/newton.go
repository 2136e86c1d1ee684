package relu

import (
	"context"
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/parallel"
)

// newton is the workspace of Newton's method for the neurons on their faces: w_j = Q_j t_j, with an orthonormal basis of the face as the
// columns of Q_j. In the coordinates t the Hessian is A' D A, plus beta/|w_j| (I - Q_j'u u'Q_j) with u = w_j/|w_j| for each neuron. D has
// the curvatures of the loss, and in row k of A the coordinates of neuron j have s_j a_jk z_k'Q_j.
type newton struct {
	count    int       // of coordinates
	rows     []float64 // of A', multiplied by the roots of the curvatures
	hessian  []float64
	factor   []float64 // the Cholesky factor L of the Hessian with a ridge, lower triangular
	gradient []float64 // at the neurons
	rest     []float64 // what is left of inv(L) times the gradient on the way to the minimum
	fixed    []float64 // orthonormal vectors, those that span inv(L) a for the directions a that events have fixed
	step     []float64
	total    []float64 // of all steps to the minimum
	change   []float64 // of the outputs by the model
	roots    []float64 // of the curvatures
	scale    float64   // the mean of the diagonal of A'A, times the largest curvature
}

const (
	// Ridges from leastRidge to mostRidge, by the factor ridgeRatio, are tried in turn as a multiple of scale on the Hessian's diagonal: the
	// first that make it positive definite, even if neurons are dependent, and larger ones where a step does not lower the cost. A feature of
	// a small unit has little curvature: a larger leastRidge would slow its steps down.
	leastRidge, ridgeRatio, mostRidge = 1e-15, 100, 10
	// resolution is the relative change of the cost that may be rounding. A step whose predicted decrease is below negligibleDecrease is
	// taken even if the cost rises by resolution.
	resolution, negligibleDecrease = 1e-13, 1e-11
	// shortest bounds the shares of a step that are tried from below.
	shortest = 0.01
)

// newtonStep takes a Newton step that lowers the cost. It returns by how much the least ridge should: a step with a larger one may lower it
// by less, far from the minimum. That is zero if there is no such step or ctx is canceled.
func (n *network) newtonStep(ctx context.Context) (decrease float64) {
	if len(n.neurons) == 0 || !n.buildModel(ctx) {
		return 0
	}
	cost := n.cost
	for ridge := leastRidge; ridge <= mostRidge; ridge *= ridgeRatio {
		if !parallel.Yield(ctx) {
			return 0
		}
		predicted, ok := n.minimize(ctx, ridge)
		if !ok {
			continue
		}
		decrease = math.Max(decrease, predicted)
		for share := 1.0; share >= shortest; share /= 2 {
			length := n.outputsAt(share, n.next)
			next := n.loss.value(n.next, n.loss.mu) + n.beta*length
			if next < cost || predicted < negligibleDecrease*n.scale && next <= cost+resolution*n.scale {
				n.accept(share)
				n.f, n.next = n.next, n.f
				n.evaluate()
				if share == 1 {
					n.newton.setChange()
					n.loss.predict(n.next, n.newton.change)
				}
				return decrease
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
	q.rest, q.fixed = dense.Resize(q.rest, q.count), dense.Resize(q.fixed, size)
	q.total, q.change = dense.Resize(q.total, q.count), dense.Resize(q.change, m)
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
	for i := range n.neurons {
		j := &n.neurons[i]
		t := &j.target
		t.w, t.space = j.w, j.space
		copy(t.sides, j.sides)
		u, g := j.w, n.gradient(j.sides, n.loss.v)
		u.normalize()
		for c := range j.space.rank {
			q.gradient[t.first+c] = n.beta*j.space.basis[c].dot(&u) - j.sign*j.space.basis[c].dot(&g)
		}
	}
}

// minimize moves the targets to the minimum of the model with a ridge. A neuron that reaches zero on the way stays there, and one that
// reaches a kink across which s g is concave (s v_k < 0) stays on the kink: the directions that this fixes leave the model, and the
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
	clear(q.total)
	copy(q.rest, q.gradient)
	dense.SolveLower(q.factor, q.count, q.rest)
	q.fixed = q.fixed[:0]
	for len(q.fixed) < q.count*q.count {
		copy(q.step, q.rest)
		dense.SolveLowerT(q.factor, q.count, q.step)
		for i := range n.neurons {
			n.neurons[i].setStep(q.step)
		}
		share, at, kink := n.firstEvent()
		for i := range n.neurons {
			t := &n.neurons[i].target
			t.w.add(share, &t.step)
		}
		dense.Axpy(-share, q.step, q.total)
		decrease += dense.Dot(q.rest, q.rest) * share * (1 - share/2)
		dense.Scale(1-share, q.rest)
		if at < 0 {
			break
		}
		n.stop(&n.neurons[at], kink)
	}
	return decrease, true
}

// setChange sets the change of the outputs by the model at its minimum. Where the loss has no curvature it is not needed, and is zero.
func (q *newton) setChange() {
	clear(q.change)
	m := len(q.change)
	for c, t := range q.total {
		dense.Axpy(t, q.rows[c*m:(c+1)*m], q.change)
	}
	for k, root := range q.roots {
		if root > 0 {
			q.change[k] /= root
		}
	}
}

// setStep sets the step of a neuron's target, given its negative in coordinates.
func (j *neuron) setStep(step []float64) {
	t := &j.target
	t.step = vector{}
	for c := range j.space.rank {
		t.step.add(-step[t.first+c], &j.space.basis[c])
	}
	t.space.project(&t.step)
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

// stop keeps a neuron where it has arrived: at zero, or on a kink.
func (n *network) stop(j *neuron, kink int) {
	t := &j.target
	rank := t.space.rank
	if kink < 0 {
		t.w, t.space.rank = vector{}, 0
	} else {
		t.space.exclude(&n.z[kink])
		t.space.project(&t.w)
		for k := range t.sides {
			if k == kink || t.space.distance(&n.z[k]) <= sameKink*n.size[k] {
				t.sides[k] = 0
			}
		}
	}
	for c := t.space.rank; c < rank; c++ {
		n.newton.fix(j, &t.space.basis[c])
	}
}

// fix removes a direction of a neuron from the model: with a its coordinates, a'inv(L') rest = 0 from now on.
func (q *newton) fix(j *neuron, direction *vector) {
	before := len(q.fixed)
	q.fixed = q.fixed[:before+q.count]
	column := q.fixed[before:]
	clear(column)
	for c := range j.space.rank {
		column[j.target.first+c] = j.space.basis[c].dot(direction)
	}
	dense.SolveLower(q.factor, q.count, column)
	for range 2 { // once more, against rounding
		dense.Scale(1/dense.Length(column), column)
		for from := 0; from < before; from += q.count {
			other := q.fixed[from : from+q.count]
			dense.Axpy(-dense.Dot(other, column), other, column)
		}
	}
	dense.Scale(1/dense.Length(column), column)
	dense.Axpy(-dense.Dot(column, q.rest), column, q.rest)
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
