package publish

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// A Go program contains the file and line of every instruction, for the messages of a panic. With the zeros between them (see gap) they are a
// tenth of the download, and visitors have no sources. So they are removed, and lines are printed as ?:0 (see Locate). Function names are another
// hundredth: those of the module stay, as do those by which the runtime recognises functions; frames of other functions are not printed. What is
// said of functions only to interrupt a thread, or to print arguments and inlined functions, is a fortieth. All this lies between tables that the
// runtime needs, so it is overwritten, and what stays of names and tables is moved to the beginning of its place. The linker has no option for
// this. The layout of the tables is that of runtime/symtab.go and runtime/runtime2.go in the Go version of go.mod; any deviation is an error.

// errProgram means that a program does not have the expected layout.
var errProgram = errors.New("the compiled program is not as expected")

const dataSection = 11

// stripLines returns a WebAssembly program of Go without the files and lines of its instructions, and without the names of functions that belong
// neither to the module nor to the runtime.
func stripLines(program []byte, module string) ([]byte, error) {
	if len(program) < 8 || !bytes.HasPrefix(program, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, fmt.Errorf("%w: it is no WebAssembly", errProgram)
	}
	out := slices.Clone(program[:8])
	r := &reader{rest: program[8:]}
	found := false
	for len(r.rest) > 0 && r.err == nil {
		id := r.take(1)
		content := r.take(r.number())
		if r.err != nil {
			break
		}
		if id[0] == dataSection {
			m, err := memoryOf(content)
			if err != nil {
				return nil, err
			}
			if err := m.stripLines(module); err != nil {
				return nil, err
			}
			content, found = m.section(), true
		}
		out = append(out, id[0])
		out = binary.AppendUvarint(out, uint64(len(content)))
		out = append(out, content...)
	}
	if r.err != nil {
		return nil, r.err
	}
	if !found {
		return nil, fmt.Errorf("%w: it has no data", errProgram)
	}
	return out, nil
}

// reader reads a binary format from front to back, until there is an error.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) fail() {
	r.err, r.rest = fmt.Errorf("%w: it ends too early", errProgram), nil
}

