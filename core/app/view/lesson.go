package view

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// claims holds the statements that the presets' sentences make about the network, evaluated on what is drawn. The sentence of a preset without an
// entry does not depend on the model.
var lessonClaims = map[string]func(l *lesson) bool{
	"parabola": func(l *lesson) bool {
		return len(l.shown.Neurons) == 3 && l.touches() == 3 && !isConstant(&l.shown.Function)
	},
	"ring": func(l *lesson) bool {
		f := &l.shown.Function
		return determinant(f) > 0 && f.At(center(f))*(f.XX+f.YY) < 0
	},
	"xor": func(l *lesson) bool {
		f := &l.shown.Function
		return f.XX+f.YY+f.XY > 0 && f.XX+f.YY-f.XY < 0 && l.right() == len(l.shown.Points)
	},
	"stripe": func(l *lesson) bool { return determinant(&l.shown.Function) < 0 && l.isRight() },
	"spiral": func(l *lesson) bool { return l.certified },
	"largest": func(l *lesson) bool {
		return l.certified && l.separable && len(l.shown.Classes) == 3
	},
	"masked": func(l *lesson) bool {
		if len(l.shown.Classes) != 3 || !l.separable {
			return false
		}
		middle, low, high := l.shown.Classes[1], l.mean(1), l.mean(3)
		return middle.At(midpoint(low, high)) > max(middle.At(low), middle.At(high))
	},
	"valley": func(l *lesson) bool { return len(l.shown.Neurons) <= 4 },
	"bend":   func(l *lesson) bool { return l.certified },
	"interval": func(l *lesson) bool {
		low, high := l.interval()
		const near = 0.12
		f := &l.shown.Function
		changes := func(at float64) bool { return f.At(protocol.Vec{at - near})*f.At(protocol.Vec{at + near}) < 0 }
		return changes(low) && changes(high)
	},
	"shell": func(l *lesson) bool { low, high := formEnds(&l.shown.Function); return low*high > 0 && l.isRight() },
	"saddle": func(l *lesson) bool {
		low, high := formEnds(&l.shown.Function)
		return low < 0 && high > 0 && l.right() == len(l.shown.Points)
	},
	"tube": func(l *lesson) bool {
		f := &l.shown.Function
		return determinant(f) > 0 && f.XX*f.ZZ < 0 && f.C*f.ZZ > 0 && math.Abs(f.ZZ) < 0.5*min(math.Abs(f.XX), math.Abs(f.YY))
	},
	"bump": func(l *lesson) bool { return !l.pooled || len(l.neurons) <= fewFilters },
	"edge": func(l *lesson) bool { return l.pooled && l.slopes() },
}

// fewFilters is the largest number of filters that a sentence calls few.
const fewFilters = 6

// lesson is what the sentence of a preset may refer to: the snapshot and, for signals and images, of which nothing is drawn, the neurons. Pooled is
// set if the neurons are filters whose responses are averaged over all positions.
type lesson struct {
	shown                        protocol.Snapshot
	neurons                      []neural.Neuron
	certified, separable, pooled bool
}

// lessonHolds reports whether the sentence of the present preset is true of the network found last. While that belongs to the data of another
// preset, nothing is said; otherwise what was said before stays until there is a new network.
func (s *Stage) lessonHolds() bool {
	t, r := s.Work.Now(), s.Solution.Result()
	claim := lessonClaims[t.Preset()]
	if claim == nil || r == nil || s.deep() || !s.Solution.Fits(t) && !t.Sampled() {
		return claim == nil
	}
	if !s.Solution.Current() {
		return t.Preset() == s.tells && s.holds
	}
	if r != s.told || t.Preset() != s.tells {
		architecture := t.Architecture()
		l := lesson{certified: r.Status == certify.Optimal, separable: !t.Jointly(), neurons: r.Neurons}
		l.pooled = architecture.Kind == document.KindConvolutional && architecture.Pool == document.GlobalPool
		s.SnapshotTo(&l.shown)
		s.told, s.tells, s.holds = r, t.Preset(), claim(&l)
	}
	return s.holds
}

