package protocol

import (
	"errors"
	"reflect"
	"unsafe"
)

// A snapshot is sent as it lies in memory, since the solver and the view are the same program: values without pointers are copied byte for
// byte, one after the other; a string or a slice is its length and its elements. The types themselves are the declaration of the format.

// PieceBytes is the length of a buffer for Encode and Decode. Snapshots of several layers may have some MB: sent in pieces, they need
// no large block of memory.
const PieceBytes = 64 << 10

var errFormat = errors.New("protocol: these bytes are not a snapshot")

// Encode passes the binary form of s to put, in pieces that are valid only during the call. It uses the buffer.
func Encode(s *Snapshot, buffer []byte, put func(piece []byte)) {
	at := 0
	c := codec{exchange: func(p []byte) {
		for len(p) > 0 {
			if at == len(buffer) {
				put(buffer)
				at = 0
			}
			n := copy(buffer[at:], p)
			at, p = at+n, p[n:]
		}
	}}
	c.value(reflect.ValueOf(s).Elem())
	put(buffer[:at])
}

// Decode reads a snapshot of the given size in bytes into s; get fills a slice with the next bytes. It reuses the slices of s, and uses the
// buffer. After an error the content of s is unspecified.
func Decode(s *Snapshot, buffer []byte, size int, get func(dst []byte)) error {
	var piece []byte
	c := codec{reading: true, rest: size}
	c.exchange = func(p []byte) {
		for len(p) > 0 {
			if len(piece) == 0 {
				piece = buffer[:min(len(buffer), size)]
				get(piece)
				size -= len(piece)
			}
			n := copy(p, piece)
			p, piece = p[n:], piece[n:]
		}
	}
	c.value(reflect.ValueOf(s).Elem())
	if c.rest != 0 {
		return errFormat
	}
	return nil
}

// codec goes through the values of a snapshot in order. exchange writes the given bytes, or fills them when reading.
type codec struct {
	exchange func(p []byte)
	reading  bool
	length   int // of the present slice
	rest     int // bytes that are not read yet; -1 after an attempt to read more than there are
}

// memory writes or reads n bytes of memory.
func (c *codec) memory(p unsafe.Pointer, n int) {
	if c.reading {
		if n > c.rest {
			c.rest = -1
		}
		if c.rest < 0 {
			return
		}
		c.rest -= n
	}
	if n > 0 {
		c.exchange(unsafe.Slice((*byte)(p), n))
	}
}

// value writes or reads a value.
func (c *codec) value(v reflect.Value) {
	switch kind := v.Kind(); {
	case isPlain[v.Type()]:
		c.memory(v.Addr().UnsafePointer(), int(v.Type().Size()))
	case kind == reflect.Struct:
		for i := range v.NumField() {
			c.value(v.Field(i))
		}
	case kind == reflect.String:
		text := []byte(v.String())
		c.slice(reflect.ValueOf(&text).Elem())
		if c.reading {
			v.SetString(string(text))
		}
	default:
		c.slice(v)
	}
}

// wasteful is the size of a slice that is kept for the next snapshot however small a part of it is needed. What the pictures of several layers
// need from time to time is kept: allocating it anew each time would fragment the heap, and a heap in a browser never shrinks.
const wasteful = 1 << 20

// slice keeps the existing elements when reading, so that slices within them are reused.
func (c *codec) slice(v reflect.Value) {
	c.length = v.Len()
	c.memory(unsafe.Pointer(&c.length), int(unsafe.Sizeof(c.length)))
	n, of := c.length, v.Type().Elem()
	plain, size := isPlain[of], int(of.Size())
	if c.reading {
		least := 1 // byte that an element takes
		if plain {
			least = size
		}
		if c.rest < 0 || n < 0 || n > c.rest/least {
			n, c.rest = 0, -1
		} else if kept := v.Cap() * size; kept > wasteful && kept > 4*n*size {
			v.SetZero()
		}
		v.SetLen(v.Cap())
		v.Grow(max(0, n-v.Cap()))
		v.SetLen(n)
	}
	if plain {
		c.memory(v.UnsafePointer(), n*size)
		return
	}
	for i := range n {
		c.value(v.Index(i))
	}
}

// isPlain holds, for the types within a snapshot, whether they contain no pointers.
var isPlain = func() map[reflect.Type]bool {
	all := map[reflect.Type]bool{}
	var visit func(of reflect.Type) bool
	visit = func(of reflect.Type) bool {
		if plain, known := all[of]; known {
			return plain
		}
		all[of] = false // while its parts are visited
		plain := true
		switch of.Kind() {
		case reflect.Struct:
			for i := range of.NumField() {
				plain = visit(of.Field(i).Type) && plain
			}
		case reflect.Slice:
			visit(of.Elem())
			plain = false
		case reflect.String: // written as its bytes
			visit(reflect.TypeFor[byte]())
			plain = false
		}
		all[of] = plain
		return plain
	}
	visit(reflect.TypeFor[Snapshot]())
	return all
}()
