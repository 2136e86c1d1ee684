package dataset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"conelab/core/data/fault"
	"conelab/core/data/specimen"
	"conelab/core/data/table"
)

func frame(features, targets []string, x, y [][]float64, classes Classes) Frame {
	return Frame{Columns: Columns{Features: features, Targets: targets, Classes: classes}, X: x, Y: y}
}

// same compares frames except for their notes, and for what only another table is read by.
func same(a, b *Frame) bool {
	c, d := *a, *b
	c.Notes, d.Notes = nil, nil
	c.Means, c.Table = nil, nil
	return reflect.DeepEqual(c, d)
}

// read reads a file.
func read(content []byte, format table.Format, o Options) (*Frame, error) {
	t, err := table.Open(content, format)
	if err != nil {
		return nil, err
	}
	return Read(t, o)
}

const animals = "weight,legs,kind\n30,4,dog\n0.02,2,bird\n4,4,Cat\n25,4,dog\n"

func TestRead(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		options Options
		want    Frame
	}{
		"names": {"a;b;c\n1;2;3\n4;5;6\n", Options{Targets: []string{"c", "a"}},
			frame([]string{"b"}, []string{"c", "a"}, [][]float64{{2}, {5}}, [][]float64{{3, 1}, {6, 4}}, nil)},
		"numbers of columns": {"1 2 3\n4 5 6\n", Options{Targets: []string{"1"}, Features: []string{"3"}},
			frame([]string{"x3"}, []string{"y1"}, [][]float64{{3}, {6}}, [][]float64{{1}, {4}}, nil)},
		"signs": {"1,no\n2,yes\n", Options{Encoding: Signs},
			frame([]string{"x1"}, []string{"y2"}, [][]float64{{1}, {2}}, [][]float64{{-1}, {1}}, Classes{"no", "yes"})},
		"numeric classes": {"1,10\n2,9\n3,9.0\n", Options{Encoding: Signs},
			frame([]string{"x1"}, []string{"y2"}, [][]float64{{1}, {2}, {3}}, [][]float64{{1}, {-1}, {-1}}, Classes{"9", "10"})},
		"classes 1 and 2": {"1,2\n2,1\n", Options{Encoding: Signs},
			frame([]string{"x1"}, []string{"y2"}, [][]float64{{1}, {2}}, [][]float64{{1}, {-1}}, Classes{"1", "2"})},
		"given classes": {"1,b\n", Options{Encoding: OneHot, fitted: &Columns{Classes: Classes{"c", "b", "a"}}},
			frame([]string{"x1"}, []string{"c", "b", "a"}, [][]float64{{1}}, [][]float64{{0, 1, 0}}, Classes{"c", "b", "a"})},
	} {
		got, err := read([]byte(c.text), table.Format{}, c.options)
		if err != nil || !same(got, &c.want) {
			t.Errorf("%s:\n got %v, %v\nwant %v", name, got, err, c.want)
		}
	}
}

