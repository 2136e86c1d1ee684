package table

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestShortNumbersAreThoseOfStrconv compares with ParseFloat, to the last bit and the sign of zero.
func TestShortNumbersAreThoseOfStrconv(t *testing.T) {
	for cell, want := range map[string]bool{
		"0": true, "-0": true, "+7": true, "12.": true, ".5": true, "-.25": true, "123456789.012345": true, "999999999999999": true, "0000000.00000001": true,
		"": false, "-": false, ".": false, "+.": false, "1.2.3": false, "1,5": false, "1e5": false, " 1": false, "0x1": false, "1_0": false, "--1": false, "1-": false,
		"9007199254740993": false, "0.1234567890123456": false, "inf": false, "NaN": false, "١": false,
	} {
		if _, ok := parseShort(cell, '.'); ok != want {
			t.Errorf("%q is short: %v", cell, ok)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.StringMatching(`[-+]?[0-9]{0,9}\.?[0-9]{0,9}`).Draw(t, "cell")
		v, ok := parseShort(cell, '.')
		comma, okComma := parseShort(strings.Replace(cell, ".", ",", 1), ',')
		if ok != okComma || ok && comma != v {
			t.Errorf("%q is %v, %v, and %v, %v with a comma", cell, v, ok, comma, okComma)
		}
		if want, err := strconv.ParseFloat(cell, 64); ok && (err != nil || math.Float64bits(v) != math.Float64bits(want)) {
			t.Errorf("%q is %v, want %v, %v", cell, v, want, err)
		}
	})
}
