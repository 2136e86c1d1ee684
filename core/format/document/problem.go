package document

import "math"

// ProblemFormat is the format of a problem document.
const ProblemFormat = "conelab/problem/1"

// The kinds of architecture, and the default loss.
const (
	KindDense         = "dense"
	KindQuadratic     = "quadratic"
	KindConvolutional = "convolutional"
	LossSquared       = "squared"
)

// Problem is a training problem.
type Problem struct {
	Format       string       `json:"format"`
	Data         Data         `json:"data"`
	Architecture Architecture `json:"architecture"`
	Activation   Activation   `json:"activation"`
	Loss         string       `json:"loss"`
	Beta         float64      `json:"beta"`
	// Tolerance is the relative gap to certify; zero means the solver's default.
	Tolerance float64 `json:"tolerance,omitempty"`
	// Stack describes a network of several layers; nil means one layer.
	Stack *Stack `json:"stack,omitempty"`
	// Columns says what the numbers of the data mean; nil if that is not known.
	Columns *Columns `json:"columns,omitempty"`
	Title   string   `json:"title,omitempty"`
	Seed    int      `json:"seed,omitempty"`
}

// Data holds n rows of features and n rows of labels.
type Data struct {
	X [][]float64 `json:"x"`
	Y [][]float64 `json:"y"`
}

// Activation is sigma(u) = A u^2 + B u + C.
type Activation struct {
	A float64 `json:"a"`
	B float64 `json:"b"`
	C float64 `json:"c"`
}

// largest bounds the integers in documents: sizes, counts and seeds.
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

// fields lists the fields of a problem and how they are read.
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
		{"stack", "", func() {
			p.Stack = &Stack{}
			r.object(p.Stack.fields(r))
		}},
		{"columns", "", func() {
			p.Columns = &Columns{}
			r.object(p.Columns.fields(r))
		}},
		{"title", "", func() { p.Title = r.text() }},
		{"seed", "", func() { p.Seed = r.integer(-largest, largest) }},
	}
}

func (d *Data) fields(r *reader) []field {
	return []field{
		{"x", "rows of numbers", func() { d.X = r.rows() }},
		{"y", "rows of numbers, one for each output", func() { d.Y = r.rows() }},
	}
}

func (a *Activation) fields(r *reader) []field {
	return []field{
		{"a", "a number", func() { a.A = r.number() }},
		{"b", "a number", func() { a.B = r.number() }},
		{"c", "a number", func() { a.C = r.number() }},
	}
}

// JSON returns the document on one line, or nil if a number is not finite.
func (p *Problem) JSON() []byte {
	q := *p
	q.Format = ProblemFormat
	return encode(q)
}
