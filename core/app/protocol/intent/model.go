package intent

// SetLayers sets the number of layers and how they are trained, one on top of the other. Omitted fields keep their value.
type SetLayers struct {
	Value int `json:"value,omitempty" says:"The number of layers" range:"from 0 to 12"` // number of layers, 0 to keep it
	// change of that number; relative, so that two quick presses of a button add two layers
	By int `json:"by,omitempty" says:"The number of layers added" range:"from -12 to 12"`
	// adds layers while they improve the accuracy or loss on held-out points or, without such points, the training cost
	Auto bool `json:"auto,omitempty"`
	// what each layer reads besides the neurons of the layer below
	Skip string `json:"skip,omitempty" words:"|input|all|none"`
}

// MaxLayers is the largest number of layers.
var MaxLayers = int(fieldOf[SetLayers]("value").High)

// ShownLayers is the largest number of layers that the page offers.
const ShownLayers = 6

// SetBeta sets the regularisation weight.
type SetBeta struct {
	Value float64 `json:"value" says:"Beta" range:"above 0"` // the weight beta
	Final bool    `json:"final" missing:"kept"`              // false while a slider is being dragged
}

// SetCoefficients sets the activation to a s^2 + b s + c.
type SetCoefficients struct {
	A     float64 `json:"a,omitempty" says:"The activation's a" range:"from -1e6 to 1e6"` // coefficient
	B     float64 `json:"b,omitempty" says:"The activation's b" range:"from -1e6 to 1e6"` // coefficient
	C     float64 `json:"c,omitempty" says:"The activation's c" range:"from -1e6 to 1e6"` // coefficient
	Final bool    `json:"final" missing:"kept"`                                           // false while a slider is being dragged
}

// SetActivation sets the activation to a piecewise-linear one, or back to the polynomial.
type SetActivation struct {
	Name string `json:"name" words:"polynomial|relu|leaky|absolute"` // s for s > 0, and otherwise 0, slope s or -s
	// slope of leaky at negative numbers, 0 for the usual one
	Slope float64 `json:"slope,omitempty" says:"The slope" range:"from 0 and below 1"`
}

// Activations are the names of the activations, the polynomial first.
var Activations = fieldOf[SetActivation]("name").Words

// SetBias adds a feature of ones to what neurons read, or removes it.
type SetBias struct {
	On bool `json:"on"` // whether it is there
}

// Fit sets the activation to the least-squares fit of a function on a range.
type Fit struct {
	Name string  `json:"name" says:"The function"`                                    // the function, see package activation
	Low  float64 `json:"low" says:"The range's low end" range:"from -1000 to 1000"`   // lower end of the range
	High float64 `json:"high" says:"The range's high end" range:"from -1000 to 1000"` // upper end of the range
}

// FitLeast is the smallest length of the range on which an activation is fitted.
const FitLeast = 1.0 / 1000

// SetLoss sets the loss, which must suit the labels.
type SetLoss struct {
	Name string `json:"name,omitempty" says:"The loss"` // name of the loss, see package loss
}

// SetTolerance sets the relative gap up to which optimality is certified.
type SetTolerance struct {
	Value float64 `json:"value" says:"The tolerance" range:"above 0 and below 1"` // relative gap
}

// SetArchitecture selects a dense network, a quadratic one, with activation s^2 and without biases, or a convolutional one. Omitted
// sizes of a convolution keep their value or, if that does not fit, take one that does; other networks have none.
type SetArchitecture struct {
	Kind string `json:"kind" words:"dense|quadratic|convolutional"` // kind of network
	// [length], [height, width] or [height, width, channels]
	Input   []int `json:"input,omitempty" says:"The input" range:"from 1 to 1048576"`
	Filter  *int  `json:"filter,omitempty" says:"The filter" range:"from 1 to 1048576"`   // side of a filter
	Stride  *int  `json:"stride,omitempty" says:"The stride" range:"from 1 to 1048576"`   // distance between neighbouring patches
	Padding *int  `json:"padding,omitempty" says:"The padding" range:"from 0 to 1048576"` // zeros added on each side of the input
	// number of consecutive patches that are averaged, or global
	Pool *int `json:"pool,omitempty" says:"The pool" range:"from 1 to 1048576" negativeMeans:"global"`
}

// GlobalPool is the pool of all patches.
const GlobalPool = -1

// StartSweep computes the optimum along one variable in the background: for the picture, or for few values of beta, the path.
type StartSweep struct {
	Name string `json:"name" words:"path|beta|a|b|c"` // the path, or the variable
}

// StartRace starts runs of gradient descent, to be compared with the certified optimum.
type StartRace struct {
	Method string `json:"method" words:"descent|momentum|sgd|adam"` // descent method; sgd is momentum with mini-batches
	// neurons per run, 0 for as many as the certified optimum has
	Width int `json:"width,omitempty" says:"The width" range:"from 0 to 200"`
	// number of runs, each with its own random initial weights
	Runs   int     `json:"runs" says:"The number of runs" range:"from 1 to 50"`
	Epochs int     `json:"epochs" says:"The number of epochs" range:"from 1 to 1000000"`      // number of epochs
	Rate   float64 `json:"rate,omitempty" says:"The learning rate" range:"from 0 to 1000000"` // learning rate, 0 to search for a good one
	Batch  int     `json:"batch,omitempty" says:"The batch"`                                  // samples per step of sgd, 0 for all
	Seed   int     `json:"seed,omitempty" says:"The seed" range:"from 0 to 9007199254740991"` // random seed of the runs and the batches
}

// MaxWidth is the largest number of neurons of a run.
var MaxWidth = int(fieldOf[StartRace]("width").High)

// ChangeRace pauses the race, shows the network of a run, or chooses the axis of the picture; omitted fields keep their value. Or it removes
// the race.
type ChangeRace struct {
	Paused *bool  `json:"paused,omitempty"`                    // whether it is to rest
	Shown  *int   `json:"shown,omitempty" range:"from -1 on"`  // run shown next to the optimum, from 0, or -1 for none
	Axis   string `json:"axis,omitempty" words:"|epochs|time"` // the horizontal axis
	Remove bool   `json:"remove,omitempty"`                    // whether it is removed
}
