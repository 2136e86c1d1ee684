//go:build !linux

package main

// machineMemory returns the bytes of memory of the machine, or 0 where that is not known.
func machineMemory() float64 { return 0 }
