package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/data/presets"
)

// TestFilmIsTrue plays the decomposition of every preset, and of random changes of it, and checks what each caption says.
func TestFilmIsTrue(t *testing.T) {
	for _, preset := range presets.All {
		if preset.Dimension < 1 || preset.Dimension > 3 {
			continue
		}
		t.Run(preset.Name, func(t *testing.T) {
			d, r := drive(t), rand.New(rand.NewPCG(5, uint64(preset.Dimension)))
			d.do(`{"do":"preset","name":%q}`, preset.Name)
			for range 4 {
				checkCaptions(t, d)
				d.do(`{"do":"beta","value":%g,"final":true}`, math.Exp(-7*r.Float64()))
				d.do(`{"do":"activation","a":%g,"b":%g,"c":%g,"final":true}`, r.Float64(), r.NormFloat64(), r.NormFloat64())
			}
		})
	}
}

func checkCaptions(t *testing.T, d driver) {
	t.Helper()
	var snap protocol.Snapshot
	d.SnapshotTo(&snap)
	position := 0.0
	for _, reel := range snap.Film.Reels {
		d.checkOpening(captionAt(d, position+0.5), &reel)
		position++
		for i := range reel.Steps {
			step := &reel.Steps[i]
			d.checkPair(captionAt(d, position+0.1), step)
			d.checkTurn(captionAt(d, position+0.5), step)
			d.checkNeuron(captionAt(d, position+0.9), step, &reel, i, &snap)
			position++
		}
	}
}

func captionAt(d driver, position float64) string {
	d.t.Helper()
	if err := d.Apply(fmt.Appendf(nil, `{"do":"seek","position":%g}`, position)); err != nil {
		d.t.Fatal(err)
	}
	return d.Page().Film.Caption
}

// number parses a number in the form that captions use.
func number(text string) float64 {
	v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSuffix(text, "."), "−", "-"), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// says reports whether a number is written correctly: to three digits, or as 0 if it is below a given share of the whole.
func says(text string, v, whole float64) bool {
	got := number(text)
	if got == 0 {
		return math.Abs(v) <= protocol.Rounding*whole
	}
	return math.Abs(got-v) <= 0.006*math.Abs(v)
}

// side tells where a vector lies, from its entries alone.
func side(p protocol.Lifted) (side int, form, size float64) {
	c := p[0]*p[0] + p[1]*p[1] + p[2]*p[2]
	form, size = c-p[3]*p[3], c+p[3]*p[3]
	switch {
	case math.Abs(form) < 1e-6*size:
		return 0, form, size
	case form > 0:
		return 1, form, size
	}
	return -1, form, size
}

var (
	openingForms = regexp.MustCompile(`have p′Gp = (.*), together 0\. (.*)\.$`)
	pairForms    = regexp.MustCompile(`^p(.) lies (\w+) the cone \(p′Gp = (\S+)\), p(.) (\w+) it \((\S+)\): the ellipse`)
	turnParts    = regexp.MustCompile(`^Turned by (\S+)°, r = (\S+) p(.) ([+−]) (\S+) p(.) lies on the cone\.`)
	neuronParts  = regexp.MustCompile(`of neuron u(\S+) = \((.*)\) with α = (\S+)\.( s stays for the next step\.)?$`)
	sides        = map[int]string{-1: "inside", 0: "on", 1: "outside"}
)

// index parses a subscript, counted from 0.
func index(subscript string) int {
	n := 0
	for _, digit := range subscript {
		n = 10*n + int(digit-'₀')
	}
	return n - 1
}

// words splits a list: a, b and c.
func words(text string) []string { return strings.Split(strings.ReplaceAll(text, " and ", ", "), ", ") }

func (d driver) checkOpening(caption string, r *protocol.Reel) {
	d.t.Helper()
	vectors := r.Steps[0].Before
	if !strings.Contains(caption, fmt.Sprintf(" has rank %d: ", len(vectors))) || strings.HasPrefix(caption, "Z′") != (r.Sign < 0) {
		d.t.Errorf("%d vectors: %s", len(vectors), caption)
	}
	if len(vectors) == 1 {
		if at, form, _ := side(vectors[0]); at != 0 || !strings.Contains(caption, "lies on the cone") {
			d.t.Errorf("p'Gp = %g: %s", form, caption)
		}
		return
	}
	parts := openingForms.FindStringSubmatch(caption)
	if parts == nil || len(words(parts[1])) != len(vectors) {
		d.t.Fatalf("%d vectors: %s", len(vectors), caption)
	}
	sum, whole := 0.0, 0.0
	for i, p := range vectors {
		at, form, size := side(p)
		sum, whole = sum+form, whole+size
		if !says(words(parts[1])[i], form, size) {
			d.t.Errorf("p'Gp of vector %d is %g: %s", i+1, form, caption)
		}
		if place := placeOf(parts[2], i); place != sides[at] {
			d.t.Errorf("vector %d with p'Gp = %g is said to be %q: %s", i+1, form, place, caption)
		}
	}
	if math.Abs(sum) > protocol.Rounding*whole {
		d.t.Errorf("together %g of %g: %s", sum, whole, caption)
	}
}

