package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// buildSquare draws the neural spectrahedron of one feature: all W = Z - Z' of a given total weight, in the coordinates (W_12, W_22) divided
// by that weight. Its corners are the neurons +-[1;1][1;1]' and +-[-1;1][-1;1]'. It is built up in the same stages as the body of more
// features.
func (s *Scene) buildSquare(r Rect, snap *protocol.Snapshot, v *View) {
	p, t := s.background(TileSpectrahedron, r, v), &v.Theme
	plane := square(r, 1.42)
	s.squareAxes(p, plane, v)
	s.costLine(p, r, plane, snap, v)
	if note := s.stageNote(snap, v); note != "" {
		s.labels.start(note).place(pixel{x: r.X + r.W/2, y: r.Y + r.H - 12*p.scale}, r, classTick)
	}
	at := func(plus, minus *protocol.Symmetric) (pixel, bool) {
		weight := plus.At(3, 3) + minus.At(3, 3)
		if !(weight > 0) {
			return pixel{}, false
		}
		return plane.at((plus.At(0, 3)-minus.At(0, 3))/weight, (plus.At(3, 3)-minus.At(3, 3))/weight), true
	}
	if v.Stage >= StageHull {
		s.squarePath(p, at, snap, t)
	}
	plus, minus := matrixOf(snap, 1), matrixOf(snap, -1)
	if s.now.onPath {
		plus, minus = s.now.iterate.Plus, s.now.iterate.Minus
	}
	if center, ok := at(&plus, &minus); ok {
		s.squareNeurons(p, r, plane, center, snap, v)
	}
}

// squareAxes draws the square as far as it has been built up, with its two axes.
func (s *Scene) squareAxes(p pen, plane Plane, v *View) {
	t, solid := &v.Theme, solidity(v.Stage)
	corners := [4]pixel{plane.at(-1, -1), plane.at(1, -1), plane.at(1, 1), plane.at(-1, 1)}
	p.fill(corners[0], corners[1], corners[2], corners[3], t.Muted.mix(t.Accent, 0.30).alpha(0.16*solid))
	for i, a := range corners {
		grown := fraction(v.Stage, StageCurve, StageChords)
		for k, b := range corners[:i] {
			side := (i-k)%2 == 1
			switch {
			case side && grown > 0:
				p.segment(a, a.lerp(b, grown), 1.8, t.Ink.alpha(0.6))
			case chordStrength(v.Stage) > 0:
				p.segment(a, a.lerp(b, grown), 1.4, t.Accent.alpha(0.6*chordStrength(v.Stage)))
			}
		}
		p.disc(a, 3.2, t.Ink.alpha(0.8*(1-solid)))
	}
	p.segment(plane.at(-1.15, 0), plane.at(1.15, 0), 1, t.Ink.alpha(0.16))
	p.segment(plane.at(0, -1.15), plane.at(0, 1.15), 1, t.Ink.alpha(0.16))
	s.labels.start("W₁₂").note(plane.at(1.18, 0), 'l', classTick)
	s.labels.start("W₂₂").note(plane.at(0, 1.18), 'b', classTick)
}

// squarePath draws the solver's iterates up to the animation's position.
func (s *Scene) squarePath(p pen, at func(plus, minus *protocol.Symmetric) (pixel, bool), snap *protocol.Snapshot, t *Theme) {
	s.path = s.path[:0]
	for i := range snap.Path {
		if s.now.onPath && float64(i) > snap.Film.Position {
			break
		}
		if spot, ok := at(&snap.Path[i].Plus, &snap.Path[i].Minus); ok {
			s.path = append(s.path, spot)
		}
	}
	p.curve(s.path, 1.6, t.Accent.alpha(0.8))
	for _, dot := range s.path {
		p.disc(dot, 2.1, t.Accent)
	}
}

// squareNeurons draws Z - Z' and the neurons, corners of the square, whose mean it is.
func (s *Scene) squareNeurons(p pen, r Rect, plane Plane, center pixel, snap *protocol.Snapshot, v *View) {
	t, together := &v.Theme, v.Stage >= StageChords
	for i := range snap.Neurons {
		n := &snap.Neurons[i]
		sign := math.Copysign(1, n.Alpha)
		corner := plane.at(sign*n.U[0], sign)
		share := math.Abs(n.Alpha) / max(totalWeight(snap), 1e-300)
		if together {
			p.segment(center, center.lerp(corner, s.now.presence[i]), 1.2+2.2*share, t.signed(sign).alpha(0.75*emphasis(snap, i)))
		}
		if s.now.presence[i] < 0.2 {
			continue
		}
		p.mark(corner, n.Alpha, 6*s.now.presence[i], t.Panel.mix(t.signed(sign), emphasis(snap, i)), t.Panel)
		s.addTarget(TileSpectrahedron, corner, i)
		s.labels.start("").neuron(i).beyond(corner, plane.at(0, 0), r, neuronClass(n.Alpha, emphasis(snap, i) < 1))
	}
	if !together {
		return
	}
	p.disc(center, 5, t.Ink)
	s.labels.start("Z − Z′").place(pixel{x: center.x, y: center.y - 16*p.scale}, r, classNote)
}

// costLine draws, on the last stage, the line on which the certificate, as a function of W, equals beta. It descends until it rests on the
// square.
func (s *Scene) costLine(p pen, r Rect, plane Plane, snap *protocol.Snapshot, v *View) {
	g, t := &s.now.certificate, &v.Theme
	a, b := g.X, g.XX+g.C // coefficients of W_12 and W_22: the neuron alpha [u;1][u;1]' has the value alpha g(u)
	n := math.Hypot(a, b)
	if v.Stage <= StageHull || !(n > 1e-6*snap.Beta) {
		return
	}
	level := snap.Beta/n + 0.8*(1-smoothstep(fraction(v.Stage, StageHull, StageCost)))
	if level > 1.9 {
		return
	}
	a, b = a/n, b/n
	at := func(along, beyond float64) pixel { return plane.at(a*(level+beyond)-b*along, b*(level+beyond)+a*along) }
	const reach = 1.25
	p.fill(at(-reach, 0), at(reach, 0), at(reach, 0.12), at(-reach, 0.12), t.Accent.alpha(0.16))
	p.segment(at(-reach, 0), at(reach, 0), 2, t.Accent)
	if v.Stage >= StageCost {
		end := at(-reach, 0)
		if other := at(reach, 0); other.x > end.x {
			end = other
		}
		s.labels.start("g = β").place(pixel{x: end.x, y: end.y - 12*p.scale}, r, classNote)
	}
}
