package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestNotes: what is decided about a table, or is wrong in several of its places, is said once, with what changes it. The parts for expect
// are separated by bars.
func TestNotes(t *testing.T) {
	poor, slips, times := "a,b,y\n", "a,b,c,y\n", "time,y\n"
	shares := map[string]string{"%": "p,a,y\n", "date": "p,a,y\n"}
	for i := range 120 {
		poor += fmt.Sprintf("%d,%d,%d\n", i%5-2, i*i%7-3, i*i*i%11-5)
		times += fmt.Sprintf("%d,%d.5\n", 1_700_000_000+3600*i, i*i%7)
		slips += fmt.Sprintf("%d.5,%d,%d,%d.25\n", i, i*7%120, i*11%120, i%9)
		shares["%"] += fmt.Sprintf("%d.5%%,%d,%d\n", i, i%7, i%5)
		shares["date"] += fmt.Sprintf("2024-%02d-%02d,%d,%d\n", 1+i/28, 1+i%28, i%7, i%5)
	}
	missing := strings.Replace(slips, "\n3.5,21,33,", "\n3.5,NA,33,", 1)
	slips = strings.NewReplacer("\n5.5,35,55,", "\n5.5,10%,55,", "\n9.5,63,99,", "\n9.5,63,low,").Replace(missing)
	const (
		twoSlips = `2 (b) has the percentage "10%" in line 7, 3 (c) has "low" in line 11, expected numbers|--exclude b,c leaves them out`
		codes    = "code,a,y\n1,1.5,2\n2,2,3\nA,1,1\n1,3,2\n2,0.5,1\n1,2,2\n"
		named    = "colour,\"big, x\",y\n\"dark, red\",1,\"crow, big\"\nblue,2,finch\ngreen,3,sparrow\nblue,1,finch\n"
		unusable = "customer,when,amount,size (m),\"a,b\",order_id,\"c,d\",y\n" +
			"ann,12:30,12%,big one,x,7,1.5,1\nbob,13:30,13%,small,z,9,2,2\ncy,14:10,14%,big one,x,2,4,1\ndi,15:00,9%,big one,z,4,-1,2\n"
		listed = `the table has columns that are not numbers: 1 (customer) has "ann", 2 (when) has the time "12:30", ` +
			`3 (amount) has the percentage "12%", 4 (size (m)) has "big one", 5 ("a,b") has "x", expected numbers; |` +
			`--exclude customer,when,amount,4,5 leaves them out`
		noted           = "the target is column "
		classes         = ", --classes makes classes of its few whole numbers"
		few, fractional = "1,2,0\n2,1,1\n4,1,0\n", "n,m,y\n1,2,0.5\n2,1,1.5\n4,1,2\n2,5,1\n"
	)
	ofCodes, ofNames := solutionFile(t, codes, "--encode=onehot"), solutionFile(t, named, "--encode=onehot", "--classes")
	x, y := write(t, "x.npy", npy([]int{3, 3}, 1, 2, 3, 4, 5, 6, 1, 0, 2)), write(t, "y.csv", "1\n2\n2\n")
	ofArray, words := solutionFile(t, string(mustRead(t, x))), "a,y\n1,u\n2,v\n3,w\n0,u\n"
	stopped := write(t, "s.json", strings.Replace(string(mustRead(t, ofArray)), `"status":"optimal"`, `"status":"stopped"`, 1))
	logistic, softmax := solutionFile(t, words, "--loss=logistic", "--beta=1"), solutionFile(t, words, "--loss=softmax", "--beta=1")
	const position, sure = "the features are found by their position (1, 2), since not both tables have names", "not certified"
	for _, c := range []struct {
		stdin, args string
		code        int
		want        string
	}{
		{poor, "solve --beta 400", exitDone, "the targets trained on; a smaller --beta or --standardise or --bias (a feature of ones) may help\n"},
		{poor, "solve --beta 400 --activation relu --standardise", exitDone, "the targets trained on; a smaller --beta may help\n"},
		{poor, "solve --beta 400 --standardise", exitDone, "trained on; a smaller --beta or --bias (a feature of ones) may help\n"},
		{poor, "solve --beta 400 --bias", exitDone, "trained on; a smaller --beta or --standardise may help\n"},
		{poor, "solve --beta 400 --tolerance 1e-30", exitFailed, "conelab: inaccurate: objective |" + `"status":"inaccurate"` + "|!may help"},

		{times, "solve", exitFailed, "feature time has large numbers (mean 1.7e9, deviation 125000), which neurons square; --standardise scales|" +
			"gap 1, above the 1e-08 asked for, |. --standardise or a larger --beta may help\n|!gap 1.0e"},
		{"x,y\n-39000,2400000.5\n21000,5400000\n-16000,-5600000\n", "solve --a=-0.17 --b=30 --c=0 --beta=6e-6", exitFailed,
			"no neurons|s. --method corrective or --standardise"},
		{poor, "path --split=0.5 --count=2 --csv", exitDone, " s. On the points held out beta "},
		{poor, "path --count=2 --csv", exitDone, "!held out"},
		{times, "solve --standardise", exitDone, "!large numbers"},
		{do(t, "sums", write(t, "times.csv", times)), "solve", exitFailed, "inaccurate: |!certified for"},

		{"a,y\n\"312.000\",1\n\"1.234\",2\n", "solve", exitDone, "note: standard input: numbers have decimal points: 312.000 is 312\n"},
		{"a,y\n\"312.000\",1\n\"1.2\",2\n", "solve", exitDone, "!decimal points"},
		{codes, "solve", exitBadInput, `(code) is "A", expected a number; |--encode onehot`},
		{codes, "solve --encode=onehot", exitDone, "(code) has words and numbers, which are words here, and is 3 features of 0 and 1: 1, 2, A; "},
		{"code,a\nA,1\n2.0,2\n", "predict " + ofCodes + " -", exitDone, "y\n|!note"},
		{"code,a\n3,1\n", "predict " + ofCodes + " -", exitBadInput, `is "3", expected one of the words 1, 2, A`},
		{strings.Replace(slips, "\n0.5,", "\n1o,", 1), "solve --encode=onehot --exclude b,c", exitBadInput, `is "1o", expected a number|!onehot`},
		{shares["%"], "solve", exitBadInput, `is the percentage "|without their sign`},
		{shares["date"], "solve", exitBadInput, `is the date "|days since the first`},
		{shares["date"], "solve --limit=5 --encode=onehot", exitDone, "has dates, which are words here, and is 5 features|days since the first"},
		{shares["%"], "solve --encode=onehot", exitBadInput, "has 120 different percentages, expected at most 100 words"},

		{missing, "solve --missing=mean", exitDone, "!no number"}, {missing, "sums --missing=drop -", exitDone, "!no number"},
		{slips, "solve --missing=mean", exitBadInput, twoSlips + "|!is not a number"},
		{slips, "sums --missing=drop -", exitBadInput, twoSlips + "|!is not a number"},
		{unusable, "solve --quiet", exitBadInput, listed + "|--encode"}, {unusable, "sums --quiet -", exitBadInput, listed + "|!--encode"},
		{unusable, `solve --exclude customer,when,amount,4,a\,b`, exitDone, "column 6 (order_id) numbers or names the rows and is left out"},
		{unusable, `solve --features c\,d --targets y`, exitDone, `"features":["c,d"]`},
		{"a,a-1,c,y\n1,2,3,4\n2,3,1,6\n4,1,5,9\n", "solve --features a-1-c", exitDone, `"features":["a-1","c"]`},
		{unusable, "solve --features c,d", exitBadInput, `has no column "c"; did you mean "c,d"?; a comma in a name is written \,` + "\n"},
		{named, "solve --encode=onehot --classes", exitDone, `blue, "dark, red", green|"crow, big", finch, sparrow`},
		{"colour,\"big, x\"\npink,1\n", "predict " + ofNames + " -", exitBadInput, `one of the words blue, "dark, red", green`},
		{"colour,x\nblue,1\n", "predict " + ofNames + " -", exitBadInput, `has no column "big, x"`},
		{"colour,\"big, x\"\nblue,none of these\n", "predict " + ofNames + " -", exitBadInput, `column 2 ("big, x") is "none of these"`},
		{"", "export --to=onnx " + ofNames, exitDone, `["colour=blue","colour=dark, red","colour=green","big, x"]`},

		{"", "predict " + ofArray + " " + x, exitDone, position + "|!" + sure}, {"", "predict " + x + " " + ofArray, exitDone, position},
		{"", "predict " + stopped + " " + x, exitDone, sure + ` as optimal: its status is "stopped"`},
		{"a\n1\nNA\n", "predict --missing=drop " + softmax + " -", exitDone, "1 of 2 rows have no prediction, for missing values"},
		{words, "predict " + logistic + " -", exitDone, "need not add up to 1"}, {words, "predict " + softmax + " -", exitDone, "!add up"},
		{"", "sums --sql t --features a --targets y --missing mean", exitBadInput, "leaves out rows with NULL"},

		{fractional, "solve", exitDone, noted + "3 (y), the last; --targets chooses another\n"},
		{fractional, "sums -", exitDone, noted + "3 (y), the last; --targets chooses another\n"},
		{fractional, "solve --exclude=y", exitDone, noted + "2 (m), the last that is not left out; --targets chooses another" + classes},
		{fractional, "solve --targets=m", exitDone, "!" + noted},
		{"a,y,id\n2,0.5,1\n5,1,2\n3,2,3\n", "solve", exitDone, noted + "2 (y), the last that is not left out; --targets chooses another\n"},
		{few, "solve", exitDone, noted + "3, the last; --targets chooses another" + classes}, {few, "solve --classes", exitDone, noted + "|!" + classes},
		{"x,y\n0,0.1\n1,1.2\n2,3.9\n3,9.1\n", "solve --classes", exitDone, "has 4 classes in 4 rows, one output each, which are many; is it"},
		{"1,2,-1\n2,1,1\n4,1,1\n", "solve", exitDone, classes}, {"1,2,3\n2,1,3\n4,1,3\n", "solve", exitDone, noted + "|!" + classes},
		{strings.Repeat(few, 1<<16), "sums -", exitDone, noted + "|!" + classes}, // more than one piece
		{"1,2\n2,1\n4,1\n", "solve --y " + y, exitDone, "!note"},
	} {
		o := execute(c.stdin, strings.Fields(c.args)...)
		expect(t, o, c.code, strings.Split(c.want, "|")...)
		if strings.Count(o.errors, noted) > 1 {
			t.Errorf("%s: %s", c.args, o.errors)
		}
	}
}
