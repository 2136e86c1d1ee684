package dataset

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// maxWords is the largest number of different words of a feature: a column with more is a name or free text.
const maxWords = 100

// column is a column that becomes data.
type column struct {
	at     int
	name   string
	target bool
	text   string // what its entries are if they are taken as text, a word or a class; "" for numbers
	slips  bool   // a few entries are not numbers, as the others are
	words  Classes
	// missing is the first row in which the entry is missing and must not be, -1 if there is none.
	missing int
}

// builder makes columns of a table into the rows of a frame.
type builder struct {
	*table.Table
	o *Options
	f *Frame
}

// Take makes the given columns into data.
func Take(t *table.Table, features, targets []int, o Options) (*Frame, error) {
	if o.IfNeeded && !mayBeClasses(t, targets) {
		o.Encoding = Numbers
	}
	f := &Frame{Notes: slices.Clone(t.Notes)}
	if len(targets) > 0 {
		f.Targets = names(t, targets, "y")
	}
	if o.fitted == nil {
		var err error
		f.Table, err = layout(t, features, targets, &o)
		if err != nil {
			return nil, err
		}
	}
	b := &builder{t, &o, f}
	columns := b.columns(features, targets)
	f.Notes = slices.DeleteFunc(f.Notes, func(note table.Note) bool {
		return note.Column > 0 && !slices.ContainsFunc(columns, func(c column) bool { return c.at == note.Column-1 && c.text == "" })
	})
	if err := b.keep(columns); err != nil {
		return nil, err
	}
	if err := b.refuse(columns); err != nil {
		return nil, err
	}
	for k := range features {
		if err := b.feature(&columns[k]); err != nil {
			return nil, err
		}
	}
	if err := f.fill(&o); err != nil {
		return nil, err
	}
	if o.fitted == nil {
		if t.Pixels() {
			f.divide(f.X)
			f.Notes = append(f.Notes, pixelNote)
		} else if !o.Part {
			f.noteConstants()
		}
	}
	if len(targets) == 0 || o.Part && o.fitted == nil { // whose classes other parts may have
		return f, nil
	}
	return f, b.labels(targets)
}

// noteConstants adds a note that names the features with the same value in every row.
func (f *Frame) noteConstants() {
	var constant []string
	for k, name := range f.Features {
		if len(f.X) > 1 && !slices.ContainsFunc(f.X, func(row []float64) bool { return row[k] != f.X[0][k] }) {
			constant = append(constant, fault.Name(name))
		}
	}
	f.Notes = append(f.Notes, noteFeatures(constant, "the same value in every row", excludeOption)...)
}

// NoteUnscaled returns a note that names the columns of numbers, given by their places from 1, that should be standardised, by a look at
// about a thousand rows: neurons square them, and they spread widely or are far from zero for their spread, as years and times are.
func NoteUnscaled(t *table.Table, columns []int) []table.Note {
	const looked, wide, far = 1000, 10, 5
	rows, _ := t.Size()
	var names []string
	example := ""
	for _, j := range shifted(columns, -1) {
		var values []float64
		for i := 0; i < rows; i += 1 + rows/looked {
			if v := t.Value(i, j); !math.IsNaN(v) {
				values = append(values, v)
			}
		}
		if t.Words(j) || len(values) == 0 {
			continue
		}
		mean, deviation := moments(values)
		if deviation > wide || deviation > 0 && math.Abs(mean) > far*(1+deviation) {
			names = append(names, fault.Name(cmp.Or(t.Name(j), "x"+strconv.Itoa(j+1))))
			example = cmp.Or(example, fmt.Sprintf("(mean %s, deviation %s)",
				fault.AppendNumber(nil, mean, 3), fault.AppendNumber(nil, deviation, 3)))
		}
	}
	return noteFeatures(names, "large numbers "+example+", which neurons square", "--standardise scales the features")
}

// noteFeatures returns a note that says what features have, if there are any.
func noteFeatures(names []string, have, option string) []table.Note {
	switch len(names) {
	case 0:
		return nil
	case 1:
		return []table.Note{{Sentence: "the feature " + names[0] + " has " + have, Option: option}}
	}
	return []table.Note{{Sentence: "the features " + fault.List(names, fault.Few) + " have " + have, Option: option}}
}

// excludeOption is how columns are left out.
const excludeOption = "--exclude leaves columns out, by name or number"

