package session

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
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
