package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

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
		Weight float64   `parquet:"weight"`
		Height *float32  `parquet:"height,optional"`
		Legs   int32     `parquet:"legs"`
		Large  uint64    `parquet:"large"`
		Tame   bool      `parquet:"tame"`
		Price  int64     `parquet:"price,decimal(2:12)"`
		Born   int32     `parquet:"born,date"`
		Seen   time.Time `parquet:"seen,timestamp(microsecond)"`
		Fed    int32     `parquet:"fed,time(millisecond)"`
		Slept  int64     `parquet:"slept,time(microsecond)"`
		Kind   string    `parquet:"kind,dict"`
	}
	half := float32(0.5)
	born := time.Date(2020, 2, 29, 0, 0, 0, 0, time.UTC)
	rows := []row{
		{1.25, &half, -4, math.MaxUint64, true, -1234, int32(born.Unix() / 86400), born.Add(90 * time.Minute), 27_000_250, 1, "cat"},
		{math.Pi, nil, 1 << 30, 1, false, 5, -1, born, 0, 86_399_000_000, "dog, big"},
	}
	const text = "weight,height,legs,large,tame,price,born,seen,fed,slept,kind\n" +
		"1.25,0.5,-4,18446744073709551615,true,-1234e-2,2020-02-29,2020-02-29 01:30:00,07:30:00.25,00:00:00.000001,cat\n" +
		"3.141592653589793,,1073741824,1,false,5e-2,1969-12-31,2020-02-29 00:00:00,00:00:00,23:59:59,\"dog, big\"\n"
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
	const most = 1 << 25
	zeros := []byte(packed(strings.Repeat("\x00", 2*most)))
	for name, read := range map[string]func() error{
		"the Parquet file cannot be read": func() error {
			_, err := readParquet([]byte("PAR1xxxxxxxxxxxx\xff\xff\xff\x7fPAR1"))
			return err
		},
		"the file has more than 32 MB when unpacked": func() error {
			_, err := table.Unpack(zeros, most)
			return err
		},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := read()
		runtime.ReadMemStats(&after)
		if made := after.TotalAlloc - before.TotalAlloc; err == nil || !strings.HasPrefix(err.Error(), name) || made > most {
			t.Errorf("%v, after %d bytes", err, made)
		}
	}
}

// TestParquetOfOthers reads a file that Impala wrote, of the library's own tests.
func TestParquetOfOthers(t *testing.T) {
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/parquet-go/parquet-go").Output()
	if err != nil {
		t.Skip("the folder of the library is not known")
	}
	file := filepath.Join(strings.TrimSpace(string(folder)), "testdata", "alltypes_plain.parquet")
	if _, err := os.Stat(file); err != nil {
		t.Skip(err)
	}
	made := filepath.Join(t.TempDir(), "p.json")
	expect(t, execute("", "solve", "--targets=double_col", "--features=id,bool_col-float_col", "--problem", made, file), exitDone)
	p := solvedProblem(t, string(mustRead(t, made)))
	for i, id := range []float64{4, 5, 6, 7, 2, 3, 0, 1} {
		odd := float64(i % 2)
		want := []float64{id, 1 - odd, odd, odd, odd, 10 * odd, float64(float32(1.1)) * odd}
		if y := p.Data.Y[i][0]; fmt.Sprint(p.Data.X[i]) != fmt.Sprint(want) || y != 10.1*odd {
			t.Errorf("row %d: %v, %g, want %v", i, p.Data.X[i], y, want)
		}
	}
	expect(t, execute("", "solve", "--features=timestamp_col", "--targets=id", file), exitBadInput, `is the date "2009-0`)
}

// TestSizesOfText: a table that needs more memory than allowed is refused by its beginning and its size.
func TestSizesOfText(t *testing.T) {
	line := strings.Repeat("0.5,", 99) + "1\n"
	file := write(t, "wide.csv", strings.Repeat(line, 60000))
	if o := execute("", "solve", "--memory=200MB", file); o.code != exitMemory || strings.Count(o.errors, "\n") != 1 {
		t.Errorf("%+v", o)
	}
}

