package dataset

import (
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// MissingOf returns what was done about the missing values of the table trained on.
func (c *Columns) MissingOf() Missing {
	if c == nil || c.Table == nil {
		return Refuse
	}
	return c.Table.Missing
}

// Apply reads another table as the one that the columns were fitted to, and scales its d features, those of ones and for words among them.
// They are found by their names, or where there are none by their position, unless the options choose them. An entry is read by itself,
// whatever the other rows have: a word in place of a number, and a word or class that was not trained on, are refused; missing values are
// replaced by the means of the features trained on. Targets, of which there are outputs, are required if the table must be labelled, and
// otherwise read if all rows have them. Of the options, Missing, Unknown and Part count, too; a part is read as the table trained on was.
func (c *Columns) Apply(t *table.Table, o Options, labelled bool, outputs, d int) (*Frame, error) {
	o.Encoding, o.OneHot, o.fitted = c.encoding(outputs), c.Categories != nil, c
	if o.Part {
		o.Missing = c.MissingOf()
	}
	if o.Part && c.Table != nil && c.Table.Only {
		o.Only = c.Classes
	}
	f, err := c.take(t, o.Features, labelled || o.Part, o)
	if err != nil || len(f.X) == 0 {
		return f, err
	}
	if c.Bias {
		f.X = withOnes(f.X)
	}
	if len(f.X[0]) != d {
		what := "has " + fault.Count(len(f.X[0]), "feature") + ", expected " + strconv.Itoa(d) + " as the network"
		return nil, fault.WithOption(fault.New("the table", what), "--features chooses among the columns")
	}
	if c.Scaling != nil {
		f.X = c.Scaling.Apply(f.X)
	} else if t.Pixels() {
		f.Notes = append(f.Notes, table.Note{Sentence: "pixels are read as they are, from 0 to 255, since those trained on were not scaled"})
	}
	return f, err
}

// take makes the columns that were trained on into data, or those of the choice. Targets are read if they are there, or else refused if
// labelled asks for them.
func (c *Columns) take(t *table.Table, choice []string, labelled bool, o Options) (*Frame, error) {
	p, err := c.match(t, choice)
	if err != nil {
		return nil, err
	}
	needed := p.targets
	if !labelled {
		needed = nil
	} else if p.noTargets != nil {
		return nil, p.noTargets
	}
	f, err := Take(t, p.features, needed, o)
	if err != nil {
		return nil, err
	}
	f.Notes = append(p.notes(), f.Notes...)
	if !labelled && p.noTargets == nil {
		if err := (&builder{t, &o, f}).labels(p.targets); err != nil {
			f.Y = nil
			f.Notes = append(f.Notes, table.Note{Sentence: "no score is given, since " + err.Error()})
		}
	}
	return f, nil
}

// Refit reads a table as the one that the columns were fitted to was read, and fits its columns anew. The columns must have its layout.
func (c *Columns) Refit(t *table.Table, outputs int) (*Frame, error) {
	o := Options{Encoding: c.encoding(outputs), OneHot: c.Categories != nil, Missing: c.MissingOf(), Limit: c.Table.Limit}
	if c.Table.Only {
		o.Only = c.Classes
	}
	f, err := c.take(t, nil, true, o)
	if err != nil {
		return nil, err
	}
	if f.Scaling == nil && c.OfPixels() {
		f.divide(f.X)
	}
	columns := &f.Columns
	if c.Bias {
		f.X, columns = columns.WithBias(f.X)
	}
	if c.Scaling != nil && !c.OfPixels() {
		f.X, columns, err = columns.Standardize(f.X)
	}
	f.Columns = *columns
	return f, err
}

// encoding returns how classes are encoded for that many outputs.
func (c *Columns) encoding(outputs int) Encoding {
	switch {
	case c.Classes == nil:
		return Numbers
	case outputs == 1:
		return Signs
	}
	return OneHot
}

// match tells where another table has the columns that were trained on.
type match struct {
	columns       *Columns
	table         *table.Table
	named, chosen bool // the features are found by their names, or as they were chosen
	features      []int
	targets       []int
	noTargets     error // says that there are no targets, nil if there are
}

// match finds the columns in a table: as the choice says, or by their names if both tables have names, or where they were in the table
// trained on.
func (c *Columns) match(t *table.Table, choice []string) (p *match, err error) {
	names := c.named()
	p = &match{columns: c, table: t, chosen: choice != nil, named: names != nil && t.Header != nil && (c.Table == nil || c.Table.Header)}
	switch {
	case p.chosen:
		p.features, err = t.Columns(choice)
	case names == nil && c.Table == nil:
		p.features = usualFeatures(t, nil, new([]table.Note))
	case names == nil:
		err = p.byPosition(len(c.Table.Features))
	case !p.named:
		err = p.byPosition(len(names))
	default:
		var what string
		p.features, what = findAll(t, names, 0, t.Width())
		if what != "" {
			err = fault.WithOption(fault.New("the table", what), featuresOption)
		}
	}
	p.targets, p.noTargets = p.findTargets()
	return p, err
}

// featuresOption is how columns are found that do not have the names trained on.
const featuresOption = "--features chooses the columns that are read in their place"

// byPosition finds the columns of that many features where they were in the table trained on; or they are all, and in their order.
func (p *match) byPosition(count int) error {
	width, at := p.table.Width(), p.columns.Table
	switch {
	case at != nil && slices.Contains(at.widths(), width) && slices.Max(at.Features) <= width:
		p.features = shifted(at.Features, -1)
	case width == count || at == nil && width > count: // documents without a layout have the features first
		for j := range count {
			p.features = append(p.features, j)
		}
	default:
		expected := strconv.Itoa(count)
		if at != nil && at.Width != count {
			expected += ", the features, or " + strconv.Itoa(at.Width) + " as the table trained on"
		}
		what := "has " + fault.Count(width, "column") + ", expected " + expected
		return fault.WithOption(fault.New("the table", what), "--features chooses among the columns")
	}
	return nil
}

// widths returns the numbers of columns of tables laid out alike: with the targets, or without those at their end.
func (l *Layout) widths() []int {
	least, most := l.Width, l.Width
	for _, j := range l.Targets {
		most = max(most, j)
	}
	for slices.Contains(l.Targets, least) {
		least--
	}
	return []int{least, l.Width, most}
}

// findTargets finds the columns of the targets, once the features are found.
func (p *match) findTargets() (targets []int, err error) {
	c, t := p.columns, p.table
	names, from := c.Targets, t.Targets()
	if c.Classes != nil && len(names) > 1 {
		names = nil
		if c.Table != nil {
			names = []string{c.Table.Label}
		}
	}
	if from > 0 || p.named {
		_, width := t.Size()
		if targets, what := findAll(t, names, from, width); what == "" && targets != nil {
			return targets, nil
		}
	}
	if from > 0 {
		targets = usualTargets(t, nil, new([]table.Note))
		if len(targets) != max(1, len(names)) {
			what := "have " + fault.Count(len(targets), "column") + ", expected " + strconv.Itoa(max(1, len(names)))
			return nil, fault.New("the targets", what)
		}
		return targets, nil
	}
	if c.Table != nil && (!p.named || c.generatedTarget()) && slices.Equal(p.features, shifted(c.Table.Features, -1)) {
		targets = shifted(c.Table.Targets, -1)
		if len(targets) > 0 && slices.Max(targets) < p.table.Width() {
			return targets, nil
		}
	}
	err = fault.New("the table", strings.TrimSpace("has no column of the target "+fault.List(quoted(names), fault.Few))+", expected one")
	if c.Table != nil && len(c.Table.Targets) > 0 && c.Table.Targets[0] > c.Table.Width {
		err = fault.WithOption(err, "--y names a file that has it, --test-y one for --test")
	}
	return nil, err
}

// generated reports whether columns without names of their own are called by a letter and their numbers.
func generated(called []string, letter string, numbers []int) bool {
	return slices.EqualFunc(called, numbers, func(name string, j int) bool { return name == letter+strconv.Itoa(j) })
}

// generatedTarget reports whether the one target, or what has classes with an output each, had no name of its own.
func (c *Columns) generatedTarget() bool {
	called := c.Targets
	if c.Table.Label != "" {
		called = []string{c.Table.Label}
	}
	return generated(called, "y", c.Table.Targets)
}

// Comparable returns columns that were fitted anew, to be compared with those stored before. Names that stored only generated, for want of
// others, are not compared, nor are the names of arrays, and whether a separate file had the targets. Nor are positions that differ where
// columns are found by their names: elsewhere says so.
func (c *Columns) Comparable(stored *Columns) (alike *Columns, elsewhere bool) {
	was := stored.Table
	if was == nil || c.Table == nil {
		return c, false
	}
	both, layout := *c, *c.Table
	both.Table, layout.Arrays = &layout, was.Arrays
	if !was.Header && stored.Categories == nil && generated(stored.named(), "x", was.Features) && len(stored.Features) == len(c.Features) {
		layout.Header, both.Features = false, stored.Features
	}
	if stored.generatedTarget() {
		layout.Label = was.Label
		if was.Label == "" && len(stored.Targets) == len(c.Targets) {
			both.Targets = stored.Targets
		}
	}
	if slices.Contains(was.widths(), layout.Width) {
		layout.Width = was.Width
	}
	there := layout.Width == was.Width && slices.Equal(layout.Features, was.Features) && slices.Equal(layout.Targets, was.Targets)
	if !there && was.Header && layout.Header && len(was.Features) == len(layout.Features) && len(was.Targets) == len(layout.Targets) {
		layout.Width, layout.Features, layout.Targets = was.Width, was.Features, was.Targets
		elsewhere = true
	}
	return &both, elsewhere
}

// shifted returns numbers with another added to each: columns are counted from zero in tables, and from one for people.
func shifted(numbers []int, by int) []int {
	places := make([]int, len(numbers))
	for k, j := range numbers {
		places[k] = j + by
	}
	return places
}

// findAll returns the indices of the columns between two that have the names trained on, or what is wrong with the names.
func findAll(t *table.Table, names []string, from, to int) (found []int, what string) {
	var absent, several []string
	for k, name := range names {
		at, count := 0, 0
		for j := from; j < to; j++ {
			if t.Name(j) == name {
				at, count = j, count+1
			}
		}
		switch {
		case slices.Contains(names[:k], name):
			return nil, "cannot be read by names, of which the network has " + strconv.Quote(fault.Clip(name)) + " twice, expected each once"
		case count == 0:
			absent = append(absent, name)
		case count > 1:
			several = append(several, name)
		}
		found = append(found, at)
	}
	switch {
	case absent != nil:
		return nil, "has no column " + fault.List(quoted(absent), fault.Few) + ", expected those that the network was trained on"
	case several != nil:
		return nil, "has several columns called " + fault.List(quoted(several), fault.Few) + ", expected one"
	}
	return found, ""
}

// notes say that the columns were found by their position, unless an array has the features alone, or which others are left out.
func (p *match) notes() []table.Note {
	if p.chosen || !p.named && (p.columns.Features == nil && p.columns.Table == nil || p.table.Rows == nil && p.table.Width() == len(p.features)) {
		return nil
	}
	if !p.named {
		var numbers []string
		for _, j := range p.features {
			numbers = append(numbers, strconv.Itoa(j+1))
		}
		return []table.Note{{Sentence: "the features are found by their position (" + fault.List(numbers, fault.Few) +
			"), since not both tables have names"}}
	}
	known := slices.Concat(p.features, p.targets)
	var others []string
	for j := range p.table.Width() {
		if !slices.Contains(known, j) && !p.table.Index(j) {
			others = append(others, p.table.Name(j))
		}
	}
	if others == nil {
		return nil
	}
	return []table.Note{{Sentence: "columns not trained on are left out: " + fault.List(quoted(others), fault.Few)}}
}

// quoted returns names in quotes, for a sentence.
func quoted(names []string) (list []string) {
	for _, name := range names {
		list = append(list, strconv.Quote(fault.Clip(name)))
	}
	return list
}
