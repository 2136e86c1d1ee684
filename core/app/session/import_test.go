package session

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	tables "conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/format/export"
)

// file returns the intent that imports a text.
func file(name, text string) string {
	intent, _ := json.Marshal(map[string]string{"do": "import", "name": name, "text": text})
	return string(intent)
}

func (d driver) labels() (y []float64) {
	for _, row := range d.Problem().Data.Y {
		y = append(y, row...)
	}
	return y
}

// TestImportSaysWhatItDecided imports ambiguous tables and checks what the answer says about the decisions made.
func TestImportSaysWhatItDecided(t *testing.T) {
	for name, test := range map[string]struct {
		text   string
		x      [][]float64
		labels []float64
		notice string
	}{
		"missing": {"a,b,c\n1,2,1\n3,NA,1\n4,5,0\n", [][]float64{{1, 2}, {4, 5}}, []float64{1, -1},
			"One of 3 rows left out, for missing values."},
		"index": {",a,y\n0,1,2\n1,3,4\n", [][]float64{{1}, {3}}, []float64{2, 4},
			`The column "column 1" numbers or names the rows, and is no feature.`},
		"decimal commas": {"a;y\n0,5;1\n1,5;-1\n", [][]float64{{0.5}, {1.5}}, []float64{1, -1}, "Numbers have decimal commas: 0,5 is 0.5."},
	} {
		t.Run(name, func(t *testing.T) {
			d := drive(t)
			d.do("%s", file("points.csv", test.text))
			if p := d.Problem(); !reflect.DeepEqual(p.Data.X, test.x) || !reflect.DeepEqual(d.labels(), test.labels) {
				t.Errorf("took %+v", p)
			}
			if page := d.Page(); page.Import != nil || page.Notice != test.notice {
				t.Errorf("says %q", page.Notice)
			}
		})
	}
}

const flowers = "name,length,width,height,depth,<b>kind</b>\n" +
	"A1,5.1,3.5,1.4,0.2,round\nA2,4.9,3.0,1.4,0.2,long\nA3,6.2,3.4,5.4,2.3,round\nA4,5.9,3.0,5.1,1.8,long\n"

// FuzzImport imports arbitrary input: it never panics, and accepted data can be solved and exported.
func FuzzImport(f *testing.F) {
	f.Add("a.csv", []byte("1,2,1\n3,4,-1\n"), false)
	f.Add("b.csv", []byte(flowers), true)
	f.Add("c.npy", []byte("\x93NUMPY\x01\x00\x46\x00{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }"), false)
	f.Add("d.json", []byte(`{"format":"conelab/problem/1"}`), false)
	f.Fuzz(func(t *testing.T, name string, content []byte, header bool) {
		s := New(func() float64 { return 0 })
		intent, _ := json.Marshal(map[string]any{"do": "import", "name": name, "data": content})
		_ = s.Apply(intent)
		if s.pending != nil {
			_ = s.Apply(fmt.Appendf(nil, `{"do":"columns","header":%v}`, header))
			_ = s.Apply(fmt.Appendf(nil, `{"do":"columns","features":[0,2],"target":1,"standardise":%v}`, rand.N(2) == 0))
		}
		steps := 0
		s.Work(func() bool { steps++; return steps > 30 })
		if _, err := json.Marshal(s.Page()); err != nil {
			t.Fatal(err)
		}
	})
}

// TestDocumentsOfEveryNetwork checks that networks without pictures have documents as well.
func TestDocumentsOfEveryNetwork(t *testing.T) {
	d := drive(t)
	for _, architecture := range []string{
		`{"kind":"quadratic"}`, `{"kind":"convolutional","input":[4],"filter":2}`,
		`{"kind":"convolutional","input":[2,2],"filter":2,"padding":1,"pool":3}`,
		`{"kind":"convolutional","input":[1,2,2],"filter":1,"pool":"global"}`,
	} {
		d.do(`{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[[1,2,3,4],[0,1,0,-1],[2,0,-1,1]],"y":[[1,0],[-1,2],[0,1]]},
			"architecture":%s,"activation":{"a":1,"b":1,"c":0.5},"loss":"squared","beta":0.1}}`, architecture)
		for _, f := range export.Formats() {
			refused := f.Name == "latex" && strings.Contains(architecture, "convolutional")
			if text, err := d.Document(f.Name); (err != nil) != refused || (len(text) == 0) != refused {
				t.Errorf("%s of %s: %v", f.Name, architecture, err)
			}
		}
		if text, err := d.Document("data.csv"); err != nil || !strings.HasPrefix(string(text), "x1,x2,x3,x4,y1,y2\n1,2,3,4,1,0\n") {
			t.Errorf("%v, the data are %s", err, text)
		}
	}
}

