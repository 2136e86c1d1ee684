package export

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/document"
	"conelab/core/network/stack"
)

// example is a network to export, with points at which to evaluate it.
type example struct {
	name     string
	network  *Network
	at       [][]float64
	problem  *document.Problem
	solution *document.Solution
}

// hostile is a title that would be harmful outside its comment.
const hostile = "coding: utf-16\n\r\u2028\u2029\u0085\x00\x0c" +
	" raise SystemExit(1) */ \"\"\" ''' --> <!-- ${x} `x` \\ \\end{align*} ^^M % @A@ @NEURONS@ \u202e\ufeff \xff"

// architectures lists architectures with the number of features that they take.
var architectures = []struct {
	name     string
	features int
	document.Architecture
}{
	{"line", 1, document.Architecture{Kind: document.KindDense}},
	{"plane", 2, document.Architecture{Kind: document.KindDense}},
	{"space", 3, document.Architecture{Kind: document.KindDense}},
	{"dense", 9, document.Architecture{Kind: document.KindDense}},
	{"quadratic", 4, document.Architecture{Kind: document.KindQuadratic}},
	{"quadratic plane", 2, document.Architecture{Kind: document.KindQuadratic}},
	{"signal", 7, document.Architecture{Kind: document.KindConvolutional, Input: []int{7}, Filter: 3, Stride: 2}},
	{"padded signal", 5, document.Architecture{Kind: document.KindConvolutional, Input: []int{5}, Filter: 3, Padding: 1}},
	{"pooled signal", 8, document.Architecture{Kind: document.KindConvolutional, Input: []int{8}, Filter: 3, Pool: 2}},
	{"global pool", 6, document.Architecture{Kind: document.KindConvolutional, Input: []int{6}, Filter: 2, Pool: document.GlobalPool}},
	{"whole signal", 4, document.Architecture{Kind: document.KindConvolutional, Input: []int{4}, Filter: 4}},
	{"image", 12, document.Architecture{Kind: document.KindConvolutional, Input: []int{3, 4}, Filter: 2}},
	{"padded image", 9, document.Architecture{
		Kind: document.KindConvolutional, Input: []int{3, 3}, Filter: 2, Stride: 2, Padding: 1, Pool: 2,
	}},
	{"channels", 40, document.Architecture{
		Kind: document.KindConvolutional, Input: []int{4, 5, 2}, Filter: 3, Stride: 2, Padding: 2, Pool: 3,
	}},
}

// pick returns an example with random numbers: architecture i, some outputs, some neurons.
func pick(rng *rand.Rand, i, outputs, neurons int) *example {
	a := architectures[i]
	lifted, err := a.Lift(a.features)
	if err != nil {
		panic(err)
	}
	shape := lifted.Shape(a.features)
	p := &document.Problem{Format: document.ProblemFormat, Settings: document.Settings{
		Architecture: a.Architecture, Loss: document.LossSquared, Beta: 0.1, Title: hostile,
		Activation: document.Activation{A: 0.09, B: -0.5, C: 2},
	}}
	if rng.IntN(3) == 0 {
		p.Activation = document.Activation{A: -1, C: 1e-7}
	}
	e := &example{name: a.name, problem: p}
	for range 5 {
		p.Data.X, p.Data.Y = append(p.Data.X, random(rng, a.features)), append(p.Data.Y, random(rng, outputs))
		e.at = append(e.at, random(rng, a.features))
	}
	e.solution = &document.Solution{Proof: document.Proof{Status: "optimal", Objective: 8.09, LowerBound: 8.08, Gap: 1e-3}}
	for range neurons {
		u := random(rng, shape.Dimension)
		norm := 0.0
		for _, v := range u {
			norm += v * v
		}
		for k := range u {
			u[k] /= math.Sqrt(norm)
		}
		e.solution.Network.Neurons = append(e.solution.Network.Neurons, document.Neuron{
			U: u, Alpha: rng.NormFloat64() * math.Pow(10, float64(rng.IntN(9)-4)), Block: rng.IntN(shape.Blocks), Output: rng.IntN(outputs),
		})
	}
	if e.network, err = Of(p, e.solution); err != nil {
		panic(err)
	}
	return e
}

// examples returns an example of every architecture with one output and with three, and one without neurons.
func examples() []*example {
	rng := rand.New(rand.NewPCG(5, 5))
	var list []*example
	for i := range architectures {
		list = append(list, pick(rng, i, 1, 4), pick(rng, i, 3, 9))
	}
	return append(append(list, pick(rng, 1, 1, 0), pick(rng, 12, 2, 0), extreme(rng)), piecewise(rng)...)
}

