package session

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"conelab/core/app/workspace"

	"github.com/sbinet/npyio"
	"gonum.org/v1/gonum/mat"

	"conelab/core/app/protocol"
	tables "conelab/core/data/table"
)

// file returns the intent that imports a text.
func file(name, text string) string {
	intent, _ := json.Marshal(map[string]string{"do": "import", "name": name, "text": text})
	return string(intent)
}

func npyFile(t *testing.T, rows, cols int, values []float64) string {
	t.Helper()
	var b bytes.Buffer
	if err := npyio.Write(&b, mat.NewDense(rows, cols, values)); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
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
		"missing":        {"a,b,c\n1,2,1\n3,NA,1\n4,5,0\n", [][]float64{{1, 2}, {4, 5}}, []float64{1, -1}, "One of 3 rows left out, for missing values."},
		"index":          {",a,y\n0,1,2\n1,3,4\n", [][]float64{{1}, {3}}, []float64{2, 4}, `The column "column 1" numbers or names the rows, and is no feature.`},
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

func TestImportOfArrays(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"import","name":"both.npy","data":"%s"}`, npyFile(t, 3, 3, []float64{1, 2, 0, 3, 4, 1, 5, 6, 1}))
	if got := d.labels(); !reflect.DeepEqual(got, []float64{-1, 1, 1}) {
		t.Errorf("labels %v", got)
	}
	features, labels := npyFile(t, 3, 2, []float64{1, 2, 3, 4, 5, 7}), npyFile(t, 3, 1, []float64{1, -1, 1})
	for _, pair := range [][2]string{{features, labels}, {labels, features}} {
		d.do(`{"do":"preset","name":"xor"}`)
		d.do(`{"do":"import","name":"x.npy","data":"%s","labels":"%s"}`, pair[0], pair[1])
		if p := d.Problem(); !reflect.DeepEqual(p.Data.X, [][]float64{{1, 2}, {3, 4}, {5, 7}}) || !reflect.DeepEqual(d.labels(), []float64{1, -1, 1}) {
			t.Errorf("took %+v", p.Data)
		}
	}
	for _, bad := range []string{npyFile(t, 2, 1, []float64{1, 1}), npyFile(t, 3, 2, []float64{1, 1, 1, 1, 1, 1}), "AAAA"} {
		if err := d.Apply(fmt.Appendf(nil, `{"do":"import","name":"x.npy","data":"%s","labels":"%s"}`, features, bad)); err == nil {
			t.Error("labels that do not fit are taken")
		}
	}
	if err := d.Apply(fmt.Appendf(nil, `{"do":"import","data":"%s"}`, npyFile(t, 1, 2, []float64{math.NaN(), 1}))); err == nil ||
		!strings.Contains(err.Error(), "missing value in every row") {
		t.Errorf("NaN is taken, or the error is %v", err)
	}
}

func TestImportOfAProblem(t *testing.T) {
	d := drive(t)
	problem := ` {"format":"conelab/problem/1","data":{"x":[[1,0],[0,1]],"y":[[1],[-1]]},"architecture":{"kind":"dense"},` +
		`"activation":{"a":1,"b":1,"c":0},"loss":"squared","beta":0.25}`
	d.do("%s", file("problem.json", problem))
	if p := d.Problem(); p.Beta != 0.25 || len(p.Data.X) != 2 {
		t.Errorf("took %+v", p)
	}
}

const flowers = "name,length,width,height,depth,<b>kind</b>\nA1,5.1,3.5,1.4,0.2,round\nA2,4.9,3.0,1.4,0.2,long\nA3,6.2,3.4,5.4,2.3,round\nA4,5.9,3.0,5.1,1.8,long\n"

func TestColumnsAreChosen(t *testing.T) {
	d := drive(t)
	before := d.Problem()
	d.do("%s", file("flowers.csv", flowers))
	p := d.Page().Import
	if p == nil || p.Rows != 4 || len(p.Columns) != 6 || !p.Header || !p.Text || !reflect.DeepEqual(p.Features, []int{1, 2, 3, 4}) || p.Target != 5 ||
		p.Columns[0].Kind != "text" || p.Columns[1].Kind != "number" || p.Columns[5].Distinct != 2 || p.Columns[5].Name != "<b>kind</b>" {
		t.Fatalf("the table waits as %+v", p)
	}
	if !reflect.DeepEqual(before, d.Problem()) {
		t.Error("a table that waits has changed the data")
	}
	for _, bad := range []string{
		`{"do":"columns","features":[1]}`, `{"do":"columns","target":5}`, `{"do":"columns","features":[0],"target":5}`, `{"do":"columns","features":[5],"target":5}`,
		`{"do":"columns","features":[1,1],"target":5}`, `{"do":"columns","features":[9],"target":5}`, `{"do":"columns","features":[1],"target":6}`,
		`{"do":"columns","header":false,"features":[1],"target":5}`, `{"do":"columns","features":[],"target":-1}`,
	} {
		if err := d.Apply([]byte(bad)); err == nil || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%s: error %v, want one sentence", bad, err)
		}
	}
	d.do(`{"do":"columns","features":[1,3],"target":5}`)
	if p := d.Problem(); !reflect.DeepEqual(p.Data.X[0], []float64{5.1, 1.4}) || !reflect.DeepEqual(d.labels(), []float64{1, -1, 1, -1}) || d.Page().Import != nil {
		t.Errorf("took %+v", p)
	}
	d.do("%s", file("flowers.csv", flowers))
	d.do(`{"do":"columns","features":[1,2,3,4],"target":5,"standardise":true}`)
	if page := d.Page(); page.Lens.Plane == "" || page.Status != "optimal" {
		t.Error("of four features no plane is shown, or they are not solved")
	}
	if err := d.Apply([]byte(`{"do":"columns","features":[0],"target":1}`)); err == nil {
		t.Error("columns of nothing are taken")
	}
}

func TestRefusedFilesChangeNothing(t *testing.T) {
	d := drive(t)
	before := d.Page()
	for text, part := range map[string]string{
		"":                         "empty",
		"1\n2\n":                   "no column beside",
		"a,b\n1,na\n":              "missing value in every row",
		"a,b\n1,na\n2,\n":          "Column 2 (b) has no values",
		"1,2\n3,inf\n":             "is inf",
		"1,2\n3,1e400\n":           "is 1e400",
		"1,2\n3,4,5\n":             "has 3 cells",
		"1,\"2\n":                  "quotation mark",
		"\x00\x01":                 "not UTF-8",
		"{":                        "",
		"{\"format\":\"other\"}":   "",
		"a,b\n":                    "no rows",
		strings.Repeat("1,", 5000): "5000 columns",
		strings.Repeat("1,2\n", workspace.MaxRows+1): "rows",
		strings.Repeat("1,2\n", 6<<20):               "larger",
	} {
		err := d.Apply([]byte(file("<script>alert(1)</script>", text)))
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.HasSuffix(err.Error(), ".") || !strings.Contains(err.Error(), part) {
			t.Errorf("%.40q: error %v, want a sentence with %q", text, err, part)
		}
	}
	if after := d.Page(); !reflect.DeepEqual(before, after) {
		t.Errorf("a refused file changed %+v to %+v", before, after)
	}
}

func TestFormulaMakesData(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"formula","text":"x1^2 + x2^2 < 0.5","n":150,"seed":3}`)
	p := d.Problem()
	if len(p.Data.X) != 150 {
		t.Fatalf("%d points", len(p.Data.X))
	}
	for i, x := range p.Data.X {
		if want := x[0]*x[0]+x[1]*x[1] < 0.5; want != (p.Data.Y[i][0] == 1) || math.Abs(p.Data.Y[i][0]) != 1 {
			t.Errorf("point %v has the label %v", x, p.Data.Y[i])
		}
	}
	d.do(`{"do":"formula","text":"x1^2 + x2^2 < 0.5","n":150,"seed":3}`)
	if !reflect.DeepEqual(p.Data, d.Problem().Data) {
		t.Error("the same seed gives other data")
	}
	d.do(`{"do":"formula","text":"sin(3*x)","n":40,"noise":0.1,"seed":1}`)
	if page := d.Page(); page.Dimension != 1 || page.Samples != 40 {
		t.Errorf("%d points of %d features", page.Samples, page.Dimension)
	}
	d.do(`{"do":"formula","text":"log(x) + z > 0","n":40}`)
	if page := d.Page(); page.Dimension != 3 {
		t.Errorf("%d features", page.Dimension)
	}
	before := d.Page()
	for _, bad := range []string{
		`"text":"","n":5`, `"text":"x+","n":5`, `"text":"x","n":0`, `"text":"x","n":5001`, `"text":"x","n":5,"noise":-1`, `"text":"1 < 2","n":5`, `"text":"log(-abs(x)-1)","n":5`, `"text":"x","n":5,"seed":-1`,
	} {
		if err := d.Apply([]byte(`{"do":"formula",` + bad + `}`)); err == nil || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%s: error %v, want one sentence", bad, err)
		}
	}
	if after := d.Page(); !reflect.DeepEqual(before, after) {
		t.Error("a refused formula changed the data")
	}
}

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

