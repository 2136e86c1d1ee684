package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tree is a JSON document; a path such as network.neurons.0.u names a value in it.
type tree map[string]any

// get returns the value at a path, nil if there is none.
func (d tree) get(path string) any {
	var v any = map[string]any(d)
	for part := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[part]
		case []any:
			k, err := strconv.Atoi(part)
			if err != nil || k >= len(in) {
				return nil
			}
			v = in[k]
		default:
			return nil
		}
	}
	return v
}

func (d tree) list(path string) []any { v, _ := d.get(path).([]any); return v }

func (d tree) number(path string) float64 { v, _ := d.get(path).(float64); return v }

// set replaces the value at a path, and reports whether the value that holds it is there. The value nil removes a member.
func (d tree) set(path string, v any) bool {
	at := strings.LastIndexByte(path, '.')
	var holder any = map[string]any(d)
	if at >= 0 {
		holder = d.get(path[:at])
	}
	switch in := holder.(type) {
	case map[string]any:
		if _, there := in[path[at+1:]]; v == nil {
			delete(in, path[at+1:])
			return there
		}
		in[path[at+1:]] = v
		return true
	case []any:
		k, err := strconv.Atoi(path[at+1:])
		if err != nil || k >= len(in) {
			return false
		}
		in[k] = v
		return true
	}
	return false
}

// edits make a change of a value that is there.
func edit[T any](path string, f func(v T) any) func(d, other tree) bool {
	return func(d, other tree) bool {
		v, ok := d.get(path).(T)
		return ok && d.set(path, f(v))
	}
}

func put(path string, v any) func(d, other tree) bool {
	return func(d, other tree) bool { return d.get(path) != nil && d.set(path, v) }
}

// taken takes a value from another solution.
func taken(path string) func(d, other tree) bool {
	return func(d, other tree) bool {
		return d.get(path) != nil && other.get(path) != nil && d.set(path, other.get(path))
	}
}

func exchanged(path, with string) func(d, other tree) bool {
	return func(d, other tree) bool {
		a, b := d.get(path), d.get(with)
		return a != nil && b != nil && d.set(path, b) && d.set(with, a)
	}
}

func scaled(factor float64) func(any) any {
	var f func(v any) any
	f = func(v any) any {
		switch v := v.(type) {
		case float64:
			return factor * v
		case []any:
			var out []any
			for _, in := range v {
				out = append(out, f(in))
			}
			return out
		}
		return v
	}
	return f
}

func times(path string, factor float64) func(d, other tree) bool {
	return edit(path, func(v any) any { return scaled(factor)(v) })
}

func without(path string, k int) func(d, other tree) bool {
	return edit(path, func(v []any) any { return slices.Delete(slices.Clone(v), min(k, len(v)-1), min(k, len(v)-1)+1) })
}

func with(path string, item any) func(d, other tree) bool {
	return edit(path, func(v []any) any { return append(slices.Clone(v), item) })
}

func twice(path string) func(d, other tree) bool {
	return edit(path, func(v []any) any { return append(slices.Clone(v), v[0]) })
}

func reversed(path string) func(d, other tree) bool {
	return edit(path, func(v []any) any { v = slices.Clone(v); slices.Reverse(v); return v })
}

func both(a, b func(d, other tree) bool) func(d, other tree) bool {
	return func(d, other tree) bool { return a(d, other) && b(d, other) }
}

// eachNeuron changes a number of all neurons.
func eachNeuron(member string, factor float64) func(d, other tree) bool {
	return func(d, other tree) bool {
		for k := range d.list("network.neurons") {
			path := "network.neurons." + strconv.Itoa(k) + "." + member
			d.set(path, scaled(factor)(d.get(path)))
		}
		return true
	}
}

