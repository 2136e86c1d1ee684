package main

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"conelab/core/data/table"
	"conelab/core/network/certify"
)

// memoryShare is the fraction of the machine's memory that may be used by default.
const memoryShare = 0.75

// Garbage is collected more often as the program's memory approaches what solving is predicted to take, times heapMargin, or heapShare
// of the limit, which keeps the program within the predicted memory.
const heapMargin, heapShare = 1.1, 0.95

// program is how many bytes of the program itself are in memory, beside what the Go runtime counts.
const program = 10e6

// limit applies method and memory to the problem, and refuses a problem that needs more memory, together with what the program
// holds already, which is mostly the data.
func (l *solver) limit(p *certify.Problem) (err error) {
	p.Method, _ = certify.ParseMethod(cmp.Or(l.Method, "auto")) // one of the choices of the option
	if !p.HasMatrices() {
		if p.Method != certify.Auto {
			return fmt.Errorf("--method is %s, expected it only with a polynomial activation", l.Method)
		}
		return nil
	}
	allowed, err := l.allowed()
	if err != nil || allowed == 0 {
		return err
	}
	debug.FreeOSMemory()
	base := held()
	p.Memory = max(1, allowed-base)
	need := base + p.Estimate(p.Choose()).Bytes
	if need > allowed {
		return fmt.Errorf("%w (--memory)", &certify.MemoryError{Task: "solving", Need: need, Limit: allowed})
	}
	debug.SetMemoryLimit(int64(max(1, min(heapMargin*need, heapShare*allowed)-program)))
	return nil
}

// held returns how many bytes the program holds.
func held() float64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return program + float64(m.Sys-m.HeapReleased)
}

// allowed returns how many bytes solving may take, or 0 if there is no limit and the machine does not tell its memory.
func (l *solver) allowed() (float64, error) {
	if l.Memory == "" {
		return memoryShare * machineMemory(), nil
	}
	return parseSize(l.Memory)
}

// reserved is how many bytes of addresses the Go runtime and the C library reserve without using them. leastSpace allows for small problems,
// too: with less a thread or a block may fail, which the Go runtime answers with all its stacks.
const reserved, leastSpace = 1700e6, 1900e6

// addressSpace returns how many bytes of addresses ulimit -v allows.
func addressSpace() float64 {
	text, _ := os.ReadFile("/proc/self/limits")
	_, limit, _ := strings.Cut(string(text), "Max address space")
	space := math.Inf(1)
	_, _ = fmt.Sscan(limit, &space) // unlimited is no number
	return space
}

// checkSpace returns an error if that is too little for any work.
func checkSpace() error {
	if space := addressSpace(); space < leastSpace {
		return fmt.Errorf("ulimit -v allows %.3g GB of addresses, expected at least %.3g GB: most are reserved and never used", space/1e9,
			leastSpace/1e9)
	}
	return nil
}

// machineMemory returns the machine's memory in bytes, or how much of it ulimit -v leaves; 0 on systems that do not tell it in a file.
func machineMemory() (bytes float64) {
	text, _ := os.ReadFile("/proc/meminfo")
	_, _ = fmt.Sscanf(string(text), "MemTotal: %g kB", &bytes)
	return min(bytes*1024, addressSpace()-reserved)
}

// little is how many bytes for a file are always taken: then the memory for solving is the only estimate.
const little = 32e6

// cellBytes is about what a cell of a table takes in memory, beside the file: as text, in the table and as a feature. numberBytes is that
// of a cell of an array.
const cellBytes, numberBytes = 44, 16

// refuseLarge refuses a file of which so many rows (0 for all) are too much to be read, by its size and its beginning, before it is read.
func (c *input) refuseLarge(file string, wanted int) error {
	allowed, err := c.allowed()
	src := regular(file)
	if err != nil || allowed == 0 || src == nil {
		return err
	}
	defer src.Close()
	debug.SetMemoryLimit(int64(max(1, heapShare*allowed-program)))
	content, beginning, packed, err := table.Unpacked(src)
	if err != nil {
		return nil // reading says what is wrong with the file
	}
	size := float64(src.size)
	if packed {
		last := make([]byte, 4)
		_, _ = src.file.ReadAt(last, src.size-4)
		size = max(size, float64(table.UnpackedSize(last, int(src.size))))
	}
	need := size
	switch array, err := table.OpenArray(content); {
	case err == nil:
		rows := float64(array.Rows)
		if wanted > 0 {
			rows = math.Min(rows, float64(wanted))
			need *= rows / float64(array.Rows)
		}
		need += numberBytes * rows * float64(array.Columns)
	case isParquet(beginning):
		if t, err := openParquet(src.file, src.size); err == nil {
			need += cellBytes * float64(t.NumRows()) * float64(len(t.Root().Columns()))
		}
	case len(beginning) > 0 && !isDocument(beginning) && !table.IsIdx(beginning):
		cells := len(strings.FieldsFunc(string(beginning), func(r rune) bool { return strings.ContainsRune(",;\t| \n", r) }))
		need += cellBytes * size * float64(cells) / float64(len(beginning))
	}
	if need += held(); need <= max(allowed, little) {
		return nil
	}
	return fmt.Errorf("%s has %.0f bytes: %w (--memory)", file, size, &certify.MemoryError{Task: "reading it", Need: need, Limit: allowed})
}

// units are the units of a size, in bytes.
var units = map[string]float64{"": 1, "B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}

// parseSize parses a size such as 500MB, 2GB, 1.5 GB or 1000000 and returns it in bytes.
func parseSize(text string) (float64, error) {
	text = strings.TrimSpace(text)
	number := strings.TrimRight(strings.ToUpper(text), " KMGTB")
	unit, known := units[strings.TrimSpace(strings.ToUpper(text)[len(number):])]
	size, err := strconv.ParseFloat(number, 64)
	if size *= unit; err == nil && known && size > 0 && size <= 1e18 {
		return size, nil
	}
	return 0, fmt.Errorf("--memory is %.40q, expected a size such as 2GB or 500MB", text)
}
