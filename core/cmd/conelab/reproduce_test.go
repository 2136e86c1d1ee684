package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"conelab/core/paper/reproduce"
)

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
			if reproduce.IsImages(name) {
				continue
			}
			classes := 2
			if e.Name == "multiclass" {
				classes = 3
			}
			mustWrite(t, name+".csv", tableFile(rng, 30, 3, classes))
			mustWrite(t, name+".folds.csv", rows(0, 8)+rows(8, 16))
			mustWrite(t, name+".valsplit.csv", rows(0, 15)+rows(15, 30))
		}
	}
	imageFiles(t, rng, "mnist01-", 2)
}

// imageFiles writes small images in the files of MNIST, with labels below classes.
func imageFiles(t *testing.T, rng *rand.Rand, prefix string, classes int) {
	t.Helper()
	for _, part := range []string{"train", "t10k"} {
		pixels, labels := make([]byte, 20*36), make([]byte, 20)
		for i := range pixels {
			pixels[i], labels[i/36] = byte(rng.IntN(256)), byte(i/36%classes)
		}
		mustWrite(t, prefix+part+"-images-idx3-ubyte.gz", packed(idxFile(pixels, 20, 6, 6)))
		mustWrite(t, prefix+part+"-labels-idx1-ubyte.gz", packed(idxFile(labels, 20)))
	}
}

// cifarFile returns n records of CIFAR-10 with the labels that label returns, and a first red value of 10 times the label.
func cifarFile(rng *rand.Rand, n int, label func(i int) byte) string {
	b := make([]byte, n*3073)
	for i := range b {
		b[i] = byte(rng.IntN(256))
	}
	for i := range n {
		b[i*3073], b[i*3073+1] = label(i), 10*label(i)
	}
	return string(b)
}

// TestImages reads files in the formats of MNIST, Fashion-MNIST and CIFAR-10 with ten classes. The first two classes are taken from all batches.
func TestImages(t *testing.T) {
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(5, 5))
	imageFiles(t, rng, "", 10)
	digit := func(i int) byte { return byte(i % 10) }
	mustWrite(t, "data_batch_1.bin", cifarFile(rng, 20, digit))
	mustWrite(t, "data_batch_3.bin", cifarFile(rng, 30, digit))
	mustWrite(t, "test_batch.bin", cifarFile(rng, 10, digit))
	c := &reproduceCommand{MNIST: ".", Fashion: ".", CIFAR: "."}
	s := newStreams(strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{})
	for name, want := range map[string]string{
		reproduce.MNIST: "6x6x1, 4 and 4", reproduce.Fashion: "6x6x1, 4 and 4", reproduce.CIFAR: "32x32x3, 10 and 2",
	} {
		images, err := c.images(s, name)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%dx%dx%d, %d and %d", images.Height, images.Width, images.Channels, images.Train.Len(), images.Test.Len()); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		for i, y := range images.Train.Y {
			if want := float64(2*(i%2) - 1); y[0] != want {
				t.Errorf("%s: label %d is %v, want %v", name, i, y[0], want)
			}
		}
		if name == reproduce.CIFAR && images.Train.X[5][0] != 10./255 {
			t.Errorf("the first value of an image of class 1 is %v", images.Train.X[5][0])
		}
	}
	mustWrite(t, "test_batch.bin", "short")
	if _, err := c.images(s, reproduce.CIFAR); err == nil || err.Error() != "test_batch.bin: the CIFAR file has 5 bytes, expected a multiple of 3073" {
		t.Error(err)
	}
}

// TestColourImages runs the experiments with colour images on small files.
func TestColourImages(t *testing.T) {
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(6, 6))
	digit := func(i int) byte { return byte(i % 2) }
	mustWrite(t, "data_batch_1.bin", cifarFile(rng, 12, digit))
	mustWrite(t, "test_batch.bin", cifarFile(rng, 6, digit))
	o := execute("", "reproduce", "digits", "optimisers", "--quick", "--cifar", ".", "--out", "out", "--format", "pdf,svg")
	if o.code != exitDone || !strings.Contains(string(mustRead(t, "out/report.md")), "CIFAR-10") {
		t.Fatalf("%+v", o)
	}
	if !bytes.HasPrefix(mustRead(t, "out/digits.pdf"), []byte("%PDF-")) || !bytes.Contains(mustRead(t, "out/optimisers.svg"), []byte("test accuracy (%)")) {
		t.Error("no figures")
	}
}

