package main

import (
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"conelab/core/network/certify"
)

// limits chooses the solver and bounds its memory.
type limits struct {
	Method string `placeholder:"NAME" default:"auto" group:"Solver" help:"interior-point, corrective (descent on the neurons, for many samples and features; the other takes over where it stalls), or auto, the one predicted to be faster (auto)."`
	Memory string `placeholder:"SIZE" group:"Solver" help:"How much memory solving may take, such as 2GB or 500MB (three quarters of the machine's). A problem predicted to take more is refused, with exit code 4."`
}

// memoryShare is the fraction of the machine's memory that may be used by default.
const memoryShare = 0.75

// apply applies the limits to the problem, and refuses a problem that needs more memory.
func (l *limits) apply(p *certify.Problem) (err error) {
	if p.Method, err = certify.ParseMethod(l.Method); err != nil {
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

// With --memory, garbage is collected more often as the heap approaches heapShare of the limit. Limits below leastHeap, in bytes, are too small for
// that to be useful.
const heapShare, leastHeap = 0.9, 256e6

// parseSize parses a size such as 500MB, 2GB, 1.5GB or 1000000 and returns it in bytes.
func parseSize(text string) (float64, error) {
	number, unit := strings.ToUpper(strings.TrimSpace(text)), 1.0
	for _, u := range []struct {
		name  string
		bytes float64
	}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}, {"B", 1}} {
		if rest, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = strings.TrimSpace(rest), u.bytes
			break
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v > 0) || v*unit > 1e18 {
		return 0, fmt.Errorf("--memory is %.40q, expected a size such as 2GB or 500MB", text)
	}
	return v * unit, nil
}
