package store

import (
	"cmp"
	"strconv"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/solve"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/stack"
)

// report returns the proof as plain text, for example for an email or a notebook. Each of several layers has its own proof, and
// the text says so.
func (s Source) report(string) ([]byte, error) {
	t := s.Work.Now()
	if !s.Training.Solved() {
		return nil, messages.NoSolution()
	}
	var b report
	if r := s.Training.Network(); r == nil {
		b.line("Conelab: a network and its proof")
		b.problem(t)
		b.proof(s.Training.Layer(0), "network", "x")
	} else {
		b.line("Conelab: a network of " + strconv.Itoa(len(r.Layers)) + " layers and the proof of each")
		b.problem(t)
		o := t.Stack()
		b.row("Layers", strconv.Itoa(len(r.Layers)))
		b.row("Passed on", cmp.Or(o.Skip, "input"))
		b.line()
		b.line("Each layer is proved given the layers below it. Of the network as a whole nothing is proved.")
		if r.Message != "" {
			b.line(r.Message)
		}
		for k := range r.Layers {
			b.head("Layer " + strconv.Itoa(k+1))
			b.row("Features h, as in solution.json", namesOf(r.Network.Sources(k))...)
			b.proof(s.Training.Layer(k), "layer", "h")
		}
	}
	b.line()
	b.line("To check it from the raw data: conelab check problem.json solution.json")
	return []byte(b.String()), nil
}

// problem describes the training problem.
func (b *report) problem(t *workspace.State) {
	architecture := t.Architecture()
	b.head("Problem")
	b.row("Points, features, outputs", strconv.Itoa(t.Trained()), strconv.Itoa(t.Features()), strconv.Itoa(t.Outputs()))
	b.row("Architecture", architecture.Kind)
	if c := t.Convolution(); c != nil {
		pool := strconv.Itoa(c.Pool)
		if c.Pool < 0 {
			pool = "global"
		}
		input := strconv.Itoa(c.Input[0])
		for _, side := range c.Input[1:] {
			input += " x " + strconv.Itoa(side)
		}
		b.row("  input, filter, stride, padding", input, strconv.Itoa(c.Filter), strconv.Itoa(c.Stride), strconv.Itoa(c.Padding))
		b.row("  patches K, filter size f, pool", strconv.Itoa(c.Patches), strconv.Itoa(c.Size), pool)
	}
	sigma := "s^2"
	if c := t.Activation(); architecture.Kind != document.KindQuadratic {
		sigma = messages.Full(c.A) + " s^2 + " + messages.Full(c.B) + " s + " + messages.Full(c.C)
	}
	b.row("Activation sigma(s)", sigma)
	b.row("Loss", t.Loss())
	b.row("beta", messages.Full(t.Beta()))
}

// proof describes the solution of a network or of one layer, whose input has the given letter, with its proof, its scores and its neurons.
func (b *report) proof(layer *solve.Layer, what, input string) {
	t, r, m := layer.State, layer.Result(), layer.Proof()
	b.head("Proof")
	status := string(r.Status)
	if r.Message != "" {
		status += ": " + r.Message
	}
	b.row("Status", status)
	b.row("Cost of the "+what, messages.Full(r.Objective))
	b.row("  loss", messages.Full(m.Loss))
	b.row("  beta times the sum of |alpha|", messages.Full(m.Penalty))
	b.row("Lower bound: no "+what+" costs less", messages.Full(r.Lower))
	b.row("Relative gap", messages.Plain(r.Gap), "asked for "+messages.Brief(t.Goal()))
	plus, minus := r.Ranks()
	b.row("Ranks of Z and Z'", strconv.Itoa(plus), strconv.Itoa(minus))
	b.row("Neurons", strconv.Itoa(len(r.Neurons)), "at most "+strconv.Itoa(m.Width)+" by the paper's theorems")
	b.row("Least eigenvalues of Z and Z'", messages.Plain(m.Eigenvalues[0]), messages.Plain(m.Eigenvalues[1]))
	if t.Architecture().Kind != document.KindQuadratic {
		b.row("|tr Z_1 - Z_4|, of Z and Z'", messages.Plain(m.Traces[0]), messages.Plain(m.Traces[1]))
	}
	b.row("max |Z - sum r r'|", messages.Plain(m.Reassembly))
	b.row("max ||u| - 1|", messages.Plain(m.Lengths))
	b.row("Iterations, milliseconds", strconv.Itoa(r.Iterations), messages.Plain(1000*layer.Seconds()))
	b.scores(layer)
	b.head("Neurons: the " + what + " is the sum of alpha sigma(" + input + "'u) over")
	for _, n := range r.Neurons {
		u := make([]string, len(n.U))
		for k, v := range n.U {
			u[k] = messages.Full(v)
		}
		place := ""
		if r.Blocks > 1 {
			place += ", block " + strconv.Itoa(n.Block)
		}
		if t.Outputs() > 1 {
			place += ", output " + strconv.Itoa(n.Output)
		}
		b.line("  alpha = ", messages.Full(n.Alpha), ", u = (", strings.Join(u, ", "), ")", place)
	}
	if len(r.Neurons) == 0 {
		b.line("  ", "no neurons: f = 0")
	}
}

// scores compares the points trained on with those held out, if there are any.
func (b *report) scores(layer *solve.Layer) {
	train, test := layer.Scores()
	if test == nil {
		return
	}
	b.head("Test")
	b.row("Points trained on, held out", strconv.Itoa(train.Samples), strconv.Itoa(test.Samples))
	for _, of := range []struct {
		name        string
		train, test *float64
	}{
		{"Mean loss", &train.Loss, &test.Loss}, {"Accuracy", train.Accuracy, test.Accuracy},
		{"Root mean square error", train.RMS, test.RMS}, {"R2", train.R2, test.R2},
	} {
		if of.train != nil && of.test != nil {
			b.row(of.name, messages.Full(*of.train), messages.Full(*of.test))
		}
	}
}

// namesOf returns the names of the features of a layer: neurons of the layers below, or features of the data.
func namesOf(sources []stack.Source) (names []string) {
	for _, s := range sources {
		name := "x" + strconv.Itoa(s.Index+1)
		if s.Layer >= 0 {
			name = "neuron " + strconv.Itoa(s.Index+1) + " of layer " + strconv.Itoa(s.Layer+1)
		}
		names = append(names, name)
	}
	return names
}

// report is a text that consists of lines and of rows with a name and values.
type report struct{ strings.Builder }

func (b *report) line(words ...string) { b.WriteString(strings.Join(words, "") + "\n") }

// head starts a section with a title, after an empty line.
func (b *report) head(title string) {
	b.line()
	b.line(title)
}

func (b *report) row(name string, values ...string) {
	b.line("  ", name, strings.Repeat(" ", max(1, 36-len(name))), strings.Join(values, ", "))
}
