package workspace

import (
	"math"
	"math/rand/v2"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/data/formula"
)

// tries is the number of attempts per point: a formula may have no value at a random place.
const tries = 50

// WithFormula returns the state with random points in the cube [-1, 1]^d that are labelled by a formula, for a dense network. A comparison gives 1
// where it holds and -1 elsewhere; any other formula gives its value. The noise is the standard deviation of the noise that is added to the value,
// before any comparison.
func (t *State) WithFormula(r *intent.Formula) (State, error) {
	next := *t
	f, err := formula.Parse(r.Text)
	switch {
	case err != nil:
		return next, err
	case f.Dimension() == 0:
		return next, messages.FormulaWithoutVariable()
	}
	next.empty(f.Dimension())
	next.seed = r.Seed % math.MaxInt32
	next.title = messages.FormulaTitle
	if next.x, next.y, err = made(f, r); err != nil {
		return next, err
	}
	next.fitWindow()
	next.divide()
	return next, nil
}

// made returns the random points and their labels.
func made(f *formula.Formula, r *intent.Formula) (x, y []float64, err error) {
	rng := rand.New(rand.NewPCG(uint64(r.Seed), 1))
	at := make([]float64, f.Dimension())
	for try := 0; len(y) < r.N; try++ {
		if try == tries*r.N {
			return nil, nil, messages.FormulaHasNoValue()
		}
		for k := range at {
			at[k] = 2*rng.Float64() - 1
		}
		v := f.At(at) + r.Noise*rng.NormFloat64()
		if !(math.Abs(v) <= intent.MostEntry) {
			continue
		}
		if f.Comparison() {
			if f.Holds(v) {
				v = 1
			} else {
				v = -1
			}
		}
		x, y = append(x, at...), append(y, v)
	}
	return x, y, nil
}
