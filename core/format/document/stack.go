package document

import (
	"math"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/numeric/loss"
)

// Depth is a number of layers, or AutoDepth for as many layers as help.
type Depth int

// AutoDepth is written "auto".
const AutoDepth Depth = -1

// MostLayers is the largest number of layers of a stack.
const MostLayers = 12

// The forms of a stack; the skips, which say what reaches a layer besides the neurons of the layer below; and the scalings of features. The
// first of each is the default.
var (
	stackForms    = [...]string{"features", "residual"}
	stackSkips    = [...]string{"input", "all", "none"}
	stackScalings = [...]string{"standardise", "whiten", "centre", "none"}
)

// Stack says that the network has several layers, trained one after the other, each to its certified optimum given those below it. The
// problem's architecture is that of the first layer. Layers above are dense, or quadratic above a quadratic layer.
type Stack struct {
	// Layers is the depth. With AutoDepth, Most is the largest depth, 0 for MostLayers.
	Layers Depth `json:"layers"`
	Most   int   `json:"most,omitempty"`
	// Form is features or residual; Skip is input, all or none; Scaling is standardise, whiten, centre or none. Empty means the first of
	// each.
	Form    string `json:"form,omitempty"`
	Skip    string `json:"skip,omitempty"`
	Scaling string `json:"scaling,omitempty"`
	// Fade is the share of a layer's weight at which a neuron's feature has half its size. Clip says whether features of new points are kept
	// near the range of the training points. For nil the solver decides.
	Fade *float64 `json:"fade,omitempty"`
	Clip *bool    `json:"clip,omitempty"`
	// Betas are the betas of the layers, starting with the first; the last one is used for all further layers. Alternatively, Share is each
	// layer's beta divided by the least beta with which the layer has no neurons. Without both, all layers have the problem's beta.
	Betas []float64 `json:"betas,omitempty"`
	Share float64   `json:"share,omitempty"`
}

// MarshalJSON writes the number or "auto".
func (d Depth) MarshalJSON() ([]byte, error) {
	if d == AutoDepth {
		return []byte(`"auto"`), nil
	}
	return []byte(strconv.Itoa(int(d))), nil
}

// UnmarshalJSON reads a number of layers, or "auto".
func (d *Depth) UnmarshalJSON(text []byte) error {
	if string(text) == `"auto"` {
		*d = AutoDepth
		return nil
	}
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 || n > MostLayers {
		return fault.New("layers", "is "+fault.Clip(string(text))+", "+layersExpected)
	}
	*d = Depth(n)
	return nil
}

var layersExpected = "expected a whole number from 1 to " + strconv.Itoa(MostLayers) + ` or "auto"`

func (s *Stack) fields(r *reader) []field {
	return []field{
		{"layers", `a number of layers or "auto"`, func() { s.Layers = r.depth() }},
		{"most", "", func() { s.Most = r.integer(1, MostLayers) }},
		{"form", "", func() { s.Form = r.oneOf(stackForms[:]) }},
		{"skip", "", func() { s.Skip = r.oneOf(stackSkips[:]) }},
		{"scaling", "", func() { s.Scaling = r.oneOf(stackScalings[:]) }},
		{"fade", "", func() {
			v := r.number()
			s.Fade = &v
		}},
		{"clip", "", func() {
			v := r.truth()
			s.Clip = &v
		}},
		{"betas", "", func() { s.Betas = some(r.row()) }},
		{"share", "", func() { s.Share = r.number() }},
	}
}

// depth reads a number of layers or "auto".
func (r *reader) depth() Depth {
	token := r.next()
	if token == "auto" {
		return AutoDepth
	}
	if n, err := strconv.Atoi(numberText(token)); err == nil && n >= 1 && n <= MostLayers {
		return Depth(n)
	}
	r.fail("is " + describe(token) + ", " + layersExpected)
	return 0
}

// oneOf reads one of the words. It returns the first word, the default, as "", so that a document has only one form.
func (r *reader) oneOf(words []string) string {
	text := r.text()
	if r.err != nil || text == words[0] {
		return ""
	}
	if place(text, words) < 0 {
		r.fail(`is "` + fault.Clip(text) + `", expected one of ` + strings.Join(words, ", "))
	}
	return text
}

