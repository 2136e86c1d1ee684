package hardness

// Report is the complete result for one instance.
type Report struct {
	Instance Instance
	Training Training
	// Yes says whether the subset exists. If so, Subset holds its indices, Witness is the neuron u, Residual is the error of u in the
	// training equations in double precision, and Exact says that u solves them exactly in integers.
	Yes      bool
	Subset   []int
	Witness  []float64
	Residual float64
	Exact    bool
	// Relaxation is the convex program on the same data.
	Relaxation Relaxation
	// TwoThirds is the hard problem's value, 1, if Yes, and otherwise an upper bound of it from the relaxation's network (+Inf if there is
	// none); the value itself is then larger than 1.
	TwoThirds float64
}

// Run builds, decides and verifies an instance. beta is that of Report.Training.
func Run(in Instance, beta float64) Report {
	r := Report{Instance: in, Training: in.training(beta), Relaxation: in.relax(), TwoThirds: 1}
	found, yes := in.solve()
	if !yes {
		_, r.TwoThirds = r.Relaxation.network()
		return r
	}
	r.Witness = in.witness(found)
	r.Subset, r.Yes = in.decode(r.Witness)
	r.Residual = in.residual(r.Witness)
	r.Exact = in.check(r.Witness)
	return r
}
