//go:build !linux

package main

// machineMemory returns the machine's memory in bytes, or 0 if that is not known.
func machineMemory() float64 { return 0 }
