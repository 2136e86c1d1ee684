// Package protocol is the language shared by the solver worker, the page and the view.
//
// The session (package session) answers every intent with two messages: a Page, sent as JSON and rendered by the page as controls
// and numbers, and a Snapshot, copied as it lies in memory and rendered by the view as pictures. Both are complete: the receiver
// trains and proves nothing, and only evaluates the functions and matrices that it is given. A page carries a Revision for what is derived
// from it; a picture is drawn again when its part of the snapshot differs.
//
// Requests to a session are defined in package intent.
//
// Frames used by a Snapshot, all right-handed, for data with d = 1, 2 or 3 features; coordinates beyond d are zero:
//
//	data    x = (x_1, .., x_d), the features as the user draws them
//	sphere  a neuron's direction u, |u| = 1
//	cone    lifted vectors p = (c_1, .., c_d, t), t in the last of four places; the Lorentz cone is |c| = |t|, and [u;1] lies on it
package protocol

import "math"

// MaxClasses is the largest number of classes that the pictures can distinguish.
const MaxClasses = 6

// MaxNameBytes is the maximum length of a class name in bytes.
const MaxNameBytes = 48

// Vec is a point or a direction in data coordinates, (x_1, x_2, x_3).
type Vec [3]float64

// Lifted is a lifted vector (c_1, c_2, c_3, t).
type Lifted [4]float64

// Form returns p'Gp = |c|^2 - t^2.
func (p Lifted) Form() float64 { return p[0]*p[0] + p[1]*p[1] + p[2]*p[2] - p[3]*p[3] }

// Rounding is the relative size below which a part of a sum may be a rounding error.
const Rounding = 1e-6

// Side tells where p lies: 1 outside the Lorentz cone, p'Gp > 0, -1 inside, 0 on it up to rounding.
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

// Entry returns m with all entries set to zero except (i, j) and (j, i).
func (m *Symmetric) Entry(i, j int) (out Symmetric) {
	if i < j {
		i, j = j, i
	}
	at := i*(i+1)/2 + j
	out[at] = m[at]
	return out
}

// Point is a labelled point of the data.
type Point struct {
	X Vec
	// Label is the label for the output shown.
	Label float64
	// Class is the class of the point, from 1, or 0 if the labels are numbers or the two signs of a single output.
	Class int
	// Held is set if the point is held out, so that the network was not trained on it, Selected if the user has selected it.
	Held, Selected bool
}

// Neuron is a hidden unit alpha sigma(x'u) with |u| = 1.
type Neuron struct {
	U     Vec
	Alpha float64
	// Number is the number of the neuron, from 1, which it keeps from one solution to the next. If it is 0, the position in the
	// list counts.
	Number int
}

// Lifted returns the lifted vector y = [u;1] sqrt(|alpha|) of the neuron; y y' is its part of Z or Z'.
func (n *Neuron) Lifted() Lifted {
	s := math.Sqrt(math.Abs(n.Alpha))
	return Lifted{n.U[0] * s, n.U[1] * s, n.U[2] * s, s}
}

// Window is the visible part of the data: |x - Center|_inf <= Half and, for d = 1, labels with |y - Level| <= Rise.
type Window struct {
	Center      Vec
	Half        float64
	Level, Rise float64
}

