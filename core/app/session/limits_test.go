package session

// Limits of other packages that these tests reach.
const (
	checkBytes, checkOrder, listedEntries      = 4 << 20, 60, 8        // of package verify
	keptBytes                                  = 3 << 20               // of package store
	pathCount, studyCount, refinements, finest = 12, 33, 48, 1.0 / 400 // of package solve
	shownSamples                               = 200                   // of package store
	sprayed                                    = 3                     // of package view
	principalMost                              = 200                   // of package workspace
	firstFilter                                = 3                     // of package workspace
)

// largestOf returns the largest absolute entry of a matrix.
func largestOf(rows [][]float64) (size float64) {
	for _, row := range rows {
		for _, v := range row {
			size = max(size, v, -v)
		}
	}
	return size
}