// structural are kinds of tampering that change several values, or how they belong together. other is a solution of another table.
var structural = map[string]func(d, other tree) bool{
	"a neuron's weight and another's exchanged": exchanged("network.neurons.0.alpha", "network.neurons.1.alpha"),
	"a neuron's direction and another's":        exchanged("network.neurons.0.u", "network.neurons.1.u"),
	"a neuron's output and another's":           both(exchanged("network.neurons.0.output", "network.neurons.2.output"), func(d, _ tree) bool { return d.number("model.outputs") > 1 }),
	"two entries of a direction exchanged":      exchanged("network.neurons.0.u.0", "network.neurons.0.u.4"),
	"a neuron dropped":                          without("network.neurons", 0),
	"a neuron twice":                            twice("network.neurons"),
	"no neurons":                                put("network.neurons", []any{}),
	"the neurons of another network":            taken("network.neurons"),
	"all weights doubled":                       eachNeuron("alpha", 2),
	"all weights negated":                       eachNeuron("alpha", -1),
	"all directions negated":                    eachNeuron("u", -1),
	"directions doubled and weights a quarter":  both(eachNeuron("u", 2), eachNeuron("alpha", 0.25)),
	"a direction with one more zero":            with("network.neurons.0.u", 0.0),
	"a direction shorter by one":                without("network.neurons.0.u", 9),
	"no direction":                              put("network.neurons.0.u", []any{}),
	"a weight of zero":                          put("network.neurons.0.alpha", 0.0),
	"a weight as text":                          edit("network.neurons.0.alpha", func(v float64) any { return strconv.FormatFloat(v, 'g', -1, 64) }),
	"a weight that is a list":                   edit("network.neurons.0.alpha", func(float64) any { return []any{nil} }),
	"a direction that is an object":             put("network.neurons.0.u", map[string]any{"0": 1.0}),
	"a block that is not there":                 put("network.neurons.0.block", 1.0),
	"an output that is not there":               put("network.neurons.0.output", 7.0),
	"a negative output":                         put("network.neurons.0.output", -1.0),
	"dual of zeros":                             times("dual", 0),
	"dual negated":                              times("dual", -1),
	"dual halved":                               times("dual", 0.5),
	"dual of another solution":                  taken("dual"),
	"dual in another order":                     reversed("dual"),
	"a row of dual missing":                     without("dual", 0),
	"a row of dual twice":                       twice("dual"),
	"a column of dual more":                     with("dual.0", 0.0),
	"no dual":                                   put("dual", []any{}),
	"the cost as low as the bound":              func(d, _ tree) bool { return d.set("objective", 0.9*d.number("lower_bound")) },
	"the bound as high as another cost":         func(d, _ tree) bool { return d.set("lower_bound", 1.1*d.number("objective")) },
	"both claims shifted":                       both(times("objective", 1.01), times("lower_bound", 1.01)),
	"a worse network with its own cost":         both(eachNeuron("alpha", 0.9), both(times("objective", 1.01), put("gap", 0.0))),
	"a gap of zero":                             both(put("gap", 0.0), times("lower_bound", 0.99)),
	"a negative gap":                            put("gap", -1e-9),
	"stopped":                                   put("status", "stopped"),
	"failed":                                    put("status", "failed"),
	"a status of its own":                       put("status", "certified"),
	"another activation":                        put("model.activation", map[string]any{"a": 0.1, "b": 0.5, "c": 0.24}),
	"an activation without a":                   put("model.activation.a", nil),
	"quadratic":                                 put("model.architecture", map[string]any{"kind": "quadratic"}),
	"convolutional":                             put("model.architecture", map[string]any{"kind": "convolutional", "input": []any{5.0}, "filter": 2.0}),
	"another loss":                              put("model.loss", "l1"),
	"a beta of its own":                         put("model.beta", 0.4),
	"classes exchanged":                         reversed("model.columns.classes"),
	"a class added":                             with("model.columns.classes", "perhaps"),
	"a class removed":                           without("model.columns.classes", 0),
	"a class renamed":                           put("model.columns.classes.0", "never"),
	"a class twice":                             put("model.columns.classes.0", "yes"),
	"no classes":                                put("model.columns.classes", nil),
	"features renamed":                          put("model.columns.features.0", "length"),
	"features exchanged":                        exchanged("model.columns.features.0", "model.columns.features.4"),
	"features in another order":                 reversed("model.columns.features"),
	"a feature added":                           with("model.columns.features", "age"),
	"a feature removed":                         without("model.columns.features", 0),
	"no features":                               put("model.columns.features", nil),
	"scaling removed":                           put("model.columns.scaling", nil),
	"scaling shifted":                           edit("model.columns.scaling.mean.0", func(v float64) any { return v + 1 }),
	"scaling of another table":                  taken("model.columns.scaling"),
	"scaling doubled":                           times("model.columns.scaling.deviation", 2),
	"scaling where there was none": func(d, _ tree) bool {
		return d.get("model.columns.scaling") == nil && d.set("model.columns.scaling", map[string]any{"mean": []any{0.0, 0.0, 0.0, 0.0, 1.0}, "deviation": []any{1.0, 1.0, 1.0, 1.0, 2.0}})
	},
	"means of another table":                     taken("model.columns.means"),
	"means shortened":                            without("model.columns.means", 0),
	"a feature of ones":                          func(d, _ tree) bool { return d.get("model.columns.bias") == nil && d.set("model.columns.bias", true) },
	"no feature of ones":                         put("model.columns.bias", nil),
	"words exchanged":                            reversed("model.columns.categories.0.words"),
	"a word added":                               with("model.columns.categories.0.words", "pink"),
	"a word renamed":                             put("model.columns.categories.0.words.0", "cyan"),
	"a column of words renamed":                  put("model.columns.categories.0.name", "hue"),
	"no words":                                   put("model.columns.categories", nil),
	"the data of another file":                   taken("model.data_hash"),
	"a hash in capitals":                         edit("model.data_hash", func(v string) any { return strings.ToUpper(v) + "0" }),
	"another target":                             put("model.columns.table.targets", []any{1.0}),
	"other columns":                              put("model.columns.table.features", []any{3.0, 2.0, 1.0}),
	"a column that is not there":                 put("model.columns.table.features", []any{1.0, 2.0, 9.0}),
	"rows with missing values counted otherwise": edit("model.columns.table.missing", func(v string) any { return map[string]string{"mean": "drop", "drop": "mean"}[v] }),
	"another limit":                              func(d, _ tree) bool { return d.set("model.columns.table.limit", 3.0) },
	"more outputs":                               edit("model.outputs", func(v float64) any { return v + 1 }),
	"fewer features":                             edit("model.features", func(v float64) any { return v - 1 }),
	"matrices scaled":                            times("z.0.plus", 1.5),
	"matrices exchanged":                         exchanged("z.0.plus", "z.0.minus"),
	"a matrix that is not symmetric":             edit("z.0.plus.0.1", func(v float64) any { return v + 1 }),
	"a matrix of another output":                 put("z.0.output", 5.0),
	"a matrix missing":                           without("z", 0),
	"layers in another order":                    reversed("layers"),
	"the first layer missing":                    without("layers", 0),
	"the last layer missing":                     without("layers", 1),
	"a layer twice":                              twice("layers"),
	"no layers":                                  put("layers", nil),
	"layers' networks exchanged":                 exchanged("layers.0.network", "layers.1.network"),
	"layers' duals exchanged":                    exchanged("layers.0.dual", "layers.1.dual"),
	"a layer's scaling removed":                  put("layers.1.input.scale", nil),
	"a layer's mean shifted":                     edit("layers.1.input.mean.0", func(v float64) any { return v + 1 }),
	"a layer that reads no input":                put("layers.1.input.skip", "none"),
	"a layer's beta":                             put("layers.0.beta", 0.1),
	"a layer's status":                           put("layers.0.status", "inaccurate"),
	"three layers claimed":                       put("model.stack.layers", 3.0),
	"no stack claimed":                           put("model.stack", nil),
	"a layer where there was none": func(d, other tree) bool {
		return d.get("layers") == nil && d.set("layers", []any{map[string]any{
			"beta": d.number("model.beta"), "status": "optimal", "objective": d.number("objective"), "lower_bound": d.number("lower_bound"), "gap": d.number("gap"),
			"network": d.get("network"), "dual": d.get("dual"), "iterations": 1.0, "seconds": 0.0,
		}})
	},
	"an unknown member":           func(d, _ tree) bool { return d.set("verified_by", "nobody") },
	"an unknown member of a part": func(d, _ tree) bool { return d.set("model.certified", true) },
	"another format":              put("format", "conelab/solution/2"),
}

