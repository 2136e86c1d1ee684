package table

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestShortNumbersAreThoseOfStrconv compares with ParseFloat, to the last bit and the sign of zero.
func TestShortNumbersAreThoseOfStrconv(t *testing.T) {
	for cell, want := range map[string]bool{
		"0": true, "-0": true, "+7": true, "12.": true, ".5": true, "-.25": true, "123456789.012345": true, "999999999999999": true, "0000000.00000001": true,
		"": false, "-": false, ".": false, "+.": false, "1.2.3": false, "1,5": false, "1e5": false, " 1": false, "0x1": false, "1_0": false, "--1": false, "1-": false,
		"9007199254740993": false, "0.1234567890123456": false, "inf": false, "NaN": false, "١": false,
	} {
		if _, ok := parseShort(cell, '.'); ok != want {
			t.Errorf("%q is short: %v", cell, ok)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.StringMatching(`[-+]?[0-9]{0,9}\.?[0-9]{0,9}`).Draw(t, "cell")
		v, ok := parseShort(cell, '.')
		comma, okComma := parseShort(strings.Replace(cell, ".", ",", 1), ',')
		if ok != okComma || ok && comma != v {
			t.Errorf("%q is %v, %v, and %v, %v with a comma", cell, v, ok, comma, okComma)
		}
		if want, err := strconv.ParseFloat(cell, 64); ok && (err != nil || math.Float64bits(v) != math.Float64bits(want)) {
			t.Errorf("%q is %v, want %v, %v", cell, v, want, err)
		}
	})
}

// idxFile returns a file of the given kind, 1 for labels and 3 for images.
func idxFile(kind uint32, sides []uint32, body ...byte) []byte {
	content := binary.BigEndian.AppendUint32(nil, 0x800+kind)
	for _, side := range sides {
		content = binary.BigEndian.AppendUint32(content, side)
	}
	return append(content, body...)
}

func packed(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

var (
	twoImages = idxFile(3, []uint32{2, 1, 3}, 0, 51, 255, 102, 0, 0)
	twoLabels = idxFile(1, []uint32{2}, 7, 3)
)

func TestIdx(t *testing.T) {
	for _, wrap := range []func([]byte) []byte{bytes.Clone, packed} {
		for file, want := range map[string][][]float64{string(twoImages): {{0, 0.2, 1}, {0.4, 0, 0}}, string(twoLabels): {{7}, {3}}} {
			content, err := Unpack(wrap([]byte(file)), 1<<20)
			if err != nil || !IsIdx(content) {
				t.Fatal(err)
			}
			read, sides, err := ParseIdx(content)
			if err != nil || sides[0] != 2 {
				t.Fatal(sides, err)
			}
			if rows, err := read.All(); err != nil || !reflect.DeepEqual(rows, want) {
				t.Errorf("%v, %v, want %v", rows, err, want)
			}
		}
	}
}

func TestIdxFaults(t *testing.T) {
	huge := idxFile(3, []uint32{1 << 31, 1 << 31, 1 << 31})
	for name, c := range map[string]struct {
		data     []byte
		sentence string
	}{
		"empty":  {nil, "the idx file ends within its header, expected a whole file"},
		"header": {twoImages[:10], "the idx file ends within its header, expected a whole file"},
		"kind":   {idxFile(2, []uint32{1, 1}, 1), "the idx file starts with the bytes 00 00 08 02, expected 00 00 08 01 for labels or 00 00 08 03 for images"},
		"short":  {twoImages[:20], "the idx file has 4 bytes of numbers, expected 6 by its header"},
		"long":   {append(bytes.Clone(twoImages), 1), "the idx file has 7 bytes of numbers, expected 6 by its header"},
		"huge":   {huge, "the idx file has 2147483648 bytes or more by its header, expected 1 to 268435456"},
		"none":   {idxFile(3, []uint32{0, 4, 4}), "the idx file has 0 bytes or more by its header, expected 1 to 268435456"},
	} {
		if _, _, err := ParseIdx(c.data); err == nil || err.Error() != c.sentence {
			t.Errorf("%s: %v, want %q", name, err, c.sentence)
		}
	}
}

func FuzzParseIdx(f *testing.F) {
	f.Add(twoImages)
	f.Add(twoLabels)
	f.Fuzz(func(t *testing.T, content []byte) {
		read, sides, err := ParseIdx(content)
		if err != nil {
			return
		}
		if rows, width := read.Size(); rows != sides[0] || rows*width != len(content)-4*(1+len(sides)) {
			t.Fatalf("%d by %d for %v", rows, width, sides)
		}
	})
}
