package main

import (
	"fmt"
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
	expect(t, solved, exitDone)
	mustWrite(t, "solution.json", solved.out)
	if strings.Contains(solved.out, `"z"`) {
		t.Fatal(solved.out)
	}
	return solutionOf(t, solved.out)
}

// TestReLU takes a ReLU network through the commands.
func TestReLU(t *testing.T) {
	for _, options := range []string{"--activation relu", "--activation leaky:0.2 --loss logistic"} {
		t.Run(options, func(t *testing.T) {
			s := solvedReLU(t, strings.Fields(options)...)
			for args, want := range map[string]string{
				"check problem.json solution.json":                                                 "CERTIFIED",
				"check --network problem.json solution.json":                                       `"pass":true`,
				"predict solution.json problem.json":                                               "0",
				"export --to onnx solution.json":                                                   "MatMul",
				"export --to python solution.json":                                                 `"last":1`,
				"path --folds 4 --count 3 --ratio 0.1 problem.json":                                `"rule":"best"`,
				"path --count 3 --ratio 0.1 --csv problem.json":                                    "beta,status",
				"train --optimiser adam --runs 2 --epochs 100 --rate 0.01 --width 20 problem.json": `"reached":`,
			} {
				expect(t, execute("", strings.Fields(args)...), exitDone, want)
			}
			for i, n := range s.Network.Neurons { // as other programs have them, of any length
				for k := range n.U {
					n.U[k] *= 2
				}
				s.Network.Neurons[i].Alpha /= 2
			}
			mustWrite(t, "weights.json", textOf(t, s.Network))
			expect(t, execute("", "check", "--network", "problem.json", "weights.json"), exitDone)
			changed, _ := os.ReadFile("solution.json")
			mustWrite(t, "other.json", strings.Replace(string(changed), fmt.Sprint(s.Dual[3][0]), "0.123", 1))
			expect(t, execute("", "check", "problem.json", "other.json"), exitFailed)
		})
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
	expect(t, o, exitDone, "of 1200 points")
	if p := execute(o.out, "predict", "-", large); p.code != exitDone || strings.Count(p.out, "\n") != 1201 {
		t.Errorf("exit %d, %s", p.code, p.errors)
	}
	expect(t, execute("", "solve", "--activation", "relu", large), exitBadInput, "there are 1200 samples")
}
