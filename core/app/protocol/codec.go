package protocol

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// The binary form of a Snapshot is a number that identifies the format, followed by the fields in the order of the types: float64 numbers in
// little-endian order, integers and lengths as int32, flags and small integers as one byte, each slice as its length and its elements. A single
// description of each type (its codec method) serves both directions, so that encoding and decoding cannot diverge.
const snapshotFormat = 0x434c3130 // "CL10"

// maxLength bounds every length that is read, so that a corrupt message cannot cause an excessive allocation.
const maxLength = 1 << 20

var errFormat = errors.New("protocol: these bytes are not a snapshot of this version")

// Encode appends the binary form of s to dst and returns the extended slice. It allocates only if dst has to grow.
func Encode(dst []byte, s *Snapshot) []byte {
	c := codec{data: dst[:cap(dst)], at: len(dst)}
	c.snapshot(s)
	return c.data[:c.at]
}

// Decode reads a snapshot from its binary form into s, reusing the slices of s. After an error the content of s is unspecified.
func Decode(s *Snapshot, data []byte) error {
	c := codec{data: data, reading: true}
	c.snapshot(s)
	if c.bad || c.at != len(c.data) {
		return errFormat
	}
	return nil
}

// PieceBytes is the length of a buffer for EncodeTo and DecodeFrom. Snapshots of several layers may have some MB: in pieces, they need no memory in one
// piece on their way from the solver to the pictures.
const PieceBytes = 64 << 10

// EncodeTo passes the binary form of s to put, in pieces that are valid only during the call. It uses the buffer.
func EncodeTo(s *Snapshot, buffer []byte, put func(piece []byte)) {
	c := codec{data: buffer, buffer: buffer, put: put}
	c.snapshot(s)
	put(c.data[:c.at])
}

// DecodeFrom is Decode for size bytes, of which get copies the next ones to a slice that it fills. It uses the buffer.
func DecodeFrom(s *Snapshot, buffer []byte, size int, get func(dst []byte)) error {
	c := codec{reading: true, buffer: buffer, get: get, rest: size}
	c.snapshot(s)
	if c.bad || c.at != len(c.data) || c.rest != 0 {
		return errFormat
	}
	return nil
}

// codec traverses the fields of a snapshot, writing them to data or reading them from it. Once data is exhausted or a value is out of range, bad
// stays set and every value read is zero, so that a single check at the end suffices.
type codec struct {
	data    []byte
	at      int // offset of the next field in data
	reading bool
	bad     bool
	nested  bool // inside the snapshot of a layer

	// If the data come or go in pieces, buffer is the memory for one of them, and rest the number of bytes that get has not returned yet.
	buffer []byte
	put    func(piece []byte)
	get    func(dst []byte)
	rest   int
}

// require sets bad when reading unless ok.
func (c *codec) require(ok bool) {
	if c.reading && !ok {
		c.bad = true
	}
}

// blank is read once data is exhausted.
var blank [128]byte

// block returns the next n bytes, which are at most what span allows. When reading beyond the end, it sets bad, and returns zeros from then on.
func (c *codec) block(n int) []byte {
	if c.at+n > len(c.data) {
		c.extend(n)
	}
	c.at += n
	return c.data[c.at-n : c.at]
}

// extend makes room for n bytes to be written, or gets them to be read.
func (c *codec) extend(n int) {
	left := len(c.data) - c.at
	switch {
	case c.put != nil:
		c.put(c.data[:c.at])
		c.at = 0
	case !c.reading:
		c.data = slices.Grow(c.data[:c.at], n)
		c.data = c.data[:cap(c.data)]
	case left+c.rest < n:
		c.data, c.at, c.rest, c.bad = blank[:], 0, 0, true
	default:
		copy(c.buffer, c.data[c.at:])
		c.data, c.at = c.buffer[:min(len(c.buffer), left+c.rest)], 0
		c.get(c.data[left:])
		c.rest -= len(c.data) - left
	}
}

// span returns how many of n elements of a size fit into one block.
func (c *codec) span(n, size int) int {
	if c.buffer == nil {
		return n
	}
	return min(n, len(c.buffer)/size)
}

// exchange writes a number to p or reads it from there.
func exchange(p []byte, v *float64, reading bool) {
	if reading {
		*v = math.Float64frombits(binary.LittleEndian.Uint64(p))
	} else {
		binary.LittleEndian.PutUint64(p, math.Float64bits(*v))
	}
}

func (c *codec) number(v *float64) { exchange(c.block(8), v, c.reading) }

func (c *codec) numbers(all ...*float64) {
	p := c.block(8 * len(all))
	for _, v := range all {
		exchange(p, v, c.reading)
		p = p[8:]
	}
}

// vector is a sequence of numbers without a length.
func (c *codec) vector(v []float64) {
	for len(v) > 0 {
		n := c.span(len(v), 8)
		p := c.block(8 * n)
		for i := range v[:n] {
			exchange(p, &v[i], c.reading)
			p = p[8:]
		}
		v = v[n:]
	}
}

// word is an unsigned integer.
func (c *codec) word(v *uint32) {
	if p := c.block(4); c.reading {
		*v = binary.LittleEndian.Uint32(p)
	} else {
		binary.LittleEndian.PutUint32(p, *v)
	}
}

// integer is an integer; values read must be at least low.
func (c *codec) integer(v *int, low int) {
	bits := uint32(int32(*v))
	c.word(&bits)
	if c.reading {
		*v = int(int32(bits))
		if *v < low || *v > maxLength {
			*v, c.bad = 0, true
		}
	}
}

// small is an integer from low to high that fits into a byte, such as an enumeration value.
func (c *codec) small(v *int, low, high int) {
	if p := c.block(1); c.reading {
		*v = int(int8(p[0]))
		c.bad = c.bad || *v < low || *v > high
	} else {
		p[0] = byte(int8(*v))
	}
}

func (c *codec) flag(v *bool) {
	bit := 0
	if *v {
		bit = 1
	}
	if c.small(&bit, 0, 1); c.reading {
		*v = bit == 1
	}
}

// text is a short string, such as a name.
func (c *codec) text(v *string) {
	n := len(*v)
	c.small(&n, 0, MostNameBytes)
	p := c.block(n)
	switch {
	case !c.reading:
		copy(p, *v)
	case *v != string(p):
		*v = string(p)
	}
}

// each encodes the length of a slice, whose elements take at least the given number of bytes, and returns the slice to iterate over. When reading, it
// keeps the existing elements, so that slices within them are reused.
func each[T any](c *codec, s *[]T, least int) []T {
	n := len(*s)
	c.integer(&n, 0)
	if !c.reading {
		return *s
	}
	if c.bad || n*least > len(c.data)-c.at+c.rest {
		n, c.bad = 0, true
	}
	if Wasteful(cap(*s)*least, n*least) {
		*s = nil
	}
	*s = resize(*s, n)
	return *s
}

// Wasteful reports whether memory that is kept for its next use is given up, because only a small part of it was needed now. What unusually
// large data needed is not kept for as long as the program runs. What the pictures of several layers need now and again is: each time, there
// would have to be room in one piece for it between what else is alive, and where there is none the memory grows, which it does for good.
func Wasteful(kept, needed int) bool { return kept > 1<<20 && kept > 4*needed }

// resize returns s with length n, keeping existing elements.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return append(s[:cap(s)], make([]T, n-cap(s))...)
	}
	return s[:n]
}
