package scene

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// wide is a solved problem with five features and the given number of outputs.
func wide(t *testing.T, outputs int) *solved {
	s := solve(t, "parabola")
	xs, ys := []string{}, []string{}
	for i := range 40 {
		a, b := math.Sin(float64(i)), math.Cos(1.7*float64(i))
		xs = append(xs, fmt.Sprintf("[%g,%g,%g,%g,%g]", 2*a, b, a+b, a-b+0.3, 0.2*math.Sin(5*float64(i))))
		y := []string{}
		for k := range outputs {
			switch {
			case outputs == 1:
				y = append(y, fmt.Sprint(a*a-b))
			case i%outputs == k:
				y = append(y, "1")
			default:
				y = append(y, "0")
			}
		}
		ys = append(ys, "["+strings.Join(y, ",")+"]")
	}
	s.do(t, `{"do":"set","problem":{"format":"conelab/problem/1","data":{"x":[%s],"y":[%s]},"architecture":{"kind":"dense"},`+
		`"activation":{"a":1,"b":0.5,"c":-0.25},"loss":"squared","beta":0.05}}`, strings.Join(xs, ","), strings.Join(ys, ","))
	s.do(t, `{"do":"seek","position":1e9}`)
	s.problem, s.solution = s.session.Problem(), s.session.Solution()
	return s
}

// In the plane of two features, the heat map is the network with the other features at their means.
func TestPlaneShowsTheNetwork(t *testing.T) {
	s, v := wide(t, 1), desk()
	s.do(t, `{"do":"lens","features":[3,1]}`)
	mean := make([]float64, 5)
	for _, x := range s.problem.Data.X {
		for k := range mean {
			mean[k] += x[k] / float64(len(s.problem.Data.X))
		}
	}
	builder := New()
	f := builder.Build(&s.snapshot, v)
	h := &f.Tiles[TileData].Layers()[0].Heat
	plane := DataPlane(v.Layout.Tiles[TileData], s.snapshot.Window, 2)
	for i := range 50 {
		px, py := h.CenterX+h.Half*math.Sin(float64(i)), h.CenterY+h.Half*math.Cos(2.3*float64(i))
		z1, z2, c := (px-h.CenterX)/h.Half, (h.CenterY-py)/h.Half, h.Conic
		drawn := float64(c[0])*z1*z1 + float64(c[1])*z1*z2 + float64(c[2])*z2*z2 + float64(c[3])*z1 + float64(c[4])*z2 + float64(c[5])
		x := append([]float64(nil), mean...)
		x[3], x[1] = plane.Point(px, py)
		if want := s.f(x); math.Abs(drawn*builder.now.size-want) > exact*(1+math.Abs(want)) {
			t.Fatalf("f(%v) is drawn as %g, the network says %g", x, drawn*builder.now.size, want)
		}
	}
	seen := 0
	certificate := CertificatePlane(v.Layout.Tiles[TileCertificate], v.Layout.Scale, &s.snapshot, v.Normal)
	for _, at := range curves(f, TileCertificate, 2, v.Layout.Scale) {
		angle, value := certificate.Point(at.x, at.y)
		sin, cos := math.Sincos(angle * math.Pi / 180)
		if want := s.g([]float64{0, sin, 0, cos, 0}); math.Abs(value-want)*certificate.KY > 2e-3 {
			t.Fatalf("g(%g°) is drawn at %g, the document says %g", angle, value, want)
		}
		seen++
	}
	if seen < samples/2 {
		t.Errorf("found %d parts of the certificate", seen)
	}
}
