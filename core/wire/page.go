package wire

// Page is what the page shows beside the pictures. It is written as JSON; the field tags are its contract with www/.
type Page struct {
	// Solves counts the solutions since the start.
	Solves int `json:"solves"`
	// Busy says that work is left: the page answers with a grant (see package session) until it is false.
	Busy bool `json:"busy"`

	// Status is optimal, inaccurate, stopped or failed, or "empty" when there is no data; Message says more in one sentence.
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

	Samples    int        `json:"samples"`
	Dimension  int        `json:"dimension"`
	Beta       float64    `json:"beta"`
	Activation [3]float64 `json:"activation"`
	// Preset is the name of the preset the data came from, "" once it was changed; Lesson is the sentence that goes with it.
	Preset string `json:"preset"`
	Lesson string `json:"lesson"`

	Tool    string  `json:"tool"`
	Label   float64 `json:"label"`
	CanUndo bool    `json:"canUndo"`
	CanRedo bool    `json:"canRedo"`
	Focus   int     `json:"focus"`
	Grabbed int     `json:"grabbed"`

	Film PageFilm `json:"film"`
}

// PageNeuron is a row of the table of neurons.
type PageNeuron struct {
	U     []float64 `json:"u"`
	Alpha float64   `json:"alpha"`
}

// PageFilm is the state of the transport controls.
type PageFilm struct {
	Position float64 `json:"position"`
	Length   float64 `json:"length"`
	Playing  bool    `json:"playing"`
	// Caption says in one sentence, with its numbers, what the current step does.
	Caption string `json:"caption"`
}