// extreme returns an example whose numbers are whole, or as large as whole numbers are written without an exponent, or huge, or tiny.
func extreme(rng *rand.Rand) *example {
	e := pick(rng, 1, 2, 0)
	e.name = "extreme"
	e.problem.Activation = document.Activation{A: 3, B: 0, C: 123456789012345680000}
	for i, alpha := range []float64{7, -123456789012345680000, 1e200, 5e-324, -1} {
		u := [][]float64{{1, 0}, {0, -1}}[i%2]
		e.solution.Network.Neurons = append(e.solution.Network.Neurons, document.Neuron{U: u, Alpha: alpha, Output: i % 2})
	}
	e.at = [][]float64{{1, 2}, {0, 0}, {1e-300, -1e30}}
	var err error
	if e.network, err = Of(e.problem, e.solution); err != nil {
		panic(err)
	}
	return e
}

func random(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

// forward returns the outputs at a point as solvers evaluate them, and for each the sum of the absolute values of its terms.
func (e *example) forward(x []float64) (y, size []float64) {
	if e.problem.Activation.IsPiecewise() {
		return e.forwardPiecewise(x)
	}
	var pass stack.Pass
	n := document.StackNetwork(e.problem, e.solution)
	pass.Run(n, x)
	last := len(n.Layers) - 1
	size = make([]float64, n.Outputs)
	for j, neuron := range n.Layers[last].Neurons {
		size[neuron.Output] += math.Abs(neuron.Alpha * pass.Neurons[last][j])
	}
	return pass.Outputs[last], size
}

// agree compares the values of a function at the points with forward passes.
func (e *example) agree(t *testing.T, tolerance float64, got [][]float64) {
	t.Helper()
	if len(got) != len(e.at) {
		t.Fatalf("%s: %d values at %d points", e.name, len(got), len(e.at))
	}
	for i, x := range e.at {
		want, size := e.forward(x)
		for o, v := range want {
			if len(got[i]) != len(want) || !(math.Abs(got[i][o]-v) <= tolerance*(size[o]+1e-300)) {
				t.Errorf("%s, %d outputs: %v, want %v", e.name, len(want), got[i], want)
				return
			}
		}
	}
}

// TestTablesReadBack reads back the tables written for any network and its data.
func TestTablesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := draw(t)
		neurons := e.solution.Network.Neurons
		if len(neurons) > 0 {
			checkNeurons(t, e, neurons)
		}
		written, err := table.Open(Data(e.problem, nil, Labels{}), table.Format{})
		if err != nil {
			t.Fatal(err)
		}
		frame, err := dataset.Read(written, dataset.Options{Targets: targets(e.network.net.Outputs)})
		if err != nil || !reflect.DeepEqual(frame.X, e.problem.Data.X) || !reflect.DeepEqual(frame.Y, e.problem.Data.Y) {
			t.Fatalf("%v, read %v", err, frame)
		}
		if frame.Features[0] != "x1" {
			t.Errorf("the first feature is called %s", frame.Features[0])
		}
	})
}

func checkNeurons(t *rapid.T, e *example, neurons []document.Neuron) {
	list, err := table.ParseText(e.network.Neurons(), table.Format{})
	if err != nil || len(list.Rows) != len(neurons) {
		t.Fatalf("%v, or not %d neurons:\n%s", err, len(neurons), e.network.Neurons())
	}
	rows, err := list.All()
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range neurons {
		want := append(append([]float64{}, n.U...), n.Alpha, float64(n.Block), float64(n.Output))
		if !reflect.DeepEqual(rows[i], want) {
			t.Fatalf("neuron %d is %v, want %v", i, rows[i], want)
		}
	}
	d := len(neurons[0].U)
	if got := strings.Join(list.Header[d-1:], " "); got != "u"+strconv.Itoa(d)+" alpha block output" {
		t.Errorf("the columns end with %s", got)
	}
}

func targets(outputs int) []string {
	if outputs == 1 {
		return []string{"y"}
	}
	return names("y", outputs)
}

// draw returns a random example.
func draw(t *rapid.T) *example {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	i := rapid.IntRange(0, len(architectures)-1).Draw(t, "architecture")
	return pick(rng, i, rapid.IntRange(1, 3).Draw(t, "outputs"), rapid.IntRange(0, 6).Draw(t, "neurons"))
}

// TestTitleStaysInItsComment: whatever the title is, a program with a title differs from one without only by a comment line.
func TestTitleStaysInItsComment(t *testing.T) {
	e := pick(rand.New(rand.NewPCG(2, 2)), 1, 1, 3)
	rapid.Check(t, func(t *rapid.T) {
		title := rapid.OneOf(rapid.String(), rapid.StringMatching(`[\x00-\x1f*/"'%^@\x{2028}\x{2029}\x{85}\x{202a}-\x{202e}A-C]{0,300}`),
			rapid.Just(hostile), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "title")
		for comment, code := range map[string]func(*Network) []byte{
			"#": inPython, "//": inJavaScript, "// ": inGo, "%": func(n *Network) []byte { return equation(n, 5) },
		} {
			e.problem.Title = ""
			plain := string(code(e.network))
			e.problem.Title = title
			var kept []string
			for line := range strings.Lines(string(code(e.network))) {
				if !strings.HasPrefix(line, strings.TrimSpace(comment)+" Title: ") {
					kept = append(kept, line)
				}
				if strings.ContainsFunc(line, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }) {
					t.Fatalf("%q is not printable", line)
				}
			}
			if strings.Join(kept, "") != plain {
				t.Fatalf("the title %q changes more than a line:\n%s", title, strings.Join(kept, ""))
			}
		}
	})
}

