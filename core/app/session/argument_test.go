package session

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/data/presets"
	"conelab/core/format/document"
	"conelab/core/network/certify"
)

// TestTheArgumentIsTrue shows the five pictures of the argument for all presets that have pictures, with losses that suit their labels,
// with ReLU where it is offered, and with random edits, and checks every sentence against the documents alone. That gains, sections,
// tangents and bounds are those of the problem is proved in package landscape.
func TestTheArgumentIsTrue(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 1))
	seen := map[string]int{}
	for _, preset := range presets.All {
		d := drive(t)
		d.do(`{"do":"loadPreset","name":%q}`, preset.Name)
		if !d.now().Dense() {
			continue
		}
		for range 2 {
			losses := d.Page().Losses
			d.do(`{"do":"loss","name":%q}`, losses[r.IntN(len(losses))])
			d.argue(r, seen)
			d.do(`{"do":"beta","value":%g}`, math.Pow(10, 4*r.Float64()-2.5))
			if d.now().Drawable() {
				d.do(`{"do":"tool","name":"move"}`)
				third := []string{"", "", "", ",0"}[d.now().D]
				d.do(`{"do":"press","at":[0,0%s],"radius":0.1,"index":%d}`, third, r.IntN(d.now().Samples()))
				d.do(`{"do":"drag","at":[%g,%g%s],"radius":0.1}`, 2*r.Float64()-1, 2*r.Float64()-1, third)
				d.do(`{"do":"release"}`)
			}
			d.argue(r, seen)
			d.do(`{"do":"loadPreset","name":%q}`, preset.Name) // a moved point of one feature has no class
		}
		if d.Page().Activation.Offered && d.now().Samples() <= 80 {
			d.tell(`{"do":"activation","name":"relu"}`)
			d.argue(r, seen)
		}
	}
	// With so small a β the v of the bound is not 2(y − f), and |g| stays far below β.
	d := drive(t)
	d.tell("%s", strings.ReplaceAll(planted(r, 25, 2, func([]float64) string { return sign(r.IntN(2) == 0) }), "0.05", "1e-12"))
	if page := d.Page(); !page.Strip.Certified || !strings.Contains(page.Proof.Sentences[1], "v = 2(y − f), corrected so that |g| ≤ β") {
		t.Errorf("%s, %q", page.Status, page.Proof.Sentences[1])
	}
	d.check()
	d.argue(r, seen)
	for _, words := range []string{
		"need not be β at the neurons", "not worth its price", "It is neuron u", "just its price, so", "the network has none", "touches ±β",
		"The lowest point", "the cost on the way between the two", "at most the mixture of its ends",
		": a new neuron pays. Any v", "may pay. Any v", "The two numbers meet",
		"lies nowhere above it", "none gains more than its price", "The price of any network is at least what it gains", "the lines are level",
		"heights are added up",
		"add up to the lower bound", "costs less than the heights", "this output’s part",
	} {
		if !strings.Contains(strings.Join(slices.Collect(maps.Keys(seen)), "\n"), words) {
			t.Errorf("nothing was shown that says %q", words)
		}
	}
}

// argue shows all five pictures at several positions and checks each.
func (d driver) argue(r *rand.Rand, seen map[string]int) {
	d.t.Helper()
	d.tell(`{"do":"baseline","name":%q,"seed":%d}`, []string{"empty", "random", "perturbed"}[r.IntN(3)], r.IntN(100))
	for _, animation := range []string{"price", "curve", "bowl", "tangents", "bounds"} {
		d.tell(`{"do":"animation","name":%q}`, animation)
		for _, position := range []float64{0, 4 * r.Float64(), 4*protocol.TangentsLevel + 1e-6, 4 * protocol.TangentsRival, 4} {
			d.tell(`{"do":"seek","position":%g}`, position)
			d.checkArgument(seen)
		}
	}
	s := d.Snapshot()
	if len(s.Argument.Marks) > 0 && len(d.own(d.Solution(), s.Output)) > 0 {
		d.tell(`{"do":"perturb","neuron":%d,"turn":%g,"scale":%g}`, s.Argument.Marks[0].Neuron, 360*r.Float64()-180, 2*r.Float64())
		d.checkArgument(seen)
	}
	d.do(`{"do":"animation","name":"decomposition"}`)
}

