package convert

import (
	"cmp"
	"math"
	"reflect"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/stack"
)

// Check recomputes everything that the solution claims from the raw problem and the solution alone: see certify.Check, and for a stack
// stack.Check. It also compares the solution's model with the problem, and its status with what is proved.
func Check(p *document.Problem, s *document.Solution) *document.Check { return CheckTo(p, s, 0) }

// CheckTo is Check for a gap of tolerance. If that is 0, the gap is the problem's, and the solution must also claim to be optimal.
func CheckTo(p *document.Problem, s *document.Solution, tolerance float64) *document.Check {
	return checked(p, s, tolerance, tolerance == 0)
}

// checked is CheckTo, with the claim to be optimal if status is true.
func checked(p *document.Problem, s *document.Solution, tolerance float64, status bool) *document.Check {
	q := *p
	if tolerance > 0 {
		q.Tolerance = tolerance
	}
	c := &document.Check{Pass: true, Tolerance: cmp.Or(q.Tolerance, certify.DefaultTolerance)}
	belongs(c, p, s)
	check := checkLayer
	if p.Stack != nil {
		check = checkStack
	}
	measured := check(&q, s)
	c.Pass, c.Findings = c.Pass && measured.Pass, append(c.Findings, measured.Findings...)
	c.Objective, c.LowerBound, c.Gap, c.DualPeak = measured.Objective, measured.LowerBound, measured.Gap, measured.DualPeak
	c.AbsoluteGap, c.Scope = measured.AbsoluteGap, measured.Scope
	if status {
		add(c, "status of the solution that is not optimal", statusDetail(s))
	}
	return c
}

// add adds a finding that fails where there is a sentence on what differs.
func add(c *document.Check, what, detail string) {
	f := document.Finding{What: what, Detail: detail, Pass: detail == ""}
	if !f.Pass {
		f.Measured, c.Pass = 1, false
	}
	c.Findings = append(c.Findings, f)
}

// NearZero reports whether the cost of a solution is so near zero that its absolute gap is judged: see certify.Verdict.
func NearZero(p *document.Problem, s *document.Solution) bool {
	q := labels(p)
	return q.NearZero(s.Objective)
}

// CheckTable is CheckTo for the problem of the table trained on, to which the solution's columns were fitted anew. A table asks for no
// tolerance, and that of the problem is the solution's claim: without another the gap is certify.DefaultTolerance.
func CheckTable(p *document.Problem, fitted *document.Columns, s *document.Solution, tolerance float64) *document.Check {
	check := checked(p, s, cmp.Or(tolerance, certify.DefaultTolerance), tolerance == 0)
	findings := check.Findings
	check.Findings = nil
	detail, unchecked := document.ColumnsDifference(s.Model.Columns, fitted)
	add(check, "parts of the solution's columns that are not those of the table", detail)
	check.Findings = append(check.Findings, findings...)
	lack(check, unchecked)
	return check
}

// lack says what the solution does not have.
func lack(c *document.Check, unchecked []string) {
	if len(unchecked) > 0 {
		c.Unchecked = "the solution does not have " + strings.Join(unchecked, ", ")
	}
}

// belongs compares what the solution says of its problem with the problem.
func belongs(c *document.Check, p *document.Problem, s *document.Solution) {
	scope := ""
	if p.Stack != nil {
		scope = document.StackScope
	}
	detail := ""
	if s.Scope != scope {
		detail = "the solution's scope is \"" + fault.Clip(s.Scope) + "\", expected \"" + scope + "\""
	}
	add(c, "scope of the solution that is not that of the problem", detail)
	if s.Model == nil {
		c.Unchecked = "the solution does not say what its network is or which data it was trained on: what is checked is its numbers for this " +
			"problem"
		return
	}
	detail, unchecked := s.Model.Difference(p.Model())
	add(c, "parts of the solution's model that are not the problem's", detail)
	lack(c, unchecked)
}

// statusDetail says that the solution does not claim to be optimal, or returns "".
func statusDetail(s *document.Solution) string {
	if s.Status != string(certify.Optimal) {
		return "the solution's status is \"" + s.Status + "\", expected \"optimal\""
	}
	for l := range s.Layers {
		if status := s.Layers[l].Status; status != string(certify.Optimal) {
			return "the status of the solution's layer " + strconv.Itoa(l+1) + " is \"" + status + "\", expected \"optimal\""
		}
	}
	return ""
}

