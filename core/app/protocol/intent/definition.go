// Package intent defines the requests that the page, the view and an embedding page can send to a session, one type for each intent.
//
// An intent is a JSON object whose field do names it. If several intents share a name, another field distinguishes them, by its value
// ({"do":"race","name":"pause"}) or by its presence ({"do":"rows","remove":[3]}). Unknown fields are ignored, and null counts as omitted.
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
)

// Intent is a request to a session: a pointer to one of the types of this package.
type Intent any

// Definition is what there is to say about an intent besides its fields.
type Definition struct {
	// Of is a value of the type, with the values of the fields that may be missing.
	Of Intent
	// Do is the name of the intent. If several share it, Key is the field that distinguishes this one: it has the given value, in
	// JSON, or if that is "" it is present. The intent without a key is the one that remains.
	Do, Key, Value string
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

// All returns the definitions of all intents.
func All() []Definition { return definitions }

var definitions = []Definition{
	{Of: Set{}, Do: "set", Keeps: true},
	{Of: Preset{}, Do: "preset", Keeps: true},
	{Of: Clear{}, Do: "clear", Keeps: true},
	{Of: Undo{}, Do: "undo", Keeps: true},
	{Of: Redo{}, Do: "redo", Keeps: true},
	{Of: Stop{}, Do: "stop"},
	{Of: Resume{}, Do: "resume", Keeps: true},
	{Of: Open{}, Do: "open", Keeps: true},
	{Of: Scene{}, Do: "scene"},
	{Of: Leave{}, Do: "leave"},

	{Of: Tool{}, Do: "tool"},
	{Of: Label{}, Do: "label", Keeps: true},
	{Of: Brush{}, Do: "brush", Gesture: true},
	{Of: Press{}, Do: "press", Keeps: true},
	{Of: Drag{}, Do: "drag", Gesture: true, Keeps: true},
	{Of: Release{}, Do: "release", Keeps: true},
	{Of: Cancel{}, Do: "cancel", Keeps: true},

	{Of: Dimension{}, Do: "dimension", Keeps: true},
	{Of: Blank{}, Do: "blank", Keeps: true},
	{Of: Classes{}, Do: "classes", Keeps: true},
	{Of: Hold{Final: true}, Do: "hold", Gesture: true, Keeps: true},
	{Of: Noise{Final: true}, Do: "noise", Gesture: true, Keeps: true},
	{Of: Sample{}, Do: "sample", Keeps: true},
	{Of: Formula{}, Do: "formula", Keeps: true},

	{Of: Row{Final: true}, Do: "row", Gesture: true, Target: "index", Keeps: true},
	{Of: AddRows{}, Do: "rows", Key: "add", Keeps: true},
	{Of: PutRows{Final: true}, Do: "rows", Key: "put", Keeps: true},
	{Of: RemoveRows{}, Do: "rows", Key: "remove", Keeps: true},
	{Of: FlipRows{}, Do: "rows", Key: "flip", Keeps: true},
	{Of: SetRows{}, Do: "rows", Key: "set", Keeps: true},
	{Of: HoldRows{}, Do: "rows", Key: "hold", Keeps: true},
	{Of: TrainRows{}, Do: "rows", Key: "train", Keeps: true},

	{Of: Select{}, Do: "select"},
	{Of: Selected{Index: None}, Do: "selected", Keeps: true},
	{Of: NudgeSelected{}, Do: "selected", Key: "name", Value: `"nudge"`, Keeps: true},
	{Of: Paste{}, Do: "selected", Key: "name", Value: `"paste"`, Keeps: true},

	{Of: ImportText{}, Do: "import", Key: "text", Keeps: true},
	{Of: ImportData{}, Do: "import", Key: "data", Keeps: true},
	{Of: CancelColumns{}, Do: "columns", Key: "cancel", Value: "true"},
	{Of: Columns{}, Do: "columns", Key: "features", Keeps: true},
	{Of: ColumnHeader{}, Do: "columns"},

	{Of: Beta{Final: true}, Do: "beta", Gesture: true, Keeps: true},
	{Of: Activation{Final: true}, Do: "activation", Gesture: true, Keeps: true},
	{Of: NamedActivation{}, Do: "activation", Key: "name", Keeps: true},
	{Of: Bias{}, Do: "bias", Keeps: true},
	{Of: Fit{}, Do: "fit", Keeps: true},
	{Of: Loss{}, Do: "loss", Keeps: true},
	{Of: Tolerance{}, Do: "tolerance", Keeps: true},
	{Of: Layers{}, Do: "layers", Keeps: true},
	{Of: Architecture{}, Do: "architecture", Keeps: true},
	{Of: Convolutional{}, Do: "architecture", Key: "kind", Value: `"convolutional"`, Keeps: true},

	{Of: OutputView{}, Do: "outputView", Keeps: true},
	{Of: Extent{}, Do: "extent", Gesture: true},
	{Of: Focus{Neuron: None}, Do: "focus", Gesture: true},
	{Of: Probe{}, Do: "probe", Gesture: true},
	{Of: Point{Index: None}, Do: "point", Gesture: true},
	{Of: Entry{Matrix: None}, Do: "entry", Gesture: true},
	{Of: Rotate{}, Do: "rotate", Gesture: true, Target: "neuron", Keeps: true},

	{Of: Animation{}, Do: "animation"},
	{Of: Play{}, Do: "play"},
	{Of: Pause{}, Do: "pause"},
	{Of: Step{By: 1}, Do: "step"},
	{Of: Seek{}, Do: "seek", Gesture: true},
	{Of: Tick{}, Do: "tick", Gesture: true},
	{Of: Speed{}, Do: "speed"},
	{Of: Perturb{Neuron: None, Scale: 1, Final: true}, Do: "perturb", Gesture: true, Target: "neuron"},
	{Of: Baseline{Seed: 1}, Do: "baseline"},

	{Of: Path{}, Do: "path"},
	{Of: Sweep{}, Do: "sweep"},
	{Of: StartRace{}, Do: "race", Key: "name", Value: `"start"`},
	{Of: PauseRace{}, Do: "race", Key: "name", Value: `"pause"`},
	{Of: ResumeRace{}, Do: "race", Key: "name", Value: `"resume"`},
	{Of: ClearRace{}, Do: "race", Key: "name", Value: `"clear"`},
	{Of: ShowRun{}, Do: "race", Key: "name", Value: `"show"`},
	{Of: RaceAxis{}, Do: "race", Key: "name", Value: `"axis"`},

	{Of: ClearCheck{}, Do: "check", Key: "clear", Value: "true", Keeps: true},
	{Of: CheckText{}, Do: "check", Key: "text", Keeps: true},
	{Of: CheckData{}, Do: "check", Key: "data", Keeps: true},
	{Of: ShowCheck{}, Do: "check", Keeps: true},
}
