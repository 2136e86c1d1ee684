package protocol

// Page is what the page shows beside the pictures. It is written as JSON; the field tags are its contract with www/.
type Page struct {
	// Revision says which parts are new.
	Revision Revision `json:"revision"`
	// Stale says that the numbers of the solution belong to the state before the last change: a new solution is on its way.
	Stale bool `json:"stale"`
	// Solving is there while the present data are being solved.
	Solving *PageSolving `json:"solving,omitempty"`
	// Strip has what the proof strip shows.
	Strip PageStrip `json:"strip"`
	// Solves counts the solutions since the start.
	Solves int `json:"solves"`
	// Busy says that work is left: the page answers with a grant (see package session) until it is false.
	Busy bool `json:"busy"`

	// Status is optimal, inaccurate, stopped or failed; "solving" while the solution of the present data is not there, whatever that of the data before
	// was; or "empty" when there is no data. Message says more in one sentence.
	Status     string  `json:"status"`
	Message    string  `json:"message,omitempty"`
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lowerBound"`
	Gap        float64 `json:"gap"`
	// Ranks are the ranks of Z and Z'.
	Ranks      [2]int       `json:"ranks"`
	Iterations int          `json:"iterations"`
	Seconds    float64      `json:"seconds"`
	Neurons    []PageNeuron `json:"neurons"`
	// Matrices has Z and Z' of the network, of order d + 1, row by row, where there are pictures; or of the neuron in focus alone.
	Matrices [][][]float64 `json:"matrices,omitempty"`
	// Entry is the matrix entry in focus, [matrix, row, column], or [-1, 0, 0].
	Entry [3]int `json:"entry"`

	// Drawable says that the pictures show problems of this shape: dense, those of more than three features in a plane.
	Drawable bool `json:"drawable"`
	// Lens says which part of the solution the pictures, Neurons and Matrices show, and what else can be chosen.
	Lens PageLens `json:"lens"`
	// Argument is there while one of its pictures is shown.
	Argument  *PageArgument `json:"argument,omitempty"`
	Samples   int           `json:"samples"` // all points, those held out among them
	Dimension int           `json:"dimension"`
	// Columns are the names of the features and then of the labels, where they have some.
	Columns   []string `json:"columns,omitempty"`
	Beta      float64  `json:"beta"`
	Tolerance float64  `json:"tolerance"`
	// Loss is the name of the loss, Losses are those that the labels suit, Architecture is dense, quadratic or convolutional.
	Loss         string   `json:"loss"`
	Losses       []string `json:"losses"`
	Architecture string   `json:"architecture"`
	// Signals is set where samples are looked at as signals or images; they are in the document samples.
	Signals *PageSignals `json:"signals,omitempty"`
	// Layers says how many layers are trained, and what is known of each.
	Layers PageLayers `json:"layers"`
	// Convolution has the sizes of a convolutional network.
	Convolution *PageConvolution `json:"convolution,omitempty"`
	Activation  [3]float64       `json:"activation"`
	// Preset is the name of the preset the data came from, "" once it was changed; Lesson is the sentence that goes with it.
	Preset string `json:"preset"`
	Lesson string `json:"lesson"`
	// Brings says what the preset that was just chosen has changed beside the points, "" where it has changed nothing else. It stays until the next
	// change; undo takes all of it back.
	Brings string `json:"brings,omitempty"`

	// Classes is the number of classes of the labels, 2 for the signs of one output, or 0 for numbers.
	Classes int `json:"classes"`
	// ClassNames are the words that the labels stand for, where they were read from some: of two classes with one output that of -1 comes first.
	ClassNames []string `json:"classNames,omitempty"`
	Tool       string   `json:"tool"`
	// Label is that of new points: 1 or -1, or the number of a class where each has an output of its own.
	Label   float64 `json:"label"`
	CanUndo bool    `json:"canUndo"`
	CanRedo bool    `json:"canRedo"`
	// Brush is the radius of what the tool draws or touches, in per cent of the window; 0 for one point at a time.
	Brush   float64 `json:"brush"`
	Focus   int     `json:"focus"` // neuron in focus, or -1
	Point   int     `json:"point"` // point in focus, or -1
	Grabbed int     `json:"grabbed"`
	// Selected has the chosen points as pairs of a first and a last index.
	Selected [][2]int `json:"selected,omitempty"`
	// CanTurn says that the optimal network is one of many: a neuron's arrow can be turned.
	CanTurn bool `json:"canTurn"`
	// Notice is a sentence on what came of the last intent, for once.
	Notice string `json:"notice,omitempty"`
	// Tiles says what each picture shows for this number of features, by the numbers of Pictures.
	Tiles []PageTile `json:"tiles"`

	Film PageFilm `json:"film"`

	// Import is a table that waits for a choice of its columns.
	Import *PageImport `json:"import,omitempty"`
	// Split says which points are held out for testing, and what noise the labels have.
	Split PageSplit `json:"split"`
	// Train and Test say how well the network does on the points that it was trained on, and on those held out; missing without a network,
	// or without such points.
	Train *PageScore `json:"train,omitempty"`
	Test  *PageScore `json:"test,omitempty"`
	// Path has the number of neurons, the cost and the scores for values of beta, the largest first, as far as they are known; Idle says that
	// there is work on it, which nobody waits for.
	Path []PagePath `json:"path,omitempty"`
	Idle bool       `json:"idle"`
	// Kept says that the document work can be had at once: all of it is written but where the film is and what the controls say.
	Kept bool `json:"kept"`
	// Curves are the losses along the path; missing where no points are held out.
	Curves *PageCurves `json:"curves,omitempty"`
	// Fit says which function the activation was fitted to.
	Fit *PageFit `json:"fit,omitempty"`
	// Proof has what is known of the solution beside its cost and its bound; it is missing without one.
	Proof *PageProof `json:"proof,omitempty"`
	// Check is what the last check of a matrix or of a solution found.
	Check *PageCheck `json:"check,omitempty"`
	// Race tells of the runs of gradient descent; Racing says that they go on, so that time is to be granted at once.
	Race   *PageRace `json:"race,omitempty"`
	Racing bool      `json:"racing"`
	// Study is the optimum along one variable.
	Study *PageStudy `json:"study,omitempty"`
}

