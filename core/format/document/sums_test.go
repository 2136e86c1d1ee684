package document

import (
	"reflect"
	"strings"
	"testing"

	"conelab/core/numeric/moments"
)

// someSums returns the sums of a few rows, in two folds.
func someSums() *Sums {
	b := moments.NewBasis(2)
	a := moments.NewAccumulator(b, 1)
	var folds []*moments.Sums
	total := moments.New(b, 1)
	for range 2 {
		for _, row := range [][3]float64{{1, 2, 1}, {-1, 0.5, 2}, {0.25, -3, -1}, {4, 1, 0}} {
			a.Add(row[:2], row[2:])
		}
		folds = append(folds, a.Take())
		total.Add(folds[len(folds)-1])
	}
	s := &Sums{Format: SumsFormat, Features: []string{"a", "b"}, Outputs: []string{"y"}, Error: moments.Error, Summed: Compensated}
	s.Fill(total, folds)
	return s
}

// TestSumsRoundTrip: a document is read as it was written, whatever the order of its monomials.
func TestSumsRoundTrip(t *testing.T) {
	s := someSums()
	again, err := ParseSums(s.JSON())
	if err != nil || !reflect.DeepEqual(s, again) {
		t.Fatalf("%v: %+v, want %+v", err, again, s)
	}
	last := len(s.Monomials) - 1
	for _, list := range []func(i, j int){
		reflect.Swapper(again.Monomials), reflect.Swapper(again.X), reflect.Swapper(again.Folds[0].X), reflect.Swapper(again.Folds[1].X),
	} {
		list(0, last)
	}
	for _, part := range [][][]float64{again.XY, again.Folds[0].XY, again.Folds[1].XY} { // the monomial 1 is the last of degree at most 2 now
		part[0] = append(part[0][1:len(part[0]):len(part[0])], part[0][0])
	}
	turned, err := ParseSums(again.JSON())
	if err != nil {
		t.Fatal(err)
	}
	want, folds, err := s.Moments()
	got, gotFolds, err2 := turned.Moments()
	if err != nil || err2 != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(gotFolds, folds) {
		t.Errorf("%v %v: %+v, want %+v", err, err2, got, want)
	}
}

// FuzzParseSums: a document is refused in a sentence, or is what its own text says.
func FuzzParseSums(f *testing.F) {
	text := string(someSums().JSON())
	f.Add(text)
	f.Add(strings.Replace(text, `"rows":8`, `"rows":-8`, 1))
	f.Add(strings.Replace(text, `"x":[8,`, `"x":[1e308,`, 1))
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSums([]byte(text))
		if err != nil {
			if strings.Contains(err.Error(), "\n") || err.Error() == "" {
				t.Errorf("the error is %q", err)
			}
			return
		}
		again, err := ParseSums(s.JSON())
		if err != nil || !reflect.DeepEqual(s, again) {
			t.Errorf("%v: read again it is another document", err)
		}
		total, folds, err := s.Moments()
		if err == nil && (!total.Finite() || len(folds) != len(s.Folds) || !(total.Rows() >= 1)) {
			t.Errorf("%g rows, %d folds", total.Rows(), len(folds))
		}
	})
}
