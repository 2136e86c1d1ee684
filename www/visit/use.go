package visit

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Key presses a key, given as in package kb, and lets it go, as a keyboard does: what keeps a press from its default action keeps its character
// back, too.
func Key(key string) Step {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		events := kb.Encode([]rune(key)[0])
		down, up := *events[0], *events[len(events)-1]
		if len(events) == 3 {
			down.Text = events[1].Text
		}
		for _, event := range []input.DispatchKeyEventParams{down, up} {
			if _, err := cdp.Call(ctx, target, input.DispatchKeyEvent, event); err != nil {
				return err
			}
		}
		return nil
	})
}

// Desktop is a common desktop screen.
func Desktop() Step { return chromedp.EmulateViewport(1440, 900) }

// Small is a screen just large enough for several pictures, with half a device pixel to the css pixel, which software draws four times as
// fast.
func Small() Step { return chromedp.EmulateViewport(1120, 760, chromedp.EmulateScale(0.5)) }

// Phone is a phone's screen that is height css pixels high, with a finger as its pointer and scale device pixels to the css pixel.
func Phone(height int64, scale float64) Step {
	return chromedp.EmulateViewport(390, height, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(scale))
}

// Scheme makes the browser report a light or dark system.
func Scheme(name string) Step { return media("prefers-color-scheme", name) }

// Forced makes the browser report a system, light or dark, that forces its colours on every page and prefers reduced motion.
func Forced(scheme string) Step {
	return media("forced-colors", "active", "prefers-color-scheme", scheme, "prefers-reduced-motion", "reduce")
}

// media sets features of the system, each a name and a value, and resets all others: of two such steps only the later one has an effect.
func media(pairs ...string) Step {
	var features []*emulation.MediaFeature
	for pair := range slices.Chunk(pairs, 2) {
		features = append(features, &emulation.MediaFeature{Name: pair[0], Value: pair[1]})
	}
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	})
}

// Calm makes the browser report a system that prefers reduced motion.
func Calm() Step { return media("prefers-reduced-motion", "reduce") }

// Moving makes the browser report a system without a preference for reduced motion.
func Moving() Step { return media("prefers-reduced-motion", "no-preference") }

// WithoutPictures makes the browser one without WebGL, in which the page draws the data plainly. It is for tests that do not concern the
// pictures, since fetching, compiling and running these takes most of the time of opening the page.
func WithoutPictures() Step {
	return OnNewDocument(`HTMLCanvasElement.prototype.getContext = ((get) => function (kind, ...more) {
		return kind === 'webgl2' ? null : get.call(this, kind, ...more) })(HTMLCanvasElement.prototype.getContext)`)
}

// Box is the rectangle of an element in css pixels.
type Box struct{ X, Y, Width, Height float64 }

// Square returns the largest square centred in the box.
func (b Box) Square() Box {
	side := min(b.Width, b.Height)
	return Box{b.X + (b.Width-side)/2, b.Y + (b.Height-side)/2, side, side}
}

// At returns a pixel of the box, given by its position relative to the centre: (-1, -1) is the lower left corner.
func (b Box) At(x, y float64) (float64, float64) {
	return b.X + b.Width*(1+x)/2, b.Y + b.Height*(1-y)/2
}

// Place returns the box of an element, after scrolling it into view.
func (v *Visit) Place(selector string) Box {
	v.TB.Helper()
	v.Reveal(selector)
	return Evaluate[Box](v, fmt.Sprintf(`(() => {
		const element = document.querySelector(%q);
		element.scrollIntoView({block: 'nearest'});
		const {x, y, width, height} = element.getBoundingClientRect();
		return {X: x, Y: y, Width: width, Height: height};
	})()`, selector))
}

// Click presses an element, after scrolling it into view.
func (v *Visit) Click(selector string) {
	v.TB.Helper()
	v.Reveal(selector)
	v.Do(chromedp.Click(chromedp.CSS(selector)))
}

