//go:build unix && !js

package session

import "syscall"

// cpuMilliseconds returns the processor time of this process, which does not depend on other load on the machine.
func cpuMilliseconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return 1e3*float64(u.Utime.Sec+u.Stime.Sec) + 1e-3*float64(u.Utime.Usec+u.Stime.Usec)
}
