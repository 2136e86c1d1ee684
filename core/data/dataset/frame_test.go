package dataset

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/numeric/lift"
)

func TestStandardize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, scale := rapid.IntRange(2, 30).Draw(t, "n"), rapid.SampledFrom([]float64{1e-200, 1e-4, 1, 1e6, 1e200}).Draw(t, "scale")
		shift := rapid.Float64Range(-100, 100).Draw(t, "shift")
		x := make([][]float64, n)
		for i := range x {
			x[i] = []float64{scale * (shift + rapid.Float64Range(-1, 1).Draw(t, "x")), 7, scale * float64(i)}
		}
		scaling, err := new(Columns).Standard(x)
		if err != nil {
			t.Fatal(err)
		}
		scaled := scaling.Apply(x)
		for k := range 3 {
			mean, square, spread := 0.0, 0.0, 0.0
			for i := range x {
				mean += scaled[i][k] / float64(n)
				square += scaled[i][k] * scaled[i][k] / float64(n)
				spread = math.Max(spread, math.Abs(x[i][k]-x[0][k]))
			}
			want := 1.0
			if spread == 0 {
				want = 0
			} else if spread < 1e-7*scale {
				continue // the numbers themselves have too few digits left
			}
			if math.Abs(mean) > 1e-6 || math.Abs(square-want) > 1e-6 {
				t.Errorf("column %d: mean %g, square %g, want 0 and %g", k, mean, square, want)
			}
		}
	})
}

// divided fails unless the fold has each of n rows exactly once, in ascending order on either side.
func divided(t *rapid.T, fold Fold, n int) {
	t.Helper()
	seen := make([]bool, n)
	for _, part := range [][]int{fold.Train, fold.Test} {
		last := -1
		for _, row := range part {
			if seen[row] || row <= last {
				t.Fatalf("row %d of %v", row, fold)
			}
			seen[row], last = true, row
		}
	}
	if len(fold.Train)+len(fold.Test) != n {
		t.Fatalf("%d and %d rows, want %d", len(fold.Train), len(fold.Test), n)
	}
}

func TestRandomFolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		k, seed := rapid.IntRange(2, n).Draw(t, "k"), rapid.Uint64().Draw(t, "seed")
		folds, err := RandomFolds(n, k, seed)
		if err != nil || len(folds) != k {
			t.Fatalf("%v, %v", folds, err)
		}
		tested := make([]int, n)
		for _, fold := range folds {
			divided(t, fold, n)
			if size := len(fold.Test); size < n/k || size > (n+k-1)/k {
				t.Errorf("%d rows to test on, %d folds of %d rows", size, k, n)
			}
			for _, row := range fold.Test {
				tested[row]++
			}
		}
		for row, times := range tested {
			if times != 1 {
				t.Errorf("row %d is tested %d times", row, times)
			}
		}
		if again, _ := RandomFolds(n, k, seed); !reflect.DeepEqual(again, folds) {
			t.Error("the seed does not decide")
		}
	})
}

func TestSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, percent := rapid.IntRange(2, 1000).Draw(t, "n"), rapid.IntRange(1, 99).Draw(t, "percent")
		var classes []int
		if rapid.Bool().Draw(t, "by class") {
			classes = rapid.SliceOfN(rapid.IntRange(0, 3), n, n).Draw(t, "classes")
		}
		fold, err := Split(n, float64(percent)/100, rapid.Uint64().Draw(t, "seed"), classes)
		if n*percent/100 == 0 {
			if err == nil {
				t.Error("nothing to train on")
			}
			return
		}
		if err != nil || len(fold.Train) != n*percent/100 {
			t.Fatalf("%v, %v, want %d rows to train on", fold, err, n*percent/100)
		}
		divided(t, fold, n)
		counts, trained := map[int]float64{}, map[int]float64{}
		for _, class := range classes {
			counts[class]++
		}
		for _, row := range fold.Train {
			if classes != nil {
				trained[classes[row]]++
			}
		}
		for class, count := range counts {
			if share := count * float64(len(fold.Train)) / float64(n); math.Abs(trained[class]-share) >= 1+1e-9 {
				t.Fatalf("of class %d, %g of %g rows are to train on, where the share is %g", class, trained[class], count, share)
			}
		}
	})
}

func TestParseFolds(t *testing.T) {
	folds, err := ParseFolds([]byte("# tests\r\n2,0\n\n 1\t2 \r\n"), 4)
	if want := []Fold{{[]int{1, 3}, []int{0, 2}}, {[]int{0, 3}, []int{1, 2}}}; err != nil || !reflect.DeepEqual(folds, want) {
		t.Errorf("%v, %v", folds, err)
	}
}

