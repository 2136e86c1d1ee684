package path

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// drawn returns a planted problem and as many test points, with classes if the loss needs them.
func drawn(t testing.TB, seed uint64, n, d, outputs int, a lift.Architecture, lossFn loss.Loss) (certify.Problem, certify.Set) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 9))
	teacher := dataset.NewTeacher(rng, a, d, outputs, 4, lift.ReLU.At)
	frame := dataset.Draw(rng, 2*n, dataset.Gaussians, 0.3, teacher)
	if lossFn == loss.Hinge || lossFn == loss.Logistic || lossFn == loss.Softmax {
		frame.Classify()
	}
	all := certify.Problem{D: d, Outputs: outputs, Architecture: a, Sigma: lift.ReLU, Loss: lossFn}
	all.X, all.Y = slices.Concat(frame.X...), dense.Columns(frame.Y)
	fold := dataset.Fold{}
	for i := range n {
		fold.Train, fold.Test = append(fold.Train, i), append(fold.Test, n+i)
	}
	return divide(&all, []dataset.Fold{fold})(0)
}

var convolution = lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 6, 1}, Signal: true, Filter: 3, Stride: 1, Pool: 1}

// cases are problems of all architectures and losses.
var cases = []struct {
	name          string
	n, d, outputs int
	a             lift.Architecture
	lossFn        loss.Loss
}{
	{"dense squared", 40, 3, 1, lift.Architecture{}, loss.Squared},
	{"few samples", 8, 5, 1, lift.Architecture{}, loss.Squared},
	{"vector", 30, 3, 2, lift.Architecture{}, loss.Squared},
	{"quadratic", 30, 4, 1, lift.Architecture{Kind: lift.Quadratic}, loss.Squared},
	{"convolutional", 30, 6, 1, convolution, loss.Squared},
	{"huber", 30, 3, 1, lift.Architecture{}, loss.Huber},
	{"l1", 30, 3, 1, lift.Architecture{}, loss.L1},
	{"hinge", 30, 3, 1, lift.Architecture{}, loss.Hinge},
	{"logistic", 30, 3, 1, lift.Architecture{}, loss.Logistic},
	{"softmax", 30, 3, 3, lift.Architecture{}, loss.Softmax},
}

// TestPath checks what holds along every path, within the certified gaps: the two parts add up to the cost, the cost is concave
// in beta, the loss grows with beta, and the weights fall. From BetaMax on there is no neuron, and just below it there is one. The
// path equals separate solves.
func TestPath(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p, test := drawn(t, 3, c.n, c.d, c.outputs, c.a, c.lossFn)
			ratio := 1e-4
			if c.lossFn.Entropic() {
				ratio = 1e-2 // below it, all points are classified correctly, with margins that grow as beta falls
			}
			betas, err := Grid(&p, 12, ratio)
			if err != nil {
				t.Fatal(err)
			}
			path := new(Job).Run(p, betas, &test)
			if path.Status != certify.Optimal || path.Message != "" || len(path.Points) != len(betas) || path.Tests != c.n {
				t.Fatalf("%s, %d points: %s", path.Status, len(path.Points), path.Message)
			}
			for i := range path.Points {
				checkPoint(t, &p, path, &path.Points[i], &test)
				checkPair(t, path.Points, i)
			}
			for i, q := range new(Job).Run(p, []float64{2 * betas[0], betas[0], 0.99 * betas[0]}, nil).Points {
				if (len(q.Neurons) == 0) != (i < 2) || q.Gap > 1e-8 {
					t.Errorf("beta %g of %g: %d neurons, gap %g", q.Beta, betas[0], len(q.Neurons), q.Gap)
				}
			}
		})
	}
}

// checkPoint checks one point on its own and against a separate solve.
func checkPoint(t *testing.T, p *certify.Problem, path *Path, q *Point, test *certify.Set) {
	t.Helper()
	if r := math.Abs(q.Objective - q.Loss - q.Beta*q.Weight); r > 1e-9*q.Objective || q.Lower > q.Objective*(1+1e-10) || q.Gap > 1e-8 {
		t.Errorf("beta %g: the parts miss the cost by %g, gap %g", q.Beta, r, q.Gap)
	}
	if n := len(q.Neurons); n != q.Plus+q.Minus || (n > 0) == (q.Beta >= path.BetaMax) {
		t.Errorf("beta %g with beta max %g: %d neurons, %d and %d", q.Beta, path.BetaMax, n, q.Plus, q.Minus)
	}
	separate := *p
	separate.Beta = q.Beta
	if r := new(certify.Job).Run(separate); math.Abs(r.Objective-q.Objective) > 3e-8*q.Objective || len(r.Neurons) != len(q.Neurons) {
		t.Errorf("beta %g: cost %.12g with %d neurons, alone %.12g with %d", q.Beta, q.Objective, len(q.Neurons), r.Objective, len(r.Neurons))
	}
	if math.Abs(q.Train.Loss-q.Loss/float64(path.Samples)) > 1e-15*q.Train.Loss || !(q.Test.Loss > 0) ||
		q.Test.Accuracy != nil && *q.Test.Accuracy > 1 {
		t.Errorf("beta %g: scores %+v %+v", q.Beta, q.Train, q.Test)
	}
	own := kind.Test(p, &certify.Set{X: p.X, Y: p.Y}, q.Neurons, loss.LabelsOf(p.Y, p.Samples()))
	if math.Abs(own.Loss-q.Train.Loss) > 1e-12*own.Loss || own.Accuracy != nil && *own.Accuracy != *q.Train.Accuracy {
		t.Errorf("beta %g: the train score is %+v, as a test %+v", q.Beta, q.Train, own)
	}
}

