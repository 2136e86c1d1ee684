package convert

import (
	"conelab/core/format/document"
	"conelab/core/network/certify"
)

// Decomposition decomposes the matrix of a valid document. The result passes within the tolerance, relative to max|Z|; zero means
// certify.MatrixTolerance.
func Decomposition(m *document.Matrix, tolerance float64) *document.Decomposition {
	dec := certify.Decompose(m.Z, tolerance)
	out := &document.Decomposition{
		Pass: dec.Pass(), Message: dec.Message, Rank: dec.Rank, Residual: dec.Residual,
		ConeViolation: dec.ConeViolation, MinEigenvalue: clamp(dec.MinEigenvalue), TraceViolation: clamp(dec.TraceViolation), Vectors: dec.Vectors,
	}
	for _, n := range dec.Neurons {
		out.Neurons = append(out.Neurons, document.Unit{U: n.U, Alpha: clamp(n.Alpha)})
	}
	for _, s := range dec.Steps {
		s.FormFirst, s.FormPartner = clamp(s.FormFirst), clamp(s.FormPartner)
		out.Steps = append(out.Steps, s)
	}
	return out
}
