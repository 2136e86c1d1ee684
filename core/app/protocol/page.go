package protocol

// Page is the part of an answer that the page renders as controls, numbers and sentences. It is sent as JSON; the field tags are the contract with
// www/.
type Page struct {
	// Revision tells which parts of the answer have changed.
	Revision Revision `json:"revision"`
	// Stale is set while the solution's numbers belong to the state before the last change and a new solution is pending.
	Stale bool `json:"stale"`
	// Solving is present while the current data are being solved.
	Solving *PageSolving `json:"solving,omitempty"`
	// Strip is the content of the proof strip.
	Strip PageStrip `json:"strip"`
	// Solves is the number of solutions since the session started.
	Solves int `json:"solves"`
	// Busy is set while work remains. The page then answers with a grant (see package session), until it is false.
	Busy bool `json:"busy"`

	// Status is optimal, inaccurate, stopped or failed; "solving" until the current data have a solution, whatever the status of the previous one; or
	// "empty" if there are no data. Message adds a sentence.
	Status     string  `json:"status"`
	Message    string  `json:"message,omitempty"`
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lowerBound"`
	Gap        float64 `json:"gap"`
	// Ranks holds the ranks of Z and Z'.
	Ranks      [2]int       `json:"ranks"`
	Iterations int          `json:"iterations"`
	Seconds    float64      `json:"seconds"`
	Neurons    []PageNeuron `json:"neurons"`
	// Matrices holds Z and Z' of the network, of order d + 1 and row by row, or only the part that the neuron in focus contributes. It is missing if
	// there are no pictures of the program.
	Matrices [][][]float64 `json:"matrices,omitempty"`
	// Entry is the matrix entry in focus, [matrix, row, column], or [-1, 0, 0].
	Entry [3]int `json:"entry"`

	// Drawable is set if the pictures can show problems of this shape: dense networks, in a plane if there are more than three features.
	Drawable bool `json:"drawable"`
	// Lens is the part of the solution that the pictures, Neurons and Matrices show, with the alternatives.
	Lens PageLens `json:"lens"`
	// Argument is present while a picture of the optimality argument is shown.
	Argument  *PageArgument `json:"argument,omitempty"`
	Samples   int           `json:"samples"` // all points, including those held out
	Dimension int           `json:"dimension"`
	// Columns holds the names of the features, then of the labels, if they are named.
	Columns   []string `json:"columns,omitempty"`
	Beta      float64  `json:"beta"`
	Tolerance float64  `json:"tolerance"`
	// Loss is the name of the loss. Losses lists those that suit the labels. Architecture is dense, quadratic or convolutional.
	Loss         string   `json:"loss"`
	Losses       []string `json:"losses"`
	Architecture string   `json:"architecture"`
	// Signals is set if samples are displayed as signals or images; the document samples contains them.
	Signals *PageSignals `json:"signals,omitempty"`
	// Layers describes the layers trained.
	Layers PageLayers `json:"layers"`
	// Convolution holds the sizes of a convolutional network.
	Convolution *PageConvolution `json:"convolution,omitempty"`
	Activation  [3]float64       `json:"activation"`
	// Preset is the name of the preset that the data come from, "" after they were changed. Lesson is the preset's sentence.
	Preset string `json:"preset"`
	Lesson string `json:"lesson"`
	// Brings describes what the preset just chosen changed besides the points, or is "". It stays until the next change; undo reverts all of it.
	Brings string `json:"brings,omitempty"`

	// Classes is the number of classes, 2 for the sign of a single output, 0 for numeric labels.
	Classes int `json:"classes"`
	// ClassNames holds the words that the labels were read from, if any. With two classes and one output, the word for -1 comes first.
	ClassNames []string `json:"classNames,omitempty"`
	Tool       string   `json:"tool"`
	// Label is the label of new points: 1 or -1, or the number of a class if each class has its own output.
	Label   float64 `json:"label"`
	CanUndo bool    `json:"canUndo"`
	CanRedo bool    `json:"canRedo"`
	// Brush is the radius of the tool in per cent of the window; 0 acts on one point at a time.
	Brush   float64 `json:"brush"`
	Focus   int     `json:"focus"` // neuron in focus, or -1
	Point   int     `json:"point"` // point in focus, or -1
	Grabbed int     `json:"grabbed"`
	// Selected holds the selected points as ranges, each a first and a last index.
	Selected [][2]int `json:"selected,omitempty"`
	// CanTurn is set if there are other optimal networks, so that a neuron's arrow can be turned.
	CanTurn bool `json:"canTurn"`
	// Notice is a sentence on the result of the last intent. It is shown once.
	Notice string `json:"notice,omitempty"`
	// Tiles describes each picture for these data, indexed like Pictures.
	Tiles []PageTile `json:"tiles"`

	Film PageFilm `json:"film"`

	// Import is a table that waits until its columns are chosen.
	Import *PageImport `json:"import,omitempty"`
	// Split describes the held-out points and the label noise.
	Split PageSplit `json:"split"`
	// Train and Test are the scores on the training points and on the held-out points; missing without a network or without such points.
	Train *PageScore `json:"train,omitempty"`
	Test  *PageScore `json:"test,omitempty"`
	// Path holds the optima computed so far for a range of beta, largest first. Idle is set while there is background work on it left.
	Path []PagePath `json:"path,omitempty"`
	Idle bool       `json:"idle"`
	// Kept is set if the document work is available immediately, as everything but the film's position and the state of the controls has been
	// written.
	Kept bool `json:"kept"`
	// Curves holds the losses along the path; missing if no points are held out.
	Curves *PageCurves `json:"curves,omitempty"`
	// Fit is the function that the activation was fitted to, if any.
	Fit *PageFit `json:"fit,omitempty"`
	// Proof holds further facts about the solution; missing without one.
	Proof *PageProof `json:"proof,omitempty"`
	// Check is the result of the last check of a matrix, a solution or a network.
	Check *PageCheck `json:"check,omitempty"`
	// Race describes the runs of gradient descent. Racing is set while they continue, so that time should be granted at once.
	Race   *PageRace `json:"race,omitempty"`
	Racing bool      `json:"racing"`
	// Study is the optimum along one variable.
	Study *PageStudy `json:"study,omitempty"`
}

