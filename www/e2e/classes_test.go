package e2e

import (
	"fmt"
	"math"
	"testing"

	"conelab/core/format/document"
)

// chooseOutput chooses output k, counted from 0, and checks that neurons and matrices are its own.
func (v *user) chooseOutput(k int) {
	v.t.Helper()
	v.Click(fmt.Sprintf(`#lens-buttons label:nth-of-type(%d)`, k+1))
	v.Await(fmt.Sprintf(`document.querySelector('#lens-buttons input[value="%d"]').checked && document.querySelector('#tile-certificate h2').textContent.endsWith('%s')`,
		k, string(rune('₁'+k))))
	_, solution := v.documents()
	own := 0
	for _, n := range solution.Network.Neurons {
		if n.Output == k {
			own++
		}
	}
	v.Await(fmt.Sprintf(`[...document.querySelectorAll('#neuron-rows tr')].filter((tr) => !tr.hidden && tr.cells.length > 1).length === %d`, own))
}

// drawClasses draws three classes from an empty stage, a stroke each.
func (v *user) drawClasses() *document.Problem {
	v.t.Helper()
	v.Click("#clear")
	v.choose("#classes", "3")
	v.Await("!document.getElementById('class-pen').hidden")
	area := v.Place("#area-data").Square()
	for k, y := range []float64{-0.7, 0, 0.7} {
		v.Click(fmt.Sprintf(`#class-pen label:nth-of-type(%d)`, k+1))
		v.Stroke(area, [2]float64{-0.4, y}, [2]float64{0.4, y})
		v.Await("!document.getElementById('clear').disabled") // the first point has come
	}
	v.Rest()
	return v.verify()
}

func TestClassesFromScratch(t *testing.T) {
	t.Parallel()
	v := openUndrawn(t)
	problem := v.drawClasses()
	for i, y := range problem.Data.Y {
		if want := int(math.Round(problem.Data.X[i][1]/0.7)) + 1; len(y) != 3 || y[want] != 1 || y[0]+y[1]+y[2] != 1 {
			t.Fatalf("the point at %v has the labels %v", problem.Data.X[i], y)
		}
	}
	for k := range 3 {
		v.chooseOutput(k)
	}
	v.Click(`#lens-compare label:nth-of-type(2)`)
	v.Await("document.querySelector('#tile-data header p').textContent.includes('f₃ = ½')")
	for _, loss := range []string{"softmax", "hinge", "squared"} {
		v.choose("#loss", loss)
		v.Rest()
		if p := v.verify(); p.Loss != loss {
			t.Errorf("the loss is %s, not %s", p.Loss, loss)
		}
	}
	v.Click(`#class-pen label:nth-of-type(1)`)
	v.Click(`#tool input[value="label"] + span`)
	v.Stroke(v.Place("#area-data").Square(), [2]float64{-0.4, 0})
	v.Rest()
	if again := v.verify(); len(again.Data.Y) != len(problem.Data.Y) {
		t.Errorf("%d points became %d", len(problem.Data.Y), len(again.Data.Y))
	} else {
		changed := 0
		for i, y := range again.Data.Y {
			if y[0] == 1 && problem.Data.Y[i][1] == 1 {
				changed++
			}
		}
		if changed != 1 {
			t.Errorf("the tool gave %d points another class", changed)
		}
	}
	hash := v.copyLink()
	other := follow(t, hash)
	other.Await(`document.querySelector('#lens-buttons input[value="2"]')?.checked && document.querySelector('#lens-compare input[value="0"]').checked`)
	v.choose("#classes", "2")
	v.Rest()
	if p := v.verify(); len(p.Data.Y[0]) != 1 || !evaluate[bool](v, "document.getElementById('lens').hidden") {
		t.Errorf("two classes have the labels %v", p.Data.Y[0])
	}
}

// wide is five features of which the last is small, with classes if asked for, as a script that sets it.
const wide = `(async (classes) => { const rows = Array.from({ length: 60 }, (_, i) => [2 * Math.sin(i), Math.cos(1.7 * i), Math.sin(i) + Math.cos(1.7 * i), Math.sin(i) - Math.cos(1.7 * i), 0.2 * Math.sin(5 * i)]);
	await conelab.set({ ...await conelab.get(), architecture: { kind: 'dense' }, loss: 'squared', data: { x: rows, y: rows.map((r, i) => (classes ? [0, 1, 2].map((k) => Number(k === i % 3)) : [r[0] * r[0] - r[1]])) } }) })`

// TestPlaneOfManyFeatures: more than three features are shown in a plane that can be chosen.
func TestPlaneOfManyFeatures(t *testing.T) {
	t.Parallel()
	v := drawn(t, window(390, 844))
	evaluate[any](v, wide+"(false).then(() => null)")
	v.Await("document.getElementById('lens-note').textContent.includes('principal axes')")
	v.Rest()
	v.verify()
	v.choose("#lens-x", "4")
	v.Await("document.getElementById('lens-note').textContent.includes('x₄ and x₅')")
	v.choose("#lens-y", "2")
	v.Await("document.getElementById('lens-note').textContent.includes('x₄ and x₂')")
	v.Await("document.querySelector('#tile-data header p').textContent.startsWith('A plane of R⁵')")
	evaluate[any](v, wide+"(true).then(() => null)")
	v.Await("!document.getElementById('lens-buttons').hidden && document.querySelector('#tile-data header p').textContent.includes('largest output')")
	v.Rest()
	v.verify()
	if wide := evaluate[float64](v, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the page is %g px wide on a screen of 390", wide)
	}
}
