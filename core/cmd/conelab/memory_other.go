//go:build !unix

package main

import "os"

// addressSpace is 0: a limit of the address space is not known on this system.
func addressSpace() float64 { return 0 }

// mapped reads a file.
func mapped(file string) ([]byte, error) { return os.ReadFile(file) }
