package reproduce

// Verdict says whether a measurement agrees with the paper.
type Verdict string

// The verdicts. TooShort means that rivals were stopped so early that more time might have changed the result.
const (
	Agrees   Verdict = "agrees"
	Partly   Verdict = "partly"
	Differs  Verdict = "differs"
	TooShort Verdict = "not run long enough"
)

// long is how many times as long as the convex program a rival must be trained before its failure to reach something counts.
const long = 100

// votes counts cases for a claim and against it. Open cases speak for it so far, but the rivals were not given enough time.
type votes struct{ yes, no, open int }

// add adds a case. A case against the claim is never open: more time for the rivals would not help the claim.
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

// verdict returns Agrees if all cases speak for the claim, Differs if none does, and TooShort if no case speaks against it but some are
// open. With a case against it a claim is at best Partly true, whatever the open cases.
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

// verdict returns Agrees if so equals many, Differs if so is zero, and Partly otherwise. It is for claims that do not depend on how long
// rivals were trained.
func verdict(so, many int) Verdict { return votes{yes: so, no: many - so}.verdict() }

// both combines the verdicts on the two halves of a claim.
func both(a, b Verdict) Verdict {
	switch {
	case a == b:
		return a
	case a == TooShort && b == Agrees, a == Agrees && b == TooShort:
		return TooShort
	}
	return Partly
}

// tooShort says what is missing if rivals were not given enough time.
func tooShort(v Verdict, why string) string {
	if v != TooShort {
		return why
	}
	if why != "" {
		why += " "
	}
	return why + "A verdict needs rivals that are given at least a hundred times as long as a solve, or that arrive before."
}
