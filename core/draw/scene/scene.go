package scene

import (
	"math"
	"strconv"
	"strings"

	"conelab/core/app/protocol"
)

// View is the state of the pictures that is not part of the snapshot.
type View struct {
	Layout  Layout
	Theme   Theme
	Cameras [tileCount]Camera
	// Slice shows a slice of the spectrahedron instead of its shadow.
	Slice bool
	// Normal shows the certificate between bounds that stay in place whatever beta is.
	Normal bool
	// Stage is how far the spectrahedron has been built up, from StageCurve to StageCost.
	Stage float64
	// Sweep is the angle, in radians, that a direction has swept in the neural cone of two features.
	Sweep float64
	// Turn is the angle, in radians, by which the hidden coordinates of each tile are turned into the picture.
	Turn [tileCount]float64
	// Weight multiplies the width of lines; it is 1 for a screen at arm's length.
	Weight float64
	// Hover is the pixel where a pointer hovers over the data, for the brush; Hovers says whether there is one.
	Hover  pixel
	Hovers bool
	// Unit is the neuron under the pointer in the network's picture. Scroll is how far its columns are scrolled to the left, in css pixels.
	Unit   Unit
	Scroll float64
	// Band is the rectangle drawn with the select tool.
	Band Band
}

// NewView returns the initial view.
func NewView() View {
	v := View{Layout: Layout{W: 1, H: 1, Scale: 1}, Unit: noUnit, Scroll: math.Inf(1), Weight: 1, Stage: StageHull, Sweep: 2 * math.Pi}
	for i := range v.Cameras {
		v.Cameras[i] = HomeCamera()
	}
	return v
}

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
	runs    []target // the ends of the race's runs
	race    racePlot // the race as drawn most recently
	body    body
	beside  []costPlane
	sum     []term // the terms shown in the tile of the neurons
	shade   shade
	atlas   bitmap  // image with the maps of the network's picture
	reach   float64 // half the larger side, in pixels, of a cell in the tile of the neurons
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

// TileSet is a set of tiles.
type TileSet [tileCount]bool

// AllTiles has all tiles.
var AllTiles = func() (all TileSet) {
	for i := range all {
		all[i] = true
	}
	return all
}()

// Build returns the frame of snap in the given view. The frame is valid until the next call.
func (s *Scene) Build(snap *protocol.Snapshot, v *View) *Frame { return s.Rebuild(snap, v, AllTiles) }

// Rebuild is Build if only the chosen tiles have changed since the frame before.
func (s *Scene) Rebuild(snap *protocol.Snapshot, v *View, chosen TileSet) *Frame {
	f := &s.frame
	f.Blank, f.Fresh, f.Labels = snap.Dimension < 1 || snap.Dimension > 3, chosen, f.Labels[:0]
	var shown *protocol.Snapshot
	for tile, r := range v.Layout.Tiles {
		if chosen[tile] {
			if f.Tiles[tile].reset(); r.Empty() {
				f.Tiles[tile] = Tile{} // a hidden tile keeps no memory
			}
			s.targets[tile] = s.targets[tile][:0]
			s.labels.reset(v.Layout.Scale, v.Weight)
			if program := snap.Program(tile); program != shown {
				if shown = program; !f.Blank {
					s.evaluate(shown)
				}
			}
			s.labels.neurons = shown.Neurons
			if !r.Empty() && (!f.Blank && shown.Dimension > 0 || pictures[tile].alone) {
				pictures[tile].build(s, r, shown, v)
				s.labels.placeTicks(r)
			}
			s.texts[tile] = append(s.texts[tile][:0], s.labels.text...)
		}
		f.Labels = append(f.Labels, s.texts[tile]...)
	}
	return f
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

// ink returns the pen for a new layer of a tile. With space, the tile's surface covers ink behind it.
func (s *Scene) ink(tile int, v *View, space bool) pen {
	l := s.frame.Tiles[tile].add(KindInk)
	l.Space = space
	return pen{&l.Ink, v.Layout.Scale, v.Weight}
}

// background draws the background of a tile and returns the pen for its first layer.
func (s *Scene) background(tile int, r Rect, v *View) pen {
	p := s.ink(tile, v, false)
	p.panel(r, Corner, v.Theme.Panel)
	return p
}

// surface adds a surface to a tile, seen through proj in r. No point of the surface is farther than reach from the origin of the world.
func (s *Scene) surface(tile int, r Rect, proj *projection, v *View, reach float64) *Surface {
	layer := s.frame.Tiles[tile].add(KindSurface)
	t := &v.Theme
	layer.Surface = Surface{
		Rect: r, Corner: Corner * v.Layout.Scale, Right: toFloat32(proj.right), Up: toFloat32(proj.up), Forward: toFloat32(proj.forward),
		CenterX: proj.cx, CenterY: proj.cy, Scale: proj.scale, Tilt: proj.perspective, Box: [3]float32{1e6, 1e6, 1e6}, Pixel: v.Layout.Scale * v.Weight,
		Cover: proj.bounds(reach).within(r), Opacity: 0.16, Edge: 0.42, Face: t.Muted.mix(t.Accent, 0.30), Line: t.Ink, Positive: t.Positive, Negative: t.Negative,
	}
	return &layer.Surface
}

func toFloat32(v vec) [3]float32 { return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])} }

