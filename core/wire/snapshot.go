// Package wire is the only shared language of the solver worker, the page and the view.
//
// The session (package session) answers every intent with two messages: a Page, written as JSON and rendered by the page into
// controls and numbers, and a Snapshot, written in the binary form of this package and rendered by the view into pictures. Both say
// what is; neither asks the reader to compute anything about the training problem.
//
// Frames used by a Snapshot, all right-handed:
//
//	data    x = (x_1, x_2), the features as the user draws them; x_2 points up
//	circle  a neuron's direction u = (cos t, sin t), |u| = 1
//	cone    lifted vectors p = (c_1, c_2, t) in R^3; the Lorentz cone is |c| = |t|, and [u;1] lies on it
package wire

// Vec3 is a lifted vector (c_1, c_2, t).
type Vec3 [3]float64

// Quadratic is the function q(x) = XX x1^2 + XY x1 x2 + YY x2^2 + X x1 + Y x2 + C of the plane.
type Quadratic struct{ XX, XY, YY, X, Y, C float64 }

// At returns q(x1, x2).
func (q Quadratic) At(x1, x2 float64) float64 {
	return (q.XX*x1+q.XY*x2+q.X)*x1 + (q.YY*x2+q.Y)*x2 + q.C
}

// Point is one labelled point of the data.
type Point struct{ X, Y, Label float64 }

// Neuron is one hidden unit alpha sigma(x'u) with |u| = 1.
type Neuron struct {
	U     [2]float64
	Alpha float64
}

// Window is the square of the data plane that is shown: |x - (X, Y)|_inf <= Half.
type Window struct{ X, Y, Half float64 }

// Snapshot is all that the pictures show of one state of the session.
type Snapshot struct {
	// Revision changes whenever anything but Film.Position, Film.Playing, Focus and Grabbed does.
	Revision uint32
	// Dimension is the number of features d of the data. The pictures are for d = 2; for another d, Points and all below are empty.
	Dimension int
	Window    Window
	Points    []Point
	// Grabbed is the index of the point under the finger, or -1.
	Grabbed int
	// Focus is the index in Neurons of the neuron to light up in every tile, or -1.
	Focus int

	Beta       float64
	Activation [3]float64 // a, b, c of sigma(s) = a s^2 + b s + c
	Neurons    []Neuron
	// Function is the trained network f as a function of the data plane.
	Function Quadratic
	// Certificate is g(u) = sum_i v_i sigma(x_i'u) for the certified dual vector v: |g| <= Beta on the unit circle, touching at the
	// neurons (+Beta where alpha > 0, -Beta where alpha < 0).
	Certificate Quadratic
	Film        Film
}

// Film is the decomposition of the solution's matrices as something to play: a reel for Z, then a reel for Z' (a reel without
// neurons is left out). Time runs in units: each reel takes one unit in which its eigenvectors appear and one for each step.
type Film struct {
	Position float64 // in [0, Length()]
	Playing  bool
	Reels    []Reel
}

// Reel is the decomposition of one matrix.
type Reel struct {
	// Sign is +1 for Z, whose neurons have alpha > 0, and -1 for Z'.
	Sign int
	// Steps has one step for each neuron.
	Steps []Step
}

// Step is one pass of the neural decomposition: of the vectors Before it takes p_1 = Before[First] and p_j = Before[Partner], turns
// the pair, y = cos(a) p_1 + sin(a) p_j and w = cos(a) p_j - sin(a) p_1, until y lies on the cone, y'Gy = 0, and leaves w in the
// place of the pair, so that y y' + w w' = p_1 p_1' + p_j p_j'.
//
// The vectors Before of a reel's first step are its eigenvectors sqrt(lambda_j) q_j, largest first. Those of a later step are those
// of the step before without p_1, and with w at p_j's place.
type Step struct {
	Before []Vec3
	First  int
	// Partner is -1 when p_1 lies on the cone already; then y = p_1 and nothing is turned.
	Partner int
	// Angle is a, in (-pi/2, pi/2); tan(a) is the paper's alpha.
	Angle float64
	// FormFirst and FormPartner are p_1'Gp_1 and p_j'Gp_j, of opposite signs.
	FormFirst, FormPartner float64
	// Y is the vector on the cone, with its last entry >= 0.
	Y Vec3
	// Neuron is the index in Snapshot.Neurons of the neuron that y becomes.
	Neuron int
}

// Length returns the number of units the film takes.
func (f *Film) Length() float64 {
	units := 0
	for _, r := range f.Reels {
		units += 1 + len(r.Steps)
	}
	return float64(units)
}

// At says what is on at the film's position: the reel, the step (-1 while the eigenvectors appear), and how much of that unit has
// passed, in [0, 1]. At the end of the film it is the last step with passed = 1. An empty film gives reel = -1.
func (f *Film) At() (reel, step int, passed float64) {
	t := f.Position
	for r := range f.Reels {
		units := float64(1 + len(f.Reels[r].Steps))
		if last := r == len(f.Reels)-1; t < units || last {
			t = max(0, min(t, units))
			unit := min(int(t), len(f.Reels[r].Steps))
			return r, unit - 1, t - float64(unit)
		}
		t -= units
	}
	return -1, -1, 0
}
