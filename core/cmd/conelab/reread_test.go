package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"conelab/core/data/table"
)

// numbersOf returns the first column of numbers with that name in what predict printed.
func numbersOf(t *testing.T, o outcome, name string) (values []float64) {
	t.Helper()
	read, err := table.ParseText([]byte(o.out), table.Format{Header: table.HeaderAlways})
	if o.code != exitDone || err != nil {
		t.Fatalf("%+v, %v", o, err)
	}
	j, err := read.Column(name)
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := read.Size()
	for i := range rows {
		values = append(values, read.Value(i, j))
	}
	return values
}

// alike refuses outputs that differ by more than a relative tolerance.
func alike(t *testing.T, what string, tolerance float64, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d outputs, want %d", what, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance*(1+math.Abs(want[i]))) {
			t.Errorf("%s, row %d: %g, want %g", what, i+1, got[i], want[i])
		}
	}
}

// pixelFiles writes images of two by two pixels as an idx file, with labels, and the same pixels as .npy, as CSV with and without names and
// labels, and, in shares.csv, divided by 255.
func pixelFiles(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	pixels, labels := make([]byte, 20*4), make([]byte, 20)
	var x, xy, shares strings.Builder
	var values []float64
	xy.WriteString("a,b,c,d,y\n")
	for i := range labels {
		var row, share []string
		for k := range 4 {
			v := byte(rng.IntN(256))
			pixels[4*i+k], values = v, append(values, float64(v))
			row, share = append(row, strconv.Itoa(int(v))), append(share, fmt.Sprint(float64(v)/255))
		}
		labels[i] = byte(rng.IntN(10))
		fmt.Fprintln(&x, strings.Join(row, ","))
		fmt.Fprintf(&xy, "%s,%d\n", strings.Join(row, ","), labels[i])
		fmt.Fprintf(&shares, "%s,%d\n", strings.Join(share, ","), labels[i])
	}
	mustWrite(t, "x.idx", idxFile(pixels, 20, 2, 2))
	mustWrite(t, "y.idx", packed(idxFile(labels, 20)))
	mustWrite(t, "x.npy", npy([]int{20, 4}, values...))
	mustWrite(t, "x.csv", x.String())
	mustWrite(t, "xy.csv", xy.String())
	mustWrite(t, "shares.csv", shares.String())
}

// TestPixels trains on images in bytes, and on sums of them: what is predicted for the same pixels in files of other kinds is what a
// network says that was trained on the pixels divided by hand. The check takes those files, too.
func TestPixels(t *testing.T) {
	t.Chdir(t.TempDir())
	pixelFiles(t)
	for _, scaling := range [][]string{nil, {"--standardise"}} {
		with := func(args ...string) []string { return append(slices.Clip(args), scaling...) }
		o := execute("", with("solve", "--labels", "y.idx", "x.idx")...)
		if !strings.Contains(o.errors, "pixels are divided by 255") {
			t.Errorf("%+v", o)
		}
		mustWrite(t, "sums.json", do(t, with("sums", "--labels", "y.idx", "x.idx")...))
		for _, c := range []struct {
			solution, column, by string
			checks               []string
		}{
			{do(t, "solve", "--bias", "sums.json"), "label", "y5", []string{"x.idx", "x.csv"}},
			{do(t, with("solve", "--bias", "--labels", "y.idx", "x.idx")...), "8", "8", []string{"x.idx", "x.csv", "x.npy"}},
		} {
			byHand := with("solve", "--bias", "shares.csv")
			if c.by == "8" {
				byHand = append(byHand, "--classes")
			}
			mustWrite(t, "shares.json", do(t, byHand...))
			want := numbersOf(t, execute("", "predict", "--features", "1-4", "shares.json", "shares.csv"), c.by)
			mustWrite(t, "s.json", c.solution)
			first := numbersOf(t, execute("", "predict", "s.json", "x.idx"), c.column)
			alike(t, c.column, 1e-2, first, want)
			for _, other := range []string{"x.npy", "x.csv", "xy.csv"} {
				alike(t, c.column+" on "+other, 1e-9, numbersOf(t, execute("", "predict", "s.json", other), c.column), first)
			}
			for _, file := range c.checks {
				expect(t, execute("", "check", "--y", "y.idx", file, "s.json"), exitDone)
			}
		}
	}
	mustWrite(t, "s.json", do(t, "solve", "--beta=1e3", "xy.csv"))
	if o := execute("", "predict", "--features=1-4", "s.json", "x.idx"); !strings.Contains(o.errors,
		"from 0 to 255, since those trained on were not scaled") {
		t.Errorf("%+v", o)
	}
}

