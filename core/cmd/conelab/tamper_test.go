package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// tree is a JSON document.
type tree = map[string]any

// change is a document of which something was changed, and what.
type change struct{ at, text string }

func textOf(t *testing.T, d any) string {
	t.Helper()
	b, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// changes returns a JSON document with each of its values changed in turn: numbers moved, texts and switches replaced, optional members
// left out, and each part, but for single numbers, taken from another document. Of a list the first and the last item are changed, and the
// list loses its last item, has its first one twice, and loses its order.
func changes(t *testing.T, text, another string) (list []change) {
	t.Helper()
	var whole, other any = decode[tree](t, text), decode[tree](t, another)
	var visit func(at string, v, other any, set func(any))
	visit = func(at string, v, other any, set func(any)) {
		with := func(kind string, changed any) {
			set(changed)
			list = append(list, change{at + " " + kind, textOf(t, whole)})
			set(v)
		}
		if _, number := v.(float64); other != nil && !number && !reflect.DeepEqual(v, other) {
			with("of another", other)
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
			others, _ := other.([]any)
			for _, k := range slices.Compact([]int{0, len(v) - 1}) {
				if k >= 0 {
					visit(fmt.Sprintf("%s[%d]", at, k), v[k], item(others, k), func(changed any) { v[k] = changed })
				}
			}
			if len(v) > 0 {
				with("longer", append(slices.Clone(v), v[0]))
			}
			if len(v) > 1 {
				with("shortened", v[:len(v)-1])
				back := slices.Clone(v)
				slices.Reverse(back)
				with("reversed", back)
			}
		case tree:
			others, _ := other.(tree)
			for _, name := range sorted(v) {
				visit(strings.TrimPrefix(at+"."+name, "."), v[name], others[name], func(changed any) { v[name] = changed })
				kept := v[name]
				delete(v, name)
				list = append(list, change{strings.TrimPrefix(at+"."+name, ".") + " left out", textOf(t, whole)})
				v[name] = kept
			}
		}
	}
	visit("", whole, other, func(changed any) { whole = changed })
	return list
}

// item returns an item of a list, nil if it is not there.
func item(list []any, k int) any {
	if k >= len(list) {
		return nil
	}
	return list[k]
}

func sorted(m tree) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// each changes a number or a list of numbers of all neurons.
func each(d tree, member string, factor float64) {
	for _, n := range d["network"].(tree)["neurons"].([]any) {
		switch v := n.(tree)[member].(type) {
		case float64:
			n.(tree)[member] = factor * v
		case []any:
			for k := range v {
				v[k] = factor * v[k].(float64)
			}
		}
	}
}

// exchange exchanges a member of the first two items of a list, if there are two.
func exchange(list any, member string) bool {
	items, _ := list.([]any)
	if len(items) < 2 {
		return false
	}
	a, b := items[0].(tree), items[1].(tree)
	a[member], b[member] = b[member], a[member]
	return true
}

// severalAtOnce are kinds of tampering in several places that may agree with each other. They report whether the solution has these.
var severalAtOnce = map[string]func(d tree) bool{
	"two weights exchanged":    func(d tree) bool { return exchange(d["network"].(tree)["neurons"], "alpha") },
	"two directions exchanged": func(d tree) bool { return exchange(d["network"].(tree)["neurons"], "u") },
	"two layers' networks":     func(d tree) bool { return exchange(d["layers"], "network") },
	"two layers' duals":        func(d tree) bool { return exchange(d["layers"], "dual") },
	"weights negated":          func(d tree) bool { each(d, "alpha", -1); return true },
	"directions negated":       func(d tree) bool { each(d, "u", -1); return true },
	"directions doubled and weights a quarter": func(d tree) bool {
		each(d, "u", 2)
		each(d, "alpha", 0.25)
		return true
	},
	"both claims shifted": func(d tree) bool {
		d["objective"], d["lower_bound"] = 1.01*d["objective"].(float64), 1.01*d["lower_bound"].(float64)
		return true
	},
	"the cost below the bound": func(d tree) bool { d["objective"] = 0.9 * d["lower_bound"].(float64); return true },
	"a worse network with its own cost": func(d tree) bool {
		each(d, "alpha", 0.9)
		d["objective"], d["gap"] = 1.01*d["objective"].(float64), 0.0
		return true
	},
	"scaling where there was none": func(d tree) bool {
		columns := d["model"].(tree)["columns"].(tree)
		none := columns["scaling"] == nil
		columns["scaling"] = tree{"mean": []any{0.0, 0.0, 0.0, 0.0, 1.0}, "deviation": []any{1.0, 1.0, 1.0, 1.0, 2.0}}
		return none
	},
	"ones where there were none": func(d tree) bool {
		columns := d["model"].(tree)["columns"].(tree)
		none := columns["bias"] == nil
		columns["bias"] = true
		return none
	},
	"a limit": func(d tree) bool { d["model"].(tree)["columns"].(tree)["table"].(tree)["limit"] = 3.0; return true },
	"a layer where there was none": func(d tree) bool {
		none := d["layers"] == nil
		d["layers"] = []any{tree{
			"beta": d["model"].(tree)["beta"], "status": "optimal", "objective": d["objective"], "lower_bound": d["lower_bound"], "gap": d["gap"],
			"network": d["network"], "dual": d["dual"], "iterations": 1.0, "seconds": 0.0,
		}}
		return none
	},
	"a neuron beside its opposite": func(d tree) bool {
		network := d["network"].(tree)
		first := network["neurons"].([]any)[0].(tree)
		for _, alpha := range []float64{5, -5} {
			network["neurons"] = append(network["neurons"].([]any), tree{"u": first["u"], "alpha": alpha})
		}
		return true
	},
	"a dual vector that proves less": func(d tree) bool {
		for _, row := range d["dual"].([]any) {
			for o, v := range row.([]any) {
				row.([]any)[o] = 0.97 * v.(float64)
			}
		}
		return true
	},
	"a word renamed with its feature": func(d tree) bool {
		columns := d["model"].(tree)["columns"].(tree)
		columns["categories"].([]any)[0].(tree)["words"].([]any)[0] = "pink"
		for k, name := range columns["features"].([]any) {
			columns["features"].([]any)[k] = strings.Replace(name.(string), "=blue", "=pink", 1)
		}
		return true
	},
	"an unknown member": func(d tree) bool { d["verified_by"] = "nobody"; return true },
}

// free are the parts of a solution that are no claims about the network: nothing prints them as if they were certified. What
// older documents do not have may be left out, and the check says so.
var (
	free = []string{
		"iterations", "seconds", "message", "model.title", "model.tolerance", "score", "layers[0].iterations", "layers[0].seconds",
		"layers[1].iterations", "layers[1].seconds",
	}
	older = []string{"model", "model.data_hash", "model.columns.means", "model.columns.table"}
)

// positions say where the columns were in a table that has names for them.
var positions = []string{"model.columns.table.width", "model.columns.table.features", "model.columns.table.targets"}

// checked checks a solution against its problem or its table as the program does, without parsing the options anew, which takes far longer.
func checked(solution, against string) outcome {
	var out, stderr bytes.Buffer
	s := newStreams(strings.NewReader(solution), &out, &stderr)
	s.quiet = true
	code := finish((&checkCommand{Problem: against, Solution: "-"}).Run(s), s.err)
	return outcome{code: code, out: out.String(), errors: stderr.String()}
}

// TestTampering changes every value of a solution in turn, and several together. Checked against its problem or its table, each change is
// refused or not certified, in one sentence. What is the same network is certified, and so is one without what older documents do not
// have, which the check says.
func TestTampering(t *testing.T) {
	const data = "height,colour,weight,kind\n1.5,red,50,yes\n1.75,blue,80,no\n1.25,red,40,yes\n2,green,90,no\n1.6,blue,55,yes\n,red,60,no\n"
	table, problem := write(t, "people.csv", data), write(t, "problem.json", "")
	others := write(t, "others.csv", strings.NewReplacer("1.25,red,40,yes", "1.3,red,45,yes", "2,green,90,no",
		"2.25,green,60,no").Replace(data))
	for name, args := range map[string][]string{
		"classes": {"--classes", "--encode=onehot", "--standardise", "--missing=mean", "--beta=0.5"},
		"bias":    {"--classes", "--encode=onehot", "--bias", "--missing=drop", "--loss=logistic", "--beta=0.1"},
		"softmax": {"--encode=onehot", "--missing=mean", "--loss=softmax", "--beta=0.3", "--tolerance=1e-9"},
		"layers":  {"--classes", "--encode=onehot", "--standardise", "--missing=mean", "--layers=2", "--beta=0.5"},
	} {
		t.Run(name, func(t *testing.T) {
			options := append([]string{"solve", "--quiet"}, args...)
			solved := do(t, append(options, "--problem", problem, table)...)
			list := changes(t, solved, do(t, append(options, others)...))
			for kind, tamper := range severalAtOnce {
				if d := decode[tree](t, solved); tamper(d) {
					list = append(list, change{kind, textOf(t, d)})
				}
			}
			for _, against := range []string{table, problem} {
				expect(t, execute(solved, "check", against, "-"), exitDone)
				caught, unchecked := 0, 0
				for _, c := range list {
					at, kind, _ := strings.Cut(c.at, " ")
					o := checked(c.text, against)
					switch {
					case slices.Contains(older, at) && kind == "left out" && strings.Contains(o.out, `"unchecked":"`) && o.code == exitDone:
						unchecked++
					case o.code == exitBadInput && strings.Count(o.errors, "\n") == 1 && o.out == "":
						caught++
					case o.code == exitFailed && strings.Contains(o.out, `"verdict":"NOT CERTIFIED`):
						caught++
					case strings.HasSuffix(c.at, "network.neurons reversed"), strings.HasSuffix(c.at, "].block left out"),
						strings.HasSuffix(c.at, "].output left out"): // the same network, where they are 0
					case slices.Contains(positions, strings.TrimRight(at, "[0123456789]")) &&
						strings.Contains(o.out, "has other positions of the columns"): // found by their names
					case slices.ContainsFunc(free, func(part string) bool { return at == part || strings.HasPrefix(at, part+".") }):
					default:
						t.Errorf("against %s: with %s exit %d: %.300s%s", against, c.at, o.code, o.out, o.errors)
					}
				}
				if caught < 100 || unchecked < 2 || unchecked < len(older)-1 && against == problem {
					t.Errorf("%d changes are caught, %d are unchecked", caught, unchecked)
				}
				t.Logf("%d changes are caught", caught)
			}
			expect(t, execute(solved, "check", others, "-"), exitFailed)
			d := decode[tree](t, solved)
			neurons := d["network"].(tree)["neurons"].([]any)
			half := neurons[0].(tree)
			half["alpha"] = half["alpha"].(float64) / 2
			d["network"].(tree)["neurons"] = append(neurons, half)
			if o := execute(textOf(t, d), "check", problem, "-"); d["layers"] == nil && o.code != exitDone {
				t.Errorf("a neuron in two halves: %+v", o)
			}
		})
	}
}

// TestRoundedScaling: a mean or a deviation that was rounded otherwise changes no output that anybody can see, and the network stays
// certified; moved by a millionth it is not.
func TestRoundedScaling(t *testing.T) {
	_, text := plainTable(300, 2)
	table := write(t, "table.csv", text)
	sums := write(t, "sums.json", do(t, "sums", "--standardise", table))
	for solved, against := range map[string][]string{
		do(t, "solve", "--standardise", "--bias", table): {table},
		do(t, "solve", "--beta=100", "--bias", sums):     {table, sums},
	} {
		for _, list := range []string{"mean", "deviation"} {
			for k := range 2 {
				for relative, certified := range map[float64]bool{0x1p-52: true, -0x1p-52: true, 1e-6: false, -1e-6: false} {
					d := decode[tree](t, solved)
					numbers := d["model"].(tree)["columns"].(tree)["scaling"].(tree)[list].([]any)
					numbers[k] = numbers[k].(float64) * (1 + relative)
					for _, file := range against {
						if o := checked(textOf(t, d), file); o.code != map[bool]int{true: exitDone, false: exitFailed}[certified] {
							t.Errorf("%s[%d] moved by %.1e, against %s: %+v", list, k, relative, file, o)
						}
					}
				}
			}
		}
	}
}
