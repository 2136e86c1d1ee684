package document

import (
	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
)

// bareNeuron is a neuron whose block and output may be left out.
type bareNeuron struct {
	U      []float64 `json:"u"`
	Alpha  float64   `json:"alpha"`
	Block  int       `json:"block,omitempty"`
	Output int       `json:"output,omitempty"`
}

// bareNetwork is a list of neurons among other things.
type bareNetwork struct {
	Neurons []bareNeuron `json:"neurons,omitzero"`
	Others  struct{}     `json:"*"`
}

// ParseNetwork reads the neurons of a network without proof: an object {"neurons": [..]}, or a solution document, of which everything
// else is ignored. A neuron's block and output are 0 if not given. A check decides whether the neurons fit a problem. Errors are
// InputErrors.
func ParseNetwork(data []byte) ([]Neuron, error) {
	var s struct {
		Neurons []bareNeuron `json:"neurons,omitzero"`
		Network bareNetwork  `json:"network,omitempty"`
		Others  struct{}     `json:"*"`
	}
	if err := strictjson.Read(data, &s); err != nil {
		return nil, err
	}
	if s.Neurons == nil {
		s.Neurons = s.Network.Neurons
	}
	if s.Neurons == nil {
		return nil, fault.New("neurons", "is missing, expected an array of objects with u and alpha")
	}
	var neurons []Neuron
	for _, n := range s.Neurons {
		neurons = append(neurons, Neuron(n))
	}
	return neurons, nil
}
