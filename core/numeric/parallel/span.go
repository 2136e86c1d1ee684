package parallel

import (
	"context"
	"math"
)

// SpanLength is how many numbers a loop over many of them takes at a time: with fewer, other threads are not worth asking.
const SpanLength = 8192

// Spans calls body for each span of SpanLength indices from 0 to n - 1, the last of which may be shorter, on several threads at once. It cannot
// be canceled: body takes a few operations for each index.
func Spans(n int, body func(from, to int)) {
	Run(context.Background(), spans(n), func(_, part int) { body(part*SpanLength, min(n, (part+1)*SpanLength)) })
}

// SumSpans returns the sum of what body returns for each span, added up in their order.
func SumSpans(n int, body func(from, to int) float64) float64 {
	return reduceSpans(n, 0, body, func(a, b float64) float64 { return a + b })
}

// LeastOfSpans returns the least of start and of what body returns for each span.
func LeastOfSpans(n int, start float64, body func(from, to int) float64) float64 {
	return reduceSpans(n, start, body, math.Min)
}

func reduceSpans(n int, start float64, body func(from, to int) float64, join func(a, b float64) float64) float64 {
	parts := make([]float64, spans(n))
	Spans(n, func(from, to int) { parts[from/SpanLength] = body(from, to) })
	for _, v := range parts {
		start = join(start, v)
	}
	return start
}

func spans(n int) int { return (n + SpanLength - 1) / SpanLength }
