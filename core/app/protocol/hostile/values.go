package hostile

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"conelab/core/app/protocol/intent"
)

// largeRange replaces a missing bound.
const largeRange = 5

// valid returns a value of a field within its range.
func (d *draft) valid(t *rapid.T, m *intent.Member) string {
	if given := d.payloads[d.of.Do+"."+m.Name]; len(given) > 0 {
		return rapid.SampledFrom(given).Draw(t, m.Name)
	}
	switch m.Kind {
	case intent.Number:
		return decimal(number(t, m.Range))
	case intent.Whole:
		return strconv.Itoa(whole(t, m.Range))
	case intent.WholeOrWord:
		if rapid.Bool().Draw(t, "word") {
			return quote(m.Words[0])
		}
		return strconv.Itoa(whole(t, m.Range))
	case intent.Flag:
		return strconv.FormatBool(rapid.Bool().Draw(t, m.Name))
	case intent.Word:
		return quote(rapid.SampledFrom(m.Words).Draw(t, m.Name))
	case intent.Numbers:
		return list(t, 0, 4, func() string { return decimal(number(t, m.Range)) })
	case intent.Wholes:
		return list(t, 0, 4, func() string { return strconv.Itoa(whole(t, m.Range)) })
	case intent.Rows:
		width := rapid.IntRange(1, 4).Draw(t, "width")
		return list(t, 0, 4, func() string {
			return list(t, width, width, func() string { return decimal(number(t, m.Range)) })
		})
	case intent.File:
		return quote(base64.StdEncoding.EncodeToString(rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, m.Name)))
	case intent.JSON:
		return wild(t)
	}
	return quote(rapid.String().Draw(t, m.Name))
}

// ends returns the bounds of a range, with a nearby value for a missing one.
func ends(r intent.Range) (low, high float64) {
	low, high = -largeRange, largeRange
	switch r.Kind {
	case intent.From, intent.Above:
		low, high = r.Low, r.Low+largeRange
	case intent.Between, intent.Inside:
		low, high = r.Low, r.High
	}
	return low, high
}

// number returns a number within a range, often a small one, which suits other fields better.
func number(t *rapid.T, r intent.Range) float64 {
	low, high := ends(r)
	small := rapid.Float64Range(math.Max(low, -largeRange), math.Min(high, largeRange)).Draw(t, "number")
	if v := math.Round(small*8) / 8; r.Holds(v) && rapid.Bool().Draw(t, "round") {
		return v
	}
	if r.Holds(small) {
		return small
	}
	return (low + high) / 2
}

func whole(t *rapid.T, r intent.Range) int {
	low, high := ends(r)
	return rapid.IntRange(int(math.Max(low, -largeRange)), int(math.Min(high, low+50))).Draw(t, "whole")
}

// list returns a list of random length.
func list(t *rapid.T, least, most int, value func() string) string {
	items := make([]string, rapid.IntRange(least, most).Draw(t, "length"))
	for i := range items {
		items[i] = value()
	}
	return "[" + strings.Join(items, ",") + "]"
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// border returns a value of the right type at an end of its range, just beyond it, or far away.
func border(t *rapid.T, m *intent.Member) string {
	low, high := ends(m.Range)
	near := []float64{
		low, high, math.Nextafter(low, math.Inf(-1)), math.Nextafter(high, math.Inf(1)), low - 1, high + 1, low + 0.5, 0, math.Copysign(0, -1), 5e-324,
		math.MaxFloat64, -math.MaxFloat64, 1 << 53, -1 << 53, math.MaxInt32 + 1, math.MaxUint32, 1e18,
	}
	edge := func() string { return decimal(rapid.SampledFrom(near).Draw(t, "border")) }
	switch m.Kind {
	case intent.Number, intent.Whole, intent.WholeOrWord:
		return edge()
	case intent.Numbers, intent.Wholes:
		return list(t, 0, 5, edge)
	case intent.Rows:
		return list(t, 0, 3, func() string { return list(t, 0, 5, edge) })
	case intent.Text, intent.Word:
		return quote(rapid.SampledFrom(strange).Draw(t, "text"))
	case intent.File:
		return quote(base64.StdEncoding.EncodeToString([]byte(rapid.SampledFrom(strange).Draw(t, "file"))))
	}
	return wild(t)
}

// strange holds texts that commonly cause failures.
var strange = []string{
	"", " ", "NaN", "Infinity", "null", "undefined", "<img src=x onerror=alert(1)>", "a\nb\x00c\u2028d", "../../x", "__proto__", "\u202egnp.exe",
	"\U0001f600", "\x93NUMPY\x01\x00\xff\xff", "1,2\n3", "{", "[[1,2],[3]]", strings.Repeat("a", 1<<16), strings.Repeat("9,", 1<<12) + "9", strings.Repeat("(", 5000),
}

// wilds holds values of any type, within no particular range.
var wilds = []string{
	`null`, `true`, `false`, `{}`, `[]`, `[[]]`, `[null]`, `""`, `"NaN"`, `"1"`, `-1`, `0`, `-0.0`, `0.5`, `1e308`, `-1e308`, `1e-320`, `1e999`, `-1e999`,
	`9007199254740993`, `18446744073709551616`, `-9223372036854775809`, `[1e308,1e308]`, `[[1,2],[3]]`, `["a"]`, `[true]`, `{"__proto__":{"do":"clear"}}`,
	`{"constructor":{"prototype":1}}`, `"\ud800"`, `"\u0000"`, `"conelab/problem/2"`,
	strings.Repeat("[", 3000) + strings.Repeat("]", 3000), strings.Repeat(`{"a":`, 3000) + "1" + strings.Repeat("}", 3000),
	`"` + strings.Repeat("a", 1<<16) + `"`, `[` + strings.Repeat("1,", 1<<14) + `1]`, `[` + strings.Repeat("[1,2,1],", 1<<12) + `[1,2,1]]`,
}

// wild returns a random element of wilds.
func wild(t *rapid.T) string { return rapid.SampledFrom(wilds).Draw(t, "wild") }

// spoilDocument replaces one value in a document, at any depth.
func spoilDocument(t *rapid.T, text string) string {
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		return text
	}
	const mark = "\x01"
	at := &value
	for depth := 0; ; depth++ {
		var inner []any
		var put func(k int)
		switch v := (*at).(type) {
		case map[string]any:
			keys := sorted(v)
			for _, key := range keys {
				inner = append(inner, v[key])
			}
			put = func(k int) { v[keys[k]] = mark }
		case []any:
			inner, put = v, func(k int) { v[k] = mark }
		}
		if len(inner) == 0 {
			return wild(t)
		}
		k := rapid.IntRange(0, len(inner)-1).Draw(t, "deeper")
		_, isObject := inner[k].(map[string]any)
		_, isList := inner[k].([]any)
		if !isObject && !isList || rapid.IntRange(0, 4).Draw(t, "here") == 0 {
			put(k)
			break
		}
		at = &inner[k]
	}
	spoiled, _ := json.Marshal(value)
	return strings.Replace(string(spoiled), quote(mark), wild(t), 1)
}

// sorted returns the keys of an object in order, so that the same draw always replaces the same value.
func sorted(object map[string]any) []string {
	keys := make([]string, 0, len(object))
	for key := range object {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
