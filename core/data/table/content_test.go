package table_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"conelab/core/data/specimen"
	"conelab/core/data/table"
)

// archive returns an .npz file with the given compression method, as the standard library writes it.
func archive(t *testing.T, method uint16, files map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range files {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestParseNpz(t *testing.T) {
	x := npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", numbers(t, binary.LittleEndian, []float64{1, 2, 3, 4, 5, 6}))
	for name, method := range map[string]uint16{"savez": zip.Store, "savez_compressed": zip.Deflate} {
		file := archive(t, method, map[string][]byte{"x.npy": x})
		z, err := table.ParseNpz(file, 1<<20)
		if err != nil || !table.IsNpz(file) {
			t.Fatalf("%s: %v", name, err)
		}
		if rows, err := z.Rows("x"); err != nil || !reflect.DeepEqual(rows, [][]float64{{1, 2, 3}, {4, 5, 6}}) {
			t.Errorf("%s: %v, %v", name, rows, err)
		}
		if _, err := z.Rows("y"); err == nil || err.Error() != `the .npz file has no array "y", expected one of x (2 by 3)` {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := table.ParseNpz(file, len(x)-1); err == nil || !strings.Contains(err.Error(), "has too much") {
			t.Errorf("%s, limited: %v", name, err)
		}
		if _, err := table.ParseNpz(file[:len(file)-1], 1<<20); err == nil {
			t.Errorf("%s: a part is taken for the whole", name)
		}
	}
}

func TestUnpack(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, strings.Repeat("1,2\n", 1000)) // into memory
	_ = w.Close()
	if content, err := table.Unpack(b.Bytes(), 4000); err != nil || len(content) != 4000 {
		t.Errorf("%d bytes, %v", len(content), err)
	}
	if _, err := table.Unpack(b.Bytes(), 3999); err == nil || !strings.Contains(err.Error(), "when unpacked") {
		t.Error(err)
	}
	for in, want := range map[string]string{"": "", "plain": "plain", "\xef\xbb\xbfmark": "mark", "\xff\xfea\x00\xac\x20\x3d\xd8\x00\xde": "a€😀", "\xfe\xff\x00a": "a", "\xff\xfea\x00b": "a"} {
		if got, err := table.Unpack([]byte(in), 10); err != nil || string(got) != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	for _, file := range specimen.All() {
		f.Add([]byte(file.Content))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if content, err := table.Unpack(data, 1000); err != nil {
			oneLine(t, err)
		} else if len(content) > max(3000, 3*len(data)) {
			t.Errorf("%d bytes, the most are 1000", len(content))
		}
	})
}

// TestHalfPrecision compares all 65536 numbers with their definition.
func TestHalfPrecision(t *testing.T) {
	values := make([]uint16, 1<<16)
	for i := range values {
		values[i] = uint16(i)
	}
	rows, err := table.ParseNpy(npy("{'descr': '<f2', 'fortran_order': False, 'shape': (65536,), }", numbers(t, binary.LittleEndian, values)))
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		exponent, fraction, want := i>>10&31, float64(i&1023)/1024, 0.0
		switch {
		case exponent == 31 && fraction == 0:
			want = math.Inf(1)
		case exponent == 31:
			want = math.NaN()
		case exponent == 0:
			want = math.Pow(2, -14) * fraction
		default:
			want = math.Pow(2, float64(exponent-15)) * (1 + fraction)
		}
		if i >= 1<<15 {
			want = -want
		}
		if got := row[0]; got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("%#x is %g, want %g", i, got, want)
		}
	}
}

func FuzzParseNpz(f *testing.F) {
	for _, file := range specimen.All() {
		f.Add([]byte(file.Content))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		z, err := table.ParseNpz(data, 1<<20)
		if err != nil {
			oneLine(t, err)
			return
		}
		for _, name := range z.Names {
			if _, err := z.Rows(name); err != nil {
				oneLine(t, err)
			}
		}
		if _, _, err := z.Pair(); err != nil {
			oneLine(t, err)
		}
	})
}
