package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/data/specimen"
	"conelab/core/format/document"
	"conelab/core/numeric/lift"
)

// outcome is the result of a run: its output and exit code, and of a success the summary, which comes last on standard error.
type outcome struct {
	args                []string
	code                int
	out, errors, result string
}

// run runs the program and returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return newStreams(stdin, stdout, stderr).run(args)
}

// execute runs the program with the given standard input.
func execute(stdin string, args ...string) outcome {
	var out, stderr bytes.Buffer
	code := run(args, strings.NewReader(stdin), &out, &stderr)
	o := outcome{args: args, code: code, out: out.String(), errors: stderr.String()}
	for line := range strings.Lines(stderr.String()) {
		if o.result != "" || code == exitDone && !notesOnly(line) {
			o.result += line
		}
	}
	o.errors = strings.TrimSuffix(o.errors, o.result)
	return o
}

// expect fails unless a run ended with an exit code, and what it wrote has all of the parts, but none of those after an exclamation mark.
func expect(t *testing.T, o outcome, code int, parts ...string) {
	t.Helper()
	text := o.out + o.errors + o.result
	if o.code != code || slices.ContainsFunc(parts, func(part string) bool {
		absent, never := strings.CutPrefix(part, "!")
		return strings.Contains(text, absent) == never && part != ""
	}) {
		t.Errorf("want exit %d, %q: %+v", code, parts, o)
	}
}

// write makes a file and returns its path.
func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// problem returns a problem document for a data set.
func problem(set *dataset.Set, beta float64) string {
	p := &document.Problem{Data: document.Data{X: set.X}, Settings: document.Settings{
		Architecture: document.Architecture{Kind: document.KindDense}, Activation: document.PolynomialOf(lift.ReLU),
		Loss: document.LossSquared, Beta: beta,
	}}
	for _, y := range set.Y {
		p.Data.Y = append(p.Data.Y, []float64{y})
	}
	return string(p.JSON())
}

const small = `{"format":"conelab/problem/1","data":{"x":[[0.5,0.1],[-1,2],[0.3,-0.7]],"y":[[1],[-1],[1]]},` +
	`"architecture":{"kind":"dense"},"activation":{"a":0.09,"b":0.5,"c":0.47},"loss":"squared","beta":0.01}`

// decode parses JSON.
func decode[T any](t *testing.T, text string) (d T) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%v: %.500s", err, text)
	}
	return d
}

// solutionOf returns the solution document in a text.
func solutionOf(t *testing.T, text string) *document.Solution {
	t.Helper()
	s, err := document.ParseSolution([]byte(text))
	if err != nil {
		t.Fatalf("%v: %.500s", err, text)
	}
	return s
}

// TestDecompose: what a matrix violates is said, in the document too, unless the tolerance is wide.
func TestDecompose(t *testing.T) {
	for input, message := range map[string]string{
		"1 2\n2 1": "its least eigenvalue is below zero by 1,",
		"3 0\n0 1": "the trace of its leading block and its last entry differ by 2,",
	} {
		o := execute(input, "decompose")
		expect(t, o, exitFailed)
		if !strings.Contains(o.errors, message) || !strings.Contains(o.out, message) {
			t.Errorf("%q is not in both: %+v", message, o)
		}
		o = execute(input, "decompose", "--tolerance=0.99")
		expect(t, o, exitDone)
		if !strings.Contains(o.result, "rank ") || strings.HasSuffix(o.result, " \n") {
			t.Errorf("%q", o.result)
		}
	}
}

// broken is a standard stream that fails.
type broken struct{}

func (broken) Write([]byte) (int, error) { panic("something\nunexpected") }

func (broken) Read([]byte) (int, error) { return 0, errors.New("no more") }

// TestInternalErrors: what nothing expects is one sentence, and so is standard input that fails. TestFullDevice has outputs that fail.
func TestInternalErrors(t *testing.T) {
	var out, stderr bytes.Buffer
	if code := run([]string{"solve"}, strings.NewReader(small), broken{}, &stderr); code != exitInternal ||
		stderr.String() != "conelab: internal error: something unexpected\n" {
		t.Errorf("exit %d, %s", code, stderr.String())
	}
	stderr.Reset()
	if code := run([]string{"decompose"}, broken{}, &out, &stderr); code != exitBadInput || strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("exit %d, %s", code, stderr.String())
	}
}

