package reproduce

import (
	"fmt"
	"math"

	"conelab/core/data/dataset"
	"conelab/core/network/compare"
	"conelab/core/network/descent"
	"conelab/core/numeric/lift"
)

// Cell is an entry of the table of accuracies: the hyper-parameters picked on the validation rows, and the accuracies of the folds.
type Cell struct {
	Model string    `json:"model"`
	Beta  float64   `json:"beta"`
	Rate  float64   `json:"rate,omitempty"`
	Folds []float64 `json:"folds"`
	// Picked is the accuracy of the picked hyper-parameters on the validation rows.
	Picked float64 `json:"picked,omitempty"`
}

// mean returns the accuracy for the table.
func (c *Cell) mean() float64 {
	sum := 0.0
	for _, v := range c.Folds {
		sum += v / float64(len(c.Folds))
	}
	return sum
}

// accuracy is the table of section 9.2, for the available data sets.
var accuracy = Experiment{
	Name: "accuracy", Title: "The table of accuracies: two classes",
	Place: "Section 9.2, table of 24 data sets: 2(d+1) neurons, 1000 epochs, rate and beta picked on the validation rows, then the means over four folds",
	Needs: accuracySets(), pieces: accuracyPieces, report: accuracyReport,
}

var accuracyModels = []string{"R-Q", "P-C", "Cvx 111", "Cvx r-app", "Cvx s-app"}

// candidate is a model with its hyper-parameters.
type candidate struct {
	sigma      lift.Activation
	activation *descent.Activation // for a rival
	form       descent.Form
	descent    bool
	beta, rate float64
}

// models are the candidates of each column, without their hyper-parameters.
var models = map[string]candidate{
	"R-Q":       {sigma: lift.ReLU, activation: &descent.ReLU, form: descent.Decay, descent: true},
	"P-C":       {sigma: lift.ReLU, descent: true},
	"Cvx 111":   {sigma: lift.Activation{A: 1, B: 1, C: 1}},
	"Cvx r-app": {sigma: lift.ReLU},
	"Cvx s-app": {sigma: lift.Swish},
}

// grid holds the hyper-parameters that are tried.
type grid struct {
	Betas, DescentBetas, Rates []float64
	Epochs, Runs               int
}

func accuracyPieces(l *Lab) (pieces []Piece) {
	g := grid{powers(-4, 5, 1), powers(-4, 2, 2), powers(-10, -4, 1), 1000, 3}
	if l.Quick {
		g = grid{powers(-2, 2, 2), powers(-2, 0, 2), powers(-8, -6, 2), 100, 1}
	}
	for _, row := range accuracyTable {
		name := row.name
		table := l.Tables[name]
		if table == nil || table.Split == nil || len(table.Folds) == 0 {
			continue
		}
		for _, model := range accuracyModels {
			pieces = append(pieces, Piece{Name: name + " " + model, settings: fmt.Sprintf("%d rows, %+v", table.Frame.Len(), g), run: func(l *Lab) (*Result, error) {
				cell, err := l.cell(table, models[model], &g)
				if err != nil {
					return nil, err
				}
				cell.Model = model
				return &Result{Cells: []Cell{*cell}}, nil
			}})
		}
	}
	return pieces
}

// powers returns the half decades from 10^(low/2) to 10^(high/2).
func powers(low, high, every int) (values []float64) {
	for e := low; e <= high; e += every {
		values = append(values, math.Pow(10, float64(e)/2))
	}
	return values
}

// cell picks the hyper-parameters and computes the accuracies of the folds.
func (l *Lab) cell(t *Table, c candidate, g *grid) (*Cell, error) {
	betas, rates := g.Betas, []float64{0}
	if c.descent {
		betas, rates = g.DescentBetas, g.Rates
	}
	trained, tested := t.Frame.Rows(t.Split.Train), t.Frame.Rows(t.Split.Test)
	best, bestScore := c, compare.Score{TestAccuracy: -1}
	for _, c.beta = range betas {
		for _, c.rate = range rates {
			score, err := l.score(c, trained, tested, g.Epochs, 1)
			if err != nil {
				return nil, err
			}
			if score.TestAccuracy > bestScore.TestAccuracy || score.TestAccuracy == bestScore.TestAccuracy && score.TestLoss < bestScore.TestLoss {
				best, bestScore = c, *score
			}
		}
	}
	cell := &Cell{Beta: best.beta, Rate: best.rate, Picked: bestScore.TestAccuracy}
	for _, fold := range t.Folds {
		score, err := l.score(best, t.Frame.Rows(fold.Train), t.Frame.Rows(fold.Test), g.Epochs, g.Runs)
		if err != nil {
			return nil, err
		}
		cell.Folds = append(cell.Folds, score.TestAccuracy)
	}
	return cell, nil
}

// score trains a candidate and tests it; for gradient descent the score is the mean over the runs.
func (l *Lab) score(c candidate, trained, tested *dataset.Frame, epochs, runs int) (*compare.Score, error) {
	p := problemOf(trained, c.sigma, c.beta)
	if !c.descent {
		o, err := compare.Solve(&l.Stopwatch, p, 1, setOf(tested))
		if err != nil {
			return nil, err
		}
		return &o.Score, nil
	}
	rival := compare.Rival{Activation: c.activation, Epochs: epochs, Runs: runs,
		Options: descent.Options{Form: c.form, Method: descent.Momentum, Width: 2 * (p.D + 1), Rate: c.rate, Seed: 1}}
	o, err := compare.Train(&l.Stopwatch, p, rival, nil, setOf(tested))
	if err != nil {
		return nil, err
	}
	mean := &compare.Score{}
	for _, run := range o.Runs {
		if run.Diverged {
			mean.TestLoss = math.Inf(1)
			continue
		}
		end := run.Curve[len(run.Curve)-1]
		mean.TestAccuracy += end.TestAccuracy / float64(runs)
		mean.TestLoss += end.TestLoss / float64(runs)
	}
	return mean, nil
}
