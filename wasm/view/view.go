//go:build js

// Package view draws the pictures of Conelab on the page's canvas.
//
// It decodes the newest snapshot, holds the camera and the state of pointer gestures, lets package scene build the display list of a frame,
// and draws it. It contains no mathematics. It draws a frame only when something has changed; otherwise the page asks for no frames.
package view

import (
	"github.com/hajimehoshi/ebiten/v2"

	"conelab/wasm/bridge"
)

// Run draws until the engine stops. It writes errors to the console.
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
	options := ebiten.RunGameOptions{InitUnfocused: true, ScreenTransparent: true, DisableHiDPI: true, SingleThread: true}
	if err := ebiten.RunGameWithOptions(g, &options); err != nil {
		bridge.Error("view: " + err.Error())
	}
}
