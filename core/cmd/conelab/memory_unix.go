//go:build unix

package main

import "syscall"

// addressSpace returns how many bytes the process may address (ulimit -v), or 0 if that is not limited.
func addressSpace() float64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err != nil || limit.Cur >= 1<<62 {
		return 0
	}
	return float64(limit.Cur)
}
