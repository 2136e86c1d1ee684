package reproduce

var multiclassSets = classified{
	sets: []classSet{{"annealing", 1, 172, 30000}, {"statlog-vehicle", 1, 107, 15000}}, decay: true, runs: 3, quick: 300, long: true,
}

// multiclass is the figure of section 9.2 for more than two classes, and that of the introduction for annealing.
var multiclass = Experiment{
	Name: "multiclass", Title: "More classes: annealing and statlog-vehicle",
	Place: "Section 9.2 and the introduction: n = 638, d = 31, C = 5 and n = 676, d = 18, C = 4, beta = 1",
	Needs: multiclassSets.needs(), pieces: multiclassSets.pieces, report: multiclassSets.report, comparable: 1, describe: multiclassSets.describe,
}
