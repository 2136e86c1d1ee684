//go:build js

// Package view draws the pictures of Conelab on the page's canvas.
//
// It decodes the newest snapshot, keeps the camera and what the pointers do, lets package scene build the display list of a frame, and
// draws it. It knows no mathematics. A frame is drawn only when something changed; the page stops asking for frames otherwise.
package view

import (
	"github.com/hajimehoshi/ebiten/v2"

	"conelab/wasm/bridge"
)

// Run draws until the engine stops. What is wrong it writes to the console.
func Run() {
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
