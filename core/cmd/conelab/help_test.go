package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"conelab/core/data/dataset"
	"conelab/core/data/strictjson"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/numeric/loss"
)

// TestExamples runs every example of every help text in a folder that has the files they name. Each text has a folder of its own, because
// some examples overwrite the files of others; the results of solve are the input of others.
func TestExamples(t *testing.T) {
	t.Chdir(t.TempDir())
	writeExampleFiles(t)
	runExamples(t, "solve")
	files, others := os.DirFS("."), []string{"conelab"}
	for _, c := range commands {
		if c.name != "solve" {
			others = append(others, c.name)
		}
	}
	for _, name := range others {
		folder := t.TempDir()
		if err := os.CopyFS(folder, files); err != nil {
			t.Fatal(err)
		}
		t.Chdir(folder)
		runExamples(t, name)
	}
}

func runExamples(t *testing.T, name string) {
	t.Helper()
	count := 0
	for line := range strings.Lines(helpOf(name)) {
		if !strings.HasPrefix(line, "    conelab ") && !strings.HasPrefix(line, "    printf ") {
			continue
		}
		count++
		t.Run(strings.TrimSpace(line), func(t *testing.T) { runLine(t, strings.TrimSpace(line)) })
	}
	if count == 0 {
		t.Errorf("%s has no example", name)
	}
}

// runLine is a minimal shell for the examples: pipes, output redirection, and printf of one quoted text. It returns what a terminal shows.
func runLine(t *testing.T, line string) (shown string) {
	t.Helper()
	line, file, toFile := strings.Cut(line, " > ")
	stdin := ""
	for stage := range strings.SplitSeq(line, " | ") {
		if quoted, ok := strings.CutPrefix(stage, `printf "`); ok {
			stdin = strings.ReplaceAll(strings.TrimSuffix(quoted, `"`), `\n`, "\n")
			continue
		}
		args := strings.Fields(stage)
		o := execute(stdin, args[1:]...)
		if args[0] != "conelab" || o.code != exitDone || !notesOnly(o.errors) || o.out == "" {
			t.Fatalf("%s: exit %d, %s%s", stage, o.code, o.errors, o.out)
		}
		stdin, shown = o.out, shown+o.errors+o.result
	}
	if toFile {
		mustWrite(t, file, stdin)
		return shown
	}
	return shown + stdin
}

// TestShownOutput runs the commands that help texts show with their output, one text after the other in the same folder: it is what they
// print, but for seconds and the last digits.
func TestShownOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"solve", "predict", "check", "export"} {
		_, text, found := strings.Cut(helpOf(name), "What it looks like")
		text, _, _ = strings.Cut(text, "\n\nExamples:")
		_, text, _ = strings.Cut(text, ":\n\n")
		var want, got []string
		for line := range strings.Lines(text + "\n") {
			if command, ok := strings.CutPrefix(line, "    $ "); ok {
				got = append(got, shownWords(runLine(t, strings.TrimSpace(command)))...)
			} else {
				want = append(want, shownWords(line)...)
			}
		}
		if !found || !slices.Equal(got, want) {
			t.Errorf("conelab help %s shows\n%q, the program\n%q", name, want, got)
		}
	}
}

// shownWords splits output into words, without seconds, and with numbers to a millionth.
func shownWords(text string) []string {
	text = regexp.MustCompile(`[0-9.]+ s\n`).ReplaceAllString(text, "s\n")
	text = regexp.MustCompile(`-?[0-9.]+(e-?[0-9]+)?`).ReplaceAllStringFunc(text, func(number string) string {
		v, _ := strconv.ParseFloat(number, 64)
		return strconv.FormatFloat(math.Abs(v), 'f', 6, 64)
	})
	return strings.Fields(text)
}

// notesOnly reports whether the text consists only of notes.
func notesOnly(text string) bool {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "conelab: note: ") {
			return false
		}
	}
	return true
}

