package reproduce

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"

	"conelab/core/network/compare"
)

// Piece is the smallest part of an experiment that is run and stored.
type Piece struct {
	// Name identifies the piece within its experiment.
	Name       string
	experiment string
	// settings are all parameters; a piece with other settings is a different piece.
	settings string
	run      func(l *Lab) (*Result, error)
}

// Result is what a piece finds; each kind of piece sets the fields that it has.
type Result struct {
	Optima []compare.Optimum `json:"optima,omitempty"`
	// At holds the values of the parameter that was varied, one for each optimum.
	At     []float64         `json:"at,omitempty"`
	Rivals []compare.Outcome `json:"rivals,omitempty"`
	Cells  []Cell            `json:"cells,omitempty"`
	// Widths holds the numbers of neurons m* for other draws of the data.
	Widths []int `json:"widths,omitempty"`
}

// Results maps the names of an experiment's pieces to their results.
type Results map[string]*Result

const pieceFormat = "conelab/piece/2"

// stored is the file of a piece. Its identity is all of experiment, piece and settings.
type stored struct {
	Format   string  `json:"format"`
	Identity string  `json:"identity"`
	Result   *Result `json:"result"`
}

func (p *Piece) identity() string { return p.experiment + ", " + p.Name + ": " + p.settings }

// Key identifies the piece and its settings, in characters that are safe in a file name.
func (p *Piece) Key() string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(p.identity())) // never fails
	word := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(p.experiment+"-"+p.Name))
	return fmt.Sprintf("%s-%08x", word, h.Sum64()>>32)
}

// Run runs the piece.
func (p *Piece) Run(l *Lab) (*Result, error) { return p.run(l) }

// Encode writes the result of the piece as a JSON document.
func (p *Piece) Encode(r *Result) ([]byte, error) {
	text, err := json.MarshalIndent(stored{pieceFormat, p.identity(), r}, "", " ")
	return append(text, '\n'), err
}

// Decode reads what Encode wrote. It returns an error if the text belongs to another piece or is damaged.
func (p *Piece) Decode(text []byte) (*Result, error) {
	var s stored
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("the piece is no JSON document (%w), expected one that this program wrote", err)
	}
	if s.Format != pieceFormat || s.Identity != p.identity() || s.Result == nil {
		return nil, fmt.Errorf("the piece is not %s", p.identity())
	}
	return s.Result, nil
}
