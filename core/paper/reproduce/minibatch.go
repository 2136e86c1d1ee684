package reproduce

var minibatchSets = classified{
	sets: []classSet{{"breast-cancer-wisc-diag", 1, 34, 5000}, {"parkinsons", 0.1, 27, 20000}}, batch: 13, runs: 5, quick: 100, long: true,
}

// minibatch is the figure of appendix C.
var minibatch = Experiment{
	Name: "minibatch", Title: "Stochastic gradient descent: breast-cancer-wisc-diag and parkinsons",
	Place: "Additional numerical results: batches of 13, n = 455, d = 30, beta = 1 and n = 156, d = 22, beta = 0.1",
	Needs: minibatchSets.needs(), pieces: minibatchSets.pieces, report: minibatchSets.report, comparable: 1, describe: minibatchSets.describe,
}
