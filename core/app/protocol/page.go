package protocol

import "conelab/core/numeric/loss"

// Page is the part of an answer that the page renders as controls, numbers and sentences. It is sent as JSON, in which the groups are one
// object; the field tags are the contract with www/.
type Page struct {
	PageSession
	PageData
	PagePointer
	PageModel
	PageSolution
	PagePictures
	PageJobs
	// Strip is the content of the proof strip.
	Strip PageStrip `json:"strip"`
	// Check is the result of the last check of a matrix, a solution or a network.
	Check *PageCheck `json:"check,omitempty"`
	// Import is a table that waits until its columns are chosen.
	Import *PageImport `json:"import,omitempty"`
}

// PageSession is the state of the session itself.
type PageSession struct {
	// Revision tells which parts of the answer have changed.
	Revision Revision `json:"revision"`
	// Busy is set while there is work that the user waits for. The page then answers with a grant (see bridge.Message), until it is false.
	// Background is set while there is work left in the background, and Racing while a race continues, so that time should be granted at once.
	Busy       bool `json:"busy"`
	Background bool `json:"background"`
	Racing     bool `json:"racing"`
	// Notice is a sentence on the result of the last intent. It is shown once.
	Notice  string `json:"notice,omitempty"`
	CanUndo bool   `json:"canUndo"`
	CanRedo bool   `json:"canRedo"`
}

// PageData is the data.
type PageData struct {
	Samples int `json:"samples"` // all points, including those held out
	// Rows is the number of rows that sums stand for; 0 with points.
	Rows      int `json:"rows,omitempty"`
	Dimension int `json:"dimension"`
	// Columns holds the names of the features, then of the labels, if they are named.
	Columns []string `json:"columns,omitempty"`
	// Classes is the number of classes, 2 for the sign of a single output, 0 for numeric labels.
	Classes int `json:"classes"`
	// ClassNames holds the words that the labels were read from, if any. With two classes and one output, the word for -1 comes first.
	ClassNames []string `json:"classNames,omitempty"`
	// Signals is the shape of samples that are displayed as signals or images, [length], [height, width] or [height, width, channels]; the
	// document samples contains them.
	Signals []int `json:"signals,omitempty"`
	// Split describes the held-out points and the label noise.
	Split PageSplit `json:"split"`
	// Preset is the name of the preset that the data come from, "" after they were changed. Lesson is the preset's sentence.
	Preset string `json:"preset"`
	Lesson string `json:"lesson"`
	// PresetChanges describes what the preset just chosen changed besides the points, or is "". It stays until the next change; undo
	// reverts all of it.
	PresetChanges string `json:"presetChanges,omitempty"`
	// Label is the label of new points: 1 or -1, or the number of a class if each class has its own output.
	Label float64 `json:"label"`
	Point int     `json:"point"` // point in focus, or -1
	// Selected holds the selected points as ranges, each a first and a last index.
	Selected [][2]int `json:"selected,omitempty"`
}

// PagePointer is the tool that changes the data.
type PagePointer struct {
	Tool string `json:"tool"`
	// Brush is the radius of the tool in per cent of the window; 0 acts on one point at a time.
	Brush   float64 `json:"brush"`
	Grabbed int     `json:"grabbed"` // point that is dragged, or -1
}

// PageModel is the model that is trained on them.
type PageModel struct {
	Beta      float64 `json:"beta"`
	Tolerance float64 `json:"tolerance"`
	// Loss is the name of the loss. Losses lists those that suit the labels. Architecture is dense, quadratic or convolutional.
	Loss         string   `json:"loss"`
	Losses       []string `json:"losses"`
	Architecture string   `json:"architecture"`
	// Convolution holds the sizes of a convolutional network.
	Convolution *PageConvolution `json:"convolution,omitempty"`
	// Layers describes the layers trained.
	Layers PageLayers `json:"layers"`
	// Coefficients are those of the polynomial activation, kept while Activation is piecewise linear. Fit is the function that the polynomial
	// was fitted to, if any.
	Coefficients [3]float64     `json:"coefficients"`
	Activation   PageActivation `json:"activation"`
	Fit          *PageFit       `json:"fit,omitempty"`
	// Bias is set if neurons read a feature of ones; it is missing where they cannot, or always do.
	Bias *bool `json:"bias,omitempty"`
}

