package session

import (
	"reflect"
	"testing"

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
