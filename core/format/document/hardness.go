package document

// HardnessFormat is the format of a subset-sum question as a training problem.
const HardnessFormat = "conelab/hardness/1"

// Hardness is the paper's reduction of subset sum to training with weight decay (section 6), with the answer.
type Hardness struct {
	Format string  `json:"format"`
	Set    []int64 `json:"set"`
	Target int64   `json:"target"`
	// X and Y are the training data of a network with quadratic activation.
	X [][]float64 `json:"x"`
	Y []float64   `json:"y"`
	// Exists says whether a subset sums to the target. Then Subset has its indices, Elements the integers, Witness the neuron u that fits
	// the data by itself, Residual how far it misses them in double precision, and Exact that it fits them in integers.
	Exists   bool      `json:"exists"`
	Subset   []int     `json:"subset,omitempty"`
	Elements []int64   `json:"elements,omitempty"`
	Witness  []float64 `json:"witness,omitempty"`
	Residual *float64  `json:"residual,omitempty"`
	Exact    bool      `json:"exact"`
	// TwoThirds is the value of the hard problem if a subset exists, 1, and otherwise an upper bound; nil if none is known.
	TwoThirds  *float64   `json:"two_thirds,omitempty"`
	Relaxation Relaxation `json:"relaxation"`
}

// Relaxation is the convex program on the same data: sum |alpha| in place of sum |alpha|^(2/3).
type Relaxation struct {
	// Value is its value if Attained, and else a proved lower bound above 1, which refutes the subset.
	Value    float64 `json:"value"`
	Attained bool    `json:"attained"`
	// Least and Most are the ends between which the last label must lie for the value 1.
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
}

// JSON returns the document with one entry per line, or nil if a number is not finite.
func (h *Hardness) JSON() []byte {
	g := *h
	g.Format = HardnessFormat
	return layout(encode(g))
}
