// Package intent defines the requests that the page, the view and an embedding page can send to a session, one type for each intent.
//
// An intent is an object whose field do names it. Unknown fields are ignored, and null counts as omitted.
//
// The types are the only declaration. Package strictjson reads and writes them by their tags, and the TypeScript of the page and
// the inputs of the hostile tests are derived from them; the tag says begins the sentence that refuses a value, such as "The
// tolerance". A table (All) has a row for each type: its name, the values of fields that may be missing, and its effect on the
// saved work.
//
//go:generate go run conelab/www/protocol
package intent

import (
	"reflect"
	"strings"
)

// Intent is a request to a session: a pointer to one of the types of this package.
type Intent any

// Definition is what there is to say about an intent besides its fields.
type Definition struct {
	// Of is a value of the type, with the values of the fields that may be missing.
	Of Intent
	// Gesture marks intents that are sent in quick succession: a newer intent of the same name replaces one that is still queued.
	// An intent with a field final is replaced only if final is false, since it ends a gesture otherwise.
	Gesture bool
	// Target names the field that identifies what a gesture acts on, or is "" if there is only one possibility. An intent for a
	// different row or neuron does not replace a queued one.
	Target string
	// Keeps is set if the intent changes the saved work beyond the position of the animation and the state of the controls.
	Keeps bool
}

// Type returns the type of the intent.
func (d *Definition) Type() reflect.Type { return reflect.TypeOf(d.Of) }

// Name returns the name of the intent, that of its type: addRows for AddRows.
func (d *Definition) Name() string {
	name := d.Type().Name()
	return strings.ToLower(name[:1]) + name[1:]
}

// All returns the definitions of all intents.
func All() []Definition { return definitions }

var definitions = []Definition{
	{Of: Set{}, Keeps: true},
	{Of: Preset{}, Keeps: true},
	{Of: Clear{}, Keeps: true},
	{Of: Undo{}, Keeps: true},
	{Of: Redo{}, Keeps: true},
	{Of: Stop{}},
	{Of: Resume{}, Keeps: true},
	{Of: Open{}, Keeps: true},
	{Of: Scene{}},
	{Of: Leave{}},

	{Of: Tool{}},
	{Of: Label{}, Keeps: true},
	{Of: Brush{}, Gesture: true},
	{Of: Press{}, Keeps: true},
	{Of: Drag{}, Gesture: true, Keeps: true},
	{Of: Release{}, Keeps: true},
	{Of: Cancel{}, Keeps: true},

	{Of: Dimension{}, Keeps: true},
	{Of: Blank{}, Keeps: true},
	{Of: Classes{}, Keeps: true},
	{Of: Hold{Final: true}, Gesture: true, Keeps: true},
	{Of: Noise{Final: true}, Gesture: true, Keeps: true},
	{Of: Sample{}, Keeps: true},
	{Of: Formula{}, Keeps: true},

	{Of: Row{Final: true}, Gesture: true, Target: "index", Keeps: true},
	{Of: AddRows{}, Keeps: true},
	{Of: Rows{}, Keeps: true},

	{Of: Select{}},
	{Of: Selected{Index: None}, Keeps: true},
	{Of: Nudge{}, Keeps: true},
	{Of: Paste{}, Keeps: true},

	{Of: Import{}, Keeps: true},
	{Of: CancelColumns{}},
	{Of: Columns{}, Keeps: true},
	{Of: ColumnHeader{}},

	{Of: Beta{Final: true}, Gesture: true, Keeps: true},
	{Of: Coefficients{Final: true}, Gesture: true, Keeps: true},
	{Of: Activation{}, Keeps: true},
	{Of: Bias{}, Keeps: true},
	{Of: Fit{}, Keeps: true},
	{Of: Loss{}, Keeps: true},
	{Of: Tolerance{}, Keeps: true},
	{Of: Layers{}, Keeps: true},
	{Of: Architecture{}, Keeps: true},

	{Of: OutputView{}, Keeps: true},
	{Of: Extent{}, Gesture: true},
	{Of: Focus{Neuron: None}, Gesture: true},
	{Of: Probe{}, Gesture: true},
	{Of: Point{Index: None}, Gesture: true},
	{Of: Entry{Matrix: None}, Gesture: true},
	{Of: Rotate{}, Gesture: true, Target: "neuron", Keeps: true},

	{Of: Animation{}},
	{Of: Play{}},
	{Of: Pause{}},
	{Of: Step{By: 1}},
	{Of: Seek{}, Gesture: true},
	{Of: Tick{}, Gesture: true},
	{Of: Speed{}},
	{Of: Perturb{Neuron: None, Scale: 1, Final: true}, Gesture: true, Target: "neuron"},
	{Of: Baseline{Seed: 1}},

	{Of: Path{}},
	{Of: Sweep{}},
	{Of: StartRace{}},
	{Of: PauseRace{}},
	{Of: ClearRace{}},
	{Of: ShowRun{}},
	{Of: RaceAxis{}},

	{Of: Check{}, Keeps: true},
	{Of: ClearCheck{}, Keeps: true},
	{Of: ShowCheck{}, Keeps: true},
}
