package document

import (
	"math"
	"strconv"
)

// ProblemFormat is the format of a problem document.
const ProblemFormat = "conelab/problem/1"

// KindDense and LossSquared are the architecture and the loss that this version trains.
const (
	KindDense   = "dense"
	LossSquared = "squared"
)

// Problem is a training problem.
type Problem struct {
	Format       string       `json:"format"`
	Data         Data         `json:"data"`
	Architecture Architecture `json:"architecture"`
	Activation   Activation   `json:"activation"`
	Loss         string       `json:"loss"`
	Beta         float64      `json:"beta"`
	// Tolerance is the relative gap to certify; zero leaves it to the solver.
	Tolerance float64 `json:"tolerance,omitempty"`
	Title     string  `json:"title,omitempty"`
	Seed      int     `json:"seed,omitempty"`
}

// Data holds n rows of features and n rows of labels.
type Data struct {
	X [][]float64 `json:"x"`
	Y [][]float64 `json:"y"`
}

// Architecture is the shape of the network. Only Kind has a meaning for dense networks.
type Architecture struct {
	Kind    string `json:"kind"`
	Input   []int  `json:"input,omitempty"`
	Filter  int    `json:"filter,omitempty"`
	Stride  int    `json:"stride,omitempty"`
	Padding int    `json:"padding,omitempty"`
	Pool    Pool   `json:"pool,omitempty"`
}

// Pool is the number of consecutive patches that are averaged, or GlobalPool for all of them.
type Pool int

// GlobalPool is written "global".
const GlobalPool Pool = -1

// MarshalJSON writes the number or "global".
func (p Pool) MarshalJSON() ([]byte, error) {
	if p == GlobalPool {
		return []byte(`"global"`), nil
	}
	return []byte(strconv.Itoa(int(p))), nil
}

// Activation is sigma(u) = A u^2 + B u + C.
type Activation struct {
	A float64 `json:"a"`
	B float64 `json:"b"`
	C float64 `json:"c"`
}

// largest bounds the whole numbers of documents: sizes, counts and seeds.
const largest = math.MaxInt32

// ParseProblem reads a problem document and validates it. Errors are InputErrors.
func ParseProblem(data []byte) (*Problem, error) {
	p := &Problem{Format: ProblemFormat}
	if err := read(data, ProblemFormat, p.fields); err != nil {
		return nil, err
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return p, nil
}

// fields says how a problem is read.
func (p *Problem) fields(r *reader) []field {
	return []field{
		{"data", "an object with x and y", func() { r.object(p.Data.fields(r)) }},
		{"architecture", `{"kind": "dense"}`, func() { r.object(p.Architecture.fields(r)) }},
		{"activation", "an object with a, b and c", func() { r.object(p.Activation.fields(r)) }},
		{"loss", `"squared"`, func() { p.Loss = r.text() }},
		{"beta", "a number above 0", func() { p.Beta = r.number() }},
		{"tolerance", "", func() {
			if p.Tolerance = r.number(); p.Tolerance == 0 {
				r.fail("is 0, " + toleranceExpected)
			}
		}},
		{"title", "", func() { p.Title = r.text() }},
		{"seed", "", func() { p.Seed = r.integer(-largest, largest) }},
	}
}

func (d *Data) fields(r *reader) []field {
	return []field{
		{"x", "rows of numbers", func() { d.X = r.rows() }},
		{"y", "rows of one number", func() { d.Y = r.rows() }},
	}
}

func (a *Architecture) fields(r *reader) []field {
	count := func(v *int, low int) func() { return func() { *v = r.integer(low, largest) } }
	return []field{
		{"kind", `"dense"`, func() { a.Kind = r.text() }},
		{"input", "", func() {
			r.array("an array of whole numbers", func() { a.Input = append(a.Input, r.integer(1, largest)) })
		}},
		{"filter", "", count(&a.Filter, 1)},
		{"stride", "", count(&a.Stride, 1)},
		{"padding", "", count(&a.Padding, 0)},
		{"pool", "", func() { a.Pool = r.pool() }},
	}
}

func (a *Activation) fields(r *reader) []field {
	return []field{
		{"a", "a number", func() { a.A = r.number() }},
		{"b", "a number", func() { a.B = r.number() }},
		{"c", "a number", func() { a.C = r.number() }},
	}
}

// pool reads a number of patches or "global".
func (r *reader) pool() Pool {
	token := r.next()
	if token == "global" {
		return GlobalPool
	}
	if n, err := strconv.Atoi(numberText(token)); err == nil && n >= 1 && n <= largest {
		return Pool(n)
	}
	r.fail("is " + describe(token) + `, expected a whole number above 0 or "global"`)
	return 0
}

// JSON returns the document on one line, or nil if a number is not finite.
func (p *Problem) JSON() []byte {
	q := *p
	q.Format = ProblemFormat
	return encode(q)
}
