package protocol

// Variable is the variable of a study.
type Variable int

// The variables: beta, on a logarithmic axis, and the coefficients of the activation a s^2 + b s + c.
const (
	Beta Variable = iota
	CoefficientA
	CoefficientB
	CoefficientC
)

// Study holds the optimum along one variable, with everything else fixed.
type Study struct {
	Variable Variable
	// Now is the current value of the variable, Low and High are the ends of the axis.
	Now, Low, High float64
	// Points are ordered by value; empty if nothing is known yet.
	Points []StudyPoint
	// Classes is set if Train and Test are accuracies in [0, 1]; otherwise they are mean losses. Tested is set if there are held-out points.
	Classes, Tested bool
}

// StudyPoint is the optimum for one value.
type StudyPoint struct {
	Value       float64
	Neurons     int
	Train, Test float64
}

// PageStudy is the progress of a study.
type PageStudy struct {
	Variable string `json:"variable"` // beta, a, b or c
	Points   int    `json:"points"`
}
