package neural

// FromFactors decomposes Z = sum y y', given by the y, which need not be on the cone: only the sum of their forms y'Gy must be zero, and is made so.
// It is what Decompose does after it has the eigenvectors, for matrices that are too large to be formed: there are no eigenvalues, and
// nothing is measured but the distance from the cone. The y of a balanced matrix are overwritten.
func FromFactors(vectors [][]float64, balanced bool) *Decomposition {
	dec := &Decomposition{Rank: len(vectors)}
	if !balanced {
		dec.Vectors = vectors
	} else if balance(vectors) {
		dec.extract(vectors)
	}
	return dec
}
