package e2e

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"conelab/www/visit"
)

// covered says what is wrong with the place of the tour's card, or "".
const covered = `(() => {
	const [card, ring] = ['tour', 'tour-ring'].map((id) => document.getElementById(id).getBoundingClientRect());
	if (!document.getElementById('tour').open) return 'there is no tour';
	if (card.left < 0 || card.top < 0 || card.right > innerWidth || card.bottom > innerHeight) return 'the card is out of sight';
	if (ring.bottom < 0 || ring.top > innerHeight || !(ring.width > 20)) return 'nothing is shown';
	if (card.left < ring.right - 1 && ring.left < card.right - 1 && card.top < ring.bottom - 1 && ring.top < card.bottom - 1) return 'the card covers it';
	return '';
})()`

// placesOfPage are those of what moves if anything does.
const placesOfPage = `JSON.stringify([scrollY, document.body.scrollHeight,
	...['stage', 'proof', 'model', 'lessons-open'].map((id) => Object.values(document.getElementById(id).getBoundingClientRect().toJSON()))])`

const tourIsOpen = "document.getElementById('tour').open"

// newcomer opens the page as somebody who was never here.
func newcomer(t *testing.T, link string, steps ...visit.Step) *user {
	t.Helper()
	v := &user{site.OpenFirst(t, link, steps...), t}
	t.Cleanup(v.Close)
	v.Await("document.getElementById('loading').hidden")
	return v
}

// TestTourShowsThePage follows the tour on a desktop and on phones, upright and, where little fits, a short one.
func TestTourShowsThePage(t *testing.T) {
	t.Parallel()
	screens := map[string]visit.Step{"desktop": visit.Desktop(), "phone": visit.Phone(844, 2), "short phone": visit.Phone(600, 2)}
	for name, screen := range screens {
		t.Run(name, func(t *testing.T) {
			v := newcomer(t, "", screen)
			v.Await(tourIsOpen)
			before, _ := v.documents()
			if role := evaluate[string](v, "document.activeElement.id"); role != "tour" {
				t.Errorf("the focus is in %q, not in the tour", role)
			}
			const stops = 6
			for i := range stops {
				v.Await(fmt.Sprintf("document.getElementById('tour-step').textContent === '%d of %d'", i+1, stops))
				v.Frames(3) // sticky parts are where they stay
				if wrong := evaluate[string](v, covered); wrong != "" {
					t.Errorf("stop %d: %s", i+1, wrong)
				}
				key := kb.ArrowRight
				if i%2 == 1 {
					key = kb.Enter
				}
				if i == stops-1 {
					v.Do(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowRight))
					places := evaluate[string](v, placesOfPage)
					v.Do(chromedp.KeyEvent(key))
					v.Await("!" + tourIsOpen)
					if now := evaluate[string](v, placesOfPage); now != places {
						t.Errorf("the page was %s and is %s", places, now)
					}
					break
				}
				v.Do(chromedp.KeyEvent(key))
			}
			if now, _ := v.documents(); !reflect.DeepEqual(now, before) {
				t.Error("the tour changed the work")
			}
			v.Load()
			v.Await("document.getElementById('loading').hidden")
			if evaluate[bool](v, tourIsOpen) {
				t.Error("the tour comes again")
			}
			v.Click("#tour-open")
			v.Await(tourIsOpen + " && " + covered + " === ''")
			v.Do(chromedp.KeyEvent(kb.Escape))
			v.Await("!" + tourIsOpen + " && document.activeElement.id === 'tour-open' && document.getElementById('tour-ring').hidden")
		})
	}
}

// TestTourDoesNotDisturb draws while the tour is there, and comes with work or by a link, where there is none.
func TestTourDoesNotDisturb(t *testing.T) {
	t.Parallel()
	v := newcomer(t, "", visit.Desktop())
	v.Await(tourIsOpen)
	v.Seek(1e6)
	v.Stroke(v.Place("#area-data"), [2]float64{-0.9, -0.9}, [2]float64{-0.5, -0.9}, [2]float64{0, -0.9})
	v.Rest()
	if problem := v.verify(); len(problem.Data.Y) <= 80 || !evaluate[bool](v, tourIsOpen) {
		t.Errorf("%d points after a stroke", len(problem.Data.Y))
	}
	v.Do(chromedp.Focus(chromedp.CSS("#area-lorentz")))
	camera := evaluate[string](v, "conelabView.state()")
	v.Do(chromedp.KeyEvent(kb.ArrowRight)) // is the picture's
	v.Await("conelabView.state() !== '" + camera + "'")
	v.Await("document.getElementById('tour-step').textContent.startsWith('1 ')")
	v.Click("#tour-close")
	v.Await("!" + tourIsOpen)
	hash := v.copyLink()
	for _, link := range []string{hash, "?embed", "#1=damaged"} {
		if evaluate[bool](newcomer(t, link, visit.Small()), tourIsOpen) {
			t.Errorf("a tour at %.12s", link)
		}
	}
	worker := newcomer(t, "", visit.Small(), visit.OnNewDocument(`localStorage.setItem('conelab-work', '{"states":[]}')`))
	if evaluate[bool](worker, tourIsOpen) {
		t.Error("a tour for somebody with work")
	}
}
