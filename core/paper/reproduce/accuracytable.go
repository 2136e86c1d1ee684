package reproduce

// tableRow is a row of the paper's table of accuracies.
type tableRow struct {
	name string
	n, d int
	// accuracies, per cent: R-Q, P-C, Cvx 111, Cvx r-app, Cvx s-app.
	accuracies [5]float64
}

// accuracyTable holds the paper's rows; its last column, the largest of the three convex ones, is left out.
var accuracyTable = []tableRow{
	{"acute-inflammation", 120, 6, [5]float64{100, 100, 100, 100, 100}},
	{"acute-nephritis", 120, 6, [5]float64{100, 100, 100, 100, 100}},
	{"breast-cancer", 286, 9, [5]float64{69.37, 73.59, 73.59, 72.89, 72.89}},
	{"breast-cancer-wisc-diag", 569, 30, [5]float64{79.05, 95.95, 95.42, 96.13, 96.13}},
	{"breast-cancer-wisc-prog", 198, 33, [5]float64{80.1, 79.08, 77.55, 79.59, 77.55}},
	{"congressional-voting", 435, 16, [5]float64{61.47, 61.47, 61.47, 61.7, 61.47}},
	{"conn-bench-sonar-mines-rocks", 208, 60, [5]float64{79.81, 79.33, 81.73, 79.81, 75}},
	{"cylinder-bands", 512, 35, [5]float64{75.59, 75.2, 75.59, 76.95, 76.37}},
	{"echocardiogram", 131, 10, [5]float64{84.09, 83.33, 85.61, 85.61, 84.09}},
	{"fertility", 100, 9, [5]float64{89, 86, 88, 88, 88}},
	{"haberman-survival", 306, 3, [5]float64{73.03, 73.68, 71.38, 73.36, 72.04}},
	{"heart-hungarian", 294, 12, [5]float64{83.56, 83.9, 83.22, 84.25, 84.25}},
	{"hepatitis", 155, 19, [5]float64{80.13, 89.1, 80.13, 77.56, 80.13}},
	{"horse-colic", 368, 25, [5]float64{81.67, 81, 81.67, 80.33, 84}},
	{"ilpd-indian-liver", 583, 9, [5]float64{73.63, 72.95, 71.92, 73.12, 72.95}},
	{"molec-biol-promoter", 106, 57, [5]float64{77.88, 78.85, 72.12, 82.69, 78.85}},
	{"monks-1", 556, 6, [5]float64{84.68, 70.16, 75.81, 81.45, 81.45}},
	{"parkinsons", 195, 22, [5]float64{90.82, 87.24, 88.27, 86.73, 91.33}},
	{"pittsburg-bridges-T-OR-D", 102, 7, [5]float64{88, 88, 82, 87, 87}},
	{"planning", 182, 12, [5]float64{71.67, 71.11, 71.67, 71.11, 71.11}},
	{"spect", 265, 22, [5]float64{60, 75, 71.25, 60, 58.75}},
	{"spectf", 267, 44, [5]float64{72.5, 75, 58.75, 60, 77.5}},
	{"statlog-heart", 270, 13, [5]float64{82.46, 85.07, 81.72, 83.58, 83.21}},
	{"vertebral-column-2clases", 310, 6, [5]float64{87.01, 85.71, 82.79, 87.01, 84.42}},
}

// accuracySets returns the names of its data sets.
func accuracySets() (names []string) {
	for _, row := range accuracyTable {
		names = append(names, row.name)
	}
	return names
}
