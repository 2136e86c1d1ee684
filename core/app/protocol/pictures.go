package protocol

// The pictures. The number of a picture is its position in layouts, in Page.Tiles and in the settings stored in links, so new
// ones are appended.
const (
	PictureData = iota
	PictureNeural
	PictureSpectrahedron
	PictureLorentz
	PictureCertificate
	PictureNeurons
	PictureRace
	PictureSweep
	PictureNetwork
	PictureCount
)

// Features is a set of numbers of features.
type Features uint8

// Numbers of features. Plane stands for more than three features, which are shown in a plane.
const (
	Plane Features = 1 << iota
	One
	Two
	Three
	Always = Plane | One | Two | Three
)

// Has reports whether the set contains d features, 0 for a plane (Snapshot.Depth).
func (f Features) Has(d int) bool { return d >= 0 && d <= 3 && f>>d&1 == 1 }

// Picture describes a picture to the page and to the view. To add one, add a constant above, a row to Pictures, to package view its note
// (notes.go) and its part of the Snapshot, and to package scene a file that draws it and its row in the table of pictures (scene.go). Tabs,
// menus and the page's markup are generated from these rows.
type Picture struct {
	// ID is one of the constants above. Name is used in links, documents and the ids of the page's elements.
	ID   int
	Name string
	// Title is its name for people, the same everywhere: on its tab, above it, in menus, and for screen readers. Help is the help text of its
	// tab. Note is the sentence below it, where it is always the same; the other pictures' notes are in package view. Empty is shown until
	// there is something to draw.
	Title, Help, Note, Empty string
	// Group is the name shared by pictures that have a common tab with a choice between them, or "".
	Group string
	// Wide is set if the picture is better wide than tall.
	Wide bool
	// Controls lists the parts of the page that belong to the picture: the choice within its group, the animation controls, a panel.
	Controls []string
	// Panel is the name of the page's panel that goes with the picture: hiding the panel by a link for a class hides both.
	Panel string
	// Offered is the set of data for which the picture exists.
	Offered Features
	// Depth is the set of data for which the picture can be rotated, Slice for which it offers a slice instead of a projection, and
	// Turn for which it shows more than three dimensions.
	Depth, Slice, Turn Features
	// Polynomial is set if networks with a piecewise-linear activation, which have no matrices, do not have the picture; Kinks if they have it
	// only with few features, whose kinks can be drawn.
	Polynomial, Kinks bool
}

// Suits reports whether a network of a number of features, with a piecewise-linear activation or a polynomial one, has the picture.
func (p *Picture) Suits(piecewise bool, features int) bool {
	return !piecewise || !p.Polynomial && (!p.Kinks || features <= PiecewiseFeatures)
}

// Pictures lists all pictures in the order of their tabs.
var Pictures = [PictureCount]Picture{
	{ID: PictureData, Name: "data", Title: "Data",
		Help:    "The points (x, y) you draw, and the network f that is trained on them.",
		Empty:   "Loading the pictures.",
		Offered: Always, Depth: Three},
	{ID: PictureNetwork, Name: "network", Title: "Network",
		Help: "All layers: a map for each neuron, lines for its weights.",
		Wide: true, Offered: Always},
	{ID: PictureCertificate, Name: "certificate", Title: "Gains",
		Help: "What each possible neuron would gain, g(u): no direction u gains more than its price β.",
		Wide: true, Controls: []string{"argument"}, Panel: "proof", Offered: Always, Depth: Three, Kinks: true},
	{ID: PictureNeurons, Name: "neurons", Title: "Neurons",
		Help: "What each neuron σ(x′u)α adds to the network.",
		Wide: true, Controls: []string{"neurons"}, Panel: "neurons", Offered: Always, Depth: Three, Kinks: true},
	{ID: PictureRace, Name: "race", Title: "Race",
		Help:  "Gradient descent against the certified optimum.",
		Note:  "Gradient descent must also turn the neurons, where it can get stuck: its cost above the certified optimum, against work.",
		Empty: "Press Start to run gradient descent.",
		Wide:  true, Controls: []string{"race"}, Panel: "race", Offered: Always},
	{ID: PictureLorentz, Name: "lorentz", Title: "Decomposition",
		Help:     "The solution’s matrices Z and Z′, taken apart into vectors r on the cone r′Gr = 0, each of which is a neuron.",
		Controls: []string{"transport"}, Panel: "transport", Offered: Always, Depth: Two, Polynomial: true},
	{ID: PictureSpectrahedron, Name: "spectrahedron", Title: "Spectrahedron",
		Help:  "The convex body that neurons of one total weight fill; Z and Z′ are multiples of its points.",
		Group: "geometry", Controls: []string{"geometry", "transport"},
		Offered: One | Two | Three,
		Depth:   Two | Three, Slice: Two, Turn: Two | Three, Polynomial: true},
	{ID: PictureNeural, Name: "neural", Title: "Neural cone",
		Help:  "All neurons of weight |α| = 1, as points of one curve or surface.",
		Group: "geometry", Controls: []string{"geometry", "transport"}, Offered: One | Two | Three,
		Depth: One | Two | Three, Turn: Two, Polynomial: true},
	{ID: PictureSweep, Name: "path", Title: "Path",
		Help:  "The optimum along β or a coefficient of the activation.",
		Note:  "The optimum along β or a coefficient of σ: its neurons, and how well it does. Click to go there.",
		Empty: "It is computed when the page is idle.",
		Wide:  true, Controls: []string{"sweep-field"}, Offered: Always},
}

// PictureOf returns the description of a picture, nil if there is none.
func PictureOf(id int) *Picture {
	for i := range Pictures {
		if Pictures[i].ID == id {
			return &Pictures[i]
		}
	}
	return nil
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
	// Offered is set if the picture exists for these data, Camera if it has depth and can be rotated, Slice if it offers a slice
	// instead of a projection, and Turn if further dimensions can be rotated into view.
	Offered bool `json:"offered"`
	Camera  bool `json:"camera"`
	Slice   bool `json:"slice"`
	Turn    bool `json:"turn"`
	// Legend explains the symbols used by the picture and its animation.
	Legend []PageSymbol `json:"legend,omitempty"`
}

// MouseReach and TouchReach are the distances, in css pixels, within which a mouse or a finger picks something. MaxFileBytes is the largest
// size of a file that is imported.
const MouseReach, TouchReach, MaxFileBytes = 14, 24, 20 << 20
