package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"conelab/core/format/document"
)

// solvedReLU writes a drawing and its ReLU network as files in a folder of their own.
func solvedReLU(t *testing.T, options ...string) *document.Solution {
	t.Helper()
	t.Chdir(t.TempDir())
	made := execute("", append([]string{"generate", "spiral", "--n", "40", "--beta", "0.1"}, options...)...)
	mustWrite(t, "problem.json", made.out)
	solved := execute("", "solve", "problem.json")
	if solved.code != exitDone {
		t.Fatalf("exit %d: %s", solved.code, solved.errors)
	}
	mustWrite(t, "solution.json", solved.out)
	if strings.Contains(solved.out, `"z"`) {
		t.Fatal(solved.out)
	}
	return solutionOf(t, solved.out)
}

// TestReLU takes a ReLU network through the commands.
func TestReLU(t *testing.T) {
	for _, options := range []string{"--activation relu", "--activation leaky:0.2 --loss logistic", "--activation absolute --loss hinge"} {
		t.Run(options, func(t *testing.T) {
			s := solvedReLU(t, strings.Fields(options)...)
			for args, want := range map[string]string{
				"check problem.json solution.json":                                                 "CERTIFIED",
				"check --network problem.json solution.json":                                       `"pass":true`,
				"predict solution.json problem.json":                                               "0",
				"export --to onnx solution.json":                                                   "MatMul",
				"export --to python solution.json":                                                 "SLOPE",
				"path --folds 4 --count 3 --ratio 0.1 problem.json":                                `"rule":"best"`,
				"path --count 3 --ratio 0.1 --csv problem.json":                                    "beta,status",
				"train --optimiser adam --runs 2 --epochs 100 --rate 0.01 --width 20 problem.json": `"reached":`,
			} {
				o := execute("", strings.Fields(args)...)
				if o.code != exitDone || !strings.Contains(o.out, want) {
					t.Errorf("%s: exit %d, %s%.300s", args, o.code, o.errors, o.out)
				}
			}
			for i, n := range s.Network.Neurons { // as other programs have them, of any length
				for k := range n.U {
					n.U[k] *= 2
				}
				s.Network.Neurons[i].Alpha /= 2
			}
			mustWrite(t, "weights.json", textOf(t, s.Network))
			if o := execute("", "check", "--network", "problem.json", "weights.json"); o.code != exitDone {
				t.Errorf("%+v", o)
			}
			changed, _ := os.ReadFile("solution.json")
			mustWrite(t, "other.json", strings.Replace(string(changed), fmt.Sprint(s.Dual[3][0]), "0.123", 1))
			if o := execute("", "check", "problem.json", "other.json"); o.code != exitFailed {
				t.Errorf("with a changed dual vector the check exits %d", o.code)
			}
		})
	}
}

// TestReLUOfATable: names, classes, scaling and the hash of the data hold for a ReLU network, too.
func TestReLUOfATable(t *testing.T) {
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(1, 1))
	text := "length,width,species\n"
	for i := range 50 {
		x, y := rng.NormFloat64(), rng.NormFloat64()
		text += fmt.Sprintf("%.3f,%.3f,%s\n", 10+3*x, 100*y, []string{"finch", "wren", "tit"}[(i*7)%3])
	}
	mustWrite(t, "birds.csv", text)
	o := execute("", "solve", "--activation", "relu", "--classes", "--standardise", "--beta", "1", "birds.csv")
	mustWrite(t, "solution.json", o.out)
	for args, want := range map[string]string{
		"check birds.csv solution.json":        "CERTIFIED",
		"predict solution.json birds.csv":      "finch",
		"export --to javascript solution.json": "species",
	} {
		if o := execute("", strings.Fields(args)...); o.code != exitDone || !strings.Contains(o.out, want) && !strings.Contains(args, "export") {
			t.Errorf("%s: exit %d, %s%.300s", args, o.code, o.errors, o.out)
		}
	}
	mustWrite(t, "others.csv", strings.Replace(text, "finch", "wren", 1))
	if o := execute("", "check", "others.csv", "solution.json"); o.code != exitFailed {
		t.Errorf("with a changed table the check exits %d", o.code)
	}
}

// TestReLUOfMorePoints: a network is evaluated on more points than it can be trained on.
func TestReLUOfMorePoints(t *testing.T) {
	table := func(rows int) string {
		text := "a,b,c,y\n"
		for i := range rows {
			text += fmt.Sprintf("%d,%d,%d,%d\n", i%5, i*i%7, i*i*i%11, i%2*2-1)
		}
		return text
	}
	small, large := write(t, "small.csv", table(20)), write(t, "large.csv", table(1200))
	o := execute("", "solve", "--activation", "relu", "--beta", "1", "--test", large, small)
	if o.code != exitDone || !strings.Contains(o.errors, "of 1200 points") {
		t.Fatalf("exit %d, %s", o.code, o.errors)
	}
	if p := execute(o.out, "predict", "-", large); p.code != exitDone || strings.Count(p.out, "\n") != 1201 {
		t.Errorf("exit %d, %s", p.code, p.errors)
	}
	if o := execute("", "solve", "--activation", "relu", large); o.code != exitBadInput || !strings.Contains(o.errors, "there are 1200 samples") {
		t.Errorf("exit %d, %s", o.code, o.errors)
	}
}

// TestReLURefusals looks at the sentences on what has no certified optimum.
func TestReLURefusals(t *testing.T) {
	t.Chdir(t.TempDir())
	mustWrite(t, "wide.csv", "1,2,3,4,1\n0,1,0,-1,2\n")
	mustWrite(t, "plane.csv", "1,2,1\n0,1,2\n")
	for args, want := range map[string]string{
		"wide.csv --activation relu": "there are 4 features, expected one to three for the certified optimum of a ReLU " +
			"network",
		"plane.csv --activation relu --loss huber": "the loss is huber, expected squared, logistic or hinge for a ReLU network",
		"plane.csv --activation relu --bias": "--bias is given with the activation relu, whose neurons have a bias already, " +
			"expected it with a polynomial",
		"plane.csv --activation leaky:2": `--activation is "leaky:2", expected leaky:SLOPE with a slope above 0 and below 1`,
		"plane.csv --activation absolute --a 1": "--a, --b or --c is given with --activation absolute, expected either its " +
			"name or the coefficients of a polynomial",
		"plane.csv --activation relu --resume s.json": "--resume is given with the activation relu, expected it with a polynomial: " +
			"start anew without it",
		"plane.csv --activation relu --layers 2": "--layers is given with the activation relu, expected it with a polynomial",
		"plane.csv --activation relu --kind quadratic": "--activation, --a, --b or --c is given with --kind quadratic, expected none of " +
			"them: its activation is u^2",
		"plane.csv --activation relu --method corrective": "--method is corrective, expected it only with a polynomial activation",
	} {
		if o := execute("", append([]string{"solve"}, strings.Fields(args)...)...); o.code != exitBadInput || !strings.Contains(o.errors, want) {
			t.Errorf("%s: exit %d, %s", args, o.code, o.errors)
		}
	}
}