// PageStrip is the proof in short, and how good the network that it is of fits the data. All of it belongs together: to the data that are shown
// unless it is stale.
type PageStrip struct {
	// Known says that there is a network; without one the numbers are 0. Stale is Page.Stale.
	Known bool `json:"known"`
	Stale bool `json:"stale"`
	// Certified says that the network is proved to cost as little as any, within the tolerance, for the data and the model that are set now, and
	// that it is what the pictures show.
	Certified bool    `json:"certified"`
	Cost      float64 `json:"cost"`
	Bound     float64 `json:"bound"`
	Gap       float64 `json:"gap"`
	// Neurons counts those of all outputs.
	Neurons int `json:"neurons"`
	// Layer is the layer that cost, bound, gap and neurons are of, from 1, where there are several; the fit is that of all layers up to it.
	Layer int `json:"layer,omitempty"`
	// Other says that the numbers are those of what the pictures show in place of the optimum: a network that the argument compares it with, or a
	// step of the solver, from which no neurons have been taken yet.
	Other bool `json:"other"`
	// Note says of what the numbers are, where the pictures show something else.
	Note string `json:"note,omitempty"`
	// Deepen is how many further layers are offered, 0 for none: the fit is poor, and has been found to be better with them.
	Deepen int `json:"deepen,omitempty"`
	// Fit is missing without a network.
	Fit *PageGoodness `json:"fit,omitempty"`
}

// PageGoodness says how good the network is on the points that it was trained on.
type PageGoodness struct {
	// Where labels are classes, Right of Total get theirs: points, or labels where each output has two classes of its own. A tie counts as wrong.
	Right *int `json:"right,omitempty"`
	Total int  `json:"total"`
	// R2 is the share of the variation of other labels that the network explains; missing where they do not vary.
	R2 *float64 `json:"r2,omitempty"`
	// Poor says that fewer than nine in ten are right, or that R2 is below 0.9.
	Poor bool `json:"poor"`
	// Says states the proof together with the fit. Why says why the fit cannot be better, and Helps what would make it so, where that is known; they
	// follow when what they say has been tried, and hang on the jobs as well as on the solution. All are "" unless the network is certified.
	Says  string `json:"says,omitempty"`
	Why   string `json:"why,omitempty"`
	Helps string `json:"helps,omitempty"`
}

