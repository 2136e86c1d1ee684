package protocol

// Drawing is the plain drawing of the data, which needs nothing but lines and marks: what is shown before the pictures have come, and where
// there are none. It is in css pixels of a given width and height, from the upper left.
type Drawing struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	// Origin is where the place (0, 0) of the data is, Scale how many pixels a unit of each coordinate takes: of the second below 0, since
	// it grows upwards. So the pixel of a place, and the place of a pixel, take one product and one sum.
	Origin [2]float64 `json:"origin"`
	Scale  [2]float64 `json:"scale"`
	// Columns and Rows are the lines at round numbers, the axes among them, from the left and from above.
	Columns []Rule `json:"columns"`
	Rows    []Rule `json:"rows"`
	// Heat is what the network says of places all over the drawing; missing without a network, and for one feature.
	Heat *Heat `json:"heat,omitempty"`
	// Curves are lines, each as x and y by turns: for one feature the graph of f, else where f is at its level, or between the largest of
	// several outputs.
	Curves [][]float64 `json:"curves"`
	// Points are the first of the data.
	Points []Mark `json:"points"`
	// More counts the points that are left out.
	More int `json:"more,omitempty"`
	// Features is the number of features of the data: of more than two the first two are drawn, and f where the third is 0. It is 0 where a plane is.
	Features int `json:"features"`
}

// Rule is a line of a grid.
type Rule struct {
	// At is its pixel, Label its number; "" where it would be too close to a corner.
	At    float64 `json:"at"`
	Label string  `json:"label"`
	// Axis says that it is at 0.
	Axis bool `json:"axis,omitempty"`
}

// Heat is a grid of square cells from the upper left, row by row; the last of a row or column may reach beyond the drawing.
type Heat struct {
	// Cell is the side of a cell, Columns how many there are in a row.
	Cell    float64 `json:"cell"`
	Columns int     `json:"columns"`
	// Levels has for each cell f at its middle, from -8 to 8, where 8 is the mean size of the labels; or with Classes the class whose
	// output is the largest, counted from 1.
	Levels  []int `json:"levels"`
	Classes bool  `json:"classes"`
}

// Mark is a point as it is drawn.
type Mark struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	// Class is the point's class, counted from 1, or 0 where labels are told apart by their sign: Below says that it is below 0.
	Class    int  `json:"class,omitempty"`
	Below    bool `json:"below,omitempty"`
	Held     bool `json:"held,omitempty"`
	Selected bool `json:"selected,omitempty"`
}

// ActivationCurves are the activation and the function that it was fitted to, for a picture of both.
type ActivationCurves struct {
	// Low and High are the ends of the range: that of the fit, or the one that was asked for.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Bottom and Top are the least and the largest value of the curves and 0.
	Bottom float64 `json:"bottom"`
	Top    float64 `json:"top"`
	// Sigma has the values of the activation at places that are spaced evenly from Low to High, both included; Goal has those of the
	// function that it was fitted to, whose name is Name.
	Sigma []float64 `json:"sigma"`
	Goal  []float64 `json:"goal,omitempty"`
	Name  string    `json:"name,omitempty"`
}

// PageCurves are the losses along the path on the points trained on and on those held out.
type PageCurves struct {
	// Train and Test have for each value of the path how high the losses are, 1 for the largest.
	Train []float64 `json:"train"`
	Test  []float64 `json:"test"`
	// Best is the index in the path of the value with the least loss on the points held out; of values as good as equal it is the largest
	// beta.
	Best int `json:"best"`
}
