package scene

import (
	"math"

	"conelab/core/app/protocol"
)

// Frame is everything to draw.
type Frame struct {
	// Blank says that there is nothing to draw: the snapshot's problem has no pictures.
	Blank bool
	Tiles [tileCount]Tile
	// Fresh says which tiles were built; the others are the same as in the frame before.
	Fresh TileSet
	// Labels is the text on top of the canvas, tile by tile; see package bridge.
	Labels []byte
}

// Scene builds frames and reuses their memory.
type Scene struct {
	canvas
	frame   Frame
	labels  labels
	texts   [tileCount][]byte // the labels of each tile
	now     state
	arrows  []arrow
	order   []int
	depths  []float64
	named   []int   // the arrows that have labels
	tips    []pixel // their tips
	circle  []direction
	path    []pixel
	targets [tileCount][]target
	race    racePlot // the race and the sweep as drawn most recently
	sweep   sweepChart
	body    body
	beside  []costPlane
	sum     []term // the terms shown in the tile of the neurons
	shade   shade
	atlas   []byte  // image with the maps of the network's picture
	reach   float64 // half the larger side, in pixels, of a cell in the tile of the neurons
}

// canvas is the picture under construction: what it shows, where and how, and the pen for its newest layer.
type canvas struct {
	pen
	tile  int
	r     Rect
	snap  *protocol.Snapshot
	view  *View
	theme *Theme
	proj  projection // of a picture with depth
}

// direction is a sample of the unit circle.
type direction struct{ degrees, cos, sin float64 }

func (d *direction) vec() protocol.Vec { return protocol.Vec{d.cos, d.sin} }

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

// Build returns the frame of snap in the given view. The frame is valid until the next call.
func (s *Scene) Build(snap *protocol.Snapshot, v *View) *Frame { return s.Rebuild(snap, v, AllTiles) }

// Rebuild is Build if only the chosen tiles have changed since the frame before.
func (s *Scene) Rebuild(snap *protocol.Snapshot, v *View, chosen TileSet) *Frame {
	f := &s.frame
	f.Blank, f.Fresh, f.Labels = snap.Dimension < 1 || snap.Dimension > 3, chosen, f.Labels[:0]
	var shown *protocol.Snapshot
	for tile, r := range v.Layout.Tiles {
		if chosen[tile] {
			if f.Tiles[tile].used = 0; r.Empty() {
				f.Tiles[tile] = Tile{} // a hidden tile keeps no memory
			}
			s.targets[tile] = s.targets[tile][:0]
			if program := snap.Program(tile); program != shown {
				if shown = program; !f.Blank {
					s.evaluate(shown)
				}
			}
			s.canvas = canvas{tile: tile, r: r, snap: shown, view: v, theme: &v.Theme, pen: pen{nil, v.Layout.Scale, v.Weight}}
			s.labels.reset(r, v.Layout.Scale, v.Weight, shown.Neurons)
			if !r.Empty() && (!f.Blank && shown.Dimension > 0 || pictures[tile].alone) {
				pictures[tile].build(s)
				s.labels.placeTicks()
			}
			s.texts[tile] = append(s.texts[tile][:0], s.labels.text...)
		}
		f.Labels = append(f.Labels, s.texts[tile]...)
	}
	return f
}

// state is what the animation shows at its position.
type state struct {
	// function and certificate belong to the solution, or to the iterate on the solver's path.
	function, certificate protocol.Quadratic
	iterate               protocol.Iterate
	onPath                bool
	// presence is, for each neuron, the share of it that has been found, in [0, 1].
	presence []float64
	// size is the mean absolute label; for the output of a class, the distance of its label from the level.
	size float64
}

// evaluate computes what the animation shows at its position.
func (s *Scene) evaluate(snap *protocol.Snapshot) {
	m := &s.now
	m.function, m.certificate, m.size = snap.Function, snap.Certificate, labelSize(snap.Points)
	if len(snap.Points) > 0 && snap.Points[0].Class > 0 {
		m.size = 1 - snap.Level
	}
	m.iterate, m.onPath = snap.Iterate()
	if m.onPath {
		difference := m.iterate.Plus
		for i, v := range m.iterate.Minus {
			difference[i] -= v
		}
		m.function, m.certificate = difference.Function(snap.Activation), m.iterate.Certificate
	}
	m.presence = m.presence[:0]
	for range snap.Neurons {
		m.presence = append(m.presence, 0)
	}
	present(m.presence, snap)
}

