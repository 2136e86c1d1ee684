package cifar

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"conelab/core/data/dataset"
)

// file returns a file of images whose pixel (row, column) of image i has the values i, row + 32 (i mod 2) and column.
func file(labels ...byte) []byte {
	var b []byte
	for i, label := range labels {
		b = append(b, label)
		for _, value := range []func(row, column int) int{
			func(int, int) int { return i }, func(row, _ int) int { return row + Side*(i%2) }, func(_, column int) int { return column },
		} {
			for row := range Side {
				for column := range Side {
					b = append(b, byte(value(row, column)))
				}
			}
		}
	}
	return b
}

// TestParse: the values of a pixel are adjacent, at the positions from which the convolution reads them.
func TestParse(t *testing.T) {
	content := file(3, 0, 9)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(content) // into memory
	_ = w.Close()
	for name, content := range map[string][]byte{"plain": content, "packed": packed.Bytes()} {
		images, labels, err := Parse(content)
		if err != nil || !bytes.Equal(labels, []byte{3, 0, 9}) || images.N != 3 {
			t.Fatalf("%s: %v, %v", name, labels, err)
		}
		for i := range images.N {
			for _, at := range [][2]int{{0, 0}, {5, 31}, {31, 7}} {
				k := ((i*Side+at[0])*Side + at[1]) * 3
				if got, want := images.Pixels[k:k+3], []byte{byte(i), byte(at[0] + Side*(i%2)), byte(at[1])}; !bytes.Equal(got, want) {
					t.Errorf("%s: image %d has %v at %v, want %v", name, i, got, at, want)
				}
			}
		}
	}
}

// TestFrame: a frame has a feature for each value, and signs for the first two classes.
func TestFrame(t *testing.T) {
	images, labels, err := Parse(file(0, 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	f, err := dataset.ReadDigits(images, labels, dataset.Signs, nil)
	if err != nil || len(f.X[0]) != 3*Side*Side || f.Y[0][0] != -1 || f.Y[2][0] != 1 || f.X[1][3*Side+1] != 33./255 || f.Features[3*Side+2] != "pixel 2,1,3" {
		t.Errorf("%v, %v: %v", f.Y, err, f.Features[3*Side+2])
	}
}

func TestBadFiles(t *testing.T) {
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"empty": {nil, "has 0 bytes, expected a multiple of 3073"},
		"half":  {file(1)[:3000], "has 3000 bytes, expected a multiple of 3073"},
		"label": {file(1, 10), "has the label 10 in record 2, expected 0 to 9"},
		"gzip":  {[]byte{0x1f, 0x8b, 8}, "cannot be unpacked"},
	} {
		if _, _, err := Parse(c.content); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
