package frankwolfe

import (
	"cmp"
	"context"
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// factors hold the rows of Y of all groups. Group (k, o, s) is number (k C + o) 2 + s, with s = 0 for the positive sign; the rows of a
// group follow each other, and so do those of a block.
type factors struct {
	points  *points
	outputs int
	rows    []float64 // m by p
	start   []int     // of each group, and m at the end
}

func newFactors(q *points, outputs int) *factors {
	return &factors{points: q, outputs: outputs, start: make([]int, 2*q.blocks*outputs+1)}
}

func (y *factors) groups() int { return len(y.start) - 1 }
func (y *factors) count() int  { return y.start[y.groups()] }

// block returns the rows of block k, from and to.
func (y *factors) block(k int) (from, to int) {
	return y.start[2*k*y.outputs], y.start[2*(k+1)*y.outputs]
}

func (y *factors) group(g int) []float64 { return y.part(y.rows, g) }

// part returns the rows of group g of a matrix with the shape of Y.
func (y *factors) part(d []float64, g int) []float64 {
	return d[y.start[g]*y.points.order : y.start[g+1]*y.points.order]
}

// sign returns the sign of a group.
func sign(g int) float64 { return float64(1 - 2*(g%2)) }

// output returns the output of a group.
func (y *factors) output(g int) int { return g / 2 % y.outputs }

// replace replaces the rows of group g.
func (y *factors) replace(g int, rows []float64) {
	p := y.points.order
	more := len(rows)/p - (y.start[g+1] - y.start[g])
	y.rows = slices.Replace(y.rows, y.start[g]*p, y.start[g+1]*p, rows...)
	for at := g + 1; at < len(y.start); at++ {
		y.start[at] += more
	}
}

// assemble sets the rows to those of the neurons.
func (y *factors) assemble(neurons []neural.Neuron) {
	for g := range y.groups() {
		k, o, s := g/2/y.outputs, y.output(g), sign(g)
		var rows []float64
		for _, n := range neurons {
			if n.Block != k || n.Output != o || !(n.Alpha*s > 0) {
				continue
			}
			root := math.Sqrt(math.Abs(n.Alpha))
			for _, u := range n.U {
				rows = append(rows, root*u)
			}
			if y.points.hasTrace {
				rows = append(rows, root)
			}
		}
		y.replace(g, rows)
	}
	y.restoreTrace()
}

// restoreTrace scales all groups back to the trace condition. A group for which that is impossible becomes zero.
func (y *factors) restoreTrace() {
	if !y.points.hasTrace {
		return
	}
	for g := range y.groups() {
		if rows := y.group(g); !neural.RestoreTrace(slices.Chunk(rows, y.points.order)) {
			clear(rows)
		}
	}
}

// weight returns sum < E, Z >, the weight of all neurons.
func (y *factors) weight() (sum float64) {
	if !y.points.hasTrace {
		return dense.Dot(y.rows, y.rows)
	}
	for at := y.points.last(); at < len(y.rows); at += y.points.order {
		sum += y.rows[at] * y.rows[at]
	}
	return sum
}

// truncate replaces the rows of a group by fewer orthogonal ones: it drops the smallest singular values whose squares sum to at most most.
// It reports whether it dropped any.
func (y *factors) truncate(g int, most float64) bool {
	p, m := y.points.order, y.start[g+1]-y.start[g]
	if m == 0 {
		return false
	}
	rows := y.group(g)
	gram, values := make([]float64, m*m), make([]float64, m)
	for i := range m {
		for j := range i + 1 {
			v := dense.Dot(rows[i*p:(i+1)*p], rows[j*p:(j+1)*p])
			gram[i*m+j], gram[j*m+i] = v, v
		}
	}
	dense.NewEigen(m).Decompose(context.Background(), gram, values)
	lost, drop := 0.0, 0
	for drop < m && lost+math.Max(0, values[drop]) <= most {
		lost += math.Max(0, values[drop])
		drop++
	}
	if drop == 0 {
		return false
	}
	kept := make([]float64, (m-drop)*p)
	for i := drop; i < m; i++ {
		for j := range m {
			dense.Axpy(gram[i*m+j], rows[j*p:(j+1)*p], kept[(i-drop)*p:(i-drop+1)*p])
		}
	}
	y.replace(g, kept)
	return true
}

// addRows adds directions of descent from the oracle as new rows, and reports whether it did.
func (s *Solver) addRows(gap float64) bool {
	newRows, slope := s.descentRows(gap)
	if newRows == nil {
		return false
	}
	const smallRise = 1e-3
	tries := 4
	if s.now.y.count() == 0 {
		tries = 30 // there must be a start
	}
	size := s.firstSize(newRows, slope)
	for try := range tries {
		s.setTrial(newRows, math.Sqrt(size))
		// The dual vector, and with it the slopes, is ahead of the outputs, so the objective may rise: the last try is still a start for
		// Newton's method.
		if s.trial.value < s.now.value || try == tries-1 && s.trial.value < s.now.value*(1+smallRise) {
			s.now, s.trial = s.trial, s.now
			return true
		}
		size /= 4
	}
	return false
}

// descentRows returns directions of descent of all groups, whose lengths grow with their slopes, and the slope of the objective in their
// common size; nil if there are none.
func (s *Solver) descentRows(gap float64) (newRows *factors, slope float64) {
	var found []descent
	for g := range s.now.y.groups() {
		count := s.now.y.start[g+1] - s.now.y.start[g]
		// With more rows than this, the factors of an optimum can be replaced by fewer (Pataki 1998).
		if count*(count+1)/2 > s.points.n+count {
			continue
		}
		beta := s.pass.beta
		found = append(found, s.oracle.directions(g, s.newton.lambda[g], beta, beta*math.Min(1e-3, 1e-3*gap), count == 0, max(8, count/2))...)
	}
	// Where there are many groups, most slopes that are too steep at first will not be later.
	slices.SortStableFunc(found, func(a, b descent) int { return cmp.Compare(a.slope, b.slope) })
	found = found[:min(len(found), max(16, len(s.now.f)/s.points.order, s.now.y.count()/2))]
	newRows = newFactors(s.points, s.now.y.outputs)
	for _, d := range found {
		dense.Scale(math.Sqrt(-d.slope), d.row)
		newRows.replace(d.group, append(slices.Clone(newRows.group(d.group)), d.row...))
		slope += d.slope * -d.slope
	}
	if newRows.count() == 0 {
		return nil, 0
	}
	return newRows, slope
}

// firstSize returns the size of new rows at which the curvature of the loss, for these rows alone, balances the slope.
func (s *Solver) firstSize(newRows *factors, slope float64) float64 {
	at := &state{y: newRows}
	s.pass.forward(at)
	df := append([]float64(nil), at.f...)
	s.loss.applyCurvature(df)
	curvature := dense.Dot(df, at.f)
	if size := -slope / curvature; curvature > 0 && !math.IsInf(size, 0) {
		return size
	}
	return 1
}

// setTrial sets the trial to the present rows and the new ones, which are scaled.
func (s *Solver) setTrial(newRows *factors, scale float64) {
	s.trial.y.rows = append(s.trial.y.rows[:0], s.now.y.rows...)
	copy(s.trial.y.start, s.now.y.start)
	for g := range newRows.groups() {
		rows := append([]float64(nil), s.trial.y.group(g)...)
		for _, v := range newRows.group(g) {
			rows = append(rows, v*scale)
		}
		s.trial.y.replace(g, rows)
	}
	s.trial.y.restoreTrace()
	s.pass.forward(s.trial)
}

// Network returns the neurons of the best network so far and their decompositions: that of Z of block k of output o is at 2 (o K + k), that
// of Z' after it. Before any network was evaluated, it is the present one.
func (s *Solver) Network() (neurons []neural.Neuron, decompositions []*neural.Decomposition) {
	y, q := s.now.y, s.points
	if s.best.factors.points != nil {
		y = &s.best.factors
	}
	y.prune()
	for o := range y.outputs {
		for k := range q.blocks {
			for side := range 2 {
				g := (k*y.outputs+o)*2 + side
				dec := neural.FromFactors(slices.Collect(slices.Chunk(slices.Clone(y.group(g)), q.order)), q.hasTrace)
				for _, neuron := range dec.Neurons(sign(g), q.hasTrace) {
					neuron.Block, neuron.Output = k, o
					neurons = append(neurons, neuron)
				}
				decompositions = append(decompositions, dec)
			}
		}
	}
	return neurons, decompositions
}

// negligible is the share of the squares of all rows that a network may leave out.
const negligible = 1e-13

// prune drops rows whose weight is lost in the rounding of the total.
func (y *factors) prune() {
	total := dense.Dot(y.rows, y.rows)
	for g := range y.groups() {
		y.truncate(g, negligible*total)
	}
}

// Dual returns the best dual vector so far, output by output, or nil. It is in the domain of the conjugate, but not scaled to be feasible.
func (s *Solver) Dual() []float64 { return s.best.dual }
