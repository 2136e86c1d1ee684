package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

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
	v.Settle()
	now := v.Look(selector)
	if now.Differs(before) < changed {
		v.t.Errorf("%s did not change the picture", after)
	}
	return now
}

// TestPointIsPulledUpFromTheFloor draws in space, turns and moves the picture, and draws again.
func TestPointIsPulledUpFromTheFloor(t *testing.T) {
	t.Parallel()
	v := openSmall(t)
	v.Click("#picture-count label:nth-of-type(1)")
	m := v.preset(3, "saddle")
	v.Settle()
	b := v.Place("#area-data")
	camera, room := scene.HomeCamera(), scene.RoomOf(m.snapshot.Window)
	// pull draws a point over a free place of the floor, and checks where it is.
	pull := func() {
		before, _ := v.documents()
		foot := free(camera, b, room, before)
		x, y := project(camera, b, roomSight, foot)
		v.straight(chromedp.ButtonLeft, x, y, x, y-60, 4)
		v.Rest()
		after := v.verify()
		if len(after.Data.X) != len(before.Data.X)+1 {
			t.Fatalf("a pull from %.2f of the floor made %d points", foot, len(after.Data.X)-len(before.Data.X))
		}
		made := after.Data.X[len(after.Data.X)-1]
		w := point(room.World([3]float64(made)))
		if math.Hypot(w[0]-foot[0], w[1]-foot[1]) > 0.01 {
			t.Errorf("the point is over (%.3f, %.3f) of the floor, not (%.3f, %.3f)", w[0], w[1], foot[0], foot[1])
		}
		// The upright lines of a picture in perspective are not parallel: the point is as high as the pointer, but may be beside it.
		if px, py := project(camera, b, roomSight, w); w[2] < -0.9 || math.Abs(py-y+60) > 2 || math.Abs(px-x) > 20 {
			t.Errorf("the point, at the height %.3f, is seen at (%.1f, %.1f), and was left at (%.1f, %.1f)", w[2], px, py, x, y-60)
		}
	}
	pull()

	before, _ := v.documents()
	seen := v.Look("#area-data")
	left, top := b.X+30, b.Y+30
	v.straight(chromedp.ButtonLeft, left, top, left+50, top, 1)
	camera.Orbit(50, 0)
	seen = v.differs("a drag beside the floor", "#area-data", seen)
	v.straight(chromedp.ButtonRight, left+60, top, left+100, top+25, 1) // from elsewhere: two presses at a place are a double click
	camera.Pan(40/(min(b.Width, b.Height)/2), 25/(min(b.Width, b.Height)/2))
	seen = v.differs("the right button", "#area-data", seen)
	v.unchanged("orbiting and moving the picture", before)
	pull()

	v.Click(`#tool input[value="move"] + span`)
	v.Await(`document.querySelector('#tool input[value="move"]').checked`)
	before, _ = v.documents()
	x, y := project(camera, b, roomSight, point{0.5, -0.9, -1})
	v.straight(chromedp.ButtonLeft, x, y, x+40, y, 4)
	v.differs("a drag on the floor with another tool", "#area-data", seen)
	v.unchanged("a drag on the floor with another tool", before)
}

// free returns the place of the floor that is seen farthest from all points.
func free(c scene.Camera, b visit.Box, room scene.Room, problem *document.Problem) (foot point) {
	best := 0.0
	for i := range 100 {
		p := point{0.2*float64(i%10) - 0.9, 0.2*float64(i/10) - 0.9, -1}
		x, y := project(c, b, roomSight, p)
		nearest := math.Inf(1)
		for _, at := range problem.Data.X {
			px, py := project(c, b, roomSight, point(room.World([3]float64(at))))
			nearest = min(nearest, math.Hypot(px-x, py-y))
		}
		if nearest > best {
			best, foot = nearest, p
		}
	}
	return foot
}

