package table_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"conelab/core/data/table"
)

// npy writes a file of version 1 by hand.
func npy(header string, body []byte) []byte {
	data := append([]byte("\x93NUMPY\x01\x00"), 0, 0)
	header += strings.Repeat(" ", 63-(len(data)+len(header))%64) + "\n"
	binary.LittleEndian.PutUint16(data[8:], uint16(len(header)))
	return append(append(data, header...), body...)
}

// numbers writes 1, 2, 3, 4, 5, 6 in the given type.
func numbers(t *testing.T, order binary.ByteOrder, values any) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := binary.Write(&b, order, values); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// parseNpy returns the rows of a file, of numbers that need not be finite.
func parseNpy(data []byte) ([][]float64, error) {
	read, err := table.Open(data, table.Format{Axes: table.MaxAxes})
	if err != nil {
		return nil, err
	}
	n, d := read.Size()
	rows := make([][]float64, n)
	for i := range rows {
		for j := range d {
			v, err := strconv.ParseFloat(read.Label(i, j), 64)
			if err != nil {
				return nil, err
			}
			rows[i] = append(rows[i], v)
		}
	}
	return rows, nil
}

func TestParseNpy(t *testing.T) {
	c, fortran := [][]float64{{1, 2, 3}, {4, 5, 6}}, [][]float64{{1, 3, 5}, {2, 4, 6}}
	for name, test := range map[string]struct {
		kind, order string
		bytes       binary.ByteOrder
		values      any
		want        [][]float64
	}{
		"float64":         {"<f8", "False", binary.LittleEndian, []float64{1, 2, 3, 4, 5, 6}, c},
		"float64 Fortran": {"<f8", "True", binary.LittleEndian, []float64{1, 2, 3, 4, 5, 6}, fortran},
		"big endian":      {">f8", "False", binary.BigEndian, []float64{1, 2, 3, 4, 5, 6}, c},
		"float32":         {"<f4", "False", binary.LittleEndian, []float32{1, 2, 3, 4, 5, 6}, c},
		"float32 Fortran": {"<f4", "True", binary.LittleEndian, []float32{1, 2, 3, 4, 5, 6}, fortran},
		"int64":           {"<i8", "False", binary.LittleEndian, []int64{1, 2, 3, 4, 5, 6}, c},
		"int64 negative":  {"<i8", "False", binary.LittleEndian, []int64{-1, -2, -3, -4, -5, -6}, [][]float64{{-1, -2, -3}, {-4, -5, -6}}},
		"int32":           {"<i4", "True", binary.LittleEndian, []int32{1, 2, 3, 4, 5, 6}, fortran},
		"int16":           {"<i2", "False", binary.LittleEndian, []int16{1, 2, 3, 4, 5, 6}, c},
		"int8":            {"|i1", "False", binary.LittleEndian, []int8{1, 2, 3, 4, 5, -6}, [][]float64{{1, 2, 3}, {4, 5, -6}}},
		"uint64":          {"<u8", "False", binary.LittleEndian, []uint64{1, 2, 3, 4, 5, 6}, c},
		"uint32":          {"<u4", "False", binary.LittleEndian, []uint32{1, 2, 3, 4, 5, 6}, c},
		"uint16":          {"<u2", "False", binary.LittleEndian, []uint16{1, 2, 3, 4, 5, 6}, c},
		"uint8":           {"|u1", "False", binary.LittleEndian, []uint8{1, 2, 3, 4, 5, 6}, c},
	} {
		t.Run(name, func(t *testing.T) {
			header := "{'descr': '" + test.kind + "', 'fortran_order': " + test.order + ", 'shape': (2, 3), }"
			got, err := parseNpy(npy(header, numbers(t, test.bytes, test.values)))
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

func TestNpyFaults(t *testing.T) {
	header := func(kind, shape string) string {
		return "{'descr': '" + kind + "', 'fortran_order': False, 'shape': " + shape + ", }"
	}
	whole := npy(header("<f8", "(1, 1)"), make([]byte, 8))
	for name, c := range map[string]struct {
		data     []byte
		sentence string
	}{
		"huge": {npy(header("<f8", "(999999999, 999999999)"), nil),
			"the .npy file has the shape 999999999 by 999999999, expected rows of at most 128 MB"},
		"short": {whole[:len(whole)-1], "the .npy file ends before its last number, expected as many as in its shape of 1 by 1"},
		"complex": {npy(header("<c16", "(1, 1)"), make([]byte, 16)),
			`the .npy file has the type "<c16", expected floating-point numbers or integers`},
		"object": {npy(header("|O", "(1, 1)"), make([]byte, 16)),
			`the .npy file holds Python objects, expected numbers or strings: in Python, numpy.save(file, data.astype(float))`},
		"header":      {whole[:40], "the .npy file ends within its header, expected a whole file"},
		"long header": {[]byte("\x93NUMPY\x02\x00\x01\x00\x01\x00{"), "the .npy file has a header of 65537 bytes, expected at most 65536"},
		"magic only":  {whole[:6], "the .npy file ends within its header, expected a whole file"},
		"dictionary":  {npy("{}", nil), "the .npy file has no descr or fortran_order in its header, expected both as NumPy writes them"},
		"version":     {append([]byte("\x93NUMPY\x09"), whole[7:]...), "the .npy file has version 9, expected 1, 2 or 3"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := parseNpy(c.data); err == nil || err.Error() != c.sentence {
				t.Errorf("\n got %v\nwant %s", err, c.sentence)
			}
		})
	}
}

func TestAxesOfNpy(t *testing.T) {
	numbers := []byte{1, 2, 3, 4, 5, 6, 7, 8}
	for shape, want := range map[string][][]float64{
		"(8,)":      {{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}},
		"(2, 4)":    {{1, 2, 3, 4}, {5, 6, 7, 8}},
		"(2, 2, 2)": {{1, 2, 3, 4}, {5, 6, 7, 8}},
	} {
		got, err := parseNpy(npy("{'descr': '|u1', 'fortran_order': False, 'shape': "+shape+", }", numbers))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, %v", shape, got, err)
		}
	}
	for _, c := range []struct{ order, shape, sentence string }{
		{"False", "()", "the .npy file has no shape that can be read, expected one to 8 numbers from 1 to 999999999"},
		{"False", "(8, 0)", "the .npy file has no shape that can be read, expected one to 8 numbers from 1 to 999999999"},
		{"False", "(1000000000000, 3)", "the .npy file has no shape that can be read, expected one to 8 numbers from 1 to 999999999"},
		{"False", "(1, 1, 1, 1, 1, 1, 1, 1, 8)", "the .npy file has no shape that can be read, expected one to 8 numbers from 1 to 999999999"},
		{"True", "(2, 2, 2)", "the .npy file has more than two axes in Fortran order, expected C order for these"},
		{"False", "(2, 3)", "the .npy file goes on after its last number, expected as many as in its shape of 2 by 3"},
		{"False", "(900000000, 900000000, 900000000)",
			"the .npy file has the shape 900000000 by 900000000 by 900000000, expected rows of at most 128 MB"},
	} {
		header := "{'descr': '|b1', 'fortran_order': " + c.order + ", 'shape': " + c.shape + ", }"
		if _, err := parseNpy(npy(header, numbers)); err == nil || err.Error() != c.sentence {
			t.Errorf("%s:\n got %v\nwant %s", c.shape, err, c.sentence)
		}
	}
}

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

// TestPairOfArrays: of two arrays the targets are the one of one column beside several, or the vector beside a column.
func TestPairOfArrays(t *testing.T) {
	array := func(shape string, values ...float64) []byte {
		return npy("{'descr': '<f8', 'fortran_order': False, 'shape': "+shape+", }", numbers(t, binary.LittleEndian, values))
	}
	for targets, joined := range map[string]bool{"(2,)": true, "(2, 1)": false, "(1, 2)": false} {
		file := archive(t, zip.Store, map[string][]byte{"a.npy": array("(2, 1)", 1, 2), "b.npy": array(targets, 3, 4)})
		both, err := table.Open(file, table.Format{})
		if (err == nil) != joined || joined && (both.Value(1, 0) != 2 || both.Value(1, 1) != 4 || both.Targets() != 1) {
			t.Errorf("%s: %v, %v", targets, both, err)
		}
	}
}

// TestUnpack: a file has the size that its last member states or, of several members, more; too much is refused, and a size that is not so.
func TestUnpack(t *testing.T) {
	member := func(rows int) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = io.WriteString(w, strings.Repeat("1,2\n", rows)) // into memory
		_ = w.Close()
		return b.Bytes()
	}
	whole := member(2000)
	for _, file := range [][]byte{whole, append(member(1990), member(10)...)} {
		if content, err := table.Unpack(file, 8000); err != nil || len(content) != 8000 {
			t.Errorf("%d bytes, %v", len(content), err)
		}
	}
	wraps := append(whole[:len(whole)-4:len(whole)-4], 8, 0, 0, 0)
	for file, most := range map[string]int{string(whole): 7999, string(wraps): 1 << 30} {
		if _, err := table.Unpack([]byte(file), most); err == nil || !strings.Contains(err.Error(), "unpacked") {
			t.Error(err)
		}
	}
	for in, want := range map[string]string{"": "", "plain": "plain", "\xef\xbb\xbfmark": "mark",
		"\xff\xfea\x00\xac\x20\x3d\xd8\x00\xde": "a€😀", "\xfe\xff\x00a": "a", "\xff\xfea\x00b": "a"} {
		if got, err := table.Unpack([]byte(in), 10); err != nil || string(got) != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}

// idxFile returns a file of the given kind, 1 for labels and 3 for images.
func idxFile(kind uint32, sides []uint32, body ...byte) []byte {
	content := binary.BigEndian.AppendUint32(nil, 0x800+kind)
	for _, side := range sides {
		content = binary.BigEndian.AppendUint32(content, side)
	}
	return append(content, body...)
}

var twoImages = idxFile(3, []uint32{2, 1, 3}, 0, 51, 255, 102, 0, 0)

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
		"short": {twoImages[:20], "the idx file ends before its last number, expected as many as in its shape of 2 by 1 by 3"},
		"long": {append(bytes.Clone(twoImages), 1),
			"the idx file goes on after its last number, expected as many as in its shape of 2 by 1 by 3"},
		"huge": {huge, "the idx file has no shape that can be read, expected one to 8 numbers from 1 to 999999999"},
		"none": {idxFile(3, []uint32{0, 4, 4}), "the idx file has no shape that can be read, expected one to 8 numbers from 1 to 999999999"},
	} {
		if _, _, err := table.ParseIdx(c.data); err == nil || err.Error() != c.sentence {
			t.Errorf("%s: %v, want %q", name, err, c.sentence)
		}
	}
}