// PageSolving says how far the solution of the present data is.
type PageSolving struct {
	// Seconds and Bytes are what it was predicted to take, right within a factor of two or three, Spent the seconds so far.
	Seconds float64 `json:"seconds"`
	Bytes   float64 `json:"bytes"`
	Spent   float64 `json:"spent"`
	// Progress is about which share of the way is behind, from 0 to 1.
	Progress float64 `json:"progress"`
	// Sentence says what is being solved and how long that may take.
	Sentence string `json:"sentence"`
}

// PageStudy says how far the optimum along a variable is known.
type PageStudy struct {
	Variable string `json:"variable"` // beta, a, b or c
	Points   int    `json:"points"`
	Done     bool   `json:"done"`
	Sentence string `json:"sentence"`
}

// PageRace says how a race stands.
type PageRace struct {
	// Method is descent, momentum, sgd or adam; Batch is 0 for all samples. Rate is 0 while it is looked for.
	Method string  `json:"method"`
	Width  int     `json:"width"`
	Runs   int     `json:"runs"`
	Rate   float64 `json:"rate"`
	Batch  int     `json:"batch"`
	Seed   uint64  `json:"seed"`
	Epochs int     `json:"epochs"`
	Epoch  int     `json:"epoch"`
	// State is solving (the convex program is timed), searching (for the rate), racing, judging (where runs have come to), paused or done. Width is 0
	// while it is to be that of the optimum, and the optimum is not known.
	State string `json:"state"`
	// Reached counts the runs that cost at most 1 % more than the certified optimum now, Lost those that have diverged.
	Reached int `json:"reached"`
	Lost    int `json:"lost"`
	// Ends has how much more than the optimum each run costs now, relative to it, -1 for one that has diverged; Places says where each is: moving,
	// optimum, minimum, saddle, above or diverged.
	Ends   []float64 `json:"ends"`
	Places []string  `json:"places"`
	// Seconds is the training time of a run so far, First that of the first run to come within 1 % of the optimum, -1 if none has. Cold is the time of
	// the convex program from nothing, Warm when it starts from the solution before, both with their proof, 0 before they are known. Searched is the
	// time of the search for the rate, over so many Trials.
	Seconds  float64 `json:"seconds"`
	First    float64 `json:"first"`
	Cold     float64 `json:"cold"`
	Warm     float64 `json:"warm"`
	Searched float64 `json:"searched"`
	Trials   int     `json:"trials"`
	// Shown is the run whose network is shown beside the optimum, or -1. ByTime puts seconds along the axis.
	Shown  int  `json:"shown"`
	ByTime bool `json:"byTime"`
	// Sentence says how it stands.
	Sentence string `json:"sentence"`
}

// PageSignals says how samples are looked at.
type PageSignals struct {
	// Shape is [length], [height, width] or [height, width, channels].
	Shape []int `json:"shape"`
}

// PageConvolution has the sizes of a convolutional network and of its program.
type PageConvolution struct {
	Input   []int `json:"input"`
	Filter  int   `json:"filter"`
	Stride  int   `json:"stride"`
	Padding int   `json:"padding"`
	// Pool is the number of patches that are averaged, -1 for all; Pools are those that suit the number of patches, but for all.
	Pool  int   `json:"pool"`
	Pools []int `json:"pools"`
	// Shapes are the inputs that suit the number of features.
	Shapes [][]int `json:"shapes"`
	// Patches is K, Blocks K / P, Size f, the number of entries of a filter. The program has Matrices matrices of order Order.
	Patches  int `json:"patches"`
	Blocks   int `json:"blocks"`
	Size     int `json:"size"`
	Order    int `json:"order"`
	Matrices int `json:"matrices"`
}

// PageLayers are the layers of a network, each trained on the ones below it.
type PageLayers struct {
	// Count is the number of layers that are set, Most the largest that the page offers, 1 where there are no others.
	Count int `json:"count"`
	Most  int `json:"most"`
	// Form is features or residual, Skip input, all or none, Scaling standardise, whiten, centre or none.
	Form    string `json:"form"`
	Skip    string `json:"skip"`
	Scaling string `json:"scaling"`
	// Chosen is the layer that is shown, counted from 0; Rows has what is known of each, none with one layer.
	Chosen int         `json:"chosen"`
	Rows   []PageLayer `json:"rows,omitempty"`
}

