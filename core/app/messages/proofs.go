package messages

// Proof has the numbers of the proof that no network costs less than Bound: of the network its Cost, the sum of its losses and Price, beta
// sum |alpha|; of the certificate Gain, the sum of all v f.
type Proof struct {
	Loss                      string // its name
	Beta, Losses, Price, Cost float64
	Gain, Bound               float64
	Piecewise                 int // the number of features with a piecewise-linear activation, 0 with another one
}

// formulas are the losses of a point that have a short one.
var formulas = map[string]string{"squared": "(f − y)²", "l1": "|f − y|", "hinge": "max(0, 1 − y f)", "logistic": "log(1 + exp(−y f))"}

// lines say what a direction is with a piecewise-linear activation of one to three features.
var lines = [...]string{1: "a knot on the axis: place and side", 2: "a line in the plane: angle, offset and side",
	3: "a plane in space: two angles, offset and side"}

// parts are those lines by their short names.
var parts = [...]string{1: "a knot", 2: "a line", 3: "a plane"}

// Sentences returns the proof: what the cost is, and three sentences that chain to the bound. They hold for every dual vector v that is
// scaled to |g| <= beta.
func (p *Proof) Sentences() [4]string {
	loss, direction, of := "", "every direction u", "g is quadratic in u, so its largest value is found exactly."
	if formula := formulas[p.Loss]; formula != "" {
		loss = ", the loss of a point being " + formula
	}
	if p.Piecewise > 0 {
		direction += ", here " + lines[p.Piecewise]
		of = Fill("All ways in which {=} can separate the points were checked; g is linear within each.", parts[p.Piecewise])
	}
	losses := p.Losses
	if losses < 1e-9*p.Cost { // what rounding left
		losses = 0
	}
	return [4]string{
		Fill("The cost is Σ loss + β Σ|α|{=}: Σ loss = {6} and β Σ|α| = {6}, together {6}.", loss, losses, p.Price, p.Cost),
		Fill("No neuron gains more than its price: |g(u)| ≤ β = {6} for {=}. Here g(u) = Σ v σ over the points: σ is the neuron’s output at a "+
			"point, v how fast that point’s loss falls as f rises. {=}", p.Beta, direction, of),
		Fill("A network is f = Σ α σ. So in every network Σ v f ≤ β Σ|α|; in this one Σ v f = {6}.", p.Gain),
		Fill("Each point’s loss lies above the line h − v f that touches it, h its height at f = 0. So every network costs at least "+
			"Σ h − Σ v f + β Σ|α| ≥ Σ h = {6}, and this one costs {6}.", p.Bound, p.Cost),
	}
}

// NamedBeta, NamedActivation and NamedLoss name a beta, an activation and a loss.
func NamedBeta(beta float64) string           { return "β = " + Number(beta) }
func NamedActivation(sigma [3]float64) string { return "σ(u) = " + Activation(sigma) }
func NamedLoss(name string) string            { return "the " + name + " loss" }
