//go:build !js

package export

import (
	"encoding/json"
	"fmt"
	"go/format"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"conelab/core/format/document"
)

// stacks returns trained stacks of all kinds, with points inside and outside the data.
func stacks(t *testing.T) (list []*example) {
	t.Helper()
	rng := rand.New(rand.NewPCG(6, 6))
	for i, s := range []document.Stack{
		{Layers: 1}, {Layers: 2}, {Layers: 4}, {Layers: 3, Skip: "all"}, {Layers: 2, Skip: "none"},
	} {
		for _, kind := range []int{1, 4, 8} { // plane, quadratic, pooled signal
			list = append(list, trained(t, rng, s, kind, 1+(i+kind)%3))
		}
	}
	for kind := range architectures {
		if architectures[kind].Kind == document.KindConvolutional { // below dense layers
			s := document.Stack{Layers: document.Depth(2 + kind%2), Skip: []string{"", "all", "none"}[kind%3]}
			list = append(list, trained(t, rng, s, kind, 1+kind%2))
		}
	}
	return list
}

// workshop writes the functions of all examples into a folder, each as file in a subfolder of its own, and the points as points.json.
func workshop(t *testing.T, all []*example, file string, code func(*Network) []byte) string {
	t.Helper()
	dir := t.TempDir()
	var points [][][]float64
	for i, e := range all {
		folder := filepath.Join(dir, fmt.Sprintf("n%d", i))
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, file), code(e.network))
		points = append(points, e.at)
	}
	text, err := json.Marshal(points)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "points.json"), text)
	return dir
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// compare runs a program in the folder that prints as JSON the values of all functions at their points.
func compare(t *testing.T, all []*example, dir string, program ...string) {
	t.Helper()
	cmd := exec.Command(program[0], program[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", program, err, out)
	}
	var values [][][]float64
	if err := json.Unmarshal(out, &values); err != nil || len(values) != len(all) {
		t.Fatalf("%v for %d of %d networks\n%s", err, len(values), len(all), out)
	}
	for i, e := range all {
		e.agree(t, 1e-12, values[i])
	}
}

// need skips the test if a program is not installed.
func need(t *testing.T, name string) {
	t.Helper()
	if err := exec.Command(name, "--version").Run(); err != nil {
		t.Skip(name + " is not here")
	}
}

func TestPythonComputesTheNetwork(t *testing.T) {
	computed(t, "network.py", inPython, "python3", "main.py", `
import json, runpy
values = []
for i, points in enumerate(json.load(open("points.json"))):
    f = runpy.run_path("n%d/network.py" % i)["f"]
    ys = [f(x) for x in points]
    values.append([y if isinstance(y, list) else [y] for y in ys])
    try:
        f(points[0] + [0])
        raise SystemExit("too many numbers are taken")
    except ValueError:
        pass
print(json.dumps(values))
`)
}

func TestJavaScriptComputesTheNetwork(t *testing.T) {
	computed(t, "network.mjs", inJavaScript, "node", "main.mjs", `
import { readFileSync } from 'node:fs';
const values = [];
for (const [i, points] of JSON.parse(readFileSync('points.json')).entries()) {
  const { f } = await import('./n' + i + '/network.mjs');
  values.push(points.map((x) => [f(x)].flat()));
  try {
    f([...points[0], 0]);
    process.exit(1);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}
console.log(JSON.stringify(values));
`)
}

// computed compares the functions of all examples, as files of that name, by a program for the command.
func computed(t *testing.T, file string, code func(*Network) []byte, command, main, program string) {
	t.Helper()
	need(t, command)
	all := append(examples(), stacks(t)...)
	dir := workshop(t, all, file, code)
	write(t, filepath.Join(dir, main), []byte(program))
	compare(t, all, dir, command, main)
}

// TestGoComputesTheNetwork: the packages are as gofmt writes them, too.
func TestGoComputesTheNetwork(t *testing.T) {
	all := append(examples(), stacks(t)...)
	for _, e := range all {
		code := inGo(e.network)
		if formatted, err := format.Source(code); err != nil || string(formatted) != string(code) {
			t.Errorf("%s: %v, or gofmt writes it otherwise:\n%s", e.name, err, code)
		}
	}
	dir := workshop(t, all, "network.go", inGo)
	var imports, functions strings.Builder
	for i := range all {
		fmt.Fprintf(&imports, "\tn%d \"check/n%d\"\n", i, i)
		fmt.Fprintf(&functions, "n%d.F, ", i)
	}
	write(t, filepath.Join(dir, "go.mod"), []byte("module check\n\ngo 1.24\n"))
	write(t, filepath.Join(dir, "main.go"), []byte(`package main

import (
	"encoding/json"
	"os"
`+imports.String()+`)

func main() {
	text, _ := os.ReadFile("points.json")
	var points, values [][][]float64
	json.Unmarshal(text, &points)
	for i, f := range []func([]float64) ([]float64, error){`+functions.String()+`} {
		var ys [][]float64
		for _, x := range points[i] {
			y, err := f(x)
			if err != nil {
				panic(err)
			}
			ys = append(ys, y)
		}
		if _, err := f(append(points[i][0], 0)); err == nil {
			panic("too many numbers are taken")
		}
		values = append(values, ys)
	}
	json.NewEncoder(os.Stdout).Encode(values)
}
`))
	compare(t, all, dir, "go", "run", ".")
}
