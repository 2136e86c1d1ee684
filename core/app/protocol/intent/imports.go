package intent

// ImportText reads a problem document or a table of text. A table of up to three columns of numbers and one of labels is taken at once;
// others wait for a choice of their columns.
type ImportText struct {
	Name string // of the file
	Text string // its contents, up to 20 MB
}

func (i *ImportText) form(f *Form) {
	f.do("import")
	f.text(field("name", "The name").optional(), &i.Name)
	f.text(field("text", "The text").key(), &i.Text)
}

// ImportData reads the bytes of a file, as ImportText does its text, or two .npy files of which one has the labels.
type ImportData struct {
	Name   string // of the file
	Data   []byte // its contents, up to 20 MB
	Labels []byte // those of a second file
}

func (i *ImportData) form(f *Form) {
	f.do("import")
	f.text(field("name", "The name").optional(), &i.Name)
	f.bytes(field("data", "The file").key(), &i.Data)
	f.bytes(field("labels", "The file of labels").optional(), &i.Labels)
}

// Columns takes columns of the table that waits as the data.
type Columns struct {
	Features    []int          // columns, counted from 0
	Target      int            // column of the labels
	Header      Optional[bool] // whether the first line has names
	Standardise bool           // scales each feature to mean 0 and standard deviation 1
}

func (i *Columns) form(f *Form) {
	f.do("columns")
	f.wholes(index("features", "column").key(), &i.Features, places)
	f.whole(index("target", "column"), &i.Target, places)
	f.maybeFlag("header", &i.Header)
	f.flag("standardise", &i.Standardise, false)
}

// ColumnHeader says whether the first line of the table that waits has the names of its columns.
type ColumnHeader struct {
	Header bool // it has
}

func (i *ColumnHeader) form(f *Form) {
	f.do("columns")
	f.mustFlag("header", &i.Header)
}

// CancelColumns drops the table that waits.
type CancelColumns struct{}

func (i *CancelColumns) form(f *Form) { f.do("columns"); f.fixed("cancel", "") }