// addTarget lets the pointer pick a neuron at a position.
func (s *Scene) addTarget(tile int, at pixel, neuron int) {
	s.targets[tile] = append(s.targets[tile], target{at.x, at.y, neuron})
}

// emphasis returns the opacity of a neuron: 1, or less while another neuron is in focus.
func emphasis(snap *protocol.Snapshot, neuron int) float64 {
	if f := snap.Focus; f >= 0 && f < len(snap.Neurons) && f != neuron {
		return 0.28
	}
	return 1
}

// focused reports whether the neuron is the one in focus.
func focused(snap *protocol.Snapshot, neuron int) bool {
	return neuron >= 0 && neuron == snap.Focus && neuron < len(snap.Neurons)
}

// heaviest returns the largest |alpha|, or 1 if there are no neurons.
func heaviest(snap *protocol.Snapshot) float64 {
	largest := 0.0
	for i := range snap.Neurons {
		largest = max(largest, math.Abs(snap.Neurons[i].Alpha))
	}
	if !(largest > 0 && largest < math.Inf(1)) {
		return 1
	}
	return largest
}

// mark draws a neuron's mark, a disc if alpha > 0 and a diamond if alpha < 0, with an outline in the given colour.
func (p pen) mark(at pixel, alpha, radius float64, color, outline Color) {
	if alpha < 0 {
		p.diamond(at, radius*1.25+2, outline)
		p.diamond(at, radius*1.25, color)
		return
	}
	p.disc(at, radius+1.5, outline)
	p.disc(at, radius, color)
}

// Set sets an option of a tile. slice shows the slice if the value is not zero, stage builds up the spectrahedron, sweep the neural cone,
// normal keeps the bounds of the certificate in place, turn turns the hidden coordinates of the tile (in radians), and weight multiplies the
// width of lines in all tiles. Set reports whether the option exists and the value is valid.
func (v *View) Set(tile int, name string, value float64) bool {
	if value-value != 0 {
		return false
	}
	switch {
	case name == "slice" && tile == TileSpectrahedron:
		v.Slice = value != 0
	case name == "normal" && tile == TileCertificate:
		v.Normal = value != 0
	case name == "stage" && tile == TileSpectrahedron && value >= StageCurve && value <= StageCost:
		v.Stage = value
	case name == "sweep" && tile == TileNeural && value >= 0 && value <= 2*math.Pi+1e-9:
		v.Sweep = value
	case name == "turn" && tile >= 0 && tile < tileCount:
		v.Turn[tile] = value
	case name == "weight" && value >= 0.5 && value <= 4:
		v.Weight = value
	default:
		return false
	}
	return true
}

