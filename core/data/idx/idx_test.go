package idx

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"reflect"
	"strings"
	"testing"

	"conelab/core/data/dataset"
)

// file returns a file with the given first bytes, dimensions and body.
func file(magic uint32, sides []uint32, body []byte) []byte {
	content := binary.BigEndian.AppendUint32(nil, magic)
	for _, side := range sides {
		content = append(content, binary.BigEndian.AppendUint32(nil, side)...)
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
	twoImages = file(images, []uint32{2, 1, 3}, []byte{0, 51, 255, 102, 0, 0})
	twoLabels = file(labels, []uint32{2}, []byte{7, 3})
)

func TestIdx(t *testing.T) {
	for name, wrap := range map[string]func([]byte) []byte{"plain": bytes.Clone, "gzip": packed} {
		pictures, err := ParseImages(wrap(twoImages))
		if err != nil {
			t.Fatal(name, err)
		}
		digits, err := ParseLabels(wrap(twoLabels))
		if err != nil {
			t.Fatal(name, err)
		}
		got, err := dataset.ReadDigits(pictures, digits, dataset.Signs, nil)
		want := &dataset.Frame{Features: []string{"pixel 1,1", "pixel 1,2", "pixel 1,3"}, Targets: []string{"label"}, X: [][]float64{{0, 0.2, 1}, {0.4, 0, 0}},
			Y: [][]float64{{1}, {-1}}, Classes: dataset.Classes{"3", "7"}}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		if got, err = dataset.ReadDigits(pictures, digits, dataset.Numbers, nil); err != nil || !reflect.DeepEqual(got.Y, [][]float64{{7}, {3}}) || got.Classes != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		if got, err = dataset.ReadDigits(pictures, digits, dataset.OneHot, dataset.Classes{"3", "5", "7"}); err != nil || !reflect.DeepEqual(got.Y, [][]float64{{0, 0, 1}, {1, 0, 0}}) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		if _, err = dataset.ReadDigits(pictures, digits, dataset.OneHot, dataset.Classes{"3", "5"}); err == nil || err.Error() != `label 1 is "7", expected one of the classes 3, 5` {
			t.Errorf("%s: %v", name, err)
		}
		if _, err = dataset.ReadDigits(pictures, digits[:1], dataset.Signs, nil); err == nil || err.Error() != "the idx file of the labels has 1, expected 2 as there are images" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestIdxFaults(t *testing.T) {
	gz := packed(twoImages)
	broken := bytes.Clone(gz)
	broken[len(broken)-6] ^= 1 // the checksum
	for name, c := range map[string]struct {
		data     []byte
		sentence string
	}{
		"nothing":  {nil, "the idx file ends within its header, expected a whole file"},
		"header":   {twoImages[:10], "the idx file ends within its header, expected a whole file"},
		"labels":   {twoLabels, "the idx file starts with the bytes 00 00 08 01, expected 00 00 08 03 for images"},
		"PNG":      {[]byte("\x89PNG...."), "the idx file starts with the bytes 89 50 4e 47, expected 00 00 08 03 for images"},
		"short":    {twoImages[:20], "the idx file has 4 bytes of images, expected 6 by its header"},
		"long":     {append(bytes.Clone(twoImages), 1), "the idx file has 7 bytes of images, expected 6 by its header"},
		"none":     {file(images, []uint32{0, 28, 28}, nil), "the idx file has 0 bytes or more of images by its header, expected 1 to 268435456"},
		"huge":     {file(images, []uint32{1 << 31, 28, 28}, nil), "the idx file has 2147483648 bytes or more of images by its header, expected 1 to 268435456"},
		"gzip cut": {gz[:len(gz)-9], "the file cannot be unpacked, expected whole gzip data"},
		"gzip sum": {broken, "the file cannot be unpacked, expected whole gzip data"},
		"gzip":     {[]byte{0x1f, 0x8b, 8, 9}, "the file cannot be unpacked, expected whole gzip data"},
	} {
		if _, err := ParseImages(c.data); err == nil || err.Error() != c.sentence {
			t.Errorf("%s:\n got %v\nwant %s", name, err, c.sentence)
		}
	}
	if _, err := ParseLabels(twoImages); err == nil || err.Error() != "the idx file starts with the bytes 00 00 08 03, expected 00 00 08 01 for labels" {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	for _, content := range [][]byte{twoImages, twoLabels, packed(twoImages), packed(twoLabels), packed(twoImages)[:20]} {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		digits, err := ParseLabels(content)
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q", err)
		}
		pictures, err := ParseImages(content)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q", err)
			}
			return
		}
		if len(pictures.Pixels) != pictures.N*pictures.Height*pictures.Width || digits != nil {
			t.Fatalf("%d pixels for %v", len(pictures.Pixels), pictures)
		}
	})
}
