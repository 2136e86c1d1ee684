// Package scene turns a snapshot of the session and the state of the view into a display list. Every length, angle, colour and label of the
// pictures is decided here, in plain Go; package wasm/view only passes the result to the graphics card.
//
// Each picture has a file; one table (pictures) has them all. Below, files stand in brackets where their names are not the
// picture's. For problems with d = 1, 2 and 3 features, separated by semicolons, the pictures show:
//
//	data           the graph of f; its map with the line f = 0 [field]; the quadric f = 0 among points in space [points]; for classes with
//	               an output each, the curves of all outputs, or the regions where each is largest [field]
//	neural cone    the paper's Figure 2, left; the rays to the curve k(t) of R^4; the unit sphere of directions [neural]
//	spectrahedron  the square of all W = Z - Z' of one weight; the hull of k(t), or of k(u) in R^8 (see package mesh), as shadows; inside
//	               them Z and Z' as means of neurons, and the solver's path; built up in stages from neurons and chords, and last between
//	               the planes g = +-beta [body]
//	Lorentz cone   the animation of the decomposition, with the ellipse on which a pair turns: the wedge; the cone; (|c|, t)
//	certificate    g at two directions; the curve g(t) between the bounds; the sphere coloured by g/beta [neural]; in the same tile, the
//	               five pictures of the argument that no network is better [argument, tangents]
//	network        several layers: a column of maps or filters for each, edges for the weights, and the output [columns]
//	sweep          number of neurons and scores of the optimum as functions of beta or a coefficient
//	race           cost against work of gradient descent, above the certified optimum, and where the runs end
//	neurons        what each neuron computes, and the sum of those the animation has found, on one scale: graphs; surfaces; planar
//	               sections that face the eye [cell]
//
// What a neuron, a network, a run or a sum computes is a function [function]. Over the plane it is evaluated at places a few pixels apart
// and drawn as an image, with the line where it is zero [field]. What is particular to networks with ReLU is in [kink, line]. For browsers
// without WebGL the picture of the data is written as SVG [svg].
//
// A picture under construction is a canvas: what it shows, where and how, and the pen for its newest layer. Flat pictures with numbers on
// their axes are charts, neurons have the marks of [neuron], and text finds its place in [label].
//
// Pointers make one gesture at a time [input]: they draw, lift and select points [tool], rotate a neuron, move a camera, or move
// the argument.
//
// More than three features are shown in a plane (protocol.Snapshot.Plane). Data, neurons and certificate are restricted to it and drawn as
// for two features. The Lorentz cone is drawn as for three features, at (|c|, t). Neural cone and spectrahedron have no picture.
//
// Frames of reference, beside those of package protocol:
//
//	pixel   device pixels of the canvas, origin at its top left corner, y down
//	css     pixel / Layout.Scale; the unit of labels and of the widths and radii of ink
//	world   of a picture with depth: right-handed, third axis up, of about unit size; see each builder
//	depth   s along the line of sight, from the world's origin away from the eye; a pixel stores s/(1 + s perspective), which is linear on
//	        the screen
//
// A tile is a list of layers: images, quadric surfaces, and ink. Ink consists of quads, each with a shape given by its signed
// distance (see Vertex), so that edges are exact at every scale. A ray meets a quadric at most twice, so comparing the depth of ink with
// both hits orders ink and surface exactly in every pixel, without a depth buffer. A convex body is drawn in three passes: its back, what
// is inside, and its front.
//
// Small functions of colours and labels, which are called in many places, are not inlined (go:noinline): inlining them would make
// the download 14 kB larger. After the first few frames, building a frame allocates nothing. Only the tiles that have changed are
// built and drawn.
package scene

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/app/protocol"
)

// Frame is everything to draw.
type Frame struct {
	Tiles [tileCount]Tile
	// Fresh has the tiles that were built; the others are the same as in the frame before.
	Fresh TileSet
	// Labels is the text on top of the canvas, tile by tile; see package bridge.
	Labels []byte
}