// TestFullDevice: a result that cannot be written ends with a sentence and a failure, whatever it is.
func TestFullDevice(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no device that is full")
	}
	defer full.Close()
	solution, table := write(t, "s.json", execute(small, "solve").out), write(t, "t.csv", threePoints)
	for _, c := range []struct{ args, file string }{
		{"help solve", standardOutput}, {"solve --problem /dev/full -", "/dev/full"},
		{"solve -", ""}, {"check - " + solution, ""}, {"predict " + solution + " -", ""}, {"export --to onnx -", ""}, {"python", ""},
		{"sums " + table, ""}, {"path --count 2 --csv -", ""}, {"generate ring", ""}, {"decompose -", ""},
		{"train --runs 1 --epochs 2 --rate 0.01 -", ""},
	} {
		input := map[string]string{"decompose": "1 0\n0 1\n", "export": string(mustRead(t, solution))}[strings.Fields(c.args)[0]]
		for _, file := range []string{standardOutput, "/dev/full"} {
			args := strings.Fields("--quiet " + c.args)
			switch {
			case c.file != "":
				file, args = c.file, args[1:]
			case file != standardOutput:
				args = append(args, "-o", file)
			}
			var stderr bytes.Buffer
			code := run(args, strings.NewReader(cmp.Or(input, small)), full, &stderr)
			if want := "conelab: cannot write " + file + ": no space left on device\n"; code != exitInternal || stderr.String() != want {
				t.Errorf("%s: exit %d, %s", args, code, stderr.String())
			}
		}
	}
}

