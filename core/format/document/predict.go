package document

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/network/kind"
	"conelab/core/network/neural"
	"conelab/core/network/stack"
	"conelab/core/numeric/loss"
)

// Predict returns the outputs of a solution's network at the points of p, a row for each point. They must fit each other in the sense of
// export.Of.
func Predict(p *Problem, s *Solution) [][]float64 {
	return byRows(outputs(p, s), len(p.Data.Y[0]))
}

// outputs returns the outputs of a solution's network at the points of p, output by output.
func outputs(p *Problem, s *Solution) []float64 {
	q := p.Program()
	if p.Stack == nil {
		return kind.Of(&q).Predict(&q, s.Network.Neurons, q.X)
	}
	var pass stack.Pass
	pass.Run(StackNetwork(p, s), q.X)
	return pass.Outputs[len(pass.Outputs)-1]
}

// Score measures a solution's network at the points of p, whose labels are known.
func Score(p *Problem, s *Solution) *loss.Score {
	of, _ := loss.Parse(p.Loss)
	return neural.Score(outputs(p, s), p.withoutX().Y, len(p.Data.Y), of, labelsOf(p, of))
}

// labelsOf says what the labels are: classes where these have names, otherwise what the loss takes.
func labelsOf(p *Problem, of loss.Loss) loss.Labels {
	if p.Columns == nil || p.Columns.Classes == nil {
		return of.Labels()
	}
	if len(p.Data.Y[0]) > 1 {
		return loss.OneHot
	}
	return loss.Signs
}

// Advice says, in a sentence without a full stop, what may help a solution that explains less than half of the variance of its own points,
// or returns "".
func Advice(p *Problem, s *Solution) string {
	const fewPoints, poor = 10, 0.5
	if len(p.Data.X) < fewPoints || Misfit(p, s) != "" {
		return ""
	}
	share := Score(p, s).R2
	if share == nil || *share >= poor {
		return ""
	}
	helps, columns := []string{"a smaller --beta"}, cmp.Or(p.Columns, &Columns{})
	if columns.Scaling == nil {
		helps = append(helps, "--standardise")
	}
	if !columns.Bias && p.Activation.Kind().BiasInputs == 0 {
		helps = append(helps, "--bias (a feature of ones)")
	}
	return "the network explains " + strconv.FormatFloat(100*math.Max(0, *share), 'f', 0, 64) +
		" % of the variance of the targets trained on; " + strings.Join(helps, " or ") + " may help"
}

// Predictions returns the outputs of the network as a table of count rows. The first column, row, numbers them from 1. Where there are
// classes, the next column is the predicted class; for the losses logistic and softmax the last ones are probabilities. Outputs belong to
// the listed rows, or to all if rows is nil, and the other rows have empty cells.
func (m *Model) Predictions(outputs [][]float64, rows []int, count int) []byte {
	var classes, targets []string
	if m.Columns != nil {
		classes, targets = m.Columns.Classes, slices.Clone(m.Columns.Targets)
	}
	for o := len(targets); o < m.Outputs; o++ {
		targets = append(targets, fmt.Sprintf("f%d", o+1))
	}
	probabilities, header := m.probabilityNames(targets), []string{"row"}
	if classes != nil {
		header = append(header, "class")
		if m.Outputs == 1 {
			targets = []string{"f"}
		}
	}
	header = slices.Concat(header, targets, probabilities)
	lines := [][]string{header}
	for i := range count {
		lines = append(lines, append([]string{strconv.Itoa(i + 1)}, make([]string, len(header)-1)...))
	}
	for k, row := range outputs {
		at := k
		if rows != nil {
			at = rows[k]
		}
		cells := lines[1+at][1:1]
		if classes != nil {
			cells = append(cells, classes[loss.Predicted(row)])
		}
		if probabilities != nil {
			row = append(slices.Clip(row), m.Probabilities(row)...)
		}
		for _, v := range row {
			cells = append(cells, fault.Number(v))
		}
	}
	return table.Lines(lines)
}

// probabilityNames names the columns of probabilities after the outputs; nil if the loss has none.
func (m *Model) probabilityNames(outputs []string) (names []string) {
	if lossFn, _ := loss.Parse(m.Loss); !lossFn.Entropic() {
		return nil
	}
	if m.Outputs == 1 && m.Columns != nil && m.Columns.Classes != nil {
		outputs = m.Columns.Classes
	}
	for _, name := range outputs {
		names = append(names, "p("+name+")")
	}
	return names
}

// Probabilities returns what outputs of a network with the loss logistic or softmax mean: the probability of each class; of one output
// without classes, and of several with the loss logistic, that of the label 1 of each.
func (m *Model) Probabilities(outputs []float64) []float64 {
	p := make([]float64, len(outputs))
	if m.Loss == loss.Softmax.String() {
		loss.SoftmaxTo(p, outputs)
		return p
	}
	for o, v := range outputs {
		p[o] = 1 / (1 + math.Exp(-v))
	}
	if len(outputs) == 1 && m.Columns != nil && m.Columns.Classes != nil {
		return []float64{1 / (1 + math.Exp(outputs[0])), p[0]}
	}
	return p
}
