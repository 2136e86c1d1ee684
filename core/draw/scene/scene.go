// Package scene turns a snapshot of the session and the state of the view into a display list. Every length, angle, colour and label of the
// pictures is decided here, in plain Go; package wasm/view only passes the result to the graphics card.
//
// Each picture has a file; one table (pictures) has them all. Below, files stand in brackets where their names are not the
// picture's. For problems with d = 1, 2 and 3 features, separated by semicolons, the pictures show:
//
//	data           the graph of f; its map with the line f = 0; the quadric f = 0 among points in space [points]; for classes with
//	               an output each, the curves of all outputs, or the regions where each is largest
//	neural cone    the paper's Figure 2, left; the rays to the curve k(t) of R^4; the unit sphere of directions [neural]
//	spectrahedron  the square of all W = Z - Z' of one weight; the hull of k(t), or of k(u) in R^8 (see package mesh), as shadows; inside
//	               them Z and Z' as means of neurons, and the solver's path, if that is the animation
//	Lorentz cone   the animation of the decomposition, with the ellipse on which a pair turns: the wedge; the cone; (|c|, t)
//	certificate    g at two directions; the curve g(t) between the bounds; the sphere coloured by g/beta [neural]; in the same tile, the
//	               five pictures of the argument that no network is better [argument, certificate, tangents]
//	network        several layers: a column of maps or filters for each, edges for the weights, and the output [columns]
//	sweep          number of neurons and scores of the optimum as functions of beta or a coefficient
//	race           cost against work of gradient descent, above the certified optimum, and where the runs end
//	neurons        what each neuron computes, and the sum of those the animation has found, on one scale: graphs; maps; maps of planar
//	               sections that face the eye
//
// What a neuron, a network, a run or a sum computes is a function [function]. Over the plane it is evaluated at places a few pixels apart
// and drawn as an image, with the line where it is zero. What is particular to networks with ReLU is in [kink, lines]; which cases of a
// snapshot there are, in [shown]. For browsers without WebGL the picture of the data is written as SVG [drawing].
//
// The pictures are drawn with the kit of package canvas. A picture under construction is a painting: the canvas, and the snapshot and view
// that it shows. Neurons have the marks of [neuron].
//
// Pointers make one gesture at a time [input]: they draw, lift and select points [tool], rotate a neuron, move a camera [orbit], or steer
// what the argument shows [steer]. What is under a pointer, and what the pictures show there, says a HitTest [hit].
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
// A convex body is drawn in three passes: its back, what is inside, and its front. After the first few frames, building a frame allocates
// nothing. Only the tiles that have changed are built and drawn.
package scene

import (
	"encoding/binary"
	"hash/maphash"
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
	"conelab/core/draw/mesh"
)

// Frame is everything to draw.
type Frame struct {
	Tiles [tileCount]canvas.Tile
	// Fresh has the tiles that were built; the others are the same as in the frame before.
	Fresh TileSet
	// Labels is the text on top of the canvas, tile by tile; see package bridge.
	Labels []byte
}

// Scene builds frames and reuses their memory.
type Scene struct {
	canvas   canvas.Canvas
	painting painting
	frame    Frame
	theme    canvas.Theme // of the tile under construction
	tiles    [tileCount]tile
}

// tile is what a scene keeps of a tile.
type tile struct {
	builder  builder
	snapshot tileInputs
	view     View   // what the tile depends on
	labels   []byte // see Frame
	targets  []target
}

// builder draws a picture on the canvas, and keeps the memory that it needs.
type builder interface{ build() }

// builderOf returns the builder of a tile.
func builderOf[B builder](s *Scene, tile int) B { return s.tiles[tile].builder.(B) }

type vec = mesh.Vec

// painting is the picture under construction: the canvas, and what is drawn on it.
type painting struct {
	*canvas.Canvas
	tile    int
	snap    *protocol.Snapshot
	view    *View
	now     animationState
	targets []target  // of the tile
	bends   []float64 // where a graph bends
}

// samples is the number of parts into which a circle of directions is divided, a multiple of 4.
const samples = 240

// New returns a scene.
func New() *Scene {
	s := &Scene{}
	s.painting.Canvas = &s.canvas
	for i := range s.tiles {
		s.tiles[i].builder = pictures[i].builder(&s.painting)
	}
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
		f.Labels = append(f.Labels, s.tiles[tile].labels...)
	}
	return f
}

