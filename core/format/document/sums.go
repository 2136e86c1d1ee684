package document

import (
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"
	"math"
	"reflect"
	"strconv"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
	"conelab/core/numeric/moments"
)

// SumsFormat is the format of a sums document.
const SumsFormat = "conelab/sums/1"

// MostSums is the largest number of sums of a document.
const MostSums = 20000

// How the sums were made: see Sums.Summed.
const (
	Compensated = "compensated"
	ByEngine    = "engine"
)

// Sums are those that the squared loss needs of the rows of a table, in the place of the rows: see package moments.
type Sums struct {
	Format   string   `json:"format" words:"conelab/sums/1"`
	Features []string `json:"features"`
	Outputs  []string `json:"outputs"`
	// Scaling was applied to the features before they were multiplied; nil if none was.
	Scaling *SumsScaling `json:"scaling,omitempty"`
	// Classes are those of the outputs: of two the first is -1 and the second 1, of more each has an output that is 1 for it and -1 for the
	// others. Categories and Table are as in Columns.
	Classes    dataset.Classes    `json:"classes,omitempty"`
	Categories []dataset.Category `json:"categories,omitempty"`
	Table      *dataset.Layout    `json:"table,omitempty"`
	// Summed says whether this program added up, in twice the precision of a double, or an engine, and Error how far a sum may be off,
	// relative to the sum of the absolute values of its terms.
	Summed string  `json:"summed,omitempty" words:"unknown|compensated|engine"`
	Error  float64 `json:"error" range:"from 0 to 1"`
	// Monomials lists the exponents of the features in each monomial of degree at most 4, in the order of X.
	Monomials [][]int     `json:"monomials"`
	Rows      float64     `json:"rows" range:"above 0 and below 1e18"`
	X         []float64   `json:"x"`
	XY        [][]float64 `json:"xy"`
	YY        [][]float64 `json:"yy"`
	// Folds divide the rows for cross-validation; none if they are not divided.
	Folds []SumsPart `json:"folds,omitempty"`
}

// SumsPart are the sums of some rows: X of each monomial, XY, for each output, of its product with each of those of degree at most 2, in
// their order, and YY of the products of outputs.
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

// all returns the sums of all rows.
func (s *Sums) all() *SumsPart { return &SumsPart{s.Rows, s.X, s.XY, s.YY} }

// ParseSums reads a sums document and validates it. Errors are InputErrors.
func ParseSums(data []byte) (*Sums, error) {
	s := &Sums{}
	if err := strictjson.Read(data, s); err != nil {
		return nil, err
	}
	return s, s.validate()
}

// IsSums reports whether the beginning of a file is that of a sums document.
func IsSums(beginning []byte) bool {
	const near = 200
	text := strings.TrimSpace(string(beginning[:min(near, len(beginning))]))
	return strings.HasPrefix(text, "{") && strings.Contains(text, `"`+SumsFormat+`"`)
}

// JSON returns the document with the sums of each fold on a line, or nil if a number is not finite.
func (s *Sums) JSON() []byte { return strictjson.Lines(s) }

// validate checks what depends on more than one field.
func (s *Sums) validate() error {
	d, c := len(s.Features), len(s.Outputs)
	switch {
	case d == 0 || c == 0:
		return fault.New("features and outputs", "are "+count(d, "name")+" and "+count(c, "name")+", expected at least one of each")
	case moments.Count(d, c) > MostSums:
		return TooManySums(d, c)
	case s.Classes != nil && len(s.Classes) != max(2, c):
		return fault.New("classes", "has length "+strconv.Itoa(len(s.Classes))+", expected "+strconv.Itoa(max(2, c)))
	case s.Scaling != nil && (len(s.Scaling.Mean) != d || len(s.Scaling.Scale) != d):
		return fault.New("scaling", "has "+strconv.Itoa(len(s.Scaling.Mean))+" means and "+strconv.Itoa(len(s.Scaling.Scale))+" scales, expected "+strconv.Itoa(d))
	}
	b := moments.NewBasis(d)
	if _, err := s.places(b); err != nil {
		return err
	}
	if err := s.all().validate("", b, c); err != nil {
		return err
	}
	rows := 0.0
	for k := range s.Folds {
		rows += s.Folds[k].Rows
		if err := s.Folds[k].validate(item("folds", k)+".", b, c); err != nil {
			return err
		}
	}
	if s.Folds != nil && rows != s.Rows {
		return fault.New("folds", "have "+fault.Number(rows)+" rows in all, expected "+fault.Number(s.Rows))
	}
	return nil
}

