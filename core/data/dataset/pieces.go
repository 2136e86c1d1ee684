package dataset

import (
	"slices"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// Of returns a table before its columns become data.
func Of(t *table.Table) *Table { return &Table{Table: t} }

// Choose returns the columns that Read would take of a table, for reading it, and others like it, in pieces by Apply: without words and
// classes, which Collect gathers from all pieces.
func (t *Table) Choose(o Options) (c *Columns, notes []table.Note, err error) {
	notes = slices.Clone(t.Notes)
	features, targets, err := t.choose(o, &notes)
	switch {
	case err != nil:
		return nil, nil, err
	case len(features) == 0:
		return nil, nil, fault.New("the table", "has no column beside the target, expected at least one of features")
	case o.Encoding != Numbers && len(targets) != 1:
		return nil, nil, fault.New("the table", "has "+spelled(len(targets))+" targets, expected one column of classes")
	}
	c = &Columns{Features: names(t, features, "x"), Targets: names(t, targets, "y"), Table: t.layout(features, targets, &o)}
	for k, j := range features {
		if o.OneHot && t.Words(j) {
			c.Categories = append(c.Categories, Category{Name: c.Features[k]})
		}
	}
	return c, notes, nil
}

// Collect adds the words of a piece to the categories, and with classes its labels to the classes; those in only, unless that is nil.
func (c *Columns) Collect(t *Table, classes bool, only []string) error {
	p, err := c.places(t, nil)
	if err != nil {
		return err
	}
	rows, _ := t.Size()
	gather := func(j int, known Classes) Classes {
		var labels []string
		for i := range rows {
			if label := t.Label(i, j); !absent(label) && (len(labels) == 0 || label != labels[len(labels)-1]) {
				labels = append(labels, label)
			}
		}
		return ClassesOf(append(labels, known...))
	}
	for k, name := range c.Features {
		for l := range c.Categories {
			if at := &c.Categories[l]; at.Name == name {
				if at.Words = gather(p.features[k], at.Words); len(at.Words) > mostWords {
					return fault.WithOption(fault.New(t.Called(p.features[k]), "has more than 100 different words, expected at most that of a feature"),
						"--features chooses among the columns")
				}
			}
		}
	}
	if !classes {
		return nil
	}
	targets, err := p.targets()
	if err != nil {
		return err
	}
	c.Classes = gather(targets[0], c.Classes)
	if only != nil {
		c.Classes = slices.DeleteFunc(c.Classes, func(name string) bool {
			return !slices.ContainsFunc(only, func(word string) bool { return class(word) == name })
		})
	}
	return nil
}

// Settle names the features of the words and the targets of the classes, once all pieces are collected, and returns how many outputs there are.
func (c *Columns) Settle(classes bool) (outputs int, err error) {
	var features []string
	for _, name := range c.Features {
		words := c.category(name)
		for _, word := range words {
			features = append(features, name+"="+word)
		}
		if words == nil {
			features = append(features, name)
		}
	}
	c.Features = features
	if !classes {
		return len(c.Targets), nil
	}
	if err := c.Classes.check(len(c.Classes) == 2); err != nil {
		return 0, err
	}
	if len(c.Classes) == 2 {
		return 1, nil
	}
	c.Table.Label, c.Targets = c.Targets[0], c.Classes
	return len(c.Classes), nil
}
