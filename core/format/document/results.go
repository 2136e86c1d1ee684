package document

import (
	"fmt"
	"reflect"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
	"conelab/core/data/table"
	"conelab/core/network/certify"
	"conelab/core/network/compare"
	"conelab/core/network/path"
	"conelab/core/numeric/loss"
)

// Path is the training of one network for many values of beta.
type Path struct {
	Format string `json:"format" words:"conelab/path/1"`
	// Status is optimal, inaccurate, stopped or failed, like that of a solution, for all points together.
	Status  certify.Status `json:"status"`
	Message string         `json:"message,omitempty"`
	// BetaMax is the smallest beta for which the optimal network has no neurons.
	BetaMax float64 `json:"beta_max"`
	// Samples is the number of training points, Tests the number of test points.
	Samples int         `json:"samples"`
	Tests   int         `json:"tests,omitempty"`
	Points  []PathPoint `json:"points"`
	// Score is that of the chosen network, trained on all points, on others, if there are any.
	Score   *loss.Score `json:"score,omitempty"`
	Seconds float64     `json:"seconds"`
}

// PathPoint is the certified optimum for one beta: Objective = Loss + Beta Weight.
type PathPoint struct {
	Beta       float64        `json:"beta"`
	Status     certify.Status `json:"status"`
	Objective  float64        `json:"objective"`
	LowerBound float64        `json:"lower_bound"`
	Gap        float64        `json:"gap"`
	Loss       float64        `json:"loss"`
	// Weight is sum |alpha|; Plus and Minus are the numbers of neurons with positive and negative alpha.
	Weight  float64 `json:"weight"`
	Neurons int     `json:"neurons"`
	Plus    int     `json:"plus"`
	Minus   int     `json:"minus"`
	// Errors are losses per point, and accuracies are shares of points that are classified correctly. They are nil without a test set, and
	// accuracies without classes.
	TrainError    float64  `json:"train_error"`
	TrainAccuracy *float64 `json:"train_accuracy,omitempty"`
	TestError     *float64 `json:"test_error,omitempty"`
	TestAccuracy  *float64 `json:"test_accuracy,omitempty"`
	Iterations    int      `json:"iterations"`
}

// CrossValidation compares betas, and numbers of layers if there are several, by points held out: by one split or by folds.
type CrossValidation struct {
	Format  string         `json:"format" words:"conelab/crossvalidation/1"`
	Status  certify.Status `json:"status"`
	Message string         `json:"message,omitempty"`
	// By is accuracy or error, and Rule best or one-standard-error. Beta and Layers are what the rule chooses, 0 without points held
	// out and if no fold is finished.
	By     string  `json:"by"`
	Rule   string  `json:"rule"`
	Beta   float64 `json:"beta"`
	Layers int     `json:"layers"`
	// Best has the best mean on the points held out. Simplest has the fewest layers, and then the largest beta, with a mean within one
	// standard error of it.
	Best           float64 `json:"best"`
	BestLayers     int     `json:"best_layers"`
	Simplest       float64 `json:"simplest"`
	SimplestLayers int     `json:"simplest_layers"`
	// Folds is the number of folds over which the rows average.
	Folds int                  `json:"folds"`
	Rows  []CrossValidationRow `json:"rows"`
	// Score is that of the chosen network, trained on all points, on others, if there are any.
	Score   *loss.Score `json:"score,omitempty"`
	Seconds float64     `json:"seconds"`
}

// CrossValidationRow is the result for one beta and number of layers: means over the folds and, for the points held out, their standard
// errors.
type CrossValidationRow struct {
	Beta   float64 `json:"beta"` // of the first layer
	Layers int     `json:"layers"`
	// Cost is that of the last layer. Neurons counts those of all layers; Gap is the
	// largest gap of any layer and fold.
	Cost          float64  `json:"cost"`
	Neurons       float64  `json:"neurons"`
	Gap           float64  `json:"gap"`
	TrainError    float64  `json:"train_error"`
	TrainAccuracy *float64 `json:"train_accuracy,omitempty"`
	// Nil if no points are held out; the accuracies are also nil without classes.
	TestError      *float64 `json:"test_error,omitempty"`
	TestErrorSE    *float64 `json:"test_error_se,omitempty"`
	TestAccuracy   *float64 `json:"test_accuracy,omitempty"`
	TestAccuracySE *float64 `json:"test_accuracy_se,omitempty"`
}

