package say

// The report, in plain ASCII text.

// The headings of the report and the names of its rows.
const (
	ReportTitle        = "Conelab: a network and its proof"
	ReportProblem      = "Problem"
	ReportSizes        = "Points, features, outputs"
	ReportArchitecture = "Architecture"
	ReportFilter       = "  input, filter, stride, padding"
	ReportPatches      = "  patches K, filter size f, pool"
	ReportActivation   = "Activation sigma(s)"
	ReportLoss         = "Loss"
	ReportBeta         = "beta"
	ReportProof        = "Proof"
	ReportStatus       = "Status"
	ReportCost         = "Cost of the network"
	ReportLossTerm     = "  loss"
	ReportPenalty      = "  beta times the sum of |alpha|"
	ReportBound        = "Lower bound: no network costs less"
	ReportGap          = "Relative gap"
	ReportRanks        = "Ranks of Z and Z'"
	ReportNeurons      = "Neurons"
	ReportEigenvalues  = "Least eigenvalues of Z and Z'"
	ReportTraces       = "|tr Z_1 - Z_4|, of Z and Z'"
	ReportReassembly   = "max |Z - sum r r'|"
	ReportLengths      = "max ||u| - 1|"
	ReportEffort       = "Iterations, milliseconds"
	ReportTest         = "Test"
	ReportSamples      = "Points trained on, held out"
	ReportNetwork      = "Network: the sum of alpha sigma(x'u) over"
	ReportNoNeurons    = "no neurons: f = 0"
	ReportLayers       = "Layers"
	ReportStacked      = "Form, passed on, scaling"
	ReportConditional  = "Each layer is proved given the layers below it. Of the network as a whole nothing is proved."
	ReportLayerBound   = "Lower bound: no layer costs less"
	ReportLayerNetwork = "Layer: the sum of alpha sigma(h'u) over"
	ReportReads        = "Features h"
	ReportLow          = "  kept above"
	ReportHigh         = "  and below"
	ReportMean         = "  less the means"
	ReportScale        = "  over the scales"
	ReportWhiten       = "  times the row"
	ReportCheck        = "To check it from the raw data: conelab check problem.json solution.json"
)

// ReportScores are the names of the scores.
var ReportScores = [4]string{"Mean loss", "Accuracy", "Root mean square error", "R2"}

// ReportLayersTitle is the heading where there are several layers.
func ReportLayersTitle(layers int) string {
	return "Conelab: a network of " + count(layers) + " layers and the proof of each"
}

// ReportLayer is the heading of a layer, given from 0.
func ReportLayer(layer int) string { return "Layer " + nth(layer) }

// ReportFeature names a feature of a layer: a neuron of a layer or, for layer -1, a feature of the data, all given from 0.
func ReportFeature(layer, index int) string {
	if layer < 0 {
		return "x" + nth(index)
	}
	return "neuron " + nth(index) + " of layer " + nth(layer)
}

// ReportGoal states the requested gap.
func ReportGoal(gap float64) string { return "asked for " + Brief(gap) }

// ReportWidth states the upper bound on the number of neurons.
func ReportWidth(width int) string { return "at most " + count(width) + " by the paper's theorems" }
