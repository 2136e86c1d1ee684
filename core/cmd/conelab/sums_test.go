package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/format/document"
	"conelab/core/numeric/moments"
)

// plainTable returns rows of d features and a target, as numbers and as CSV with a header.
func plainTable(n, d int) (rows [][]float64, text string) {
	rng := rand.New(rand.NewPCG(uint64(n), 3))
	var b strings.Builder
	for k := range d {
		fmt.Fprintf(&b, "a%d,", k)
	}
	b.WriteString("target\n")
	for range n {
		row, sum := make([]float64, d+1), 0.0
		for k := range d {
			row[k] = math.Round(1e4*rng.NormFloat64())/1e4 + float64(k)
			sum += math.Abs(row[k])
			fmt.Fprintf(&b, "%.24f,", row[k])
		}
		row[d] = math.Round(1e4*(sum+0.5*rng.NormFloat64())) / 1e4
		fmt.Fprintf(&b, "%.24f\n", row[d])
		rows = append(rows, row)
	}
	return rows, b.String()
}

// do runs the program, which must succeed.
func do(t *testing.T, args ...string) string {
	t.Helper()
	o := execute("", append(args, "--quiet")...)
	expect(t, o, 0)
	return o.out
}

// TestFormatStandsAnywhere: a sums document whose names are sorted, so that its format comes late, is read as one all the same.
func TestFormatStandsAnywhere(t *testing.T) {
	_, text := plainTable(200, 3)
	late := textOf(t, decode[tree](t, do(t, "sums", "--folds", "2", write(t, "all.csv", text))))
	if strings.Index(late, `"format"`) < 200 {
		t.Fatal(late)
	}
	file := write(t, "late.json", late)
	for _, o := range []outcome{execute(late, "solve", "-"), execute("", "solve", file), execute(packed(late), "solve", "-")} {
		expect(t, o, exitDone, "; certified for the sums of 200 rows\n")
	}
	expect(t, execute("", "sums", file, file), exitDone, `"rows":400`)
}

// TestSumsOfEveryKind: CSV, packed CSV, several files, and arrays in any order of rows and columns have the same sums as one file, and the
// networks cost on the rows what they cost on the sums.
func TestSumsOfEveryKind(t *testing.T) {
	table, text := plainTable(12000, 3) // a CSV of more than one piece
	var flat, columns, x, y []float64
	for _, row := range table {
		flat, x, y = append(flat, row...), append(x, row[:3]...), append(y, row[3])
	}
	for k := range 4 {
		for _, row := range table {
			columns = append(columns, row[k])
		}
	}
	lines := strings.SplitAfter(text, "\n")
	first, second := write(t, "1.csv", strings.Join(lines[:4000], "")), write(t, "2.csv", lines[0]+strings.Join(lines[4000:], ""))
	whole := write(t, "document.json", do(t, "sums", write(t, "all.csv", text)))
	want, err := document.ParseSums([]byte(string(mustRead(t, whole))))
	if err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"packed":       {write(t, "all.csv.gz", packed(text))},
		"two files":    {first, second},
		"two sums":     {write(t, "document.json", do(t, "sums", first)), write(t, "document.json", do(t, "sums", second))},
		"sums and CSV": {write(t, "document.json", do(t, "sums", first)), second},
		"semicolons":   {write(t, "all.csv", strings.ReplaceAll(strings.ReplaceAll(text, ",", ";"), ".", ","))},
		"quotes":       {write(t, "all.csv", quoted(text))},
		"npy":          {"--targets", "4", write(t, "all.npy", npy([]int{len(table), 4}, flat...))},
		"npy by columns": {"--targets", "4", write(t, "all.npy",
			strings.Replace(npy([]int{len(table), 4}, columns...), "'fortran_order': False", "'fortran_order': True ", 1))},
		"two npy": {"--y", write(t, "y.npy", npy([]int{len(table)}, y...)), write(t, "x.npy", npy([]int{len(table), 3}, x...))},
		"npz":     {write(t, "all.npz", npz([2]string{"x", npy([]int{len(table), 3}, x...)}, [2]string{"y", npy([]int{len(table)}, y...)}))},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := document.ParseSums([]byte(do(t, append([]string{"sums"}, args...)...)))
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range want.X {
				if math.Abs(got.X[i]-v) > 1e-13*math.Abs(v)+1e-9 {
					t.Errorf("x[%d] is %.17g, want %.17g", i, got.X[i], v)
				}
			}
			if got.Rows != 12000 || math.Abs(got.YY[0][0]-want.YY[0][0]) > 1e-13*want.YY[0][0] {
				t.Errorf("%g rows, yy = %.17g, want %.17g", got.Rows, got.YY[0][0], want.YY[0][0])
			}
		})
	}
	all := write(t, "all.csv", text)
	solution := write(t, "document.json", do(t, "solve", "--beta", "100", "--bias", whole))
	rows := solutionOf(t, do(t, "solve", "--beta", "100", "--bias", all))
	own := solutionOf(t, string(mustRead(t, solution)))
	if math.Abs(own.Objective-rows.Objective) > 1e-9*rows.Objective || own.Gap > 1e-8 || own.Dual != nil || !own.Sums {
		t.Errorf("the cost is %.15g by sums, gap %.1e, by rows %.15g", own.Objective, own.Gap, rows.Objective)
	}
	queried := write(t, "document.json", strings.Replace(string(mustRead(t, whole)), `"targets":[4]`, `"targets":[4],"missing":"drop"`, 1))
	for _, file := range []string{whole, all, queried} {
		if c := decode[document.Check](t, do(t, "check", file, solution)); !c.Pass {
			t.Error(c.Badge)
		}
	}
	for _, args := range [][]string{{"check", "-", solution}, {"sums", "-"}} {
		expect(t, execute(string(mustRead(t, whole)), args...), exitDone)
	}
	expect(t, execute("", "check", first, solution), exitFailed)
	if predictions := do(t, "predict", solution, all); strings.Count(predictions, "\n") != 12001 {
		t.Errorf("predictions for %d lines", strings.Count(predictions, "\n"))
	}
	do(t, "export", "--to", "python", solution)
}

