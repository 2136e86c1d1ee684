//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestPythonEstimators runs the Python module with the compiled program: scikit-learn's own checks of estimators, and objectives recomputed
// from the raw data, once with scikit-learn and once with NumPy alone.
func TestPythonEstimators(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "conelab")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	module, err := exec.Command(program, "python").Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "conelab.py"), module, 0o666); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("testdata/estimator_check.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, with := range []string{"numpy", "sklearn"} {
		t.Run(with, func(t *testing.T) {
			python := pythonWith(with)
			if python == "" {
				t.Skipf("no Python has %s, expected it from Debian's package python3-%s", with, with)
			}
			run := exec.Command(python, "-W", "error::RuntimeWarning", script, with)
			run.Dir, run.Env = dir, append(os.Environ(), "CONELAB="+program)
			if out, err := run.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestWordsLikeNumbers: words that some languages read as the number of another word are words of their own in the program and in exported code.
func TestWordsLikeNumbers(t *testing.T) {
	words := []any{"red", "16", "0x10", "Infinity", "inf"}
	text := "code,y\n"
	for i, word := range words {
		text += fmt.Sprintf("%s,%d\n%s,%d\n", word, i, word, i)
	}
	dir := t.TempDir()
	r := &trained{names: []string{"code"}, file: solutionFile(t, text, "--encode=onehot", "--bias", "--beta=1e-3")}
	for _, word := range words {
		r.rows = append(r.rows, []any{word})
		line := strings.Split(do(t, "predict", r.file, write(t, "row.csv", "code\n"+word.(string)+"\n")), "\n")[1]
		v, err := strconv.ParseFloat(line, 64)
		if err != nil {
			t.Fatal(err)
		}
		r.outputs = append(r.outputs, []float64{v})
	}
	if err := os.Mkdir(filepath.Join(dir, "n0"), 0o777); err != nil {
		t.Fatal(err)
	}
	for language, file := range map[string]string{"python": "network.py", "javascript": "network.mjs"} {
		do(t, "-o", filepath.Join(dir, "n0", file), "export", "--to", language, r.file)
	}
	rows, err := json.Marshal([][][]any{r.rows})
	if err != nil {
		t.Fatal(err)
	}
	mustWrite(t, filepath.Join(dir, "rows.json"), string(rows))
	agree(t, []*trained{r}, dir, "main.py", pythonMain, "python3", "main.py")
	agree(t, []*trained{r}, dir, "main.mjs", nodeMain, "node", "main.mjs")
}

// pythonWith returns a Python interpreter that has a package, or "": the one on the path, or else the system's.
func pythonWith(name string) string {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import "+name).Run() == nil {
			return python
		}
	}
	return ""
}