func TestReadFaults(t *testing.T) {
	for _, c := range []struct {
		text     string
		options  Options
		sentence string
	}{
		{"a,b\n1,2\n,3\n", Options{}, "line 3, column 1 (a) is missing, expected a number"},
		{"a,b\n1,2\n?,3\n", Options{}, `line 3, column 1 (a) is "?", expected a number`},
		{"a,b,c,y\n1,2,3,1\n2,x,Infinity,2\n3,-inf,4,1\n4,5,q,3\n5,6,1,-nan\n1e999,1,1,1\n", Options{}, `the table has columns that are ` +
			`not numbers: 1 (a) has "1e999" in line 7, 2 (b) has "x" in line 3, 3 (c) has "Infinity" in line 3, 4 (y) has "-nan" in line 6, ` +
			`expected numbers`},
		{"1,\n2,x\n", Options{Encoding: Signs}, "line 1, column 2 is missing, expected a class"},
		{"1\n2\n", Options{}, "the table has no column besides the target, expected at least one of features"},
		{"1,2\n", Options{Targets: []string{"3"}}, `the table has no column "3", expected the number of a column, 1 to 2`},
		{"1,2\n", Options{Targets: []string{"2", "2"}}, "column 2 is named twice, expected each column once"},
		{"1,2\n", Options{Features: []string{"2"}}, "column 2 is both a feature and a target, expected one of them"},
		{"1,2,3\n", Options{Encoding: Signs, Targets: []string{"1", "2"}}, "the table has 2 targets, expected one column of classes"},
		{"1,a\n2,a\n", Options{Encoding: Signs}, "the target has 1 class (a), expected two or more"},
		{"1,1\n", Options{Encoding: OneHot}, "the target has 1 class (1), expected two or more"},
		{"k,c\n1,z\n", Options{Encoding: OneHot, fitted: &Columns{Classes: Classes{"a", "b"}}},
			`line 2, column 2 (c) is "z", expected one of the classes a, b`},
		{"1,z\n", Options{Encoding: OneHot, fitted: &Columns{Classes: Classes{"1", "2", "3", "4", "5", "6"}}},
			`line 1, column 2 is "z", expected one of the classes 1, 2, 3, 4, 5 and 1 more`},
	} {
		if got, err := read([]byte(c.text), table.Format{}, c.options); err == nil || err.Error() != c.sentence {
			t.Errorf("%q:\n got %v %v\nwant %s", c.text, got, err, c.sentence)
		}
	}
	var many strings.Builder
	for i := range 1001 {
		many.WriteString("1," + fault.Number(float64(i)) + "\n")
	}
	if _, err := read([]byte(many.String()), table.Format{}, Options{Encoding: OneHot}); err == nil ||
		err.Error() != "the target has 1001 classes, expected at most 1000" {
		t.Error(err)
	}
}

// npy returns a .npy file of float64 numbers.
func npy(shape string, numbers ...float64) []byte {
	header := "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }\n"
	data := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), 0)
	data = append(data, header...)
	for _, v := range numbers {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	return data
}

// FuzzRead reads anything in every way: a frame of finite numbers, or an error of one line.
func FuzzRead(f *testing.F) {
	f.Add([]byte(animals), 2)
	f.Add([]byte("1;2\n\"3\";\"x;\n\"\n"), 1)
	f.Add(npy("(2, 3)", 1, 2, 7, 3, 4, 5), 3)
	f.Add([]byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"), 5)
	f.Add([]byte("\x00\x00\x08\x03\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x031234\xff\x00"), 0)
	for i, file := range specimen.All() {
		f.Add([]byte(file.Content), i*29)
	}
	f.Fuzz(func(t *testing.T, data []byte, bits int) {
		choose := func(n uint) uint {
			c := uint(bits) % n
			bits = int(uint(bits) / n)
			return c
		}
		data, err := table.Unpack(data, 1<<20)
		if err != nil {
			oneLine(t, err)
			return
		}
		format := table.Format{Header: table.Header(choose(3)), Separator: []rune{0, ',', ' ', ';'}[choose(4)], Axes: table.MaxAxes}
		frame, err := read(data, format, Options{Encoding: Encoding(choose(3)), Missing: []Missing{Refuse, Drop, Mean}[choose(3)],
			OneHot: choose(2) == 1, IfNeeded: choose(2) == 1})
		if err != nil {
			oneLine(t, err)
			return
		}
		whole(t, frame)
	})
}

// oneLine fails unless the error is an InputError of one short line.
func oneLine(t *testing.T, err error) {
	t.Helper()
	var input *fault.InputError
	if !errors.As(err, &input) || strings.ContainsAny(err.Error(), "\n\r") || len(err.Error()) > 400 {
		t.Errorf("not an input error of one line: %q", err)
	}
}

// whole fails unless the frame is a rectangle of finite numbers.
func whole(t *testing.T, f *Frame) {
	t.Helper()
	if f.Len() == 0 || len(f.Y) != f.Len() || len(f.Features) == 0 || len(f.Targets) == 0 {
		t.Fatalf("a frame of no size: %v", f)
	}
	for i := range f.X {
		if len(f.X[i]) != len(f.Features) || len(f.Y[i]) != len(f.Targets) {
			t.Fatalf("row %d: %v", i, f)
		}
		for _, row := range [][]float64{f.X[i], f.Y[i]} {
			for _, v := range row {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("row %d has %g", i, v)
				}
			}
		}
	}
}

