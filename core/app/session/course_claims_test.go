//go:build !js

package session

import (
	"fmt"
	"math"

	"conelab/core/app/protocol"
	"conelab/core/format/convert"
	"conelab/core/format/document"
)

// A truth returns why a sentence is false at a moment, nil if it is true. Costs, bounds and functions are recomputed from the documents.
type truth func(m *moment) error

// claims holds the sentences of the course that are true of some states only, each with its check. The right prediction of a question stands behind
// the question. What is true of every state, such as that cost and bound agree, has tests where it is computed and in TestTheArgumentIsTrue.
var claims = map[string]truth{
	"Orange discs have the label +1, blue diamonds −1.":                                                       signsOfClasses,
	"It cost {then.objective} before and costs {objective} now.":                                              certified,
	"The cost adds up two things: the squared errors (f(x) − y)² of all points, and a price for the neurons.": certified,
	"From {then.objective} to {objective}.":                                                                   certified,
	"Cost is what this network costs.":                                                                        certified,
	"Lower bound is a number that no network of this kind can cost less than.":                                certified,
	"Where the two meet, the network is certified.":                                                           every(between, certified),
	"Certified, with a relative gap of {gap}.":                                                                certified,
	"But {strip.fit.right} of {strip.fit.total} points are right: certified means that no network of this kind costs less, not that the fit is good.":   every(rightOnes, certified),
	"The classes were drawn on two sides of a parabola. What is the line here? → a hyperbola":                                                           every(saddle, onSides),
	"A hyperbola: f bends up in one direction and down in another.":                                                                                     saddle,
	"A neuron bends in one direction only. Can f bend up in one and down in another? → Yes":                                                             saddle,
	"One of these three neurons has a weight above zero and two have weights below, so f bends up across the one and down across the others: a saddle.": every(signs(1, 2), saddle),
	"Go round all directions. Where is the gain above the price? → Nowhere":                                                                             certified,
	"It costs {strip.cost} now, and {objective} at its best.":                                                                                           every(between, certified),
	"Close to the best network the cost is flat, like the bottom of a bowl; farther away it climbs.":                                                    between,
	"The network is whole again and costs {objective}.":                                                                                                 between,
	"No new neuron gains more than its price β. How high can the curve g be? → as high as β":                                                            certified,
	"The curve stays between −β and β.":                                                                                                                 certified,
	"This network has one of the first kind and two of the second.":                                                                                     signs(1, 2),
	"How often does the curve touch −β? → Twice":                                                                                                        signs(1, 2),
	"Twice, and +β once: three neurons, three touches.":                                                                                                 signs(1, 2),
	"Drag a point far to the other side. Will the curve pass ±β? → No":                                                                                  certified,
	"The new network has {neurons.length|neuron}, and its curve keeps within −β and β again.":                                                           certified,
	"Every network that is certified here has such a curve.":                                                                                            certified,
	"The curve keeps within ±β, so no small step helps.":                                                                                                certified,
	"All v f together are at most what the neurons cost, so no network costs less than the heights together: the lower bound {lowerBound}.":             certified,
	"Ours costs {objective}.": certified,
	"Every network has such a v, with a curve and a lower bound of its own.":                                       every(certified, between),
	"Where the curve passes β, it is first shrunk until it fits, and v with it.":                                   between,
	"Cost {strip.cost}, lower bound {strip.bound}.":                                                                between,
	"The lowest possible cost, {objective}, lies between the two.":                                                 every(between, certified),
	"The network is whole again: cost and bound meet at {objective}.":                                              between,
	"A perturbed network costs more than the lower bound that it proves.":                                          between,
	"How close will cost and bound come? → They meet":                                                              certified,
	"They meet at {objective}, with a relative gap of {gap}.":                                                      between,
	"This network costs so much, and no network can cost less.":                                                    every(between, certified),
	"At the price β = {beta} the best network has {neurons.length|neuron}.":                                        certified,
	"At β = {beta} the best network has {neurons.length|neuron}; it had {then.neurons.length} at β = {then.beta}.": certified,
	"At β = {beta} none is left.":                                                                                  signs(0, 0),
	"The curve of gains stays within ±β, so the empty network is the best one, at a cost of {objective}.":          every(certified, signs(0, 0)),
	"At β = {beta} the best network has {neurons.length|neuron} again.":                                            certified,
	"Z′ has rank three here, and Z is zero. How many neurons come out? → Three":                                    every(ranks(0, 3), signs(0, 3)),
	"Three: each of two turns takes out a neuron and leaves a matrix of one rank less.":                            signs(0, 3),
	"Its cost rises.": between,
	"No new neuron gains more than its price β.":                                                                     certified,
	"The classes were drawn on two sides of a parabola.":                                                             onSides,
	"Z′ has rank three here, and Z is zero.":                                                                         ranks(0, 3),
	"A matrix of rank three can be taken apart in many ways.":                                                        turns,
	"Each way gives other neurons, and all of them add up to the same matrix.":                                       turns,
	"You turn one neuron, and the others follow. The cost will … → stay":                                             turns,
	"It stays at {objective}, and f does not move at all.":                                                           certified,
	"These are other neurons of another network, and it is just as good.":                                            certified,
	"Here a neuron may point in any direction.":                                                                      every(turns, flat),
	"Where does this curve touch −β, then? → Everywhere":                                                             flat,
	"Everywhere: it lies flat on −β.":                                                                                flat,
	"Every direction pays for itself exactly, so the neurons are free to turn.":                                      every(flat, turns),
	"With rank two or less a matrix comes apart in one way only, so its neurons are where they must be.":             fixed,
	"The lower bound holds for every width, so there is no need to try wider ones.":                                  certified,
	"Can a network of this kind, with a conic? → Yes":                                                                every(rightOnes, allRight),
	"Yes: {strip.fit.right} of {strip.fit.total} are right.":                                                         rightOnes,
	"The line is a hyperbola, and f is a saddle: it rises along one diagonal and falls along the other.":             saddle,
	"Can the line f = 0 close around a class? → Yes, an ellipse":                                                     ellipse,
	"Yes: here f = 0 is an ellipse, and {strip.fit.right} of {strip.fit.total} points are right.":                    every(ellipse, rightOnes),
	"All neurons have weights below zero: three valleys upside down make a hill.":                                    every(signs(0, 3), ellipse),
	"How many points will the best network get right? → Fewer than 60":                                               every(rightOnes, fewRight),
	"{strip.fit.right} of {strip.fit.total}, and it is certified: no network of this kind costs less, however wide.": every(rightOnes, certified),
	"Cost and lower bound agree; the bound comes from a curve that stays within β; and the cost is a bowl: what cannot be improved at first cannot be improved at all.": certified,
	"One layer gets {then.strip.fit.right} of these {then.strip.fit.total} right, and no wider one costs less.":                                                         single,
	"A second one reads x and the neurons of the first, and is trained the same way.":                                                                                   certified,
	"It is {strip.cost}; it was {then.strip.cost}.":                                                                                                                     every(certified, single),
	"But {strip.fit.right} points are right, and {then.strip.fit.right} were before: training lowers the cost; it does not count right points.":                         fewer,
	"The cost was {then.strip.cost} and is {strip.cost}, and {strip.fit.right} of {strip.fit.total} points are right.":                                                  certified,
	"{strip.fit.right} of {strip.fit.total}, with {layers.count|layer}.":                                                                                                certified,
	"Each of the four layers is certified, given the layers below it.":                                                                                                  every(four, certified),
	"The one we had: {strip.neurons|neuron}, {strip.fit.right} of {strip.fit.total} right, a cost of {strip.cost}.":                                                     certified,
	"Two moons and three layers, with {then.strip.fit.right} of {then.strip.fit.total} points right.":                                                                   before,
	"You move one point. What has to be trained anew? → all layers":                                                                                                     certified,
	"All of them, from the first one up, since each reads what the one below says of the points.":                                                                       certified,
	"And each is certified again, given those below it.":                                                                                                                certified,
	"At β = {then.beta} each of these four layers is the best one for what it reads, and the last one costs {then.strip.cost}.":                                         every(four, certified, before),
	"It fell to {strip.cost}, although its neurons have a higher price: other layers below, worse for themselves, carry a better one above.":                            certified,
	"Each layer is proved, given those below; the whole is not.":                                                                                                        certified,
	"At β = {beta} the last layer costs {strip.cost}; at β = {then.beta} it was {then.strip.cost}.":                                                                     every(certified, before),
}

