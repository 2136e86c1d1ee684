package document

import "conelab/core/data/strictjson"

// Fit is a polynomial a s^2 + b s + c fitted to a function on an interval (the paper's section 9).
type Fit struct {
	Format string `json:"format" words:"conelab/activation/1"`
	Name   string `json:"name"`
	// Formula is the function as people write it.
	Formula string  `json:"formula"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	Points  int     `json:"points"`
	A       float64 `json:"a"`
	B       float64 `json:"b"`
	C       float64 `json:"c"`
	// RMS is the root mean square of the residuals at the points, Max the largest absolute residual.
	RMS float64 `json:"rms"`
	Max float64 `json:"max"`
}

// JSON returns the document, or nil if a number is not finite.
func (f *Fit) JSON() []byte { return strictjson.Lines(f) }
