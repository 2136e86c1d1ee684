//go:build !js

package session

import (
	"fmt"
	"math"
	"math/rand/v2"

	"conelab/core/app/protocol"
	"conelab/core/format/document"
)

// claims holds the sentences of the course that make a statement about the state next to which they stand, each with its check. The right prediction
// of a question stands behind the question.
var claims = map[string]truth{
	// Draw.
	"Orange discs have the label +1, blue diamonds −1.":                                                                                               signsOfClasses,
	"It cost {then.objective} before and costs {objective} now.":                                                                                      certified,
	"You move one point. What does the network do? → It is trained anew":                                                                              trainedAnew,
	"The network was trained anew while you dragged, from nothing but the points.":                                                                    trainedAnew,
	"The cost adds up two things: the squared errors (f(x) − y)² of all points, and a price for the neurons.":                                         every(certified, shown),
	"From {then.objective} to {objective}.":                                                                                                           certified,
	"A new point adds its own error and takes away none of the others, so the lowest cost cannot fall.":                                               added,
	"Cost is what this network costs.":                                                                                                                certified,
	"Lower bound is a number that no network of this kind can cost less than.":                                                                        every(certified, others),
	"Where the two meet, the network is certified.":                                                                                                   every(meet, isCertified),
	"Certified, with a relative gap of {gap}.":                                                                                                        every(gap, isCertified),
	"But {strip.fit.right} of {strip.fit.total} points are right: certified means that no network of this kind costs less, not that the fit is good.": every(rightOnes, certified, others),
	"Here f is a quadratic function of the two features.":                                                                                             quadratic,
	"So where f is zero there is a conic: an ellipse, a parabola, a hyperbola, or a limiting case of these.":                                          quadratic,
	"The classes were drawn on two sides of a parabola. What is the line here? → a hyperbola":                                                         every(saddle, onSides),
	"A hyperbola: f bends up in one direction and down in another.":                                                                                   saddle,

	// Neurons add up.
	"The network has {neurons.length|neuron}.": shown,
	"A neuron takes s = x′u, how far a point x lies along its direction u, and here makes s² + s of it, times a weight α.":                              squarePlus,
	"Walk at a right angle to u. How does this neuron change? → Not at all":                                                                             ridges,
	"Not at all: x′u is the same all along such a line.":                                                                                                ridges,
	"So each neuron is a valley if α is above zero, or a ridge if it is below.":                                                                         valleys,
	"At every point, what the neurons say is added up.":                                                                                                 sums,
	"The sum is f, the function in the picture of the data.":                                                                                            sums,
	"A neuron bends in one direction only. Can f bend up in one and down in another? → Yes":                                                             every(saddle, ridges),
	"One of these three neurons has a weight above zero and two have weights below, so f bends up across the one and down across the others: a saddle.": every(signs(1, 2), saddle),
	"For points in the plane no more than six are ever needed.":                                                                                         widest,
	"You add many points. How many neurons can the network have then? → six at most":                                                                    widest,
	"{samples} points, and this time {neurons.length|neuron}.":                                                                                          shown,
	"A quadratic f of two features is a symmetric 3 × 3 matrix: three neurons above zero and three below are enough.":                                   every(fitsMatrix, widest),

	// A neuron has a price.
	"The errors shrink by its gain |g| for a unit of weight.":                                                        gains,
	"Go round all directions. Where is the gain above the price? → Nowhere":                                          certified,
	"If some neuron gained more than β, adding it would lower the cost, and this network would not be the best one.": above,
	"For the neurons of the best network, gain and price are equal.":                                                 touching,
	"Make one a little heavier or lighter, and the cost hardly changes at all.":                                      bottom,
	"It costs {strip.cost} now, and {objective} at its best.":                                                        every(between, certified),
	"Close to the best network the cost is flat, like the bottom of a bowl; farther away it climbs.":                 every(bottom, between),
	"The network is whole again and costs {objective}.":                                                              meet,
	"All weights of this network together, without their signs, are {proof.weight}, and they cost {proof.penalty}.":  shown,
	"From {then.proof.weight} to {proof.weight}.":                                                                    shown,
	"For the same points a higher price never buys more weight.":                                                     dearer,

	// The curve.
	"For every direction there is a number g: how fast a new neuron there would shrink the errors.":                            gains,
	"Above zero its weight should be positive, below zero negative.":                                                           gains,
	"No new neuron gains more than its price β. How high can the curve g be? → as high as β":                                   certified,
	"The curve stays between −β and β.":                                                                                        certified,
	"It touches these two lines where the network has its neurons.":                                                            touching,
	"At +β are the neurons with weights above zero, at −β those with weights below.":                                           touching,
	"This network has one of the first kind and two of the second.":                                                            signs(1, 2),
	"How often does the curve touch −β? → Twice":                                                                               touches(1, 2),
	"Twice, and +β once: three neurons, three touches.":                                                                        every(touches(1, 2), signs(1, 2)),
	"The curve is made of the errors: g(u) is the sum of v σ(x′u) over all points, where v = 2(y − f) is twice what f misses.": pulls,
	"Drag a point far to the other side. Will the curve pass ±β? → No":                                                         certified,
	"The new network has {neurons.length|neuron}, and its curve keeps within −β and β again.":                                  every(shown, certified),
	"Every network that is certified here has such a curve.":                                                                   certified,

	// Why that proves it.
	"The curve keeps within ±β, so no small step helps.":                             certified,
	"A second proof: take v = 2(y − f), of which the best network’s curve is made.":  pulls,
	"What does the cost look like between two networks? → a bowl":                    bowl,
	"A bowl: between any two networks that are mixed like this, the cost is convex.": every(bowl, mixed),
	"Will there be a hill on the way to a random network? → No":                      bowl,
	"No hill.": bowl,
	"Put both side by side, with smaller weights: f is mixed, the price at most mixed, and no point’s squared error is above the mixture of its two squared errors.": mixed,
	"A square is never negative, so (f − y)² ≥ v(y − f) − v²/4 for any v: a line under a parabola.":                                                                  square,
	"Here is one for each point.":               square,
	"Add v f to both, and the lines are level.": level,
	"How high is a level line? → v y − v²/4":    level,
	"v y − v²/4, whatever f is.":                level,
	"All v f together are at most what the neurons cost, so no network costs less than the heights together: the lower bound {lowerBound}.": every(weighed, level, others, certified),
	"Ours costs {objective}.": every(equations, certified),
	"Any network’s f is a sum of α σ(x′u), so its sum of v f over the points is the sum of α g(u) over its neurons.":                weighed,
	"How large can that sum be for weights α that together, without signs, are 1? → At most β":                                      weighed,
	"At most β, because g stays between −β and β: the sum of v f is at most what the neurons cost, in every network, however wide.": weighed,
	"In ours the two are equal.": equations,
	"Every network has such a v, with a curve and a lower bound of its own.":     every(certified, others, between),
	"Where the curve passes β, it is first shrunk until it fits, and v with it.": between,
	"Cost {strip.cost}, lower bound {strip.bound}.":                              between,
	"The lowest possible cost, {objective}, lies between the two.":               every(between, certified),
	"The network is whole again: cost and bound meet at {objective}.":            meet,
	"A spoiled network costs more than the lower bound that it proves.":          between,
	"How close will cost and bound come? → They meet":                            certified,
	"They meet at {objective}, with a relative gap of {gap}.":                    every(meet, gap),
	"This network costs so much, and no network can cost less.":                  every(meet, certified, others),

	// β decides how many.
	"At the price β = {beta} the best network has {neurons.length|neuron}.":                                        every(shown, certified),
	"At β = {beta} the best network has {neurons.length|neuron}; it had {then.neurons.length} at β = {then.beta}.": every(shown, certified),
	"A neuron whose gain does not reach its price is not just made small: it is gone.":                             touching,
	"With no neuron at all f is zero everywhere, and the errors are as large as the labels.":                       empty,
	"Is there a price at which no neuron is worth having? → Yes":                                                   priceless,
	"At β = {beta} none is left.": every(signs(0, 0), shown),
	"The curve of gains stays within ±β, so the empty network is the best one, at a cost of {objective}.":             every(certified, signs(0, 0)),
	"At β = {beta} the best network has {neurons.length|neuron} again.":                                               every(shown, certified),
	"At β = {beta} the squared errors are {proof.loss} in all, and the weights together {proof.weight}.":              shown,
	"The errors went from {then.proof.loss} to {proof.loss}, the weights from {then.proof.weight} to {proof.weight}.": shown,
	"A low price buys a closer fit with more weight.":                                                                 dearer,

	// From a matrix to neurons.
	"The solver looks for matrices: Z for weights above zero, Z′ for those below.":                  fitsMatrix,
	"f depends on Z − Z′ alone.":                                                                    fitsMatrix,
	"The arrows p are eigenvectors of Z′, to scale: their p pᵀ add up to Z′.":                       arrows,
	"An arrow is a neuron if it lies on the cone. Do these? → None of them":                         offCone,
	"One of the pair was inside the cone and one outside.":                                          turned,
	"They turned together until one of them met the cone.":                                          turned,
	"There an arrow is some multiple of (u, 1) with |u| = 1: a neuron.":                             turned,
	"When a pair turns, p₁p₁ᵀ + p₂p₂ᵀ stays as it is, so Z′ stays too, and with it f and the cost.": turned,
	"Z′ has rank three here, and Z is zero. How many neurons come out? → Three":                     every(ranks(0, 3), signs(0, 3)),
	"Three: each of two turns takes out a neuron and leaves a matrix of one rank less.":             every(signs(0, 3), ranksFall),
	"What is left last has rank one: it is a neuron as it stands.":                                  lastStands,
	"A neuron bends in one direction only.":                                                         ridges,
	"An arrow is a neuron if it lies on the cone.":                                                  turned,
	"Its cost rises.": between,
	"No new neuron gains more than its price β.":                                                              certified,
	"The classes were drawn on two sides of a parabola.":                                                      onSides,
	"Z′ has rank three here, and Z is zero.":                                                                  ranks(0, 3),
	"The solver starts with f = 0.":                                                                           startsAtZero,
	"A plane meets the cone in two lines at most.":                                                            planes,
	"In their entries the cost is convex: a bowl, as in lesson 5.":                                            mixed,
	"The film shows the curve of each step, which keeps within −β and β.":                                     within,
	"{film.length|step}.":                                                                                     iterates,
	"At each of them there was a cost above the optimum and a lower bound below it; at the end the two meet.": iterates,

	// Many networks, one function.
	"A matrix of rank three can be taken apart in many ways.":                                            every(turns, anyRanks),
	"Each way gives other neurons, and all of them add up to the same matrix.":                           turns,
	"You turn one neuron, and the others follow. The cost will … → stay":                                 turns,
	"It stays at {objective}, and f does not move at all.":                                               every(sameFunction, certified),
	"These are other neurons of another network, and it is just as good.":                                every(certified, sameFunction),
	"Here a neuron may point in any direction.":                                                          every(turns, flat),
	"And wherever a best network has a neuron, the curve touches ±β.":                                    touching,
	"Where does this curve touch −β, then? → Everywhere":                                                 flat,
	"Everywhere: it lies flat on −β.":                                                                    flat,
	"Every direction pays for itself exactly, so the neurons are free to turn.":                          every(flat, turns),
	"Now other data: Z has rank {ranks.0}, and Z′ has rank {ranks.1}.":                                   anyRanks,
	"With rank two or less a matrix comes apart in one way only, so its neurons are where they must be.": every(fixed, planes),

	// The race.
	"Along such ways the cost is no bowl: it has hills.":                            hilly,
	"Twelve runs race, of six neurons each.":                                        widest,
	"{race.reached} of {race.runs} came that close.":                                reached,
	"Runs with twenty neurons: will one end below the certified cost? → No":         noneBelow,
	"The lower bound holds for every width, so there is no need to try wider ones.": every(noneBelow, certified, others),

	// What conics cannot do.
	"Opposite corners share a label.":                                                                                corner,
	"No straight line separates the two classes.":                                                                    inseparable,
	"Can a network of this kind, with a conic? → Yes":                                                                every(rightOnes, allRight),
	"Yes: {strip.fit.right} of {strip.fit.total} are right.":                                                         rightOnes,
	"The line is a hyperbola, and f is a saddle: it rises along one diagonal and falls along the other.":             every(saddle, diagonals),
	"One class lies inside, the other around it.":                                                                    around,
	"Can the line f = 0 close around a class? → Yes, an ellipse":                                                     ellipse,
	"Yes: here f = 0 is an ellipse, and {strip.fit.right} of {strip.fit.total} points are right.":                    every(ellipse, rightOnes),
	"All neurons have weights below zero: three valleys upside down make a hill.":                                    every(signs(0, 3), ellipse),
	"Two spirals, wound into each other, of eighty points together.":                                                 eighty,
	"How many points will the best network get right? → Fewer than 60":                                               every(rightOnes, fewRight),
	"{strip.fit.right} of {strip.fit.total}, and it is certified: no network of this kind costs less, however wide.": every(rightOnes, certified, others),
	"Cost and lower bound agree; the bound comes from a curve that stays within β; and the cost is a bowl: what cannot be improved at first cannot be improved at all.": every(certified, bowl, mixed),
	"Which one of these would end the proof? → A curve above β":           above,
	"A curve above β: there a new neuron would gain more than its price.": above,
}