func TestDivisionFaults(t *testing.T) {
	split := func(n int, fraction float64) error { _, err := Split(n, fraction, 0, nil); return err }
	folds := func(n, k int) error { _, err := RandomFolds(n, k, 0); return err }
	parse := func(text string) error { _, err := ParseFolds([]byte(text), 3); return err }
	for _, c := range []struct {
		err      error
		sentence string
	}{
		{split(10, 0), "--split is 0 of 10 rows, expected a number between 0 and 1 that leaves at least one row on either side"},
		{split(1, 0.5), "--split is 0.5 of 1 row, expected a number between 0 and 1 that leaves at least one row on either side"},
		{split(10, math.NaN()),
			"--split is NaN of 10 rows, expected a number between 0 and 1 that leaves at least one row on either side"},
		{folds(1, 2), "the table has 1 row, expected at least two to divide into folds"},
		{folds(2, 3), "--folds is 3, expected 2, the number of rows"},
		{folds(10, 1), "--folds is 1, expected 2 to 10, the number of rows"},
		{folds(10, 11), "--folds is 11, expected 2 to 10, the number of rows"},
		{parse(""), "the folds are empty, expected lines of row numbers counted from zero"},
		{parse("0\n1,3\n"), `line 2 of the folds names row "3", expected 0 to 2`},
		{parse("0,x\n"), `line 1 of the folds names row "x", expected 0 to 2`},
		{parse("1,0,1\n"), "line 1 of the folds names row 1 twice, expected each row once"},
		{parse("0,1,2\n"), "the folds test on all 3 rows in one line, expected at least one row to train on"},
	} {
		if c.err == nil || c.err.Error() != c.sentence {
			t.Errorf("\n got %v\nwant %s", c.err, c.sentence)
		}
	}
}

func FuzzParseFolds(f *testing.F) {
	f.Add([]byte("2,0\n1 2\n"), 4)
	f.Add([]byte("# \n\x00-1;99999999999999999999"), 3)
	f.Fuzz(func(t *testing.T, text []byte, n int) {
		n = 1 + int(uint(n)%50)
		folds, err := ParseFolds(text, n)
		if err != nil {
			oneLine(t, err)
		}
		for _, fold := range folds {
			if len(fold.Train) == 0 || len(fold.Test) == 0 || len(fold.Train)+len(fold.Test) != n {
				t.Fatalf("%q gives %v of %d", text, fold, n)
			}
		}
	})
}

func rng(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 11)) }

func cube(s float64) float64 { return s*s*s + 1 }

// TestTeacherByDefinition computes the outputs from their definition, for a signal; package lift tests the patches of images.
func TestTeacherByDefinition(t *testing.T) {
	const length, filter, padding, stride, pool, outputs = 8, 3, 1, 2, 2, 3
	a := lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, length, 1}, Signal: true, Filter: filter, Padding: padding,
		Stride: stride, Pool: pool}
	teacher := NewTeacher(rng(1), a, length, outputs, 2, cube)
	f := Draw(rng(2), 3, Gaussians, 0, teacher)
	for i, x := range f.X {
		want := make([]float64, outputs)
		for patch := range (length+2*padding-filter)/stride + 1 {
			for j, u := range teacher.U {
				s := 0.0
				for k := range u {
					if at := patch*stride - padding + k; at >= 0 && at < length {
						s += u[k] * x[at]
					}
				}
				for o := range want {
					want[o] += teacher.Alpha[j][patch/pool*outputs+o] * cube(s) / pool
				}
			}
		}
		for o := range want {
			if math.Abs(f.Y[i][o]-want[o]) > 1e-12*(1+math.Abs(want[o])) {
				t.Errorf("output %d of point %d is %g, want %g", o, i, f.Y[i][o], want[o])
			}
		}
	}
}

func TestDraw(t *testing.T) {
	teacher := NewTeacher(rng(4), lift.Architecture{}, 3, 2, 2, cube)
	const n = 4000
	plain, powers, noisy := Draw(rng(5), n, Gaussians, 0, teacher), Draw(rng(5), n, FourthPowers, 0, teacher),
		Draw(rng(5), n, Gaussians, 2, teacher)
	whole(t, plain)
	if !reflect.DeepEqual(plain, Draw(rng(5), n, Gaussians, 0, teacher)) || reflect.DeepEqual(plain, Draw(rng(6), n, Gaussians, 0, teacher)) {
		t.Error("the seed does not decide the points")
	}
	square, noise := 0.0, 0.0
	for i, x := range plain.X {
		for k, v := range x {
			square += v * v / (3 * n)
			if powers.X[i][k] != math.Pow(v, 4) {
				t.Fatalf("%g is not the fourth power of %g", powers.X[i][k], v)
			}
		}
		for o, y := range teacher.At(noisy.X[i]) {
			noise += (noisy.Y[i][o] - y) * (noisy.Y[i][o] - y) / (2 * n)
		}
	}
	if math.Abs(square-1) > 0.1 || math.Abs(noise-4) > 0.4 {
		t.Errorf("variances %g and %g, want 1 and 4", square, noise)
	}
}

func TestClassify(t *testing.T) {
	one := &Frame{Columns: Columns{Targets: []string{"y1"}}, Y: [][]float64{{3}, {-1}, {2}, {9}}}
	one.Classify()
	if !reflect.DeepEqual(one.Y, [][]float64{{1}, {-1}, {-1}, {1}}) || !reflect.DeepEqual(one.Classes, Classes{"-1", "1"}) {
		t.Errorf("%v", one)
	}
	two := &Frame{Columns: Columns{Targets: []string{"y1", "y2"}}, Y: [][]float64{{3, 4}, {-1, -2}}}
	two.Classify()
	if !reflect.DeepEqual(two.Y, [][]float64{{0, 1}, {1, 0}}) || !reflect.DeepEqual(two.Classes, Classes{"y1", "y2"}) {
		t.Errorf("%v", two)
	}
}
