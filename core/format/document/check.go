package document

import (
	"cmp"
	"context"
	"math"
	"reflect"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/stack"
	"conelab/core/network/sums"
)

// Check is the verdict on a solution, with a summary in one line.
type Check struct {
	Format string `json:"format" words:"conelab/check/1"`
	Badge  string `json:"verdict"`
	certify.Verdict
}

// CheckJSON returns the check document of a verdict with one finding per line.
func CheckJSON(v *certify.Verdict) []byte {
	c := &Check{Badge: v.Badge(), Verdict: *v}
	if !v.Measured {
		c.NotChecked = certify.Unmeasured
	}
	return strictjson.Lines(c)
}

// CheckSolution recomputes everything that the solution claims from the raw problem and the solution alone: see certify.Check, and for a stack
// stack.Check. It also compares the solution's model with the problem, and its status with what is proved.
func CheckSolution(p *Problem, s *Solution) *certify.Verdict { return CheckTo(p, s, 0) }

// CheckTo is CheckSolution for a gap of tolerance. If that is 0, the gap is the problem's, and the solution must also claim to be optimal.
func CheckTo(p *Problem, s *Solution, tolerance float64) *certify.Verdict {
	v := &certify.Verdict{Pass: true}
	q := *p
	q.Tolerance = cmp.Or(tolerance, p.Tolerance)
	belongs(v, p, s)
	if p.Stack != nil {
		checkStack(v, &q, s)
	} else {
		claim := s.Claim()
		claim.Matrices = s.Z
		v.Append("", p.Activation.Kind().Check(q.Program(), &claim))
		if len(s.Layers) > 0 {
			v.AddDifference("layers of a solution of a problem with one layer",
				"the solution has "+strconv.Itoa(len(s.Layers))+" layers, the problem one")
		}
	}
	if tolerance == 0 {
		checkStatus(v, s)
	}
	return v
}

// compareModels compares the model of a solution with that of its problem, and says what the solution does not have.
func compareModels(v *certify.Verdict, is, want *Model, rounding float64) {
	different, unchecked := is.difference(want, rounding)
	v.Unchecked = unchecked
	v.AddDifference("parts of the solution's model that are not the problem's", different)
}

// belongs compares what the solution says of its problem with the problem.
func belongs(v *certify.Verdict, p *Problem, s *Solution) {
	scope := ""
	if p.Stack != nil {
		scope = stack.Scope
	}
	detail := ""
	if s.Scope != scope {
		detail = "the solution's scope is \"" + fault.Clip(s.Scope) + "\", expected \"" + scope + "\""
	}
	v.AddDifference("scope of the solution that is not that of the problem", detail)
	if s.Model == nil {
		v.Unchecked = "the solution has no model description and does not record its data: only its numbers are checked, for this problem"
		return
	}
	compareModels(v, s.Model, p.Model(), fittedRounding)
}

// checkStatus compares the solution's status, and that of its layers, with the claim to be optimal.
func checkStatus(v *certify.Verdict, s *Solution) {
	detail := ""
	for l := len(s.Layers) - 1; l >= 0; l-- {
		if status := s.Layers[l].Status; status != certify.Optimal {
			detail = "the status of the solution's layer " + strconv.Itoa(l+1) + " is \"" + string(status) + "\", expected \"optimal\""
		}
	}
	if s.Status != certify.Optimal {
		detail = "the solution's status is \"" + string(s.Status) + "\", expected \"optimal\""
	}
	v.AddDifference("status of the solution that is not optimal", detail)
}

// NearZero reports whether the cost of a solution is so near zero that its absolute gap is judged: see certify.Verdict.
func NearZero(p *Problem, s *Solution) bool {
	q := p.withoutX()
	return q.NearZero(s.Objective)
}

// CheckNetwork compares a network without proof with the certified optimum r of p, a problem with one layer.
func CheckNetwork(p *Problem, network []Neuron, r *certify.Result) *certify.Verdict {
	return &p.Activation.Kind().Compare(p.Program(), network, r).Verdict
}

