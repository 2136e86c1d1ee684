//go:build unix

package main

import "syscall"

// processorTime returns the processor time in seconds that this process has used.
func processorTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0 // no failure is known
	}
	seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + 1e-6*float64(t.Usec) }
	return seconds(u.Utime) + seconds(u.Stime)
}
