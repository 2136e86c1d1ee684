package solution

import (
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
)

const (
	// interiorRate and correctiveRate are multiplications in a second, as certify counts them, of a browser on an ordinary machine: what they predict is
	// right within a factor of two or three.
	interiorRate, correctiveRate = 2e9, 6e9
	// mostBytes and mostSeconds bound what is solved here; a WebAssembly program has at most 4 GB, of which a garbage collector uses the half.
	mostBytes, mostSeconds = 1.5e9, 1800
)

// Forecast is what solving a problem is predicted to take.
type Forecast struct{ Seconds, Bytes float64 }

// ForecastOf predicts what solving the present state takes.
func ForecastOf(t *workspace.State) Forecast {
	p := t.Training()
	return forecast(&p)
}

func forecast(p *certify.Problem) Forecast {
	method := p.Choose()
	e, rate := p.Estimate(method), interiorRate
	if method == certify.Corrective {
		rate = correctiveRate
	}
	problems := 1.0
	if p.Loss.Separable() { // one after the other
		problems = float64(max(1, p.Outputs))
	}
	return Forecast{Seconds: e.Flops * problems / rate, Bytes: e.Bytes}
}

// tooMuch reports whether that is more than is solved here.
func (f Forecast) tooMuch() bool { return f.Bytes > mostBytes || f.Seconds > mostSeconds }
