package table

// Table is a rectangle of finite numbers with at least one row and one column.
type Table struct {
	// Header holds the names of the columns, or is nil if the table has none.
	Header []string
	Rows   [][]float64
}

// Parse reads a text table of numbers. Errors are fault.InputErrors.
func Parse(data []byte) (*Table, error) {
	text, err := ParseText(data, Format{Header: HeaderOfWords})
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
