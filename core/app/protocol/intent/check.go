package intent

// CheckText checks a matrix, a problem with its solution, or a network for the problem on the stage.
type CheckText struct {
	Text string // up to 4 MB
}

func (i *CheckText) form(f *Form) {
	f.do("check")
	f.text(field("text", "The text").key(), &i.Text)
}

// CheckData checks a matrix that is a .npy file.
type CheckData struct {
	Data []byte // up to 4 MB
}

func (i *CheckData) form(f *Form) {
	f.do("check")
	f.bytes(field("data", "The file").key(), &i.Data)
}

// ClearCheck drops what was checked.
type ClearCheck struct{}

func (i *ClearCheck) form(f *Form) { f.do("check"); f.fixed("clear", "") }

// ShowCheck says whether the pictures show what was checked, in place of the data or of the optimal network.
type ShowCheck struct {
	Show bool // they do
}

func (i *ShowCheck) form(f *Form) {
	f.do("check")
	f.flag("show", &i.Show, false)
}
