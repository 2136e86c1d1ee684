package export

import (
	"strings"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/format/document"
)

// TestSymbolsOfEachOutput: where an equation has symbols, each output sums its own neurons, and a remark says that x is standardised.
func TestSymbolsOfEachOutput(t *testing.T) {
	p := &document.Problem{Format: document.ProblemFormat, Settings: document.Settings{
		Architecture: document.Architecture{Kind: document.KindDense}, Loss: document.LossSquared, Beta: 0.1,
		Activation: document.Activation{A: 1, B: 1, C: 1},
		Columns:    &document.Columns{Scaling: &dataset.Scaling{Mean: make([]float64, 5), Deviation: []float64{1, 1, 1, 1, 1}}},
	}}
	p.Data = document.Data{X: [][]float64{make([]float64, 5)}, Y: [][]float64{{1, 2, 3}}}
	s := &document.Solution{Proof: document.Proof{Status: "optimal"}}
	for _, output := range []int{2, 0, 2} {
		s.Network.Neurons = append(s.Network.Neurons, document.Neuron{U: []float64{1, 0, 0, 0, 0}, Alpha: 1, Output: output})
	}
	n, err := Of(p, s)
	if err != nil {
		t.Fatal(err)
	}
	text := string(equation(n, 6))
	for _, want := range []string{`f_{1}(x) ={}& \sum_{j \in \{2\}} \alpha_{j}`, `f_{2}(x) ={}& 0 `, `f_{3}(x) ={}& \sum_{j \in \{1, 3\}} `,
		"x has the standardised features", "those of neuron j of the solution"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
}
