package stack

import (
	"math"
	"strconv"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// LayerClaim is one layer: its beta, how its input is said to be made, and its network with its proof. Matrices may be nil.
type LayerClaim struct {
	Beta  float64
	Input Input
	certify.Claim
}

// Scope says what the certificates of a stack prove; it is part of every solution with layers.
const Scope = "Each layer is certified given the layers below it. Nothing is proved of the stack as a whole."

// Check recomputes the claims about each layer, lowest first, from the raw problem and the claims alone: it evaluates the layers below at
// the raw data, which gives the layer's input, and then the network's cost, the bound of the dual vector and their gap. Where a layer does
// not fit those below it, nothing above is measured. Each layer passes given those below; nothing is claimed of the stack as a whole. The
// verdict has the numbers of the last layer measured, but the largest peak of all.
//
// The problem must be valid; its HeldOut is not used.
func Check(p Problem, layers []LayerClaim) *certify.Verdict {
	v := &certify.Verdict{Pass: true, Scope: Scope}
	v.Add("layers that are missing, or too many", missing(&p, len(layers)), 0)
	for l, verdict := range checkLayers(p, layers) {
		v.Append("layer "+strconv.Itoa(l+1)+": ", verdict)
	}
	return v
}

// checkLayers returns the verdict of each layer that fits those below it, and of the first one that does not.
func checkLayers(p Problem, layers []LayerClaim) (all []*certify.Verdict) {
	p.Outputs = max(1, p.Outputs)
	n := &Network{D: p.D, Outputs: p.Outputs, Architecture: p.Architecture, Sigma: p.Polynomial(), Skip: p.Skip}
	var pass Pass
	pass.begin(p.X, p.D)
	for l, fits := 0, true; fits && l < len(layers); l++ {
		var verdict *certify.Verdict
		verdict, fits = checkLayer(&p, n, &pass, &layers[l])
		all = append(all, verdict)
	}
	return all
}

// missing returns by how many layers the claim differs from the options. A stack may end early with Auto, or where no feature reaches the
// next layer.
func missing(p *Problem, layers int) float64 {
	if p.Auto || p.Skip == SkipNone {
		return float64(max(1-layers, layers-p.maxLayers(), 0))
	}
	return math.Abs(float64(layers - p.Layers))
}

// checkLayer measures the next layer and adds it to the network, and reports whether those above can be measured.
func checkLayer(p *Problem, n *Network, pass *Pass, claim *LayerClaim) (v *certify.Verdict, fit bool) {
	l := len(n.Layers)
	var input Input
	h, width := p.X, n.Width(l)
	if l > 0 {
		v = &certify.Verdict{}
		if width == 0 {
			v.Add("features that are missing", 1, 0)
			return v, false
		}
		h = pass.rows(n, l)
		input = newInput(h, width, n.weights(l))
		if !input.finite() {
			v.Add("features that are too large for double precision", 1, 0)
			return v, false
		}
		input.apply(h)
	}
	q := program(p, n, l, h)
	_, misfit := neural.Misfit(claim.Neurons, q.Architecture.Shape(q.D), n.Outputs)
	fit = misfit == ""
	whole := claim.Claim
	if fit && whole.Matrices == nil {
		whole.Matrices = q.Assemble(whole.Neurons)
	}
	v = certify.Check(q, &whole, certify.NewPointEvaluator(&q))
	if v.Measured {
		v.Add("stored input scaling against the one recomputed from the layers below, relative", input.distance(&claim.Input),
			certify.ClaimLimit)
		v.Add("claimed beta against that of the problem, relative", math.Abs(claim.Beta-q.Beta)/q.Beta, certify.ClaimLimit)
	}
	if fit {
		n.Layers = append(n.Layers, HiddenLayer{Input: input, Neurons: claim.Neurons})
		pass.advance(n, l)
	}
	return v, fit
}

// finite reports whether all numbers of the input are finite.
func (in *Input) finite() bool {
	return dense.Finite(in.Mean...) && dense.Finite(in.Scale...) && dense.Finite(in.Low...) && dense.Finite(in.High...)
}

// distance returns the largest distance of another input's numbers from these, in units of the scales, or +Inf if their counts differ.
func (in *Input) distance(other *Input) float64 {
	far := 0.0
	for _, pair := range [][2][]float64{{in.Mean, other.Mean}, {in.Low, other.Low}, {in.High, other.High}, {in.Scale, other.Scale}} {
		if len(pair[0]) != len(pair[1]) {
			return math.Inf(1)
		}
		for k, v := range pair[0] {
			// Equal numbers are at distance zero even if Scale is zero.
			if d := math.Abs(v - pair[1][k]); !(d == 0) {
				far = math.Max(far, d/in.Scale[k])
			}
		}
	}
	return far
}
