// Package dataset makes tables into labelled points, and generates and splits such points.
//
//   - Read and Take make columns of a table into a Frame: features and targets, with classes as labels 1 and -1 or as one-hot rows, words
//     as features of 0 and 1, and missing values refused, dropped or replaced.
//   - Split, RandomFolds and ParseFolds divide a Frame for training and testing.
//   - NewTeacher and Draw generate the planted problems of the paper's section 9, for all architectures.
//
// What is learned from a table, and needed to read another one in the same way, is its Columns: names, categories, classes and
// scaling. Take and Standardize fit them, problem and solution documents store them as they are, and Apply reads another table by
// them. A table that is read in pieces is fitted by Choose and Collect.
//
// All randomness comes from a generator or a seed given by the caller.
package dataset

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// Options says how columns become data.
type Options struct {
	// Targets are the columns of the labels; if empty, the last column that does not number the rows. Columns are named by their name or
	// number, counted from one, and a range of them as in 2-4 or first-last.
	Targets []string
	// Features are the columns of x; if empty, all columns except the targets and those that number the rows.
	Features []string
	// Exclude are columns that are left out of the default features.
	Exclude  []string
	Encoding Encoding
	// IfNeeded applies Encoding only to a target that may be classes: words, or up to twenty different whole numbers.
	IfNeeded bool
	// OneHot makes a feature of words into one feature for each word, which is 1 where the word occurs; without it words are refused.
	OneHot  bool
	Missing Missing
	// SlipsMissing takes a few words in a column of numbers for missing values; without it they are refused as all that is no number.
	SlipsMissing bool
	// Only, if not nil, are the classes whose rows are kept.
	Only []string
	// Unknown makes a word that was not trained on zero in all columns of its feature; without it such words are refused.
	Unknown bool
	// Part says that the table is one of several: it may have no rows to keep.
	Part bool
	// Limit, if not 0, is the number of rows after which the others are left out.
	Limit int

	fitted *Columns // what was learned of another table, whose classes, words and means are used; nil if they are fitted to this one
}

// Read makes the columns of a table that the options name into data. Errors are fault.InputErrors.
func Read(t *table.Table, o Options) (*Frame, error) {
	var notes []table.Note
	features, targets, err := choose(t, o, &notes)
	if err != nil {
		return nil, err
	}
	f, err := Take(t, features, targets, o)
	if err == nil {
		f.Notes = append(notes, f.Notes...)
	}
	return f, err
}

// choose returns the columns that the options name, or the usual ones.
func choose(t *table.Table, o Options, notes *[]table.Note) (features, targets []int, err error) {
	targets, err = t.Columns(o.Targets)
	if err != nil {
		return nil, nil, err
	}
	features, err = t.Columns(o.Features)
	if err != nil {
		return nil, nil, err
	}
	excluded, err := t.Columns(o.Exclude)
	if err != nil {
		return nil, nil, err
	}
	if targets == nil {
		targets = usualTargets(t, excluded, notes)
		noteTarget(t, targets, o.Encoding == Numbers && !o.Part, notes)
	}
	for _, j := range features {
		if slices.Contains(targets, j) {
			return nil, nil, fault.New("column "+strconv.Itoa(j+1), "is both a feature and a target, expected one of them")
		}
	}
	if features == nil {
		return usualFeatures(t, slices.Concat(targets, excluded), notes), targets, nil
	}
	return slices.DeleteFunc(features, func(j int) bool { return slices.Contains(excluded, j) }), targets, nil
}

// usualTargets returns the default targets: the last column that is neither excluded nor numbers the rows, or all columns of a separate
// file of targets.
func usualTargets(t *table.Table, excluded []int, notes *[]table.Note) (targets []int) {
	_, width := t.Size()
	for j := t.Targets(); j < width; j++ {
		if !slices.Contains(excluded, j) {
			targets = append(targets, j)
		}
	}
	if t.Targets() > 0 {
		return withoutIndex(t, targets, notes)
	}
	if others := slices.DeleteFunc(slices.Clone(targets), t.Index); len(others) > 0 {
		targets = others
	}
	return targets[max(0, len(targets)-1):]
}

