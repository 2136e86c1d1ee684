//go:build !js

package session

import (
	"fmt"
	"math"

	"conelab/core/app/protocol"
	"conelab/core/format/document"
)

// A truth returns why a sentence is false at a moment, nil if it is true. Costs, gains, bounds and functions are recomputed from the documents.
type truth func(m *moment) error

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
func (m *moment) g(v []float64, angle float64) (sum float64) {
	sin, cos := math.Sincos(angle)
	for i, x := range m.Problem().Data.X {
		sum += v[i] * m.sigma(cos*x[0]+sin*x[1])
	}
	return sum
}

// residual returns twice the errors y - f, from which the gains of all neurons follow.
func (m *moment) residual(neurons []document.Neuron) (v []float64) {
	p := m.Problem()
	for i, x := range p.Data.X {
		v = append(v, 2*(p.Data.Y[i][0]-m.f(neurons, x)))
	}
	return v
}

// peak returns the largest gain over all directions, including those of the neurons.
func (m *moment) peak(v []float64) (most float64) {
	for k := range 2880 {
		most = math.Max(most, math.Abs(m.g(v, float64(k)*math.Pi/1440)))
	}
	for _, n := range m.network() {
		most = math.Max(most, math.Abs(m.g(v, math.Atan2(n.U[1], n.U[0]))))
	}
	return most
}

// lower returns the bound that a dual vector proves, scaled down until its gains are at most beta.
func (m *moment) lower(v []float64) (sum float64) {
	p, shrink := m.Problem(), 1.0
	if peak := m.peak(v); peak > p.Beta {
		shrink = p.Beta / peak
	}
	for i := range v {
		w := shrink * v[i]
		sum += w*p.Data.Y[i][0] - w*w/4
	}
	return sum
}

// certified: the cost is that of the network, the document's dual vector proves the bound, and no network costs less.
func certified(m *moment) error {
	s := m.Solution()
	v := make([]float64, len(s.Dual))
	for i := range v {
		v[i] = s.Dual[i][0]
	}
	cost, lower := m.cost(m.network()), m.lower(v)
	if !alike(cost, m.number("objective"), 1e-10) || !alike(lower, m.number("lowerBound"), 1e-6) || cost-lower > 1e-6*(1+cost) {
		return fmt.Errorf("cost %.12g and bound %.12g, the page says %.12g and %.12g", cost, lower, m.number("objective"), m.number("lowerBound"))
	}
	return want(m.peak(v) <= m.Problem().Beta*(1+1e-6), "the gains reach %g", m.peak(v))
}

// touching: at every neuron the gain is the price, with the sign of the weight.
func touching(m *moment) error {
	v, beta := m.residual(m.network()), m.Problem().Beta
	for _, n := range m.network() {
		if g := m.g(v, math.Atan2(n.U[1], n.U[0])); math.Abs(g-math.Copysign(beta, n.Alpha)) > 1e-2*beta {
			return fmt.Errorf("the gain is %g at a neuron of weight %g", g, n.Alpha)
		}
	}
	return nil
}

// shown compares numbers of the page with those of the documents.
func shown(m *moment) error {
	loss, weight := 0.0, 0.0
	for i, x := range m.Problem().Data.X {
		e := m.f(m.network(), x) - m.Problem().Data.Y[i][0]
		loss += e * e
	}
	for _, n := range m.network() {
		weight += math.Abs(n.Alpha)
	}
	ok := alike(loss, m.number("proof.loss"), 1e-9) && alike(weight, m.number("proof.weight"), 1e-9) && alike(m.number("beta")*weight, m.number("proof.penalty"), 1e-9)
	return want(ok && m.number("beta") == m.Problem().Beta && int(m.number("neurons.length")) == len(m.network()), "loss %g, weight %g", loss, weight)
}

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

