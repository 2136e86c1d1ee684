package frankwolfe

import (
	"conelab/core/numeric/lift"
)

// points are the samples as the method reads them: a matrix of n P rows for each block, without the features that are zero in all of them.
//
// A direction may still have a part in such features: sigma(x'u) does not see it, but |u| = 1 does, so that the rest of u is in the ball.
// The problem is invariant under rotations of these features, so one of them, spare, stands for all; its column of zeros is not stored.
// Quadratic networks need none: on the ball |u'Qu| is largest on its boundary, or zero.
type points struct {
	samples      *lift.Samples
	n, blocks, d int
	patches      int // of a block of a sample
	balanced     bool
	spare        int // the number of such places, 0 or 1
	p            int // the length of a row of Y: d + spare + 1, without the 1 for quadratic networks
	sigma        lift.Activation
	x            [][]float64 // of block k: rows (i, l), d wide
	features     []int       // which of the samples' features the d + spare places are
	total        int         // all features
}

func newPoints(s *lift.Samples) *points {
	q := &points{samples: s, n: s.Len(), blocks: s.Blocks(), patches: s.Patches(), balanced: s.Balanced(), sigma: s.Activation(), total: s.Dimension()}
	used := make([]bool, q.total)
	q.usePatches(used, s)
	unused := -1
	for j, yes := range used {
		if yes {
			q.features = append(q.features, j)
		} else if unused < 0 {
			unused = j
		}
	}
	q.d = len(q.features)
	q.p = q.d
	if q.balanced {
		q.p++
		if unused >= 0 {
			q.spare = 1
			q.p++
			q.features = append(q.features, unused)
		}
	}
	q.copyFrom(s)
	return q
}

// pollEvery is after how many samples it is asked whether the work is to end.
const pollEvery = 256

// usePatches marks the features that are not zero throughout. Canceled, it leaves some out.
func (q *points) usePatches(used []bool, s *lift.Samples) {
	q.each(func(i, k, l int) {
		for j, v := range s.Patch(i, k, l) {
			used[j] = used[j] || v != 0
		}
	})
}

// copyFrom copies the features that are used. Canceled, it leaves the rest zero.
func (q *points) copyFrom(s *lift.Samples) {
	for range q.blocks {
		q.x = append(q.x, make([]float64, q.n*q.patches*q.d))
	}
	q.each(func(i, k, l int) {
		patch, row := s.Patch(i, k, l), q.x[k][(i*q.patches+l)*q.d:][:q.d]
		for at, j := range q.features[:q.d] {
			row[at] = patch[j]
		}
	})
}

// each visits every patch l of block k of sample i.
func (q *points) each(visit func(i, k, l int)) {
	for i := range q.n {
		if i%pollEvery == 0 && q.canceled() {
			return
		}
		for k := range q.blocks {
			for l := range q.patches {
				visit(i, k, l)
			}
		}
	}
}

func (q *points) canceled() bool { return q.samples.Canceled() }

// last is the place of t in a row of Y; there is none in quadratic networks.
func (q *points) last() int { return q.p - 1 }
