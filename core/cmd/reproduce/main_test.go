package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"conelab/core/paper/hardness"
	"conelab/core/paper/reproduce"
)

// execute runs the program, and returns its exit code and what it wrote.
func execute(ctx context.Context, args ...string) (code int, out, said string) {
	var b, e bytes.Buffer
	code = (&program{ctx, &b, &e}).run(args)
	return code, b.String(), e.String()
}

func mustWrite(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// tableFile returns rows of d numbers and a class.
func tableFile(rng *rand.Rand, n, d, classes int) string {
	var b strings.Builder
	for i := range n {
		sum := 0.0
		for range d {
			v := rng.NormFloat64()
			sum += v * v
			fmt.Fprintf(&b, "%.4f,", v)
		}
		class := i % classes
		if classes == 2 && i > 1 {
			class = 0
			if sum > float64(d) {
				class = 1
			}
		}
		fmt.Fprintln(&b, class)
	}
	return b.String()
}

// library writes small stand-ins for all data sets into the current folder.
func library(t *testing.T) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 3))
	rows := func(from, to int) string {
		var words []string
		for i := from; i < to; i++ {
			words = append(words, fmt.Sprint(i))
		}
		return strings.Join(words, " ") + "\n"
	}
	for _, e := range reproduce.All {
		for _, name := range e.Needs {
			classes := 2
			if e.Name == "multiclass" {
				classes = 3
			}
			mustWrite(t, name+".csv", tableFile(rng, 30, 3, classes))
			mustWrite(t, name+".folds.csv", rows(0, 8)+rows(8, 16))
			mustWrite(t, name+".valsplit.csv", rows(0, 15)+rows(15, 30))
		}
	}
	idx := func(values []byte, sides ...int) string {
		b := []byte{0, 0, 8, byte(len(sides))}
		for _, side := range sides {
			b = binary.BigEndian.AppendUint32(b, uint32(side))
		}
		return string(append(b, values...))
	}
	for _, part := range []string{"train", "t10k"} {
		pixels, labels := make([]byte, 30*36), make([]byte, 30)
		for i := range pixels {
			pixels[i], labels[i/36] = byte(rng.IntN(256)), byte(i/36%3)
		}
		mustWrite(t, part+"-images-idx3-ubyte", idx(pixels, 30, 6, 6))
		mustWrite(t, part+"-labels-idx1-ubyte", idx(labels, 30))
	}
	for _, name := range []string{"data_batch_1", "data_batch_2", "data_batch_3", "data_batch_4", "data_batch_5", "test_batch"} {
		var content []byte
		for i := range 6 {
			content = append(content, byte(i%3))
			for range 3 * cifarSide * cifarSide {
				content = append(content, byte(rng.IntN(256)))
			}
		}
		mustWrite(t, name+".bin", string(content))
	}
}

// TestAll: every experiment produces its claims, figures and tables.
func TestAll(t *testing.T) {
	t.Chdir(t.TempDir())
	library(t)
	var names []string
	for _, e := range reproduce.All {
		if e.Name != "verification" {
			names = append(names, e.Name)
		}
	}
	args := append(names, "--quick", "--data", ".", "--mnist", ".", "--fashion", ".", "--cifar", ".", "--page", "record.json")
	code, out, said := execute(t.Context(), args...)
	if code != exitDone || strings.Contains(out, "without") {
		t.Fatalf("exit %d: %s%s", code, out, said)
	}
	first := readRecord(t)
	if len(first.Reports) != len(names) {
		t.Fatalf("the record has %d experiments", len(first.Reports))
	}
	for _, e := range first.Reports {
		if !strings.Contains(out, e.Name+" ") || len(e.Grids) == 0 || len(e.Pictures) == 0 && e.Name != "accuracy" {
			t.Errorf("%s is missing in\n%s", e.Name, out)
		}
		for _, p := range e.Pictures {
			if p.Title == "" || !strings.HasPrefix(p.SVG, `<svg class="chart"`) || strings.Contains(p.SVG, "style=") ||
				strings.Contains(p.SVG, "NaN") || strings.Count(p.SVG, "<g ") != strings.Count(p.SVG, "</g>") {
				t.Errorf("%s: %.200s", p.Title, p.SVG)
			}
		}
	}
}

func readRecord(t *testing.T) (r record) {
	t.Helper()
	text, err := os.ReadFile("record.json")
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil || r.Format != recordFormat {
		t.Fatal(err)
	}
	return r
}

