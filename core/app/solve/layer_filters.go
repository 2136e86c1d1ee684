package solve

import (
	"math"

	"conelab/core/network/stack"
)

// sampleSides returns how many columns and rows a sample has that the first layer convolves. The channels of an image stand side by side.
func sampleSides(n *stack.Network) [2]int {
	in := n.Architecture.Input
	return [2]int{in[1] * in[2], in[0]}
}

// filterSides returns how many columns and rows the filters of the first layer have.
func filterSides(n *stack.Network) [2]int {
	height, width, _ := n.Architecture.Sides()
	return [2]int{width * n.Architecture.Input[2], height}
}

// pictureOf returns a sample or a filter with so many columns and rows, in which the channels stand side by side, as bytes: row by row from above, with
// 128 for zero and 1 or 255 for the largest size of an entry.
func pictureOf(values []float64, sides [2]int, channels int) []byte {
	largest := 0.0
	for _, v := range values {
		largest = math.Max(largest, math.Abs(v))
	}
	if !(largest > 0) {
		largest = 1
	}
	out, width := make([]byte, len(values)), sides[0]/channels
	for i, v := range values {
		pixel, channel := i/channels, i%channels
		out[pixel/width*sides[0]+channel*width+pixel%width] = byte(128 + math.Round(127*v/largest))
	}
	return out
}
