// Package protocol is the only shared language of the solver worker, the page and the view.
//
// The session (package session) answers every intent with two messages: a Page, written as JSON and rendered by the page into
// controls and numbers, and a Snapshot, written in the binary form of this package and rendered by the view into pictures. Both say
// what is; neither asks the reader to compute anything about the training problem.
//
// What is asked of a session is in package intent, and read by package parse. Both answers carry a Revision.
//
// Frames used by a Snapshot, all right-handed, for data with d = 1, 2 or 3 features; what is beyond d is zero:
//
//	data    x = (x_1, .., x_d), the features as the user draws them
//	sphere  a neuron's direction u, |u| = 1
//	cone    lifted vectors p = (c_1, .., c_d, t), t in the last of four places; the Lorentz cone is |c| = |t|, and [u;1] lies on it
package protocol

import "math"

// MostClasses is the largest number of classes that the pictures tell apart.
const MostClasses = 6

// MostNameBytes is how long the name of a class is at most.
const MostNameBytes = 48

// Vec is a point or a direction of the data, (x_1, x_2, x_3).
type Vec [3]float64

// Lifted is a lifted vector (c_1, c_2, c_3, t).
type Lifted [4]float64

// Form returns p'Gp = |c|^2 - t^2.
func (p Lifted) Form() float64 { return p[0]*p[0] + p[1]*p[1] + p[2]*p[2] - p[3]*p[3] }

// Rounding is the share of a whole below which a part of it may be what rounding has left.
const Rounding = 1e-6

// Side says where p lies: 1 outside the Lorentz cone, p'Gp > 0, -1 inside, 0 on it up to rounding.
func (p Lifted) Side() int {
	form, size := p.Form(), p.Norm()
	switch {
	case math.Abs(form) < Rounding*size*size:
		return 0
	case form > 0:
		return 1
	}
	return -1
}

// Norm returns |p|.
func (p Lifted) Norm() float64 { return math.Sqrt(p[0]*p[0] + p[1]*p[1] + p[2]*p[2] + p[3]*p[3]) }

// Quadratic is the function q(x) = XX x1^2 + YY x2^2 + ZZ x3^2 + XY x1 x2 + XZ x1 x3 + YZ x2 x3 + X x1 + Y x2 + Z x3 + C.
type Quadratic struct{ XX, YY, ZZ, XY, XZ, YZ, X, Y, Z, C float64 }

// At returns q(x).
func (q *Quadratic) At(x Vec) float64 {
	return (q.XX*x[0]+q.XY*x[1]+q.XZ*x[2]+q.X)*x[0] + (q.YY*x[1]+q.YZ*x[2]+q.Y)*x[1] + (q.ZZ*x[2]+q.Z)*x[2] + q.C
}

// Add adds s r to q.
func (q *Quadratic) Add(s float64, r *Quadratic) {
	q.XX, q.YY, q.ZZ = q.XX+s*r.XX, q.YY+s*r.YY, q.ZZ+s*r.ZZ
	q.XY, q.XZ, q.YZ = q.XY+s*r.XY, q.XZ+s*r.XZ, q.YZ+s*r.YZ
	q.X, q.Y, q.Z, q.C = q.X+s*r.X, q.Y+s*r.Y, q.Z+s*r.Z, q.C+s*r.C
}

// Symmetric is a symmetric matrix on lifted vectors: the entries (i, j), j <= i, row by row.
type Symmetric [10]float64

// At returns entry (i, j).
func (m *Symmetric) At(i, j int) float64 {
	if i < j {
		i, j = j, i
	}
	return m[i*(i+1)/2+j]
}

// AddOuter adds s p p'.
func (m *Symmetric) AddOuter(s float64, p Lifted) {
	at := 0
	for i := range p {
		for j := range i + 1 {
			m[at] += s * p[i] * p[j]
			at++
		}
	}
}

// Function returns the function x -> < A(x), M > of a network with matrix M = Z - Z' and activation a s^2 + b s + c.
func (m *Symmetric) Function(activation [3]float64) Quadratic {
	a, b, c := activation[0], activation[1], activation[2]
	return Quadratic{
		a * m.At(0, 0), a * m.At(1, 1), a * m.At(2, 2), 2 * a * m.At(0, 1), 2 * a * m.At(0, 2), 2 * a * m.At(1, 2),
		b * m.At(0, 3), b * m.At(1, 3), b * m.At(2, 3), c * m.At(3, 3),
	}
}

