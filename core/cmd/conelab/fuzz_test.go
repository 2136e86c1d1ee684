package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"conelab/core/data/specimen"
	"conelab/core/format/export"
)

// clean fails unless a run ended with a result, or with a refusal in one sentence.
func clean(t *testing.T, o outcome) {
	t.Helper()
	switch {
	case o.code == exitDone:
	case o.code == exitFailed && o.out != "":
	case o.code == exitBadInput && o.out == "" && strings.Count(o.errors, "conelab: ") == strings.Count(o.errors, "\n"):
	default:
		t.Errorf("%+v", o)
	}
}

// FuzzPredict predicts whatever is in a file by a network with words, classes, means, scaling and a feature of ones, and checks the network
// against it: either there is a row of finite numbers for each row, or one sentence says why not.
func FuzzPredict(f *testing.F) {
	folder := f.TempDir()
	file, data := filepath.Join(folder, "solution.json"), filepath.Join(folder, "people.csv")
	if err := os.WriteFile(data, []byte(people), 0o600); err != nil {
		f.Fatal(err)
	}
	if o := execute("", "-o", file, "solve", "--classes", "--encode=onehot", "--standardise", "--bias", "--missing=mean", "--loss=logistic",
		"--beta=0.1", data); o.code != exitDone {
		f.Fatalf("%+v", o)
	}
	f.Add([]byte(people))
	f.Add([]byte("weight,height,colour\n1,2,red\n,,\n3,x,pink\n"))
	f.Add([]byte("1,2,red,4,yes\n"))
	f.Add([]byte("height,height,colour,weight\n1,2,red,1e308\n"))
	for _, s := range specimen.All() {
		f.Add([]byte(s.Content))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if len(content) > 1<<14 {
			return
		}
		for _, args := range [][]string{{"predict"}, {"predict", "--missing=drop", "--unknown=ignore"}} {
			o := execute(string(content), append(args, file, "-")...)
			if clean(t, o); strings.Contains(o.out, "NaN") || strings.Contains(o.out, "Inf") {
				t.Errorf("an output is not finite: %+v", o)
			}
		}
		clean(t, execute(string(content), "check", "-", file))
	})
}

// FuzzExport exports whatever is in a solution document, and predicts and checks by it. The documents are short, so that the engine is soon
// done with shortening what it finds.
func FuzzExport(f *testing.F) {
	data := filepath.Join(f.TempDir(), "data.csv")
	if err := os.WriteFile(data, []byte("a,c,y\n1,red,2\n2,blue,1\n4,red,2\n"), 0o600); err != nil {
		f.Fatal(err)
	}
	for _, args := range [][]string{
		{"--encode=onehot", "--standardise", "--bias", "--missing=mean"}, {"--loss=softmax", "--features=a"}, {"--features=a", "--layers=2"},
		{"--features=a", "--kind=quadratic", "--classes"}, {"--encode=onehot", "--kind=convolutional", "--input=3", "--filter=2"},
	} {
		o := execute("", append(append([]string{"solve", "--quiet", "--beta=0.5"}, args...), data)...)
		if o.code != exitDone {
			f.Fatalf("%+v", o)
		}
		f.Add([]byte(strings.Join(strings.Fields(o.out), "")))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if len(content) > 1<<13 {
			return
		}
		for _, to := range export.AllFormats() {
			clean(t, execute(string(content), "--threads=1", "export", "--to", to.Name, "-"))
		}
		clean(t, execute(string(content), "--threads=1", "predict", "-", data))
		clean(t, execute(string(content), "--threads=1", "check", data, "-"))
	})
}
