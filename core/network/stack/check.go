package stack

import (
	"math"
	"strconv"

	"conelab/core/network/certify"
)

// Claim is a stack with what is claimed of it, lowest layer first.
type Claim struct{ Layers []LayerClaim }

// LayerClaim is one layer: its beta, how its input is said to be made, and its network with its proof. Matrices may be nil.
type LayerClaim struct {
	Beta  float64
	Input Input
	certify.Claim
}

// Verdict says whether a claim is true.
type Verdict struct {
	Pass bool
	// Layers has, for each layer that could be measured, the verdict of certify.Check on its convex program.
	Layers []*certify.Verdict
	// Findings has everything that was measured, layer by layer, each with the layer in its text.
	Findings []certify.Finding
}

// Check recomputes, from the raw problem and the claim alone, what is claimed of each layer: the layers below, evaluated at the
// raw data, make its input anew; the network's cost, what the dual vector proves and their gap follow from that. Where a layer
// does not fit those below it, nothing above can be measured. It is the layers that pass, each given those below; of the stack as
// a whole nothing is claimed.
//
// The problem must be valid; its HeldOut plays no part.
func Check(p Problem, c *Claim) *Verdict {
	v := &Verdict{Pass: true}
	p.Outputs = max(1, p.Outputs)
	v.add("", "layers that are missing, or too many", missing(&p, len(c.Layers)), 0)
	n := &Network{D: p.D, Outputs: p.Outputs, Architecture: p.Architecture, Sigma: p.Polynomial(), Skip: p.Skip}
	var pass Pass
	pass.begin(p.X, p.D)
	for l := range c.Layers {
		if !v.checkLayer(&p, n, &pass, &c.Layers[l]) {
			break
		}
	}
	return v
}

// missing returns by how many layers the claim differs from what the options ask for. A stack ends early where nothing reaches
// the next layer.
func missing(p *Problem, layers int) float64 {
	if p.Auto || p.Skip == SkipNone {
		return float64(max(1-layers, layers-p.most(), 0))
	}
	return math.Abs(float64(layers - p.Layers))
}

// checkLayer measures the next layer and adds it to the network, and reports whether those above can be measured.
func (v *Verdict) checkLayer(p *Problem, n *Network, pass *Pass, claim *LayerClaim) bool {
	l := len(n.Layers)
	name := "layer " + strconv.Itoa(l+1) + ": "
	var input Input
	h, width := p.X, n.Width(l)
	if l > 0 {
		if v.add(name, "features that are missing", float64(max(0, 1-width)), 0); width == 0 {
			return false
		}
		h = pass.rows(n, l)
		if input = newInput(h, width, n.weights(l)); !input.finite() {
			v.add(name, "features that are too large for double precision", 1, 0)
			return false
		}
		input.apply(h)
	}
	const scaling = "what is stored of the input's scaling against that of the layers below, relative"
	v.add(name, scaling, input.distance(&claim.Input), certify.LengthLimit)
	q := program(p, n, l, h)
	v.add(name, "claimed beta against that of the problem, relative", math.Abs(claim.Beta-q.Beta)/q.Beta, certify.LengthLimit)
	known := fits(claim.Neurons, q.Architecture.Shape(q.D), n.Outputs) // certify.Check says what does not fit
	if known && claim.Matrices == nil {
		claim.Matrices = q.Assemble(claim.Neurons)
	}
	verdict := certify.Check(q, &claim.Claim)
	v.Layers = append(v.Layers, verdict)
	for _, f := range verdict.Findings {
		f.What = name + f.What
		v.Findings = append(v.Findings, f)
	}
	v.Pass = v.Pass && verdict.Pass
	if !known {
		return false
	}
	n.Layers = append(n.Layers, HiddenLayer{Input: input, Neurons: claim.Neurons})
	pass.advance(n, l)
	return true
}

// add adds what was measured.
func (v *Verdict) add(name, what string, measured, limit float64) {
	f := certify.Finding{What: name + what, Measured: measured, Limit: limit, Pass: measured <= limit}
	v.Findings = append(v.Findings, f)
	v.Pass = v.Pass && f.Pass
}

// finite reports whether all numbers of the input are.
func (in *Input) finite() bool {
	sum := 0.0
	for _, list := range [][]float64{in.Mean, in.Scale, in.Low, in.High} {
		for _, v := range list {
			sum += math.Abs(v)
		}
	}
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// distance returns how far another input's numbers are from these, in units of the scales, or +Inf where there are not as many.
func (in *Input) distance(other *Input) float64 {
	far := 0.0
	for _, pair := range [][2][]float64{{in.Mean, other.Mean}, {in.Low, other.Low}, {in.High, other.High}, {in.Scale, other.Scale}} {
		if len(pair[0]) != len(pair[1]) {
			return math.Inf(1)
		}
		for k, v := range pair[0] {
			// Of two that are equal the distance is zero in any units.
			if d := math.Abs(v - pair[1][k]); !(d == 0) {
				far = math.Max(far, d/in.Scale[k])
			}
		}
	}
	return far
}

// Claim returns what the result claims, as a solution document stores it.
func (r *Result) Claim() *Claim {
	c := &Claim{}
	for _, layer := range r.Layers {
		s := layer.Result
		claim := certify.Claim{Objective: s.Objective, Lower: s.Lower, Gap: s.Gap, Neurons: s.Neurons}
		n := s.Samples
		for i := range n {
			var row []float64
			for at := i; at < len(s.Certificate.Dual); at += n {
				row = append(row, s.Certificate.Dual[at])
			}
			claim.Dual = append(claim.Dual, row)
		}
		c.Layers = append(c.Layers, LayerClaim{Beta: layer.Problem.Beta, Input: layer.Input, Claim: claim})
	}
	return c
}
