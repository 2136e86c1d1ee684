package document

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
	"conelab/core/network/certify"
	"conelab/core/network/sums"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/moments"
)

// SumsFormat is the format of a sums document, and MaxSums the largest number of sums in one.
const (
	SumsFormat = "conelab/sums/1"
	MaxSums    = 20000
)

// The values of Sums.Summed.
const Compensated, ByEngine = "compensated", "engine"

// Sums stand in for the rows of a table: they are all that the squared loss needs. See package moments.
type Sums struct {
	Format   string   `json:"format" words:"conelab/sums/1"`
	Features []string `json:"features"`
	Outputs  []string `json:"outputs"`
	// Scaling was applied to the features before they were multiplied; nil if none was.
	Scaling *SumsScaling `json:"scaling,omitempty"`
	// Classes are those of the outputs: of two the first is -1 and the second 1, of more each has an output that is 1 for it and 0 for the
	// others. Table is as in Columns.
	Classes dataset.Classes `json:"classes,omitempty"`
	Table   *dataset.Layout `json:"table,omitempty"`
	// Summed says whether this program added up, in twice the precision of a double, or an engine, and Error how far a sum may be off,
	// relative to the root of the product of the sums of the squares of its two factors.
	Summed string  `json:"summed,omitempty" words:"unknown|compensated|engine"`
	Error  float64 `json:"error" range:"from 0 to 1"`
	// Monomials lists the exponents of the features in each monomial of degree at most 4, by degree, and then those of earlier features first.
	Monomials [][]int `json:"monomials"`
	SumsPart
	// Folds divide the rows for cross-validation; none if they are not divided.
	Folds []SumsPart `json:"folds,omitempty"`
}

// SumsPart are the sums of some rows: X of each monomial, XY, for each output, of its product with each of those of degree at most 2, and
// YY of the products of outputs.
type SumsPart struct {
	Rows float64     `json:"rows" range:"above 0 and below 1e18"`
	X    []float64   `json:"x"`
	XY   [][]float64 `json:"xy"`
	YY   [][]float64 `json:"yy"`
}

// SumsScaling maps a feature x to (x - Mean) / Scale; a Scale of 0 makes it 0.
type SumsScaling struct {
	Mean  []float64 `json:"mean"`
	Scale []float64 `json:"scale" range:"from 0"`
}

// ParseSums reads a sums document and validates it. Errors are InputErrors.
func ParseSums(data []byte) (*Sums, error) {
	s := &Sums{}
	if err := strictjson.Read(data, s); err != nil {
		return nil, err
	}
	return s, s.validate()
}

// FormatOf returns the format of a document, wherever that stands in its text, and reads no further; it is "" for other texts.
func FormatOf(text io.Reader) (format string) {
	d := json.NewDecoder(text)
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return ""
	}
	for d.More() {
		var value json.RawMessage
		name, err := d.Token()
		if err == nil {
			err = d.Decode(&value)
		}
		if err != nil || name == "format" {
			_ = json.Unmarshal(value, &format) // it stays "" where the value is no text
			return format
		}
	}
	return ""
}

// JSON returns the document with the sums of each fold on a line, or nil if a number is not finite.
func (s *Sums) JSON() []byte { return strictjson.Lines(s) }

// parts returns the sums of all rows, and those of each fold.
func (s *Sums) parts() []SumsPart {
	return append([]SumsPart{s.SumsPart}, s.Folds...)
}

// validate checks what depends on more than one field.
func (s *Sums) validate() error {
	d, c := len(s.Features), len(s.Outputs)
	if d == 0 || c == 0 || moments.Count(d, c) > MaxSums {
		return TooManySums(d, c)
	}
	if err := s.Columns().Validate("columns", d, c); err != nil {
		return err
	}
	basis := moments.NewBasis(d)
	for i, powers := range exponents(basis) {
		if i >= len(s.Monomials) || !slices.Equal(s.Monomials[i], powers) {
			what := "is not " + fmt.Sprint(powers) + ", expected all of degree at most 4, by degree, and then those of earlier features first"
			return fault.New(item("monomials", i), what)
		}
	}
	rows := -s.Rows
	for k, part := range s.parts() {
		at := ""
		if k > 0 {
			at = item("folds", k-1) + "."
		}
		if err := part.validate(at, basis, c); err != nil {
			return err
		}
		rows += part.Rows
	}
	if s.Folds != nil && rows != s.Rows {
		return fault.New("folds", "have "+fault.Number(rows)+" rows in all, expected "+fault.Number(s.Rows))
	}
	return nil
}

