package intent

// Row replaces the numbers of a table row.
type Row struct {
	Index  int       `json:"index"`                                            // row, from 0
	Values []float64 `json:"values" says:"The row" range:"from -1e30 to 1e30"` // the features, then the labels
	Final  bool      `json:"final" missing:"kept"`                             // false while the values are being dragged
}

// MostEntry bounds the numbers of a table, so that their squares do not overflow and the pictures can place them.
var MostEntry = most[Row]("values")

// AddRows appends rows to the table.
type AddRows struct {
	Add [][]float64 `json:"add" says:"The rows" range:"from -1e30 to 1e30"` // the rows, each with the features first
}

// PutRows overwrites consecutive rows of the table. Rows beyond the end are appended.
type PutRows struct {
	Put   [][]float64 `json:"put" says:"The rows" range:"from -1e30 to 1e30"` // the rows, each with the features first
	Index int         `json:"index"`                                          // first row to overwrite, from 0
	Final bool        `json:"final" missing:"kept"`                           // false while the values are being dragged
}

// RemoveRows removes rows from the table.
type RemoveRows struct {
	Remove []int `json:"remove"` // rows, from 0
}

// FlipRows negates the labels of rows.
type FlipRows struct {
	Flip []int `json:"flip"` // rows, from 0
}

// SetRows sets the label of rows.
type SetRows struct {
	Set   []int   `json:"set"`                                                         // rows, from 0
	Value float64 `json:"value,omitempty" says:"The label" range:"from -1e30 to 1e30"` // the label
}

// HoldRows moves rows to the held-out points.
type HoldRows struct {
	Hold []int `json:"hold"` // rows, from 0
}

// TrainRows moves held-out rows back to the training points.
type TrainRows struct {
	Train []int `json:"train"` // rows, from 0
}
