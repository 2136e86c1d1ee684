//go:build !unix

package main

// addressSpace is 0: a limit of the address space is not known on this system.
func addressSpace() float64 { return 0 }
