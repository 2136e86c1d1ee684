package protocol

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
	// Says states the proof together with the fit. Why explains why the fit cannot be better. Helps are sentences on what would improve it, if known,
	// the most useful first. Why and Helps appear once the alternatives have been tried, so that they depend on the jobs as well as on the solution.
	// All are empty unless the network is certified.
	Says  string   `json:"says,omitempty"`
	Why   string   `json:"why,omitempty"`
	Helps []string `json:"helps,omitempty"`
}
