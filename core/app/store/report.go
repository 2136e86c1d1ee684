package store

import (
	"strconv"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/solve"
)

// report returns the proof as plain text, for example for an email or a notebook. Each of several layers has its own.
func (d Documents) report(string) ([]byte, error) {
	t := d.Work.Now()
	if !d.Training.Solved() {
		return nil, messages.NoSolution()
	}
	var b report
	b.line("Conelab: a network and its proof")
	b.line()
	b.row("Trained on", t.TrainedOn())
	b.row("Features, outputs, layers", strconv.Itoa(t.D), strconv.Itoa(t.Outputs), strconv.Itoa(d.Training.Count()))
	b.row("Network", t.Settings().Architecture.Kind, t.ActivationName())
	b.row("Loss, beta, gap asked for", t.Loss.String(), messages.Full(t.Beta), messages.Full(t.Tolerance()))
	for k := range d.Training.Count() {
		b.line()
		if d.Training.Layered() {
			b.line("Layer " + strconv.Itoa(k+1) + ", proved given the layers below it; of the network as a whole nothing is proved")
		}
		b.layer(d.Training.Layer(k))
	}
	b.line()
	b.line("To check it from the raw data: conelab check problem.json solution.json")
	return []byte(b.String()), nil
}

// report is a text that consists of lines and of rows with a name and values.
type report struct{ strings.Builder }

func (b *report) line(words ...string) { b.WriteString(strings.Join(words, "") + "\n") }

func (b *report) row(name string, values ...string) {
	b.line("  ", name, strings.Repeat(" ", max(1, 36-len(name))), strings.Join(values, ", "))
}

// layer describes the solution of a network or of one layer, with its proof and its neurons.
func (b *report) layer(layer *solve.Layer) {
	r := layer.Found
	b.row("Status", strings.TrimSuffix(string(r.Status)+": "+r.Message, ": "))
	b.row("Cost, lower bound, relative gap", messages.Full(r.Objective), messages.Full(r.Lower), messages.Full(r.Gap))
	for _, sentence := range layer.Proof().Sentences {
		b.line("  ", sentence)
	}
	b.row("Neurons", strconv.Itoa(len(r.Neurons)))
	for _, n := range r.Neurons {
		u := make([]string, len(n.U))
		for k, v := range n.U {
			u[k] = messages.Full(v)
		}
		place := ""
		if r.Blocks > 1 || layer.State.Outputs > 1 {
			place = ", block " + strconv.Itoa(n.Block) + ", output " + strconv.Itoa(n.Output)
		}
		b.line("  alpha = ", messages.Full(n.Alpha), ", u = (", strings.Join(u, ", "), ")", place)
	}
}
