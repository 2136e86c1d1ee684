//go:build !js

package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"conelab/core/format/convert"
	"conelab/core/format/document"
)

// The claims of the lesson on layers, recomputed from the documents: features, costs, gains and bounds, layer by layer.
func init() {
	for sentence, check := range map[string]truth{
		"One layer gets {then.strip.fit.right} of these {then.strip.fit.total} right, and no wider one costs less.":                                 single,
		"A second one reads x and the neurons of the first, and is trained the same way.":                                                           layered,
		"It is {strip.cost}; it was {then.strip.cost}.":                                                                                             every(layered, single),
		"But {strip.fit.right} points are right, and {then.strip.fit.right} were before: training lowers the cost; it does not count right points.": every(rightHere, fewer),
		"The cost was {then.strip.cost} and is {strip.cost}, and {strip.fit.right} of {strip.fit.total} points are right.":                          every(layered, rightHere),
		"A column for each layer, a map for each neuron, a line for each weight.":                                                                   columns,
		"Under a column are its gap, its neurons and how many points are right with the layers so far.":                                             columns,
		"{strip.fit.right} of {strip.fit.total}, with {layers.count|layer}.":                                                                        every(rightHere, layered),
		"Among the points a neuron of layer 1 has degree two in x, one of layer 2 degree four, then eight: far more than a conic.":                  degrees,
		"Each of the four layers is certified, given the layers below it.":                                                                          every(four, layered),
		"Which network is the first of the four layers? → the one we had":                                                                           kept,
		"The one we had: {strip.neurons|neuron}, {strip.fit.right} of {strip.fit.total} right, a cost of {strip.cost}.":                             every(kept, rightHere, layered),
		"Layers are trained from below, and one that is added changes none of those below it.":                                                      kept,
		"Two moons and three layers, with {then.strip.fit.right} of {then.strip.fit.total} points right.":                                           before,
		"You move one point. What has to be trained anew? → all layers":                                                                             every(layered, trainedOver),
		"All of them, from the first one up, since each reads what the one below says of the points.":                                               every(layered, trainedOver),
		"And each is certified again, given those below it.":                                                                                        layered,
		"At β = {then.beta} each of these four layers is the best one for what it reads, and the last one costs {then.strip.cost}.":                 every(four, layered, before),
		"It fell to {strip.cost}, although its neurons have a higher price: other layers below, worse for themselves, carry a better one above.":    every(layered, carried),
		"Each layer is proved, given those below; the whole is not.":                                                                                layered,
		"At β = {beta} the last layer costs {strip.cost}; at β = {then.beta} it was {then.strip.cost}.":                                             every(layered, before),
	} {
		claims[sentence] = check
	}
	for _, sentence := range []string{
		"Choose a column to see that layer in the other pictures, with its own verdict.", "Is the whole the best, too?",
	} {
		plain[sentence] = true
	}
}

// A storey is a layer of a solution, evaluated at points by its definition.
type storey struct {
	input   [][]float64 // h, one row per point
	neurons [][]float64 // sigma(h'u), one row per point
	outputs []float64
}

// storeys evaluates all layers at points.
func (m *moment) storeys(points [][]float64) (list []storey) {
	s := m.Solution()
	for l := range s.Layers {
		layer, now := &s.Layers[l], storey{}
		for i, x := range points {
			h := x
			if l > 0 {
				h = scaledBy(layer.Input, append(slices.Clone(list[l-1].neurons[i]), x...))
			}
			var values []float64
			f := 0.0
			for _, n := range layer.Network.Neurons {
				inner := 0.0
				for k, u := range n.U {
					inner += u * h[k]
				}
				values = append(values, m.sigma(inner))
				f += n.Alpha * values[len(values)-1]
			}
			now.input, now.neurons, now.outputs = append(now.input, h), append(now.neurons, values), append(now.outputs, f)
		}
		list = append(list, now)
	}
	return list
}

