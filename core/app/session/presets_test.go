package session

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/data/dataset"
	"conelab/core/data/presets"
)

// TestPresetsSayWhatHolds checks what the sentences say of the network, with the polynomial and with ReLU, over the range of beta in which
// they are told, and that they are not told of another model.
func TestPresetsSayWhatHolds(t *testing.T) {
	for _, preset := range presets.All {
		for activation, told := range map[string]string{"polynomial": preset.Lesson, "relu": preset.PiecewiseLesson} {
			d, shown := drive(t), taught{}
			for _, beta := range []float64{0.003, 0.01, 0.03, 0.1, 1} {
				if told == "" || activation == "relu" && (beta < 0.01 || beta > 0.1) {
					continue
				}
				d.apply(`{"do":"loadPreset","name":%q,"activation":%q}`, preset.Name, activation)
				d.do(`{"do":"beta","value":%g}`, beta)
				shown.last, shown.page = len(shown.Neurons), d.Page()
				shown.Snapshot = *d.Snapshot()
				holds := lessons[preset.Name+" "+activation]
				if shown.page.Lesson != told || shown.page.Status != "optimal" || holds != nil && !holds(&shown) {
					t.Errorf("%s, %s at beta %g, %s: not so: %q", preset.Name, activation, beta, shown.page.Status, shown.page.Lesson)
				}
			}
		}
	}
	d := drive(t)
	for _, c := range []struct{ preset, change, back string }{
		{"parabola", `{"do":"beta","value":40}`, `{"do":"beta","value":0.01}`},
		{"ring", `{"do":"coefficients","a":0.09,"b":0.5,"c":0.47}`, `{"do":"coefficients","a":1,"b":0.5,"c":-0.25}`},
		{"largest", `{"do":"loss","name":"softmax"}`, `{"do":"loss","name":"squared"}`},
		{"edge", `{"do":"architecture","kind":"dense"}`, `{"do":"architecture","kind":"convolutional","filter":3,"pool":"global"}`},
		{"valley", `{"do":"noise","value":10}`, `{"do":"noise","value":0}`}, {"saddle", `{"do":"layers","by":1}`, `{"do":"layers","by":-1}`},
	} {
		d.do(`{"do":"loadPreset","name":%q}`, c.preset)
		for i, change := range []string{c.change, c.back} {
			d.do("%s", change)
			if (d.Page().Lesson == "") != (i == 0) {
				t.Errorf("%s after %s: %q", c.preset, change, d.Page().Lesson)
			}
		}
	}
}

// taught is what a lesson speaks of: what is drawn, the page, and the number of neurons for the smaller beta before, 0 for none.
type taught struct {
	protocol.Snapshot
	page *protocol.Page
	last int
}

// right is the share of the points that the network gets right.
func (s *taught) right() float64 { return *s.page.Train.Accuracy }

// determinant is positive if f = 0 is an ellipse in the plane, negative if it is a hyperbola.
func (s *taught) determinant() float64 {
	return 4*s.Function.XX*s.Function.YY - s.Function.XY*s.Function.XY
}

