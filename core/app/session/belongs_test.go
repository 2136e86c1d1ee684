package session

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/format/document"
	"conelab/core/network/certify"
)

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
		of.inputs = names[:t.Features()]
	}
	return of
}

// belongs checks that the numbers of an answer belong to the data that its revision names.
func belongs(t *testing.T, r *rapid.T, s *Session, shown map[uint32]dataOf) {
	p := s.Page()
	stale := p.Revision.Solved != p.Revision.Data
	if stale != (p.Stale || p.Busy) || stale != (p.Solving != nil) || stale != (p.Status == "solving") || stale && (p.Strip.Certified || p.Message != "" || s.Solution() != nil) {
		r.Fatalf("solved %d of %d: stale %t, busy %t, %s, %+v", p.Revision.Solved, p.Revision.Data, p.Stale, p.Busy, p.Status, p.Strip)
	}
	of, known := shown[p.Revision.Solved]
	if !known && p.Revision.Solved != 0 {
		r.Fatalf("the numbers are said to be of data %d, which were never shown", p.Revision.Solved)
	}
	if strip := &p.Strip; strip.Stale != p.Stale || strip.Known && !strip.Other && (strip.Cost != p.Objective || strip.Bound != p.LowerBound || strip.Gap != p.Gap) ||
		stale && strip.Fit != nil && strip.Fit.Says+strip.Fit.Why+strings.Join(strip.Fit.Helps, " ") != "" {
		r.Fatalf("the strip says %+v of %g and %g", strip, p.Objective, p.LowerBound)
	}
	if of.problem == nil || len(of.problem.Data.Y[0]) > 1 || p.Status == "failed" {
		return
	}
	network := &document.Solution{}
	for _, n := range p.Neurons {
		network.Network.Neurons = append(network.Network.Neurons, document.Neuron{U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
	}
	if want := cost(t, of.problem, network.Network.Neurons); math.Abs(p.Objective-want) > 1e-9*(1+want) || p.LowerBound > want*(1+1e-9) {
		r.Fatalf("the neurons cost %g on data %d (now %d), the answer says %g and %g", want, p.Revision.Solved, p.Revision.Data, p.Objective, p.LowerBound)
	}
}

// named checks that the names in an answer are those of the data that its numbers belong to, and that no sentence about those data relates to the
// data shown. It returns 1 if the data shown have other names, and otherwise 0.
func named(r *rapid.T, s *Session, shown map[uint32]dataOf) int {
	p, of := s.Page(), shown[s.revision().Solved]
	if p.Revision.Solved == 0 {
		return 0
	}
	if !slices.Equal(p.Inputs, of.inputs) {
		r.Fatalf("the neurons are those of data %d with the features %q, the answer names %q", p.Revision.Solved, of.inputs, p.Inputs)
	}
	for _, n := range p.Neurons {
		if p.Inputs != nil && len(p.Inputs) != len(n.U) {
			r.Fatalf("%d names for a direction with %d entries", len(p.Inputs), len(n.U))
		}
	}
	var picture protocol.Snapshot
	if s.SnapshotTo(&picture); len(picture.Classes) > 0 && !slices.Equal(picture.Names, messages.ShortNames(of.classes)) {
		r.Fatalf("the functions drawn are those of the classes %q, the picture names %q", of.classes, picture.Names)
	}
	if now := dataShown(s); slices.Equal(now.inputs, of.inputs) && slices.Equal(now.classes, of.classes) {
		return 0
	}
	return 1
}

// alongBeta checks that a point of the path, if there is one, is the optimum of the data shown. It returns the number of points checked.
func alongBeta(r *rapid.T, s *Session, rng *rand.Rand) int {
	p, t := s.Page(), s.work.Now()
	if len(p.Path) == 0 {
		return 0
	}
	at := p.Path[rng.IntN(len(p.Path))]
	problem := t.Training()
	problem.Beta = at.Beta
	best := (&certify.Job{}).Run(problem)
	if best.Status == certify.Optimal && math.Abs(at.Cost-best.Objective) > 1e-5*(1+math.Abs(best.Objective)) {
		r.Fatalf("at beta = %g the path costs %g, and the optimum of the data shown %g", at.Beta, at.Cost, best.Objective)
	}
	if at.Train.Samples != t.Samples()-t.Holdouts() || (at.Test == nil) != (t.Holdouts() == 0) || at.Test != nil && at.Test.Samples != t.Holdouts() {
		r.Fatalf("a path on %d points, with %+v held out, of %d and %d", at.Train.Samples, at.Test, t.Samples()-t.Holdouts(), t.Holdouts())
	}
	return 1
}