// Only returns the matrix that has entry (i, j) of m, and (j, i), and zeros elsewhere.
func (m *Symmetric) Only(i, j int) (out Symmetric) {
	if i < j {
		i, j = j, i
	}
	at := i*(i+1)/2 + j
	out[at] = m[at]
	return out
}

// Point is one labelled point of the data.
type Point struct {
	X Vec
	// Label is that of the output shown.
	Label float64
	// Held says that the point is held out: the network was not trained on it.
	Held bool
	// Class is the point's class, 1 for the first, or 0 where the labels are not classes (or the two signs of one output).
	Class int
	// Selected says that the point is one of those that the user has chosen.
	Selected bool
}

// Neuron is one hidden unit alpha sigma(x'u) with |u| = 1.
type Neuron struct {
	U     Vec
	Alpha float64
	// Number is what the neuron is called, from 1: it keeps its number from one solution to the next. Where it is 0, the place in the list counts.
	Number int
}

// Lifted returns [u;1] sqrt(|alpha|), the vector y of the neuron, with y y' its part of Z or Z'.
func (n *Neuron) Lifted() Lifted {
	s := math.Sqrt(math.Abs(n.Alpha))
	return Lifted{n.U[0] * s, n.U[1] * s, n.U[2] * s, s}
}

// Window is the part of the data that is shown: |x - Center|_inf <= Half, and for d = 1 labels with |y - Level| <= Rise.
type Window struct {
	Center      Vec
	Half        float64
	Level, Rise float64
}

// Snapshot is all that the pictures show of one state of the session.
type Snapshot struct {
	// Revision says which parts are new.
	Revision Revision
	// Dimension is the number d of features, 1 to 3; 0 says that there is nothing to draw, and all below is empty.
	Dimension int
	Window    Window
	Points    []Point
	// Grabbed is the index of the point under the finger, or -1.
	Grabbed int
	// Focus is the index in Neurons of the neuron to light up in every tile, or -1; Pointed that of the point, or -1.
	Focus, Pointed int
	// Entry is the matrix entry to light up.
	Entry Entry
	// Tool is what a pointer does to the data.
	Tool Tool
	// Brush is the radius, in data units, of what the tool draws or touches around the pointer; 0 for one point at a time.
	Brush float64
	// CanTurn says for each neuron's sign, + and -, whether its matrix has rank 3 or more, so that the neurons can be turned.
	CanTurn [2]bool

	Beta       float64
	Activation [3]float64 // a, b, c of sigma(s) = a s^2 + b s + c
	// Output is the output that is shown, counted from 0, of Outputs: neurons, function, certificate, path and film are its own.
	Output, Outputs int
	Neurons         []Neuron
	// Function is the trained network f as a function of the data.
	Function Quadratic
	// Level is the value of f on the line between the output's class and the others, 0 unless classes are labelled 0 and 1.
	Level float64
	// Plane says that the data are of more than three features, shown in a plane whose coordinates are the two features here: of a neuron
	// only its weight is known, Parts has its function on the plane, and Certificate is that of the directions within the plane.
	Plane bool
	Parts []Quadratic
	// Classes has the functions of all outputs where the data are to show which of them is the largest; it is empty otherwise.
	Classes []Quadratic
	// Names are the words for these classes, each of at most MostNameBytes bytes and without a control character; empty where there are none.
	Names []string
	// Certificate is g(u) = sum_i v_i sigma(x_i'u) for the certified dual vector v: |g| <= Beta on the unit sphere, touching at the
	// neurons (+Beta where alpha > 0, -Beta where alpha < 0).
	Certificate Quadratic
	// Share is the part of Certificate that the point in focus makes, v_i sigma(x_i'u); zero where none is in focus.
	Share Quadratic
	// Path has the solver's iterates, the start first.
	Path []Iterate
	Film Film
	// Argument is the picture that takes the place of the certificate's, if its act is not zero; then the film stands at its end.
	Argument Argument
	// Layers is there where there are several, and Layer has one element then, the program of the chosen one: see Program. Its points are what the
	// layers below make of the data's.
	Layers Layers
	Layer  []Snapshot
	// Race and Study are there for data of any shape.
	Race  Race
	Study Study
}

// Entry is entry (Row, Column) of Z (Matrix 0) or Z' (Matrix 1), on lifted vectors, so that the last is 3; Matrix is -1 for none.
type Entry struct{ Matrix, Row, Column int }

// Tool is what a pointer does to the data.
type Tool int

// The tools, in the order of the page.
const (
	ToolDraw Tool = iota
	ToolMove
	ToolLabel
	ToolErase
	ToolSelect
)

