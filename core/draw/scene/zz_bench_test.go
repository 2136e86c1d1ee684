package scene

import (
	"testing"

	"conelab/core/app/protocol"
)

func BenchmarkZZ(b *testing.B) {
	for _, name := range []string{"ring", "parabola", "shell", "spiral"} {
		s := solve(&testing.T{}, name)
		v := desk()
		f := New()
		f.Build(&s.snapshot, v)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.Build(&s.snapshot, v)
			}
		})
		b.Run(name+"/digest", func(b *testing.B) {
			for b.Loop() {
				for tile := range tileCount {
					Digest(tile, &s.snapshot)
				}
			}
		})
	}
	for _, name := range []string{"ring", "bend"} {
		s := piecewiseScene(&testing.T{}, name)
		v := desk()
		f := New()
		b.Run("relu/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.Build(&s.snapshot, v)
			}
		})
	}
	s, v := sample(), desk()
	f := New()
	b.Run("turn", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			v.Rotation[protocol.PictureSpectrahedron] += 0.01
			f.Build(s, v)
		}
	})
}
