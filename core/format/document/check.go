package document

import (
	"math"
	"strconv"

	"conelab/core/data/strictjson"
	"conelab/core/network/certify"
)

// Check is the result of checking a solution's claims.
type Check struct {
	Format string `json:"format" words:"conelab/check/1"`
	// Verdict is a summary in one line: see Badge. JSON sets it.
	Verdict string `json:"verdict"`
	Pass    bool   `json:"pass"`
	// Objective, LowerBound and Gap are recomputed from the raw data.
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lower_bound"`
	Gap        float64 `json:"gap"`
	// DualPeak is the largest |g| on the sphere, relative to beta, for the dual vector as given. If it is above 1, the vector was scaled
	// back.
	DualPeak float64   `json:"dual_peak"`
	Findings []Finding `json:"findings"`
}

// Finding is a measurement with its limit: it passes if Measured <= Limit.
type Finding = certify.Finding

// Badge returns one line that says whether the network is proved optimal, with its cost, the lower bound and their relative gap.
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

// measured reports whether the numbers could be measured at all: they cannot if parts do not fit the problem.
func (c *Check) measured() bool {
	for _, f := range c.Findings {
		if f.Limit > 0 {
			return true
		}
	}
	return false
}

// long formats v with ten digits, or says that there is none.
func long(v float64) string {
	if math.Abs(v) == math.MaxFloat64 {
		return "none"
	}
	return strconv.FormatFloat(v, 'g', 10, 64)
}

// Fault returns, in words and without a full stop, the first thing that is wrong, or "" if the check passes.
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
	d.Verdict = c.Badge()
	return strictjson.Lines(&d)
}
