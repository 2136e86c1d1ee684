package store

import (
	"encoding/json"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"pgregory.net/rapid"

	"conelab/core/app/protocol"
)

// letters are the characters of links.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_#=:/.?&"

// ask returns the code of a text.
func ask(t rapid.TB, text string) protocol.QR {
	data, err := (&Documents{}).qr(text)
	if err != nil {
		t.Fatal(err)
	}
	var code protocol.QR
	if err := json.Unmarshal(data, &code); err != nil {
		t.Fatal(err)
	}
	return code
}

// decoded reads a code from its picture.
func decoded(t rapid.TB, code protocol.QR) string {
	const module, quiet = 4, 4
	side := module * (len(code.Rows) + 2*quiet)
	picture := image.NewGray(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			picture.SetGray(x, y, color.Gray{Y: 255})
			if r, c := y/module-quiet, x/module-quiet; r >= 0 && c >= 0 && r < len(code.Rows) && c < len(code.Rows[r]) && code.Rows[r][c] == '1' {
				picture.SetGray(x, y, color.Gray{})
			}
		}
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(picture)
	if err != nil {
		t.Fatal(err)
	}
	// The picture is not distorted. Searching for the corners, as in a photograph, is the task of a reader, and fails for some of
	// the smallest codes.
	result, err := qrcode.NewQRCodeReader().Decode(bitmap, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true})
	if err != nil {
		t.Fatal(err)
	}
	return result.GetText()
}

// A code of any length can be read again, and is a square of the size that the standard gives its version.
func TestQRCodesAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune(letters)), 1, 400, -1).Draw(t, "text")
		code := ask(t, text)
		if side := len(code.Rows); side%4 != 1 || len(code.Rows[0]) != side {
			t.Fatalf("%d rows of %d", side, len(code.Rows[0]))
		}
		if got := decoded(t, code); got != text {
			t.Fatalf("%q was read as %q", text, got)
		}
	})
	// The largest text, and one letter more than that.
	long := strings.Repeat("https://example.org/#1=", 200)[:maxBytes]
	if code := ask(t, long); len(code.Rows) != 17+4*40 || decoded(t, code) != long {
		t.Errorf("the largest text has %d rows", len(code.Rows))
	}
	if _, err := (&Documents{}).qr(long + "x"); err == nil || !strings.HasSuffix(err.Error(), ".") {
		t.Errorf("a longer text: %v", err)
	}
}

// The least version for a text is that of the standard's table of capacities (bytes, level L).
func TestQRCodesAreSmall(t *testing.T) {
	for n, version := range map[int]int{1: 1, 17: 1, 18: 2, 32: 2, 106: 5, 230: 9, 231: 10, 271: 10, 858: 20, 1367: 26, 1368: 27, 2953: 40} {
		if code := ask(t, strings.Repeat("a", n)); len(code.Rows) != 17+4*version {
			t.Errorf("%d letters have %d rows, expected those of version %d", n, len(code.Rows), version)
		}
	}
}

// TestWildActivations: whatever a link says, the curves' height and all positions are finite.
func TestWildActivations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, 1e308, -1e308, 1e-320}))
		c := curvesOf([3]float64{v.Draw(t, "a"), v.Draw(t, "b"), v.Draw(t, "c")}, nil, -v.Draw(t, "low"), v.Draw(t, "high"))
		if height := c.Top - c.Bottom; height-height != 0 {
			t.Fatalf("from %g to %g", c.Bottom, c.Top)
		}
		for _, y := range c.Sigma {
			if y < c.Bottom || y > c.Top || y != y {
				t.Fatalf("%g is not between %g and %g", y, c.Bottom, c.Top)
			}
		}
	})
}
