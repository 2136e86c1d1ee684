package stage

import (
	"slices"

	"conelab/core/app/claim"
	"conelab/core/app/protocol"
	"conelab/core/app/say"
)

// The places of the pictures in the list of tiles, in the order of the view's.
const (
	tileData = iota
	tileCone
	tileHull
	tileLorentz
	tileCertificate
	tileNeurons
	tileRace
	tilePath
)

// can says what can be done with a picture, see protocol.PageTile.
type can struct{ camera, slice, turn bool }

// canDo has it for one, two and three features.
var canDo = [3][6]can{
	{tileCone: {camera: true}},
	{tileCone: {camera: true, turn: true}, tileHull: {camera: true, slice: true, turn: true}, tileLorentz: {camera: true}},
	{
		tileData: {camera: true}, tileCone: {camera: true}, tileHull: {camera: true, slice: true, turn: true}, tileCertificate: {camera: true},
		tileNeurons: {camera: true},
	},
}

// tilesOf returns the pictures of so many features.
func tilesOf(d int) []protocol.PageTile {
	tiles := make([]protocol.PageTile, 0, tilePath+1)
	for k, words := range say.Tiles(d) {
		c := canDo[d-1][k]
		tiles = append(tiles, protocol.PageTile{Title: words.Title, Note: words.Note, Camera: c.camera, Slice: c.slice, Turn: c.turn})
	}
	return tiles
}

// tiles says in words what the pictures show.
func (s *Stage) tiles(caption string) []protocol.PageTile {
	if e := s.Check.Exhibit(); e != nil {
		return exhibitTiles(e, caption)
	}
	t := s.Work.Now()
	var tiles []protocol.PageTile
	switch {
	case t.Planar():
		for _, words := range say.PlaneTiles(t.Features()) {
			tiles = append(tiles, protocol.PageTile{Title: words.Title, Note: words.Note})
		}
	case t.Drawable():
		tiles = tilesOf(t.Features())
	default:
		tiles = tilesOf(2)
	}
	for _, words := range say.JobTiles {
		tiles = append(tiles, protocol.PageTile{Title: words.Title, Note: words.Note})
	}
	if s.Solution.FullRank(t, s.Work.Output()) {
		tiles[tileCertificate].Note = say.FlatCertificate
	}
	if t.Outputs() > 1 && t.Visible() {
		s.outputTiles(tiles)
	}
	count := 0
	if t.Visible() {
		count = len(s.neurons())
	}
	held := t.Holdouts()
	if held > 0 {
		tiles[tileData].Note = say.HeldNote
	}
	describe(tiles, append(say.Descriptions(t.Samples()-held, held, count, tiles[tileCone].Title, caption),
		say.RaceDescription(s.Jobs.RaceCaption(s.Best())), say.PathDescription(s.Jobs.StudyCaption())))
	return tiles
}

// outputTiles says which output the pictures show.
func (s *Stage) outputTiles(tiles []protocol.PageTile) {
	t := s.Work.Now()
	for i := 1; i < len(tiles); i++ {
		tiles[i].Title = say.TitleOfOutput(tiles[i].Title, s.Work.Output())
	}
	tiles[tileData].Note = say.DataOfOutput(say.OutputPicture{
		Output: s.Work.Output(), Features: t.Features(), Plane: t.Planar(), Compares: s.Work.Compares(), Half: t.Level() != 0, Draws: t.ClassCount() > 0,
	})
}

// exhibitTiles says what the pictures show of what is under check.
func exhibitTiles(e *claim.Exhibit, caption string) []protocol.PageTile {
	tiles, d, neurons := slices.Clip(tilesOf(e.Features())), e.Features(), len(e.Neurons())
	if e.IsNetwork() {
		tiles[tileData].Note, tiles[tileLorentz].Note, tiles[tileCertificate].Note = say.ClaimedNetworkNotes(e.Peak())
		describe(tiles, say.ClaimedNetworkDescriptions(neurons, tiles[tileCone].Title, e.Peak()))
		return tiles
	}
	tiles[tileData].Note, tiles[tileCertificate].Note = say.ClaimedMatrixData, say.ClaimedMatrixCertificate
	describe(tiles, say.ClaimedMatrixDescriptions(d+1, neurons, tiles[tileCone].Title, caption))
	return tiles
}

// describe gives the pictures their descriptions.
func describe(tiles []protocol.PageTile, texts []string) {
	for i, text := range texts {
		tiles[i].Description = text
	}
}
