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

// Encoding says how the labels of a data set are encoded.
type Encoding int

// The encodings of labels.
const (
	// Numbers keeps them as numbers.
	Numbers Encoding = iota
	// OneHot encodes class c as unit vector c.
	OneHot
	// Signs encodes the first of two classes as -1 and the second as 1; it is OneHot for more.
	Signs
)

// Classes are the distinct labels of a data set. They are in ascending order if all are numbers, and otherwise in byte order, in which
// capitals come first; there, if one of two means yes, it is the second. The encodings use this order, whatever the order of the rows.
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
		if v, ok := number(name); ok {
			numbers[name] = v
		}
	}
	if len(numbers) == len(classes) {
		sort.Slice(classes, func(a, b int) bool { return numbers[classes[a]] < numbers[classes[b]] })
		return classes
	}
	sort.Strings(classes)
	if len(classes) == 2 && affirmative(classes[0]) && !affirmative(classes[1]) {
		classes[0], classes[1] = classes[1], classes[0]
	}
	return classes
}

// affirmative reports whether a class is the positive answer to a yes or no question.
func affirmative(class string) bool {
	return slices.Contains([]string{"yes", "y", "true", "t", "+", "1", "positive", "pos"}, strings.ToLower(class))
}

// notes say how the classes of that many rows are encoded, and whether there are unusually many, or nearly one for each row.
func (c Classes) notes(signs bool, rows int) []table.Note {
	if signs {
		return []table.Note{{Sentence: `the class "` + fault.Clip(c[1]) + `" is 1, "` + fault.Clip(c[0]) + `" is -1`}}
	}
	var notes []table.Note
	if len(c) <= maxUsualClasses {
		notes = append(notes, table.Note{Sentence: "the classes have one output each: " + c.names(maxUsualClasses) +
			"; it is 1 for its class, and for the others 0, or -1 with the losses hinge and logistic"})
	}
	if len(c) > maxUsualClasses || rows > 3 && 10*len(c) >= 9*rows { // three rows are a sample
		notes = append(notes, table.Note{Sentence: "the target has " + c.count() + " in " + fault.Count(rows, "row") +
			", one output each, which are many; is it a measurement?"})
	}
	return notes
}

// kind returns what all words mean, if it is the same: see table.Kind.
func (c Classes) kind() string {
	kind := ""
	for i, word := range c {
		k := table.Kind(word)
		if i == 0 {
			kind = k
		} else if k != kind {
			return ""
		}
	}
	return kind
}

// number returns the value of a label that is a number.
func number(label string) (v float64, ok bool) {
	v, err := strconv.ParseFloat(strings.Replace(label, "\u2212", "-", 1), 64) // a minus may be typeset
	return v, err == nil && !math.IsNaN(v)
}

func isNumber(label string) bool { _, ok := number(label); return ok }

// class returns the class name of a label: 1, 1.0 and 1e0 are the same class.
func class(label string) string {
	v, ok := number(label)
	if !ok || math.IsInf(v, 0) {
		return label
	}
	return fault.Number(v + 0) // zero has no sign
}

// Encode returns one row of Y for each label, in an encoding other than Numbers. place names label i for an error.
func (c Classes) Encode(labels []string, encoding Encoding, place func(i int) string) ([][]float64, error) {
	signs := encoding == Signs && len(c) == 2
	if err := c.check(); err != nil {
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
			return nil, fault.New(place(i), `is "`+fault.Clip(label)+`", expected one of the classes `+c.names(fault.Few))
		case signs:
			rows[i] = []float64{2*float64(at) - 1}
		default:
			rows[i] = make([]float64, len(c))
			rows[i][at] = 1
		}
	}
	return rows, nil
}

// check returns an error for too few classes or too many.
func (c Classes) check() error {
	switch {
	case len(c) < 2:
		return fault.New("the target", "has "+c.count()+", expected two or more")
	case len(c) > maxClasses:
		return fault.New("the target", "has "+c.count()+", expected at most "+strconv.Itoa(maxClasses))
	}
	return nil
}

func (c Classes) count() string {
	if len(c) == 1 {
		return "1 class (" + fault.Name(c[0]) + ")"
	}
	return strconv.Itoa(len(c)) + " classes"
}

// names lists at most most classes.
func (c Classes) names(most int) string {
	var names []string
	for _, name := range c {
		names = append(names, fault.Name(name))
	}
	return fault.List(names, most)
}

// labels fills Y.
func (b *builder) labels(targets []int) error {
	f := b.f
	if b.o.Encoding != Numbers {
		return b.classTarget(targets[0])
	}
	f.Y = make([][]float64, f.Len())
	for i := range f.Y {
		f.Y[i] = make([]float64, len(targets))
		for k, j := range targets {
			var err error
			f.Y[i][k], err = b.Number(f.Row(i), j)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// classTarget fills Y with encoded classes.
func (b *builder) classTarget(target int) error {
	f, o, labels := b.f, b.o, b.texts(target)
	if o.fitted != nil {
		f.Classes = o.fitted.Classes
	} else {
		f.Classes = ClassesOf(labels)
	}
	var err error
	f.Y, err = f.Classes.Encode(labels, o.Encoding, func(i int) string { return b.Where(f.Row(i), target) })
	if len(f.Y) > 0 && len(f.Y[0]) > 1 {
		if f.Table != nil {
			f.Table.Label = f.Targets[0]
		}
		f.Targets = f.Classes
	}
	if err == nil && o.fitted == nil {
		f.Notes = append(f.Notes, f.Classes.notes(len(f.Y[0]) == 1, len(labels))...)
	}
	return err
}
