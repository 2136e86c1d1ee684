//go:build !unix

package main

import "time"

var start = time.Now()

// processorTime returns the seconds since the start: the processor time is not known on this system.
func processorTime() float64 { return time.Since(start).Seconds() }
