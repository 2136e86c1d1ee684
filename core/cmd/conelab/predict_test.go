package main

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"conelab/core/format/document"
)

const people = "id,height,colour,weight,kind\n1,1.5,red,50,yes\n2,1.75,blue,80,no\n3,1.25,red,40,yes\n4,2,green,90,no\n5,1.6,blue,55,yes\n"

// solutionFile solves a table and returns the file of the solution.
func solutionFile(t *testing.T, table string, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "solution.json")
	o := execute(table, append([]string{"--quiet", "-o", file, "solve"}, args...)...)
	if o.code != exitDone || o.out != "" || o.errors != "" {
		t.Fatalf("%v: %+v", args, o)
	}
	return file
}

// predicted returns the rows of a table of predictions, without its header.
func predicted(t *testing.T, o outcome, header string) [][]string {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(o.out)).ReadAll()
	if err != nil || o.code != exitDone || strings.Join(lines[0], ",") != header {
		t.Fatalf("%+v, %v", o, err)
	}
	return lines[1:]
}

// forward evaluates a dense network of one output from its definition.
func forward(s *document.Solution, x []float64) (f float64) {
	sigma := s.Model.Activation
	for _, n := range s.Network.Neurons {
		dot := 0.0
		for k, u := range n.U {
			dot += u * x[k]
		}
		f += n.Alpha * (sigma.A*dot*dot + sigma.B*dot + sigma.C)
	}
	return f
}

// TestPredict compares predictions with a direct evaluation of the network at points that the test scales itself.
func TestPredict(t *testing.T) {
	file := solutionFile(t, people, "--classes", "--encode=onehot", "--standardise", "--beta=0.1")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := document.ParseSolution(content)
	if err != nil {
		t.Fatal(err)
	}
	// The same columns in another order, an additional column, and an unknown class.
	o := execute("kind,weight,other,colour,height\n?,60,1,red,1.7\n?,85,1,green,1.9\n", "predict", file, "-")
	rows := predicted(t, o, "class,f")
	columns := [][]float64{{1.5, 1.75, 1.25, 2, 1.6}, {0, 1, 0, 0, 1}, {0, 0, 0, 1, 0}, {1, 0, 1, 0, 0}, {50, 80, 40, 90, 55}}
	for i, raw := range [][]float64{{1.7, 0, 0, 1, 60}, {1.9, 0, 1, 0, 85}} {
		x := make([]float64, len(raw))
		for k, column := range columns {
			mean, square := 0.0, 0.0
			for _, v := range column {
				mean += v / 5
				square += v * v / 5
			}
			x[k] = (raw[k] - mean) / math.Sqrt(square-mean*mean)
		}
		want, class := forward(s, x), "no"
		if want > 0 {
			class = "yes"
		}
		if got, err := strconv.ParseFloat(rows[i][1], 64); err != nil || math.Abs(got-want) > 1e-9 || rows[i][0] != class {
			t.Errorf("row %d: %v, want %s, %g", i+1, rows[i], class, want)
		}
	}
	if again := predicted(t, execute(people, "predict", file, "-"), "class,f"); again[0][0] != "yes" || again[1][0] != "no" || again[2][0] != "yes" || again[3][0] != "no" {
		t.Errorf("the points trained on: %v", again)
	}
}

// TestPredictOfLayers trains three layers and three classes.
func TestPredictOfLayers(t *testing.T) {
	table := "a,b,c\n"
	for i := range 24 {
		angle := float64(i) * math.Pi / 12
		table += strconv.FormatFloat(math.Cos(angle), 'g', -1, 64) + "," + strconv.FormatFloat(math.Sin(angle), 'g', -1, 64) + "," + []string{"u", "v", "w"}[i/8] + "\n"
	}
	file := solutionFile(t, table, "--classes", "--layers=3", "--beta=0.01")
	right := 0
	for i, row := range predicted(t, execute(table, "predict", file, "-"), "class,u,v,w") {
		if row[0] == []string{"u", "v", "w"}[i/8] {
			right++
		}
	}
	if right < 22 {
		t.Errorf("%d of 24 points trained on are right", right)
	}
}

func TestHelpOf(t *testing.T) {
	if a, b := execute("", "help", "solve"), execute("", "solve", "--help"); a.code != exitDone || a.out != b.out {
		t.Errorf("%+v", a)
	}
	if o := execute("", "--version"); o.code != exitDone || !strings.HasPrefix(o.out, "conelab") {
		t.Errorf("%+v", o)
	}
}
