package main

import (
	"math"
	"testing"

	"conelab/core/format/document"
)

// TestScalingIsKept standardises a table, and then the problem again. The second scaling includes the first.
func TestScalingIsKept(t *testing.T) {
	first := solvedProblem(t, "a,b,y\n1,10,1\n3,10,2\n8,10,4\n", "--standardise")
	again := solvedProblem(t, string(first.JSON()), "--standardise")
	for _, p := range []*document.Problem{first, again} {
		s := p.Columns.Scaling
		if math.Abs(s.Mean[0]-4) > 1e-12 || math.Abs(s.Deviation[0]-math.Sqrt(26.0/3)) > 1e-12 || math.Abs(s.Mean[1]-10) > 1e-12 || s.Deviation[1] != 0 {
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
	d := parse[document.Path](t, execute("", "path", "--encode=onehot", "--betas=1e-6", "--test", test, train))
	if d.Tests != 2 || *d.Points[0].TestError > 1e-6 {
		t.Errorf("%+v", d)
	}
	other := write(t, "other.csv", "c,y\npink,3\n")
	if o := execute("", "path", "--encode=onehot", "--betas=1", "--test", other, train); o.code != exitBadInput || o.errors != "conelab: "+other+`: line 2, column 1 (c) is "pink", expected one of the classes blue, green, red`+"\n" {
		t.Errorf("%+v", o)
	}
}
