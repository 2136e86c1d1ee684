package certify

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"conelab/core/data/dataset"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// peakHeap returns by how many bytes the heap grows at most while work runs. Garbage is collected once it is a tenth of the live heap.
func peakHeap(work func()) float64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	heap := func() uint64 {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	runtime.GC()
	before, peak := heap(), uint64(0)
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		for tick := time.NewTicker(time.Millisecond); ; {
			peak = max(peak, heap())
			select {
			case <-stop:
				tick.Stop()
				close(stopped)
				return
			case <-tick.C:
			}
		}
	}()
	work()
	close(stop)
	<-stopped
	return float64(peak) - float64(before)
}

// TestMemoryEstimate: from twenty megabytes on, the predicted memory is that of a solve within a factor of 1.3.
func TestMemoryEstimate(t *testing.T) {
	pool := func(input, filter, pool int) lift.Architecture {
		return lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, input, 1}, Signal: true, Filter: filter, Stride: 1, Pool: pool}
	}
	for at, c := range []struct {
		n, d, outputs int
		loss          loss.Loss
		arch          lift.Architecture
		method        Method
	}{
		{20000, 20, 1, loss.Squared, lift.Architecture{}, InteriorPoint},
		{2500, 10, 1, loss.L1, lift.Architecture{}, InteriorPoint},
		{2000, 40, 1, loss.Huber, lift.Architecture{}, InteriorPoint},
		{5000, 60, 1, loss.Squared, pool(60, 20, lift.GlobalPool), InteriorPoint},
		{1000, 60, 2, loss.Softmax, lift.Architecture{}, InteriorPoint},
		{500000, 10, 1, loss.Squared, lift.Architecture{}, InteriorPoint},
		{1200, 30, 1, loss.Hinge, pool(30, 4, 1), InteriorPoint},
		{100000, 8, 1, loss.Logistic, lift.Architecture{}, InteriorPoint},
		{20000, 40, 1, loss.Squared, lift.Architecture{Kind: lift.Quadratic}, InteriorPoint},
		{3000, 60, 1, loss.Squared, lift.Architecture{}, Corrective},
		{2000, 40, 3, loss.Softmax, lift.Architecture{}, Corrective},
	} {
		if testing.Short() && at >= 4 { // without threads a short peak may pass between two ticks: the first four hold their peaks for long
			break
		}
		t.Run(fmt.Sprintf("n=%d,d=%d,%v,kind=%d,%v", c.n, c.d, c.loss, c.arch.Kind, c.method), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, uint64(c.n)))
			p := problemOf(dataset.Ball(rng, c.n, c.d), lift.ReLU, 2e-4*float64(c.n))
			p.Outputs, p.Loss, p.Architecture, p.Method = c.outputs, c.loss, c.arch, c.method
			p.Y = make([]float64, c.n*c.outputs)
			if c.method == Corrective {
				p.Tolerance = 1e-6
			}
			teachTwo(rng, &p)
			relabel(&p)
			start := time.Now()
			var r *Result
			used, need := peakHeap(func() { r = new(Job).Run(p) }), p.Estimate(c.method).Bytes
			t.Logf("%.3g MB are predicted, %.3g MB are used: %.2f; %s, gap %.1e, %d iterations, %d neurons, %.1f s", need/1e6, used/1e6, used/need,
				r.Status, r.Gap, r.Iterations, len(r.Neurons), time.Since(start).Seconds())
			if !(used < 1.3*need && need < 1.3*used) {
				t.Errorf("%.3g MB are predicted, %.3g MB are used", need/1e6, used/1e6)
			}
		})
	}
}
