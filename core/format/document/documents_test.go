package document_test

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"conelab/core/format/document"

	"pgregory.net/rapid"
)

func solution() *document.Solution {
	return &document.Solution{
		Format: document.SolutionFormat, Status: "inaccurate", Message: `A "message" with [brackets], {braces} and \.`,
		Objective: 8.09, LowerBound: 8.0899999, Gap: 1.1e-9,
		Network:    document.Network{Neurons: []document.Neuron{{U: []float64{0.6, 0.8}, Alpha: 1.7}, {U: []float64{1, 0}, Alpha: -2}}},
		Z:          []document.Block{{Plus: [][]float64{{1, 0}, {0, 1}}, Minus: [][]float64{{2, 0}, {0, 2}}}},
		Dual:       [][]float64{{0.5}, {-0.5}},
		Iterations: 12, Seconds: 0.004,
	}
}

func TestSolutionLayout(t *testing.T) {
	const want = `{
 "format":"conelab/solution/1",
 "status":"inaccurate",
 "message":"A \"message\" with [brackets], {braces} and \\.",
 "objective":8.09,
 "lower_bound":8.0899999,
 "gap":1.1e-9,
 "network":{
  "neurons":[
   {"u":[0.6,0.8],"alpha":1.7,"block":0,"output":0},
   {"u":[1,0],"alpha":-2,"block":0,"output":0}
  ]
 },
 "z":[
  {"block":0,"output":0,"plus":[[1,0],[0,1]],"minus":[[2,0],[0,2]]}
 ],
 "dual":[[0.5],[-0.5]],
 "iterations":12,
 "seconds":0.004
}
`
	if got := string(solution().JSON()); got != want {
		t.Errorf("got %s", got)
	}
}

func TestSolutionRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(0, 4).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "d")
		s := solution()
		s.Objective, s.LowerBound, s.Gap = numbers().Draw(t, "objective"), numbers().Draw(t, "bound"), numbers().Draw(t, "gap")
		s.Message = rapid.String().Draw(t, "message")
		s.Network.Neurons = []document.Neuron{}
		for _, u := range rows(t, n, d, "u") {
			s.Network.Neurons = append(s.Network.Neurons, document.Neuron{U: u, Alpha: numbers().Draw(t, "alpha"), Output: d})
		}
		s.Z[0].Plus, s.Dual = rows(t, d+1, d+1, "plus"), rows(t, n, 1, "dual")
		back, err := document.ParseSolution(s.JSON())
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(s, back) {
			t.Fatalf("%+v came back as %+v", s, back)
		}
	})
}

func TestMatrixFaults(t *testing.T) {
	for text, sentence := range map[string]string{
		`[[1,2,3],[4,5,6]]`:      `z[0] has 3 numbers, expected 2, since the matrix has 2 rows and must be square`,
		`[[1,1e308],[-1e308,1]]`: `z[1][0] is -1e+308, expected 1e+308 as in z[0][1], since the matrix must be symmetric`,
		`[1,2]`:                  `z[0] is the number 1, expected an array of numbers`,
		`{"z":[[1,0],[0,1]]}`:    `format is missing, expected "conelab/matrix/1"`,
	} {
		if m, err := document.ParseMatrix([]byte(text)); m != nil || err == nil || err.Error() != sentence {
			t.Errorf("%s:\n got %v\nwant %s", text, err, sentence)
		}
	}
}

// TestEmptyListsAreWritten: an empty list is written as one, not as null, and a number that JSON does not have gives nil.
func TestEmptyListsAreWritten(t *testing.T) {
	for name, text := range map[string][]byte{
		"solution": (&document.Solution{}).JSON(), "decomposition": (&document.Decomposition{}).JSON(), "check": (&document.Check{}).JSON(),
	} {
		if !json.Valid(text) || strings.Contains(string(text), "null") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if (&document.Problem{Beta: math.NaN()}).JSON() != nil || (&document.Solution{Gap: math.Inf(1)}).JSON() != nil {
		t.Error("a number that is not finite is written")
	}
}

// deep returns a solution of two layers.
func deep() *document.Solution {
	s := solution()
	layer := document.Layer{Beta: 0.1, Status: s.Status, Message: s.Message, Objective: s.Objective, LowerBound: s.LowerBound, Gap: s.Gap, Network: s.Network, Dual: s.Dual}
	above := layer
	above.Input = &document.LayerInput{Skip: "all", Mean: []float64{1, 2}, Scale: []float64{3, 4}, Low: []float64{0, 0}, High: []float64{9, 9}}
	whitened := layer
	whitened.Input = &document.LayerInput{Skip: "none", Mean: []float64{1, 2}, Whiten: [][]float64{{1, 0}, {0, 1}}}
	s.Scope, s.Layers = document.StackScope, []document.Layer{layer, above, whitened}
	return s
}

func TestLayersRoundTrip(t *testing.T) {
	s := deep()
	if back, err := document.ParseSolution(s.JSON()); err != nil || !reflect.DeepEqual(s, back) {
		t.Errorf("%v: %s came back as %+v", err, s.JSON(), back)
	}
	for old, new := range map[string]string{`"skip":"all"`: `"skip":"some"`, `"mean":[1,2],"scale"`: `"scale"`, `"beta":0.1`: `"beta":"x"`, `"whiten"`: `"white"`} {
		if _, err := document.ParseSolution([]byte(strings.Replace(string(s.JSON()), old, new, 1))); err == nil {
			t.Errorf("%s is read", new)
		}
	}
}

func FuzzParseSolution(f *testing.F) {
	f.Add(solution().JSON())
	f.Add(deep().JSON())
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := document.ParseSolution(data)
		if err != nil {
			oneLine(t, err)
			return
		}
		if back, err := document.ParseSolution(s.JSON()); err != nil || !reflect.DeepEqual(s, back) {
			t.Errorf("%s came back as %+v, %v", s.JSON(), back, err)
		}
	})
}
