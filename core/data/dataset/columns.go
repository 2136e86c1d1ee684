package dataset

import (
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// Columns says what the numbers of a table's rows mean, and how another table is read in the same way. It is fitted once, to the table
// trained on, by Take and Standardise, is stored in problem and solution documents, and reads other tables by Apply. All of it is optional.
type Columns struct {
	// Features and Targets name the columns of x and of y.
	Features []string `json:"features,omitempty"`
	Targets  []string `json:"targets,omitempty"`
	// Classes are the classes that y encodes, in the order of Encode: of two classes, the first is -1 and the second 1; three or more have
	// an output each. Without classes y holds the numbers as given.
	Classes Classes `json:"classes,omitempty"`
	// Categories are the features whose values are words, in the order of the features; each has a 0-or-1 column named name=word for each of
	// its words.
	Categories []Category `json:"categories,omitempty"`
	// Scaling is the scaling applied to x; nil if there was none.
	Scaling *Scaling `json:"scaling,omitempty"`
}

// Category is a feature in words.
type Category struct {
	Name  string  `json:"name"`
	Words Classes `json:"words"`
}

// category returns the words of a feature, or nil if it is numeric.
func (c *Columns) category(name string) Classes {
	for _, category := range c.Categories {
		if category.Name == name {
			return category.Words
		}
	}
	return nil
}

// named returns the names of the table's columns from which the features were read, each once, including those of words.
func (c *Columns) named() (names []string) {
	next := 0 // the next category
	for k := 0; k < len(c.Features); k++ {
		name := c.Features[k]
		if next < len(c.Categories) {
			if words := c.Categories[next].Words; name == c.Categories[next].Name+"="+words[0] {
				name = c.Categories[next].Name
				k += len(words) - 1
				next++
			}
		}
		names = append(names, name)
	}
	return names
}

// Apply reads the features of another table in the same way, and scales them. They are the columns called choice, or, where choice is nil,
// those with the names of the features; a table without a header has them first, and without names all columns are features. d is their
// number when read, with a column for each word.
func (c *Columns) Apply(t *Table, choice []string, missing Missing, d int) (*Frame, error) {
	places, err := c.places(t, choice)
	if err != nil {
		return nil, err
	}
	f, err := t.Take(places, nil, Options{OneHot: c.Categories != nil, Missing: missing, Like: c})
	if err != nil {
		return nil, err
	}
	if len(f.X[0]) != d {
		what := "has " + strconv.Itoa(len(f.X[0])) + " features, expected " + strconv.Itoa(d) + " as the network"
		return nil, fault.WithOption(fault.New("the table", what), "--features chooses among the columns")
	}
	if c.Scaling != nil {
		f.X, err = c.Scaling.Apply(f.X)
	}
	return f, err
}

// places returns the indices of the columns of the features in a table.
func (c *Columns) places(t *Table, choice []string) (places []int, err error) {
	names := choice
	if choice == nil {
		names = c.named()
		_, width := t.Size()
		switch _, header := t.Lines(); {
		case names == nil:
			var notes []table.Note
			return t.usualFeatures(nil, &notes), nil
		case !header:
			for j := range min(len(names), width) {
				places = append(places, j)
			}
			return places, nil
		}
	}
	for _, name := range names {
		j, err := t.Column(name)
		if err != nil {
			return nil, fault.WithOption(err, "--features chooses the columns that the network was trained on")
		}
		places = append(places, j)
	}
	return places, nil
}

// Standardise returns x scaled to mean 0 and variance 1, and the columns with that scaling after any that they had.
func (c *Columns) Standardise(x [][]float64) ([][]float64, *Columns, error) {
	both := Standardize(x)
	x, err := both.Apply(x)
	if first := c.Scaling; first != nil {
		for k := range both.Mean {
			both.Mean[k] = first.Mean[k] + both.Mean[k]*first.Deviation[k]
			both.Deviation[k] *= first.Deviation[k]
		}
	}
	scaled := *c
	scaled.Scaling = both
	return x, &scaled, err
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
		{"classes", len(c.Classes), max(2, outputs), c.Classes != nil},
		{"scaling.mean", len(scaling.Mean), features, c.Scaling != nil}, {"scaling.deviation", len(scaling.Deviation), features, c.Scaling != nil},
	} {
		if list.given && list.have != list.want {
			return fault.New(at+"."+list.name, "has length "+strconv.Itoa(list.have)+", expected "+strconv.Itoa(list.want))
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

// Standardize returns the scaling of the rows x, at least one, to mean 0 and variance 1 (the mean square, divided by n).
func Standardize(x [][]float64) *Scaling {
	d := len(x[0])
	s := &Scaling{make([]float64, d), make([]float64, d)}
	for k := range d {
		s.Mean[k], s.Deviation[k] = moments(x, k)
	}
	return s
}

// moments returns the mean and the standard deviation of column k. It takes two passes, relative to the first row and to the range, so that
// neither a large mean nor extreme numbers cause errors.
func moments(x [][]float64, k int) (mean, deviation float64) {
	n, low, high := float64(len(x)), x[0][k], x[0][k]
	for _, row := range x {
		low, high = math.Min(low, row[k]), math.Max(high, row[k])
	}
	if low == high {
		return low, 0
	}
	for _, row := range x {
		mean += (row[k] - low) / n
	}
	mean += low
	reach, square := math.Max(high-mean, mean-low), 0.0
	for _, row := range x {
		v := (row[k] - mean) / reach
		square += v * v / n
	}
	return mean, reach * math.Sqrt(square)
}

// Apply returns the scaled rows and does not change x. The rows must have as many features as those from which the scaling was computed.
func (s *Scaling) Apply(x [][]float64) ([][]float64, error) {
	scaled := make([][]float64, len(x))
	for i, row := range x {
		if len(row) != len(s.Mean) {
			return nil, fault.New("row "+strconv.Itoa(i+1), "has "+strconv.Itoa(len(row))+" features, expected "+strconv.Itoa(len(s.Mean))+" as in the scaled data")
		}
		scaled[i] = make([]float64, len(row))
		for k, v := range row {
			if s.Deviation[k] > 0 {
				scaled[i][k] = (v - s.Mean[k]) / s.Deviation[k]
			}
		}
	}
	return scaled, nil
}

// Encoding says how the labels of a data set are encoded.
type Encoding int

// The encodings of labels.
const (
	// Numbers keeps them as numbers.
	Numbers Encoding = iota
	// Signs encodes the first of two classes as -1 and the second as 1.
	Signs
	// OneHot encodes class c as unit vector c.
	OneHot
	// SignsOrOneHot is Signs for two classes and OneHot for more.
	SignsOrOneHot
)

// Classes are the distinct labels of a data set. They are in ascending order if all are numbers, and otherwise in byte order, in which
// capitals come first. If one of two classes means yes, it is the second. The encodings use this order, whatever the order of the rows.
type Classes []string

// maxClasses guards against measurements mistaken for classes.
const maxClasses = 1000

// ClassesOf returns the classes of the labels.
func ClassesOf(labels []string) Classes {
	seen := map[string]bool{}
	numbers := map[string]float64{}
	var classes Classes
	for _, label := range labels {
		name := class(label)
		if seen[name] {
			continue
		}
		seen[name] = true
		classes = append(classes, name)
		if v, err := strconv.ParseFloat(name, 64); err == nil && !math.IsNaN(v) {
			numbers[name] = v
		}
	}
	if len(numbers) == len(classes) {
		sort.Slice(classes, func(a, b int) bool { return numbers[classes[a]] < numbers[classes[b]] })
	} else {
		sort.Strings(classes)
	}
	if len(classes) == 2 && affirmative(classes[0]) && !affirmative(classes[1]) {
		classes[0], classes[1] = classes[1], classes[0]
	}
	return classes
}

// affirmative reports whether a class is the positive answer to a yes or no question.
func affirmative(class string) bool {
	return slices.Contains([]string{"yes", "y", "true", "t", "+", "1", "positive", "pos"}, strings.ToLower(class))
}

// notes say how the classes are encoded, and whether there are unusually many.
func (c Classes) notes(signs bool) []table.Note {
	switch {
	case signs:
		return []table.Note{{Sentence: `the class "` + fault.Clip(c[1]) + `" is 1, "` + fault.Clip(c[0]) + `" is -1`}}
	case len(c) > mostUsualClasses:
		return []table.Note{{Sentence: "the target has " + c.count() + ", one output each, which are many; is it a measurement?"}}
	}
	return []table.Note{{Sentence: "the classes have one output each: " + c.names(mostUsualClasses)}}
}

// class returns the class name of a label: 1, 1.0 and 1e0 are the same class.
func class(label string) string {
	v, err := strconv.ParseFloat(label, 64)
	switch {
	case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
		return label
	case v == 0:
		return "0" // also for minus zero
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// Encode returns one row of Y for each label, in an encoding other than Numbers. place names label i for an error.
func (c Classes) Encode(labels []string, encoding Encoding, place func(i int) string) ([][]float64, error) {
	signs := encoding == Signs || encoding == SignsOrOneHot && len(c) == 2
	if err := c.check(signs); err != nil {
		return nil, err
	}
	index := make(map[string]int, len(c))
	for i, name := range c {
		index[name] = i
	}
	rows := make([][]float64, len(labels))
	for i, label := range labels {
		at, ok := index[class(label)]
		switch {
		case !ok:
			return nil, fault.New(place(i), `is "`+fault.Clip(label)+`", expected `+c.list())
		case signs:
			rows[i] = []float64{2*float64(at) - 1}
		default:
			rows[i] = make([]float64, len(c))
			rows[i][at] = 1
		}
	}
	return rows, nil
}

// check returns an error for classes that the encoding cannot represent.
func (c Classes) check(signs bool) error {
	switch {
	case signs && len(c) != 2:
		return fault.New("the target", "has "+c.count()+", expected two for the labels -1 and 1")
	case len(c) < 2:
		return fault.New("the target", "has "+c.count()+", expected two or more")
	case len(c) > maxClasses:
		return fault.New("the target", "has "+c.count()+", expected at most "+strconv.Itoa(maxClasses))
	}
	return nil
}

func (c Classes) count() string {
	if len(c) == 1 {
		return "1 class (" + fault.Clip(c[0]) + ")"
	}
	return strconv.Itoa(len(c)) + " classes"
}

// list names the classes, or the first of them.
func (c Classes) list() string {
	const most = 5
	if len(c) > most {
		return "one of " + strconv.Itoa(len(c)) + " classes: " + c.names(most)
	}
	return "one of the classes " + c.names(most)
}

// names lists at most most classes.
func (c Classes) names(most int) string {
	names := make([]string, min(len(c), most))
	for i := range names {
		names[i] = fault.Clip(c[i])
	}
	if len(c) > most {
		names = append(names, "...")
	}
	return strings.Join(names, ", ")
}
