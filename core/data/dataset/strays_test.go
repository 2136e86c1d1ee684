package dataset

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"conelab/core/data/table"
)

// measured returns a table of 100 rows, in whose given line, the header being the first, the weight or the target is another text.
func measured(line, column int, text string) []byte {
	var b strings.Builder
	b.WriteString("height,weight,age,width,y\n")
	for i := range 100 {
		cells := []string{fmt.Sprint(150.5 + float64(i)), fmt.Sprint(50.25 + float64(i*37%100)), fmt.Sprint(i * 13 % 70), fmt.Sprint(i * i), fmt.Sprint(0.5 * float64(i))}
		if i+2 == line {
			cells[column] = text
		}
		b.WriteString(strings.Join(cells, ",") + "\n")
	}
	return []byte(b.String())
}

func TestASlipInANumericColumnIsNamed(t *testing.T) {
	for _, column := range []int{1, 4} {
		data := measured(57, column, "heavy")
		s, err := Open(data, table.Format{})
		if err != nil || s.Words(column) || len(s.Notes) != 1 || !strings.HasPrefix(s.Notes[0].Sentence, "line 57, column "+fmt.Sprint(column+1)) ||
			!strings.HasSuffix(s.Notes[0].Sentence, `: "heavy" is not a number`) {
			t.Fatalf("column %d: %v %+v", column, err, s)
		}
		f, err := Read(data, Options{Missing: Drop, OneHot: true})
		if err != nil || f.Len() != 99 || len(f.Features) != 4 || len(f.X) != 99 || len(f.Y) != 99 || !strings.HasPrefix(f.Notes[len(f.Notes)-1].Sentence, "one of 100 rows left out, ") {
			t.Fatalf("column %d: %v %+v", column, err, f)
		}
		for i, row := range f.X {
			if f.Row(i) == 55 || row[0] != 150.5+float64(f.Row(i)) || f.Y[i][0] != 0.5*float64(f.Row(i)) {
				t.Errorf("row %d is %v", i, row)
			}
		}
		if _, err := Read(data, Options{OneHot: true, IfNeeded: true, Encoding: SignsOrOneHot}); err == nil || !strings.Contains(err.Error(), `line 57, column `) || !strings.Contains(err.Error(), `"heavy"`) {
			t.Errorf("refused with %v", err)
		}
	}
	f, err := Read(measured(57, 1, "heavy"), Options{Missing: Mean})
	if err != nil || f.Len() != 100 || math.IsNaN(f.X[55][1]) {
		t.Errorf("the mean in place: %v", err)
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

// TestFewWordsAmongNumbersAreSlips: one or two words among at least twice as many numbers are slips, however few different numbers there are, and
// are named; a column of words, or of words and a few numbers, has classes.
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
		{"1 1 1 1 1 x", nil}, // the word and the number are two classes
		{"1 2 3", nil},
	} {
		cells := strings.Fields(c.cells)
		for i := range cells {
			cells[i] = strings.ReplaceAll(cells[i], ",", "")
		}
		s, err := Open(twoColumns(cells...), table.Format{})
		if err != nil {
			t.Fatal(err)
		}
		words := slices.ContainsFunc(cells, func(cell string) bool { return strings.ContainsAny(cell, "ABxyz") })
		if got := s.Strays(1); !slices.Equal(got, c.strays) || s.Words(1) != (words && c.strays == nil) || len(s.Notes) != min(1, len(c.strays)) {
			t.Errorf("%s: slips in rows %v, words: %t, %d notes", c.cells, got, s.Words(1), len(s.Notes))
			continue
		}
		for k, i := range c.strays[:min(1, len(c.strays))] {
			if note := s.Notes[k].Sentence; !strings.HasPrefix(note, fmt.Sprintf("line %d, column 2", i+2)) {
				t.Errorf("%s: %s", c.cells, note)
			}
		}
	}
}

// TestNamesReadAsDataAreNoSlips reads a first line of names as data.
func TestNamesReadAsDataAreNoSlips(t *testing.T) {
	s, err := Open(twoColumns("1", "2", "3"), table.Format{Header: table.HeaderNever})
	if err != nil || !s.Words(1) || len(s.Notes) > 0 {
		t.Errorf("%v %+v", err, s)
	}
}

// TestSlipInCodesIsNoClass reads codes of classes among which is a slip: its row is left out and the others have the classes of the codes, if
// classes are only taken where they are needed; who asks for classes gets one of the word.
func TestSlipInCodesIsNoClass(t *testing.T) {
	data := twoColumns("0", "1", "0", "1", "x1", "1", "0")
	f, err := Read(data, Options{Missing: Drop, Encoding: SignsOrOneHot, IfNeeded: true})
	if err != nil || f.Len() != 6 || strings.Join(f.Classes, " ") != "0 1" || len(f.Y[0]) != 1 {
		t.Errorf("%v %+v", err, f)
	}
	if _, err = Read(data, Options{Encoding: SignsOrOneHot, IfNeeded: true}); err == nil || !strings.HasPrefix(err.Error(), `line 6, column 2`) {
		t.Errorf("refused with %v", err)
	}
	f, err = Read(data, Options{Encoding: SignsOrOneHot})
	if err != nil || f.Len() != 7 || strings.Join(f.Classes, " ") != "0 1 x1" {
		t.Errorf("%v %+v", err, f)
	}
}
