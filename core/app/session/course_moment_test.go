//go:build !js

package session

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"conelab/core/format/document"
)

// moment is the state of a session together with the answer at the start of a step, both as the page reads them.
type moment struct {
	driver
	now, then map[string]any
	problem   *document.Problem
	solution  *document.Solution
}

// Problem and Solution are the documents at the time of the last look.
func (m *moment) Problem() *document.Problem   { return m.problem }
func (m *moment) Solution() *document.Solution { return m.solution }

// look updates the answer of the session.
func (m *moment) look() {
	m.t.Helper()
	text, err := json.Marshal(m.Page())
	if err != nil {
		m.t.Fatal(err)
	}
	m.now = nil
	_ = json.Unmarshal(text, &m.now)
	m.problem, m.solution = m.driver.Problem(), m.driver.Solution()
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
			} else if value = nil; word == "length" {
				value = float64(len(v))
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
