package path

import (
	"math"

	"conelab/core/network/certify"
)

// CrossValidation is the result of cross-validation, of networks with two layers or with more (see package stack).
type CrossValidation struct {
	// Status is Optimal if all folds are done and certified; see Path.
	Status  certify.Status
	Message string
	// Folds is the number of folds that the rows average: those that are finished, or the first one as far as it is done. Tests says whether there
	// were points held out, and ByAccuracy that rows are compared by accuracy, because all labels are classes, and not by the error.
	Folds             int
	Tests, ByAccuracy bool
	// Rows has one row for each beta and each number of layers.
	Rows []Row
	// Best is the row with the best mean score on the points held out; of equal scores, the simplest one: with the fewest layers, and then the largest
	// beta. Simplest is the simplest row whose mean score is within one standard error of the best (the one-standard-error rule). Both are -1 if there
	// are no rows or no points held out.
	Best, Simplest int
}

// Row summarises the folds for one beta and one number of layers: means over the folds, and standard errors of the mean scores on the points held out.
type Row struct {
	Beta                       float64
	Layers                     int
	Train, Test, StandardError Score
	// Neurons is the mean number of neurons, Gap the largest gap of the folds, Cost the mean cost of the last layer.
	Neurons, Gap, Cost float64
}

// average sets the rows from those of the folds, one table for each, and chooses among them.
func (c *CrossValidation) average(tables [][]Row) {
	c.Rows, c.Best, c.Simplest = nil, -1, -1
	for k := range tables[0] {
		c.Rows = append(c.Rows, averageRow(tables, k))
	}
	if c.Tests {
		c.choose()
	}
}

// averageRow averages row k of the folds.
func averageRow(tables [][]Row, k int) Row {
	row := Row{Beta: tables[0][k].Beta, Layers: tables[0][k].Layers}
	var errors, accuracies []float64
	share := 1 / float64(len(tables))
	for _, table := range tables {
		r := &table[k]
		row.Train.Error += share * r.Train.Error
		row.Train.Accuracy += share * r.Train.Accuracy
		row.Neurons += share * r.Neurons
		row.Cost += share * r.Cost
		row.Gap = math.Max(row.Gap, r.Gap)
		errors, accuracies = append(errors, r.Test.Error), append(accuracies, r.Test.Accuracy)
	}
	row.Test.Error, row.StandardError.Error = mean(errors)
	row.Test.Accuracy, row.StandardError.Accuracy = mean(accuracies)
	return row
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
	for k := range c.Rows {
		if c.Best < 0 || c.score(k) > c.score(c.Best) || c.score(k) == c.score(c.Best) && c.simpler(k, c.Best) {
			c.Best = k
		}
	}
	c.Simplest = c.Best
	for k := range c.Rows {
		if c.score(k) >= c.score(c.Best)-c.spread(c.Best) && c.simpler(k, c.Simplest) {
			c.Simplest = k
		}
	}
}

// simpler reports whether row a has fewer layers than row b, or as many and a larger beta.
func (c *CrossValidation) simpler(a, b int) bool {
	x, y := &c.Rows[a], &c.Rows[b]
	return x.Layers < y.Layers || x.Layers == y.Layers && x.Beta > y.Beta
}

// score returns the mean score of row k; larger is better.
func (c *CrossValidation) score(k int) float64 {
	if c.ByAccuracy {
		return c.Rows[k].Test.Accuracy
	}
	return -c.Rows[k].Test.Error
}

func (c *CrossValidation) spread(k int) float64 {
	if c.ByAccuracy {
		return c.Rows[k].StandardError.Accuracy
	}
	return c.Rows[k].StandardError.Error
}
