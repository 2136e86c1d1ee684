package main

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
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
	if p.Piecewise != nil {
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

// numbersHeld is how many times the numbers of a .npy file are held in memory while they become a problem: as they are in the
// file, in the table, as features and labels, and in the problem. cellBytes and rowBytes are what a cell and a row of another table take,
// beside the file: as text and as numbers.
const numbersHeld, cellBytes, rowBytes = 4, 44, 90

// readable refuses a file that is too large to be read, by its size and its beginning, before it is read.
func (c *input) readable(file string) error {
	allowed, err := c.allowed()
	info, missing := os.Stat(file)
	if err != nil || allowed == 0 || missing != nil || !info.Mode().IsRegular() {
		return err // reading says what is wrong with the file
	}
	head, size := beginning(file)
	if c.Memory != "" || addressSpace() > 0 {
		debug.SetMemoryLimit(int64(max(1, heapShare*allowed-program)))
	}
	rows, columns, known, about := 0, 0, true, ""
	need, each, row := float64(size), float64(cellBytes), float64(rowBytes)
	if npy, ok := table.ReadNpyHead(head); ok {
		rows, columns, need, each, row = npy.Rows, npy.Columns, 0, 8*numbersHeld, 0
	} else if isParquet(head) {
		rows, columns = parquetSize(file)
	} else {
		rows, columns, known = table.Forecast(head, size, 0)
		about = "about "
	}
	what := fmt.Sprintf("%d bytes", size)
	if known {
		what = fmt.Sprintf("%s%d rows of %d numbers", about, rows, columns)
		if head := min(rows, c.rows); head > 0 && need > 0 {
			need *= float64(head) / float64(rows)
		}
		if c.Limit > 0 {
			rows = min(rows, c.Limit)
		}
		need += float64(rows) * (row + each*float64(columns))
	}
	if need <= allowed {
		return nil
	}
	return fmt.Errorf("%s has %s: %w: see --limit and --memory", file, what, &certify.MemoryError{Need: need, Limit: allowed})
}

// beginning returns the first bytes of a file, unpacked, and the size of the whole file when unpacked.
func beginning(file string) (head []byte, size int64) {
	f, err := os.Open(file)
	if err != nil {
		return nil, 0
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, 0
	}
	reader, size := io.Reader(f), info.Size()
	if packed, err := gzip.NewReader(f); err == nil {
		last := make([]byte, 4) // which have the size, modulo 2^32
		_, _ = f.ReadAt(last, size-4)
		reader, size = packed, max(size, int64(binary.LittleEndian.Uint32(last)))
	} else if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, 0
	}
	head = make([]byte, 1<<16)
	n, _ := io.ReadFull(reader, head)
	return head[:n], size
}

// parquetSize returns the numbers of rows and columns of a Parquet file.
func parquetSize(file string) (rows, columns int) {
	f, err := os.Open(file)
	if err != nil {
		return 0, 0
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, 0
	}
	t, err := openParquet(f, info.Size())
	if err != nil {
		return 0, 0
	}
	return int(t.NumRows()), len(t.Root().Columns())
}

// readFirst reads a file, of a .npy file or a text table only the first rows if rows is not 0.
func readFirst(file string, rows int) ([]byte, error) {
	if rows <= 0 {
		return os.ReadFile(file)
	}
	head, _ := beginning(file)
	if _, _, text := table.Forecast(head, 0, 0); text {
		return firstLines(file, table.FirstLines(rows))
	}
	npy, ok := table.ReadNpyHead(head)
	if !ok || npy.Fortran || rows >= npy.Rows {
		return os.ReadFile(file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, size := npy.First(rows)
	if info, err := f.Stat(); err != nil || int64(size) > info.Size()-int64(npy.Start) {
		return os.ReadFile(file) // packed, or the header claims more than there is, which reading says
	}
	start := len(data)
	data = append(data, make([]byte, size)...)
	_, err = f.ReadAt(data[start:], int64(npy.Start))
	return data, err
}

// firstLines reads the first lines of a text table, unpacked, besides blank lines and comments. A line does not end between quotes.
func firstLines(file string, count int) (data []byte, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	reader := bufio.NewReader(f)
	if packed, err := gzip.NewReader(reader); err == nil {
		reader = bufio.NewReader(packed)
	} else if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	} else {
		reader.Reset(f)
	}
	open := false
	for count > 0 && err == nil {
		var line []byte
		line, err = reader.ReadBytes('\n')
		data = append(data, line...)
		open = open != (bytes.Count(line, []byte{'"'})%2 == 1)
		if text := bytes.TrimSpace(line); !open && len(text) > 0 && text[0] != '#' {
			count--
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
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
