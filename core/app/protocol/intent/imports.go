package intent

// ImportText imports a problem document or a text table. A table with up to three numeric feature columns and one label column is loaded
// immediately; any other waits until its columns are chosen.
type ImportText struct {
	Name string `json:"name,omitempty" says:"The name"` // name of the file
	Text string `json:"text" says:"The text"`           // its content, up to 20 MB
}

// ImportData imports a file given as bytes, in any format that ImportText accepts, or one or two .npy files, the second with the labels.
type ImportData struct {
	Name   string `json:"name,omitempty" says:"The name"`             // name of the file
	Data   []byte `json:"data" says:"The file"`                       // its content, up to 20 MB
	Labels []byte `json:"labels,omitempty" says:"The file of labels"` // content of a second .npy file, with the labels
}

// Columns chooses the columns of the pending table and loads it.
type Columns struct {
	Features    []int `json:"features"`              // feature columns, from 0
	Target      int   `json:"target"`                // label column, from 0
	Header      *bool `json:"header,omitempty"`      // whether the first line contains the column names
	Standardise bool  `json:"standardise,omitempty"` // scales each feature to mean 0 and standard deviation 1
}

// ColumnHeader sets whether the first line of the pending table contains the column names.
type ColumnHeader struct {
	Header bool `json:"header"` // whether it does
}

// CancelColumns discards the pending table.
type CancelColumns struct{}
