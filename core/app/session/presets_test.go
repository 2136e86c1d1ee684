package session

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/data/presets"
)

// TestPresetsSayWhatHolds checks what the sentences say of the network, at both ends of the range of beta in which they are told
// and between, and that they are not told of another model.
func TestPresetsSayWhatHolds(t *testing.T) {
	for _, preset := range presets.All {
		d := drive(t)
		var s protocol.Snapshot
		for _, beta := range []float64{0.003, 0.01, 0.1, 1} {
			d.do(`{"do":"loadPreset","name":%q}`, preset.Name)
			d.do(`{"do":"beta","value":%g}`, beta)
			d.SnapshotTo(&s)
			if d.Page().Lesson != preset.Lesson {
				t.Errorf("%s at beta %g: nothing is said", preset.Name, beta)
			}
			if holds := lessons[preset.Name]; holds != nil && (d.Page().Status != "optimal" || !holds(&s, d.Page().Neurons)) {
				t.Errorf("%s at beta %g: not so: %q", preset.Name, beta, preset.Lesson)
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

// lessons are the statements of the presets' sentences on the network that can be false, evaluated on what is drawn, and for
// signals on the filters.
var lessons = map[string]func(s *protocol.Snapshot, neurons []protocol.PageNeuron) bool{
	"parabola": func(s *protocol.Snapshot, _ []protocol.PageNeuron) bool {
		touches := 0
		for _, n := range s.Neurons {
			if math.Abs(s.Certificate.At(n.U)) > s.Beta*(1-1e-4) {
				touches++
			}
		}
		return len(s.Neurons) == 3 && touches == 3
	},
	"ring": func(s *protocol.Snapshot, _ []protocol.PageNeuron) bool { // an ellipse around the origin
		return determinant(&s.Function) > 0 && s.Function.C*(s.Function.XX+s.Function.YY) < 0
	},
	"xor": func(s *protocol.Snapshot, _ []protocol.PageNeuron) bool {
		f := &s.Function
		return f.XX+f.YY+f.XY > 0 && f.XX+f.YY-f.XY < 0 && signsRight(s) == len(s.Points)
	},
	"stripe": func(s *protocol.Snapshot, _ []protocol.PageNeuron) bool {
		return determinant(&s.Function) < 0 && signsRight(s)*10 >= 9*len(s.Points)
	},
	"spiral":  certifiedIsAll,
	"largest": certifiedIsAll,
	"bend":    certifiedIsAll,
	"masked": func(s *protocol.Snapshot, _ []protocol.PageNeuron) bool {
		low, high, middle := classMean(s, 1), classMean(s, 3), protocol.Vec{}
		for k := range middle {
			middle[k] = (low[k] + high[k]) / 2
		}
		f := &s.Classes[1]
		return f.At(middle) > max(f.At(low), f.At(high))
	},
	"valley": func(s *protocol.Snapshot, _ []protocol.PageNeuron) bool { return len(s.Neurons) <= 4 },
	"interval": func(s *protocol.Snapshot, _ []protocol.PageNeuron) bool {
		low, high := math.Inf(1), math.Inf(-1)
		for _, p := range s.Points {
			if p.Label < 0 {
				low, high = min(low, p.X[0]), max(high, p.X[0])
			}
		}
		changes := func(at float64) bool {
			return s.Function.At(protocol.Vec{at - 0.12})*s.Function.At(protocol.Vec{at + 0.12}) < 0
		}
		return changes(low) && changes(high)
	},
	"shell": func(s *protocol.Snapshot, _ []protocol.PageNeuron) bool {
		low, high := formEnds(&s.Function)
		return low*high > 0 && signsRight(s)*10 >= 9*len(s.Points)
	},
	"saddle": func(s *protocol.Snapshot, _ []protocol.PageNeuron) bool {
		low, high := formEnds(&s.Function)
		return low < 0 && high > 0 && signsRight(s) == len(s.Points)
	},
	"tube": func(s *protocol.Snapshot, _ []protocol.PageNeuron) bool {
		f := &s.Function
		return determinant(f) > 0 && f.XX*f.ZZ < 0 && f.C*f.ZZ > 0 && math.Abs(f.ZZ) < 0.5*min(math.Abs(f.XX), math.Abs(f.YY))
	},
	"bump": func(_ *protocol.Snapshot, filters []protocol.PageNeuron) bool { return len(filters) <= 6 },
	"edge": func(_ *protocol.Snapshot, filters []protocol.PageNeuron) bool { // rising filters have positive weights, and the squares cancel
		sum, weight := make([]float64, len(filters[0].U)), 0.0
		for _, n := range filters {
			if n.U[len(n.U)-1] > n.U[0] != (n.Alpha > 0) {
				return false
			}
			for k, u := range n.U {
				sum[k] += n.Alpha * u * u
			}
			weight += math.Abs(n.Alpha)
		}
		return max(slices.Max(sum), -slices.Min(sum)) <= 0.1*weight
	},
}

func certifiedIsAll(*protocol.Snapshot, []protocol.PageNeuron) bool { return true }

// signsRight counts the points at which the sign of the network is that of the label.
func signsRight(s *protocol.Snapshot) (right int) {
	for _, p := range s.Points {
		if (s.Function.At(p.X) > 0) == (p.Label > 0) {
			right++
		}
	}
	return right
}

func classMean(s *protocol.Snapshot, class int) (at protocol.Vec) {
	count := 0.0
	for _, p := range s.Points {
		if p.Class == class {
			count++
			for k, v := range p.X {
				at[k] += (v - at[k]) / count
			}
		}
	}
	return at
}

// determinant is positive if f = 0 is an ellipse in the plane, negative if it is a hyperbola.
func determinant(f *protocol.Quadratic) float64 { return 4*f.XX*f.YY - f.XY*f.XY }

// formEnds returns the extreme values of the quadratic part of f over many directions.
func formEnds(f *protocol.Quadratic) (low, high float64) {
	form := protocol.Quadratic{XX: f.XX, YY: f.YY, ZZ: f.ZZ, XY: f.XY, XZ: f.XZ, YZ: f.YZ}
	low, high = math.Inf(1), math.Inf(-1)
	for i := range 60 {
		for k := range 61 {
			sin, cos := math.Sincos(math.Pi * float64(i) / 60)
			z := -1 + float64(k)/30
			q := form.At(protocol.Vec{math.Sqrt(1-z*z) * cos, math.Sqrt(1-z*z) * sin, z})
			low, high = min(low, q), max(high, q)
		}
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
			d.apply(`{"do":"loadPreset","name":"` + first.Name + `"}`)
			_ = d.Apply([]byte(change)) // not every change suits the data
			before, keep := d.Page(), string(d.Share())
			d.apply(`{"do":"loadPreset","name":"` + second.Name + `"}`)
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

// TestPiecewisePresetsSayWhatHolds is TestPresetsSayWhatHolds with ReLU.
func TestPiecewisePresetsSayWhatHolds(t *testing.T) {
	for _, preset := range presets.All {
		if preset.PiecewiseLesson == "" {
			continue
		}
		d, last := drive(t), 0
		var s protocol.Snapshot
		for _, beta := range []float64{0.01, 0.03, 0.1} {
			_ = d.Apply(fmt.Appendf(nil, `{"do":"loadPreset","name":%q,"activation":"relu"}`, preset.Name))
			d.tell(`{"do":"beta","value":%g}`, beta)
			d.SnapshotTo(&s)
			page := d.Page()
			if page.Lesson != preset.PiecewiseLesson || page.Status != "optimal" || !reluLessons[preset.Name](page, &s, last) {
				t.Errorf("%s at beta %g, %s: not so: %q", preset.Name, beta, page.Status, page.Lesson)
			}
			last = page.Strip.Neurons
		}
	}
}

// reluLessons are the statements of these sentences that can be false. last is the number of neurons for the smaller beta before, 0 for
// none.
var reluLessons = map[string]func(p *protocol.Page, s *protocol.Snapshot, last int) bool{
	"four": func(_ *protocol.Page, s *protocol.Snapshot, _ int) bool {
		hanging := map[int]map[[2]int64]bool{}
		for j, face := range s.Piecewise.Kinks {
			u := s.Neurons[j].U
			slope := math.Atan2(u[1], u[0])
			line := [2]int64{int64(math.Round(1e6 * math.Abs(math.Tan(slope)))), int64(math.Round(1e6 * math.Abs(u[2]/math.Hypot(u[0], u[1]))))}
			for _, k := range face.Points {
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
	"wave": func(p *protocol.Page, s *protocol.Snapshot, last int) bool {
		on := 0
		for _, face := range s.Piecewise.Kinks {
			on += min(len(face.Points), 1)
		}
		return 2*on > len(s.Neurons) && (last == 0 || p.Strip.Neurons < last)
	},
	"spiral": func(p *protocol.Page, _ *protocol.Snapshot, _ int) bool {
		return *p.Train.Accuracy == 1
	},
	"moons": func(p *protocol.Page, _ *protocol.Snapshot, _ int) bool {
		return *p.Train.Accuracy >= 0.98
	},
	"checkerboard": func(p *protocol.Page, _ *protocol.Snapshot, _ int) bool {
		return *p.Train.Accuracy >= 0.95
	},
}
