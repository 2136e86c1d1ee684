package say

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// TestRefusalsAreSentences checks all refusals in the sources: a text that begins with a capital is a sentence and ends with a full stop; any other
// is a part of one and has none.
func TestRefusalsAreSentences(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || name == "format.go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		seen += inspectRefusals(t, file)
	}
	if seen < 60 {
		t.Errorf("only %d refusals were seen", seen)
	}
}

// inspectRefusals checks the refusals of a file and counts them.
func inspectRefusals(t *testing.T, file *ast.File) (seen int) {
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		if name, ok := call.Fun.(*ast.Ident); !ok || name.Name != "refuse" {
			return true
		}
		seen++
		first, last := literal(call.Args[0]), literal(call.Args[len(call.Args)-1])
		whole := first != "" && unicode.IsUpper([]rune(first)[0])
		if whole != strings.HasSuffix(last, ".") {
			t.Errorf("%q ... %q is neither a sentence nor a part of one", first, last)
		}
		return true
	})
	return seen
}

func literal(e ast.Expr) string {
	if l, ok := e.(*ast.BasicLit); ok {
		text, _ := strconv.Unquote(l.Value)
		return text
	}
	return ""
}

func TestFormats(t *testing.T) {
	for got, want := range map[string]string{
		Sentence(errors.New("the row is bad")).Error(): "The row is bad.", Sentence(errors.New("Done.")).Error(): "Done.",
		short(-0.12345): "−0.123", signed(2): "+2", term(-1.5): " − 1.5", subscript(120): "₁₂₀", superscript(47): "⁴⁷", short(1e-15): "0",
		Plural(1, "neuron"): "one neuron", Plural(0, "neuron"): "0 neurons", Number(1.0 / 3): "0.3333", Brief(1.0 / 3): "0.333", precise(-2): "−2",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if Sentence(nil) != nil || because("It fails", nil) != nil {
		t.Error("no error has become one")
	}
}

// TestAboveOptimum compares the word with the number.
func TestAboveOptimum(t *testing.T) {
	for _, c := range []struct {
		cost float64
		want string
	}{
		{1 + 2e-5, "Almost optimal: its cost is only 0.002 % above the optimum"}, {1.005, "Close to optimal: its cost is 0.5 % above the optimum"},
		{1.1, "Not optimal: its cost is 10 % above the optimum"}, {1.5, "Far from optimal: its cost is 50 % above the optimum"},
		{3, "Far from optimal: its cost is 3 times the optimum"},
	} {
		if got := AboveOptimum(c.cost, 1, -1, 0); !strings.HasPrefix(got, c.want) || !strings.HasSuffix(got, ".") {
			t.Errorf("a cost of %g: %q", c.cost, got)
		}
	}
	if got := AboveOptimum(2, 0, 3, 1); got != "Not optimal: it costs 2, where the optimum costs 0." {
		t.Error(got)
	}
}
