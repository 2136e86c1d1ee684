package certify

import (
	"math"
	"strings"
	"testing"

	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// TestInvalidProblemsFailWithASentence: no panic, no answer, and the field is named.
func TestInvalidProblemsFailWithASentence(t *testing.T) {
	signal := lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 4, 1}, Signal: true, Filter: 2, Stride: 1, Pool: 1}
	for _, c := range []struct {
		want  string
		spoil func(p *Problem)
	}{
		{"Beta is 0", func(p *Problem) { p.Beta = 0 }},
		{"Beta is -1", func(p *Problem) { p.Beta = -1 }},
		{"Beta is NaN", func(p *Problem) { p.Beta = math.NaN() }},
		{"Beta is +Inf", func(p *Problem) { p.Beta = math.Inf(1) }},
		{"Tolerance is 2", func(p *Problem) { p.Tolerance = 2 }},
		{"Tolerance is -1", func(p *Problem) { p.Tolerance = -1 }},
		{"Sigma.B is NaN", func(p *Problem) { p.Sigma.B = math.NaN() }},
		{"D is 0", func(p *Problem) { p.D = 0 }},
		{"X has no numbers", func(p *Problem) { p.X, p.Y = nil, nil }},
		{"X has 11 numbers", func(p *Problem) { p.X = p.X[:11] }},
		{"Y has 2 numbers", func(p *Problem) { p.Y = p.Y[:2] }},
		{"Y has 0 numbers", func(p *Problem) { p.Y = nil }},
		{"Y has 3 numbers", func(p *Problem) { p.Outputs = 2 }},
		{"Outputs is -1", func(p *Problem) { p.Outputs = -1 }},
		{"X[5] is +Inf", func(p *Problem) { p.X[5] = math.Inf(1) }},
		{"data.y[1][0] is NaN", func(p *Problem) { p.Y[1] = math.NaN() }},
		{"data.y[1][0] is 0.5", func(p *Problem) { p.Y[1], p.Loss = 0.5, loss.Hinge }},
		{"fewer than two numbers", func(p *Problem) { p.Loss = loss.Softmax }},
		{"Loss is 6", func(p *Problem) { p.Loss = 6 }},
		{"Architecture.Kind is 7", func(p *Problem) { p.Architecture.Kind = 7 }},
		{"Architecture.Stride is 0", func(p *Problem) { p.Architecture = signal; p.Architecture.Stride = 0 }},
		{"Architecture.Filter is 5", func(p *Problem) { p.Architecture = signal; p.Architecture.Filter = 5 }},
		{"Architecture.Padding is 2", func(p *Problem) { p.Architecture = signal; p.Architecture.Padding = 2 }},
		{"Architecture.Pool is 2", func(p *Problem) { p.Architecture = signal; p.Architecture.Pool = 2 }},
		{"Architecture.Input has 3 entries", func(p *Problem) { p.Architecture = signal; p.Architecture.Input[1] = 3 }},
		{"Architecture.Input[1] is 0", func(p *Problem) { p.Architecture = signal; p.Architecture.Input[1] = 0 }},
	} {
		p := Problem{X: []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}, D: 4, Y: []float64{1, -1, 1}, Sigma: lift.ReLU, Beta: 0.1}
		c.spoil(&p)
		var job Job
		r := job.Run(p)
		if r.Status != Failed || !strings.Contains(r.Message, c.want) || strings.Contains(r.Message, "\n") || !job.Done() {
			t.Errorf("%s with message %q, want failed and %q", r.Status, r.Message, c.want)
		}
		job.Stop()
		job.Step()
	}
	var job Job
	p := Problem{X: []float64{1, 2, 3}, D: 1, Y: []float64{1, -1, 1}, Sigma: lift.ReLU, Beta: 0.1}
	job.Run(p)
	if job.Restart(-1, nil); job.Result() == nil || job.Result().Status != Failed {
		t.Error("restarted with a negative beta")
	}
	if job.Restart(0.1, []float64{1}); job.Result() == nil || job.Result().Status != Failed {
		t.Error("restarted with too few labels")
	}
	if !math.IsNaN(BetaMax(&Problem{})) {
		t.Error("an empty problem has a largest beta")
	}
}
