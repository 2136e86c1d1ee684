//go:build js

package bridge

import "syscall/js"

// The kinds of pointer event, the first argument of View.Pointer.
const (
	PointerDown = iota
	PointerMove
	PointerUp
	// PointerCancel ends a gesture that the browser took over; its effect must be undone.
	PointerCancel
	// PointerLeave reports that a hovering pointer has left.
	PointerLeave
)

// View holds what the page can ask of the pictures. Positions are device pixels relative to the canvas. A slice is valid only during the
// call, since its memory is reused for the next one.
type View struct {
	// Snapshot passes the newest binary snapshot (package protocol): its size in bytes, and a function that copies the next ones to a slice.
	Snapshot func(size int, next func(dst []byte))
	// Resize passes the canvas's width, height and device pixels per CSS pixel, then x, y, w, h of the tiles in the order data, neural cone,
	// spectrahedron, Lorentz cone, certificate, neurons; w = 0 hides a tile.
	Resize func(rectangles []float64)
	// Theme passes red, green, blue in [0, 1] for paper, panel, ink, muted, grid, positive, negative, accent and bound, then for the six
	// classes.
	Theme func(colours []float32)
	// Pointer passes one pointer event; id distinguishes fingers. It returns true if the view handles the gesture.
	Pointer func(kind, id int, x, y float64, touch bool, buttons int, shift bool) bool
	// Wheel passes one turn of the wheel; dy > 0 is towards the user.
	Wheel func(x, y, dy float64)
	// Key passes the name of a key pressed in a tile, such as ArrowLeft or +. It returns true if the view handles it.
	Key func(name string, tile int) bool
	// Camera moves a tile's camera: home, front, side, top, perspective or orthographic.
	Camera func(tile int, name string)
	// Option sets an option of a tile: slice (0 or 1), turn (radians), weight (of lines, in all tiles), and the others of scene.View.Set.
	Option func(tile int, name string, value float64)
	// State returns the cameras and options of all tiles as text for Restore.
	State   func() string
	Restore func(state string)
	// Picture asks for a picture of a tile with factor pixels to the CSS pixel; the function Picture delivers it.
	Picture func(tile int, factor float64)
}

// ExportView exports the functions of v, all of which must be set, to the page as the global object conelabView. It returns at once.
func ExportView(v View) {
	var rectangles []float64
	var colours []float32
	exportObject("conelabView", map[string]func(Args) any{
		"snapshot": withoutResult(func(a Args) {
			source, size := a.array(0)
			at := 0
			v.Snapshot(size, func(dst []byte) { at += js.CopyBytesToGo(dst, source.Call("subarray", at)) })
		}),
		"resize": withoutResult(func(a Args) {
			rectangles = numbers(a, 0, rectangles)
			v.Resize(rectangles)
		}),
		"theme": withoutResult(func(a Args) {
			colours = numbers(a, 0, colours)
			v.Theme(colours)
		}),
		"pointer": func(a Args) any {
			return v.Pointer(a.Int(0), a.Int(1), a.Float(2), a.Float(3), a.Int(4) == 1, a.Int(5), a.Bool(6))
		},
		"wheel":   withoutResult(func(a Args) { v.Wheel(a.Float(0), a.Float(1), a.Float(2)) }),
		"key":     func(a Args) any { return v.Key(a.String(0), a.Int(1)) },
		"camera":  withoutResult(func(a Args) { v.Camera(a.Int(0), a.String(1)) }),
		"option":  withoutResult(func(a Args) { v.Option(a.Int(0), a.String(1), a.Float(2)) }),
		"state":   func(Args) any { return v.State() },
		"restore": withoutResult(func(a Args) { v.Restore(a.String(0)) }),
		"picture": withoutResult(func(a Args) { v.Picture(a.Int(0), a.Float(1)) }),
	})
}

// withoutResult wraps a function without a result in one that returns null.
func withoutResult(f func(Args)) func(Args) any {
	return func(a Args) any {
		f(a)
		return nil
	}
}

// Intent sends the JSON text of an intent to the session.
func Intent(text string) { call("conelabIntent", text) }

// Labels replaces the text on top of the canvas: one line "x\ty\tanchor\tclass\ttext" for each label. x and y are CSS pixels relative to the
// canvas; anchor, one of c l r t b, is the side of the text at that position; class is tick, point, positive, negative or note.
func Labels(lines string) { call("conelabLabels", lines) }

// Picture passes the picture of a tile to the page: its size in pixels, the premultiplied red, green, blue and opacity of each pixel, and its
// labels in the format of Labels, relative to the tile. The pixels are taken out of their buffer.
func Picture(tile, width, height int, pixels *Buffer, labels string) {
	call("conelabPicture", tile, width, height, pixels.take(), labels)
}

// Drawn reports that a frame was drawn, and how many milliseconds that took.
func Drawn(milliseconds float64) { call("conelabDrawn", milliseconds) }

// Cursor sets the shape of the pointer over the stage to a CSS cursor name; "" is the default.
func Cursor(name string) { call("conelabCursor", name) }

// Wake asks for animation frames, which stop while nothing changes.
func Wake() { call("conelabWake") }