// JSON returns the document with one point per line, or nil if a number is not finite.
func (p *Path) JSON() []byte { return strictjson.Lines(p) }

// JSON returns the document with one row per line, or nil if a number is not finite.
func (c *CrossValidation) JSON() []byte { return strictjson.Lines(c) }

// CSV returns the points as a table with a header; missing values are empty cells.
func (p *Path) CSV() []byte { return csvOf(p.Points) }

// CSV returns the rows as a table with a header. The last column is 1 for the chosen row and 0 for the others.
func (c *CrossValidation) CSV() []byte {
	type row struct {
		CrossValidationRow
		Chosen int `json:"chosen"`
	}
	rows := make([]row, len(c.Rows))
	for i, r := range c.Rows {
		rows[i].CrossValidationRow = r
		if r.Beta == c.Beta && r.Layers == c.Layers {
			rows[i].Chosen = 1
		}
	}
	return csvOf(rows)
}

// Training holds the results of gradient descent next to the certified optimum of the problem.
type Training struct {
	Format string `json:"format" words:"conelab/training/1"`
	// Status is done, or stopped; then the runs are those that had finished.
	Status  string `json:"status"`
	Message string `json:"message,omitempty"`
	// Form is tractable, for the problem that the convex program solves, or decay, with the squares of all weights instead of sum |alpha|.
	Form       string  `json:"form"`
	Activation string  `json:"activation"`
	Optimiser  string  `json:"optimiser"`
	Width      int     `json:"width"`
	Batch      int     `json:"batch"`
	Epochs     int     `json:"epochs"`
	Rate       float64 `json:"rate"`
	// SearchSeconds and SearchEpochs are the cost of finding the rate; zero if the rate was given.
	SearchSeconds float64 `json:"search_seconds"`
	SearchEpochs  int     `json:"search_epochs"`
	// Optimum is that of the convex program. If Floor is true, no run can cost less than its lower bound.
	Optimum TrainingOptimum `json:"optimum"`
	Floor   bool            `json:"floor"`
	// Reached is the share of runs that came within 1 % of the optimum; nil if the optimum is not a lower bound for them.
	Reached *float64      `json:"reached,omitempty"`
	Runs    []TrainingRun `json:"runs"`
	// Network is that of the run with the least cost at its end.
	Network Network `json:"network"`
}

// TrainingOptimum is the certified optimum with the time of its solve.
type TrainingOptimum struct {
	Status     certify.Status `json:"status"`
	Objective  float64        `json:"objective"`
	LowerBound float64        `json:"lower_bound"`
	Gap        float64        `json:"gap"`
	Neurons    int            `json:"neurons"`
	Seconds    float64        `json:"seconds"`
}

// TrainingRun is a run from one starting point.
type TrainingRun struct {
	compare.Run
	// Objective is the cost at the end.
	Objective float64 `json:"objective"`
	// Curve has rows of epochs, seconds and cost, thinned out.
	Curve [][]float64 `json:"curve"`
}

// JSON returns the document with one run per line, or nil if a number is not finite.
func (t *Training) JSON() []byte { return strictjson.Lines(t) }

// csvOf returns a slice of structs as a table; its header has the JSON names of the fields. A number is the shortest text that reads back
// as the same double; a nil pointer is an empty cell.
func csvOf[T any](rows []T) []byte {
	lines := make([][]string, 1+len(rows))
	for _, field := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if field.Anonymous { // its own fields follow
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		lines[0] = append(lines[0], name)
		for i := range rows {
			lines[1+i] = append(lines[1+i], cell(reflect.ValueOf(rows[i]).FieldByIndex(field.Index)))
		}
	}
	return table.Lines(lines)
}

func cell(v reflect.Value) string {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return ""
	}
	v = reflect.Indirect(v)
	if v.Kind() == reflect.Float64 {
		return fault.Number(v.Float())
	}
	return fmt.Sprint(v.Interface())
}