// TestNeuronIsTurned drags neurons of an optimum that is one of many.
func TestNeuronIsTurned(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	m := v.preset(2, "ring")
	v.Settle()
	b := v.Place("#area-certificate")
	n := m.solution.Network.Neurons[0]
	angle := math.Atan2(n.U[1], n.U[0]) * 180 / math.Pi
	to := angle + 37
	plane := scene.CertificatePlane(rect(b), 1, &m.snapshot, false)
	x, y := plane.Pixel(angle, math.Copysign(m.problem.Beta, n.Alpha))
	toX, _ := plane.Pixel(to, 0)
	v.straight(chromedp.ButtonLeft, x, y, toX, y, 5)
	turned := v.sameNetwork("the certificate", m, m.solution)
	u := turned.Network.Neurons[0].U
	if got := math.Atan2(u[1], u[0]) * 180 / math.Pi; math.Abs(math.Remainder(got-to, 360)) > 1 {
		t.Errorf("the neuron at %.1f° was dragged to %.1f° and is at %.1f°", angle, to, got)
	}

	// A link takes the network along.
	w := follow(t, v.copyLink())
	w.Rest()
	_, again := w.documents()
	if again.Status != "optimal" || len(again.Network.Neurons) != len(turned.Network.Neurons) {
		t.Fatalf("%+v came back as %+v", turned, again)
	}
	for i, n := range again.Network.Neurons {
		if u := turned.Network.Neurons[i].U; math.Hypot(n.U[0]-u[0], n.U[1]-u[1]) > 1e-9 {
			t.Errorf("neuron %d is %v, was %v", i, n, turned.Network.Neurons[i])
		}
	}

	v.Click("#play")
	v.Await("document.getElementById('play').getAttribute('aria-label') === 'Pause'")
	if _, solution := v.documents(); fmt.Sprint(solution.Network) != fmt.Sprint(m.solution.Network) {
		t.Error("playing the film does not bring the first network back")
	}
}

// sameNetwork waits until the neurons are others than before, and checks that they make the same function at the same cost.
func (v *user) sameNetwork(where string, m *model, before *document.Solution) *document.Solution {
	v.t.Helper()
	directions, err := json.Marshal(before.Network.Neurons)
	if err != nil {
		v.t.Fatal(err)
	}
	v.Await(fmt.Sprintf(`conelab.solution().then(({network: {neurons}}) => neurons.some(({u}, i) => u.some((x, k) => x !== %s[i].u[k])))`, directions))
	v.Rest()
	problem, solution := v.documents()
	moved := 0.0
	for i, n := range solution.Network.Neurons {
		for k, u := range n.U {
			moved = max(moved, math.Abs(u-before.Network.Neurons[i].U[k]))
		}
	}
	if moved < 0.1 {
		v.t.Errorf("dragging a neuron in %s moved the directions by at most %.3f", where, moved)
	}
	if first := m.solution.Objective; math.Abs(solution.Objective-first) > 1e-9*first {
		v.t.Errorf("turning in %s changed the cost from %.15g to %.15g", where, first, solution.Objective)
	}
	for _, x := range problem.Data.X {
		if f, want := forward(problem, solution, x), m.f(x); math.Abs(f-want) > 1e-9*(1+math.Abs(want)) {
			v.t.Fatalf("turning in %s changed f(%v) from %.12g to %.12g", where, x, want, f)
		}
	}
	v.verify()
	return solution
}

// TestRowLightsUpItsNeuron points at a row of the table of neurons.
func TestRowLightsUpItsNeuron(t *testing.T) {
	t.Parallel()
	v := openDrawn(t)
	v.preset(2, "parabola")
	v.Settle()
	row := v.Place("#neuron-rows tr:nth-of-type(3)")
	seen := v.Look("#area-certificate")
	x, y := row.At(0.3, 0)
	v.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
	v.Await("document.querySelector('#neuron-rows tr:nth-of-type(3)').dataset.focus === ''")
	v.Await("[...document.querySelectorAll('#labels span')].some((s) => !s.hidden && s.textContent.startsWith('u\u2082 alone: '))")
	v.differs("pointing at a row", "#area-certificate", seen)
	v.Do(chromedp.MouseEvent(chromedp.MouseMoved, 5, 5))
	v.Await("document.querySelector('#neuron-rows tr[data-focus]') === null")
}

