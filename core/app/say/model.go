package say

// Sentences on the model.

// NoActivation refuses the name of an activation.
func NoActivation(name string) error { return refuse("There is no activation ", quote(name), ".") }

// FitRange refuses a range to fit an activation on.
func FitRange(low, high float64) error {
	return refuse("The range of a fit goes from a number to a larger one, both between −1000 and 1000, but it goes from ", Number(low), " to ", Number(high), ".")
}

// FitFails explains why an activation could not be fitted.
func FitFails(err error) error { return because("The activation cannot be fitted", err) }

// NoLoss refuses the name of a loss.
func NoLoss(name string) error { return refuse("There is no loss ", quote(name), ".") }

// SoftmaxNeedsClasses refuses the softmax loss.
func SoftmaxNeedsClasses() error {
	return refuse("The softmax loss needs labels of two or more columns, one for each class.")
}

// LossDoesNotSuit refuses a loss.
func LossDoesNotSuit(name string, err error) error {
	return because("The "+name+" loss does not suit these labels", err)
}

// ToleranceUnusable refuses a tolerance.
func ToleranceUnusable(err error) error { return because("This tolerance cannot be used", err) }

// ArchitectureDoesNotSuit refuses an architecture.
func ArchitectureDoesNotSuit(err error) error {
	return because("This network does not suit the data", err)
}
