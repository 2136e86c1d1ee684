package document

import (
	"math"
	"strconv"
)

// CheckFormat is the format of a check document.
const CheckFormat = "conelab/check/1"

// Check says whether a solution is what it claims to be.
type Check struct {
	Format string `json:"format"`
	// Verdict says in a line what there is to say: see Badge. JSON writes it.
	Verdict string `json:"verdict"`
	Pass    bool   `json:"pass"`
	// Objective, LowerBound and Gap are recomputed from the raw data.
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lower_bound"`
	Gap        float64 `json:"gap"`
	// DualPeak is the largest |g| on the sphere of the dual vector as it was given, relative to beta: one above 1 had to be scaled back.
	DualPeak float64   `json:"dual_peak"`
	Findings []Finding `json:"findings"`
}

// Finding is one thing measured against its limit: it passes if Measured <= Limit.
type Finding struct {
	What     string  `json:"what"`
	Measured float64 `json:"measured"`
	Limit    float64 `json:"limit"`
	Pass     bool    `json:"pass"`
}

// Badge says in a line whether the network is proved optimal, with its cost, the lower bound and their relative gap.
func (c *Check) Badge() string {
	text := "CERTIFIED"
	if !c.Pass {
		text = "NOT CERTIFIED"
	}
	if c.measured() {
		text += ": cost " + long(c.Objective) + ", lower bound " + long(c.LowerBound) + ", gap " + short(c.Gap)
	}
	if fault := c.Fault(); fault != "" {
		text += " (" + fault + ")"
	}
	return text
}

// measured reports whether anything could be: nothing is where parts do not fit the problem.
func (c *Check) measured() bool {
	for _, f := range c.Findings {
		if f.Limit > 0 {
			return true
		}
	}
	return false
}

// long writes ten digits, or that there is none.
func long(v float64) string {
	if math.Abs(v) == math.MaxFloat64 {
		return "none"
	}
	return strconv.FormatFloat(v, 'g', 10, 64)
}

// Fault says in words what is wrong first, without a full stop, or nothing when the check passes.
func (c *Check) Fault() string {
	for _, f := range c.Findings {
		if !f.Pass {
			return f.What + ": " + short(f.Measured) + ", where at most " + short(f.Limit) + " is allowed"
		}
	}
	return ""
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

// JSON returns the document with one finding per line, or nil if a number is not finite.
func (c *Check) JSON() []byte {
	d := *c
	d.Format, d.Verdict, d.Findings = CheckFormat, c.Badge(), filled(d.Findings)
	return layout(encode(d))
}