// PageSolution is the newest solution, with its proof.
type PageSolution struct {
	// Status is optimal, inaccurate, stopped or failed; "solving" until the current data have a solution, whatever the status of
	// the previous one; or "empty" if there are no data. Message adds a sentence.
	Status  string `json:"status"`
	Message string `json:"message,omitempty"`
	// Solving is present while the current data are being solved. Solves is the number of solutions since the session started.
	Solving *PageSolving `json:"solving,omitempty"`
	Solves  int          `json:"solves"`
	// Stale is set while the solution's numbers belong to the state before the last change and a new solution is pending.
	Stale      bool    `json:"stale"`
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lowerBound"`
	// Gap is the relative gap, as in the solution document; programs read it from the page as data-value of data-out=gap.
	Gap float64 `json:"gap"`
	// Ranks holds the ranks of Z and Z'.
	Ranks      [2]int  `json:"ranks"`
	Iterations int     `json:"iterations"`
	Seconds    float64 `json:"seconds"`
	// Proof holds further facts about the solution; missing without one.
	Proof *PageProof `json:"proof,omitempty"`
	// Train and Test are the scores on the training points and on the held-out points; missing without a network or without such points.
	Train *loss.Score `json:"train,omitempty"`
	Test  *loss.Score `json:"test,omitempty"`
}

// PagePictures is what the pictures show, with the tables that go with them.
type PagePictures struct {
	// Drawable is set if the pictures can show problems of this shape: dense networks, in a plane if there are more than three features.
	Drawable bool `json:"drawable"`
	// Tiles describes each picture for these data, indexed like Pictures.
	Tiles []PageTile `json:"tiles"`
	// OutputView is the part of the solution that the pictures, Neurons and Matrices show, with the alternatives.
	OutputView PageOutputView `json:"outputView"`
	Neurons    []PageNeuron   `json:"neurons"`
	// Inputs holds the names of the features that the directions of Neurons refer to, if they are named. While a new solution is
	// pending they may differ from Columns, which are those of the data shown.
	Inputs []string `json:"inputs,omitempty"`
	// Matrices holds Z and Z' of the network, of order d + 1 and row by row, or only the part that the neuron in focus
	// contributes. It is missing if there are no pictures of the program.
	Matrices [][][]float64 `json:"matrices,omitempty"`
	Focus    int           `json:"focus"` // neuron in focus, or -1
	// Entry is the matrix entry in focus, [matrix, row, column], or [-1, 0, 0].
	Entry [3]int `json:"entry"`
	// CanRotate is set if there are other optimal networks, so that a neuron's arrow can be turned.
	CanRotate bool `json:"canRotate"`
	// Through counts the neurons of a piecewise-linear network whose kink passes through no point, through one, and through two or more.
	// Probe is what a neuron in the direction shown would gain, relative to its price.
	Through   [3]int        `json:"through"`
	Probe     *float64      `json:"probe,omitempty"`
	Animation PageAnimation `json:"animation"`
	// Argument is present while a picture of the optimality argument is shown.
	Argument *PageArgument `json:"argument,omitempty"`
}

// PageJobs is what the jobs that were requested have found.
type PageJobs struct {
	// Path holds the certified optima computed so far for a range of beta, largest first.
	Path []PagePath `json:"path,omitzero"`
	// Sweep is the optimum along one variable.
	Sweep *PageSweep `json:"sweep,omitempty"`
	// Race describes the runs of gradient descent.
	Race *PageRace `json:"race,omitempty"`
}

// PageSolving is the progress of solving the current data.
type PageSolving struct {
	// Seconds and Bytes are the predicted cost, right within a factor of two or three. Spent is the time so far in seconds.
	Seconds float64 `json:"seconds"`
	Bytes   float64 `json:"bytes"`
	Spent   float64 `json:"spent"`
	// Progress is an estimate of the share of the work done, from 0 to 1.
	Progress float64 `json:"progress"`
	// Gap is the relative gap certified so far, 0 if it is not known before the end.
	Gap float64 `json:"gap"`
	// Sentence describes what is being solved and how long it may take.
	Sentence string `json:"sentence"`
}

// PageConvolution holds the sizes of a convolutional network and of its convex program.
type PageConvolution struct {
	Input   []int `json:"input"`
	Filter  int   `json:"filter"`
	Stride  int   `json:"stride"`
	Padding int   `json:"padding"`
	// Pool is the number of patches that are averaged, -1 for all. Pools lists the sizes that divide the number of patches, without -1.
	Pool  int   `json:"pool"`
	Pools []int `json:"pools"`
	// Shapes lists the input shapes that suit the number of features.
	Shapes [][]int `json:"shapes"`
	// Patches is K, Blocks is K / P, and Size is f, the number of entries of a filter. The program has Matrices matrices of order Order.
	Patches  int `json:"patches"`
	Blocks   int `json:"blocks"`
	Size     int `json:"size"`
	Order    int `json:"order"`
	Matrices int `json:"matrices"`
}