// lessons are statements of the presets' sentences on the network that can be false, evaluated on what is drawn, and for signals on the
// filters.
var lessons = map[string]func(s *taught) bool{
	"parabola polynomial": func(s *taught) bool { // three neurons, at each of which the curve touches
		return len(s.Neurons) == 3 && !slices.ContainsFunc(s.Neurons, func(n protocol.Neuron) bool {
			return math.Abs(s.Certificate.At(n.U)) < s.Beta*(1-1e-4)
		})
	},
	"ring polynomial": func(s *taught) bool { // an ellipse around the origin
		return s.determinant() > 0 && s.Function.C*(s.Function.XX+s.Function.YY) < 0
	},
	"xor polynomial": func(s *taught) bool {
		f := &s.Function
		return f.XX+f.YY+f.XY > 0 && f.XX+f.YY-f.XY < 0 && s.right() == 1
	},
	"stripe polynomial": func(s *taught) bool { return s.determinant() < 0 && s.right() >= 0.9 },
	"valley polynomial": func(s *taught) bool { return len(s.Neurons) <= 4 },
	"shell polynomial":  func(s *taught) bool { low, high := s.curvatures(); return low*high > 0 && s.right() >= 0.9 },
	"saddle polynomial": func(s *taught) bool { low, high := s.curvatures(); return low < 0 && high > 0 && s.right() == 1 },
	"tube polynomial": func(s *taught) bool {
		f := &s.Function
		return s.determinant() > 0 && f.XX*f.ZZ < 0 && f.C*f.ZZ > 0 && math.Abs(f.ZZ) < 0.5*min(math.Abs(f.XX), math.Abs(f.YY))
	},
	"bump polynomial": func(s *taught) bool { return len(s.page.Neurons) <= 6 },
	"edge polynomial": func(s *taught) bool { // rising filters have positive weights
		return !slices.ContainsFunc(s.page.Neurons, func(n protocol.PageNeuron) bool { return n.U[len(n.U)-1] > n.U[0] != (n.Alpha > 0) })
	},
	"four relu": func(s *taught) bool { // at most two lines hang on each point
		hanging := map[int]map[[2]int64]bool{}
		for j, face := range s.Piecewise.Kinks {
			u := s.Neurons[j].U
			line := [2]int64{int64(math.Round(1e6 * math.Abs(u[1]/u[0]))), int64(math.Round(1e6 * math.Abs(u[2]/math.Hypot(u[0], u[1]))))}
			for _, k := range face {
				if hanging[k] == nil {
					hanging[k] = map[[2]int64]bool{}
				}
				hanging[k][line] = true
			}
		}
		for _, lines := range hanging {
			if len(lines) > 2 {
				return false
			}
		}
		return len(s.Points) == 4 && len(hanging) > 0
	},
	"wave relu": func(s *taught) bool {
		on := 0
		for _, face := range s.Piecewise.Kinks {
			on += min(len(face), 1)
		}
		return 2*on > len(s.Neurons) && (s.last == 0 || len(s.Neurons) < s.last)
	},
	"spiral relu":       func(s *taught) bool { return s.right() == 1 },
	"moons relu":        func(s *taught) bool { return s.right() >= 0.98 },
	"checkerboard relu": func(s *taught) bool { return s.right() >= 0.95 },
}

// curvatures returns the extreme values of the quadratic part of f over many directions.
func (s *taught) curvatures() (low, high float64) {
	form := s.Function
	form.X, form.Y, form.Z, form.C = 0, 0, 0, 0
	low, high = math.Inf(1), math.Inf(-1)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		q := form.At(protocol.Vec(dataset.Direction(rng, 3)))
		low, high = min(low, q), max(high, q)
	}
	return low, high
}

// TestPresetsSayWhatTheyBring switches between presets: every change besides the points is named, nothing else is, and undo reverts it.
func TestPresetsSayWhatTheyBring(t *testing.T) {
	d := drive(t)
	for _, first := range presets.All {
		for _, change := range []string{`{"do":"loss","name":"softmax"}`, `{"do":"noise","value":10}`,
			`{"do":"fit","name":"relu","low":-5,"high":5}`, `{"do":"hold","value":20}`} {
			second := presets.All[(len(first.Name)*7+len(change))%len(presets.All)]
			d.apply(`{"do":"loadPreset","name":%q}`, first.Name)
			_ = d.Apply([]byte(change)) // not every change suits the data
			before, keep := d.Page(), string(d.Share())
			d.apply(`{"do":"loadPreset","name":%q}`, second.Name)
			p := d.Page()
			for word, differs := range map[string]bool{
				"σ(s) = " + messages.Activation(p.Coefficients): p.Coefficients != before.Coefficients,
				"the " + p.Loss + " loss":                       p.Loss != before.Loss, p.Architecture[:5]: p.Architecture != before.Architecture,
				"without noise":      before.Split.Noise != p.Split.Noise,
				"no points held out": before.Split.Held > 0, second.Title + " also sets: ": p.PresetChanges != "",
			} {
				if strings.Contains(p.PresetChanges, word) != differs {
					t.Errorf("%s after %s and %s: %q, want %q: %t", second.Name, first.Name, change, p.PresetChanges, word, differs)
				}
			}
			d.apply(`{"do":"focus"}`)
			if d.Page().PresetChanges != p.PresetChanges {
				t.Error("a look takes the sentence away")
			}
			d.apply(`{"do":"undo"}`)
			if d.Page().PresetChanges != "" || string(d.Share()) != keep {
				t.Errorf("undo leaves %q", d.Page().PresetChanges)
			}
		}
	}
}
