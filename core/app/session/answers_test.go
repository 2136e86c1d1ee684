package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/messages"
	"conelab/core/format/document"
)

// TestNoAnswerMixesData sends random intents, including imports that take many slices to solve, and works in slices of random
// length. The numbers of each answer are those of its own neurons on the data that its revision names; they are called optimal
// only if those are the data shown, otherwise the answer says that the data are being solved. Names are those of the data that
// the numbers belong to, and rings are around points on a kink. Parts of an answer with an unchanged revision are unchanged.
func TestNoAnswerMixesData(t *testing.T) {
	draws, waited, words := 0, 0, 0
	rapid.Check(t, func(r *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 1))
		s := New(func() float64 { return 0 })
		shown, before := map[uint32]dataOf{s.Page().Revision.Data: dataShown(s)}, split(s)
		draws++
		for step := range rapid.IntRange(2, 12).Draw(r, "intents") {
			kind, slices := rng.IntN(14), rng.IntN(4)
			text := ""
			if step == 0 { // each draw has an answer with the numbers and names of data shown before
				finish(s)
				kind, slices = 3, 1
			}
			switch kind {
			case 0:
				text = []string{`{"do":"undo"}`, `{"do":"redo"}`, `{"do":"clear"}`, `{"do":"stop"}`}[rng.IntN(4)]
			case 1:
				text = fmt.Sprintf(`{"do":"loss","name":%q}`, []string{"squared", "huber", "l1", "hinge", "logistic"}[rng.IntN(5)])
			case 2:
				text = fmt.Sprintf(`{"do":"rotate","neuron":%d,"u":[%g,%g,%g]}`, rng.IntN(3), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())
			case 3:
				read, take := table(rng, 20+rng.IntN(60), 4+rng.IntN(9))
				_ = s.Apply([]byte(read))
				text = take
			case 4:
				text = []string{`{"do":"startSweep","name":"path"}`, `{"do":"startSweep","name":"a"}`,
					`{"do":"startRace","method":"adam","width":2,"runs":2,"epochs":9,"rate":0.1}`}[rng.IntN(3)]
			case 5:
				animals := []string{"ant", "bee", "cow", "dog", "eel"}
				rng.Shuffle(len(animals), func(i, j int) { animals[i], animals[j] = animals[j], animals[i] })
				var read string
				read, text = tableOf(rng, 20+rng.IntN(20), 2+2*rng.IntN(2), animals[:3]...)
				_ = s.Apply([]byte(read))
			case 6:
				text = fmt.Sprintf(`{"do":"activation","name":%q}`, []string{"relu", "leaky", "absolute", "polynomial"}[rng.IntN(4)])
			case 7:
				text = []string{`{"do":"loadPreset","name":"four","activation":"relu"}`, `{"do":"check","text":"[2 1; 1 2]"}`}[rng.IntN(2)]
			case 8:
				text = []string{`{"do":"tick","seconds":0.3}`, `{"do":"animation","name":"solver"}`, `{"do":"animation","name":"bowl"}`,
					`{"do":"play"}`}[rng.IntN(4)]
			case 9:
				text = fmt.Sprintf([]string{`{"do":"focus","neuron":%d}`, `{"do":"select","name":"toggle","indices":[%d]}`}[rng.IntN(2)], rng.IntN(3))
			default:
				randomGesture(rng, s)
			}
			if text != "" {
				_ = s.Apply([]byte(text))
			}
			for range slices {
				shown[s.Page().Revision.Data] = dataShown(s)
				slice := rng.IntN(1 << (2 * rng.IntN(8)))
				if step == 0 {
					slice = 0
				}
				s.Work(func() bool { slice--; return slice < 0 })
				if s.Page().Stale {
					waited++
				}
				belongs(r, s, shown)
				hangs(r, s)
				after := split(s)
				follows(r, before, after)
				before = after
				words += named(r, s, shown)
			}
		}
	})
	if waited < draws || words < draws {
		t.Errorf("of %d draws only %d answers came while something was being solved, and %d with names of other data", draws, waited, words)
	}
}

