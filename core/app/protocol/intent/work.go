package intent

// Set makes a problem document what is on the stage.
type Set struct {
	Problem []byte // problem document
}

func (i *Set) form(f *Form) {
	f.do("set")
	f.document(field("problem", "The problem"), &i.Problem)
}

// Preset makes a preset what is on the stage: as everybody knows it, or drawn with the noise and the share that are set.
type Preset struct {
	Name   string // name of the preset
	Keep   bool   // keeps the share held out, the noise and the seed that are set
	Layers int    // how many layers it is trained with, 0 for one; with several, beta is one with which they stay calm
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

// Undo takes the last step of the history back.
type Undo struct{}

func (i *Undo) form(f *Form) { f.do("undo") }

// Redo makes the step again that was taken back last.
type Redo struct{}

func (i *Redo) form(f *Form) { f.do("redo") }

// Stop ends the work on the present data with the best network so far and what is proved of it. Where they are solved it does nothing.
type Stop struct{}

func (i *Stop) form(f *Form) { f.do("stop") }

// Resume takes back kept work, its history included, in place of all there is.
type Resume struct {
	Work []byte // work document
}

func (i *Resume) form(f *Form) {
	f.do("resume")
	f.document(field("work", "The work"), &i.Work)
}

// Scene shows a shared state in place of the work, which stays aside with its history until leave, open or resume; it leads to no step of it.
// What is kept meanwhile is the work that is aside.
type Scene struct {
	Shared []byte // shared document
}

func (i *Scene) form(f *Form) {
	f.do("scene")
	f.document(field("shared", "The shared state"), &i.Shared)
}

// Leave brings back the work that a scene has put aside.
type Leave struct{}

func (i *Leave) form(f *Form) { f.do("leave") }

// Open takes in a shared state or kept work, on top of what there is, to which undo leads back. With both, the work comes to lie below the
// shared state, unless it cannot be used.
type Open struct {
	Shared []byte // shared document
	Work   []byte // work document
}

func (i *Open) form(f *Form) {
	f.do("open")
	f.document(field("shared", "The shared state").optional(), &i.Shared)
	f.document(field("work", "The work").optional(), &i.Work)
	f.require(i.Shared != nil || i.Work != nil, "There is nothing to open: expected a shared state, or work.")
}