// plain holds the sentences that ask, instruct, name or conclude, and so cannot be false.
var plain = map[string]bool{
	"Drag a point far to the other side.": true, "Draw the wildest points you can think of.": true, "Go round all directions.": true, "Walk at a right angle to u.": true,
	"You add a second layer.": true, "You add many points.": true, "You add orange points among the blue ones.": true, "You lower β.": true, "You raise β.": true,
	"You move one point.": true, "You spoil the network by hand.": true, "You turn one neuron, and the others follow.": true,
	"A small network f is to say which is which.": true, "The shading shows f; on the line f is zero.": true,
	"Training means to make the cost as low as possible.": true, "Press the verdict to see its numbers.": true,
	"Training looks for the lowest cost, not for the curve by which the points were made.": true, "Yes.": true, "No.": true, "Nowhere.": true,
	"Nobody chose the number of neurons; it comes with the solution.":       true,
	"Give the network one more neuron of a tiny weight, in some direction.": true, "Its price is β for a unit of weight.": true,
	"The price β is yours to choose.": true, "You can read the directions of the neurons off the curve.": true, "Other points, another curve.": true,
	"But a large one might, over a hill and far away?":                                       true,
	"Mix the best network with any other, a share of each, and look at the cost on the way.": true,
	"Where a convex function has no way down at first, it has no way down at all.":           true, // a theorem of its own
	"Perhaps that was luck: the other network had no neurons.":                               true, "Take another one, with random neurons.": true,
	"A gap like this one says: not proved to be the best.": true, "This one is mended while the film plays; watch both numbers.": true,
	"Other examples have another a s² + b s + c.": true, "Two clouds of points.": true, "Even then there is a curve of gains.": true, "Why take matrices?": true,
	"A neuron is a direction in the range of its matrix that lies on the cone.":                true,
	"The usual way to train: start at random and step downhill in the weights and directions.": true,
	"A run shows its own cost and no bound, so nothing in it says whether it has arrived.":     true, "The certified lower bound does.": true,
	"Those networks had six neurons.": true, "Perhaps a wider one costs less than what is certified?": true,
	"A conic has no such arms.": true, "The proof tells you to change the kind of network, not to train longer.": true,
	"That is the whole argument.": true,
	"A point on the wrong side only says that the fit is not perfect, and wider networks are covered already.": true,
}

