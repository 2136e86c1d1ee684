package export

// Go returns the network as a Go package without imports. F(x) returns the outputs.
func (n *Network) Go() []byte { return n.program(&golang) }

var golang = language{
	comment: "//", indent: "\t", number: exact, none: "nil",
	list: [2]string{"[]float64{", "}"}, neurons: [2]string{"[]neuron{", "}"}, neuron: [2]string{"{", "}"}, layer: [2]string{"{", "}"}, words: [2]string{"{", "}"}, noWords: "nil", structs: true,
	text: `
package network

[curve]const a, b, c = @A@, @B@, @C@
[kinked]const slope = @SLOPE@

type neuron struct {
	alpha         float64
	output, block int
	u             []float64
}

[simple]var neurons = []neuron{@NEURONS@}
[general]// layer is how the features of a layer are scaled, within bounds, and its neurons.
[general]type layer struct {
[general]	low, high, mean, scale []float64
[general]
[general]	neurons []neuron
[general]}
[general]
[general]// layers has the lowest layer first.
[general]var layers = []layer{
[general]@LAYERS@}

// sigma is the activation.
[curve]func sigma(s float64) float64 { return (a*s+b)*s + c }
[kinked]func sigma(s float64) float64 {
[kinked]	if s > 0 {
[kinked]		return s
[kinked]	}
[kinked]	return slope * s
[kinked]}

// dot returns the inner product of two vectors.
func dot(u, x []float64) float64 {
	s := 0.0
	for i, v := range u {
		s += v * x[i]
	}
	return s
}

[conv]// patch returns patch k of x, row by row, channel last; around the input there are zeros.
[conv]func patch(x []float64, k int) []float64 {
[conv]	top, left := k/@ACROSS@*@STRIDE@-@ABOVE@, k%@ACROSS@*@STRIDE@-@BESIDE@
[conv]	var p []float64
[conv]	for row := top; row < top+@ROWS@; row++ {
[conv]		for column := left; column < left+@COLUMNS@; column++ {
[conv]			inside := row >= 0 && row < @HEIGHT@ && column >= 0 && column < @WIDTH@
[conv]			for channel := 0; channel < @CHANNELS@; channel++ {
[conv]				v := 0.0
[conv]				if inside {
[conv]					v = x[(row*@WIDTH@+column)*@CHANNELS@+channel]
[conv]				}
[conv]				p = append(p, v)
[conv]			}
[conv]		}
[conv]	}
[conv]	return p
[conv]}
[conv]
[general]// average returns the mean of sigma(p'u) over the patches p.
[general]func average(u []float64, patches [][]float64) float64 {
[general]	s := 0.0
[general]	for _, p := range patches {
[general]		s += sigma(dot(u, p))
[general]	}
[general]	return s / float64(len(patches))
[general]}
[general]
// F returns the network's outputs at x, @FEATURES@ numbers.
func F(x []float64) []float64 {
	if len(x) != @FEATURES@ {
		panic("x must have @FEATURES@ numbers")
	}
	y := make([]float64, @OUTPUTS@)
[kinked]	x = append(append([]float64{}, x...), 1)
[simple]	for _, n := range neurons {
[simple]		y[n.output] += n.alpha * sigma(dot(n.u, x))
[simple]	}
[plain]	patches := [][]float64{x}
[conv]	var patches [][]float64
[conv]	for k := 0; k < @PATCHES@; k++ {
[conv]		patches = append(patches, patch(x, k))
[conv]	}
[general]	var below [][]float64
[general]	for _, l := range layers {
[deep]		if len(below) > 0 {
[deep]			g := append([]float64{}, below[0]...)
[all]			for _, v := range below[1:] {
[all]				g = append(g, v...)
[all]			}
[all]			g = append(g, x...)
[input]			g = append(g, x...)
[deep]			for k, v := range g {
[clip]				if v < l.low[k] {
[clip]					v = l.low[k]
[clip]				} else if v > l.high[k] {
[clip]					v = l.high[k]
[clip]				}
[deep]				g[k] = (v - l.mean[k]) / l.scale[k]
[deep]			}
[deep]			patches = [][]float64{g}
[deep]		}
[general]		var values []float64
[general]		for _, n := range l.neurons {
[general]			from, to := n.block*@POOL@, (n.block+1)*@POOL@
[general]			if to > len(patches) {
[general]				to = len(patches)
[general]			}
[general]			values = append(values, average(n.u, patches[from:to]))
[general]		}
[general]		below = append([][]float64{values}, below...)
[deep]		y = make([]float64, @OUTPUTS@)
[general]		for j, n := range l.neurons {
[general]			y[n.output] += n.alpha * values[j]
[general]		}
[general]	}
	return y
}
[predict]
[predict]// Columns are the columns of the table that Predict reads, in this order.
[predict]var Columns = []string{@NAMES@}
[words]
[words]type word struct {
[words]	text     string
[words]	number   float64
[words]	isNumber bool
[words]}
[words]
[words]// words are those of each column, nil for one of numbers.
[words]var words = [][]word{@WORDS@}
[mean]
[mean]// substitutes are put in place of missing values.
[mean]var substitutes = []float64{@MEANS@}
[scaling]
[scaling]var means = []float64{@MEAN@}
[scaling]
[scaling]var deviations = []float64{@DEVIATION@}
[classes]
[classes]var classes = []string{@CLASSES@}
[predict]
[predict]// refusal is an error that says what is wrong with a row.
[predict]type refusal string
[predict]
[predict]func (r refusal) Error() string { return string(r) }
[predict]
[predict]// Features returns what F takes for a row of the table, the values of Columns: float64 or int, string for a word, and nil, NaN or "" for
[predict]// a missing value.
[predict]func Features(row []any) ([]float64, error) {
[predict]	if len(row) != @INPUTS@ {
[predict]		return nil, refusal("the row must have @INPUTS@ values")
[predict]	}
[predict]	var x []float64
[predict]	nan := 0.0
[predict]	nan /= nan
[predict]	for k, v := range row {
[predict]		number, isNumber := v.(float64)
[predict]		if whole, ok := v.(int); ok {
[predict]			number, isNumber = float64(whole), true
[predict]		}
[predict]		missing := v == nil || v == "" || number != number
[words]		if words[k] != nil {
[words]			found := missing
[words]			for _, w := range words[k] {
[words]				indicator := 0.0
[words]				if missing {
[words]					indicator = nan
[words]				} else if v == w.text || isNumber && w.isNumber && number == w.number {
[words]					indicator, found = 1, true
[words]				}
[words]				x = append(x, indicator)
[words]			}
[words]			if !found {
[words]				return nil, refusal(Columns[k] + " is not one of its words")
[words]			}
[words]			continue
[words]		}
[predict]		if missing {
[predict]			number = nan
[predict]		} else if !isNumber || number-number != 0 {
[predict]			return nil, refusal(Columns[k] + " is not a number")
[predict]		}
[predict]		x = append(x, number)
[predict]	}
[mean]	for k, v := range x {
[mean]		if v != v {
[mean]			x[k] = substitutes[k]
[mean]		}
[mean]	}
[strict]	for _, v := range x {
[strict]		if v != v {
[strict]			return nil, refusal("a value is missing")
[strict]		}
[strict]	}
[bias]	x = append(x, 1)
[scaling]	for k, v := range x {
[scaling]		x[k] = 0
[scaling]		if deviations[k] != 0 {
[scaling]			x[k] = (v - means[k]) / deviations[k]
[scaling]		}
[scaling]	}
[predict]	return x, nil
[predict]}
[predict]
[classes]// Predict returns the class of a row of the table: see Features.
[classes]func Predict(row []any) (string, error) {
[outputs]// Predict returns the network's outputs for a row of the table: see Features.
[outputs]func Predict(row []any) ([]float64, error) {
[predict]	x, err := Features(row)
[predict]	if err != nil {
[classes]		return "", err
[outputs]		return nil, err
[predict]	}
[outputs]	return F(x), nil
[classes]	y := F(x)
[two]	if y[0] > 0 {
[two]		return classes[1], nil
[two]	}
[two]	return classes[0], nil
[largest]	best := 0
[largest]	for o, v := range y {
[largest]		if v > y[best] {
[largest]			best = o
[largest]		}
[largest]	}
[largest]	return classes[best], nil
[predict]}
`,
}
