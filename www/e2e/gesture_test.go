package e2e

import (
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/chromedp"

	"conelab/core/draw/scene"
	"conelab/core/format/document"
	"conelab/www/visit"
)

const (
	// changed is the least share of the pixels that are others in another picture, restored the largest in the same one: the slider's zero
	// is up to half a step off.
	changed, restored = 0.002, 0.03
)

// straight is a path along a line in css pixels.
func (v *user) straight(button chromedp.MouseOption, x, y, toX, toY float64, steps int) {
	v.t.Helper()
	v.Press(x, y, button)
	for i := 1; i <= steps; i++ {
		s := float64(i) / float64(steps)
		v.Drag(x+s*(toX-x), y+s*(toY-y), button)
	}
	v.Release(toX, toY, button)
}

// unchanged fails the test if the data are not as they were.
func (v *user) unchanged(after string, before *document.Problem) {
	v.t.Helper()
	if now, _ := v.documents(); fmt.Sprint(now.Data) != fmt.Sprint(before.Data) {
		v.t.Errorf("%s changed the data", after)
	}
}

// differs fails the test unless the picture of an element, at rest, is now another one than before; it returns the new one.
func (v *user) differs(after, selector string, before *visit.Picture) *visit.Picture {
	v.t.Helper()
	v.AwaitStill()
	now := v.Look(selector)
	if now.Differs(before) < changed {
		v.t.Errorf("%s did not change the picture", after)
	}
	return now
}

// TestPointerIsFollowed rests the pointer, drags a neuron, and drags a point.
func TestPointerIsFollowed(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	v.readOut()
	v.turnNeuron()
	v.dragPoint()
}

// turnNeuron drags a neuron of an optimum that is one of many: it goes to the pointer. That the function and the cost stay, and that
// playing the film brings the first network back, is proved of the session.
func (v *user) turnNeuron() {
	v.t.Helper()
	m := v.preset(2, "ring")
	v.AwaitStill()
	n := m.solution.Network.Neurons[0]
	angle := math.Atan2(n.U[1], n.U[0]) * 180 / math.Pi
	plane := scene.CertificatePlane(rect(v.Place("#area-certificate")), 1, &m.snapshot)
	x, y := plane.Pixel(angle, math.Copysign(m.problem.Beta, n.Alpha))
	v.straight(chromedp.ButtonLeft, x, y, x+37*plane.KX, y, 5)
	v.Await(fmt.Sprintf("conelab.solution().then(({network: {neurons: [{u}]}}) => u[0] !== %v)", n.U[0]))
	v.verify()
	_, turned := v.documents()
	u := turned.Network.Neurons[0].U
	if got := math.Atan2(u[1], u[0]) * 180 / math.Pi; math.Abs(math.Remainder(got-angle-37, 360)) > 1 {
		v.t.Errorf("the neuron at %.1f° was dragged by 37° and is at %.1f°", angle, got)
	}
}
