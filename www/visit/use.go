package visit

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Desktop is the screen on which the page is looked at, Small about the smallest on which it shows several pictures.
func Desktop() Step { return chromedp.EmulateViewport(1440, 900) }

// Small is a screen just large enough for several pictures, with half as many device pixels to the css pixel: software draws it four times as
// fast.
func Small() Step { return chromedp.EmulateViewport(1120, 760, chromedp.EmulateScale(0.5)) }

// Phone is a phone's screen that is height css pixels high, with a finger for a pointer and scale device pixels to the css pixel.
func Phone(height int64, scale float64) Step {
	return chromedp.EmulateViewport(390, height, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(scale))
}

// Scheme makes the page believe that the system is light or dark.
func Scheme(name string) Step { return media("prefers-color-scheme", name) }

// Forced makes the page believe that the system, which is light or dark, forces its colours on every page, and is set to less motion.
func Forced(scheme string) Step {
	return medias(&emulation.MediaFeature{Name: "forced-colors", Value: "active"}, &emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme},
		&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
}

// media sets one feature of the system, and no other: of two such steps the later one counts.
func media(feature, value string) Step {
	return medias(&emulation.MediaFeature{Name: feature, Value: value})
}

func medias(features ...*emulation.MediaFeature) Step {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	})
}

// Calm makes the page believe that the system is set to less motion.
func Calm() Step { return media("prefers-reduced-motion", "reduce") }

// Moving makes the page believe that the system is not set to less motion.
func Moving() Step { return media("prefers-reduced-motion", "no-preference") }

// WithoutPictures makes the browser one without WebGL, in which the page draws the data plainly: for what has nothing to do with the
// pictures. To fetch, compile and run these takes most of the time of an opening.
func WithoutPictures() Step {
	return OnNewDocument(`HTMLCanvasElement.prototype.getContext = ((get) => function (kind, ...more) {
		return kind === 'webgl2' ? null : get.call(this, kind, ...more) })(HTMLCanvasElement.prototype.getContext)`)
}

// Box is the place of an element in css pixels.
type Box struct{ X, Y, Width, Height float64 }

// Square is the largest square about the middle of the box.
func (b Box) Square() Box {
	side := min(b.Width, b.Height)
	return Box{b.X + (b.Width-side)/2, b.Y + (b.Height-side)/2, side, side}
}

// At returns the pixel at a fraction of the box, from its centre: (-1, -1) is the lower left corner.
func (b Box) At(x, y float64) (float64, float64) {
	return b.X + b.Width*(1+x)/2, b.Y + b.Height*(1-y)/2
}

// Place returns where an element is, after bringing it into view.
func (v *Visit) Place(selector string) Box {
	v.Judge.Helper()
	v.Reveal(selector)
	return Evaluate[Box](v, fmt.Sprintf(`(() => {
		const element = document.querySelector(%q);
		element.scrollIntoView({block: 'nearest'});
		const {x, y, width, height} = element.getBoundingClientRect();
		return {X: x, Y: y, Width: width, Height: height};
	})()`, selector))
}

// Click presses an element, after bringing it into view.
func (v *Visit) Click(selector string) {
	v.Judge.Helper()
	v.Reveal(selector)
	v.Do(chromedp.Click(chromedp.CSS(selector)))
}

// Focus brings an element into view and the keys to it.
func (v *Visit) Focus(selector string) {
	v.Judge.Helper()
	v.Reveal(selector)
	v.Do(chromedp.Focus(chromedp.CSS(selector)))
}

// Slide sets a slider, as a hand on it does.
func (v *Visit) Slide(selector string, value float64) {
	v.Judge.Helper()
	v.Reveal(selector)
	v.slide(selector, value)
}

func (v *Visit) slide(selector string, value float64) {
	v.Judge.Helper()
	Evaluate[any](v, fmt.Sprintf(`(() => { const slider = document.querySelector(%q); slider.value = %g;
		for (const type of ['input', 'change']) slider.dispatchEvent(new Event(type, {bubbles: true})) })()`, selector, value))
}

// Theme chooses a theme.
func (v *Visit) Theme(name string) {
	v.Judge.Helper()
	Evaluate[any](v, fmt.Sprintf(`(() => { const theme = document.getElementById('theme'); theme.value = %q;
		theme.dispatchEvent(new Event('change')) })()`, name))
}

// Preset chooses an example with so many features and waits for its solution.
func (v *Visit) Preset(features int, name string) {
	v.Judge.Helper()
	Evaluate[any](v, fmt.Sprintf(`document.querySelector('#features input[value="%d"]').click()`, features))
	button := fmt.Sprintf(`document.querySelector('[data-preset=%q]')`, name)
	v.Await(fmt.Sprintf("!%s.hidden", button))
	Evaluate[any](v, button+".click()")
	v.Await(button + ".getAttribute('aria-pressed') === 'true'")
	v.Rest()
}

