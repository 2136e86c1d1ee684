package session

import (
	"strconv"
	"strings"

	"conelab/core/document"
	"conelab/core/wire"
)

// Report returns the proof as plain text, for a mail or a notebook; nothing while there is no solution for what is on the stage.
func (s *Session) Report() string {
	if s.stale || s.solved == nil {
		return ""
	}
	r, m := s.solved, s.proof()
	var b report
	line, row := b.line, b.row
	line("Conelab: a network and its proof")
	line()
	line("Problem")
	row("Points, features, outputs", strconv.Itoa(s.samples()-s.holdouts()), strconv.Itoa(s.d), strconv.Itoa(s.outputs))
	row("Architecture", s.architecture.Kind)
	if c := s.sizes(); c != nil {
		pool := strconv.Itoa(c.Pool)
		if c.Pool < 0 {
			pool = "global"
		}
		row("  input, filter, stride, padding", sides(c.Input), strconv.Itoa(c.Filter), strconv.Itoa(c.Stride), strconv.Itoa(c.Padding))
		row("  patches K, filter size f, pool", strconv.Itoa(c.Patches), strconv.Itoa(c.Size), pool)
	}
	if s.architecture.Kind == document.KindQuadratic {
		row("Activation sigma(s)", "s^2")
	} else {
		row("Activation sigma(s)", full(s.sigma.A)+" s^2 + "+full(s.sigma.B)+" s + "+full(s.sigma.C))
	}
	row("Loss", s.loss)
	row("beta", full(s.beta))
	line()
	line("Proof")
	row("Status", string(r.Status)+suffix(": ", r.Message))
	row("Cost of the network", full(r.Objective))
	row("  loss", full(m.Loss))
	row("  beta times the sum of |alpha|", full(m.Penalty))
	row("No network is below", full(r.Lower))
	row("Relative gap", brief(r.Gap), "asked for "+brief(s.goal()))
	plus, minus := r.Ranks()
	row("Ranks of Z and Z'", strconv.Itoa(plus), strconv.Itoa(minus))
	row("Neurons", strconv.Itoa(len(r.Neurons)), "at most "+strconv.Itoa(m.Width)+" by the paper's theorems")
	row("Least eigenvalues of Z and Z'", brief(m.Eigenvalues[0]), brief(m.Eigenvalues[1]))
	if s.architecture.Kind != document.KindQuadratic {
		row("|tr Z_1 - Z_4|, of Z and Z'", brief(m.Traces[0]), brief(m.Traces[1]))
	}
	row("max |Z - sum y y'|", brief(m.Reassembly))
	row("max ||u| - 1|", brief(m.Lengths))
	row("Iterations, milliseconds", strconv.Itoa(r.Iterations), brief(1000*s.seconds))
	if s.test != nil {
		line()
		line("Test")
		row("Points trained on, held out", strconv.Itoa(s.train.Samples), strconv.Itoa(s.test.Samples))
		names := [...]string{"Mean loss", "Accuracy", "Root mean square error", "R2"}
		train, test := measures(s.train), measures(s.test)
		for i, name := range names {
			if train[i] != nil && test[i] != nil {
				row(name, full(*train[i]), full(*test[i]))
			}
		}
	}
	line()
	line("Network: the sum of alpha sigma(x'u) over")
	for _, n := range r.Neurons {
		u := make([]string, len(n.U))
		for k, v := range n.U {
			u[k] = full(v)
		}
		place := ""
		if r.Blocks > 1 {
			place += ", block " + strconv.Itoa(n.Block)
		}
		if s.outputs > 1 {
			place += ", output " + strconv.Itoa(n.Output)
		}
		line("  alpha = ", full(n.Alpha), ", u = (", strings.Join(u, ", "), ")", place)
	}
	if len(r.Neurons) == 0 {
		line("  no neurons: f = 0")
	}
	line()
	line("To check it from the raw data: conelab check problem.json solution.json")
	return b.String()
}

// sides returns the sizes of a sample, such as 5 x 5.
func sides(shape []int) string {
	text := make([]string, len(shape))
	for i, v := range shape {
		text[i] = strconv.Itoa(v)
	}
	return strings.Join(text, " x ")
}

// report is a text of lines and of rows with a name and values.
type report struct{ strings.Builder }

func (b *report) line(words ...string) { b.WriteString(strings.Join(words, "") + "\n") }

func (b *report) row(name string, values ...string) {
	b.line("  ", name, strings.Repeat(" ", max(1, 34-len(name))), strings.Join(values, ", "))
}

// measures returns the numbers of a score in the order of the report.
func measures(s *wire.PageScore) [4]*float64 { return [...]*float64{&s.Loss, s.Accuracy, s.RMS, s.R2} }

// full returns all of a number, brief three digits of it.
func full(v float64) string  { return strconv.FormatFloat(v, 'g', -1, 64) }
func brief(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

// suffix returns the separator and the text, or nothing for an empty text.
func suffix(separator, text string) string {
	if text == "" {
		return ""
	}
	return separator + text
}