// Focus scrolls an element into view and gives it the keyboard focus.
func (v *Visit) Focus(selector string) {
	v.TB.Helper()
	v.Reveal(selector)
	v.Do(chromedp.Focus(chromedp.CSS(selector)))
}

// Slide sets a slider, as a user does.
func (v *Visit) Slide(selector string, value float64) {
	v.TB.Helper()
	v.Reveal(selector)
	v.slide(selector, value)
}

func (v *Visit) slide(selector string, value float64) {
	v.TB.Helper()
	Evaluate[any](v, fmt.Sprintf(`(() => { const slider = document.querySelector(%q); slider.value = %g;
		for (const type of ['input', 'change']) slider.dispatchEvent(new Event(type, {bubbles: true})) })()`, selector, value))
}

// Theme chooses a theme.
func (v *Visit) Theme(name string) {
	v.TB.Helper()
	Evaluate[any](v, ThemeScript(name))
}

// ThemeScript is the script by which Theme chooses a theme.
func ThemeScript(name string) string {
	return fmt.Sprintf(`(() => { const theme = document.getElementById('theme'); theme.value = %q;
		theme.dispatchEvent(new Event('change')) })()`, name)
}

// Preset chooses an example, given its number of features, and waits for its solution.
func (v *Visit) Preset(features int, name string) {
	v.TB.Helper()
	Evaluate[any](v, fmt.Sprintf(`document.querySelector('#features input[value="%d"]').click()`, features))
	button := fmt.Sprintf(`document.querySelector('[data-preset=%q]')`, name)
	v.Await(fmt.Sprintf("!%s.hidden", button))
	Evaluate[any](v, button+".click()")
	v.Await(button + ".getAttribute('aria-pressed') === 'true'")
	v.Rest()
}

// settling is the number of frames after which everything that a pointer or key did has been sent to the session: the browser may hold a
// pointer event until the next frame, and the pictures send their intents one frame later.
const settling = 3

// Frames waits for the given number of frames of the screen.
func (v *Visit) Frames(count int) {
	v.TB.Helper()
	v.Await(fmt.Sprintf("conelabVisit.frames(%d)", count))
}

// Answered waits until the page shows the session's answers to all earlier actions.
func (v *Visit) Answered() {
	v.TB.Helper()
	v.Frames(settling)
	v.Await("conelab.get().then(() => true, () => true)") // requests are answered in order
	v.Frames(1)
}

// Followed waits until the session has received what the pointer did. Only the last of several moves within a frame, or waiting for one,
// counts.
func (v *Visit) Followed() {
	v.TB.Helper()
	v.Await("conelabVisit.frames(2).then(() => conelab.get()).then(() => true, () => true)")
}

// Rest waits until the page shows the optimum of the current data; while these are being solved there is no solution.
func (v *Visit) Rest() {
	v.TB.Helper()
	v.Frames(settling)
	v.Await(`conelab.solution().then((s) => s.status === 'optimal' &&
		s.objective === Number(document.querySelector('[data-out="objective"]').dataset.value), () => false)`)
}

// Seek moves the animation to a position and stops it there, whichever slider controls it.
func (v *Visit) Seek(position float64) {
	v.TB.Helper()
	v.slide("#scrub", position)
	v.Answered() // before, it may have stopped for another reason
	v.Await(`document.getElementById('play').getAttribute('aria-label') === 'Play'`)
}

// Press, Drag and Release are the parts of a stroke with one of the mouse's buttons.
func (v *Visit) Press(x, y float64, button chromedp.MouseOption) {
	v.TB.Helper()
	v.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseEvent(chromedp.MousePressed, x, y, button))
}

// Drag moves the mouse with a button held.
func (v *Visit) Drag(x, y float64, button chromedp.MouseOption) {
	v.TB.Helper()
	v.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y, button))
}

