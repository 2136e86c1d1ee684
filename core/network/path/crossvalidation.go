package path

import (
	"math"
	"strconv"

	"conelab/core/network/certify"
)

// CrossValidation is the result of cross-validation.
type CrossValidation struct {
	// Status is Optimal if all folds are done and certified; see Path.
	Status  certify.Status
	Message string
	// ByAccuracy: betas are compared by accuracy, because all labels are classes; otherwise they are compared by the error.
	ByAccuracy bool
	// Paths holds one path for each fold that counts: the finished folds, or the unfinished first fold if none is finished.
	Paths []*Path
	// Rows has one row for each beta.
	Rows []Row
	// Best is the row with the best mean score; of equal scores, the one with the largest beta and so the smallest network. Simplest is the row with
	// the largest beta whose mean score is within one standard error of the best (the one-standard-error rule). Both are -1 if there are no rows.
	Best, Simplest int
}

// Row summarises the folds for one beta: means over the folds, and standard errors of the mean scores on the points held out.
type Row struct {
	Beta                       float64
	Train, Test, StandardError Score
	// Neurons is the mean number of neurons, Gap the largest gap of the folds.
	Neurons, Gap float64
}

// Result returns the result so far.
func (v *Validation) Result() *CrossValidation {
	c := &CrossValidation{Status: certify.Optimal, Paths: v.paths, Best: -1, Simplest: -1}
	if len(v.paths) == 0 {
		c.Paths = []*Path{v.job.Path()}
	}
	c.ByAccuracy = true
	for _, p := range c.Paths {
		c.ByAccuracy = c.ByAccuracy && p.Classes != NoClasses
		if severity[p.Status] > severity[c.Status] {
			c.Status, c.Message = p.Status, "In at least one fold: "+p.Message
		}
	}
	if len(v.paths) < v.folds {
		c.Status = certify.Stopped
		c.Message = "Stopped after " + strconv.Itoa(len(v.paths)) + " of " + strconv.Itoa(v.folds) + " folds."
	}
	for k := range c.Paths[0].Points {
		c.Rows = append(c.Rows, c.row(k))
	}
	c.choose()
	return c
}

// row averages over the folds for the k-th beta.
func (c *CrossValidation) row(k int) Row {
	row := Row{Beta: c.Paths[0].Points[k].Beta}
	var errors, accuracies []float64
	share := 1 / float64(len(c.Paths))
	for _, path := range c.Paths {
		p := &path.Points[k]
		row.Train.Error += share * p.Train.Error
		row.Train.Accuracy += share * p.Train.Accuracy
		row.Neurons += share * float64(len(p.Neurons))
		row.Gap = math.Max(row.Gap, p.Gap)
		errors, accuracies = append(errors, p.Test.Error), append(accuracies, p.Test.Accuracy)
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
		if c.Best < 0 || c.score(k) > c.score(c.Best) || c.score(k) == c.score(c.Best) && c.Rows[k].Beta > c.Rows[c.Best].Beta {
			c.Best = k
		}
	}
	c.Simplest = c.Best
	for k := range c.Rows {
		if c.score(k) >= c.score(c.Best)-c.spread(c.Best) && c.Rows[k].Beta > c.Rows[c.Simplest].Beta {
			c.Simplest = k
		}
	}
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
