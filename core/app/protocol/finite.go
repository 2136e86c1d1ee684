package protocol

// Finite returns v, or 0 if v is infinite or NaN, which JSON cannot represent.
func Finite(v float64) float64 {
	if v-v != 0 {
		return 0
	}
	return v
}
