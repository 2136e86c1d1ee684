package table

// BeatCells is how many cells are read, at most, between two beats. Only what is done with one row, or with one column, is never divided.
const BeatCells = 1 << 14

// Beat tells whoever waits for a large table that its reading goes on. A nil Beat tells nobody.
type Beat struct {
	tell  func()
	cells int // since it last told
}

// NewBeat returns a beat that calls tell, which may be nil.
func NewBeat(tell func()) *Beat {
	if tell == nil {
		return nil
	}
	return &Beat{tell: tell}
}

// Count counts cells that have been read.
func (b *Beat) Count(cells int) {
	if b == nil {
		return
	}
	if b.cells += cells; b.cells >= BeatCells {
		b.cells = 0
		b.tell()
	}
}