// want returns an error unless a condition holds.
func want(ok bool, format string, args ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// every is true if all claims are.
func every(all ...truth) truth {
	return func(m *moment) error {
		for _, c := range all {
			if err := c(m); err != nil {
				return err
			}
		}
		return nil
	}
}

func alike(x, y, tolerance float64) bool {
	return math.Abs(x-y) <= tolerance*(1+math.Max(math.Abs(x), math.Abs(y)))
}

// sigma returns the value of the problem's activation.
func (m *moment) sigma(s float64) float64 {
	a := m.Problem().Activation
	return (a.A*s+a.B)*s + a.C
}

// f returns the function value of neurons.
func (m *moment) f(neurons []document.Neuron, x []float64) (sum float64) {
	for _, n := range neurons {
		sum += n.Alpha * m.sigma(n.U[0]*x[0]+n.U[1]*x[1])
	}
	return sum
}

// cost returns the cost of neurons, by a forward pass.
func (m *moment) cost(neurons []document.Neuron) (sum float64) {
	p := m.Problem()
	for i, x := range p.Data.X {
		e := m.f(neurons, x) - p.Data.Y[i][0]
		sum += e * e
	}
	for _, n := range neurons {
		sum += p.Beta * math.Abs(n.Alpha)
	}
	return sum
}

func (m *moment) network() []document.Neuron { return m.Solution().Network.Neurons }

// g returns the gain of a direction for a dual vector.

// right counts the points that are classified correctly.
func rightOnes(m *moment) error {
	right := 0
	for i, x := range m.Problem().Data.X {
		if m.f(m.network(), x)*m.Problem().Data.Y[i][0] > 0 {
			right++
		}
	}
	return want(right == int(m.number("strip.fit.right")) && m.Problem().Data.X != nil && len(m.Problem().Data.X) == int(m.number("strip.fit.total")), "%d are right", right)
}

// form returns f as a quadratic: f = xx x² + xy xy + yy y² + ...
func (m *moment) form() (xx, xy, yy float64) {
	a := m.Problem().Activation.A
	for _, n := range m.network() {
		xx, xy, yy = xx+a*n.Alpha*n.U[0]*n.U[0], xy+2*a*n.Alpha*n.U[0]*n.U[1], yy+a*n.Alpha*n.U[1]*n.U[1]
	}
	return xx, xy, yy
}

func saddle(m *moment) error {
	xx, xy, yy := m.form()
	return want(xy*xy > 4*xx*yy, "the discriminant is %g", xy*xy-4*xx*yy)
}

func ellipse(m *moment) error {
	xx, xy, yy := m.form()
	inside, ring := 0, 0 // f is positive in the middle and negative all around it, far away
	for k := range 360 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 180)
		if m.f(m.network(), []float64{3 * cos, 3 * sin}) < 0 {
			ring++
		}
	}
	if m.f(m.network(), []float64{0, 0}) > 0 {
		inside = 1
	}
	return want(xy*xy < 4*xx*yy && inside == 1 && ring == 360, "xx %g, xy %g, yy %g", xx, xy, yy)
}

