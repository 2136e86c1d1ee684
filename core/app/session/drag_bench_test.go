//go:build unix && !js

package session

import (
	"encoding/json"
	"fmt"
	"math"
	"syscall"
	"testing"

	"conelab/core/app/protocol"
)

// BenchmarkDrag times the worker's response to one pointer move that drags one of 200 points: applying the intent, training, and
// encoding the answer.
func BenchmarkDrag(b *testing.B) {
	for _, layers := range []int{1, 2, 4} {
		b.Run(fmt.Sprintf("%d layers", layers), func(b *testing.B) {
			d := drive(b)
			d.do(`{"do":"loadPreset","name":"moons","layers":%d}`, layers)
			d.do(`{"do":"extent","wide":1.3,"high":1}`)
			d.do(`{"do":"tool","name":"move"}`)
			first := d.now().Point(7)
			x, y := first[0], first[1]
			d.Apply(fmt.Appendf(nil, `{"do":"press","at":[%g,%g],"radius":0.01}`, x, y))
			d.solve()
			view, piece := []byte(nil), make([]byte, protocol.PieceBytes)
			angle, start, solves := 0.0, cpuMilliseconds(), d.Page().Solves
			for b.Loop() {
				angle += 0.1
				_ = d.Apply(fmt.Appendf(nil, `{"do":"drag","at":[%g,%g],"radius":0.01}`, x+0.2*math.Sin(angle), y+0.2*(1-math.Cos(angle))))
				for d.Busy() {
					d.Work(func() bool { return false })
				}
				if _, err := json.Marshal(d.Page()); err != nil {
					b.Fatal(err)
				}
				view = view[:0]
				protocol.Encode(d.Snapshot(), piece, func(p []byte) { view = append(view, p...) })
			}
			b.ReportMetric(float64(d.Page().Solves-solves)/float64(b.N), "solves")
			b.ReportMetric(float64(len(view)), "bytes")
			b.ReportMetric((cpuMilliseconds()-start)/float64(b.N), "cpu-ms")
		})
	}
}

// cpuMilliseconds returns the processor time of this process, which does not depend on other load on the machine.
func cpuMilliseconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return 1e3*float64(u.Utime.Sec+u.Stime.Sec) + 1e-3*float64(u.Utime.Usec+u.Stime.Usec)
}