// largestSide bounds the sides of the picture of a single tile, in pixels.
const largestSide = 4096

// Alone returns the view that shows a single tile, with factor pixels to the css pixel. It reports false for a hidden tile.
func (v *View) Alone(tile int, factor float64) (View, bool) {
	if tile < 0 || tile >= tileCount || v.Layout.Tiles[tile].Empty() || !(factor > 0) {
		return View{}, false
	}
	r := v.Layout.Tiles[tile]
	factor = min(factor, largestSide*v.Layout.Scale/max(r.W, r.H))
	alone := *v
	alone.Hovers = false
	w, h := math.Ceil(r.W/v.Layout.Scale*factor), math.Ceil(r.H/v.Layout.Scale*factor)
	alone.Layout = Layout{W: w, H: h, Scale: factor}
	alone.Layout.Tiles[tile] = Rect{0, 0, w, h}
	return alone, true
}

// State returns the user's settings of the view, cameras and options, as text for Restore.
func (v *View) State() string {
	b := make([]byte, 0, 512)
	b = strconv.AppendBool(b, v.Slice)
	for i, c := range v.Cameras {
		for _, x := range [...]float64{c.Yaw, c.Pitch, c.Zoom, c.PanX, c.PanY, v.Turn[i]} {
			b = append(b, ' ')
			b = strconv.AppendFloat(b, x, 'g', 7, 64)
		}
		b = append(b, ' ')
		b = strconv.AppendBool(b, c.Flat)
	}
	for _, x := range [...]float64{v.Stage, v.Sweep} {
		b = append(b, ' ')
		b = strconv.AppendFloat(b, x, 'g', 7, 64)
	}
	if v.Normal {
		b = append(b, " normal"...)
	}
	return string(b)
}

// Restore restores the settings from a text of State. It reports false, and changes nothing, for any other text.
func (v *View) Restore(text string) bool {
	words := strings.Fields(text)
	normal := len(words) > 0 && words[len(words)-1] == "normal"
	if normal {
		words = words[:len(words)-1]
	}
	next := *v
	if count := len(words) - 1; count%7 == 2 { // earlier versions had neither option
		if !next.restoreOptions(words[count-1:]) {
			return false
		}
		words = words[:count-1]
	}
	if count := len(words) - 1; count%7 != 0 || count < 7 || count > 7*tileCount {
		return false
	}
	slice, err := strconv.ParseBool(words[0])
	if err != nil {
		return false
	}
	next.Slice, next.Normal = slice, normal
	for i := range (len(words) - 1) / 7 { // earlier versions had fewer tiles
		word := words[1+7*i:]
		var x [6]float64
		for k := range x {
			if x[k], err = strconv.ParseFloat(word[k], 64); err != nil || x[k]-x[k] != 0 {
				return false
			}
		}
		flat, err := strconv.ParseBool(word[6])
		if err != nil {
			return false
		}
		c := Camera{Zoom: 1, Flat: flat}
		c.Yaw, c.Pitch = math.Remainder(x[0], 2*math.Pi), max(-pitchLimit, min(x[1], pitchLimit))
		c.Magnify(x[2])
		c.Pan(x[3], x[4])
		next.Cameras[i], next.Turn[i] = c, math.Remainder(x[5], 2*math.Pi)
	}
	*v = next
	return true
}

// restoreOptions restores the stage of the spectrahedron and the sweep of the neural cone.
func (v *View) restoreOptions(words []string) bool {
	stage, err := strconv.ParseFloat(words[0], 64)
	sweep, other := strconv.ParseFloat(words[1], 64)
	return err == nil && other == nil && v.Set(TileSpectrahedron, "stage", stage) && v.Set(TileNeural, "sweep", min(sweep, 2*math.Pi))
}