// Snapshot is everything that the pictures show of one state of the session.
type Snapshot struct {
	// Dimension is the number d of features, 1 to 3. It is 0 if the data have no picture of points, as signals have not.
	Dimension int
	Window    Window
	Points    []Point
	// Grabbed is the index of the point being dragged, or -1.
	Grabbed int
	// Focus is the index in Neurons of the neuron to highlight in every tile, or -1; Pointed is the index of the point, or -1.
	Focus, Pointed int
	// Entry is the matrix entry to highlight.
	Entry Entry
	// Tool is the tool of the pointer.
	Tool Tool
	// Brush is the radius of the tool around the pointer in data units; 0 acts on one point at a time.
	Brush float64
	// CanRotate tells for the neurons of each sign, + and -, whether their matrix has rank 3 or more, so that they can be turned.
	CanRotate [2]bool

	Beta       float64
	Activation [3]float64 // a, b, c of sigma(s) = a s^2 + b s + c
	// Output is the output shown, from 0, of Outputs: neurons, function, certificate, path and animation belong to it.
	Output, Outputs int
	Neurons         []Neuron
	// Function is the trained network f as a function of the features.
	Function Quadratic
	// Level is the value of f on the boundary between the output's class and the others, 0 unless classes are labelled 0 and 1.
	Level float64
	// Plane is set if data with more than three features are shown in a plane, whose coordinates are the two features here. Only
	// the weights of Neurons are meaningful then; Parts holds their functions on the plane, and Certificate is restricted to
	// directions within the plane.
	Plane bool
	Parts []Quadratic
	// Classes holds the functions of all outputs if the data show which of them is the largest; otherwise it is empty.
	Classes []Quadratic
	// Names holds the names of these classes, without control characters; empty if they have none.
	Names []string
	// Axes holds the names of the features drawn and, of a single feature, of the label, as the table of the data has them; empty without.
	Axes []string
	// Certificate is g(u) = sum_i v_i sigma(x_i'u) for the certified dual vector v: |g| <= Beta on the unit sphere, with equality
	// at the neurons (+Beta where alpha > 0, -Beta where alpha < 0).
	Certificate Quadratic
	// Piecewise is set for a network with a piecewise-linear activation. Function and Certificate are empty then.
	Piecewise Piecewise
	Animation Animation
	// Argument is the picture that replaces the certificate if its topic is not zero; the animation is at its end then.
	Argument Argument
	// Layers is set if there are several layers. ChosenLayer has one element if the pictures show a program on other points than the data
	// (see Program): that of the chosen layer on the outputs of the layers below, or with a bias that of the data with a feature of ones.
	Layers      Layers
	ChosenLayer []Snapshot
	// Race and Sweep are set for data of any shape.
	Race  Race
	Sweep Sweep
}

// Blank returns a snapshot that shows nothing.
func Blank() Snapshot {
	return Snapshot{Grabbed: -1, Focus: -1, Pointed: -1, Entry: Entry{Matrix: -1}, Race: Race{Shown: -1}}
}

// Entry is entry (Row, Column) of Z (Matrix 0) or Z' (Matrix 1) on lifted vectors, whose last index is 3. Matrix is -1 for none.
type Entry struct{ Matrix, Row, Column int }

// Tool is a tool of the pointer.
type Tool int

// The tools, in the order of the page.
const (
	ToolDraw Tool = iota
	ToolMove
	ToolLabel
	ToolErase
	ToolSelect
)

// Iterate is an iterate of the solver.
type Iterate struct {
	// Plus and Minus are Z and Z'.
	Plus, Minus Symmetric
	// Certificate is g for the iterate's dual vector, scaled to be feasible: |g| <= Beta on the unit sphere.
	Certificate Quadratic
	// Cost is the value of the program at (Z, Z'), Bound the certified lower bound from the dual vector.
	Cost, Bound float64
}

// Topic is the subject of an animation.
type Topic int

const (
	// Decomposition splits the solution's matrices into neurons, one by one.
	Decomposition Topic = iota
	// Solver follows the solver's iterates to the solution.
	Solver
	// Price compares, in one direction after the other, what a neuron there would gain with what it costs.
	Price
	// Curve draws the gains in all directions.
	Curve
	// Bowl follows a section of the cost from another network to the optimum.
	Bowl
	// Tangents turns a line below the loss of each point until it is level, and adds the lines up to the lower bound.
	Tangents
	// Bounds reverts the perturbation of a network, until its cost meets the bound that it proves.
	Bounds
)