// TooManySums is the error for a table with no features or outputs, or too many.
func TooManySums(d, c int) error {
	most, expected := 0, "at least one of each"
	for moments.Count(most+1, c) <= MaxSums {
		most++
	}
	switch {
	case d == 0 || c == 0:
	case most == 0:
		expected = "fewer outputs, or training on the rows"
	default:
		expected = "at most " + fault.Count(most, "feature") + " with " + fault.Count(c, "output") + "; choose fewer, or train on the rows"
	}
	return fault.New("the table", "has "+fault.Count(d, "feature")+" and "+fault.Count(c, "output")+", expected "+expected)
}

// validate checks the sizes.
func (p *SumsPart) validate(at string, basis *moments.Basis, outputs int) error {
	if p.Rows != math.Trunc(p.Rows) {
		return fault.New(at+"rows", "is "+fault.Number(p.Rows)+", expected a whole number")
	}
	for _, list := range []struct {
		name          string
		rows          [][]float64
		height, width int
	}{{"x", [][]float64{p.X}, 1, len(basis.Monomials)}, {"xy", p.XY, outputs, basis.Len}, {"yy", p.YY, outputs, outputs}} {
		if len(list.rows) != list.height {
			return fault.New(at+list.name, "has "+fault.Count(len(list.rows), "row")+", expected "+strconv.Itoa(list.height)+", one for each output")
		}
		if err := checkWidths(at+list.name, list.rows, list.width, " for the features and outputs"); err != nil {
			return err
		}
	}
	if p.X[0] != p.Rows {
		return fault.New(at+item("x", 0), "is "+fault.Number(p.X[0])+", expected the number of rows, "+fault.Number(p.Rows))
	}
	return nil
}

// exponents lists those of the monomials of a basis, in its order.
func exponents(b *moments.Basis) (list [][]int) {
	for _, m := range b.Monomials {
		powers := make([]int, b.D)
		for _, k := range m {
			powers[k]++
		}
		list = append(list, powers)
	}
	return list
}

// Moments returns the sums of all rows, and those of each fold. It returns an error if no rows can have such sums.
func (s *Sums) Moments() (total *moments.Sums, folds []*moments.Sums, err error) {
	basis := moments.NewBasis(len(s.Features))
	for _, part := range s.parts() {
		m := moments.New(basis, len(s.Outputs))
		at := copy(m.High, part.X)
		for _, row := range part.XY {
			at += copy(m.High[at:], row)
		}
		for i, row := range part.YY {
			at += copy(m.High[at:], row[:i+1])
		}
		folds = append(folds, m)
	}
	total, folds = folds[0], folds[1:]
	if !total.Possible(s.Error) {
		what := "are not those of any rows, whose second moments make a matrix without negative eigenvalues, expected those of a table"
		return nil, nil, fault.New("the sums", what)
	}
	return total, folds, nil
}

// Fill sets the monomials, and the sums of all rows and of those of each fold.
func (s *Sums) Fill(total *moments.Sums, folds []*moments.Sums) {
	s.Monomials, s.SumsPart, s.Folds = exponents(total.Basis), partOf(total), nil
	for _, fold := range folds {
		s.Folds = append(s.Folds, partOf(fold))
	}
}

func partOf(s *moments.Sums) SumsPart {
	p := SumsPart{Rows: s.Rows()}
	for i := range s.Monomials {
		p.X = append(p.X, s.At(i))
	}
	for o := range s.C {
		xy, yy := make([]float64, s.Len), make([]float64, s.C)
		for j := range xy {
			xy[j] = s.Cross(o, j)
		}
		for k := range yy {
			yy[k] = s.Outputs(o, k)
		}
		p.XY, p.YY = append(p.XY, xy), append(p.YY, yy)
	}
	return p
}

