package main

import "syscall"

// machineMemory returns the machine's memory in bytes, or 0 if that is not known.
func machineMemory() float64 {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		return 0
	}
	return float64(info.Totalram) * float64(info.Unit)
}
