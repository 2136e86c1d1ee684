package protocol

// The pictures. The number of one is its place in layouts, in Page.Tiles and in the settings that links hold, so that a new one comes last.
const (
	PictureData = iota
	PictureNeural
	PictureSpectrahedron
	PictureLorentz
	PictureCertificate
	PictureNeurons
	PictureRace
	PicturePath
	PictureNetwork
	PictureCount
)

// Features is a set of numbers of features.
type Features uint8

// The numbers of features of which data are drawn as they are, and Plane for more, which are shown in a plane.
const (
	Plane Features = 1 << iota
	One
	Two
	Three
	Always = Plane | One | Two | Three
)

// Has reports whether the set has d features, 0 for a plane (Snapshot.Depth).
func (f Features) Has(d int) bool { return d >= 0 && d <= 3 && f>>d&1 == 1 }

// Picture is what a picture is to the page and to the view. To add one, a constant above and a row of Pictures here say what it is, a row in
// package say what is said of it, and a file of package scene draws it; tabs, menus and the page's document are made of these rows.
type Picture struct {
	// ID is one of the constants above; Name stands in links, documents and the ids of the page's elements.
	ID   int
	Name string
	// Group is that of pictures that share a tab, in which one of them is chosen, or empty.
	Group string
	// Wide says that the picture is better wide than high.
	Wide bool
	// Controls are the parts of the page that belong to the picture: a choice within its group, a film, a panel.
	Controls []string
	// Panel is the part of the page with which a class link hides the picture.
	Panel string
	// Offered has the data for which there is such a picture.
	Offered Features
	// Depth has the data for which it can be turned; Slice, for which it has a slice in place of a shadow; Turn, for which something lies in
	// more than three dimensions; Stages, for which it is built up in steps; Sweep, for which one direction traces it.
	Depth, Slice, Turn, Stages, Sweep Features
}

// Pictures are all pictures in the order of their tabs.
var Pictures = [PictureCount]Picture{
	{ID: PictureData, Name: "data", Offered: Always, Depth: Three},
	{ID: PictureNetwork, Name: "network", Wide: true, Offered: Always},
	{ID: PictureCertificate, Name: "certificate", Wide: true, Controls: []string{"argument"}, Panel: "proof", Offered: Always, Depth: Three},
	{ID: PictureNeurons, Name: "neurons", Wide: true, Controls: []string{"neurons"}, Panel: "neurons", Offered: Always, Depth: Two | Three},
	{ID: PictureLorentz, Name: "lorentz", Controls: []string{"transport"}, Panel: "transport", Offered: Always, Depth: Two},
	{ID: PictureSpectrahedron, Name: "spectrahedron", Group: "geometry", Controls: []string{"geometry", "transport"}, Offered: One | Two | Three,
		Depth: Two | Three, Slice: Two | Three, Turn: Two | Three, Stages: One | Two | Three},
	{ID: PictureNeural, Name: "neural", Group: "geometry", Controls: []string{"geometry", "transport"}, Offered: One | Two | Three,
		Depth: One | Two | Three, Turn: Two, Sweep: Two},
	{ID: PictureRace, Name: "race", Wide: true, Controls: []string{"race"}, Panel: "race", Offered: Always},
	{ID: PicturePath, Name: "path", Wide: true, Controls: []string{"study-field"}, Offered: Always},
}

// PictureOf returns the row of a picture.
func PictureOf(id int) *Picture {
	for i := range Pictures {
		if Pictures[i].ID == id {
			return &Pictures[i]
		}
	}
	return nil
}
