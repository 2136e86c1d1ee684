package intent

import "reflect"

// Intent is a request to a session: a pointer to one of the types of this package.
type Intent any

// Definition is what there is to say about an intent besides its fields.
type Definition struct {
	// Of is a value of the type.
	Of Intent
	// Do is the name of the intent. If several share it, Key is the field that distinguishes this one: it has the given value, in JSON, or if that is
	// "" it is present. The intent without a key is the one that remains.
	Do, Key, Value string
	// Gesture marks intents that are sent in quick succession: a newer intent of the same name replaces one that is still queued. An intent with a
	// field final is replaced only if final is false, since it ends a gesture otherwise.
	Gesture bool
	// Target names the field that identifies what a gesture acts on, or is "" if there is only one possibility. An intent for a different row or
	// neuron does not replace a queued one.
	Target string
	// Keeps is set if the intent changes the saved work beyond the position of the film and the state of the controls.
	Keeps bool
	// Steps is the effect on the undo history.
	Steps Steps
}

// Steps is the effect of an intent on the undo history.
type Steps int

const (
	// NoStep adds no step.
	NoStep Steps = iota
	// OneStep adds one step, or none if nothing changes.
	OneStep
	// GestureStep adds one step for the whole gesture.
	GestureStep
	// Travels moves within the history.
	Travels
)

// Type returns the type of the intent.
func (d *Definition) Type() reflect.Type { return reflect.TypeOf(d.Of) }

// All returns the definitions of all intents.
func All() []Definition { return definitions }

var definitions = []Definition{
	{Of: Set{}, Do: "set", Keeps: true, Steps: OneStep},
	{Of: Preset{}, Do: "preset", Keeps: true, Steps: OneStep},
	{Of: Clear{}, Do: "clear", Keeps: true, Steps: OneStep},
	{Of: Undo{}, Do: "undo", Keeps: true, Steps: Travels},
	{Of: Redo{}, Do: "redo", Keeps: true, Steps: Travels},
	{Of: Stop{}, Do: "stop"},
	{Of: Resume{}, Do: "resume", Keeps: true, Steps: Travels},
	{Of: Open{}, Do: "open", Keeps: true, Steps: OneStep},
	{Of: Scene{}, Do: "scene", Steps: Travels},
	{Of: Leave{}, Do: "leave", Steps: Travels},

	{Of: Tool{}, Do: "tool"},
	{Of: Label{}, Do: "label", Keeps: true},
	{Of: Brush{}, Do: "brush", Gesture: true},
	{Of: Press{}, Do: "press", Keeps: true, Steps: GestureStep},
	{Of: Drag{}, Do: "drag", Gesture: true, Keeps: true, Steps: GestureStep},
	{Of: Release{}, Do: "release", Keeps: true},
	{Of: Cancel{}, Do: "cancel", Keeps: true, Steps: Travels},

	{Of: Dimension{}, Do: "dimension", Keeps: true, Steps: OneStep},
	{Of: Blank{}, Do: "blank", Keeps: true, Steps: OneStep},
	{Of: Classes{}, Do: "classes", Keeps: true, Steps: OneStep},
	{Of: Hold{}, Do: "hold", Gesture: true, Keeps: true, Steps: GestureStep},
	{Of: Noise{}, Do: "noise", Gesture: true, Keeps: true, Steps: GestureStep},
	{Of: Sample{}, Do: "sample", Keeps: true, Steps: OneStep},
	{Of: Formula{}, Do: "formula", Keeps: true, Steps: OneStep},

	{Of: Row{}, Do: "row", Gesture: true, Target: "index", Keeps: true, Steps: GestureStep},
	{Of: AddRows{}, Do: "rows", Key: "add", Keeps: true, Steps: OneStep},
	{Of: PutRows{}, Do: "rows", Key: "put", Keeps: true, Steps: GestureStep},
	{Of: RemoveRows{}, Do: "rows", Key: "remove", Keeps: true, Steps: OneStep},
	{Of: FlipRows{}, Do: "rows", Key: "flip", Keeps: true, Steps: OneStep},
	{Of: SetRows{}, Do: "rows", Key: "set", Keeps: true, Steps: OneStep},
	{Of: HoldRows{}, Do: "rows", Key: "hold", Keeps: true, Steps: OneStep},
	{Of: TrainRows{}, Do: "rows", Key: "train", Keeps: true, Steps: OneStep},

	{Of: Select{}, Do: "select"},
	{Of: Selected{}, Do: "selected", Keeps: true, Steps: OneStep},
	{Of: LabelSelected{}, Do: "selected", Key: "name", Value: `"label"`, Keeps: true, Steps: OneStep},
	{Of: MoveSelected{}, Do: "selected", Key: "name", Value: `"move"`, Keeps: true, Steps: OneStep},
	{Of: NudgeSelected{}, Do: "selected", Key: "name", Value: `"nudge"`, Keeps: true, Steps: OneStep},
	{Of: Paste{}, Do: "selected", Key: "name", Value: `"paste"`, Keeps: true, Steps: OneStep},

	{Of: ImportText{}, Do: "import", Key: "text", Keeps: true, Steps: OneStep},
	{Of: ImportData{}, Do: "import", Key: "data", Keeps: true, Steps: OneStep},
	{Of: CancelColumns{}, Do: "columns", Key: "cancel", Value: "true"},
	{Of: Columns{}, Do: "columns", Key: "features", Keeps: true, Steps: OneStep},
	{Of: ColumnHeader{}, Do: "columns"},

	{Of: Beta{}, Do: "beta", Gesture: true, Keeps: true, Steps: GestureStep},
	{Of: Activation{}, Do: "activation", Gesture: true, Keeps: true, Steps: GestureStep},
	{Of: Fit{}, Do: "fit", Keeps: true, Steps: OneStep},
	{Of: Loss{}, Do: "loss", Keeps: true, Steps: OneStep},
	{Of: Tolerance{}, Do: "tolerance", Keeps: true, Steps: OneStep},
	{Of: Layers{}, Do: "layers", Keeps: true, Steps: OneStep},
	{Of: Architecture{}, Do: "architecture", Keeps: true, Steps: OneStep},
	{Of: Convolutional{}, Do: "architecture", Key: "kind", Value: `"convolutional"`, Keeps: true, Steps: OneStep},

	{Of: Lens{}, Do: "lens", Keeps: true},
	{Of: Extent{}, Do: "extent", Gesture: true},
	{Of: Focus{}, Do: "focus", Gesture: true},
	{Of: Point{}, Do: "point", Gesture: true},
	{Of: Entry{}, Do: "entry", Gesture: true},
	{Of: Turn{}, Do: "turn", Gesture: true, Target: "neuron", Keeps: true},

	{Of: Film{}, Do: "film"},
	{Of: Play{}, Do: "play"},
	{Of: Pause{}, Do: "pause"},
	{Of: Step{}, Do: "step"},
	{Of: Seek{}, Do: "seek", Gesture: true},
	{Of: Tick{}, Do: "tick", Gesture: true},
	{Of: Speed{}, Do: "speed"},
	{Of: Spoil{}, Do: "spoil", Gesture: true, Target: "neuron"},
	{Of: Rival{}, Do: "rival"},

	{Of: Path{}, Do: "path"},
	{Of: Study{}, Do: "study"},
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
