package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// Readout returns what the pictures of the data and of the certificate show at a pixel, as text: f(x), or g(u); "" where they show no
// single value. It is text beside the pictures, so that nothing is redrawn while a pointer moves.
func (on *HitTest) Readout(x, y float64) string {
	p := PointerEvent{X: x, Y: y}
	tile := on.tileAt(&p)
	if tile != protocol.PictureData && tile != protocol.PictureCertificate || on.View.Veiled[tile] || on.Snapshot.Dimension == 0 {
		return ""
	}
	var l canvas.Labels
	on = on.programOf(tile)
	if tile == protocol.PictureData {
		on.readData(&l, &p)
	} else {
		on.readGain(&l, &p)
	}
	return string(l.Word)
}

// readData writes the outputs at a place of a line or a plane.
func (on *HitTest) readData(l *canvas.Labels, p *PointerEvent) {
	snap, d := on.Snapshot, on.space()
	if d.dimension > 2 {
		return
	}
	var at protocol.Vec
	at[0], at[1] = d.plane.Point(p.X, p.Y)
	if d.dimension == 1 {
		at[1] = 0
	}
	f, _ := functionsOf(snap)
	if hasLayers(snap) && len(snap.Layers.Field.Values) == 0 || showsTerm(snap) {
		return
	}
	only, count := outputShown(snap)
	first, last := only, only
	if only == none {
		first, last = 0, count-1
	}
	for k := first; k <= last; k++ {
		if k > first {
			l.Add(", ")
		}
		l.Add("f")
		if count > 1 {
			l.Index(k)
		}
		if only != none {
			l.Add("(")
			switch {
			case snap.Plane:
				l.Add("x")
			case d.dimension == 1:
				l.Number(at[0], 3)
			default:
				l.Number(at[0], 3).Add(", ").Number(at[1], 3)
			}
			l.Add(")")
		}
		l.Add(" = ").Number(outputAt(snap, &f, k, at), 3)
	}
}

// interpolated returns the value of a field between its places, or at the nearest one outside of them.
func interpolated(f *protocol.Field, output int, x, y float64) (value float64) {
	i, right := between(x, f.Left, f.Step, f.Columns)
	j, up := between(y, f.Low, f.Step, f.Rows)
	for _, c := range [...]struct {
		i, j  int
		share float64
	}{{i, j, (1 - right) * (1 - up)}, {i + 1, j, right * (1 - up)}, {i, j + 1, (1 - right) * up}, {i + 1, j + 1, right * up}} {
		if c.share > 0 {
			value += c.share * float64(f.At(output, c.i, c.j))
		}
	}
	return value
}

// between returns the place before x of n, and the share of the way to the next one.
func between(x, low, step float64, n int) (i int, share float64) {
	at := max(0, min((x-low)/step, float64(n-1)))
	i = min(int(at), n-1)
	return i, at - float64(i)
}

// readGain writes g at the direction under a pointer, beside beta.
func (on *HitTest) readGain(l *canvas.Labels, p *PointerEvent) {
	snap := on.Snapshot
	u, ok := towardCertificate(on, p)
	if !ok || snap.Argument.Topic.Argues() && !probesLines(snap) {
		return
	}
	if k := on.neuron(protocol.PictureCertificate, p); mapsLines(snap) && k >= 0 && k < len(snap.Neurons) { // what is probed there
		u = snap.Neurons[k].U
	}
	_, g := functionsOf(snap)
	if mapsLines(snap) { // its place says which u, and the map has a key
		l.Add("g(u) = ").Number(gainOf(snap, &g, u), 3)
		return
	}
	l.Add("g(")
	if snap.Dimension < 3 {
		angle, _, _ := on.inCertificate(p)
		if math.Abs(angle) > 180 {
			l.Start("")
			return
		}
		angle = math.Round(angle)
		sin, cos := math.Sincos(angle * math.Pi / 180)
		u = protocol.Vec{cos, sin}
		l.Number(angle, 3).Add("°")
	} else {
		l.Number(u[0], 2).Add(", ").Number(u[1], 2).Add(", ").Number(u[2], 2)
	}
	l.Add(") = ").Number(gainOf(snap, &g, u), 3).Add(", β = ").Number(snap.Beta, 3)
}
