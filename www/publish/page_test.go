package publish

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"conelab/core/app/protocol"
	"conelab/core/app/session"
	"conelab/core/data/presets"
)

// longestHelp is the most letters that a sentence of help has: it is read in a bubble.
const longestHelp = 260

// index is the page as it is written, about no files.
func index(t *testing.T) *node {
	t.Helper()
	page, err := Page(projectRoot(t), "index.html", nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, page)
}

// TestEveryPresetHasItsButton: the page has the examples that there are, in their order.
func TestEveryPresetHasItsButton(t *testing.T) {
	var buttons, want []string
	for _, button := range index(t).named("button") {
		if name := button.attributes["data-preset"]; name != "" {
			buttons = append(buttons, name)
		}
	}
	for _, preset := range presets.All {
		want = append(want, preset.Name)
	}
	if !slices.Equal(buttons, want) {
		t.Errorf("there are buttons for %s, and presets %s", buttons, want)
	}
}

// TestEveryControlHasHelp reads the page: each control has a sentence.
func TestEveryControlHasHelp(t *testing.T) {
	controls := 0
	var look func(n *node, help string)
	look = func(n *node, help string) {
		help = cmp.Or(n.attributes["data-help"], help) // or that of an element around
		_, hidden := n.attributes["hidden"]
		isControl := slices.Contains([]string{"button", "input", "select", "textarea", "summary"}, n.name)
		if isControl && !(hidden && n.attributes["type"] == "file") {
			controls++
			if !strings.HasSuffix(help, ".") || len([]rune(help)) > longestHelp {
				t.Errorf("the help of the control %q is no short sentence: %q", n.attributes["id"], help)
			}
		}
		for _, c := range n.children {
			look(c, help)
		}
	}
	look(index(t), "")
	if controls < 100 {
		t.Errorf("only %d controls were found", controls)
	}
}

// TestControlsSendIntents decodes the intent of each control of the page that says so, with each value that it can have, and looks for what
// it shows in the session's answer.
func TestControlsSendIntents(t *testing.T) {
	controls := 0
	for _, n := range index(t).all(func(*node) bool { return true }) {
		if path, shows := n.attributes["data-shows"]; shows && !inAnswer(reflect.TypeFor[protocol.Page](), path) {
			t.Errorf("%s: no answer has %s", n.attributes["id"], path)
		}
		if text, sends := n.attributes["data-send"]; sends {
			controls++
			for _, value := range valuesOf(n) {
				whole := text
				if field := n.attributes["data-field"]; field != "" {
					whole = strings.TrimSuffix(text, "}") + "," + strconv.Quote(field) + ":" + value + "}"
				}
				var object map[string]any
				if err := json.Unmarshal([]byte(whole), &object); err != nil {
					t.Errorf("%s: %s: %v", n.attributes["id"], whole, err)
				} else if _, _, err := session.New(nil).Read(object); err != nil {
					t.Errorf("%s: %s: %v", n.attributes["id"], whole, err)
				}
			}
		}
	}
	if controls < 40 {
		t.Errorf("only %d controls were found", controls)
	}
}

// valuesOf returns values of a control as JSON.
func valuesOf(n *node) []string {
	if n.attributes["type"] == "checkbox" {
		return []string{"true", "false"}
	}
	given := []string{cmp.Or(n.attributes["value"], "1")}
	for _, option := range n.children {
		if option.name == "option" {
			given = append(given[:len(given):len(given)], option.attributes["value"])
		}
	}
	if n.name == "select" && len(given) > 1 {
		given = given[1:]
	}
	_, isNumber := n.attributes["data-number"]
	for i, value := range given {
		if kind := n.attributes["type"]; !isNumber && kind != "text" && kind != "range" {
			value = strconv.Quote(value)
		}
		given[i] = value
	}
	return given
}

// inAnswer reports whether values of a type have a part at a path of names in JSON.
func inAnswer(of reflect.Type, path string) bool {
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	first, rest, deeper := strings.Cut(path, ".")
	for _, field := range reflect.VisibleFields(of) {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name == first {
			return !deeper || inAnswer(field.Type, rest)
		}
	}
	return false
}

// TestPromisesHaveTests: what the table of SECURITY.md says of things that go wrong is tested by the tests that it names.
func TestPromisesHaveTests(t *testing.T) {
	root := projectRoot(t)
	_, section, _ := strings.Cut(string(read(t, root, "SECURITY.md")), "\n## When something goes wrong\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var tests strings.Builder
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			text, readErr := os.ReadFile(path)
			tests.Write(text)
			return readErr
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(section) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| what can") {
			continue
		}
		rows++
		names := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(line, -1)
		if len(names) == 0 {
			t.Errorf("no test stands behind %.60s", line)
		}
		for _, name := range names {
			if !strings.Contains(tests.String(), "func "+name[1]+"(") {
				t.Errorf("there is no %s", name[1])
			}
		}
	}
	if rows < 12 {
		t.Errorf("the table has %d rows", rows)
	}
}

// eyes are the usual one and those without one kind of cone, as matrices on linear red, green and blue (Machado, Oliveira and Fernandes,
// "A physiologically-based model for simulation of color vision deficiency", 2009, severity 1).
var eyes = map[string][3][3]float64{
	"usual":        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// seen returns a colour as an eye sees it, in Oklab, where distances are about even: 0.02 can just be told apart.
func seen(t *testing.T, hex string, eye [3][3]float64) [3]float64 {
	var linear, c [3]float64
	for i := range linear {
		v, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		if linear[i] = math.Pow((float64(v)/255+0.055)/1.055, 2.4); float64(v)/255 <= 0.04045 {
			linear[i] = float64(v) / 255 / 12.92
		}
	}
	for i, row := range eye {
		c[i] = math.Max(0, math.Min(1, row[0]*linear[0]+row[1]*linear[1]+row[2]*linear[2]))
	}
	l := math.Cbrt(0.4122214708*c[0] + 0.5363325363*c[1] + 0.0514459929*c[2])
	m := math.Cbrt(0.2119034982*c[0] + 0.6806995451*c[1] + 0.1073969566*c[2])
	s := math.Cbrt(0.0883024619*c[0] + 0.2817188376*c[1] + 0.6299787005*c[2])
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s, 1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

// The six classes' colours stay apart, from each other and from the paper, in every theme and for every kind of eye.
func TestClassColoursStayApart(t *testing.T) {
	style, err := os.ReadFile("../style.css")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile(`(?s)--paper: (#\w{6});.*?` + strings.Repeat(`--class-\d: (#\w{6});\s*`, 6))
	themes := blocks.FindAllStringSubmatch(string(style), -1)
	if len(themes) != strings.Count(string(style), "--paper: #") || len(themes) != 4 {
		t.Fatalf("%d of %d themes have colours of classes", len(themes), strings.Count(string(style), "--paper: #"))
	}
	for _, theme := range themes {
		for name, eye := range eyes {
			for i := range theme[1:] {
				for j := range i {
					a, b := seen(t, theme[1+i], eye), seen(t, theme[1+j], eye)
					if d := math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2])); d < 0.1 {
						t.Errorf("%s and %s are %.3f apart for %s", theme[1+i], theme[1+j], d, name)
					}
				}
			}
		}
	}
}
