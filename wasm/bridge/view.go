//go:build js

package bridge

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