func inPython(n *Network) []byte     { return n.program("#", pythonText) }
func inJavaScript(n *Network) []byte { return n.program("//", javaScriptText) }
func inGo(n *Network) []byte         { return n.program("//", goText) }

// equation returns the equation of a network that has one.
func equation(n *Network, digits int) []byte {
	text, err := n.LaTeX(digits)
	if err != nil {
		panic(err)
	}
	return text
}

// TestEquationHasTheNumbers parses the equations of networks and evaluates them.
func TestEquationHasTheNumbers(t *testing.T) {
	for _, digits := range []int{17, 6} {
		for _, e := range examples() {
			if len(e.network.net.Layers) > 1 || e.network.net.Convolved() || e.network.piecewise() != nil {
				continue
			}
			functions, sigma := equations(t, string(equation(e.network, digits)))
			var sums [][]float64
			for _, x := range e.at {
				var sum []float64
				for _, right := range functions {
					sum = append(sum, valueOf(t, right, x, sigma))
				}
				sums = append(sums, sum)
			}
			e.agree(t, 30*math.Pow(10, -float64(min(digits, 15))), sums)
		}
	}
}

// equations returns the right-hand sides for each f, and for sigma, as Go expressions.
func equations(t *testing.T, text string) (functions []string, sigma string) {
	t.Helper()
	_, body, _ := strings.Cut(text, "\\begin{align*}\n")
	body, _, _ = strings.Cut(body, "\n\\end{align*}")
	body = strings.ReplaceAll(body, "\\\\\n& \\quad", "") // a continued line
	for line := range strings.SplitSeq(body, " \\\\\n") {
		left, right, ok := strings.Cut(line, "={}& ")
		if !ok {
			t.Fatalf("%q is no equation", line)
		}
		for _, rule := range [][2]string{
			{`\\cdot 10\^\{(-?\d+)\}`, "e$1"}, {`\\,`, "*"}, {`\\sigma`, "sigma"}, {`x_\{(\d)\}`, "x$1"}, {`s\^\{2\}`, "s*s"},
		} {
			right = regexp.MustCompile(rule[0]).ReplaceAllString(right, rule[1])
		}
		if strings.HasPrefix(left, `\sigma`) {
			sigma = right
		} else {
			functions = append(functions, right)
		}
	}
	return functions, sigma
}

// valueOf returns the value of an expression at x, given that of sigma.
func valueOf(t *testing.T, expression string, x []float64, sigma string) float64 {
	t.Helper()
	expression = regexp.MustCompile(`x\d?`).ReplaceAllStringFunc(expression, func(name string) string {
		k, _ := strconv.Atoi("0" + name[1:])
		return " " + fault.Number(x[max(0, k-1)])
	})
	expression = regexp.MustCompile(`sigma\(([^()]*)\)`).ReplaceAllStringFunc(expression, func(call string) string {
		return "(" + strings.ReplaceAll(sigma, "s", strings.TrimPrefix(call, "sigma")) + ")"
	})
	value, err := types.Eval(token.NewFileSet(), nil, token.NoPos, "1.0*("+expression+")") // exactly
	if err != nil {
		t.Fatalf("%q: %v", expression, err)
	}
	v, _ := constant.Float64Val(value.Value)
	return v
}

func TestWhatDoesNotFit(t *testing.T) {
	fresh := func() *example { return pick(rand.New(rand.NewPCG(4, 4)), 8, 2, 2) }
	for name, spoil := range map[string]func(e *example){
		"short direction":  func(e *example) { e.solution.Network.Neurons[1].U = []float64{1} },
		"block":            func(e *example) { e.solution.Network.Neurons[1].Block = 3 },
		"negative block":   func(e *example) { e.solution.Network.Neurons[1].Block = -1 },
		"output":           func(e *example) { e.solution.Network.Neurons[1].Output = 2 },
		"not a number":     func(e *example) { e.solution.Network.Neurons[1].Alpha = math.NaN() },
		"infinite":         func(e *example) { e.solution.Network.Neurons[1].U[0] = math.Inf(1) },
		"no data":          func(e *example) { e.problem.Data = document.Data{} },
		"no architecture":  func(e *example) { e.problem.Architecture = document.Architecture{} },
		"loss of line end": func(e *example) { e.problem.Loss = "squared\nimport os" },
	} {
		e := fresh()
		spoil(e)
		if _, err := Of(e.problem, e.solution); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if _, err := Of(nil, nil); err == nil {
		t.Error("nothing is taken for a network")
	}
	if Data(&document.Problem{}, nil, Labels{}) != nil {
		t.Error("no points make a table")
	}
}
