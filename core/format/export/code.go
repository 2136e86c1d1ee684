package export

import (
	_ "embed" // for the programs
	"fmt"
	"strconv"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/data/strictjson"
	"conelab/core/data/table"
	"conelab/core/network/neural"
	"conelab/core/network/stack"
)

// The programs of the languages: see program.
var (
	//go:embed templates/network.py.txt
	pythonText string
	//go:embed templates/network.mjs.txt
	javaScriptText string
	//go:embed templates/network.go.txt
	goText string
)

// program returns how a network is written as a program that is the same for all networks but for its parameters, which are JSON: Python,
// Go and JavaScript share its notation. None imports anything but its standard library, and each fails where outputs are not finite. A line
// of the text that begins with table, classes or outputs in brackets is written only where a table was trained on, and where that has
// classes or none.
func program(comment, text string) func(n *Network) ([]byte, error) {
	return func(n *Network) ([]byte, error) { return n.program(comment, text), nil }
}

// program writes the network as that program.
func (n *Network) program(comment, text string) []byte {
	var b strings.Builder
	for _, line := range n.remarks() {
		b.WriteString(comment + " " + line + "\n")
	}
	holds := map[string]bool{}
	if c := n.problem.Columns; c != nil {
		holds = map[string]bool{"table": true, "classes": c.Classes != nil, "outputs": c.Classes == nil}
	}
	values := strings.NewReplacer("@NETWORK@", n.parameters(), "@FEATURES@", strconv.Itoa(n.net.D))
	for line := range strings.Lines(text) {
		if name, rest, found := strings.Cut(line, "]"); found && strings.HasPrefix(name, "[") {
			if !holds[name[1:]] {
				continue
			}
			line = rest
		}
		b.WriteString(values.Replace(line))
	}
	return []byte(b.String())
}

// parameters are what programs know of a network.
type parameters struct {
	Features int         `json:"features"`
	Outputs  int         `json:"outputs"`
	Sigma    []float64   `json:"sigma"`   // a, b and c, or the slope of a piecewise-linear activation
	Patches  [][]int     `json:"patches"` // see Network.patches
	Last     float64     `json:"last"`    // what comes after the features
	Pool     int         `json:"pool"`    // the number of patches in a block
	Skip     string      `json:"skip" words:"input|all|none"`
	Layers   []layer     `json:"layers"`
	Table    *tableParts `json:"table,omitempty"`
}

// layer is how the input of a layer is made, empty for the first, and its neurons.
type layer struct {
	stack.Input
	Neurons []neural.Neuron `json:"neurons"`
}

// tableParts are how programs read rows of a table.
type tableParts struct {
	Columns []column         `json:"columns"`
	Marks   []string         `json:"marks"` // of missing values
	Means   []float64        `json:"means"` // what is put in their place, empty if they are refused
	Bias    bool             `json:"bias"`
	Scaling *dataset.Scaling `json:"scaling"`
	Classes []string         `json:"classes"`
}

// column is a column with its words, which one of numbers does not have.
type column struct {
	Name  string   `json:"name"`
	Words []string `json:"words"`
}

// parameters returns the parameters as JSON in which all characters are printed. Others, such as marks that reorder a line, and the quote
// of texts in Go are escaped.
func (n *Network) parameters() string {
	p := parameters{Features: n.net.D, Outputs: n.net.Outputs, Patches: n.patches(), Pool: n.shape.Patches,
		Sigma: []float64{n.net.Sigma.A, n.net.Sigma.B, n.net.Sigma.C}}
	if sigma := n.piecewise(); sigma != nil {
		p.Sigma, p.Last = []float64{sigma.Slope}, 1
	}
	if n.problem.Stack != nil {
		p.Skip = n.problem.Stack.Skip
	}
	for _, l := range n.net.Layers {
		p.Layers = append(p.Layers, layer{l.Input, l.Neurons})
	}
	if c := n.problem.Columns; c != nil {
		p.Table = &tableParts{Marks: table.Marks, Bias: c.Bias, Scaling: c.Scaling, Classes: c.Classes}
		for _, in := range c.Inputs(n.net.D) {
			p.Table.Columns = append(p.Table.Columns, column{in.Name, in.Words})
		}
		if c.MissingOf() == dataset.Mean {
			p.Table.Means = c.Means
		}
	}
	var b strings.Builder
	for _, r := range strings.TrimSpace(string(strictjson.Lines(&p))) {
		if r != '\n' && r < 0x10000 && !strconv.IsPrint(r) || r == '`' {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