// TestTheTableComesBack imports tables, exports their data, and imports that: the problem must be the same, with its names and words.
func TestTheTableComesBack(t *testing.T) {
	for _, c := range []struct{ text, columns, begin string }{
		{"a,b b,c,d,kind\n1,2,3,4.5,oak\n2,1,0,4,elm\n3,3,1,1,oak\n", `"features":[0,1,2,3],"target":4`, "a,b b,c,d,kind\n1,2,3,4.5,oak\n"},
		{"a,b,c,d,kind\n1,2,3,4.5,\"o,k\"\n2,1,0,4,elm\n3,3,1,1,\"a\"\"h\"\n", `"features":[0,1,3],"target":4`, "a,b,d,"},
		{"a,b,c,d,y\n1,2,3,4.5,0.25\n2,1,0,4,7\n3,3,1,1,8\n", `"features":[0,1,2,3],"target":4`, "a,b,c,d,y\n1,2,3,4.5,0.25\n"},
		{"a,b,c,d,kind\n1,2,3,4.5,oak\n2,1,0,4,elm\n3,3,1,1,oak\n", `"features":[0,1],"target":4,"standardise":true`,
			"a (standardised),b (standardised),kind\n"},
		{"1,2,3,4.5,oak\n2,1,0,4,elm\n3,3,1,1,oak\n", `"features":[0,1,2,3],"target":4`, "x1,x2,x3,x4,y\n1,2,3,4.5,oak\n"},
	} {
		take := func(text, columns string) (p document.Problem, table string) {
			d := drive(t)
			quoted, _ := json.Marshal(text)
			d.do(`{"do":"import","name":"a.csv","text":%s}`, quoted)
			if d.Page().Import != nil {
				d.do(`{"do":"columns",%s}`, columns)
			}
			if len(d.Page().Columns) == 0 && strings.HasPrefix(text, "a") && d.Page().Samples != 3 {
				t.Fatalf("%q was not taken", text)
			}
			problem, err := d.Document("problem")
			if err == nil {
				err = json.Unmarshal(problem, &p)
			}
			exported, err2 := d.Document("data.csv")
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			return p, string(exported)
		}
		p, exported := take(c.text, c.columns)
		if !strings.HasPrefix(exported, c.begin) {
			t.Errorf("%q is exported as %q", c.text, exported)
		}
		width := strings.Count(strings.SplitN(exported, "\n", 2)[0], ",")
		features, _ := json.Marshal([]int{0, 1, 2, 3}[:width])
		q, again := take(exported, `"features":`+string(features)+`,"target":`+string(rune('0'+width)))
		same := func(a, b []float64) bool { return slices.Equal(a, b) }
		if !slices.EqualFunc(p.Data.X, q.Data.X, same) || !slices.EqualFunc(p.Data.Y, q.Data.Y, same) || again != exported {
			t.Errorf("%q comes back as %q: %v %v", exported, again, p.Data, q.Data)
		}
	}
}

// TestImportBeats counts how often the session says that it reads on, by the cells and not by time: when they are parted, when
// their numbers are found, when the columns are described, and when some become data. A row or a column is not divided.
func TestImportBeats(t *testing.T) {
	for _, size := range [][2]int{{100, 20}, {2000, 900}} {
		rows, columns := size[0], size[1]
		line := strings.Repeat("-0.1234,", columns-1) + "1.2345\n"
		s, beats := New(func() float64 { return 0 }), 0
		s.Beat(func() { beats++ })
		for _, step := range []struct {
			intent string
			cells  int // that are looked at
		}{
			{file("a.csv", strings.Repeat(line, rows)), 3 * rows * columns},
			{`{"do":"columns","features":[0,1,2,3,4,5,6,7,8,9],"target":12}`, 10 * rows},
		} {
			beats = 0
			if err := s.Apply([]byte(step.intent)); err != nil {
				t.Fatal(err)
			}
			if least := step.cells / (tables.BeatCells + max(rows, columns)); beats < least {
				t.Errorf("%d by %d: %d beats for %d cells, want %d", rows, columns, beats, step.cells, least)
			}
		}
	}
}