// checkPair compares point i with those before it, which have larger betas. The gaps limit how precisely loss and weight are
// known: for b < B, (B - b)(w(b) - w(B)) >= -(gap(b) + gap(B)) and l(B) - l(b) >= b (w(b) - w(B)) - gap(b).
func checkPair(t *testing.T, points []Point, i int) {
	t.Helper()
	q := &points[i]
	for k := range i {
		p := &points[k]
		slack := 2e-8 * (p.Objective + q.Objective)
		if q.Objective > p.Objective+slack || p.Objective > q.Loss+p.Beta*q.Weight+slack {
			t.Errorf("betas %g and %g: costs %.12g and %.12g are not concave and growing", p.Beta, q.Beta, p.Objective, q.Objective)
		}
		weights := slack / (p.Beta - q.Beta)
		if q.Weight < p.Weight-weights || q.Loss > p.Loss+q.Beta*weights+slack {
			t.Errorf("betas %g and %g: weights %.12g and %.12g, losses %.12g and %.12g", p.Beta, q.Beta, p.Weight, q.Weight, p.Loss, q.Loss)
		}
	}
}

// TestStopped: finished points are kept, and unfinished ones are absent.
func TestStopped(t *testing.T) {
	p, test := drawn(t, 1, 30, 3, 1, lift.Architecture{}, loss.Squared)
	betas, _ := Grid(&p, 8, 1e-3)
	whole := new(Job).Run(p, betas, &test)
	var job Job
	last := 0.0
	ctx, cancel := context.WithCancel(t.Context())
	p.Context = parallel.Watch(ctx, func() {
		now := job.Progress().Share
		if now < last || now > 1 {
			t.Errorf("progress goes from %g to %g", last, now)
		}
		last = now
		if len(job.path.Points) == 3 {
			cancel()
		}
	})
	path := job.Run(p, betas, &test)
	if path.Status != certify.Stopped || path.Message != "Stopped after 3 of 8 values of beta." || len(path.Points) != 3 {
		t.Fatalf("%s with %d points: %s", path.Status, len(path.Points), path.Message)
	}
	for i := range path.Points {
		if path.Points[i].Objective != whole.Points[i].Objective {
			t.Errorf("point %d has cost %g instead of %g", i, path.Points[i].Objective, whole.Points[i].Objective)
		}
	}
}

// TestDegenerate: nothing to learn, a single value, and no value.
func TestDegenerate(t *testing.T) {
	p, _ := drawn(t, 1, 5, 2, 1, lift.Architecture{}, loss.Squared)
	zero := p
	zero.Y = make([]float64, 5)
	betas, err := Grid(&zero, 3, 0.01)
	if err != nil || len(betas) != 3 || betas[0] != 1 {
		t.Fatal(betas, err)
	}
	if path := new(Job).Run(zero, betas, nil); path.Status != certify.Optimal || len(path.Points[2].Neurons) != 0 || path.BetaMax != 0 {
		t.Errorf("%+v", path)
	}
	if one, err := Grid(&p, 1, 0.5); err != nil || len(one) != 1 || one[0] != certify.BetaMax(&p) {
		t.Error(one, err)
	}
	if path := new(Job).Run(p, nil, nil); path.Status != certify.Optimal || len(path.Points) != 0 {
		t.Errorf("%+v", path)
	}
	huge := p
	huge.Y = []float64{1e300, 1e308, -1e308, 1e308, 1}
	for _, c := range []struct {
		p        *certify.Problem
		count    int
		ratio    float64
		sentence string
	}{
		{&p, 0, 0.1, "count is 0, expected 1 to 100000"},
		{&p, 3, 1, "ratio is 1, expected a number above 0 and below 1"},
		{&p, 3, math.NaN(), "ratio is NaN, expected"},
		{&huge, 3, 0.1, "expected one within double precision"},
	} {
		if _, err := Grid(c.p, c.count, c.ratio); err == nil || !strings.Contains(err.Error(), c.sentence) {
			t.Errorf("got %v, want %s", err, c.sentence)
		}
	}
}

// BenchmarkPath times a path of 50 values of beta, and as many separate solves with a new job for each.
func BenchmarkPath(b *testing.B) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, row := range []struct {
		n, d int
		set  *dataset.Set
	}{
		{200, 2, dataset.Ball(rng, 200, 2)}, {100, 20, dataset.Planted(rng, 100, 20, 5, lift.ReLU.At)}, {5000, 10, dataset.Ball(rng, 5000, 10)},
	} {
		p := certify.Problem{X: slices.Concat(row.set.X...), Y: row.set.Y, D: row.d, Sigma: lift.ReLU}
		betas, err := Grid(&p, 50, 1e-4)
		if err != nil {
			b.Fatal(err)
		}
		name := fmt.Sprintf("n=%d,d=%d", row.n, row.d)
		b.Run(name+"/path", func(b *testing.B) {
			var job Job
			iterations := 0
			for b.Loop() {
				path := job.Run(p, betas, nil)
				if path.Status != certify.Optimal {
					b.Fatal(path.Message)
				}
				iterations = 0
				for _, q := range path.Points {
					iterations += q.Iterations
				}
			}
			b.ReportMetric(float64(iterations), "iterations")
		})
		b.Run(name+"/separate", func(b *testing.B) {
			iterations := 0
			for b.Loop() {
				iterations = 0
				for _, p.Beta = range betas {
					iterations += new(certify.Job).Run(p).Iterations
				}
			}
			b.ReportMetric(float64(iterations), "iterations")
		})
	}
}
