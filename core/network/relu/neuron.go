package relu

import (
	"math"
	"slices"
)

// neuron is s σ(z'w), w = |alpha| u, on a face: sides has for each point the side of its kink on which w lies, 1 or -1, or 0 if w is kept
// on the kink. space is the span of the face, in which w moves.
type neuron struct {
	sign   float64
	w      vector
	space  subspace
	sides  []int8
	target target
}

// target is the end of a Newton step of a neuron.
type target struct {
	w, step vector
	space   subspace
	sides   []int8
	first   int // the index of its first coordinate among the free ones
}

// at returns the position after a share of the step. Only a whole step reaches kinks.
func (j *neuron) at(share float64) (w vector, sides []int8) {
	if share == 1 {
		return j.target.w, j.target.sides
	}
	w = j.w
	w.scale(1 - share)
	w.add(share, &j.target.w)
	return w, j.sides
}

// shareCell reports whether two faces, given by their sides, belong to one closed cell.
func shareCell(a, b []int8) bool {
	for k, side := range a {
		if side*b[k] < 0 {
			return false
		}
	}
	return true
}

// findFace puts a neuron on the kinks through w.
func (n *network) findFace(j *neuron) {
	size, m := j.w.length(), len(n.z)
	j.sides, j.target.sides = slices.Grow(j.sides[:0], m)[:m], slices.Grow(j.target.sides[:0], m)[:m]
	for k := range n.z {
		t := n.z[k].dot(&j.w)
		j.sides[k] = int8(math.Copysign(1, t))
		if math.Abs(t) <= onKink*n.size[k]*size {
			j.sides[k] = 0
		}
	}
	n.findSpace(j)
}

// findSides sets the sides of a neuron from w, except for the kinks on which it is kept.
func (n *network) findSides(j *neuron) {
	for k, side := range j.sides {
		if t := n.z[k].dot(&j.w); side != 0 && t != 0 {
			j.sides[k] = int8(math.Copysign(1, t))
		}
	}
}

// findSpace sets the space of a neuron's face from its sides, and projects w onto it.
func (n *network) findSpace(j *neuron) {
	n.faceOf(j)
	j.space.reset(n.dim)
	j.space.excludeAll(n.z, n.oracle.face)
	j.space.project(&j.w)
}

// faceOf sets oracle.face to the points on whose kinks a neuron lies.
func (n *network) faceOf(j *neuron) {
	n.oracle.face = n.oracle.face[:0]
	for k, side := range j.sides {
		if side == 0 {
			n.oracle.face = append(n.oracle.face, int32(k))
		}
	}
}
