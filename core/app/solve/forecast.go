package solve

import (
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
)

const (
	// interiorRate and correctiveRate are multiplications per second, as certify counts them, of a browser on an ordinary machine. Their predictions
	// are right within a factor of two or three.
	interiorRate, correctiveRate = 2e9, 6e9
	// mostBytes and mostSeconds limit what is solved here. A WebAssembly program has at most 4 GB, of which a garbage collector uses half.
	mostBytes, mostSeconds = 1.5e9, 1800
)

// Forecast is the predicted time and memory for solving a problem.
type Forecast struct{ Seconds, Bytes float64 }

// ForecastOf predicts the time and memory for solving the present state.
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
	if p.Loss.Separable() { // outputs are solved one after the other
		problems = float64(max(1, p.Outputs))
	}
	return Forecast{Seconds: e.Flops * problems / rate, Bytes: e.Bytes}
}

// tooMuch reports whether the forecast exceeds the limits.
func (f Forecast) tooMuch() bool { return f.Bytes > mostBytes || f.Seconds > mostSeconds }
