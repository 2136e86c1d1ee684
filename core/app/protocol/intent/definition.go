package intent

// Definition says of one intent what its type does not.
type Definition struct {
	// New returns a new intent of the type.
	New func() Intent
	// Gesture says that intents of this name follow each other quickly: while one waits to be sent, a newer one of the same name takes its
	// place. One that has the field final waits for its turn unless final is false: it ends a gesture.
	Gesture bool
	// Target is the field that says what a gesture is about, "" where there is one thing only: a newer intent about another row or neuron
	// does not take the place of one that waits.
	Target string
	// Keeps says that the work that is kept is another one afterwards, in more than where the film is and what the controls say.
	Keeps bool
	// Steps says what it leaves in the undo history.
	Steps Steps
	// Background says that it starts work that goes on when there is nothing else to do.
	Background bool
}

// Steps are what an intent leaves in the undo history.
type Steps int

const (
	// NoStep leaves nothing.
	NoStep Steps = iota
	// OneStep leaves one step, or none where nothing changes.
	OneStep
	// GestureStep leaves one step for the whole gesture.
	GestureStep
	// Travels goes back or forth in the history.
	Travels
)

// All returns the definitions of all intents. Of intents of one name, the one that no field tells from the others comes last.
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
