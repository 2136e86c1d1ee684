package intent

const (
	// MostCoefficient bounds the coefficients of the activation.
	MostCoefficient = 1e6
	// FitEnd bounds the ends of a range to fit an activation on, FitLeast is its least length.
	FitEnd, FitLeast = 1000, 1.0 / 1000
	// MostSize bounds all sizes of a convolution.
	MostSize = 1 << 20
)

var (
	sizes        = Range{Kind: From, Low: 1, High: MostSize}
	paddings     = Range{Kind: From, High: MostSize}
	coefficients = Range{Kind: Between, Low: -MostCoefficient, High: MostCoefficient, Says: "The activation's a, b and c must be between -1e6 and 1e6."}
	ends         = Range{
		Kind: Between, Low: -FitEnd, High: FitEnd,
		Says: "The range of a fit goes from a number to a larger one, both between -1000 and 1000.",
	}
	ofPatches = []string{"input", "filter", "stride", "padding", "pool"}
)

// MostLayers is how many layers there may be, ShownLayers how many the page offers.
const MostLayers, ShownLayers = 12, 6

// What layers fit: the labels, or what those below have left of them; what of the layers below reaches a layer beside the neurons of the last one;
// and how features are scaled. The first of each is the usual one.
var (
	LayerForms    = []string{"features", "residual"}
	LayerSkips    = []string{"input", "all", "none"}
	LayerScalings = []string{"standardise", "whiten", "centre", "none"}
)

// Layers sets how many layers are trained, one on the other, and how. What is left out stays as it is.
type Layers struct {
	Value   int    // number of layers, 0 for as many as there are
	By      int    // added to that number: two presses of a button are two layers, whatever the page shows between them
	Auto    bool   // as many as help: until the points held out, or without them the training cost, get no better
	Form    string // what a layer fits
	Skip    string // what is passed on to it
	Scaling string // how its features are scaled
}

func (i *Layers) form(f *Form) {
	f.do("layers")
	f.wholeOr(0, field("value", "The number of layers").optional(), &i.Value, between(0, MostLayers))
	f.wholeOr(0, field("by", "The number of layers added").optional(), &i.By, between(-MostLayers, MostLayers))
	f.flag("auto", &i.Auto, false)
	f.maybeChoice(field("form", "form of layers"), &i.Form, LayerForms)
	f.maybeChoice(field("skip", "skip"), &i.Skip, LayerSkips)
	f.maybeChoice(field("scaling", "scaling of features"), &i.Scaling, LayerScalings)
}

// Beta sets the weight of the regularisation.
type Beta struct {
	Value float64 // beta
	Final bool    // false while a slider moves
}

func (i *Beta) form(f *Form) {
	f.do("beta")
	f.number(field("value", "Beta"), &i.Value, above(0))
	f.flag("final", &i.Final, true)
}

// Activation sets the activation a s^2 + b s + c.
type Activation struct {
	A, B, C float64 // coefficients
	Final   bool    // false while a slider moves
}

func (i *Activation) form(f *Form) {
	f.do("activation")
	f.numberOr(0, field("a", "The activation's a").optional(), &i.A, coefficients)
	f.numberOr(0, field("b", "The activation's b").optional(), &i.B, coefficients)
	f.numberOr(0, field("c", "The activation's c").optional(), &i.C, coefficients)
	f.flag("final", &i.Final, true)
}

// Fit makes the activation the least-squares fit of a function on a range.
type Fit struct {
	Name string  // of the function, see package activation
	Low  float64 // lower end of the range
	High float64 // upper end
}

func (i *Fit) form(f *Form) {
	f.do("fit")
	f.text(field("name", "The function"), &i.Name)
	f.number(field("low", "The range"), &i.Low, ends)
	f.number(field("high", "The range"), &i.High, ends)
}

// Loss chooses the loss, if the labels suit it.
type Loss struct {
	Name string // of the loss, see package loss
}

func (i *Loss) form(f *Form) {
	f.do("loss")
	f.text(field("name", "The loss").optional(), &i.Name)
}

// Tolerance sets the relative gap to certify.
type Tolerance struct {
	Value float64 // relative gap
}

func (i *Tolerance) form(f *Form) {
	f.do("tolerance")
	f.number(field("value", "The tolerance"), &i.Value, inside(0, 1))
}

// Dense makes the network a dense one.
type Dense struct{}

func (i *Dense) form(f *Form) {
	f.do("architecture")
	f.fixed("kind", "dense")
	f.without("Sizes of an input, a filter or a pool belong to convolutional networks; a dense one has none.", ofPatches)
}

// Quadratic makes the network one of the activation s^2 without biases.
type Quadratic struct{}

func (i *Quadratic) form(f *Form) {
	f.do("architecture")
	f.fixed("kind", "quadratic")
	f.without("Sizes of an input, a filter or a pool belong to convolutional networks; a quadratic one has none.", ofPatches)
}

// GlobalPool is a pool of all patches.
const GlobalPool = -1

// Convolutional makes the network a convolutional one. What is left out stays as it is, or becomes what fits.
type Convolutional struct {
	Input   []int         // [length], [height, width] or [height, width, channels]
	Filter  Optional[int] // side of a filter
	Stride  Optional[int] // distance of two patches
	Padding Optional[int] // zeros around the input
	Pool    Optional[int] // number of consecutive patches that are averaged
}

func (i *Convolutional) form(f *Form) {
	f.do("architecture")
	f.fixed("kind", "convolutional")
	f.wholes(field("input", "The input").optional(), &i.Input, sizes)
	f.maybeWhole(field("filter", "The filter"), &i.Filter, sizes)
	f.maybeWhole(field("stride", "The stride"), &i.Stride, sizes)
	f.maybeWhole(field("padding", "The padding"), &i.Padding, paddings)
	f.wholeOrWord(field("pool", "The pool"), &i.Pool, sizes, "global")
}