// PageStrip summarises the proof and how well the proved network fits the data. All of it refers to the data shown unless it is stale.
type PageStrip struct {
	// Known is set if there is a network; otherwise the numbers are 0. Stale is Page.Stale.
	Known bool `json:"known"`
	Stale bool `json:"stale"`
	// Certified is set if the network is proved optimal within the tolerance for the current data and model, and is the network that the pictures
	// show.
	Certified bool    `json:"certified"`
	Cost      float64 `json:"cost"`
	Bound     float64 `json:"bound"`
	Gap       float64 `json:"gap"`
	// Neurons is the number of neurons of all outputs.
	Neurons int `json:"neurons"`
	// Layer is the layer that cost, bound, gap and neurons refer to, from 1, if there are several. The fit is that of all layers up to it.
	Layer int `json:"layer,omitempty"`
	// Other is set if the numbers are not those of the optimum but of what the pictures show instead: another network of the argument, or a step of
	// the solver, for which neurons have not been extracted.
	Other bool `json:"other"`
	// Note names what the numbers refer to if the pictures show something else.
	Note string `json:"note,omitempty"`
	// Deepen is the number of additional layers offered, or 0. Layers are offered if the fit is poor and was found to improve with them.
	Deepen int `json:"deepen,omitempty"`
	// Fit is missing if there is no network.
	Fit *PageGoodness `json:"fit,omitempty"`
}

