package lift

// Activation is the polynomial sigma(s) = A s^2 + B s + C.
type Activation struct {
	A float64 `json:"a"`
	B float64 `json:"b"`
	C float64 `json:"c"`
}

// The paper's activations: least-squares fits of degree two on [-5, 5] (its figure 1).
var (
	ReLU  = Activation{0.09, 0.5, 0.47}
	Swish = Activation{0.1, 0.5, 0.24}
)

// At returns sigma(s).
func (f Activation) At(s float64) float64 { return (f.A*s+f.B)*s + f.C }