// noteTarget says which column of a table is the target by default, and how it becomes classes if it may encode some: that can be told of
// a target of numbers in a whole table.
func noteTarget(t *table.Table, targets []int, tell bool, notes *[]table.Note) {
	if t.Targets() > 0 || len(targets) == 0 {
		return
	}
	_, width := t.Size()
	note := table.Note{Sentence: "the target is " + t.Called(targets[0]) + ", the last", Option: "--targets chooses another"}
	if targets[0] < width-1 {
		note.Sentence += " that is not left out"
	}
	if distinct, _ := wholeNumbers(t, targets[0]); tell && distinct > 1 && distinct <= maxUsualClasses {
		note.Option += ", --classes makes classes of its few whole numbers"
	}
	*notes = append(*notes, note)
}

// usualFeatures returns the default features: all columns except some, and except those that number the rows.
func usualFeatures(t *table.Table, others []int, notes *[]table.Note) (features []int) {
	for j := range t.Width() {
		if !slices.Contains(others, j) {
			features = append(features, j)
		}
	}
	return withoutIndex(t, features, notes)
}

// maxUsualClasses is the number of classes above which a note says that there are unusually many.
const maxUsualClasses = 20

// mayBeClasses reports whether the one target has words, or few whole numbers.
func mayBeClasses(t *table.Table, targets []int) bool {
	if len(targets) != 1 {
		return false
	}
	distinct, word := wholeNumbers(t, targets[0])
	return word || distinct <= maxUsualClasses
}

// wholeNumbers counts the different numbers of a column, without slips, and reports whether there is a word. Where they are too many for
// classes, or not whole, the number is just above maxUsualClasses.
func wholeNumbers(t *table.Table, j int) (distinct int, word bool) {
	rows, _ := t.Size()
	seen, words := map[float64]bool{}, t.Words(j)
	for i := range rows {
		v := t.Value(i, j)
		switch {
		case math.IsNaN(v) && words && !absent(t.Label(i, j)):
			return 0, true
		case math.IsNaN(v): // missing, or a slip
			continue
		case v != float64(int64(v)) || len(seen) > maxUsualClasses:
			return maxUsualClasses + 1, false
		}
		seen[v] = true
	}
	return len(seen), false
}

// names returns the names of the columns, or x1, x2, ... by their numbers.
func names(t *table.Table, columns []int, letter string) []string {
	list := make([]string, len(columns))
	for k, j := range columns {
		list[k] = t.Name(j)
		if list[k] == "" {
			list[k] = letter + strconv.Itoa(j+1)
		}
	}
	return list
}

// distinct refuses columns whose names others of the same file have, too: in another table they could not be told apart.
func distinct(t *table.Table, columns []int) error {
	used, first := map[int]bool{}, map[string]int{}
	for _, j := range columns {
		used[j] = true
	}
	_, width := t.Size()
	for j := range width {
		if j == t.Targets() {
			clear(first)
		}
		name := t.Name(j)
		if other, twice := first[name]; twice && name != "" && (used[other] || used[j]) {
			what := "are both called " + quoted([]string{name})[0] + ", expected a name of its own for each column that is used"
			return fault.New("columns "+strconv.Itoa(other+1)+" and "+strconv.Itoa(j+1), what)
		}
		first[name] = j
	}
	return nil
}

// withoutIndex removes the columns that number or name the rows from a default choice of columns, unless none would remain, and adds a
// note.
func withoutIndex(t *table.Table, columns []int, notes *[]table.Note) []int {
	kept := slices.DeleteFunc(slices.Clone(columns), t.Index)
	if len(kept) == len(columns) || len(kept) == 0 {
		return columns
	}
	for _, j := range columns {
		if t.Index(j) {
			*notes = append(*notes, table.Note{Sentence: t.Called(j) + " numbers or names the rows and is left out",
				Option: "--features keeps it where it names it"})
		}
	}
	return kept
}

// Choose returns the columns that Read takes from a table of numbers, by its first piece. Apply then reads it, and others like it, in
// pieces. The means and the classes of a target are still missing: Collect gathers classes from all pieces.
func Choose(t *table.Table, o Options) (c *Columns, notes []table.Note, err error) {
	o.Part = true
	f, err := Read(t, o)
	if err != nil {
		return nil, nil, err
	}
	f.Means = nil
	return &f.Columns, f.Notes, nil
}

// Collect adds the labels of a piece to the classes.
func Collect(c *Columns, t *table.Table) error {
	p, err := c.match(t, nil)
	if err := cmp.Or(err, p.noTargets); err != nil {
		return err
	}
	labels := slices.Clone(c.Classes)
	rows, _ := t.Size()
	for i := range rows {
		if label := t.Label(i, p.targets[0]); !absent(label) && (i == 0 || label != t.Label(i-1, p.targets[0])) {
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