// TooManySums is the error for a table with too many features.
func TooManySums(d, c int) error {
	return fault.New("the table", "has "+count(d, "feature")+" and "+count(c, "output")+", which make "+fault.Number(moments.Count(d, c))+
		" sums, expected at most "+strconv.Itoa(MostSums)+": choose fewer features, or train on the rows")
}

// validate checks the sizes and what holds for the sums of any rows.
func (p *SumsPart) validate(at string, b *moments.Basis, outputs int) error {
	if p.Rows != math.Trunc(p.Rows) {
		return fault.New(at+"rows", "is "+fault.Number(p.Rows)+", expected a whole number")
	}
	for _, list := range []struct {
		name       string
		have, want int
	}{{"x", len(p.X), len(b.Monomials)}, {"xy", len(p.XY), outputs}, {"yy", len(p.YY), outputs}} {
		if list.have != list.want {
			return fault.New(at+list.name, "has length "+strconv.Itoa(list.have)+", expected "+strconv.Itoa(list.want))
		}
	}
	if err := checkWidths(at+"xy", p.XY, b.Len, ", one for each monomial of degree at most 2"); err != nil {
		return err
	}
	if err := checkWidths(at+"yy", p.YY, outputs, ", one for each output"); err != nil {
		return err
	}
	for i, row := range p.YY {
		for j := range i {
			if row[j] != p.YY[j][i] {
				return fault.New(at+item(item("yy", i), j), "is "+fault.Number(row[j])+", expected "+fault.Number(p.YY[j][i])+" as in "+item(item("yy", j), i))
			}
		}
	}
	return nil
}

// places returns where each monomial of the basis is in X, and those of degree at most 2 in XY.
func (s *Sums) places(b *moments.Basis) (places [][2]int, err error) {
	if len(s.Monomials) != len(b.Monomials) {
		return nil, fault.New("monomials", "has length "+strconv.Itoa(len(s.Monomials))+", expected "+strconv.Itoa(len(b.Monomials))+
			", those of degree at most 4 in "+count(b.D, "feature"))
	}
	seen, low := map[string][2]int{}, 0
	for i, exponents := range s.Monomials {
		var m []int
		for k, power := range exponents {
			for range min(power, 5) {
				m = append(m, k)
			}
		}
		if len(exponents) != b.D || len(m) > 4 {
			return nil, fault.New(item("monomials", i), "is not a monomial of degree at most 4, expected "+count(b.D, "exponent"))
		}
		seen[nameOf(m)] = [2]int{i, low}
		if len(m) <= 2 {
			low++
		}
	}
	for _, m := range b.Monomials {
		place, ok := seen[nameOf(m)]
		if !ok {
			return nil, fault.New("monomials", "has one monomial twice, expected each once")
		}
		places = append(places, place)
	}
	return places, nil
}

func nameOf(m []int) string {
	var b strings.Builder
	for _, k := range m {
		b.WriteString(strconv.Itoa(k) + " ")
	}
	return b.String()
}

// Moments returns the sums of all rows, and of those of each fold. An error is that of sums that no rows have.
func (s *Sums) Moments() (total *moments.Sums, folds []*moments.Sums, err error) {
	b := moments.NewBasis(len(s.Features))
	places, err := s.places(b)
	if err != nil {
		return nil, nil, err
	}
	total = s.all().moments(b, places)
	for k := range s.Folds {
		folds = append(folds, s.Folds[k].moments(b, places))
	}
	if !total.Possible(s.Error) || total.Rows() != s.Rows {
		return nil, nil, fault.New("the sums", "are not those of any rows, whose second moments make a matrix without negative eigenvalues, expected those of a table")
	}
	return total, folds, nil
}

