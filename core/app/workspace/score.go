package workspace

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/path"
)

// Scorer scores networks on the training points and on the points held out.
type Scorer struct {
	Problem certify.Problem // with the training points
	Test    path.Set        // the points held out
	Classes path.Classes
}

// Scorer returns a scorer of the state.
func (t *State) Scorer() *Scorer { return &Scorer{t.Training(), t.Part(true), t.encoding()} }

// Scores returns the scores of a network of the problem p, which may differ in beta or in the activation; test is nil if no points are held out.
func (s *Scorer) Scores(p *certify.Problem, neurons []neural.Neuron) (train, test *protocol.PageScore) {
	score := func(set path.Set) *protocol.PageScore {
		if len(set.Y) == 0 {
			return nil
		}
		_, fit := path.Test(p, &set, neurons, s.Classes)
		return s.ScoreOf(fit, set.Y)
	}
	return score(path.Set{X: p.X, Y: p.Y}), score(s.Test)
}

// errorsOf returns the root mean square of the errors of fit, and the share of the labels' variance that fit explains, R2 = 1 - sum (fit - y)^2 / sum
// (y - mean of its output)^2. A value is nil if it is not finite, as R2 is for constant labels.
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

// known returns a pointer to the number, or nil if it is not finite.
func known(v float64) *float64 {
	if v-v != 0 {
		return nil
	}
	return &v
}

// ScoreOf scores outputs against labels, both ordered output by output.
func (s *Scorer) ScoreOf(fit, y []float64) *protocol.PageScore {
	n := len(y) / s.Problem.Outputs
	score := s.Classes.Score(fit, y, n, s.Problem.Loss)
	out := &protocol.PageScore{Samples: n, Loss: protocol.Finite(score.Error)}
	if s.Classes != path.NoClasses {
		out.Accuracy = &score.Accuracy
		return out
	}
	out.RMS, out.R2 = errorsOf(fit, y, n)
	return out
}

// RightOf returns the number of labels that a score counts as correct, and the number of labels. right is -1 if the labels are not classes.
func RightOf(score *protocol.PageScore, classes path.Classes, outputs int) (right, total int) {
	if total = score.Samples; score.Accuracy == nil {
		return -1, total
	}
	if classes == path.Signs {
		total *= outputs
	}
	return int(math.Round(*score.Accuracy * float64(total))), total
}
