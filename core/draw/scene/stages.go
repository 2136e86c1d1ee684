package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// The stages in which the spectrahedron is built up, as values of View.Stage; values in between are transitions.
const (
	// StageCurve shows single neurons.
	StageCurve = 0.0
	// StageChords adds the mixtures of two neurons.
	StageChords = 1.0
	// StageHull shows the body, the mixtures of all neurons.
	StageHull = 2.0
	// StageCost turns the picture until g points upwards, and lowers the planes g = beta and g = -beta until they rest on the body.
	StageCost = 3.0
)

// chordSamples is the number of directions whose chords are drawn.
const chordSamples = 24

// chordStrength returns the opacity of the chords at a stage, solidity that of the body.
func chordStrength(stage float64) float64 {
	return fraction(stage, StageCurve, StageCurve+0.2) * (1 - smoothstep(fraction(stage, StageChords, StageHull)))
}

func solidity(stage float64) float64 { return smoothstep(fraction(stage, StageChords, StageHull)) }

// skeleton draws the neurons while the body is not yet there, and towards StageChords more and more chords between them.
func (s *Scene) skeleton(p pen, proj *projection, snap *protocol.Snapshot, v *View) {
	if v.Slice || v.Stage >= StageHull {
		return
	}
	t := &v.Theme
	if strength := chordStrength(v.Stage); strength > 0 {
		reach := int(math.Round(chordSamples / 2 * fraction(v.Stage, StageCurve, StageChords)))
		for i := range chordSamples {
			for k := 1; k <= reach; k++ {
				a, b := s.body.chord(i), s.body.chord((i+k)%chordSamples)
				p.segment(proj.project(a), proj.project(b), 1, t.Accent.alpha(0.22*strength))
			}
		}
	}
	if snap.Dimension == 3 {
		s.circles(p, proj, t, 0.30*(1-solidity(v.Stage)))
	}
}

// chord returns end i of the chordSamples ends of chords, spread over the curve or over the sphere of directions.
func (b *body) chord(i int) vec {
	if b.dimension == 2 {
		return vec(b.points[i*len(b.points)/chordSamples])
	}
	z := 1 - (2*float64(i)+1)/chordSamples
	sin, cos := math.Sincos(2.399963 * float64(i)) // the golden angle
	r := math.Sqrt(1 - z*z)
	return b.neuron(protocol.Vec{r * cos, r * sin, z})
}

// circles draws meridians and parallels of the sphere of directions at their positions on the body.
func (s *Scene) circles(p pen, proj *projection, t *Theme, strength float64) {
	const every, turns = 4, 6
	for k := range 2*turns - 1 {
		s.path = s.path[:0]
		for i := 0; i < len(s.circle); i += every {
			d := s.circle[i]
			var u protocol.Vec
			if k < turns { // a meridian
				sin, cos := math.Sincos(math.Pi * float64(k) / turns)
				u = protocol.Vec{d.cos * cos, d.cos * sin, d.sin}
			} else { // a parallel
				sin, cos := math.Sincos(math.Pi * (float64(k-turns+1)/turns - 0.5))
				u = protocol.Vec{d.cos * cos, d.sin * cos, sin}
			}
			s.path = append(s.path, proj.project(s.body.neuron(u)))
		}
		p.curve(s.path, 1.2, t.Ink.alpha(strength))
	}
}

// stageNote returns the words for what the stage shows.
func (s *Scene) stageNote(snap *protocol.Snapshot, v *View) string {
	one, d := v.Stage, snap.Dimension
	switch {
	case v.Slice && d == 3:
		return "the slice Z₁₁ = Z₂₂ = Z₃₃, Z₁₄ = Z₂₄ = Z₃₄ = 0"
	case v.Slice && d == 2:
		return "the slice Z₁₁ = Z₂₂ of the paper’s Figure 2"
	case one < StageChords && d == 1:
		return "each corner: a neuron, |α| = 1"
	case one < StageChords && d == 2:
		return "each point of the curve: a neuron, α = 1"
	case one < StageChords:
		return "each point of the surface: a neuron, α = 1"
	case one < StageHull && d == 1:
		return "on a chord: two neurons, Σ|α| = 1"
	case one < StageHull:
		return "on a chord: two neurons, Σα = 1"
	case one < StageCost || !s.rests(snap):
		return ""
	case d == 1:
		return "the line g = β rests on Z − Z′"
	}
	return s.restNote(snap)
}

// restNote returns the words for which planes rest on which matrices.
func (s *Scene) restNote(snap *protocol.Snapshot) string {
	var has [2]bool
	for i := range snap.Neurons {
		if snap.Neurons[i].Alpha < 0 {
			has[1] = true
		} else {
			has[0] = true
		}
	}
	if _, ok := supportOf(&s.now.certificate, snap.Dimension, snap.Beta); !ok {
		return "g is the same everywhere: no plane"
	}
	switch has {
	case [2]bool{true, true}:
		return "g upwards: its planes rest on Z and on Z′"
	case [2]bool{true, false}:
		return "g upwards: the plane g = β rests on Z"
	}
	return "g upwards: the plane g = −β rests on Z′"
}
