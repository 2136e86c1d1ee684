//go:build !unix || js

package session

// cpuMilliseconds is not available on this platform.
func cpuMilliseconds() float64 { return 0 }