// TestMixedCodes: with --encode onehot a column of few codes, some of them words, has a feature for each code, in training and in
// predictions; without it, and for measurements with a slip, the word is refused.
func TestMixedCodes(t *testing.T) {
	const codes = "code,a,y\n1,1.5,2\n2,2,3\nA,1,1\n1,3,2\n2,0.5,1\n1,2,2\n"
	file := write(t, "codes.csv", codes)
	expect(t, execute("", "solve", file), exitBadInput, `(code) is "A", expected a number; `, "--encode onehot")
	o := execute("", "solve", "--encode=onehot", file)
	if o.code != exitDone || !strings.Contains(o.errors,
		"(code) has words and numbers, which are words here, and is 3 features of 0 and 1: 1, 2, A; ") ||
		strings.Count(withoutTarget(o.errors), "\n") != 1 {
		t.Errorf("%+v", o)
	}
	solution := write(t, "s.json", o.out)
	if o := execute("code,a\nA,1\n2.0,2\n", "predict", solution, "-"); o.code != exitDone || strings.Count(o.out, "\n") != 3 ||
		o.errors != "" {
		t.Errorf("%+v", o)
	}
	expect(t, execute("code,a\n3,1\n", "predict", solution, "-"), exitBadInput, `is "3", expected one of the words 1, 2, A`)
	text := "a,y\n1o,5\n"
	for i := range 60 {
		text += fmt.Sprintf("%d.5,%d\n", i, i%7)
	}
	if o := execute(text, "solve", "--encode=onehot", "-"); o.code != exitBadInput ||
		!strings.Contains(o.errors, `is "1o", expected a number`) || strings.Contains(o.errors, "onehot") {
		t.Errorf("%+v", o)
	}
}

// TestUnusableColumns: all columns that cannot be features are named at once, as what they are, and without them the table is solved. The
// option that leaves them out has numbers for names that a shell would read otherwise. A comma in a name is written with a backslash.
func TestUnusableColumns(t *testing.T) {
	const text = "customer,when,amount,size (m),\"a,b\",order_id,\"c,d\",y\n" +
		"ann,12:30,12%,big one,x,7,1.5,1\nbob,13:30,13%,small,z,9,2,2\ncy,14:10,14%,big one,x,2,4,1\ndi,15:00,9%,big one,z,4,-1,2\n"
	const list = `the table has columns that are not numbers: 1 (customer) has the id or name "ann", 2 (when) has the time "12:30", ` +
		`3 (amount) has the percentage "12%", 4 (size (m)) has the word "big one", 5 ("a,b") has the word "x", expected numbers; `
	const excluded, option = `customer,when,amount,size (m),a\,b`, `--exclude customer,when,amount,4,5 leaves them out`
	file := write(t, "t.csv", text)
	for _, command := range []string{"solve", "sums"} {
		if o := execute("", command, "--quiet", file); o.code != exitBadInput || !strings.Contains(o.errors, list) ||
			!strings.HasSuffix(o.errors, option+"\n") || strings.Contains(o.errors, "--encode") != (command == "solve") {
			t.Errorf("%s: %+v", command, o)
		}
		o, numbered := execute("", command, "--exclude", excluded, file), execute("", command, "--exclude", "1-6", file)
		if o.code != exitDone || !strings.Contains(o.errors, "column 6 (order_id) numbers or names the rows and is left out") ||
			columnsOf(o.out) != columnsOf(numbered.out) {
			t.Errorf("%s: %+v", command, o)
		}
	}
	named, numbered := execute("", "solve", "--features", `c\,d`, "--targets", `y`, file), execute("", "solve", "--features", "7", file)
	if named.code != exitDone || columnsOf(named.out) != columnsOf(numbered.out) {
		t.Errorf("%+v", named)
	}
	if o := execute("", "solve", "--features", "c,d", file); o.code != exitBadInput ||
		!strings.HasSuffix(o.errors, `the table has no column "c"; did you mean "c,d"?; a comma in a name is written \,`+"\n") {
		t.Errorf("%+v", o)
	}
}

// columnsOf returns the columns in a document.
func columnsOf(text string) string {
	_, columns, _ := strings.Cut(text, `"features":[`)
	columns, _, _ = strings.Cut(columns, "\n")
	return columns
}

