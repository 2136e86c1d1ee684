package session

import (
	"math"

	"conelab/core/neural"
	"conelab/core/path"
	"conelab/core/solve"
	"conelab/core/wire"
)

// scorer says how well networks do on the points that they were trained on, and on those held out.
type scorer struct {
	problem solve.Problem // with the points trained on
	test    path.Set
	classes path.Classes
}

func (t *state) scorer() *scorer {
	s := &scorer{problem: t.training(), test: t.part(true), classes: path.NoClasses}
	if len(t.y) > 0 {
		s.classes = path.ClassesOf(t.y, t.samples())
	}
	return s
}

// scores returns how well a network does; test is nil where no points are held out.
func (s *scorer) scores(neurons []neural.Neuron) (train, test *wire.PageScore) {
	return s.score(&path.Set{X: s.problem.X, Y: s.problem.Y}, neurons), s.score(&s.test, neurons)
}

// score runs a network on a set.
func (s *scorer) score(set *path.Set, neurons []neural.Neuron) *wire.PageScore {
	if len(set.Y) == 0 {
		return nil
	}
	score, fit := path.Test(&s.problem, set, neurons, s.classes)
	out := &wire.PageScore{Samples: len(set.Y) / s.problem.Outputs, Loss: finite(score.Error)}
	if s.classes != path.NoClasses {
		out.Accuracy = &score.Accuracy
		return out
	}
	out.RMS, out.R2 = errorsOf(fit, set.Y, out.Samples)
	return out
}

// errorsOf returns the root mean square of the errors of fit, and the share R2 = 1 - sum (fit - y)^2 / sum (y - mean of its output)^2 of the
// labels' variation that fit explains; nil where they do not vary, or there is no such number.
func errorsOf(fit, y []float64, n int) (rms, r2 *float64) {
	rest, all := 0.0, 0.0
	for first := 0; first < len(y); first += n {
		mean := 0.0
		for _, v := range y[first : first+n] {
			mean += v / float64(n)
		}
		for i := first; i < first+n; i++ {
			rest += (fit[i] - y[i]) * (fit[i] - y[i])
			all += (y[i] - mean) * (y[i] - mean)
		}
	}
	return known(math.Sqrt(rest / float64(len(y)))), known(1 - rest/all)
}

// known returns the number, or nil if it is none.
func known(v float64) *float64 {
	if v-v != 0 {
		return nil
	}
	return &v
}
