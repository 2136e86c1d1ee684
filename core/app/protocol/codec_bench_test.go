package protocol

import (
	"fmt"
	"testing"
)

// example returns a typical snapshot: n points, four neurons, a film of their steps and the solver's path, a race and a study.
func example(n int) *Snapshot {
	s := &Snapshot{
		Dimension: 2, Window: Window{Half: 1.15, Rise: 1.6}, Points: make([]Point, n), Grabbed: -1, Focus: -1, Pointed: -1, Entry: Entry{Matrix: -1}, Beta: 0.01,
		Outputs: 1, Neurons: make([]Neuron, 4), Path: make([]Iterate, 14), Race: Race{Shown: -1, Runs: make([][]float64, 10)},
		Study: Study{Points: make([]StudyPoint, 50)},
	}
	for i := range s.Points {
		s.Points[i] = Point{X: Vec{float64(i) / 100, -float64(i) / 200}, Label: float64(1 - 2*(i%2)), Held: i%5 == 0}
	}
	for i := range s.Race.Runs {
		s.Race.Runs[i] = make([]float64, 300)
	}
	for _, sign := range []int{1, -1} {
		s.Film.Reels = append(s.Film.Reels, Reel{sign, []Step{{Before: make([]Lifted, 2), Partner: 1}, {Before: make([]Lifted, 1), Partner: -1}}})
	}
	return s
}

func BenchmarkEncode(b *testing.B) {
	for _, n := range []int{200, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, bytes, piece := example(n), 0, make([]byte, PieceBytes)
			for b.Loop() {
				bytes = 0
				Encode(s, piece, func(p []byte) { bytes += len(p) })
			}
			b.ReportMetric(float64(bytes), "bytes")
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, n := range []int{200, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var s Snapshot
			data, piece := encoded(example(n)), make([]byte, PieceBytes)
			for b.Loop() {
				rest := data
				if err := Decode(&s, piece, len(data), func(dst []byte) { rest = rest[copy(dst, rest):] }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