// TestWordsThatMeanNumbers: percentages and dates are called what they are, in notes and refusals, with what makes numbers of them.
func TestWordsThatMeanNumbers(t *testing.T) {
	for kind, word := range map[string]func(i int) string{
		"percentage": func(i int) string { return fmt.Sprintf("%d.5%%", i) },
		"date":       func(i int) string { return fmt.Sprintf("2024-%02d-%02d", 1+i/28, 1+i%28) },
	} {
		advice := map[string]string{"percentage": "without their sign", "date": "days since the first"}[kind]
		for _, c := range []struct {
			rows    int
			option  string
			code    int
			message string
		}{
			{5, "--encode=error", exitBadInput, "is the " + kind + ` "`},
			{5, "--encode=onehot", exitDone, "has " + kind + "s, which are words here, and is 5 features"},
			{120, "--encode=onehot", exitBadInput, "has 120 different " + kind + "s, expected at most 100 words"},
		} {
			text := "p,a,y\n"
			for i := range c.rows {
				text += fmt.Sprintf("%s,%d,%d\n", word(i), i%7, i%5)
			}
			if o := execute(text, "solve", c.option); o.code != c.code || !strings.Contains(o.errors, c.message) ||
				!strings.Contains(o.errors, advice) {
				t.Errorf("%d %ss, %s: exit %d, %s", c.rows, kind, c.option, o.code, o.errors)
			}
		}
	}
}

// TestNamesInLists: names with commas or quotation marks are told from others wherever they are listed.
func TestNamesInLists(t *testing.T) {
	const text = "colour,\"big, x\",y\n\"dark, red\",1,\"crow, big\"\nblue,2,finch\ngreen,3,sparrow\nblue,1,finch\n"
	o := execute(text, "solve", "--encode=onehot", "--classes")
	for _, part := range []string{`blue, "dark, red", green`, `"crow, big", finch, sparrow`} {
		if !strings.Contains(o.errors, part) {
			t.Errorf("%s is not in %s", part, o.errors)
		}
	}
	solution := write(t, "s.json", o.out)
	for _, c := range [][2]string{
		{"colour,\"big, x\"\npink,1\n", `one of the words blue, "dark, red", green`}, {"colour,x\nblue,1\n", `has no column "big, x"`},
		{"colour,\"big, x\"\nblue,none of these\n", `column 2 ("big, x") is "none of these"`},
	} {
		expect(t, execute(c[0], "predict", solution, "-"), exitBadInput, c[1])
	}
	const order = `["colour=blue","colour=dark, red","colour=green","big, x"]`
	if o := execute("", "export", "--to=onnx", solution); !strings.Contains(o.out, order) {
		t.Error("the model does not have the names of its columns")
	}
}

// TestSlipsAreNotMissing: --missing counts the marks for missing values only; what else is no number is refused with its line and column,
// all such columns at once and without a note on any, also by sums.
func TestSlipsAreNotMissing(t *testing.T) {
	text := "a,b,c,y\n"
	for i := range 60 {
		text += fmt.Sprintf("%d.5,%d,%d,%d.25\n", i, i*7%60, i*11%60, i%9)
	}
	missing := strings.Replace(text, "\n3.5,21,33,", "\n3.5,NA,33,", 1)
	slips := strings.NewReplacer("\n5.5,35,55,", "\n5.5,10%,55,", "\n9.5,3,39,", "\n9.5,3,low,").Replace(missing)
	for _, command := range []string{"solve", "sums"} {
		for _, how := range []string{"drop", "mean"} {
			if command == "sums" && how == "mean" {
				continue
			}
			if o := execute("", command, "--missing", how, write(t, "t.csv", missing)); o.code != exitDone ||
				strings.Contains(o.errors, "no number") {
				t.Errorf("%s: %+v", command, o)
			}
			o := execute("", command, "--missing", how, write(t, "t.csv", slips))
			const both = `2 (b) has the percentage "10%" in line 7, 3 (c) has the word "low" in line 11, expected numbers`
			if o.code != exitBadInput || strings.Contains(o.errors, "is not a number") || !strings.Contains(o.errors, both) ||
				!strings.HasSuffix(o.errors, "--exclude b,c leaves them out\n") {
				t.Errorf("%s: %+v", command, o)
			}
		}
	}
}
