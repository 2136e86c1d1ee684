package reproduce

import (
	"math/rand/v2"

	"conelab/core/data/dataset"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/numeric/lift"
)

// planted is a generated problem of the paper.
type planted struct {
	Shape    document.Architecture
	N, D     int
	Outputs  int
	Neurons  int
	Features dataset.Features
	Loss     string
	Beta     float64
	Seed     uint64
	// Tests is the number of test points from the same teacher.
	Tests int
}

// draw generates the problem, and the test points, nil if there are none.
func (q planted) draw() (*certify.Problem, *path.Set) {
	rng := rand.New(rand.NewPCG(q.Seed, 0))
	architecture, err := q.Shape.Lift(q.D)
	if err != nil {
		panic(err) // a mistake in the experiment
	}
	teacher := dataset.NewTeacher(rng, architecture, q.D, q.Outputs, q.Neurons, lift.ReLU.At)
	all := dataset.Draw(rng, q.N+q.Tests, q.Features, 0, teacher)
	p := convert.Problem(&document.Problem{
		Data: document.Data{X: all.X[:q.N], Y: all.Y[:q.N]}, Architecture: q.Shape, Activation: lift.ReLU, Loss: q.Loss, Beta: q.Beta,
	})
	if q.Tests == 0 {
		return &p, nil
	}
	rest := *all
	rest.X, rest.Y = all.X[q.N:], all.Y[q.N:]
	return &p, setOf(&rest)
}
