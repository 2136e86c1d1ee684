package reproduce

import (
	"math"

	"conelab/core/data/dataset"
	"conelab/core/network/certify"
	"conelab/core/network/compare"
	"conelab/core/network/descent"
	"conelab/core/numeric/lift"
)

// classSet is a data set of two or more classes with the paper's numbers for it.
type classSet struct {
	name   string
	beta   float64
	width  int // m*
	epochs int
}

// classes returns races on data sets; batch is the baselines' batch size, 0 for all rows. With decay there is also a baseline with weight
// decay.
func classes(batch int, decay bool, runs int, sets ...classSet) func(l *Lab) []race {
	return func(l *Lab) (list []race) {
		for _, s := range sets {
			gd := compare.Baseline{
				Name: "GD - tractable", Epochs: l.full(s.epochs, s.epochs/200), Runs: l.full(runs, 1), AtLeast: long, Options: momentum(batch),
			}
			if batch > 0 {
				gd.Name = "SGD - tractable"
			}
			baselines := []compare.Baseline{gd}
			if decay {
				gd.Name, gd.Form = "GD - weight decay", descent.Decay
				baselines = append(baselines, gd)
			}
			list = append(list, race{s.name, s.name, s.width, func(l *Lab) (*Result, error) {
				trained, tested := l.Tables[s.name].division()
				return l.benchmark(problemOf(trained, lift.ReLU, s.beta), setOf(tested), baselines...)
			}})
		}
		return list
	}
}

var (
	classMeasures = []measure{cost, testLoss, trainAccuracy, testAccuracy}
	classClaims   = []claim{
		{"The training costs are consistent with the theory: the convex program has the global optimum.", (*summary).optimal},
		{"The convex program is faster.", (*summary).sooner},
		{"It achieves the final test accuracy of the non-convex models or a higher one.", (*summary).accurate},
		{"The non-convex models take longer to reach their final test accuracy.", (*summary).settled},
		{"The optimal networks have as many neurons as the figures say, m*.", (*summary).widths},
	}
)

// The figures of section 9.2 for two classes and for more, and of appendix C.
var (
	binary = Experiment{
		Name: "binary", Title: "Two classes: breast-cancer and credit-approval",
		Place: "Section 9.2: n = 228, d = 9, beta = 0.01 and n = 552, d = 15, beta = 10", Needs: []string{"breast-cancer", "credit-approval"},
	}.races(classes(0, true, 5,
		classSet{"breast-cancer", 0.01, 16, 100000}, classSet{"credit-approval", 10, 18, 50000}), classMeasures, classClaims...)
	multiclass = Experiment{
		Name: "multiclass", Title: "More classes: annealing and statlog-vehicle",
		Place: "Section 9.2 and the introduction: n = 638, d = 31, C = 5 and n = 676, d = 18, C = 4, beta = 1",
		Needs: []string{"annealing", "statlog-vehicle"},
	}.races(classes(0, true, 3,
		classSet{"annealing", 1, 172, 30000}, classSet{"statlog-vehicle", 1, 107, 15000}), classMeasures, classClaims...)
	minibatch = Experiment{
		Name: "minibatch", Title: "Stochastic gradient descent: breast-cancer-wisc-diag and parkinsons",
		Place: "Additional numerical results: batches of 13, n = 455, d = 30, beta = 1 and n = 156, d = 22, beta = 0.1",
		Needs: []string{"breast-cancer-wisc-diag", "parkinsons"},
	}.races(classes(13, false, 5,
		classSet{"breast-cancer-wisc-diag", 1, 34, 5000}, classSet{"parkinsons", 0.1, 27, 20000}), classMeasures, classClaims...)
)

// imageSets lists the paper's image sets, of which it takes the first two classes, with its number of training images.
var imageSets = []struct {
	name, title string
	train       int
}{{MNIST, "MNIST", 12600}, {Fashion, "Fashion-MNIST", 12000}, {CIFAR, "CIFAR-10", 10000}}

// pooled returns the training problem of the paper's convolutional network with global pooling on the first n images, and the test images.
func (i *Images) pooled(n int) (p *certify.Problem, test *certify.Set) {
	first := *i.Train
	n = min(n, i.Train.Len())
	first.X, first.Y = first.X[:n], first.Y[:n]
	p = problemOf(&first, lift.ReLU, 1e-6)
	p.Architecture = lift.Architecture{
		Kind: lift.Convolutional, Input: [3]int{i.Height, i.Width, i.Channels}, Filter: 3, Stride: 1, Pool: lift.GlobalPool,
	}
	return p, setOf(i.Test)
}

// digits is the figure of section 9.4. The program works on the images' second moments. Its baselines use them too, since epochs over all
// patches of each image would take 60 times as long. All times include the moments; the paper's leave out its pre-computation.
var digits = Experiment{
	Name: "digits", Title: "Convolution with global average pooling: two classes of images",
	Place: "Section 9.4: MNIST (12600 images), Fashion-MNIST (12000) and CIFAR-10 (10000), filter 3, stride 1, beta = 1e-6, batches of 100",
	Needs: []string{MNIST, Fashion, CIFAR},
}.races(func(l *Lab) (list []race) {
	sgd := compare.Baseline{Name: "SGD - tractable", Epochs: l.full(1000, 20), Runs: l.full(3, 1), Options: momentum(100)}
	decay := sgd
	decay.Name, decay.Form = "SGD - weight decay", descent.Decay
	for _, set := range imageSets {
		n := l.full(set.train, 500)
		list = append(list, race{set.title, set.name, 0, func(l *Lab) (*Result, error) {
			p, test := l.Images[set.name].pooled(n)
			return l.benchmark(p, test, sgd, decay)
		}})
	}
	return list
}, []measure{cost, trainAccuracy, testAccuracy},
	claim{"The accuracy of the convex program is slightly better than that of SGD, or the same.", (*summary).accurate},
	claim{"Its run time is consistently shorter than SGD takes to converge.", (*summary).settled})