func signsOfClasses(m *moment) error {
	for i, point := range m.snapshot().Points {
		if y := m.Problem().Data.Y[i][0]; math.Abs(y) != 1 || y != point.Label {
			return fmt.Errorf("point %d has the label %g", i, y)
		}
	}
	return nil
}

// trainedAnew: the problem was solved since the start of the step, for the present points.
func trainedAnew(m *moment) error {
	if m.number("solves") <= m.number("then.solves") {
		return fmt.Errorf("there was no solution")
	}
	return certified(m)
}

// others: random networks of any width cost no less than the bound.
func others(m *moment) error {
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		network := append([]document.Neuron(nil), m.network()...)
		for range r.IntN(12) {
			sin, cos := math.Sincos(2 * math.Pi * r.Float64())
			network = append(network, document.Neuron{U: []float64{cos, sin}, Alpha: r.NormFloat64() * math.Pow(10, -4*r.Float64())})
		}
		if cost := m.cost(network); cost < m.number("lowerBound")*(1-1e-12) {
			return fmt.Errorf("a network costs %g, the bound is %g", cost, m.number("lowerBound"))
		}
	}
	return nil
}

func isCertified(m *moment) error {
	return want(m.at("strip.certified") == true, "it is not certified")
}

// quadratic: the third differences of f vanish along any line.
func quadratic(m *moment) error {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		x, y, dx, dy := r.Float64(), r.Float64(), r.Float64(), r.Float64()
		f := func(t float64) float64 { return m.f(m.network(), []float64{x + t*dx, y + t*dy}) }
		if third := f(3) - 3*f(2) + 3*f(1) - f(0); math.Abs(third) > 1e-9 {
			return fmt.Errorf("the third difference is %g", third)
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

func squarePlus(m *moment) error {
	return want(m.sigma(2) == 6 && m.sigma(-1) == 0 && m.sigma(0) == 0, "the activation is another one")
}

func ridges(m *moment) error {
	for _, n := range m.network() {
		one := []document.Neuron{n}
		if a, b := m.f(one, []float64{0.3, 0.2}), m.f(one, []float64{0.3 - 2*n.U[1], 0.2 + 2*n.U[0]}); !alike(a, b, 1e-12) {
			return fmt.Errorf("across u it changes from %g to %g", a, b)
		}
	}
	return nil
}

func valleys(m *moment) error {
	for _, n := range m.network() {
		one := []document.Neuron{n}
		bend := m.f(one, n.U) + m.f(one, []float64{-n.U[0], -n.U[1]}) - 2*m.f(one, []float64{0, 0})
		if bend*n.Alpha <= 0 {
			return fmt.Errorf("a neuron of weight %g bends by %g", n.Alpha, bend)
		}
	}
	return nil
}

func sums(m *moment) error {
	f := m.snapshot().Function
	for _, x := range m.Problem().Data.X {
		if a, b := f.At(protocol.Vec{x[0], x[1]}), m.f(m.network(), x); !alike(a, b, 1e-9) {
			return fmt.Errorf("the picture has %g, the neurons add up to %g", a, b)
		}
	}
	return nil
}

// fitsMatrix: f is linear in Z - Z'.
func fitsMatrix(m *moment) error {
	a, z := m.Problem().Activation, m.Solution().Z[0]
	entry := func(i, j int) float64 { return z.Plus[i][j] - z.Minus[i][j] }
	for _, x := range m.Problem().Data.X {
		f := a.C * entry(2, 2)
		for i := range 2 {
			f += a.B * x[i] * entry(i, 2)
			for j := range 2 {
				f += a.A * x[i] * x[j] * entry(i, j)
			}
		}
		if !alike(f, m.f(m.network(), x), 1e-9) {
			return fmt.Errorf("the matrix gives %g", f)
		}
	}
	return nil
}

// mixed: for a mixture of two networks, side by side with scaled weights, f is the mixture of theirs, and the cost is at most that of theirs.
func mixed(m *moment) error {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		share := r.Float64()
		var other, both []document.Neuron
		for range 1 + r.IntN(8) {
			sin, cos := math.Sincos(2 * math.Pi * r.Float64())
			other = append(other, document.Neuron{U: []float64{cos, sin}, Alpha: 3 * r.NormFloat64()})
		}
		for k, network := range [2][]document.Neuron{m.network(), other} {
			for _, n := range network {
				n.Alpha *= math.Abs(float64(k) - share)
				both = append(both, n)
			}
		}
		x := []float64{r.Float64(), r.Float64()}
		mix := func(a, b float64) float64 { return share*a + (1-share)*b }
		if !alike(m.f(both, x), mix(m.f(m.network(), x), m.f(other, x)), 1e-9) || m.cost(both) > mix(m.cost(m.network()), m.cost(other))*(1+1e-9) {
			return fmt.Errorf("the mixture costs %g", m.cost(both))
		}
	}
	return nil
}

// hilly: half way to the same network with two neurons exchanged, interpolating weights and directions, the cost is higher than at both ends.
func hilly(m *moment) error {
	network := m.network()
	for i := range network {
		for j := range i {
			half := append([]document.Neuron(nil), network...)
			alpha, angle := (network[i].Alpha+network[j].Alpha)/2, 0.0
			a, b := math.Atan2(network[i].U[1], network[i].U[0]), math.Atan2(network[j].U[1], network[j].U[0])
			angle = a + math.Remainder(b-a, 2*math.Pi)/2
			half[i] = document.Neuron{U: []float64{math.Cos(angle), math.Sin(angle)}, Alpha: alpha}
			half[j] = half[i]
			if m.cost(half) > m.cost(network)*(1+1e-6) {
				return nil
			}
		}
	}
	return fmt.Errorf("there is no hill between %d neurons", len(network))
}

func empty(m *moment) error {
	sum := 0.0
	for _, y := range m.Problem().Data.Y {
		sum += y[0] * y[0]
	}
	return want(m.f(nil, []float64{0.3, 0.4}) == 0 && m.cost(nil) == sum, "no neurons cost %g", m.cost(nil))
}

// priceless: for beta equal to the largest gain of the empty network, no neuron is worth its price.
func priceless(m *moment) error {
	d := m.again()
	d.tell(`{"do":"beta","value":%g}`, 1.001*m.peak(m.residual(nil)))
	return want(len(d.Page().Neurons) == 0 && d.Page().Status == "optimal", "there are %d neurons", len(d.Page().Neurons))
}