// placeOf returns the position at which a sentence with lists puts vector i.
func placeOf(text string, i int) string {
	if text == "All lie on the cone" {
		return "on"
	}
	for _, clause := range strings.Split(text, "; ") {
		place, names, _ := strings.Cut(clause, ": ")
		for _, name := range words(names) {
			if name == "p"+string('₁'+rune(i)) {
				return strings.ToLower(strings.Fields(place)[0])
			}
		}
	}
	return ""
}

func (d driver) checkPair(caption string, s *protocol.Step) {
	d.t.Helper()
	at, form, size := side(s.Before[s.First])
	if at == 0 || s.Partner < 0 {
		if !strings.Contains(caption, "lies on the cone") || at != 0 {
			d.t.Errorf("p'Gp = %g: %s", form, caption)
		}
		return
	}
	parts := pairForms.FindStringSubmatch(caption)
	if parts == nil || index(parts[1]) != s.First || index(parts[4]) != s.Partner {
		d.t.Fatalf("step of %d and %d: %s", s.First, s.Partner, caption)
	}
	other, partner, length := side(s.Before[s.Partner])
	if parts[2] != sides[at] || parts[5] != sides[other] || !says(parts[3], form, size) || !says(parts[6], partner, length) || !(form*partner < 0) {
		d.t.Errorf("p'Gp = %g and %g: %s", form, partner, caption)
	}
}

func (d driver) checkTurn(caption string, s *protocol.Step) {
	d.t.Helper()
	at, form, _ := side(s.Before[s.First])
	parts := turnParts.FindStringSubmatch(caption)
	if at == 0 || s.Partner < 0 {
		if parts != nil {
			d.t.Errorf("p'Gp = %g: %s", form, caption)
		}
		return
	}
	if parts == nil || index(parts[3]) != s.First || index(parts[6]) != s.Partner {
		d.t.Fatalf("step of %d and %d: %s", s.First, s.Partner, caption)
	}
	sin, cos := math.Sincos(s.Angle)
	second := parts[4] + parts[5]
	if !says(parts[1], s.Angle*180/math.Pi, 1) || !says(parts[2], cos, 1) || !says(strings.TrimPrefix(second, "+"), sin, 1) {
		d.t.Errorf("a turn by %g: %s", s.Angle, caption)
	}
}

func (d driver) checkNeuron(caption string, s *protocol.Step, r *protocol.Reel, i int, snap *protocol.Snapshot) {
	d.t.Helper()
	if s.Neuron < 0 {
		return
	}
	parts := neuronParts.FindStringSubmatch(caption)
	if parts == nil || index(parts[1]) != snap.Neurons[s.Neuron].Number-1 {
		d.t.Fatalf("neuron %d: %s", s.Neuron+1, caption)
	}
	n := &snap.Neurons[s.Neuron]
	if !says(strings.TrimPrefix(parts[3], "+"), n.Alpha, 1e-6) || (n.Alpha > 0) != (r.Sign > 0) {
		d.t.Errorf("the weight %g: %s", n.Alpha, caption)
	}
	for k, word := range strings.Split(parts[2], ", ") {
		if !says(word, n.U[k], 1) {
			d.t.Errorf("entry %d of %v: %s", k+1, n.U, caption)
		}
	}
	for k, v := range n.Lifted() {
		if math.Abs(v-s.R[k]) > 1e-6*s.R.Norm() {
			d.t.Errorf("r is %v, the neuron's vector %v: %s", s.R, n.Lifted(), caption)
			break
		}
	}
	if stays := parts[4] != ""; stays != (s.Partner >= 0) || stays && i+1 == len(r.Steps) {
		d.t.Errorf("step %d of %d: %s", i+1, len(r.Steps), caption)
	}
}

// TestSolverCaptionsAreTrue checks the captions of the solver's first and last iterates, for all losses.
func TestSolverCaptionsAreTrue(t *testing.T) {
	for _, preset := range []string{"parabola", "ring", "interval", "saddle"} {
		d := drive(t)
		d.do(`{"do":"preset","name":%q}`, preset)
		for _, loss := range d.Page().Losses {
			d.do(`{"do":"loss","name":%q}`, loss)
			d.tell(`{"do":"film","name":"solver"}`)
			var snap protocol.Snapshot
			d.SnapshotTo(&snap)
			if len(snap.Path) == 0 {
				continue
			}
			first, last := &snap.Path[0], &snap.Path[len(snap.Path)-1]
			if caption := captionAt(d, 0); !strings.HasSuffix(caption, "so f is 0.") || first.Plus != first.Minus {
				t.Errorf("%s, %s: %s", preset, loss, caption)
			}
			page := d.Page()
			if caption := captionAt(d, 1e9); !strings.Contains(caption, "has arrived") || math.Abs(last.Cost-page.Objective) > 1e-5*page.Objective {
				t.Errorf("%s, %s: the path ends at %g, the optimum costs %g: %s", preset, loss, last.Cost, page.Objective, caption)
			}
		}
	}
}
