package dataset

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// unusable is a column that cannot be read.
type unusable struct {
	at   int
	has  string // what it has in place of numbers
	err  error  // what is said if it is the only one
	help string // what helps, beside leaving the column out, "" if nothing does
	kept bool   // leaving the column out is no help: it is a target, or has a missing value
}

// refuse finds the words of the features, and refuses all columns that cannot be read in one sentence, with what they have and the
// options that help.
func (b *builder) refuse(columns []column) error {
	var list []unusable
	for k := range columns {
		c := &columns[k]
		c.words = b.o.fitted.category(c.name)
		if u := b.unusable(c); u.err != nil {
			list = append(list, u)
		}
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		if list[0].kept && fault.Option(list[0].err) != "" {
			return list[0].err // the line may be a header
		}
		return fault.WithOption(list[0].err, b.remedies(list))
	}
	var columnsHave []string
	for _, u := range list {
		columnsHave = append(columnsHave, strings.TrimPrefix(b.Called(u.at), "column ")+" has "+u.has)
	}
	what := "has columns that are not numbers: " + strings.Join(columnsHave, ", ") + ", expected numbers"
	return fault.WithOption(fault.New("the table", what), b.remedies(list))
}

// unusable says what keeps a column from being read, if anything does: a word, too many different ones, or a missing value.
func (b *builder) unusable(c *column) (u unusable) {
	u.at, u.kept = c.at, c.target
	switch part, _ := b.Part(c.at); {
	case b.o.fitted != nil: // of other tables entries are refused one by one
	case c.text == "word":
		c.words = b.words(c.at)
		if kind := c.words.kind(); len(c.words) > maxWords {
			u.has, u.help = strconv.Itoa(len(c.words))+" different "+cmp.Or(kind, "word")+"s", asNumbers[kind]
			u.err = fault.New(b.Called(c.at), "has "+u.has+", expected at most "+strconv.Itoa(maxWords)+" words of a feature")
			return u
		}
	case (c.text == "" || c.slips) && part.Rows != nil:
		for k := range b.f.X {
			i := b.f.Row(k)
			if math.IsNaN(b.Value(i, c.at)) && !b.isMissing(i, c) {
				b.name(&u, c, i)
				_, u.err = b.Number(i, c.at)
				return u
			}
		}
	}
	if c.missing >= 0 {
		u.has, u.kept, u.err = "no value in "+b.Place(c.missing), true, b.missingFault(c)
		u.help = fault.Option(u.err)
	}
	return u
}

// name says what a column has that is not a finite number in row i, and what helps.
func (b *builder) name(u *unusable, c *column, i int) {
	label, words := b.Label(i, c.at), b.Words(c.at)
	kind := table.Kind(label)
	switch {
	case c.target && words && len(b.f.Targets) == 1:
		u.help = classesOption
	case c.target:
	case kind == "" && !b.o.OneHot && !b.o.Part && (words || codes(b.Table, c.at)):
		u.help = "--encode onehot makes a feature of each word"
	default:
		u.help = asNumbers[kind]
	}
	u.has = `"` + fault.Clip(label) + `"`
	if kind != "" {
		u.has = "the " + kind + " " + u.has
	}
	if !words {
		u.has += " in " + b.Place(i)
	}
}

// asNumbers says how words that mean numbers become one feature.
var asNumbers = map[string]string{
	table.Percentage: "percentages written without their sign are one feature of numbers",
	table.Date:       "dates written as numbers, such as days since the first, are one feature",
	table.Time:       "times written as numbers, such as hours since midnight, are one feature",
}

// remedies says what helps with columns that cannot be read: what makes numbers of them, and the option that leaves them out, beside those
// that are left out already.
func (b *builder) remedies(list []unusable) string {
	var options []string
	excluded, _ := b.Columns(b.o.Exclude) // no error: they have been left out
	before := len(excluded)
	for _, u := range list {
		if u.help != "" && !slices.Contains(options, u.help) {
			options = append(options, u.help)
		}
		if !u.kept {
			excluded = append(excluded, u.at)
		}
	}
	if len(excluded) > before {
		options = append(options, b.exclusion(excluded))
	}
	return strings.Join(options, ", ")
}

// exclusion is the option that leaves columns out, by their names, or by their numbers where a shell would read a name otherwise.
func (b *builder) exclusion(columns []int) string {
	names, them := make([]string, len(columns)), "them"
	for k, j := range columns {
		names[k] = b.Name(j)
		if names[k] == "" || strings.ContainsFunc(names[k], func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' && r != '.'
		}) {
			names[k] = strconv.Itoa(j + 1)
		}
	}
	if len(columns) == 1 {
		them = "it"
	}
	return "--exclude " + strings.Join(names, ",") + " leaves " + them + " out"
}

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
func (b *builder) isMissing(i int, c *column) bool {
	if c.text != "" && absent(b.Label(i, c.at)) {
		return true
	}
	slips := c.slips && b.o.SlipsMissing
	return (c.text == "" || slips) && math.IsNaN(b.Value(i, c.at)) && (slips || b.Missing(i, c.at))
}

// missingFault returns the error for the first entry of a column that is missing.
func (b *builder) missingFault(c *column) error {
	option, i := missingOption, c.missing
	if c.target || b.o.Part {
		option = dropOption
	}
	if c.text != "" && absent(b.Label(i, c.at)) {
		return fault.WithOption(fault.New(b.Where(i, c.at), "is missing, expected a "+c.text), option)
	}
	_, err := b.Number(i, c.at)
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
	if f.imputed > 0 {
		what := " replaced by the mean of the column"
		if o.fitted != nil {
			what += " trained on"
		}
		f.Notes = append(f.Notes, table.Note{Sentence: fault.Count(f.imputed, "missing value") + what})
	}
	if f.unknown > 0 {
		f.Notes = append(f.Notes, table.Note{Sentence: fault.Count(f.unknown, "word") + " not trained on encoded as zeros"})
	}
	return nil
}

// Impute puts the mean of each feature over the rows to train on in place of NaN, in these rows and in those held out, which play no part.
func Impute(train, held [][]float64) {
	all := slices.Concat(train, held)
	for k := range train[0] {
		mean := meanOf(train, k)
		for _, row := range all {
			if math.IsNaN(row[k]) {
				row[k] = mean
			}
		}
	}
}
