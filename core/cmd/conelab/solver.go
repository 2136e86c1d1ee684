package main

import (
	"cmp"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"conelab/core/format/document"
	"conelab/core/network/certify"
)

// solver says how exactly, by which method and in how much memory problems are solved.
type solver struct {
	Tolerance *float64 `group:"Solver" help:"Relative gap to certify (1e-8)."`
	Method    string   `placeholder:"NAME" default:"auto" group:"Solver" help:"interior-point, corrective (descent on the neurons, for many samples and features; the other takes over where it stalls), or auto, the one predicted to be faster (auto)."`
	Memory    string   `placeholder:"SIZE" group:"Solver" help:"How much memory solving may take, such as 2GB or 500MB (three quarters of the machine's). A problem predicted to take more is refused, with exit code 4."`
}

// memoryShare is the fraction of the machine's memory that may be used by default.
const memoryShare = 0.75

// adjust applies the tolerance to the problem.
func (l *solver) adjust(p *document.Problem) error {
	if l.Tolerance == nil {
		return nil
	}
	p.Tolerance = *l.Tolerance
	return share("tolerance", p.Tolerance)
}

// limit applies method and memory to the problem, and refuses a problem that needs more memory.
func (l *solver) limit(p *certify.Problem) (err error) {
	if p.Method, err = certify.ParseMethod(cmp.Or(l.Method, "auto")); err != nil {
		return fmt.Errorf("--method: %w", err)
	}
	p.Memory = memoryShare * machineMemory()
	if l.Memory != "" {
		if p.Memory, err = parseSize(l.Memory); err != nil {
			return err
		}
	}
	if err := p.CheckMemory(); err != nil {
		return err
	}
	if l.Memory != "" && p.Memory >= leastHeap {
		debug.SetMemoryLimit(int64(heapShare * p.Memory))
	}
	return nil
}

// machineMemory returns the machine's memory in bytes, or 0 on systems that do not tell it in a file.
func machineMemory() (bytes float64) {
	text, _ := os.ReadFile("/proc/meminfo")
	_, _ = fmt.Sscanf(string(text), "MemTotal: %g kB", &bytes)
	return 1024 * bytes
}

// With --memory, garbage is collected more often as the heap approaches heapShare of the limit. Limits below leastHeap, in bytes, are too
// small for that to be useful.
const heapShare, leastHeap = 0.9, 256e6

// units are the units of a size, in bytes.
var units = map[string]float64{"": 1, "B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}

// parseSize parses a size such as 500MB, 2GB, 1.5 GB or 1000000 and returns it in bytes.
func parseSize(text string) (float64, error) {
	var size float64
	var unit string
	_, _ = fmt.Sscanf(strings.ToUpper(text), "%g%s", &size, &unit) // what cannot be read stays zero, and a unit may be missing
	if size *= units[unit]; size > 0 && size <= 1e18 {
		return size, nil
	}
	return 0, fmt.Errorf("--memory is %.40q, expected a size such as 2GB or 500MB", text)
}