// signs checks the numbers of neurons with positive and negative weights.
func signs(above, below int) truth {
	return func(m *moment) error {
		got := [2]int{}
		for _, n := range m.network() {
			if n.Alpha > 0 {
				got[0]++
			} else {
				got[1]++
			}
		}
		return want(got == [2]int{above, below}, "%v neurons above and below zero", got)
	}
}

func (m *moment) snapshot() *protocol.Snapshot {
	var s protocol.Snapshot
	m.SnapshotTo(&s)
	return &s
}

// again returns another session with the same problem.
func (m *moment) again() driver {
	d := drive(m.t)
	d.tell(`{"do":"set","problem":%s}`, m.Problem().JSON())
	return d
}

// between: the network shown costs no less than the lowest cost, and its own bound is no higher.
func between(m *moment) error {
	cost, bound := m.number("strip.cost"), m.number("strip.bound")
	low, high := m.number("lowerBound"), m.number("objective")
	return want(cost >= low*(1-1e-9) && bound <= high*(1+1e-9) && cost >= bound*(1-1e-9), "cost %g, bound %g, the optimum %g", cost, bound, high)
}

func ranks(plus, minus float64) truth {
	return func(m *moment) error {
		return want(m.number("ranks.0") == plus && m.number("ranks.1") == minus, "the ranks are %v", m.at("ranks"))
	}
}