// TestCameraMenuByKeyboard opens the menu of a picture, chooses a side and a projection, and leaves.
func TestCameraMenuByKeyboard(t *testing.T) {
	t.Parallel()
	v := openSmall(t)
	v.preset(2, "ring")
	v.Settle()
	const menu = "#tile-lorentz .menu"
	seen := v.Look("#area-lorentz")
	v.Focus(menu + " > button")
	v.Do(chromedp.KeyEvent(kb.Enter))
	v.Await("document.querySelector('" + menu + "').dataset.open === ''")
	for range 5 {
		v.Do(chromedp.KeyEvent(kb.Tab))
		if evaluate[string](v, "document.activeElement.dataset.side ?? ''") == "top" {
			break
		}
	}
	v.Do(chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Escape))
	if evaluate[bool](v, "document.querySelector('"+menu+" .sheet').hidden && document.activeElement.matches('"+menu+" > button')") == false {
		t.Error("Escape does not close the menu and give its button the focus back")
	}
	seen = v.differs("the side Top", "#area-lorentz", seen)
	v.Do(chromedp.KeyEvent(kb.Enter))
	v.Focus(menu + ` input[value="perspective"]`)
	v.Do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Escape))
	v.differs("Orthographic", "#area-lorentz", seen)
}

// TestSolverFilmPlays plays the solver's path and reads its captions.
func TestSolverFilmPlays(t *testing.T) {
	t.Parallel()
	v := drawn(t, visit.Small(), visit.Moving())
	v.preset(2, "parabola")
	v.Click(`#film input[value="solver"] + span`)
	v.Await(`document.getElementById('caption').textContent.includes('terat')`)
	v.Settle()
	seen := v.Look("#area-data")
	evaluate[any](v, `(() => { const caption = document.getElementById('caption'), all = new Set();
		window.captions = all;
		new MutationObserver(() => all.add(caption.textContent)).observe(caption, {childList: true, characterData: true, subtree: true}) })()`)
	v.Click("#play")
	v.Await("captions.size >= 4")
	v.Click("#play")
	v.Await("document.getElementById('play').getAttribute('aria-label') === 'Play'")
	if captions := evaluate[[]string](v, "[...captions]"); !strings.HasPrefix(captions[1], "Iterate") {
		t.Errorf("the captions are %q", captions)
	}
	v.Seek(1)
	v.differs("the solver's film", "#area-data", seen)
}

// TestStagesAndTurn changes what the spectrahedron shows.
func TestStagesAndTurn(t *testing.T) {
	t.Parallel()
	v := openSmall(t)
	for d, preset := range map[int]string{2: "ring", 3: "saddle"} {
		v.preset(d, preset)
		v.Settle()
		const area, options = "#area-spectrahedron", "#tile-spectrahedron .options "
		shadow := v.Look(area)
		v.Slide(options+`input[type="range"]`, 0.8)
		turned := v.differs("Turn", area, shadow)
		v.Click(options + `input[value="3"] + span`)
		v.differs("Cost", area, turned)
		v.Click(options + `input[value="2"] + span`)
		v.Slide(options+`input[type="range"]`, 0)
		v.Settle()
		if again := v.Look(area).Differs(shadow); again > restored {
			t.Errorf("%d features: %.1f %% of the picture are not as before", d, 100*again)
		}
	}
}

// TestPhoneShowsEachPicture goes through the tabs: each has something to see.
func TestPhoneShowsEachPicture(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Phone(844, 1))
	v.Await("conelab.stats().frames > 0")
	for d, preset := range []string{1: "interval", 2: "ring", 3: "saddle"} {
		if d == 0 {
			continue
		}
		v.preset(d, preset)
		for _, name := range []string{"data", "neural", "spectrahedron", "lorentz", "certificate", "neurons"} {
			v.Reveal("#area-" + name)
			v.Settle()
			if ink := v.Look("#area-" + name).Ink(); ink < 0.01 {
				t.Errorf("%d features, %s: %.2f %% of the picture are not background", d, name, 100*ink)
			}
		}
	}
}
