package main

import (
	"strings"
	"testing"
)

const native = `goos: linux
peer: cvxopt 1.3.0
BenchmarkSolve/scalar_n=10,d=20-2   177   6676250 ns/op   17.00 iterations   8.000 ms/solve
BenchmarkSolve/scalar_n=10,d=20-2   177   6676250 ns/op   17.00 iterations   4.000 ms/solve
BenchmarkSolve/alone-2              177   6676250 ns/op   250.4 ms/solve
BenchmarkPeer/scalar_n=10,d=20-2    2     6676250 ns/op   12.00 ms/cvxopt   5.000 ms/solve   9.500 digits/cvxopt
BenchmarkPeer/alone-2               1     6676250 ns/op   +Inf ms/cvxopt
BenchmarkScaling/n,d=5-2            63    9349501 ns/op   0.3542 exponent   0.7586 exponent/end
--- BENCH: BenchmarkScaling/n,d=5-2
PASS
`

const wasm = `goos: js
BenchmarkSolve/scalar_n=10,d=20 	   40   6676250 ns/op   17.00 iterations   10.00 ms/solve
`

const want = `
         problem  native ms  wasm ms  wasm/native  cvxopt ms  cvxopt/native  its digits
  scalar n=10,d=20          4       10          2.5         12              3         9.5
             alone        250        -            -     no end         no end           -
    geometric mean          -        -          2.5          -              3           -
             least          -        -          2.5          -              3           -
peer: cvxopt 1.3.0
time grows with n,d=5 to the power of 0.35, at the large end 0.76
`

func TestTable(t *testing.T) {
	var out strings.Builder
	write(&out, parse(native), parse(wasm))
	if got, want := squeeze(out.String()), squeeze(want); got != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

const rates = `
BenchmarkRates/peak-2            20   6676250 ns/op   80.00 GFlop/s
BenchmarkRates/MulNT/n=100-2     20   6676250 ns/op   20.00 GFlop/s
BenchmarkRates/MulNT/n=100-2     20   6676250 ns/op   40.00 GFlop/s
`

func TestRates(t *testing.T) {
	var out strings.Builder
	writeRates(&out, parse(rates))
	want := "kernel GFlop/s share of peak\npeak 80 1\nMulNT/n=100 40 0.5"
	if got := squeeze(out.String()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// squeeze leaves one blank between words.
func squeeze(text string) string {
	var lines []string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(lines, "\n")
}
