package export

import (
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/table"
	"conelab/core/format/document"
)

// Neurons returns the neurons as a CSV table with the header u1, ..., ud, alpha, block, output; where u reads features with names, u(name)
// in place of u1, ..., and u(bias) for a one after them; an output is a number from 0, or the class that it is of. Of a stack, the table
// starts with a column layer, counted from 1, and the cells of directions shorter than the longest are empty.
func (n *Network) Neurons() []byte {
	width := n.shape.Dimension
	for _, layer := range n.net.Layers {
		for _, neuron := range layer.Neurons {
			width = max(width, len(neuron.U))
		}
	}
	header := append(n.directions(width), "alpha", "block", "output")
	if n.problem.Stack != nil {
		header = append([]string{"layer"}, header...)
	}
	lines := [][]string{header}
	for l, layer := range n.net.Layers {
		for _, neuron := range layer.Neurons {
			cells := make([]string, width, width+4)
			for k, v := range neuron.U {
				cells[k] = fault.Number(v)
			}
			output := strconv.Itoa(neuron.Output)
			if c := n.problem.Columns; c != nil && c.Classes != nil && n.net.Outputs > 1 {
				output = c.Classes[neuron.Output]
			}
			cells = append(cells, fault.Number(neuron.Alpha), strconv.Itoa(neuron.Block), output)
			if n.problem.Stack != nil {
				cells = append([]string{strconv.Itoa(l + 1)}, cells...)
			}
			lines = append(lines, cells)
		}
	}
	return table.Lines(lines)
}

// directions names the columns of u, of at most width numbers.
func (n *Network) directions(width int) []string {
	header, c := names("u", width), n.problem.Columns
	if c == nil || len(c.Features) != n.net.D || len(n.net.Layers) > 1 || n.net.Convolved() {
		return header
	}
	for k := range header {
		name := "bias" // of a piecewise-linear activation
		if k < n.net.D {
			name = c.Features[k]
		}
		header[k] = "u(" + name + ")"
	}
	return header
}

// PartColumn is the last column of a table in which some rows are held out; TrainPart and TestPart are its entries.
const PartColumn, TrainPart, TestPart = "part", "train", "test"

// Labels are what a table of data has in place of x1, x2, ..., y and of the numbers of classes; the zero value changes nothing.
type Labels struct {
	Features []string // names of the features, or nil
	Target   string   // name of the one column of labels, or ""
	Words    []string // the class of each row, written in one column in place of its labels, or nil
}

// Data returns the data of a problem as a CSV table with the header x1, ..., xd and y, or y1, ..., yC for several outputs, or with the
// names and words of the labels. If held is not nil, a last column says for each row whether it is held out for testing.
func Data(p *document.Problem, held []bool, l Labels) []byte {
	d := &p.Data
	if len(d.X) == 0 || len(d.Y) != len(d.X) {
		return nil
	}
	labels := []string{"y"}
	if len(d.Y[0]) > 1 && l.Words == nil {
		labels = names("y", len(d.Y[0]))
	} else if l.Target != "" {
		labels[0] = l.Target
	}
	features := names("x", len(d.X[0]))
	if len(l.Features) == len(features) {
		features = slices.Clone(l.Features)
	}
	lines := [][]string{append(features, labels...)}
	for i, x := range d.X {
		var cells []string
		for _, v := range x {
			cells = append(cells, fault.Number(v))
		}
		if l.Words != nil {
			lines = append(lines, append(cells, l.Words[i]))
			continue
		}
		for _, v := range d.Y[i] {
			cells = append(cells, fault.Number(v))
		}
		lines = append(lines, cells)
	}
	if held != nil {
		lines[0] = append(lines[0], PartColumn)
		for i, test := range held {
			part := TrainPart
			if test {
				part = TestPart
			}
			lines[1+i] = append(lines[1+i], part)
		}
	}
	return table.Lines(lines)
}

// names returns the letter followed by each of the numbers from 1 to n.
func names(letter string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = letter + strconv.Itoa(i+1)
	}
	return list
}
