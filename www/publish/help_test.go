package publish

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// symbols are those of the paper that the help, or the label, of a control must name.
var symbols = map[string]string{
	"beta": "\u03b2", "beta-number": "\u03b2", "loss": "\u2113", "architecture": "\u03c3", "tolerance": "\u03b5", "activation-a": "a", "activation-b": "b",
	"activation-c": "c", "formula-points": "n", "table-label": "y", "name-lorentz": "Z", "name-spectrahedron": "Z", "name-certificate": "g(u)",
	"name-neurons": "\u03b1", "import-text": "x",
}

// longestHelp is the most letters that a sentence of help has: it is read in a bubble.
const longestHelp = 260

// TestEveryControlHasHelp reads the page: each control has a sentence, with its symbol in the paper where it has one.
func TestEveryControlHasHelp(t *testing.T) {
	page, err := Page(projectRoot(t), "index.html", nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var open []string // the help of the elements around
	controls, seen := 0, map[string]bool{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.StartElement:
			attributes := map[string]string{}
			for _, a := range e.Attr {
				attributes[a.Name.Local] = a.Value
			}
			help := attributes["data-help"]
			if help == "" && len(open) > 0 {
				help = open[len(open)-1]
			}
			open = append(open, help)
			_, hidden := attributes["hidden"]
			if !isControl(e.Name.Local) || hidden && attributes["type"] == "file" {
				continue
			}
			controls++
			line, _ := d.InputPos()
			checkHelp(t, line, attributes["id"], help)
			seen[attributes["id"]] = true
		}
	}
	if controls < 100 {
		t.Errorf("only %d controls were found", controls)
	}
	for id := range symbols {
		if !seen[id] {
			t.Errorf("there is no control %s", id)
		}
	}
}

func isControl(name string) bool {
	switch name {
	case "button", "input", "select", "textarea", "summary":
		return true
	}
	return false
}

func checkHelp(t *testing.T, line int, id, help string) {
	t.Helper()
	switch {
	case help == "":
		t.Errorf("line %d: the control %q has no help", line, id)
	case !strings.HasSuffix(help, ".") || len([]rune(help)) > longestHelp:
		t.Errorf("line %d: %q is no short sentence", line, help)
	case !strings.Contains(help, symbols[id]):
		t.Errorf("line %d: the help of %s does not name %s: %q", line, id, symbols[id], help)
	}
}
