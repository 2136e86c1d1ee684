package store

import (
	"encoding/json"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
)

// legacyFormat is the first format of saved work. Links of the first version already have the form that is written today.
const legacyFormat = "conelab/work/1"

// legacy is saved work in that format: the states of the history, from the oldest to undo to the newest to redo. States[At] is the present one.
type legacy struct {
	States   []legacyState         `json:"states"`
	At       int                   `json:"at"`
	Tool     string                `json:"tool"`
	Label    float64               `json:"label"`
	Class    int                   `json:"class"`
	Lens     *document.SharedLens  `json:"lens"`
	Brush    float64               `json:"brush"`
	Film     string                `json:"film"`
	Speed    float64               `json:"speed"`
	Position float64               `json:"position"`
	Playing  bool                  `json:"playing"`
	Turned   [][]float64           `json:"turned"`
	Check    *document.SharedCheck `json:"check"`
}

// legacyState is a problem document of all points, with the properties that such a document does not have. Without points there is no document.
type legacyState struct {
	Problem      json.RawMessage        `json:"problem"`
	Features     int                    `json:"features"`
	Outputs      int                    `json:"outputs"`
	Beta         float64                `json:"beta"`
	Activation   [3]float64             `json:"activation"`
	Preset       string                 `json:"preset"`
	Shape        []int                  `json:"shape"`
	Architecture *document.Architecture `json:"architecture"`
	Window       [6]float64             `json:"window"`
	Split        *document.SharedSplit  `json:"split"`
}

// readLegacy converts saved work from that format to the present one, in which it is checked.
func readLegacy(text []byte) ([]byte, error) {
	var k legacy
	if json.Unmarshal(text, &k) != nil {
		return nil, messages.NotWork()
	}
	if k.At < 0 || k.At >= len(k.States) {
		return nil, messages.WorkWithoutPresent(len(k.States), k.At)
	}
	s := &document.Shared{
		Format: document.WorkFormat, Tool: k.Tool, Label: k.Label, Class: k.Class, Lens: k.Lens, Brush: k.Brush, Turned: k.Turned, Check: k.Check, Focus: intent.None,
		Film: document.SharedFilm{Name: k.Film, Position: k.Position, Speed: k.Speed, Playing: k.Playing},
	}
	for i := range k.States {
		state, err := k.States[i].state()
		switch {
		case err != nil:
			return nil, messages.StateUnusable(i, err)
		case i < k.At:
			s.Undo = append(s.Undo, state)
		case i == k.At:
			s.State = state
		default:
			s.Redo = append(s.Redo, state)
		}
	}
	return s.JSON(), nil
}

// state converts the state to the present format.
func (k *legacyState) state() (to document.SharedState, err error) {
	to.Shape, to.Split = k.Shape, k.Split
	if w := k.Window; w[3] > 0 && w[5] > 0 {
		to.Window = w[:]
	}
	if len(k.Problem) > 0 {
		to.PointsOf = k.Preset
		to.Problem, err = document.ParseProblem(k.Problem)
		return to, err
	}
	to.Features, to.Outputs, to.Architecture, to.Beta = k.Features, k.Outputs, k.Architecture, k.Beta
	if len(k.Shape) == 0 {
		to.Features = min(k.Features, workspace.DrawnFeatures)
	}
	to.Activation = &document.Activation{A: k.Activation[0], B: k.Activation[1], C: k.Activation[2]}
	return to, nil
}