// touches counts the separate places at which the curve reaches a bound.
func touches(above, below int) truth {
	return func(m *moment) error {
		curve, beta, got, on := m.drawn(), m.Problem().Beta, [2]int{}, [2]bool{}
		const n = 200000
		for k := range n + 1 {
			g := curve(float64(k)*2*math.Pi/n) / beta
			for side, s := range [2]float64{1, -1} {
				if is := s*g > 1-1e-4; is != on[side] {
					if on[side] = is; is && k > 0 {
						got[side]++
					}
				}
			}
		}
		return want(got == [2]int{above, below}, "it touches %v times", got)
	}
}

// drawn returns the curve as the pictures draw it.
func (m *moment) drawn() func(angle float64) float64 {
	curve := m.snapshot().Certificate
	return func(angle float64) float64 {
		sin, cos := math.Sincos(angle)
		return curve.At(protocol.Vec{cos, sin})
	}
}

func (m *moment) snapshot() *protocol.Snapshot {
	var s protocol.Snapshot
	m.SnapshotTo(&s)
	return &s
}

func flat(m *moment) error {
	v, beta := m.residual(m.network()), m.Problem().Beta
	for k := range 360 {
		if g := m.g(v, float64(k)*math.Pi/180); math.Abs(g+beta) > 1e-3*beta {
			return fmt.Errorf("the curve is at %g, and beta is %g", g, beta)
		}
	}
	return nil
}

// again returns another session with the same problem.
func (m *moment) again() driver {
	d := drive(m.t)
	d.tell(`{"do":"set","problem":%s}`, m.Problem().JSON())
	return d
}

// dearer: at a higher price the weight is no larger and the loss no smaller.
func dearer(m *moment) error {
	d, weight, loss := m.again(), math.Inf(1), 0.0
	for _, by := range []float64{0.5, 1, 4} {
		d.tell(`{"do":"beta","value":%g}`, by*m.Problem().Beta)
		p := d.Page()
		w, l := 0.0, 0.0
		if p.Proof != nil {
			w, l = p.Proof.Weight, p.Proof.Loss
		}
		if w > weight*(1+1e-7)+1e-9 || l < loss*(1-1e-7)-1e-9 {
			return fmt.Errorf("the weight goes from %g to %g, the loss from %g to %g", weight, w, loss, l)
		}
		weight, loss = w, l
	}
	return nil
}

// added: without a point the lowest cost is no higher.
func added(m *moment) error {
	d := m.again()
	d.tell(`{"do":"rows","remove":[0]}`)
	return want(d.Solution() == nil || d.Solution().LowerBound <= m.Solution().Objective, "without a point it costs %g", m.Solution().Objective)
}

// bowl: the section is convex, and nowhere below the bound.
func bowl(m *moment) error {
	for _, rival := range []string{`"empty"`, `"random","seed":4`, `"random","seed":5`, `"spoiled"`} {
		at, name := m.Page().Film, m.Page().Argument
		m.tell(`{"do":"rival","name":%s}`, rival)
		m.tell(`{"do":"film","name":"bowl"}`)
		a := m.snapshot().Argument
		for k := 1; k+1 < len(a.Section); k++ {
			if chord := (a.Section[k-1] + a.Section[k+1]) / 2; a.Section[k] > chord*(1+1e-9) || a.Section[k] < m.number("lowerBound")*(1-1e-9) {
				return fmt.Errorf("to %s: the cost at %d is %g", rival, k, a.Section[k])
			}
		}
		if name != nil {
			m.tell(`{"do":"rival","name":%q}`, name.Rival)
		}
		m.tell(`{"do":"film","name":%q}`, at.Name)
		m.tell(`{"do":"seek","position":%g}`, at.Position)
	}
	return nil
}

// between: the network shown costs no less than the lowest cost, and its own bound is no higher.
func between(m *moment) error {
	cost, bound := m.number("strip.cost"), m.number("strip.bound")
	low, high := m.number("lowerBound"), m.number("objective")
	return want(cost >= low*(1-1e-9) && bound <= high*(1+1e-9) && cost >= bound*(1-1e-9), "cost %g, bound %g, the optimum %g", cost, bound, high)
}

