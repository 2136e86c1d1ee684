package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/data/dataset"
	"conelab/core/format/document"
)

// checkPlane checks the picture of a plane against the documents: the places of the points, the function on it, and the film.
func (d driver) checkPlane(shown *protocol.Snapshot, problem *document.Problem, solution *document.Solution) {
	d.t.Helper()
	p := d.work.Plane()
	for i, at := range p.Places {
		if x := shown.Points[i].X; x != at || math.Abs(x[0]-shown.Window.Center[0]) > shown.Window.Half || math.Abs(x[1]-shown.Window.Center[1]) > shown.Window.Half {
			d.t.Fatalf("point %d is drawn at %v, its place is %v", i, x, at)
		}
	}
	for step := range 5 {
		x, y := 2*math.Sin(float64(step)), 2*math.Cos(1.3*float64(step))
		values := outputs(problem, solution.Network.Neurons, [][]float64{d.placeAt(x, y)})
		for o, f := range append([]protocol.Quadratic{shown.Function}, shown.Classes...) {
			want := values[max(o-1, 0)]
			if o == 0 {
				want = values[shown.Output]
			}
			if got := f.At(protocol.Vec{x, y}); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				d.t.Fatalf("function %d is %g at (%g, %g), want %g", o, got, x, y, want)
			}
		}
	}
	checkFilm(d.t, shown)
}

// setWide sets n random points of d features, elongated in two directions, with labels of a quadratic, or classes.
func setWide(d driver, seed uint64, n, features, outputs int) {
	rng := rand.New(rand.NewPCG(seed, 7))
	p := document.Problem{Format: document.ProblemFormat, Architecture: document.Architecture{Kind: document.KindDense},
		Activation: document.Activation{A: 1, B: 0.5, C: -0.25}, Loss: document.LossSquared, Beta: 0.05}
	a, b := dataset.Direction(rng, features), dataset.Direction(rng, features)
	for i := range n {
		x := make([]float64, features)
		s, t := 2*rng.NormFloat64(), rng.NormFloat64()
		for k := range x {
			x[k] = 0.3 + s*a[k] + t*b[k] + 0.2*rng.NormFloat64()
		}
		y := []float64{s*s - t}
		if outputs > 1 {
			y = make([]float64, outputs)
			y[i%outputs] = 1
		}
		p.Data.X, p.Data.Y = append(p.Data.X, x), append(p.Data.Y, y)
	}
	d.do(`{"do":"set","problem":%s}`, p.JSON())
}

// Every choice of a plane is exact; the principal axes have the largest variance of all planes.
func TestPlanes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 12 {
		d := drive(t)
		features, outputs := 4+r.IntN(5), 1+r.IntN(3)
		setWide(d, r.Uint64(), 3+r.IntN(38), features, outputs)
		best := d.work.Plane().Share
		i := r.IntN(features)
		j := (i + 1 + r.IntN(features-1)) % features
		d.do(`{"do":"lens","features":[%d,%d]}`, i, j)
		var shown protocol.Snapshot
		d.SnapshotTo(&shown)
		for k, x := range d.Problem().Data.X {
			if shown.Points[k].X[0] != x[i] || shown.Points[k].X[1] != x[j] {
				t.Fatalf("point %d is at %v, its features are %g and %g", k, shown.Points[k].X, x[i], x[j])
			}
		}
		if share := d.work.Plane().Share; share > best+1e-12 {
			t.Fatalf("two features have %g of the variance, the principal axes %g", share, best)
		}
		if outputs > 1 {
			d.do(`{"do":"lens","output":1,"compare":true}`)
		}
		page := d.Page()
		if page.Lens.Features != [2]int{i + 1, j + 1} || !strings.Contains(page.Lens.Plane, "variance") || len(page.Tiles) != protocol.PictureCount || page.Matrices != nil {
			t.Fatalf("the page says %+v", page.Lens)
		}
		for id, tile := range page.Tiles {
			if want := id != protocol.PictureNetwork && id != protocol.PictureNeural && id != protocol.PictureSpectrahedron; tile.Offered != want || tile.Camera {
				t.Fatalf("in a plane picture %d is %+v", id, tile)
			}
		}
		for position := 0.0; position <= page.Film.Length; position += 0.3 {
			d.do(`{"do":"seek","position":%g}`, position)
			if d.Page().Film.Caption == "" {
				t.Fatal("the film has no caption")
			}
		}
		shared, work := d.Share(), d.Keep()
		for _, text := range []string{fmt.Sprintf(`{"do":"open","shared":%s}`, shared), fmt.Sprintf(`{"do":"resume","work":%s}`, work)} {
			other := drive(t)
			other.do("%s", text)
			if other.work.View != d.work.View {
				t.Fatalf("%+v came back as %+v", d.work.View, other.work.View)
			}
		}
		d.do(`{"do":"lens","features":[]}`)
		d.refuse("two different features", `{"do":"lens","features":[1,1]}`)
		d.refuse("two different features", `{"do":"lens","features":[0,%d]}`, features)
		d.refuse("up to three features", `{"do":"press","at":[0,0],"radius":0.1}`)
		d.do(`{"do":"preset","name":"ring"}`)
		d.refuse("more than three features", `{"do":"lens","features":[0,1]}`)
	}
}
