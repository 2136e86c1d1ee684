package document

import (
	"conelab/core/data/strictjson"
	"conelab/core/network/certify"
)

// Decomposition is the neural decomposition of a matrix Z, Z = sum y y' with y'Gy = 0.
type Decomposition struct {
	Format string `json:"format" words:"conelab/decomposition/1"`
	Pass   bool   `json:"pass"`
	// Message says what is wrong, and by how much, if Pass is false.
	Message string `json:"message,omitempty"`
	Rank    int    `json:"rank"`
	// Residual is max|Z - sum y y'| / max|Z|; ConeViolation is the largest |y'Gy| / |y|^2.
	Residual      float64 `json:"residual"`
	ConeViolation float64 `json:"cone_violation"`
	// MinEigenvalue is the least eigenvalue of Z and TraceViolation is |< G, Z >|, both in the units of Z.
	MinEigenvalue  float64        `json:"min_eigenvalue"`
	TraceViolation float64        `json:"trace_violation"`
	Vectors        [][]float64    `json:"vectors"`
	Neurons        []Unit         `json:"neurons"`
	Steps          []certify.Step `json:"steps"`
}

// Unit is a vector y = (c, t) on the cone as a neuron: U = c/|c|, Alpha = t^2.
type Unit struct {
	U     []float64 `json:"u"`
	Alpha float64   `json:"alpha"`
}

// JSON returns the document with one neuron and one step per line, or nil if a number is not finite.
func (d *Decomposition) JSON() []byte { return strictjson.Lines(d) }
