package neural

// FromFactors decomposes Z = sum y y', given by the y. These need not be on the cone: only the sum of their forms y'Gy must be zero, and it is
// corrected for rounding. It is the part of Decompose after the eigenvectors, for matrices too large to be formed. It returns no eigenvalues and
// measures only the distance from the cone. The y of a balanced matrix are overwritten.
func FromFactors(vectors [][]float64, balanced bool) *Decomposition {
	dec := &Decomposition{Rank: len(vectors)}
	if !balanced {
		dec.Vectors = vectors
	} else if balance(vectors) {
		dec.extract(vectors)
	}
	return dec
}
