package intent

// CheckText checks a matrix, a problem with its solution, or a network for the current problem.
type CheckText struct {
	Text string // the text, up to 4 MB
}

func (i *CheckText) form(f *Form) {
	f.do("check")
	f.text(field("text", "The text").key(), &i.Text)
}

// CheckData checks a matrix given as a .npy file.
type CheckData struct {
	Data []byte // the file, up to 4 MB
}

func (i *CheckData) form(f *Form) {
	f.do("check")
	f.bytes(field("data", "The file").key(), &i.Data)
}

// ClearCheck discards the object under check.
type ClearCheck struct{}

func (i *ClearCheck) form(f *Form) { f.do("check"); f.fixed("clear", "") }

// ShowCheck sets whether the pictures show the object under check instead of the data or the optimal network.
type ShowCheck struct {
	Show bool // whether they do
}

func (i *ShowCheck) form(f *Form) {
	f.do("check")
	f.flag("show", &i.Show, false)
}