// build builds a tile.
func (s *Scene) build(tile int, snap *protocol.Snapshot, v *View) {
	p, r, to := &s.painting, v.Layout.Tiles[tile], &s.tiles[tile]
	shown := &to.snapshot
	to.view = v.part(tile)
	shown.set(tile, snap)
	if v.Veiled[tile] {
		shown.veil()
	}
	s.theme = v.Theme
	if v.Old {
		s.theme = v.Theme.Grey()
	}
	p.Begin(&s.frame.Tiles[tile], r, v.Layout.Scale, v.Weight, v.Words, &s.theme)
	p.tile, p.snap, p.view, p.targets = tile, &shown.Snapshot, &to.view, to.targets[:0]
	drawable := snap.Dimension > 0 && snap.Dimension <= 3
	if drawable {
		p.now.iterate, p.now.onPath = shown.Animation.Iterate()
		p.now.function, p.now.certificate = functionsOf(p.snap)
		p.now.size, p.now.presence = shown.size, presences(p.now.presence[:0], p.snap)
	}
	if !r.Empty() && !protocol.PictureOf(tile).Suits(p.snap.Piecewise.Set, p.snap.Dimension) {
		p.Background(s.theme.Panel)
	} else if !r.Empty() && (!v.Veiled[tile] || tile == protocol.PictureData) && (drawable && shown.Dimension > 0 || pictures[tile].alone) {
		to.builder.build()
	}
	to.labels, to.targets = append(to.labels[:0], p.Labels.End()...), p.targets
}

// animationState is what the animation shows at its position.
type animationState struct {
	// function and certificate belong to the solution, or to the iterate on the solver's path.
	function, certificate protocol.Quadratic
	iterate               protocol.Iterate
	onPath                bool
	// presence is, for each neuron, the share of it that has been found, in [0, 1].
	presence []float64
	// size is the mean absolute label; for the output of a class, the distance of its label from the level.
	size float64
}

// sizeOf returns the size of the labels: see animationState.
func sizeOf(snap *protocol.Snapshot) float64 {
	if len(snap.Points) > 0 && snap.Points[0].Class > 0 {
		return 1 - snap.Level
	}
	sum := 0.0
	for i := range snap.Points {
		sum += math.Abs(snap.Points[i].Label)
	}
	return positive(sum / float64(len(snap.Points)))
}

// functionsOf returns the function and the certificate that are shown: see animationState.
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

// presences appends the share of each neuron that has been found at the animation's position: see animationState.
func presences(presence []float64, snap *protocol.Snapshot) []float64 {
	position, length, all := snap.Animation.Position, snap.Animation.Length(), 0.0
	switch {
	case snap.Animation.Topic == protocol.Solver:
		all = canvas.Smoothstep(canvas.Fraction(position, length-1, max(length, 1e-9)))
	case position >= length:
		all = 1
	}
	for range snap.Neurons {
		presence = append(presence, all)
	}
	if snap.Animation.Topic == protocol.Solver || position >= length {
		return presence
	}
	unit := 0.0
	for _, sequence := range snap.Animation.Sequences {
		for i := range sequence.Steps {
			unit++
			if k := sequence.Steps[i].Neuron; k >= 0 && k < len(presence) {
				presence[k] = canvas.Smoothstep(canvas.Fraction(position-unit, turnEnd, 1))
			}
		}
		unit++
	}
	return presence
}

// setCamera sets the projection by the tile's camera, which shows the ball of the given radius around the origin.
func (s *painting) setCamera(radius float64) {
	s.Projection = s.view.Cameras[s.tile].Projection(s.Rect, radius)
}

const tileCount = protocol.PictureCount

// picture is how a picture is drawn and what a pointer does in it.
type picture struct {
	// builder returns what draws the picture on the canvas of a painting.
	builder func(p *painting) builder
	// inputs copies what the picture is drawn from to dst, from the snapshot and from the program of its layer; nil means all of the program
	// except for a race, a sweep and the state of the pointer.
	inputs func(dst, snap, program *protocol.Snapshot)
	// alone is set if it is drawn even if the snapshot's problem has no pictures.
	alone bool
	// toward returns the direction to which a pointer rotates a neuron, or false; nil where neurons cannot be rotated.
	toward func(hit *HitTest, p *PointerEvent) (u protocol.Vec, ok bool)
	// over handles all pointer events in the picture, unless a gesture is under way elsewhere. It returns the cursor, and reports whether the
	// event belongs to a gesture. It is nil where neurons, the camera or points take the events.
	over func(in *Input, p *PointerEvent, hit *HitTest) (cursor string, captured bool)
}

