package store

import (
	"encoding/json"
	"strconv"
	"strings"

	"conelab/core/app/messages"
	"conelab/core/app/view"
	"conelab/core/format/document"
)

// largestDrawing is the largest side of a drawing, in css pixels.
const largestDrawing = 1e5

// drawing returns the simple drawing of the data in a rectangle; of holds its width and height.
func (s Source) drawing(of string) ([]byte, error) {
	width, height, ok := pair(of)
	if !ok || !(min(width, height) >= 1 && max(width, height) <= largestDrawing) {
		return nil, messages.DrawingSize(largestDrawing)
	}
	shown, features := s.Stage.Plain()
	return json.Marshal(view.Draw(shown, features, width, height))
}

// activation returns the curves of the activation and of the function it was fitted to. of holds the ends of the range, which a fit overrides.
func (s Source) activation(of string) ([]byte, error) {
	low, high, ok := pair(of)
	if !ok || !(high > low && high-low <= 1e300) {
		return nil, messages.CurveRange()
	}
	t := s.Work.Now()
	if t.Architecture().Kind == document.KindQuadratic { // the activation is the square
		return json.Marshal(view.ActivationCurves([3]float64{1}, nil, low, high))
	}
	return json.Marshal(view.ActivationCurves(t.Coefficients(), t.Fit(), low, high))
}

// pair parses two numbers.
func pair(text string) (a, b float64, ok bool) {
	first, second, ok := strings.Cut(text, " ")
	a, errA := strconv.ParseFloat(first, 64)
	b, errB := strconv.ParseFloat(second, 64)
	return a, b, ok && errA == nil && errB == nil
}
