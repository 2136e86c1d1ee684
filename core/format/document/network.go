package document

import "conelab/core/data/fault"

// ParseNetwork reads the neurons of a network without proof: an object {"neurons": [..]}, or a solution document in which everything except
// the network is ignored and may be missing. A neuron's block and output are 0 if not given. A check decides whether the neurons fit a
// problem. Errors are InputErrors.
func ParseNetwork(data []byte) ([]Neuron, error) {
	data, err := trim(data)
	if err != nil {
		return nil, err
	}
	var s Solution
	var neurons []Neuron
	given := false
	r := newReader(data)
	list := field{"neurons", "", func() {
		given = true
		r.array("an array", func() { neurons = append(neurons, r.bareNeuron()) })
	}}
	fields := []field{list, {"format", "", func() { r.word(SolutionFormat) }}}
	for _, f := range s.fields(r) {
		f.expected = ""
		if f.name == "network" {
			f.read = func() { r.object([]field{list}) }
		}
		fields = append(fields, f)
	}
	r.object(fields)
	if r.err == nil && !given {
		return nil, fault.New("neurons", "is missing, expected an array of objects with u and alpha")
	}
	return neurons, r.err
}

// bareNeuron reads a hidden unit whose block and output are optional.
func (r *reader) bareNeuron() (n Neuron) {
	fields := r.neuronFields(&n)
	for i := range fields[2:] {
		fields[2+i].expected = ""
	}
	r.object(fields)
	return n
}
