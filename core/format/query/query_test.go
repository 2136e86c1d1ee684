package query

import (
	"fmt"
	"strings"
	"testing"

	"conelab/core/numeric/moments"
)

var small = Query{Table: "t", Features: []string{"a", `o"dd`}, Targets: []string{"y"}, Classes: []string{"it's", "no", "yes"},
	Standardise: true, Dialect: "standard"}

// answerOf returns an answer to the small query, of as many parts as it has, as CSV.
func answerOf(q *Query) string {
	values := q.values(3)
	var b strings.Builder
	b.WriteString("conelab,part,fold,table_rows")
	for k := range values {
		fmt.Fprintf(&b, ",s%d", k+1)
	}
	b.WriteString("\n\"{\"\"features\"\":[\"\"a\"\",\"\"b\"\"],\"\"outputs\"\":[\"\"it's\"\",\"\"no\"\",\"\"yes\"\"]," +
		"\"\"standardised\"\":true}\",0,0,7,4")
	basis := moments.NewBasis(2)
	a := moments.NewAccumulator(basis, 3)
	for _, row := range [][5]float64{{1, 2, 1, 0, 0}, {-1, 0.5, 0, 1, 0}, {0.25, -3, 0, 0, 1}, {4, 1, 1, 0, 0}} {
		a.Add(row[:2], row[2:])
	}
	s := a.Take()
	for i := range s.High[1:] {
		fmt.Fprintf(&b, ",%.17g", s.At(i+1))
	}
	b.WriteString(",0,0,1,1\n")
	return b.String()
}

// TestQuery: names and texts are in quotes of their own, and the names of types are the engine's.
func TestQuery(t *testing.T) {
	q := small
	q.Key, q.Folds = "id", 3
	for dialect, parts := range map[string][]string{
		"standard": {`conelab_table."o""dd"`, `conelab_table."id"`, `conelab_table."y" IN`, `"folds":3`, "'it''s'", "DOUBLE PRECISION",
			"BIGINT"},
		"bigquery": {"conelab_table.`o\"dd`", "FLOAT64", "INT64"},
		"spark":    {"conelab_table.`a`", " DOUBLE)"},
	} {
		q.Dialect = dialect
		for _, part := range parts {
			if text := q.SQL(); !strings.Contains(text, part) || strings.Contains(text, "NULL AS") {
				t.Errorf("%s: %s is not in\n%s", dialect, part, text)
			}
		}
	}
	if err := q.Validate(); err != nil {
		t.Error(err)
	}
	for want, spoil := range map[string]func(q *Query){
		"no features":      func(q *Query) { q.Features = nil },
		"named twice":      func(q *Query) { q.Features = []string{"a", "a"} },
		"fewer than two":   func(q *Query) { q.Classes = []string{"a"} },
		"classes of sever": func(q *Query) { q.Targets = []string{"y", "z"} },
		"no key":           func(q *Query) { q.Key = "" },
		"at most 20000":    func(q *Query) { q.Features = strings.Fields(strings.Repeat("x ", 30)) },
	} {
		bad := q
		spoil(&bad)
		if err := bad.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// FuzzAnswer: an answer is refused in a sentence, or makes a document.
func FuzzAnswer(f *testing.F) {
	text := answerOf(&small)
	if d, leftOut, err := Answer([]byte(text)); err != nil || d.Rows != 4 || leftOut != 3 || d.Scaling == nil || len(d.Outputs) != 3 {
		f.Fatalf("%v: %+v", err, d)
	}
	f.Add(text)
	f.Add(`[{"conelab":"{\"features\":[\"a\"],\"outputs\":[\"y\"]}","part":0,"fold":1,"table_rows":2,"s1":2}]`)
	f.Fuzz(func(t *testing.T, text string) {
		d, _, err := Answer([]byte(text))
		if err != nil && (err.Error() == "" || d != nil) {
			t.Errorf("the error is %q, the document %v", err, d)
		}
		if err == nil && d.JSON() == nil {
			t.Error("the document has no text")
		}
	})
}