// Iterate is one point of the solver's path.
type Iterate struct {
	// Plus and Minus are Z and Z'.
	Plus, Minus Symmetric
	// Certificate is g of the iterate's dual vector, scaled to be feasible: |g| <= Beta on the unit sphere.
	Certificate Quadratic
	// Cost is the value of the program at (Z, Z'), Bound the certified lower bound of the dual vector.
	Cost, Bound float64
}

// Act is what the film shows.
type Act int

const (
	// Decomposition takes the solution's matrices apart, neuron by neuron.
	Decomposition Act = iota
	// Solver follows the iterates to the solution.
	Solver
	// Price goes around the directions and compares what a neuron there would gain with what it costs.
	Price
	// Curve draws the gains of all directions at once.
	Curve
	// Bowl goes along a section of the cost from another network to the optimum.
	Bowl
	// Tangents adds up the lines under the losses of all points, turned until they are level: the lower bound.
	Tangents
	// Bounds mends a network that was spoiled, until its cost and the bound that it proves meet.
	Bounds
)

// Film is what there is to play: the decomposition of the solution's matrices, a reel for Z, then a reel for Z' (a reel without neurons is
// left out), or the solver's path. Time runs in units: each reel takes one unit in which its eigenvectors appear and one for each step, the
// path one from iterate to iterate.
type Film struct {
	Act      Act
	Position float64 // in [0, Length of the act]
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
// the pair, r = cos(a) p_1 + sin(a) p_j and s = cos(a) p_j - sin(a) p_1, until r lies on the cone, r'Gr = 0, and leaves s in the
// place of the pair, so that r r' + s s' = p_1 p_1' + p_j p_j'. The paper calls r y, which is a label here.
//
// The vectors Before of a reel's first step are its eigenvectors sqrt(lambda_j) q_j, largest first. Those of a later step are those
// of the step before without p_1, and with s at p_j's place.
type Step struct {
	Before []Lifted
	First  int
	// Partner is -1 when p_1 lies on the cone already; then r = p_1 and nothing is turned.
	Partner int
	// Angle is a, in (-pi/2, pi/2); tan(a) is the paper's alpha.
	Angle float64
	// FormFirst and FormPartner are p_1'Gp_1 and p_j'Gp_j, of opposite signs.
	FormFirst, FormPartner float64
	// R is the vector on the cone, with its last entry >= 0.
	R Lifted
	// Neuron is the index in Snapshot.Neurons of the neuron that r becomes, -1 if it has no weight.
	Neuron int
}

// Length returns the number of units that the decomposition takes.
func (f *Film) Length() float64 {
	units := 0
	for _, r := range f.Reels {
		units += 1 + len(r.Steps)
	}
	return float64(units)
}

// At says what is on at the film's position in the decomposition: the reel, the step (-1 while the eigenvectors appear), and how much of
// that unit has passed, in [0, 1]. At the end of the film it is the last step with passed = 1. An empty film gives reel = -1.
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

// Depth returns the number of features of the pictures with depth: of a plane there are none.
func (s *Snapshot) Depth() int {
	if s.Plane {
		return 0
	}
	return s.Dimension
}

// Length returns the number of units that the film on the snapshot takes.
func (s *Snapshot) Length() float64 {
	switch {
	case s.Film.Act == Solver:
		return float64(max(0, len(s.Path)-1))
	case s.Film.Act.Argues():
		return ArgumentUnits
	}
	return s.Film.Length()
}

// Iterate returns the point of the path at the film's position, linear between two iterates; the cost of a point between two is an upper
// bound, its Bound a lower one. It reports false where the film is not on the path.
func (s *Snapshot) Iterate() (it Iterate, ok bool) {
	if s.Film.Act != Solver || len(s.Path) == 0 {
		return it, false
	}
	at := max(0, min(s.Film.Position, float64(len(s.Path)-1)))
	i := min(int(at), len(s.Path)-1)
	it = s.Path[i]
	if i+1 == len(s.Path) {
		return it, true
	}
	w, next := at-float64(i), &s.Path[i+1]
	for k := range it.Plus {
		it.Plus[k] += w * (next.Plus[k] - it.Plus[k])
		it.Minus[k] += w * (next.Minus[k] - it.Minus[k])
	}
	g := Quadratic{}
	g.Add(1-w, &it.Certificate)
	g.Add(w, &next.Certificate)
	it.Certificate = g
	it.Cost += w * (next.Cost - it.Cost)
	it.Bound += w * (next.Bound - it.Bound)
	return it, true
}