// withoutTarget removes the notes that say which column is the target.
func withoutTarget(text string) (rest string) {
	for line := range strings.Lines(text) {
		if !strings.Contains(line, ": the target is column ") {
			rest += line
		}
	}
	return rest
}

// writeExampleFiles writes the files that the examples name, into the current folder.
func writeExampleFiles(t *testing.T) {
	t.Helper()
	rng := rand.New(rand.NewPCG(2, 2))
	mustWrite(t, "problem.json", problem(dataset.Ball(rng, 30, 2), 0.1))
	mustWrite(t, "folds.txt", "0 1 2 3 4\n5 6 7 8 9\n10, 11, 12\n")
	rows := func(n, columns int, class func() string) string {
		var b strings.Builder
		for i := range columns {
			fmt.Fprintf(&b, "column%d,", i)
		}
		b.WriteString("target\n")
		for range n {
			for range columns {
				fmt.Fprintf(&b, "%.3f,", rng.NormFloat64())
			}
			b.WriteString(class() + "\n")
		}
		return b.String()
	}
	mustWrite(t, "answer.csv", "conelab,part,fold,table_rows,s1,s2,s3,s4,s5,s6,s7,s8,s9\n"+
		`"{""features"":[""a""],""outputs"":[""y""]}",0,0,5,5,1.5,7.25,-2,31.125,2,3.5,-1,6`+"\n")
	number := func() string { return fmt.Sprintf("%.3f", rng.NormFloat64()) }
	mustWrite(t, "measurements.csv", rows(40, 3, number))
	mustWrite(t, "test.csv", rows(10, 3, number))
	mustWrite(t, "signals.csv", rows(20, 6, number))
	mustWrite(t, "iris.csv", rows(60, 3, func() string { return []string{"setosa", "versicolor", "virginica"}[rng.IntN(3)] }))
	mustWrite(t, "matrix.npy", npy([]int{2, 2}, 2, 1, 1, 2))
	features, targets := make([]float64, 20), make([]float64, 10)
	for i := range features {
		features[i], targets[i/2] = rng.NormFloat64(), rng.NormFloat64()
	}
	mustWrite(t, "features.npy", npy([]int{10, 2}, features...))
	mustWrite(t, "targets.npy", npy([]int{10}, targets...))
	pixels, labels := make([]byte, 30*28*28), make([]byte, 30)
	for i := range pixels {
		pixels[i], labels[i/28/28] = byte(rng.IntN(256)), byte(rng.IntN(3))
	}
	mustWrite(t, "images.idx.gz", packed(idxFile(pixels, 30, 28, 28)))
	mustWrite(t, "labels.idx.gz", packed(idxFile(labels, 30)))
}

func mustWrite(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// npy returns a .npy file of doubles.
func npy(shape []int, values ...float64) string {
	axes := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(shape)), ","), "[]") + ","
	header := "{'descr': '<f8', 'fortran_order': False, 'shape': (" + axes + ")}\n"
	b := []byte("\x93NUMPY\x01\x00" + string(binary.LittleEndian.AppendUint16(nil, uint16(len(header)))) + header)
	for _, v := range values {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return string(b)
}

// idxFile returns an idx file of bytes with the given sides.
func idxFile(values []byte, sides ...int) string {
	b := []byte{0, 0, 8, byte(len(sides))}
	for _, side := range sides {
		b = binary.BigEndian.AppendUint32(b, uint32(side))
	}
	return string(append(b, values...))
}

func packed(content string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, content) // cannot fail: w writes into memory
	_ = w.Close()
	return b.String()
}

// kinds are the true classes of the birds in testdata/new-birds.csv.
var kinds = strings.Fields("stork egret heron heron stork heron egret heron stork heron heron stork egret stork egret")

