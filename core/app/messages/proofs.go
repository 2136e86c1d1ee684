package messages

// ProofSentences returns the proof that no network costs less than bound, in three sentences with the numbers of a network: beta, the sum
// of all v f, the price beta sum |alpha| of its neurons, and its cost. They hold for every dual vector v that is scaled to |g| <= beta; the
// neurons of piecewise-linear activations have an offset beside their direction.
func ProofSentences(beta, gain, price, cost, bound float64, isPiecewise bool) [3]string {
	every := " in every direction u."
	if isPiecewise {
		every = " for every direction and offset u: each way to part the points was tried."
	}
	both, ends := "for this one both are "+Precise(price)+".", "this one costs just that."
	if Precise(gain) != Precise(price) {
		both = "for this one they are " + Precise(gain) + " and " + Precise(price) + "."
	}
	if Precise(cost) != Precise(bound) {
		ends = "this one costs " + Precise(cost) + "."
	}
	return [3]string{
		"No neuron gains more than its price: |g(u)| ≤ β = " + Precise(beta) + every + " Here g(u) adds up v σ over all " +
			"points, σ being the neuron’s value at a point and v minus the slope of the point’s loss.",
		"A network’s value at a point is f = Σ α σ over its neurons of weights α. So in every network all v f together are at most what the " +
			"neurons cost, Σ v f ≤ β Σ|α|; " + both,
		"Each point’s loss is at least h − v f, h being the height at f = 0 of the line of slope −v that touches the loss from below. " +
			"So every network costs Σ loss + β Σ|α| ≥ Σ h − Σ v f + β Σ|α| ≥ Σ h = " + Precise(bound) + "; " + ends,
	}
}

// NamedBeta, NamedActivation and NamedLoss name a beta, an activation and a loss.
func NamedBeta(beta float64) string           { return "β = " + Number(beta) }
func NamedActivation(sigma [3]float64) string { return "σ(u) = " + Activation(sigma) }
func NamedLoss(name string) string            { return "the " + name + " loss" }