// checkArgument checks the sentence shown.
func (d driver) checkArgument(seen map[string]int) {
	d.t.Helper()
	page := d.Page()
	s := d.Snapshot()
	a, text := &s.Argument, page.Animation.Caption
	if a.Topic == 0 || !isSentence(text) {
		d.t.Fatalf("the argument is not shown, but %q", text)
	}
	seen[text]++
	problem, solution := d.Problem(), d.Solution()
	own, beta, size := d.own(solution, s.Output), problem.Beta, math.Abs(solution.Objective)
	certified, circle := solution.Status == certify.Optimal, !a.Line && !problem.Activation.IsPiecewise()
	if !problem.Activation.IsPiecewise() {
		d.checkReasons()
	}
	says := func(words string) bool { return strings.Contains(text, words) }
	if says("costs β") || says("it costs,") || says(", and costs") { // a network costs, a neuron has a price
		d.t.Errorf("%q", text)
	}
	fail := func(format string, args ...any) {
		d.t.Helper()
		d.t.Errorf("%s, %s at %g, %q: %s", d.now().Preset, d.now().Loss, page.Animation.Position, text, fmt.Sprintf(format, args...))
	}
	g := func(angle float64) float64 {
		return math.Abs(a.Circle.At(protocol.Vec{math.Cos(angle), math.Sin(angle)}))
	}
	most := 0.0
	for k := range 720 {
		if circle || a.Line && k%360 == 0 {
			most = math.Max(most, g(float64(k)*math.Pi/360))
		}
	}
	reached := !slices.ContainsFunc(a.Marks, func(m protocol.CircleNeuron) bool { return g(m.Angle) < beta*(1-1e-4) })
	switch a.Topic {
	case protocol.Price:
		if certified && math.Abs(a.Gain) > beta*(1+1e-6) ||
			(says("not worth") || says("almost its price")) == (math.Abs(a.Gain) >= beta*(1-1e-5)) {
			fail("it gains %g, and costs %g", a.Gain, beta)
		}
		closest := math.Pi // of the neurons whose weight has the sign of the gain
		for _, m := range a.Marks {
			if circle && (s.Neurons[m.Neuron].Alpha > 0) == (a.Gain > 0) {
				closest = min(closest, math.Abs(math.Remainder(m.Angle-a.Angle, 2*math.Pi)))
			}
		}
		if circle && (says("almost its price") && closest > 3*math.Pi/180 || says("not worth") && closest < 2.9*math.Pi/180 && reached) {
			fail("the closest neuron is %g from %g", closest, a.Angle)
		}
		if len(a.Added) > 0 && certified && slices.Min(a.Added) < page.LowerBound-1e-9*size || says("It is neuron") && len(own) == 0 {
			fail("with one more neuron it costs %g, with %d", slices.Min(a.Added), len(own))
		}
	case protocol.Curve:
		if says("stays between") && most > beta*(1+1e-6) || says("the network has none") != (len(own) == 0 && a.Progress >= 1 && certified) ||
			circle && says("touches ±β") && !reached {
			fail("the curve reaches %g, there are %d neurons", most, len(own))
		}
	case protocol.Bowl:
		if says("above") && !(a.Cost >= a.Best*(1-certify.DefaultTolerance)) || says("The lowest") &&
			math.Abs(a.Cost-solution.Objective) > 1e-9*math.Abs(a.Cost) {
			fail("it costs %g, the optimum %g", a.Cost, solution.Objective)
		}
	case protocol.Tangents:
		sum, unearned := 0.0, a.Compared().Price-a.Compared().Gain // what the other network's price exceeds its gain by
		for i := range a.Tangents {
			t := &a.Tangents[i]
			sum += t.Height
			if line := t.Height - t.V*t.Fit; says("touches it") && math.Abs(line-t.Loss) > 1e-5*(1+size) {
				fail("point %d loses %g, its line is at %g", t.Row, t.Loss, line)
			}
		}
		if len(a.Tangents) == len(s.Points) && math.Abs(sum-a.Whole) > 1e-9*(1+size) ||
			says("add up to the lower bound") && (math.Abs(a.Whole-solution.LowerBound) > 1e-9*(1+size) || a.Sum != a.Whole) ||
			says("This one costs") && a.Best-a.Whole > 1e-7*(1+size) ||
			says("less than the heights") && (min(unearned, a.Rival-a.Whole-unearned) < -1e-9*a.Rival || !addUp(numbersIn(text)...)) ||
			says("this output’s part") && !(a.Whole < a.Bound+1e-9*(1+size) && d.now().Outputs > 1) {
			fail("the heights add up to %g, said to be %g, so far %g, the bound is %g", sum, a.Whole, a.Sum, a.Bound)
		}
	case protocol.Bounds:
		if a.Bound > solution.Objective+1e-9*size || a.Cost < solution.LowerBound-1e-9*size || says("meet") && a.Cost-a.Bound > 1e-6*size {
			fail("cost %g and bound %g, the optimum is between %g and %g", a.Cost, a.Bound, solution.LowerBound, solution.Objective)
		}
		if says("Perturbed, it costs "+messages.Fill("{6}. ", a.Best)) && a.Cost > a.Best*(1+1e-9) {
			fail("it says the best cost, %g, of a network that costs %g", a.Best, a.Cost)
		}
		inputs := len(problem.Data.X[0])
		if problem.Activation.IsPiecewise() {
			inputs++
		}
		if c := cost(problem, documented(s.Neurons, inputs)); d.now().Outputs == 1 && d.now().Drawable() && math.Abs(c-a.Cost) > 1e-9*(1+size) {
			fail("the network that is drawn costs %g, not %g", c, a.Cost)
		}
		if says(": a new neuron") && circle && len(a.Marks) == len(own) && d.now().D == 2 && d.now().Outputs == 1 && most <= beta {
			fail("the curve stays within %g", most)
		}
	}
}

