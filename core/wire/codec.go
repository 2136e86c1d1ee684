package wire

import (
	"encoding/binary"
	"errors"
	"math"
)

// The binary form of a Snapshot is a run of little-endian float64 values, counts and flags included: the fields in the order of
// the type, each slice as its length and then its elements, behind a number that names the format.
const snapshotFormat = 0x434c34 // "CL4"

// maxLength bounds every count read, so that a corrupt message cannot ask for more memory than any drawn data set needs.
const maxLength = 1 << 20

var errFormat = errors.New("wire: these bytes are not a snapshot of this version")

// Encode appends the binary form of s to dst and returns the extended slice. It allocates only when dst must grow.
func Encode(dst []byte, s *Snapshot) []byte {
	w := writer{dst}
	w.numbers(snapshotFormat, float64(s.Revision), float64(s.Dimension))
	w.numbers(s.Window.Center[:]...)
	w.numbers(s.Window.Half, s.Window.Level, s.Window.Rise)
	w.count(len(s.Points))
	for i := range s.Points {
		w.numbers(s.Points[i].X[:]...)
		w.numbers(s.Points[i].Label, float64(s.Points[i].Class), flag(s.Points[i].Held), flag(s.Points[i].Selected))
	}
	w.numbers(float64(s.Grabbed), float64(s.Focus), float64(s.Pointed), float64(s.Entry.Matrix), float64(s.Entry.Row), float64(s.Entry.Column), float64(s.Tool), s.Brush, flag(s.CanTurn[0]), flag(s.CanTurn[1]), s.Beta)
	w.numbers(s.Activation[:]...)
	w.numbers(float64(s.Output), float64(s.Outputs), s.Level)
	w.neurons(s.Neurons)
	w.quadratic(&s.Function)
	w.quadratic(&s.Certificate)
	w.numbers(flag(s.Plane))
	w.quadratics(s.Parts)
	w.quadratics(s.Classes)
	w.count(len(s.Path))
	for i := range s.Path {
		it := &s.Path[i]
		w.numbers(it.Plus[:]...)
		w.numbers(it.Minus[:]...)
		w.quadratic(&it.Certificate)
		w.numbers(it.Cost, it.Bound)
	}
	w.numbers(float64(s.Film.Act), s.Film.Position, flag(s.Film.Playing))
	w.count(len(s.Film.Reels))
	for i := range s.Film.Reels {
		w.reel(&s.Film.Reels[i])
	}
	w.race(&s.Race)
	w.study(&s.Study)
	return w.dst
}

// Decode reads a snapshot from its binary form into s, reusing the slices that s has. On an error s is left in an unspecified state.
func Decode(s *Snapshot, data []byte) error {
	r := reader{data: data}
	if r.number() != snapshotFormat {
		return errFormat
	}
	s.Revision, s.Dimension = uint32(r.number()), r.integer()
	r.numbers(s.Window.Center[:])
	s.Window.Half, s.Window.Level, s.Window.Rise = r.number(), r.number(), r.number()
	s.Points = resize(s.Points, r.count())
	for i := range s.Points {
		r.numbers(s.Points[i].X[:])
		s.Points[i].Label, s.Points[i].Class = r.number(), r.integer()
		s.Points[i].Held, s.Points[i].Selected = r.number() != 0, r.number() != 0
	}
	s.Grabbed, s.Focus, s.Pointed, s.Entry = r.integer(), r.integer(), r.integer(), Entry{r.integer(), r.integer(), r.integer()}
	s.Tool, s.Brush = Tool(r.integer()), r.number()
	s.CanTurn = [2]bool{r.number() != 0, r.number() != 0}
	s.Beta = r.number()
	r.numbers(s.Activation[:])
	s.Output, s.Outputs, s.Level = r.integer(), r.integer(), r.number()
	s.Neurons = r.neurons(s.Neurons)
	s.Function, s.Certificate = r.quadratic(), r.quadratic()
	s.Plane = r.number() != 0
	s.Parts, s.Classes = r.quadratics(s.Parts), r.quadratics(s.Classes)
	s.Path = resize(s.Path, r.count())
	for i := range s.Path {
		it := &s.Path[i]
		r.numbers(it.Plus[:])
		r.numbers(it.Minus[:])
		it.Certificate = r.quadratic()
		it.Cost, it.Bound = r.number(), r.number()
	}
	s.Film.Act, s.Film.Position, s.Film.Playing = Act(r.integer()), r.number(), r.number() != 0
	s.Film.Reels = resize(s.Film.Reels, r.count())
	for i := range s.Film.Reels {
		r.reel(&s.Film.Reels[i])
	}
	r.race(&s.Race)
	r.study(&s.Study)
	if r.bad || len(r.data) != 0 || s.Dimension < 0 || s.Dimension > 3 || s.Film.Act < Decomposition || s.Film.Act > Solver || !s.Entry.valid() || len(s.Classes) > MostClasses || s.Plane && (s.Dimension != 2 || len(s.Parts) != len(s.Neurons)) {
		return errFormat
	}
	return nil
}

