package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/data/fault"
	"conelab/core/data/presets"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/stack"
)

// checkClaims checks each sentence about the fit against the documents, and returns their number.
func (d driver) checkClaims() int {
	d.t.Helper()
	strip := d.Page().Strip
	p, s := d.Problem(), d.Solution()
	if p == nil || s == nil {
		if strip.Known || strip.Certified || strip.Fit != nil {
			d.t.Fatalf("without a solution the strip says %+v", strip)
		}
		return 0
	}
	report := document.CheckSolution(p, s)
	if strip.Certified != (report.Pass && s.Status == certify.Optimal) {
		d.t.Fatalf("certified %t, the check passes %t", strip.Certified, report.Pass)
	}
	fit := strip.Fit
	if !strip.Certified {
		if fit != nil && fit.Says+fit.Why+strings.Join(fit.Helps, " ") != "" {
			d.t.Fatalf("without a certificate it is said: %+v", *fit)
		}
		return 0
	}
	m := measure(p, s.Network.Neurons)
	if score := d.Page().Train; score.Points != m.total || (score.Accuracy != nil) != m.classes || m.classes && score.Right() != m.right ||
		!m.classes && score.R2 != nil && math.Abs(*score.R2-m.r2) > 1e-6 {
		d.t.Fatalf("the page says %s, counted were %+v", score.Sentence(), m)
	}
	claims := 0
	for _, text := range append([]string{fit.Says, fit.Why}, fit.Helps...) {
		for _, sentence := range strings.SplitAfter(text, ". ") {
			sentence = strings.TrimSpace(sentence)
			if sentence != "" {
				claims++
				d.checkClaim(sentence, p, s, m)
			}
		}
	}
	return claims
}

// checkClaim checks one sentence.
func (d driver) checkClaim(text string, p *document.Problem, s *document.Solution, m measured) {
	d.t.Helper()
	fail := func(why string, args ...any) {
		d.t.Helper()
		d.t.Fatalf("%q is not true: %s\n%s", text, fmt.Sprintf(why, args...), p.JSON())
	}
	has := func(part string) bool { return strings.Contains(text, part) }
	n := s.Network.Neurons
	switch {
	case has("costs less"):
		if has("With no neuron") != (len(n) == 0) {
			fail("there are %d neurons", len(n))
		}
		switch {
		case has("farther from"):
			if !(m.r2 < 0) {
				fail("R2 is %g", m.r2)
			}
		case has("as far from"):
			if m.r2 != 0 {
				fail("R2 is %g", m.r2)
			}
		case has("the same"):
			if m.r2-m.r2 == 0 {
				fail("R2 is %g", m.r2)
			}
		case !has(m.words()) && math.Abs(1000*m.r2-math.Round(1000*m.r2)) > 1e-6:
			fail("it %s", m.words())
		}
		if has("trained on") != (d.now().Holdouts() > 0 && (has(" right") || has("explains"))) {
			fail("%d points are held out", d.now().Holdouts())
		}
	case has("another layer the network"), has("more layers the network"):
		more := 1
		if has("more layers") {
			more = int(numberAfter(d.t, text, "With "))
		}
		q := *p
		q.Stack = &document.Stack{Layers: document.Depth(1 + more)}
		network := new(stack.Job).Run(stack.Problem{Problem: q.Program(), Options: q.Stack.Options()})
		for k, layer := range network.Layers {
			if reached := measureFit(p, layer.Result.Fit); k == more && !has(reached.words()) || network.Status != certify.Optimal {
				fail("it %s", reached.words())
			}
		}
	case strings.HasPrefix(text, "With ") && has(" the optimum "):
		d.checkHelp(text, p, m)
	case strings.HasPrefix(text, "The noise"):
		clean := d.now().WithNoise(0)
		changed := 0
		for i := range d.now().Samples() {
			if !d.now().IsHeld(i) && !slices.Equal(clean.RowOf(clean.Y, i), d.now().RowOf(d.now().Y, i)) {
				changed++
			}
		}
		if changed == 0 || m.classes && !has(fault.Count(changed, "point")) {
			fail("noise has changed %d points", changed)
		}
	}
}

// checkHelp solves the problem that a sentence proposes.
func (d driver) checkHelp(text string, p *document.Problem, m measured) {
	d.t.Helper()
	q := *p
	switch {
	case strings.Contains(text, "β"):
		q.Beta = numberAfter(d.t, text, "β = ")
		if q.Beta >= p.Beta {
			d.t.Fatalf("%q: beta is %g", text, p.Beta)
		}
	case strings.Contains(text, "loss"):
		for _, name := range []string{"squared", "huber", "l1", "hinge", "logistic", "softmax"} {
			if strings.Contains(text, " "+name+" ") {
				q.Loss = name
			}
		}
		q.Data.Y = nil
		for _, row := range p.Data.Y { // classes are written with -1
			row = slices.Clone(row)
			for o, y := range row {
				if y != 1 {
					row[o] = -1
				}
			}
			q.Data.Y = append(q.Data.Y, row)
		}
	case strings.Contains(text, "a bias"):
		q.Data.X, q.Columns = (&document.Columns{}).WithBias(p.Data.X)
	default:
		for _, c := range []float64{-0.25, -0.12} {
			if strings.Contains(text, messages.Activation([3]float64{1, 0.5, c})+" ") {
				q.Activation = document.Activation{A: 1, B: 0.5, C: c}
			}
		}
	}
	if q.Loss == p.Loss && q.Beta == p.Beta && q.Activation == p.Activation && len(q.Data.X[0]) == len(p.Data.X[0]) {
		d.t.Fatalf("%q: nothing changes", text)
	}
	solution := document.SolutionOf(&q, solved(d.t, &q), 0)
	reached := measure(&q, solution.Network.Neurons)
	if !strings.Contains(text, reached.words()) || reached.right <= m.right && m.classes || !m.classes && reached.r2 <= m.r2 {
		d.t.Fatalf("%q: it %s, the optimum shown %s", text, reached.words(), m.words())
	}
}