// take returns the next n bytes.
func (r *reader) take(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.rest) {
		r.fail()
		return make([]byte, max(0, min(n, 1)))
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

// number reads an unsigned number.
func (r *reader) number() int {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > 1<<31 {
		r.fail()
		return 0
	}
	r.rest = r.rest[size:]
	return int(n)
}

// address reads the address of a segment, a constant expression: i32.const, a signed number, end.
func (r *reader) address() int {
	if r.take(1)[0] != 0x41 {
		r.fail()
	}
	value, shift := int64(0), 0
	for r.err == nil {
		b := r.take(1)[0]
		value |= int64(b&0x7f) << shift
		shift += 7
		if b < 0x80 {
			if b&0x40 != 0 {
				r.fail() // addresses are not negative
			}
			break
		}
	}
	if r.take(1)[0] != 0x0b {
		r.fail()
	}
	return int(value)
}

// memory is the initial memory of a program: bytes from an address on.
type memory struct {
	base  int
	bytes []byte
}

// memoryOf reads a data section.
func memoryOf(section []byte) (*memory, error) {
	type segment struct {
		at   int
		data []byte
	}
	var segments []segment
	r := &reader{rest: section}
	first, last := math.MaxInt, 0
	for range r.number() {
		if r.number() != 0 {
			r.fail() // it has no address
		}
		at := r.address()
		data := r.take(r.number())
		if r.err != nil {
			return nil, r.err
		}
		segments = append(segments, segment{at, data})
		first, last = min(first, at), max(last, at+len(data))
	}
	if len(segments) == 0 || last > 1<<30 {
		r.fail()
		return nil, r.err
	}
	m := &memory{base: first, bytes: make([]byte, last-first)}
	for _, s := range segments {
		copy(m.bytes[s.at-first:], s.data)
	}
	return m, nil
}

// gap is the number of zeros from which on the data are split into two segments. The linker splits from eight zeros on, into a hundred
// thousand segments. That is shorter, but not after compression, which removes zeros almost completely. Of 8, 32, 64, 256 and 4096 this value
// is best, by a tenth.
const gap = 256

// word is the number of bytes of a word.
const word = 8

// section returns the data section; the memory between segments is zero. Segments begin and end where words do, the
// end after at least one zero, so that none begins or ends within a table.
func (m *memory) section() []byte {
	var segments []byte
	count := 0
	for from := 0; from < len(m.bytes); {
		if m.bytes[from] == 0 {
			from++
			continue
		}
		to := from
		for zeros := 0; to+zeros < len(m.bytes) && zeros < gap; {
			if m.bytes[to+zeros] == 0 {
				zeros++
			} else {
				to, zeros = to+zeros+1, 0
			}
		}
		from -= min(from, (m.base+from)%word)
		to += min(len(m.bytes)-to, word-(m.base+to)%word)
		segments = append(segments, 0, 0x41)
		segments = appendSigned(segments, m.base+from)
		segments = append(segments, 0x0b)
		segments = binary.AppendUvarint(segments, uint64(to-from))
		segments = append(segments, m.bytes[from:to]...)
		count++
		from = to
	}
	return append(binary.AppendUvarint(nil, uint64(count)), segments...)
}

// appendSigned appends a nonnegative number in the signed encoding.
func appendSigned(to []byte, n int) []byte {
	for ; n >= 0x40; n >>= 7 {
		to = append(to, byte(n&0x7f)|0x80)
	}
	return append(to, byte(n))
}

// Offsets in the tables, in bytes from their header: of its fields, and of the fields of a function.
const (
	headerFunctions = 8
	headerNames     = 32
	headerUnits     = 40 // files by compilation unit, then their names, then the tables
	headerFiles     = 48
	headerTables    = 56
	headerList      = 64
	functionName    = 4
	functionSP      = 16
	functionFile    = 20
	functionLine    = 24
	functionPCData  = 28
	functionUnit    = 32
	functionStart   = 36
	functionData    = 43 // one byte
	functionSize    = 44
)

// What a function says of its instructions, and of itself, that is read only where threads are interrupted, or to print the arguments and the
// inlined functions of a panic: the numbers of these entries in package internal/abi.
var (
	unreadPCData = []int{0, 2, 3} // UnsafePoint, InlTreeIndex, ArgLiveIndex
	unreadData   = []int{3, 5, 6} // InlTree, ArgInfo, ArgLiveInfo
)

// stripLines overwrites files, lines and most function names with zeros. What stays of the names, and of the tables of instructions, is moved
// together, in the order in which the functions refer to it: so it can be packed (see functions.go).
func (m *memory) stripLines(module string) error {
	t, err := m.table()
	if err != nil {
		return err
	}
	count, names, units, tables, list := t.long(headerFunctions), t.long(headerNames), t.long(headerUnits), t.long(headerTables), t.long(headerList)
	if t.err == nil && !(0 < names && names < units && units < tables && tables < list && list <= len(t.all) && count > 0) {
		t.fail()
	}
	if t.err != nil {
		return t.err
	}
	kept := append([]string{module + "/"}, known...)
	name := mover{t: t, from: names, to: units, length: func(at []byte) int { return nameLength(at, kept) }}
	data := newDataKeeper(m, t)
	table := mover{t: t, from: tables, to: list, length: tableLength, moved: map[int]int{}}
	for i := range count {
		f := list + t.word(list+8*i+4)
		if t.err != nil {
			return t.err
		}
		name.move(f + functionName)
		t.clearUnread(f)
		data.keep(f)
		table.move(f + functionSP)
		for k := range t.word(f + functionPCData) {
			table.move(f + functionSize + 4*k)
		}
		for _, field := range []int{functionFile, functionLine, functionUnit, functionStart} {
			t.clear(f+field, f+field+4)
		}
	}
	t.clear(units, tables)
	name.finish()
	table.finish()
	data.finish()
	return t.err
}

// known are the prefixes of names by which the runtime recognises functions (see funcname in package runtime), and main.
var known = []string{"runtime.", "reflect.", "main."}

// table is the memory from the header of the tables on.
type table struct {
	all []byte
	err error
}

// table finds the tables.
func (m *memory) table() (*table, error) {
	// The magic number, two zeros, the smallest instruction size, and the pointer size.
	magic := []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}
	at := bytes.Index(m.bytes, magic)
	if at < 0 || bytes.Contains(m.bytes[at+1:], magic) {
		return nil, fmt.Errorf("%w: it has not one table of its functions", errProgram)
	}
	return &table{all: m.bytes[at:]}, nil
}

func (t *table) fail() {
	t.err = fmt.Errorf("%w: the table of its functions has another layout", errProgram)
}

// word and long return the four-byte and the eight-byte number at an offset.
func (t *table) word(at int) int {
	if at < 0 || at+4 > len(t.all) {
		t.fail()
		return 0
	}
	return int(binary.LittleEndian.Uint32(t.all[at:]))
}

func (t *table) long(at int) int {
	low, high := t.word(at), t.word(at+4)
	if high != 0 {
		t.fail()
	}
	return low
}

// clearUnread removes what is not read from the function at an offset. 0 means no table, and all bits set no data.
func (t *table) clearUnread(f int) {
	pcData := t.word(f + functionPCData)
	data := f + functionSize + 4*pcData
	if t.word(data); t.err != nil {
		return
	}
	for _, k := range unreadPCData {
		if k < pcData {
			t.clear(f+functionSize+4*k, f+functionSize+4*k+4)
		}
	}
	for _, k := range unreadData {
		if k < int(t.all[f+functionData]) && data+4*k+4 <= len(t.all) {
			binary.LittleEndian.PutUint32(t.all[data+4*k:], math.MaxUint32)
		}
	}
}

func (t *table) clear(from, to int) {
	if from < 0 || to > len(t.all) || from > to {
		t.fail()
		return
	}
	clear(t.all[from:to])
}