// TestReadmePipeline runs the README's commands from a table to predictions, in a folder with only the table and the rows to predict.
func TestReadmePipeline(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"birds.csv", "new-birds.csv"} {
		content, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	_, block, _ := strings.Cut(string(readme), "Five commands lead from a table to a network in use:\n\n```\n")
	block, _, found := strings.Cut(block, "\n```")
	lines := strings.Split(block, "\n")
	if !found || len(lines) != 5 {
		t.Fatalf("README has %d commands", len(lines))
	}
	for _, line := range lines {
		line, _, _ = strings.Cut(line, "#")
		args := strings.Fields(line)
		if o := execute("", args[1:]...); args[0] != "conelab" || o.code != exitDone || !notesOnly(o.errors) {
			t.Fatalf("%s: %+v", line, o)
		} else if args[1] == "check" && !strings.Contains(o.out, `"verdict":"CERTIFIED: `) {
			t.Errorf("%s: %s", line, o.out)
		}
	}
	if lines := strings.Count(string(mustRead(t, "validation.csv")), "\n"); lines != 31 {
		t.Errorf("the cross-validation has %d lines", lines)
	}
	if model := mustRead(t, "network.onnx"); !strings.Contains(string(model), "stork") {
		t.Error("the ONNX model does not name the classes")
	}
	rows, err := csv.NewReader(strings.NewReader(string(mustRead(t, "predictions.csv")))).ReadAll()
	if err != nil || len(rows) != 1+len(kinds) || rows[0][1] != "class" {
		t.Fatalf("%v: %v", err, rows)
	}
	right := 0
	for i, kind := range kinds {
		if rows[1+i][1] == kind {
			right++
		}
	}
	if right < len(kinds)-2 {
		t.Errorf("%d of %d birds are right", right, len(kinds))
	}
}