// PageGoodness describes how well the network fits its training points.
type PageGoodness struct {
	// Right of Total class labels are predicted correctly: one per point, or one per point and output if each output has two classes of its own. Ties
	// count as wrong.
	Right *int `json:"right,omitempty"`
	Total int  `json:"total"`
	// R2 is the share of the variation of numeric labels that the network explains; missing if they do not vary.
	R2 *float64 `json:"r2,omitempty"`
	// Poor is set if fewer than nine in ten labels are right, or R2 is below 0.9.
	Poor bool `json:"poor"`
	// Says states the proof together with the fit. Why explains why the fit cannot be better and Helps what would improve it, if known; both appear
	// once the alternatives have been tried, so that they depend on the jobs as well as on the solution. All are "" unless the network is certified.
	Says  string `json:"says,omitempty"`
	Why   string `json:"why,omitempty"`
	Helps string `json:"helps,omitempty"`
}

// PageSolving is the progress of solving the current data.
type PageSolving struct {
	// Seconds and Bytes are the predicted cost, right within a factor of two or three. Spent is the time so far in seconds.
	Seconds float64 `json:"seconds"`
	Bytes   float64 `json:"bytes"`
	Spent   float64 `json:"spent"`
	// Progress is an estimate of the share of the work done, from 0 to 1.
	Progress float64 `json:"progress"`
	// Sentence describes what is being solved and how long it may take.
	Sentence string `json:"sentence"`
}

// PageStudy is the progress of a study.
type PageStudy struct {
	Variable string `json:"variable"` // beta, a, b or c
	Points   int    `json:"points"`
	Done     bool   `json:"done"`
	Sentence string `json:"sentence"`
}

// PageRace is the state of a race.
type PageRace struct {
	// Method is descent, momentum, sgd or adam. Batch is 0 for all samples. Rate is 0 until the search for it ends.
	Method string  `json:"method"`
	Width  int     `json:"width"`
	Runs   int     `json:"runs"`
	Rate   float64 `json:"rate"`
	Batch  int     `json:"batch"`
	Seed   uint64  `json:"seed"`
	Epochs int     `json:"epochs"`
	Epoch  int     `json:"epoch"`
	// State is solving (timing the convex program), searching (for the rate), racing, judging (classifying where the runs ended), paused or done.
	// Width is 0 if it is to equal that of an optimum not known yet.
	State string `json:"state"`
	// Reached is the number of runs that now cost at most 1 % more than the certified optimum, Lost the number that diverged.
	Reached int `json:"reached"`
	Lost    int `json:"lost"`
	// Ends holds how much more than the optimum each run costs, relative to it, or -1 if it diverged. Places tells where each run is: moving,
	// optimum, minimum, saddle, above or diverged.
	Ends   []float64 `json:"ends"`
	Places []string  `json:"places"`
	// Seconds is the training time of a run so far. First is that of the first run to come within 1 % of the optimum, -1 if none has. Cold and Warm
	// are the times of the convex program from scratch and from the previous solution, both including the proof, 0 until measured. Searched is the
	// time of the search for the rate, over Trials trials.
	Seconds  float64 `json:"seconds"`
	First    float64 `json:"first"`
	Cold     float64 `json:"cold"`
	Warm     float64 `json:"warm"`
	Searched float64 `json:"searched"`
	Trials   int     `json:"trials"`
	// Shown is the run whose network is shown next to the optimum, or -1. ByTime is set if the horizontal axis is time.
	Shown  int  `json:"shown"`
	ByTime bool `json:"byTime"`
	// Sentence summarises the state.
	Sentence string `json:"sentence"`
}

