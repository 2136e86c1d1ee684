package reproduce

var binarySets = classified{
	sets: []classSet{{"breast-cancer", 0.01, 16, 100000}, {"credit-approval", 10, 18, 50000}}, decay: true, runs: 5, quick: 200,
}

// binary is the figure of section 9.2 for two classes.
var binary = Experiment{
	Name: "binary", Title: "Two classes: breast-cancer and credit-approval",
	Place: "Section 9.2: n = 228, d = 9, beta = 0.01 and n = 552, d = 15, beta = 10",
	Needs: binarySets.needs(), pieces: binarySets.pieces, report: binarySets.report, comparable: 1, describe: binarySets.describe,
}
