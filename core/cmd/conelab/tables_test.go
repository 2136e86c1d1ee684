package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"

	"conelab/core/data/table"
)

// TestInputsAreNotWritten names a file that is read as one to write: it is refused before the work, and the file is as it was.
func TestInputsAreNotWritten(t *testing.T) {
	const text = "a,b,y\n1,2,3\n2,1,-1\n0,1,2\n3,3,1\n"
	data, y := write(t, "data.csv", text), write(t, "y.csv", "3\n-1\n2\n1\n")
	solution := solutionFile(t, text)
	link := filepath.Join(t.TempDir(), "link.csv")
	if err := os.Link(data, link); err != nil {
		t.Fatal(err)
	}
	kept := string(mustRead(t, solution))
	for _, args := range [][]string{
		{"-o", data, "solve", data}, {"-o", link, "solve", data}, {"solve", "--problem", data, data}, {"-o", y, "solve", "--y", y, data},
		{"-o", data, "solve", "--test", data, write(t, "other.csv", text)}, {"-o", data, "path", "--folds", "2", data},
		{"-o", solution, "predict", solution, data},
		{"-o", data, "predict", solution, data}, {"-o", solution, "export", "--to", "go", solution}, {"-o", data, "check", data, solution},
		{"path", "--folds=2", "--best", "--problem", data, data}, {"-o", data, "decompose", data}, {"-o", data, "train", data},
		{"-o", data, "sums", data},
	} {
		o := execute("", args...)
		if o.code != exitBadInput || !strings.Contains(o.errors, "is read and would be written") &&
			!strings.Contains(o.errors, "both are standard") {
			t.Errorf("%q: %+v", args, o)
		}
		if string(mustRead(t, data)) != text || string(mustRead(t, solution)) != kept || string(mustRead(t, y)) != "3\n-1\n2\n1\n" {
			t.Fatalf("%q overwrites what it reads", args)
		}
	}
}

// TestEachResultHasAFile: two results that would go into one file, however its path is written, are refused before any work.
func TestEachResultHasAFile(t *testing.T) {
	data, folder := write(t, "data.csv", "a,b,y\n1,2,3\n2,1,-1\n0,1,2\n5,1,1\n"), t.TempDir()
	file, old := filepath.Join(folder, "p.json"), write(t, "old.json", "kept")
	link := filepath.Join(folder, "link.json")
	if err := os.Symlink(old, link); err != nil {
		t.Fatal(err)
	}
	for _, files := range [][2]string{{file, file}, {file, folder + "/./p.json"}, {old, link}} {
		for _, args := range [][]string{{"solve"}, {"path", "--folds=2", "--best"}} {
			o := execute("", append(args, "--problem", files[1], "-o", files[0], data)...)
			expect(t, o, exitBadInput, files[1]+" is named for two results, expected a file for each")
		}
	}
	if _, err := os.Stat(file); err == nil || string(mustRead(t, old)) != "kept" {
		t.Error("a file was written")
	}
}

// TestImagesOfSeveralAxes: an array of images is read for a convolutional network and by its solution, and refused for a dense one.
func TestImagesOfSeveralAxes(t *testing.T) {
	x := write(t, "x.npy", npy([]int{3, 2, 2}, 1, 2, 3, 4, 5, 7, 1, 0, 2, 2, 1, 0))
	flat := write(t, "flat.npy", npy([]int{3, 4}, 1, 2, 3, 4, 5, 7, 1, 0, 2, 2, 1, 0))
	y := write(t, "y.npy", npy([]int{3}, 1, -1, 1))
	args := []string{"solve", "--quiet", "--beta=0.1", "--y", y}
	expect(t, execute("", append(args, x)...), exitBadInput, "has the shape 3 by 2 by 2, expected two axes")
	args = append(args, "--kind=convolutional", "--input=2,2", "--filter=1")
	solved := execute("", append(args, x)...)
	without := func(o outcome) string { return regexp.MustCompile(`"seconds":\S+`).ReplaceAllString(o.out, "") }
	if want := execute("", append(args, flat)...); solved.code != exitDone || without(solved) != without(want) {
		t.Errorf("%+v\nof rows %+v", solved, want)
	}
	file := write(t, "s.json", solved.out)
	if a, b := execute("", "predict", "--quiet", file, x), execute("", "--quiet", "predict", file, flat); a.code != exitDone ||
		a.out != b.out {
		t.Errorf("%+v\nof rows %+v", a, b)
	}
	expect(t, execute("", "check", "--y", y, x, file), exitDone)
}

