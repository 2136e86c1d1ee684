package main

import (
	"runtime"
	"runtime/debug"
)

// firstCollection is the value of GOGC that raises the runtime's least heap from 4 MB (at 100) to 32 MB. Small problems need less than that, so their
// garbage is never worth collecting.
const firstCollection = 800

// collectLater delays the first garbage collection until the heap has 32 MB. The first collection restores the usual setting.
func collectLater() {
	usual := debug.SetGCPercent(firstCollection)
	sentinel := &struct{ self *byte }{}
	runtime.AddCleanup(sentinel, func(int) { debug.SetGCPercent(usual) }, 0)
}
