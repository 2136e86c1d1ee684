//go:build !js

package main

import (
	"os"
	"os/exec"
	"path/filepath"
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

// pythonWith returns a Python interpreter that has a package, or "": the one on the path, or else the system's.
func pythonWith(name string) string {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import "+name).Run() == nil {
			return python
		}
	}
	return ""
}
