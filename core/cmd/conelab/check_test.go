package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/format/document"
	"conelab/core/network/certify"
)

// TestVerdict: the verdict with its three numbers comes first in the output, and what cannot be measured is not given as zero.
func TestVerdict(t *testing.T) {
	file := write(t, "problem.json", small)
	solved := execute(small, "solve")
	o := execute(solved.out, "check", file, "-")
	expect(t, o, exitDone, ", lower bound 0.", ", gap ")
	if other := execute(solved.out, "check", "-", file); other.out != o.out {
		t.Errorf("with its files exchanged: %+v", other)
	}
	if !strings.HasPrefix(strings.Join(strings.Fields(o.out), " "), `{ "format":"conelab/check/1", "verdict":"CERTIFIED: cost 0.`) {
		t.Errorf("%.200s", o.out)
	}
	s := solutionOf(t, solved.out)
	check := func() outcome { return execute(string(s.JSON()), "check", file, "-") }
	s.Network.Neurons[0].Alpha *= 2
	expect(t, check(), exitFailed, `"verdict":"NOT CERTIFIED: cost `, `!"-"`,
		"(claimed objective against the cost of the network, relative: ")
	s.Network.Neurons[0].Alpha = 1e308
	expect(t, check(), exitFailed, `"verdict":"NOT CERTIFIED: cost beyond double precision, lower bound 0.`)
	s.Dual = nil
	expect(t, check(), exitFailed, `"verdict":"NOT CERTIFIED: cost, lower bound and gap not checked (rows of dual that are missing`,
		`"not_checked":"cost, lower bound and gap"`, `!"objective":`, `!"lower_bound":`, `!"gap":`, `!"dual_peak":`)
}

// TestCheckNetwork measures networks without proof: the optimal one, a nearby one, and one that does not fit.
func TestCheckNetwork(t *testing.T) {
	file, table := write(t, "problem.json", small), write(t, "t.csv", fourRows)
	s := solutionOf(t, execute(small, "solve").out)
	check := func() outcome { return execute(textOf(t, s.Network), "check", "--network", file, "-") }
	o := check()
	expect(t, o, exitDone, "CERTIFIED: ", "!NOT")
	if c := decode[document.Check](t, o.out); !c.Pass || c.Gap > 1e-8 || math.Abs(c.Objective-s.Objective) > 1e-9*s.Objective {
		t.Errorf("%+v", o)
	}
	expect(t, execute(do(t, "solve", "--standardise", table), "check", "--network", table, "-"), exitDone)
	s.Network.Neurons[0].Alpha *= 1.5
	o = check()
	expect(t, o, exitFailed, "NOT CERTIFIED: ")
	if c := decode[document.Check](t, o.out); c.Pass || !(c.Objective > s.Objective) || c.Lower > s.Objective {
		t.Errorf("%+v", o)
	}
	s.Network.Neurons[0].U = []float64{1}
	expect(t, check(), exitFailed, "NOT CERTIFIED: cost, lower bound and gap not checked (neuron 1 has a direction u of 1 numbers, where the "+
		"problem asks for 2")
	deep := write(t, "deep.json", strings.Replace(small, `"beta":0.01`, `"beta":0.01,"stack":{"layers":2}`, 1))
	expect(t, execute(textOf(t, s.Network), "check", "--network", deep, "-"), exitBadInput)
}

// fourRows is a small table.
const fourRows = "a,b,y\n1,2,3\n2,1,-1\n0,1,2\n3,3,1\n"

// TestClaimedTolerance: a solution that is off and claims no more than to be within 0.9 of the optimum is not certified by a table or its
// sums, whose check is for 1e-8 unless it is asked for less, and says what is claimed.
func TestClaimedTolerance(t *testing.T) {
	data := write(t, "t.csv", "a,b,y\n1,2,3\n2,1,-1\n0,1,2\n3,3,1\n-1,2,0\n")
	sums := write(t, "sums.json", execute("", "sums", data).out)
	for _, from := range []string{data, sums} {
		solved := execute("", "solve", "--tolerance=0.9", "--beta=0.1", from)
		s := solutionOf(t, solved.out)
		if solved.code != exitDone || s.Model.Tolerance != 0.9 {
			t.Fatalf("%+v", solved)
		}
		// A network that costs more, with true numbers.
		for i := range s.Network.Neurons {
			s.Network.Neurons[i].Alpha *= 0.999
		}
		for i := range s.Z {
			for _, rows := range [][][]float64{s.Z[i].Plus, s.Z[i].Minus} {
				for _, row := range rows {
					for k := range row {
						row[k] *= 0.999
					}
				}
			}
		}
		file := write(t, "s.json", string(s.JSON()))
		c := decode[document.Check](t, execute("", "check", "--tolerance=0.9", data, file).out)
		s.Objective, s.LowerBound, s.Gap = c.Objective, c.Lower, c.Gap
		file = write(t, "s.json", string(s.JSON()))
		o := execute("", "check", from, file)
		expect(t, o, exitFailed, "claims a gap of 0.9 only")
		if c := decode[document.Check](t, o.out); c.Tolerance != 1e-8 {
			t.Errorf("%+v", o)
		}
		expect(t, execute("", "check", "--tolerance=0.9", from, file), exitDone, "CERTIFIED to 0.9")
	}
}