// checkLayer recomputes the claims about a network of one layer.
func checkLayer(p *document.Problem, s *document.Solution) *document.Check {
	claim := s.Claim()
	claim.Matrices = s.Z
	c := verdict(p.Activation.Kind().Check(Problem(p), &claim))
	if len(s.Layers) > 0 {
		add(c, "layers of a solution of a problem with one layer", "the solution has "+strconv.Itoa(len(s.Layers))+" layers, the problem one")
	}
	return c
}

// verdict returns the document of a verdict.
func verdict(v *certify.Verdict) *document.Check {
	c := &document.Check{
		Pass:      v.Pass,
		Objective: clamp(v.Objective), LowerBound: clamp(v.Lower), Gap: clamp(v.Gap), DualPeak: clamp(v.DualPeak),
	}
	if v.NearZero {
		gap := clamp(v.Objective - v.Lower)
		c.AbsoluteGap = &gap
	}
	for _, f := range v.Findings {
		f.Measured = clamp(f.Measured)
		c.Findings = append(c.Findings, f)
	}
	return c
}

// CheckNetwork compares a network without proof with the certified optimum r of p, a problem with one layer.
func CheckNetwork(p *document.Problem, network []document.Neuron, r *certify.Result) *document.Check {
	t := p.Activation.Kind().Compare(Problem(p), network, r)
	c := &document.Check{Pass: t.Pass()}
	measured := func(what string, measured, limit float64) {
		c.Findings = append(c.Findings, document.Finding{What: what, Measured: clamp(measured), Limit: limit, Pass: measured <= limit})
	}
	if t.Fault != "" {
		measured(t.Fault, 1, 0)
		return c
	}
	c.Objective, c.LowerBound, c.Gap, c.DualPeak = clamp(t.Objective), clamp(t.Lower), clamp(t.Gap), clamp(t.Peak)
	measured("gap between the cost of the network and the certified bound, relative", t.Gap, t.Limit)
	return c
}

// checkStack recomputes all claims about each layer from the raw problem and the layers alone: see stack.Check.
func checkStack(p *document.Problem, s *document.Solution) *document.Check {
	claim := &stack.Claim{}
	for i := range s.Layers {
		l := &s.Layers[i]
		claim.Layers = append(claim.Layers, stack.LayerClaim{Beta: l.Beta, Input: Input(l.Input), Claim: l.Claim()})
	}
	if last := len(claim.Layers) - 1; last >= 0 {
		claim.Layers[last].Matrices = append([]certify.Matrices{}, s.Z...) // not nil, which claims none
	}
	v := stack.Check(Stack(p), claim)
	c := &document.Check{Pass: v.Pass, Scope: document.StackScope}
	for _, layer := range v.Layers { // the last layer's values remain, except that the peak is the largest of all
		c.Objective, c.LowerBound, c.Gap = clamp(layer.Objective), clamp(layer.Lower), clamp(layer.Gap)
		c.DualPeak = math.Max(c.DualPeak, clamp(layer.DualPeak))
	}
	for _, f := range v.Findings {
		f.Measured = clamp(f.Measured)
		c.Findings = append(c.Findings, f)
	}
	add(c, "numbers of the solution that are not those of its last layer", repeats(s))
	add(c, "layers whose skip is not that of the problem", skips(p, s))
	return c
}

// repeats says that the solution's top-level numbers are not those of its last layer, or returns "".
func repeats(s *document.Solution) string {
	last := document.Layer{}
	if len(s.Layers) > 0 {
		last = s.Layers[len(s.Layers)-1]
	}
	if reflect.DeepEqual(s.Claim(), last.Claim()) {
		return ""
	}
	return "the solution's numbers at the top are not those of its last layer"
}

// skips says which layer's skip differs from the problem's, or returns "".
func skips(p *document.Problem, s *document.Solution) string {
	for l, layer := range s.Layers {
		if want := document.StackSkip(p.Stack.SkipIndex()); layer.Input != nil && layer.Input.Skip != want {
			return "the skip of the solution's layer " + strconv.Itoa(l+1) + " is \"" + layer.Input.Skip + "\", expected \"" + want + "\""
		}
	}
	return ""
}
