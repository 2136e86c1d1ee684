package main

import (
	"runtime"
	"runtime/debug"
)

// firstCollection is the setting of GOGC at which the runtime's least heap, 4 MB for 100, is 32 MB: more than small problems take, whose memory is
// never worth collecting.
const firstCollection = 800

// collectLater puts the first garbage collection off until the heap has 32 MB; with it the usual rule comes back.
func collectLater() {
	usual := debug.SetGCPercent(firstCollection)
	sentinel := &struct{ self *byte }{}
	runtime.AddCleanup(sentinel, func(int) { debug.SetGCPercent(usual) }, 0)
}
