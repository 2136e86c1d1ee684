package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// buildSquare draws the neural spectrahedron of one feature: all W = Z - Z' of a given total weight, in the coordinates (W_12, W_22) divided
// by that weight. Its corners are the neurons +-[1;1][1;1]' and +-[-1;1][-1;1]'. It is built up in the same stages as the body of more
// features.
func (s *Scene) buildSquare() {
	plane := s.r.square(0, 0, 1.42)
	s.squareAxes(plane)
	s.costLine(plane)
	s.stageNote()
	at := func(plus, minus *protocol.Symmetric) (pixel, bool) {
		weight := plus.At(3, 3) + minus.At(3, 3)
		if !(weight > 0) {
			return pixel{}, false
		}
		return plane.at((plus.At(0, 3)-minus.At(0, 3))/weight, (plus.At(3, 3)-minus.At(3, 3))/weight), true
	}
	if s.view.Stage >= StageHull {
		s.trail(s.theme.Accent, func(it *protocol.Iterate) (pixel, bool) { return at(&it.Plus, &it.Minus) })
	}
	plus, minus := s.matrix(1), s.matrix(-1)
	if center, ok := at(&plus, &minus); ok {
		s.squareNeurons(plane, center)
	}
}

// squareAxes draws the square as far as it has been built up, with its two axes.
func (s *Scene) squareAxes(plane Plane) {
	t, stage := s.theme, s.view.Stage
	corners, solid := [4]pixel{plane.at(-1, -1), plane.at(1, -1), plane.at(1, 1), plane.at(-1, 1)}, solidity(stage)
	s.quad(corners, t.face().alpha(0.16*solid))
	for i, a := range corners {
		grown := fraction(stage, StageCurve, StageChords)
		for k, b := range corners[:i] {
			if side := (i-k)%2 == 1; side && grown > 0 {
				s.segment(a, a.lerp(b, grown), 1.8, t.Ink.alpha(0.6))
			} else if chordStrength(stage) > 0 {
				s.segment(a, a.lerp(b, grown), 1.4, t.Accent.alpha(0.6*chordStrength(stage)))
			}
		}
		s.disc(a, 3.2, t.Ink.alpha(0.8*(1-solid)))
	}
	s.segment(plane.at(-1.15, 0), plane.at(1.15, 0), 1, t.Ink.alpha(0.16))
	s.segment(plane.at(0, -1.15), plane.at(0, 1.15), 1, t.Ink.alpha(0.16))
	s.labels.start("W₁₂").note(plane.at(1.18, 0), 'l', classTick)
	s.labels.start("W₂₂").note(plane.at(0, 1.18), 'b', classTick)
}

// squareNeurons draws Z - Z' and the neurons, corners of the square, whose mean it is.
func (s *Scene) squareNeurons(plane Plane, center pixel) {
	together := s.view.Stage >= StageChords
	for i := range s.snap.Neurons {
		n := &s.snap.Neurons[i]
		sign := math.Copysign(1, n.Alpha)
		corner := plane.at(sign*n.U[0], sign)
		if together {
			s.spoke(center, corner, i, max(totalWeight(s.snap), 1e-300))
		}
		s.namedNeuron(corner, plane.at(0, 0), i, 6, s.now.presence[i])
	}
	if together {
		s.disc(center, 5, s.theme.Ink)
		s.labels.start("Z − Z′").place(center.moved(0, -16*s.scale), classNote)
	}
}

// costLine draws, on the last stage, the line on which the certificate, as a function of W, equals beta. It descends until it rests on the
// square.
func (s *Scene) costLine(plane Plane) {
	g, t := &s.now.certificate, s.theme
	a, b := g.X, g.XX+g.C // coefficients of W_12 and W_22: the neuron alpha [u;1][u;1]' has the value alpha g(u)
	n := math.Hypot(a, b)
	if s.view.Stage <= StageHull || !(n > 1e-6*s.snap.Beta) {
		return
	}
	level := s.snap.Beta/n + 0.8*(1-smoothstep(fraction(s.view.Stage, StageHull, StageCost)))
	if level > 1.9 {
		return
	}
	a, b = a/n, b/n
	at := func(along, beyond float64) pixel { return plane.at(a*(level+beyond)-b*along, b*(level+beyond)+a*along) }
	const reach = 1.25
	s.quad([4]pixel{at(-reach, 0), at(reach, 0), at(reach, 0.12), at(-reach, 0.12)}, t.Accent.alpha(0.16))
	s.segment(at(-reach, 0), at(reach, 0), 2, t.Accent)
	if s.view.Stage >= StageCost {
		s.labels.start("g = β").place(rightmost(at(-reach, 0), at(reach, 0)).moved(0, -12*s.scale), classNote)
	}
}

// rightmost returns the pixel that is farthest to the right.
func rightmost(first pixel, others ...pixel) pixel {
	for _, other := range others {
		if other.x > first.x {
			first = other
		}
	}
	return first
}
