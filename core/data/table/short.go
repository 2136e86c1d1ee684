package table

// mostDigits is the largest number of decimal digits that always make a whole number below 2^53, which a double holds exactly.
const mostDigits = 15

// tens are the powers of ten up to that of mostDigits. All are exact.
var tens = func() (tens [mostDigits + 1]float64) {
	power := 1.0
	for k := range tens {
		tens[k] = power
		power *= 10
	}
	return tens
}()

// parseShort reads a number of few digits, with or without a sign and the given decimal mark. Nearly all numbers in tables are such, and
// ParseFloat takes several times as long; for others ok is false. The value is the same, since both the digits and the power of ten by which
// they are divided are exact, and the quotient is rounded once.
func parseShort(cell string, decimal byte) (v float64, ok bool) {
	if len(cell) == 0 || len(cell) > mostDigits+2 {
		return 0, false
	}
	at := 0
	if cell[0] == '-' || cell[0] == '+' {
		at = 1
	}
	whole, digits, before := uint64(0), 0, -1
	for _, c := range []byte(cell[at:]) {
		switch {
		case c >= '0' && c <= '9':
			whole = 10*whole + uint64(c-'0')
			digits++
		case c == decimal && before < 0:
			before = digits
		default:
			return 0, false
		}
	}
	if digits == 0 || digits > mostDigits {
		return 0, false
	}
	v = float64(whole)
	if before >= 0 {
		v /= tens[digits-before]
	}
	if cell[0] == '-' {
		v = -v
	}
	return v, true
}
