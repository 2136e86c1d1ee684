package table

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"reflect"
	"testing"
)

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
		for file, want := range map[string][][]float64{string(twoImages): {{0, 51, 255}, {102, 0, 0}}, string(twoLabels): {{7}, {3}}} {
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
		"kind": {idxFile(2, []uint32{1, 1}, 1),
			"the idx file starts with the bytes 00 00 08 02, expected 00 00 08 01 for labels or 00 00 08 03 for images"},
		"short": {twoImages[:20], "the idx file has 4 bytes of numbers, expected 6 by its header"},
		"long":  {append(bytes.Clone(twoImages), 1), "the idx file has 7 bytes of numbers, expected 6 by its header"},
		"huge":  {huge, "the idx file has 2147483648 bytes or more by its header, expected 1 to 268435456"},
		"none":  {idxFile(3, []uint32{0, 4, 4}), "the idx file has 0 bytes or more by its header, expected 1 to 268435456"},
	} {
		if _, _, err := ParseIdx(c.data); err == nil || err.Error() != c.sentence {
			t.Errorf("%s: %v, want %q", name, err, c.sentence)
		}
	}
}