// layout says how the table is read, and refuses columns that cannot be trained on.
func layout(t *table.Table, features, targets []int, o *Options) (*Layout, error) {
	switch {
	case len(features) == 0:
		return nil, fault.New("the table", "has no column besides the target, expected at least one of features")
	case o.Encoding != Numbers && len(targets) != 1:
		return nil, fault.New("the table", "has "+fault.Count(len(targets), "target")+", expected one column of classes")
	}
	l := &Layout{Header: t.Header != nil, Width: t.Width(), Missing: o.Missing, Only: o.Only != nil, Limit: o.Limit}
	l.Features, l.Targets = shifted(features, 1), shifted(targets, 1)
	return l, distinct(t, slices.Concat(features, targets))
}

// columns returns what the entries of the columns are: of the features, and then of the targets.
func (b *builder) columns(features, targets []int) (columns []column) {
	o := b.o
	called := names(b.Table, features, "x")
	if known := o.fitted.named(); len(known) == len(features) {
		called = known
	}
	for k, name := range called {
		c := column{at: features[k], name: name, missing: -1, slips: o.fitted == nil && b.Slips(features[k])}
		if o.fitted.category(name) != nil || o.OneHot && o.fitted == nil && (b.Words(c.at) || codes(b.Table, c.at)) {
			c.text, c.slips = "word", false
		}
		columns = append(columns, c)
	}
	for k, j := range targets {
		c := column{at: j, name: b.f.Targets[k], target: true, missing: -1}
		c.slips = o.fitted == nil && (o.Encoding == Numbers || o.IfNeeded) && b.Slips(j)
		if o.Encoding != Numbers {
			c.text = "class"
		}
		columns = append(columns, c)
	}
	return columns
}

// codes reports whether a column with a few words among its numbers has codes rather than measurements: few different entries.
func codes(t *table.Table, j int) bool {
	if !t.Slips(j) {
		return false
	}
	rows, _ := t.Size()
	seen := map[string]bool{}
	for i := 0; i < rows && len(seen) <= maxUsualClasses; i++ {
		seen[class(t.Label(i, j))] = true
	}
	return len(seen) <= maxUsualClasses
}

// keep chooses the rows of the frame: all, or those in which nothing is missing, up to the limit. Rows beyond it are not looked at.
func (b *builder) keep(columns []column) error {
	f, o := b.f, b.o
	rows, _ := b.Size()
	others, err := b.otherClasses(columns)
	if err != nil {
		return err
	}
	looked, lost, entries, reason := 0, 0, make([]int, len(columns)), "missing values"
	end := 0
	for ; end < rows && (o.Limit == 0 || len(f.Kept) < o.Limit); end++ {
		if others != nil && others[end] {
			continue
		}
		looked++
		leave := false
		for k := range columns {
			nothing, missing := b.look(end, &columns[k])
			if !nothing {
				entries[k]++
			}
			switch {
			case !missing:
			case o.Missing == Drop:
				leave = true
				if !nothing {
					reason = "cells that are missing or not finite numbers"
				}
			case o.Missing == Mean && !columns[k].target:
				f.imputed++
			case columns[k].missing < 0:
				columns[k].missing = end
			}
		}
		if leave {
			lost++
			continue
		}
		f.Kept = append(f.Kept, end)
	}
	for k, n := range entries {
		if n == 0 && looked > 1 && o.fitted == nil && !o.Part {
			err = fault.New(b.Called(columns[k].at), "has no values, expected some")
			return fault.WithOption(err, "--features and --targets choose among the columns")
		}
	}
	f.makeRows(len(columns) - len(f.Targets))
	switch {
	case len(f.Kept) == 0 && !o.Part:
		return fault.WithOption(fault.New("the table", "has a missing value in every row, expected some that are whole"), missingOption)
	case lost > 0 && !o.Part:
		what := " rows left out, for "
		if o.fitted != nil {
			what = " rows have no prediction, for "
		}
		f.Notes = append(f.Notes, table.Note{Sentence: strconv.Itoa(lost) + " of " + strconv.Itoa(end) + what + reason})
	case len(f.Kept) == rows:
		f.Kept = nil
	}
	return nil
}

