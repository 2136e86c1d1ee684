package export

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/stack"
)

// trained returns a stack on random data.
func trained(t *testing.T, rng *rand.Rand, s document.Stack, kind, outputs int) *example {
	t.Helper()
	a := architectures[kind]
	p := &document.Problem{Settings: document.Settings{
		Architecture: a.Architecture, Activation: document.Activation{A: 1, B: 1, C: 1}, Loss: document.LossSquared, Beta: 0.3, Stack: &s,
		Title: hostile,
	}}
	for range 15 {
		p.Data.X, p.Data.Y = append(p.Data.X, random(rng, a.features)), append(p.Data.Y, random(rng, outputs))
	}
	var job stack.Job
	r := job.Run(p.StackProgram())
	if r.Status == certify.Failed {
		t.Fatal(r.Message)
	}
	e := &example{name: fmt.Sprintf("stack %+v on %s", s, a.name), problem: p,
		solution: document.StackSolutionOf(p, r)}
	var err error
	if e.network, err = Of(p, e.solution); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		e.at = append(e.at, random(rng, a.features))
	}
	return e
}

// TestNeuronsOfLayers reads the table of neurons back.
func TestNeuronsOfLayers(t *testing.T) {
	e := trained(t, rand.New(rand.NewPCG(7, 7)), document.Stack{Layers: 2}, 1, 2)
	text, err := table.ParseText(e.network.Neurons(), table.Format{})
	if err != nil {
		t.Fatal(err)
	}
	row := 0
	for l, layer := range e.solution.Layers {
		for _, neuron := range layer.Network.Neurons {
			cells := text.Rows[row]
			row++
			if cells[0] != strconv.Itoa(l+1) || cells[1] != fault.Number(neuron.U[0]) || cells[len(cells)-3] != fault.Number(neuron.Alpha) {
				t.Errorf("layer %d: %v", l+1, cells)
			}
		}
	}
	if row != len(text.Rows) {
		t.Errorf("%d rows, expected %d", len(text.Rows), row)
	}
}

// TestStacksThatDoNotFit: a layer that does not fit those below it is refused.
func TestStacksThatDoNotFit(t *testing.T) {
	for name, spoil := range map[string]func(e *example){
		"no layers":     func(e *example) { e.solution.Layers = nil },
		"a mean less":   func(e *example) { e.solution.Layers[1].Input.Mean = e.solution.Layers[1].Input.Mean[1:] },
		"no input":      func(e *example) { e.solution.Layers[2].Input = nil },
		"a neuron less": func(e *example) { e.solution.Layers[0].Network.Neurons = e.solution.Layers[0].Network.Neurons[1:] },
		"a number":      func(e *example) { e.solution.Layers[1].Network.Neurons[0].U[0] = math.NaN() },
		"some bounds":   func(e *example) { e.solution.Layers[2].Input.Low, e.solution.Layers[2].Input.High = nil, nil },
	} {
		e := trained(t, rand.New(rand.NewPCG(8, 8)), document.Stack{Layers: 4}, 1, 1)
		spoil(e)
		_, err := Of(e.problem, e.solution)
		if err == nil || name == "a neuron less" && err.Error() != "layer 2 of the solution does not fit the layers below it" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