// TestToleranceOfBoth: what was solved and is checked to the same tolerance is certified, though the problem document asks for another.
func TestToleranceOfBoth(t *testing.T) {
	problem := write(t, "p.json", execute("", "generate", "--seed=1").out)
	solution := write(t, "s.json", execute("", "solve", "--tolerance=1e-3", problem).out)
	expect(t, execute("", "check", "--tolerance=1e-3", problem, solution), exitDone, "CERTIFIED to 0.001")
	expect(t, execute("", "check", problem, solution), exitDone, "CERTIFIED: cost") // its gap is as small by chance
}

// TestSumsOfDistantFeatures: what a network on sums costs is known up to the error of these, and a check that adds up the rows anew allows
// for that, and no more.
func TestSumsOfDistantFeatures(t *testing.T) {
	rng, rows := rand.New(rand.NewPCG(1, 1)), "a,b,y\n"
	for range 400 {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		rows += fmt.Sprintf("%.17g,%.17g,%.17g\n", 200+a, 200+b, a*a-b+rng.NormFloat64())
	}
	data := write(t, "t.csv", rows)
	sums := write(t, "sums.json", do(t, "sums", data))
	s := solutionOf(t, execute("", "solve", "--beta=5", sums).out)
	for off, code := range map[float64]int{0: exitDone, 1e-3: exitFailed} {
		moved := *s
		moved.Objective *= 1 + off
		moved.Gap = certify.RelativeGap(moved.Objective, moved.LowerBound)
		expect(t, execute("", "check", "--tolerance=0.01", data, write(t, "s.json", string(moved.JSON()))), code)
	}
}

// TestCheckSaysWhatItJudges: a check says which rows of a table it judged, and that it does not judge a score; a time below zero is
// refused.
func TestCheckSaysWhatItJudges(t *testing.T) {
	rows := "a,b,y\n1,2,3\n2,1,-1\n0,1,2\n1,1,0\n3,1,1\n"
	data := write(t, "data.csv", rows)
	solved := execute("", "solve", "--limit", "3", "--test", data, data)
	expect(t, solved, exitDone)
	o := execute(solved.out, "check", data, "-")
	expect(t, o, exitDone, "judged on 3 rows, those of --limit 3 in training", "its score is not checked: predict recomputes it")
	all := execute("", "solve", data)
	expect(t, execute(all.out, "check", data, "-"), exitDone, "!judged", "!its score")
	s := solutionOf(t, all.out)
	s.Seconds = -5
	expect(t, execute(textOf(t, s), "check", data, "-"), exitBadInput, "seconds is -5, expected")
}

// TestCheckOfAnotherOrder: a table with names is the table trained on in any order of its columns, and with others beside them, but then
// the verdict says that the positions are not those; without names the positions count, and so do the values.
func TestCheckOfAnotherOrder(t *testing.T) {
	for _, options := range [][]string{{}, {"--standardise", "--bias"}} {
		solved := do(t, append(append([]string{"solve"}, options...), write(t, "t.csv", fourRows))...)
		for text, code := range map[string]int{
			"b,y,a\n2,3,1\n1,-1,2\n1,2,0\n3,1,3\n":           exitDone,
			"c,y,b,a\n7,3,2,1\n7,-1,1,2\n8,2,1,0\n9,1,3,3\n": exitDone,
			"1,2,3\n2,1,-1\n0,1,2\n3,3,1\n":                  exitFailed, // it has no names
			"b,y,a\n1,3,2\n2,-1,1\n0,2,1\n3,1,3\n":           exitFailed, // a and b are exchanged
			"a,b,y\n1,2,3\n2,1,-1\n0,1,2\n3,3,1\n1,1,1\n":    exitFailed,
		} {
			said := map[int]string{exitDone: "(the solution has other positions of the columns"}
			expect(t, execute(solved, "check", write(t, "other.csv", text), "-"), code, said[code])
		}
	}
}

