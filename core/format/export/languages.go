package export

import (
	_ "embed" // for the programs
	"strings"
)

// The programs of the languages: see language.
var (
	//go:embed templates/network.py.txt
	pythonText string
	//go:embed templates/network.mjs.txt
	javaScriptText string
	//go:embed templates/network.go.txt
	goText string
)

var (
	python = language{
		comment: "#", indent: "    ", number: pointed, none: "[]",
		list: [2]string{"[", "]"}, neurons: [2]string{"[", "]"},
		neuron: [2]string{"(", ")"}, layer: [2]string{"(", ")"}, words: [2]string{"[", "]"}, noWords: "None", text: pythonText,
	}
	javaScript = language{
		comment: "//", indent: "  ", number: exact, none: "[]",
		list: [2]string{"[", "]"}, neurons: [2]string{"[", "]"},
		neuron: [2]string{"[", "]"}, layer: [2]string{"[", "]"}, words: [2]string{"[", "]"}, noWords: "null", text: javaScriptText,
	}
	golang = language{
		comment: "//", indent: "\t", number: exact, none: "nil",
		list: [2]string{"[]float64{", "}"}, neurons: [2]string{"[]neuron{", "}"},
		neuron: [2]string{"{", "}"}, layer: [2]string{"{", "}"}, words: [2]string{"{", "}"}, noWords: "nil", structs: true, text: goText,
	}
)

// Python returns the network as a Python 3 module without imports. f(x) takes a list of numbers and returns a number, or a list of
// numbers for several outputs; it raises an error where these are not finite.
func (n *Network) Python() []byte { return n.program(&python) }

// JavaScript returns the network as an ECMAScript module. f(x) takes an array of numbers and returns a number, or an array of numbers for
// several outputs; it throws an error where these are not finite.
func (n *Network) JavaScript() []byte { return n.program(&javaScript) }

// Go returns the network as a Go package that imports the standard library alone. F(x) returns the outputs, or an error where these are not
// finite.
func (n *Network) Go() []byte { return n.program(&golang) }

// pointed writes a number exactly and with a decimal point. Without one, Python would read an integer and use integer arithmetic.
func pointed(v float64) string {
	text := exact(v)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}
