package document

// DepthsFormat is the format of a comparison of depths.
const DepthsFormat = "conelab/depths/1"

// Depths compares stacks of several depths, for several betas, by one division of the points or by cross-validation.
type Depths struct {
	Format string `json:"format"`
	// Status is optimal, inaccurate, stopped or failed, as that of a solution, for all stacks together.
	Status  string `json:"status"`
	Message string `json:"message,omitempty"`
	// By is accuracy or error, Rule is best or one-standard-error, Layers and Beta what the rule chooses: 0 without points held out.
	By     string  `json:"by"`
	Rule   string  `json:"rule"`
	Layers int     `json:"layers"`
	Beta   float64 `json:"beta"`
	// Best has the best mean at the points held out, Simplest the fewest layers within one standard error of it.
	Best     *DepthChoice `json:"best,omitempty"`
	Simplest *DepthChoice `json:"simplest,omitempty"`
	// Folds is the number of divisions that the rows average.
	Folds int        `json:"folds"`
	Rows  []DepthRow `json:"rows"`
	// Seconds is the time of all of them.
	Seconds float64 `json:"seconds"`
}

// DepthChoice is one depth and the beta of the first layer.
type DepthChoice struct {
	Layers int     `json:"layers"`
	Beta   float64 `json:"beta"`
}

// DepthRow is one beta and depth: means over the folds and, of the points held out, their standard errors.
type DepthRow struct {
	Beta   float64 `json:"beta"`
	Layers int     `json:"layers"`
	// Cost is that of the last layer, or of all in the residual form; Neurons counts those of all layers, Gap is the largest gap of any layer.
	Cost          float64  `json:"cost"`
	Neurons       float64  `json:"neurons"`
	Gap           float64  `json:"gap"`
	TrainError    float64  `json:"train_error"`
	TrainAccuracy *float64 `json:"train_accuracy,omitempty"`
	// Nil without points held out, accuracies without classes, too.
	TestError      *float64 `json:"test_error,omitempty"`
	TestErrorSE    *float64 `json:"test_error_se,omitempty"`
	TestAccuracy   *float64 `json:"test_accuracy,omitempty"`
	TestAccuracySE *float64 `json:"test_accuracy_se,omitempty"`
}

// JSON returns the document with one row per line, or nil if a number is not finite.
func (d *Depths) JSON() []byte {
	e := *d
	e.Format, e.Rows = DepthsFormat, filled(e.Rows)
	return layout(encode(e))
}

// CSV returns the rows as a table with a header; what there is none of leaves its cell empty.
func (d *Depths) CSV() []byte { return csvOf(d.Rows) }
