package dataset

// Set is n labelled points: X is n rows of d features, Y has their n labels.
type Set struct {
	X [][]float64
	Y []float64
}

func (s *Set) add(label float64, x ...float64) {
	s.X = append(s.X, x)
	s.Y = append(s.Y, label)
}