// PathOf returns the document of a path over beta; seconds is the time it took.
func PathOf(p *path.Path, seconds float64) *Path {
	d := &Path{
		Status: p.Status, Message: p.Message, BetaMax: certify.Clamp(p.BetaMax),
		Samples: p.Samples, Tests: p.Tests, Seconds: seconds,
	}
	for i := range p.Points {
		d.Points = append(d.Points, point(&p.Points[i]))
	}
	return d
}

func point(q *path.Point) PathPoint {
	out := PathPoint{
		Beta: q.Beta, Status: q.Status, Objective: certify.Clamp(q.Objective), LowerBound: certify.Clamp(q.Lower),
		Gap: certify.Clamp(q.Gap), Loss: certify.Clamp(q.Loss), Weight: certify.Clamp(q.Weight), Neurons: len(q.Neurons),
		Plus: q.Plus, Minus: q.Minus, TrainError: q.Train.Loss, TrainAccuracy: q.Train.Accuracy, Iterations: q.Iterations,
	}
	if q.Test != nil {
		out.TestError, out.TestAccuracy = &q.Test.Loss, q.Test.Accuracy
	}
	return out
}

// CrossValidationOf returns the document of a comparison; seconds is the time it took. With simplest, the one-standard-error rule chooses.
func CrossValidationOf(c *path.CrossValidation, simplest bool, seconds float64) *CrossValidation {
	d := &CrossValidation{
		Status: c.Status, Message: c.Message, By: "error", Rule: "best", Folds: c.Folds, Seconds: seconds,
	}
	if c.ByAccuracy() {
		d.By = "accuracy"
	}
	for _, r := range c.Rows {
		row := CrossValidationRow{
			Beta: r.Beta, Layers: max(1, r.Layers), Cost: certify.Clamp(r.Cost), Neurons: r.Neurons, Gap: certify.Clamp(r.Gap),
			TrainError: certify.Clamp(r.Train.Loss), TrainAccuracy: r.Train.Accuracy,
		}
		if r.Test != nil {
			row.TestError, row.TestAccuracy = finiteOf(r.Test.Loss), r.Test.Accuracy
		}
		if r.Test != nil && c.Folds > 1 {
			row.TestErrorSE, row.TestAccuracySE = finiteOf(r.StandardError.Loss), r.StandardError.Accuracy
		}
		d.Rows = append(d.Rows, row)
	}
	if c.Best >= 0 {
		best, simple := &d.Rows[c.Best], &d.Rows[c.Simplest]
		d.Best, d.BestLayers, d.Simplest, d.SimplestLayers = best.Beta, best.Layers, simple.Beta, simple.Layers
	}
	d.Beta, d.Layers = d.Best, d.BestLayers
	if simplest {
		d.Rule, d.Beta, d.Layers = "one-standard-error", d.Simplest, d.SimplestLayers
	}
	return d
}

// finiteOf returns a pointer to v, clamped to the finite numbers.
func finiteOf(v float64) *float64 {
	v = certify.Clamp(v)
	return &v
}

// Fill fills in what was measured: the optimum, the runs, the best network, and, if the runs minimise the cost of the optimum, the
// share of them that reached it.
func (t *Training) Fill(optimum *compare.Optimum, o *compare.Outcome) {
	t.Optimum = TrainingOptimum{
		Status: optimum.Status, Objective: optimum.Cost, LowerBound: optimum.Lower, Gap: optimum.Gap, Neurons: optimum.Neurons,
		Seconds: optimum.Seconds,
	}
	t.Rate, t.SearchSeconds, t.SearchEpochs = o.Rate, o.SearchSeconds, o.SearchEpochs
	for _, run := range o.Runs {
		r := TrainingRun{Run: run, Objective: run.Least}
		for _, q := range run.Curve {
			r.Curve = append(r.Curve, []float64{float64(q.Epochs), q.Seconds, q.Cost})
			r.Objective = q.Cost
		}
		t.Runs = append(t.Runs, r)
	}
	t.Network.Neurons = o.Best()
	if t.Floor && len(o.Runs) > 0 {
		count, _ := o.Reached()
		share := float64(count) / float64(len(o.Runs))
		t.Reached = &share
	}
}
