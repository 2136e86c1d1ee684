package certify_test

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/numeric/parallel"
)

// references has a problem on each line, with its name and the bracket of its optimum that another program has certified. It is
// embedded, because in a browser there are no files.
//
//go:embed testdata/references.tsv
var references string

// fields returns name, lower and upper end of the bracket, and document of the lines.
func fields() (all [][]string) {
	for line := range strings.Lines(references) {
		all = append(all, strings.Split(line, "\t"))
	}
	return all
}

func load(t *testing.T, name string) *document.Problem {
	t.Helper()
	for _, f := range fields() {
		if f[0] == name {
			p, err := document.ParseProblem([]byte(f[3]))
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
	}
	t.Fatal("no reference ", name)
	return nil
}

// solved returns the solution document as a reader of its text gets it.
func solved(t *testing.T, p *document.Problem) *document.Solution {
	t.Helper()
	s, err := document.ParseSolution(document.SolutionOf(p, new(certify.Job).Run(p.Program()), 0.001).JSON())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// failures lists what does not pass.
func failures(c *certify.Verdict) (all []string) {
	for _, f := range c.Findings {
		if !f.Pass {
			all = append(all, fmt.Sprintf("%s: %g > %g", f.What, f.Measured, f.Limit))
		}
	}
	return all
}

// TestReferences solves problems with independently known optima; the slack is that of the brackets, printed to 15 digits.
func TestReferences(t *testing.T) {
	const slack = 1e-9
	for _, f := range fields() {
		t.Run(f[0], func(t *testing.T) {
			lower, err1 := strconv.ParseFloat(f[1], 64)
			upper, err2 := strconv.ParseFloat(f[2], 64)
			if err1 != nil || err2 != nil {
				t.Fatal(f[:3])
			}
			p := load(t, f[0])
			s := solved(t, p)
			if s.Status != certify.Optimal {
				t.Errorf("status %s: %s", s.Status, s.Message)
			}
			if s.Objective < lower-slack*lower {
				t.Errorf("objective %.17g is below the lower bound %.17g", s.Objective, lower)
			}
			if s.LowerBound > upper+slack*upper {
				t.Errorf("lower bound %.17g is above the cost %.17g of a network", s.LowerBound, upper)
			}
			if c := document.CheckSolution(p, s); !c.Pass {
				t.Error(failures(c))
			}
		})
	}
}

func TestCheckFindsTampering(t *testing.T) {
	const name = "small-ring-n12-d2-b0.01"
	for what, c := range map[string]struct {
		change  func(s *document.Solution)
		finding string
	}{
		"alpha":       {func(s *document.Solution) { s.Network.Neurons[0].Alpha *= 1.001 }, "claimed objective"},
		"u turned":    {func(s *document.Solution) { u := s.Network.Neurons[0].U; u[0], u[1] = -u[1], u[0] }, "claimed objective"},
		"u longer":    {func(s *document.Solution) { s.Network.Neurons[0].U[0] *= 1.01 }, "distance of the lengths"},
		"u shorter":   {func(s *document.Solution) { s.Network.Neurons[0].U = []float64{1} }, "neurons that do not"},
		"block":       {func(s *document.Solution) { s.Network.Neurons[0].Block = 1 }, "neurons that do not"},
		"no neurons":  {func(s *document.Solution) { s.Network.Neurons = nil }, "claimed objective"},
		"objective":   {func(s *document.Solution) { s.Objective *= 1 - 1e-6 }, "claimed objective"},
		"lower bound": {func(s *document.Solution) { s.LowerBound *= 1 + 1e-6 }, "claimed lower bound"},
		"both":        {func(s *document.Solution) { s.Objective, s.LowerBound = 1, 1 }, "claimed objective"},
		"gap":         {func(s *document.Solution) { s.Gap = 1e-3 }, "claimed gap"},
		"dual":        {func(s *document.Solution) { s.Dual[3][0] += 0.1 }, "claimed lower bound"},
		"dual short":  {func(s *document.Solution) { s.Dual = s.Dual[1:] }, "rows of dual"},
		"dual wide":   {func(s *document.Solution) { s.Dual[0] = []float64{1, 2} }, "rows of dual"},
		"dual zero":   {func(s *document.Solution) { clear(s.Dual[0]) }, "gap between"},
		"plus":        {func(s *document.Solution) { s.Z[0].Plus[0][0] += 1e-6 }, "z against the sum"},
		"minus":       {func(s *document.Solution) { s.Z[0].Minus[2][2] -= 100 }, "least eigenvalue of z"},
		"unbalanced":  {func(s *document.Solution) { s.Z[0].Plus[2][2] += 1 }, "trace of z"},
		"no z":        {func(s *document.Solution) { s.Z = nil }, "entries of z"},
		"z small":     {func(s *document.Solution) { s.Z[0].Plus = s.Z[0].Plus[1:] }, "entries of z"},
		"z ragged":    {func(s *document.Solution) { s.Z[0].Minus[1] = nil }, "entries of z"},
		"huge":        {func(s *document.Solution) { s.Network.Neurons[0].Alpha = 1e308 }, "claimed objective"},
		"huge z":      {func(s *document.Solution) { s.Z[0].Plus[0][0] = math.MaxFloat64 }, "trace of z"},
		"huge dual":   {func(s *document.Solution) { s.Dual[0][0] = 1e300 }, "gap between"},
	} {
		t.Run(what, func(t *testing.T) {
			p := load(t, name)
			s := solved(t, p)
			c.change(s)
			check := document.CheckSolution(p, s)
			if check.Pass || !strings.Contains(strings.Join(failures(check), "\n"), c.finding) {
				t.Errorf("found only %q", failures(check))
			}
			if document.CheckJSON(check) == nil {
				t.Error("the check has a number that JSON does not have")
			}
		})
	}
}

// TestCheckFindsPoorNetworks: a network and a dual vector that claim nothing false, but are not optimal, do not pass.
func TestCheckFindsPoorNetworks(t *testing.T) {
	p := load(t, "small-ring-n12-d2-b0.01")
	q, job := p.Program(), new(certify.Job)
	ctx, cancel := context.WithCancel(t.Context())
	q.Context = parallel.Watch(ctx, func() {
		if job.Progress().Iterations == 1 {
			cancel()
		}
	})
	s := document.SolutionOf(p, job.Run(q), 0)
	forged := *s
	forged.Status = certify.Optimal
	if check := document.CheckSolution(p, &forged); check.Pass || len(failures(check)) != 1 || !strings.HasPrefix(failures(check)[0], "gap between") {
		t.Errorf("found %q", failures(check))
	}
	if s.Status != certify.Stopped || s.Message == "" {
		t.Errorf("status %s, %q", s.Status, s.Message)
	}
}

// extreme draws numbers, many of them zero, or as large or small as doubles can be.
func extreme(rng *rand.Rand) float64 {
	v := rng.NormFloat64()
	switch rng.IntN(6) {
	case 0:
		return 0
	case 1:
		return v * math.Pow(10, float64(rng.IntN(600)-300))
	case 2:
		return math.Copysign(math.MaxFloat64, v)
	}
	return v
}

// extremes draws rows of such numbers.
func extremes(rng *rand.Rand, n, d int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		for range d {
			rows[i] = append(rows[i], extreme(rng))
		}
	}
	return rows
}

// TestExtremeProblems: for any numbers, the document can be written and read, and a result that is called optimal passes the check.
func TestExtremeProblems(t *testing.T) {
	const seed, cases = 5, 400
	rng := rand.New(rand.NewPCG(seed, seed))
	for range cases {
		n, d := 1+rng.IntN(12), 1+rng.IntN(8)
		p := &document.Problem{
			Data: document.Data{X: extremes(rng, n, d), Y: extremes(rng, n, 1)},
			Settings: document.Settings{
				Architecture: document.Architecture{Kind: document.KindDense}, Loss: document.LossSquared,
				Activation: document.Activation{A: 0.09, B: 0.5, C: 0.47}, Beta: 0.01,
			},
		}
		if rng.IntN(2) == 0 {
			p.Activation = document.Activation{A: extreme(rng), B: extreme(rng), C: extreme(rng)}
			p.Beta = math.Pow(10, float64(rng.IntN(600)-300))
		}
		s := solved(t, p)
		check := document.CheckSolution(p, s)
		if document.CheckJSON(check) == nil || s.Status == certify.Optimal && !check.Pass {
			t.Fatalf("%s: %s, %v", p.JSON(), s.Status, failures(check))
		}
	}
}
