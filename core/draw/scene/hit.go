package scene

import (
	"math"

	"conelab/core/app/protocol"
	"conelab/core/draw/canvas"
)

// HitTest is what pointers act on: the view with its cameras, and the snapshot and scene of the newest frame.
type HitTest struct {
	Scene    *Scene
	Snapshot *protocol.Snapshot
	View     *View
}

// programOf returns the same with the snapshot of the program that a tile shows.
func (hit *HitTest) programOf(tile int) *HitTest {
	program := *hit
	if hit.Snapshot.Dimension > 0 {
		program.Snapshot = hit.Snapshot.Program(tile)
	}
	return &program
}

func (hit *HitTest) space() dataSpace { return dataSpaceOf(hit.Snapshot, hit.View) }

// tileAt returns the tile under a pointer, or none.
func (hit *HitTest) tileAt(p *PointerEvent) int { return hit.View.Layout.TileAt(p.X, p.Y) }

// css returns a pointer's position in css pixels, which stays the same when the picture's resolution changes.
func (hit *HitTest) css(p *PointerEvent) canvas.Pixel {
	return canvas.XY(p.X/hit.View.Layout.Scale, p.Y/hit.View.Layout.Scale)
}

// drawn returns a pointer's position in pixels of the newest frame, whose resolution may differ from that of the present layout.
func (hit *HitTest) drawn(p *PointerEvent) canvas.Pixel {
	at, scale := hit.css(p), hit.Scene.canvas.Scale
	return canvas.XY(at.X*scale, at.Y*scale)
}

// radius returns how far from its position a pointer reaches, in pixels.
func (hit *HitTest) radius(p *PointerEvent) float64 {
	// A finger that draws among many points means a new point, unless it is on an existing one.
	if p.Touch && hit.Snapshot.Tool != protocol.ToolDraw {
		return protocol.TouchReach * hit.View.Layout.Scale
	}
	return protocol.MouseReach * hit.View.Layout.Scale
}

// canRotate reports whether there is a neuron under the pointer that can be rotated in a tile, because the tile shows directions and the
// optimal network is not unique.
func (hit *HitTest) canRotate(tile int, p *PointerEvent) bool {
	k := hit.neuron(tile, p)
	if k < 0 || k >= len(hit.Snapshot.Neurons) || pictures[tile].toward == nil {
		return false
	}
	sign := 0
	if hit.Snapshot.Neurons[k].Alpha < 0 {
		sign = 1
	}
	_, ok := pictures[tile].toward(hit, p)
	return ok && hit.Snapshot.CanRotate[sign]
}

// neuron returns the neuron under the pointer in a tile, or none. In the data tile only the move tool finds neurons.
func (hit *HitTest) neuron(tile int, p *PointerEvent) int {
	radius := hit.radius(p)
	if showsTangents(tile, hit.Snapshot) || tile == protocol.PictureData && hit.Snapshot.Tool != protocol.ToolMove {
		return none
	}
	if tile == protocol.PictureNeurons { // anywhere in a cell
		radius = max(radius, builderOf[*neuronSum](hit.Scene, tile).size*hit.View.Layout.Scale)
	}
	return hit.targetAt(tile, p, radius)
}

// hovered returns the neuron that a pointer over a tile highlights. In the data tile it also finds one with a drawing tool, close
// to the tip of its arrow.
func (hit *HitTest) hovered(tile int, p *PointerEvent) int {
	if tile == protocol.PictureData && hit.Snapshot.Tool == protocol.ToolDraw {
		return hit.targetAt(tile, p, protocol.MouseReach*hit.View.Layout.Scale/2)
	}
	return hit.neuron(tile, p)
}

// pointUnder returns the data point under the pointer in the data tile or in the picture of the tangents, or none.
func (hit *HitTest) pointUnder(tile int, p *PointerEvent) int {
	if showsTangents(tile, hit.Snapshot) {
		return hit.targetAt(tile, p, hit.radius(p))
	}
	if tile != protocol.PictureData {
		return none
	}
	d, points := hit.space(), hit.Snapshot.Points
	return nearest(len(points), p.X, p.Y, hit.radius(p), func(i int) canvas.Pixel { return d.at(&points[i]) })
}

