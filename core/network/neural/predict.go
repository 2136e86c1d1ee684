package neural

import (
	"conelab/core/numeric/gemm"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/parallel"
)

const (
	// cached is the number of entries of samples that stay in the caches while all neurons read them.
	cached = 1 << 15
	// productRows is the least number of samples in a blocked matrix product.
	productRows = 256
	// sharedWork is the number of multiplications of a forward pass above which it is divided among threads, and above which blocked matrix products are
	// worth their workspace. blockNeurons and blockFeatures are the least numbers of neurons and features for which such products are used.
	sharedWork, blockNeurons, blockFeatures = 1 << 20, 4, 12
)

// PredictTo writes the network's outputs for the samples into dst by forward passes: output o of sample i at o n + i. All neurons are evaluated on one
// batch of samples, as many as fit in the caches, before the next batch. If the samples are canceled, dst is incomplete.
func PredictTo(dst []float64, neurons []Neuron, s *lift.Samples) {
	clear(dst)
	if s.Pooled() {
		predictPooled(dst, neurons, s)
		return
	}
	n, width := s.Len(), s.Blocks()*s.Patches()*s.Dimension()
	step := max(1, cached/max(1, width))
	if work := float64(n*s.Patches()*s.Dimension()) * float64(len(neurons)); work < sharedWork {
		for from := 0; from < n; from += step {
			addNeurons(dst, neurons, s, from, min(n, from+step))
		}
		return
	}
	layers := newLayers(neurons, s)
	if layers[0].rows != nil {
		step = max(step, productRows)
	}
	workers := make([]layerWorker, parallel.Threads())
	parallel.Run(s.Context(), (n+step-1)/step, func(worker, strip int) {
		from, to := strip*step, min(n, (strip+1)*step)
		for k := range layers {
			if l := &layers[k]; l.rows == nil {
				addNeurons(dst, l.neurons, s, from, to)
			} else {
				l.add(dst, s, from, to, &workers[worker])
			}
		}
	})
}

// addNeurons adds the outputs of neurons for the samples from to to-1.
func addNeurons(dst []float64, neurons []Neuron, s *lift.Samples, from, to int) {
	n := s.Len()
	for _, neuron := range neurons {
		s.AddNeuronFrom(dst[neuron.Output*n+from:neuron.Output*n+to], from, neuron.Alpha, neuron.Block, neuron.U)
	}
}

// layer holds the neurons that read one block.
type layer struct {
	block   int
	neurons []Neuron
	rows    []float64 // their directions as rows; nil if the neurons are evaluated one by one
}

// layerWorker is the workspace of one goroutine.
type layerWorker struct {
	product gemm.Multiplier
	dots    []float64
}

// newLayers groups neurons by the blocks that they read.
func newLayers(neurons []Neuron, s *lift.Samples) []layer {
	layers := make([]layer, s.Blocks())
	for k := range layers {
		layers[k].block = k
	}
	for _, neuron := range neurons {
		l := &layers[neuron.Block]
		l.neurons = append(l.neurons, neuron)
	}
	for k := range layers {
		l := &layers[k]
		if len(l.neurons) < blockNeurons || s.Dimension() < blockFeatures || s.Patches() > 1 && s.Blocks() > 1 { // then patches are not evenly spaced in memory
			continue
		}
		for _, neuron := range l.neurons {
			l.rows = append(l.rows, neuron.U...)
		}
	}
	return layers
}

// add adds the outputs of the layer for the samples from to to-1, by a matrix product of their patches with the directions.
func (l *layer) add(dst []float64, s *lift.Samples, from, to int, w *layerWorker) {
	n, m, d, patches := s.Len(), len(l.neurons), s.Dimension(), s.Patches()
	count, stride := (to-from)*patches, d
	if patches == 1 {
		stride = s.Blocks() * d
	}
	w.dots = resize(w.dots, count*m)
	clear(w.dots)
	w.product.AddTo(w.dots, m, gemm.Rows(s.From(from, l.block), stride), gemm.Columns(l.rows, d), nil, count, m, d)
	sigma := s.Activation()
	for j, neuron := range l.neurons {
		share, out := neuron.Alpha/float64(patches), dst[neuron.Output*n+from:neuron.Output*n+to]
		for i := range out {
			sum := 0.0
			for p := range patches {
				sum += sigma.At(w.dots[(i*patches+p)*m+j])
			}
			out[i] += share * sum
		}
	}
}