// Scene builds frames and reuses their memory.
type Scene struct {
	canvas  canvas
	frame   Frame
	inputs  [tileCount]inputs
	views   [tileCount]View   // as far as the tiles depend on it
	texts   [tileCount][]byte // the labels of each tile
	targets [tileCount][]target
	// The pictures, with the memory that each needs. They all draw on the canvas.
	data          dataPicture
	neural        neuralCone
	spectrahedron spectrahedron
	lorentz       lorentzCone
	certificate   certificate
	neurons       neuronSum
	race          racePicture
	sweep         sweepPicture
	network       networkPicture
}

// canvas is the picture under construction: what it shows, where and how, and the pen for its newest layer.
type canvas struct {
	pen
	tile    int
	r       Rect
	into    *Tile
	targets []target // of the tile
	snap    *protocol.Snapshot
	view    *View
	theme   *Theme
	now     state
	proj    projection // of a picture with depth
	labels  labels
	circle  []direction
	// Memory for paths, for what is sorted, and for values along a line.
	path   []pixel
	order  []int
	depths []float64
	values []float64
	row    []rgba
	shades shades
}

// direction is a sample of the unit circle.
type direction struct{ degrees, cos, sin float64 }

func (d *direction) vec() protocol.Vec { return protocol.Vec{d.cos, d.sin} }

// samples is the number of intervals into which the circle is divided, a multiple of 4.
const samples = 240

// New returns a scene.
func New() *Scene {
	s := &Scene{}
	c := &s.canvas
	for i := range samples + 1 {
		t := (float64(i)/samples*2 - 1) * math.Pi
		c.circle = append(c.circle, direction{t * 180 / math.Pi, math.Cos(t), math.Sin(t)})
	}
	s.data.canvas, s.neural.canvas, s.spectrahedron.canvas, s.lorentz.canvas, s.certificate.canvas = c, c, c, c, c
	s.neurons.canvas, s.race.canvas, s.sweep.canvas, s.network.canvas = c, c, c, c
	return s
}

// Build returns the frame of snap in the given view. The frame is valid until the next call.
func (s *Scene) Build(snap *protocol.Snapshot, v *View) *Frame { return s.Rebuild(snap, v, AllTiles) }

// Rebuild is Build if only the chosen tiles have changed since the frame before.
func (s *Scene) Rebuild(snap *protocol.Snapshot, v *View, chosen TileSet) *Frame {
	f := &s.frame
	f.Fresh, f.Labels = chosen, f.Labels[:0]
	for tile := range v.Layout.Tiles {
		if chosen[tile] {
			s.build(tile, snap, v)
		}
		f.Labels = append(f.Labels, s.texts[tile]...)
	}
	return f
}

