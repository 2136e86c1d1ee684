package reproduce

import (
	"fmt"

	"conelab/core/data/dataset"
	"conelab/core/data/presets"
)

// depth and depthTables go beyond the paper, whose conclusion calls it a promising direction to use its convex programs as building blocks of
// deep networks trained layer by layer.
var depth = Experiment{
	Name: "depth", Title: "Beyond the paper: one to five layers, each certified, on drawings",
	Place: depthPlace, Beyond: true, pieces: depthPieces, report: depthReport,
}

var depthTables = Experiment{
	Name: "depth-data", Title: "Beyond the paper: one to five layers, each certified, on data sets",
	Place: depthPlace, Beyond: true, Needs: depthSets, pieces: depthTablePieces, report: depthReport,
}

const depthPlace = "The paper's conclusion: beta of the stack, and rate and epochs of its rivals, picked for each depth on validation rows, then the means over the folds"

// depthSets are the data sets with classes, those that take longest last.
var depthSets = []string{
	"iris", "breast-cancer", "parkinsons", "ionosphere", "credit-approval", "breast-cancer-wisc-diag", "banknote", oocytes, "statlog-vehicle", "annealing", MNIST,
}

// drawings are the generated data sets, each with its number of training points.
var drawings = []struct {
	name   string
	points int
}{{"spiral", 300}, {"moons", 200}, {"checkerboard", 300}, {"rings", 300}, {"xor", 200}}

// depthPlan says what is tried.
type depthPlan struct {
	Layers        int
	Betas, Rates  []float64
	Epochs, Batch int
	// Folds is the number of folds of a drawing, Tested the number of test points of each.
	Folds, Tested int
}

func (l *Lab) depthPlan(betas []float64) depthPlan {
	p := depthPlan{Layers: 5, Betas: betas, Rates: powers(-7, -3, 1), Epochs: 300, Batch: 32, Folds: 5, Tested: 2000}
	if l.Quick {
		p.Layers, p.Betas, p.Rates, p.Epochs, p.Folds, p.Tested = 2, betas[:2], p.Rates[2:], 20, 2, 200
	}
	return p
}

// trial is a set of training rows and a set of test rows.
type trial struct{ train, test *dataset.Frame }

// standardised scales the features of both by the mean and deviation of the training rows.
func standardised(train, test *dataset.Frame) (trial, error) {
	scaling := dataset.Standardize(train.X)
	a, b := *train, *test
	var err error
	if a.X, err = scaling.Apply(train.X); err == nil {
		b.X, err = scaling.Apply(test.X)
	}
	return trial{&a, &b}, err
}

// drawnFrame returns a drawing with the labels of one output.
func drawnFrame(name string, n int, seed uint64) *dataset.Frame {
	preset, ok := presets.Find(name)
	if !ok {
		panic("reproduce: no drawing " + name)
	}
	f := &dataset.Frame{}
	var labels []float64
	f.X, labels = preset.Make(n, seed)
	for _, y := range labels {
		f.Y = append(f.Y, []float64{y})
	}
	return f
}

// firstSeed is the seed of the first draw of each drawing. The seeds differ from those with which package stack was developed.
const firstSeed = 900

func depthPieces(l *Lab) (pieces []Piece) {
	plan := l.depthPlan(powers(-4, 2, 1))
	for _, d := range drawings {
		pieces = append(pieces, Piece{Name: d.name, settings: fmt.Sprintf("%d points, seed %d, %+v", d.points, firstSeed, plan), run: func(l *Lab) (*Result, error) {
			pick := trial{drawnFrame(d.name, d.points, firstSeed), drawnFrame(d.name, d.points, firstSeed+1)}
			var folds []trial
			for k := range plan.Folds {
				seed := uint64(firstSeed + 2 + 2*k)
				folds = append(folds, trial{drawnFrame(d.name, d.points, seed), drawnFrame(d.name, plan.Tested, seed+1)})
			}
			return l.compareDepths(&plan, pick, folds)
		}})
	}
	return pieces
}

func depthTablePieces(l *Lab) (pieces []Piece) {
	plan := l.depthPlan(powers(-2, 4, 2))
	for _, name := range depthSets {
		if images := l.Images[name]; images != nil {
			rows := l.full(digitRows, 50)
			settings := fmt.Sprintf("%d folds of %d images of %d, in means of %d x %d pixels, %+v", digitFolds, rows, images.Train.Len(), digitSide, digitSide, plan)
			pieces = append(pieces, Piece{Name: "MNIST", settings: settings, run: func(l *Lab) (*Result, error) {
				pick, folds, err := images.depthTrials(rows)
				if err != nil {
					return nil, err
				}
				return l.compareDepths(&plan, pick, folds)
			}})
		}
		table := l.Tables[name]
		if table == nil {
			continue
		}
		pieces = append(pieces, Piece{Name: name, settings: fmt.Sprintf("%d rows, %+v", table.Frame.Len(), plan), run: func(l *Lab) (*Result, error) {
			pick, folds, err := table.trials()
			if err != nil {
				return nil, err
			}
			return l.compareDepths(&plan, pick, folds)
		}})
	}
	return pieces
}

// trials returns the rows for picking and the folds: those of the table, or random ones.
func (t *Table) trials() (pick trial, folds []trial, err error) {
	divided, split := t.Folds, t.Split
	if len(divided) == 0 {
		if divided, err = dataset.RandomFolds(t.Frame.Len(), 4, 1); err != nil {
			return pick, nil, err
		}
	}
	if split == nil {
		half, err := dataset.Split(t.Frame.Len(), 0.5, 1)
		if err != nil {
			return pick, nil, err
		}
		split = &half
	}
	if pick, err = standardised(t.Frame.Rows(split.Train), t.Frame.Rows(split.Test)); err != nil {
		return pick, nil, err
	}
	for _, fold := range divided {
		one, err := standardised(t.Frame.Rows(fold.Train), t.Frame.Rows(fold.Test))
		if err != nil {
			return pick, nil, err
		}
		folds = append(folds, one)
	}
	return pick, folds, nil
}
