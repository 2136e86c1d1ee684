package session

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"conelab/core/path"
	"conelab/core/solve"
	"conelab/core/wire"
)

const (
	// studyCount is the number of values of a study before it is refined, refinements bounds those that are added where the number of neurons changes.
	studyCount, refinements = 33, 48
	// coefficientEnd is how far from zero the coefficients of the activation go, finest the distance of two values, in shares of the axis, between
	// which nothing is added.
	coefficientEnd, finest = 2.0, 1.0 / 400
)

// variables are what a study can vary, by name.
var variables = map[string]wire.Variable{"beta": wire.Beta, "a": wire.CoefficientA, "b": wire.CoefficientB, "c": wire.CoefficientC}

// study is the optimum of what is on the stage along one variable (the paper's section 9, on the regularisation and on the coefficients), in
// the time that nothing else needs.
type study struct {
	name    string
	of      wire.Variable
	problem solve.Problem
	test    path.Set
	job     path.Job
	classes path.Classes
	values  []float64 // those of the job
	queue   []float64 // places on the axis, from 0 to 1, still to be looked at
	taken   int       // of the job's points
	refined int
	points  []wire.StudyPoint
}

// startStudy begins a study, unless it is there or on its way.
func (s *Session) startStudy(name string) error {
	of, ok := variables[name]
	if !ok {
		return errors.New("The picture goes along beta, a, b or c.")
	}
	if of != wire.Beta && s.architecture.Kind == "quadratic" {
		return errors.New("A quadratic network has no coefficients to vary.")
	}
	if len(s.y) == 0 {
		return errNoPoints
	}
	if s.study != nil && s.study.name == name {
		return nil
	}
	p := s.training()
	p.Trace = false
	t := &study{name: name, of: of, problem: p, test: s.part(true)}
	places := make([]float64, studyCount)
	for k := range places {
		places[k] = float64(studyCount-1-k) / (studyCount - 1)
	}
	t.look(places)
	s.study = t
	return nil
}

// value returns the value at a place of the axis, from 0 to 1; place is its inverse.
func (t *study) value(place float64) float64 {
	if t.of == wire.Beta {
		return math.Pow(10, pathLowest+(pathTop-pathLowest)*place)
	}
	return coefficientEnd * (2*place - 1)
}

func (t *study) place(value float64) float64 {
	if t.of == wire.Beta {
		return (math.Log10(value) - pathLowest) / (pathTop - pathLowest)
	}
	return (value/coefficientEnd + 1) / 2
}

// look starts to train for the values at these places. Those of beta share what depends on the points alone; coefficients are taken one by one.
func (t *study) look(places []float64) {
	t.taken = 0
	if t.of == wire.Beta {
		t.values, t.queue = make([]float64, len(places)), nil
		for k, place := range places {
			t.values[k] = t.value(place)
		}
		t.job = path.Job{}
		t.job.Start(t.problem, t.values, &t.test)
		return
	}
	t.queue = append(t.queue, places[1:]...)
	p := t.problem
	at := t.value(places[0])
	switch t.of {
	case wire.CoefficientA:
		p.Sigma.A = at
	case wire.CoefficientB:
		p.Sigma.B = at
	default:
		p.Sigma.C = at
	}
	t.values, t.job = []float64{at}, path.Job{}
	t.job.Start(p, []float64{p.Beta}, &t.test)
}

// finished reports whether nothing is left to look at.
func (t *study) finished() bool { return t.job.Done() && len(t.queue) == 0 && !t.refinable() }

// step makes one interior-point iteration, or looks for what to do next.
func (t *study) step() {
	if !t.job.Done() {
		t.job.Step()
		t.take()
		return
	}
	if len(t.queue) > 0 {
		places := t.queue[:1]
		t.queue = t.queue[1:]
		t.look(places)
		return
	}
	if k := t.change(); k >= 0 && t.refined < refinements {
		t.refined++
		t.look([]float64{(t.place(t.points[k].Value) + t.place(t.points[k+1].Value)) / 2})
	}
}

// take puts the job's new points among the others.
func (t *study) take() {
	found := t.job.Path()
	t.classes = found.Classes
	for ; t.taken < len(found.Points); t.taken++ {
		p := &found.Points[t.taken]
		point := wire.StudyPoint{Value: t.values[t.taken], Neurons: len(p.Neurons), Train: t.score(p.Train), Test: t.score(p.Test)}
		at, _ := slices.BinarySearchFunc(t.points, point.Value, func(q wire.StudyPoint, v float64) int {
			switch {
			case q.Value < v:
				return -1
			case q.Value > v:
				return 1
			}
			return 0
		})
		t.points = slices.Insert(t.points, at, point)
	}
}

// score returns the accuracy where labels are classes, otherwise the loss per point.
func (t *study) score(s path.Score) float64 {
	if t.classes != path.NoClasses {
		return s.Accuracy
	}
	return finite(s.Error)
}

// change returns where the number of neurons changes between two values that are not close, the widest such place, or -1.
func (t *study) change() int {
	widest, at := finest, -1
	for k := range len(t.points) - 1 {
		p, q := &t.points[k], &t.points[k+1]
		if width := t.place(q.Value) - t.place(p.Value); p.Neurons != q.Neurons && width > widest {
			widest, at = width, k
		}
	}
	return at
}

func (t *study) refinable() bool { return t.refined < refinements && t.change() >= 0 }

// now returns the variable's present value.
func (s *Session) studied(of wire.Variable) float64 {
	switch of {
	case wire.Beta:
		return s.beta
	case wire.CoefficientA:
		return s.sigma.A
	case wire.CoefficientB:
		return s.sigma.B
	}
	return s.sigma.C
}

// keepStudy returns the study if it is still true once the variable's own value has changed and nothing else, else nil.
func (s *Session) keepStudy(of wire.Variable) *study {
	if s.study != nil && s.study.of == of {
		return s.study
	}
	return nil
}

// studyTo writes what the picture shows of the study; its points are shared with the session until the next step.
func (s *Session) studyTo(dst *wire.Study) {
	t := s.study
	if t == nil {
		*dst = wire.Study{}
		return
	}
	*dst = wire.Study{
		Variable: t.of, Now: s.studied(t.of), Low: t.value(0), High: t.value(1), Points: t.points,
		Classes: t.classes != path.NoClasses, Tested: len(t.test.Y) > 0,
	}
}

// studyCaption says what is known.
func (s *Session) studyCaption() string {
	t := s.study
	if t == nil || len(t.points) == 0 {
		return "not worked out yet."
	}
	name := map[wire.Variable]string{wire.Beta: "beta", wire.CoefficientA: "a", wire.CoefficientB: "b", wire.CoefficientC: "c"}[t.of]
	low, high := t.points[0], t.points[len(t.points)-1]
	text := strconv.Itoa(low.Neurons) + " neurons at " + name + " = " + number(low.Value) + ", " + strconv.Itoa(high.Neurons) + " at " + number(high.Value)
	if len(t.test.Y) == 0 {
		return text + "."
	}
	best := t.points[0]
	for _, p := range t.points {
		if t.classes != path.NoClasses && p.Test > best.Test || t.classes == path.NoClasses && p.Test < best.Test {
			best = p
		}
	}
	return text + "; on the points held out best at " + number(best.Value) + "."
}