// PageActivation is the choice of the activation.
type PageActivation struct {
	// Name is polynomial, relu, leaky or absolute. Slope is the slope of leaky at negative numbers.
	Name  string  `json:"name"`
	Slope float64 `json:"slope"`
	// Formula is that of the polynomial, in s.
	Formula string `json:"formula"`
	// Offered is set if a piecewise-linear one suits the data and the architecture.
	Offered bool `json:"offered"`
	// Loss is the loss that suits the activation by default.
	Loss string `json:"loss"`
}

// PageOutputView is the selected part of the solution, with the alternatives.
type PageOutputView struct {
	// Outputs is the number of outputs, Output the selected one, from 0.
	Outputs int `json:"outputs"`
	Output  int `json:"output"`
	// Layers is the number of layers to select from, 0 with a single one, and Layer the selected one, from 0.
	Layers int `json:"layers"`
	Layer  int `json:"layer"`
	// CanCompare is set if the data can be coloured by the largest of all outputs, Compare if they are.
	CanCompare bool `json:"canCompare"`
	Compare    bool `json:"compare"`
	// Plane describes the plane shown for more than three features. Features holds the two that span it, from 1, or 0 and 0 for
	// the principal axes.
	Plane    string `json:"plane,omitempty"`
	Features [2]int `json:"features"`
	// Neurons is the number of neurons of all outputs.
	Neurons int `json:"neurons"`
	// Note describes what is shown, in one sentence, if there is a choice.
	Note string `json:"note,omitempty"`
}

// PagePath is the optimum for one value of beta.
type PagePath struct {
	Beta float64 `json:"beta"`
	// Place is the position of beta on its slider, from 0 to 1.
	Place   float64 `json:"place"`
	Neurons int     `json:"neurons"`
	Cost    float64 `json:"cost"`
	// Train is the score on the training points, Test that on the held-out points, if any.
	Train *loss.Score `json:"train"`
	Test  *loss.Score `json:"test,omitempty"`
}

// PageSplit describes the sampling of the data: the share of held-out points and the label noise in per cent, the seed of both,
// and the number of points currently held out.
type PageSplit struct {
	Hold  float64 `json:"hold"`
	Noise float64 `json:"noise"`
	Seed  int     `json:"seed"`
	Held  int     `json:"held"`
}

