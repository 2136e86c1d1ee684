package table

import (
	"errors"
	"math"
	"strconv"

	"conelab/core/data/fault"
)

// Table is a rectangle of finite numbers with at least one row and one column.
type Table struct {
	// Header holds the names of the columns, or is nil if the table has none.
	Header []string
	Rows   [][]float64
}

// Parse reads a text table of numbers. Errors are fault.InputErrors.
func Parse(data []byte) (*Table, error) {
	text, err := ParseText(data, Format{})
	if err != nil {
		return nil, err
	}
	t := &Table{Header: text.Header, Rows: make([][]float64, len(text.Rows))}
	for i, cells := range text.Rows {
		t.Rows[i] = make([]float64, len(cells))
		for j := range cells {
			if t.Rows[i][j], err = text.Number(i, j); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// Number returns the finite number in row i and column j, both counted from zero.
func (t *Text) Number(i, j int) (float64, error) {
	cell := t.Rows[i][j]
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fault.New(t.Place(i, j), wrong(cell, err))
	}
	return v, nil
}

// wrong says why a cell is refused.
func wrong(cell string, err error) string {
	switch {
	case cell == "":
		return "is missing, expected a number"
	case errors.Is(err, strconv.ErrRange):
		return "is " + fault.Clip(cell) + ", expected a number within double precision"
	case err == nil:
		return "is " + fault.Clip(cell) + ", expected a finite number"
	}
	return `is "` + fault.Clip(cell) + `", expected a number`
}