// npz packs arrays.
func npz(arrays ...[2]string) string {
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for _, array := range arrays {
		file, _ := archive.Create(array[0] + ".npy")
		_, _ = file.Write([]byte(array[1]))
	}
	_ = archive.Close()
	return b.String()
}

// quoted puts every cell of a CSV in quotes.
func quoted(text string) string {
	return `"` + strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(text), ",", `","`), "\n", "\"\n\"") + "\"\n"
}

// TestFoldsOfSums: cross-validation from sums has the numbers of that from the rows with the same folds: the costs to the gap, and the
// errors, of which a gap is about the square, to its root. The tolerance is what rounding keeps the gap from.
func TestFoldsOfSums(t *testing.T) {
	table, text := plainTable(2000, 3)
	all := write(t, "all.csv", text)
	folds := make([][]string, 4)
	for i := range table {
		k := moments.FoldOf(uint64(i), 4)
		folds[k] = append(folds[k], fmt.Sprint(i))
	}
	var lines strings.Builder
	for _, fold := range folds {
		lines.WriteString(strings.Join(fold, " ") + "\n")
	}
	sums := write(t, "document.json", do(t, "sums", "--folds", "4", all))
	options := []string{"path", "--betas", "3000,300,30", "--tolerance", "1e-15", "--folds"}
	got := decode[document.CrossValidation](t, execute("", append(options, "4", sums)...).out)
	want := decode[document.CrossValidation](t, execute("", append(options, write(t, "folds.txt", lines.String()), all)...).out)
	for i, row := range want.Rows {
		for name, pair := range map[string][2]float64{
			"cost": {got.Rows[i].Cost, row.Cost}, "train error": {got.Rows[i].TrainError, row.TrainError},
			"test error": {*got.Rows[i].TestError, *row.TestError}, "standard error": {*got.Rows[i].TestErrorSE, *row.TestErrorSE},
		} {
			limit := map[string]float64{"cost": 1e-13, "standard error": 1e-7}[name]
			if limit == 0 {
				limit = 1e-8
			}
			if math.Abs(pair[0]-pair[1]) > limit*math.Abs(pair[1]) {
				t.Errorf("beta %g: %s %.15g, from the rows %.15g", row.Beta, name, pair[0], pair[1])
			}
		}
	}
	best := solutionOf(t, do(t, "path", "--folds", "4", "--best", sums))
	if best.Status != "optimal" || !best.Sums || best.Model.Beta == 0 {
		t.Errorf("the best is %s for beta %g", best.Status, best.Model.Beta)
	}
}

// TestSumsOfClasses: classes, found in any piece, are outputs of 1 and 0, as when training on the rows, and rows of them are predicted by
// name.
func TestSumsOfClasses(t *testing.T) {
	var b strings.Builder
	b.WriteString("a,b,kind\n")
	rng := rand.New(rand.NewPCG(4, 4))
	for i := range 24000 {
		kind := max(0, i/4000-3) // the last two are not in the first piece
		fmt.Fprintf(&b, "%.30f,%.30f,%s\n", rng.NormFloat64()+float64(kind), rng.NormFloat64(), "xyz"[kind:kind+1])
	}
	file := write(t, "kinds.csv", b.String())
	sums := write(t, "document.json", do(t, "sums", "--classes", "--standardise", file))
	d, err := document.ParseSums([]byte(string(mustRead(t, sums))))
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(d.Features, d.Outputs) != "[a b] [x y z]" || d.YY[0][0] != 16000 || d.YY[1][0] != 0 || math.Abs(d.X[1]) > 1e-8 {
		t.Errorf("%v %v, yy %v, mean %g", d.Features, d.Outputs, d.YY, d.X[1])
	}
	solution := write(t, "document.json", do(t, "solve", "--beta", "100", "--bias", sums))
	do(t, "check", sums, solution)
	do(t, "check", file, solution)
	rows, summed := solutionOf(t, do(t, "solve", "--classes", "--standardise", "--bias", "--beta", "100", file)),
		solutionOf(t, string(mustRead(t, solution)))
	if off := math.Abs(rows.Objective/summed.Objective - 1); off > 3e-8 {
		t.Errorf("trained on the rows the cost is %.12g, on their sums %.12g", rows.Objective, summed.Objective)
	}
	if lines := strings.SplitN(do(t, "predict", solution, file), "\n", 3); lines[0] != "row,class,x,y,z" || !strings.HasPrefix(lines[1], "1,x,") {
		t.Errorf("the predictions begin with %q", lines[:2])
	}
}

