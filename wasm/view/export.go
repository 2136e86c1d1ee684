//go:build js

package view

import (
	"github.com/hajimehoshi/ebiten/v2"

	"conelab/core/app/protocol"
	"conelab/core/draw/scene"
	"conelab/wasm/bridge"
)

// tileExporter draws a single tile as a picture to save, at its own size.
type tileExporter struct {
	scene  *scene.Scene
	tile   int
	factor float64
	asked  bool
}

func (a *tileExporter) ask(tile int, factor float64) { a.tile, a.factor, a.asked = tile, factor, true }

// deliver draws the requested tile and passes the picture to the page.
func (a *tileExporter) deliver(p *painter, snapshot *protocol.Snapshot, v *scene.View) {
	if !a.asked {
		return
	}
	a.asked = false
	if a.scene == nil {
		a.scene = scene.New()
	}
	alone, ok := v.Alone(a.tile, a.factor)
	if !ok {
		return
	}
	width, height := int(alone.Layout.W), int(alone.Layout.H)
	image := ebiten.NewImage(width, height)
	defer image.Deallocate()
	frame := a.scene.Build(snapshot, &alone)
	p.paint(image, frame, &alone.Layout, true)
	var pixels bridge.Buffer
	readPixels(image, pixels.Add)
	bridge.Picture(a.tile, width, height, &pixels, string(frame.Labels))
}

// bandBytes is how much of an image is read at once.
const bandBytes = 256 << 10

// readPixels passes the pixels of an image to put, some rows at a time. The engine reads an image into one piece of memory. A picture to
// save has many MB, and the memory of the program never shrinks, so the picture is copied in bands to a small image, which is read.
func readPixels(from *ebiten.Image, put func(pixels []byte)) {
	size := from.Bounds().Size()
	rows := min(size.Y, max(1, bandBytes/(4*size.X)))
	band := ebiten.NewImage(size.X, rows)
	defer band.Deallocate()
	pixels := make([]byte, 4*size.X*rows)
	for y := 0; y < size.Y; y += rows {
		options := ebiten.DrawImageOptions{Blend: ebiten.BlendCopy}
		options.GeoM.Translate(0, -float64(y))
		band.DrawImage(from, &options)
		band.ReadPixels(pixels)
		put(pixels[:4*size.X*min(rows, size.Y-y)])
	}
}
