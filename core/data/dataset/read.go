package dataset

import (
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// Options says how columns become data.
type Options struct {
	Format table.Format
	// Targets are the columns of the labels; if empty, the last column. Columns are named by their name or number, counted from one, and
	// a range of them as in 2-4 or first-last.
	Targets []string
	// Features are the columns of x; if empty, all columns except the targets and those that number the rows.
	Features []string
	// Exclude are columns that are left out of the default features.
	Exclude  []string
	Encoding Encoding
	// IfNeeded applies Encoding only to a target that a loss for classes cannot use as numbers: words, or up to twenty different whole
	// numbers other than -1 and 1.
	IfNeeded bool
	// OneHot makes a feature of words into one feature for each word, which is 1 where the word occurs; without it words are refused.
	OneHot  bool
	Missing Missing
	// Only, if not nil, are the classes whose rows are kept.
	Only []string
	// Like, if not nil, is what was learned of another table: its classes and words are used.
	Like *Columns
	// Limit, if not 0, is the number of rows after which the others are left out.
	Limit int

	applied bool // Like is applied and nothing is fitted
	ignore  bool // words that Like does not have are none of its words
	piece   bool // there are other pieces of the table: this one may have no rows to keep
}

// Read reads a text table, a .npy file or an .npz archive. Errors are fault.InputErrors.
func Read(data []byte, o Options) (*Frame, error) {
	t, err := Open(data, o.Format)
	if err != nil {
		return nil, err
	}
	return t.Read(o)
}

// Read makes the columns named by the options into data.
func (t *Table) Read(o Options) (*Frame, error) {
	var notes []table.Note
	features, targets, err := t.choose(o, &notes)
	if err != nil {
		return nil, err
	}
	f, err := t.Take(features, targets, o)
	if err == nil {
		f.Notes = append(notes, f.Notes...)
	}
	return f, err
}

// choose returns the columns that the options name, or the usual ones.
func (t *Table) choose(o Options, notes *[]table.Note) (features, targets []int, err error) {
	if targets, err = t.find(o.Targets); err != nil {
		return nil, nil, err
	}
	if features, err = t.find(o.Features); err != nil {
		return nil, nil, err
	}
	excluded, err := t.find(o.Exclude)
	if err != nil {
		return nil, nil, err
	}
	if targets == nil {
		targets = t.usualTargets(excluded, notes)
	}
	for _, j := range features {
		if slices.Contains(targets, j) {
			return nil, nil, fault.New("column "+strconv.Itoa(j+1), "is both a feature and a target, expected one of them")
		}
	}
	if features == nil {
		return t.usualFeatures(slices.Concat(targets, excluded), notes), targets, nil
	}
	return slices.DeleteFunc(features, func(j int) bool { return slices.Contains(excluded, j) }), targets, nil
}

// find returns the indices of the columns, each of which may be a range of them.
func (t *Table) find(names []string) (places []int, err error) {
	for _, name := range names {
		from, to, err := t.between(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		for j := from; j <= to; j++ {
			if slices.Contains(places, j) {
				return nil, fault.New(t.Called(j), "is named twice, expected each column once")
			}
			places = append(places, j)
		}
	}
	return places, nil
}

// between returns the first and the last column of a range, or twice the one column of that name.
func (t *Table) between(name string) (from, to int, err error) {
	if from, err = t.Column(name); err == nil {
		return from, from, nil
	}
	for at := 1; at < len(name)-1; at++ {
		if name[at] != '-' {
			continue
		}
		first, no := t.Column(strings.TrimSpace(name[:at]))
		last, nor := t.Column(strings.TrimSpace(name[at+1:]))
		switch {
		case no != nil || nor != nil:
		case last < first:
			return 0, 0, fault.New(`the range "`+fault.Clip(name)+`"`, "ends before it begins, expected columns from left to right")
		default:
			return first, last, nil
		}
	}
	return 0, 0, err
}

// usualTargets returns the default targets: the last column that is not excluded, or all columns of a separate file of targets.
func (t *Table) usualTargets(excluded []int, notes *[]table.Note) (targets []int) {
	_, width := t.Size()
	for j := t.Targets(); j < width; j++ {
		if !slices.Contains(excluded, j) {
			targets = append(targets, j)
		}
	}
	if t.Targets() == 0 && len(targets) > 0 {
		return targets[len(targets)-1:]
	}
	return t.withoutIndex(targets, notes)
}

// usualFeatures returns the default features: all columns except some, and except those that number the rows.
func (t *Table) usualFeatures(others []int, notes *[]table.Note) (features []int) {
	_, end := t.Size()
	if t.Targets() > 0 {
		end = t.Targets()
	}
	for j := range end {
		if !slices.Contains(others, j) {
			features = append(features, j)
		}
	}
	return t.withoutIndex(features, notes)
}

// mostUsualClasses is the number of classes above which a note says that there are unusually many.
const mostUsualClasses = 20

// needsClasses reports whether a loss for classes cannot use the targets as they are.
func (t *Table) needsClasses(targets []int, encoding Encoding) bool {
	if len(targets) != 1 {
		return false
	}
	rows, _ := t.Size()
	seen, signs, words := map[float64]bool{}, true, t.Words(targets[0])
	for i := range rows {
		v, err := t.Number(i, targets[0])
		switch {
		case absent(t.Label(i, targets[0])):
			continue
		case err != nil && words:
			return true
		case err != nil: // a slip
			continue
		case v != float64(int64(v)):
			return false
		}
		seen[v] = true
		signs = signs && (v == 1 || v == -1)
	}
	return len(seen) <= mostUsualClasses && (!signs || encoding == OneHot || len(seen) < 2)
}

// names returns the names of the columns, or x1, x2, ... by their numbers.
func names(t *Table, columns []int, letter string) []string {
	list := make([]string, len(columns))
	for k, j := range columns {
		if list[k] = t.Name(j); list[k] == "" {
			list[k] = letter + strconv.Itoa(j+1)
		}
	}
	return list
}
