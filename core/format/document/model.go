package document

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/numeric/loss"
)

// Columns says what the numbers of a problem mean: the names of the columns that were read, and the changes made to them.
type Columns = dataset.Columns

// Model describes a solution's network so that it can be used without the problem.
type Model struct {
	Features int `json:"features" range:"from 1 to 1048576"`
	Outputs  int `json:"outputs" range:"from 1 to 1048576"`
	Settings
	// DataHash is the hash of the data trained on: see Data.Hash.
	DataHash string `json:"data_hash,omitempty"`
}

// Model returns the description of a network for the problem.
func (p *Problem) Model() *Model {
	return &Model{Features: len(p.Data.X[0]), Outputs: len(p.Data.Y[0]), Settings: p.Settings, DataHash: p.Data.Hash()}
}

// Hash returns a hash of the data, FNV-1a of 128 bits in hexadecimal digits: that of the numbers of rows, features and outputs as
// unsigned integers of eight bytes, then x and then y, row by row, as doubles, all with the low byte first. Zero has no sign
// here: programs that write JSON may drop it.
func (d *Data) Hash() string {
	h := fnv.New128a()
	sizes := []uint64{uint64(len(d.X)), 0, 0}
	if len(d.X) > 0 {
		sizes[1], sizes[2] = uint64(len(d.X[0])), uint64(len(d.Y[0]))
	}
	var bytes []byte
	for _, size := range sizes {
		bytes = binary.LittleEndian.AppendUint64(bytes, size)
	}
	_, _ = h.Write(bytes) // never fails
	for _, rows := range [][][]float64{d.X, d.Y} {
		for _, row := range rows {
			bytes = bytes[:0]
			for _, v := range row {
				bytes = binary.LittleEndian.AppendUint64(bytes, math.Float64bits(v+0))
			}
			_, _ = h.Write(bytes)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Anywhere returns a point that the network can be evaluated at.
func (m *Model) Anywhere() []float64 {
	x := make([]float64, m.Features)
	if m.Columns != nil && m.Columns.Bias {
		x[len(x)-1] = 1
	}
	return x
}

// Problem returns a problem with that model and the points x; its labels are placeholders.
func (m *Model) Problem(x [][]float64) *Problem {
	lossFn, _ := loss.Parse(m.Loss)
	y := make([][]float64, len(x))
	for i := range y { // labels that are valid for every loss
		y[i] = make([]float64, m.Outputs)
		for o := range y[i] {
			y[i][o] = -1
			if lossFn.Labels() == loss.OneHot {
				y[i][o] = 0
			}
		}
		y[i][0] = 1
	}
	return &Problem{Format: ProblemFormat, Data: Data{X: x, Y: y}, Settings: m.Settings}
}

// Difference says, in a sentence without a full stop, in what the model of a solution differs from that of a problem, or returns "". Titles
// and tolerances are not compared, and neither are parts that older documents lack, and positions of columns that are found by their names:
// unchecked says so.
func (m *Model) Difference(problem *Model) (sentence, unchecked string) {
	return m.difference(problem, fittedRounding)
}

// difference is Difference for means and deviations that differ by no more than a relative rounding.
func (m *Model) difference(problem *Model, rounding float64) (sentence, unchecked string) {
	elsewhere, absent := false, []string(nil)
	if m.Columns != nil && problem.Columns != nil {
		alike := *problem
		alike.Columns, elsewhere = problem.Columns.Comparable(m.Columns)
		problem = &alike
	}
	at, is, want := difference("model", reflect.ValueOf(*m), reflect.ValueOf(*problem), rounding, &absent)
	if at != "" {
		sentence = "the solution's " + at + " is " + is + ", the problem has " + want
	}
	var clauses []string
	if absent != nil {
		clauses = append(clauses, "the solution does not have "+strings.Join(absent, ", "))
	}
	if elsewhere {
		clauses = append(clauses, "the solution has other positions of the columns, which are found by their names")
	}
	return sentence, strings.Join(clauses, "; ")
}

// later are the parts that older documents lack, and free those that anybody may change: the gap is judged by what the check asks for.
var (
	later = []string{"model.columns.means", "model.columns.table", "model.data_hash"}
	free  = []string{"model.title", "model.tolerance"}
)

// fittedRounding is how far means and deviations may be from those fitted anew, relative to these: other programs and orders of
// summation round them otherwise. It moves an output by about 1e-13 times the ratio of a mean to its deviation.
const fittedRounding = 1e-13

// difference returns the first place in which two values differ, and what each has there.
func difference(at string, a, b reflect.Value, rounding float64, unchecked *[]string) (where, is, want string) {
	switch {
	case slices.Contains(free, at):
		return "", "", ""
	case slices.Contains(later, at) && a.IsZero():
		if !b.IsZero() {
			*unchecked = append(*unchecked, at)
		}
		return "", "", ""
	}
	switch a.Kind() {
	case reflect.Pointer:
		if !a.IsNil() && !b.IsNil() {
			return difference(at, a.Elem(), b.Elem(), rounding, unchecked)
		}
		if a.IsNil() && b.IsNil() {
			return "", "", ""
		}
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(a.Type()) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous { // its own fields follow
				continue
			}
			where, is, want = difference(at+"."+name, a.FieldByIndex(f.Index), b.FieldByIndex(f.Index), rounding, unchecked)
			if where != "" {
				return where, is, want
			}
		}
		return "", "", ""
	case reflect.Slice:
		if a.Len() != b.Len() {
			return at, fault.Count(a.Len(), "item"), fault.Count(b.Len(), "item")
		}
		for i := range a.Len() {
			where, is, want = difference(item(at, i), a.Index(i), b.Index(i), rounding, unchecked)
			if where != "" {
				return where, is, want
			}
		}
		return "", "", ""
	case reflect.Float64:
		if strings.HasPrefix(at, "model.columns.") && math.Abs(a.Float()-b.Float()) <= rounding*math.Abs(b.Float()) {
			return "", "", ""
		}
		fallthrough
	default:
		if a.Equal(b) {
			return "", "", ""
		}
	}
	return at, brief(a), brief(b)
}

// brief writes a value for a sentence.
func brief(v reflect.Value) string {
	switch {
	case v.IsZero() && v.Kind() == reflect.Pointer:
		return "missing"
	case v.Kind() == reflect.Pointer:
		return "given"
	case v.Kind() == reflect.Float64:
		return fault.Number(v.Float())
	case v.Kind() == reflect.String:
		return `"` + fault.Clip(v.String()) + `"`
	}
	return fmt.Sprint(v.Interface())
}

// Points returns the points of another problem as the model reads them, and whether they had to be scaled for it. If both name their
// features, the names must be the same.
func (m *Model) Points(p *Problem) (x [][]float64, scaled bool, err error) {
	x = p.Data.X
	other, model := cmp.Or(p.Columns, &Columns{}), cmp.Or(m.Columns, &Columns{})
	if model.Bias {
		x, other = other.WithBias(x)
	}
	if other.Features != nil && model.Features != nil && !slices.Equal(other.Features, model.Features) {
		names := make([]string, len(model.Features))
		for k, name := range model.Features {
			names[k] = fault.Name(name)
		}
		return nil, false,
			fault.New("columns.features",
				"are not those that the network was trained on, in their order, expected "+fault.Clip(strings.Join(names, ", ")))
	}
	if more := len(x[0]) - m.Features; more != 0 {
		given := len(p.Data.X[0]) // without the bias
		return nil, false, fault.New("data.x[0]", "has "+fault.Count(given, "number")+", expected "+strconv.Itoa(given-more)+
			" as the network has features")
	}
	if reflect.DeepEqual(other.Scaling, model.Scaling) {
		return x, false, nil
	}
	if other.Scaling != nil {
		x = other.Scaling.Undo(x)
	}
	if model.Scaling != nil {
		x = model.Scaling.Apply(x)
	}
	return x, true, nil
}

// Labelled reports whether the labels of another problem mean what the model's do.
func (m *Model) Labelled(p *Problem) bool {
	other, model := cmp.Or(p.Columns, &Columns{}), cmp.Or(m.Columns, &Columns{})
	lossFn, _ := loss.Parse(m.Loss)
	return len(p.Data.Y[0]) == m.Outputs && slices.Equal(other.Classes, model.Classes) && p.checkLabels(lossFn) == nil
}
