package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"conelab/core/app/protocol"
	"conelab/core/app/session"
	"conelab/www/visit"
)

// expectCode fails the test unless the screen shows the QR code of a text, with white around it. That it can be read is proved of package
// store.
func (v *user) expectCode(selector, text string) {
	v.t.Helper()
	var code protocol.QR
	answer, err := session.New(func() float64 { return 0 }).Document("qr " + text)
	if err != nil || json.Unmarshal(answer, &code) != nil {
		v.t.Fatalf("%s: %v", answer, err)
	}
	const quiet = 4
	picture, side := v.Look(selector+" svg"), len(code.Rows)+2*quiet
	at := func(k int, size float64) float64 { return (float64(k) + 0.5) / float64(side) * size }
	for row := range side {
		for column := range side {
			within := min(row, column) >= quiet && max(row, column) < side-quiet
			isDark := picture.Colour(at(column, picture.Box.Width), at(row, picture.Box.Height))[1] < 0.5
			if isDark != (within && code.Rows[row-quiet][column-quiet] == '1') {
				v.t.Fatalf("%s: row %d, column %d of %d is dark: %t", selector, row, column, side, isDark)
			}
		}
	}
}

// classLink prepares a class and returns the link, once its code is on the screen.
func (v *user) classLink(gets string) string {
	v.t.Helper()
	v.Click(fmt.Sprintf(`#class-gets label:has([value="%s"])`, gets))
	v.Await(fmt.Sprintf("$('class-preview').href === $('class-link').value && $('class-link').value.includes('#%s')", gets))
	return evaluate[string](v, "$('class-link').value")
}

// TestClassGetsWhatItIsGiven prepares each of the three forms, reads the code from the screen, and opens the link as a student does.
func TestClassGetsWhatItIsGiven(t *testing.T) {
	t.Parallel()
	v := open(t, visit.Desktop(), visit.WithoutPictures())
	v.Preset(2, "xor")
	v.Theme("dark")
	v.Rest()
	v.Click("#share-open")
	v.Click("#class-open")
	links := map[string]string{}
	for _, gets := range []string{"explore", "lab", "learn"} {
		links[gets] = v.classLink(gets)
		if said := v.text("#class-length"); !strings.HasPrefix(strings.ReplaceAll(said, ",", ""), fmt.Sprint(len(links[gets]))+" letters") {
			t.Errorf("%s: a link of %d letters is said to have %q", gets, len(links[gets]), said)
		}
		want := map[string]string{"explore": "#explore=xor", "lab": "#lab=xor", "learn": "#learn"}[gets]
		if !strings.HasSuffix(links[gets], "/"+want) {
			t.Errorf("%s: the link is %s", gets, links[gets])
		}
	}
	v.expectCode("#class-qr", links["learn"])
	v.Click("#class-preview")
	v.Await("((student) => student.innerWidth === 390 && student.location.hash === '#learn')(window.open('', 'student'))")
	evaluate[any](v, "window.open('', 'student').close()")
	v.Click("#class-enlarge")
	v.expectCode("#class-large", links["learn"])
	v.key(kb.Escape)
	// A lesson of the teacher's choice, a hidden panel that takes its picture along, and the theme where it is asked for.
	v.choose("#class-lesson", evaluate[string](v, "$('class-lesson').options[1].value"))
	title := evaluate[string](v, "$('class-lesson').selectedOptions[0].textContent")
	v.Await("$('class-link').value.endsWith('#learn=' + $('class-lesson').value)")
	v.Click("#class-theme")
	v.Await("$('class-link').value.includes('#1')")
	lesson := evaluate[string](v, "$('class-link').value")
	if hidden := evaluate[bool](v, "document.documentElement.dataset.hide !== undefined || "+
		"document.documentElement.dataset.mode !== 'explore'"); hidden {
		t.Error("the teacher's own page has changed")
	}
	v.key(kb.Escape)

	fragment := func(address string) string { return address[strings.Index(address, "#"):] }
	const modes = "[...document.querySelectorAll('#modes button')].filter((label) => label.offsetWidth).map((label) => " +
		"label.textContent.trim()).join()"
	w := openLink(t, fragment(links["learn"]), visit.Small(), visit.WithoutPictures())
	follow := func(link string) { evaluate[any](w, fmt.Sprintf("void (location.hash = %q)", fragment(link))) }
	for _, c := range [][2]string{{"learn", ""}, {"explore", "Explore,Learn"}, {"lab", "Explore,Learn,Present,Lab"}} {
		gets, want := c[0], c[1]
		follow(links[gets])
		w.Await(fmt.Sprintf("document.documentElement.dataset.mode === %q", gets))
		w.Rest()
		if got := evaluate[string](w, modes); got != want {
			t.Errorf("%s opens with the modes %s", gets, got)
		}
		if theme := evaluate[string](w, "$('theme').value"); theme != "auto" {
			t.Errorf("%s: the theme is %s", gets, theme)
		}
		if gets != "lab" { // everyone can bring the rest back
			w.Click("#share-open")
			w.Click("#show-all")
			if got := evaluate[string](w, modes); got != "Explore,Learn,Present,Lab" {
				t.Errorf("%s: all is shown as %s", gets, got)
			}
		}
	}
	follow("#learn=nonsense")
	w.Await("$('notice').textContent.includes('no lesson “nonsense”')")
	follow(lesson)
	w.Await("$('lessons-title').textContent === " + fmt.Sprintf("%q", title))
	if theme := evaluate[string](w, "$('theme').value"); theme != "dark" {
		t.Errorf("the theme is %s", theme)
	}

	// The points on the screen, and a panel hidden, which takes its picture along.
	v.Click("#share-open")
	v.Click("#class-open")
	v.Click("#class-theme")
	v.classLink("explore")
	v.Click(`#class-panels [value="race"]`)
	v.Click("#class-points")
	v.Await("$('class-link').value.includes('#1')")
	link := evaluate[string](v, "$('class-link').value")
	if content := unlink(t, fragment(link)); strings.Contains(content, "theme") {
		t.Errorf("the link has a theme: %s", content)
	}
	follow(link)
	w.Await("document.documentElement.dataset.mode === 'explore'")
	w.samples(80)
	if evaluate[bool](w, "!$('name-race').hidden") {
		t.Error("the picture of the race is there without its panel")
	}
}

// TestSecondLinkOpensOnItsPicture follows the links of a class one after the other on a phone: after a lesson the data are shown.
func TestSecondLinkOpensOnItsPicture(t *testing.T) {
	t.Parallel()
	v := &user{site.OpenLink(t, "#learn=price", visit.Phone(844, 1), visit.Undrawn()), t}
	v.Await("$('lesson-say').dataset.ready === ''")
	for _, mode := range []string{"explore", "lab"} {
		evaluate[any](v, fmt.Sprintf("void (location.hash = '#%s=parabola')", mode))
		v.Await(fmt.Sprintf("document.documentElement.dataset.mode === %q && !$('tile-data').hidden && $('tile-certificate').hidden", mode))
		evaluate[any](v, "void $('name-certificate').click()")
		v.Await("!$('tile-certificate').hidden")
	}
}