func (p *SumsPart) moments(b *moments.Basis, places [][2]int) *moments.Sums {
	s := moments.New(b, len(p.XY))
	for i, place := range places {
		s.High[i] = p.X[place[0]]
	}
	at := len(places)
	for _, row := range p.XY {
		for _, place := range places[:b.Len] {
			s.High[at] = row[place[1]]
			at++
		}
	}
	for i, row := range p.YY {
		at += copy(s.High[at:], row[:i+1])
	}
	return s
}

// Fill sets the monomials, and the sums of all rows and of those of each fold.
func (s *Sums) Fill(total *moments.Sums, folds []*moments.Sums) {
	s.Monomials = nil
	for _, m := range total.Monomials {
		exponents := make([]int, total.D)
		for _, k := range m {
			exponents[k]++
		}
		s.Monomials = append(s.Monomials, exponents)
	}
	all := partOf(total)
	s.Rows, s.X, s.XY, s.YY, s.Folds = all.Rows, all.X, all.XY, all.YY, nil
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

// Add adds the sums of other rows of the same table. An error says in what the two differ.
func (s *Sums) Add(other *Sums) error {
	same := *other
	same.Summed, same.Error, same.Table, same.Monomials, same.Rows, same.X, same.XY, same.YY, same.Folds = "", 0, nil, nil, 0, nil, nil, nil, nil
	own := *s
	own.Summed, own.Error, own.Table, own.Monomials, own.Rows, own.X, own.XY, own.YY, own.Folds = "", 0, nil, nil, 0, nil, nil, nil, nil
	if where, is, want := difference("the sums", reflect.ValueOf(same), reflect.ValueOf(own), nil); where != "" {
		return fault.New(strings.Replace(where, "the sums.", "", 1), "is "+is+", expected "+want+" as in the sums before, which can only be added to sums of the same columns")
	}
	if len(s.Folds) != len(other.Folds) {
		return fault.New("folds", "have length "+strconv.Itoa(len(other.Folds))+", expected "+strconv.Itoa(len(s.Folds))+" as in the sums before")
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
	if s.Error = math.Max(s.Error, other.Error) + rounded; other.Summed == ByEngine {
		s.Summed = ByEngine
	}
	return nil
}

// Hash returns a hash of the sums, in the form of that of data: of the numbers of rows, features and outputs, and all sums of x, xy and yy.
func (s *Sums) Hash() string {
	h := fnv.New128a()
	var bytes []byte
	add := func(list ...float64) {
		for _, v := range list {
			bytes = binary.LittleEndian.AppendUint64(bytes, math.Float64bits(v+0))
		}
	}
	add(s.Rows, float64(len(s.Features)), float64(len(s.Outputs)))
	add(s.X...)
	for o := range s.Outputs {
		add(s.XY[o]...)
		add(s.YY[o]...)
	}
	_, _ = h.Write(bytes) // never fails
	return hex.EncodeToString(h.Sum(nil))
}

// Columns returns what the features and outputs mean.
func (s *Sums) Columns() *Columns {
	c := &Columns{Features: s.Features, Targets: s.Outputs, Classes: s.Classes, Categories: s.Categories, Table: s.Table}
	if s.Scaling != nil {
		c.Scaling = &dataset.Scaling{Mean: s.Scaling.Mean, Deviation: s.Scaling.Scale}
	}
	return c
}

// Describe sets what Columns returns.
func (s *Sums) Describe(c *Columns) {
	s.Features, s.Outputs, s.Classes, s.Categories, s.Table, s.Scaling = c.Features, c.Targets, c.Classes, c.Categories, c.Table, nil
	if c.Scaling != nil {
		s.Scaling = &SumsScaling{c.Scaling.Mean, c.Scaling.Deviation}
	}
}
