//go:build unix

package main

import (
	"os"
	"syscall"
)

// addressSpace returns how many bytes the process may address (ulimit -v), or 0 if that is not limited.
func addressSpace() float64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err != nil || limit.Cur >= 1<<62 {
		return 0
	}
	return float64(limit.Cur)
}

// mapped returns the content of a file as memory that is the file and must not be written to: the system reads it where it is looked at, and
// drops it where memory is short.
func mapped(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && info.Mode().IsRegular() && info.Size() > 0 && int64(int(info.Size())) == info.Size() {
		if data, err := syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_PRIVATE); err == nil {
			return data, nil
		}
	}
	return os.ReadFile(file)
}