// TestHelpNamesFields: the help of a command has a text for each flag, and names every field of the documents that it writes.
func TestHelpNamesFields(t *testing.T) {
	for _, c := range commands {
		if help := execute("", "help", c.name).out; strings.Contains(help, " @") || !strings.Contains(help, "--quiet") {
			t.Error(help)
		}
	}
	for command, documents := range map[string][]any{
		"solve": {document.Solution{}, document.Layer{}, document.LayerInput{}, loss.Score{}},
		"check": {document.Check{}, certify.Finding{}}, "train": {document.Training{}, document.TrainingOptimum{}, document.TrainingRun{}},
		"path": {document.Path{}, document.PathPoint{}, document.CrossValidation{}, document.CrossValidationRow{}, loss.Score{}},
	} {
		words := strings.FieldsFunc(helpOf(command), func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		for _, d := range documents {
			for _, f := range strictjson.Fields(reflect.TypeOf(d)) {
				if f.Name != "format" && f.Name != "message" && f.Name != "seconds" && !slices.Contains(words, f.Name) {
					t.Errorf("help %s does not name %s of %T", command, f.Name, d)
				}
			}
		}
	}
}

// TestFormulas: cost and lower bound of a solution document are what the formulas in the help of solve make of its network and its dual
// vector, for every loss.
func TestFormulas(t *testing.T) {
	data, help := "a,b,y\n", strings.Join(strings.Fields(helpOf("solve")), " ")
	x, rng := [][]float64{}, rand.New(rand.NewPCG(5, 5))
	classes := []string{"1", "2", "3"}
	for i := range 30 {
		x = append(x, []float64{rng.NormFloat64(), 2 * rng.NormFloat64(), 1})
		data += fmt.Sprintf("%.17g,%.17g,%s\n", x[i][0], x[i][1], classes[rng.IntN(3)])
	}
	table, plogp := write(t, "table.csv", data), func(p float64) float64 { return -p * math.Log(max(p, 1e-300)) }
	for formula, of := range map[string]func(f, y, v []float64, o int) (cost, dual float64){
		"squared (f - y)^2 v y - v^2/4": func(f, y, v []float64, o int) (cost, dual float64) {
			return (f[o] - y[o]) * (f[o] - y[o]), v[o]*y[o] - v[o]*v[o]/4
		},
		"huber (f - y)^2, or 2|f - y| - 1 beyond 1 v y - v^2/4, |v| <= 2": func(f, y, v []float64, o int) (cost, dual float64) {
			r := math.Abs(f[o] - y[o])
			return r*r - math.Pow(max(0, r-1), 2), v[o]*y[o] - v[o]*v[o]/4
		},
		"l1 |f - y| v y, |v| <= 1": func(f, y, v []float64, o int) (cost, dual float64) { return math.Abs(f[o] - y[o]), v[o] * y[o] },
		"hinge max(0, 1 - y f) v y, from 0 to 1": func(f, y, v []float64, o int) (cost, dual float64) {
			return max(0, 1-y[o]*f[o]), v[o] * y[o]
		},
		"logistic log(1 + exp(-y f)) -t log t - (1 - t) log(1 - t), t = v y": func(f, y, v []float64, o int) (cost, dual float64) {
			return math.Log(1 + math.Exp(-y[o]*f[o])), plogp(v[o]*y[o]) + plogp(1-v[o]*y[o])
		},
		"softmax log sum exp(f) - sum y f of a point -sum p log p, p = y - v": func(f, y, v []float64, o int) (cost, dual float64) {
			cost = -y[o] * f[o]
			if o == 0 {
				cost += math.Log(math.Exp(f[0]) + math.Exp(f[1]) + math.Exp(f[2]))
			}
			return cost, plogp(y[o] - v[o])
		},
	} {
		if name, _, _ := strings.Cut(formula, " "); !strings.Contains(help, formula) {
			t.Errorf("the help of solve does not say: %s", formula)
		} else {
			problem := write(t, "problem.json", "")
			s := solutionOf(t, do(t, "solve", "--bias", "--beta=0.5", "--classes", "--loss", name, "--problem", problem, table))
			var y [][]float64
			if p, err := document.ParseProblem(mustRead(t, problem)); err == nil {
				y = p.Data.Y
			}
			cost, bound, sigma := 0.0, 0.0, s.Model.Activation
			for _, n := range s.Network.Neurons {
				cost += s.Model.Beta * math.Abs(n.Alpha)
			}
			for i := range x {
				f := make([]float64, s.Model.Outputs)
				for _, n := range s.Network.Neurons {
					p := n.U[0]*x[i][0] + n.U[1]*x[i][1] + n.U[2]*x[i][2]
					f[n.Output] += n.Alpha * (sigma.A*p*p + sigma.B*p + sigma.C)
				}
				for o := range f {
					c, d := of(f, y[i], s.Dual[i], o)
					cost, bound = cost+c, bound+d
				}
			}
			if math.Abs(cost-s.Objective) > 1e-10*cost || math.Abs(bound-s.LowerBound) > 1e-10*cost {
				t.Errorf("%s: cost %.12g and bound %.12g, the document has %.12g and %.12g", name, cost, bound, s.Objective, s.LowerBound)
			}
		}
	}
}

// TestVersion: the program and the file by which it is cited have the same version. Help and version are asked for in two ways.
func TestVersion(t *testing.T) {
	citation, err := os.ReadFile("../../../assets/CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	if o := execute("", "--version"); !strings.Contains(string(citation), "\nversion: "+release+"\n") ||
		!strings.HasPrefix(o.out, "conelab "+release) {
		t.Errorf("the program says %q, assets/CITATION.cff\n%s", o.out, citation)
	}
	for _, ways := range [][2]string{{"help solve", "solve --help"}, {"version", "--version"}, {"generate ring -o -", "generate ring"}} {
		a, b := execute("", strings.Fields(ways[0])...), execute("", strings.Fields(ways[1])...)
		if a.code != exitDone || a.out == "" || a.out != b.out {
			t.Errorf("%s: %+v", ways[0], a)
		}
	}
}
