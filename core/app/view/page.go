package view

import (
	"math"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/format/document"
	"conelab/core/network/certify"
)

// PageTo writes to the page what is shown.
func (s *Subject) PageTo(p *protocol.Page) {
	animation := s.Player.Animation()
	p.Focus, p.Entry, p.Grabbed = s.focus, s.entry, s.Pointer.Grabbed()
	can := s.canRotate()
	p.CanRotate = can[0] || can[1]
	p.Animation = protocol.PageAnimation{
		Name: s.Player.Name(), Speed: s.Player.Speed(), Position: animation.Position, Length: s.Player.Length(), Playing: animation.Playing,
		Caption: s.caption(),
	}
	if s.Player.Chapters() {
		p.Animation.Elapsed, p.Animation.Seconds = s.Player.Clock()
	}
	s.outputViewTo(&p.OutputView)
	if k := s.kinkedPicture(); k != nil {
		if p.Unit.Through = k.Through; k.Probing {
			gain := math.Abs(k.Gain)
			p.Unit.Probe = &gain
		}
	}
	p.Tiles = s.tiles(p.Animation.Caption)
	own := s.Own()
	p.Neurons, p.Inputs = []protocol.PageNeuron{}, own.Inputs()
	neurons, numbers := own.Shown(s.Work.Output())
	for i, n := range neurons {
		p.Neurons = append(p.Neurons, protocol.PageNeuron{Number: numbers[i], U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
	}
	p.Matrices = s.matrices()
	if s.claim != nil {
		p.Drawable, p.Focus = true, intent.None
		return
	}
	p.Drawable = s.data.state.Pictured()
	if s.deep() {
		p.Layers.Chosen, p.Layers.Shown = s.Training.Chosen(), s.Training.Count()
	}
	if s.topic != 0 {
		p.Argument = &protocol.PageArgument{}
		s.Argument.PageTo(p.Argument, s.layer, s.output, s.topic, s.full)
	}
	s.notesTo(&p.OutputView)
}

// matrices returns those of the network, or the part of the neuron in focus; nil if there are none.
func (s *Subject) matrices() [][][]float64 {
	layer := s.layer
	if !(layer.Matches() && layer.State.Drawable()) {
		return nil
	}
	neurons := s.neurons
	focused := s.focus >= 0 && s.focus < len(neurons) // the solution may still be that of other data
	if focused {
		neurons = neurons[s.focus : s.focus+1]
	}
	d, output := layer.State.Features(), s.output
	switch plus := assembled(neurons, 1, d, output); {
	case s.claim == nil || s.claim.Matrix == nil:
		return [][][]float64{plus, assembled(neurons, -1, d, output)}
	case focused:
		return [][][]float64{plus}
	}
	return [][][]float64{s.claim.Matrix}
}

// outputViewTo writes which part of the solution is shown.
func (s *Subject) outputViewTo(p *protocol.PageOutputView) {
	t, whole := s.Own().State, s.Work.Now()
	*p = protocol.PageOutputView{Outputs: t.Outputs(), Output: s.Work.Output(), CanCompare: whole.Comparable(), Compare: s.Work.Compares()}
	if r := s.Own().Result(); r != nil {
		p.Neurons = len(r.Neurons)
	}
}

// notesTo writes what is to be said of that part.
func (s *Subject) notesTo(p *protocol.PageOutputView) {
	t, plane := s.layer.State, s.data.frame
	switch {
	case s.above():
		if s.program.frame.Plane {
			p.Note = messages.LayerPlane(s.Training.Chosen(), t.Features(), s.program.frame.Share)
		}
	case plane.Plane:
		p.Features, p.Plane = plane.Features, messages.PlaneNote(plane.Features, plane.Share)
	case s.apart && !s.deep():
		p.Note = messages.BiasNote(t.Features())
	}
	if t.Outputs() > 1 && s.data.state.Pictured() {
		p.Note = strings.TrimSpace(p.Note + " " + messages.OutputNote(s.Work.Output(), t.Jointly()))
	}
}

// tiles describes the pictures and what they offer.
func (s *Subject) tiles(caption string) []protocol.PageTile {
	tiles, shown := make([]protocol.PageTile, protocol.PictureCount), s.shown(caption)
	data := *shown
	if s.apart {
		s.framedTo(&data, &s.data)
	}
	if data.Convolved = !s.data.state.Dense(); s.deep() {
		data.Neurons = 0
		for k := range s.Training.Count() {
			data.Neurons += len(s.Training.Layer(k).Result().Neurons)
		}
	}
	for i := range protocol.Pictures {
		p, of, depth := &protocol.Pictures[i], shown, s.program.depth()
		if p.ID == protocol.PictureData || p.ID == protocol.PictureNetwork || p.ID == protocol.PictureNeurons && s.apart && !s.deep() {
			of, depth = &data, s.data.depth()
		}
		tiles[p.ID] = protocol.PageTile{
			Title: of.Title(p.ID), Note: of.Note(p.ID), Description: of.Description(p.ID),
			Offered: p.Offered.Has(depth) && s.offers(p.ID), Camera: p.Depth.Has(depth), Slice: p.Slice.Has(depth), Turn: p.Turn.Has(depth),
			Stages: p.Stages.Has(depth), Sweep: p.Sweep.Has(depth), Legend: of.Legend(p.ID), Instead: of.Instead(p.ID),
		}
	}
	if shown.Topic.Argues() {
		tiles[protocol.PictureCertificate].Camera = false
	}
	return tiles
}

// offers reports whether a picture exists.
func (s *Subject) offers(picture int) bool {
	switch deep := s.claim == nil && s.Work.Now().Layers() > 1; picture {
	case protocol.PictureData:
		return true
	case protocol.PictureNetwork:
		return deep
	case protocol.PictureSweep:
		return !deep
	default:
		return !deep || s.layer.State.Dense() // a convolution among several layers has only the pictures of its filters
	}
}

// framedTo adds where a picture shows points and functions.
func (s *Subject) framedTo(shown *messages.Shown, f *framed) {
	t := f.state
	shown.Plane, shown.Features, shown.Several = f.frame.Plane, f.depth(), nil
	if shown.Plane {
		shown.Features = t.Features()
	}
	if t.Outputs() > 1 {
		shown.Several = &messages.OutputPicture{Output: s.Work.Output(), Compares: s.Work.Compares(), Half: t.Level() != 0, Draws: t.ClassCount() > 0}
	}
}

// shown gathers what sentences on the pictures refer to.
func (s *Subject) shown(caption string) *messages.Shown {
	shown := &messages.Shown{
		Tool: s.Pointer.tool, Features: s.program.depth(), Animation: caption, Race: s.Jobs.RaceCaption(s.Best()), Path: s.Jobs.SweepCaption(),
		Neurons: len(s.neurons),
	}
	switch {
	case s.claim == nil:
		s.describe(shown)
	case s.claim.Matrix != nil:
		shown.Subject = messages.ClaimedMatrix
	default:
		shown.Subject, shown.Peak = messages.ClaimedNetwork, s.claim.Peak
	}
	return shown
}

// describe adds what sentences on the pictures of the optimum refer to.
func (s *Subject) describe(shown *messages.Shown) {
	t := s.layer.State
	s.framedTo(shown, &s.program)
	if s.deep() {
		shown.Layers, shown.Layer = s.Training.Count(), s.Training.Chosen()
	}
	shown.Held, shown.Rows, shown.Points = t.Holdouts(), t.SummedRows(), t.Trained()
	if !t.Dense() {
		shown.Several = nil
		return
	}
	flat, touches := s.layer.Drawn(s.output)
	shown.Flat, shown.Blurred = flat, !touches
	shown.Kinked, shown.Topic = s.kinkedPicture(), s.topic
	_, shown.OnPath = s.iterate()
	shown.OnPath = shown.OnPath && !s.Player.AtEnd()
	if r := s.layer.Result(); r != nil && s.layer.Matches() {
		shown.Certified = r.Status == certify.Optimal
	}
}

// caption returns the caption of the animation at its current position.
func (s *Subject) caption() string {
	t, r, animation := s.layer.State, s.layer.Result(), s.Player.Animation()
	switch {
	case s.claim != nil && s.claim.Matrix == nil:
		return messages.CaptionClaimedNetwork(len(s.neurons))
	case s.claim != nil && s.Player.AtEnd():
		return messages.CaptionClaimedMatrix(len(s.neurons))
	case s.claim != nil:
		return s.stepCaption()
	case !s.offers(protocol.PictureNeurons) && r != nil:
		return messages.CaptionConvolution
	case t.Sampled() && r != nil:
		return messages.CaptionSamples
	case !t.Dense() && r != nil:
		return messages.CaptionNoPictures
	case s.layer.Piecewise() != nil && !animation.Topic.Argues():
		if p := s.kinkedPicture(); p != nil {
			return p.Caption(len(r.Neurons))
		}
		return ""
	case s.layer.Rotated():
		return messages.CaptionRotated(r.Objective)
	case animation.Topic == protocol.Solver:
		return s.solverCaption(&animation)
	case animation.Topic == protocol.Tangents && t.Sums() != nil:
		return messages.NoTangents(t.SummedRows())
	case animation.Topic.Argues():
		return s.argumentCaption()
	case len(animation.Sequences) > 0 && s.Player.AtEnd():
		return s.ending()
	case len(animation.Sequences) > 0:
		return s.stepCaption()
	case r != nil && r.Status == certify.Optimal:
		return messages.CaptionEmptyNetwork(t.Loss() == document.LossSquared)
	}
	return ""
}

// stepCaption describes the current step of the decomposition.
func (s *Subject) stepCaption() string {
	animation := s.Player.Animation()
	index, step, passed := animation.At()
	sequence := &animation.Sequences[index]
	if step < 0 {
		return messages.CaptionOpening(sequence.Sign, sequence.Steps[0].Before)
	}
	drawn := &sequence.Steps[step]
	return messages.CaptionStep(drawn, passed, sequence.Sign, s.layer.State.Features(), s.number(max(0, drawn.Neuron)))
}

// solverCaption describes the current position on the solver's path.
func (s *Subject) solverCaption(animation *protocol.Animation) string {
	it, ok := s.iterate()
	t := s.layer.State
	switch {
	case ok:
		return messages.CaptionIterate(int(math.Round(animation.Position)), len(s.Player.Iterates())-1, it.Cost, it.Bound)
	case s.deep():
		return messages.CaptionPathOfLayers
	case s.program.frame.Plane:
		return messages.CaptionPathOfPlane
	case t.Jointly():
		return messages.CaptionPathOfAll
	}
	return messages.CaptionNoPath
}

// iterate returns the solver's iterate at the animation's position, if the animation shows the path.
func (s *Subject) iterate() (protocol.Iterate, bool) {
	snapshot := protocol.Snapshot{Animation: s.Player.Animation(), Iterates: s.Player.Iterates()}
	return snapshot.Iterate()
}

// StripTo writes to the proof strip the numbers of what is shown instead of the optimum, until the animation is at its end: another
// network of the argument, or an iterate of the solver.
func (s *Subject) StripTo(strip *protocol.PageStrip) {
	if s.claim != nil {
		return
	}
	show := func(cost, bound float64, note string) {
		strip.Cost, strip.Bound, strip.Gap = protocol.Finite(cost), protocol.Finite(bound), protocol.Finite(certify.RelativeGap(cost, bound))
		strip.Certified, strip.Fit, strip.Neurons, strip.Other, strip.Note, strip.Absolute = false, nil, 0, true, note, false
	}
	if it, ok := s.iterate(); ok && !s.Player.AtEnd() && s.layer.Matches() {
		show(it.Cost, it.Bound, messages.StripIterate)
		return
	}
	if s.topic != protocol.Bowl && s.topic != protocol.Bounds || s.full >= 1 {
		return
	}
	var a protocol.Argument
	s.Argument.To(&a, s.layer, s.output, s.topic, s.full)
	show(a.Cost, a.Bound, messages.StripArgument)
	for _, n := range s.Argument.Network(s.topic, s.full) {
		if n.Alpha != 0 {
			strip.Neurons++
		}
	}
}

// argumentCaption describes the current picture of the argument.
func (s *Subject) argumentCaption() string {
	if s.topic == 0 {
		return ""
	}
	var a protocol.Argument
	s.Argument.To(&a, s.layer, s.output, s.topic, s.full)
	_, touches := s.layer.Drawn(s.output)
	return s.Argument.Caption(&a, s.deep(), s.Player.Animation().Playing, !touches)
}

// ending summarises the result.
func (s *Subject) ending() string {
	plus, minus := 0, 0
	for _, neuron := range s.neurons {
		if neuron.Alpha > 0 {
			plus++
		} else {
			minus++
		}
	}
	_, touches := s.layer.Drawn(s.output)
	return messages.CaptionEnding(plus, minus, s.deep(), s.program.frame.Plane, touches)
}
