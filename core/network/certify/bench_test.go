package certify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/lift"
)

// filter3 is the convolutional shape of the paper's Figure 4: a signal of 20, filters of 3.
var filter3 = lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 20, 1}, Signal: true, Filter: 3, Stride: 1, Pool: 1}

// figure4 holds the shapes of the paper's Figure 4 (d = 20, beta = 0.1).
var figure4 = []struct {
	name    string
	arch    lift.Architecture
	outputs int
}{
	{"scalar", lift.Architecture{}, 1},
	{"vector", lift.Architecture{}, 3},
	{"conv", filter3, 1},
	{"quadratic", lift.Architecture{Kind: lift.Quadratic}, 1},
}

// figure4Problem draws a problem of that shape: fourth powers of Gaussians, labels of a planted network of five neurons of the same kind.
func figure4Problem(rng *rand.Rand, arch lift.Architecture, n, outputs int) Problem {
	p := Problem{D: 20, Outputs: outputs, Architecture: arch, Sigma: lift.ReLU, Beta: 0.1, Y: make([]float64, n*outputs)}
	for _, x := range dataset.Planted(rng, n, 20, 5, lift.ReLU.At).X {
		p.X = append(p.X, x...)
	}
	op := p.Operator()
	for o := range outputs {
		for range 5 {
			u, alpha, block := dataset.Direction(rng, op.Dimension()), rng.NormFloat64(), rng.IntN(op.Blocks())
			for i := range n {
				p.Y[o*n+i] += alpha * op.Neuron(i, block, u)
			}
		}
	}
	return p
}

// BenchmarkSolve times solve, decompose and certify to the default gap.
func BenchmarkSolve(b *testing.B) {
	rng := rand.New(rand.NewPCG(4, 4))
	solveOften(b, "drawn n=200,d=2", problemOf(dataset.Ball(rng, 200, 2), lift.ReLU, 0.01))
	solveOften(b, "drawn n=200,d=3", problemOf(dataset.Ball(rng, 200, 3), lift.ReLU, 0.01))
	for _, shape := range figure4 {
		for _, n := range []int{10, 100, 500} {
			solveOften(b, fmt.Sprintf("%s n=%d,d=20", shape.name, n), figure4Problem(rng, shape.arch, n, shape.outputs))
		}
	}
}

// BenchmarkDrag times a frame of a drag, in which one of 200 points in the plane has moved: solve, decompose and certify. The first solve
// of a job, which allocates its workspace, is reported separately, the best of a few.
func BenchmarkDrag(b *testing.B) {
	p := problemOf(dataset.Ball(rand.New(rand.NewPCG(4, 4)), 200, 2), lift.ReLU, 0.01)
	first := math.Inf(1)
	for range 20 {
		var fresh Job
		start := cpuMilliseconds()
		fresh.Run(p)
		first = math.Min(first, cpuMilliseconds()-start)
	}
	b.ReportAllocs()
	var job Job
	job.Run(p)
	frame, iterations := 0, 0
	start := cpuMilliseconds()
	for b.Loop() {
		frame++
		p.X[0] = 0.3 * math.Sin(0.1*float64(frame))
		job.Follow(p)
		r := job.Result()
		iterations += r.Iterations
		if r.Status != Optimal {
			b.Fatal(r.Status, r.Gap)
		}
	}
	b.ReportMetric(float64(iterations)/float64(b.N), "iterations")
	b.ReportMetric((cpuMilliseconds()-start)/float64(b.N), "cpu-ms")
	b.ReportMetric(first, "first-cpu-ms")
}

// BenchmarkLarge times problems larger than the paper's experiments.
func BenchmarkLarge(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 5))
	solveOften(b, "n=20000,d=10", problemOf(dataset.Ball(rng, 20000, 10), lift.ReLU, 0.1))
	solveOften(b, "n=500,d=60", problemOf(dataset.Ball(rng, 500, 60), lift.ReLU, 0.1))
}

// solveOften times one problem.
func solveOften(b *testing.B, name string, p Problem) {
	b.Run(name, func(b *testing.B) {
		var job Job
		b.ReportAllocs()
		start := cpuMilliseconds()
		for b.Loop() {
			if r := job.Run(p); r.Status != Optimal {
				b.Fatal(r.Status, r.Gap)
			}
		}
		milliseconds := float64(b.Elapsed().Microseconds()) / 1000 / float64(b.N)
		b.ReportMetric(milliseconds, "ms/solve")
		b.ReportMetric((cpuMilliseconds()-start)/float64(b.N), "cpu-ms")
		b.ReportMetric(float64(job.Result().Iterations), "iterations")
	})
}
