package scene

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"conelab/core/app/protocol"
)

// edited runs a test on every preset with one to three features, unchanged and after random changes of its points, of beta and of the
// activation, at random positions of its animation and with a random neuron in focus.
func edited(t *testing.T, run func(t *testing.T, s *solved, r *rand.Rand)) {
	for d := 1; d <= 3; d++ {
		everyPreset(t, d, func(t *testing.T, s *solved, _ *View) {
			r := rand.New(rand.NewPCG(7, uint64(len(s.snapshot.Points))))
			run(t, s, r)
			for range 4 {
				if len(s.problem.Data.Y[0]) == 1 {
					at := make([]byte, 0, 40)
					for k := range max(2, d) {
						if k > 0 {
							at = append(at, ',')
						}
						at = strconv.AppendFloat(at, 2*r.Float64()-1, 'g', 6, 64)
					}
					s.do(t, `{"do":"press","at":[%s],"radius":0.01}`, at)
					s.do(t, `{"do":"release"}`)
				}
				s.do(t, `{"do":"beta","value":%g,"final":true}`, math.Exp(-6*r.Float64()))
				s.do(t, `{"do":"coefficients","a":%g,"b":%g,"c":%g,"final":true}`, r.Float64(), r.NormFloat64(), r.NormFloat64())
				s.problem, s.solution = s.session.Problem(), s.session.Solution()
				run(t, s, r)
			}
		})
	}
}

// The cells add up: at random points the sum of all cells but the last equals the last one, and at the end of the animation this is the
// network.
func TestNeuronsAddUp(t *testing.T) {
	edited(t, func(t *testing.T, s *solved, r *rand.Rand) {
		for _, position := range []float64{1e9, r.Float64() * s.snapshot.Animation.Length()} {
			s.do(t, `{"do":"seek","position":%g}`, position)
			s.snapshot.Focus = r.IntN(len(s.snapshot.Neurons)+1) - 1
			scene, v := New(), desk()
			v.Layout.Tiles[protocol.PictureNeurons].W *= 0.4 + r.Float64()
			scene.Rebuild(&s.snapshot, v, TileSet{protocol.PictureNeurons: true})
			for range 20 {
				x := protocol.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
				for k := s.snapshot.Dimension; k < 3; k++ {
					x[k] = 0
				}
				checkSum(t, s, scene, v, x, position > 1e8)
			}
		}
	})
}

// checkSum compares the values of the cells at a point; for three features, at the point of the section with the coordinates x.
func checkSum(t *testing.T, s *solved, scene *Scene, v *View, x protocol.Vec, end bool) {
	t.Helper()
	sum, size := 0.0, 1.0
	terms := builderOf[*neuronSum](scene, protocol.PictureNeurons).sum
	last := len(terms) - 1
	focus := terms[last]
	for i := range terms[:last] {
		shown := terms[i].shown()
		sum += shown.At(x)
		size += math.Abs(shown.At(x))
	}
	if got := focus.At(x); math.Abs(got-sum) > 1e-9*size {
		t.Fatalf("the pictures add up to %g, the last one shows %g", sum, got)
	}
	place := x
	if s.snapshot.Dimension == 3 {
		proj := v.Cameras[protocol.PictureNeurons].Projection(v.Layout.Tiles[protocol.PictureNeurons], 1)
		place = protocol.Vec(vec(s.snapshot.Window.Center).Plus(proj.Right.Scale(x[0])).Plus(proj.Up.Scale(x[1])))
	}
	want := 0.0
	for _, n := range s.own(s.snapshot.Output) {
		want += n.Alpha * neuronAt(s.problem.Activation, n.U, place[:s.snapshot.Dimension])
	}
	if got := focus.At(x); end && math.Abs(got-want) > 1e-9*size {
		t.Fatalf("the last picture shows %g, the network says %g", got, want)
	}
}
