package store

// toSigns turns labels into -1 and 1 if all are 0 or 1, and reports whether both occur. If all are 1, they stay.
func toSigns(y [][]float64) (both bool) {
	zeros, ones := false, false
	for _, row := range y {
		if row[0] != 0 && row[0] != 1 {
			return false
		}
		zeros, ones = zeros || row[0] == 0, ones || row[0] == 1
	}
	for _, row := range y {
		if zeros {
			row[0] = 2*row[0] - 1
		}
	}
	return zeros && ones
}
