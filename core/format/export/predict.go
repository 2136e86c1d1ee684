package export

import (
	"encoding/json"
	"strings"

	"conelab/core/format/document"
)

// predicting holds the parts of the function predict, which takes the features as they were in the table, and returns the class if there are classes.
// Names between @ are placeholders for what is specific to the network.
type predicting struct {
	// names is a comment with the names of the features; scaling and classes are lists.
	names, scaling, classes string
	// open starts the function. In it, @WHAT@ stands for what the function returns, a class or values, and @TYPE@ for its type, one of types. scaled
	// and plain compute y; two, many and values end the function.
	open              string
	types             [2]string
	scaled, plain     string
	two, many, values string
}

// predictor returns the text of predict, or "" if f alone is sufficient.
func (n *Network) predictor(l *language) string {
	c := n.problem.Columns
	if c == nil || c.Scaling == nil && c.Classes == nil {
		return ""
	}
	p, text := &l.predict, ""
	if c.Features != nil {
		text += p.names
	}
	compute, end, returns := p.plain, p.values, 1
	if c.Scaling != nil {
		text += p.scaling
		compute = p.scaled
	}
	if c.Classes != nil {
		text += p.classes
		if end, returns = p.two, 0; n.many() {
			end = p.many
		}
	}
	mean, deviation := "", ""
	if c.Scaling != nil {
		mean, deviation = join(c.Scaling.Mean, l.number), join(c.Scaling.Deviation, l.number)
	}
	return strings.NewReplacer("@WHAT@", returned[returns], "@TYPE@", p.types[returns], "@NAMES@", commented(c), "@MEAN@", mean, "@DEVIATION@", deviation, "@CLASSES@", quoted(c.Classes)).
		Replace(text + p.open + compute + end)
}

// returned describes what predict returns with classes and without.
var returned = [2]string{"class at x", "network's outputs at x"}

// longestNames is the number of bytes of the features' names that are kept in a comment.
const longestNames = 2000

// commented returns the names of the features for a comment.
func commented(c *document.Columns) string {
	var names []string
	length := 0
	for _, name := range c.Features {
		name = clean(name)
		if length += len(name); length > longestNames {
			names = append(names, "...")
			break
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// quoted returns texts in the notation of JSON, which Python, Go and JavaScript share.
func quoted(list []string) string {
	texts := make([]string, len(list))
	for i, text := range list {
		quote, _ := json.Marshal(clean(text)) // a string always has a JSON form
		texts[i] = string(quote)
	}
	return strings.Join(texts, ", ")
}

var pythonPredict = predicting{
	names:   "\n\n# The features are @NAMES@.\n",
	scaling: "\nMEAN = [@MEAN@]\nDEVIATION = [@DEVIATION@]\n",
	classes: "\nCLASSES = [@CLASSES@]\n",
	open:    "\n\ndef predict(x):\n    \"\"\"The @WHAT@, the features as they were in the table.\"\"\"\n",
	scaled:  "    y = f([(v - MEAN[k]) / DEVIATION[k] if DEVIATION[k] else 0.0 for k, v in enumerate(x)])\n", plain: "    y = f(x)\n",
	two: "    return CLASSES[y > 0]\n", many: "    return CLASSES[max(range(len(y)), key=lambda o: y[o])]\n", values: "    return y\n",
}

var javaScriptPredict = predicting{
	names:   "\n// The features are @NAMES@.\n",
	scaling: "\nconst means = [@MEAN@];\nconst deviations = [@DEVIATION@];\n",
	classes: "\nconst classes = [@CLASSES@];\n",
	open:    "\n/** The @WHAT@, the features as they were in the table. */\nexport function predict(x) {\n",
	scaled:  "  const y = f(x.map((v, k) => (deviations[k] ? (v - means[k]) / deviations[k] : 0)));\n", plain: "  const y = f(x);\n",
	two: "  return classes[y > 0 ? 1 : 0];\n}\n", many: "  return classes[y.reduce((best, v, o) => (v > y[best] ? o : best), 0)];\n}\n", values: "  return y;\n}\n",
}

var goPredict = predicting{
	names:   "\n// The features are @NAMES@.\n",
	scaling: "\nvar means = []float64{@MEAN@}\n\nvar deviations = []float64{@DEVIATION@}\n",
	classes: "\nvar classes = []string{@CLASSES@}\n",
	open:    "\n// Predict returns the @WHAT@, the features as they were in the table.\nfunc Predict(x []float64) @TYPE@ {\n",
	types:   [2]string{"string", "[]float64"},
	scaled:  "\tscaled := make([]float64, len(x))\n\tfor k, v := range x {\n\t\tif deviations[k] != 0 {\n\t\t\tscaled[k] = (v - means[k]) / deviations[k]\n\t\t}\n\t}\n\ty := F(scaled)\n",
	plain:   "\ty := F(x)\n",
	two:     "\tif y[0] > 0 {\n\t\treturn classes[1]\n\t}\n\treturn classes[0]\n}\n",
	many:    "\tbest := 0\n\tfor o, v := range y {\n\t\tif v > y[best] {\n\t\t\tbest = o\n\t\t}\n\t}\n\treturn classes[best]\n}\n",
	values:  "\treturn y\n}\n",
}
