package stack

import (
	"fmt"
	"math"
	"testing"
)

// BenchmarkDrag times what a frame of a drag takes: one of 200 points has moved, and every layer is solved, certified and evaluated again.
func BenchmarkDrag(b *testing.B) {
	for _, name := range []string{"spiral", "moons", "checkerboard"} {
		for _, layers := range []int{1, 2, 4} {
			b.Run(fmt.Sprintf("%s, %d layers", name, layers), func(b *testing.B) {
				p := Problem{Problem: drawn(b, name, 200, 1), Options: Defaults(layers)}
				x := p.X
				var job Job
				angle, start := 0.0, cpuMilliseconds()
				for b.Loop() {
					angle += 0.05
					p.X = append([]float64(nil), x...)
					p.X[0] += 0.3 * math.Cos(angle)
					p.X[1] += 0.3 * math.Sin(angle)
					if r := job.Run(p); r.Gap() > 1e-8 {
						b.Fatal(r.Status, r.Message)
					}
				}
				b.ReportMetric((cpuMilliseconds()-start)/float64(b.N), "cpu-ms")
			})
		}
	}
}

// BenchmarkRaster times the true function of four layers, and all their neurons, at 10,000 points.
func BenchmarkRaster(b *testing.B) {
	var job Job
	r := job.Run(Problem{Problem: drawn(b, "spiral", 200, 1), Options: Defaults(4)})
	const side = 100
	var x []float64
	for i := range side * side {
		x = append(x, float64(i%side)/side*2-1, float64(i/side)/side*2-1)
	}
	var pass Pass
	start := cpuMilliseconds()
	for b.Loop() {
		pass.Run(r.Network, x)
	}
	b.ReportMetric((cpuMilliseconds()-start)/float64(b.N), "cpu-ms")
}

// BenchmarkDepth trains drawings from the start, and reports the share of the points trained on and of 2,000 others that get their class, in per cent.
func BenchmarkDepth(b *testing.B) {
	for _, name := range []string{"spiral", "moons", "checkerboard"} {
		n := map[string]int{"spiral": 300, "moons": 200, "checkerboard": 300}[name]
		for layers := 1; layers <= 5; layers++ {
			b.Run(fmt.Sprintf("%s, %d layers", name, layers), func(b *testing.B) {
				p := Problem{Problem: drawn(b, name, n, 1), Options: Defaults(layers)}
				p.Beta = 0.01
				var r *Result
				start := cpuMilliseconds()
				for b.Loop() {
					var job Job
					r = job.Run(p)
				}
				b.ReportMetric((cpuMilliseconds()-start)/float64(b.N), "cpu-ms")
				others := drawn(b, name, 2000, 2)
				b.ReportMetric(share(r.Network, p.X, p.Y), "%-trained-on")
				b.ReportMetric(share(r.Network, others.X, others.Y), "%-others")
				b.ReportMetric(1e9*r.Gap(), "gap/1e-9")
			})
		}
	}
}

// share returns how many of 100 points have the sign of their label.
func share(n *Network, x, y []float64) float64 {
	var pass Pass
	pass.Run(n, x)
	right := 0
	for i, f := range pass.Outputs[len(n.Stages)-1] {
		if f*y[i] > 0 {
			right++
		}
	}
	return 100 * float64(right) / float64(len(y))
}
