package protocol

// Finite returns v, or 0 where it is infinite or not a number, which JSON does not have.
func Finite(v float64) float64 {
	if v-v != 0 {
		return 0
	}
	return v
}