// twoColumns returns a table of two columns, the second one with these cells.
func twoColumns(cells ...string) []byte {
	var b strings.Builder
	b.WriteString("a,b\n")
	for i, cell := range cells {
		fmt.Fprintf(&b, "%d.5,%s\n", i*i, cell)
	}
	return []byte(b.String())
}

// TestFewWordsAmongNumbersAreSlips: one or two words among at least twice as many numbers are slips, however few different
// numbers there are, and are named; a column of words, or of words and a few numbers, has classes.
func TestFewWordsAmongNumbersAreSlips(t *testing.T) {
	for _, c := range []struct {
		cells  string
		strays []int
	}{
		{"1 x 2", []int{1}},
		{"1 2 2 1 1 2 x", []int{6}},
		{"1 x 2 1 1 y 2", []int{1, 5}},
		{"0 1 0 1 0 1 0 1 one", []int{8}},
		{"1.5 2.5 3,5x 2.5", []int{2}},
		{"1 x ? 2", []int{1}},
		{"A B 1", nil},
		{"A B A", nil},
		{"1 x", nil},
		{"1 x y 2", nil},
		{"1 2 x y 1 z 2 1", nil},
		{"1 2 3", nil},
	} {
		cells := strings.Fields(c.cells)
		for i := range cells {
			cells[i] = strings.ReplaceAll(cells[i], ",", "")
		}
		s, err := table.Open(twoColumns(cells...), table.Format{})
		if err != nil {
			t.Fatal(err)
		}
		words := slices.ContainsFunc(cells, func(cell string) bool { return strings.ContainsAny(cell, "ABxyz") })
		if s.Words(1) != (words && c.strays == nil) || len(s.Notes) != min(1, len(c.strays)) {
			t.Errorf("%s: words: %t, %d notes", c.cells, s.Words(1), len(s.Notes))
			continue
		}
		for k, i := range c.strays[:min(1, len(c.strays))] {
			if note := s.Notes[k].Sentence; !strings.HasPrefix(note, fmt.Sprintf("line %d, column 2", i+2)) {
				t.Errorf("%s: %s", c.cells, note)
			}
		}
	}
}

// TestSlipInCodesIsNoClass reads codes of classes among which is a slip: its row is left out and the others have the classes of
// the codes, if classes are only taken where they are needed; who asks for classes gets one of the word.
func TestSlipInCodesIsNoClass(t *testing.T) {
	data := twoColumns("0", "1", "0", "1", "x1", "1", "0")
	f, err := read(data, table.Format{}, Options{Missing: Drop, SlipsMissing: true, Encoding: Signs, IfNeeded: true})
	if err != nil || f.Len() != 6 || strings.Join(f.Classes, " ") != "0 1" || len(f.Y[0]) != 1 {
		t.Errorf("%v %+v", err, f)
	}
	if _, err = read(data, table.Format{}, Options{Encoding: Signs, IfNeeded: true}); err == nil ||
		!strings.HasPrefix(err.Error(), `line 6, column 2`) {
		t.Errorf("refused with %v", err)
	}
	f, err = read(twoColumns("1.5", "2.5", "heavy", "5"), table.Format{}, Options{Targets: []string{"a"}, Missing: Mean, SlipsMissing: true})
	if err != nil || f.X[2][0] != 3 {
		t.Errorf("the mean in place of a slip: %v %+v", err, f)
	}
	f, err = read(data, table.Format{}, Options{Encoding: Signs})
	if err != nil || f.Len() != 7 || strings.Join(f.Classes, " ") != "0 1 x1" {
		t.Errorf("%v %+v", err, f)
	}
}