// scaledBy returns the input of a layer from its features: centred, scaled and clamped to the bounds.
func scaledBy(in *document.LayerInput, g []float64) []float64 {
	for k := range g {
		g[k] = (math.Max(in.Low[k], math.Min(in.High[k], g[k])) - in.Mean[k]) / in.Scale[k]
	}
	return g
}

// layered: every layer's cost is that of its network on the outputs of the layers below for the raw points, and its dual vector proves its bound.
func layered(m *moment) error {
	if m.Solution() == nil || len(m.Solution().Layers) == 0 {
		return certified(m)
	}
	p, s := m.Problem(), m.Solution()
	if len(s.Layers) != int(m.number("layers.count")) || !convert.Check(p, s).Pass || m.at("strip.certified") != true {
		return fmt.Errorf("%d layers, certified is %v, the check says %v", len(s.Layers), m.at("strip.certified"), convert.Check(p, s).Pass)
	}
	chosen := int(m.number("layers.chosen"))
	if m.number("strip.cost") != s.Layers[chosen].Objective || m.number("strip.bound") != s.Layers[chosen].LowerBound {
		return fmt.Errorf("the strip has the cost %g, layer %d %g", m.number("strip.cost"), chosen+1, s.Layers[chosen].Objective)
	}
	for l, now := range m.storeys(p.Data.X) {
		if err := m.proved(&s.Layers[l], &now, p.Beta); err != nil {
			return fmt.Errorf("layer %d: %w", l+1, err)
		}
	}
	return nil
}

// proved checks a layer: with the dual vector that proves the bound, the gains of its neurons and of random ones are at most beta.
func (m *moment) proved(layer *document.Layer, now *storey, beta float64) error {
	cost, lower, r := layerCost(m.Problem(), layer, now, beta), 0.0, rand.New(rand.NewPCG(11, 12))
	for i, y := range m.Problem().Data.Y {
		v := layer.Dual[i][0]
		lower += v*y[0] - v*v/4
	}
	if !alike(cost, layer.Objective, 1e-9) || !alike(lower, layer.LowerBound, 1e-7) || cost-lower > 1e-7*cost || layer.Gap > 1e-8 {
		return fmt.Errorf("cost %.12g and bound %.12g, the document says %.12g and %.12g", cost, lower, layer.Objective, layer.LowerBound)
	}
	gain := func(u []float64) (sum float64) {
		for i, h := range now.input {
			inner := 0.0
			for k := range u {
				inner += u[k] * h[k]
			}
			sum += layer.Dual[i][0] * m.sigma(inner)
		}
		return sum
	}
	for _, n := range layer.Network.Neurons {
		if g := gain(n.U); math.Abs(g-math.Copysign(beta, n.Alpha)) > 1e-2*beta {
			return fmt.Errorf("the gain is %g at a neuron of weight %g", g, n.Alpha)
		}
	}
	u := make([]float64, len(now.input[0]))
	for range 200 {
		size := 0.0
		for k := range u {
			u[k] = r.NormFloat64()
			size += u[k] * u[k]
		}
		for k := range u {
			u[k] /= math.Sqrt(size)
		}
		if g := gain(u); math.Abs(g) > beta*(1+1e-6) {
			return fmt.Errorf("the gain is %g at a direction, and beta %g", g, beta)
		}
	}
	return nil
}

// layerCost returns the cost of a layer's network for a beta.
func layerCost(p *document.Problem, layer *document.Layer, now *storey, beta float64) (sum float64) {
	for i, y := range p.Data.Y {
		sum += (now.outputs[i] - y[0]) * (now.outputs[i] - y[0])
	}
	for _, n := range layer.Network.Neurons {
		sum += beta * math.Abs(n.Alpha)
	}
	return sum
}

// rightIn counts the points that are classified correctly.
func (m *moment) rightIn(outputs []float64) (right int) {
	for i, y := range m.Problem().Data.Y {
		if outputs[i]*y[0] > 0 {
			right++
		}
	}
	return right
}

