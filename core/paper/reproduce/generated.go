package reproduce

import (
	"fmt"
	"math/rand/v2"

	"conelab/core/data/dataset"
	"conelab/core/data/presets"
	"conelab/core/network/certify"
	"conelab/core/network/compare"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// planted is a generated problem of the paper.
type planted struct {
	Shape    lift.Architecture
	N, D     int
	Outputs  int
	Neurons  int
	Features dataset.Features
	Loss     loss.Loss
	Beta     float64
	// Tests is the number of test points from the same teacher.
	Tests int
}

// draw generates the problem, and the test points, nil if there are none.
func (q *planted) draw(seed uint64) (*certify.Problem, *certify.Set) {
	rng := rand.New(rand.NewPCG(seed, 0))
	teacher := dataset.NewTeacher(rng, q.Shape, q.D, q.Outputs, q.Neurons, lift.ReLU.At)
	all := dataset.Draw(rng, q.N+q.Tests, q.Features, 0, teacher)
	train, test := *all, *all
	train.X, train.Y, test.X, test.Y = all.X[:q.N], all.Y[:q.N], all.X[q.N:], all.Y[q.N:]
	p := problemOf(&train, lift.ReLU, q.Beta)
	p.Architecture, p.Loss = q.Shape, q.Loss
	if q.Tests == 0 {
		return p, nil
	}
	return p, setOf(&test)
}

// draws is the number of draws of teacher and data for which m* is determined.
const draws = 10

// race compares on the first draw, and finds m* for all of them.
func (q planted) race(name string, width int, baselines ...compare.Baseline) race {
	return race{name: name, width: width, run: func(l *Lab) (*Result, error) {
		p, test := q.draw(1)
		r, err := l.benchmark(p, test, baselines...)
		for seed := uint64(1); err == nil && seed <= draws; seed++ {
			var o *compare.Optimum
			p, _ := q.draw(seed)
			if o, err = compare.Solve(&l.Stopwatch, p, 1, nil); err == nil {
				r.Widths = append(r.Widths, o.Neurons)
			}
		}
		return r, err
	}}
}

// introduction is the figure of the introduction that shows stochastic gradient descent in local minima. The paper does not give the number
// of hidden units of its baseline; here it is the program's m*, and twenty, twice the number of planted units.
var introduction = Experiment{
	Name: "introduction", Title: "Stochastic gradient descent and local minima, quadratic activation, generated data",
	Place: "Figure 3, in the introduction: n = 100, d = 10, 10 planted neurons, beta = 1e-6, batches of 10",
}.races(func(l *Lab) []race {
	q := planted{
		Shape: lift.Architecture{Kind: lift.Quadratic}, N: 100, D: 10, Outputs: 1, Neurons: 10, Features: dataset.Gaussians,
		Beta: 1e-6, Tests: 100,
	}
	narrow := compare.Baseline{Name: "SGD, m = m*", Epochs: l.full(20000, 500), Runs: l.full(10, 3), AtLeast: long, Options: momentum(10)}
	wide := narrow
	wide.Name, wide.Width = "SGD, m = 20", 20
	return []race{q.race("quadratic", 0, narrow, wide)}
}, []measure{cost, testLoss},
	claim{"SGD converges to local minima in some of the trials, the convex program to the global optimum.", (*summary).local},
	claim{"The convex program takes a much shorter time.", (*summary).sooner})

// architecture is a row of panels of the figure of section 9.1, with the paper's m* for each.
type architecture struct {
	name    string
	shape   lift.Architecture
	outputs int
	widths  [3]int
}

var architectures = []architecture{
	{"quadratic", lift.Architecture{Kind: lift.Quadratic}, 1, [3]int{9, 20, 20}},
	{"polynomial", lift.Architecture{}, 1, [3]int{10, 23, 35}},
	{"three outputs", lift.Architecture{}, 3, [3]int{61, 86, 75}},
	{
		"convolution, filter 3",
		lift.Architecture{Kind: lift.Convolutional, Signal: true, Input: [3]int{1, 20, 1}, Filter: 3, Stride: 1, Pool: 1},
		1, [3]int{11, 72, 100},
	},
}

// verification is the figure of section 9.1. Its baselines are gradient descent with our m* hidden units; with the paper's m*, which is
// larger; and, for fairness, Adam, which the paper does not use here.
var verification = Experiment{
	Name: "verification", Title: "The same optimum, sooner: four architectures, generated data",
	Place: "Section 9.1, twelve panels: n = 10, 100, 500, d = 20, 5 planted neurons, 4th powers of Gaussians, beta = 0.1, m = m*",
}.races(func(l *Lab) (list []race) {
	epochs := l.full(1000, 50)
	for _, a := range architectures {
		for i, n := range [3]int{10, 100, 500} {
			q := planted{Shape: a.shape, N: n, D: 20, Outputs: a.outputs, Neurons: 5, Features: dataset.FourthPowers, Beta: 0.1}
			gd := compare.Baseline{
				Name: "Backpropagation (GD), m = m*", Epochs: epochs, Runs: l.full(10, 2), AtLeast: long, Options: momentum(0),
			}
			wide := gd
			wide.Name, wide.Width, wide.Runs = "Backpropagation (GD), the paper's m*", a.widths[i], l.full(3, 1)
			other := wide
			other.Name, other.Options = "Adam, the paper's m*", adam(a.widths[i])
			list = append(list, q.race(fmt.Sprintf("%s, n = %d", a.name, n), a.widths[i], gd, wide, other))
		}
	}
	return list
}, []measure{cost},
	claim{"The convex program has the optimal value of the non-convex problem.", (*summary).optimal},
	claim{"The convex program takes less time than backpropagation, for all architectures.", (*summary).sooner},
	claim{"Backpropagation does not always reach the optimum, but may converge to local minima.", (*summary).local},
	claim{
		"The optimal networks have m* = 9, 20 and 20 neurons (quadratic activation, n = 10, 100 and 500), 10, 23 and 35 (polynomial), " +
			"61, 86 and 75 (three outputs), 11, 72 and 100 (convolution).",
		(*summary).widths,
	})

// losses is the figure of section 9.6; its data are assumed to be those of section 9.1.
var losses = Experiment{
	Name: "losses", Title: "Huber and l1 loss, generated data",
	Place: "Section 9.6: n = 100, d = 20, beta = 0.1; data not described, here as in section 9.1",
}.races(func(l *Lab) (list []race) {
	for k, lossFn := range []loss.Loss{loss.Huber, loss.L1} {
		q := planted{N: 100, D: 20, Outputs: 1, Neurons: 5, Features: dataset.FourthPowers, Loss: lossFn, Beta: 0.1}
		epochs := l.full(50000, 300)
		gd := compare.Baseline{
			Name: "Backpropagation (GD), m = m*", Epochs: epochs, Runs: l.full(10, 2), AtLeast: long, Options: momentum(0),
		}
		other := compare.Baseline{Name: "Adam, m = 2(d+1)", Epochs: epochs, Runs: l.full(3, 1), AtLeast: long, Options: adam(42)}
		list = append(list, q.race(lossFn.String(), []int{7, 9}[k], gd, other))
	}
	return list
}, []measure{cost},
	claim{"The formulations hold for any convex loss.", (*summary).optimal},
	claim{"With the l1 loss backpropagation takes longer to converge.", (*summary).slowerWithL1},
	claim{"The convex program is faster.", (*summary).sooner},
	claim{"The optimal networks have m* = 7 (Huber) and 9 (l1) neurons.", (*summary).widths})

// drawings are those of the page on which networks with ReLU are trained to their certified optimum.
var drawings = []string{"ring", "xor", "spiral", "moons", "checkerboard", "parabola"}

// drawing returns points of a drawing.
func drawing(name string, n int, seed uint64) *dataset.Frame {
	preset, _ := presets.Find(name)
	x, labels := preset.Make(n, seed)
	f := &dataset.Frame{X: x}
	for _, y := range labels {
		f.Y = append(f.Y, []float64{y})
	}
	return f
}

// reluOptimum is not in the paper: it makes the paper's comparison for networks with ReLU, whose optimum package relu certifies in the
// plane.
var reluOptimum = Experiment{
	Name: "relu-optimum", Title: "ReLU networks against their certified optimum",
	Place: "Not in the paper: drawings with n = 80, beta = 0.1, Adam with three widths",
}.races(func(l *Lab) (list []race) {
	var baselines []compare.Baseline
	for _, width := range []int{10, 50, 200} {
		baselines = append(baselines, compare.Baseline{
			Name: fmt.Sprintf("Adam, %d units", width), Epochs: l.full(10000, 100), Runs: l.full(20, 2), AtLeast: long, Options: adam(width),
		})
	}
	for _, name := range drawings {
		list = append(list, race{name: name, run: func(l *Lab) (*Result, error) {
			p := problemOf(drawing(name, 80, 1), lift.Polynomial{}, 0.1)
			p.Sigma = lift.Piecewise{}
			return l.benchmark(p, nil, baselines...)
		}})
	}
	return list
}, []measure{cost},
	claim{"The convex program has the optimal value (of polynomial networks; here of ReLU networks).", (*summary).optimal},
	claim{"Backpropagation does not always reach the optimum (of polynomial networks; here of ReLU networks).", (*summary).local})
