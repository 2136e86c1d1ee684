package main

import (
	"bytes"
	"strings"
	"testing"

	"conelab/core/format/document"
)

const threePoints = "1,-1\n2,1\n3.5,1\n"

func solved(t *testing.T, args ...string) (code int, out, errors string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(append([]string{"solve"}, args...), strings.NewReader(threePoints), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// TestMemoryLimit: a problem that needs too much memory is refused before the work starts, in one sentence and with its own exit code.
func TestMemoryLimit(t *testing.T) {
	code, out, errors := solved(t, "--memory", "0.1kB", "-")
	if code != exitMemory || out != "" || strings.Count(errors, "\n") != 1 || !strings.Contains(errors, "more than the 100 bytes allowed") {
		t.Errorf("exit %d, output %q, error %q", code, out, errors)
	}
	for _, fine := range []string{"1GB", "2.5 MB", "100000", "5kb", "1TB"} {
		if code, _, errors := solved(t, "--memory", fine, "-"); code != exitDone {
			t.Errorf("--memory %s: exit %d, %s", fine, code, errors)
		}
	}
	for _, bad := range []string{"much", "-1GB", "0", "1XB", "NaN", "1e300GB"} {
		if code, _, errors := solved(t, "--memory="+bad, "-"); code != exitBadInput || !strings.Contains(errors, "expected a size") {
			t.Errorf("--memory %s: exit %d, %s", bad, code, errors)
		}
	}
}

// TestMethods: each method solves, and an unknown name is refused.
func TestMethods(t *testing.T) {
	for _, method := range []string{"auto", "interior-point", "corrective"} {
		code, out, errors := solved(t, "--method", method, "-")
		s, err := document.ParseSolution([]byte(out))
		if code != exitDone || err != nil || s.Status != "optimal" {
			t.Errorf("%s: exit %d, %v, %s", method, code, err, errors)
		}
	}
	if code, _, errors := solved(t, "--method", "magic", "-"); code != exitBadInput || !strings.Contains(errors, "expected auto, interior-point, corrective") {
		t.Errorf("exit %d, %s", code, errors)
	}
}