// pictures are those of the tiles. They are set during initialisation, since what a pointer does in them depends on all of them.
var pictures [tileCount]picture

func init() {
	pictures = [tileCount]picture{
		protocol.PictureData:          {builder: func(p *painting) builder { return &dataPicture{painting: p} }, inputs: dataInputs, toward: towardData},
		protocol.PictureNeural:        {builder: func(p *painting) builder { return &neuralCone{painting: p} }},
		protocol.PictureSpectrahedron: {builder: func(p *painting) builder { return &spectrahedron{painting: p} }},
		protocol.PictureLorentz:       {builder: func(p *painting) builder { return &lorentzCone{painting: p} }},
		protocol.PictureCertificate:   {builder: func(p *painting) builder { return &certificate{painting: p} }, toward: towardCertificate},
		protocol.PictureNeurons:       {builder: func(p *painting) builder { return &neuronSum{painting: p} }},
		protocol.PictureRace: {
			builder: func(p *painting) builder { return &racePicture{painting: p} },
			inputs:  raceInputs, alone: true, over: overRace,
		},
		protocol.PictureSweep: {
			builder: func(p *painting) builder { return &sweepPicture{painting: p} },
			inputs:  sweepInputs, alone: true, over: overSweep,
		},
		protocol.PictureNetwork: {
			builder: func(p *painting) builder { return &networkPicture{painting: p} },
			inputs:  networkInputs, over: overNetwork,
		},
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

// tileInputs is what a picture is drawn from, so that it cannot show what its digest lacks: a snapshot without what belongs to
// other pictures.
type tileInputs struct {
	protocol.Snapshot
	size float64 // see animationState
}

// set sets the inputs to those of a tile.
func (in *tileInputs) set(tile int, snap *protocol.Snapshot) {
	program := snap.Program(tile)
	*in = tileInputs{size: sizeOf(program)}
	if pictures[tile].inputs != nil {
		pictures[tile].inputs(&in.Snapshot, snap, program)
	} else {
		programInputs(&in.Snapshot, program)
		in.Tool, in.Brush, in.Grabbed = 0, 0, none
		if !showsTangents(tile, program) {
			in.Pointed = none
		}
	}
}

// programInputs copies all of a program except for a race and a sweep.
func programInputs(dst, program *protocol.Snapshot) {
	*dst = *program
	dst.Race, dst.Sweep, dst.ChosenLayer = protocol.Race{}, protocol.Sweep{}, nil
}

// veil removes the network.
func (in *tileInputs) veil() {
	in.Neurons, in.Function, in.Layers = nil, protocol.Quadratic{}, protocol.Layers{}
	in.Argument, in.Animation = protocol.Argument{}, protocol.Animation{}
}

var digestSeed = maphash.MakeSeed()

// Digests returns a digest of what each of some tiles shows of a snapshot: in the same view a tile keeps its picture while its digest stays the
// same. Pictures of a whole program share one, except for the tangents. Revisions do not tell: a restarted worker may have other content, and
// while points of several layers are dragged, the data are newer than the network.
func Digests(snap *protocol.Snapshot, tiles TileSet) (digests [tileCount]uint64) {
	programs, buffer := map[*protocol.Snapshot]uint64{}, make([]byte, 4096)
	for tile := range tiles {
		if !tiles[tile] {
			continue
		}
		program := snap.Program(tile)
		whole := pictures[tile].inputs == nil && !showsTangents(tile, program)
		digest, known := programs[program]
		if !whole || !known {
			digest = digestOf(tile, snap, buffer)
		}
		if whole {
			programs[program] = digest
		}
		digests[tile] = digest
	}
	return digests
}

// digestOf encodes what a tile shows for its digest.
func digestOf(tile int, snap *protocol.Snapshot, buffer []byte) uint64 {
	var digest maphash.Hash
	digest.SetSeed(digestSeed)
	var in tileInputs
	in.set(tile, snap)
	in.Layers.Field.Values = nil // Serial stands for them
	digest.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(in.size)))
	protocol.Encode(&in.Snapshot, buffer, func(piece []byte) { digest.Write(piece) })
	return digest.Sum64()
}
