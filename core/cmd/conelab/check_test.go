package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/data/strictjson"
	"conelab/core/format/document"
)

// TestVerdict: the verdict with its three numbers comes first in the output.
func TestVerdict(t *testing.T) {
	file := write(t, "problem.json", small)
	solved := execute(small, "solve")
	o := execute(solved.out, "check", file, "-")
	if !strings.HasPrefix(strings.Join(strings.Fields(o.out), " "), `{ "format":"conelab/check/1", "verdict":"CERTIFIED: cost 0.`) || !strings.Contains(o.out, ", lower bound 0.") || !strings.Contains(o.out, ", gap ") {
		t.Errorf("%.200s", o.out)
	}
	s, err := document.ParseSolution([]byte(solved.out))
	if err != nil {
		t.Fatal(err)
	}
	s.Network.Neurons[0].Alpha *= 2
	o = execute(string(s.JSON()), "check", file, "-")
	if o.code != exitFailed || !strings.Contains(o.out, `"verdict":"NOT CERTIFIED: cost `) || !strings.Contains(o.out, "(claimed objective against the cost of the network, relative: ") {
		t.Errorf("%+v", o)
	}
	s.Dual = nil
	if o = execute(string(s.JSON()), "check", file, "-"); o.code != exitFailed || !strings.Contains(o.out, `"verdict":"NOT CERTIFIED (rows of dual that are missing`) {
		t.Errorf("%+v", o)
	}
}

// TestCheckNetwork measures networks without proof: the optimal one, a nearby one, and one that does not fit.
func TestCheckNetwork(t *testing.T) {
	file := write(t, "problem.json", small)
	s, err := document.ParseSolution([]byte(execute(small, "solve").out))
	if err != nil {
		t.Fatal(err)
	}
	bare := func() string {
		text, err := json.Marshal(map[string]any{"neurons": s.Network.Neurons})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	check := func(o outcome) (c document.Check) {
		if err := json.Unmarshal([]byte(o.out), &c); err != nil {
			t.Fatal(err)
		}
		return c
	}
	o := execute(bare(), "check", "--network", file, "-")
	if c := check(o); o.code != exitDone || !c.Pass || c.Gap > 1e-8 || math.Abs(c.Objective-s.Objective) > 1e-9 || !strings.HasPrefix(c.Verdict, "CERTIFIED: ") {
		t.Errorf("%+v", o)
	}
	s.Network.Neurons[0].Alpha *= 1.5
	o = execute(bare(), "check", "--network", file, "-")
	if c := check(o); o.code != exitFailed || c.Pass || !(c.Objective > s.Objective) || c.LowerBound > s.Objective || !strings.HasPrefix(c.Verdict, "NOT CERTIFIED: ") {
		t.Errorf("%+v", o)
	}
	s.Network.Neurons[0].U = []float64{1}
	o = execute(bare(), "check", "--network", file, "-")
	if c := check(o); o.code != exitFailed || !strings.HasPrefix(c.Verdict, "NOT CERTIFIED (neuron 1 has a direction u of 1 numbers, where the problem asks for 2") {
		t.Errorf("%+v", o)
	}
	deep := write(t, "deep.json", strings.Replace(small, `"beta":0.01`, `"beta":0.01,"stack":{"layers":2}`, 1))
	if o = execute(bare(), "check", "--network", deep, "-"); o.code != exitBadInput {
		t.Errorf("%+v", o)
	}
}

// solvePair solves a problem with the given options, and returns the files of the problem and the solution.
func solvePair(t *testing.T, problem string, options ...string) (problemFile, solutionFile string) {
	t.Helper()
	problemFile = write(t, "problem.json", "")
	solved := execute(problem, append([]string{"solve", "--problem", problemFile}, options...)...)
	if solved.code != exitDone {
		t.Fatalf("solve: %+v", solved)
	}
	return problemFile, write(t, "solution.json", solved.out)
}

// equivalents runs the command and returns its document.
func equivalents(t *testing.T, args ...string) document.Equivalents {
	t.Helper()
	o := execute("", append([]string{"equivalents"}, args...)...)
	var e document.Equivalents
	if err := json.Unmarshal([]byte(o.out), &e); err != nil || o.code != exitDone || o.errors != "" || !e.Pass {
		t.Fatalf("%v: exit %d, %s%s", err, o.code, o.errors, o.out)
	}
	return e
}

func near(t *testing.T, name string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9*math.Abs(want) {
		t.Errorf("%s: %.15g, want %.15g", name, got, want)
	}
}

// read reads a document from a file that the program wrote.
func read(t *testing.T, file string, to any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = strictjson.Read(text, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestEquivalentsAreSolutions puts the equivalent networks of other architectures into the solution. The check must still pass, because the same dual
// vector proves them.
func TestEquivalentsAreSolutions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	plane := execute("", "generate", "ring").out
	space := problem(dataset.Ball(rng, 40, 6), 0.01)
	for name, c := range map[string]struct {
		problem string
		options []string
	}{
		"plane":         {plane, nil},
		"space":         {space, nil},
		"convolutional": {space, []string{"--kind=convolutional", "--input=6", "--filter=3"}},
		"pooled":        {space, []string{"--kind=convolutional", "--input=6", "--filter=3", "--pool=global", "--loss=huber"}},
	} {
		t.Run(name, func(t *testing.T) {
			file, solution := solvePair(t, c.problem, c.options...)
			var s document.Solution
			read(t, solution, &s)
			m := len(s.Network.Neurons) + 4
			e := equivalents(t, file, solution, "--neurons", fmt.Sprint(m), "--seed=7")
			if len(e.Networks) != 1 || e.TwoThirds != nil || len(e.Networks[0].Neurons) != m {
				t.Fatalf("%+v", e)
			}
			for _, n := range e.Networks {
				near(t, n.Form, n.Objective, s.Objective)
				changed := s
				changed.Network.Neurons = n.Neurons
				if checked := execute(string(changed.JSON()), "check", file, "-"); checked.code != exitDone {
					t.Errorf("%s: %s", n.Form, checked.out)
				}
			}
		})
	}
}

func TestEquivalentsOfNothing(t *testing.T) {
	file, solution := solvePair(t, small, "--beta=1e6", "--kind=quadratic")
	if e := equivalents(t, file, solution); len(e.Networks) != 2 || len(e.Networks[0].Neurons) != 0 {
		t.Errorf("%+v", e)
	}
	file, solution = solvePair(t, small, "--beta=1e6")
	if e := equivalents(t, file, solution); len(e.Networks) != 0 {
		t.Errorf("%+v", e)
	}
}

// TestEquivalentsOfMore: a network that costs more than its function requires is rewritten, and the command reports a failure.
func TestEquivalentsOfMore(t *testing.T) {
	file, solution := solvePair(t, small, "--kind=quadratic")
	var s document.Solution
	read(t, solution, &s)
	u := []float64{0.6, 0.8}
	s.Network.Neurons = append(s.Network.Neurons, document.Neuron{U: u, Alpha: 1}, document.Neuron{U: u, Alpha: -1})
	o := execute(string(s.JSON()), "equivalents", file, "-")
	if o.code != exitFailed || o.errors != "" || !strings.Contains(o.out, `"pass":false`) {
		t.Errorf("%+v", o)
	}
}