// valid reports whether the entry is one of Z or Z', or none.
func (e Entry) valid() bool {
	return e.Matrix >= -1 && e.Matrix <= 1 && e.Row >= 0 && e.Row <= 3 && e.Column >= 0 && e.Column <= 3
}

type writer struct{ dst []byte }

func (w *writer) numbers(values ...float64) {
	for _, v := range values {
		w.dst = binary.LittleEndian.AppendUint64(w.dst, math.Float64bits(v))
	}
}

func (w *writer) count(n int) { w.numbers(float64(n)) }

func (w *writer) neurons(neurons []Neuron) {
	w.count(len(neurons))
	for i := range neurons {
		w.numbers(neurons[i].U[:]...)
		w.numbers(neurons[i].Alpha)
	}
}

func (w *writer) quadratic(q *Quadratic) {
	w.numbers(q.XX, q.YY, q.ZZ, q.XY, q.XZ, q.YZ, q.X, q.Y, q.Z, q.C)
}

func (w *writer) quadratics(all []Quadratic) {
	w.count(len(all))
	for i := range all {
		w.quadratic(&all[i])
	}
}

func (w *writer) reel(r *Reel) {
	w.numbers(float64(r.Sign))
	w.count(len(r.Steps))
	for i := range r.Steps {
		s := &r.Steps[i]
		w.count(len(s.Before))
		for j := range s.Before {
			w.numbers(s.Before[j][:]...)
		}
		w.numbers(float64(s.First), float64(s.Partner), s.Angle, s.FormFirst, s.FormPartner)
		w.numbers(s.Y[:]...)
		w.numbers(float64(s.Neuron))
	}
}

// reader takes numbers off the front of data; once data has run out, or a count was out of range, bad stays true and all that is
// read is zero, so that callers check once at the end.
type reader struct {
	data []byte
	bad  bool
}

func (r *reader) number() float64 {
	if r.bad || len(r.data) < 8 {
		r.bad = true
		return 0
	}
	v := math.Float64frombits(binary.LittleEndian.Uint64(r.data))
	r.data = r.data[8:]
	return v
}

func (r *reader) numbers(dst []float64) {
	for i := range dst {
		dst[i] = r.number()
	}
}

func (r *reader) integer() int {
	v := r.number()
	if !(math.Abs(v) <= maxLength) {
		r.bad = true
		return 0
	}
	return int(v)
}

func (r *reader) count() int {
	n := r.integer()
	if n < 0 || n*8 > len(r.data) {
		r.bad = true
		return 0
	}
	return n
}

func (r *reader) neurons(dst []Neuron) []Neuron {
	dst = resize(dst, r.count())
	for i := range dst {
		r.numbers(dst[i].U[:])
		dst[i].Alpha = r.number()
	}
	return dst
}

func (r *reader) quadratic() (q Quadratic) {
	for _, field := range [...]*float64{&q.XX, &q.YY, &q.ZZ, &q.XY, &q.XZ, &q.YZ, &q.X, &q.Y, &q.Z, &q.C} {
		*field = r.number()
	}
	return q
}

func (r *reader) quadratics(all []Quadratic) []Quadratic {
	all = resize(all, r.count())
	for i := range all {
		all[i] = r.quadratic()
	}
	return all
}

func (r *reader) reel(dst *Reel) {
	dst.Sign = r.integer()
	dst.Steps = resize(dst.Steps, r.count())
	for i := range dst.Steps {
		s := &dst.Steps[i]
		s.Before = resize(s.Before, r.count())
		for j := range s.Before {
			r.numbers(s.Before[j][:])
		}
		s.First, s.Partner = r.integer(), r.integer()
		s.Angle, s.FormFirst, s.FormPartner = r.number(), r.number(), r.number()
		r.numbers(s.Y[:])
		s.Neuron = r.integer()
		if s.First < 0 || s.First >= len(s.Before) || s.Partner < -1 || s.Partner >= len(s.Before) {
			r.bad = true
		}
	}
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// resize returns s with length n, keeping the elements there are, so that slices within them can be reused.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return append(s[:cap(s)], make([]T, n-cap(s))...)
	}
	return s[:n]
}