// textual are kinds that only the text of a document has.
var textual = map[string]func(text string) string{
	"cut off in the middle":      func(s string) string { return s[:len(s)/2] },
	"without its last brace":     func(s string) string { return strings.TrimSuffix(strings.TrimSpace(s), "}") },
	"nothing":                    func(string) string { return "" },
	"twice, one after the other": func(s string) string { return s + s },
	"in a list":                  func(s string) string { return "[" + s + "]" },
	"with text after it":         func(s string) string { return s + "certified" },
	"a cost twice":               func(s string) string { return strings.Replace(s, `"objective":`, `"objective":0,"objective":`, 1) },
	"a network twice": func(s string) string {
		return strings.Replace(s, `"network":`, `"network":{"neurons":[]},"network":`, 1)
	},
	"a model twice":             func(s string) string { return strings.Replace(s, `"model":`, `"model":{},"model":`, 1) },
	"a name written otherwise":  func(s string) string { return strings.Replace(s, `"dual"`, `"Dual"`, 1) },
	"NaN":                       func(s string) string { return strings.Replace(s, `"alpha":`, `"alpha":NaN,"was":`, 1) },
	"infinity":                  func(s string) string { return strings.Replace(s, `"alpha":`, `"alpha":Infinity,"was":`, 1) },
	"beyond double precision":   func(s string) string { return strings.Replace(s, `"alpha":`, `"alpha":1e999,"was":`, 1) },
	"a number with zeros first": func(s string) string { return strings.Replace(s, `"objective":`, `"objective":00`, 1) },
	"a comma too many":          func(s string) string { return strings.Replace(s, `"dual":[`, `"dual":[,`, 1) },
	"a comment":                 func(s string) string { return strings.Replace(s, `"dual"`, `/* proved */ "dual"`, 1) },
}

