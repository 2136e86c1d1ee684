package session

import (
	"reflect"
	"strings"
	"testing"

	"conelab/core/app/workspace"

	"conelab/core/format/document"
)

func TestRowsOfTheTable(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"clear"}`)
	d.do(`{"do":"rows","add":[[0.1,0.2,1],[0.3,-0.4,-1],[0.5,0.6,1]]}`)
	want := func(x [][]float64, y ...float64) {
		t.Helper()
		var labels [][]float64
		for _, v := range y {
			labels = append(labels, []float64{v})
		}
		if p := d.Problem(); !reflect.DeepEqual(p.Data, document.Data{X: x, Y: labels}) {
			t.Fatalf("the data are %v, want %v, %v", p.Data, x, y)
		}
	}
	want([][]float64{{0.1, 0.2}, {0.3, -0.4}, {0.5, 0.6}}, 1, -1, 1)
	d.do(`{"do":"row","index":1,"values":[0.7,0.8,-2.5]}`)
	want([][]float64{{0.1, 0.2}, {0.7, 0.8}, {0.5, 0.6}}, 1, -2.5, 1)
	d.do(`{"do":"rows","flip":[0,1]}`)
	want([][]float64{{0.1, 0.2}, {0.7, 0.8}, {0.5, 0.6}}, -1, 2.5, 1)
	d.do(`{"do":"rows","set":[1,2],"value":-1}`)
	want([][]float64{{0.1, 0.2}, {0.7, 0.8}, {0.5, 0.6}}, -1, -1, -1)
	d.do(`{"do":"rows","index":2,"put":[[1,0,1],[0,1,1]]}`)
	want([][]float64{{0.1, 0.2}, {0.7, 0.8}, {1, 0}, {0, 1}}, -1, -1, 1, 1)
	d.do(`{"do":"rows","remove":[0,3,0]}`)
	want([][]float64{{0.7, 0.8}, {1, 0}}, -1, 1)
	d.do(`{"do":"rows","remove":[0,1]}`)
	if d.Problem() != nil {
		t.Error("there are points left")
	}
	for range 7 {
		d.do(`{"do":"undo"}`)
	}
	if d.Problem() != nil {
		t.Error("seven steps back there is not the empty stage")
	}
}

func TestWindowFollowsTheTable(t *testing.T) {
	d := drive(t)
	before := d.now().Window()
	d.do(`{"do":"row","index":0,"values":[30,0,1]}`)
	if d.now().Window().Half < 15 || !d.now().ShowsAll() {
		t.Errorf("a point at 30 has the window %+v", d.now().Window())
	}
	d.do(`{"do":"undo"}`)
	if d.now().Window() != before {
		t.Errorf("undo leaves the window %+v", d.now().Window())
	}
}

func TestRefusedRowsChangeNothing(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[[1,2],[2,1],[0,0]],"y":[[1],[-1],[1]]},` +
		`"architecture":{"kind":"dense"},"activation":{"a":0.1,"b":0.5,"c":0.24},"loss":"hinge","beta":0.5}}`)
	before := d.Page()
	for _, bad := range []string{
		`{"do":"row","values":[1,2,1]}`, `{"do":"row","index":4,"values":[1,2,1]}`, `{"do":"row","index":-1,"values":[1,2,1]}`,
		`{"do":"row","index":0,"values":[1,2]}`, `{"do":"row","index":0,"values":[1,2,1e31]}`, `{"do":"row","index":0,"values":[1,2,1e999]}`,
		`{"do":"row","index":0,"values":[1,2,0.5]}`, `{"do":"row","index":0,"values":["1",2,1]}`, `{"do":"rows"}`, `{"do":"rows","add":[]}`,
		`{"do":"rows","remove":[]}`, `{"do":"rows","remove":[3]}`, `{"do":"rows","flip":[-1]}`, `{"do":"rows","set":[0],"value":0.5}`,
		`{"do":"rows","set":[0],"value":1e300}`, `{"do":"rows","flip":[0],"remove":[1]}`, `{"do":"rows","put":[[1,2,1]]}`, `{"do":"rows","index":9,"put":[[1,2,1]]}`,
		`{"do":"rows","add":[` + strings.Repeat(`[1,2,1],`, workspace.MaxRows) + `[1,2,1]]}`,
	} {
		err := d.Apply([]byte(bad))
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.HasSuffix(err.Error(), ".") || len(err.Error()) > 200 {
			t.Errorf("%.80s: error %v, want one sentence", bad, err)
		}
	}
	if after := d.Page(); !reflect.DeepEqual(before, after) {
		t.Errorf("a refused intent changed %+v to %+v", before, after)
	}
}
