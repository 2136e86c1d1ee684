package mesh

import "math/bits"

// int128 is a signed integer of 128 bits, in two's complement.
type int128 struct {
	high int64
	low  uint64
}

// product returns a b.
func product(a, b int64) int128 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	return int128{int64(high) - a>>63&b - b>>63&a, low} // read as unsigned, a and b are 2^64 too large where negative
}

func (x int128) minus(y int128) int128 {
	low, borrow := bits.Sub64(x.low, y.low, 0)
	return int128{x.high - y.high - int64(borrow), low}
}

// sign returns -1, 0 or 1.
func (x int128) sign() int {
	switch {
	case x.high < 0:
		return -1
	case x.high > 0 || x.low > 0:
		return 1
	}
	return 0
}

// float returns x up to a relative error of 2^-52, for |x| < 2^117: both halves of |x| are rounded, then their sum.
func (x int128) float() float64 {
	const word = 1 << 64
	if x.high < 0 {
		x = int128{}.minus(x)
		return -(float64(x.high)*word + float64(x.low))
	}
	return float64(x.high)*word + float64(x.low)
}

// dotSign returns the sign of x_0 d_0 + x_1 d_1 + x_2 d_2, exactly, in 192 bits: |x_i d_i| < 2^188.
func dotSign(x *[3]int128, d [3]int64) int {
	var high int64
	var middle, low, carry uint64
	for i, f := range x {
		// x d = 2^64 (x.high d) + x.low d, where x.low is not signed.
		upper := product(f.high, d[i])
		mid, l := bits.Mul64(f.low, uint64(d[i]))
		mid -= uint64(d[i]>>63) & f.low
		low, carry = bits.Add64(low, l, 0)
		middle, carry = bits.Add64(middle, mid, carry)
		high += int64(mid)>>63 + int64(carry)
		middle, carry = bits.Add64(middle, upper.low, 0)
		high += upper.high + int64(carry)
	}
	switch {
	case high < 0:
		return -1
	case high > 0 || middle > 0 || low > 0:
		return 1
	}
	return 0
}
