package relu

import "math"

// neuron is s σ(z'w), w = |alpha| u, on a face: sides says for each point on which side of its kink w is, 1 or -1, and 0 if it is kept on
// it. space is the span of the face, in which w is free to move.
type neuron struct {
	sign   float64
	w      vector
	space  subspace
	sides  []int8
	target target
}

// target is where Newton's method would take a neuron.
type target struct {
	w, step vector
	space   subspace
	sides   []int8
	first   int // of its coordinates among the free ones
}

// at returns where a neuron is on a share of the way to the target. It comes to kinks at the end only.
func (j *neuron) at(share float64) (w vector, sides []int8) {
	if share == 1 {
		return j.target.w, j.target.sides
	}
	w = j.w
	for k := range w {
		w[k] += share * (j.target.w[k] - w[k])
	}
	return w, j.sides
}

// shareCell reports whether two faces belong to one closed cell.
func shareCell(a, b []int8) bool {
	for k, side := range a {
		if side*b[k] < 0 {
			return false
		}
	}
	return true
}

// nearby is how far a neuron is moved, relative to its length, to be on a kink.
const nearby = 1e-9

// findFace puts a neuron on the face of w: on the kinks through it. A kink that all but coincides with another passes near w without going
// through it where w is on that one, and to go there would be a long way: such a kink has w on one side.
func (n *network) findFace(j *neuron) {
	size := j.w.length()
	j.space.reset(n.dim)
	for k := range n.z {
		t := n.z[k].dot(&j.w)
		j.sides[k] = int8(math.Copysign(1, t))
		if math.Abs(t) > onKink*n.size[k]*size {
			continue
		}
		space, w := j.space, j.w
		if space.rank > 1 && space.distance(&n.z[k]) > sameKink*n.size[k] {
			space.exclude(&n.z[k])
		}
		space.project(&w)
		w.add(-1, &j.w)
		if w.length() <= nearby*size {
			j.space, j.sides[k] = space, 0
		}
	}
	j.space.project(&j.w)
}

// findSides finds the sides of a neuron from w, but for the kinks on which it is kept.
func (n *network) findSides(j *neuron) {
	for k, side := range j.sides {
		if t := n.z[k].dot(&j.w); side != 0 && t != 0 {
			j.sides[k] = int8(math.Copysign(1, t))
		}
	}
}

// findSpace finds the space of a neuron's face, by its sides, and brings w into it.
func (n *network) findSpace(j *neuron) {
	n.faceOf(j)
	j.space.reset(n.dim)
	j.space.excludeAll(n.z, n.face)
	j.space.project(&j.w)
}

// faceOf writes the points on whose kinks a neuron is into n.face.
func (n *network) faceOf(j *neuron) {
	n.face = n.face[:0]
	for k, side := range j.sides {
		if side == 0 {
			n.face = append(n.face, int32(k))
		}
	}
}