func mustRead(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

const threePoints = "1,-1\n2,1\n3.5,1\n"

// TestMemoryLimit: a problem that needs too much memory is refused before the work starts, in one sentence and with its own exit code, and a
// file before it is read, by what its header says of a .npy file, or by its size and its beginning.
func TestMemoryLimit(t *testing.T) {
	o := execute(threePoints, "solve", "--memory", "0.1kB", "-")
	if o.code != exitMemory || o.out != "" || strings.Count(o.errors, "\n") != 1 ||
		!strings.Contains(o.errors, "more than the 100 bytes allowed") || !strings.Contains(o.errors, "--memory") {
		t.Errorf("%+v", o)
	}
	for _, fine := range []string{"1GB", "250.5 MB", "500000000", "500000kb", "1TB"} {
		expect(t, execute(threePoints, "solve", "--memory", fine, "-"), exitDone)
	}
	for _, bad := range []string{"much", "-1GB", "0", "1XB", "NaN", "1e300GB"} {
		expect(t, execute(threePoints, "solve", "--memory="+bad, "-"), exitBadInput, "expected a size")
	}
	files := map[string]int{strings.Repeat(strings.Repeat("0.5,", 99)+"1\n", 10000): exitMemory}
	for shape, code := range map[string]int{
		"(900000000, 3)": exitMemory, "(9, 99999999, 99999999, 99999999)": exitBadInput, "(900, 99999999)": exitBadInput, "(1000000, 6)": exitMemory,
		"(10000, 6)": exitBadInput,
	} {
		header := "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }\n"
		files["\x93NUMPY\x01\x00"+string([]byte{byte(len(header)), 0})+header+"12345678"] = code
	}
	for content, code := range files {
		if o := execute("", "solve", "--memory", "40MB", write(t, "huge", content)); o.code != code || strings.Count(o.errors, "\n") != 1 {
			t.Errorf("%.80q: %+v", content, o)
		}
	}
}

// TestSpecimens reads files as other programs write them: either the problem has their numbers, or one sentence says what to do.
func TestSpecimens(t *testing.T) {
	for _, f := range specimen.All() {
		t.Run(f.Name, func(t *testing.T) {
			made := write(t, "p.json", "")
			o := execute(f.Content, append([]string{"solve", "--beta=1", "--problem", made}, strings.Fields(f.Options)...)...)
			if f.Refusal != "" {
				if want := "conelab: standard input: " + f.Refusal + "\n"; o.code != exitBadInput || o.errors != want {
					t.Errorf("exit %d\n got %s\nwant %s", o.code, o.errors, want)
				}
				return
			}
			content, err := os.ReadFile(made)
			if err != nil || o.code != exitDone {
				t.Fatalf("%+v", o)
			}
			p, err := document.ParseProblem(content)
			if err != nil {
				t.Fatal(err)
			}
			if x, y := rowsOf(t, p.Data.X), rowsOf(t, p.Data.Y); x != rowsOf(t, f.X) || y != rowsOf(t, f.Y) {
				t.Errorf("x %s, y %s, want %v and %v", x, y, f.X, f.Y)
			}
			checkNotes(t, o.errors, f.Notes)
		})
	}
}

// checkNotes expects a note for each part, in any order, and no others but that on the target.
func checkNotes(t *testing.T, said string, parts []string) {
	t.Helper()
	said = withoutTarget(said)
	if lines := strings.Count(said, "\n"); !notesOnly(said) || lines != len(parts) {
		t.Errorf("says %swant %d notes", said, len(parts))
	}
	for _, part := range parts {
		if strings.Count(said, part) != 1 {
			t.Errorf("says %swant %q", said, part)
		}
	}
}

// TestLimit: of .npy files only the rows of the limit are read, also with the targets in another: the ends of the files, which are missing,
// are not missed. A file stored column by column is read whole.
func TestLimit(t *testing.T) {
	const n = 1000
	rows, columns, targets := make([]float64, 2*n), make([]float64, 2*n), make([]float64, n)
	for i := range n {
		rows[2*i], rows[2*i+1], targets[i] = float64(i), float64(i*i%7), float64(i%3)
		columns[i], columns[n+i] = rows[2*i], rows[2*i+1]
	}
	cut := func(file string) string { return file[:len(file)-8] }
	byRows := npy([]int{n, 2}, rows...)
	byColumns := strings.Replace(npy([]int{n, 2}, columns...), "'fortran_order': False", "'fortran_order': True ", 1)
	for name, args := range map[string][]string{
		"rows": {write(t, "rows.npy", cut(byRows))}, "columns": {write(t, "columns.npy", byColumns)},
		"targets": {"--y", write(t, "y.npy", cut(npy([]int{n}, targets...))), write(t, "x.npy", cut(byRows))},
		"words":   {"--y", write(t, "y.csv", strings.Repeat("1\n2\n", n/2)), write(t, "x.npy", byRows)},
	} {
		p := solvedProblem(t, "", append([]string{"--limit=3", "--quiet"}, args...)...)
		x, y := rowsOf(t, p.Data.X), rowsOf(t, p.Data.Y)
		if want := map[bool]string{true: "[[0],[1],[2]]", false: "[[0,0],[1,1],[2,4]]"}[len(p.Data.X[0]) == 1]; x != want || len(p.Data.Y) != 3 {
			t.Errorf("%s: x %s, y %s", name, x, y)
		}
	}
}

// TestLimitOfText: what is wrong with the rows beyond the limit does not matter, nor does it to a check from the table; what is left out
// for missing values is counted up to the limit.
func TestLimitOfText(t *testing.T) {
	text := "a,b,kind\n"
	for i := range 20 {
		text += fmt.Sprintf("%d.5,%d,%d\n", i, i*i%7, i%2)
	}
	clean := write(t, "clean.csv", text)
	late := write(t, "late.csv", strings.NewReplacer("14.5,", "word,", "15.5,", ",", "16.5,", "16.5,7,", "17.5,3", "17.5,").Replace(text))
	for _, more := range [][]string{{}, {"--encode", "onehot"}, {"--missing", "mean"}, {"--loss", "logistic"}} {
		args := append([]string{"solve", "--limit", "10", "--beta", "0.1"}, more...)
		want, got := execute("", append(args, clean)...), execute("", append(args, late)...)
		expect(t, got, exitDone, "!word")
		if !reflect.DeepEqual(solutionOf(t, want.out).Network, solutionOf(t, got.out).Network) {
			t.Errorf("%v: %s", more, got.errors)
		}
		expect(t, execute(got.out, "check", late, "-"), exitDone)
	}
	gaps := write(t, "gaps.csv", strings.NewReplacer("\n3.5,", "\n,", "\n15.5,", "\n,").Replace(text))
	expect(t, execute("", "solve", "--limit", "10", "--missing", "drop", "--beta", "0.1", gaps), exitDone,
		"1 of 11 rows left out, for missing values")
	expect(t, execute("", "solve", "--limit", "6", "--only", "1,0", "--beta", "0.1", late), exitBadInput)
	last := write(t, "last.csv", strings.Replace(text, "18.5,", ",", 1))
	expect(t, execute("", "solve", "--limit", "6", "--only", "1,0", "--beta", "0.1", last), exitDone)
}
