package scene

import (
	"math"
	"strconv"
	"strings"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/draw/canvas"
)

// View is the state of the pictures that is not part of the snapshot.
type View struct {
	Layout  Layout
	Theme   canvas.Theme
	Cameras [tileCount]canvas.Camera
	// Slice is set if the spectrahedron of two features shows its slice instead of its shadow.
	Slice bool
	// Rotation is the angle, in radians, by which the hidden coordinates of each tile are rotated into the picture.
	Rotation [tileCount]float64
	// Weight multiplies the width of lines, and Words is the size of labels; they are 1 for a screen at arm's length.
	Weight, Words float64
	// Hover is the pixel where a pointer with a brush hovers over the data, or canvas.Hidden.
	Hover canvas.Pixel
	// HoveredNeuron is the neuron under the pointer in the network's picture.
	HoveredNeuron protocol.NeuronRef
	// Band is the rectangle drawn with the select tool.
	Band Band
	// Old says that the snapshot's solution is that of earlier data: only points keep their colours.
	Old bool
	// Veiled tiles show the points only, while a lesson asks what the network will be.
	Veiled [tileCount]bool
}

// NewView returns the initial view.
func NewView() View {
	v := View{Layout: Layout{W: 1, H: 1, Scale: 1}, Hover: canvas.Hidden, HoveredNeuron: noNeuron, Weight: 1, Words: 1}
	for i := range v.Cameras {
		v.Cameras[i] = canvas.HomeCamera()
	}
	return v
}

// part returns what the picture of a tile is drawn from.
func (v *View) part(tile int) View {
	p := *v
	p.Cameras, p.Rotation = [tileCount]canvas.Camera{}, [tileCount]float64{}
	p.Cameras[tile], p.Rotation[tile] = v.Cameras[tile], v.Rotation[tile]
	p.Veiled = [tileCount]bool{}
	p.Veiled[tile] = v.Veiled[tile]
	if tile != protocol.PictureData {
		p.Hover, p.Band = canvas.Hidden, Band{}
	}
	if tile != protocol.PictureNetwork {
		p.HoveredNeuron = noNeuron
	}
	return p
}

// Changed returns the tiles whose pictures depend on what differs from the view before.
func (v *View) Changed(before *View) (c TileSet) {
	for tile := range c {
		c[tile] = v.part(tile) != before.part(tile)
	}
	return c
}

// Set sets an option of a tile: slice shows the slice of the spectrahedron if it is not zero, turn rotates the hidden coordinates of the
// tile (in radians), weight multiplies the width of lines in all tiles, words is the size of their labels, veil veils the tile, and old says
// whether all tiles are of earlier data. Set reports whether the option exists and the value is valid.
func (v *View) Set(tile int, name string, value float64) bool {
	inRange := tile >= 0 && tile < tileCount
	switch {
	case value-value != 0:
		return false
	case name == "weight" && value >= 0.5 && value <= 4:
		v.Weight = value
	case name == "words" && value >= 0.5 && value <= 4:
		v.Words = value
	case name == "old":
		v.Old = value != 0
	case name == "slice" && tile == protocol.PictureSpectrahedron:
		v.Slice = value != 0
	case name == "turn" && inRange:
		v.Rotation[tile] = value
	case name == "veil" && inRange:
		v.Veiled[tile] = value != 0
	default:
		return false
	}
	return true
}

// maxSide bounds the sides of the picture of a single tile, in pixels.
const maxSide = 4096

// Alone returns the view that shows a single tile, with factor pixels to the css pixel. It reports false for a hidden tile.
func (v *View) Alone(tile int, factor float64) (View, bool) {
	if tile < 0 || tile >= tileCount || v.Layout.Tiles[tile].Empty() || !(factor > 0) {
		return View{}, false
	}
	r := v.Layout.Tiles[tile]
	factor = min(factor, maxSide*v.Layout.Scale/max(r.W, r.H))
	alone := *v
	alone.Hover = canvas.Hidden
	w, h := math.Ceil(r.W/v.Layout.Scale*factor), math.Ceil(r.H/v.Layout.Scale*factor)
	alone.Layout = Layout{W: w, H: h, Scale: factor}
	alone.Layout.Tiles[tile] = canvas.Rect{X: 0, Y: 0, W: w, H: h}
	return alone, true
}

