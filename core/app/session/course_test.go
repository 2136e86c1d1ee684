//go:build !js

package session

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// course is the content of assets/lessons.json, described in www/page/learn/course.ts.
type course struct {
	Each    []json.RawMessage
	Holds   []courseCheck
	Lessons []struct {
		Name, Title, About string
		Was                []string
		Steps              []courseStep
	}
}

type courseStep struct {
	Show         []string
	Need         string
	Do           []json.RawMessage
	Holds        []courseCheck
	Say, Ask     string
	Answers      []courseOutcome
	Begin        []json.RawMessage
	Task, Button string
	By           []string
	Check        []courseCheck
	Answer       []json.RawMessage
	See          []courseOutcome
}

// courseOutcome is a sentence shown while its checks hold. A prediction may always be right.
type courseOutcome struct {
	Say   string
	When  []courseCheck
	Right bool
}

// courseCheck compares the value at a path with a constant or with the value at another path.
type courseCheck [3]any

func readCourse(t *testing.T) *course {
	t.Helper()
	text, err := os.ReadFile("../../../assets/lessons.json")
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	var c course
	if err := decoder.Decode(&c); err != nil {
		t.Fatal(err)
	}
	return &c
}

// begin brings a session into the state of a step.
func (c *course) begin(d driver, step *courseStep) *moment {
	d.t.Helper()
	for _, intent := range c.Each {
		_ = d.Apply(intent) // without a race there is none to clear
		d.solve()
	}
	for _, intent := range step.Do {
		d.tell("%s", intent)
	}
	m := &moment{driver: d}
	m.look()
	m.then = m.now
	return m
}

var places = regexp.MustCompile(`\{([\w.]+)(\|\w+)?\}`)

// The maximum lengths of the texts in characters, so that the card fits on a phone.
const longestSay, longestAsk, longestPrediction, longestTask, longestSee = 190, 95, 24, 80, 195

func (m *moment) checkTexts(step *courseStep) {
	m.t.Helper()
	short := func(text string, most int) {
		m.t.Helper()
		if n := len([]rune(text)); n > most || n == 0 {
			m.t.Errorf("%q has %d characters, of at most %d", text, n, most)
		}
		for _, found := range places.FindAllStringSubmatch(text, -1) {
			if _, ok := m.at(found[1]).(float64); !ok {
				m.t.Errorf("%q: there is no number %s", text, found[1])
			}
		}
	}
	short(step.Say, longestSay)
	short(step.Ask, longestAsk)
	if n := len(step.Answers); n < 2 || n > 4 {
		m.t.Errorf("%q has %d answers", step.Ask, n)
	}
	for _, a := range step.Answers {
		short(a.Say, longestPrediction)
	}
	if step.Task != "" {
		short(step.Task, longestTask)
	}
	if o := m.outcome(step); o != nil {
		short(o.Say, longestSee)
	}
}

// TestCourseIsFollowed follows every step from another state: it sets up everything it refers to, no task is complete from the start, the solution
// completes it in as many actions as the text says, and exactly one prediction is right then.
func TestCourseIsFollowed(t *testing.T) {
	c := readCourse(t)
	if len(c.Lessons) != 11 {
		t.Errorf("%d lessons", len(c.Lessons))
	}
	for _, lesson := range c.Lessons {
		for i := range lesson.Steps {
			step := &lesson.Steps[i]
			t.Run(fmt.Sprintf("%s %d", lesson.Name, i+1), func(t *testing.T) {
				d := drive(t)
				d.tell(`{"do":"preset","name":%q}`, []string{"interval", "bars", "largest"}[i%3])
				d.tell(`{"do":"hold","value":20}`)
				d.tell(`{"do":"noise","value":10}`)
				c.follow(t, d, step)
			})
		}
	}
}

func (c *course) follow(t *testing.T, d driver, step *courseStep) {
	t.Helper()
	m := c.begin(d, step)
	if !m.hold(c.Holds) || !m.hold(step.Holds) {
		t.Errorf("the step does not speak of the state that it brings: %v", m.now["status"])
	}
	if step.Task == "" != (len(step.Check) == 0) || step.Task == "" != (len(step.By) == 0) || step.Task == "" != (len(step.Answer) == 0) {
		t.Error("a task, its check and its answer come together")
	}
	if step.Task != "" {
		c.task(t, m, step)
	}
	m.checkTexts(step)
	if right := m.right(step); len(right) != 1 {
		t.Errorf("%q: these are right: %v", step.Ask, right)
	}
	if m.outcome(step) == nil {
		t.Error("nothing is said of what came of it")
	}
}

// together lists the intents that form one action together.
var together = map[string]bool{"drag": true, "release": true}

// free lists the tasks that are complete as soon as their intents have been sent.
var free = map[string]bool{"turn": true}

func (c *course) task(t *testing.T, m *moment, step *courseStep) {
	t.Helper()
	if m.ask(step); m.hold(step.Check) && !free[step.By[0]] {
		t.Error("the task is done before it begins")
	}
	actions, counts := 0, false
	for _, intent := range step.Answer {
		name := nameOf(intent)
		if counts = counts || slices.Contains(step.By, name); !together[name] {
			actions++
		}
	}
	if !counts || actions != 1 {
		t.Errorf("the answer has %d actions; one that counts: %v", actions, counts)
	}
	if m.solveTask(step); !m.hold(step.Check) {
		t.Errorf("the answer does not do the task: %v is %v", step.Check[0], m.at(step.Check[0][0].(string)))
	}
}