// TestReproduceWithData: every experiment that needs data produces its claims, figures and tables. A second run repeats no work.
func TestReproduceWithData(t *testing.T) {
	t.Chdir(t.TempDir())
	library(t)
	args := []string{"reproduce", "--quick", "--data", ".", "--mnist", ".", "--out", "out", "--clock", "wall"}
	for _, e := range reproduce.All {
		if len(e.Needs) > 0 {
			args = append(args, e.Name)
		}
	}
	o := execute("", args...)
	if o.code != exitDone || o.errors != "" || strings.Contains(o.out, ": skipped") {
		t.Fatalf("%+v", o)
	}
	before := pieceFiles(t)
	report := string(mustRead(t, "out/report.md"))
	for _, e := range reproduce.All {
		if len(e.Needs) == 0 {
			continue
		}
		if !strings.Contains(o.out, e.Name+" ") || !strings.Contains(report, "## "+e.Title) {
			t.Errorf("%s is missing in\n%s", e.Name, o.out)
		}
		if e.Name == "accuracy" {
			continue // a table, not a figure
		}
		if picture := mustRead(t, "out/"+e.Name+".png"); !bytes.HasPrefix(picture, []byte("\x89PNG")) {
			t.Errorf("%s has no picture", e.Name)
		}
	}
	if again := execute("", args...); again != o {
		t.Errorf("the second time\n%s\nthe first time\n%s", again.out, o.out)
	}
	for name, content := range pieceFiles(t) {
		if before[name] != content {
			t.Errorf("%s was done again", name)
		}
	}
}

// TestReproduceResumes: an interrupted run leaves complete pieces. When it is resumed, the results equal those of an uninterrupted run except for the
// times. A damaged piece is run again.
func TestReproduceResumes(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"reproduce", "losses", "--quick", "--out", "out", "--format", "svg,png", "--page", "page.json"}
	o := interrupted("", 500, args...)
	if o.code != exitFailed || o.out == "" {
		t.Fatalf("%+v", o)
	}
	first := pieceFiles(t)
	if len(first) > 1 {
		t.Fatalf("%d pieces were done before the interruption", len(first))
	}
	o = execute("", args...)
	whole := pieceFiles(t)
	if o.code != exitDone || len(whole) != 2 {
		t.Fatalf("%+v", o)
	}
	for name, content := range first {
		if whole[name] != content {
			t.Errorf("%s was done again", name)
		}
	}
	if svg := mustRead(t, "out/losses.svg"); !bytes.Contains(svg, []byte("<svg")) {
		t.Error("no svg")
	}
	var record reproduce.Record
	if err := json.Unmarshal(mustRead(t, "page.json"), &record); err != nil || len(record.Figures) != 1 || len(record.Figures[0].Panels) != 2 {
		t.Errorf("%v: %+v", err, record)
	}
	for name := range whole {
		mustWrite(t, filepath.Join("out", "pieces", name), "{}")
		break
	}
	if again := execute("", args...); again.code != exitDone || len(pieceFiles(t)) != 2 {
		t.Errorf("%+v", again)
	}
}

func mustRead(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// pieceFiles returns the contents of the files of pieces in out.
func pieceFiles(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("out/pieces/*")
	if err != nil {
		t.Fatal(err)
	}
	contents := map[string]string{}
	for _, name := range files {
		contents[filepath.Base(name)] = string(mustRead(t, name))
	}
	return contents
}

func TestReproduceBadInput(t *testing.T) {
	t.Chdir(t.TempDir())
	mustWrite(t, "file", "")
	mustWrite(t, "breast-cancer.csv", "1,2,0\n1,x,1\n")
	names := "introduction, optimisers, verification, binary, multiclass, accuracy, relu, digits, beta, losses, coefficients, minibatch, depth, depth-data"
	for args, message := range map[string]string{
		"":                             "no experiment is named, expected all or some of " + names,
		"figure4":                      `the experiment is "figure4", expected all or some of ` + names,
		"losses --data nowhere":        "nowhere is not a readable folder, expected a folder of data sets",
		"losses --mnist file":          "file is not a readable folder, expected a folder of data sets",
		"losses --quick --out file":    "file: not a directory, expected a folder that can be written",
		"binary --quick --data .":      "breast-cancer.csv: line 2, column 2 is \"x\", expected a number",
		"losses --format gif --out x":  `--format must be one of "png","svg","pdf" but got "gif" (see conelab help reproduce)`,
		"losses --quick --clock water": `--clock must be one of "wall","processor" but got "water" (see conelab help reproduce)`,
	} {
		o := execute("", append([]string{"reproduce"}, strings.Fields(args)...)...)
		if o.code != exitBadInput || o.out != "" || o.errors != "conelab: "+message+"\n" {
			t.Errorf("%s: %+v", args, o)
		}
	}
	if o := execute("", "reproduce", "binary", "--out", "out"); o.code != exitDone || o.out != "binary: skipped, without breast-cancer, credit-approval\n" {
		t.Errorf("%+v", o)
	}
}
