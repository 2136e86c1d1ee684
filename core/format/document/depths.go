package document

import "conelab/core/data/strictjson"

// Depths compares stacks of several depths and several betas, by one split of the points or by cross-validation.
type Depths struct {
	Format string `json:"format" words:"conelab/depths/1"`
	// Status is optimal, inaccurate, stopped or failed, like that of a solution, for all stacks together.
	Status  string `json:"status"`
	Message string `json:"message,omitempty"`
	// By is accuracy or error, and Rule best or one-standard-error. Layers and Beta are what the rule chooses, or 0 if no points are held
	// out.
	By     string  `json:"by"`
	Rule   string  `json:"rule"`
	Layers int     `json:"layers"`
	Beta   float64 `json:"beta"`
	// Best has the best mean on the points held out; Simplest has the fewest layers with a mean within one standard error of the best.
	Best     *DepthChoice `json:"best,omitempty"`
	Simplest *DepthChoice `json:"simplest,omitempty"`
	// Folds is the number of splits over which the rows average.
	Folds int        `json:"folds"`
	Rows  []DepthRow `json:"rows"`
	// Seconds is the time of all trainings.
	Seconds float64 `json:"seconds"`
}

// DepthChoice is a depth and the beta of the first layer.
type DepthChoice struct {
	Layers int     `json:"layers"`
	Beta   float64 `json:"beta"`
}

// DepthRow is the result for one beta and depth: means over the folds and, for the points held out, their standard errors.
type DepthRow struct {
	Beta   float64 `json:"beta"`
	Layers int     `json:"layers"`
	// Cost is that of the last layer, or of the sum of all layers in the residual form. Neurons counts those of all layers; Gap is the
	// largest gap of any layer.
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

// JSON returns the document with one row per line, or nil if a number is not finite.
func (d *Depths) JSON() []byte { return strictjson.Lines(d) }

// CSV returns the rows as a table with a header; missing values are empty cells.
func (d *Depths) CSV() []byte { return csvOf(d.Rows) }