// optimisers is the figure of the introduction that trains the same network with two methods and a range of rates. The paper gives neither
// the rates nor the betas. Here the rates are half powers of ten around the best one of a search, and beta is 1e-6 for images, as in
// section 9.4, and 0.1 otherwise, as in section 9.7.
var optimisers = Experiment{
	Name: "optimisers", Title: "SGD and Adam with a range of rates: two classes of images, oocytes",
	Place: "Introduction, six panels: convolution with global average pooling (MNIST, CIFAR-10), " +
		"fully connected (oocytes-merluccius-nucleus-4d); rates and betas not given",
	Needs: []string{MNIST, CIFAR, oocytes},
}.races(func(l *Lab) (list []race) {
	around := l.full(2, 1)
	sgd := compare.Baseline{Name: "SGD", Epochs: l.full(500, 10), AtLeast: long, Options: momentum(100)}
	other := sgd
	other.Name, other.Method = "Adam", descent.Adam
	add := func(name, data string, draw func(l *Lab) (*certify.Problem, *certify.Set)) {
		list = append(list, race{name, data, 0, func(l *Lab) (*Result, error) {
			p, test := draw(l)
			return l.rates(p, test, around, sgd, other)
		}})
	}
	for _, set := range []int{0, 2} {
		images, n := imageSets[set], l.full(imageSets[set].train, 500)
		add(images.title, images.name, func(l *Lab) (*certify.Problem, *certify.Set) {
			return l.Images[images.name].pooled(n)
		})
	}
	add(oocytes, oocytes, func(l *Lab) (*certify.Problem, *certify.Set) {
		trained, tested := l.Tables[oocytes].division()
		return problemOf(trained, lift.ReLU, 0.1), setOf(tested)
	})
	return list
}, []measure{trainAccuracy, testAccuracy},
	claim{"The convex program outperforms SGD and Adam with a range of rates in training accuracy.", (*summary).accurateInTraining},
	claim{"It outperforms them in test accuracy, too.", (*summary).accurate})

// rates trains each baseline once at the best rate of a search, and at so many half powers of ten below and above it.
func (l *Lab) rates(p *certify.Problem, test *certify.Set, around int, baselines ...compare.Baseline) (*Result, error) {
	r, err := l.benchmark(p, test, baselines...) // without runs: a search for the rate
	if err != nil {
		return nil, err
	}
	searched := r.Baselines
	r.Baselines = nil
	for k, baseline := range baselines {
		baseline.Runs = 1
		for step := -around; step <= around; step++ {
			baseline.Rate = searched[k].Rate * math.Pow(10, float64(step)/2)
			if err := l.train(r, p, test, baseline); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// relu is the figure of section 9.3. Each of the three methods picks its own beta, on a quarter of the training rows.
var relu = Experiment{
	Name: "relu", Title: "Comparison with ReLU networks: oocytes, credit-approval, breast-cancer",
	Place: "Section 9.3: n = 817, d = 41; n = 552, d = 15; n = 228, d = 9; beta picked for each",
	Needs: []string{oocytes, "credit-approval", "breast-cancer"},
}.races(func(l *Lab) (list []race) {
	betas, picking := powers(-2, 4, 2), l.full(1000, 20)
	if l.Quick {
		betas = powers(0, 2, 2)
	}
	polynomial := compare.Baseline{Name: "GD - polynomial", Epochs: l.full(10000, 50), Runs: l.full(3, 1), AtLeast: long, Options: momentum(0)}
	decay := polynomial
	decay.Name, decay.Activation, decay.Form = "GD - ReLU, weight decay", &descent.ReLU, descent.Decay
	for _, name := range []string{oocytes, "credit-approval", "breast-cancer"} {
		list = append(list, race{name, name, 0, func(l *Lab) (*Result, error) {
			return l.eachBeta(l.Tables[name], betas, picking, polynomial, decay)
		}})
	}
	return list
}, []measure{trainAccuracy, testAccuracy},
	claim{"The convex program's accuracy is competitive with ReLU networks.", (*summary).accurate},
	claim{"It is faster than training ReLU networks.", (*summary).settled})

// eachBeta picks a beta for the program and for each baseline, which trains for so many epochs then, and compares them.
func (l *Lab) eachBeta(t *Table, betas []float64, epochs int, baselines ...compare.Baseline) (*Result, error) {
	trained, tested := t.division()
	inner, err := dataset.Split(trained.Len(), 0.75, 2, nil)
	if err != nil {
		return nil, err
	}
	part, rest := trained.Rows(inner.Train), trained.Rows(inner.Test)
	program, _, err := l.pick(candidate{sigma: lift.ReLU}, betas, nil, part, rest)
	if err != nil {
		return nil, err
	}
	r, err := l.benchmark(problemOf(trained, lift.ReLU, program.beta), setOf(tested))
	if err != nil {
		return nil, err
	}
	for _, baseline := range baselines {
		short := baseline
		short.Width, short.Epochs, short.Runs, short.AtLeast = max(1, r.Optima[0].Neurons), epochs, 1, 0
		picked, _, err := l.pick(candidate{sigma: lift.ReLU, baseline: &short}, betas, []float64{0}, part, rest)
		if err != nil {
			return nil, err
		}
		if err := l.train(r, problemOf(trained, lift.ReLU, picked.beta), setOf(tested), baseline); err != nil {
			return nil, err
		}
	}
	return r, nil
}
