//go:build js

// Command view draws the pictures of Conelab on the page's canvas.
//
// It decodes the newest snapshot, keeps the camera and what the pointers do, lets package scene build the display list of a frame, and
// draws it. It knows no mathematics. A frame is drawn only when something changed; the page stops asking for frames otherwise.
package main

import (
	"github.com/hajimehoshi/ebiten/v2"

	"conelab/wasm/bridge"
)

func main() {
	g, err := newGame()
	if err != nil {
		bridge.Error("view: " + err.Error())
		return
	}
	ebiten.SetScreenClearedEveryFrame(false)
	ebiten.SetTPS(ebiten.SyncWithFPS)
	ebiten.SetRunnableOnUnfocused(true)
	g.listen()
	options := ebiten.RunGameOptions{InitUnfocused: true, ScreenTransparent: true, DisableHiDPI: true}
	if err := ebiten.RunGameWithOptions(g, &options); err != nil {
		bridge.Error("view: " + err.Error())
	}
}