// PageSignals describes how samples are displayed.
type PageSignals struct {
	// Shape is [length], [height, width] or [height, width, channels].
	Shape []int `json:"shape"`
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

// PageLayers describes the layers of a network, each trained on top of those below it.
type PageLayers struct {
	// Count is the number of layers set. Most is the largest that the page offers, 1 if only one layer is possible.
	Count int `json:"count"`
	Most  int `json:"most"`
	// Form is features or residual; Skip is input, all or none; Scaling is standardise, whiten, centre or none.
	Form    string `json:"form"`
	Skip    string `json:"skip"`
	Scaling string `json:"scaling"`
	// Chosen is the layer shown, from 0. Rows describes each layer; it is missing with a single layer.
	Chosen int         `json:"chosen"`
	Rows   []PageLayer `json:"rows,omitempty"`
}

// PageLayer is one layer of several.
type PageLayer struct {
	// Certified is set if the layer's program is solved to the tolerance, given the layers below. Gap and Neurons are those of the layer.
	Certified bool    `json:"certified"`
	Gap       float64 `json:"gap"`
	Neurons   int     `json:"neurons"`
	// Fit describes, in words, how well the network up to this layer fits.
	Fit string `json:"fit"`
}

// PageLens is the selected part of the solution, with the alternatives.
type PageLens struct {
	// Outputs is the number of outputs, Output the selected one, from 0.
	Outputs int `json:"outputs"`
	Output  int `json:"output"`
	// CanCompare is set if the data can be coloured by the largest of all outputs, Compare if they are.
	CanCompare bool `json:"canCompare"`
	Compare    bool `json:"compare"`
	// Plane describes the plane shown for more than three features. Features holds the two that span it, from 1, or 0 and 0 for the principal axes.
	Plane    string `json:"plane,omitempty"`
	Features [2]int `json:"features"`
	// Neurons is the number of neurons of all outputs.
	Neurons int `json:"neurons"`
	// Layer is the layer that cost, bound, gap and neurons refer to, from 1, if there are several. The fit is that of all layers up to it.
	Layer int `json:"layer,omitempty"`
	// Note describes what is shown, in one sentence, if there is a choice.
	Note string `json:"note,omitempty"`
}

// PageImport is a table that has been read but not loaded yet.
type PageImport struct {
	Name    string       `json:"name"`
	Rows    int          `json:"rows"`
	Columns []PageColumn `json:"columns"`
	// Features and Target are the proposed columns, from 0. Header is set if the first line was read as column names.
	Features []int `json:"features"`
	Target   int   `json:"target"`
	Header   bool  `json:"header"`
	// Text is set if the table comes from text, so that it may have a header.
	Text bool `json:"text"`
	// Notes lists the decisions made where the file is ambiguous, as sentences.
	Notes []string `json:"notes,omitempty"`
}

// PageColumn is a column of such a table.
type PageColumn struct {
	Name string `json:"name"`
	// Kind is number or text. Distinct is the number of distinct entries, at most a thousand.
	Kind     string `json:"kind"`
	Distinct int    `json:"distinct"`
	// Index is set if the column numbers or names the rows.
	Index bool `json:"index,omitempty"`
}

// PagePath is the optimum for one value of beta.
type PagePath struct {
	Beta float64 `json:"beta"`
	// Place is the position of beta on its slider, from 0 to 1.
	Place   float64 `json:"place"`
	Neurons int     `json:"neurons"`
	Cost    float64 `json:"cost"`
	// Train is the score on the training points, Test that on the held-out points, if any.
	Train *PageScore `json:"train"`
	Test  *PageScore `json:"test,omitempty"`
}

// PageSplit describes the sampling of the data: the share of held-out points and the label noise in per cent, the seed of both, and the number of
// points currently held out.
type PageSplit struct {
	Hold  float64 `json:"hold"`
	Noise float64 `json:"noise"`
	Seed  int     `json:"seed"`
	Held  int     `json:"held"`
}

// PageScore is the score of a network on a set of points, by its forward pass.
type PageScore struct {
	Samples int `json:"samples"`
	// Loss is the mean loss over the points.
	Loss float64 `json:"loss"`
	// Accuracy is the share of points classified correctly, if all labels are classes (1 and -1, or one-hot rows).
	Accuracy *float64 `json:"accuracy,omitempty"`
	// RMS is the root mean square error of numeric labels and R2 the share of their variation that the network explains; missing if undefined.
	RMS *float64 `json:"rms,omitempty"`
	R2  *float64 `json:"r2,omitempty"`
}

// PageFit is a least-squares fit of the activation to a function on a range, with the root mean square and the largest error.
type PageFit struct {
	Name    string  `json:"name"`
	Formula string  `json:"formula"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	RMS     float64 `json:"rms"`
	Max     float64 `json:"max"`
}

// PageProof holds facts measured from the network's neurons: see certify.Measures.
type PageProof struct {
	// Loss and Penalty add up to the cost; Penalty is beta times Weight, the sum of |alpha|.
	Loss    float64 `json:"loss"`
	Penalty float64 `json:"penalty"`
	Weight  float64 `json:"weight"`
	// Width is the paper's bound on the number of neurons.
	Width int `json:"width"`
	// Eigenvalues and Traces hold the least eigenvalue and the trace residual of Z and of Z'. Reassembly and Lengths are residuals of both together.
	Eigenvalues [2]float64 `json:"eigenvalues"`
	Traces      [2]float64 `json:"traces"`
	Reassembly  float64    `json:"reassembly"`
	Lengths     float64    `json:"lengths"`
}

// PageCheck is the verdict on the object under check.
type PageCheck struct {
	// Kind is matrix, solution, or network for a network without a proof.
	Kind string `json:"kind"`
	Pass bool   `json:"pass"`
	// Sentence states what was proved, or the first fault.
	Sentence string     `json:"sentence"`
	Facts    []PageFact `json:"facts"`
	// Neurons holds the first neurons, with the first entries of their directions. More is the number omitted.
	Neurons []PageNeuron `json:"neurons"`
	More    int          `json:"more,omitempty"`
	// CanShow is set if the stage can show the matrix, or the network instead of the optimal one; Shown if it does.
	CanShow bool `json:"canShow"`
	Shown   bool `json:"shown"`
	// Neuron is the neuron with the first fault, or -1.
	Neuron int `json:"neuron"`
}

// PageFact is a named number. Fails is set if it exceeds its limit.
type PageFact struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Fails bool    `json:"fails,omitempty"`
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

// PageFilm is the state of the transport controls.
type PageFilm struct {
	// Name is the name of the film, Speed the playback speed relative to normal.
	Name     string  `json:"name"`
	Speed    float64 `json:"speed"`
	Position float64 `json:"position"`
	Length   float64 `json:"length"`
	Playing  bool    `json:"playing"`
	// Caption describes the current step in one sentence, with its numbers.
	Caption string `json:"caption"`
}

// PageArgument is the state of the controls of the optimality argument.
type PageArgument struct {
	// Rival is the network compared with the optimum: empty, random or spoiled.
	Rival string `json:"rival"`
	// Spoils lists the perturbed neurons of the network shown.
	Spoils []PageSpoil `json:"spoils"`
	// Round is the share of the circle of directions that the price film has covered since it was chosen, 1 at its end.
	Round float64 `json:"round"`
}

// PageSpoil is the perturbation of the neuron Number: a turn in degrees and a factor of its weight.
type PageSpoil struct {
	Number int     `json:"number"`
	Turn   float64 `json:"turn"`
	Scale  float64 `json:"scale"`
}

// PageSymbol explains a symbol, in a few words and in one sentence.
type PageSymbol struct {
	Symbol string `json:"symbol"`
	Short  string `json:"short"`
	Help   string `json:"help"`
}

// PageTile describes a picture and what it offers.
type PageTile struct {
	Title string `json:"title"`
	// Note is the sentence below the title. Description is the text alternative for users who do not see the picture.
	Note        string `json:"note"`
	Description string `json:"description"`
	// Offered is set if the picture exists for these data, Camera if it has depth and can be rotated, Slice if it offers a slice instead of a
	// projection, Turn if further dimensions can be rotated into view, Stages if it is built up in steps, and Sweep if a single direction can trace
	// it.
	Offered bool `json:"offered"`
	Camera  bool `json:"camera"`
	Slice   bool `json:"shadow"`
	Turn    bool `json:"turn"`
	Stages  bool `json:"stages"`
	Sweep   bool `json:"sweep"`
	// Legend explains the symbols used by the picture and its film.
	Legend []PageSymbol `json:"legend,omitempty"`
}
