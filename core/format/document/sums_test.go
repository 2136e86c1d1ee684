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

// TestSumsRoundTrip: a document is read as it was written, and its sums are those that it was made of.
func TestSumsRoundTrip(t *testing.T) {
	s := someSums()
	again, err := ParseSums(s.JSON())
	if err != nil || !reflect.DeepEqual(s, again) {
		t.Fatalf("%v: %+v, want %+v", err, again, s)
	}
	total, folds, err := again.Moments()
	if again.Fill(total, folds); err != nil || !reflect.DeepEqual(s, again) {
		t.Errorf("%v: filled anew it is %+v, want %+v", err, again, s)
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
