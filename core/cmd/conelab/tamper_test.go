package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// change is a document of which one value was changed, and where.
type change struct{ at, text string }

// changes returns a JSON document with each of its values changed in turn: numbers moved, texts and switches replaced, optional
// members left out. Of a list the first and the last item are changed, and the list loses its last item and its order.
func changes(t *testing.T, text string) (list []change) {
	t.Helper()
	var whole any
	if err := json.Unmarshal([]byte(text), &whole); err != nil {
		t.Fatal(err)
	}
	add := func(at string) {
		b, err := json.Marshal(whole)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, change{at, string(b)})
	}
	var visit func(at string, v any, set func(any))
	visit = func(at string, v any, set func(any)) {
		with := func(kind string, other any) {
			set(other)
			add(at + " " + kind)
			set(v)
		}
		switch v := v.(type) {
		case float64:
			with("moved", v+0.001*max(v, -v, 0.01))
			with("negated", -v-1)
			if v == float64(int(v)) {
				with("counted up", v+1)
			}
		case string:
			with("replaced", "x"+v)
		case bool:
			with("switched", !v)
		case []any:
			for _, k := range slices.Compact([]int{0, len(v) - 1}) {
				if k >= 0 {
					visit(fmt.Sprintf("%s[%d]", at, k), v[k], func(other any) { v[k] = other })
				}
			}
			if len(v) > 1 {
				with("shortened", v[:len(v)-1])
				other := slices.Clone(v)
				slices.Reverse(other)
				with("reversed", other)
			}
		case map[string]any:
			for _, name := range sorted(v) {
				visit(strings.TrimPrefix(at+"."+name, "."), v[name], func(other any) { v[name] = other })
				kept := v[name]
				delete(v, name)
				add(strings.TrimPrefix(at+"."+name, ".") + " left out")
				v[name] = kept
			}
		}
	}
	visit("", whole, func(other any) { whole = other })
	return list
}

func sorted(m map[string]any) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// free are the parts of a solution that are no claims about the network: nothing prints them as if they were certified. What
// older documents do not have may be left out, and the check says so.
var (
	free  = []string{"iterations", "seconds", "message", "model.title", "score", "layers[0].iterations", "layers[0].seconds", "layers[1].iterations", "layers[1].seconds"}
	older = []string{"model", "model.data_hash", "model.columns.means", "model.columns.table", "model.tolerance"}
)

// TestTampering changes every value of a solution in turn. Checked against its problem or its table, each change is refused or
// not certified, in one sentence.
func TestTampering(t *testing.T) {
	const data = "height,colour,weight,kind\n1.5,red,50,yes\n1.75,blue,80,no\n1.25,red,40,yes\n2,green,90,no\n1.6,blue,55,yes\n,red,60,no\n"
	table, problem := write(t, "people.csv", data), write(t, "problem.json", "")
	for name, args := range map[string][]string{
		"classes": {"--classes", "--encode=onehot", "--standardise", "--missing=mean", "--beta=0.5"},
		"bias":    {"--classes", "--encode=onehot", "--bias", "--missing=drop", "--loss=logistic", "--beta=0.1"},
		"softmax": {"--encode=onehot", "--missing=mean", "--loss=softmax", "--beta=0.3", "--tolerance=1e-9"},
		"layers":  {"--classes", "--encode=onehot", "--standardise", "--missing=mean", "--layers=2", "--beta=0.5"},
	} {
		t.Run(name, func(t *testing.T) {
			solved := execute("", append(append([]string{"--quiet", "solve"}, args...), "--problem", problem, table)...)
			for _, against := range []string{table, problem} {
				if o := execute(solved.out, "check", against, "-"); o.code != exitDone {
					t.Fatalf("%+v", o)
				}
				caught := 0
				for _, c := range changes(t, solved.out) {
					at, kind, _ := strings.Cut(c.at, " ")
					o := execute(c.text, "check", against, "-")
					switch {
					case o.code == exitBadInput && o.errors != "" && o.out == "":
						caught++
					case o.code == exitFailed && strings.Contains(o.out, `"verdict":"NOT CERTIFIED`):
						caught++
					case strings.HasSuffix(c.at, "network.neurons reversed"), strings.HasSuffix(c.at, "].block left out"),
						strings.HasSuffix(c.at, "].output left out"): // the same network, where they are 0
					case at == "model.tolerance" && against == table: // 1e-8 is asked for whatever it is
					case slices.ContainsFunc(free, func(part string) bool { return at == part || strings.HasPrefix(at, part+".") }):
					case slices.Contains(older, at) && kind == "left out" && strings.Contains(o.out, `"unchecked":"`):
					default:
						t.Errorf("against %s: with %s exit %d: %.300s%s", against, c.at, o.code, o.out, o.errors)
					}
				}
				if caught < 60 {
					t.Errorf("%d changes are caught", caught)
				}
				t.Logf("%d changes are caught", caught)
			}
		})
	}
}