// settling is the number of frames in which all that a pointer or key did has been sent to the session: the browser may keep a pointer event
// until the next frame, and the pictures send what they made of it one frame later.
const settling = 3

// Frames waits for so many frames of the screen.
func (v *Visit) Frames(count int) {
	v.Judge.Helper()
	v.Await(fmt.Sprintf("conelabVisit.frames(%d)", count))
}

// Answered waits until the page shows what the session answered to all that was done before.
func (v *Visit) Answered() {
	v.Judge.Helper()
	v.Frames(settling)
	v.Await("conelab.get().then(() => true, () => true)") // questions are answered one after the other
	v.Frames(1)
}

// Followed waits until the session has had what the pointer did: of the moves within a frame, and of those that wait for it, only the last
// counts.
func (v *Visit) Followed() {
	v.Judge.Helper()
	v.Await("conelabVisit.frames(2).then(() => conelab.get()).then(() => true, () => true)")
}

// Rest waits until the page shows the optimum of the data as they are now.
func (v *Visit) Rest() {
	v.Judge.Helper()
	v.Frames(settling)
	v.Await(`conelab.solution().then((s) => s.status === 'optimal' &&
		s.objective === Number(document.querySelector('[data-out="objective"]').dataset.value), () => false)`) // while it is solved there is none
}

// Seek moves the film, and stops it there, wherever its slider is.
func (v *Visit) Seek(position float64) {
	v.Judge.Helper()
	v.slide("#scrub", position)
	v.Answered() // before, it may stand for another reason
	v.Await(`document.getElementById('play').getAttribute('aria-label') === 'Play'`)
}

// Press, Drag and Release are the parts of a stroke of the mouse with one of its buttons.
func (v *Visit) Press(x, y float64, button chromedp.MouseOption) {
	v.Judge.Helper()
	v.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseEvent(chromedp.MousePressed, x, y, button))
}

// Drag moves the mouse with a button held.
func (v *Visit) Drag(x, y float64, button chromedp.MouseOption) {
	v.Judge.Helper()
	v.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y, button))
}

// Release lets the button go.
func (v *Visit) Release(x, y float64, button chromedp.MouseOption) {
	v.Judge.Helper()
	v.Do(chromedp.MouseEvent(chromedp.MouseReleased, x, y, button))
}

// Stroke presses the left button at the first place of a path in the box, moves along it and lets go.
func (v *Visit) Stroke(b Box, path ...[2]float64) {
	v.Judge.Helper()
	v.strokeWith(chromedp.ButtonLeft, b, path...)
}

// strokeWith is Stroke with another button.
func (v *Visit) strokeWith(button chromedp.MouseOption, b Box, path ...[2]float64) {
	v.Judge.Helper()
	x, y := b.At(path[0][0], path[0][1])
	v.Press(x, y, button)
	for _, p := range path[1:] {
		x, y = b.At(p[0], p[1])
		v.Drag(x, y, button)
		v.Followed()
	}
	v.Release(x, y, button)
}

// Later makes the browser believe that the touches from now on come so much later: at once, a tap may be half of a double tap.
func (v *Visit) Later(by time.Duration) { v.later += by }

// Touch sends one event of one finger.
func (v *Visit) Touch(kind input.DispatchTouchEventType, x, y float64) {
	v.Judge.Helper()
	if kind == input.DispatchTouchEventTypeTouchEnd {
		v.Fingers(kind)
		return
	}
	v.Fingers(kind, [2]float64{x, y})
}

// Fingers puts fingers on the screen, moves them, or, without places, lifts all.
func (v *Visit) Fingers(kind input.DispatchTouchEventType, places ...[2]float64) {
	v.Judge.Helper()
	points := []*input.TouchPoint{}
	for k, at := range places {
		id := float64(k)
		points = append(points, &input.TouchPoint{X: at[0], Y: at[1], ID: &id})
	}
	v.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type: kind, TouchPoints: points, Timestamp: input.TimeSinceEpoch(float64(time.Now().Add(v.later).UnixMicro()) / 1e6),
		})
		return err
	}))
}

// Before runs a script in every page before the page's own.
func Before(script string) Step {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	})
}

// Undrawn leaves the canvas of the pictures empty: everything is done but to fill pixels, for which software would stand in for the graphics
// card. It is for where things are and what they do, not for what is to be seen in the pictures.
func Undrawn() Step {
	return OnNewDocument(`for (const name of ['drawElements', 'clear']) WebGL2RenderingContext.prototype[name] = () => {}`)
}

// Leave leaves the page, for an empty one.
func Leave() Step { return chromedp.Navigate("about:blank") }
