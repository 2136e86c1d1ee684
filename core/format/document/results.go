package document

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
	"conelab/core/data/table"
	"conelab/core/network/certify"
	"conelab/core/network/compare"
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

// Predictions returns the outputs of the network as a table. Where there are classes, the first column is the predicted class; for the
// losses logistic and softmax the last ones are probabilities. If count is not 0, the table has count rows and a column with their
// numbers from 1: outputs belong to the listed rows, or to all if rows is nil, and the other rows have empty cells.
func (m *Model) Predictions(outputs [][]float64, rows []int, count int) []byte {
	var classes, header []string
	if m.Columns != nil {
		classes, header = m.Columns.Classes, slices.Clone(m.Columns.Targets)
	}
	for o := len(header); o < m.Outputs; o++ {
		header = append(header, fmt.Sprintf("f%d", o+1))
	}
	probabilities := m.probabilityNames(header)
	if classes != nil {
		if m.Outputs == 1 {
			header = []string{"f"}
		}
		header = append([]string{"class"}, header...)
	}
	lines := [][]string{append(header, probabilities...)}
	for _, row := range outputs {
		var cells []string
		if classes != nil {
			cells = append(cells, classes[loss.Predicted(row)])
		}
		if probabilities != nil {
			row = append(slices.Clip(row), m.Probabilities(row)...)
		}
		for _, v := range row {
			cells = append(cells, fault.Number(v))
		}
		lines = append(lines, cells)
	}
	if count == 0 {
		return table.Lines(lines)
	}
	numbered := [][]string{append([]string{"row"}, lines[0]...)}
	for i := range count {
		numbered = append(numbered, append([]string{strconv.Itoa(i + 1)}, make([]string, len(lines[0]))...))
	}
	for k, line := range lines[1:] {
		at := k
		if rows != nil {
			at = rows[k]
		}
		copy(numbered[1+at][1:], line)
	}
	return table.Lines(numbered)
}

// probabilityNames names the columns of probabilities after the outputs; nil if the loss has none.
func (m *Model) probabilityNames(outputs []string) (names []string) {
	if lossFn, _ := loss.Parse(m.Loss); !lossFn.Entropic() {
		return nil
	}
	if m.Outputs == 1 && m.Columns != nil && m.Columns.Classes != nil {
		outputs = m.Columns.Classes
	}
	for _, name := range outputs {
		names = append(names, "p("+name+")")
	}
	return names
}

// Probabilities returns what outputs of a network with the loss logistic or softmax mean: the probability of each class; of one output
// without classes, and of several with the loss logistic, that of the label 1 of each.
func (m *Model) Probabilities(outputs []float64) []float64 {
	p := make([]float64, len(outputs))
	if m.Loss == loss.Softmax.String() {
		loss.SoftmaxTo(p, outputs)
		return p
	}
	for o, v := range outputs {
		p[o] = 1 / (1 + math.Exp(-v))
	}
	if len(outputs) == 1 && m.Columns != nil && m.Columns.Classes != nil {
		return []float64{1 / (1 + math.Exp(outputs[0])), p[0]}
	}
	return p
}
