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

// TestWeightsOfOtherPrograms: the optimal network as PyTorch and as Keras store it is optimal; a changed one is measured against the
// optimum.
func TestWeightsOfOtherPrograms(t *testing.T) {
	s := solvedReLU(t, "--activation", "relu")
	m := len(s.Network.Neurons)
	var first, bias, second []float64
	for _, n := range s.Network.Neurons { // each as two factors of other sizes
		first, bias, second = append(first, 2*n.U[0], 2*n.U[1]), append(bias, 2*n.U[2]), append(second, n.Alpha/2)
	}
	columns := make([]float64, 2*m)
	for j := range m {
		columns[j], columns[m+j] = first[2*j], first[2*j+1]
	}
	torch := npz([2]string{"0.weight", npy([]int{m, 2}, first...)}, [2]string{"0.bias", npy([]int{m}, bias...)},
		[2]string{"2.weight", npy([]int{1, m}, second...)}, [2]string{"2.bias", npy([]int{1}, 0)})
	keras := npz([2]string{"dense/kernel", npy([]int{2, m}, columns...)}, [2]string{"dense/bias", npy([]int{m}, bias...)},
		[2]string{"dense_1/kernel", npy([]int{m, 1}, second...)})
	unbiased := npz([2]string{"a", npy([]int{m, 2}, first...)}, [2]string{"b", npy([]int{1, m}, second...)})
	second[0] *= 1.1
	worse := npz([2]string{"a", npy([]int{m, 2}, first...)}, [2]string{"b", npy([]int{m}, bias...)},
		[2]string{"c", npy([]int{1, m}, second...)}, [2]string{"d", npy([]int{1}, 0.1)})
	for name, c := range map[string]struct {
		content string
		code    int
	}{"torch": {torch, exitDone}, "keras": {keras, exitDone}, "unbiased": {unbiased, exitFailed}, "worse": {worse, exitFailed}} {
		mustWrite(t, "weights.npz", c.content)
		o := execute("", "check", "--network", "problem.json", "weights.npz")
		if check := decode[document.Check](t, o.out); o.code != c.code || check.Lower != s.LowerBound || check.Gap < 0 {
			t.Errorf("%s: %+v", name, o)
		}
	}
	matrix, other := npy([]int{3, 2}, 1, 2, 3, 4, 5, 6), "which is no part of a network of 2 features, one hidden layer and 1 output"
	vector := npy([]int{3}, 1, 2, 3)
	for want, arrays := range map[string][][2]string{
		`the .npz file has fewer than two matrices, expected the weights of two layers`: {{"a", matrix}},

		`the array "a" is 1 by 3, ` + other: {{"a", npy([]int{1, 3}, 1, 2, 3)}},
		`the array "b" is 5 by 1, ` + other: {{"a", matrix}, {"b", npy([]int{5}, 1, 2, 3, 4, 5)}},
		`the array "c" is 3 by 1, ` + other: {{"a", matrix}, {"b", vector}, {"c", vector}},
	} {
		mustWrite(t, "weights.npz", npz(arrays...))
		expect(t, execute("", "check", "--network", "problem.json", "weights.npz"), exitBadInput, "weights.npz: "+want)
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
