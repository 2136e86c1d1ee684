package reproduce

import (
	"fmt"
	"math"
	"strings"

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
	rival := compare.Baseline{Activation: c.activation, Epochs: epochs, Runs: runs,
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

// measured holds the accuracies of a data set, in per cent, in the order of the paper's columns.
type measured struct {
	accuracies [5]float64
	// picked is the convex column with the best accuracy on the validation rows; row is the weight of one test row in the accuracy of a
	// fold.
	picked int
	row    float64
}

// convex returns the largest of the convex columns, as in the last column of the paper's table.
func convex(v *[5]float64) float64 { return max(v[2], v[3], v[4]) }

// accuracyReport compares the rows of the table with the paper's.
func accuracyReport(l *Lab, done Results) *Report {
	g := Grid{Title: "Accuracies, per cent: means over four folds", Header: append(append([]string{"data", "n", "d", "whose"}, accuracyModels...), "max(Cvx)", "best")}
	var s accuracySummary
	for i := range accuracyTable {
		row := &accuracyTable[i]
		ours, complete := accuraciesOf(done, row.name)
		if !complete {
			continue
		}
		table := l.Tables[row.name]
		ours.row = 100 / float64(len(table.Folds[0].Test))
		g.accuracies([]any{row.name, row.n, row.d, "the paper"}, &row.accuracies)
		g.accuracies([]any{"", table.Frame.Len(), len(table.Frame.X[0]), "here"}, &ours.accuracies)
		s.add(row, ours)
	}
	report := &Report{Grids: []Grid{g}}
	if s.count > 0 {
		report.Claims = s.claims(l)
	}
	return report
}

// accuracies adds a row of the table, with the name of the best column.
func (g *Grid) accuracies(cells []any, v *[5]float64) {
	best := 0
	for k, x := range v {
		cells = append(cells, fmt.Sprintf("%.2f", x))
		if x > v[best] {
			best = k
		}
	}
	g.add(append(cells, fmt.Sprintf("%.2f", convex(v)), accuracyModels[best])...)
}

// accuraciesOf returns the accuracies of the models on a data set. It reports false if a model is missing.
func accuraciesOf(done Results, name string) (ours *measured, complete bool) {
	ours = &measured{}
	best := -1.0
	for k, model := range accuracyModels {
		r := done[name+" "+model]
		if r == nil {
			return nil, false
		}
		cell := &r.Cells[0]
		ours.accuracies[k] = 100 * cell.mean()
		if k >= 2 && cell.Picked > best {
			ours.picked, best = k, cell.Picked
		}
	}
	return ours, true
}

// accuracySummary collects counts over data sets.
type accuracySummary struct {
	count int
	// against compares the best convex column with R-Q and P-C; picked does the same for the convex column picked on the validation rows.
	against, picked [2]score
	// near counts the entries, 5 for each data set, within one row of one fold of the paper's, and exact the convex entries that agree to
	// the paper's last digit. better is how much higher the convex entries are than the paper's, in percentage points, on average.
	near, exact int
	better      float64
	reached     []string
}

// score counts wins, ties within one row of one fold, and losses, with the data sets.
type score struct{ wins, ties, losses []string }

// add takes one data set, with the accuracies of the convex program and its rival in per cent.
func (s *score) add(name string, ours, theirs, row float64) {
	text := fmt.Sprintf("%s (%.1f %% against %.1f)", name, ours, theirs)
	switch {
	case ours > theirs+row:
		s.wins = append(s.wins, text)
	case ours < theirs-row:
		s.losses = append(s.losses, text)
	default:
		s.ties = append(s.ties, text)
	}
}

// String lists them.
func (s *score) String() string {
	list := func(word string, names []string) string {
		if len(names) == 0 {
			return "no " + word
		}
		return word + " on " + strings.Join(names, ", ")
	}
	return list("wins", s.wins) + "; " + list("losses", s.losses) + "; " + list("ties within a row", s.ties)
}

// most is the verdict on the claim "on most data sets".
func (s *score) most(enough bool) Verdict {
	return one(2*(len(s.wins)+len(s.ties)) > len(s.wins)+len(s.ties)+len(s.losses), enough)
}

func (s *accuracySummary) add(row *tableRow, ours *measured) {
	s.count++
	v := &ours.accuracies
	for k := range s.against {
		s.against[k].add(row.name, convex(v), v[k], ours.row)
		s.picked[k].add(row.name, v[ours.picked], v[k], ours.row)
	}
	for k := range v {
		if math.Abs(v[k]-row.accuracies[k]) <= ours.row {
			s.near++
		}
		if k > 1 {
			s.better += (v[k] - row.accuracies[k]) / 3
			if math.Abs(v[k]-row.accuracies[k]) < 0.01 {
				s.exact++
			}
		}
	}
	if convex(v) >= convex(&row.accuracies)-0.005 {
		s.reached = append(s.reached, row.name)
	}
}

// claims compares the convex program with both rivals, and its accuracies with the paper's.
func (s *accuracySummary) claims(l *Lab) []Claim {
	enough := !l.Quick
	sets := fmt.Sprintf("On %d of the table's %d data sets, ", s.count, len(accuracyTable))
	const protocol = "Similar is within one row of one fold. The number of epochs, 1000, is the paper's, whatever time that takes. The best of three columns is picked on the test rows, in favour of the convex program."
	entries := Partly
	if s.near == 5*s.count {
		entries = Agrees
	} else if s.near == 0 {
		entries = Differs
	}
	if !enough {
		entries = TooShort
	}
	claims := []Claim{}
	for k, rival := range []string{"ReLU networks with weight decay (R-Q)", "non-convex polynomial networks (P-C)"} {
		v := s.against[k].most(enough)
		claims = append(claims, Claim{
			Paper:   "On most data sets the best of the three convex columns has a better or similar accuracy than " + rival + ".",
			Ours:    sets + "the best convex column has " + s.against[k].String() + ". The convex column that the validation rows pick has " + s.picked[k].String() + ".",
			Verdict: v, Why: pick(v == TooShort, "A quick look tries fewer rates and betas, with a tenth of the epochs.", protocol),
		})
	}
	return append(claims, Claim{
		Paper: "The accuracies of the table's rows.",
		Ours: fmt.Sprintf("%s%d of %d entries are within one test row of one fold of the paper's, of the %d convex ones %d to its last digit; the convex ones are %s points %s on average. The best of three is at least the paper's on %d.",
			sets, s.near, 5*s.count, 3*s.count, s.exact, number(math.Abs(s.better)/float64(s.count)), pick(s.better < 0, "lower", "higher"), len(s.reached)),
		Verdict: entries, Why: "The grids of beta and of rates are not the paper's, which it does not give.",
	})
}

// tableRow is a row of the paper's table of accuracies.
type tableRow struct {
	name string
	n, d int
	// accuracies, per cent: R-Q, P-C, Cvx 111, Cvx r-app, Cvx s-app.
	accuracies [5]float64
}

// accuracyTable holds the paper's rows; its last column, the largest of the three convex ones, is left out.
var accuracyTable = []tableRow{
	{"acute-inflammation", 120, 6, [5]float64{100, 100, 100, 100, 100}},
	{"acute-nephritis", 120, 6, [5]float64{100, 100, 100, 100, 100}},
	{"breast-cancer", 286, 9, [5]float64{69.37, 73.59, 73.59, 72.89, 72.89}},
	{"breast-cancer-wisc-diag", 569, 30, [5]float64{79.05, 95.95, 95.42, 96.13, 96.13}},
	{"breast-cancer-wisc-prog", 198, 33, [5]float64{80.1, 79.08, 77.55, 79.59, 77.55}},
	{"congressional-voting", 435, 16, [5]float64{61.47, 61.47, 61.47, 61.7, 61.47}},
	{"conn-bench-sonar-mines-rocks", 208, 60, [5]float64{79.81, 79.33, 81.73, 79.81, 75}},
	{"cylinder-bands", 512, 35, [5]float64{75.59, 75.2, 75.59, 76.95, 76.37}},
	{"echocardiogram", 131, 10, [5]float64{84.09, 83.33, 85.61, 85.61, 84.09}},
	{"fertility", 100, 9, [5]float64{89, 86, 88, 88, 88}},
	{"haberman-survival", 306, 3, [5]float64{73.03, 73.68, 71.38, 73.36, 72.04}},
	{"heart-hungarian", 294, 12, [5]float64{83.56, 83.9, 83.22, 84.25, 84.25}},
	{"hepatitis", 155, 19, [5]float64{80.13, 89.1, 80.13, 77.56, 80.13}},
	{"horse-colic", 368, 25, [5]float64{81.67, 81, 81.67, 80.33, 84}},
	{"ilpd-indian-liver", 583, 9, [5]float64{73.63, 72.95, 71.92, 73.12, 72.95}},
	{"molec-biol-promoter", 106, 57, [5]float64{77.88, 78.85, 72.12, 82.69, 78.85}},
	{"monks-1", 556, 6, [5]float64{84.68, 70.16, 75.81, 81.45, 81.45}},
	{"parkinsons", 195, 22, [5]float64{90.82, 87.24, 88.27, 86.73, 91.33}},
	{"pittsburg-bridges-T-OR-D", 102, 7, [5]float64{88, 88, 82, 87, 87}},
	{"planning", 182, 12, [5]float64{71.67, 71.11, 71.67, 71.11, 71.11}},
	{"spect", 265, 22, [5]float64{60, 75, 71.25, 60, 58.75}},
	{"spectf", 267, 44, [5]float64{72.5, 75, 58.75, 60, 77.5}},
	{"statlog-heart", 270, 13, [5]float64{82.46, 85.07, 81.72, 83.58, 83.21}},
	{"vertebral-column-2clases", 310, 6, [5]float64{87.01, 85.71, 82.79, 87.01, 84.42}},
}

// accuracySets returns the names of its data sets.
func accuracySets() (names []string) {
	for _, row := range accuracyTable {
		names = append(names, row.name)
	}
	return names
}