// touches counts the neurons at which the certificate touches its bounds.
func (l *lesson) touches() (count int) {
	for i := range l.shown.Neurons {
		if math.Abs(l.shown.Certificate.At(l.shown.Neurons[i].U)) > l.shown.Beta*(1-1e-4) {
			count++
		}
	}
	return count
}

// right counts the points at which the sign of the network is that of the label.
func (l *lesson) right() (right int) {
	for i := range l.shown.Points {
		if q := &l.shown.Points[i]; (l.shown.Function.At(q.X) > 0) == (q.Label > 0) {
			right++
		}
	}
	return right
}

// isRight reports whether the network has the sign of nine labels in ten.
func (l *lesson) isRight() bool { return l.right()*10 >= 9*len(l.shown.Points) }

// mean returns the centroid of a class, counted from 1.
func (l *lesson) mean(class int) (at protocol.Vec) {
	count := 0.0
	for i := range l.shown.Points {
		if q := &l.shown.Points[i]; q.Class == class {
			count++
			for k, v := range q.X {
				at[k] += (v - at[k]) / count
			}
		}
	}
	return at
}

// between returns the midpoint.
func midpoint(a, b protocol.Vec) protocol.Vec {
	for k := range a {
		a[k] = (a[k] + b[k]) / 2
	}
	return a
}

// interval returns the interval of the points with negative labels.
func (l *lesson) interval() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for i := range l.shown.Points {
		if q := &l.shown.Points[i]; q.Label < 0 {
			low, high = min(low, q.X[0]), max(high, q.X[0])
		}
	}
	return low, high
}

// slopes reports whether rising filters have positive weights and falling ones negative weights, and the squared terms cancel.
func (l *lesson) slopes() bool {
	var sum []float64
	weight := 0.0
	for _, n := range l.neurons {
		last := len(n.U) - 1
		if n.U[last] > n.U[0] != (n.Alpha > 0) {
			return false
		}
		sum = append(sum, make([]float64, len(n.U)-min(len(sum), len(n.U)))...)
		for k, u := range n.U {
			sum[k] += n.Alpha * u * u
		}
		weight += math.Abs(n.Alpha)
	}
	for _, v := range sum {
		if math.Abs(v) > 0.1*weight {
			return false
		}
	}
	return len(l.neurons) > 0
}

func isConstant(f *protocol.Quadratic) bool {
	return max(math.Abs(f.XX), math.Abs(f.YY), math.Abs(f.XY), math.Abs(f.X), math.Abs(f.Y)) == 0
}

// determinant is positive if f = 0 is an ellipse in the plane, negative if it is a hyperbola.
func determinant(f *protocol.Quadratic) float64 { return 4*f.XX*f.YY - f.XY*f.XY }

// center returns the point of the plane at which the gradient of f is zero.
func center(f *protocol.Quadratic) protocol.Vec {
	d := determinant(f)
	return protocol.Vec{(f.XY*f.Y - 2*f.YY*f.X) / d, (f.XY*f.X - 2*f.XX*f.Y) / d}
}

// formEnds returns the extreme values of the quadratic part of f over many directions.
func formEnds(f *protocol.Quadratic) (low, high float64) {
	form := *f
	form.X, form.Y, form.Z, form.C = 0, 0, 0, 0
	low, high = math.Inf(1), math.Inf(-1)
	for i := range 60 {
		for k := range 61 {
			sin, cos := math.Sincos(math.Pi * float64(i) / 60)
			z := -1 + 2*float64(k)/60
			q := form.At(protocol.Vec{math.Sqrt(1-z*z) * cos, math.Sqrt(1-z*z) * sin, z})
			low, high = min(low, q), max(high, q)
		}
	}
	return low, high
}