// some returns nil for an empty list, since an empty list is not written either.
func some[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

// place returns the index of the text among the words, or -1; an empty text is the first word.
func place(text string, words []string) int {
	if text == "" {
		return 0
	}
	for i, word := range words {
		if word == text {
			return i
		}
	}
	return -1
}

// Residual reports whether each layer fits the residual of those below it.
func (s *Stack) Residual() bool { return place(s.Form, stackForms[:]) == 1 }

// SkipIndex and ScalingIndex return the index of the skip and of the scaling in the order of package stack, or -1 for an unknown one.
func (s *Stack) SkipIndex() int    { return place(s.Skip, stackSkips[:]) }
func (s *Stack) ScalingIndex() int { return place(s.Scaling, stackScalings[:]) }

// validate returns an error for what is wrong with the stack of a problem with that loss; at is its path in the document.
func (s *Stack) validate(at string, kind loss.Loss) error {
	if s.Layers != AutoDepth && (s.Layers < 1 || s.Layers > MostLayers) {
		return fault.New(at+".layers", "is "+strconv.Itoa(int(s.Layers))+", "+layersExpected)
	}
	if s.Most != 0 && (s.Layers != AutoDepth || s.Most < 1 || s.Most > MostLayers) {
		return fault.New(at+".most", "is "+strconv.Itoa(s.Most)+`, expected 1 to `+strconv.Itoa(MostLayers)+`, and only with "auto"`)
	}
	for _, word := range []struct {
		name, text string
		words      []string
	}{{"form", s.Form, stackForms[:]}, {"skip", s.Skip, stackSkips[:]}, {"scaling", s.Scaling, stackScalings[:]}} {
		if place(word.text, word.words) < 0 {
			return fault.New(at+"."+word.name, `is "`+fault.Clip(word.text)+`", expected one of `+strings.Join(word.words, ", "))
		}
	}
	if s.Residual() && kind != loss.Squared && kind != loss.Huber && kind != loss.L1 {
		return fault.New(at+".form", `is "residual", expected it only with the losses squared, huber and l1: with others what a layer leaves is not a label that the next can be given`)
	}
	return s.validateNumbers(at)
}

func (s *Stack) validateNumbers(at string) error {
	if s.Fade != nil && !(*s.Fade >= 0 && *s.Fade <= 1) {
		return fault.New(at+".fade", "is "+fault.Number(*s.Fade)+", expected a number from 0 to 1")
	}
	for i, beta := range s.Betas {
		if !(beta > 0) || math.IsInf(beta, 1) {
			return fault.New(item(at+".betas", i), "is "+fault.Number(beta)+", expected a finite number above 0")
		}
	}
	switch {
	case !(s.Share >= 0 && s.Share < 1):
		return fault.New(at+".share", "is "+fault.Number(s.Share)+", expected a number above 0 and below 1")
	case s.Share > 0 && len(s.Betas) > 0:
		return fault.New(at+".share", "is given beside betas, expected one of them")
	}
	return nil
}

// Layer is one layer of a solution: its network with the numbers that prove its quality, given the layers below.
type Layer struct {
	// Input says how the layer's input is made; it is nil for the first layer, whose input is x.
	Input *LayerInput `json:"input,omitempty"`
	Beta  float64     `json:"beta"`
	// Status, Message, Objective, LowerBound and Gap belong to the layer's own convex program, as in a Solution.
	Status     string  `json:"status"`
	Message    string  `json:"message,omitempty"`
	Objective  float64 `json:"objective"`
	LowerBound float64 `json:"lower_bound"`
	Gap        float64 `json:"gap"`
	Network    Network `json:"network"`
	// Dual has one row for each sample.
	Dual       [][]float64 `json:"dual"`
	Iterations int         `json:"iterations"`
	Seconds    float64     `json:"seconds"`
}

// LayerInput says how a layer's input h is made from its features g: the neurons sigma(h'u) of the layer below; with the skip "all" also
// those of all layers further below; and x, unless the skip is "none". Each g_k is clamped to [Low_k, High_k] if these are given, and then
//
//	h_k = (g_k - Mean_k) / Scale_k,   or   h = Whiten (g - Mean).
type LayerInput struct {
	Skip   string      `json:"skip"`
	Mean   []float64   `json:"mean"`
	Scale  []float64   `json:"scale,omitempty"`
	Whiten [][]float64 `json:"whiten,omitempty"`
	Low    []float64   `json:"low,omitempty"`
	High   []float64   `json:"high,omitempty"`
}

// layer reads a layer.
func (r *reader) layer() (l Layer) {
	r.object([]field{
		{"input", "", func() {
			l.Input = &LayerInput{}
			r.object(l.Input.fields(r))
		}},
		{"beta", "a number", func() { l.Beta = r.number() }},
		{"status", `one of ` + strings.Join(statuses[:], ", "), func() { l.Status = r.status() }},
		{"message", "", func() { l.Message = r.text() }},
		{"objective", "a number", func() { l.Objective = r.number() }},
		{"lower_bound", "a number", func() { l.LowerBound = r.number() }},
		{"gap", "a number", func() { l.Gap = r.number() }},
		{"network", "an object with neurons", func() { r.object(l.Network.fields(r)) }},
		{"dual", "rows of numbers", func() { l.Dual = r.rows() }},
		{"iterations", "a whole number", func() { l.Iterations = r.integer(0, largest) }},
		{"seconds", "a number", func() { l.Seconds = r.number() }},
	})
	return l
}

func (in *LayerInput) fields(r *reader) []field {
	return []field{
		{"skip", "one of " + strings.Join(stackSkips[:], ", "), func() {
			if in.Skip = r.oneOf(stackSkips[:]); in.Skip == "" {
				in.Skip = stackSkips[0]
			}
		}},
		{"mean", "an array of numbers", func() { in.Mean = r.row() }},
		{"scale", "", func() { in.Scale = some(r.row()) }},
		{"whiten", "", func() { in.Whiten = some(r.rows()) }},
		{"low", "", func() { in.Low = some(r.row()) }},
		{"high", "", func() { in.High = some(r.row()) }},
	}
}

// StackSkip returns the word for a skip, given its index in the order of package stack.
func StackSkip(index int) string { return stackSkips[index] }

// StackScope says what the certificates of a stack prove; it is part of every solution with layers.
const StackScope = "Each layer is certified given the layers below it. Nothing is proved of the stack as a whole."
