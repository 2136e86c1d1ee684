//go:build !js

package session

import (
	"encoding/json"
	"fmt"
	"math"
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
	Show     []string
	Need     string
	Do       []json.RawMessage
	Holds    []courseCheck
	Hides    []string
	Say, Ask string
	Answers  []courseOutcome
	Begin    []json.RawMessage
	Task     string
	By       []string
	Check    []courseCheck
	Answer   []json.RawMessage
	See      []courseOutcome
}

// courseOutcome is a sentence shown while its checks hold. A prediction may always be right, or when the task is done as the page does it.
type courseOutcome struct {
	Say        string
	When       []courseCheck
	Right, Key bool
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

// checkTexts checks that the numbers named in the texts of a step exist.
func (m *moment) checkTexts(step *courseStep) {
	m.t.Helper()
	texts := []string{step.Say, step.Ask, step.Task}
	if o := m.outcome(step); o == nil || o.Say == "" {
		m.t.Error("nothing is said of what came of it")
	} else {
		texts = append(texts, o.Say)
	}
	for _, a := range step.Answers {
		texts = append(texts, a.Say)
	}
	for _, text := range texts {
		for _, found := range places.FindAllStringSubmatch(text, -1) {
			if _, ok := m.at(found[1]).(float64); !ok {
				m.t.Errorf("%q: there is no number %s", text, found[1])
			}
		}
	}
}

// TestCourseIsFollowed follows every step from another state: it sets up everything it refers to, no task is complete from the
// start, the solution completes it by an action that counts, and exactly one prediction is right then.
func TestCourseIsFollowed(t *testing.T) {
	c := readCourse(t)
	if len(c.Lessons) == 0 {
		t.Error("there are no lessons")
	}
	for _, lesson := range c.Lessons {
		for i := range lesson.Steps {
			step := &lesson.Steps[i]
			t.Run(fmt.Sprintf("%s %d", lesson.Name, i+1), func(t *testing.T) {
				d := drive(t)
				d.tell(`{"do":"loadPreset","name":%q}`, []string{"interval", "bars", "largest"}[i%3])
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
	right := m.right(step)
	if len(right) != 1 {
		t.Errorf("%q: these are right: %v", step.Ask, right)
	}
	for _, a := range step.Answers {
		if (a.Right || a.Key) != slices.Contains(right, a.Say) {
			t.Errorf("%q: the key of the teacher's page is not %v", step.Ask, right)
		}
	}
}

// free lists the tasks that are complete as soon as their intents have been sent.
var free = map[string]bool{"rotate": true}

func (c *course) task(t *testing.T, m *moment, step *courseStep) {
	t.Helper()
	m.ask(step)
	if m.hold(step.Check) && !free[step.By[0]] {
		t.Error("the task is done before it begins")
	}
	if !slices.ContainsFunc(step.Answer, func(intent json.RawMessage) bool { return slices.Contains(step.By, nameOf(intent)) }) {
		t.Error("no action of the answer counts")
	}
	m.solveTask(step)
	if !m.hold(step.Check) {
		t.Errorf("the answer does not do the task: %v is %v", step.Check[0], m.at(step.Check[0][0].(string)))
	}
}

// TestAStrokeIsNoDrag: a stroke that draws points where one was to be dragged does not do the task.
func TestAStrokeIsNoDrag(t *testing.T) {
	c, found := readCourse(t), 0
	for _, lesson := range c.Lessons {
		for i := range lesson.Steps {
			step := &lesson.Steps[i]
			if !regexp.MustCompile("^Drag (a|any) point").MatchString(step.Task) {
				continue
			}
			found++
			m := c.begin(drive(t), step)
			m.ask(step)
			m.tell(`{"do":"press","at":[-0.93,-0.55],"radius":0.001}`)
			m.tell(`{"do":"drag","at":[-0.6,-0.93],"radius":0.001}`)
			m.tell(`{"do":"release"}`)
			m.look()
			if m.hold(step.Check) || m.at("samples") == m.at("then.samples") {
				t.Errorf("%s: a stroke from %v to %v points does the task", lesson.Name, m.at("then.samples"), m.at("samples"))
			}
		}
	}
	if found < 3 {
		t.Errorf("%d tasks ask for a drag", found)
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

// moment is the state of a session together with the answer at the start of a step, both as the page reads them.
type moment struct {
	driver
	now, then map[string]any
}

// look updates the answer of the session.
func (m *moment) look() {
	m.t.Helper()
	text, err := json.Marshal(m.Page())
	if err != nil {
		m.t.Fatal(err)
	}
	m.now = nil
	_ = json.Unmarshal(text, &m.now)
}

// at returns the value at a path, or nil.
func (m *moment) at(path string) (value any) {
	words, from := strings.Split(path, "."), m.now
	if words[0] == "then" {
		from = m.then
	}
	if words[0] == "then" || words[0] == "now" {
		words = words[1:]
	}
	value = from
	for _, word := range words {
		switch v := value.(type) {
		case map[string]any:
			value = v[word]
		case []any:
			k := 0
			if _, err := fmt.Sscan(word, &k); err == nil && k < len(v) {
				value = v[k]
			} else if word == "length" {
				value = float64(len(v))
			} else {
				value = nil
			}
		default:
			return nil
		}
	}
	return value
}

func (m *moment) hold(checks []courseCheck) bool {
	return !slices.ContainsFunc(checks, func(c courseCheck) bool { return !m.holds(c) })
}

func (m *moment) holds(c courseCheck) bool {
	got, want := m.at(c[0].(string)), c[2]
	if path, ok := want.(string); ok && (strings.HasPrefix(path, "then.") || strings.HasPrefix(path, "now.")) {
		want = m.at(path)
	}
	x, isX := got.(float64)
	y, isY := want.(float64)
	switch c[1] {
	case "=":
		return got == want
	case "~":
		return isX && isY && math.Abs(x-y) <= 1e-6*math.Max(math.Abs(x), math.Abs(y))
	case "<":
		return isX && isY && x < y
	case "<=":
		return isX && isY && x <= y
	case ">":
		return isX && isY && x > y
	case ">=":
		return isX && isY && x >= y
	}
	m.t.Fatalf("unknown comparison %v", c[1])
	return false
}

// outcome returns the step's sentence on what happened, or nil if it has none for this state.
func (m *moment) outcome(step *courseStep) *courseOutcome {
	if k := slices.IndexFunc(step.See, func(o courseOutcome) bool { return m.hold(o.When) }); k >= 0 {
		return &step.See[k]
	}
	return nil
}

// right returns the predictions that are right.
func (m *moment) right(step *courseStep) (right []string) {
	for _, a := range step.Answers {
		if a.Right || len(a.When) > 0 && m.hold(a.When) {
			right = append(right, a.Say)
		}
	}
	return right
}

// ask applies what a step shows after its question is answered.
func (m *moment) ask(step *courseStep) {
	m.t.Helper()
	for _, intent := range step.Begin {
		m.tell("%s", intent)
	}
	m.look()
}

// solveTask applies the solution of a step's task.
func (m *moment) solveTask(step *courseStep) {
	m.t.Helper()
	m.ask(step)
	for _, intent := range step.Answer {
		m.tell("%s", intent)
	}
	m.look()
}

// nameOf returns the name of an intent.
func nameOf(intent json.RawMessage) string {
	var named struct{ Do string }
	_ = json.Unmarshal(intent, &named)
	return named.Do
}