// dataOf is what an answer may be about: a problem, and the names of its features and classes.
type dataOf struct {
	problem         *document.Problem
	inputs, classes []string
}

// dataShown returns the data shown.
func dataShown(s *Session) dataOf {
	t := s.work.Now()
	of := dataOf{problem: s.Problem(), classes: slices.Clone(t.ClassNames())}
	if names := t.ColumnNames(); names != nil {
		of.inputs = names[:t.D]
	}
	return of
}

// belongs checks that the numbers of an answer belong to the data that its revision names.
func belongs(r *rapid.T, s *Session, shown map[uint32]dataOf) {
	p := s.Page()
	stale := p.Revision.Solved != p.Revision.Data
	if stale != (p.Stale || p.Busy) || stale != (p.Solving != nil) || stale != (p.Status == "solving") || stale &&
		(p.Strip.Certified || p.Message != "" || s.Solution() != nil) {
		r.Fatalf("solved %d of %d: stale %t, busy %t, %s, %+v", p.Revision.Solved, p.Revision.Data, p.Stale, p.Busy, p.Status, p.Strip)
	}
	of, known := shown[p.Revision.Solved]
	if !known && p.Revision.Solved != 0 {
		r.Fatalf("the numbers are said to be of data %d, which were never shown", p.Revision.Solved)
	}
	if fit := p.Strip.Fit; stale && fit != nil && fit.Says+fit.Why+strings.Join(fit.Helps, " ") != "" {
		r.Fatalf("of the data before it is said: %+v", fit)
	}
	if of.problem == nil || len(of.problem.Data.Y[0]) > 1 || p.Status == "failed" {
		return
	}
	network := &document.Solution{}
	for _, n := range p.Neurons {
		network.Network.Neurons = append(network.Network.Neurons, document.Neuron{U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
	}
	if want := cost(of.problem, network.Network.Neurons); math.Abs(p.Objective-want) > 1e-9*(1+want) || p.LowerBound > want*(1+1e-9) {
		r.Fatalf("the neurons cost %g on data %d (now %d), the answer says %g and %g", want, p.Revision.Solved, p.Revision.Data, p.Objective,
			p.LowerBound)
	}
}

// named checks that the names in an answer are those of the data that its numbers belong to, and that no sentence about those
// data relates to the data shown. It returns 1 if the data shown have other names, and otherwise 0.
func named(r *rapid.T, s *Session, shown map[uint32]dataOf) int {
	p, of := s.Page(), shown[s.Page().Revision.Solved]
	if p.Revision.Solved == 0 || of.problem != nil && of.problem.Activation.IsPiecewise() { // whose neurons have a bias, which is named
		return 0
	}
	inputs := of.inputs
	if of.problem != nil && of.problem.Architecture.Kind == document.KindConvolutional { // whose neurons read patches
		inputs = nil
	}
	if !slices.Equal(p.Inputs, inputs) {
		r.Fatalf("the neurons are those of data %d with the features %q, the answer names %q", p.Revision.Solved, inputs, p.Inputs)
	}
	for _, n := range p.Neurons {
		if p.Inputs != nil && len(p.Inputs) != len(n.U) {
			r.Fatalf("%d names for a direction with %d entries", len(p.Inputs), len(n.U))
		}
	}
	picture := s.Snapshot()
	if len(picture.Classes) > 0 && !slices.Equal(picture.Names, messages.ShortNames(of.classes)) {
		r.Fatalf("the functions drawn are those of the classes %q, the picture names %q", of.classes, picture.Names)
	}
	if now := dataShown(s); slices.Equal(now.inputs, of.inputs) && slices.Equal(now.classes, of.classes) {
		return 0
	}
	return 1
}