// sets returns problems that no preset covers: more features, numeric outputs, coinciding points, a single point.
var sets = []func(rng *rand.Rand) string{
	func(rng *rand.Rand) string {
		return planted(rng, 60, 5, func(x []float64) string { return sign(x[0]*x[1]*x[2] > 0) })
	},
	func(rng *rand.Rand) string {
		return planted(rng, 50, 4, func(x []float64) string {
			row := []string{"0", "0", "0"}
			row[rng.IntN(3)] = "1"
			return strings.Join(row, ",")
		})
	},
	func(rng *rand.Rand) string {
		return planted(rng, 40, 2, func(x []float64) string {
			return fmt.Sprintf("%g,%g", math.Sin(5*x[0]), x[1]*x[1]*x[1]+0.2*rng.NormFloat64())
		})
	},
	func(rng *rand.Rand) string {
		return planted(rng, 30, 2, func([]float64) string { return sign(rng.IntN(2) == 0) + "," + sign(rng.IntN(2) == 0) })
	},
	func(rng *rand.Rand) string {
		return planted(rng, 60, 1, func(x []float64) string { return sign(math.Sin(9*x[0]) > 0) })
	},
	func(rng *rand.Rand) string { return planted(rng, 1, 2, func([]float64) string { return "1" }) },
	func(rng *rand.Rand) string { return planted(rng, 12, 2, func([]float64) string { return "2.5" }) },
}

// planted returns the intent that sets a problem with random points, labelled by a function that may move them.
func planted(rng *rand.Rand, n, d int, label func(x []float64) string) string {
	var xs, ys []string
	for range n {
		x, words := make([]float64, d), make([]string, d)
		for k := range x {
			x[k] = 2*rng.Float64() - 1
		}
		y := label(x)
		for k, v := range x {
			words[k] = fmt.Sprint(v)
		}
		xs, ys = append(xs, "["+strings.Join(words, ",")+"]"), append(ys, "["+y+"]")
	}
	return `{"do":"loadProblem","problem":{"format":"conelab/problem/1","data":{"x":[` + strings.Join(xs, ",") +
		`],"y":[` + strings.Join(ys, ",") +
		`]},"architecture":{"kind":"dense"},"activation":{"a":1,"b":0.5,"c":-0.25},"loss":"squared","beta":0.05}}`
}

// TestClaimsAreTrue checks everything said about the fit, and that all sentences are said, for all presets and other problems, with
// losses, activations, architectures and values of beta in turn, and after random edits.
func TestClaimsAreTrue(t *testing.T) {
	d, rng, said := drive(t), rand.New(rand.NewPCG(13, 1)), &strings.Builder{}
	claims := 0
	try := func(format string, args ...any) {
		if d.Apply(fmt.Appendf(nil, format, args...)) == nil { // not every combination suits the data
			d.solve()
			d.check()
			claims += d.checkClaims()
			if fit := d.Page().Strip.Fit; fit != nil {
				fmt.Fprintln(said, fit.Says, fit.Why, strings.Join(fit.Helps, " "))
			}
		}
	}
	sigmas := []string{`"a":0.1,"b":0.5,"c":0.24`, `"a":0,"b":1,"c":0.3`, `"a":0,"b":1,"c":0`, `"a":1,"b":0,"c":0`, `"a":1,"b":0,"c":-0.3`,
		`"a":-1,"b":0.4,"c":0`, `"a":0,"b":0,"c":1`, `"a":0,"b":0,"c":0`}
	losses := func() {
		for _, name := range append(d.Page().Losses, "squared") {
			if try(`{"do":"loss","name":%q}`, name); d.Problem().Loss != name || d.Page().Loss != name {
				t.Errorf("the %s loss is offered, and not taken", name)
			}
		}
	}
	vary := func(at int) {
		losses()
		for k := range 3 {
			try(`{"do":"coefficients",%s}`, sigmas[(3*at+k)%len(sigmas)])
		}
		try(`{"do":"bias","on":true}`)
		try(`{"do":"coefficients","a":1,"b":0.5,"c":-0.25}`)
		try(`{"do":"beta","value":%g}`, []float64{1e-5, 4, 100}[at%3])
		try(`{"do":"beta","value":0.05}`)
		try(`{"do":"noise","value":30}`)
		try(`{"do":"hold","value":25}`)
		try(`{"do":"architecture","kind":"quadratic"}`)
		losses()
	}
	for at, preset := range presets.All {
		try(`{"do":"loadPreset","name":%q}`, preset.Name)
		vary(at)
		for range 2 {
			randomGesture(rng, d.Session)
			d.solve()
			claims += d.checkClaims()
		}
	}
	for at, set := range sets {
		try("%s", set(rng))
		vary(at)
	}
	try(`{"do":"clear"}`)
	if claims < 300 {
		t.Errorf("only %d sentences were said", claims)
	}
	for _, words := range []string{
		"No single layer with this activation costs less, however wide; this one gets ",
		"No quadratic network, however wide, costs less; this one ",
		"No network with this activation and these patches, however wide, costs less; this one ", "With no neuron f is 0 everywhere",
		"gets all 80 right.", " % of the labels", "f = 0 can only be a conic, such as an ellipse or a hyperbola.",
		"f = 0 can only be a line.", "cannot close around the origin", "f can only be a parabola", "With the smaller β = ", "With σ(s) = ",
		"With the hinge loss the optimum gets ",
		"More features, as columns of a table, can only lower the least cost.", "The noise has changed the class of",
	} {
		if !strings.Contains(said.String(), words) {
			t.Errorf("nothing says %q", words)
		}
	}
}