// TestSumsRefuse: what cannot be done is said in one sentence.
func TestSumsRefuse(t *testing.T) {
	_, text := plainTable(50, 2)
	all := write(t, "all.csv", text)
	sums := write(t, "document.json", do(t, "sums", "--folds", "2", all))
	other := write(t, "document.json", do(t, "sums", "--features", "a0", all))
	document := string(mustRead(t, sums))
	wide := make([]float64, 2*40)
	for _, c := range []struct {
		want string
		args []string
	}{
		{"it has JSON, a document or an object for each row", []string{"sums", write(t, "document.json", small)}},
		{"the loss is \"logistic\"", []string{"solve", "--loss", "logistic", sums}},
		{"convolutional", []string{"solve", "--kind", "convolutional", "--input", "2", "--filter", "1", sums}},
		{"several layers", []string{"solve", "--layers", "2", sums}},
		{"sums cannot be scaled", []string{"solve", "--standardise", sums}},
		{"--resume is given with a sums document", []string{"solve", "--resume", sums, sums}},
		{"--problem is given with a sums document", []string{"path", "--folds", "2", "--best", "--problem", "p.json", sums}},
		{"expected 2, the number of folds", []string{"path", "--folds", "5", sums}},
		{"expected those of folds", []string{"path", "--folds", "5", other}},
		{"features is 1 item, expected 2 items", []string{"sums", sums, other}},
		{"the document has no folds, expected 2 as the sums before have", []string{"sums", sums, write(t, "document.json", do(t, "sums", all))}},
		{"of 900 has no rows", []string{"sums", "--folds", "900", all}},
		{"rows is -50", []string{"solve", write(t, "document.json", strings.Replace(document, `"rows":50`, `"rows":-50`, 1))}},
		{"rows is 50.5", []string{"solve", write(t, "document.json", strings.Replace(document, `"rows":50`, `"rows":50.5`, 1))}},
		{"are not those of any rows", []string{"solve", write(t, "document.json", strings.Replace(document, `"yy":[[`, `"yy":[[-`, 1))}},
		{"xy has 2 rows", []string{"solve", write(t, "document.json", strings.Replace(document, `"xy":[[`, `"xy":[[1],[`, 1))}},
		{"unknown name", []string{"solve", write(t, "document.json", strings.Replace(document, `"yy"`, `"zz"`, 1))}},
		{"expected a finite number", []string{"solve", write(t, "document.json", strings.Replace(document, `"x":[50`, `"x":[NaN`, 1))}},
		{"long.csv: line 300001 has 1 cell, expected 3 as", []string{"sums", write(t, "long.csv", strings.Repeat("1,2,3\n", 300000)+"1\n")}},
		{"standard input is read once", []string{"sums", "--standardise", "-"}},
		{"39 features and 1 output, expected at most 23 features", []string{"sums", write(t, "wide.npy", npy([]int{2, 40}, wide...))}},
		{"--sql, expected the classes", []string{"sums", "--sql", "t", "--features", "a", "--targets", "y", "--classes"}},
		{"folds but no key", []string{"sums", "--sql", "t", "--features", "a", "--targets", "y", "--folds", "3"}},
		{"no features or no targets", []string{"sums", "--sql", "t", "--features", "a"}},
		{"no column s3", []string{"sums", "--result", write(t, "answer.csv",
			"conelab,part,fold,s1,s2\n\"{\"\"features\"\":[\"\"a\"\"],\"\"outputs\"\":[\"\"y\"\"]}\",0,0,5,1\n")}},
		{"expected a finite number", []string{"sums", "--result", write(t, "answer.json",
			`[{"conelab":"{\"features\":[\"a\"],\"outputs\":[\"y\"]}","part":0,"fold":0,"s1":"NaN"}]`)}},
		{"has 1 of the 2 folds asked for, expected all; --key names a column of whole numbers", []string{"sums", "--result", write(t,
			"answer.json", `[{"conelab":"{\"features\":[\"a\"],\"outputs\":[\"y\"],\"folds\":2}","part":0,"fold":0`+
				`,"s1":3,"s2":0,"s3":2,"s4":0,"s5":2,"s6":1,"s7":1,"s8":1,"s9":3}]`)}},
		{"has no rows", []string{"sums", "--result", write(t, "answer.csv", "conelab,part,fold,s1\n")}},
	} {
		if o := execute("", c.args...); o.code != exitBadInput || !strings.Contains(o.errors, c.want) ||
			strings.Count(withoutTarget(o.errors), "\n") != 1 {
			t.Errorf("%v: exit %d, %q, want %q", c.args, o.code, o.errors, c.want)
		}
	}
}