// checkReasons recomputes the numbers of the proof's three sentences from the documents.
func (d driver) checkReasons() {
	d.t.Helper()
	problem, solution, sentences := d.Problem(), d.Solution(), d.Page().Proof.Sentences
	fit, price, gain := outputs(problem, solution.Network.Neurons, problem.Data.X), 0.0, 0.0
	cost, bound := solution.Objective, solution.LowerBound
	for _, n := range solution.Network.Neurons {
		price += problem.Beta * math.Abs(n.Alpha)
	}
	for i, row := range solution.Dual {
		for o, v := range row {
			gain += v * fit[o*len(solution.Dual)+i]
		}
	}
	if problem.Loss == "squared" && !strings.Contains(sentences[1], "corrected") { // v is as stated
		for _, u := range solution.Network.Neurons {
			u.Alpha = 1
			apart := 0.0
			for k, s := range outputs(problem, []document.Neuron{u}, problem.Data.X) {
				i, o := k%len(problem.Data.X), k/len(problem.Data.X)
				apart += (2*(problem.Data.Y[i][o]-fit[k]) - solution.Dual[i][o]) * s
			}
			if math.Abs(apart) > 2e-6*problem.Beta {
				d.t.Errorf("%q, but with that g is %g away, and β is %g", sentences[1], apart, problem.Beta)
			}
		}
	}
	want := [4][]float64{{cost - price, price, cost}, {problem.Beta}, {gain}, {bound, cost}}
	for k, text := range sentences {
		tolerance := 1e-9 * cost
		if k == 0 { // as many decimals as the cost has
			tolerance = 1e-5 * cost
		}
		for _, v := range want[k] {
			if !slices.ContainsFunc(numbersIn(text), func(said float64) bool { return math.Abs(said-v) <= 5e-6*math.Abs(v)+tolerance }) {
				d.t.Errorf("%q does not say %g", text, v)
			}
		}
	}
	if n := numbersIn(sentences[0]); !addUp(n[len(n)-1], n[len(n)-2], n[len(n)-3]) {
		d.t.Errorf("%q: the numbers do not add up", sentences[0])
	}
}

// addUp reports whether the first of some numbers is what the others add up to, figure by figure.
func addUp(numbers ...float64) bool {
	whole := numbers[0]
	for _, v := range numbers[1:] {
		whole -= v
	}
	return math.Abs(whole) < 1e-9*(1+math.Abs(numbers[0]))
}

var numeral = regexp.MustCompile(`−?\d+(\.\d+)?(e[+−]?\d+)?`)

// numbersIn returns the numbers in a sentence.
func numbersIn(text string) (numbers []float64) {
	for _, word := range numeral.FindAllString(text, -1) {
		if v, err := strconv.ParseFloat(strings.ReplaceAll(word, "−", "-"), 64); err == nil {
			numbers = append(numbers, v)
		}
	}
	return numbers
}

// documented returns drawn neurons as a document has them, with the given number of entries in their directions.
func documented(drawn []protocol.Neuron, d int) (neurons []document.Neuron) {
	for _, n := range drawn {
		neurons = append(neurons, document.Neuron{U: n.U[:d], Alpha: n.Alpha})
	}
	return neurons
}

