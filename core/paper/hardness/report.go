package hardness

// Report is the complete result for one instance, and the document that the command writes.
type Report struct {
	Format string  `json:"format"`
	Set    []int64 `json:"set"`
	Target int64   `json:"target"`
	// X and Y are the training data of a network with quadratic activation.
	X [][]float64 `json:"x"`
	Y []float64   `json:"y"`
	// Exists says whether some subset has the target sum. If so, Subset holds its indices and Elements its integers, Witness is the neuron u
	// that fits the data alone, Residual is its error in double precision, and Exact says that it fits the data exactly in integers.
	Exists   bool      `json:"exists"`
	Subset   []int     `json:"subset,omitempty"`
	Elements []int64   `json:"elements,omitempty"`
	Witness  []float64 `json:"witness,omitempty"`
	Residual *float64  `json:"residual,omitempty"`
	Exact    bool      `json:"exact"`
	// TwoThirds is the hard problem's value, 1, if the subset exists. Otherwise it is an upper bound from the relaxation's network, nil if
	// there is none; the value itself is then larger than 1.
	TwoThirds *float64 `json:"two_thirds,omitempty"`
	// Relaxation is the convex program on the same data: sum |alpha| instead of sum |alpha|^(2/3).
	Relaxation Relaxation `json:"relaxation"`
}

// Run builds, decides and verifies an instance.
func Run(in Instance) *Report {
	r := &Report{Format: "conelab/hardness/1", Set: in.Set, Target: in.Target, Relaxation: in.relax()}
	r.X, r.Y = in.training()
	found, yes := in.solve()
	if !yes {
		if neurons, value := r.Relaxation.network(); neurons != nil {
			r.TwoThirds = &value
		}
		return r
	}
	one := 1.0
	r.Witness, r.TwoThirds = in.witness(found), &one
	r.Subset, r.Exists = in.decode(r.Witness)
	residual := in.residual(r.Witness)
	r.Residual, r.Exact = &residual, in.check(r.Witness)
	for _, i := range r.Subset {
		r.Elements = append(r.Elements, in.Set[i])
	}
	return r
}