// build builds a tile.
func (s *Scene) build(tile int, snap *protocol.Snapshot, v *View) {
	c, r, shown := &s.canvas, v.Layout.Tiles[tile], &s.inputs[tile]
	c.into = &s.frame.Tiles[tile]
	if c.into.used = 0; r.Empty() {
		*c.into = Tile{} // a hidden tile keeps no memory
	}
	if s.views[tile], *shown = v.part(tile), inputsOf(tile, snap); v.Veiled[tile] {
		shown.veil()
	}
	c.pen, c.tile, c.r, c.snap, c.view, c.theme = pen{nil, v.Layout.Scale, v.Weight}, tile, r, &shown.Snapshot, &s.views[tile], &v.Theme
	c.targets = s.targets[tile][:0]
	c.labels.reset(r, v.Layout.Scale, v.Weight, shown.Neurons)
	drawable := snap.Dimension > 0 && snap.Dimension <= 3
	if drawable {
		c.evaluate(shown)
	}
	if !r.Empty() && !pictures[tile].suits(c.snap) {
		c.background(v.Theme.Panel)
	} else if !r.Empty() && (!v.Veiled[tile] || tile == TileData) && (drawable && shown.Dimension > 0 || pictures[tile].alone) {
		pictures[tile].build(s)
		c.labels.placeTicks()
	}
	s.texts[tile], s.targets[tile] = append(s.texts[tile][:0], c.labels.text...), c.targets
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

// sizeOf returns the size of the labels: see state.
func sizeOf(snap *protocol.Snapshot) float64 {
	if len(snap.Points) > 0 && snap.Points[0].Class > 0 {
		return 1 - snap.Level
	}
	return labelSize(snap.Points)
}

// functionsOf returns the function and the certificate that are shown: see state.
func functionsOf(snap *protocol.Snapshot) (function, certificate protocol.Quadratic) {
	it, onPath := snap.Animation.Iterate()
	if !onPath {
		return snap.Function, snap.Certificate
	}
	difference := it.Plus
	for i, v := range it.Minus {
		difference[i] -= v
	}
	return difference.Function(snap.Activation), it.Certificate
}

// evaluate computes what the animation shows at its position.
func (s *canvas) evaluate(snap *inputs) {
	m := &s.now
	m.iterate, m.onPath = snap.Animation.Iterate()
	m.size = snap.size
	m.function, m.certificate = functionsOf(&snap.Snapshot)
	m.presence = append(m.presence[:0], make([]float64, len(snap.Neurons))...)
	present(m.presence, &snap.Snapshot)
}

// present sets presence to the share of each neuron that has been found at the animation's position.
func present(presence []float64, snap *protocol.Snapshot) {
	length := snap.Animation.Length()
	if snap.Animation.Topic == protocol.Solver {
		for i := range presence {
			presence[i] = smoothstep(fraction(snap.Animation.Position, length-1, max(length, 1e-9)))
		}
		return
	}
	unit := 0.0
	for r := range snap.Animation.Sequences {
		for i := range snap.Animation.Sequences[r].Steps {
			unit++
			if k := snap.Animation.Sequences[r].Steps[i].Neuron; k >= 0 && k < len(presence) {
				presence[k] = smoothstep(fraction(snap.Animation.Position-unit, turnEnd, 1))
			}
		}
		unit++
	}
	if snap.Animation.Position >= length {
		for i := range presence {
			presence[i] = 1
		}
	}
}

// ink begins a layer of ink. With space, the tile's surface covers ink behind it.
func (s *canvas) ink(space bool) {
	l := s.into.add(KindInk)
	l.Space = space
	s.list = &l.Ink
}

// background begins the tile with a layer of ink on its background.
func (s *canvas) background(c Color) {
	s.ink(false)
	s.panel(s.r, Corner, c)
}

// setCamera sets the projection by the tile's camera, which shows the ball of the given radius around the origin.
func (s *canvas) setCamera(radius float64) { s.proj = s.view.Cameras[s.tile].projection(s.r, radius) }

// at returns where a point of the world is drawn.
func (s *canvas) at(p vec) pixel { return s.proj.project(p) }

// line draws a line in the world.
func (s *canvas) line(a, b vec, width float64, c Color) { s.segment(s.at(a), s.at(b), width, c) }

// through draws a smooth curve through n pixels, with gaps at those that are hidden.
func (s *canvas) through(n int, width float64, c Color, at func(i int) pixel) {
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
func (s *canvas) worldAxes(names [3]string, reach, beyond, strength float64) {
	for axis, name := range names {
		var end vec
		end[axis] = reach
		s.line(end.Scale(-1), end, 1, s.theme.Ink.alpha(strength))
		if end[axis] = beyond; name != "" {
			s.labels.start(name).tick(s.at(end), 'c')
		}
	}
}

// surface adds a surface to the tile, drawn inside r. No point of the surface is farther than reach from the origin of the world.
func (s *canvas) surface(r Rect, reach float64) *Surface {
	layer, proj, t := s.into.add(KindSurface), &s.proj, s.theme
	layer.Surface = Surface{
		Rect: r, Corner: Corner * s.scale, Right: toFloat32(proj.right), Up: toFloat32(proj.up), Forward: toFloat32(proj.forward),
		CenterX: proj.cx, CenterY: proj.cy, Scale: proj.scale, Tilt: proj.perspective, Box: [3]float32{1e6, 1e6, 1e6}, Pixel: s.scale * s.weight,
		Cover: proj.bounds(reach).within(r), Opacity: 0.16, Edge: 0.42, Face: t.face(), Line: t.Ink, Positive: t.Positive, Negative: t.Negative,
	}
	return &layer.Surface
}

func toFloat32(v vec) [3]float32 { return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])} }

