package messages

// Proof has the numbers of the proof that no network costs less than Bound: of the network its Cost, the sum of its losses and Penalty,
// beta sum |alpha|; of the certificate TotalGain, the sum of all v f.
type Proof struct {
	Loss                        string // its name
	Beta, Losses, Penalty, Cost float64
	TotalGain, Bound            float64
	Points                      int // trained on
	Piecewise                   int // the number of features with a piecewise-linear activation, 0 with another one
}

// formulas are the losses of a point that have a short one.
var formulas = map[string]string{"squared": "(f − y)²", "l1": "|f − y|", "hinge": "max(0, 1 − y f)", "logistic": "log(1 + exp(−y f))"}

// pulls say what minus the slope of each loss is. At a kink of its loss any number between the slopes of the two sides will do: the
// certificate has those with which it holds.
var pulls = map[string]string{
	"squared": "v = 2(y − f)", "huber": "v = 2(y − f), within ±2", "logistic": "v = y / (1 + exp(y f))",
	"softmax": "v is y less the probability of the class",
	"l1": "v = 1 where f is below y, −1 where it is above; where f = y the loss has a kink and any v from −1 to 1 is a slope; the proof " +
		"uses one that works",
	"hinge": "v = y where y f is below 1, and 0 above; where y f = 1 the loss, though 0, has a kink and any v from 0 to y is a slope; " +
		"the proof uses one that works",
}

// kinks are where a neuron with a piecewise-linear activation of one to three features bends.
var kinks = [...]string{1: "knot", 2: "line", 3: "plane"}

// Sentences returns the proof: what the cost is, and three steps that chain to the bound, each with its claim as its first sentence. They
// hold for every dual vector v that is scaled to |g| <= beta.
func (p *Proof) Sentences() [4]string {
	loss, neuron := "", "A neuron of direction u, |u| = 1,"
	exactly := "Since g is quadratic in u, its largest value is found exactly."
	if formula := formulas[p.Loss]; formula != "" {
		loss = ", the loss of a point being " + formula
	}
	if p.Piecewise > 0 {
		neuron = "A neuron that bends at a " + kinks[p.Piecewise] + " u, |u| = 1,"
		exactly = Fill("A {=} parts the {point} in at most {6} ways. All were checked: within each, g is linear in u.", kinks[p.Piecewise],
			p.Points, partings(p.Points, p.Piecewise))
	}
	losses := p.Losses
	if losses < 1e-9*p.Cost { // what rounding left
		losses = 0
	}
	return [4]string{
		Fill("The cost is what the network misses and what its neurons cost, Σ loss + β Σ|α|{=}, α the weight of a neuron. Σ loss = {6} and "+
			"β Σ|α| = {6}, together {6}.", loss, losses, p.Penalty, p.Cost),
		Fill("No neuron is worth more than its price. Each point pulls f to its label y. Its pull v is how fast its loss falls as f rises: {=}. "+
			"{=} has an output σ at each point. A unit of its weight gains these outputs times the pulls, added up: "+
			"g(u) = Σ v σ. It never passes the price of a unit: |g(u)| ≤ β = {6} for every u. {=}", pulls[p.Loss], neuron, p.Beta, exactly),
		Fill("So no network of this kind gains more than its price. Keep the pulls v of this network. Any other layer of neurons of this "+
			"activation, f = Σ α σ, gains what its neurons gain together, Σ v f ≤ β Σ|α|. In this one Σ v f = {6}.", p.TotalGain),
		Fill("So no network of this kind costs less. Each point’s loss lies above a straight line that touches it, h − v f, of height h where "+
			"f is 0. Added up, each costs at least Σ h − Σ v f + β Σ|α|. By step 2 that is at least Σ h = {6}. This one costs {6}.", p.Bound,
			p.Cost),
	}
}

// partings returns in how many ways a hyperplane can part n points in d dimensions at most, its sides told apart: 2 sum_(k<=d) C(n-1, k).
func partings(n, d int) float64 {
	ways, term := 0.0, 2.0
	for k := 0; k <= d; k++ {
		ways += term
		term *= float64(n-1-k) / float64(k+1)
	}
	return ways
}

// LossChanged says that an activation has brought another loss.
func LossChanged(now, before string) string {
	of := func(name string) string {
		if formula := formulas[name]; formula != "" {
			return formula + ", " + NamedLoss(name)
		}
		return NamedLoss(name)
	}
	return "Each point now costs " + of(now) + ", in place of " + of(before) + ": the costs cannot be compared."
}

// NamedBeta, NamedActivation and NamedLoss name a beta, an activation and a loss.
func NamedBeta(beta float64) string           { return "β = " + Number(beta) }
func NamedActivation(sigma [3]float64) string { return "σ(s) = " + Activation(sigma) }
func NamedLoss(name string) string            { return "the " + name + " loss" }
