package protocol

// PageImport is a table that has been read but not loaded yet.
type PageImport struct {
	Name    string       `json:"name"`
	Rows    int          `json:"rows"`
	Columns []PageColumn `json:"columns"`
	// Features and Target are the proposed columns, from 0. Header is set if the first line was read as column names.
	Features []int `json:"features"`
	Target   int   `json:"target"`
	Header   bool  `json:"header"`
	// Standardise is set if a proposed feature is far from the origin, or wide: it is proposed, too.
	Standardise bool `json:"standardise,omitempty"`
	// Text is set if the table comes from text, so that it may have a header.
	Text bool `json:"text"`
	// Notes lists the decisions made where the file is ambiguous, as sentences.
	Notes []string `json:"notes,omitempty"`
}

// PageColumn is a column of such a table.
type PageColumn struct {
	Name string `json:"name"`
	// Kind is number, text, or what all its words mean: date, time or percentage. Distinct is the number of distinct entries, at most a
	// thousand, without those that are missing or no finite number; Missing are the rows of these, from 0.
	Kind     string `json:"kind"`
	Distinct int    `json:"distinct"`
	Missing  []int  `json:"missing,omitempty"`
	// Index is set if the column numbers or names the rows.
	Index bool `json:"index,omitempty"`
}
