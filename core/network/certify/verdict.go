package certify

import (
	"cmp"
	"math"
	"strconv"
)

// Verdict says whether the claims about a network are true: it passes if each of its findings does. All its numbers are finite: the largest
// double stands for anything out of bounds.
type Verdict struct {
	Pass bool `json:"pass"`
	// Measured says that the numbers were measured: they are not if parts of the claim do not fit the problem.
	Measured bool `json:"-"`
	// NotChecked is Unmeasured in a document without the numbers that follow, since they were not measured.
	NotChecked string `json:"not_checked,omitempty"`
	// Objective, Lower and Gap are recomputed from the raw data.
	Objective float64 `json:"objective" unless:"not_checked"`
	Lower     float64 `json:"lower_bound" unless:"not_checked"`
	Gap       float64 `json:"gap" unless:"not_checked"`
	// DualPeak is the largest |g| on the sphere, relative to beta, for the dual vector as given. Above 1, the vector was scaled back.
	DualPeak float64 `json:"dual_peak" unless:"not_checked"`
	// AbsoluteGap is given where the cost is less than a millionth of the cost without neurons. There rounding in the outputs may exceed a
	// relative gap, and the absolute gap must be small relative to that millionth.
	AbsoluteGap *float64 `json:"absolute_gap,omitempty"`
	// Tolerance is the largest gap that passes. Scope says what is certified of several layers, Unchecked what could not be checked.
	Tolerance float64   `json:"tolerance,omitempty"`
	Scope     string    `json:"scope,omitempty"`
	Unchecked string    `json:"unchecked,omitempty"`
	Findings  []Finding `json:"findings"`
}

// Unmeasured names the numbers of a verdict.
const Unmeasured = "cost, lower bound and gap"

// Finding is a measurement with its limit: it passes if Measured <= Limit. Detail, if not empty, says what differs, in a sentence without
// its full stop.
type Finding struct {
	What     string  `json:"what"`
	Measured float64 `json:"measured"`
	Limit    float64 `json:"limit"`
	Pass     bool    `json:"pass"`
	Detail   string  `json:"detail,omitempty"`
}

// Add adds a measurement.
func (v *Verdict) Add(what string, measured, limit float64) {
	v.add(Finding{What: what, Measured: Clamp(measured), Limit: limit, Pass: measured <= limit})
}

// AddDifference adds a comparison. It fails unless the difference, a sentence without its full stop, is empty.
func (v *Verdict) AddDifference(what, difference string) {
	f := Finding{What: what, Pass: difference == "", Detail: difference}
	if !f.Pass {
		f.Measured = 1
	}
	v.add(f)
}

func (v *Verdict) add(f Finding) {
	v.Findings, v.Pass = append(v.Findings, f), v.Pass && f.Pass
}

// Append adds the findings of another verdict, each named with a prefix. Its numbers, if it has any, replace those here, except that the
// larger peak remains.
func (v *Verdict) Append(prefix string, other *Verdict) {
	for _, f := range other.Findings {
		f.What = prefix + f.What
		v.add(f)
	}
	if other.Measured {
		v.Measured = true
		v.Objective, v.Lower, v.Gap, v.AbsoluteGap = other.Objective, other.Lower, other.Gap, other.AbsoluteGap
		v.DualPeak = math.Max(v.DualPeak, other.DualPeak)
	}
	v.Tolerance, v.Scope = cmp.Or(other.Tolerance, v.Tolerance), cmp.Or(other.Scope, v.Scope)
	v.Unchecked = cmp.Or(other.Unchecked, v.Unchecked)
}

// Fault says in words, without a full stop, what the first failed finding is, or returns "" if all pass.
func (v *Verdict) Fault() string {
	for _, f := range v.Findings {
		if !f.Pass && f.Detail != "" {
			return f.Detail
		}
		if !f.Pass {
			return f.What + ": " + number(f.Measured, 3) + ", where at most " + number(f.Limit, 3) + " is allowed"
		}
	}
	return ""
}

// AbsoluteWords says that the gap of a cost near zero is small, though not relative to that cost.
func AbsoluteWords(absolute, relative float64) string {
	return "absolute gap of " + number(absolute, 3) + " (the cost is near zero: relative gap " + number(relative, 2) + ")"
}

// Badge returns one line that says whether the network is proved optimal, with its cost, the lower bound and their gap.
func (v *Verdict) Badge() string {
	text := "CERTIFIED"
	absolute := v.Pass && v.AbsoluteGap != nil && v.Gap > v.Tolerance
	switch {
	case !v.Pass:
		text = "NOT CERTIFIED"
	case absolute:
		text += " to an " + AbsoluteWords(*v.AbsoluteGap, v.Gap)
	case v.Tolerance > 0 && v.Tolerance != DefaultTolerance:
		text += " to " + number(v.Tolerance, 3)
	}
	if v.Scope != "" && v.Pass {
		text += ", each layer given those below it"
	}
	if v.Measured {
		text += ": cost " + number(v.Objective, 10) + ", lower bound " + number(v.Lower, 10)
		switch {
		case absolute:
		case v.AbsoluteGap != nil:
			text += ", absolute gap " + number(*v.AbsoluteGap, 3)
		case v.Gap < math.MaxFloat64:
			text += ", gap " + number(v.Gap, 3)
		}
	} else {
		text += ": " + Unmeasured + " not checked"
	}
	if fault := v.Fault(); fault != "" {
		text += " (" + fault + ")"
	} else if v.Unchecked != "" {
		text += " (" + v.Unchecked + ")"
	}
	return text
}

// number formats x with the given number of digits, or says that it is out of bounds: see Verdict.
func number(x float64, digits int) string {
	if math.Abs(x) == math.MaxFloat64 {
		return "beyond double precision"
	}
	return strconv.FormatFloat(x, 'g', digits, 64)
}

// Clamp clamps x to the finite numbers, which JSON can represent. NaN becomes the largest, which stands for anything out of bounds.
func Clamp(x float64) float64 {
	if math.IsNaN(x) {
		return math.MaxFloat64
	}
	return math.Max(-math.MaxFloat64, math.Min(x, math.MaxFloat64))
}
