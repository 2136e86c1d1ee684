package corrective

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// TestPointsStandForPatches: the outputs of neurons on the points that stand for pooled patches are those on the patches, which here have features that
// are zero throughout, that depend on each other, or that are far from zero.
func TestPointsStandForPatches(t *testing.T) {
	a := lift.Architecture{Kind: lift.Convolutional, Input: [3]int{7, 6, 2}, Filter: 2, Stride: 1, Pool: 15}
	const n, d = 20, 84
	for style, name := range []string{"any", "dark", "flat", "far", "one colour"} {
		rng := rand.New(rand.NewPCG(3, uint64(style)))
		x := make([]float64, n*d)
		for i := range x {
			switch v := rng.NormFloat64(); style {
			case 1:
				x[i] = math.Max(0, v-1)
			case 2:
				x[i] = float64(i / d)
			case 3:
				x[i] = 1000 + v
			case 4:
				x[i] = v * float64(i%2)
			default:
				x[i] = v
			}
		}
		samples := a.New(lift.ReLU, x, n, d)
		if !samples.Pooled() {
			t.Fatal("not pooled")
		}
		q := newPoints(samples)
		u, patch := make([]float64, samples.Dimension()), make([]float64, samples.Dimension())
		for range 20 {
			for j := range u {
				u[j] = rng.NormFloat64()
			}
			i, k := rng.IntN(n), rng.IntN(q.blocks)
			want, size, got := 0.0, 0.0, 0.0
			for l := range samples.Patches() {
				s := 0.0
				for j, v := range samples.PatchIn(patch, i, k, l) {
					s += u[j] * v
				}
				want += lift.ReLU.At(s) / float64(samples.Patches())
				size += (1 + s*s) / float64(samples.Patches())
			}
			for l := range q.patches {
				s := 0.0
				for at, v := range q.x[k][(i*q.patches+l)*q.d:][:q.d] {
					s += u[q.features[at]] * v
				}
				got += lift.ReLU.At(s) / float64(q.patches)
			}
			if math.Abs(got-want) > 1e-13*size {
				t.Errorf("%s: %.15g on the patches, %.15g on the points", name, want, got)
			}
		}
	}
	p := problem(rand.New(rand.NewPCG(3, 9)), 4, 10, loss.Squared, 1)
	if q := newPoints(p.Samples); !p.Samples.Pooled() || q.patches != q.d+1 {
		t.Errorf("%d points for %d patches", q.patches, p.Samples.Patches())
	}
}