// TestSparseFiles trains on a file in LIBSVM's format and predicts another one, in which the last features occur in no row, and a further
// one does.
func TestSparseFiles(t *testing.T) {
	const train = "1 1:1 2:2 4:1\n-1 2:1 3:1\n1 1:2 4:-1\n-1 1:-1 3:2\n"
	sparse := solutionFile(t, train, "--classes", "--bias")
	dense := solutionFile(t, "1,2,3,4,label\n1,2,0,1,1\n0,1,1,0,-1\n2,0,0,-1,1\n-1,0,2,0,-1\n", "--classes", "--bias", "--header=yes")
	got := execute("1 1:3\n-1 2:1 9:7\n1\n", "predict", sparse, "-")
	want := execute("1,2,3,4\n3,0,0,0\n0,1,0,0\n0,0,0,0\n", "predict", "--header=yes", dense, "-")
	if got.code != exitDone || got.out != want.out || !strings.Contains(got.errors, `not trained on are left out: "5", "6", "7", "8", "9"`) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	expect(t, execute(train, "check", "-", sparse), exitDone)
}

// TestParquet writes a table with each codec and reads it.
func TestParquet(t *testing.T) {
	type row struct {
		Weight float64          `parquet:"weight"`
		Height *float32         `parquet:"height,optional"`
		Legs   int32            `parquet:"legs"`
		Large  uint64           `parquet:"large"`
		Tame   bool             `parquet:"tame"`
		Price  int64            `parquet:"price,decimal(2:12)"`
		Born   int32            `parquet:"born,date"`
		Seen   time.Time        `parquet:"seen,timestamp(microsecond)"`
		Fed    int32            `parquet:"fed,time(millisecond)"`
		Slept  int64            `parquet:"slept,time(microsecond)"`
		Kind   string           `parquet:"kind,dict"`
		Old    deprecated.Int96 `parquet:"old"` // as Impala and Hive write times
	}
	half := float32(0.5)
	born := time.Date(2020, 2, 29, 0, 0, 0, 0, time.UTC)
	rows := []row{
		{1.25, &half, -4, math.MaxUint64, true, -1234, int32(born.Unix() / 86400), born.Add(90 * time.Minute), 27_000_250, 1, "cat",
			deprecated.Int96{0: 1_000_000_000, 2: 2_440_588}},
		{math.Pi, nil, 1 << 30, 1, false, 5, -1, born, 0, 86_399_000_000, "dog, big", deprecated.Int96{2: 2_440_587}},
	}
	const text = "weight,height,legs,large,tame,price,born,seen,fed,slept,kind,old\n" +
		"1.25,0.5,-4,18446744073709551615,true,-1234e-2,2020-02-29,2020-02-29 01:30:00,07:30:00.25,00:00:00.000001,cat,1970-01-01 00:00:01\n" +
		"3.141592653589793,,1073741824,1,false,5e-2,1969-12-31,2020-02-29 00:00:00,00:00:00,23:59:59,\"dog, big\",1969-12-31 00:00:00\n"
	for _, codec := range []parquet.WriterOption{
		parquet.Compression(&parquet.Uncompressed), parquet.Compression(&parquet.Snappy), parquet.Compression(&parquet.Zstd),
		parquet.Compression(&parquet.Gzip),
	} {
		var file bytes.Buffer
		if err := parquet.Write(&file, rows, codec); err != nil {
			t.Fatal(err)
		}
		got, err := readParquet(file.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		written := table.Line(got.Header)
		for _, cells := range got.Rows {
			written += table.Line(cells)
		}
		if written != text {
			t.Errorf("got\n%swant\n%s", written, text)
		}
		for cut := range file.Len() {
			if _, err := readParquet(file.Bytes()[:cut]); err == nil {
				t.Fatalf("%d of %d bytes are taken for the whole", cut, file.Len())
			}
		}
	}
}

// TestClaimedSizes: no room is made for what a short file claims to have.
func TestClaimedSizes(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := readParquet([]byte("PAR1xxxxxxxxxxxx\xff\xff\xff\x7fPAR1"))
	runtime.ReadMemStats(&after)
	if made := after.TotalAlloc - before.TotalAlloc; err == nil || made > 1<<25 {
		t.Errorf("%v, after %d bytes", err, made)
	}
}
