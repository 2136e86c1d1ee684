package table_test

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"strings"
	"testing"

	"conelab/core/data/table"

	"github.com/sbinet/npyio"
	"gonum.org/v1/gonum/mat"
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
			got, err := table.ParseNpy(npy(header, numbers(t, test.bytes, test.values)))
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

// TestParseNpyOfLibrary reads what another program wrote.
func TestParseNpyOfLibrary(t *testing.T) {
	var b bytes.Buffer
	if err := npyio.Write(&b, mat.NewDense(2, 2, []float64{1, 2, 3, 4})); err != nil {
		t.Fatal(err)
	}
	got, err := table.ParseNpy(b.Bytes())
	if want := [][]float64{{1, 2}, {3, 4}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
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
		"huge":       {npy(header("<f8", "(999999999, 999999999)"), nil), "the .npy file has 0 bytes of numbers, expected 7.999999984e+18 for its shape of 999999999 by 999999999"},
		"short":      {whole[:len(whole)-1], "the .npy file has 7 bytes of numbers, expected 8 for its shape of 1 by 1"},
		"complex":    {npy(header("<c16", "(1, 1)"), make([]byte, 16)), `the .npy file has the type "<c16", expected floating-point numbers or integers`},
		"object":     {npy(header("|O", "(1, 1)"), make([]byte, 16)), `the .npy file has the type "|O", expected floating-point numbers or integers`},
		"header":     {whole[:40], "the .npy file ends within its header, expected a whole file"},
		"magic only": {whole[:6], "the .npy file ends within its header, expected a whole file"},
		"dictionary": {npy("{}", nil), "the .npy file has no descr or fortran_order in its header, expected both as NumPy writes them"},
		"version":    {append([]byte("\x93NUMPY\x09"), whole[7:]...), "the .npy file has version 9, expected 1, 2 or 3"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := table.ParseNpy(c.data); err == nil || err.Error() != c.sentence {
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
		got, err := table.ParseNpy(npy("{'descr': '|u1', 'fortran_order': False, 'shape': "+shape+", }", numbers))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, %v", shape, got, err)
		}
	}
	for _, c := range []struct{ order, shape, sentence string }{
		{"False", "()", "the .npy file holds no rows, expected a shape of one to eight numbers above zero"},
		{"False", "(8, 0)", "the .npy file holds no rows, expected a shape of one to eight numbers above zero"},
		{"False", "(1, 1, 1, 1, 1, 1, 1, 1, 8)", "the .npy file holds no rows, expected a shape of one to eight numbers above zero"},
		{"True", "(2, 2, 2)", "the .npy file has more than two axes in Fortran order, expected C order for these"},
		{"False", "(2, 3)", "the .npy file has 8 bytes of numbers, expected 6 for its shape of 2 by 3"},
		{"False", "(900000000, 900000000, 900000000)",
			"the .npy file has 8 bytes of numbers, expected 7.29e+26 for its shape of 900000000 by 900000000 by 900000000"},
	} {
		header := "{'descr': '|b1', 'fortran_order': " + c.order + ", 'shape': " + c.shape + ", }"
		if _, err := table.ParseNpy(npy(header, numbers)); err == nil || err.Error() != c.sentence {
			t.Errorf("%s:\n got %v\nwant %s", c.shape, err, c.sentence)
		}
	}
}

func FuzzParseNpy(f *testing.F) {
	f.Add(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }", make([]byte, 8)))
	f.Add(npy("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }", make([]byte, 6)))
	f.Add([]byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, err := table.ParseNpy(data)
		if err != nil {
			oneLine(t, err)
		}
		for _, row := range rows {
			if len(row) == 0 || len(row) != len(rows[0]) {
				t.Fatalf("%q gives %v", data, rows)
			}
		}
	})
}
