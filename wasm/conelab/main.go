//go:build js

// Command conelab is the page's program. Two instances of it run: one in a Web Worker, which solves, and one in the page, which draws. The
// browser downloads and compiles it once.
package main

import (
	"conelab/wasm/bridge"
	"conelab/wasm/solver"
	"conelab/wasm/view"
)

func main() {
	if bridge.InWorker() {
		solver.Run()
	} else {
		view.Run()
	}
}
