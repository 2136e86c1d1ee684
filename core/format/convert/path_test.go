package convert

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/path"
)

// TestPath checks the names in the document and of the table's columns, and that missing values are left out.
func TestPath(t *testing.T) {
	q := path.Point{
		Beta: 2, Status: certify.Optimal, Objective: 3, Lower: 3, Loss: 1, Weight: 1, Train: path.Score{Error: 0.5, Accuracy: 1},
		Test: path.Score{Error: 0.25, Accuracy: 0.75}, Iterations: 4,
	}
	p := path.Path{Status: certify.Optimal, BetaMax: math.Inf(1), Samples: 2, Points: []path.Point{q}}
	const bare = "beta,status,objective,lower_bound,gap,loss,weight,neurons,plus,minus,train_error,train_accuracy,test_error,test_accuracy,iterations\n" +
		"2,optimal,3,3,0,1,1,0,0,0,0.5,,,,4\n"
	if got := string(Path(&p, 1).CSV()); got != bare {
		t.Errorf("got %s", got)
	}
	p.Classes, p.Tests = path.Signs, 4
	if got := string(Path(&p, 1).CSV()); !strings.Contains(got, ",0.5,1,0.25,0.75,4\n") {
		t.Errorf("got %s", got)
	}
	var back document.Path
	d := Path(&p, 1.5)
	if err := json.Unmarshal(d.JSON(), &back); err != nil || !reflect.DeepEqual(back.Points, d.Points) || strings.Count(string(d.JSON()), "\n") != 11 {
		t.Errorf("%v %s", err, d.JSON())
	}
}

func TestCrossValidation(t *testing.T) {
	row := func(beta, accuracy, spread float64) path.Row {
		return path.Row{Beta: beta, Test: path.Score{Error: 1 - accuracy, Accuracy: accuracy}, StandardError: path.Score{Error: spread, Accuracy: spread}}
	}
	cross := &path.CrossValidation{
		Status: certify.Optimal, ByAccuracy: true, Tests: true, Folds: 2, Rows: []path.Row{row(2, 0.6, 0.1), row(1, 0.9, 0)}, Best: 1, Simplest: 0,
	}
	for _, c := range []struct {
		simplest bool
		rule     string
		beta     float64
	}{{false, "best", 1}, {true, "one-standard-error", 2}} {
		d := CrossValidation(cross, c.simplest, 2)
		if d.Rule != c.rule || d.By != "accuracy" || d.Folds != 2 || d.Beta != c.beta || d.Best != 1 || d.Simplest != 2 || len(d.Rows) != 2 || !json.Valid(d.JSON()) {
			t.Errorf("%+v", d)
		}
	}
	if got := string(CrossValidation(cross, false, 0).CSV()); !strings.HasPrefix(got, "beta,layers,cost,neurons,gap,train_error,train_accuracy,test_error,test_error_se,test_accuracy,test_accuracy_se\n2,1,0,0,0,0,0,0.4,0.1,") {
		t.Errorf("got %s", got)
	}
	if d := CrossValidation(&path.CrossValidation{Status: certify.Stopped, Best: -1, Simplest: -1}, true, 0); !json.Valid(d.JSON()) || d.Beta != 0 {
		t.Errorf("without rows: %+v", d)
	}
}
