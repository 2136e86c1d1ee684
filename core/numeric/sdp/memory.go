package sdp

import "conelab/core/numeric/dense"

// memory is what the large matrices of a Newton system take. Only the system that is in use needs them, from its factorisation to the last solution
// with it, so both forms of a solver share them, and so do solvers that replace each other.
type memory struct {
	system  []float64
	qr      dense.StackedQR
	stacked bool // qr has been used
}

const (
	// wasteFrom is the number of entries from which memory is given up if it is more than wasteShare times what is needed: what one large problem took
	// is not kept for small ones.
	wasteFrom, wasteShare = 1 << 17, 4
)

// sized returns a slice of length n in the memory of x if that suffices and is not far too large. Its entries are not set.
func sized(x []float64, n int) []float64 {
	if cap(x) > wasteFrom && cap(x) > wasteShare*n {
		x = nil
	}
	return resize(x, n)
}

// stack returns a QR factorisation of the given size, which holds nothing yet.
func (m *memory) stack(rows, cols int) *dense.StackedQR {
	if need := cols * (rows + cols); m.stacked && m.qr.Room() > wasteFrom && m.qr.Room() > wasteShare*need {
		m.qr = dense.StackedQR{}
	}
	m.stacked = true
	m.qr.Resize(rows, cols)
	return &m.qr
}

// Release gives up the memory of least squares, which most problems do not need.
func (s *Solver) Release() {
	if s.careful != nil {
		s.careful, s.memory.qr, s.memory.stacked = nil, dense.StackedQR{}, false
	}
}
