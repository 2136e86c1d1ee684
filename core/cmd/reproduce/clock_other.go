//go:build !unix

package main

// processorTime is nil: the processor time of the process is not known on this system.
var processorTime func() float64
