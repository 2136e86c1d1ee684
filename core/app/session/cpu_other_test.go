//go:build !unix || js

package session

// cpuMilliseconds is not known here.
func cpuMilliseconds() float64 { return 0 }
