package store

import (
	"strconv"
	"strings"

	"conelab/core/app/protocol"
	"conelab/core/app/say"
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
		return nil, say.NoSolution()
	}
	var b report
	b.line(say.ReportTitle)
	b.problem(t)
	b.proof(t, r, s.Solution.Proof(), s.Solution.Seconds())
	if train, test := s.Solution.Scores(); test != nil {
		b.scores(train, test)
	}
	b.network(t, r)
	b.line()
	b.line(say.ReportCheck)
	return []byte(b.String()), nil
}

// problem describes the training problem.
func (b *report) problem(t *workspace.State) {
	architecture := t.Architecture()
	b.head(say.ReportProblem)
	b.row(say.ReportSizes, strconv.Itoa(t.Samples()-t.Holdouts()), strconv.Itoa(t.Features()), strconv.Itoa(t.Outputs()))
	b.row(say.ReportArchitecture, architecture.Kind)
	if c := t.Convolution(); c != nil {
		pool := strconv.Itoa(c.Pool)
		if c.Pool < 0 {
			pool = "global"
		}
		b.row(say.ReportFilter, sides(c.Input), strconv.Itoa(c.Filter), strconv.Itoa(c.Stride), strconv.Itoa(c.Padding))
		b.row(say.ReportPatches, strconv.Itoa(c.Patches), strconv.Itoa(c.Size), pool)
	}
	if sigma := t.Activation(); architecture.Kind == document.KindQuadratic {
		b.row(say.ReportActivation, "s^2")
	} else {
		b.row(say.ReportActivation, say.Full(sigma.A)+" s^2 + "+say.Full(sigma.B)+" s + "+say.Full(sigma.C))
	}
	b.row(say.ReportLoss, t.Loss())
	b.row(say.ReportBeta, say.Full(t.Beta()))
}

// proof describes the result and its proof.
func (b *report) proof(t *workspace.State, r *certify.Result, m *protocol.PageProof, seconds float64) {
	b.head(say.ReportProof)
	status := string(r.Status)
	if r.Message != "" {
		status += ": " + r.Message
	}
	b.row(say.ReportStatus, status)
	b.row(say.ReportCost, say.Full(r.Objective))
	b.row(say.ReportLossTerm, say.Full(m.Loss))
	b.row(say.ReportPenalty, say.Full(m.Penalty))
	b.row(b.either(say.ReportBound, say.ReportLayerBound), say.Full(r.Lower))
	b.row(say.ReportGap, say.Plain(r.Gap), say.ReportGoal(t.Goal()))
	plus, minus := r.Ranks()
	b.row(say.ReportRanks, strconv.Itoa(plus), strconv.Itoa(minus))
	b.row(say.ReportNeurons, strconv.Itoa(len(r.Neurons)), say.ReportWidth(m.Width))
	b.row(say.ReportEigenvalues, say.Plain(m.Eigenvalues[0]), say.Plain(m.Eigenvalues[1]))
	if t.Architecture().Kind != document.KindQuadratic {
		b.row(say.ReportTraces, say.Plain(m.Traces[0]), say.Plain(m.Traces[1]))
	}
	b.row(say.ReportReassembly, say.Plain(m.Reassembly))
	b.row(say.ReportLengths, say.Plain(m.Lengths))
	b.row(say.ReportEffort, strconv.Itoa(r.Iterations), say.Plain(1000*seconds))
}

// scores writes the network's scores on the training points and on the points held out.
func (b *report) scores(train, test *protocol.PageScore) {
	b.head(say.ReportTest)
	b.row(say.ReportSamples, strconv.Itoa(train.Samples), strconv.Itoa(test.Samples))
	ofTrain, ofTest := numbers(train), numbers(test)
	for i, name := range say.ReportScores {
		if ofTrain[i] != nil && ofTest[i] != nil {
			b.row(name, say.Full(*ofTrain[i]), say.Full(*ofTest[i]))
		}
	}
}

// numbers returns the numbers of a score in the order of the report.
func numbers(s *protocol.PageScore) [4]*float64 {
	return [...]*float64{&s.Loss, s.Accuracy, s.RMS, s.R2}
}

// network lists the neurons.
func (b *report) network(t *workspace.State, r *certify.Result) {
	b.head(b.either(say.ReportNetwork, say.ReportLayerNetwork))
	for _, n := range r.Neurons {
		u := make([]string, len(n.U))
		for k, v := range n.U {
			u[k] = say.Full(v)
		}
		place := ""
		if r.Blocks > 1 {
			place += ", block " + strconv.Itoa(n.Block)
		}
		if t.Outputs() > 1 {
			place += ", output " + strconv.Itoa(n.Output)
		}
		b.line("  alpha = ", say.Full(n.Alpha), ", u = (", strings.Join(u, ", "), ")", place)
	}
	if len(r.Neurons) == 0 {
		b.line("  ", say.ReportNoNeurons)
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
