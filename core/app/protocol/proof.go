package protocol

// PageProof holds facts measured from the network's neurons: see certify.Measures.
type PageProof struct {
	// Loss and Penalty add up to the cost; Penalty is beta times Weight, the sum of |alpha|.
	Loss    float64 `json:"loss"`
	Penalty float64 `json:"penalty"`
	Weight  float64 `json:"weight"`
	// Width is the paper's bound on the number of neurons.
	Width int `json:"width"`
	// Eigenvalues and Traces hold the least eigenvalue and the trace residual of Z and of Z'. Reassembly and Lengths are residuals of both together.
	Eigenvalues [2]float64 `json:"eigenvalues"`
	Traces      [2]float64 `json:"traces"`
	Reassembly  float64    `json:"reassembly"`
	Lengths     float64    `json:"lengths"`
}

// PageCheck is the verdict on the object under check.
type PageCheck struct {
	// Kind is matrix, solution, or network for a network without a proof.
	Kind string `json:"kind"`
	Pass bool   `json:"pass"`
	// Sentence states what was proved, or the first fault.
	Sentence string     `json:"sentence"`
	Facts    []PageFact `json:"facts"`
	// Neurons holds the first neurons, with the first entries of their directions. More is the number omitted.
	Neurons []PageNeuron `json:"neurons"`
	More    int          `json:"more,omitempty"`
	// CanShow is set if the stage can show the matrix, or the network instead of the optimal one; Shown if it does.
	CanShow bool `json:"canShow"`
	Shown   bool `json:"shown"`
	// Present is set if the verdict compares the claim with the present problem. While Page.Stale is set, it belongs to the data before.
	Present bool `json:"present"`
	// Neuron is the neuron with the first fault, or -1.
	Neuron int `json:"neuron"`
}

// PageFact is a named number. Fails is set if it exceeds its limit.
type PageFact struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Fails bool    `json:"fails,omitempty"`
}
