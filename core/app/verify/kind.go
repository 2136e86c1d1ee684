package verify

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/app/say"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/numeric/lift"
)

// kindOf returns the class of functions that the networks of a state can be, whatever their neurons. With |u| = 1, the function sum alpha sigma(x'u)
// has the quadratic part a x'Mx, the linear part b m'x and the constant c tr M, with tr M = sum alpha.
func netKindOf(t *workspace.State, classes path.Classes) say.Kind {
	sigma, architecture := t.Activation(), t.Architecture()
	k := say.Kind{Features: t.Features(), Outputs: t.Outputs(), Reading: say.Numbers, Patches: architecture.Kind == document.KindConvolutional}
	switch classes {
	case path.Signs:
		k.Reading = say.Signs
	case path.Largest:
		k.Reading = say.Largest
	}
	if architecture.Kind == document.KindQuadratic {
		k.Square, k.Degree, k.Even, k.Zero = true, 2, true, true
		return k
	}
	switch {
	case sigma.A != 0:
		k.Degree = 2
	case sigma.B != 0:
		k.Degree = 1
	}
	k.Even, k.Zero = sigma.B == 0, sigma.C == 0
	if k.Degree == 2 {
		k.Ratio = sigma.C / sigma.A
	}
	return k
}

// ceiling is an upper limit of what functions of a kind can reach on the points: the number of correct labels, or R2.
type ceiling struct {
	known bool
	// crossings: the limit holds for functions of one feature that change their sign as often as those of the kind can. Otherwise it holds for any
	// function.
	crossings    bool
	right, total int
	classes      bool
	r2           float64
}

// reached reports whether a fit is as good as the ceiling.
func (c *ceiling) reached(g goodness) bool {
	return c.known && (c.classes && g.right >= c.right || !c.classes && g.r2 >= c.r2-0.01)
}

func (c *ceiling) words() say.Fit {
	return say.Fit{Classes: c.classes, Right: c.right, Total: c.total, R2: c.r2}
}

// ceilingOf returns the ceiling. It is known only if it explains the fit: if at least half of the deficit of the fit remains at the ceiling.
func ceilingOf(p *certify.Problem, classes path.Classes, g goodness) ceiling {
	c := ceiling{classes: g.classes, total: g.total}
	switch {
	case !g.classes:
		c.r2 = 1 - within(p)
		c.known = 1-c.r2 >= (1-g.r2)/2 && c.r2 < 1
		return c
	case classes == path.Signs && p.Outputs > 1:
		return ceiling{}
	}
	labels := make([]int, g.total)
	for i := range labels {
		labels[i] = classAt(p, i)
	}
	c.right = majorities(p, labels)
	c.known = c.total > c.right && c.total-c.right >= (c.total-g.right+1)/2
	if degree := degreeOf(p); !c.known && classes == path.Signs && p.D == 1 && degree >= 0 {
		c.right, c.crossings = alternating(p.X, labels, degree), true
		c.known = c.total-c.right >= (c.total-g.right+1)/2
	}
	return c
}

// degreeOf returns the largest number of sign changes of a network of one feature, or -1 if the network is not dense.
func degreeOf(p *certify.Problem) int {
	switch {
	case p.Architecture.Kind != lift.Dense:
		return -1
	case p.Sigma.A != 0:
		return 2
	case p.Sigma.B != 0:
		return 1
	}
	return 0
}

// classAt returns the class of point i: the output with the label 1, or 0 and 1 for a single output.
func classAt(p *certify.Problem, i int) int {
	n := p.Samples()
	for o := range p.Outputs {
		if p.Y[o*n+i] == 1 {
			return o
		}
	}
	return 1
}

// places returns the points in an order that groups those with equal features, and the ends of the groups.
func places(p *certify.Problem) (order, ends []int) {
	n := p.Samples()
	order = make([]int, n)
	for i := range order {
		order[i] = i
	}
	at := func(i int) []float64 { return p.X[i*p.D : (i+1)*p.D] }
	slices.SortFunc(order, func(i, j int) int { return slices.Compare(at(i), at(j)) })
	for k := range order {
		if k+1 == n || slices.Compare(at(order[k]), at(order[k+1])) != 0 {
			ends = append(ends, k+1)
		}
	}
	return order, ends
}

// majorities returns the largest number of points that any function can classify correctly: points with equal features all get one class.
func majorities(p *certify.Problem, labels []int) (right int) {
	order, ends := places(p)
	from := 0
	for _, end := range ends {
		counts, most := map[int]int{}, 0
		for _, i := range order[from:end] {
			counts[labels[i]]++
			most = max(most, counts[labels[i]])
		}
		right, from = right+most, end
	}
	return right
}

// within returns the fraction of the labels' variation that is between points with equal features, which no function can explain.
func within(p *certify.Problem) float64 {
	order, ends := places(p)
	n, rest, all := p.Samples(), 0.0, 0.0
	for o := range p.Outputs {
		y := p.Y[o*n : (o+1)*n]
		all += variation(y, order)
		from := 0
		for _, end := range ends {
			rest += variation(y, order[from:end])
			from = end
		}
	}
	if all == 0 {
		return 0
	}
	return rest / all
}

// variation returns the sum of squared deviations of some labels from their mean.
func variation(y []float64, indices []int) (sum float64) {
	mean := 0.0
	for _, i := range indices {
		mean += y[i] / float64(len(indices))
	}
	for _, i := range indices {
		sum += (y[i] - mean) * (y[i] - mean)
	}
	return sum
}

// alternating returns the largest number of the labels 0 and 1 at x that a function can classify correctly with at most the given number of sign
// changes. Points with equal x have one sign.
func alternating(x []float64, labels []int, changes int) int {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	// best[c][s] is the largest number correct so far with c sign changes and the last sign s.
	best := make([][2]int, changes+1)
	for c := 1; c <= changes; c++ {
		best[c] = [2]int{math.MinInt32, math.MinInt32}
	}
	for from := 0; from < len(order); {
		counts, end := [2]int{}, from
		for ; end < len(order) && x[order[end]] == x[order[from]]; end++ {
			counts[labels[order[end]]]++
		}
		for c := changes; c >= 0; c-- {
			for s := range 2 {
				if c > 0 {
					best[c][s] = max(best[c][s], best[c-1][1-s])
				}
			}
			for s := range 2 {
				best[c][s] += counts[s]
			}
		}
		from = end
	}
	most := 0
	for _, b := range best {
		most = max(most, b[0], b[1])
	}
	return most
}
