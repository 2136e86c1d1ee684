package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"conelab/core/data/table"
	"conelab/core/network/certify"
)

// memoryShare is the fraction of the machine's memory that may be used by default.
const memoryShare = 0.75

// Garbage is collected more often as the program's memory approaches what solving is predicted to take, times heapMargin, or heapShare
// of the limit, so that the program takes as much as was predicted.
const heapMargin, heapShare = 1.1, 0.95

// program is how many bytes of the program itself are in memory, beside what the Go runtime counts.
const program = 10e6

// limit applies method and memory to the problem, and refuses a problem that needs more memory, together with what the program
// holds already, which is mostly the data.
func (l *solver) limit(p *certify.Problem) (err error) {
	if p.Method, err = certify.ParseMethod(cmp.Or(l.Method, "auto")); err != nil {
		return fmt.Errorf("--method: %w", err)
	}
	allowed, err := l.allowed()
	if err != nil || allowed == 0 {
		return err
	}
	debug.FreeOSMemory()
	var held runtime.MemStats
	runtime.ReadMemStats(&held)
	base := program + float64(held.Sys-held.HeapReleased)
	p.Memory = max(1, allowed-base)
	var beyond *certify.MemoryError
	if errors.As(p.CheckMemory(), &beyond) {
		return fmt.Errorf("%w: see --memory", &certify.MemoryError{Need: beyond.Need + base, Limit: allowed})
	}
	need := base + p.Estimate(p.Choose()).Bytes
	debug.SetMemoryLimit(int64(max(1, min(heapMargin*need, heapShare*allowed)-program)))
	return nil
}

// allowed returns how many bytes solving may take, or 0 if there is no limit and the machine does not tell its memory.
func (l *solver) allowed() (float64, error) {
	if l.Memory == "" {
		return memoryShare * machineMemory(), nil
	}
	return parseSize(l.Memory)
}

// reserved is the address space in bytes that the Go runtime reserves without using it.
const reserved = 1700e6

// machineMemory returns the machine's memory in bytes, or what the process may address of it, and 0 on systems that do not tell
// it in a file.
func machineMemory() (bytes float64) {
	text, _ := os.ReadFile("/proc/meminfo")
	_, _ = fmt.Sscanf(string(text), "MemTotal: %g kB", &bytes)
	bytes *= 1024
	if space := addressSpace(); space > 0 && (bytes == 0 || space < bytes) {
		return max(1, space-reserved)
	}
	return bytes
}

// numbersHeld is how many times the numbers of a .npy file are held in memory while they become a problem: as doubles, unless they are read
// in place, and as features and labels apart.
const numbersHeld = 2

// readable refuses a file that is too large to be read, by its size, and a .npy file by its header, before it is read.
func (c *input) readable(file string) error {
	allowed, err := c.allowed()
	info, missing := os.Stat(file)
	if err != nil || allowed == 0 || missing != nil || !info.Mode().IsRegular() {
		return err // reading says what is wrong with the file
	}
	need, what := float64(info.Size()), fmt.Sprintf("%d bytes", info.Size())
	if head, ok := npyHead(file); ok {
		rows := head.Rows
		if c.Limit > 0 {
			rows = min(rows, c.Limit)
		}
		need = numbersHeld * 8 * float64(rows) * float64(head.Columns)
		what = fmt.Sprintf("%d rows of %d numbers", head.Rows, head.Columns)
	}
	if need <= allowed {
		return nil
	}
	return fmt.Errorf("%s has %s: %w: see --limit and --memory", file, what, &certify.MemoryError{Need: need, Limit: allowed})
}

// npyHead reads the header of a .npy file, if it is one.
func npyHead(file string) (head table.NpyHead, ok bool) {
	f, err := os.Open(file)
	if err != nil {
		return head, false
	}
	defer f.Close()
	beginning := make([]byte, 1<<16)
	n, _ := io.ReadFull(f, beginning)
	return table.ReadNpyHead(beginning[:n])
}

// readFirst reads a file, of a .npy file only the first rows if rows is not 0. Of one that is read whole the memory is the file.
func readFirst(file string, rows int) ([]byte, error) {
	head, ok := npyHead(file)
	if rows <= 0 || !ok || head.Fortran || rows >= head.Rows {
		if ok {
			return mapped(file)
		}
		return os.ReadFile(file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, size := head.First(rows)
	if info, err := f.Stat(); err != nil || int64(size) > info.Size()-int64(head.Start) {
		return os.ReadFile(file) // the header claims more than there is, which reading says
	}
	start := len(data)
	data = append(data, make([]byte, size)...)
	_, err = f.ReadAt(data[start:], int64(head.Start))
	return data, err
}

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