// look reports whether there is nothing in place of an entry, and whether it is as one that is missing, which a slip is, too.
func (b *builder) look(i int, c *column) (nothing, missing bool) {
	if part, at := b.Part(c.at); c.text == "" && !math.IsNaN(part.Value(i, at)) { // nearly always
		return false, false
	}
	return b.Missing(i, c.at) && (c.text == "" || absent(b.Label(i, c.at))), b.isMissing(i, c)
}

// makeRows makes the rows of X, which are empty and share one array. Text columns may need more numbers than that; append then reallocates
// the row.
func (f *Frame) makeRows(width int) {
	f.X = make([][]float64, len(f.Kept))
	room := make([]float64, len(f.Kept)*width)
	for i := range f.X {
		f.X[i] = room[i*width : i*width : (i+1)*width]
	}
}

// otherClasses marks the rows whose class is not among those to be kept, if not all are. The target is the last of the columns.
func (b *builder) otherClasses(columns []column) (others []bool, err error) {
	only := b.o.Only
	if only == nil {
		return nil, nil
	}
	rows, _ := b.Size()
	others = make([]bool, rows)
	target := &columns[len(columns)-1]
	if target.text == "" {
		return nil, fault.New(b.Called(target.at), "has numbers, expected classes to choose among by --only")
	}
	found := map[string]bool{}
	for i := range others {
		name := class(b.Label(i, target.at))
		found[name] = true
		others[i] = !slices.ContainsFunc(only, func(word string) bool { return class(word) == name })
	}
	for _, word := range only {
		name := class(word)
		if found[name] || b.o.Part {
			continue
		}
		what := "has no class " + strconv.Quote(fault.Clip(word)) + ", which --only names"
		known := ClassesOf(slices.Collect(maps.Keys(found)))
		return nil, fault.New(b.Called(target.at), what+", expected some of "+known.names(maxUsualClasses))
	}
	return others, nil
}

// feature adds a column to X, or one for each of its words. What is missing becomes NaN.
func (b *builder) feature(c *column) error {
	f := b.f
	if c.text != "" {
		return b.wordFeature(c)
	}
	f.Features = append(f.Features, c.name)
	part, at := b.Part(c.at)
	for k := range f.X {
		i := f.Row(k)
		v := part.Value(i, at)
		if math.IsNaN(v) && !b.isMissing(i, c) {
			_, err := b.Number(i, c.at)
			return err
		}
		f.X[k] = append(f.X[k], v)
	}
	return nil
}

// wordFeature adds a column for each word.
func (b *builder) wordFeature(c *column) error {
	f, o, words := b.f, b.o, c.words
	if o.fitted == nil {
		kind, is := words.kind(), " is "
		switch {
		case kind != "":
			is = " has " + kind + "s, which are words here, and is "
		case slices.ContainsFunc(words, isNumber):
			is = " has words and numbers, which are words here, and is "
		}
		sentence := b.Called(c.at) + is + fault.Count(len(words), "feature") + " of 0 and 1: " + words.names(maxUsualClasses)
		f.Notes = append(f.Notes, table.Note{Sentence: sentence, Option: strings.TrimPrefix(asNumbers[kind]+", "+excludeOption, ", ")})
	}
	f.Categories = append(f.Categories, Category{c.name, words})
	for _, word := range words {
		f.Features = append(f.Features, c.name+"="+word)
	}
	for k := range f.X {
		label := b.Label(f.Row(k), c.at)
		which := slices.Index(words, class(label))
		unknown := which < 0 && !absent(label)
		if unknown && !o.Unknown {
			err := fault.New(b.Where(f.Row(k), c.at), `is "`+fault.Clip(label)+`", expected one of the words `+words.names(fault.Few))
			return fault.WithOption(err, "--unknown ignore takes it for none of them")
		}
		if unknown {
			f.unknown++
		}
		for l := range words {
			v := 0.0
			switch {
			case which < 0 && !unknown:
				v = math.NaN()
			case which == l:
				v = 1
			}
			f.X[k] = append(f.X[k], v)
		}
	}
	return nil
}

// texts returns the entries of a column in the rows of the frame.
func (b *builder) texts(j int) []string {
	texts := make([]string, len(b.f.X))
	for k := range texts {
		texts[k] = b.Label(b.f.Row(k), j)
	}
	return texts
}

// words returns the distinct words among them.
func (b *builder) words(j int) Classes { return ClassesOf(slices.DeleteFunc(b.texts(j), absent)) }
