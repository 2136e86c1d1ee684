package view

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
)

// tiles describes the pictures and what they offer.
func (s *Stage) tiles(caption string) []protocol.PageTile {
	shown, depth := s.shown(caption), s.depth(s.now())
	tiles := make([]protocol.PageTile, protocol.PictureCount)
	for i := range protocol.Pictures {
		p, of, depth := &protocol.Pictures[i], shown, depth
		if p.ID == protocol.PictureData || p.ID == protocol.PictureNetwork {
			of, depth = s.whole(shown), s.depth(s.Work.Now())
		}
		tiles[p.ID] = protocol.PageTile{
			Title: of.Title(p.ID), Note: of.Note(p.ID), Description: of.Description(p.ID),
			Offered: p.Offered.Has(depth) && s.offers(p.ID), Camera: p.Depth.Has(depth), Slice: p.Slice.Has(depth), Turn: p.Turn.Has(depth),
			Stages: p.Stages.Has(depth), Sweep: p.Sweep.Has(depth), Legend: of.Legend(p.ID),
		}
	}
	if shown.Act.Argues() {
		tiles[protocol.PictureCertificate].Camera = false
	}
	return tiles
}

// offers reports whether the picture exists for this number of layers.
func (s *Stage) offers(id int) bool {
	switch deep := s.Check.Display() == nil && s.Work.Now().Layers() > 1; id {
	case protocol.PictureData:
		return true
	case protocol.PictureNetwork:
		return deep
	case protocol.PicturePath:
		return !deep
	}
	return !s.convolves()
}

// convolves reports whether the chosen one of several layers is a convolution, whose only pictures are its filters.
func (s *Stage) convolves() bool {
	return s.Check.Display() == nil && s.Work.Now().Layers() > 1 && !s.now().Visible()
}

// whole returns what sentences on the pictures of the data and of the network refer to: with several layers, all of them.
func (s *Stage) whole(shown *messages.Shown) *messages.Shown {
	if !s.deep() {
		return shown
	}
	t, all := s.Work.Now(), *shown
	all.Plane, all.Features, all.Neurons, all.Convolved = t.Planar(), t.Features(), 0, !t.Visible()
	if t.Outputs() > 1 {
		all.Several = &messages.OutputPicture{
			Output: s.Work.Output(), Compares: s.Work.Compares(), Half: t.Level() != 0, Draws: t.ClassCount() > 0,
		}
	}
	for k := range s.Layers.Count() {
		all.Neurons += len(s.Layers.View(k).Solution.Result().Neurons)
	}
	return &all
}

// depth returns the number of features of a state that are drawn, 0 for a plane, and 2 if there are no pictures.
func (s *Stage) depth(t *workspace.State) int {
	switch e := s.Check.Display(); {
	case e != nil:
		return e.Features()
	case t.Planar():
		return 0
	case t.Drawable():
		return t.Features()
	}
	return 2
}

// shown gathers what sentences on the pictures refer to.
func (s *Stage) shown(caption string) *messages.Shown {
	t := s.now()
	shown := &messages.Shown{Features: s.depth(s.now()), Film: caption, Race: s.Jobs.RaceCaption(s.Best()), Path: s.Jobs.StudyCaption()}
	if e := s.Check.Display(); e != nil {
		shown.Subject, shown.Neurons = messages.ClaimedMatrix, len(e.Neurons())
		if e.IsNetwork() {
			shown.Subject, shown.Peak = messages.ClaimedNetwork, e.Peak()
		}
		return shown
	}
	if shown.Plane = t.Planar(); shown.Plane {
		shown.Features = t.Features()
	}
	if s.deep() {
		shown.Layers, shown.Layer = s.Layers.Count(), s.Chosen()
	}
	shown.Held = t.Holdouts()
	shown.Points, shown.Flat = t.Samples()-shown.Held, s.Found().Constant(t, s.Work.Output())
	if !t.Visible() {
		return shown
	}
	shown.Neurons = len(s.neurons())
	shown.Act, _ = s.argues()
	_, shown.OnPath = s.iterate()
	shown.OnPath = shown.OnPath && !s.Player.AtEnd()
	if r := s.Found().Result(); r != nil && s.Found().Fits(t) {
		shown.Certified = r.Status == certify.Optimal
	}
	if t.Outputs() > 1 {
		shown.Several = &messages.OutputPicture{
			Output: s.Work.Output(), Compares: s.Work.Compares(), Half: t.Level() != 0, Draws: t.ClassCount() > 0,
		}
	}
	return shown
}
