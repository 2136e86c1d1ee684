package intent

// Definition holds the properties of an intent that its type does not.
type Definition struct {
	// New returns a new intent of the type.
	New func() Intent
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
	// Background is set if the intent starts work that runs while the session is otherwise idle.
	Background bool
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

// All returns the definitions of all intents. Among intents of the same name, the one without a distinguishing field comes last.
func All() []Definition { return definitions }

var definitions = []Definition{
	{New: func() Intent { return new(Set) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Preset) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Clear) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Undo) }, Keeps: true, Steps: Travels},
	{New: func() Intent { return new(Redo) }, Keeps: true, Steps: Travels},
	{New: func() Intent { return new(Stop) }},
	{New: func() Intent { return new(Resume) }, Keeps: true, Steps: Travels},
	{New: func() Intent { return new(Open) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Scene) }, Steps: Travels},
	{New: func() Intent { return new(Leave) }, Steps: Travels},

	{New: func() Intent { return new(Tool) }},
	{New: func() Intent { return new(Label) }, Keeps: true},
	{New: func() Intent { return new(Brush) }, Gesture: true},
	{New: func() Intent { return new(Press) }, Keeps: true, Steps: GestureStep},
	{New: func() Intent { return new(Drag) }, Gesture: true, Keeps: true, Steps: GestureStep},
	{New: func() Intent { return new(Release) }, Keeps: true},
	{New: func() Intent { return new(Cancel) }, Keeps: true, Steps: Travels},

	{New: func() Intent { return new(Dimension) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Blank) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Classes) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Hold) }, Gesture: true, Keeps: true, Steps: GestureStep},
	{New: func() Intent { return new(Noise) }, Gesture: true, Keeps: true, Steps: GestureStep},
	{New: func() Intent { return new(Sample) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Formula) }, Keeps: true, Steps: OneStep},

	{New: func() Intent { return new(Row) }, Gesture: true, Target: "index", Keeps: true, Steps: GestureStep},
	{New: func() Intent { return new(AddRows) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(PutRows) }, Keeps: true, Steps: GestureStep},
	{New: func() Intent { return new(RemoveRows) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(FlipRows) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(SetRows) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(HoldRows) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(TrainRows) }, Keeps: true, Steps: OneStep},

	{New: func() Intent { return new(SelectAll) }},
	{New: func() Intent { return new(SelectNone) }},
	{New: func() Intent { return new(Select) }},
	{New: func() Intent { return new(RemoveSelected) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(FlipSelected) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(RelabelSelected) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(LabelSelected) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(DuplicateSelected) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(MoveSelected) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(NudgeSelected) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Paste) }, Keeps: true, Steps: OneStep},

	{New: func() Intent { return new(ImportText) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(ImportData) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(CancelColumns) }},
	{New: func() Intent { return new(Columns) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(ColumnHeader) }},

	{New: func() Intent { return new(Beta) }, Gesture: true, Keeps: true, Steps: GestureStep},
	{New: func() Intent { return new(Activation) }, Gesture: true, Keeps: true, Steps: GestureStep},
	{New: func() Intent { return new(Fit) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Loss) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Tolerance) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Layers) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Dense) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Quadratic) }, Keeps: true, Steps: OneStep},
	{New: func() Intent { return new(Convolutional) }, Keeps: true, Steps: OneStep},

	{New: func() Intent { return new(Lens) }, Keeps: true},
	{New: func() Intent { return new(Extent) }, Gesture: true},
	{New: func() Intent { return new(Focus) }, Gesture: true},
	{New: func() Intent { return new(Point) }, Gesture: true},
	{New: func() Intent { return new(Entry) }, Gesture: true},
	{New: func() Intent { return new(Turn) }, Gesture: true, Target: "neuron", Keeps: true},

	{New: func() Intent { return new(Film) }},
	{New: func() Intent { return new(Play) }},
	{New: func() Intent { return new(Pause) }},
	{New: func() Intent { return new(Step) }},
	{New: func() Intent { return new(Seek) }, Gesture: true},
	{New: func() Intent { return new(Tick) }, Gesture: true},
	{New: func() Intent { return new(Speed) }},
	{New: func() Intent { return new(Spoil) }, Gesture: true, Target: "neuron"},
	{New: func() Intent { return new(Rival) }},

	{New: func() Intent { return new(Path) }, Background: true},
	{New: func() Intent { return new(Study) }, Background: true},
	{New: func() Intent { return new(StartRace) }, Background: true},
	{New: func() Intent { return new(PauseRace) }},
	{New: func() Intent { return new(ResumeRace) }, Background: true},
	{New: func() Intent { return new(ClearRace) }},
	{New: func() Intent { return new(ShowRun) }},
	{New: func() Intent { return new(RaceAxis) }},

	{New: func() Intent { return new(ClearCheck) }, Keeps: true},
	{New: func() Intent { return new(CheckText) }, Keeps: true},
	{New: func() Intent { return new(CheckData) }, Keeps: true},
	{New: func() Intent { return new(ShowCheck) }, Keeps: true},
}
