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
	// BuildUp is how far the spectrahedron has been built up, from BuildCurve to BuildCost.
	BuildUp float64
	// Slice is not zero if the spectrahedron of two features shows its slice instead of its shadow.
	Slice float64
	// Rotation is the angle, in radians, by which the hidden coordinates of each tile are rotated into the picture.
	Rotation [tileCount]float64
	// Weight multiplies the width of lines; it is 1 for a screen at arm's length.
	Weight float64
	// Hover is the pixel where a pointer with a brush hovers over the data; Hovers is set if there is one.
	Hover  canvas.Pixel
	Hovers bool
	// HoveredNeuron is the neuron under the pointer in the network's picture.
	HoveredNeuron protocol.NeuronRef
	// Band is the rectangle drawn with the select tool.
	Band Band
	// Old is 1 while the snapshot's solution is that of earlier data: only points keep their colours.
	Old float64
	// Veiled tiles show the points only, while a lesson asks what the network will be.
	Veiled [tileCount]bool
}

// NewView returns the initial view.
func NewView() View {
	v := View{Layout: Layout{W: 1, H: 1, Scale: 1}, HoveredNeuron: noNeuron, Weight: 1, BuildUp: BuildHull}
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
		p.Hover, p.Hovers, p.Band = canvas.Pixel{}, false, Band{}
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

// option returns where an option of a tile is kept, and its range: stage builds up the spectrahedron, slice shows its slice if it is not
// zero, turn rotates the hidden coordinates of the tile (in radians), weight multiplies the width of lines in all tiles, and old says whether
// all tiles are of earlier data. It returns nil for any other name.
func (v *View) option(name string, tile int) (at *float64, low, high float64) {
	switch {
	case name == "stage" && tile == protocol.PictureSpectrahedron:
		return &v.BuildUp, BuildCurve, BuildCost
	case name == "slice" && tile == protocol.PictureSpectrahedron:
		return &v.Slice, -math.MaxFloat64, math.MaxFloat64
	case name == "turn" && tile >= 0 && tile < tileCount:
		return &v.Rotation[tile], -math.MaxFloat64, math.MaxFloat64
	case name == "weight":
		return &v.Weight, 0.5, 4
	case name == "old":
		return &v.Old, 0, 1
	}
	return nil, 0, 0
}

// Set sets an option of a tile (see option). The option veil veils the tile, and is not part of State. Set reports whether the option
// exists and the value is valid.
func (v *View) Set(tile int, name string, value float64) bool {
	at, low, high := v.option(name, tile)
	switch {
	case value-value != 0:
		return false
	case name == "veil" && tile >= 0 && tile < tileCount:
		v.Veiled[tile] = value != 0
	case at != nil && value >= low && value <= high:
		*at = value
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
	alone.Hovers = false
	w, h := math.Ceil(r.W/v.Layout.Scale*factor), math.Ceil(r.H/v.Layout.Scale*factor)
	alone.Layout = Layout{W: w, H: h, Scale: factor}
	alone.Layout.Tiles[tile] = canvas.Rect{X: 0, Y: 0, W: w, H: h}
	return alone, true
}

// State returns the user's settings of the view as text for Restore: the word "view", then name.tile=value for each option (see
// Set) and each camera that is not as it is at first. A camera is yaw, pitch, zoom, the two pans, and 1 where it has no
// perspective.
func (v *View) State() string {
	b, first := append(make([]byte, 0, 256), "view"...), NewView()
	setting := func(name string, tile int, values ...float64) {
		b = strconv.AppendInt(append(append(append(b, ' '), name...), '.'), int64(tile), 10)
		for i, x := range values {
			b = strconv.AppendFloat(append(b, "=,,,,,"[i]), x, 'g', 7, 64)
		}
	}
	for tile, c := range v.Cameras {
		if c != first.Cameras[tile] {
			flat := 0.0
			if c.Flat {
				flat = 1
			}
			setting("camera", tile, c.Yaw, c.Pitch, c.Zoom, c.PanX, c.PanY, flat)
		}
		for _, name := range [...]string{"slice", "stage", "turn"} {
			if now, _, _ := v.option(name, tile); now != nil {
				if before, _, _ := first.option(name, tile); *now != *before {
					setting(name, tile, *now)
				}
			}
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
	next.Slice, next.BuildUp = first.Slice, first.BuildUp
	next.Cameras, next.Rotation = first.Cameras, first.Rotation
	for _, word := range words[1:] {
		if !next.restore(word) {
			return false
		}
	}
	*v = next
	return true
}

// restore restores one setting of a text of State.
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
	if name == "camera" && len(values) == 6 {
		c := canvas.Camera{Zoom: 1, Flat: values[5] != 0}
		c.Yaw, c.Pitch = math.Remainder(values[0], 2*math.Pi), max(-canvas.PitchLimit, min(values[1], canvas.PitchLimit))
		c.Magnify(values[2])
		c.Pan(values[3], values[4])
		v.Cameras[tile] = c
		return true
	}
	return len(values) == 1 && (name == "normal" || name == "sweep" || v.Set(tile, name, values[0])) // which earlier versions had
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