// TestPowersOfTen: the labels of an axis are powers of ten, and as many as there is room for.
func TestPowersOfTen(t *testing.T) {
	for _, low := range []float64{0.3, 2e-6, 1e-14, 3e-60} {
		count := 0
		for _, tick := range powersOfTen(low, 20) {
			if tick.Label == "" {
				continue
			}
			count++
			if v, err := strconv.ParseFloat(tick.Label, 64); err != nil || math.Abs(v-tick.Value) > 1e-9*v ||
				strings.Trim(tick.Label, "0.e-123456789") != "" || len(tick.Label) > 6 {
				t.Errorf("%s at %g", tick.Label, tick.Value)
			}
		}
		if count < 3 || count > 10 {
			t.Errorf("%d labels from %g", count, low)
		}
	}
}

// TestCountsHaveNoHalves: an axis of counts has ticks at whole numbers only.
func TestCountsHaveNoHalves(t *testing.T) {
	for _, high := range []float64{4, 5, 9, 40} {
		ticks, labels := wholeNumbers(3, high), 0
		for _, tick := range ticks {
			if _, err := strconv.Atoi(tick.Label); err == nil {
				labels++
			} else if tick.Label != "" || tick.Value != math.Trunc(tick.Value) {
				t.Errorf("3 to %g: %+v", high, tick)
			}
		}
		if labels < 2 {
			t.Errorf("3 to %g: %+v", high, ticks)
		}
	}
}

// TestInterrupted: an interrupted run says so, and its record has no experiment that was not finished.
func TestInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, _, said := execute(ctx, "losses", "--quick", "--page", "record.json")
	if code != exitFailed || !strings.Contains(said, "interrupted") {
		t.Fatalf("exit %d: %s", code, said)
	}
	if r := readRecord(t); len(r.Reports) > 0 {
		t.Errorf("the record has %d experiments", len(r.Reports))
	}
}

func TestHardness(t *testing.T) {
	for _, c := range []struct {
		args   []string
		exists bool
	}{
		{[]string{"3", "5", "8", "13", "--target", "16"}, true}, {[]string{"--target=17", "3,5,8,13"}, false},
		{[]string{"--target", "-1", "--", "4", "-5", "7"}, true},
	} {
		code, out, said := execute(t.Context(), append([]string{"hardness"}, c.args...)...)
		var r hardness.Report
		if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitDone || r.Exists != c.exists || !r.Relaxation.Attained {
			t.Errorf("%v: exit %d, %v: %s%s", c.args, code, err, out, said)
		}
	}
}

func TestBadInput(t *testing.T) {
	t.Chdir(t.TempDir())
	mustWrite(t, "breast-cancer.csv", "1,2,0\n1,x,1\n")
	names := "all, introduction, optimisers, verification, binary, multiclass, accuracy, relu, digits, beta, losses, coefficients, " +
		"minibatch, relu-optimum, relu-accuracy"
	for args, message := range map[string]string{
		"":                               `expected "<experiment> ..."`,
		"figure4":                        `the experiment is "figure4", expected some of ` + names,
		"losses --data nowhere":          "nowhere is not a readable folder, expected a folder of data sets",
		"binary --quick --data .":        "breast-cancer.csv: line 2, column 2 is \"x\", expected a number",
		"hardness 1 2x --target 1":       `"2x" is in the set, expected an integer`,
		"hardness 9999999999 --target 1": "integer 1 of the set is 9999999999, expected -1000000000 to 1000000000",
	} {
		code, out, said := execute(t.Context(), strings.Fields(args)...)
		if code != exitBadInput || out != "" || said != "reproduce: "+message+"\n" {
			t.Errorf("%s: exit %d, %s%s", args, code, out, said)
		}
	}
	code, out, _ := execute(t.Context(), "binary")
	if code != exitDone || out != "binary: skipped, without breast-cancer, credit-approval\n" {
		t.Errorf("exit %d, %s", code, out)
	}
}

func TestCIFAR(t *testing.T) {
	const size = cifarSide * cifarSide
	content := make([]byte, 2*cifarRecord)
	second := content[cifarRecord:]
	second[0], second[1+5], second[1+size+5], second[1+2*size+5] = 7, 10, 20, 30 // the sixth pixel of the second image
	f, err := parseCIFAR(content)
	at := 3 * (size + 5)
	if err != nil || string(f.Labels) != "\x00\x07" || string(f.Pixels[at:at+3]) != "\x0a\x14\x1e" || len(f.Pixels) != 2*3*size {
		t.Errorf("%v, labels %v, pixel %v of %d", err, f.Labels, f.Pixels[at:at+3], len(f.Pixels))
	}
	second[0] = 10
	for name, content := range map[string][]byte{"nothing": nil, "a part": content[:size], "another class": content} {
		if _, err := parseCIFAR(content); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}