// TestKindsOfTampering tampers with solutions in more than one place, and with their text. Checked against the problem and against the table,
// each kind is refused or not certified, in one sentence.
func TestKindsOfTampering(t *testing.T) {
	const data = "height,colour,weight,kind\n1.5,red,50,yes\n1.75,blue,80,no\n1.25,red,40,yes\n2,green,90,no\n1.6,blue,55,yes\n,red,60,no\n"
	file, problem := write(t, "people.csv", data), write(t, "problem.json", "")
	otherFile := write(t, "others.csv", strings.Replace(strings.Replace(data, "1.25,red,40,yes", "1.3,red,45,yes", 1), "2,green,90,no", "2.25,green,60,no", 1))
	seen := map[string]int{}
	for name, args := range map[string][]string{
		"classes": {"--classes", "--encode=onehot", "--standardise", "--missing=mean", "--beta=0.5"},
		"bias":    {"--classes", "--encode=onehot", "--bias", "--missing=drop", "--loss=logistic", "--beta=0.1"},
		"softmax": {"--encode=onehot", "--missing=mean", "--loss=softmax", "--beta=0.3", "--tolerance=1e-9"},
		"layers":  {"--classes", "--encode=onehot", "--standardise", "--missing=mean", "--layers=2", "--beta=0.5"},
	} {
		options := append([]string{"--quiet", "solve"}, args...)
		solved := execute("", append(options, "--problem", problem, file)...)
		other := execute("", append(options, otherFile)...)
		if solved.code != exitDone || other.code != exitDone {
			t.Fatalf("%+v %+v", solved, other)
		}
		caught := func(kind, text, against string) {
			seen[kind]++
			o := execute(text, "--quiet", "check", against, "-")
			refused := o.code == exitBadInput && o.out == "" && strings.Count(o.errors, "\n") == 1
			if !refused && (o.code != exitFailed || !strings.Contains(o.out, `"verdict":"NOT CERTIFIED`)) {
				t.Errorf("%s, %s, against %s: exit %d: %.400s%s", name, kind, against, o.code, o.out, o.errors)
			}
		}
		for _, against := range []string{file, problem} {
			for kind, change := range structural {
				var d, second tree
				if err := json.Unmarshal([]byte(solved.out), (*map[string]any)(&d)); err != nil {
					t.Fatal(err)
				}
				if err := json.Unmarshal([]byte(other.out), (*map[string]any)(&second)); err != nil {
					t.Fatal(err)
				}
				if !change(d, second) {
					continue
				}
				text, err := json.Marshal(d)
				if err != nil {
					t.Fatal(err)
				}
				caught(kind, string(text), against)
			}
			for kind, change := range textual {
				caught(kind, change(solved.out), against)
			}
			caught("the solution of another table", other.out, against)
		}
		caught("another table", solved.out, otherFile)
		// What is the same network is certified: its neurons in another order, and one of them in two halves.
		var d tree
		if err := json.Unmarshal([]byte(solved.out), (*map[string]any)(&d)); err != nil {
			t.Fatal(err)
		}
		if d.get("layers") == nil && reversed("network.neurons")(d, nil) && times("network.neurons.0.alpha", 0.5)(d, nil) && twice("network.neurons")(d, nil) {
			text, _ := json.Marshal(d)
			if o := execute(string(text), "check", problem, "-"); o.code != exitDone {
				t.Errorf("%s, a neuron in two halves: %+v", name, o)
			}
		}
	}
	for kind := range structural {
		if seen[kind] == 0 {
			t.Errorf("%s: no solution has that", kind)
		}
	}
	t.Logf("%d kinds are caught", len(seen))
}
