package path

import (
	"math"
	"slices"
	"strconv"

	"conelab/core/network/certify"
	"conelab/core/numeric/loss"
)

// CrossValidation is the result of cross-validation, of networks with two layers or with more (see package stack).
type CrossValidation struct {
	// Status is Optimal if all folds are done and certified; see Path.
	Status  certify.Status
	Message string
	// Folds is the number of folds that the rows average: the finished ones, or else the finished part of the first.
	Folds int
	// Rows has one row for each beta and each number of layers.
	Rows []Row
	// Best is the row with the best mean score on the points held out; of equal scores, the simplest one: with the fewest layers,
	// and then the largest beta. Simplest is the simplest row whose mean score is within one standard error of the best (the
	// one-standard-error rule). Both are -1 if there are no rows, no points held out, or no finished fold.
	Best, Simplest int
}

// Row summarises the folds for one beta and one number of layers: means over the folds, and standard errors of the mean scores on
// the points held out, nil without such points.
type Row struct {
	Beta                       float64
	Layers                     int
	Train, Test, StandardError *loss.Score
	// Neurons is the mean number of neurons, Gap the largest gap of the folds, Cost the mean cost of the last layer.
	Neurons, Gap, Cost float64
}

// averageFolds sets the rows from those of the folds, one table for each, and chooses among them.
func (c *CrossValidation) averageFolds(tables [][]Row) {
	c.Rows = nil
	for k := range tables[0] {
		c.Rows = append(c.Rows, averageRow(tables, k))
	}
	c.choose()
}

// averageRow averages row k of the folds.
func averageRow(tables [][]Row, k int) Row {
	row := Row{Beta: tables[0][k].Beta, Layers: tables[0][k].Layers}
	var trains, tests []*loss.Score
	share := 1 / float64(len(tables))
	for _, table := range tables {
		r := &table[k]
		row.Neurons += r.Neurons // divided below, so that the mean of whole numbers is rounded once
		row.Cost += share * r.Cost
		row.Gap = math.Max(row.Gap, r.Gap)
		trains, tests = append(trains, r.Train), append(tests, r.Test)
	}
	row.Neurons /= float64(len(tables))
	row.Train, _ = averageScores(trains)
	row.Test, row.StandardError = averageScores(tests)
	return row
}

// averageScores returns the means of the scores and their standard errors, for the numbers that all of them have.
func averageScores(scores []*loss.Score) (center, spread *loss.Score) {
	var losses, accuracies []float64
	for _, s := range scores {
		if s == nil {
			return nil, nil
		}
		losses = append(losses, s.Loss)
		if s.Accuracy != nil {
			accuracies = append(accuracies, *s.Accuracy)
		}
	}
	center, spread = &loss.Score{}, &loss.Score{}
	center.Loss, spread.Loss = mean(losses)
	if len(accuracies) == len(scores) {
		m, e := mean(accuracies)
		center.Accuracy, spread.Accuracy = &m, &e
	}
	return center, spread
}

// mean returns the mean of the values and its standard error, 0 for a single value.
func mean(values []float64) (mean, spread float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	if n == 1 {
		return mean, 0
	}
	for _, v := range values {
		spread += (v - mean) * (v - mean) / (n - 1)
	}
	return mean, math.Sqrt(spread / n)
}

// choose sets Best and Simplest.
func (c *CrossValidation) choose() {
	c.Best, c.Simplest = -1, -1
	if len(c.Rows) == 0 || c.Rows[0].Test == nil {
		return
	}
	best, spread := math.Inf(-1), 0.0
	for k := range c.Rows {
		if score, e := c.score(k); c.Best < 0 || score > best || score == best && c.simpler(k, c.Best) {
			c.Best, best, spread = k, score, e
		}
	}
	c.Simplest = c.Best
	for k := range c.Rows {
		if score, _ := c.score(k); score >= best-spread && c.simpler(k, c.Simplest) {
			c.Simplest = k
		}
	}
}

// simpler reports whether row a has fewer layers than row b, or as many and a larger beta.
func (c *CrossValidation) simpler(a, b int) bool {
	x, y := &c.Rows[a], &c.Rows[b]
	return x.Layers < y.Layers || x.Layers == y.Layers && x.Beta > y.Beta
}

// ByAccuracy reports whether rows are compared by accuracy, because all labels are classes, and not by the loss.
func (c *CrossValidation) ByAccuracy() bool {
	return slices.ContainsFunc(c.Rows, func(r Row) bool { return r.Test != nil && r.Test.Accuracy != nil })
}

// score returns the mean score of row k, where larger is better, and its standard error.
func (c *CrossValidation) score(k int) (score, spread float64) {
	test, e := c.Rows[k].Test, c.Rows[k].StandardError
	if test.Accuracy != nil {
		return *test.Accuracy, *e.Accuracy
	}
	return -test.Loss, e.Loss
}

// Validate cross-validates with at least one fold: fold(k) trains without the points held out in fold k, tests on these, and returns a
// table of one fold. Once a fold was stopped, the result averages the finished folds, or has the finished part of the first.
func Validate(folds int, fold func(k int) *CrossValidation) *CrossValidation {
	var done []*CrossValidation
	finished := 0
	for finished < folds {
		f := fold(finished)
		if f.Status == certify.Stopped {
			if finished == 0 {
				done = append(done, f)
			}
			break
		}
		done = append(done, f)
		finished++
	}
	c := &CrossValidation{Status: certify.Optimal, Folds: len(done)}
	var tables [][]Row
	for _, f := range done {
		if Worse(f.Status, c.Status) {
			c.Status, c.Message = f.Status, f.Message
			if folds > 1 {
				c.Message = "In at least one fold: " + f.Message
			}
		}
		tables = append(tables, f.Rows)
	}
	c.averageFolds(tables)
	if finished < folds {
		c.Status = certify.Stopped
		c.Message = "Stopped after " + strconv.Itoa(finished) + " of " + strconv.Itoa(folds) + " folds."
	}
	if finished == 0 { // betas yet to come may be better
		c.Best, c.Simplest = -1, -1
	}
	return c
}

// Outcome returns the points of the path as the rows of one fold, with the best of them if there are test points.
func (p *Path) Outcome() *CrossValidation {
	c, rows := &CrossValidation{Status: p.Status, Message: p.Message, Folds: 1}, []Row(nil)
	for i := range p.Points {
		q := &p.Points[i]
		rows = append(rows, Row{Beta: q.Beta, Train: q.Train, Test: q.Test, Neurons: float64(len(q.Neurons)), Gap: q.Gap, Cost: q.Objective})
	}
	c.averageFolds([][]Row{rows})
	return c
}