// Add adds the sums of other rows of the same columns. An error says how the two differ.
func (s *Sums) Add(other *Sums) error {
	before, columns := s.Columns(), other.Columns()
	before.Table, columns.Table = nil, nil
	if where, is, want := difference("", reflect.ValueOf(*columns), reflect.ValueOf(*before), fittedRounding, new([]string)); where != "" {
		return fault.New(strings.TrimPrefix(where, "."), "is "+is+", expected "+want+" as in the sums before, of the same columns")
	}
	if len(s.Folds) != len(other.Folds) {
		return fault.New("", "has "+fault.Count(len(other.Folds), "fold")+", expected "+strconv.Itoa(len(s.Folds))+" as the sums before have")
	}
	total, folds, err := s.Moments()
	if err != nil {
		return err
	}
	more, others, err := other.Moments()
	if err != nil {
		return err
	}
	total.Add(more)
	for k := range folds {
		folds[k].Add(others[k])
	}
	s.Fill(total, folds)
	const rounded = 0x1p-53
	s.Error = math.Max(s.Error, other.Error) + rounded
	if s.Summed != other.Summed {
		s.Summed = ByEngine
	}
	return nil
}

// Columns returns what the features and outputs mean, and Describe sets it.
func (s *Sums) Columns() *Columns {
	c := &Columns{Features: s.Features, Targets: s.Outputs, Classes: s.Classes, Table: s.Table}
	if s.Scaling != nil {
		c.Scaling = &dataset.Scaling{Mean: s.Scaling.Mean, Deviation: s.Scaling.Scale}
	}
	return c
}

// Describe sets what the features and outputs mean.
func (s *Sums) Describe(c *Columns) {
	s.Features, s.Outputs, s.Classes, s.Table, s.Scaling = c.Features, c.Targets, c.Classes, c.Table, nil
	if c.Scaling != nil {
		s.Scaling = &SumsScaling{c.Scaling.Mean, c.Scaling.Deviation}
	}
}

// SumsProblem is a problem on sums: Problem has the settings, and one row, of zeros, that stands for all.
type SumsProblem struct {
	Problem *Problem
	Sums    *moments.Sums
	Folds   []*moments.Sums
	Error   float64 // of the sums
}

// Problem returns the problem on the sums of a valid document, with settings that may be changed later and have no data. It returns an error
// if no rows can have such sums.
func (s *Sums) Problem(settings *Problem) (*SumsProblem, error) {
	total, folds, err := s.Moments()
	if err != nil {
		return nil, err
	}
	p := *settings
	p.Data = Data{X: [][]float64{make([]float64, total.D)}, Y: [][]float64{make([]float64, total.C)}}
	p.Columns = s.Columns()
	return &SumsProblem{&p, total, folds, s.Error}, nil
}

// Check returns an error if the settings need the rows themselves.
func (s *SumsProblem) Check() error {
	p, instead := s.Problem, ", which sums do not tell, expected "
	switch {
	case p.Loss != loss.Squared.String():
		return fault.New("the loss", `is "`+fault.Clip(p.Loss)+`"`+instead+`squared: train on the rows, or on sums of classes, which are numbers`)
	case p.Activation.IsPiecewise():
		return fault.New("the activation", "is "+p.Activation.Name+instead+"a polynomial: train on the rows")
	case p.Architecture.Kind == KindConvolutional:
		return fault.New("the architecture", "is convolutional"+instead+"dense or quadratic: train on the rows")
	case p.Stack != nil:
		return fault.New("the network", "has several layers"+instead+"one: train on the rows")
	}
	return p.Validate()
}

// Training returns the problem on the sums of all rows.
func (s *SumsProblem) Training(ctx context.Context) *sums.Problem {
	p := s.Problem
	return &sums.Problem{
		Sums: s.Sums, Error: s.Error, Quadratic: p.Architecture.Kind == KindQuadratic, Bias: p.Columns != nil && p.Columns.Bias,
		Sigma: p.Activation.Polynomial(), Beta: p.Beta, Tolerance: p.Tolerance, Context: ctx,
		Scaled: p.Columns != nil && p.Columns.Scaling != nil,
	}
}

// Solution returns the solution document for the result of the problem; seconds is the time it took. See SolutionOf.
func (s *SumsProblem) Solution(r *certify.Result, seconds float64) *Solution {
	bare := *r
	bare.Certificate.Dual = make([]float64, s.Sums.C) // of the row that stands for all
	d := SolutionOf(s.Problem, &bare, seconds)
	d.Dual, d.Sums, d.Model = nil, true, s.model()
	if !dense.Finite(r.Objective) {
		d.Objective, d.LowerBound, d.Gap = certify.Clamp(s.Training(context.Background()).Prove(nil).Objective), 0, 1
	}
	return d
}

// model returns that of the problem, without the hash of the row that stands for all.
func (s *SumsProblem) model() *Model {
	m := s.Problem.Model()
	m.DataHash = ""
	return m
}
