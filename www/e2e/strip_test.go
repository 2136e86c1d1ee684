package e2e

import (
	"fmt"
	"testing"

	"conelab/www/visit"
)

// poorly are problems about which the strip has much to say, as the arguments of a script that sets them: rings, waves and spirals of a class or of
// numbers, with a loss and an activation.
var poorly = []string{
	`"ring", "hinge", 0.1, [0, 1, 0.3]`, `"ring", "squared", 100, [1, 0, -0.3]`, `"ring", "squared", 0.1, [0, 0, 1]`,
	`"wave", "huber", 5, [1, 0, 0]`, `"spiral", "squared", 0.1, [0.09, 0.5, 0.47]`, `"wide", "l1", 0.1, [0.09, 0.5, 0.47]`,
}

// setPoorly is a script that sets such a problem.
const setPoorly = `(async (shape, loss, beta, [a, b, c]) => {
	const at = { ring: (i) => i % 3 ? [Math.cos(i) * 0.9, Math.sin(i) * 0.9] : [0.2 * Math.cos(i), 0.2 * Math.sin(i)],
		spiral: (i) => [i / 40 * Math.cos(i / 5 + i % 2 * Math.PI), i / 40 * Math.sin(i / 5 + i % 2 * Math.PI)],
		wave: (i) => [i / 20 - 1], wide: (i) => [Math.sin(i), Math.cos(3 * i), Math.sin(5 * i), Math.cos(7 * i)] }[shape];
	const x = Array.from({ length: 40 }, (_, i) => at(i));
	const y = x.map((row, i) => [shape === 'ring' ? (i % 3 ? -1 : 1) : shape === 'spiral' ? 1 - 2 * (i % 2) : Math.sin(7 * row[0]) + row[0]]);
	await conelab.set({ format: 'conelab/problem/1', data: { x, y }, architecture: { kind: 'dense' }, activation: { a, b, c }, loss, beta });
	await conelab.settled();
	return true;
})`

// cutText is a script for the texts of the proof that are cut off.
const cutText = `[...document.querySelectorAll('#proof, #proof *, #scene *')].filter((node) => {
	const { overflowX, overflowY, clipPath } = getComputedStyle(node);
	return /hidden|clip/.test(overflowX + overflowY) && clipPath === 'none' && node.checkVisibility() && node.textContent.trim() && node.clientWidth > 8 &&
		(node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1);
}).map((node) => node.id + ': ' + node.textContent)`

// cut returns what is cut off. What arrives between two frames is fitted before the second is drawn, so it is not counted before that.
func (v *user) cut() (texts []string) {
	v.t.Helper()
	for range 3 {
		v.Frames(3) // for the layout, for what fits into it, and for what follows from that
		if texts = evaluate[[]string](v, cutText); len(texts) == 0 {
			return nil
		}
	}
	return texts
}

// TestStripIsWhole looks at what the strip says of networks that fit poorly, on screens of several sizes and in a frame: no sentence is cut off, and
// that of the proof is among them; the numbers are on one line.
func TestStripIsWhole(t *testing.T) {
	t.Parallel()
	whole := func(v *user, where string, size [2]int64) {
		t.Helper()
		v.Do(screenOf(size[0], size[1]))
		for _, text := range v.cut() {
			t.Errorf("%s, %d x %d: cut off: %s", where, size[0], size[1], text)
		}
	}
	v := open(t, window(1440, 900), visit.WithoutPictures())
	frame := openLink(t, "?embed", window(900, 600), visit.WithoutPictures())
	for _, problem := range poorly {
		evaluate[bool](v, setPoorly+"("+problem+")")
		for _, mode := range []string{"explore", "lab", "present"} {
			evaluate[any](v, fmt.Sprintf("conelab.mode(%q)", mode))
			where := problem + ", " + mode
			whole(v, where, [2]int64{390, 844})
			whole(v, where, [2]int64{1280, 720})
			if !evaluate[bool](v, "document.getElementById('fit-text').checkVisibility() && document.getElementById('fit-text').textContent.includes('costs less')") {
				t.Errorf("%s: the proof is not said: %q", where, v.text("#fit"))
			}
			if lines := evaluate[int](v, "new Set([...document.querySelectorAll('#numbers dd')].map((node) => Math.round(node.getBoundingClientRect().bottom / 8))).size"); lines != 1 {
				t.Errorf("%s: the numbers are on %d lines", where, lines)
			}
		}
		evaluate[bool](frame, setPoorly+"("+problem+")")
		whole(frame, problem+", in a frame", [2]int64{390, 600})
		whole(frame, problem+", in a frame", [2]int64{900, 600})
	}
	// Why the spiral is not fitted, and what would help, is found while the page is at rest.
	evaluate[bool](v, "conelab.mode('explore'), "+setPoorly+"("+poorly[4]+")")
	v.Await("[...document.querySelectorAll('#fit-why, #fit-helps span')].filter((node) => node.checkVisibility() && node.textContent).length > 1")
	whole(v, "with all sentences", [2]int64{1280, 720})
}