// TestOldLessonsOpen checks that the lessons named in links of earlier versions exist.
func TestOldLessonsOpen(t *testing.T) {
	known := map[string]bool{}
	for _, lesson := range readCourse(t).Lessons {
		for _, name := range append(lesson.Was, lesson.Name) {
			if known[name] {
				t.Errorf("two lessons are %s", name)
			}
			known[name] = true
		}
	}
	for _, name := range []string{"parabola", "xor", "proof", "matrix", "many", "beta"} {
		if !known[name] {
			t.Errorf("links to the lesson %s lead nowhere", name)
		}
	}
}

// sentences splits a text into sentences.
func sentences(text string) (all []string) {
	runes, start := []rune(text), 0
	for i := 1; i+1 < len(runes); i++ {
		if runes[i] == ' ' && strings.ContainsRune(".?!", runes[i-1]) {
			all, start = append(all, string(runes[start:i])), i+1
		}
	}
	return append(all, string(runes[start:]))
}

// said returns everything said at a moment: the step's own text, its right prediction, and its outcome.
func (m *moment) said(step *courseStep, done bool) (all []string) {
	all = sentences(step.Say)
	if !done {
		return all
	}
	asked := sentences(step.Ask)
	for _, sentence := range asked {
		if strings.HasSuffix(sentence, ".") { // it makes a statement before it asks
			all = append(all, sentence)
		}
	}
	for _, a := range step.Answers {
		if a.Right {
			all = append(all, step.Ask+" → "+a.Say)
		}
	}
	if o := m.outcome(step); o != nil {
		return append(all, sentences(o.Say)...)
	}
	return nil // the card says that the example was changed
}

// judge checks everything said at a moment.
func (c *course) judge(m *moment, step *courseStep, done bool) {
	m.t.Helper()
	m.look()
	if !m.hold(c.Holds) || !m.hold(step.Holds) {
		return
	}
	for _, sentence := range m.said(step, done) {
		if check, isClaim := claims[sentence]; isClaim {
			if err := check(m); err != nil {
				m.t.Errorf("%q: %v", sentence, err)
			}
		}
	}
}

// TestCourseIsTrue checks the claims of the course in the states in which they are shown: that of the step, that after its task, and that after
// anything else a learner can do in the card or with the points.
func TestCourseIsTrue(t *testing.T) {
	c := readCourse(t)
	r := rand.New(rand.NewPCG(14, 6))
	known := map[string]bool{}
	for _, lesson := range c.Lessons {
		for i := range lesson.Steps {
			step := &lesson.Steps[i]
			for _, text := range append(step.See, courseOutcome{Say: step.Say}, courseOutcome{Say: step.Ask}) {
				for _, sentence := range sentences(text.Say) {
					known[sentence] = true
				}
			}
			for _, a := range step.Answers {
				known[step.Ask+" → "+a.Say] = true
			}
			t.Run(fmt.Sprintf("%s %d", lesson.Name, i+1), func(t *testing.T) {
				m := c.begin(drive(t), step)
				c.judge(m, step, false)
				m = c.begin(m.driver, step)
				m.solveTask(step)
				c.judge(m, step, true)
				for range 3 {
					m.wander(r, step)
					c.judge(m, step, true)
				}
			})
		}
	}
	for sentence := range claims {
		if !known[sentence] {
			t.Errorf("nothing says %q", sentence)
		}
	}
}

// wander applies a random action that the step leaves to the learner.
func (m *moment) wander(r *rand.Rand, step *courseStep) {
	m.t.Helper()
	place := func() string { return fmt.Sprintf("[%g,%g]", 1.8*r.Float64()-0.9, 1.8*r.Float64()-0.9) }
	acts := []func(){
		func() { m.tell(`{"do":"undo"}`) },
		func() { // drag a point
			m.tell(`{"do":"press","at":%s,"radius":0.05,"index":%d}`, place(), r.IntN(max(1, m.Page().Samples)))
			m.tell(`{"do":"drag","at":%s,"radius":0.05}`, place())
			m.tell(`{"do":"release"}`)
		},
		func() { // draw some points
			m.tell(`{"do":"label","value":%d}`, 2*r.IntN(2)-1)
			m.tell(`{"do":"press","at":%s,"radius":0.1,"index":-1}`, place())
			m.tell(`{"do":"drag","at":%s,"radius":0.1}`, place())
			m.tell(`{"do":"release"}`)
		},
	}
	switch step.Need {
	case "beta":
		acts = append(acts, func() { m.tell(`{"do":"beta","value":%g}`, []float64{0.001, 0.05, 2, 30, 100}[r.IntN(5)]) })
	case "layers":
		acts = append(acts, func() { m.tell(`{"do":"layers","value":%d}`, 1+r.IntN(6)) })
	case "lens":
		acts = append(acts, func() { m.tell(`{"do":"lens","layer":%d}`, r.IntN(max(1, m.Page().Layers.Count))) })
	case "film":
		acts = append(acts, func() { m.tell(`{"do":"seek","position":%g}`, 6*r.Float64()) })
	case "argument":
		acts = append(acts, func() { m.tell(`{"do":"rival","name":"random","seed":%d}`, r.IntN(100)) })
		if m.Page().Argument != nil && len(m.Page().Neurons) > 0 {
			acts = append(acts, func() { m.tell(`{"do":"spoil","neuron":0,"turn":%g,"scale":%g}`, 300*r.Float64()-150, 2*r.Float64()) })
		}
	}
	acts[r.IntN(len(acts))]()
}
