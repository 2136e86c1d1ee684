// Command bench makes one table of the output of go test -bench ./core/network/certify: a line for each problem, with its time
// natively and in Chromium, and how many times as long other solvers take. It is for build.sh:
//
//	go run ./www/bench NATIVE WASM RATES
//
// NATIVE and WASM are files with that output, RATES one with that of the benchmarks Rates of core/numeric: what is computed there
// in a second, beside the processor's peak. Where a benchmark ran several times, its best time counts.
package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: bench NATIVE WASM RATES")
		os.Exit(2)
	}
	var tables [3]table
	for i, name := range os.Args[1:] {
		text, err := os.ReadFile(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		tables[i] = parse(string(text))
	}
	write(os.Stdout, tables[0], tables[1])
	fmt.Println()
	writeRates(os.Stdout, tables[2])
}

// table has, for each problem, the best of every measure.
type table struct {
	names []string // in the order of the file
	best  map[string]map[string]float64
	peer  string // the line with the peer's version, if any
}

// benchmark matches a line with the results of a benchmark of one problem: its name, without the number of processors, and its measures.
var benchmark = regexp.MustCompile(`^Benchmark\w+/(\S+?)(?:-\d+)?\s+\d+\s+(.*)$`)

// rateUnit is the one unit of which more is better; peakName the benchmark that all others are compared with.
const rateUnit, peakName = "GFlop/s", "peak"

// writeRates prints the rate of each kernel, and its share of the peak.
func writeRates(w io.Writer, t table) {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "kernel\tGFlop/s\tshare of peak\t")
	peak := t.best[peakName][rateUnit]
	for _, name := range t.names {
		if v, ok := t.best[name][rateUnit]; ok {
			fmt.Fprintf(out, "%s\t%s\t%s\t\n", name, cell(v, true), cell(v/peak, peak > 0))
		}
	}
	out.Flush()
}

// parse reads the output of go test -bench.
func parse(text string) table {
	t := table{best: map[string]map[string]float64{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "peer: ") {
			t.peer = line
		}
		match := benchmark.FindStringSubmatch(line)
		if match == nil {
			continue
		}
		name := strings.ReplaceAll(match[1], "_", " ")
		if t.best[name] == nil {
			t.names = append(t.names, name)
			t.best[name] = map[string]float64{}
		}
		for unit, v := range measures(match[2]) {
			if before, ok := t.best[name][unit]; !ok || (v < before) != (unit == rateUnit) {
				t.best[name][unit] = v
			}
		}
	}
	return t
}

// measures reads pairs of a number and its unit.
func measures(text string) map[string]float64 {
	found, fields := map[string]float64{}, strings.Fields(text)
	for i := 0; i+1 < len(fields); i += 2 {
		if v, err := strconv.ParseFloat(fields[i], 64); err == nil {
			found[fields[i+1]] = v
		}
	}
	return found
}

// columns of the table: a measure, or the ratio of one to the native time.
var columns = []struct {
	title, unit string
	wasm, ratio bool
}{
	{"native ms", "ms/solve", false, false},
	{"wasm ms", "ms/solve", true, false},
	{"wasm/native", "ms/solve", true, true},
	{"cvxopt ms", "ms/cvxopt", false, false},
	{"cvxopt/native", "ms/cvxopt", false, true},
	{"its digits", "digits/cvxopt", false, false},
}

// write prints the table, the geometric mean and the least of each ratio, what the peer is, and the exponents.
func write(w io.Writer, native, wasm table) {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	head := "problem\t"
	for _, c := range columns {
		head += c.title + "\t"
	}
	fmt.Fprintln(out, head)
	ratios := make([][]float64, len(columns))
	for _, name := range native.names {
		own, ok := native.best[name]["ms/solve"]
		if !ok {
			continue
		}
		line := name + "\t"
		for k, c := range columns {
			from := native
			if c.wasm {
				from = wasm
			}
			v, ok := from.best[name][c.unit]
			if c.ratio {
				v /= own
			}
			if ok && c.ratio && !math.IsInf(v, 0) {
				ratios[k] = append(ratios[k], v)
			}
			line += cell(v, ok) + "\t"
		}
		fmt.Fprintln(out, line)
	}
	fmt.Fprintln(out, summary("geometric mean", ratios, geometricMean))
	fmt.Fprintln(out, summary("least", ratios, least))
	out.Flush()
	footnotes(w, native)
}

// footnotes says what the peer is, and how times grow.
func footnotes(w io.Writer, native table) {
	if native.peer != "" {
		fmt.Fprintln(w, native.peer)
	}
	for _, name := range native.names {
		if v, ok := native.best[name]["exponent"]; ok {
			fmt.Fprintf(w, "time grows with %s to the power of %.2f, at the large end %.2f\n", name, v, native.best[name]["exponent/end"])
		}
	}
}

// summary makes a line of a figure for each column that has ratios.
func summary(name string, ratios [][]float64, figure func([]float64) float64) string {
	line := name + "\t"
	for _, r := range ratios {
		line += cell(figure(r), len(r) > 0) + "\t"
	}
	return line
}

func geometricMean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(x)))
}

func least(x []float64) float64 {
	smallest := math.Inf(1)
	for _, v := range x {
		smallest = math.Min(smallest, v)
	}
	return smallest
}

// cell prints three digits. What was not measured is a dash; a solver that did not end in its time takes more than anything.
func cell(v float64, ok bool) string {
	switch {
	case !ok:
		return "-"
	case math.IsInf(v, 1):
		return "no end"
	case v >= 100:
		scale := math.Pow(10, math.Floor(math.Log10(v))-2)
		return strconv.FormatFloat(math.Round(v/scale)*scale, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
