package main

import (
	"strings"
	"testing"
)

// TestRefusals: what is wrong with a command line or with its input is said in one line, without notes: what, where, and what was expected.
// Nothing is written.
func TestRefusals(t *testing.T) {
	const table, plane = "1,2,3\n4,5,6\n", "1,2,1\n0,1,2\n"
	deepText := strings.Replace(small, `"beta":0.01`, `"beta":0.01,"stack":{"layers":2}`, 1)
	good, words, deep := write(t, "good.json", small), write(t, "a.csv", "a,b\n1,x\n"), write(t, "deep.json", deepText)
	x := write(t, "x.npy", npy([]int{2, 2}, 1, 2, 3, 4))
	images, labels := write(t, "images", idxFile([]byte{1, 2}, 2, 1, 1)), write(t, "labels", idxFile([]byte{3, 8, 5}, 3))
	kinds := write(t, "kinds.txt", "yes\nno\n")
	wide, sign := write(t, "wide.csv", "1,2,3,4\n"), write(t, "sign.json", strings.Replace(small, "[1],[-1],[1]", "[1],[2],[1]", 1))
	solution := execute(small, "solve").out
	coloured := solutionFile(t, people, "--classes", "--encode=onehot")
	plain, huge := solutionFile(t, "a,b,y\n1,2,3\n2,1,-1\n0,1,2\n"), write(t, "huge.csv", "a,b,y\n1,1e308,3\n2,-1e308,1\n3,1,2\n")
	sums := write(t, "sums.json", do(t, "sums", write(t, "t.csv", table)))
	const beyond = ": the feature b has a mean or a variance beyond double precision, expected numbers that can be standardised; " +
		"--exclude leaves columns out, by name or number"
	large := huge + `: line 2 has a number too large for a result in double precision, expected numbers like those trained on`
	for _, c := range []struct{ stdin, args, message string }{
		{"", "", `expected one of "solve", "decompose", "check", "predict", "export", ... (see conelab --help)`},
		{"", "neurons", `unexpected argument neurons (see conelab --help)`},
		{"", "solve --betta=1", `unknown flag --betta, did you mean "--beta"? (see conelab help solve)`},
		{"", "solve --beta=one", `--beta is "one", expected a number (see conelab help solve)`},
		{table, "solve --limit 1.5", `--limit is "1.5", expected a whole number (see conelab help solve)`},
		{table, "path --seed -1", `--seed is "-1", expected a whole number from 0 (see conelab help path)`},
		{table, "solve -o", "--output: expected a value (see conelab help solve)"},
		{table, "solve --resume=", "--resume: expected a value (see conelab help solve)"},
		{table, "solve --beta", "--beta: expected a number (see conelab help solve)"},
		{table, "solve --features", `--features: expected a value (see conelab help solve)`},
		{"not read", "solve --activation tanh --a 3",
			"--a, --b or --c is given with --activation tanh, expected either its name or the coefficients of a polynomial"},
		{table, "solve --activation rleu", `--activation is "rleu"; did you mean "relu"?`},
		{table, "solve --activation foo", `--activation is "foo", expected one of relu, leaky, absolute, polynomial, ` +
			"leaky-relu, relu6, elu, selu, swish, gelu, mish, softplus, sigmoid, tanh, hard-tanh, softsign, arctan, sine, cosine, gaussian, " +
			"identity, quadratic"},
		{table, "solve --features 1-9", `standard input: the table has no column "9", expected the number of a column, 1 to 3`},
		{"", "sums", "standard input: the table is empty, expected rows of numbers"},
		{"", "solve /no/such", `/no/such: no such file or directory, expected a file that can be read`},
		{"", "solve", `standard input is empty, expected a problem document, a table, a .npy file or idx images`},
		{"not read", "solve --beta -1", `--beta is -1, expected a number above 0 (see conelab help solve)`},
		{"not read", "train --loss cubic", `--loss is "cubic", expected one of squared, huber, l1, hinge, logistic, softmax (see ` +
			`conelab help train)`},
		{"not read", "solve --layers 100", `--layers is "100", expected 1 to 12, or auto`},
		{"", "solve " + words, words + `: line 2, column 2 (b) is "x", expected a number; --classes takes the words of this column as classes`},
		{small, "solve --targets 2",
			"standard input: --targets is given with a document, expected it only with a table, a .npy file or idx images"},
		{table, "solve -o /no/such/s.json", `/no/such/s.json: no such file or directory, expected an existing folder`},
		{"alpha,beta,y\n1,2,3\n", "solve --features alpa", `standard input: the table has no column "alpa"; did you mean "alpha"?`},
		{"alpha,beta,y\n1,2,3\n", "solve --exclude y-alpha",
			`standard input: the range "y-alpha" ends before it begins, expected columns from left to right`},
		{"alpha,beta,y\n1,2,3\n", "solve --exclude 1-2",
			`standard input: the table has no column besides the target, expected at least one of features`},
		{"{\"a\":1,\"y\":2}\n{\"a\":2,\"y\":3}\n", "solve",
			`standard input: the document has more than one object, as JSON Lines, expected one, or a table: ` +
				`in Python, pandas.read_json(file, lines=True).to_csv("data.csv", index=False)`},
		{"", "check " + sums + " " + plain, sums + " is a sums document, expected the rows themselves"},
		{"", "predict " + plain + " " + sums, sums + " is a sums document, expected the rows themselves"},
		{"1,a\n2,b\n3,a\n4,b\n", "solve", `standard input: line 1, column 2 is "a", expected a number; ` +
			"--classes takes the words of this column as classes"},
		{"", "check --network " + words + " " + good, good + " does not record how its table was read, expected the problem document, which " +
			"solve --problem writes, in place of " + words},
		{"", "predict " + words + " " + good, words + " is not a JSON document, expected a solution document"},
		{table, "solve --separator ab", `--separator is "ab", expected one character, tab or space`},
		{"not read", "solve --limit 10000000000", "--limit is 10000000000, expected a whole number from 1 to 2147483647 (see conelab help solve)"},
		{"not read", "solve --kind convolutional", "--kind is convolutional without --input, expected the sizes of the input"},
		{"x,kind\n1,barolo\n2,lugana\n", "solve --only barolo,lugano", `standard input: column 2 (kind) has no class "lugano", which ` +
			`--only names, expected some of barolo, lugana`},
		{table, "solve --arrays x", "standard input: --arrays is given without an .npz file, expected it only with one"},
		{"", "solve " + images, images + " is an idx file, expected its labels by --y"},
		{"", "solve --labels " + labels + " " + images, images + " with " + labels +
			": the targets have 3 rows, expected 2 as there are rows of features"},
		{"", "solve --classes --y " + kinds + " " + x, x + " with " + kinds + ": the targets have 1 row, expected 2 as there are rows of " +
			"features; their first line is taken for a header, which --header no reads as a row"},
		{table, "solve --y -", "standard input is named for two inputs, expected a file for one of them"},
		{"1,2,3.5\n4,5,6\n", "solve --loss hinge", "standard input: line 1, column 3 is 3.5, expected 1 or -1 for the hinge loss; --classes makes classes of its " +
			"values, and a measured target takes --loss squared, huber or l1"},
		{"a,b,c,d\n1,2,1,1\nNA,2,1,1\n1,2,1,3\n", "solve --loss logistic --targets 3-4 --missing drop",
			"standard input: line 4, column 4 (d) is 3, expected 1 or -1 for the logistic loss; a measured target takes --loss squared, huber or l1"},
		{"a,b,c,d\n1,2,1,0\n1,2,1,1\n", "solve --loss softmax --targets 3-4",
			"standard input: line 3 has 2 ones, expected a single 1 and otherwise 0 for the softmax loss; a measured target " +
				"takes --loss squared, huber or l1"},
		{"", "solve --standardise " + huge, huge + beyond},
		{"", "sums --quiet --standardise " + huge, huge + beyond},
		{"", "path --folds 3 --standardise " + huge, huge + beyond},
		{"", "solve --kind convolutional --input 3 --filter 2 " + x,
			"--input is of 3 numbers in all, expected 1, the number of features"},
		{"a,a,y\n1,2,3\n", "solve", `standard input: columns 1 and 2 are both called "a", expected a name of its own for each column that ` +
			`is used`},
		{"y,a,y\n1,2,3\n", "sums --features 2", `standard input: columns 1 and 3 are both called "y", expected a name of its own for each ` +
			`column that is used`},
		{"a,b,y\n1,2,3\n2,1,-1\n0,1,2\n", "solve --test " + huge, large},
		{"a,b,y\n1,2,3\n2,1,-1\n0,1,2\n", "path --test " + huge, large},
		{"", "predict " + plain + " " + huge, large},
		{"a,b,a\n1,2,3\n", "predict " + plain + " -", `standard input: the table has several columns called "a", expected one; ` +
			`--features chooses the columns that are read in their place`},
		{"not read", "solve --pool all", `--pool is "all", expected a whole number from 1, or global`},
		{table, "solve --activation relu:1", `--activation is "relu:1", expected NAME or NAME:L,U with two numbers`},
		{small, "solve --skip all", `--skip is given without --layers, expected it with several layers`},

		{plane, "solve --activation relu --loss huber", "with the given options, the loss is huber, expected squared, logistic or hinge for a " +
			"ReLU network"},
		{plane, "solve --activation relu --bias", "--bias is given with the activation relu, whose neurons have a bias already, expected it " +
			"with a polynomial"},
		{"not read", "solve --activation leaky:2", `--activation is "leaky:2", expected leaky:SLOPE with a slope above 0 and below 1`},
		{plane, "solve --activation relu --resume s.json", "--resume is given with the activation relu, expected it with a polynomial: start " +
			"anew without it"},
		{"not read", "solve --activation relu --layers 2", "--layers is given with the activation relu, expected it with a polynomial"},
		{"not read", "solve --activation relu --kind quadratic", "--activation, --a, --b or --c is given with --kind quadratic, expected none " +
			"of them: its activation is u^2"},
		{plane, "solve --activation relu --method corrective", "--method is corrective, expected it only with a polynomial activation"},
		{"1,2,3,4,1\n0,1,0,-1,2\n", "solve --activation relu", "with the given options, there are 4 features, expected one to three for the " +
			"certified optimum of a ReLU network"},

		{"", "check " + good, `expected a file for <solution> (see conelab help check)`},
		{small, "check - -", "standard input is named for two inputs, expected a file for one of them"},
		{small, "predict - -", "standard input is named for two inputs, expected a file for one of them"},
		{table, "solve --missing mean --quiet --quiet --missing drop", "--missing is given twice, expected it once (see conelab help solve)"},
		{solution, "check - -", "standard input is named for two inputs, expected a file for one of them"},
		{"", "check " + good + " " + good, good + `: format is the text "conelab/problem/1", expected "conelab/solution/1"`},

		{"not read", "path --betas 1,-1,0", `--betas is "-1", expected a number (see conelab help path)`},
		{"not read", "path --betas=1,-1", "--betas is -1, expected a number above 0 (see conelab help path)"},
		{small, "path --folds -", "standard input is named for two inputs, expected a file for one of them"},
		{small, "path --split 0.5 --folds 2", "--split and --folds can't be used together (see conelab help path)"},
		{small, "path --test " + wide, wide + ": the table has no column of the target, expected one"},
		{small, "path --loss hinge --test " + sign, sign + " does not have the labels of the network's outputs, expected them to test on"},
		{small, "path --best", "--best is given without points held out, expected --folds, --split or --test"},
		{small, "path --problem p.json", "--problem is given without --best, expected it only with the problem that --best solves"},
		{small, "path --layers auto", `--layers is auto, expected the largest number of layers to compare`},

		{"height,weight\n1,2\n", "predict " + coloured + " -",
			`standard input: the table has no column "colour", expected those that the network was trained on; ` +
				`--features chooses the columns that are read in their place`},
		{"height,colour,weight\n1,pink,2\n", "predict " + coloured + " -", `standard input: line 2, column 2 (colour) is "pink", expected one ` +
			`of the words blue, green, red; --unknown ignore takes it for none of them`},
		{`{"format":"conelab/solution/1","status":"optimal","objective":1,"lower_bound":1,"gap":0,"network":{"neurons":[]},"z":[],"dual":[],` +
			`"iterations":1,"seconds":1}`, "export --to go",
			"- has no model description, expected a solution with its model"},

		{"1,2.5\n2,3.5\n", "solve --loss softmax", "standard input: line 1, column 2 is 2.5, expected a class for the softmax loss; --classes " +
			"makes classes of its values, and a measured target takes --loss squared, huber or l1"},
		{table, "sums --missing mean", "--missing mean is given with files to sum, expected them without it: it takes a whole table, and rows " +
			"are summed in pieces"},
		{table, "path --ratio 2", "--ratio is 2, expected a number above 0 and below 1 (see conelab help path)"},
		{table, "path --folds 3", "--folds is 3, expected 2, the number of rows"},
		{"a,y\nNA,1\n", "sums --quiet -", `standard input: line 2, column 1 (a) is "NA", expected a number; --missing drop leaves such rows out`},
		{"", "generate circle", "the drawing is \"circle\", expected one of parabola, ring, xor, blobs, stripe, spiral, moons, checkerboard, " +
			"rings, largest, masked, valley, bend, interval, shell, saddle, tube, four, wave, bump, edge, bars"},
		{small, "solve -o . -", ". is a folder, expected a file for the result"},
		{"", "generate rng", `the drawing is "rng"; did you mean "ring"?`},
		{solution, "export", "expected the option --to=FORMAT (see conelab help export)"},
		{"", "generate ring --d 3", "--d is given with the drawing ring, expected it only with planted problems"},
		{"", "generate --n 10000000 --d 20", "--n is 10000000, expected 1 to 3846153"},
		{small, "train --rate NaN", "--rate is NaN, expected a number above 0 (see conelab help train)"},
		{"", "train " + deep, `the problem has a stack of layers, expected one layer for train`},
	} {
		o := execute(c.stdin, strings.Fields(c.args)...)
		if o.code != exitBadInput || o.out != "" || o.errors != "conelab: "+c.message+"\n" {
			t.Errorf("%s: exit %d, output %.200q\n got %s\nwant conelab: %s", c.args, o.code, o.out, o.errors, c.message)
		}
	}
	// What cannot be solved has one gap, and says why.
	if o := execute("", "solve", huge); o.code != exitFailed ||
		!strings.HasPrefix(withoutTarget(o.errors), "conelab: failed: objective 14, gap 1.0e+00, ") ||
		!strings.HasSuffix(o.errors, "The numbers of this problem are too large or too small for double precision; rescale the data or beta\n") {
		t.Errorf("%+v", o)
	}
	// The reason comes from the operating system.
	if o := execute(table, "solve", "--problem", "/no/such"); o.code != exitBadInput || !strings.HasPrefix(o.errors, "conelab: /no/such: ") ||
		o.out != "" {
		t.Errorf("%+v", o)
	}
}
