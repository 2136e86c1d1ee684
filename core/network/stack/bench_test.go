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
				angle := 0.0
				for b.Loop() {
					angle += 0.05
					p.X = append([]float64(nil), x...)
					p.X[0] += 0.3 * math.Cos(angle)
					p.X[1] += 0.3 * math.Sin(angle)
					if r := job.Run(p); r.Gap() > 1e-8 {
						b.Fatal(r.Status, r.Message)
					}
				}
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
	for b.Loop() {
		pass.Run(r.Network, x)
	}
}
