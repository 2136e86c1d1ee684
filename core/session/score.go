package session

import (
	"math"

	"conelab/core/path"
	"conelab/core/wire"
)

// scores returns how well the network on the page does on the points that it was trained on, and on those held out; nil where there are
// none. Like the proof they belong to the answer, whatever has become of the data since.
func (s *Session) scores() (train, test *wire.PageScore) {
	trained := path.Set{X: s.asked.X, Y: s.asked.Y}
	outputs := max(1, s.asked.Outputs)
	classes := path.ClassesOf(trained.Y, s.asked.Samples())
	if n := len(s.tested.Y) / outputs; n > 0 && path.ClassesOf(s.tested.Y, n) != classes {
		classes = path.NoClasses
	}
	return s.score(&trained, classes), s.score(&s.tested, classes)
}

// score runs the network on a set.
func (s *Session) score(set *path.Set, classes path.Classes) *wire.PageScore {
	if len(set.Y) == 0 {
		return nil
	}
	score, fit := path.Test(&s.asked, set, s.solved.Neurons, classes)
	out := pageScore(score, classes)
	out.Samples = len(set.Y) / max(1, s.asked.Outputs)
	if classes == path.NoClasses {
		out.RMS, out.R2 = errorsOf(fit, set.Y, out.Samples)
	}
	return out
}

// pageScore returns what package path says of a network.
func pageScore(score path.Score, classes path.Classes) *wire.PageScore {
	out := &wire.PageScore{Loss: finite(score.Error)}
	if classes != path.NoClasses {
		out.Accuracy = &score.Accuracy
	}
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
	known := func(v float64) *float64 {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return &v
	}
	return known(math.Sqrt(rest / float64(len(y)))), known(1 - rest/all)
}
