package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/data/dataset"
	"conelab/core/format/document"
)

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// checkPlane checks the picture of a plane against the documents: its axes, the positions of points, functions and certificate on it, and the film.
func (d driver) checkPlane(shown *protocol.Snapshot, problem *document.Problem, solution *document.Solution) {
	d.t.Helper()
	p, k := d.work.Plane(), shown.Output
	e, f := p.Axes()[0], p.Axes()[1]
	if math.Abs(dot(e, e)-1)+math.Abs(dot(f, f)-1)+math.Abs(dot(e, f)) > 1e-12 {
		d.t.Fatalf("the axes %v and %v are not orthonormal", e, f)
	}
	at := func(x, y float64) []float64 {
		out := append([]float64(nil), p.Origin()...)
		for i := range out {
			out[i] += x*e[i] + y*f[i]
		}
		return out
	}
	forward := func(neurons []document.Neuron, x []float64) (sum float64) {
		for _, n := range neurons {
			sum += n.Alpha * d.now().Activation().At(dot(n.U, x))
		}
		return sum
	}
	near := func(what string, got, want float64) {
		d.t.Helper()
		if math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
			d.t.Fatalf("%s is %g, want %g", what, got, want)
		}
	}
	for i, x := range problem.Data.X {
		near("a point's place", shown.Points[i].X[0], dot(e, x)-dot(e, p.Origin()))
		near("a point's place", shown.Points[i].X[1], dot(f, x)-dot(f, p.Origin()))
		for axis := range 2 {
			if math.Abs(shown.Points[i].X[axis]-shown.Window.Center[axis]) > shown.Window.Half {
				d.t.Fatalf("point %d at %v is outside of the window %v", i, shown.Points[i].X, shown.Window)
			}
		}
	}
	own := d.own(solution, k)
	for step := range 20 {
		x, y := 2*math.Sin(float64(step)), 2*math.Cos(1.3*float64(step))
		t := protocol.Vec{x, y}
		near("f", shown.Function.At(t), forward(own, at(x, y)))
		for i := range shown.Parts { // the document has a different order
			k := slices.IndexFunc(own, func(n document.Neuron) bool { return n.Alpha == shown.Neurons[i].Alpha })
			near("a neuron", shown.Parts[i].At(t), forward(own[k:k+1], at(x, y)))
		}
		for o := range shown.Classes {
			near("an output", shown.Classes[o].At(t), forward(d.own(solution, o), at(x, y)))
		}
		sin, cos := math.Sincos(float64(step))
		u, want := make([]float64, d.now().Features()), 0.0
		for i := range u {
			u[i] = cos*e[i] + sin*f[i]
		}
		for i, row := range problem.Data.X {
			want += solution.Dual[i][k] * d.now().Activation().At(dot(u, row))
		}
		near("g", shown.Certificate.At(protocol.Vec{cos, sin}), want)
		if math.Abs(want) > d.now().Beta()*(1+1e-9) {
			d.t.Fatalf("g is %g in the plane, beta %g", want, d.now().Beta())
		}
	}
	checkFilm(d.t, shown)
	for _, r := range shown.Film.Reels {
		for _, step := range r.Steps {
			if form := step.R.Form(); math.Abs(form) > 1e-9*step.R.Norm()*step.R.Norm() {
				d.t.Fatalf("a vector at %v is not on the cone", step.R)
			}
			near("p_1'Gp_1", step.Before[step.First].Form(), step.FormFirst)
			if step.Partner >= 0 {
				near("p_j'Gp_j", step.Before[step.Partner].Form(), step.FormPartner)
			}
		}
	}
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
		best := d.work.Plane().Share()
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
		if share := d.work.Plane().Share(); share > best+1e-12 {
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
			if other.work.View() != d.work.View() {
				t.Fatalf("%+v came back as %+v", d.work.View(), other.work.View())
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