// State returns the user's settings of the view as text for Restore: the word "view", then name.tile=value for the slice, and for each
// rotation and each camera that is not as it is at first. A camera is yaw, pitch, zoom and the two pans.
func (v *View) State() string {
	b := append(make([]byte, 0, 256), "view"...)
	setting := func(name string, tile int, values ...float64) {
		b = strconv.AppendInt(append(append(append(b, ' '), name...), '.'), int64(tile), 10)
		for i, x := range values {
			b = strconv.AppendFloat(append(b, "=,,,,"[i]), x, 'g', 7, 64)
		}
	}
	if v.Slice {
		setting("slice", protocol.PictureSpectrahedron, 1)
	}
	for tile, c := range v.Cameras {
		if c != canvas.HomeCamera() {
			setting("camera", tile, c.Yaw, c.Pitch, c.Zoom, c.PanX, c.PanY)
		}
		if v.Rotation[tile] != 0 {
			setting("turn", tile, v.Rotation[tile])
		}
	}
	return string(b)
}

// Restore restores the settings from a text of State. It reports false, and changes nothing, for any other text.
func (v *View) Restore(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 || words[0] != "view" {
		return false
	}
	next, first := *v, NewView()
	next.Slice, next.Cameras, next.Rotation = first.Slice, first.Cameras, first.Rotation
	for _, word := range words[1:] {
		if !next.restore(word) {
			return false
		}
	}
	*v = next
	return true
}

// restore restores one setting of a text of State. Texts of earlier versions have a sixth number of a camera, and settings that are gone.
func (v *View) restore(word string) bool {
	setting, list, _ := strings.Cut(word, "=")
	name, number, _ := strings.Cut(setting, ".")
	tile, err := strconv.Atoi(number)
	if err != nil || tile < 0 || tile >= tileCount {
		return false
	}
	var values []float64
	for text := range strings.SplitSeq(list, ",") {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || x-x != 0 {
			return false
		}
		values = append(values, x)
	}
	switch name {
	case "camera":
		if len(values) < 5 || len(values) > 6 {
			return false
		}
		c := canvas.Camera{Zoom: 1}
		c.Yaw, c.Pitch = math.Remainder(values[0], 2*math.Pi), max(-canvas.PitchLimit, min(values[1], canvas.PitchLimit))
		c.Magnify(values[2])
		c.Pan(values[3], values[4])
		v.Cameras[tile] = c
		return true
	case "normal", "sweep", "stage":
		return len(values) == 1
	}
	return len(values) == 1 && v.Set(tile, name, values[0])
}

// Layout holds the rectangles of the tiles.
type Layout struct {
	W, H  float64
	Scale float64 // pixels in a css pixel
	Tiles [tileCount]canvas.Rect
}

// LayoutOf reads a layout from W, H, Scale and x, y, w, h of each tile. It reports whether values has enough numbers and they are usable. A
// missing tile is hidden.
func LayoutOf(values []float64) (l Layout, ok bool) {
	if len(values) < 3 {
		return l, false
	}
	for _, v := range values {
		if !(math.Abs(v) < canvas.Far) {
			return l, false
		}
	}
	l.W, l.H, l.Scale = values[0], values[1], values[2]
	for i := range l.Tiles {
		if v := values[3:]; len(v) >= 4*i+4 {
			l.Tiles[i] = canvas.Rect{X: v[4*i], Y: v[4*i+1], W: v[4*i+2], H: v[4*i+3]}
		}
	}
	return l, l.W >= 1 && l.H >= 1 && l.Scale > 0
}

// TileAt returns the tile that contains the point (x, y), or -1.
func (l *Layout) TileAt(x, y float64) int {
	for i, r := range l.Tiles {
		if !r.Empty() && r.Contains(x, y) {
			return i
		}
	}
	return -1
}

// Extent is how much of the data is visible beside the square in the middle of the data tile.
func (l *Layout) Extent() intent.SetExtent {
	r := l.Tiles[protocol.PictureData]
	if r.Empty() {
		return intent.SetExtent{Wide: 1, High: 1}
	}
	side := min(r.W, r.H)
	return intent.SetExtent{Wide: r.W / side, High: r.H / side}
}