// TestNamesOfNumbers: the names that a network was trained on are names in every table that it reads, however few rows are below them, in
// any order and beside others; a name that is not there is refused.
func TestNamesOfNumbers(t *testing.T) {
	t.Chdir(t.TempDir())
	mustWrite(t, "train.csv", "2019,2020,2021,y\n1,2,3,4\n2,1,0,1\n0,1,5,2\n3,3,1,0\n1,0,2,1\n")
	mustWrite(t, "s.json", do(t, "solve", "train.csv"))
	f := func(text string) outcome { return execute(text, "predict", "s.json", "-") }
	want := numbersOf(t, f("2019,2020,2021,y\n1,2,3,4\n7,5,2,1\n2,2,9,9\n1,1,1,1\n"), "y")[:1]
	for _, text := range []string{
		"2019,2020,2021\n1,2,3\n", "2021,2019,2020\n3,1,2\n", "2020,1999,2021,2019\n2,50,3,1\n", "2021;2019;2020\n3;1;2\n",
		"id,2021,2019,2020\na,3,1,2\n",
	} {
		o := f(text)
		alike(t, text, 1e-12, numbersOf(t, o, "y"), want)
		if !strings.Contains(o.errors, "as in the table trained on; --header no") && !strings.Contains(text, "id") {
			t.Errorf("%q: %s", text, o.errors)
		}
	}
	if o := f("2019,2020,2022\n1,2,3\n"); o.code != exitBadInput || !strings.Contains(o.errors, `no column "2021"`) {
		t.Errorf("%+v", o)
	}
	if got := numbersOf(t, f("1,2,3\n4,5,6\n"), "y"); len(got) != 2 {
		t.Errorf("%d rows of a table without names", len(got))
	}
	mustWrite(t, "two.csv", "y,2021,2020,2019\n4,3,2,1\n")
	expect(t, execute("", "solve", "--test", "two.csv", "train.csv"), exitDone, `"points":1`)
	mustWrite(t, "small.csv", "2019,2020,y\n1,2,4\n2,1,1\n")
	mustWrite(t, "s.json", do(t, "solve", "--header=yes", "small.csv"))
	expect(t, execute("", "check", "small.csv", "s.json"), exitDone)
}

// TestNamesOfIndices: features that a file in LIBSVM's format does not list are 0 only for a network whose features are called by such
// numbers.
func TestNamesOfIndices(t *testing.T) {
	t.Chdir(t.TempDir())
	sparse := "1 1:2 2:3\n-1 1:1\n"
	for args, table := range map[string]string{
		"solve -": "age,height,y\n1,2,3\n2,1,0\n4,4,1\n", "solve --encode=onehot -": "age,colour,y\n1,red,3\n2,blue,0\n4,red,1\n",
		"solve --header=yes -": "2019,2020,y\n1,2,3\n2,1,0\n4,4,1\n",
	} {
		o := execute(table, strings.Fields(args)...)
		mustWrite(t, "s.json", o.out)
		for _, unknown := range []string{"error", "ignore"} {
			expect(t, execute(sparse, "predict", "--unknown", unknown, "s.json", "-"), exitBadInput, "has no column")
		}
	}
}
