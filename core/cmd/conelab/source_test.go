package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"conelab/core/format/document"
)

// solvedProblem returns the problem that solve constructs from its options.
func solvedProblem(t *testing.T, stdin string, args ...string) *document.Problem {
	t.Helper()
	file := write(t, "p.json", "")
	o := execute(stdin, append([]string{"solve", "--problem", file}, args...)...)
	if o.code != exitDone {
		t.Fatalf("%v: %+v", args, o)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := document.ParseProblem(content)
	if err != nil {
		t.Fatal(err)
	}
	if checked := execute(o.out, "check", file, "-"); checked.code != exitDone {
		t.Errorf("%v: the check says %s", args, checked.out)
	}
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
	words := "a,b,kind\n1,2,yes\n3,4,no\n5,7,yes\n"
	three := "1 2 u\n3 4 v\n5 7 w\n"
	x := npy([]int{3, 2}, 1, 2, 3, 4, 5, 7)
	images, labels := write(t, "images", idxFile([]byte{0, 255, 51, 0, 255, 255}, 3, 1, 2)), write(t, "labels", packed(idxFile([]byte{3, 8, 5}, 3)))
	for name, c := range map[string]struct {
		stdin string
		args  []string
		x, y  string
	}{
		"outputs":           {"1,2,3,4\n5,6,7,9\n", []string{"--outputs", "2"}, "[[1,2],[5,6]]", "[[3,4],[7,9]]"},
		"targets":           {"p,q,r\n1,2,3\n5,6,7\n", []string{"--targets", "p", "--features", "3"}, "[[3],[7]]", "[[1],[5]]"},
		"separator":         {"1|2\n3|4\n", []string{"--separator", "|"}, "[[1],[3]]", "[[2],[4]]"},
		"tab":               {"1\t2\n3\t4\n", []string{"--separator", "tab"}, "[[1],[3]]", "[[2],[4]]"},
		"softmax":           {words, []string{"--classes", "--loss", "softmax", "--beta=1"}, "[[1,2],[3,4],[5,7]]", "[[0,1],[1,0],[0,1]]"},
		"npy and idx":       {x, []string{"--y", labels}, "[[1,2],[3,4],[5,7]]", "[[3],[8],[5]]"},
		"limit":             {"1,2\n3,4\n5,6\n", []string{"--limit", "2"}, "[[1],[3]]", "[[2],[4]]"},
		"limit of document": {small, []string{"--limit", "2"}, "[[0.5,0.1],[-1,2]]", "[[1],[-1]]"},
		"two classes":       {words, []string{"--classes"}, "[[1,2],[3,4],[5,7]]", "[[1],[-1],[1]]"},
		"three classes":     {three, []string{"--classes"}, "[[1,2],[3,4],[5,7]]", "[[1,0,0],[0,1,0],[0,0,1]]"},
		"one or others":     {three, []string{"--classes", "--loss", "hinge"}, "[[1,2],[3,4],[5,7]]", "[[1,-1,-1],[-1,1,-1],[-1,-1,1]]"},
		"npy":               {npy([]int{2, 3}, 1, 2, 3, 4, 5, 6), []string{"--outputs", "2"}, "[[1],[4]]", "[[2,3],[5,6]]"},
		"npy and npy":       {x, []string{"--y", write(t, "y.npy", npy([]int{3}, 7, 8, 9))}, "[[1,2],[3,4],[5,7]]", "[[7],[8],[9]]"},
		"npy and table":     {x, []string{"--labels", write(t, "y.csv", "a,b\n7,1\n8,1\n9,2\n")}, "[[1,2],[3,4],[5,7]]", "[[7,1],[8,1],[9,2]]"},
		"npy and words":     {x, []string{"--classes", "--y", write(t, "y.txt", "no\nyes\nno\n")}, "[[1,2],[3,4],[5,7]]", "[[-1],[1],[-1]]"},
		"words with header": {x, []string{"--classes", "--y", write(t, "y.txt", "kind\nno\nyes\nno\n")}, "[[1,2],[3,4],[5,7]]", "[[-1],[1],[-1]]"},
		"npy, idx, classes": {x, []string{"--classes", "--y", labels}, "[[1,2],[3,4],[5,7]]", "[[1,0,0],[0,0,1],[0,1,0]]"},
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
		"--loss huber --beta 3":    `"loss":"huber","beta":3`,
		"--activation relu":        `{"a":0.09,"b":0.5,"c":0.47}`,
		"--activation swish --c 0": `{"a":0.1,"b":0.5,"c":0}`,
		"--activation relu:-4,4":   `{"a":0.117`,
		"--activation tanh:-1,1":   `{"a":0,"b":0.8433`,
		"--tolerance 1e-6":         `"tolerance":0.000001`,
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