// turns: a neuron can be turned, which gives a different network of the same cost.
func turns(m *moment) error {
	d := m.again()
	if !d.Page().CanTurn {
		return fmt.Errorf("no neuron can be turned")
	}
	before := d.Page()
	d.tell(`{"do":"turn","neuron":0,"u":[0.6,0.8]}`)
	after := &moment{driver: d}
	after.look()
	if after.now["status"] != "optimal" || math.Abs(after.network()[0].U[0]-before.Neurons[0].U[0]) < 1e-3 {
		return fmt.Errorf("the neuron is at %v", after.network()[0].U)
	}
	for _, x := range m.Problem().Data.X {
		if a, b := m.f(after.network(), x), m.f(m.network(), x); math.Abs(a-b) > 1e-5*(1+math.Abs(a)) {
			return fmt.Errorf("f goes from %g to %g", b, a)
		}
	}
	return want(alike(after.cost(after.network()), before.Objective, 1e-8), "it costs %g", after.cost(after.network()))
}

func fixed(m *moment) error {
	return want(m.at("canTurn") == false, "a neuron can be turned")
}

func allRight(m *moment) error {
	return want(m.number("strip.fit.right") == m.number("strip.fit.total"), "%g are right", m.number("strip.fit.right"))
}

func fewRight(m *moment) error {
	return want(m.number("strip.fit.right") < 60, "%g are right", m.number("strip.fit.right"))
}

// alone returns the same problem with a single layer.
func (m *moment) alone() *moment {
	d := m.again()
	d.tell(`{"do":"layers","value":1}`)
	one := &moment{driver: d}
	one.look()
	return one
}

// single: with one layer the network is certified, and the number of correct points is that at the start of the step.
func single(m *moment) error {
	one := m.alone()
	if one.number("strip.fit.right") != m.number("then.strip.fit.right") || one.number("strip.cost") != m.number("then.strip.cost") {
		return fmt.Errorf("one layer gets %g right, the step began with %g", one.number("strip.fit.right"), m.number("then.strip.fit.right"))
	}
	return every(certified, rightOnes)(one)
}

// fewer: with one layer more points are classified correctly, at a higher cost.
func fewer(m *moment) error {
	one := m.alone()
	return want(one.number("strip.fit.right") > m.number("strip.fit.right") && one.number("strip.cost") > m.number("strip.cost"), "one layer gets %g right", one.number("strip.fit.right"))
}

func four(m *moment) error {
	return want(len(m.Solution().Layers) == 4, "%d layers", len(m.Solution().Layers))
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
	return certified(other)
}

func signsOfClasses(m *moment) error {
	for i, point := range m.snapshot().Points {
		if y := m.Problem().Data.Y[i][0]; math.Abs(y) != 1 || y != point.Label {
			return fmt.Errorf("point %d has the label %g", i, y)
		}
	}
	return nil
}

func onSides(m *moment) error {
	for i, x := range m.Problem().Data.X {
		if side := x[1] - 1.5*x[0]*x[0]; side*m.Problem().Data.Y[i][0] <= 0 {
			return fmt.Errorf("point %d is on the other side", i)
		}
	}
	return nil
}

// certified: the numbers on the page are those of the documents, whose check passes.
func certified(m *moment) error {
	p, s := m.Problem(), m.Solution()
	if check := convert.Check(p, s); !check.Pass {
		return fmt.Errorf("the check says %s", check.JSON())
	}
	return want(m.number("objective") == s.Objective && m.number("lowerBound") == s.LowerBound || len(s.Layers) > 0, "the page says %g and %g", m.number("objective"), m.number("lowerBound"))
}

// flat: the curve of gains lies on -beta.
func flat(m *moment) error {
	s := m.snapshot()
	for k := range 360 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 180)
		if g := s.Certificate.At(protocol.Vec{cos, sin}); math.Abs(g+s.Beta) > 1e-3*s.Beta {
			return fmt.Errorf("the curve is at %g, and beta is %g", g, s.Beta)
		}
	}
	return nil
}
