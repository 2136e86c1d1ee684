package hardness

// Report is the complete result for one instance, and the document that the command writes.
type Report struct {
	Format string  `json:"format"`
	Set    []int64 `json:"set"`
	Target int64   `json:"target"`
	// X and Y are the training data of a network with quadratic activation.
	X [][]float64 `json:"x"`
	Y []float64   `json:"y"`
	// Exists says whether some subset has the target sum. If so, Subset holds its indices and Elements its integers, Witness is the neuron
	// u that fits the data alone, and Exact says that it fits the data exactly in integers.
	Exists   bool      `json:"exists"`
	Subset   []int     `json:"subset,omitempty"`
	Elements []int64   `json:"elements,omitempty"`
	Witness  []float64 `json:"witness,omitempty"`
	Exact    bool      `json:"exact"`
	// Relaxation is the convex program on the same data: sum |alpha| instead of sum |alpha|^(2/3).
	Relaxation Relaxation `json:"relaxation"`
}

// Run builds, decides and verifies an instance.
func Run(in Instance) *Report {
	r := &Report{Format: "conelab/hardness/1", Set: in.Set, Target: in.Target, Relaxation: in.relax()}
	r.X, r.Y = in.training()
	found, yes := in.solve()
	if !yes {
		return r
	}
	r.Witness = in.witness(found)
	r.Subset, r.Exists = in.decode(r.Witness)
	r.Exact = in.check(r.Witness)
	for _, i := range r.Subset {
		r.Elements = append(r.Elements, in.Set[i])
	}
	return r
}
