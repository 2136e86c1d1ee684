package main

import "syscall"

// machineMemory returns the bytes of memory of the machine, or 0 where that is not known.
func machineMemory() float64 {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		return 0
	}
	return float64(info.Totalram) * float64(info.Unit)
}
