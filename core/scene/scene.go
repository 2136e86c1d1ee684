package scene

import (
	"math"

	"conelab/core/wire"
)

// View is the state of the pictures that is not in the snapshot.
type View struct {
	Layout Layout
	Theme  Theme
	Camera Camera
}

// Frame is all that is drawn. Within each tile: Heat (data) or Surface (cone), then the ink.
type Frame struct {
	// Blank says that there is nothing to draw: the snapshot's problem does not have two features.
	Blank   bool
	Heat    Heat
	Surface Surface
	Ink     [tileCount]List
	// Labels is the text over the canvas, see package bridge.
	Labels []byte
}

// Scene builds frames and keeps their memory.
type Scene struct {
	frame   Frame
	labels  labels
	arrows  []arrow
	order   []int
	circle  []direction
	path    []spot
	targets [tileCount][]target
}

// direction is a sample of the unit circle.
type direction struct{ degrees, cos, sin float64 }

// samples is the number of intervals into which the circle is divided, a multiple of 4.
const samples = 240

// New returns a scene.
func New() *Scene {
	s := &Scene{circle: make([]direction, samples+1)}
	for i := range s.circle {
		t := (float64(i)/samples*2 - 1) * math.Pi
		s.circle[i] = direction{t * 180 / math.Pi, math.Cos(t), math.Sin(t)}
	}
	return s
}

// Build returns the frame that shows snap in the given view. The frame is valid until the next call.
func (s *Scene) Build(snap *wire.Snapshot, v *View) *Frame {
	s.labels.reset(v.Layout.Scale)
	for i := range s.frame.Ink {
		s.frame.Ink[i].reset()
		s.targets[i] = s.targets[i][:0]
	}
	s.frame.Blank = snap.Dimension != 2
	if !s.frame.Blank {
		s.buildData(snap, v)
		s.buildCone(snap, v)
		s.buildCertificate(snap, v)
	}
	s.frame.Labels = s.labels.text
	return &s.frame
}

// pen returns the pen for a tile.
func (s *Scene) pen(tile int, v *View) pen { return pen{&s.frame.Ink[tile], v.Layout.Scale} }

// attention returns 1 for a neuron that is to be seen well and less for one that steps back because another is in focus.
func attention(snap *wire.Snapshot, neuron int) float64 {
	if f := snap.Focus; f >= 0 && f < len(snap.Neurons) && f != neuron {
		return 0.28
	}
	return 1
}

// focused reports whether the neuron is the one in focus.
func focused(snap *wire.Snapshot, neuron int) bool {
	return neuron >= 0 && neuron == snap.Focus && neuron < len(snap.Neurons)
}

// mark draws a neuron's mark: a disc where alpha > 0, a diamond where alpha < 0, with an outline of the colour around it.
func (p pen) mark(at spot, alpha, radius float64, color, outline Color) {
	if alpha < 0 {
		p.diamond(at, radius*1.25+2, outline)
		p.diamond(at, radius*1.25, color)
		return
	}
	p.disc(at, radius+1.5, outline)
	p.disc(at, radius, color)
}
