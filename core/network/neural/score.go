package neural

import (
	"math"

	"conelab/core/numeric/loss"
)

// Score scores the outputs fit on n points against the labels y, both output by output, which are read as given.
func Score(fit, y []float64, n int, of loss.Loss, labels loss.Labels) *loss.Score {
	s := &loss.Score{Points: n, Loss: Loss(fit, y, n, of) / float64(n)}
	if !(s.Loss <= math.MaxFloat64) {
		s.Loss = math.MaxFloat64
	}
	if labels == loss.Numbers {
		rest, whole := errorsOf(fit, y, n)
		s.SetErrors(rest, whole, float64(len(y)))
		return s
	}
	right := 0
	for i := range n {
		if labels.Right(fit, y, i, n) {
			right++
		}
	}
	accuracy := float64(right) / float64(n)
	s.Accuracy = &accuracy
	return s
}

// errorsOf returns the sums of the squared errors of fit, and of the squared distances of the labels from the mean of their output.
func errorsOf(fit, y []float64, n int) (rest, whole float64) {
	for first := 0; first < len(y); first += n {
		mean := 0.0
		for i, v := range y[first : first+n] { // exact for constant labels
			mean += (v - mean) / float64(i+1)
		}
		for i := first; i < first+n; i++ {
			rest += (fit[i] - y[i]) * (fit[i] - y[i])
			whole += (y[i] - mean) * (y[i] - mean)
		}
	}
	return rest, whole
}
