package store

import (
	"strconv"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/certify"
)

// report returns the proof as plain text, for example for an email or a notebook.
func (s Source) report() ([]byte, error) {
	t, r := s.Work.Now(), s.Solution.Result()
	if t.Layers() > 1 {
		return s.layersReport(t)
	}
	if !s.Solution.Current() || r == nil {
		return nil, messages.NoSolution()
	}
	var b report
	b.line("Conelab: a network and its proof")
	b.problem(t)
	b.proof(t, r, s.Solution.Proof(), s.Solution.Seconds())
	if train, test := s.Solution.Scores(); test != nil {
		b.scores(train, test)
	}
	b.network(t, r)
	b.line()
	b.line("To check it from the raw data: conelab check problem.json solution.json")
	return []byte(b.String()), nil
}

// problem describes the training problem.
func (b *report) problem(t *workspace.State) {
	architecture := t.Architecture()
	b.head("Problem")
	b.row("Points, features, outputs", strconv.Itoa(t.Samples()-t.Holdouts()), strconv.Itoa(t.Features()), strconv.Itoa(t.Outputs()))
	b.row("Architecture", architecture.Kind)
	if c := t.Convolution(); c != nil {
		pool := strconv.Itoa(c.Pool)
		if c.Pool < 0 {
			pool = "global"
		}
		b.row("  input, filter, stride, padding", sides(c.Input), strconv.Itoa(c.Filter), strconv.Itoa(c.Stride), strconv.Itoa(c.Padding))
		b.row("  patches K, filter size f, pool", strconv.Itoa(c.Patches), strconv.Itoa(c.Size), pool)
	}
	if sigma := t.Activation(); architecture.Kind == document.KindQuadratic {
		b.row("Activation sigma(s)", "s^2")
	} else {
		b.row("Activation sigma(s)", messages.Full(sigma.A)+" s^2 + "+messages.Full(sigma.B)+" s + "+messages.Full(sigma.C))
	}
	b.row("Loss", t.Loss())
	b.row("beta", messages.Full(t.Beta()))
}

// proof describes the result and its proof.
func (b *report) proof(t *workspace.State, r *certify.Result, m *protocol.PageProof, seconds float64) {
	b.head("Proof")
	status := string(r.Status)
	if r.Message != "" {
		status += ": " + r.Message
	}
	b.row("Status", status)
	b.row("Cost of the network", messages.Full(r.Objective))
	b.row("  loss", messages.Full(m.Loss))
	b.row("  beta times the sum of |alpha|", messages.Full(m.Penalty))
	b.row(b.either("Lower bound: no network costs less", "Lower bound: no layer costs less"), messages.Full(r.Lower))
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
	b.row("Iterations, milliseconds", strconv.Itoa(r.Iterations), messages.Plain(1000*seconds))
}

// scores writes the network's scores on the training points and on the points held out.
func (b *report) scores(train, test *protocol.PageScore) {
	b.head("Test")
	b.row("Points trained on, held out", strconv.Itoa(train.Samples), strconv.Itoa(test.Samples))
	ofTrain, ofTest := numbers(train), numbers(test)
	for i, name := range [...]string{"Mean loss", "Accuracy", "Root mean square error", "R2"} {
		if ofTrain[i] != nil && ofTest[i] != nil {
			b.row(name, messages.Full(*ofTrain[i]), messages.Full(*ofTest[i]))
		}
	}
}

// numbers returns the numbers of a score in the order of the report.
func numbers(s *protocol.PageScore) [4]*float64 {
	return [...]*float64{&s.Loss, s.Accuracy, s.RMS, s.R2}
}

// network lists the neurons.
func (b *report) network(t *workspace.State, r *certify.Result) {
	b.head(b.either("Network: the sum of alpha sigma(x'u) over", "Layer: the sum of alpha sigma(h'u) over"))
	for _, n := range r.Neurons {
		place := ""
		if r.Blocks > 1 {
			place += ", block " + strconv.Itoa(n.Block)
		}
		if t.Outputs() > 1 {
			place += ", output " + strconv.Itoa(n.Output)
		}
		b.line("  alpha = ", messages.Full(n.Alpha), ", u = (", strings.Join(full(n.U), ", "), ")", place)
	}
	if len(r.Neurons) == 0 {
		b.line("  ", "no neurons: f = 0")
	}
}

// sides returns the shape of a sample as text, such as 5 x 5.
func sides(shape []int) string {
	text := make([]string, len(shape))
	for i, v := range shape {
		text[i] = strconv.Itoa(v)
	}
	return strings.Join(text, " x ")
}

// report is a text that consists of lines and of rows with a name and values.
type report struct {
	strings.Builder
	layered bool // the network has several layers
}

// either returns one for a network of one layer, and several for a network of several layers.
func (b *report) either(one, several string) string {
	if b.layered {
		return several
	}
	return one
}

func (b *report) line(words ...string) { b.WriteString(strings.Join(words, "") + "\n") }

// head starts a section with a title, after an empty line.
func (b *report) head(title string) {
	b.line()
	b.line(title)
}

func (b *report) row(name string, values ...string) {
	b.line("  ", name, strings.Repeat(" ", max(1, 36-len(name))), strings.Join(values, ", "))
}