// PageLayer is one of several layers.
type PageLayer struct {
	// Certified says that its program is solved to the tolerance, given the layers below it; Gap and Neurons are its own.
	Certified bool    `json:"certified"`
	Gap       float64 `json:"gap"`
	Neurons   int     `json:"neurons"`
	// Fit is how good the network is that ends with it, as in words.
	Fit string `json:"fit"`
}

// PageLens is a choice among the parts of a solution.
type PageLens struct {
	// Outputs is the number of outputs, Output the chosen one, counted from 0.
	Outputs int `json:"outputs"`
	Output  int `json:"output"`
	// CanCompare says that the data can be coloured by the largest of all outputs, Compare that they are.
	CanCompare bool `json:"canCompare"`
	Compare    bool `json:"compare"`
	// Plane says which plane is shown of more than three features, Features are its two, counted from 1, or 0 and 0 for the principal axes.
	Plane    string `json:"plane,omitempty"`
	Features [2]int `json:"features"`
	// Neurons counts those of all outputs.
	Neurons int `json:"neurons"`
	// Layer is the layer that cost, bound, gap and neurons are of, from 1, where there are several; the fit is that of all layers up to it.
	Layer int `json:"layer,omitempty"`
	// Note says in one sentence what is shown, where there is a choice.
	Note string `json:"note,omitempty"`
}

// PageImport describes a table that has been read but not taken.
type PageImport struct {
	Name    string       `json:"name"`
	Rows    int          `json:"rows"`
	Columns []PageColumn `json:"columns"`
	// Features and Target are the columns that are proposed, counted from zero; Header says that the first line was read as their names.
	Features []int `json:"features"`
	Target   int   `json:"target"`
	Header   bool  `json:"header"`
	// Text says that the table is one in which there can be a header.
	Text bool `json:"text"`
	// Notes are sentences on what was decided where the file leaves a choice.
	Notes []string `json:"notes,omitempty"`
}

// PageColumn is a column of a table that has been read.
type PageColumn struct {
	Name string `json:"name"`
	// Kind is number or text; Distinct counts the different entries, up to a thousand.
	Kind     string `json:"kind"`
	Distinct int    `json:"distinct"`
	// Index says that the column numbers or names the rows.
	Index bool `json:"index,omitempty"`
}

// PagePath is the optimum for one beta.
type PagePath struct {
	Beta float64 `json:"beta"`
	// Place is where beta is on its slider, from 0 to 1.
	Place   float64 `json:"place"`
	Neurons int     `json:"neurons"`
	Cost    float64 `json:"cost"`
	// Train scores the network on the points trained on, Test on those held out, where there are any.
	Train *PageScore `json:"train"`
	Test  *PageScore `json:"test,omitempty"`
}

// PageSplit is how the data are sampled: the share of the points that was held out and the noise of the labels, in per cent, the seed of
// both, and the number of points that are held out now.
type PageSplit struct {
	Hold  float64 `json:"hold"`
	Noise float64 `json:"noise"`
	Seed  int     `json:"seed"`
	Held  int     `json:"held"`
}

// PageScore says how well a network does on a set of points, by its forward pass.
type PageScore struct {
	Samples int `json:"samples"`
	// Loss is the mean of the loss over the points.
	Loss float64 `json:"loss"`
	// Accuracy is the share of points that get their class, where all labels are classes (1 and -1, or one-hot rows).
	Accuracy *float64 `json:"accuracy,omitempty"`
	// Of other labels, RMS is the root mean square of the errors and R2 the share of the labels' variation that the network explains; missing
	// where there is no such number.
	RMS *float64 `json:"rms,omitempty"`
	R2  *float64 `json:"r2,omitempty"`
}

