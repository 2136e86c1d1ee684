package dataset

import (
	"math"
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// Columns says what the numbers of a table's rows mean, and how another table is read in the same way. It is fitted once, to the table
// trained on, by Take and Standardize, is stored in problem and solution documents, and reads other tables by Apply. All of it is optional.
type Columns struct {
	// Features and Targets name the columns of x and of y.
	Features []string `json:"features,omitempty"`
	Targets  []string `json:"targets,omitempty"`
	// Classes are the classes that y encodes, in the order of Encode: of two classes, the first is -1 and the second 1; three or more have
	// an output each. Without classes y holds the numbers as given.
	Classes Classes `json:"classes,omitempty"`
	// Categories are the features whose values are words, in the order of the features; each has a 0-or-1 column named name=word
	// for each of its words.
	Categories []Category `json:"categories,omitempty"`
	// Means are the means of the features before scaling, of the rows in which they are not missing.
	Means []float64 `json:"means,omitempty"`
	// Bias says that the last feature is 1 in every row, and not a column of the table.
	Bias bool `json:"bias,omitempty"`
	// Scaling is the scaling applied to x; nil if there was none.
	Scaling *Scaling `json:"scaling,omitempty"`
	// Table says how the table trained on was read; nil if x did not come from a table, and in documents from before it was introduced.
	Table *Layout `json:"table,omitempty"`
}

// Layout says which columns and which rows of a table were read.
type Layout struct {
	// Header says that the columns have names. Without names features and targets are called x and y with the numbers of their columns.
	Header bool `json:"header,omitempty"`
	// Width is the number of columns, without those of a separate file of targets. Features and Targets are the numbers of those that were
	// read, from 1; a separate file's follow those of the features.
	Width    int   `json:"width" range:"above 0"`
	Features []int `json:"features" range:"above 0"`
	Targets  []int `json:"targets,omitempty" range:"above 0"`
	// Label is the name of the target if its classes have an output each.
	Label string `json:"label,omitempty"`
	// Missing says what was done about missing values.
	Missing Missing `json:"missing,omitempty" words:"error|drop|mean"`
	// Only says that rows of other classes were left out. Limit, if not 0, is the number of rows after which the others were left out.
	Only  bool `json:"only,omitempty"`
	Limit int  `json:"limit,omitempty"`
	// Arrays are the names of the arrays that were chosen of an .npz file.
	Arrays []string `json:"arrays,omitempty"`
}

// biasName is what the feature of ones is called.
const biasName = "bias"

// WithBias returns rows with a last feature of ones, and the columns with it. Neither x nor the columns are changed. A feature of ones
// that is there already stays the only one.
func (c *Columns) WithBias(x [][]float64) ([][]float64, *Columns) {
	if c.Bias {
		return x, c
	}
	biased := *c
	biased.Bias = true
	if biased.Features != nil {
		biased.Features = append(slices.Clone(c.Features), biasName)
	}
	if biased.Means != nil {
		biased.Means = append(slices.Clone(c.Means), 1)
	}
	if c.Scaling != nil {
		biased.Scaling = &Scaling{append(slices.Clone(c.Scaling.Mean), 0), append(slices.Clone(c.Scaling.Deviation), 1)}
	}
	return withOnes(x), &biased
}

// WithoutBias returns the columns of the features other than the feature of ones, which must be there.
func (c *Columns) WithoutBias() *Columns {
	plain := *c
	plain.Bias = false
	if last := len(c.Features) - 1; last >= 0 {
		plain.Features = c.Features[:last:last]
	}
	if last := len(c.Means) - 1; last >= 0 {
		plain.Means = c.Means[:last:last]
	}
	if c.Scaling != nil {
		last := len(c.Scaling.Mean) - 1
		plain.Scaling = &Scaling{c.Scaling.Mean[:last:last], c.Scaling.Deviation[:last:last]}
	}
	return &plain
}

// withOnes returns the rows with a 1 at the end of each.
func withOnes(x [][]float64) [][]float64 {
	rows := make([][]float64, len(x))
	for i, row := range x {
		rows[i] = append(slices.Clip(row), 1)
	}
	return rows
}

// Category is a feature in words.
type Category struct {
	Name  string  `json:"name"`
	Words Classes `json:"words"`
}

// category returns the words of a feature, or nil if it is numeric or there are no columns.
func (c *Columns) category(name string) Classes {
	if c == nil {
		return nil
	}
	for _, category := range c.Categories {
		if category.Name == name {
			return category.Words
		}
	}
	return nil
}

// Input is a column of the table from which a feature, or one for each of its words, is read.
type Input struct {
	Name  string
	Words Classes // nil for a column of numbers
}

// Inputs returns the columns of the table from which the d features were read, in their order. Without names they are called x1, x2, ...
func (c *Columns) Inputs(d int) (inputs []Input) {
	next, names := 0, c.Features // the next category
	if len(names) != d {
		names = make([]string, d)
		for k := range names {
			names[k] = "x" + strconv.Itoa(k+1)
		}
	}
	if c.Bias {
		d--
	}
	for k := 0; k < d; k++ {
		in := Input{Name: names[k]}
		if next < len(c.Categories) {
			if at := c.Categories[next]; len(at.Words) > 0 && in.Name == at.Name+"="+at.Words[0] {
				in = Input(at)
				k += len(at.Words) - 1
				next++
			}
		}
		inputs = append(inputs, in)
	}
	return inputs
}

// named returns the names of the table's columns from which the features were read, each once, including those of words.
func (c *Columns) named() (names []string) {
	if c == nil || c.Features == nil {
		return nil
	}
	for _, in := range c.Inputs(len(c.Features)) {
		names = append(names, in.Name)
	}
	return names
}

// Format returns how another table is read, by the names of the columns and of the arrays of the one trained on.
func (c *Columns) Format() (f table.Format) {
	if c == nil || c.Table == nil {
		return f
	}
	f.Arrays, f.Unlabelled = c.Table.Arrays, true
	switch {
	case !c.Table.Header:
	case c.Table.Label != "":
		f.Known = append(c.named(), c.Table.Label)
	default:
		f.Known = append(c.named(), c.Targets...)
	}
	return f
}

// Standardize returns x scaled to mean 0 and variance 1, and the columns with that scaling after any that they had. A feature of ones stays
// one.
func (c *Columns) Standardize(x [][]float64) ([][]float64, *Columns, error) {
	if c.OfPixels() { // the scaling is that of the pixels themselves, to the last bit, as other files have them
		plain := *c
		x, plain.Scaling = c.Scaling.Undo(x), nil
		c = &plain
	}
	both, err := c.Standard(x)
	if err != nil {
		return nil, nil, err
	}
	x = both.Apply(x)
	if first := c.Scaling; first != nil {
		for k := range both.Mean {
			both.Mean[k] = first.Mean[k] + both.Mean[k]*first.Deviation[k]
			both.Deviation[k] *= first.Deviation[k]
		}
	}
	scaled := *c
	scaled.Scaling = both
	return x, &scaled, nil
}

// Standard returns the scaling of the rows x, at least one, to mean 0 and variance 1 (the mean square, divided by n), except of a feature
// of ones.
func (c *Columns) Standard(x [][]float64) (*Scaling, error) {
	d := len(x[0])
	s, column := &Scaling{make([]float64, d), make([]float64, d)}, make([]float64, len(x))
	for k := range d {
		for i, row := range x {
			column[i] = row[k]
		}
		s.Mean[k], s.Deviation[k] = moments(column)
	}
	if c.Bias {
		s.Mean[d-1], s.Deviation[d-1] = 0, 1
	}
	return s, c.CheckScaling(s)
}

// CheckScaling refuses a scaling of the features with a mean or a deviation that is not finite.
func (c *Columns) CheckScaling(s *Scaling) error {
	for k, mean := range s.Mean {
		if v := mean + s.Deviation[k]; !math.IsNaN(v) && !math.IsInf(v, 0) {
			continue
		}
		what := "has a mean or a variance beyond double precision, expected numbers that can be standardised"
		return fault.WithOption(fault.New("the feature "+c.feature(k), what), excludeOption)
	}
	return nil
}

// feature returns what a sentence calls feature k.
func (c *Columns) feature(k int) string {
	if k < len(c.Features) {
		return fault.Name(c.Features[k])
	}
	return "x" + strconv.Itoa(k+1)
}

// Validate returns an error for parts that do not match the numbers of features and outputs; at is the path of the columns in a document.
func (c *Columns) Validate(at string, features, outputs int) error {
	scaling := Scaling{}
	if c.Scaling != nil {
		scaling = *c.Scaling
	}
	for _, list := range []struct {
		name       string
		have, want int
		given      bool
	}{
		{"features", len(c.Features), features, c.Features != nil}, {"targets", len(c.Targets), outputs, c.Targets != nil},
		{"classes", len(c.Classes), max(2, outputs), c.Classes != nil}, {"means", len(c.Means), features, c.Means != nil},
		{"scaling.mean", len(scaling.Mean), features, c.Scaling != nil},
		{"scaling.deviation", len(scaling.Deviation), features, c.Scaling != nil},
	} {
		if list.given && list.have != list.want {
			return fault.New(at+"."+list.name, "has "+fault.Count(list.have, "item")+", expected "+strconv.Itoa(list.want))
		}
	}
	for i, category := range c.Categories {
		if len(category.Words) == 0 {
			return fault.New(at+".categories["+strconv.Itoa(i)+"].words", "has no words, expected at least one")
		}
	}
	return nil
}

// Scaling maps each feature x to (x - Mean) / Deviation. It is computed from one data set and can be applied to others. A Deviation of zero
// marks a feature that was constant: it becomes 0 everywhere.
//
// As in the paper, no column of ones is added: a constant comes from the activation's c, if that is not zero.
type Scaling struct {
	Mean      []float64 `json:"mean"`
	Deviation []float64 `json:"deviation"`
}

// moments returns the mean and the standard deviation of numbers. It takes two passes, relative to the least and to the range, so that
// neither a large mean nor extreme numbers cause errors.
func moments(values []float64) (mean, deviation float64) {
	n, low, high := float64(len(values)), slices.Min(values), slices.Max(values)
	if low == high {
		return low, 0
	}
	for _, v := range values {
		mean += (v - low) / n
	}
	mean += low
	radius, square := math.Max(high-mean, mean-low), 0.0
	for _, v := range values {
		v = (v - mean) / radius
		square += v * v / n
	}
	return mean, radius * math.Sqrt(square)
}

// brightest is the value of a pixel in a byte that stands for 1.
const brightest = 255

// OfPixels reports whether the scaling divides pixels by 255, and does nothing else.
func (c *Columns) OfPixels() bool {
	if c.Scaling == nil {
		return false
	}
	d := len(c.Scaling.Mean)
	if c.Bias {
		d--
	}
	for k := range d {
		if c.Scaling.Mean[k] != 0 || c.Scaling.Deviation[k] != brightest {
			return false
		}
	}
	return true
}

// divide sets the scaling of columns of pixels, which have none, and scales the rows x in place.
func (c *Columns) divide(x [][]float64) {
	d := len(c.Features)
	c.Scaling = &Scaling{make([]float64, d), slices.Repeat([]float64{brightest}, d)}
	for _, row := range x {
		for k := range row {
			row[k] /= brightest
		}
	}
}

// pixelNote says what was done with pixels.
var pixelNote = table.Note{Sentence: "pixels are divided by 255, here and in every file that the network reads"}

// Apply returns the scaled rows and does not change x. The rows must have as many features as those from which the scaling was computed.
func (s *Scaling) Apply(x [][]float64) [][]float64 {
	scaled, room := make([][]float64, len(x)), make([]float64, len(x)*len(s.Mean))
	for i, row := range x {
		scaled[i], room = room[:len(row)], room[len(row):]
		for k, v := range row {
			if s.Deviation[k] > 0 {
				scaled[i][k] = (v - s.Mean[k]) / s.Deviation[k]
			}
		}
	}
	return scaled
}

// Undo returns the rows before the scaling, and does not change x. A feature that was constant has its mean.
func (s *Scaling) Undo(x [][]float64) [][]float64 {
	rows := make([][]float64, len(x))
	for i, row := range x {
		rows[i] = make([]float64, len(row))
		for k, v := range row {
			rows[i][k] = s.Mean[k] + v*s.Deviation[k]
		}
	}
	return rows
}
