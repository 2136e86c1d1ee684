//go:build !unix || js

package certify

// cpuMilliseconds is not known here.
func cpuMilliseconds() float64 { return 0 }
