package document_test

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/stack"
	"conelab/core/numeric/moments"
)

func solution() *document.Solution {
	return &document.Solution{
		Format: document.SolutionFormat,
		Proof: document.Proof{
			Status: "inaccurate", Message: `A "message" with [brackets], {braces} and \.`,
			Objective: 8.09, LowerBound: 8.0899999, Gap: 1.1e-9,
			Network:    document.Network{Neurons: []document.Neuron{{U: []float64{0.6, 0.8}, Alpha: 1.7}, {U: []float64{1, 0}, Alpha: -2}}},
			Dual:       [][]float64{{0.5}, {-0.5}},
			Iterations: 12, Seconds: 0.004,
		},
		Z: []document.Block{{Plus: [][]float64{{1, 0}, {0, 1}}, Minus: [][]float64{{2, 0}, {0, 2}}}},
	}
}

// TestEmptyListsAreWritten: an empty list is written as one, not as null, and a number that JSON does not have gives nil.
func TestEmptyListsAreWritten(t *testing.T) {
	for name, text := range map[string][]byte{
		"solution": (&document.Solution{}).JSON(), "decomposition": (&document.Decomposition{}).JSON(),
		"check": document.CheckJSON(&certify.Verdict{}),
	} {
		if !json.Valid(text) || strings.Contains(string(text), "null") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if (&document.Problem{Settings: document.Settings{Beta: math.NaN()}}).JSON() != nil ||
		(&document.Solution{Proof: document.Proof{Gap: math.Inf(1)}}).JSON() != nil {
		t.Error("a number that is not finite is written")
	}
}

// deep returns a solution of two layers.
func deep() *document.Solution {
	s := solution()
	layer := document.Layer{Beta: 0.1, Proof: s.Proof}
	above := layer
	above.Input = &document.LayerInput{Skip: "all", Input: stack.Input{
		Mean: []float64{1, 2}, Scale: []float64{3, 4}, Low: []float64{0, 0}, High: []float64{9, 9},
	}}
	s.Scope, s.Layers = stack.Scope, []document.Layer{layer, above}
	return s
}

func TestLayerFaults(t *testing.T) {
	s := deep()
	for old, new := range map[string]string{`"skip":"all"`: `"skip":"some"`, `"mean":[1,2],"scale"`: `"scale"`, `"beta":0.1`: `"beta":"x"`,
		`"scale":[3`: `"whiten":[3`} {
		if _, err := document.ParseSolution([]byte(strings.Replace(string(s.JSON()), old, new, 1))); err == nil {
			t.Errorf("%s is read", new)
		}
	}
}

// FuzzDocuments: a document of any kind is refused in a sentence, or is what its own text says; of sums that rows may have, there are rows.
func FuzzDocuments(f *testing.F) {
	sums := string(someSums().JSON())
	for _, text := range []string{string(solution().JSON()), string(deep().JSON()), sums, strings.Replace(sums, `"rows":8`, `"rows":-8`, 1),
		strings.Replace(sums, `"x":[8,`, `"x":[1e308,`, 1), good, `{"format":"conelab/problem/1","data":{"x":[[NaN`, `[[[[{"a":[-Infinity`,
		strings.Replace(good, `"loss"`, `"stack":{"layers":"auto","most":3,"form":"features","skip":"all","scaling":"standardise"},"loss"`, 1),
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sameAgain(t, data, document.ParseProblem)
		sameAgain(t, data, document.ParseSolution)
		if s := sameAgain(t, data, document.ParseSums); s != nil {
			total, folds, err := s.Moments()
			if err == nil && (!total.Finite() || len(folds) != len(s.Folds) || !(total.Rows() >= 1)) {
				t.Errorf("%g rows, %d folds", total.Rows(), len(folds))
			}
		}
	})
}

// sameAgain reads a document, which must be the same when it is written and read again; nil if it is refused.
func sameAgain[D interface{ JSON() []byte }](t *testing.T, data []byte, parse func([]byte) (D, error)) (none D) {
	d, err := parse(data)
	if err != nil {
		oneLine(t, err)
		return none
	}
	if back, err := parse(d.JSON()); err != nil || !reflect.DeepEqual(d, back) {
		t.Errorf("%s came back as %+v, %v", d.JSON(), back, err)
	}
	return d
}

