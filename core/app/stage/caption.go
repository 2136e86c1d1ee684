package stage

import (
	"math"

	"conelab/core/app/claim"
	"conelab/core/app/protocol"
	"conelab/core/app/say"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/certify"
)

// caption says in one sentence what the film shows now, with its numbers.
func (s *Stage) caption() string {
	t, r, film := s.Work.Now(), s.Solution.Result(), s.Player.Film()
	switch exhibit := s.Check.Exhibit(); {
	case exhibit != nil:
		return s.exhibitCaption(exhibit, &film)
	case t.Sampled() && r != nil:
		return say.CaptionSamples
	case !t.Visible() && r != nil:
		return say.CaptionNoPictures
	case s.Solution.Turned():
		return say.CaptionTurned(r.Objective)
	case film.Act == protocol.Solver:
		return s.solverCaption(&film)
	}
	index, step, passed := film.At()
	if index < 0 {
		if r != nil && r.Status == certify.Optimal {
			return say.CaptionEmptyNetwork(t.Loss() == document.LossSquared)
		}
		return ""
	}
	reel := &film.Reels[index]
	switch {
	case s.Player.AtEnd():
		return s.ending()
	case step < 0:
		return opening(reel)
	}
	return scene(t.Features(), reel, &reel.Steps[step], passed)
}

// exhibitCaption tells the film of what is under check.
func (s *Stage) exhibitCaption(e *claim.Exhibit, film *protocol.Film) string {
	if e.IsNetwork() {
		return say.CaptionClaimedNetwork(len(e.Neurons()))
	}
	index, step, passed := film.At()
	switch {
	case s.Player.AtEnd() || index < 0:
		return say.CaptionClaimedMatrix(len(e.Neurons()))
	case step < 0:
		return opening(&film.Reels[index])
	}
	return scene(e.Features(), &film.Reels[index], &film.Reels[index].Steps[step], passed)
}

// opening introduces the matrix of a reel.
func opening(r *protocol.Reel) string {
	first := &r.Steps[0]
	forms := make([]float64, len(first.Before))
	for i, p := range first.Before {
		forms[i] = p.Form()
	}
	return say.CaptionOpening(r.Sign, len(r.Steps), forms)
}

// scene tells one step in its three parts: the pair, the turn, the neuron.
func scene(d int, r *protocol.Reel, s *protocol.Step, passed float64) string {
	switch {
	case passed >= 0.75:
		t := s.Y[3]
		if t == 0 {
			return say.CaptionNoNeuron
		}
		var u []float64
		if d <= workspace.DrawnFeatures {
			for _, v := range s.Y[:d] {
				u = append(u, v/t)
			}
		}
		return say.CaptionNeuron(s.Neuron, u, float64(r.Sign)*t*t)
	case s.Partner < 0:
		return say.CaptionOnCone
	case onCone(s):
		return say.CaptionOnConeUpToRounding(s.FormFirst, s.Partner)
	case passed >= 0.25:
		return say.CaptionTurn(s.Angle, s.Partner)
	}
	return say.CaptionPair(s.FormFirst, s.FormPartner, s.Partner)
}

// onCone reports whether p_1 is so close to the cone that the turn cannot be seen: neurons that face each other with the same weight make
// eigenvectors on the cone.
func onCone(s *protocol.Step) bool {
	p := s.Before[s.First]
	return math.Abs(s.FormFirst) < 1e-6*p.Norm()*p.Norm()
}

// solverCaption says where the solver's path is.
func (s *Stage) solverCaption(film *protocol.Film) string {
	snapshot := protocol.Snapshot{Film: *film, Path: s.Player.Path()}
	it, ok := snapshot.Iterate()
	t := s.Work.Now()
	switch {
	case ok:
		return say.CaptionIterate(int(math.Round(film.Position)), len(s.Player.Path())-1, it.Cost, it.Bound)
	case t.Planar():
		return say.CaptionPathOfPlane
	case t.Jointly():
		return say.CaptionPathOfAll
	}
	return say.CaptionNoPath
}

// ending sums up.
func (s *Stage) ending() string {
	plus, minus := 0, 0
	for _, neuron := range s.neurons() {
		if neuron.Alpha > 0 {
			plus++
		} else {
			minus++
		}
	}
	return say.CaptionEnding(plus, minus)
}
