package protocol

// Piecewise is what the pictures show of a network with a piecewise-linear activation sigma(s) = s for s > 0 and Slope s otherwise, and of
// its proof. Its neurons read (x, 1): a direction is (u_1, .., u_d, bias), which fits into Neuron.U for d = 1 and 2.
type Piecewise struct {
	// Set is set if the network has such an activation.
	Set   bool
	Slope float64
	// Kinks holds the indices of the points on the kink of each neuron. It is empty while the network belongs to other points.
	Kinks [][]int
	// Dual is the certified dual vector, where it is not zero: g(u) = sum V sigma(X'u) with the constant.
	Dual []DualEntry
	// Probe is the direction whose line is shown with what a neuron there would gain, if Probing is set.
	Probe   Vec
	Probing bool
}

// DualEntry is an entry of the dual vector, and the point it belongs to.
type DualEntry struct {
	X Vec
	V float64
}

// Sigma returns sigma(s).
func (k *Piecewise) Sigma(s float64) float64 {
	if s > 0 {
		return s
	}
	return k.Slope * s
}

// FewNamed is the largest number of neurons with a piecewise-linear activation that all have their names in the pictures.
const FewNamed = 12

// Inner returns (x, 1)'u for d features.
func Inner(u, x Vec, d int) float64 {
	s := u[d]
	for k := range d {
		s += u[k] * x[k]
	}
	return s
}

// Gain returns g(u) for d features.
func (k *Piecewise) Gain(u Vec, d int) (g float64) {
	for i := range k.Dual {
		g += k.Dual[i].V * k.Sigma(Inner(u, k.Dual[i].X, d))
	}
	return g
}

// PiecewiseFeatures is the largest number of features for which there are pictures of such a network.
const PiecewiseFeatures = 2