// Animation is the one that is loaded: the decomposition of the solution's matrices, with one sequence for Z and one for Z' (a sequence
// without neurons is omitted), or the path of the solver, or a picture of the argument. Positions are in units: a sequence takes one
// unit in which its eigenvectors appear and one for each step; the path takes one between two iterates.
type Animation struct {
	Topic     Topic
	Position  float64 // in [0, Length of the topic]
	Playing   bool
	Sequences []Sequence
	// Iterates are those of the solver, from the starting point.
	Iterates []Iterate
}

// Sequence is the decomposition of one matrix.
type Sequence struct {
	// Sign is +1 for Z, whose neurons have alpha > 0, and -1 for Z'.
	Sign int
	// Steps holds one step per neuron.
	Steps []Step
}

// Step is one iteration of the neural decomposition. From the vectors Before it takes p_1 = Before[First] and p_j =
// Before[Partner] and rotates the pair, r = cos(a) p_1 + sin(a) p_j and s = cos(a) p_j - sin(a) p_1, so that r lies on the cone,
// r'Gr = 0. It then replaces the pair by s; r r' + s s' = p_1 p_1' + p_j p_j'. The paper writes y for r; here y are the labels.
//
// For the first step of a sequence, Before holds the eigenvectors sqrt(lambda_j) q_j, largest first. For a later step it holds the
// vectors of the step before, without p_1 and with s in place of p_j.
type Step struct {
	Before []Lifted
	First  int
	// Partner is -1 if p_1 already lies on the cone; then r = p_1, without a rotation.
	Partner int
	// Angle is a, in (-pi/2, pi/2); tan(a) is the paper's alpha.
	Angle float64
	// R is r, with a last entry >= 0.
	R Lifted
	// Neuron is the index in Snapshot.Neurons of the neuron that r becomes, -1 if its weight is zero.
	Neuron int
}

// Length returns the length of the topic in units.
func (f *Animation) Length() float64 {
	switch {
	case f.Topic == Solver:
		return float64(max(0, len(f.Iterates)-1))
	case f.Topic.Argues():
		return ArgumentUnits
	}
	units := 0
	for _, r := range f.Sequences {
		units += 1 + len(r.Steps)
	}
	return float64(units)
}

// At returns what the decomposition shows at the animation's position: the sequence, the step (-1 while the eigenvectors appear), and the
// share of that unit that has passed, in [0, 1]. At the end it is the last step with passed = 1. For an empty animation sequence is -1.
func (f *Animation) At() (sequence, step int, passed float64) {
	t := f.Position
	for r := range f.Sequences {
		units := float64(1 + len(f.Sequences[r].Steps))
		if last := r == len(f.Sequences)-1; t < units || last {
			t = max(0, min(t, units))
			unit := min(int(t), len(f.Sequences[r].Steps))
			return r, unit - 1, t - float64(unit)
		}
		t -= units
	}
	return -1, -1, 0
}

// Turned is the share of a step of the decomposition after which its vector is on the cone, as a neuron.
const Turned = 0.75

// Found returns how many neurons the decomposition has found at the animation's position.
func (f *Animation) Found() (count int) {
	unit := 0.0
	for r := range f.Sequences {
		for i := range f.Sequences[r].Steps {
			unit++
			if f.Sequences[r].Steps[i].Neuron >= 0 && f.Position-unit > Turned {
				count++
			}
		}
		unit++
	}
	return count
}

// Depth returns the number of features for pictures with depth, 0 for a plane.
func (s *Snapshot) Depth() int {
	if s.Plane {
		return 0
	}
	return s.Dimension
}

// Iterate returns the iterate at the animation's position, linearly interpolated between two iterates. The interpolated Cost is an
// upper bound of the cost there, the interpolated Bound a lower one. It returns false if the animation does not show the path.
func (f *Animation) Iterate() (it Iterate, ok bool) {
	if f.Topic != Solver || len(f.Iterates) == 0 {
		return it, false
	}
	at := max(0, min(f.Position, float64(len(f.Iterates)-1)))
	i := min(int(at), len(f.Iterates)-1)
	it = f.Iterates[i]
	if i+1 == len(f.Iterates) {
		return it, true
	}
	w, next := at-float64(i), &f.Iterates[i+1]
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
