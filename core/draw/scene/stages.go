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
func (s *Scene) skeleton() {
	stage := s.view.Stage
	if stage >= StageHull {
		return
	}
	if strength := chordStrength(stage); strength > 0 {
		reach := int(math.Round(chordSamples / 2 * fraction(stage, StageCurve, StageChords)))
		for i := range chordSamples {
			for k := 1; k <= reach; k++ {
				s.line(s.body.chord(i), s.body.chord((i+k)%chordSamples), 1, s.theme.Accent.alpha(0.22*strength))
			}
		}
	}
	if s.snap.Dimension == 3 {
		s.circles(0.30 * (1 - solidity(stage)))
	}
}

// chord returns end i of the chordSamples ends of chords, spread over the curve or over the sphere of directions.
func (b *body) chord(i int) vec {
	if b.shadow.Features == 2 {
		return vec(b.points[i*len(b.points)/chordSamples])
	}
	z := 1 - (2*float64(i)+1)/chordSamples
	sin, cos := math.Sincos(2.399963 * float64(i)) // the golden angle
	r := math.Sqrt(1 - z*z)
	return b.neuron(protocol.Vec{r * cos, r * sin, z})
}

// circles draws meridians and parallels of the sphere of directions at their positions on the body.
func (s *Scene) circles(strength float64) {
	const every, turns = 4, 6
	for k := range 2*turns - 1 {
		s.through(samples/every+1, 1.2, s.theme.Ink.alpha(strength), func(i int) pixel {
			d := s.circle[every*i]
			if k < turns { // a meridian
				sin, cos := math.Sincos(math.Pi * float64(k) / turns)
				return s.at(s.body.neuron(protocol.Vec{d.cos * cos, d.cos * sin, d.sin}))
			}
			sin, cos := math.Sincos(math.Pi * (float64(k-turns+1)/turns - 0.5))
			return s.at(s.body.neuron(protocol.Vec{d.cos * cos, d.sin * cos, sin}))
		})
	}
}

// stageNote says what the stage shows.
func (s *Scene) stageNote() {
	note := ""
	switch stage, d := s.view.Stage, s.snap.Dimension; {
	case stage < StageChords:
		note = [...]string{
			"each corner: a neuron, |α| = 1", "each point of the curve: a neuron, α = 1", "each point of the surface: a neuron, α = 1",
		}[d-1]
	case stage < StageHull && d == 1:
		note = "on a chord: two neurons, Σ|α| = 1"
	case stage < StageHull:
		note = "on a chord: two neurons, Σα = 1"
	case stage < StageCost:
		return
	case d == 1:
		note = "the line g = β"
	case s.body.upright:
		note = "g upwards, and the planes g = ±β"
	default:
		note = "g is the same everywhere: no plane"
	}
	s.footnote(note)
}
