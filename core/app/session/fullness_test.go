package session

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"conelab/core/app/workspace"
)

// TestStrokeEndsAtTheLimit draws over the largest number of points: those that have room are there and are shown, and what has none is refused.
func TestStrokeEndsAtTheLimit(t *testing.T) {
	d := drive(t)
	x, y := make([][2]float64, workspace.MaxDrawn-2), make([][1]float64, workspace.MaxDrawn-2)
	for i := range x {
		x[i], y[i] = [2]float64{0.1 + 0.0001*float64(i%70), 0.1 + 0.0001*float64(i/70)}, [1]float64{float64(2*(i%2) - 1)}
	}
	data, _ := json.Marshal(map[string]any{"x": x, "y": y})
	d.tell(`{"do":"set","problem":{"format":"conelab/problem/1","data":%s,"architecture":{"kind":"dense"},"activation":{"a":1,"b":1,"c":0},"loss":"squared","beta":1}}`, data)
	d.tell(`{"do":"tool","name":"draw"}`)
	d.tell(`{"do":"press","at":[-0.9,-0.9],"radius":0.01}`)
	d.tell(`{"do":"drag","at":[-0.5,-0.9],"radius":0.01}`)
	if n := d.Page().Samples; n != workspace.MaxDrawn {
		t.Errorf("%d points", n)
	}
	err := d.Apply([]byte(`{"do":"drag","at":[-0.1,-0.9],"radius":0.01}`))
	if err == nil || !strings.Contains(err.Error(), fmt.Sprint(workspace.MaxDrawn)) || d.Page().Samples != workspace.MaxDrawn {
		t.Errorf("%v, and %d points", err, d.Page().Samples)
	}
}
