package say

// Of the report, which is plain text in ASCII.

// Its headings, and the names of its rows.
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
	ReportCheck        = "To check it from the raw data: conelab check problem.json solution.json"
)

// ReportScores are the names of the scores.
var ReportScores = [4]string{"Mean loss", "Accuracy", "Root mean square error", "R2"}

// ReportGoal says which gap was asked for.
func ReportGoal(gap float64) string { return "asked for " + Brief(gap) }

// ReportWidth says how many neurons there are at most.
func ReportWidth(width int) string { return "at most " + count(width) + " by the paper's theorems" }
