package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/numeric/moments"
)

// summedTable returns rows of Gaussian features with labels from a noisy polynomial, as the problem of a session and as a sums document.
func summedTable(seed uint64, n, d int) (rows document.Data, sums *document.Sums) {
	rng, a := rand.New(rand.NewPCG(seed, 9)), moments.NewAccumulator(moments.NewBasis(d), 1)
	for range n {
		x, y := make([]float64, d), 0.2*rng.NormFloat64()
		for k := range x {
			x[k] = rng.NormFloat64()
			y += x[k]*x[0] - float64(k)*x[k]/2
		}
		rows.X, rows.Y = append(rows.X, x), append(rows.Y, []float64{y})
		a.Add(x, []float64{y})
	}
	sums = &document.Sums{Format: document.SumsFormat, Summed: document.Compensated, Error: moments.Error, Outputs: []string{"minutes"}}
	for k := range d {
		sums.Features = append(sums.Features, fmt.Sprint("hour ", k+1))
	}
	sums.Fill(a.Take(), nil)
	return rows, sums
}

// passes checks the exported solution against the exported sums, as the command line does, and the page against the solution.
func (d driver) passes() *document.Solution {
	d.t.Helper()
	problem, err := d.Document("problem")
	sums, parsed := document.ParseSums(problem)
	if err != nil || parsed != nil {
		d.t.Fatal(err, parsed)
	}
	text, _ := d.Document("solution")
	solution, err := document.ParseSolution(text)
	if err != nil {
		d.t.Fatal(err)
	}
	p, err := convert.OfSums(sums, solution.Model.Problem([][]float64{solution.Model.Anywhere()}))
	if err == nil {
		err = p.Check()
	}
	if err != nil {
		d.t.Fatal(err)
	}
	if check := p.CheckSolution(solution, 0); !check.Pass {
		d.t.Fatalf("the solution fails: %s", check.JSON())
	}
	page := d.Page()
	if page.Objective != solution.Objective || page.Gap != solution.Gap || page.LowerBound != solution.LowerBound || !page.Strip.Certified || page.Stale ||
		page.Samples != 0 || page.Rows != int(sums.Rows) {
		d.t.Fatalf("page %+v, and the solution %+v", page.Strip, solution)
	}
	return solution
}

// TestSumsAreTrained opens sums of tables, and trains a table of the same rows beside them: the objectives, R2 and the mean squared error are
// those of the rows, for other beta, activations and a quadratic network as well.
func TestSumsAreTrained(t *testing.T) {
	for _, c := range []struct{ n, d int }{{5000, 2}, {400, 1}, {800, 3}, {3000, 6}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			rows, sums := summedTable(uint64(c.d), c.n, c.d)
			d, e := drive(t), drive(t)
			d.do("%s", file("sums.json", string(sums.JSON())))
			if s := d.Page().Lesson; !strings.Contains(s, fmt.Sprintf("stands for %s rows", map[int]string{5000: "5,000", 400: "400", 800: "800", 3000: "3,000"}[c.n])) {
				t.Errorf("says %q", s)
			}
			problem := d.now().Settings()
			problem.Data, problem.Columns = rows, nil
			e.do(`{"do":"set","problem":%s}`, problem.JSON())
			for _, step := range []string{``, `{"do":"beta","value":30}`, `{"do":"activation","a":0.4,"b":1,"c":-0.3}`, `{"do":"beta","value":31}`,
				`{"do":"architecture","kind":"quadratic"}`, `{"do":"tolerance","value":1e-6}`} {
				if step != "" {
					d.do("%s", step)
					e.do("%s", step)
				}
				got, want := d.passes(), e.Solution()
				t.Logf("%s: sums %.12g gap %.1e, rows %.12g gap %.1e", step, got.Objective, got.Gap, want.Objective, want.Gap)
				if math.Abs(got.Objective-want.Objective) > 2e-8*want.Objective {
					t.Errorf("%s: the sums cost %.14g, the rows %.14g", step, got.Objective, want.Objective)
				}
				q := convert.Problem(e.Problem())
				own := certify.Compare(q, got.Network.Neurons, new(certify.Job).Run(q))
				if math.Abs(own.Objective-got.Objective) > 1e-9*own.Objective {
					t.Errorf("%s: the network costs %.14g on the sums, %.14g on the rows", step, got.Objective, own.Objective)
				}
				a, b := d.Page().Train, e.Page().Train
				if a.Samples != c.n || math.Abs(a.Loss-b.Loss) > 1e-3*b.Loss || math.Abs(*a.R2-*b.R2) > 1e-4 || math.Abs(*a.RMS-*b.RMS) > 1e-3**b.RMS {
					t.Errorf("%s: the scores are %+v, of the rows %+v", step, a, b)
				}
			}
		})
	}
}