// rightHere: the number of correct points on the page is that of the layers up to the chosen one.
func rightHere(m *moment) error {
	if len(m.Solution().Layers) == 0 {
		return rightOnes(m)
	}
	right := m.rightIn(m.storeys(m.Problem().Data.X)[int(m.number("layers.chosen"))].outputs)
	return want(float64(right) == m.number("strip.fit.right") && len(m.Problem().Data.X) == int(m.number("strip.fit.total")), "%d are right", right)
}

// alone returns the same problem with a single layer and, for a beta above zero, that beta.
func (m *moment) alone(beta float64) *moment {
	d := m.again()
	d.tell(`{"do":"layers","value":1}`)
	if beta > 0 {
		d.tell(`{"do":"beta","value":%g}`, beta)
	}
	one := &moment{driver: d}
	one.look()
	return one
}

// single: with one layer the network is certified, no random network costs less, and the number of correct points is that at the start of the step.
func single(m *moment) error {
	one := m.alone(0)
	if one.number("strip.fit.right") != m.number("then.strip.fit.right") || one.number("strip.cost") != m.number("then.strip.cost") {
		return fmt.Errorf("one layer gets %g right, the step began with %g", one.number("strip.fit.right"), m.number("then.strip.fit.right"))
	}
	return every(certified, others, rightOnes)(one)
}

// fewer: with one layer more points are classified correctly, at a higher cost.
func fewer(m *moment) error {
	one := m.alone(0)
	return want(one.number("strip.fit.right") > m.number("strip.fit.right") && one.number("strip.cost") > m.number("strip.cost"), "one layer gets %g right", one.number("strip.fit.right"))
}

// columns: the picture shows the layers of the document, neuron by neuron, their gaps, and the number of points each classifies correctly.
func columns(m *moment) error {
	snap, layers := m.snapshot(), m.Solution().Layers
	if len(snap.Layers.Columns) != len(layers) {
		return want(len(layers) == 0, "%d columns for %d layers", len(snap.Layers.Columns), len(layers))
	}
	for l, now := range m.storeys(m.Problem().Data.X) {
		c := &snap.Layers.Columns[l]
		if len(c.Units) != len(layers[l].Network.Neurons) || c.Gap != layers[l].Gap || c.Right != m.rightIn(now.outputs) || c.Total != len(now.outputs) {
			return fmt.Errorf("column %d has %d maps, the gap %g and %d right", l+1, len(c.Units), c.Gap, c.Right)
		}
		for k, u := range c.Units {
			if len(u.Weights) != len(c.Sources) || len(u.Map) == 0 || u.Alpha != layers[l].Network.Neurons[k].Alpha {
				return fmt.Errorf("neuron %d of column %d has the weight %g", k, l+1, u.Alpha)
			}
		}
	}
	return nil
}

func four(m *moment) error {
	return want(len(m.Solution().Layers) == 4, "%d layers", len(m.Solution().Layers))
}

// kept: the first layer is the certified network of a single layer, neuron by neuron.
func kept(m *moment) error {
	one := m.alone(0)
	first := m.Solution().Layers[0].Network.Neurons
	if len(first) != len(one.network()) || !alike(m.Solution().Layers[0].Objective, one.number("objective"), 1e-9) {
		return fmt.Errorf("it has %d neurons, one layer alone %d", len(first), len(one.network()))
	}
	for _, x := range m.Problem().Data.X {
		if a, b := m.f(first, x), m.f(one.network(), x); !alike(a, b, 1e-4) { // costs that agree to 1e-8 allow f to differ this much
			return fmt.Errorf("it says %g, one layer alone %g", a, b)
		}
	}
	return certified(one)
}

// trainedOver: the points are unchanged, and their solution is another than at the start of the step.
func trainedOver(m *moment) error {
	return want(m.number("solves") > m.number("then.solves") && m.number("revision.data") > m.number("then.revision.data"), "there was no solution")
}

