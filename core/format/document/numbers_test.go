package document

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBlocksAreWrittenAsJSON compares the text with encoding/json's, for numbers of all sizes.
func TestBlocksAreWrittenAsJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	numbers := []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1e-6, 9.9e-7, 1e-7, 1e-10, 1e20, 1e21, 1.5e21, -1e300, 5e-324, math.MaxFloat64, 123456789}
	for range 2000 {
		numbers = append(numbers, math.Float64frombits(rng.Uint64()))
	}
	var rows [][]float64
	for len(numbers) > 0 {
		row := []float64{}
		for range min(len(numbers), rng.IntN(20)) {
			if v := numbers[0]; !math.IsNaN(v) && !math.IsInf(v, 0) {
				row = append(row, v)
			}
			numbers = numbers[1:]
		}
		rows = append(rows, row)
	}
	z := []Block{{Plus: rows, Minus: [][]float64{}}, {Block: 2, Output: 1, Plus: [][]float64{{1}}, Minus: [][]float64{{2, 3}}}}
	symmetric := [][]float64{{1, -2.5, 0}, {-2.5, 1e-9, 3}, {0, 3, 7}}
	z = append(z, Block{Plus: symmetric, Minus: [][]float64{{1, 2}, {3, 4}}})
	expected, err := json.Marshal(struct {
		Z []Block `json:"z"`
	}{z})
	if err != nil {
		t.Fatal(err)
	}
	text, finite := writeBlocks(z)
	if text = slices.Concat([]byte("{\n \"z\":"), text, []byte("\n}\n")); !finite || !bytes.Equal(text, layout(expected)) {
		t.Errorf("%s", text)
	}
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		if s := (&Solution{Z: []Block{{Minus: [][]float64{{v}}}}}); s.JSON() != nil {
			t.Errorf("%g is written", v)
		}
	}
}