// TestImportBringsItsWords imports a table with three words as classes into a network of several layers. A single layer remains, and the regions of
// the picture carry the words, shortened and on one line.
func TestImportBringsItsWords(t *testing.T) {
	d := drive(t)
	d.tell(`{"do":"preset","name":"moons"}`)
	d.tell(`{"do":"layers","value":3}`)
	text := "a,b,kind\n"
	for i := range 30 {
		text += fmt.Sprintf("%g,%g,%s\n", float64(i%3)+0.1*float64(i%7), 0.3*float64(i%5), []string{"setosa", `"iris  versicolor\t2"`, "virginica"}[i%3])
	}
	intent := file("kinds.csv", text)
	d.tell("%s", intent)
	if d.Page().Import != nil {
		d.tell(`{"do":"columns","features":[0,1],"target":2}`)
	}
	var s protocol.Snapshot
	d.SnapshotTo(&s)
	if got := strings.Join(s.Names, "|"); got != "setosa|iris versic…|virginica" && got != "iris versic…|setosa|virginica" {
		t.Errorf("the classes are named %q", got)
	}
	if n := d.Page().Layers.Count; n > 1 {
		t.Errorf("there are %d layers", n)
	}
}

// TestImportBeats counts how often the session says that it reads on, by the cells and not by time: when they are parted, when their numbers are found,
// when the columns are described, and when some become data. A row or a column is not divided.
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
