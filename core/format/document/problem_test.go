package document_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"conelab/core/data/fault"
	"conelab/core/format/document"
	"conelab/core/numeric/lift"
)

const good = `{"format":"conelab/problem/1",
 "data":{"x":[[0.1,0.2],[-1,2e3]],"y":[[1],[-1]]},
 "architecture":{"kind":"dense"},
 "activation":{"a":0.09,"b":0.5,"c":0.47},
 "loss":"squared", "beta":0.1}`

// TestFaults replaces a part of a valid problem by something wrong, and checks the error.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct{ old, new, sentence string }{
		"ragged":         {`[-1,2e3]`, `[-1,2e3,4]`, `data.x[1] has 3 numbers, expected 2 as in data.x[0]`},
		"short row":      {`[-1,2e3]`, `[]`, `data.x[1] has no numbers, expected 2 as in data.x[0]`},
		"no rows":        {`[[0.1,0.2],[-1,2e3]]`, `[]`, `data.x has no rows, expected at least one`},
		"no features":    {`[[0.1,0.2],[-1,2e3]]`, `[[],[]]`, `data.x[0] has no numbers, expected at least one`},
		"fewer labels":   {`[[1],[-1]]`, `[[1]]`, `data.y has 1 row, expected 2 as in data.x`},
		"ragged outputs": {`[[1],[-1]]`, `[[1,2],[-1]]`, `data.y[1] has 1 number, expected 2 as in data.y[0]`},
		"no outputs":     {`[[1],[-1]]`, `[[],[]]`, `data.y[0] has no numbers, expected one for each output`},
		"entries": {`"dense"`, `"convolutional","input":[3],"filter":2`,
			`architecture.input does not have the 2 entries of a row of data.x`},
		"filter": {`"dense"`, `"convolutional","input":[2],"filter":3`,
			`architecture.filter is 3, expected 1 to 2, the size of the padded input`},
		"no filter": {`"dense"`, `"convolutional","input":[2]`, `architecture.filter is 0, expected 1 to 2, the size of the padded input`},
		"padding": {`"dense"`, `"convolutional","input":[2],"filter":1,"padding":1`,
			`architecture.padding is 1, expected less than the filter, 1`},
		"pool size": {`"dense"`, `"convolutional","input":[2],"filter":1,"pool":3`,
			`architecture.pool is 3, expected a divisor of the number of patches, 2`},
		"sizes": {`"dense"`, `"dense","filter":3`, `architecture.filter is given, expected only with the kind "convolutional"`},
		"most":  {`"loss"`, `"stack":{"layers":2,"most":3},"loss"`, `stack.most is 3, expected only with "auto"`},
		"loss":  {`"squared"`, `"hinge2"`, `loss is "hinge2", expected one of squared, huber, l1, hinge, logistic, softmax`},
	} {
		p, err := document.ParseProblem([]byte(strings.Replace(good, c.old, c.new, 1)))
		var input *fault.InputError
		if p != nil || !errors.As(err, &input) || err.Error() != c.sentence {
			t.Errorf("%s:\n got %v\nwant %s", name, err, c.sentence)
		}
	}
}

// TestValidate: problems that were not read are refused alike.
func TestValidate(t *testing.T) {
	for sentence, spoil := range map[string]func(p *document.Problem){
		"data.x[1][0] is NaN, expected a finite number":                        func(p *document.Problem) { p.Data.X[1][0] = math.NaN() },
		"data.y[1][0] is -Inf, expected a finite number":                       func(p *document.Problem) { p.Data.Y[1][0] = math.Inf(-1) },
		"activation.c is +Inf, expected a number within double precision":      func(p *document.Problem) { p.Activation.C = math.Inf(1) },
		`format is the text "conelab/problem/2", expected "conelab/problem/1"`: func(p *document.Problem) { p.Format = "conelab/problem/2" },
	} {
		p, err := document.ParseProblem([]byte(good))
		if err != nil {
			t.Fatal(err)
		}
		if spoil(p); p.Validate() == nil || p.Validate().Error() != sentence {
			t.Errorf("got %v, want %s", p.Validate(), sentence)
		}
	}
}

// TestMostLayers checks that documents may have as many layers as package stack trains, and no more.
func TestMostLayers(t *testing.T) {
	for layers, ok := range map[int]bool{document.MostLayers: true, document.MostLayers + 1: false} {
		for _, depth := range []string{`"layers":%d`, `"layers":"auto","most":%d`} {
			text := strings.Replace(good, `"loss"`, fmt.Sprintf(`"stack":{`+depth+`},"loss"`, layers), 1)
			if _, err := document.ParseProblem([]byte(text)); (err == nil) != ok {
				t.Errorf(depth+": %v", layers, err)
			}
		}
	}
}

