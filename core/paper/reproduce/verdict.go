package reproduce

// Verdict says whether a measurement agrees with the paper.
type Verdict string

// The verdicts. TooShort: rivals were stopped so early that more time might have changed it.
const (
	Agrees   Verdict = "agrees"
	Partly   Verdict = "partly"
	Differs  Verdict = "differs"
	TooShort Verdict = "not run long enough"
)

// long is how many times as long as the convex program a rival must have been trained before it counts that it has not got somewhere.
const long = 100

// votes counts cases for a claim and against it. Those that are open speak for it so far, but rivals were not given enough time.
type votes struct{ yes, no, open int }

// add takes a case. One that speaks against the claim is never open: more time for the rivals would not help the claim.
func (v *votes) add(yes, enough bool) {
	switch {
	case !yes:
		v.no++
	case enough:
		v.yes++
	default:
		v.open++
	}
}

// verdict returns Agrees if all cases speak for the claim, Differs if none does, and TooShort where that hangs on those that are open. With cases
// against it a claim is Partly true at best, whatever comes of the open ones.
func (v votes) verdict() Verdict {
	switch {
	case v.no == 0 && v.open > 0:
		return TooShort
	case v.no == 0:
		return Agrees
	case v.yes+v.open == 0:
		return Differs
	}
	return Partly
}

// one is the verdict of a single case.
func one(yes, enough bool) Verdict {
	var v votes
	v.add(yes, enough)
	return v.verdict()
}

// verdict returns Agrees if all of the many are so, Differs if none is. Nothing of it hangs on how long rivals were trained.
func verdict(so, many int) Verdict { return votes{yes: so, no: many - so}.verdict() }

// both joins the verdicts on the two halves of a claim.
func both(a, b Verdict) Verdict {
	switch {
	case a == b:
		return a
	case a == TooShort && b == Agrees, a == Agrees && b == TooShort:
		return TooShort
	}
	return Partly
}

// tooShort says what is missing where rivals were not given enough time.
func tooShort(v Verdict, why string) string {
	if v != TooShort {
		return why
	}
	if why != "" {
		why += " "
	}
	return why + "A verdict needs rivals that are given at least a hundred times as long as a solve, or that arrive before."
}
