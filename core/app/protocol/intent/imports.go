package intent

// ImportText imports a problem document or a text table. A table with up to three numeric feature columns and one label column is loaded immediately;
// any other waits until its columns are chosen.
type ImportText struct {
	Name string // name of the file
	Text string // its content, up to 20 MB
}

func (i *ImportText) form(f *Form) {
	f.do("import")
	f.text(field("name", "The name").optional(), &i.Name)
	f.text(field("text", "The text").key(), &i.Text)
}

// ImportData imports a file given as bytes, in any format that ImportText accepts, or one or two .npy files, the second with the labels.
type ImportData struct {
	Name   string // name of the file
	Data   []byte // its content, up to 20 MB
	Labels []byte // content of a second .npy file, with the labels
}

func (i *ImportData) form(f *Form) {
	f.do("import")
	f.text(field("name", "The name").optional(), &i.Name)
	f.bytes(field("data", "The file").key(), &i.Data)
	f.bytes(field("labels", "The file of labels").optional(), &i.Labels)
}

// Columns chooses the columns of the pending table and loads it.
type Columns struct {
	Features    []int          // feature columns, from 0
	Target      int            // label column, from 0
	Header      Optional[bool] // whether the first line contains the column names
	Standardise bool           // scales each feature to mean 0 and standard deviation 1
}

func (i *Columns) form(f *Form) {
	f.do("columns")
	f.wholes(index("features", "column").key(), &i.Features, places)
	f.whole(index("target", "column"), &i.Target, places)
	f.maybeFlag("header", &i.Header)
	f.flag("standardise", &i.Standardise, false)
}

// ColumnHeader sets whether the first line of the pending table contains the column names.
type ColumnHeader struct {
	Header bool // whether it does
}

func (i *ColumnHeader) form(f *Form) {
	f.do("columns")
	f.mustFlag("header", &i.Header)
}

// CancelColumns discards the pending table.
type CancelColumns struct{}

func (i *CancelColumns) form(f *Form) { f.do("columns"); f.fixed("cancel", "") }
