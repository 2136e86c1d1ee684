package document

import "conelab/core/data/strictjson"

// Path is the training of one network for many values of beta.
type Path struct {
	Format string `json:"format" words:"conelab/path/1"`
	// Status is optimal, inaccurate, stopped or failed, like that of a solution, for all points together.
	Status  string `json:"status"`
	Message string `json:"message,omitempty"`
	// BetaMax is the beta from which on the optimal network has no neurons.
	BetaMax float64 `json:"beta_max"`
	// Samples is the number of training points, Tests the number of test points.
	Samples int         `json:"samples"`
	Tests   int         `json:"tests,omitempty"`
	Points  []PathPoint `json:"points"`
	Seconds float64     `json:"seconds"`
}

// PathPoint is the certified optimum for one beta: Objective = Loss + Beta Weight.
type PathPoint struct {
	Beta       float64 `json:"beta"`
	Status     string  `json:"status"`
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lower_bound"`
	Gap        float64 `json:"gap"`
	Loss       float64 `json:"loss"`
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
	Format  string `json:"format" words:"conelab/crossvalidation/1"`
	Status  string `json:"status"`
	Message string `json:"message,omitempty"`
	// By is accuracy or error, and Rule best or one-standard-error. Beta and Layers are what the rule chooses, 0 if no points are held out.
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
	Folds   int                  `json:"folds"`
	Rows    []CrossValidationRow `json:"rows"`
	Seconds float64              `json:"seconds"`
}

// CrossValidationRow is the result for one beta and number of layers: means over the folds and, for the points held out, their standard
// errors.
type CrossValidationRow struct {
	Beta   float64 `json:"beta"` // of the first layer
	Layers int     `json:"layers"`
	// Cost is that of the last layer, or of the sum of all layers in the residual form. Neurons counts those of all layers; Gap is the
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

// CSV returns the rows as a table with a header.
func (c *CrossValidation) CSV() []byte { return csvOf(c.Rows) }
