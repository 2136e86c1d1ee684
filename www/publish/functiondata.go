package publish

import (
	"bytes"
	"encoding/binary"
)

// The data of functions, such as where they keep pointers, lie in one place, to which the functions refer. What only a removed reference needed is
// removed, too.

// Offsets in the table of the program's parts (moduledata in runtime/symtab.go): of the address of the functions' data, of that of the table of
// functions by address, which follows it, and of what is not looked at.
const (
	partsBuckets = 152
	partsData    = 320
	partsSize    = 328
)

// parts returns the table of the program's parts, which begins with the addresses of the header of the tables and of the names.
func (m *memory) parts(t *table) []byte {
	header := m.base + len(m.bytes) - len(t.all)
	start := binary.LittleEndian.AppendUint64(nil, uint64(header))
	start = binary.LittleEndian.AppendUint64(start, uint64(header+t.long(headerNames)))
	at := bytes.Index(m.bytes, start)
	if at < 0 || at+partsSize > len(m.bytes) {
		t.fail()
		return make([]byte, partsSize)
	}
	return m.bytes[at : at+partsSize]
}

// dataKeeper keeps the data of functions, which are between two offsets.
type dataKeeper struct {
	t        *table
	from, to int
	kept     []bool
}

func newDataKeeper(m *memory, t *table) dataKeeper {
	parts, header := m.parts(t), uint64(m.base+len(m.bytes)-len(t.all))
	from, to := binary.LittleEndian.Uint64(parts[partsData:])-header, binary.LittleEndian.Uint64(parts[partsBuckets:])-header
	if from > to || to > uint64(len(t.all)) {
		t.fail()
		from, to = 0, 0
	}
	return dataKeeper{t, int(from), int(to), make([]bool, to-from)}
}

// keep marks the data of the function at an offset.
func (k *dataKeeper) keep(function int) {
	t := k.t
	at := function + functionSize + 4*t.word(function+functionPCData)
	if t.err != nil {
		return
	}
	for kind := range int(t.all[function+functionData]) {
		offset := t.word(at + 4*kind)
		if t.err != nil {
			return
		}
		if offset == 1<<32-1 {
			continue
		}
		if offset > len(k.kept) || kind >= len(dataLength) || dataLength[kind] == nil {
			t.fail()
			return
		}
		r := &reader{rest: t.all[k.from+offset : k.to]}
		length := dataLength[kind](r)
		if r.err != nil || offset+length > len(k.kept) {
			t.fail()
			return
		}
		for i := range length {
			k.kept[offset+i] = true
		}
	}
}

// finish removes what is not marked.
func (k *dataKeeper) finish() {
	if k.t.err != nil {
		return
	}
	for i, kept := range k.kept {
		if !kept {
			k.t.all[k.from+i] = 0
		}
	}
}

// dataLength reads the length of the data of each kind, in the order of package internal/abi; nil is what is not read, and of which all references have
// been removed.
var dataLength = []func(*reader) int{
	pointersLength, // ArgsPointerMaps
	pointersLength, // LocalsPointerMaps
	func(r *reader) int { return 8 + 16*r.word() }, // StackObjects
	nil, // InlTree
	func(r *reader) int { // OpenCodedDeferInfo
		before := len(r.rest)
		r.number()
		r.number()
		return before - len(r.rest)
	},
	nil,                            // ArgInfo
	nil,                            // ArgLiveInfo
	func(*reader) int { return 4 }, // WrapInfo
}

// pointersLength reads the length of bitmaps: how many, and of how many bits.
func pointersLength(r *reader) int {
	count, bits := r.word(), r.word()
	return 8 + count*((bits+7)/8)
}

// word reads a number of four bytes.
func (r *reader) word() int {
	var word [4]byte
	copy(word[:], r.take(len(word)))
	return int(binary.LittleEndian.Uint32(word[:]))
}
