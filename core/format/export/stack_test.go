package export

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"conelab/core/data/table"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/stack"
	"conelab/core/numeric/lift"
)

// stacks returns trained stacks of all kinds, with points inside and outside the data.
func stacks(t *testing.T) (list []*example) {
	t.Helper()
	rng := rand.New(rand.NewPCG(6, 6))
	off := false
	for i, s := range []document.Stack{
		{Layers: 1}, {Layers: 2}, {Layers: 4}, {Layers: 3, Form: "residual"}, {Layers: 3, Skip: "all"}, {Layers: 2, Skip: "none"},
		{Layers: 3, Scaling: "whiten", Clip: &off}, {Layers: 2, Scaling: "centre", Clip: &off}, {Layers: 3, Form: "residual", Scaling: "whiten", Skip: "all"},
	} {
		for _, kind := range []int{1, 4, 8} { // plane, quadratic, pooled signal
			list = append(list, trained(t, rng, s, kind, 1+(i+kind)%3))
		}
	}
	for kind := range architectures {
		if architectures[kind].Kind == document.KindConvolutional { // below dense layers
			s := document.Stack{Layers: document.Depth(2 + kind%2), Form: []string{"", "residual"}[kind%2], Skip: []string{"", "all", "none"}[kind%3]}
			list = append(list, trained(t, rng, s, kind, 1+kind%2))
		}
	}
	return list
}

// trained returns a stack on random data.
func trained(t *testing.T, rng *rand.Rand, s document.Stack, kind, outputs int) *example {
	t.Helper()
	a := architectures[kind]
	p := &document.Problem{
		Architecture: a.Architecture, Activation: document.Activation{A: 1, B: 1, C: 1}, Loss: document.LossSquared, Beta: 0.3, Stack: &s, Title: hostile,
	}
	for range 15 {
		p.Data.X, p.Data.Y = append(p.Data.X, random(rng, a.features)), append(p.Data.Y, random(rng, outputs))
	}
	var job stack.Job
	r := job.Run(convert.Stack(p))
	if r.Status == certify.Failed {
		t.Fatal(r.Message)
	}
	e := &example{name: fmt.Sprintf("stack %+v on %s", s, a.name), problem: p, solution: convert.StackSolution(p, r, make([]float64, len(r.Layers)))}
	var err error
	if e.network, err = Of(p, e.solution); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		e.at = append(e.at, random(rng, a.features))
	}
	return e
}

// forwardStack returns the outputs at a point as the solver evaluates them, and for each the sum of the absolute values of its terms.
func (e *example) forwardStack(x []float64) (y, size []float64) {
	var pass stack.Pass
	n := convert.StackNetwork(e.problem, e.solution)
	pass.Run(n, x)
	last := len(n.Stages) - 1
	size = make([]float64, n.Outputs)
	for l, stage := range n.Stages {
		for j, neuron := range stage.Neurons {
			if n.Residual || l == last {
				size[neuron.Output] += math.Abs(neuron.Alpha * pass.Neurons[l][j])
			}
		}
	}
	return pass.Outputs[last], size
}

// TestEquationOfLayers parses the numbers and the sums of the equations, and evaluates them.
func TestEquationOfLayers(t *testing.T) {
	for _, e := range append(stacks(t), examples()...) {
		if e.network.convolutional() || e.network.spelled() {
			continue
		}
		text := string(e.network.LaTeX(17))
		var values [][]float64
		for _, x := range e.at {
			values = append(values, computeEquation(t, e, text, x))
		}
		e.agree(t, 1e-12, values)
	}
}

var (
	vectorLine = regexp.MustCompile(`(?m)^([abmsu])\^\{\((\d+)\)\}(?:_\{(\d+)\})? =\{\}& \(([^)]*)\)`)
	whitenLine = regexp.MustCompile(`(?m)^W\^\{\((\d+)\)\}_\{(\d+)\} =\{\}& \(([^)]*)\)`)
	termOfSum  = regexp.MustCompile(`([+-]?) ?([0-9.]+(?:\\cdot 10\^\{-?\d+\})?)\\,z\^\{\((\d+)\)\}_\{(\d+)\}`)
)

// numbersOf reads the numbers of a list.
func numbersOf(t *testing.T, text string) (list []float64) {
	t.Helper()
	for word := range strings.SplitSeq(text, ", ") {
		word = regexp.MustCompile(`\\cdot 10\^\{(-?\d+)\}`).ReplaceAllString(word, "e$1")
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}

// computeEquation evaluates the equation at x with the numbers it contains.
func computeEquation(t *testing.T, e *example, text string, x []float64) []float64 {
	t.Helper()
	vectors := map[string][]float64{}
	for _, m := range vectorLine.FindAllStringSubmatch(text, -1) {
		vectors[m[1]+m[2]+" "+m[3]] = numbersOf(t, m[4])
	}
	for _, m := range whitenLine.FindAllStringSubmatch(text, -1) {
		vectors["W"+m[1]+" "+m[2]] = numbersOf(t, m[3])
	}
	sigma := lift.Activation(e.network.sigma)
	dot := func(a, b []float64) (s float64) {
		for i := range a {
			s += a[i] * b[i]
		}
		return s
	}
	z := map[string][]float64{}
	h := x
	for l := 1; l <= len(e.network.layers); l++ {
		layer := strconv.Itoa(l)
		if l > 1 {
			var g []float64
			for k := l - 1; k >= 1 && (k == l-1 || strings.Contains(text, `\dots`)); k-- {
				g = append(g, z[strconv.Itoa(k)]...)
			}
			if strings.Contains(text, ", x)") {
				g = append(g, x...)
			}
			for k := range g {
				if strings.Contains(text, `\min(\max(`) {
					g[k] = math.Min(math.Max(g[k], vectors["a"+layer+" "][k]), vectors["b"+layer+" "][k])
				}
				g[k] -= vectors["m"+layer+" "][k]
			}
			h = make([]float64, len(g))
			for k := range g {
				if strings.Contains(text, `W^{(l)}`) {
					h[k] = dot(vectors["W"+layer+" "+strconv.Itoa(k+1)], g)
				} else {
					h[k] = g[k] / vectors["s"+layer+" "][k]
				}
			}
		}
		for j := 1; vectors["u"+layer+" "+strconv.Itoa(j)] != nil; j++ {
			z[layer] = append(z[layer], sigma.At(dot(vectors["u"+layer+" "+strconv.Itoa(j)], h)))
		}
	}
	y := make([]float64, e.network.outputs)
	_, body, _ := strings.Cut(text, "\\begin{align*}\n")
	for o, sum := range strings.SplitN(strings.ReplaceAll(body, " \\\\\n& \\quad", ""), " \\\\\n", len(y)+1)[:len(y)] {
		for _, part := range termOfSum.FindAllStringSubmatch(sum, -1) {
			j, _ := strconv.Atoi(part[4])
			v := numbersOf(t, part[2])[0] * z[part[3]][j-1]
			if part[1] == "-" {
				v = -v
			}
			y[o] += v
		}
	}
	return y
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
			if cells[0] != strconv.Itoa(l+1) || cells[1] != exact(neuron.U[0]) || cells[len(cells)-3] != exact(neuron.Alpha) {
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
		if _, err := Of(e.problem, e.solution); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