// present sets presence to the share of each neuron that has been found at the animation's position.
func present(presence []float64, snap *protocol.Snapshot) {
	length := snap.Length()
	if snap.Film.Act == protocol.Solver {
		for i := range presence {
			presence[i] = smoothstep(fraction(snap.Film.Position, length-1, max(length, 1e-9)))
		}
		return
	}
	unit := 0.0
	for r := range snap.Film.Reels {
		for i := range snap.Film.Reels[r].Steps {
			unit++
			if k := snap.Film.Reels[r].Steps[i].Neuron; k >= 0 && k < len(presence) {
				presence[k] = smoothstep(fraction(snap.Film.Position-unit, turnEnd, 1))
			}
		}
		unit++
	}
	if snap.Film.Position >= length {
		for i := range presence {
			presence[i] = 1
		}
	}
}

// ink begins a layer of ink. With space, the tile's surface covers ink behind it.
func (s *Scene) ink(space bool) {
	l := s.frame.Tiles[s.tile].add(KindInk)
	l.Space = space
	s.list = &l.Ink
}

// background begins the tile with a layer of ink on its background.
func (s *Scene) background(c Color) {
	s.ink(false)
	s.panel(s.r, Corner, c)
}

// look sets the projection by the tile's camera, which shows the ball of the given radius around the origin.
func (s *Scene) look(radius float64) { s.proj = s.view.Cameras[s.tile].projection(s.r, radius) }

// at returns where a point of the world is drawn.
func (s *Scene) at(p vec) pixel { return s.proj.project(p) }

// line draws a line in the world.
func (s *Scene) line(a, b vec, width float64, c Color) { s.segment(s.at(a), s.at(b), width, c) }

// through draws a smooth curve through n pixels, with gaps at those that are hidden.
func (s *Scene) through(n int, width float64, c Color, at func(i int) pixel) {
	s.path = s.path[:0]
	for i := range n {
		if p := at(i); p != hidden {
			s.path = append(s.path, p)
		} else {
			s.curve(s.path, width, c)
			s.path = s.path[:0]
		}
	}
	s.curve(s.path, width, c)
}

// hidden stands for a pixel that is not shown.
var hidden = pixel{x: math.Inf(1)}

// worldAxes draws three axes through the origin, with their names beyond the ends; an axis without a name has none.
func (s *Scene) worldAxes(names [3]string, reach, beyond, strength float64) {
	for axis, name := range names {
		var end vec
		end[axis] = reach
		s.line(end.scale(-1), end, 1, s.theme.Ink.alpha(strength))
		if end[axis] = beyond; name != "" {
			s.labels.start(name).tick(s.at(end), 'c')
		}
	}
}

// surface adds a surface to the tile, drawn inside r. No point of the surface is farther than reach from the origin of the world.
func (s *Scene) surface(r Rect, reach float64) *Surface {
	layer, proj, t := s.frame.Tiles[s.tile].add(KindSurface), &s.proj, s.theme
	layer.Surface = Surface{
		Rect: r, Corner: Corner * s.scale, Right: toFloat32(proj.right), Up: toFloat32(proj.up), Forward: toFloat32(proj.forward),
		CenterX: proj.cx, CenterY: proj.cy, Scale: proj.scale, Tilt: proj.perspective, Box: [3]float32{1e6, 1e6, 1e6}, Pixel: s.scale * s.weight,
		Cover: proj.bounds(reach).within(r), Opacity: 0.16, Edge: 0.42, Face: t.face(), Line: t.Ink, Positive: t.Positive, Negative: t.Negative,
	}
	return &layer.Surface
}

func toFloat32(v vec) [3]float32 { return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])} }

// sortByDepth puts 0, ..., n-1 into s.order, the one with the largest depth first.
func (s *Scene) sortByDepth(n int, depth func(i int) float64) {
	s.order, s.depths = s.order[:0], s.depths[:0]
	for i := range n {
		s.order, s.depths = append(s.order, i), append(s.depths, depth(i))
	}
	sortByDepth(s.order, s.depths)
}
