package dataset

import (
	"math"
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// Options says how columns become data.
type Options struct {
	Format table.Format
	// Targets are the columns of the labels, by name or by number counted from one; the last column if there are none.
	Targets []string
	// Features are the columns of x; all but the targets if there are none.
	Features []string
	Encoding Encoding
	// Classes, if given, are those of the data set that this one goes with; nil takes the labels' own.
	Classes Classes
}

// Read reads a text table or a .npy file. Missing values are refused by line and column. Errors are fault.InputErrors.
func Read(data []byte, o Options) (*Frame, error) {
	var s source
	if table.IsNpy(data) {
		rows, err := table.ParseNpyRows(data)
		if err != nil {
			return nil, err
		}
		s = matrix(rows)
	} else {
		text, err := table.ParseText(data, o.Format)
		if err != nil {
			return nil, err
		}
		s = cells{text}
	}
	features, targets, err := o.columns(s)
	if err != nil {
		return nil, err
	}
	return o.read(s, features, targets)
}

// source is a table of either kind.
type source interface {
	Size() (rows, columns int)
	Column(name string) (int, error)
	Name(j int) string // "" if it has none
	Number(i, j int) (float64, error)
	Label(i, j int) string
	Place(i, j int) string
}

// columns returns the columns of the features and of the targets.
func (o *Options) columns(s source) (features, targets []int, err error) {
	_, width := s.Size()
	if targets, err = find(s, o.Targets); err != nil {
		return nil, nil, err
	}
	if targets == nil {
		targets = []int{width - 1}
	}
	if features, err = find(s, o.Features); err != nil {
		return nil, nil, err
	}
	for _, j := range features {
		if slices.Contains(targets, j) {
			return nil, nil, fault.New("column "+strconv.Itoa(j+1), "is both a feature and a target, expected one of them")
		}
	}
	for j := range width {
		if o.Features == nil && !slices.Contains(targets, j) {
			features = append(features, j)
		}
	}
	if len(features) == 0 {
		return nil, nil, fault.New("the table", "has no column beside the target, expected at least one of features")
	}
	if o.Encoding != Numbers && len(targets) > 1 {
		return nil, nil, fault.New("the table", "has "+strconv.Itoa(len(targets))+" targets, expected one column of classes")
	}
	return features, targets, nil
}

// find returns the places of the columns.
func find(s source, names []string) ([]int, error) {
	var places []int
	for _, name := range names {
		j, err := s.Column(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(places, j) {
			return nil, fault.New("column "+strconv.Itoa(j+1), "is named twice, expected each column once")
		}
		places = append(places, j)
	}
	return places, nil
}

// read fills the frame.
func (o *Options) read(s source, features, targets []int) (*Frame, error) {
	f := &Frame{Features: names(s, features, "x"), Targets: names(s, targets, "y")}
	var err error
	if f.X, err = numbers(s, features); err != nil {
		return nil, err
	}
	if o.Encoding == Numbers {
		f.Y, err = numbers(s, targets)
		return f, err
	}
	rows, _ := s.Size()
	labels, target := make([]string, rows), targets[0]
	for i := range labels {
		if labels[i] = s.Label(i, target); labels[i] == "" {
			return nil, fault.New(s.Place(i, target), "is missing, expected a class")
		}
	}
	f.encode(labels, o)
	f.Y, err = f.Classes.Encode(labels, o.Encoding, func(i int) string { return s.Place(i, target) })
	f.nameTargets()
	return f, err
}

// encode decides on the classes. Labels that are all 1, or all -1, are still one of two signs.
func (f *Frame) encode(labels []string, o *Options) {
	if f.Classes = o.Classes; f.Classes != nil {
		return
	}
	f.Classes = ClassesOf(labels)
	if o.Encoding != OneHot && len(f.Classes) == 1 && (f.Classes[0] == "1" || f.Classes[0] == "-1") {
		f.Classes = Classes{"-1", "1"}
	}
}

// nameTargets names the columns of one-hot rows after their classes.
func (f *Frame) nameTargets() {
	if len(f.Y) > 0 && len(f.Y[0]) > 1 {
		f.Targets = f.Classes
	}
}

// names returns the names of the columns, or x1, x2, ... by their numbers.
func names(s source, columns []int, letter string) []string {
	list := make([]string, len(columns))
	for k, j := range columns {
		if list[k] = s.Name(j); list[k] == "" {
			list[k] = letter + strconv.Itoa(j+1)
		}
	}
	return list
}

func numbers(s source, columns []int) ([][]float64, error) {
	n, _ := s.Size()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, len(columns))
		for k, j := range columns {
			var err error
			if rows[i][k], err = s.Number(i, j); err != nil {
				return nil, err
			}
		}
	}
	return rows, nil
}

// cells is the source of a text table.
type cells struct{ *table.Text }

func (c cells) Size() (rows, columns int) { return len(c.Rows), c.Width() }
func (c cells) Label(i, j int) string     { return c.Rows[i][j] }
func (c cells) Name(j int) string {
	if c.Header == nil {
		return ""
	}
	return c.Header[j]
}

// matrix is the source of a .npy file.
type matrix [][]float64

func (m matrix) Size() (rows, columns int) { return len(m), len(m[0]) }
func (m matrix) Name(int) string           { return "" }
func (m matrix) Label(i, j int) string     { return fault.Number(m[i][j]) }
func (m matrix) Place(i, j int) string {
	return "row " + strconv.Itoa(i+1) + ", column " + strconv.Itoa(j+1) + " of the .npy file"
}

func (m matrix) Number(i, j int) (float64, error) {
	if v := m[i][j]; !math.IsNaN(v) && !math.IsInf(v, 0) {
		return v, nil
	}
	return 0, fault.New(m.Place(i, j), "is "+fault.Number(m[i][j])+", expected a finite number")
}

func (m matrix) Column(name string) (int, error) {
	number, err := strconv.Atoi(name)
	if err != nil || number < 1 || number > len(m[0]) {
		return 0, fault.New("the .npy file", `has no column "`+fault.Clip(name)+`", expected a number from 1 to `+strconv.Itoa(len(m[0])))
	}
	return number - 1, nil
}
