package intent

// CheckText checks a matrix, a problem with its solution, or a network for the current problem.
type CheckText struct {
	Text string `json:"text" says:"The text"` // the text, up to 4 MB
}

// CheckData checks a matrix given as a .npy file.
type CheckData struct {
	Data []byte `json:"data" says:"The file"` // the file, up to 4 MB
}

// ClearCheck discards the object under check.
type ClearCheck struct{}

// ShowCheck sets whether the pictures show the object under check instead of the data or the optimal network.
type ShowCheck struct {
	Show bool `json:"show,omitempty"` // whether they do
}
