//go:build !unix

package main

// processorTime is not known here.
var processorTime func() float64