// meet: the cost and the bound of the network shown agree.
func meet(m *moment) error {
	return want(alike(m.number("strip.cost"), m.number("objective"), 1e-8) && alike(m.number("strip.bound"), m.number("objective"), 1e-6), "cost %g, bound %g", m.number("strip.cost"), m.number("strip.bound"))
}

// gap: the gap on the page is the relative difference of cost and bound.
func gap(m *moment) error {
	relative := (m.number("objective") - m.number("lowerBound")) / m.number("objective")
	return want(math.Abs(relative-m.number("gap")) < 1e-15 && relative <= 1e-8, "the gap is %g", relative)
}

// bottom: a small change of a weight in either direction changes the cost only to second order.
func bottom(m *moment) error {
	best := m.cost(m.network())
	for k := range m.network() {
		rise := [2]float64{}
		for side, by := range [2]float64{1e-3, -1e-3} {
			other := append([]document.Neuron(nil), m.network()...)
			other[k].Alpha *= 1 + by
			rise[side] = m.cost(other) - best
		}
		// The difference of both sides contains the terms linear in the change.
		if rise[0] < 0 || rise[1] < 0 || math.Abs(rise[0]-rise[1]) > 1e-6*best {
			return fmt.Errorf("neuron %d: %g and %g", k, rise[0], rise[1])
		}
	}
	return nil
}

// gains: the derivative of the errors with respect to the weight of a new neuron is its gain.
func gains(m *moment) error {
	v := m.residual(m.network())
	for k := range 12 {
		angle, h := float64(k), 1e-4
		sin, cos := math.Sincos(angle)
		loss := func(alpha float64) float64 {
			with := append([]document.Neuron{{U: []float64{cos, sin}, Alpha: alpha}}, m.network()...)
			sum := 0.0
			for i, x := range m.Problem().Data.X {
				e := m.f(with, x) - m.Problem().Data.Y[i][0]
				sum += e * e
			}
			return sum
		}
		if slope, g := (loss(-h)-loss(h))/(2*h), m.g(v, angle); !alike(slope, g, 1e-5) {
			return fmt.Errorf("at %g the errors shrink by %g, the gain is %g", angle, slope, g)
		}
	}
	return nil
}

// pulls: the curve of the page is that of the errors.
func pulls(m *moment) error {
	v, curve := m.residual(m.network()), m.drawn()
	for k := range 12 {
		if g, page := m.g(v, float64(k)), curve(float64(k)); math.Abs(g-page) > 1e-2*(math.Abs(g)+m.Problem().Beta) {
			return fmt.Errorf("the errors make %g, the page shows %g", g, page)
		}
	}
	return nil
}

// above: where the gain of a perturbed network exceeds beta, a new neuron lowers its cost.
func above(m *moment) error {
	other := append([]document.Neuron(nil), m.network()...)
	if len(other) == 0 {
		return nil
	}
	other[0].Alpha *= 0.5
	v, best, at := m.residual(other), 0.0, 0.0
	for k := range 720 {
		if g := m.g(v, float64(k)*math.Pi/360); math.Abs(g) > math.Abs(best) {
			best, at = g, float64(k)*math.Pi/360
		}
	}
	if math.Abs(best) <= m.Problem().Beta {
		return nil
	}
	sin, cos := math.Sincos(at)
	step := 1e-6 * math.Copysign(1, best)
	lower := m.cost(append([]document.Neuron{{U: []float64{cos, sin}, Alpha: step}}, other...))
	return want(lower < m.cost(other), "a neuron that gains %g does not help", best)
}

// widest: there are at most 2(d + 1) neurons.
func widest(m *moment) error {
	return want(len(m.network()) <= 6 && m.number("proof.width") == 6, "%d neurons", len(m.network()))
}
