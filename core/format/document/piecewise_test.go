package document

import (
	"strings"
	"testing"

	"conelab/core/numeric/lift"
)

// TestPiecewiseActivations reads, writes and refuses activations with a name.
func TestPiecewiseActivations(t *testing.T) {
	const head, tail = `{"format":"conelab/problem/1","data":{"x":[[1,0],[2,1]],"y":[[1],[-1]]},"architecture":{"kind":"dense"},"activation":`,
		`,"loss":"hinge","beta":0.1}`
	for activation, kappa := range map[string]float64{`{"name":"relu"}`: 0, `{"name":"leaky","slope":0.2}`: 0.2, `{"name":"absolute"}`: -1} {
		p, err := ParseProblem([]byte(head + activation + tail))
		if err != nil {
			t.Fatal(err)
		}
		if p.Activation.Function() != (lift.Piecewise{Slope: kappa}) ||
			!strings.Contains(string(p.JSON()), `"activation":`+activation) {
			t.Errorf("%s became %s", activation, p.JSON())
		}
		if difference, _ := p.Model().Difference(p.Model()); difference != "" {
			t.Error(difference)
		}
	}
	for activation, want := range map[string]string{
		`{}`:                                "activation.a is missing, expected a number",
		`{"a":1,"b":1}`:                     "activation.c is missing, expected a number",
		`{"a":1,"b":1,"c":0,"name":"relu"}`: "activation.a is given beside name, expected only without it",
		`{"name":"gelu"}`:                   `activation.name is the text "gelu", expected one of polynomial, relu, leaky, absolute`,
		`{"name":"leaky","slope":1}`:        "activation.slope is 1, expected a number above 0 and below 1",
		`{"name":"relu","slope":0.1}`:       "activation.slope is 0.1, expected only with the name leaky",
	} {
		if _, err := ParseProblem([]byte(head + activation + tail)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", activation, err, want)
		}
	}
}
