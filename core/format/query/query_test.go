package query

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"conelab/core/data/strictjson"
	"conelab/core/numeric/moments"
)

var small = Query{Table: "t", Features: []string{"a", `o"dd`}, Targets: []string{"y"}, Classes: []string{"it's", "no", "yes"},
	Standardize: true, Dialect: "standard"}

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
		"bigquery": {"conelab_table.`o\"dd`", "FLOAT64", "INT64", `= 'it\'s'`},
		"spark":    {"conelab_table.`a`", " DOUBLE)", `IN ('it\'s', 'no', 'yes')`},
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
		"at most 23 feat":  func(q *Query) { q.Features = strings.Fields(strings.Repeat("x ", 30)) },
	} {
		bad := q
		spoil(&bad)
		if err := bad.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestLiterals: names and texts with quotes, backslashes and ends of lines reach the engine as they are: the standard doubles quotes,
// BigQuery and Spark read backslashes in texts, and BigQuery in names.
func TestLiterals(t *testing.T) {
	odd := "it's `a` \"b\" c\\d\\'e\nf\\n"
	q := Query{Table: "t", Features: []string{odd}, Targets: []string{"y"}, Classes: []string{odd, "no", "yes"}}
	for name, backslashes := range map[string]string{"standard": "", "bigquery": "'`", "spark": "'"} {
		q.Dialect = name
		var texts, names []string
		for sql := q.SQL(); sql != ""; {
			quote := sql[0]
			sql = sql[1:]
			if quote != '\'' && string(quote) != dialects[name].quote {
				continue
			}
			var literal strings.Builder
			for ; sql[0] != quote || !strings.ContainsRune(backslashes, rune(quote)) && len(sql) > 1 && sql[1] == quote; sql = sql[1:] {
				if escape := sql[0] == '\\' && strings.ContainsRune(backslashes, rune(quote)); escape || sql[0] == quote {
					sql = sql[1:]
					if escape && sql[0] == 'n' {
						sql = "\n" + sql[1:]
					}
				}
				literal.WriteByte(sql[0])
			}
			sql = sql[1:]
			if quote == '\'' {
				texts = append(texts, literal.String())
			} else {
				names = append(names, literal.String())
			}
		}
		what := string(strictjson.Line(&summed{Features: q.Features, Outputs: q.Classes, Classes: q.Classes, Label: "y"}))
		if !slices.Contains(texts, odd) || !slices.Contains(texts, what) || !slices.Contains(names, odd) {
			t.Errorf("%s: the texts are %q, the names %q", name, texts, names)
		}
	}
}

// TestTable: the parts of a table's name that need quotes get them; names that have quotes, and queries, are left as they are.
func TestTable(t *testing.T) {
	for name, want := range map[string]string{
		"trips": "trips", "sales.trips": "sales.trips", "my trips": `"my trips"`, "sales.my trips": `sales."my trips"`, "2024": `"2024"`,
		`"my trips"`: `"my trips"`, "(SELECT * FROM a) b": "(SELECT * FROM a) b", "'trips.csv'": "'trips.csv'",
	} {
		if got := dialects["standard"].table(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	q := small
	if q.Table, q.Dialect = "my-project.data.trips", "bigquery"; !strings.Contains(q.SQL(), "SELECT * FROM `my-project`.data.trips\n") {
		t.Error(q.SQL())
	}
}

// TestAnswerRefusals: what is wrong with a row of an answer is said with its number.
func TestAnswerRefusals(t *testing.T) {
	text := answerOf(&small)
	_, row, _ := strings.Cut(strings.TrimSpace(text), "\n")
	with := func(rows, count string) string {
		return strings.Replace(text, ",0,0,7,4,", ",0,0,"+rows+","+count+",", 1)
	}
	const counts = "row 1 of the answer counts %s rows in its column s1, expected a whole number from 1"
	for message, answer := range map[string]string{
		`row 2 of the answer has part 0 of fold "0" once more, expected each part once`: text + row + "\n",
		fmt.Sprintf(counts, "-4"):  with("7", "-4"),
		fmt.Sprintf(counts, "2.5"): with("7", "2.5"),
		`row 1 of the answer has "many" in its column s1, expected a finite number`: with("7", "many"),
		"row 2 of the answer is of another query or another table than the first, expected one query": text +
			strings.Replace(row, ",0,0,7,", ",0,1,8,", 1) + "\n",
	} {
		if _, _, err := Answer([]byte(answer)); err == nil || err.Error() != message {
			t.Errorf("%v, want %s", err, message)
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
