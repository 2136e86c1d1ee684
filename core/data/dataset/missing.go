package dataset

import (
	"math"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// Missing says how missing values are handled.
type Missing string

// Missing values are refused; or their rows are dropped; or they are replaced by the mean of their feature, except in targets.
const (
	Refuse Missing = ""
	Drop   Missing = "drop"
	Mean   Missing = "mean"
)

const (
	dropOption    = "--missing drop leaves such rows out"
	classesOption = "--classes takes the words of this column as classes"
	missingOption = dropOption + ", --missing mean puts the mean of the column in place"
)

// absent reports whether a label is missing. A minus sign is a class, since it occurs beside plus signs.
func absent(label string) bool { return label != "-" && table.Missing(label) }

// isMissing reports whether an entry is missing, or a slip that is taken for that.
func (t *builder) isMissing(i int, c *column) bool {
	if c.text != "" && absent(t.Label(i, c.at)) {
		return true
	}
	slips := c.slips && t.o.SlipsMissing
	return (c.text == "" || slips) && math.IsNaN(t.Value(i, c.at)) && (slips || t.Missing(i, c.at))
}

// missingFault returns the error for the first entry of a column that is missing.
func (t *builder) missingFault(c *column) error {
	option, i := missingOption, c.missing
	if c.target {
		option = dropOption
	}
	if c.text != "" && absent(t.Label(i, c.at)) {
		return fault.WithOption(fault.New(t.Where(i, c.at), "is missing, expected a "+c.text), option)
	}
	_, err := t.Number(i, c.at)
	return fault.WithOption(err, option)
}

// fill finds the means of the features, and with Mean puts them in place of missing values; where columns are applied, these are the means
// of the features trained on.
func (f *Frame) fill(o *Options) error {
	for k := range f.Features {
		mean := 0.0
		if o.fitted == nil {
			mean = meanOf(f.X, k)
			f.Means = append(f.Means, mean)
		} else if k < len(o.fitted.Means) {
			mean = o.fitted.Means[k]
		}
		for i, row := range f.X {
			if !math.IsNaN(row[k]) {
				continue
			}
			if o.fitted != nil && k >= len(o.fitted.Means) {
				return fault.New("row "+strconv.Itoa(f.Row(i)+1),
					"has a missing value, expected none: the document does not have the means of the features trained on")
			}
			if f.Imputed == nil {
				f.Imputed = make([][]int, len(f.X))
			}
			f.Imputed[i] = append(f.Imputed[i], k)
			row[k] = mean
		}
	}
	what := " replaced by the mean of the column"
	if o.fitted != nil {
		what += " trained on"
	}
	if f.imputed > 0 {
		f.Notes = append(f.Notes, table.Note{Sentence: fault.Count(f.imputed, "missing value") + what})
	}
	if f.unknown > 0 {
		sentence := fault.Count(f.unknown, "word") + " not trained on encoded as zeros"
		f.Notes = append(f.Notes, table.Note{Sentence: sentence})
	}
	return nil
}

// meanOf returns the mean of column k of the rows, without those that are NaN.
func meanOf(x [][]float64, k int) (mean float64) {
	count := 0.0
	for _, row := range x {
		if !math.IsNaN(row[k]) {
			count++
			mean += 2 * ((row[k]/2 - mean/2) / count) // halves, since the difference may overflow
		}
	}
	return mean
}
