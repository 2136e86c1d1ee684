package intent

// MostEntry bounds the numbers of a table: squares of these stay far from overflow, and the pictures can place them.
const MostEntry = 1e30

var (
	// entries is the range of a number of the table, places that of the index of a row.
	entries = Range{Kind: Between, Low: -MostEntry, High: MostEntry, Says: "A number of a row must be between -1e30 and 1e30."}
	labels  = Range{Kind: Between, Low: -MostEntry, High: MostEntry, Says: "A label must be a number between -1e30 and 1e30."}
	places  = Range{Kind: From}
)

// Row gives a row of the table other numbers.
type Row struct {
	Index  int       // row
	Values []float64 // features, then labels
	Final  bool      // false while the numbers are being drawn
}

func (i *Row) form(f *Form) {
	f.do("row")
	f.whole(index("index", "row"), &i.Index, places)
	f.numbers(field("values", "The row"), &i.Values, entries)
	f.flag("final", &i.Final, true)
}

// AddRows adds rows to the end of the table.
type AddRows struct {
	Add [][]float64 // rows, the features first
}

func (i *AddRows) form(f *Form) {
	f.do("rows")
	f.rows(field("add", "The rows").key(), &i.Add, entries)
}

// PutRows writes rows over those from an index on; what goes beyond the last is added.
type PutRows struct {
	Put   [][]float64 // rows, the features first
	Index int         // row that the first of them takes the place of
	Final bool        // false while the numbers are being drawn
}

func (i *PutRows) form(f *Form) {
	f.do("rows")
	f.rows(field("put", "The rows").key(), &i.Put, entries)
	f.whole(index("index", "row"), &i.Index, places)
	f.flag("final", &i.Final, true)
}

// RemoveRows removes rows of the table.
type RemoveRows struct {
	Remove []int // rows
}

func (i *RemoveRows) form(f *Form) {
	f.do("rows")
	f.wholes(index("remove", "row").key(), &i.Remove, places)
}

// FlipRows changes the sign of the labels of rows.
type FlipRows struct {
	Flip []int // rows
}

func (i *FlipRows) form(f *Form) {
	f.do("rows")
	f.wholes(index("flip", "row").key(), &i.Flip, places)
}

// SetRows gives rows a label.
type SetRows struct {
	Set   []int   // rows
	Value float64 // their label
}

func (i *SetRows) form(f *Form) {
	f.do("rows")
	f.wholes(index("set", "row").key(), &i.Set, places)
	f.numberOr(0, field("value", "The label").optional(), &i.Value, labels)
}

// HoldRows holds rows out for testing.
type HoldRows struct {
	Hold []int // rows
}

func (i *HoldRows) form(f *Form) {
	f.do("rows")
	f.wholes(index("hold", "row").key(), &i.Hold, places)
}

// TrainRows takes rows that are held out back into training.
type TrainRows struct {
	Train []int // rows
}

func (i *TrainRows) form(f *Form) {
	f.do("rows")
	f.wholes(index("train", "row").key(), &i.Train, places)
}
