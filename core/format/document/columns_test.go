package document_test

import (
	"reflect"
	"strings"
	"testing"

	"conelab/core/format/document"
)

const columns = `"columns":{"features":["size","colour=blue","colour=red"],"targets":["f"],"classes":["no","yes"],"categories":[{"name":"colour","words":["blue","red"]}],` +
	`"scaling":{"mean":[1,0.5,0.5],"deviation":[2,0.5,0]}}`

const withColumns = `{"format":"conelab/problem/1","data":{"x":[[1,0,1],[2,1,0]],"y":[[1],[-1]]},"architecture":{"kind":"dense"},"activation":{"a":1,"b":1,"c":0},"loss":"hinge","beta":0.1,` +
	columns + `}`

func TestColumns(t *testing.T) {
	p, err := document.ParseProblem([]byte(withColumns))
	if err != nil {
		t.Fatal(err)
	}
	if string(p.JSON()) != withColumns {
		t.Errorf("comes back as %s", p.JSON())
	}
	m := p.Model()
	s := &document.Solution{Status: "optimal", Model: m, Network: document.Network{Neurons: []document.Neuron{}}, Z: []document.Block{}, Dual: [][]float64{}}
	back, err := document.ParseSolution(s.JSON())
	if err != nil || !reflect.DeepEqual(back.Model, m) {
		t.Errorf("%v: the model comes back as %+v", err, back)
	}
	for _, kind := range []string{"squared", "hinge", "logistic", "softmax"} {
		m.Loss, m.Outputs, m.Columns = kind, 3, nil
		if err := m.Problem([][]float64{{1, 2, 3}, {4, 5, 6}}).Validate(); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestColumnFaults(t *testing.T) {
	for _, c := range []struct{ old, new, sentence string }{
		{`["size",`, `[`, "columns.features has length 2, expected 3"},
		{`["f"]`, `["f","g"]`, "columns.targets has length 2, expected 1"},
		{`["no","yes"]`, `["no"]`, "columns.classes has length 1, expected 2"},
		{`"deviation":[2,0.5,0]`, `"deviation":[2]`, "columns.scaling.deviation has length 1, expected 3"},
		{`"words":["blue","red"]`, `"words":[]`, "columns.categories[0].words has no words, expected at least one"},
		{`"name":"colour"`, `"nam":"colour"`, `unknown name "nam" in columns.categories[0], expected "name"`},
	} {
		_, err := document.ParseProblem([]byte(strings.Replace(withColumns, c.old, c.new, 1)))
		if err == nil || err.Error() != c.sentence {
			t.Errorf("\n got %v\nwant %s", err, c.sentence)
		}
	}
}
