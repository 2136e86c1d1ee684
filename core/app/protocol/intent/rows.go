package intent

// MostEntry bounds the numbers of a table, so that their squares do not overflow and the pictures can place them.
const MostEntry = 1e30

var (
	// entries is the range of a table entry, labels that of a label, places that of a row index.
	entries = Range{Kind: Between, Low: -MostEntry, High: MostEntry, Says: "A number of a row must be between -1e30 and 1e30."}
	labels  = Range{Kind: Between, Low: -MostEntry, High: MostEntry, Says: "A label must be a number between -1e30 and 1e30."}
	places  = Range{Kind: From}
)

// Row replaces the numbers of a table row.
type Row struct {
	Index  int       // row, from 0
	Values []float64 // the features, then the labels
	Final  bool      // false while the values are being dragged
}

func (i *Row) form(f *Form) {
	f.do("row")
	f.whole(index("index", "row"), &i.Index, places)
	f.numbers(field("values", "The row"), &i.Values, entries)
	f.flag("final", &i.Final, true)
}

// AddRows appends rows to the table.
type AddRows struct {
	Add [][]float64 // the rows, each with the features first
}

func (i *AddRows) form(f *Form) {
	f.do("rows")
	f.rows(field("add", "The rows").key(), &i.Add, entries)
}

// PutRows overwrites consecutive rows of the table. Rows beyond the end are appended.
type PutRows struct {
	Put   [][]float64 // the rows, each with the features first
	Index int         // first row to overwrite, from 0
	Final bool        // false while the values are being dragged
}

func (i *PutRows) form(f *Form) {
	f.do("rows")
	f.rows(field("put", "The rows").key(), &i.Put, entries)
	f.whole(index("index", "row"), &i.Index, places)
	f.flag("final", &i.Final, true)
}

// RemoveRows removes rows from the table.
type RemoveRows struct {
	Remove []int // rows, from 0
}

func (i *RemoveRows) form(f *Form) {
	f.do("rows")
	f.wholes(index("remove", "row").key(), &i.Remove, places)
}

// FlipRows negates the labels of rows.
type FlipRows struct {
	Flip []int // rows, from 0
}

func (i *FlipRows) form(f *Form) {
	f.do("rows")
	f.wholes(index("flip", "row").key(), &i.Flip, places)
}

// SetRows sets the label of rows.
type SetRows struct {
	Set   []int   // rows, from 0
	Value float64 // the label
}

func (i *SetRows) form(f *Form) {
	f.do("rows")
	f.wholes(index("set", "row").key(), &i.Set, places)
	f.numberOr(0, field("value", "The label").optional(), &i.Value, labels)
}

// HoldRows moves rows to the held-out points.
type HoldRows struct {
	Hold []int // rows, from 0
}

func (i *HoldRows) form(f *Form) {
	f.do("rows")
	f.wholes(index("hold", "row").key(), &i.Hold, places)
}

// TrainRows moves held-out rows back to the training points.
type TrainRows struct {
	Train []int // rows, from 0
}

func (i *TrainRows) form(f *Form) {
	f.do("rows")
	f.wholes(index("train", "row").key(), &i.Train, places)
}