// checkStack recomputes all claims about each layer from the raw problem and the layers alone: see stack.Check.
func checkStack(v *certify.Verdict, p *Problem, s *Solution) {
	var layers []stack.LayerClaim
	for i := range s.Layers {
		l := &s.Layers[i]
		layers = append(layers, stack.LayerClaim{Beta: l.Beta, Input: inputOf(l.Input), Claim: l.Claim()})
	}
	if last := len(layers) - 1; last >= 0 {
		layers[last].Matrices = append([]certify.Matrices{}, s.Z...) // not nil, which claims none
	}
	v.Append("", stack.Check(p.StackProgram(), layers))
	v.AddDifference("numbers of the solution that are not those of its last layer", repeats(s))
	v.AddDifference("layers whose skip is not that of the problem", skips(p, s))
}

// repeats says that the solution's top-level numbers are not those of its last layer, or returns "".
func repeats(s *Solution) string {
	last := Layer{}
	if len(s.Layers) > 0 {
		last = s.Layers[len(s.Layers)-1]
	}
	if reflect.DeepEqual(s.Claim(), last.Claim()) {
		return ""
	}
	return "the solution's numbers at the top are not those of its last layer"
}

// skips says which layer's skip differs from the problem's, or returns "".
func skips(p *Problem, s *Solution) string {
	for l, layer := range s.Layers {
		if want := StackSkip(p.Stack.SkipIndex()); layer.Input != nil && layer.Input.Skip != want {
			return "the skip of the solution's layer " + strconv.Itoa(l+1) + " is \"" + layer.Input.Skip + "\", expected \"" + want + "\""
		}
	}
	return ""
}

// leftOutAs returns the model of the problem with another one's rule for the rows that are not summed, where it has one: they have no part
// in the sums, whether a query left them out or a file had none.
func (s *SumsProblem) leftOutAs(other *Model) *Model {
	m := s.model()
	if m.Columns == nil || m.Columns.Table == nil || other.Columns == nil || other.Columns.Table == nil {
		return m
	}
	columns, layout := *m.Columns, *m.Columns.Table
	layout.Missing, layout.Only = other.Columns.Table.Missing, other.Columns.Table.Only
	columns.Table, m.Columns = &layout, &columns
	return m
}

// sumsEvaluator computes costs by the sums. There is no dual vector: the bound is proved by the network.
type sumsEvaluator struct {
	training *sums.Problem
	network  []neural.Neuron
}

func (e *sumsEvaluator) Cost(_ []float64, neurons []neural.Neuron) float64 {
	return e.training.Prove(neurons).Objective
}

func (e *sumsEvaluator) Unknown() float64 { return e.training.Prove(e.network).Uncertainty }

func (e *sumsEvaluator) Bound([]float64) (peak, lower float64, _ [][]float64) {
	q := e.training.Prove(e.network)
	return q.Peak * e.training.Beta, q.Lower, nil
}

// engineRounding is how much the means and deviations of one engine differ from those of another or of this program, relative to the root of
// the number of rows: a database adds doubles.
const engineRounding = 0x1p-50

// CheckSolution recomputes everything that a solution claims from the sums alone. If tolerance is 0, the gap is certify.DefaultTolerance,
// and the solution must also claim to be optimal.
func (s *SumsProblem) CheckSolution(d *Solution, tolerance float64) *certify.Verdict {
	problem := s.Problem.withoutX()
	problem.Y, problem.Tolerance = nil, tolerance
	claim := d.Claim()
	claim.Matrices = d.Z
	v := certify.Check(problem, &claim, &sumsEvaluator{s.Training(context.Background()), claim.Neurons})
	detail := ""
	if !d.Sums || len(d.Layers) > 0 || d.Dual != nil {
		detail = "the solution is not one of sums"
	}
	v.AddDifference("parts of the solution that a network trained on sums does not have", detail)
	if d.Model != nil {
		compareModels(v, d.Model, s.leftOutAs(d.Model), math.Max(fittedRounding, math.Sqrt(s.Sums.Rows())*engineRounding))
	}
	if tolerance == 0 {
		checkStatus(v, d)
	}
	return v
}