// sortByDepth puts 0, ..., n-1 into s.order, the one with the largest depth first, and of equally deep ones the first.
func (s *canvas) sortByDepth(n int, depth func(i int) float64) {
	s.order, s.depths = s.order[:0], s.depths[:0]
	for i := range n {
		s.order, s.depths = append(s.order, i), append(s.depths, depth(i))
	}
	slices.SortFunc(s.order, func(a, b int) int { return cmp.Or(cmp.Compare(s.depths[b], s.depths[a]), a-b) })
}

const tileCount = protocol.PictureCount

// picture is how a picture is drawn and what a pointer does in it.
type picture struct {
	// build draws the picture.
	build func(s *Scene)
	// polynomial is set if it is a picture of networks with a polynomial activation.
	polynomial bool
	// alone is set if it is drawn even if the snapshot's problem has no pictures.
	alone bool
	// toward returns the direction to which a pointer rotates neuron k, or false; nil where neurons cannot be rotated.
	toward func(on *HitTest, k int, p *PointerEvent) (u protocol.Vec, ok bool)
	// over handles all pointer events in the picture, unless a gesture is under way elsewhere, and reports whether the event belongs to a
	// gesture. It is nil where neurons, the camera or points take the events.
	over func(in *Input, p *PointerEvent, on *HitTest) (captured bool)
}

// The tiles, by their pictures.
const (
	TileData          = protocol.PictureData
	TileNeural        = protocol.PictureNeural
	TileSpectrahedron = protocol.PictureSpectrahedron
	TileLorentz       = protocol.PictureLorentz
	TileCertificate   = protocol.PictureCertificate
	TileNeurons       = protocol.PictureNeurons
	TileRace          = protocol.PictureRace
	TileSweep         = protocol.PictureSweep
	TileNetwork       = protocol.PictureNetwork
)

// pictures are those of the tiles. They are set during initialisation, since what a pointer does in them depends on all of them.
var pictures [tileCount]picture

func init() {
	pictures = [tileCount]picture{
		TileData:          {build: func(s *Scene) { s.data.build() }, toward: towardData},
		TileNeural:        {build: func(s *Scene) { s.neural.build() }, polynomial: true},
		TileSpectrahedron: {build: func(s *Scene) { s.spectrahedron.build() }, polynomial: true},
		TileLorentz:       {build: func(s *Scene) { s.lorentz.build() }, polynomial: true},
		TileCertificate:   {build: func(s *Scene) { s.certificate.build() }, toward: towardCertificate},
		TileNeurons:       {build: func(s *Scene) { s.neurons.build() }},
		TileRace:          {build: func(s *Scene) { s.race.build() }, alone: true, over: overRace},
		TileSweep:         {build: func(s *Scene) { s.sweep.build() }, alone: true, over: overSweep},
		TileNetwork:       {build: func(s *Scene) { s.network.build() }, over: overNetwork},
	}
}

// HasDepth reports whether a tile shows a picture with depth for data with d features; d is 0 for a plane (protocol.Snapshot.Depth).
func HasDepth(tile, d int) bool {
	p := protocol.PictureOf(tile)
	return p != nil && d > 0 && p.Depth.Has(d)
}

// TileSet is a set of tiles.
type TileSet [tileCount]bool

// AllTiles has all tiles.
var AllTiles = func() (all TileSet) {
	for i := range all {
		all[i] = true
	}
	return all
}()