// claims matches what is true of a certified optimum only.
var claims = regexp.MustCompile(`however wide|costs? less[.;:]|the best (one|network)|best network is|reaches? (it|β|±β)|touches ±|worth its price|` +
	`just its price|gains exactly|rounding hides|proves it|optimal network|two numbers meet|lowest point|found and proved in|of the certified optimum|all 1 layer|worth more than its price`)

// TestNoClaimWithoutACertificate stops solutions and makes them fail: neither caption nor note, and no sentence of the proof, says what is true
// of an optimum only, and one layer is not called all; the caption and the picture Why say how far the network is from certified; and no race
// begins, and no neuron is perturbed, for that reason.
func TestNoClaimWithoutACertificate(t *testing.T) {
	const tiny = `{"do":"loadProblem","problem":{"format":"conelab/problem/1","data":{"x":[[1,0],[0,1],[-1,0.5],[0.3,-1]],` +
		`"y":[[1],[-1],[1],[-1]]},"architecture":{"kind":"dense"},"activation":{"a":1,"b":0.5,"c":-0.25},"loss":"squared","beta":1e-300}}`
	failed := drive(t)
	failed.tell(tiny)
	stopped := map[string]driver{"failed": failed}
	for name, intents := range map[string][]string{
		"stopped": {`{"do":"beta","value":0.003}`}, "stopped in layer 1": {`{"do":"layers","value":6}`},
		"stopped in layer 1 of a plane": {`{"do":"loadPreset","name":"ring"}`, `{"do":"layers","value":6}`},
		"stopped with ReLU":             {`{"do":"loadPreset","name":"ring"}`, `{"do":"activation","name":"relu"}`},
	} {
		d := long(t)
		for _, in := range intents {
			d.apply("%s", in)
		}
		d.Work(func() bool { return true })
		d.apply(`{"do":"stop"}`)
		stopped[name] = d
	}
	for name, d := range stopped {
		if p := d.Page(); p.Busy || p.Strip.Certified {
			t.Fatalf("%s: %s, %+v", name, p.Status, p.Strip)
		}
		for _, film := range intent.Animations {
			d.apply(`{"do":"animation","name":%q}`, film)
			for _, at := range []string{"0", "1", "2.5", "4", "1e9"} {
				d.apply(`{"do":"seek","position":%s}`, at)
				p := d.Page()
				said := []string{p.Animation.Caption, p.Message, p.Strip.Note}
				for _, tile := range p.Tiles {
					said = append(said, tile.Note, tile.Description)
				}
				if p.CanRotate {
					t.Errorf("%s, %s at %s: there are said to be other optimal networks", name, film, at)
				}
				if p.Proof != nil {
					said = append(said, p.Proof.Sentences[:]...)
				}
				for _, sentence := range said {
					if claims.MatchString(sentence) {
						t.Errorf("%s, %s at %s: %q", name, film, at, sentence)
					}
				}
				const far = "is not certified: it costs "
				if at == "1e9" && !strings.Contains(p.Animation.Caption, far) ||
					!strings.Contains(p.Tiles[protocol.PictureCertificate].Note, far) {
					t.Errorf("%s, %s at %s: %q, %q", name, film, at, p.Animation.Caption, p.Tiles[protocol.PictureCertificate].Note)
				}
			}
		}
		for _, refused := range []string{`{"do":"startRace","method":"adam","runs":1,"epochs":1}`, `{"do":"perturb","neuron":0,"turn":20}`} {
			if err := d.Apply([]byte(refused)); err == nil || !strings.Contains(err.Error(), "is not certified") {
				t.Errorf("%s, %s: %v", name, refused, err)
			}
		}
	}
}