func TestReadMatrix(t *testing.T) {
	want := [][]float64{{1, -0.5}, {-0.5, 2e-3}}
	for name, text := range map[string]string{
		"document":           `{"format":"conelab/matrix/1","z":[[1,-0.5],[-0.5,0.002]]}`,
		"json":               `[[1, -0.5], [-0.5, 2e-3]]`,
		"json with a mark":   "\xef\xbb\xbf[[1, -0.5], [-0.5, 2e-3]]",
		"csv":                "1,-0.5\n-0.5,0.002\n",
		"semicolons":         "1;-0.5\n-0.5;0.002",
		"white space":        "  1   -0.5\n -0.5 0.002  \n",
		"printed by NumPy":   "[[ 1.    -0.5  ]\n [-0.5    0.002]]",
		"whole by NumPy":     "[[ 1. -0.5]\n [-5.e-01  2.e-03]]\n",
		"without brackets":   "1 -.5; -.5 2e-3",
		"written for NumPy":  "Z = np.array([[1.0, -.5],\n   [-.5, 2e-3]], dtype=float)",
		"NumPy's repr":       "array([[ 1.   , -0.5  ],\n       [-0.5  ,  0.002]])",
		"MATLAB":             "Z = [1 -0.5; -0.5 2e-3];",
		"MATLAB, commas":     "[1, -0.5;\n -0.5, 2e-3]",
		"printed by MATLAB":  "Z =\n\n    1.0000   -0.5000\n   -0.5000    0.0020\n\n",
		"Julia":              "[1.0 -0.5; -0.5 0.002]",
		"printed by Julia":   "2\u00d72 Matrix{Float64}:\n  1.0  -0.5\n -0.5   0.002",
		"typed in Julia":     "Float64[1 -0.5\n -0.5 2e-3]",
		"rows over lines":    "[[1.\n  -0.5]\n [-0.5\n 0.002]]",
		"byte order mark":    "\xef\xbb\xbf[1 -0.5; -0.5 2e-3]",
		"trailing comma row": "[[1, -0.5,],\n [-0.5, 2e-3,],]",
		"printed by R":       "     [,1]   [,2]\n[1,]  1.0 -0.500\n[2,] -0.5  0.002\n",
		"R, write.csv":       "\"\",\"a\",\"b\"\n\"a\",1,-0.5\n\"b\",-0.5,0.002\n",
	} {
		m, err := document.ReadMatrix([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !reflect.DeepEqual(m.Z, want) {
			t.Errorf("%s: %v", name, m.Z)
		}
	}
}

func TestReadMatrixFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "the table is empty, expected rows of numbers",
		"hello":                     `the text "hello" has no numbers, expected rows of them`,
		"a,b\nc,d":                  `the text "a,b c,d" has no numbers, expected rows of them`,
		"[1 2; 2":                   "the matrix ends too early, expected a closing bracket",
		"[1 2; 3 4]":                "row 2, column 1 is 3, expected 2 as in row 1, column 2, since the matrix must be symmetric",
		"[1 2 3; 2 1 3]":            "the matrix has 2 rows of 3, expected as many rows as columns; a table of data is no matrix",
		"[[1 ... 3]\n ...\n [3 1]]": `row 1, column 2 is "...", expected a number`,
		"[1 Inf; Inf 1]":            "row 1, column 2 is Inf, expected a finite number",
		"Z = [1 x; x 1]":            `row 1, column 2 is "x", expected a number`,
		"array([[[1.]]])":           "the matrix has brackets in brackets in brackets, expected rows of numbers",
		"[1 0; 0 1] [1]":            "row 3 has 1 cell, expected 2 as in row 1",
		"[[1, NaN], [NaN, 1]]":      "row 1, column 2 is NaN, expected a finite number",
		"[]":                        "the matrix has no rows, expected at least 2",
		"[1 2]":                     "the matrix has 1 row of 2, expected as many rows as columns; a table of data is no matrix",
		"A = []":                    "the table is empty, expected rows of numbers",
		"[1,2]":                     "z[0] is 1, expected an array of numbers",
		`{"z":[[1,0],[0,1]]}`:       `format is missing, expected "conelab/matrix/1"`,
	} {
		if _, err := document.ReadMatrix([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q\n got %v\nwant %s", text, err, want)
		}
	}
}

func FuzzReadMatrix(f *testing.F) {
	for _, text := range []string{"[1 2; 2 1]", "array([[1.]])", "Z =\n 1 2\n 2 1", `{"z":[[1]]}`, "[[1, 2], [2, 1]]", "[1 ...\n",
		"[,1]\n[1,] 1", "\x93NUMPY\x01\x00"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if m, err := document.ReadMatrix(data); err == nil && len(m.Z) != len(m.Z[0]) {
			t.Errorf("%q is not square", data)
		}
	})
}

// someSums returns the sums of a few rows, in two folds.
func someSums() *document.Sums {
	b := moments.NewBasis(2)
	a := moments.NewAccumulator(b, 1)
	var folds []*moments.Sums
	total := moments.New(b, 1)
	for range 2 {
		for _, row := range [][3]float64{{1, 2, 1}, {-1, 0.5, 2}, {0.25, -3, -1}, {4, 1, 0}} {
			a.Add(row[:2], row[2:])
		}
		folds = append(folds, a.Take())
		total.Add(folds[len(folds)-1])
	}
	s := &document.Sums{Format: document.SumsFormat, Features: []string{"a", "b"}, Outputs: []string{"y"}, Error: moments.Error, Summed: document.Compensated}
	s.Fill(total, folds)
	return s
}

// TestSumsRoundTrip: a document is read as it was written, and its sums are those that it was made of.
func TestSumsRoundTrip(t *testing.T) {
	s := someSums()
	again, err := document.ParseSums(s.JSON())
	if err != nil || !reflect.DeepEqual(s, again) {
		t.Fatalf("%v: %+v, want %+v", err, again, s)
	}
	total, folds, err := again.Moments()
	if again.Fill(total, folds); err != nil || !reflect.DeepEqual(s, again) {
		t.Errorf("%v: filled anew it is %+v, want %+v", err, again, s)
	}
}
