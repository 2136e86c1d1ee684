package intent

const (
	// MostCoefficient bounds the absolute values of the activation's coefficients.
	MostCoefficient = 1e6
	// FitEnd bounds the ends of the range on which an activation is fitted, FitLeast is the smallest length of that range.
	FitEnd, FitLeast = 1000, 1.0 / 1000
	// MostSize bounds every size of a convolution.
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

// MostLayers is the largest number of layers, ShownLayers the largest that the page offers.
const MostLayers, ShownLayers = 12, 6

// LayerForms is what a layer fits: the labels, or the residual of the layers below. LayerSkips is what a layer reads besides the neurons of the layer
// directly below. LayerScalings is how its features are scaled. The first of each is the default.
var (
	LayerForms    = []string{"features", "residual"}
	LayerSkips    = []string{"input", "all", "none"}
	LayerScalings = []string{"standardise", "whiten", "centre", "none"}
)

// Layers sets the number of layers and how they are trained, one on top of the other. Omitted fields keep their value.
type Layers struct {
	Value   int    // number of layers, 0 to keep it
	By      int    // change of that number; relative, so that two quick presses of a button add two layers
	Auto    bool   // adds layers while they improve the accuracy or loss on held-out points or, without such points, the training cost
	Form    string // what each layer fits: the labels from its features, or the residual
	Skip    string // what each layer reads besides the neurons of the layer below
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

// Beta sets the regularisation weight.
type Beta struct {
	Value float64 // the weight beta
	Final bool    // false while a slider is being dragged
}

func (i *Beta) form(f *Form) {
	f.do("beta")
	f.number(field("value", "Beta"), &i.Value, above(0))
	f.flag("final", &i.Final, true)
}

// Activation sets the activation to a s^2 + b s + c.
type Activation struct {
	A, B, C float64 // coefficient
	Final   bool    // false while a slider is being dragged
}

func (i *Activation) form(f *Form) {
	f.do("activation")
	f.numberOr(0, field("a", "The activation's a").optional(), &i.A, coefficients)
	f.numberOr(0, field("b", "The activation's b").optional(), &i.B, coefficients)
	f.numberOr(0, field("c", "The activation's c").optional(), &i.C, coefficients)
	f.flag("final", &i.Final, true)
}

// Fit sets the activation to the least-squares fit of a function on a range.
type Fit struct {
	Name string  // the function, see package activation
	Low  float64 // lower end of the range
	High float64 // upper end of the range
}

func (i *Fit) form(f *Form) {
	f.do("fit")
	f.text(field("name", "The function"), &i.Name)
	f.number(field("low", "The range"), &i.Low, ends)
	f.number(field("high", "The range"), &i.High, ends)
}

// Loss sets the loss, which must suit the labels.
type Loss struct {
	Name string // name of the loss, see package loss
}

func (i *Loss) form(f *Form) {
	f.do("loss")
	f.text(field("name", "The loss").optional(), &i.Name)
}

// Tolerance sets the relative gap up to which optimality is certified.
type Tolerance struct {
	Value float64 // relative gap
}

func (i *Tolerance) form(f *Form) {
	f.do("tolerance")
	f.number(field("value", "The tolerance"), &i.Value, inside(0, 1))
}

// Dense selects a dense network.
type Dense struct{}

func (i *Dense) form(f *Form) {
	f.do("architecture")
	f.fixed("kind", "dense")
	f.without("Sizes of an input, a filter or a pool belong to convolutional networks; a dense one has none.", ofPatches)
}

// Quadratic selects a network with activation s^2 and without biases.
type Quadratic struct{}

func (i *Quadratic) form(f *Form) {
	f.do("architecture")
	f.fixed("kind", "quadratic")
	f.without("Sizes of an input, a filter or a pool belong to convolutional networks; a quadratic one has none.", ofPatches)
}

// GlobalPool is the pool size that averages all patches.
const GlobalPool = -1

// Convolutional selects a convolutional network. Omitted fields keep their value or, if that does not fit, take one that does.
type Convolutional struct {
	Input   []int         // [length], [height, width] or [height, width, channels]
	Filter  Optional[int] // side of a filter
	Stride  Optional[int] // distance between neighbouring patches
	Padding Optional[int] // zeros added on each side of the input
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
