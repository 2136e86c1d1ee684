//go:build !js

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// programVariable makes the test binary the program, for tests that start it as such.
const programVariable = "CONELAB_TEST_IS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(programVariable) != "" {
		main()
	}
	os.Exit(m.Run())
}

// startable returns the path of the program, and the environment that it takes.
func startable(t *testing.T) (program string, environment []string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return program, append(os.Environ(), programVariable+"=1", "CONELAB="+program, "PYTHONDONTWRITEBYTECODE=1")
}

// TestPythonEstimators runs the Python module: scikit-learn's own checks of estimators, and objectives recomputed from the raw data with
// NumPy alone.
func TestPythonEstimators(t *testing.T) {
	t.Parallel()
	_, environment := startable(t)
	dir := t.TempDir()
	mustWrite(t, filepath.Join(dir, "conelab.py"), do(t, "python"))
	script, err := filepath.Abs("testdata/estimator_check.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, with := range []string{"numpy", "sklearn"} {
		t.Run(with, func(t *testing.T) {
			t.Parallel()
			python := pythonWith(with)
			if python == "" {
				t.Skipf("no Python has %s, expected it from Debian's package python3-%s", with, with)
			}
			run := exec.Command(python, "-W", "error::RuntimeWarning", script, with)
			run.Dir, run.Env = dir, environment
			if out, err := run.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestAddressSpace: where ulimit -v leaves less than reading a file takes, one sentence says so, and what fits in is solved. Below
// 1.6 GB Go's runtime itself may end before the program begins.
func TestAddressSpace(t *testing.T) {
	if _, err := os.ReadFile("/proc/self/limits"); err != nil {
		t.Skip("the system does not tell limits in a file")
	}
	program, environment := startable(t)
	folder := t.TempDir()
	huge, fits := filepath.Join(folder, "huge.npy"), write(t, "small.csv", threePoints)
	mustWrite(t, huge, npy([]int{20_000_000, 11}))
	if err := os.Truncate(huge, int64(len(mustRead(t, huge)))+20_000_000*11*8); err != nil { // sparse
		t.Fatal(err)
	}
	for _, c := range []struct {
		file, space string
		code        int
		want        string
	}{{huge, "4000000", exitMemory, "huge.npy has 1760000"}, {fits, "4000000", exitDone, ""}, {fits, "1800000", exitMemory, "allows 1.84 GB"}} {
		var stderr strings.Builder
		run := exec.Command("sh", "-c", `ulimit -v $2; exec "$0" --quiet solve "$1"`, program, c.file, c.space)
		run.Stderr, run.Env = &stderr, environment
		if _ = run.Run(); run.ProcessState.ExitCode() != c.code || !strings.Contains(stderr.String(), c.want) ||
			strings.Count(stderr.String(), "\n") > 1 {
			t.Errorf("%s: %s, %s", filepath.Base(c.file), run.ProcessState, stderr.String())
		}
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