// TestNearZeroWords: where the cost is near zero, a verdict on a network that costs three times as much says that its gap is small only
// absolutely, and so does what solve sums up.
func TestNearZeroWords(t *testing.T) {
	file := write(t, "p.json", "")
	s := solutionOf(t, do(t, "solve", "--beta=1e-14", "--problem", file, write(t, "t.csv", fourRows)))
	p, err := document.ParseProblem(mustRead(t, file))
	if err != nil {
		t.Fatal(err)
	}
	if line := summary(p, s, ""); !strings.Contains(line, "certified absolute gap of ") ||
		!strings.Contains(line, " (the cost is near zero: relative gap ") {
		t.Error(line)
	}
	half := s.Network.Neurons[0]
	half.Alpha = s.Objective / 1e-14
	opposed := half
	opposed.Alpha = -half.Alpha
	s.Network.Neurons = append(s.Network.Neurons, half, opposed)
	c := decode[document.Check](t, execute(textOf(t, s.Network), "check", "--network", file, "-").out)
	if c.AbsoluteGap == nil || math.Abs(c.Gap-2./3) > 1e-3 {
		t.Fatalf("%+v", c)
	}
	if want := fmt.Sprintf("CERTIFIED to an absolute gap of %.3g (the cost is near zero: relative gap 0.67): cost ",
		*c.AbsoluteGap); !strings.HasPrefix(c.Badge, want) {
		t.Errorf("%s\nwant %s", c.Badge, want)
	}
}

// TestArraysAreRecorded: the arrays that were chosen of an .npz file are those that check and predict read, also of sums, and of another
// file with more of them; a file of another kind has none to choose.
func TestArraysAreRecorded(t *testing.T) {
	x, y, other := npy([]int{4, 2}, 1, 2, 2, 1, 0, 1, 3, 3), npy([]int{4}, 1, -1, 2, 0), npy([]int{4}, 5, 5, 5, 7)
	file := write(t, "all.npz", npz([2]string{"other", other}, [2]string{"x", x}, [2]string{"y", y}))
	plain := write(t, "plain.csv", "1,2,1\n2,1,-1\n0,1,2\n3,3,0\n")
	for _, command := range [][]string{{"solve", "--bias", "--beta=0.1"}, {"sums"}} {
		solved := do(t, append(command, "--arrays=x,y", file)...)
		if command[0] == "sums" {
			solved = do(t, "solve", "--beta=0.1", write(t, "sums.json", solved))
		}
		want := execute(solved, "predict", "-", plain)
		for _, data := range []string{file, plain} {
			expect(t, execute(solved, "check", data, "-"), exitDone)
			if got := execute(solved, "predict", "-", data); got.code != exitDone || got.out != want.out {
				t.Errorf("%+v, want %s", got, want.out)
			}
		}
		expect(t, execute(solved, "check", "--arrays=x,other", file, "-"), exitFailed)
	}
	expect(t, execute("", "solve", "--test", file, "--arrays=x,y", file), exitDone)
	unlabelled := write(t, "new.npz", npz([2]string{"other", other}, [2]string{"x", x}))
	expect(t, execute(do(t, "solve", "--arrays=x,y", file), "predict", "-", unlabelled), exitDone)
}

// TestCheckNamesTheFileOfTargets: targets that training had in a file of their own are asked for by its option.
func TestCheckNamesTheFileOfTargets(t *testing.T) {
	x, y := write(t, "x.npy", npy([]int{3, 2}, 1, 2, 2, 1, 0, 1)), write(t, "y.npy", npy([]int{3}, 1, -1, 2))
	solved := do(t, "solve", "--y", y, x)
	expect(t, execute(solved, "check", x, "-"), exitBadInput, "--y names a file that has it")
	expect(t, execute(solved, "check", "--y", y, x, "-"), exitDone)
	named, unnamed := write(t, "named.csv", "a,b,y\n1,2,1\n2,1,-1\n0,1,2\n"), write(t, "unnamed.csv", "1,2,1\n2,1,-1\n0,1,2\n")
	for _, table := range []string{named, unnamed} { // one file has the targets after the features
		expect(t, execute(solved, "check", table, "-"), exitDone)
		for from, to := range map[string]string{`"features":[1,2]`: `"features":[2,1]`, `"targets":[3]`: `"targets":[2]`,
			`"width":2`: `"width":5`} {
			changed := strings.Replace(strings.ReplaceAll(solved, " ", ""), from, to, 1)
			if o := execute(changed, "check", table, "-"); o.code != exitFailed && o.code != exitBadInput || changed == solved {
				t.Errorf("with %s: %+v", to, o)
			}
		}
	}
}
