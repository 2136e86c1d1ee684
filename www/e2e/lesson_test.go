package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/www/visit"
)

// lesson is what the walk reads of one in assets/lessons.json.
type lesson struct {
	Name  string
	Steps []struct {
		Task    string
		Answers []struct{ Right bool }
	}
}

func lessons(t testing.TB) []lesson {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(site.Root, "assets", "lessons.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Lessons []lesson }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file.Lessons
}

// walk follows lessons from the first step to the last; tasks have their own ways to do a step's task, named by lesson and number, where the
// button does it elsewhere.
func (v *user) walk(lessons []lesson, tasks map[string]func()) {
	v.t.Helper()
	v.Click(`#modes [value="learn"]`)
	phase := func(where, want string) {
		v.t.Helper()
		v.Await(fmt.Sprintf("$('course').dataset.phase === %q", want))
		if want == "see" && evaluate[string](v, "$('lesson-outcome').textContent") == "" {
			v.t.Errorf("%s: nothing is said of what came of it", where)
		}
	}
	for _, l := range lessons {
		v.Click(fmt.Sprintf(`[data-lesson=%q]`, l.Name))
		for k, step := range l.Steps {
			where := fmt.Sprintf("%s %d", l.Name, k+1)
			v.Await(fmt.Sprintf("$('lesson-step').textContent.startsWith('Step %d ') && $('lesson-say').dataset.ready === ''", k+1))
			phase(where, "predict")
			v.Click("#predict-answers button:last-child")
			if step.Task != "" {
				phase(where, "do")
				if do := tasks[where]; do != nil {
					do()
				} else {
					v.Click("#lesson-do")
				}
			}
			phase(where, "see")
			foreseen := evaluate[string](v, "$('lesson-foreseen').textContent")
			if right := step.Answers[len(step.Answers)-1].Right; foreseen == "" || right && foreseen != "Right." {
				v.t.Errorf("%s: the last prediction is right: %v, and the card says %q", where, right, foreseen)
			}
			v.Click("#lesson-next")
		}
		v.Await(fmt.Sprintf("$('lessons-title').textContent === document.querySelector('[data-lesson=%q]').closest('li').nextElementSibling"+
			".querySelector('span').textContent.replace(/^\\d+\\. /, '')", l.Name)) // the next lesson has begun
		v.Click("#lessons-all")
		v.Await(fmt.Sprintf(`document.querySelector('[data-lesson=%q] small').textContent === 'done'`, l.Name))
	}
	v.verify()
}

// TestCourseByMouse follows the lessons in which a hand draws, drags a neuron, plays a film and moves sliders. All are followed in the
// session by TestCourseIsFollowed, and their cards are looked at by TestEverythingFitsTheScreen.
func TestCourseByMouse(t *testing.T) {
	t.Parallel()
	v := open(t, window(1024, 768))
	v.Await("conelab.stats().frames > 0")
	stroke := func() {
		v.Stroke(v.Place("#area-data").Square(), [2]float64{-0.5, -0.6}, [2]float64{0, -0.5}, [2]float64{0.5, -0.6})
	}
	round := func() { // the handle, once round the circle, which has the upper part of the picture
		dial := v.Place("#area-certificate")
		side := min(dial.Width, 0.62*dial.Height)
		dial = visit.Box{X: dial.X + (dial.Width-side)/2, Y: dial.Y, Width: side, Height: side}
		var way [][2]float64
		for k := range 46 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 44)
			way = append(way, [2]float64{0.85 * cos, 0.85 * sin})
		}
		v.Stroke(dial, way...)
	}
	byHand := slices.DeleteFunc(lessons(t), func(l lesson) bool { return !strings.Contains("draw price proof matrix", l.Name) })
	v.walk(byHand, map[string]func(){
		"draw 2": stroke, "draw 3": stroke,
		"price 1":  round,
		"price 2":  func() { v.Slide("#perturb-scale", 0.5) },
		"price 3":  func() { v.Slide("#beta", 1) },
		"proof 2":  func() { v.choose("#baseline", "random") },
		"matrix 1": func() { v.Click("#forward") },
	})
}

// TestLessonsAndWork leaves questions, does tasks, and comes back to work.
func TestLessonsAndWork(t *testing.T) {
	t.Parallel()
	v := openPlain(t)
	v.leaveQuestion()
	v.doTasks()
	v.Click("#lessons-all")
	v.mode("explore")
	v.keepWork()
}

