package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"conelab/core/format/document"
)

// solvedProblem returns the problem that solve constructs from its options.
func solvedProblem(t *testing.T, stdin string, args ...string) *document.Problem {
	t.Helper()
	file := write(t, "p.json", "")
	o := execute(stdin, append([]string{"solve", "--problem", file}, args...)...)
	expect(t, o, exitDone)
	p, err := document.ParseProblem(mustRead(t, file))
	if err != nil {
		t.Fatal(err)
	}
	expect(t, execute(o.out, "check", file, "-"), exitDone)
	return p
}

// rowsOf writes rows as JSON.
func rowsOf(t *testing.T, rows [][]float64) string {
	t.Helper()
	text, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestSources(t *testing.T) {
	three := "1 2 u\n3 4 v\n5 7 w\n"
	x := npy([]int{3, 2}, 1, 2, 3, 4, 5, 7)
	images, labels := write(t, "images", idxFile([]byte{0, 255, 51, 0, 255, 255}, 3, 1, 2)),
		write(t, "labels", packed(idxFile([]byte{3, 8, 5}, 3)))
	for name, c := range map[string]struct {
		stdin string
		args  []string
		x, y  string
	}{
		"outputs":           {"1,2,3,4\n5,6,7,9\n", []string{"--targets", "3-4"}, "[[1,2],[5,6]]", "[[3,4],[7,9]]"},
		"limit of document": {small, []string{"--limit", "2"}, "[[0.5,0.1],[-1,2]]", "[[1],[-1]]"},
		"one or others":     {three, []string{"--classes", "--loss", "hinge"}, "[[1,2],[3,4],[5,7]]", "[[1,-1,-1],[-1,1,-1],[-1,-1,1]]"},
		"npy and table":     {x, []string{"--labels", write(t, "y.csv", "a,b\n7,1\n8,1\n9,2\n")}, "[[1,2],[3,4],[5,7]]", "[[7,1],[8,1],[9,2]]"},
		"npy and words": {x, []string{"--classes", "--header=no", "--y", write(t, "y.txt", "no\nyes\nno\n")}, "[[1,2],[3,4],[5,7]]",
			"[[-1],[1],[-1]]"},
		"words with header": {x, []string{"--classes", "--y", write(t, "y.txt", "kind\nno\nyes\nno\n")}, "[[1,2],[3,4],[5,7]]",
			"[[-1],[1],[-1]]"},
		"npy, idx, classes": {x, []string{"--classes", "--y", labels}, "[[1,2],[3,4],[5,7]]", "[[1,0,0],[0,0,1],[0,1,0]]"},
		"typeset minus":     {"a,y\r\n1,\u22123\r\n\u22122,\u22121e\u22121\r\n", nil, "[[1],[-2]]", "[[-3],[-0.1]]"},
		"sparse, minus":     {"1 1:2 3:\u22123\r\n\u22121 1:1\r\n", nil, "[[2,0,-3],[1,0,0]]", "[[1],[-1]]"},
		"standardised":      {"1,5,2\n3,5,4\n", []string{"--standardize"}, "[[-1,0],[1,0]]", "[[2],[4]]"},
		"images":            {"", []string{"--labels", labels, images}, "[[0,1],[0.2,0],[1,1]]", "[[1,0,0],[0,0,1],[0,1,0]]"},
		"only two":          {"", []string{"--labels", labels, "--only", "8,3", images}, "[[0,1],[0.2,0]]", "[[-1],[1]]"},
	} {
		t.Run(name, func(t *testing.T) {
			p := solvedProblem(t, c.stdin, c.args...)
			if x, y := rowsOf(t, p.Data.X), rowsOf(t, p.Data.Y); x != c.x || y != c.y {
				t.Errorf("x %s, y %s", x, y)
			}
		})
	}
}

func TestModels(t *testing.T) {
	const text = "1,2,3,4,1\n0,1,0,-1,2\n"
	for args, want := range map[string]string{
		"--kind quadratic": `"architecture":{"kind":"quadratic"}`,
		"--kind convolutional --input 4 --filter 2 --pool global":       `{"kind":"convolutional","input":[4],"filter":2,"pool":"global"}`,
		"--kind convolutional --input 2,2 --filter 2 --padding 1":       `{"kind":"convolutional","input":[2,2],"filter":2,"padding":1}`,
		"--kind convolutional --input 4 --filter 1 --stride 2 --pool 2": `{"kind":"convolutional","input":[4],"filter":1,"stride":2,"pool":2}`,
		"--loss huber --beta 3":     `"loss":"huber","beta":3`,
		"--activation polynomial":   `{"a":0.09,"b":0.5,"c":0.47}`,
		"--activation swish":        `{"a":0.1,"b":0.5,"c":0.24}`,
		"--activation relu:-4,4":    `{"a":0.117`,
		"--activation tanh:-1,1":    `{"a":0,"b":0.8433`,
		"--tolerance 1e-6":          `"tolerance":0.000001`,
		"--layers auto --skip none": `"stack":{"layers":"auto","skip":"none"}`,
	} {
		t.Run(args, func(t *testing.T) {
			if p := solvedProblem(t, text, strings.Fields(args)...); !strings.Contains(string(p.JSON()), want) {
				t.Errorf("%s", p.JSON())
			}
		})
	}
	// Another kind resets the sizes from the document.
	convolutional := solvedProblem(t, text, "--kind", "convolutional", "--input", "4", "--filter", "2")
	if p := solvedProblem(t, string(convolutional.JSON()), "--kind", "dense"); p.Architecture.Filter != 0 {
		t.Errorf("%+v", p.Architecture)
	}
	if p := solvedProblem(t, string(convolutional.JSON()), "--filter", "3"); p.Architecture.Filter != 3 || p.Architecture.Input[0] != 4 {
		t.Errorf("%+v", p.Architecture)
	}
}

// TestScalingIsKept standardises a table, and then the problem again. The second scaling includes the first.
func TestScalingIsKept(t *testing.T) {
	first := solvedProblem(t, "a,b,y\n1,10,1\n3,10,2\n8,10,4\n", "--standardise")
	again := solvedProblem(t, string(first.JSON()), "--standardise")
	for _, p := range []*document.Problem{first, again} {
		s := p.Columns.Scaling
		if math.Abs(s.Mean[0]-4) > 1e-12 || math.Abs(s.Deviation[0]-math.Sqrt(26.0/3)) > 1e-12 || math.Abs(s.Mean[1]-10) > 1e-12 ||
			s.Deviation[1] != 0 {
			t.Errorf("scaled by %+v", s)
		}
		if p.Columns.Features[1] != "b" || p.Columns.Targets[0] != "y" {
			t.Errorf("named %+v", p.Columns)
		}
	}
}

// TestFilesThatGoTogether reads features and targets from two files that both have missing cells, and test points with other words.
func TestFilesThatGoTogether(t *testing.T) {
	y := write(t, "y.csv", packed("kind\nyes\nno\n\"\"\nno\n"))
	p := solvedProblem(t, ",a\n0,1\n1,\n2,3\n3,4\n", "--quiet", "--missing", "drop", "--classes", "--y", y)
	if x, y := rowsOf(t, p.Data.X), rowsOf(t, p.Data.Y); x != "[[1],[4]]" || y != "[[1],[-1]]" {
		t.Errorf("x %s, y %s", x, y)
	}
	train, test := write(t, "train.csv", "c,y\nred,1\nblue,2\ngreen,3\n"), write(t, "test.csv", "c,y\ngreen,3\ngreen,3\n")
	d := parse[document.Path](t, execute("", "path", "--quiet", "--encode=onehot", "--betas=1e-6", "--test", test, train))
	if d.Tests != 2 || *d.Points[0].TestError > 1e-6 {
		t.Errorf("%+v", d)
	}
	other := write(t, "other.csv", "c,y\npink,3\n")
	o := execute("", "path", "--quiet", "--encode=onehot", "--betas=1", "--test", other, train)
	want := other + `: line 2, column 1 (c) is "pink", expected one of the words blue, green, red; --unknown ignore takes it for none of them`
	if o.code != exitBadInput || o.errors != "conelab: "+want+"\n" {
		t.Errorf("%+v", o)
	}
}

const people = "id,height,colour,weight,kind\n1,1.5,red,50,yes\n2,1.75,blue,80,no\n3,1.25,red,40,yes\n4,2,green,90,no\n5,1.6,blue,55,yes\n"

// solutionFile solves a table and returns the file of the solution.
func solutionFile(t *testing.T, table string, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "solution.json")
	o := execute(table, append([]string{"solve", "--quiet", "-o", file}, args...)...)
	if o.code != exitDone || o.out != "" || o.errors != "" {
		t.Fatalf("%v: %+v", args, o)
	}
	return file
}