// PageFit is a least-squares fit of the activation to a function on a range, with the root mean square and the largest error.
type PageFit struct {
	Name string  `json:"name"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	RMS  float64 `json:"rms"`
	Max  float64 `json:"max"`
}

// PageNeuron is a row of the neuron table.
type PageNeuron struct {
	// Number is the neuron's number, from 1: see Neuron.Number.
	Number int       `json:"number,omitempty"`
	U      []float64 `json:"u"`
	Alpha  float64   `json:"alpha"`
	// Block is the patch, or the pool of patches, that the neuron reads, and Output the output it contributes to, both from 0.
	Block  int `json:"block,omitempty"`
	Output int `json:"output,omitempty"`
}

// PageAnimation is the state of the transport controls.
type PageAnimation struct {
	// Name is the name of the animation, Speed the playback speed relative to normal.
	Name     string  `json:"name"`
	Speed    float64 `json:"speed"`
	Position float64 `json:"position"`
	Length   float64 `json:"length"`
	Playing  bool    `json:"playing"`
	// Caption describes the current step in one sentence, with its numbers.
	Caption string `json:"caption"`
	// Elapsed is how many of the Seconds of a chapter of the animation are over; both are 0 if it is not that animation.
	Elapsed float64 `json:"elapsed,omitempty"`
	Seconds float64 `json:"seconds,omitempty"`
}

// PageStrip says what the numbers of PageSolution prove and how well the proved network fits the data. All of it refers to the data shown
// unless it is stale.
type PageStrip struct {
	// Known is set if there is a network; otherwise the numbers are 0.
	Known bool `json:"known"`
	// Certified is set if the network is proved optimal within the tolerance for the current data and model.
	Certified bool `json:"certified"`
	// Loss is the loss of the cost and the bound: costs of two losses cannot be compared.
	Loss string `json:"loss"`
	// Absolute is set if the cost is near zero: then the page shows the difference of cost and bound in place of the relative gap.
	Absolute bool `json:"absolute,omitempty"`
	// Layer is the layer that cost, bound, gap and neurons refer to, from 1, if there are several. The fit covers all layers up to it.
	Layer int `json:"layer,omitempty"`
	// Other is set if the pictures do not show the optimum, whose numbers these are, but another network of the argument or a step of the
	// solver.
	Other bool `json:"other"`
	// Note says what the pictures show if that is not all of the optimum.
	Note string `json:"note,omitempty"`
	// MoreLayers is the number of additional layers offered, or 0. Layers are offered if the fit is poor and was found to improve with them.
	MoreLayers int `json:"moreLayers,omitempty"`
	// AddBias is set if a bias is offered, in place of layers: the fit is poor, and was found to be good with it.
	AddBias bool `json:"addBias,omitempty"`
	// Fit is missing if there is no network.
	Fit *PageGoodness `json:"fit,omitempty"`
}

// PageGoodness says what the score on the training points, Page.Train, means.
type PageGoodness struct {
	// Right of Total points are right if labels are classes.
	Right *int `json:"right,omitempty"`
	Total int  `json:"total"`
	// Poor is set if fewer than nine in ten points are right, or R2 is below 0.9.
	Poor bool `json:"poor"`
	// Says states the proof together with the fit. Why explains why the fit cannot be better. Helps are sentences on what would
	// improve it, if known, the most useful first. Why and Helps appear once the alternatives have been tried, so that they
	// depend on the jobs as well as on the solution. All are empty unless the network is certified.
	Says  string   `json:"says,omitempty"`
	Why   string   `json:"why,omitempty"`
	Helps []string `json:"helps,omitempty"`
}

// PageProof holds facts measured from the network's neurons: see certify.Measures.
type PageProof struct {
	// Loss and Penalty add up to the cost; Penalty is beta times Weight, the sum of |alpha|.
	Loss    float64 `json:"loss"`
	Penalty float64 `json:"penalty"`
	Weight  float64 `json:"weight"`
	// Width is the paper's bound on the number of neurons.
	Width int `json:"width"`
	// Lengths is the largest distance of a direction's length from 1: so far the matrices made from the neurons are from feasible.
	Lengths float64 `json:"lengths"`
	// Sentences is the proof that no network costs less, with the numbers of this one: what the cost is, and three sentences.
	Sentences [4]string `json:"sentences"`
}

// PageCheck is the verdict on the object under check.
type PageCheck struct {
	// Kind is matrix, solution, or network for a network without a proof.
	Kind string `json:"kind"`
	Pass bool   `json:"pass"`
	// Decimals is the number of decimals to which a matrix that does not pass is right, or 0.
	Decimals int `json:"decimals,omitempty"`
	// Sentence states what was proved, or the first fault.
	Sentence string     `json:"sentence"`
	Facts    []PageFact `json:"facts"`
	// Neurons holds the first neurons, with the first entries of their directions. More is the number omitted.
	Neurons []PageNeuron `json:"neurons"`
	More    int          `json:"more,omitempty"`
	// Present is set if the verdict compares the claim with the present problem. While Page.Stale is set, it belongs to the data before.
	Present bool `json:"present"`
	// Neuron is the neuron with the first fault, or -1.
	Neuron int `json:"neuron"`
}

// PageFact is a named number.
type PageFact struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	// Fault is a sentence on what is wrong with the number, if something is.
	Fault string `json:"fault,omitempty"`
}

// Revision tells which parts of an answer have changed. Each number increases when its part changes and never returns to an
// earlier value within a session, not even by undo. While a number stays the same, so does its part, so that it can serve as the
// only cache key for anything derived from the part.
type Revision struct {
	// Data covers everything that the optimum depends on and what is known about the points: points, labels (with and without
	// noise), the held-out points, the shares, noise and seed that produced them, window, names, shape of samples, architecture,
	// loss, activation and the function it was fitted to, beta, tolerance. It increases with each step of the history, including
	// undo and redo, and with each change within a gesture. An intent that changes none of this leaves it alone.
	Data uint32 `json:"data"`
	// Solution covers the solution shown and whether it belongs to the data. It increases when the solution becomes stale
	// (together with Data), when a new one is accepted, when a neuron is turned or turned back, and when the output view shows another
	// output. All numbers about the solution, the scores and the sequences of the animation depend on it,
	// except while the animation shows a network other than the optimum.
	Solution uint32 `json:"solution"`
	// Jobs covers background jobs: path, race and sweep, including that they end or are dropped.
	Jobs uint32 `json:"jobs"`
	// Solved is the value of Data for which the solution shown was found, 0 before the first one. All numbers about the solution,
	// the pictures of the network and the scores belong to those data. If it differs from Data, a new solution is pending.
	Solved uint32 `json:"solved"`
}

// Finite returns v, or 0 if v is infinite or NaN, which JSON cannot represent.
func Finite(v float64) float64 {
	if v-v != 0 {
		return 0
	}
	return v
}