// oneLine fails unless the error is an InputError of one short line.
func oneLine(t *testing.T, err error) {
	t.Helper()
	var input *fault.InputError
	if !errors.As(err, &input) || strings.ContainsAny(err.Error(), "\n\r") || len(err.Error()) > 600 || err.Error() == "" {
		t.Errorf("not an input error of one line: %q", err)
	}
}

const columns = `"columns":{"features":["size","colour=blue","colour=red"],"targets":["f"],"classes":["no","yes"],` +
	`"categories":[{"name":"colour","words":["blue","red"]}],` +
	`"scaling":{"mean":[1,0.5,0.5],"deviation":[2,0.5,0]}}`

const withColumns = `{"format":"conelab/problem/1","data":{"x":[[1,0,1],[2,1,0]],"y":[[1],[-1]]},"architecture":{"kind":"dense"},` +
	`"activation":{"a":1,"b":1,"c":0},"loss":"hinge","beta":0.1,` +
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
	s := &document.Solution{Model: m, Z: []document.Block{}, Proof: document.Proof{
		Status: "optimal", Network: document.Network{Neurons: []document.Neuron{}}, Dual: [][]float64{},
	}}
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
		{`["size",`, `[`, "columns.features has 2 items, expected 3"},
		{`["f"]`, `["f","g"]`, "columns.targets has 2 items, expected 1"},
		{`["no","yes"]`, `["no"]`, "columns.classes has 1 item, expected 2"},
		{`"deviation":[2,0.5,0]`, `"deviation":[2]`, "columns.scaling.deviation has 1 item, expected 3"},
		{`"words":["blue","red"]`, `"words":[]`, "columns.categories[0].words has no words, expected at least one"},
		{`"name":"colour"`, `"nam":"colour"`, `unknown name "nam" in columns.categories[0], expected "name"`},
	} {
		_, err := document.ParseProblem([]byte(strings.Replace(withColumns, c.old, c.new, 1)))
		if err == nil || err.Error() != c.sentence {
			t.Errorf("\n got %v\nwant %s", err, c.sentence)
		}
	}
}

// TestHashOfZeros: a zero without its sign is the same number to other programs.
func TestHashOfZeros(t *testing.T) {
	signed := document.Data{X: [][]float64{{math.Copysign(0, -1), 1}}, Y: [][]float64{{2}}}
	plain := document.Data{X: [][]float64{{0, 1}}, Y: [][]float64{{2}}}
	if signed.Hash() != plain.Hash() {
		t.Error("a zero's sign changes the hash")
	}
	if plain.Y[0][0] = 3; signed.Hash() == plain.Hash() {
		t.Error("another label has the same hash")
	}
}

// TestPiecewiseActivations reads, writes and refuses activations with a name.
func TestPiecewiseActivations(t *testing.T) {
	const head, tail = `{"format":"conelab/problem/1","data":{"x":[[1,0],[2,1]],"y":[[1],[-1]]},"architecture":{"kind":"dense"},"activation":`,
		`,"loss":"hinge","beta":0.1}`
	for activation, kappa := range map[string]float64{`{"name":"relu"}`: 0, `{"name":"leaky","slope":0.2}`: 0.2, `{"name":"absolute"}`: -1} {
		p, err := document.ParseProblem([]byte(head + activation + tail))
		if err != nil {
			t.Fatal(err)
		}
		if p.Activation.Function() != (lift.Piecewise{Slope: kappa}) ||
			!strings.Contains(string(p.JSON()), `"activation":`+activation) {
			t.Errorf("%s became %s", activation, p.JSON())
		}
		if difference, _ := p.Model().Difference(p.Model()); difference != "" {
			t.Error(difference)
		}
	}
	for activation, want := range map[string]string{
		`{}`:                                "activation.a is missing, expected a number",
		`{"a":1,"b":1}`:                     "activation.c is missing, expected a number",
		`{"a":1,"b":1,"c":0,"name":"relu"}`: "activation.a is given beside name, expected only without it",
		`{"name":"gelu"}`:                   `activation.name is the text "gelu", expected one of polynomial, relu, leaky, absolute`,
		`{"name":"leaky","slope":1}`:        "activation.slope is 1, expected a number above 0 and below 1",
		`{"name":"relu","slope":0.1}`:       "activation.slope is 0.1, expected only with the name leaky",
	} {
		if _, err := document.ParseProblem([]byte(head + activation + tail)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", activation, err, want)
		}
	}
}
