//go:build !js

package session

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// lessonFile is assets/lessons.json: a lesson is a sequence of states, each with a sentence, perhaps with a task and the check that it is done.
type lessonFile struct {
	Lessons []struct {
		Name, Title string
		Steps       []struct {
			Say, Task string
			Show      []string
			Do        []json.RawMessage
			// Check ends the task, Expect holds after Do, Answer is one way to do the task. The page does not use the last two.
			Check, Expect [][3]any
			Answer        []json.RawMessage
		}
	}
}

// TestLessonsAreTrue follows every lesson: what it says of its states holds, no task is done from the start, and each can be done.
func TestLessonsAreTrue(t *testing.T) {
	text, err := os.ReadFile("../../../assets/lessons.json")
	if err != nil {
		t.Fatal(err)
	}
	var file lessonFile
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Lessons) != 6 {
		t.Errorf("%d lessons", len(file.Lessons))
	}
	for _, lesson := range file.Lessons {
		d := drive(t)
		for i, step := range lesson.Steps {
			name := fmt.Sprintf("%s, step %d", lesson.Name, i+1)
			for _, intent := range step.Do {
				d.do("%s", intent)
			}
			for _, c := range step.Expect {
				if !holds(t, d.Page(), c) {
					t.Errorf("%s: %v does not hold: %v", name, c, said(t, d.Page(), c[0].(string)))
				}
			}
			if (step.Task == "") != (step.Check == nil) || step.Say == "" {
				t.Errorf("%s: a task and its check come together", name)
			}
			if step.Task == "" {
				continue
			}
			if allHold(t, d.Page(), step.Check) {
				t.Errorf("%s: the task is done before it begins", name)
			}
			for _, intent := range step.Answer {
				d.do("%s", intent)
			}
			if !allHold(t, d.Page(), step.Check) {
				t.Errorf("%s: the answer does not do the task: %v", name, said(t, d.Page(), step.Check[0][0].(string)))
			}
		}
	}
}

func allHold(t *testing.T, page any, checks [][3]any) bool {
	for _, c := range checks {
		if !holds(t, page, c) {
			return false
		}
	}
	return true
}

// said returns what the page says under a path such as neurons.length.
func said(t *testing.T, page any, path string) any {
	t.Helper()
	text, err := json.Marshal(page)
	if err != nil {
		t.Fatal(err)
	}
	var at any
	_ = json.Unmarshal(text, &at)
	for _, word := range strings.Split(path, ".") {
		if list, ok := at.([]any); ok && word == "length" {
			at = float64(len(list))
			continue
		}
		at = at.(map[string]any)[word]
	}
	return at
}

func holds(t *testing.T, page any, check [3]any) bool {
	t.Helper()
	got, want := said(t, page, check[0].(string)), check[2]
	x, _ := got.(float64)
	y, _ := want.(float64)
	switch check[1] {
	case "=":
		return got == want
	case "<":
		return x < y
	case "<=":
		return x <= y
	case ">":
		return x > y
	case ">=":
		return x >= y
	case "includes":
		return strings.Contains(got.(string), want.(string))
	}
	t.Fatalf("unknown comparison %v", check[1])
	return false
}
