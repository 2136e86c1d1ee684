package document_test

import (
	"reflect"
	"testing"

	"conelab/core/format/document"
)

func TestReadMatrix(t *testing.T) {
	want := [][]float64{{1, -0.5}, {-0.5, 2e-3}}
	for name, text := range map[string]string{
		"document":           `{"format":"conelab/matrix/1","z":[[1,-0.5],[-0.5,0.002]]}`,
		"json":               `[[1, -0.5], [-0.5, 2e-3]]`,
		"csv":                "1,-0.5\n-0.5,0.002\n",
		"semicolons":         "1;-0.5\n-0.5;0.002",
		"white space":        "  1   -0.5\n -0.5 0.002  \n",
		"printed by NumPy":   "[[ 1.    -0.5  ]\n [-0.5    0.002]]",
		"whole by NumPy":     "[[ 1. -0.5]\n [-5.e-01  2.e-03]]\n",
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
		"[1 2; 2":                   "the matrix ends too early, expected a closing bracket",
		"[1 2; 3 4]":                "z[1][0] is 3, expected 2 as in z[0][1], since the matrix must be symmetric",
		"[1 2 3; 2 1 3]":            "z[0] has 3 numbers, expected 2, since the matrix has 2 rows and must be square",
		"[[1 ... 3]\n ...\n [3 1]]": "the matrix is shortened by three dots, expected all of its entries",
		"[1 Inf; Inf 1]":            "row 1, column 2 is Inf, expected a finite number",
		"Z = [1 x; x 1]":            `row 1, column 2 is "x", expected a number`,
		"array([[[1.]]])":           "the matrix has brackets in brackets in brackets, expected rows of numbers",
		"[1 0; 0 1] [1]":            "the text goes on with more brackets after the matrix, expected one matrix",
		"[[1, NaN], [NaN, 1]]":      "row 1, column 2 is NaN, expected a finite number",
		"[]":                        "z has no rows, expected at least 2",
		"A = []":                    "z has no rows, expected at least 2",
	} {
		if _, err := document.ReadMatrix([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q\n got %v\nwant %s", text, err, want)
		}
	}
}

func FuzzReadMatrix(f *testing.F) {
	for _, text := range []string{"[1 2; 2 1]", "array([[1.]])", "Z =\n 1 2\n 2 1", `{"z":[[1]]}`, "[[1, 2], [2, 1]]", "[1 ...\n", "[,1]\n[1,] 1", "\x93NUMPY\x01\x00"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if m, err := document.ReadMatrix(data); err == nil && len(m.Z) != len(m.Z[0]) {
			t.Errorf("%q is not square", data)
		}
	})
}
