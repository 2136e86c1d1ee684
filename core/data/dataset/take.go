package dataset

import (
	"math"
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// Missing says how missing values are handled.
type Missing int

// Missing values are refused; or their rows are dropped; or they are replaced by the mean of their feature, except in targets.
const (
	Refuse Missing = iota
	Drop
	Mean
)

const (
	dropOption    = "--missing drop leaves such rows out"
	classesOption = "--classes takes the words of this column as classes"
	missingOption = dropOption + ", --missing mean puts the mean of the column in place"
)

// mostWords is the largest number of different words of a feature: a column with more is a name or free text.
const mostWords = 100

// column is a column that becomes data.
type column struct {
	at     int
	name   string
	target bool
	text   string // what its entries are if they are taken as text, a word or a class; "" for numbers
	strays bool   // an entry that is not a number is a slip
}

// Take makes the given columns into data.
func (t *Table) Take(features, targets []int, o Options) (*Frame, error) {
	if len(features) == 0 {
		return nil, fault.New("the table", "has no column beside the target, expected at least one of features")
	}
	if o.Like == nil {
		o.Like = &Columns{}
	}
	encoding := o.Encoding
	if o.IfNeeded && !t.needsClasses(targets, encoding) {
		encoding = Numbers
	}
	if encoding != Numbers && len(targets) > 1 {
		return nil, fault.New("the table", "has "+strconv.Itoa(len(targets))+" targets, expected one column of classes")
	}
	f := &Frame{Columns: Columns{Targets: names(t, targets, "y")}, Notes: slices.Clone(t.Notes)}
	columns := t.columns(f, features, targets, encoding, &o)
	if err := t.keep(f, columns, &o); err != nil {
		return nil, err
	}
	for k := range features {
		if err := t.feature(f, &columns[k], &o); err != nil {
			return nil, err
		}
	}
	if o.Missing == Mean {
		f.fill()
	}
	if encoding == Numbers {
		return f, t.numericTargets(f, targets)
	}
	return f, t.classTarget(f, targets[0], encoding, &o)
}

// columns returns what the entries of the columns are: of the features, and then of the targets.
func (t *Table) columns(f *Frame, features, targets []int, encoding Encoding, o *Options) (columns []column) {
	for k, name := range names(t, features, "x") {
		c := column{at: features[k], name: name, strays: len(t.Strays(features[k])) > 0}
		if o.OneHot && (t.Words(c.at) || o.Like.category(name) != nil) {
			c.text = "word"
		}
		columns = append(columns, c)
	}
	for k, j := range targets {
		c := column{at: j, name: f.Targets[k], target: true, strays: (encoding == Numbers || o.IfNeeded) && len(t.Strays(j)) > 0}
		if encoding != Numbers {
			c.text = "class"
		}
		columns = append(columns, c)
	}
	return columns
}

// absent reports whether a label is missing. A minus sign is a class, since it occurs beside plus signs.
func absent(label string) bool { return label != "-" && table.Missing(label) }

// lacks reports whether an entry is missing or a slip.
func (t *Table) lacks(i int, c *column) bool {
	if c.text != "" && absent(t.Label(i, c.at)) {
		return true
	}
	return (c.text == "" || c.strays) && math.IsNaN(t.Value(i, c.at)) && (c.strays || t.Missing(i, c.at))
}

// lack returns the error for an entry that is missing or a slip.
func (t *Table) lack(i int, c *column) error {
	option := missingOption
	if c.target {
		if option = dropOption; !t.Missing(i, c.at) {
			option += ", " + classesOption
		}
	}
	if c.text != "" && absent(t.Label(i, c.at)) {
		return fault.WithOption(fault.New(t.Place(i, c.at), "is missing, expected a "+c.text), option)
	}
	_, err := t.Number(i, c.at)
	return fault.WithOption(err, option)
}

// keep chooses the rows of the frame: all, or those in which nothing is missing. It returns an error for what is missing and is not to
// be, and for a column without any entry.
func (t *Table) keep(f *Frame, columns []column, o *Options) error {
	missing := o.Missing
	rows, _ := t.Size()
	others, err := t.others(columns, o.Only)
	if err != nil {
		return err
	}
	dropped, why := make([]bool, rows), ", for missing values"
	for k := range columns {
		c := &columns[k]
		t.beat.Count(rows)
		entries := 0
		part, at := t.Part(c.at)
		for i := range rows {
			if others != nil && others[i] {
				continue
			}
			if c.text == "" && !math.IsNaN(part.Value(i, at)) { // nearly always
				entries++
				continue
			}
			if !t.Missing(i, c.at) || c.text != "" && !absent(t.Label(i, c.at)) {
				entries++
			}
			if !t.lacks(i, c) {
				continue
			}
			if missing == Refuse || missing == Mean && c.target {
				return t.lack(i, c)
			}
			dropped[i] = missing == Drop
		}
		if entries == 0 && rows > 1 {
			return fault.WithOption(fault.New(t.Called(c.at), "has no values, expected some"), "--features and --targets choose among the columns")
		}
		if c.strays {
			why = ", for cells that are missing or not numbers"
		}
	}
	lost := 0
	for i, drop := range dropped {
		switch {
		case others != nil && others[i]:
		case drop:
			lost++
		default:
			f.Kept = append(f.Kept, i)
		}
	}
	f.X = make([][]float64, len(f.Kept))
	room := make([]float64, len(f.Kept)*len(columns)) // a column of words needs more
	for i := range f.X {
		f.X[i], room = room[:0:len(columns)], room[len(columns):]
	}
	switch {
	case len(f.Kept) == 0:
		return fault.WithOption(fault.New("the table", "has a missing value in every row, expected some that are whole"), missingOption)
	case lost > 0:
		f.Notes = append(f.Notes, table.Note{Sentence: spelled(lost) + " of " + strconv.Itoa(rows) + " rows left out" + why})
	}
	if len(f.Kept) == rows {
		f.Kept = nil
	}
	return nil
}

// others marks the rows whose class is not among those to be kept; nil keeps all. The target is the last of the columns.
func (t *Table) others(columns []column, only []string) (others []bool, err error) {
	if only == nil {
		return nil, nil
	}
	target := &columns[len(columns)-1]
	if target.text == "" {
		return nil, fault.New(t.Called(target.at), "has numbers, expected classes to choose among by --only")
	}
	rows, _ := t.Size()
	kept := false
	for i := range rows {
		name := class(t.Label(i, target.at))
		other := !slices.ContainsFunc(only, func(word string) bool { return class(word) == name })
		others, kept = append(others, other), kept || !other
	}
	if !kept {
		return nil, fault.New(t.Called(target.at), "has no class of those in --only, expected at least one")
	}
	return others, nil
}

// feature adds a column to X, or one for each of its words. What is missing becomes NaN.
func (t *Table) feature(f *Frame, c *column, o *Options) error {
	if c.text != "" {
		return t.wordFeature(f, c, o)
	}
	f.Features = append(f.Features, c.name)
	part, at := t.Part(c.at)
	for k := range f.X {
		i := f.Row(k)
		v := part.Value(i, at)
		if math.IsNaN(v) && !t.lacks(i, c) {
			_, err := t.Number(i, c.at)
			if t.Words(c.at) {
				err = fault.WithOption(err, "--encode onehot makes a feature of each word of this column, --features chooses among the columns")
			}
			return err
		}
		f.X[k] = append(f.X[k], v)
	}
	return nil
}

// wordFeature adds a column for each word.
func (t *Table) wordFeature(f *Frame, c *column, o *Options) error {
	words := o.Like.category(c.name)
	if words == nil {
		words = t.words(c.at)
	}
	if len(words) > mostWords {
		what := "has " + strconv.Itoa(len(words)) + " different words, expected at most " + strconv.Itoa(mostWords) + " of a feature"
		return fault.WithOption(fault.New(t.Called(c.at), what), "--features chooses among the columns")
	}
	f.Categories = append(f.Categories, Category{c.name, words})
	for _, word := range words {
		f.Features = append(f.Features, c.name+"="+word)
	}
	for k := range f.X {
		label := t.Label(f.Row(k), c.at)
		which := slices.Index(words, class(label))
		if which < 0 && !absent(label) {
			return fault.New(t.Place(f.Row(k), c.at), `is "`+fault.Clip(label)+`", expected `+words.list())
		}
		for l := range words {
			v := 0.0
			switch {
			case which < 0:
				v = math.NaN()
			case which == l:
				v = 1
			}
			f.X[k] = append(f.X[k], v)
		}
	}
	return nil
}

// words returns the distinct words of a column.
func (t *Table) words(j int) Classes {
	rows, _ := t.Size()
	var labels []string
	for i := range rows {
		if label := t.Label(i, j); !absent(label) {
			labels = append(labels, label)
		}
	}
	return ClassesOf(labels)
}

// fill replaces missing values by the mean of their column. In the note a word counts once.
func (f *Frame) fill() {
	missing := 0
	word := map[string]bool{} // the columns of words, but for the first of each
	for _, c := range f.Categories {
		for _, w := range c.Words[1:] {
			word[c.Name+"="+w] = true
		}
	}
	for k, name := range f.Features {
		mean, count := 0.0, 0.0
		for _, row := range f.X {
			if !math.IsNaN(row[k]) {
				count++
				mean += (row[k] - mean) / count
			}
		}
		for _, row := range f.X {
			if !math.IsNaN(row[k]) {
				continue
			}
			if row[k] = mean; !word[name] {
				missing++
			}
		}
	}
	if missing > 0 {
		values := " missing values"
		if missing == 1 {
			values = " missing value"
		}
		f.Notes = append(f.Notes, table.Note{Sentence: spelled(missing) + values + " replaced by the mean of the column"})
	}
}

// numericTargets fills Y with numbers.
func (t *Table) numericTargets(f *Frame, targets []int) error {
	f.Y = make([][]float64, f.Len())
	for i := range f.Y {
		f.Y[i] = make([]float64, len(targets))
		for k, j := range targets {
			var err error
			if f.Y[i][k], err = t.Number(f.Row(i), j); err != nil {
				if t.Words(j) && len(targets) == 1 {
					err = fault.WithOption(err, classesOption)
				}
				return err
			}
		}
	}
	return nil
}

// classTarget fills Y with encoded classes.
func (t *Table) classTarget(f *Frame, target int, encoding Encoding, o *Options) error {
	labels := make([]string, f.Len())
	for i := range labels {
		labels[i] = t.Label(f.Row(i), target)
	}
	if f.Classes = o.Like.Classes; f.Classes == nil {
		f.Classes = ClassesOf(labels)
	}
	var err error
	f.Y, err = f.Classes.Encode(labels, encoding, func(i int) string { return t.Place(f.Row(i), target) })
	if len(f.Y) > 0 && len(f.Y[0]) > 1 {
		f.Targets = f.Classes
	}
	if err == nil && o.Like.Classes == nil {
		f.Notes = append(f.Notes, f.Classes.notes(len(f.Y[0]) == 1)...)
	}
	return err
}

// spelled returns a number as it is written at the beginning of a sentence.
func spelled(n int) string {
	if n == 1 {
		return "one"
	}
	return strconv.Itoa(n)
}
