package document

import (
	"bytes"
	"slices"
	"strings"

	"conelab/core/data/fault"
)

// SolutionFormat is the format of a solution document.
const SolutionFormat = "conelab/solution/1"

// statuses are the values of a solution's status.
var statuses = [...]string{"optimal", "inaccurate", "stopped", "failed"}

// Solution is a network with the numbers that prove its quality.
type Solution struct {
	Format string `json:"format"`
	// Status is optimal, inaccurate, stopped or failed; Message explains it if it is not optimal.
	Status  string `json:"status"`
	Message string `json:"message,omitempty"`
	// Objective is the network's cost, LowerBound is the bound that Dual proves, and Gap is their relative difference.
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lower_bound"`
	Gap        float64 `json:"gap"`
	Network    Network `json:"network"`
	Z          []Block `json:"z"`
	// Dual has one row for each sample.
	Dual       [][]float64 `json:"dual"`
	Iterations int         `json:"iterations"`
	Seconds    float64     `json:"seconds"`
	// Scope says what the certificates of a stack prove. Layers holds the layers, lowest first. Objective, LowerBound, Gap, Network, Z and
	// Dual are those of the last layer; Iterations and Seconds are sums over all layers.
	Scope  string  `json:"scope,omitempty"`
	Layers []Layer `json:"layers,omitempty"`
	// Model describes the network so that it can be used without the problem; nil in documents from before it was introduced.
	Model *Model `json:"model,omitempty"`
}

// Network is a list of hidden units.
type Network struct {
	Neurons []Neuron `json:"neurons"`
}

// Neuron is the hidden unit Alpha sigma(x'U), |U| = 1, of one block and output.
type Neuron struct {
	U      []float64 `json:"u"`
	Alpha  float64   `json:"alpha"`
	Block  int       `json:"block"`
	Output int       `json:"output"`
}

// Block holds the matrices Z and Z' of one block and output.
type Block struct {
	Block  int         `json:"block"`
	Output int         `json:"output"`
	Plus   [][]float64 `json:"plus"`
	Minus  [][]float64 `json:"minus"`
}

// ParseSolution reads a solution document. It does not check whether its parts fit each other and a problem; a check does. Errors are
// InputErrors.
func ParseSolution(data []byte) (*Solution, error) {
	s := &Solution{Format: SolutionFormat}
	if err := read(data, SolutionFormat, s.fields); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Solution) fields(r *reader) []field {
	return []field{
		{"status", `one of ` + strings.Join(statuses[:], ", "), func() { s.Status = r.status() }},
		{"message", "", func() { s.Message = r.text() }},
		{"objective", "a number", func() { s.Objective = r.number() }},
		{"lower_bound", "a number", func() { s.LowerBound = r.number() }},
		{"gap", "a number", func() { s.Gap = r.number() }},
		{"network", "an object with neurons", func() { r.object(s.Network.fields(r)) }},
		{"z", "an array of objects with plus and minus", func() {
			s.Z = []Block{}
			r.array("an array", func() { s.Z = append(s.Z, r.block()) })
		}},
		{"dual", "rows of numbers", func() { s.Dual = r.rows() }},
		{"iterations", "a whole number", func() { s.Iterations = r.integer(0, largest) }},
		{"seconds", "a number", func() { s.Seconds = r.number() }},
		{"scope", "", func() { s.Scope = r.text() }},
		{"model", "", func() {
			s.Model = &Model{}
			r.object(s.Model.fields(r))
		}},
		{"layers", "", func() { r.array("an array of layers", func() { s.Layers = append(s.Layers, r.layer()) }) }},
	}
}

func (n *Network) fields(r *reader) []field {
	return []field{{"neurons", "an array", func() {
		n.Neurons = []Neuron{}
		r.array("an array", func() { n.Neurons = append(n.Neurons, r.neuron()) })
	}}}
}

// neuron reads a hidden unit.
func (r *reader) neuron() (n Neuron) {
	r.object(r.neuronFields(&n))
	return n
}

func (r *reader) neuronFields(n *Neuron) []field {
	return []field{
		{"u", "an array of numbers", func() { n.U = r.row() }},
		{"alpha", "a number", func() { n.Alpha = r.number() }},
		{"block", "a whole number", func() { n.Block = r.integer(0, largest) }},
		{"output", "a whole number", func() { n.Output = r.integer(0, largest) }},
	}
}

// block reads a pair of matrices.
func (r *reader) block() (b Block) {
	r.object([]field{
		{"block", "a whole number", func() { b.Block = r.integer(0, largest) }},
		{"output", "a whole number", func() { b.Output = r.integer(0, largest) }},
		{"plus", "rows of numbers", func() { b.Plus = r.rows() }},
		{"minus", "rows of numbers", func() { b.Minus = r.rows() }},
	})
	return b
}

// status reads one of the statuses.
func (r *reader) status() string {
	text := r.text()
	for _, s := range statuses {
		if s == text {
			return text
		}
	}
	r.fail(`is "` + fault.Clip(text) + `", expected one of ` + strings.Join(statuses[:], ", "))
	return ""
}

// JSON returns the document with one neuron per line, or nil if a number is not finite.
func (s *Solution) JSON() []byte {
	t := *s
	t.Format = SolutionFormat
	t.Network.Neurons, t.Z, t.Dual = filled(t.Network.Neurons), []Block{}, [][]float64{}
	t.Layers = slices.Clone(t.Layers)
	for i := range t.Layers {
		l := &t.Layers[i]
		l.Network.Neurons, l.Dual = filled(l.Network.Neurons), filled(l.Dual)
	}
	// Z and dual may have millions of numbers and are written separately; the quotes of their names cannot be inside a string.
	head, tail, found := bytes.Cut(layout(encode(t)), []byte("\"z\":[],\n \"dual\":[]"))
	z, finite := writeBlocks(s.Z)
	if !found || !finite || !finiteRows(s.Dual) {
		return nil
	}
	return slices.Concat(head, []byte(`"z":`), z, []byte(",\n \"dual\":"), writeRows(s.Dual), tail)
}