// before: the numbers at the start of the step are those of its example, when trained again.
func before(m *moment) error {
	d := drive(m.t)
	d.tell(`{"do":"preset","name":%q}`, map[float64]string{3: "moons", 4: "checkerboard"}[m.number("layers.count")])
	d.tell(`{"do":"layers","value":%g}`, m.number("layers.count"))
	d.tell(`{"do":"beta","value":%g}`, m.number("then.beta"))
	other := &moment{driver: d}
	other.look()
	if other.number("strip.cost") != m.number("then.strip.cost") || other.number("strip.fit.right") != m.number("then.strip.fit.right") {
		return fmt.Errorf("the example costs %g, the step began with %g", other.number("strip.cost"), m.number("then.strip.cost"))
	}
	return every(layered, rightHere)(other)
}

// carried: at the beta of the start of the step, the first layer costs more than the optimum there, and the last layer costs less than the network
// did.
func carried(m *moment) error {
	then, list, layers := m.number("then.beta"), m.storeys(m.Problem().Data.X), m.Solution().Layers
	last := len(layers) - 1
	first, best := layerCost(m.Problem(), &layers[0], &list[0], then), m.alone(then).number("lowerBound")
	cost := layerCost(m.Problem(), &layers[last], &list[last], then)
	return want(first > best*(1+1e-9) && cost < m.number("then.strip.cost") && m.number("beta") > then,
		"at the price before the first layer costs %g, at best %g, the last one %g", first, best, cost)
}

// degrees: along a line among the points on which no feature exceeds its bounds, neurons of layer l are polynomials of degree 2^l, and one of them
// has no lower degree.
func degrees(m *moment) error {
	x := m.Problem().Data.X
	for l := range min(3, len(m.Solution().Layers)) {
		degree := 2 << l
		line, found := m.within(x, degree+2, l)
		if !found {
			return fmt.Errorf("no two points have a line within the bounds of layer %d", l+1)
		}
		reached := false
		for k := range m.Solution().Layers[l].Network.Neurons {
			var values []float64
			most := 0.0
			for _, row := range m.storeys(line)[l].neurons {
				values = append(values, row[k])
				most = math.Max(most, math.Abs(row[k]))
			}
			differences := func(order int) float64 {
				d := slices.Clone(values)
				for range order {
					for i := range len(d) - 1 {
						d[i] = d[i+1] - d[i]
					}
					d = d[:len(d)-1]
				}
				return math.Abs(d[0])
			}
			if high := differences(degree + 1); high > 1e-10*most {
				return fmt.Errorf("difference %d of a neuron of layer %d is %g of %g", degree+1, l+1, high, most)
			}
			reached = reached || differences(degree) > 1e-8*most
		}
		if !reached {
			return fmt.Errorf("no neuron of layer %d has degree %d", l+1, degree)
		}
	}
	return nil
}

// within returns equally spaced places between two points at which no feature of the layer or of those below exceeds its bounds.
func (m *moment) within(x [][]float64, count, layer int) (line [][]float64, found bool) {
	for far := len(x) - 1; far > 0; far-- {
		for i := 0; i+far < len(x); i += 7 {
			line = nil
			for k := range count {
				s := float64(k) / float64(count-1)
				line = append(line, []float64{(1-s)*x[i][0] + s*x[i+far][0], (1-s)*x[i][1] + s*x[i+far][1]})
			}
			if m.unbounded(line, layer) {
				return line, true
			}
		}
	}
	return nil, false
}

// unbounded reports whether no bound changes a feature of the layer, or of those below, at the places.
func (m *moment) unbounded(places [][]float64, layer int) bool {
	list := m.storeys(places)
	for l := 1; l <= layer; l++ {
		in := m.Solution().Layers[l].Input
		for i, x := range places {
			for k, g := range append(slices.Clone(list[l-1].neurons[i]), x...) {
				if g <= in.Low[k] || g >= in.High[k] {
					return false
				}
			}
		}
	}
	return true
}
