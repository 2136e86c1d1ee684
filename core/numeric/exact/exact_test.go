package exact

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// numbers returns random doubles of either sign with exponents from -most to most, many of them with few bits or with all, and a
// few chosen ones.
func numbers(rng *rand.Rand, count, most int) []float64 {
	list := []float64{0, 1, -1, 0.5, 3, 1 + 0x1p-52, 1 - 0x1p-53, 0x1p27 + 1, 0x1p53 - 1, math.Pi, math.Ldexp(1, most), -math.Ldexp(1, -most)}
	for range count {
		mantissa := rng.Uint64() >> 12
		switch rng.IntN(4) {
		case 0:
			mantissa &= rng.Uint64() & rng.Uint64()
		case 1:
			mantissa |= rng.Uint64() >> 12
		}
		x := math.Float64frombits(uint64(1023)<<52 | mantissa)
		if rng.IntN(2) == 0 {
			x = -x
		}
		list = append(list, math.Ldexp(x, rng.IntN(2*most+1)-most))
	}
	return list
}

// rational returns x exactly.
func rational(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// wantParts fails if high is not the exact value rounded to nearest, or if high + low is not the exact value.
func wantParts(t *testing.T, name string, high, low float64, value *big.Rat) {
	t.Helper()
	if nearest, _ := value.Float64(); high != nearest {
		t.Errorf("%s = %x, want %x", name, high, nearest)
	}
	if total := new(big.Rat).Add(rational(high), rational(low)); total.Cmp(value) != 0 {
		t.Errorf("%s = %x + %x, which is not exact", name, high, low)
	}
}

func TestSumIsExact(t *testing.T) {
	for _, most := range []int{2, 60, 1000} {
		rng := rand.New(rand.NewPCG(1, uint64(most)))
		a, b := numbers(rng, 200, most), numbers(rng, 200, most)
		for i, x := range a {
			for _, y := range append([]float64{x, -x, math.Nextafter(-x, 0), x * 0x1p-53}, b[i]) {
				sum, rest := Sum(x, y)
				wantParts(t, fmt.Sprintf("%x + %x", x, y), sum, rest, new(big.Rat).Add(rational(x), rational(y)))
			}
		}
	}
}

// TestSumOfProductIsOfRoundedProduct: Sum must not use more of a caller's product than a double holds.
func TestSumOfProductIsOfRoundedProduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	list := numbers(rng, 300, 20)
	for i, x := range list[2:] {
		y, z := list[i], list[i+1]
		sum, rest := Sum(x*y, z)
		rounded, _ := new(big.Rat).Mul(rational(x), rational(y)).Float64()
		wantParts(t, fmt.Sprintf("%x * %x + %x", x, y, z), sum, rest, new(big.Rat).Add(rational(rounded), rational(z)))
	}
}

func TestProductIsExact(t *testing.T) {
	for _, most := range []int{2, 60, 480} {
		rng := rand.New(rand.NewPCG(3, uint64(most)))
		a, b := numbers(rng, 500, most), numbers(rng, 500, most)
		for i, x := range a {
			for _, y := range []float64{x, b[i]} {
				product, rest := Product(x, y)
				wantParts(t, fmt.Sprintf("%x * %x", x, y), product, rest, new(big.Rat).Mul(rational(x), rational(y)))
			}
		}
	}
	// At the ends of the range that Product documents.
	for _, pair := range [][2]float64{{SplitLimit * (1 - 0x1p-53), 0x1.fffffffffffffp24}, {0x1.fffffffffffffp-484, 0x1.fffffffffffffp-485}} {
		product, rest := Product(pair[0], pair[1])
		wantParts(t, fmt.Sprintf("%x * %x", pair[0], pair[1]), product, rest, new(big.Rat).Mul(rational(pair[0]), rational(pair[1])))
	}
}

// TestLargeFactors: from SplitLimit on the product is rounded, and its error is no larger than it would be without the rest.
func TestLargeFactors(t *testing.T) {
	for _, x := range []float64{SplitLimit, 1.1e301, -math.MaxFloat64} {
		for _, y := range []float64{0, math.Pi * 0x1p-40, 1 - 0x1p-53} {
			product, rest := Product(x, y)
			value := new(big.Rat).Mul(rational(x), rational(y))
			if nearest, _ := value.Float64(); product != nearest {
				t.Errorf("%x * %x = %x, want %x", x, y, product, nearest)
			}
			if !(math.Abs(rest) <= math.Abs(product)*0x1p-52) {
				t.Errorf("%x * %x = %x with a rest of %x", x, y, product, rest)
			}
		}
	}
}

func TestHalvesHaveHalfTheBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, x := range append(numbers(rng, 1000, 990), 0x1.fffffffffffffp995, 0x1p-1060+0x1p-1074) {
		high, low := Split(x)
		if high+low != x {
			t.Errorf("%x is not %x + %x", x, high, low)
		}
		for _, half := range []float64{high, low} {
			if n := significantBits(half); n > 26 {
				t.Errorf("half %x of %x has %d bits", half, x, n)
			}
		}
	}
}

// significantBits returns how many bits x has from its first to its last that is set.
func significantBits(x float64) int {
	fraction, _ := math.Frexp(math.Abs(x))
	whole := uint64(math.Ldexp(fraction, 53))
	return bits.Len64(whole) - bits.TrailingZeros64(whole|1<<63)
}

// TestDouble: every operation has 100 bits of its result.
func TestDouble(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) (Double, *big.Float) {
			v := Of(rapid.Float64Range(1, 1e9).Draw(t, name))
			v.Add(rapid.Float64Range(-1e-9, 1e-9).Draw(t, name+" low"))
			return v.Normal(), wide(v)
		}
		a, x := draw("a")
		b, y := draw("b")
		root := a.Root()
		for name, c := range map[string]struct {
			got  Double
			want *big.Float
		}{
			"+": {a.Plus(b), new(big.Float).Add(x, y)}, "*": {a.Times(b), new(big.Float).Mul(x, y)},
			"/": {a.Over(b), new(big.Float).Quo(x, y)}, "root": {root.Times(root), x},
		} {
			off := new(big.Float).Sub(wide(c.got), c.want)
			if off, _ := off.Quo(off, c.want).Float64(); off > 0x1p-98 || off < -0x1p-98 {
				t.Errorf("%s of %v and %v is off by %g", name, a, b, off)
			}
		}
	})
}

func wide(a Double) *big.Float {
	high := new(big.Float).SetPrec(500).SetFloat64(a.High)
	return high.Add(high, big.NewFloat(a.Low))
}