// doTasks begins a step whose state the learner has already reached, and changes something else: the task is not done.
// Escape leaves what a step asks about in its picture.
func (v *user) doTasks() {
	v.t.Helper()
	phase := "$('course').dataset.phase"
	evaluate[any](v, `(conelab.mode('learn'), document.querySelector('[data-lesson="beta"]').click())`)
	if evaluate[bool](v, "$('lesson-say').dataset.ready === '' || $('predict-ask').checkVisibility({visibilityProperty: true})") {
		v.t.Error("the question stands beside the pictures of before")
	}
	v.Await("$('lesson-say').dataset.ready === ''")
	v.Click("#predict-answers button")
	v.Await(phase + " === 'do' && $('lesson-next').textContent === 'Next'")
	v.Slide("#beta", -1.5)
	v.Rest()
	if now := evaluate[string](v, phase); now != "do" {
		v.t.Errorf("a price at which there are three neurons is %s", now)
	}
	v.Slide("#beta", 0)
	v.Await(phase + " === 'see'")
	begin := func(lesson string) {
		evaluate[any](v, fmt.Sprintf("($('lesson-back').click(), document.querySelector('[data-lesson=%s]').click())", lesson))
		v.Await("$('lesson-say').dataset.ready === '' && " + phase + " === 'predict'")
		v.Rest()
		// Nothing says what the question asks, and nothing was done that could be undone.
		v.expectNone(lesson, evaluate[[]string](v, `[...document.querySelectorAll('#caption, #fit-text, .tile:not(#tile-data) header p, #undo:enabled')]
			.filter((node) => node.checkVisibility({ visibilityProperty: true }) && (node.textContent || node.id === 'undo')).map((node) => node.outerHTML)`))
	}
	begin("price")
	const says = "document.querySelector('#tile-certificate header p').textContent"
	before := evaluate[string](v, says)
	v.Do(chromedp.KeyEvent(kb.Escape))
	v.Rest()
	if now := evaluate[string](v, says); now != before {
		v.t.Errorf("%q became %q", before, now)
	}
	// Whoever changes an example that a step is about is told, and gets it back.
	begin("conics")
	v.Stroke(v.Place("#area-data").Square(), [2]float64{-0.5, -0.6}, [2]float64{0, -0.5}, [2]float64{0.5, -0.6})
	v.Await(phase + " === 'lost'")
	v.Click("#lesson-again")
	v.Await(phase + " === 'predict'")
	v.verify()
}

// keepWork draws, begins a lesson, which has data of its own, and leaves it: what was drawn is there again. A link
// that is followed from a lesson shows its own data, and the work before the lesson is one step back.
func (v *user) keepWork() {
	v.t.Helper()
	v.Preset(2, "ring")
	v.Rest()
	const data = "conelab.get().then((p) => JSON.stringify([p.data, p.beta]))"
	linked, shared := v.copyLink(), evaluate[string](v, data)
	v.Click("#clear")
	v.Stroke(v.Place("#area-data"), [2]float64{0.3, 0.3}, [2]float64{0.32, 0.3})
	v.Slide("#beta", -1)
	v.Rest()
	drawn := fmt.Sprintf("%s.then((text) => text === %q)", data, evaluate[string](v, data))
	v.mode("learn")
	v.Click(fmt.Sprintf(`[data-lesson=%q]`, lessons(v.t)[0].Name))
	v.Await("$('lesson-say').dataset.ready === ''")
	v.Click("#lesson-next")
	v.Rest()
	if evaluate[bool](v, "document.querySelector('.offer') !== null") {
		v.t.Error("the lesson is disturbed by an offer")
	}
	v.mode("explore")
	v.Await(drawn)
	v.verify()
	v.Rest()
	if mode := evaluate[string](v, "document.documentElement.dataset.mode"); mode != "explore" {
		v.t.Errorf("the work comes back in the mode %s", mode)
	}
	v.mode("learn") // the step begins again, with its own data
	v.Await("$('lesson-say').dataset.ready === '' && $('course').dataset.phase === 'predict'")
	v.mode("explore")
	v.Await(drawn)
	v.mode("learn")
	v.Await("$('lesson-say').dataset.ready === ''")
	evaluate[any](v, fmt.Sprintf("history.replaceState(null, '', location.pathname); location.hash = %q", linked))
	v.Await(fmt.Sprintf("document.documentElement.dataset.mode !== 'learn' && %s.then((text) => text === %q)", data, shared))
	v.Click("#undo")
	v.Await(drawn)
}

// leaveQuestion leaves a lesson at a question: what would answer it is hidden in the lesson only. A lesson whose questions are
// skipped is not done.
func (v *user) leaveQuestion() {
	v.t.Helper()
	v.mode("learn")
	v.Click(`[data-lesson="conics"]`)
	const ready, hidden = "$('lesson-say').dataset.ready === ''", "document.querySelectorAll('[data-veil], [data-veiled]').length"
	v.Await(ready + " && " + hidden + " > 0")
	for _, mode := range []string{"explore", "present", "lab"} {
		evaluate[any](v, fmt.Sprintf("conelab.mode(%q)", mode))
		if n := evaluate[int](v, hidden); n > 0 {
			v.t.Errorf("%d parts are hidden in the mode %s", n, mode)
		}
	}
	evaluate[any](v, "conelab.mode('learn')")
	v.Await(ready + " && " + hidden + " > 0")
	for k := range lessons(v.t)[9].Steps {
		v.Await(fmt.Sprintf("$('lesson-step').textContent.startsWith('Step %d ') && %s", k+1, ready))
		v.Click("#lesson-next")
	}
	v.Await("$('lessons-title').textContent !== 'What conics cannot do'")
	v.Click("#lessons-all")
	if done := evaluate[string](v, `document.querySelector('[data-lesson="conics"] small').textContent`); done != "" {
		v.t.Errorf("a lesson that was skipped is %q", done)
	}
	v.verify()
}

