package dataset

import (
	"fmt"
	"math"
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

func TestRareWordsBesideCodesAreClasses(t *testing.T) {
	text := "a,kind\n" + strings.Repeat("1,0\n", 60) + "2,fraud\n"
	s, err := Open([]byte(text), table.Format{})
	if err != nil || !s.Words(1) || s.Notes != nil {
		t.Errorf("%v %+v", err, s)
	}
}
