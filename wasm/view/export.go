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

// take draws the requested tile and passes the picture to the page.
func (a *tileExporter) take(p *painter, snapshot *protocol.Snapshot, v *scene.View) {
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
	pixels := make([]byte, 4*width*height)
	image.ReadPixels(pixels)
	bridge.Picture(a.tile, width, height, pixels, string(frame.Labels))
}
