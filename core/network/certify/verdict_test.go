package certify

import (
	"math"
	"testing"
)

// TestBadge: a verdict says in one line what it is, with the first fault.
func TestBadge(t *testing.T) {
	near := 2e-12
	one := func(measured float64) Verdict {
		v := Verdict{Pass: true, Measured: true, Objective: 8.09, Lower: 8.08, Gap: 1e-3, Tolerance: DefaultTolerance}
		v.Add("gap", measured, 0.5)
		return v
	}
	for want, change := range map[string]func(v *Verdict){
		"CERTIFIED: cost 8.09, lower bound 8.08, gap 0.001": func(v *Verdict) {},
		"NOT CERTIFIED: cost, lower bound and gap not checked (gap: 2, where at most 0.5 is allowed)": func(v *Verdict) {
			*v = Verdict{Pass: true}
			v.Add("gap", 2, 0.5)
		},
		"CERTIFIED to 0.01: cost 8.09, lower bound 8.08, gap 0.001":  func(v *Verdict) { v.Tolerance = 0.01 },
		"CERTIFIED: cost 8.09, lower bound 8.08, absolute gap 2e-12": func(v *Verdict) { v.AbsoluteGap, v.Gap = &near, 1e-9 },
		"CERTIFIED to an absolute gap of 2e-12 (the cost is near zero: relative gap 0.001): cost 8.09, lower bound 8.08": func(v *Verdict) {
			v.AbsoluteGap = &near
		},
		"NOT CERTIFIED: cost 8.09, lower bound 8.08, absolute gap 2e-12 (gap: 2, where at most 0.5 is allowed)": func(v *Verdict) {
			v.AbsoluteGap = &near
			v.Add("gap", 2, 0.5)
		},
		"CERTIFIED, each layer given those below it: cost 8.09, lower bound 8.08, gap 0.001": func(v *Verdict) { v.Scope = "layers" },
		"NOT CERTIFIED: cost beyond double precision, lower bound 8.08, gap 0.001 (it is red)": func(v *Verdict) {
			v.Objective = Clamp(math.NaN())
			v.AddDifference("colour", "it is red")
			v.Add("u", math.Inf(1), 0)
		},
		"NOT CERTIFIED: cost 3, lower bound 8.08, gap 0.001 (layer 2: gap: 0.75, where at most 0.5 is allowed)": func(v *Verdict) {
			other := one(0.75)
			other.Objective = 3
			v.Append("layer 2: ", &other)
			v.Append("layer 3: ", &Verdict{}) // without numbers, which leaves those before
		},
	} {
		v := one(1e-3)
		change(&v)
		if v.Badge() != want {
			t.Errorf("got  %s\nwant %s", v.Badge(), want)
		}
	}
}
