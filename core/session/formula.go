package session

import (
	"errors"
	"math"
	"math/rand/v2"
	"strconv"

	"conelab/core/formula"
)

const (
	// maxMade bounds the points made by a formula, maxNoise their noise.
	maxMade, maxNoise = maxDrawn, 100
	// tries is how many places are tried for a point: where a formula has no value there are none.
	tries = 50
)

// useFormula makes points at random in the cube [-1, 1]^d and labels them by a formula: a comparison gives 1 where it holds and -1
// elsewhere, anything else gives its value. The noise is the standard deviation of what is added to the value, before it is compared.
func (s *Session) useFormula(in *intent) error {
	f, err := formula.Parse(in.Text)
	switch {
	case err != nil:
		return err
	case in.N < 1 || in.N > maxMade:
		return errors.New("The number of points must be between 1 and " + strconv.Itoa(maxMade) + ", but it is " + strconv.Itoa(in.N) + ".")
	case !(in.Noise >= 0 && in.Noise <= maxNoise):
		return errors.New("The noise must be between 0 and " + strconv.Itoa(maxNoise) + ", but it is " + number(in.Noise) + ".")
	case f.Dimension() == 0:
		return errors.New("The formula has no variable; use x1, x2 or x3.")
	}
	next := s.state
	next.blank(f.Dimension())
	next.seed = int(in.Seed % math.MaxInt32)
	next.title = "Points labelled by a formula"
	if next.x, next.y, err = made(f, in); err != nil {
		return err
	}
	next.fitWindow()
	next.divide()
	s.finishGesture()
	s.point = -1
	s.change(next)
	s.restart()
	return nil
}

// made returns the points and their labels.
func made(f *formula.Formula, in *intent) (x, y []float64, err error) {
	rng := rand.New(rand.NewPCG(in.Seed, 1))
	at := make([]float64, f.Dimension())
	for try := 0; len(y) < in.N; try++ {
		if try == tries*in.N {
			return nil, nil, errors.New("The formula has a value in too little of the square from -1 to 1.")
		}
		for k := range at {
			at[k] = 2*rng.Float64() - 1
		}
		v := f.At(at) + in.Noise*rng.NormFloat64()
		if !(math.Abs(v) <= largestEntry) {
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
