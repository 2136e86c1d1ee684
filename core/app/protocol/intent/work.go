package intent

// Set loads a problem document.
type Set struct {
	Problem []byte // the document
}

func (i *Set) form(f *Form) {
	f.do("set")
	f.document(field("problem", "The problem"), &i.Problem)
}

// Preset loads a preset, in its standard form or with the current sampling.
type Preset struct {
	Name   string // name of the preset
	Keep   bool   // keeps the current share of held-out points, label noise and seed
	Layers int    // number of layers, 0 for one; several layers also set beta to a value that suits them
}

func (i *Preset) form(f *Form) {
	f.do("preset")
	f.text(field("name", "The preset"), &i.Name)
	f.flag("keep", &i.Keep, false)
	f.wholeOr(0, field("layers", "The number of layers").optional(), &i.Layers, between(0, MostLayers))
}

// Clear removes all points.
type Clear struct{}

func (i *Clear) form(f *Form) { f.do("clear") }

// Undo undoes the last step of the history.
type Undo struct{}

func (i *Undo) form(f *Form) { f.do("undo") }

// Redo redoes the step that was undone last.
type Redo struct{}

func (i *Redo) form(f *Form) { f.do("redo") }

// Stop stops solving and keeps the best network found so far, with the bound proved for it. It has no effect once the problem is solved.
type Stop struct{}

func (i *Stop) form(f *Form) { f.do("stop") }

// Resume restores saved work, including its history, replacing everything.
type Resume struct {
	Work []byte // work document
}

func (i *Resume) form(f *Form) {
	f.do("resume")
	f.document(field("work", "The work"), &i.Work)
}

// Scene shows a shared state temporarily. The work and its history are set aside until leave, open or resume, and remain what is saved; the scene
// adds no step to them.
type Scene struct {
	Shared []byte // document of the shared state
}

func (i *Scene) form(f *Form) {
	f.do("scene")
	f.document(field("shared", "The shared state"), &i.Shared)
}

// Leave ends a scene and restores the work that was set aside.
type Leave struct{}

func (i *Leave) form(f *Form) { f.do("leave") }

// Open loads a shared state, saved work, or both, on top of the history, so that undo leads back to the present state. With both, undo leads from the
// shared state to the saved work, which is skipped if it is unusable.
type Open struct {
	Shared []byte // document of the shared state
	Work   []byte // work document
}

func (i *Open) form(f *Form) {
	f.do("open")
	f.document(field("shared", "The shared state").optional(), &i.Shared)
	f.document(field("work", "The work").optional(), &i.Work)
	f.require(i.Shared != nil || i.Work != nil, "There is nothing to open: expected a shared state, or work.")
}