// TestVote asks a class: the question stands beside the pictures, with lettered choices, and nothing answers it; the key then does the
// task, marks one choice as right and says what came of it, and leads to the next question.
func TestVote(t *testing.T) {
	t.Parallel()
	v := open(t, window(1440, 900))
	v.Click(`#modes [value="learn"]`)
	v.Click("#votes") // a student alone has no button for it
	v.Click(`[data-lesson="draw"]`)
	v.Await("$('lesson-say').dataset.ready === ''")
	v.Click("#vote-open")
	for step := 1; step <= 2; step++ {
		v.Await(fmt.Sprintf("$('vote').open && $('lesson-step').textContent.startsWith('Step %d ')", step))
		v.Await("$('lesson-say').dataset.ready === ''")
		v.Rest()
		if n := evaluate[int](v, "document.querySelectorAll('#vote-answers [data-right]').length"); n != 0 {
			t.Errorf("%d choices are judged before the vote", n)
		}
		if !evaluate[bool](v, `(({right, height}, stage) => right >= 0.4 * innerWidth && height === innerHeight && stage.left >= right &&
			stage.width > 600)(
			$('vote').getBoundingClientRect(), $('stage').getBoundingClientRect())`) {
			t.Error("the question is not beside the pictures")
		}
		on := map[int]string{1: kb.Enter, 2: kb.PageDown}[step]
		for _, isBlank := range []bool{true, false} { // the first key after a blank screen only brings the question back
			v.Do(visit.Key(map[bool]string{true: "b", false: on}[isBlank]))
			v.Await(fmt.Sprintf("$('vote').hasAttribute('data-blank') === %t && $('course').dataset.phase === 'predict'", isBlank))
		}
		v.Do(visit.Key(on))
		v.Await("document.querySelectorAll('#vote-answers [data-right=true]').length === 1 && $('vote-outcome').textContent !== ''")
		v.Do(visit.Key(map[int]string{1: kb.Enter, 2: kb.ArrowRight}[step]))
	}
	question := v.text("#lesson-step")
	evaluate[any](v, "void (window.isOld = true, location.reload())")
	v.Await(fmt.Sprintf("!window.isOld && window.conelab?.ready && $('lesson-step').textContent.trim() === %q && $('votes').checked && "+
		"$('vote').open", question))
	v.Do(chromedp.KeyEvent(kb.Escape))
	v.Await("!$('vote').open")
	v.Await("$('lesson-say').dataset.ready === ''")
	v.Click("#vote-open")
	v.Await("$('vote').open")
	v.Do(chromedp.KeyEvent(kb.Escape))
	v.Await("!$('vote').open")
	v.Frames(3)
	if !evaluate[bool](v, "$('tip').hidden && document.activeElement === $('vote-open')") { // which has the focus back, and explains nothing
		t.Error("the vote leaves an explanation behind")
	}
}

// TestVoteAfterTrying tries a neuron, then votes on a step of a lesson that has a film of its own, at the size of a projector: the vote waits for the
// step, its answer is marked, and the picture is that of the step. A presentation then has all neurons, and its tools.
func TestVoteAfterTrying(t *testing.T) {
	t.Parallel()
	v := open(t, window(1024, 768))
	v.Click("#try")
	v.Await("$('tried').textContent")
	v.Click(`#modes [value="learn"]`)
	v.Click("#votes")
	early := "(() => { document.querySelector('[data-lesson=price]').click(); return $('vote-open').disabled; })()"
	if !evaluate[bool](v, early) {
		t.Error("a step that is not set up can be voted on")
	}
	v.Await("$('lesson-say').dataset.ready === '' && !$('vote-open').disabled")
	v.Click("#vote-open")
	v.Do(visit.Key(kb.Enter))
	v.Await("document.querySelectorAll('#vote-answers [data-right=true]').length === 1 && document.querySelector('#topic :checked').value === 'price'")
	v.Do(chromedp.KeyEvent(kb.Escape))
	v.mode("present")
	v.Await("document.documentElement.dataset.films === undefined && ['beta', 'play', 'topic'].every((id) => $('scene-tools').contains($(id))) && " +
		"$('scene-tools').checkVisibility()")
	v.Rest()
	if note := v.text("#fit-text"); strings.Contains(note, "so far") {
		t.Error(note)
	}
	if width := evaluate[int](v, "$('scene-tools').scrollWidth - innerWidth"); width > 0 {
		t.Errorf("the tools are %d px too wide", width)
	}
}