// PageFit is a least-squares fit of an activation on a range, with its mean and its largest error.
type PageFit struct {
	Name    string  `json:"name"`
	Formula string  `json:"formula"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	RMS     float64 `json:"rms"`
	Max     float64 `json:"max"`
}

// PageProof has facts about the network, measured from its neurons: see certify.Measures.
type PageProof struct {
	// Loss and Penalty = beta Weight add up to the cost; Weight is the sum of |alpha|.
	Loss    float64 `json:"loss"`
	Penalty float64 `json:"penalty"`
	Weight  float64 `json:"weight"`
	// Width is the paper's bound of the number of neurons.
	Width int `json:"width"`
	// Eigenvalues and Traces are of Z and of Z', Reassembly and Lengths of both.
	Eigenvalues [2]float64 `json:"eigenvalues"`
	Traces      [2]float64 `json:"traces"`
	Reassembly  float64    `json:"reassembly"`
	Lengths     float64    `json:"lengths"`
}

// PageCheck is the verdict on what the user pasted.
type PageCheck struct {
	// Kind is matrix, solution, or network for one without proof.
	Kind string `json:"kind"`
	Pass bool   `json:"pass"`
	// Sentence says what was proved, or what is wrong first.
	Sentence string     `json:"sentence"`
	Facts    []PageFact `json:"facts"`
	// Neurons has the first neurons, with the first entries of their directions; More counts those left out.
	Neurons []PageNeuron `json:"neurons"`
	More    int          `json:"more,omitempty"`
	// CanShow says that the stage can show the matrix, or the network in place of the optimal one; Shown that it does.
	CanShow bool `json:"canShow"`
	Shown   bool `json:"shown"`
	// Neuron is the neuron in which the first fault is, or -1.
	Neuron int `json:"neuron"`
}

// PageFact is one number with its name. Fails says that it is beyond its limit.
type PageFact struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Fails bool    `json:"fails,omitempty"`
}

// PageNeuron is a row of the table of neurons.
type PageNeuron struct {
	// Number is what the neuron is called, from 1, see Neuron.Number.
	Number int       `json:"number,omitempty"`
	U      []float64 `json:"u"`
	Alpha  float64   `json:"alpha"`
	// Block is the patch, or the pool of patches, that the neuron reads, Output the output that it adds to, both counted from zero.
	Block  int `json:"block,omitempty"`
	Output int `json:"output,omitempty"`
}

// PageFilm is the state of the transport controls.
type PageFilm struct {
	// Name is decomposition or solver, Speed 1 at the usual pace.
	Name     string  `json:"name"`
	Speed    float64 `json:"speed"`
	Position float64 `json:"position"`
	Length   float64 `json:"length"`
	Playing  bool    `json:"playing"`
	// Caption says in one sentence, with its numbers, what the current step does.
	Caption string `json:"caption"`
}

// PageArgument is the state of the controls of the argument.
type PageArgument struct {
	// Rival is the network that the optimum is compared with: empty, random or spoiled.
	Rival string `json:"rival"`
	// Spoils has for each neuron of the output what was done to it in the network that is shown.
	Spoils []PageSpoil `json:"spoils"`
	// Round is the part of the circle of directions that the price has been looked at since its film was chosen, 1 at its end.
	Round float64 `json:"round"`
}

// PageSpoil is a turn in degrees, and a factor of the weight, of the neuron of a number.
type PageSpoil struct {
	Number int     `json:"number"`
	Turn   float64 `json:"turn"`
	Scale  float64 `json:"scale"`
}

// PageSymbol explains a symbol, in a few words and in a sentence.
type PageSymbol struct {
	Symbol string `json:"symbol"`
	Short  string `json:"short"`
	Help   string `json:"help"`
}

// PageTile says in words what a picture shows, and what can be done with it.
type PageTile struct {
	Title string `json:"title"`
	// Note is one sentence under the title, Description what the picture shows, for those who do not see it.
	Note        string `json:"note"`
	Description string `json:"description"`
	// Offered: there is such a picture of these data. Camera: the picture has depth and can be turned. Slice: it offers a slice in place of the
	// shadow. Turn: what lies in more than three dimensions can be turned into sight. Stages: it is built up in steps. Sweep: one direction can
	// be seen to trace it.
	Offered bool `json:"offered"`
	Camera  bool `json:"camera"`
	Slice   bool `json:"shadow"`
	Turn    bool `json:"turn"`
	Stages  bool `json:"stages"`
	Sweep   bool `json:"sweep"`
	// Legend explains the symbols that the picture and its film use.
	Legend []PageSymbol `json:"legend,omitempty"`
}
