package stage

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/network/certify"
)

// claims has what the sentence of a preset says of the network, evaluated on what is drawn. A preset without one says nothing that the model can
// make untrue.
var claims = map[string]func(l *lesson) bool{
	"parabola": func(l *lesson) bool {
		return len(l.shown.Neurons) == 3 && l.touches() == 3 && !isConstant(&l.shown.Function)
	},
	"ring": func(l *lesson) bool {
		f := &l.shown.Function
		return determinant(f) > 0 && f.At(center(f))*(f.XX+f.YY) < 0
	},
	"xor": func(l *lesson) bool {
		f := &l.shown.Function
		return f.XX+f.YY+f.XY > 0 && f.XX+f.YY-f.XY < 0
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
		f := &l.shown.Classes[1]
		return f.At(protocol.Vec{}) > max(f.At(protocol.Vec{0.7}), f.At(protocol.Vec{-0.7}))
	},
	"valley": func(l *lesson) bool { return len(l.shown.Neurons) <= 4 },
	"bend":   func(l *lesson) bool { return l.certified },
	"interval": func(l *lesson) bool {
		f := &l.shown.Function
		return f.X*f.X-4*f.XX*f.C > 0 && f.At(protocol.Vec{0})*f.At(protocol.Vec{1}) < 0 && f.At(protocol.Vec{0})*f.At(protocol.Vec{-1}) < 0
	},
	"shell":  func(l *lesson) bool { low, high := formEnds(&l.shown.Function); return low*high > 0 && l.isRight() },
	"saddle": func(l *lesson) bool { low, high := formEnds(&l.shown.Function); return low < 0 && high > 0 },
	"tube": func(l *lesson) bool {
		f := &l.shown.Function
		return determinant(f) > 0 && f.XX*f.ZZ < 0 && f.C*f.ZZ > 0 && math.Abs(f.ZZ) < 0.5*min(math.Abs(f.XX), math.Abs(f.YY))
	},
}

// lesson is what the sentence of a preset may speak of.
type lesson struct {
	shown                protocol.Snapshot
	certified, separable bool
}

// lessonHolds reports whether the sentence of the present preset is true of the network that was found last.
func (s *Stage) lessonHolds() bool {
	t, r := s.Work.Now(), s.Solution.Result()
	claim := claims[t.Preset()]
	if claim == nil || r == nil || s.deep() || !s.Solution.Fits(t) {
		return claim == nil
	}
	if r != s.told || t.Preset() != s.tells {
		l := lesson{certified: r.Status == certify.Optimal, separable: !t.Jointly()}
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

// isRight reports whether the network has the sign of nine labels in ten.
func (l *lesson) isRight() bool {
	right := 0
	for i := range l.shown.Points {
		if q := &l.shown.Points[i]; (l.shown.Function.At(q.X) > 0) == (q.Label > 0) {
			right++
		}
	}
	return right*10 >= 9*len(l.shown.Points)
}

func isConstant(f *protocol.Quadratic) bool {
	return max(math.Abs(f.XX), math.Abs(f.YY), math.Abs(f.XY), math.Abs(f.X), math.Abs(f.Y)) == 0
}

// determinant is above zero where f = 0 is an ellipse in the plane, below where it is a hyperbola.
func determinant(f *protocol.Quadratic) float64 { return 4*f.XX*f.YY - f.XY*f.XY }

// center returns where the gradient of f is zero in the plane.
func center(f *protocol.Quadratic) protocol.Vec {
	d := determinant(f)
	return protocol.Vec{(f.XY*f.Y - 2*f.YY*f.X) / d, (f.XY*f.X - 2*f.XX*f.Y) / d}
}

// formEnds returns the least and the largest value of the quadratic part of f over many directions of space.
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
