package protocol

// Variable is what a study varies.
type Variable int

// The variables: beta, along a logarithmic axis, and the coefficients of the activation a s^2 + b s + c.
const (
	Beta Variable = iota
	CoefficientA
	CoefficientB
	CoefficientC
)

// Study is the optimum along one variable, all others as they are.
type Study struct {
	Variable Variable
	// Now is the variable's present value, Low and High are the ends of the axis.
	Now, Low, High float64
	// Points are in order of their values; none where nothing is known yet.
	Points []StudyPoint
	// Classes says that Train and Test are accuracies in [0, 1], otherwise they are losses per point. Tested says that there are points held out.
	Classes, Tested bool
}

// StudyPoint is the optimum for one value.
type StudyPoint struct {
	Value       float64
	Neurons     int
	Train, Test float64
}
