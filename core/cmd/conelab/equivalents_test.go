package main

import (
	"bytes"
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

// TestEquivalentsOfQuadratic recomputes every cost from the raw data with plain loops.
func TestEquivalentsOfQuadratic(t *testing.T) {
	for _, row := range []struct{ n, d int }{{1, 1}, {30, 2}, {12, 5}, {60, 8}} {
		t.Run(fmt.Sprintf("n=%d,d=%d", row.n, row.d), func(t *testing.T) {
			set := dataset.Ball(rand.New(rand.NewPCG(3, uint64(row.d))), row.n, row.d)
			file, solution := solvePair(t, problem(set, 0.01), "--kind", "quadratic")
			var s document.Solution
			read(t, solution, &s)
			e := equivalents(t, file, solution, "--neurons", "40")
			near(t, "objective", e.Objective, s.Objective)
			c := math.Cbrt(2) + math.Pow(2, -2.0/3)
			twoThirds, _ := quadraticCost(set, s.Network.Neurons, func(a, u float64) float64 { return math.Pow(a, 2.0/3) })
			near(t, "two thirds", *e.TwoThirds, twoThirds)
			for i, want := range []struct {
				form    string
				cost    float64
				neurons int
				price   func(a, u float64) float64
			}{
				{"cubic", s.Objective, len(s.Network.Neurons), func(a, u float64) float64 { return (a*a*a + u*u*u) / c }},
				{"weight-decay", twoThirds, len(s.Network.Neurons), func(a, u float64) float64 { return (a*a + u*u) / c }},
				{"wide", s.Objective, 40, func(a, u float64) float64 { return a }},
			} {
				got := e.Networks[i]
				if got.Form != want.form || len(got.Neurons) != want.neurons {
					t.Fatalf("%s with %d neurons, want %s with %d", got.Form, len(got.Neurons), want.form, want.neurons)
				}
				cost, length := quadraticCost(set, got.Neurons, want.price)
				near(t, got.Form, cost, want.cost)
				near(t, got.Form, got.Objective, cost)
				if (length < 1e-12) != (got.Form == "wide") {
					t.Errorf("%s: | |u| - 1 | is up to %g", got.Form, length)
				}
			}
		})
	}
}

// quadraticCost returns the cost with the squared loss, beta = 0.01 and the given price of |alpha| and |u|, and max | |u| - 1 |.
func quadraticCost(set *dataset.Set, neurons []document.Neuron, price func(a, u float64) float64) (cost, length float64) {
	fit := make([]float64, len(set.Y))
	for _, n := range neurons {
		norm := 0.0
		for _, v := range n.U {
			norm += v * v
		}
		norm = math.Sqrt(norm)
		cost += 0.01 * price(math.Abs(n.Alpha), norm)
		length = math.Max(length, math.Abs(norm-1))
		for i, x := range set.X {
			dot := 0.0
			for k, v := range x {
				dot += v * n.U[k]
			}
			fit[i] += n.Alpha * dot * dot
		}
	}
	for i, y := range set.Y {
		cost += (fit[i] - y) * (fit[i] - y)
	}
	return cost, length
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

// TestSolveFewest: points in a plane within three-dimensional space have many optimal networks. With --fewest there are fewer neurons at the same
// cost, the check passes, and the summary mentions it.
func TestSolveFewest(t *testing.T) {
	set := dataset.Ball(rand.New(rand.NewPCG(4, 4)), 20, 8)
	for _, x := range set.X {
		clear(x[3:])
	}
	text := problem(set, 0.1)
	plain, fewest := execute(text, "solve"), execute(text, "solve", "--fewest")
	if fewest.code != exitDone || fewest.errors != "" {
		t.Fatalf("%+v", fewest)
	}
	before, after := strings.Count(plain.out, `"alpha"`), strings.Count(fewest.out, `"alpha"`)
	if after >= before {
		t.Errorf("%d neurons became %d", before, after)
	}
	near(t, "objective", number(t, fewest, "objective"), number(t, plain, "objective"))
	if checked := execute(text, "check", "-", write(t, "solution.json", fewest.out)); checked.code != exitDone {
		t.Errorf("%+v", checked)
	}
	var out, stderr bytes.Buffer
	s := newStreams(strings.NewReader(text), &out, &stderr)
	s.terminal = true
	if code := s.run([]string{"solve", "--fewest"}); code != exitDone || !strings.Contains(stderr.String(), fmt.Sprintf("; %d neurons before --fewest, %d after\n", before, after)) {
		t.Errorf("exit %d, %s", code, stderr.String())
	}
}