// onSphere returns the point of the unit sphere under a pixel, or else the nearest point of the sphere's outline.
func onSphere(proj canvas.Projection, x, y float64) protocol.Vec {
	from, along := proj.Ray(x, y)
	a, b, c := along.Dot(along), from.Dot(along), from.Dot(from)-1
	s := -b / a
	if disc := b*b - a*c; disc > 0 {
		s = (-b - math.Sqrt(disc)) / a
	}
	q := from.Plus(along.Scale(s))
	return protocol.Vec(q.Scale(1 / q.Norm()))
}

// cursor returns the cursor for what is under a pointer that makes no gesture.
func (hit *HitTest) cursor(p *PointerEvent) string {
	tile := hit.tileAt(p)
	grip := hit.grip(tile, p)
	switch {
	case grip == gripArgument && hit.Snapshot.Argument.Topic == protocol.Tangents:
		return "default"
	case grip >= gripPlace && hit.neuron(tile, p) >= 0:
		return "pointer"
	}
	return [...]string{gripLine: "crosshair", gripArgument: "grab", gripCandidate: "grab", gripPoint: "grab", gripNeuron: "grab",
		gripPlace: "crosshair", gripCamera: "grab", gripNothing: "default"}[grip]
}

// grip is what a pointer takes hold of.
type grip int

const (
	gripLine      grip = iota // a line of the map, or a direction of one feature, which is inspected
	gripArgument              // the direction, the position or the neuron that a picture of the argument shows
	gripCandidate             // the new neuron among the data, by its arrow, its line or the place where it is to be
	gripPoint                 // a data point
	gripNeuron                // a neuron that can be rotated, as the optimal network is not unique
	gripPlace                 // a place where the tool acts
	gripCamera                // of a picture with depth
	gripNothing
)

// grip returns what a pointer over a tile would take hold of.
func (hit *HitTest) grip(tile int, p *PointerEvent) grip {
	snap := hit.Snapshot
	d, tool, isData, isCertificate := snap.Depth(), snap.Tool, tile == protocol.PictureData, tile == protocol.PictureCertificate
	switch {
	case isCertificate && probesLines(snap):
		return gripLine
	case isCertificate && snap.Argument.Topic.Argues():
		return gripArgument
	case hit.candidateUnder(tile, p):
		return gripCandidate
	case isData && snap.Plane && tool != protocol.ToolSelect: // nothing can be drawn in a plane through more features
		return gripNothing
	case isData && hit.pointUnder(tile, p) >= 0:
		return gripPoint
	case hit.canRotate(tile, p):
		return gripNeuron
	case isData && (d < 3 || tool == protocol.ToolSelect || tool == protocol.ToolDraw && hit.onFloor(p)):
		return gripPlace
	case HasDepth(tile, d):
		return gripCamera
	}
	return gripNothing
}

// target is a pixel position at which the pointer picks a neuron, in the race a run, and in the picture of the tangents a point.
type target struct {
	canvas.Pixel
	index int
}

// addTarget lets the pointer pick something in the tile.
func (s *painting) addTarget(at canvas.Pixel, index int) {
	s.targets = append(s.targets, target{at, index})
}

// targetAt returns the neuron, run or point whose target in the newest frame is nearest to a pointer within a radius, or none.
func (hit *HitTest) targetAt(tile int, p *PointerEvent, radius float64) int {
	if tile < 0 || tile >= tileCount {
		return none
	}
	targets, at, larger := hit.Scene.tiles[tile].targets, hit.drawn(p), hit.Scene.canvas.Scale/hit.View.Layout.Scale
	if k := nearest(len(targets), at.X, at.Y, radius*larger, func(i int) canvas.Pixel { return targets[i].Pixel }); k >= 0 {
		return targets[k].index
	}
	return none
}

// nearest returns the index of the pixel, of n, that is nearest to (x, y) within a radius, or none. Of equally near ones the last counts.
func nearest(n int, x, y, radius float64, at func(i int) canvas.Pixel) int {
	best := none
	for i := range n {
		p := at(i)
		if d := math.Hypot(p.X-x, p.Y-y); d <= radius {
			best, radius = i, d
		}
	}
	return best
}

