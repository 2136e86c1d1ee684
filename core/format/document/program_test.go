package document

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/numeric/loss"
)

// TestPath checks the names in the document and of the table's columns, and that missing values are left out.
func TestPath(t *testing.T) {
	q := path.Point{
		Beta: 2, Status: certify.Optimal, Objective: 3, Lower: 3, Loss: 1, Weight: 1, Train: &loss.Score{Loss: 0.5}, Iterations: 4,
	}
	p := path.Path{Status: certify.Optimal, BetaMax: math.Inf(1), Samples: 2, Points: []path.Point{q}}
	const bare = "beta,status,objective,lower_bound,gap,loss,weight,neurons,plus,minus,train_error,train_accuracy,test_error,test_accuracy," +
		"iterations\n" +
		"2,optimal,3,3,0,1,1,0,0,0,0.5,,,,4\n"
	if got := string(PathOf(&p, 1).CSV()); got != bare {
		t.Errorf("got %s", got)
	}
	all, most := 1., 0.75
	p.Tests = 4
	p.Points[0].Train.Accuracy, p.Points[0].Test = &all, &loss.Score{Loss: 0.25, Accuracy: &most}
	if got := string(PathOf(&p, 1).CSV()); !strings.Contains(got, ",0.5,1,0.25,0.75,4\n") {
		t.Errorf("got %s", got)
	}
	var back Path
	d := PathOf(&p, 1.5)
	if err := json.Unmarshal(d.JSON(), &back); err != nil || !reflect.DeepEqual(back.Points, d.Points) ||
		strings.Count(string(d.JSON()), "\n") != 11 {
		t.Errorf("%v %s", err, d.JSON())
	}
}

// TestJoined: rows that are parts of one slice, in its order, are that slice, and all others are copied.
func TestJoined(t *testing.T) {
	all := []float64{1, 2, 3, 4, 5, 6, 7}
	for _, c := range []struct {
		rows [][]float64
		same bool
	}{
		{[][]float64{all[:2], all[2:4], all[4:6]}, true}, {[][]float64{all[2:4], all[:2], all[4:6]}, false},
		{[][]float64{all[:2:2], all[2:4], all[4:6]}, false},
		{[][]float64{all[:2], {3, 4}, all[4:6]}, false}, {[][]float64{{1, 2}, {3, 4}}, false},
	} {
		got := joined(c.rows, 2)
		if same := &got[0] == &all[0]; same != c.same || len(got) != 2*len(c.rows) {
			t.Errorf("%v: one slice %v", c.rows, same)
		}
		for i, row := range c.rows {
			if got[2*i] != row[0] || got[2*i+1] != row[1] {
				t.Errorf("%v became %v", c.rows, got)
			}
		}
	}
}
