//go:build !unix || js

package stack

// cpuMilliseconds is not known here.
func cpuMilliseconds() float64 { return 0 }