// inCertificate returns the place of a pointer in the certificate as drawn most recently, if it has been.
func (hit *HitTest) inCertificate(p *PointerEvent) (x, y float64, drawn bool) {
	c, at := &builderOf[*certificate](hit.Scene, protocol.PictureCertificate).plot, hit.drawn(p)
	x, y = c.Point(at.X, at.Y)
	return x, y, c.KX > 0
}

// Readout returns what the pictures of the data and of the certificate show at a pixel, as text: f(x), or g(u); "" where they show no
// single value. It is text beside the pictures, so that nothing is redrawn while a pointer moves.
func (hit *HitTest) Readout(x, y float64) string {
	p := PointerEvent{X: x, Y: y}
	tile := hit.tileAt(&p)
	if tile != protocol.PictureData && tile != protocol.PictureCertificate || hit.View.Veiled[tile] || hit.Snapshot.Dimension == 0 {
		return ""
	}
	var l canvas.Labels
	hit = hit.programOf(tile)
	if tile == protocol.PictureData {
		hit.readData(&l, &p)
	} else {
		hit.readGain(&l, &p)
	}
	return string(l.Word)
}

// readData writes the outputs at a place of a line or a plane.
func (hit *HitTest) readData(l *canvas.Labels, p *PointerEvent) {
	snap, d := hit.Snapshot, hit.space()
	if d.dimension > 2 || hasLayers(snap) && len(snap.Layers.Field.Values) == 0 || showsTerm(snap) {
		return
	}
	var at protocol.Vec
	at[0], at[1] = d.plane.Point(p.X, p.Y)
	if d.dimension == 1 {
		at[1] = 0
	}
	f, _ := functionsOf(snap)
	only, count := outputShown(snap)
	if only == none {
		for k := range count {
			l.Add([2]string{"", ", "}[min(k, 1)]).Add("f").Index(k).Add(" = ").Number(outputAt(snap, &f, k, at), 3)
		}
		return
	}
	l.Add("f")
	if count > 1 {
		l.Index(only)
	}
	switch l.Add("("); {
	case snap.Plane:
		l.Add("x")
	case d.dimension == 1:
		l.Number(at[0], 3)
	default:
		l.Number(at[0], 3).Add(", ").Number(at[1], 3)
	}
	l.Add(") = ").Number(outputAt(snap, &f, only, at), 3)
}

// interpolated returns the value of a field between its places, or at the nearest one outside of them.
func interpolated(f *protocol.Field, output int, x, y float64) (value float64) {
	i, right := between(x, f.Left, f.Step, f.Columns)
	j, up := between(y, f.Low, f.Step, f.Rows)
	for k, share := range [4]float64{(1 - right) * (1 - up), right * (1 - up), (1 - right) * up, right * up} {
		if share > 0 {
			value += share * float64(f.At(output, i+k%2, j+k/2))
		}
	}
	return value
}

// between returns the place before x of n, and how far x is between it and the next one.
func between(x, low, step float64, n int) (i int, share float64) {
	at := max(0, min((x-low)/step, float64(n-1)))
	i = min(int(at), n-1)
	return i, at - float64(i)
}

// readGain writes g at the direction under a pointer, beside beta.
func (hit *HitTest) readGain(l *canvas.Labels, p *PointerEvent) {
	snap := hit.Snapshot
	u, ok := towardCertificate(hit, p)
	if !ok || snap.Argument.Topic.Argues() && !probesLines(snap) {
		return
	}
	if k := hit.neuron(protocol.PictureCertificate, p); mapsLines(snap) && k >= 0 && k < len(snap.Neurons) { // what is probed there
		u = snap.Neurons[k].U
	}
	_, g := functionsOf(snap)
	if mapsLines(snap) { // its place says which u, and the map has a key
		l.Add("g(u) = ").Number(gainOf(snap, &g, u), 3)
		return
	}
	l.Add("g(")
	if snap.Dimension < 3 {
		angle, _, _ := hit.inCertificate(p)
		if math.Abs(angle) > 180 {
			l.Start("")
			return
		}
		angle = math.Round(angle)
		u = directionAt(angle)
		l.Number(angle, 3).Add("°")
	} else {
		l.Number(u[0], 2).Add(", ").Number(u[1], 2).Add(", ").Number(u[2], 2)
	}
	l.Add(") = ").Number(gainOf(snap, &g, u), 3).Add(", β = ").Number(snap.Beta, 3)
}