// TestOnceRoundTheCircle checks that dragging once around the circle of directions covers it all, in either sense and from any
// start, that a part of it does not, and that the search says which neuron it has come to.
func TestOnceRoundTheCircle(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"loadPreset","name":"parabola"}`)
	seen := func(places ...float64) float64 {
		d.tell(`{"do":"animation","name":"curve"}`)
		d.Page()
		d.tell(`{"do":"animation","name":"price"}`)
		for _, at := range places {
			d.tell(`{"do":"seek","position":%g}`, protocol.ArgumentUnits*(at-math.Floor(at)))
			d.Page()
		}
		return d.Page().Argument.Round
	}
	var there, back []float64
	for k := range 41 {
		there, back = append(there, 0.15+float64(k)/40), append(back, 0.15-float64(k)/40)
	}
	for _, places := range [][]float64{there, back} {
		if r := seen(places...); r != 1 {
			t.Errorf("once round, %g of the circle was seen", r)
		}
	}
	const whole = 1 - 2.0/360 // two steps may be left
	if r := seen(0.1, 0.5, 0.9); r >= 1 {
		t.Errorf("from 0.1 to 0.9, %g of the circle was seen", r)
	}
	if seen(0.1, 0.2, 0.6, 0.65); math.Abs(d.Page().Argument.Round-0.05/whole) > 1e-9 {
		t.Errorf("from 0.6 to 0.65 after a leap, %g of the circle was seen", d.Page().Argument.Round)
	}
	if seen(0.1, 0.3, 0.5, 0.15, 0.5); math.Abs(d.Page().Argument.Round-0.4/whole) > 1e-9 {
		t.Errorf("after a leap to what was seen, %g of the circle was", d.Page().Argument.Round)
	}
	// The picture and the number have one measure: nothing is left grey once all has been tried, and before that the rest is said to be left.
	for _, end := range []float64{0.95, 0.97, 0.99, 0.996} {
		r, at := seen(0, 0.3, 0.6, 0.9, end), d.Snapshot().Argument.Traced
		if shown := at[1] - at[0]; (r >= 1) != (shown >= 1) {
			t.Errorf("%g of the circle is said to be seen, and %g shown", r, shown)
		}
	}
	// The trace is of everything between two places, over the film's start too, where the heaviest neuron is.
	seen(0.9, 0.1)
	s := d.Snapshot()
	if low, high := s.Argument.Traced[0], s.Argument.Traced[1]; math.Abs(low-0.9) > 1e-9 || math.Abs(high-1.1) > 1e-9 {
		t.Errorf("from 0.9 over the start to 0.1, the trace is from %g to %g", low, high)
	}
	if page := d.Page(); page.Argument.Best < page.Beta*(1-1e-5) {
		t.Errorf("on the way over a neuron the best gained %g of %g", page.Argument.Best, page.Beta)
	}
	d.tell(`{"do":"seek","position":0}`)
	heaviest := slices.MaxFunc(d.Page().Neurons, func(a, b protocol.PageNeuron) int {
		return cmp.Compare(math.Abs(a.Alpha), math.Abs(b.Alpha))
	})
	if at := d.Page().Argument.Neuron; at != heaviest.Number {
		t.Errorf("the search has come to neuron %d, and says %d", heaviest.Number, at)
	}
	seen(there...)
	s = d.Snapshot()
	if part := s.Argument.Traced[1] - s.Argument.Traced[0]; part < 1-1e-9 {
		t.Errorf("once round, the trace has %g of the circle", part)
	}
	seen(0.5)
	if d.Page().Argument.Best >= d.Page().Beta*(1-1e-5) {
		t.Error("a neuron was found, and none was looked at")
	}
	d.tell(`{"do":"seek","position":4}`)
	if r := d.Page().Argument.Round; r != 1 {
		t.Errorf("at the film's end, %g of the circle was seen", r)
	}
}

// TestSearchBeginsAnew checks that what was found in the search for a neuron that pays, on the circle or on the map of all lines, is of the
// network shown: another network, or another activation, has nothing of it but the neuron in the picture.
func TestSearchBeginsAnew(t *testing.T) {
	d := drive(t)
	d.do(`{"do":"loadPreset","name":"stripe"}`)
	search := func() {
		t.Helper()
		d.tell(`{"do":"animation","name":"price"}`)
		d.tell(`{"do":"seek","position":0.4}`)
		for k := range 33 {
			if d.now().Piecewise() {
				d.tell(`{"do":"probe","u":[%g,%g,%g]}`, math.Cos(float64(k)), math.Sin(float64(k)), float64(k%3)-1)
			} else {
				d.tell(`{"do":"seek","position":%g}`, protocol.ArgumentUnits*math.Mod(0.1+float64(k)/32, 1))
			}
			d.Page()
		}
		if a := d.Page().Argument; a.Round < 0.9 {
			t.Fatalf("%g of all neurons were tried", a.Round)
		}
	}
	for _, other := range []string{
		`{"do":"beta","value":0.3}`, `{"do":"activation","name":"relu"}`, `{"do":"beta","value":0.1}`, `{"do":"activation","name":"polynomial"}`,
	} {
		search()
		d.tell("%s", other)
		page := d.Page()
		s := d.Snapshot()
		if a := page.Argument; a == nil || a.Round > 0.2 || math.Abs(a.Best-math.Abs(s.Argument.Gain)) > 1e-9*page.Beta {
			t.Errorf("after %s: %+v, and the neuron shown gains %g", other, a, s.Argument.Gain)
		}
	}
}