// Release releases the button.
func (v *Visit) Release(x, y float64, button chromedp.MouseOption) {
	v.TB.Helper()
	v.Do(chromedp.MouseEvent(chromedp.MouseReleased, x, y, button))
}

// Stroke presses the left button at the first position of a path in the box, moves along the path and releases the button.
func (v *Visit) Stroke(b Box, path ...[2]float64) {
	v.TB.Helper()
	x, y := b.At(path[0][0], path[0][1])
	v.Press(x, y, chromedp.ButtonLeft)
	for _, p := range path[1:] {
		x, y = b.At(p[0], p[1])
		v.Drag(x, y, chromedp.ButtonLeft)
		v.Followed()
	}
	v.Release(x, y, chromedp.ButtonLeft)
}

// Touch puts fingers on the screen, each by its x and y, moves them, or, without positions, lifts all of them.
func (v *Visit) Touch(kind input.DispatchTouchEventType, places ...float64) {
	v.TB.Helper()
	points := []*input.TouchPoint{}
	for at := range slices.Chunk(places, 2) {
		points = append(points, &input.TouchPoint{X: at[0], Y: at[1], ID: new(float64(len(points)))})
	}
	v.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type: kind, TouchPoints: points, Timestamp: input.TimeSinceEpoch(float64(time.Now().UnixMicro()) / 1e6),
		})
		return err
	}))
}

// Undrawn leaves the canvas of the pictures empty: everything happens except filling pixels, which software would do in place of
// the graphics card. It is for tests of positions and behaviour, not of the content of pictures.
func Undrawn() Step {
	return OnNewDocument(`for (const name of ['drawElements', 'clear']) WebGL2RenderingContext.prototype[name] = () => {}`)
}

// Slow makes the solver that of a slow phone: it takes 0.1 s more for each answer.
func Slow() Step {
	return OnNewDocument(`window.Worker = class extends Worker {
		postMessage(message, ...more) { setTimeout(() => super.postMessage(message, ...more), message.id ? 100 : 0) }
	}`)
}

// Leave leaves the page for an empty one.
func Leave() Step { return chromedp.Navigate("about:blank") }

// throttle slows all requests down. The library's parameters lack offline, which Chromium 148 asks for.
var throttle = cdp.Command[throttling, network.EmulateNetworkConditionsByRuleResult]{Method: network.CommandEmulateNetworkConditionsByRule}

// throttling are the parameters of throttle.
type throttling struct {
	Offline    bool                  `json:"offline"`
	Conditions []*network.Conditions `json:"matchedNetworkConditions"`
}

// Line makes the network one of so many Mbit/s with so many ms from a request to its answer.
func Line(megabits, latency float64) Step {
	throughput := megabits * 1e6 / 8
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, throttle, throttling{
			Conditions: []*network.Conditions{{Latency: latency, DownloadThroughput: throughput, UploadThroughput: throughput}},
		})
		return err
	})
}

// Mode makes the visitor one who last used the page in the given mode: explore, learn or lab.
func Mode(name string) Step {
	const script = "try { localStorage.getItem('conelab-mode') ?? localStorage.setItem('conelab-mode', %q) } catch {}"
	return OnNewDocument(fmt.Sprintf(script, name))
}

// Reveal brings an element onto the screen as a user does: by the switch of modes, the lab's drawers, tabs, a phone's sheet, menus, and
// expandable parts. It does nothing if the element is visible, or is in a dialog that is not open.
func (v *Visit) Reveal(selector string) {
	v.TB.Helper()
	if fault := Evaluate[string](v, fmt.Sprintf("conelabVisit.reveal(%q)", selector)); fault != "" {
		v.TB.Fatalf("%s: %s", selector, fault)
	}
}

// revealScript gives every document conelabVisit.reveal, which returns a promise of an error message, or of "".
//
//go:embed reveal.js
var revealScript string

var revealing = OnNewDocument(revealScript)
