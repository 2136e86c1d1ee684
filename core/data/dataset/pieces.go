package dataset

import (
	"slices"

	"conelab/core/data/table"
)

// Choose returns the columns that Read would take from a table of numbers. Apply then reads it, and others like it, in pieces. The classes
// of a target are still missing: Collect gathers them from all pieces.
func Choose(t *table.Table, o Options) (c *Columns, notes []table.Note, err error) {
	notes = slices.Clone(t.Notes)
	features, targets, err := choose(t, o, &notes)
	if err != nil {
		return nil, nil, err
	}
	c = &Columns{Features: names(t, features, "x"), Targets: names(t, targets, "y")}
	c.Table, err = layout(t, features, targets, &o)
	if err != nil {
		return nil, nil, err
	}
	rows, _ := t.Size()
	o.Part = true
	r := &builder{t, &o, &Frame{X: make([][]float64, rows), Columns: Columns{Targets: c.Targets}}}
	if err := r.refuse(r.columns(features, targets)); err != nil {
		return nil, nil, err
	}
	if t.Pixels() {
		c.divide(nil)
		notes = append(notes, pixelNote)
	}
	return c, notes, nil
}

// Collect adds the labels of a piece to the classes.
func Collect(c *Columns, t *table.Table) error {
	p, err := c.match(t, nil)
	if err != nil {
		return err
	}
	targets, err := p.targets()
	if err != nil {
		return err
	}
	labels := slices.Clone(c.Classes)
	rows, _ := t.Size()
	for i := range rows {
		if label := t.Label(i, targets[0]); !absent(label) && (i == 0 || label != t.Label(i-1, targets[0])) {
			labels = append(labels, label)
		}
	}
	c.Classes = ClassesOf(labels)
	return nil
}

// SetOutputs makes the classes that were collected the targets, where each has an output, and returns how many outputs there are.
func SetOutputs(c *Columns) (outputs int, err error) {
	if c.Classes == nil {
		return len(c.Targets), nil
	}
	if err := c.Classes.check(); err != nil || len(c.Classes) == 2 {
		return 1, err
	}
	c.Table.Label, c.Targets = c.Targets[0], c.Classes
	return len(c.Classes), nil
}
