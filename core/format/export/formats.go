package export

import (
	"errors"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// Format is a form in which a network is written.
type Format struct {
	// Name is what commands and documents call it, Title what it is called on the page; Ending is how its files' names end, with the dot.
	Name, Title, Ending string
	Kind                Kind
	// About is what is written, to follow a verb: "a Go package with a function".
	About string
	// Write writes a network. Its errors are those of the format, such as numbers that it cannot hold.
	Write func(n *Network) ([]byte, error)
}

// Kind is what a format is for.
type Kind string

// The kinds of formats.
const (
	Code  Kind = "code"  // text to be read and copied
	Table Kind = "table" // numbers of the network, for other programs
	Model Kind = "model" // the network as a file that runtimes load
)

// latexDigits is the number of significant digits of the numbers in an equation.
const latexDigits = 6

// Formats returns the formats that every program has. AllFormats has more, which would make the page's download larger.
func Formats() []Format {
	return []Format{
		{"python", "Python", ".py", Code, "a Python function that computes the network and needs no library", program("#", pythonText)},
		{"javascript", "JavaScript", ".mjs", Code, "a JavaScript module with a function that computes the network",
			program("//", javaScriptText)},
		{"go", "Go", ".go", Code, "a Go package with a function that computes the network", program("//", goText)},
		{"latex", "LaTeX", ".tex", Code, "a network of one dense layer as an equation, with rounded numbers",
			func(n *Network) ([]byte, error) { return n.LaTeX(latexDigits) }},
		{"neurons.csv", "Neurons", ".csv", Table, "the neurons as a table: each direction u, its weight alpha, block and output",
			func(n *Network) ([]byte, error) { return n.Neurons(), nil }},
	}
}

// AllFormats returns Formats and ONNX, in double precision.
func AllFormats() []Format {
	return append(Formats(), Format{"onnx", "ONNX", ".onnx", Model, "an ONNX model, for the runtimes of other languages",
		func(n *Network) ([]byte, error) { return n.ONNX(false) }})
}

// Write writes a network in the format of that name among all.
func Write(n *Network, format string) ([]byte, error) {
	for _, f := range AllFormats() {
		if f.Name == format {
			return f.Write(n)
		}
	}
	return nil, errors.New("the format is " + strconv.Quote(fault.Clip(format)) + ", expected one of " + Names())
}

// Names lists the names of all formats.
func Names() string {
	var names []string
	for _, f := range AllFormats() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}
