package publish

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// frame is a frame in a crash report of the published program, which has no files and lines: the name of the function, which may be that of a new
// goroutine, and the offset of the return address in it.
var frame = regexp.MustCompile(`(?m)^(created by )?(.+?)(\([^()]*\)| in goroutine \d+)?\n\t\?:0 \+0x([0-9a-f]+)`)

// Locate returns a crash report of the published program with the file and the line of each frame, where the function is known. The line is the
// innermost one if the compiler has inlined a call there. It compiles the program from the source in root, which must be that of the published
// program, with the same version of Go.
func Locate(root, report string) (string, error) {
	dir, err := os.MkdirTemp("", "conelab-locate-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "program.wasm")
	if err := compileWhole(root, "./"+program, file); err != nil {
		return "", err
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	return locate(whole, report)
}

// locate is Locate for a program that has its files and lines.
func locate(whole []byte, report string) (string, error) {
	m, err := dataOf(whole)
	if err != nil {
		return "", err
	}
	t, err := m.table()
	if err != nil {
		return "", err
	}
	located := frame.ReplaceAllStringFunc(report, func(text string) string {
		parts := frame.FindStringSubmatch(text)
		offset, err := strconv.ParseUint(parts[4], 16, 31)
		if err != nil {
			return text
		}
		// Like the runtime: a return address is behind the call.
		file, line := t.line(parts[2], max(0, int(offset)-1))
		if file == "" {
			return text
		}
		return strings.Replace(text, "?:0", fmt.Sprintf("%s:%d", file, line), 1)
	})
	return located, t.err
}

// dataOf returns the initial memory of a WebAssembly program.
func dataOf(program []byte) (*memory, error) {
	r := &reader{rest: program}
	r.take(8)
	for len(r.rest) > 0 && r.err == nil {
		id := r.take(1)[0]
		if content := r.take(r.number()); id == dataSection && r.err == nil {
			return memoryOf(content)
		}
	}
	return nil, fmt.Errorf("%w: it has no data", errProgram)
}

// line returns the file and the line of an offset in a function, given its name as the runtime prints it, or "" if there is none.
func (t *table) line(name string, offset int) (file string, line int) {
	names, tables, list := t.long(headerNames), t.long(headerTables), t.long(headerList)
	for i := range t.long(headerFunctions) {
		f := list + t.word(list+8*i+4)
		if t.err != nil || printed(t.text(names+t.word(f+functionName))) != name {
			continue
		}
		number, line := t.value(tables+t.word(f+functionFile), offset), t.value(tables+t.word(f+functionLine), offset)
		if number < 0 || line < 0 {
			continue
		}
		at := t.word(t.long(headerUnits) + 4*(t.word(f+functionUnit)+number))
		return t.text(t.long(headerFiles) + at), line
	}
	return "", 0
}

// printed returns a function's name as the runtime prints it: without type arguments.
func printed(name string) string {
	from, to := strings.Index(name, "["), strings.LastIndex(name, "]")
	if from < 0 || to < from {
		return name
	}
	return name[:from] + "[...]" + name[to+1:]
}

// text returns the text at an offset, which ends with a zero.
func (t *table) text(at int) string {
	if at < 0 || at >= len(t.all) {
		t.fail()
		return ""
	}
	text, _, _ := strings.Cut(string(t.all[at:min(len(t.all), at+longestText)]), "\x00")
	return text
}

// longestText is the largest length of a name of a function or a file.
const longestText = 1 << 12

// value returns the value at an offset in a function from one of the tables of its instructions, pairs of a difference of values and one of offsets,
// or -1 if there is none.
func (t *table) value(at, offset int) int {
	value, end := -1, 0
	for first := true; at > 0 && at < len(t.all); first = false {
		difference, size := binary.Uvarint(t.all[at:])
		if size <= 0 || difference == 0 && !first {
			return -1
		}
		at += size
		length, size := binary.Uvarint(t.all[at:])
		if size <= 0 {
			return -1
		}
		at += size
		value += int(difference>>1) ^ -int(difference&1)
		if end += int(length); offset < end {
			return value
		}
	}
	return -1
}
